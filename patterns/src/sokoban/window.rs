//! Windows and placements: the rectangle of cells a table is about and the walls behind its sides.

use std::fmt;
use std::str::FromStr;

/// A rectangle of `rows` x `cols` cells cut out of a board: 2 to 5 each, at most 20 cells.
///
/// Cells are numbered row by row from the top left corner; bit `i` of a mask is cell `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Window {
    rows: u8,
    cols: u8,
}

impl Window {
    /// The largest number of cells of a window.
    pub const MAX_CELLS: usize = 20;

    /// A window of `rows` x `cols` cells, or `None` when that is not a window.
    pub fn new(rows: usize, cols: usize) -> Option<Window> {
        let side = 2..=5;
        if side.contains(&rows) && side.contains(&cols) && rows * cols <= Self::MAX_CELLS {
            Some(Window { rows: rows as u8, cols: cols as u8 })
        } else {
            None
        }
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The window with rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Window {
        Window { rows: self.cols, cols: self.rows }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// What is wrong with the name of a window or a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    what: &'static str,
    name: String,
    advice: &'static str,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no {}: {}", self.name, self.what, self.advice)
    }
}

impl std::error::Error for NameError {}

impl FromStr for Window {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Window, NameError> {
        name.split_once('x')
            .and_then(|(r, c)| Window::new(r.parse().ok()?, c.parse().ok()?))
            .ok_or_else(|| NameError {
                what: "window",
                name: name.to_owned(),
                advice: "write ROWSxCOLUMNS with 2 to 5 each and at most 20 cells, for example 3x4",
            })
    }
}

/// Which sides of a window are backed by a solid wall, all along.
///
/// Every other position is one of these under rotation and reflection, but for a window with walls
/// behind all of its sides, which is a whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Placement {
    /// No side: the window lies anywhere.
    Interior,
    /// The north side.
    Edge,
    /// The north and the west side.
    Corner,
    /// The north and the south side: the window reaches across a narrow board.
    Corridor,
    /// The north, the south and the west side: the end of a narrow board.
    Alcove,
}

impl Placement {
    /// All placements, each behind those whose walls it has, too.
    pub const ALL: [Placement; 5] = [
        Placement::Interior,
        Placement::Edge,
        Placement::Corner,
        Placement::Corridor,
        Placement::Alcove,
    ];

    /// Those that there are on boards of any width. These are generated unless others are named.
    pub const WIDE: [Placement; 3] = [Placement::Interior, Placement::Edge, Placement::Corner];

    /// Whether the sides are backed: up, down, left, right.
    pub fn backed(self) -> [bool; 4] {
        match self {
            Placement::Interior => [false, false, false, false],
            Placement::Edge => [true, false, false, false],
            Placement::Corner => [true, false, true, false],
            Placement::Corridor => [true, true, false, false],
            Placement::Alcove => [true, true, true, false],
        }
    }

    /// The name used in options, files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Placement::Interior => "interior",
            Placement::Edge => "edge",
            Placement::Corner => "corner",
            Placement::Corridor => "corridor",
            Placement::Alcove => "alcove",
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Placement {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Placement, NameError> {
        Placement::ALL.into_iter().find(|p| p.name() == name).ok_or_else(|| NameError {
            what: "placement",
            name: name.to_owned(),
            advice: "choose interior, edge, corner, corridor or alcove",
        })
    }
}

/// A window together with its placement: what one table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The cells.
    pub window: Window,
    /// The walls behind its sides.
    pub placement: Placement,
}

impl Site {
    /// The site that holds the table for this window and placement.
    ///
    /// Interior and corner windows are stored with no more rows than columns, because the transpose
    /// is the same table. The others have their columns along a wall, so both ways are stored.
    pub fn new(window: Window, placement: Placement) -> Site {
        let [up, down, left, right] = placement.backed();
        let flip = [up, down] == [left, right] && window.rows > window.cols;
        Site { window: if flip { window.transposed() } else { window }, placement }
    }

    /// All sites whose windows have at most `max_side` rows and columns, small windows first.
    pub fn all(max_side: usize) -> Vec<Site> {
        let mut sites = Vec::new();
        for placement in Placement::ALL {
            for rows in 2..=max_side {
                for cols in 2..=max_side {
                    if let Some(window) = Window::new(rows, cols) {
                        sites.push(Site::new(window, placement));
                    }
                }
            }
        }
        sites.sort_by_key(|s| (s.placement, s.window.cells(), s.window));
        sites.dedup();
        sites
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.window, self.placement)
    }
}

impl FromStr for Site {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Site, NameError> {
        let (window, placement) = name.split_once('-').ok_or_else(|| NameError {
            what: "site",
            name: name.to_owned(),
            advice: "write WINDOW-PLACEMENT, for example 3x4-edge",
        })?;
        let site = Site::new(window.parse()?, placement.parse()?);
        if site.to_string() == name {
            Ok(site)
        } else {
            Err(NameError {
                what: "site",
                name: name.to_owned(),
                advice: "interior and corner windows have no more rows than columns",
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_nine_sites_up_to_4x4() {
        let sites = Site::all(4);
        let count = |p| sites.iter().filter(|s| s.placement == p).count();
        assert_eq!(Placement::ALL.map(count), [6, 9, 6, 9, 9]);
    }

    #[test]
    fn names_are_read_back_and_bad_ones_refused() {
        for site in Site::all(5) {
            assert_eq!(site.window.to_string().parse(), Ok(site.window));
            assert_eq!(site.placement.to_string().parse(), Ok(site.placement));
            assert_eq!(site.to_string().parse(), Ok(site));
        }
        for bad in ["", "4", "x", "1x4", "6x2", "5x5", "4x4x4", "-2x3", "4X4"] {
            assert!(bad.parse::<Window>().is_err(), "{bad}");
        }
        assert!("north".parse::<Placement>().is_err());
        assert!("3x2-interior".parse::<Site>().is_err());
        assert!("3x2".parse::<Site>().is_err());
    }
}
