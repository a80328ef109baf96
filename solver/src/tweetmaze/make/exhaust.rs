//! The best string of all of a length, by trying everything.
//!
//! This search does not assume that the route enters all squares. Squares beside the route may have
//! the digit 0: that takes other routes away and leaves this one. So a string amounts to a route of
//! distinct squares with jumps of at most 9, and a mirrored square that is not entered before is lost
//! for the route: entering it later would make a shorter one. What can still be done depends on the
//! squares that are entered or lost, on where the route is, and on its direction.

use super::{turns, Made};

/// The longest string for which this is done: memory doubles with each square.
pub const LONGEST: usize = 20;

/// The longest jump.
const REACH: usize = 9;

/// The most jumps of all strings of so many squares, and the most turns of the routes with so many
/// jumps, with a string that has them; `None` for no square or more than [`LONGEST`].
pub fn best(squares: usize) -> Option<Made> {
    if squares == 0 || squares > LONGEST {
        return None;
    }
    let mut search = Search { squares, known: vec![UNKNOWN; (2 * squares) << squares] };
    let start = State { used: 1, at: 0, right: true };
    search.value(start);
    let route = search.route(start);
    let mut digits = vec![b'0'; squares];
    for pair in route.windows(2) {
        digits[pair[0]] = b'0' + pair[0].max(pair[1]) as u8 - pair[0].min(pair[1]) as u8;
    }
    Some(Made { digits, jumps: route.len() - 1, turns: turns(&route) })
}

/// Where a route has got to.
#[derive(Clone, Copy)]
struct State {
    /// Squares that were entered or are lost.
    used: usize,
    at: usize,
    /// The direction of the last jump.
    right: bool,
}

/// Not worked out yet.
const UNKNOWN: u16 = u16::MAX;

/// The last square cannot be reached any more; other values are 1 more than turns + JUMP * jumps.
const LOST: u16 = 0;
const JUMP: u16 = 64;

struct Search {
    squares: usize,
    known: Vec<u16>,
}

impl Search {
    /// The most jumps that are left, and of these the most turns.
    fn value(&mut self, state: State) -> u16 {
        if state.at + 1 == self.squares {
            return 1;
        }
        let place = (state.used * self.squares + state.at) * 2 + usize::from(state.right);
        if self.known[place] == UNKNOWN {
            let next = self.choices(state).into_iter().flatten();
            self.known[place] = next.map(|next| self.after(state, next)).max().unwrap_or(LOST);
        }
        self.known[place]
    }

    /// The value of going on in one way.
    fn after(&mut self, state: State, next: State) -> u16 {
        match self.value(next) {
            LOST => LOST,
            value => value + JUMP + u16::from(state.used != 1 && state.right != next.right),
        }
    }

    /// All states that one jump leads to.
    fn choices(&self, state: State) -> [Option<State>; 2 * REACH] {
        let mut choices = [None; 2 * REACH];
        for (i, choice) in choices.iter_mut().enumerate() {
            let (jump, right) = (i / 2 + 1, i % 2 == 1);
            let (left, beyond) = (state.at.checked_sub(jump), Some(state.at + jump));
            let beyond = beyond.filter(|&square| square < self.squares);
            let (to, mirrored) = if right { (beyond, left) } else { (left, beyond) };
            let to = match to {
                Some(to) if state.used >> to & 1 == 0 => to,
                _ => continue,
            };
            let lost = mirrored.map_or(0, |square| 1 << square);
            // Who can jump to the last square does.
            if lost & !state.used & 1 << (self.squares - 1) == 0 {
                *choice = Some(State { used: state.used | 1 << to | lost, at: to, right });
            }
        }
        choices
    }

    /// The squares of a best route.
    fn route(&mut self, mut state: State) -> Vec<usize> {
        let mut route = vec![state.at];
        while state.at + 1 != self.squares {
            let value = self.value(state);
            let choices = self.choices(state).into_iter().flatten();
            let mut best = choices.filter(|&next| self.after(state, next) == value);
            state = best.next().expect("a string of ones has a route");
            route.push(state.at);
        }
        route
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::solve;
    use super::*;

    /// Jumps and turns of the best of all strings: each is written down and solved.
    fn by_brute_force(squares: usize) -> (usize, usize) {
        let number = |i: usize| format!("{i:0squares$}").into_bytes();
        let routes = (0..10_usize.pow(squares as u32)).filter_map(|i| solve(&number(i)));
        routes.map(|route| (route.len() - 1, turns(&route))).max().unwrap()
    }

    #[test]
    fn short_strings_one_by_one() {
        for squares in 1..=5 {
            let made = best(squares).unwrap();
            assert_eq!((made.jumps, made.turns), by_brute_force(squares), "{squares}");
        }
    }

    #[test]
    #[ignore = "minutes; run it with: cargo test --release -p gridlock-solver one_by_one -- --ignored"]
    fn more_strings_one_by_one() {
        for squares in 6..=8 {
            let made = best(squares).unwrap();
            assert_eq!((made.jumps, made.turns), by_brute_force(squares), "{squares}");
        }
    }

    #[test]
    fn the_string_is_what_it_is_said_to_be() {
        for squares in 1..=14 {
            let made = best(squares).unwrap();
            let route = solve(&made.digits).unwrap();
            assert_eq!((route.len(), route.len() - 1), (squares, made.jumps));
            assert_eq!(turns(&route), made.turns);
        }
        assert_eq!((best(0), best(LONGEST + 1)), (None, None));
    }
}
