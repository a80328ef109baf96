//! The fewest jumps, by breadth-first search from the first square, square by square.
//!
//! It minds neither how far apart the squares of a front are nor which digits there are: each square
//! takes as long as any other.

/// Places in front of the string and behind it where jumps may end that lead out of it.
const MARGIN: usize = 9;

/// How a square is reached that counts as seen, but is on no route.
const OUTSIDE: i8 = i8::MAX;

/// The positions of a shortest route from the first to the last square of a string that has some, both
/// included; of several the one that is found when left is tried before right.
///
/// Time is linear; memory is a byte for each square, and the route.
pub(super) fn solve(squares: &[u8]) -> Option<Vec<usize>> {
    let last = squares.len() - 1;
    // The jump by which each place was reached first, 0 for none.
    let mut jumps = vec![0; squares.len() + 2 * MARGIN];
    jumps[..MARGIN].fill(OUTSIDE);
    jumps[MARGIN + last + 1..].fill(OUTSIDE);
    jumps[MARGIN] = OUTSIDE;
    let (mut front, mut next, mut len) = (vec![0], Vec::new(), 1);
    while jumps[MARGIN + last] == 0 && len > 0 {
        // Each square can reach two others; the last place is written to, but not counted.
        if next.len() <= 2 * len {
            next.resize(4 * len, 0);
        }
        let mut count = 0;
        for &square in &front[..len] {
            let digit = digit(squares[square]);
            for jump in [-digit, digit] {
                let to = (MARGIN + square).wrapping_add(jump as usize);
                let before = jumps[to];
                // Whether a square was seen is hard to guess: no branches.
                jumps[to] = if before == 0 { jump } else { before };
                next[count] = to.wrapping_sub(MARGIN);
                count += usize::from(before == 0) & usize::from(jump != 0);
            }
        }
        std::mem::swap(&mut front, &mut next);
        len = count;
    }
    route(&jumps, last)
}

/// The length of the jumps from a square; none lead from one with anything but a digit.
fn digit(square: u8) -> i8 {
    if square.is_ascii_digit() {
        (square - b'0') as i8
    } else {
        0
    }
}

/// The squares on the way to the last one, if that was reached.
fn route(jumps: &[i8], last: usize) -> Option<Vec<usize>> {
    let (mut route, mut square) = (vec![last], last);
    while square > 0 {
        let jump = jumps[MARGIN + square];
        if jump == 0 {
            return None;
        }
        square = square.wrapping_sub(jump as usize);
        route.push(square);
    }
    route.reverse();
    Some(route)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples() {
        assert_eq!(solve(b"7347737258493420"), Some(vec![0, 7, 5, 8, 3, 10, 14, 12, 15]));
        assert_eq!(solve(b"3502010"), Some(vec![0, 3, 1, 6]));
        assert_eq!(solve(b"0"), Some(vec![0]));
        assert_eq!(solve(b"9"), Some(vec![0]));
        assert_eq!(solve(b"90000000000"), None);
        assert_eq!(solve(b"9000000000"), Some(vec![0, 9]));
        assert_eq!(solve(b"1\xff1"), None);
        assert_eq!(solve(b"00"), None);
    }
}
