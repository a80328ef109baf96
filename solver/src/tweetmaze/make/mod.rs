//! Makes strings of digits whose shortest route is as long as can be, and winds as much as can be.
//!
//! No route enters a square twice, so one through n squares has at most n - 1 jumps. A string of ones
//! has such a route: straight along, which is no puzzle. Among the strings whose only route leads
//! through all squares, the ones wanted here are those whose route turns most often, from left to
//! right or from right to left.
//!
//! What makes a route s(0), s(1), ... shortest: a jump from s(i) to s(i+1) could as well go the other
//! way, to 2 s(i) - s(i+1). The route is the shortest one, and the only one, exactly when each of
//! these mirrored squares lies outside of the string or was entered before. So the search needs no
//! digits at all: it looks for an order of the squares.

pub mod exhaust;
pub mod order;
mod random;

/// The longest string that may be asked for.
pub const LONGEST: usize = 2000;

/// A string, and what its route is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// ASCII digits.
    pub digits: Vec<u8>,
    /// The fewest jumps to the last square.
    pub jumps: usize,
    /// How often the route turns.
    pub turns: usize,
}

impl Made {
    /// The string whose route enters all squares in this order; the digit of the last square, from
    /// which nobody jumps, may be any.
    fn new(order: &[usize], last_digit: u8) -> Made {
        let mut digits = vec![b'0' + last_digit; order.len()];
        for pair in order.windows(2) {
            let jump = pair[0].max(pair[1]) - pair[0].min(pair[1]);
            digits[pair[0]] = b'0' + jump as u8;
        }
        Made { digits, jumps: order.len() - 1, turns: turns(order) }
    }

    /// Whether this is a better one: more jumps, or as many and more turns.
    pub fn is_better_than(&self, other: &Made) -> bool {
        (self.jumps, self.turns) > (other.jumps, other.turns)
    }
}

/// How often a route turns from left to right or from right to left.
pub fn turns(route: &[usize]) -> usize {
    route.windows(3).filter(|w| (w[0] < w[1]) != (w[1] < w[2])).count()
}
