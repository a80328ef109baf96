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
    let entered = enter_all(squares);
    if entered[last + REACH] == 0 {
        return None;
    }
    let mut route = vec![last];
    let mut square = last;
    while square != 0 {
        // The jump is shorter than the string, whichever way it goes.
        square = square.wrapping_sub(isize::from(entered[square + REACH]) as usize);
        route.push(square);
    }
    route.reverse();
    Some(route)
}

/// For each square the jump that leads to it first, negative to the left, 0 where none does, with a
/// margin of [`REACH`] on both sides; squares farther than the last one may be missing.
fn enter_all(squares: &[u8]) -> Vec<i8> {
    let end = squares.len() + REACH;
    let mut entered = vec![0; end + REACH];
    entered[..=REACH].fill(TAKEN);
    entered[end..].fill(TAKEN);
    let mut queue = Queue::new();
    queue.push(REACH, true);
    while let Some(at) = queue.pop() {
        let digit = squares[at - REACH].wrapping_sub(b'0');
        let jump = if digit <= 9 { digit } else { 0 };
        for (to, jump) in
            [(at - usize::from(jump), -(jump as i8)), (at + usize::from(jump), jump as i8)]
        {
            // Half of the squares were entered before, and nobody can guess which: no branches.
            let is_new = entered[to] == 0;
            entered[to] = if is_new { jump } else { entered[to] };
            queue.push(to, is_new);
        }
        if entered[end - 1] != 0 {
            break;
        }
    }
    entered
}

/// Squares to be left, in the order in which they were entered.
///
/// There are never many: the buffer stays in the fast memory, as what is done with makes room.
struct Queue {
    buffer: Vec<usize>,
    head: usize,
    tail: usize,
}

impl Queue {
    fn new() -> Queue {
        Queue { buffer: vec![0; 1024], head: 0, tail: 0 }
    }

    /// Puts a square at the end, if it is a new one.
    fn push(&mut self, square: usize, is_new: bool) {
        if self.tail == self.buffer.len() {
            self.make_room();
        }
        self.buffer[self.tail] = square;
        self.tail += usize::from(is_new);
    }

    fn pop(&mut self) -> Option<usize> {
        if self.head == self.tail {
            return None;
        }
        self.head += 1;
        Some(self.buffer[self.head - 1])
    }

    /// Moves all to the front; if they fill more than half of the buffer it is made longer.
    #[cold]
    fn make_room(&mut self) {
        self.buffer.copy_within(self.head..self.tail, 0);
        self.tail -= self.head;
        self.head = 0;
        if 2 * self.tail > self.buffer.len() {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
    }
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
