//! A drawing of the squares and of the jumps of a route, as SVG.

use std::io::{self, Write};

/// The side of a square in pixels; everything else is in proportion.
const SIDE: usize = 24;

/// Draws the squares with their digits in a row, jumps to the right as arcs above them and jumps to
/// the left below. The squares of the route are coloured; a maze without one has an empty route.
///
/// # Errors
///
/// Those of the writer.
pub fn draw(squares: &[u8], route: &[usize], out: &mut impl Write) -> io::Result<()> {
    let longest = route.windows(2).map(|jump| jump[0].max(jump[1]) - jump[0].min(jump[1])).max();
    // An arc is half a circle; there is room for an arrow head above the highest one.
    let room = longest.unwrap_or(0) * SIDE / 2 + SIDE;
    let (width, height) = ((squares.len() + 2) * SIDE, SIDE + 2 * room);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
    )?;
    writeln!(
        out,
        "<defs><marker id=\"head\" viewBox=\"0 0 6 6\" refX=\"6\" refY=\"3\" markerWidth=\"6\" \
         markerHeight=\"6\" orient=\"auto\"><path d=\"M0 0 6 3 0 6z\" fill=\"#c33\"/></marker></defs>"
    )?;
    writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")?;
    let mut on_route = vec![false; squares.len()];
    for &square in route {
        on_route[square] = true;
    }
    let left = |square: usize| (square + 1) * SIDE;
    for (square, digit) in squares.iter().enumerate() {
        let fill = if on_route[square] { "#fe9" } else { "#eee" };
        let (x, middle, line) = (left(square), left(square) + SIDE / 2, room + SIDE * 3 / 4);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{room}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" \
             stroke=\"#666\"/><text x=\"{middle}\" y=\"{line}\" font-size=\"16\">{}</text>",
            *digit as char
        )?;
    }
    for jump in route.windows(2) {
        let (from, to) = (left(jump[0]) + SIDE / 2, left(jump[1]) + SIDE / 2);
        let edge = if from < to { room } else { room + SIDE };
        let radius = (from.max(to) - from.min(to)) / 2;
        writeln!(
            out,
            "<path d=\"M{from} {edge}A{radius} {radius} 0 0 1 {to} {edge}\" fill=\"none\" \
             stroke=\"#c33\" marker-end=\"url(#head)\"/>"
        )?;
    }
    writeln!(out, "</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(squares: &[u8], route: &[usize]) -> String {
        let mut drawing = Vec::new();
        draw(squares, route, &mut drawing).unwrap();
        String::from_utf8(drawing).unwrap()
    }

    #[test]
    fn squares_and_arcs() {
        let drawing = svg(b"2101", &[0, 2, 1, 3]);
        assert_eq!(drawing.matches("<text").count(), 4);
        assert_eq!(drawing.matches("#fe9").count(), 4);
        // To the right above the squares, to the left below them, always clockwise.
        let arcs: Vec<&str> = drawing.lines().filter(|line| line.contains("<path d=\"M")).collect();
        assert!(arcs[1].contains("\"M36 48A24 24 0 0 1 84 48\""), "{}", arcs[1]);
        assert!(arcs[2].contains("\"M84 72A12 12 0 0 1 60 72\""), "{}", arcs[2]);
        assert_eq!((arcs.len(), drawing.matches("marker-end").count()), (4, 3));
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    }

    #[test]
    fn no_route_no_arcs() {
        let drawing = svg(b"201", &[]);
        assert_eq!(
            (drawing.matches("<text").count(), drawing.matches("marker-end").count()),
            (3, 0)
        );
        assert!(!drawing.contains("#fe9"));
    }
}
