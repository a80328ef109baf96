//! The fewest jumps, by breadth-first search.

/// The longest jump.
const REACH: usize = 9;

/// What stands for the start and for places outside of the string; no jump is as long.
const TAKEN: i8 = i8::MAX;

/// The positions of a shortest route from the first to the last square, both included; `None` when
/// there is none. Of several it is the one that a breadth-first search finds which tries left before
/// right.
///
/// Takes ASCII digits, as [`digits`](super::digits::digits) gives them. No jump leads from a square
/// with anything else, as from one with 0. An empty string has no route. Time is linear; memory is a
/// byte for each square, and the route.
pub fn solve(squares: &[u8]) -> Option<Vec<usize>> {
    let last = squares.len().checked_sub(1)?;
    let mut entered = vec![0; squares.len() + 2 * REACH];
    let jumps = enter_all(squares, &mut entered)?;
    let mut route = vec![0; jumps + 1];
    let mut square = last;
    for place in route.iter_mut().rev() {
        *place = square;
        // A jump to the left is negative, and going back leads to the right.
        square = square.wrapping_sub(isize::from(entered[square + REACH]) as usize);
    }
    Some(route)
}

/// Notes for each square the jump that leads to it first, negative to the left, until the last one is
/// entered; the number of jumps to it, if it is. There is a margin of [`REACH`] squares on both sides.
fn enter_all(squares: &[u8], entered: &mut [i8]) -> Option<usize> {
    let (first, end) = (REACH, REACH + squares.len());
    entered[..=first].fill(TAKEN);
    entered[end..].fill(TAKEN);
    // Squares that were entered by the last jump, in that order, and by the next one. One queue for
    // both would be twice as slow: the processor could not read ahead in what is being written.
    let (mut now, mut next) = (vec![first], Vec::new());
    let (mut count, mut jumps) = (1, 0);
    while entered[end - 1] == 0 {
        if count == 0 {
            return None;
        }
        if next.len() < 2 * count {
            next.resize(4 * count, 0);
        }
        let mut found = 0;
        for &at in &now[..count] {
            let digit = squares[at - REACH].wrapping_sub(b'0');
            let jump = if digit <= 9 { digit } else { 0 };
            let (left, right) = (at - usize::from(jump), at + usize::from(jump));
            for (to, jump) in [(left, -(jump as i8)), (right, jump as i8)] {
                // Half of the squares were entered before, and nobody can guess which: no branches.
                let is_new = entered[to] == 0;
                entered[to] = if is_new { jump } else { entered[to] };
                next[found] = to;
                found += usize::from(is_new);
            }
        }
        std::mem::swap(&mut now, &mut next);
        count = found;
        jumps += 1;
    }
    Some(jumps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples() {
        assert_eq!(solve(b"7347737258493420"), Some(vec![0, 7, 5, 8, 3, 10, 14, 12, 15]));
        assert_eq!(solve(b"0"), Some(vec![0]));
        assert_eq!(solve(b"9"), Some(vec![0]));
        assert_eq!(solve(b"10"), Some(vec![0, 1]));
        assert_eq!(solve(b"20"), None);
        assert_eq!(solve(b"00"), None);
        assert_eq!(solve(b"2030"), None);
        assert_eq!(solve(b"111"), Some(vec![0, 1, 2]));
        assert_eq!(solve(b"9000000000"), Some(vec![0, 9]));
        assert_eq!(solve(b"900000000"), None);
        assert_eq!(solve(b"90000000000"), None);
    }

    #[test]
    fn left_comes_before_right() {
        // From square 3 one can go to 1 and to 5, and from both of them to the end.
        assert_eq!(solve(b"3502010"), Some(vec![0, 3, 1, 6]));
    }

    #[test]
    fn foreign_characters_lead_nowhere() {
        assert_eq!(solve(b""), None);
        assert_eq!(solve(b"x"), Some(vec![0]));
        assert_eq!(solve(b"x1"), None);
        assert_eq!(solve(b"1\xff1"), None);
        assert_eq!(solve(b"1:/3"), None);
    }
}
