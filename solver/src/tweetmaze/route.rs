//! The fewest jumps, by breadth-first search from the last square back to the first.
//!
//! Of all shortest routes, a breadth-first search that tries left before right finds the one that
//! jumps to the left wherever this is as good, from the first square on. To follow it one needs to know
//! for each square whether the jump to the left comes nearer to the end, and a search from the end
//! tells that.
//!
//! The front of this search, the squares with the same number of jumps to the end, is a bunch that
//! moves through the string and is seldom more than 30 squares wide. So it fits into a word, and the
//! jumps into it are found by two shifts for each digit.

use super::forward;
use super::window::{Window, REACH, WIDTH};

/// One of so many squares may be in a front that does not fit into a window, and as many in any string.
const PATIENCE: usize = 64;

/// Places in front of the string, so that a window can begin there.
const MARGIN: usize = WIDTH;

/// The positions of a shortest route from the first to the last square, both included; `None` when
/// there is none. Of several it is the one that a breadth-first search finds which tries left before
/// right.
///
/// Takes ASCII digits, as [`digits`](super::digits::digits) gives them. No jump leads from a square
/// with anything else, as from one with 0. An empty string has no route. Time is linear; memory is
/// two bits for each square, and the route.
pub fn solve(squares: &[u8]) -> Option<Vec<usize>> {
    if squares.is_empty() {
        return None;
    }
    let mut search = Search::new(squares);
    match search.run() {
        Outcome::Found { jumps } => Some(search.route(jumps)),
        Outcome::NoRoute => None,
        Outcome::Scattered => forward::solve(squares),
    }
}

/// How a search ends.
enum Outcome {
    Found {
        jumps: usize,
    },
    NoRoute,
    /// The squares of the front are so far apart that another search is faster.
    Scattered,
}

/// A search from the last square; places are squares with the [`MARGIN`] in front of them.
struct Search<'a> {
    squares: &'a [u8],
    /// The places from which a route to the last square was found, eight to a byte.
    seen: Vec<u8>,
    /// Those from which the jump to the left is the first one of such a route.
    left: Vec<u8>,
}

/// What changes in a window.
struct State {
    /// The front.
    cells: u64,
    seen: u64,
    left: u64,
    jumps: usize,
}

impl State {
    /// Moves the front on until it is empty or has a square of `stop`; `origins` are the squares from
    /// which a jump to the left, and those from which one to the right leads to some squares.
    #[inline]
    fn advance(&mut self, stop: u64, origins: impl Fn(u64) -> (u64, u64)) {
        let State { mut cells, mut seen, mut left, mut jumps } = *self;
        while cells & stop == 0 && cells != 0 {
            let (to_left, to_right) = origins(cells);
            left |= to_left & !seen;
            cells = (to_left | to_right) & !seen;
            seen |= cells;
            jumps += 1;
        }
        *self = State { cells, seen, left, jumps };
    }

    /// Does the same at once where all jumps are equally long, for a front of one square that moves to
    /// the left; other fronts stay where they are.
    #[inline]
    fn advance_evenly(&mut self, stop: u64, jump: u32) {
        let (cells, free) = (self.cells, !self.seen);
        if !cells.is_power_of_two() || cells & stop != 0 || cells << jump & free != 0 {
            return;
        }
        // By doubling: `reached` are the squares of the first 1, 2, 4... jumps, and `paths` those from
        // which as many jumps lead over free squares.
        let (mut reached, mut paths, mut length) = (cells, free & !stop, jump);
        while length < u64::BITS {
            reached |= reached >> length & paths;
            paths &= paths >> length;
            length *= 2;
        }
        self.jumps += reached.count_ones() as usize;
        self.cells = (reached & reached.wrapping_neg()) >> jump & free;
        self.seen |= reached | self.cells;
    }
}

impl Search<'_> {
    fn new(squares: &[u8]) -> Search<'_> {
        let bytes = (squares.len() + 3 * WIDTH) / 8;
        Search { squares, seen: vec![0; bytes], left: vec![0; bytes] }
    }

    /// Searches until the first square is found.
    fn run(&mut self) -> Outcome {
        let last = MARGIN + self.squares.len() - 1;
        let (mut front, mut next, mut jumps) = (vec![last], Vec::new(), 0);
        // So many squares may be met one by one.
        let mut patience = PATIENCE + self.squares.len() / PATIENCE;
        set(&mut self.seen, last);
        while !get(&self.seen, MARGIN) {
            let (low, high) = match (front.iter().min(), front.iter().max()) {
                (Some(&low), Some(&high)) => (low, high),
                _ => return Outcome::NoRoute,
            };
            if let Some(base) = Window::place(low, high, true) {
                jumps += self.glide(base, &mut front);
                continue;
            }
            if patience < front.len() {
                return Outcome::Scattered;
            }
            patience -= front.len();
            self.step(&front, &mut next);
            std::mem::swap(&mut front, &mut next);
            jumps += 1;
        }
        Outcome::Found { jumps }
    }

    /// Moves the front on in windows until it is empty, too wide for one or has the first square; the
    /// number of jumps.
    fn glide(&mut self, mut base: usize, front: &mut Vec<usize>) -> usize {
        let cells = front.iter().fold(0, |cells, at| cells | 1 << (at - base));
        let mut state = State { cells, seen: 0, left: 0, jumps: 0 };
        loop {
            let goal = if base <= MARGIN { 1 << (MARGIN - base) } else { 0 };
            let stop = goal | !Window::MIDDLE;
            (state.seen, state.left) = (load(&self.seen, base), load(&self.left, base));
            if let Some(jump) = Window::only_digit(self.squares, MARGIN, base) {
                state.advance_evenly(stop, jump);
                state.advance(stop, |to| (to << jump, to >> jump));
            } else {
                let window = Window::new(self.squares, MARGIN, base);
                // With fewer digits to look for each jump takes less time.
                match window.digits() {
                    0..=2 => state.advance(stop, |to| window.some_origins::<2>(to)),
                    3 => state.advance(stop, |to| window.some_origins::<3>(to)),
                    4 => state.advance(stop, |to| window.some_origins::<4>(to)),
                    _ => state.advance(stop, |to| window.origins(to)),
                }
            }
            store(&mut self.seen, base, state.seen);
            store(&mut self.left, base, state.left);

            let next = moved(base, state.cells).filter(|_| state.cells & goal == 0);
            if let Some((next, cells)) = next {
                (base, state.cells) = (next, cells);
            } else {
                let cells = (0..WIDTH).filter(|i| state.cells >> i & 1 == 1);
                front.clear();
                front.extend(cells.map(|i| base + i));
                return state.jumps;
            }
        }
    }

    /// Lists the next front after one of any width. Jumps to the left are noted first, whatever is
    /// found from where.
    fn step(&mut self, front: &[usize], next: &mut Vec<usize>) {
        next.clear();
        for to_left in [true, false] {
            for &to in front {
                let mut jumps = self.jumps(to, to_left);
                while jumps != 0 {
                    let jump = jumps.trailing_zeros() as usize;
                    jumps &= jumps - 1;
                    let from = if to_left { to + jump } else { to - jump };
                    if !get(&self.seen, from) {
                        set(&mut self.seen, from);
                        if to_left {
                            set(&mut self.left, from);
                        }
                        next.push(from);
                    }
                }
            }
        }
    }

    /// The lengths of all jumps to the left, or of all to the right, that end in a place, as bits.
    fn jumps(&self, to: usize, to_left: bool) -> u32 {
        let square = |jump: usize| {
            let from = if to_left { to + jump } else { to - jump };
            from.checked_sub(MARGIN).and_then(|square| self.squares.get(square)).copied()
        };
        (1..=REACH).fold(0, |jumps, jump| {
            jumps | u32::from(square(jump) == Some(b'0' + jump as u8)) << jump
        })
    }

    /// The route with so many jumps.
    fn route(&self, jumps: usize) -> Vec<usize> {
        let (last, mut square) = (self.squares.len() - 1, 0);
        let mut route = Vec::with_capacity(jumps + 1);
        while route.len() < jumps {
            let (place, digit) = (MARGIN + square, self.digit(square));
            let left = load(&self.left, place) >> (place % 8);
            let end = last.min(square + FORESIGHT);
            if left != 0 || square + EVEN > end {
                route.push(square);
                square = if left & 1 == 1 { square - digit } else { square + digit };
            } else if self.is_even(square) {
                let more = (EVEN + digit - 1) / digit;
                route.extend((0..more).map(|i| square + i * digit));
                square += more * digit;
            } else {
                // Where to go next need not be looked up.
                while square < end {
                    route.push(square);
                    square += self.digit(square);
                }
            }
        }
        route.push(square);
        route
    }

    fn digit(&self, square: usize) -> usize {
        usize::from(self.squares[square]) - usize::from(b'0')
    }

    /// Whether the next [`EVEN`] squares have the same digit.
    fn is_even(&self, square: usize) -> bool {
        self.squares.get(square..square + EVEN).map_or(false, |digits| {
            let digits = u64::from_le_bytes(digits.try_into().expect("it is as long"));
            digits == (digits << 8 | digits & 0xff)
        })
    }
}

/// For so many squares at least one look tells which of them to leave to the left.
const FORESIGHT: usize = WIDTH - 8;

/// How many squares of a route are compared with each other.
const EVEN: usize = 8;

/// The next window for a front that has left the middle of one, and its squares there, if there are any
/// and they fit into it.
fn moved(base: usize, cells: u64) -> Option<(usize, u64)> {
    if cells == 0 {
        return None;
    }
    let (low, high) = (cells.trailing_zeros() as usize, WIDTH - 1 - cells.leading_zeros() as usize);
    let next = Window::place(base + low, base + high, low < REACH)?;
    Some((next, if next < base { cells << (base - next) } else { cells >> (next - base) }))
}

fn get(bits: &[u8], at: usize) -> bool {
    bits[at / 8] >> (at % 8) & 1 == 1
}

fn set(bits: &mut [u8], at: usize) {
    bits[at / 8] |= 1 << (at % 8);
}

/// 64 bits, from a multiple of 8 on.
fn load(bits: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bits[at / 8..at / 8 + 8].try_into().expect("eight bytes"))
}

fn store(bits: &mut [u8], at: usize, word: u64) {
    bits[at / 8..at / 8 + 8].copy_from_slice(&word.to_le_bytes());
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
