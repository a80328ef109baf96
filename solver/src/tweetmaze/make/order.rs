//! Looks for an order of the squares that turns often, by simulated annealing.
//!
//! A jump to the right is good when the mirrored square on the left was entered before, and the other
//! way round. So a route that turns at all goes to the right end first, over squares that it leaves
//! out, comes back over others, and takes the rest on its third way. The search starts from such an
//! order, most often without a bad jump, and moves squares about. A jump that is too long or whose
//! mirrored square is entered later costs more than a few turns bring: an order with many of them
//! would have more turns, but hardly ever finds the way back.

use super::random::Random;
use super::{Made, LONGEST};

/// The longest jump.
const REACH: usize = 9;

/// The temperature at the beginning and at the end, in turns.
const HOT: f64 = 0.6;
const COLD: f64 = 0.25;

/// What a bad jump costs, in turns.
const PENALTY: i64 = 6;

/// How far apart squares are that are entered on the first way; the more it leaves, the more turns.
const STRIDES: [usize; 2] = [8, 9];

/// Steps for each square in one round.
const STEPS: usize = 15_000;

/// The best string that one round finds; the same one for the same numbers.
///
/// # Panics
/// When the number of squares is 0 or more than [`LONGEST`].
pub fn round(squares: usize, seed: u64, round: u64) -> Made {
    assert!((1..=LONGEST).contains(&squares), "the caller checks the length");
    let mut random = Random::new(seed, round);
    let last_digit = random.below(10) as u8;
    let straight: Vec<usize> = (0..squares).collect();
    let mut best = Made::new(&straight, last_digit);
    if squares < 4 {
        return best;
    }
    let mut route = start(squares, &mut random);
    let steps = STEPS * squares;
    let mut limits = [0; 16];
    for step in 0..steps {
        if step % 1024 == 0 {
            let share = step as f64 / steps as f64;
            limits = acceptance(HOT * (COLD / HOT).powf(share));
        }
        let change = route.pick(&mut random);
        let cost = route.cost;
        route.apply(change);
        let rise = (route.cost.in_turns() - cost.in_turns()).clamp(0, 15) as usize;
        if rise > 0 && random.next() >> 32 >= limits[rise] {
            route.undo(change, cost);
        } else if route.cost.bad_jumps == 0 && route.cost.turns > best.turns {
            best = Made::new(&route.order, last_digit);
            if best.turns == squares - 2 {
                break;
            }
        }
    }
    best
}

/// For each rise in cost, how many of 2^32 such changes are made.
fn acceptance(temperature: f64) -> [u64; 16] {
    let mut limits = [0; 16];
    for (rise, limit) in limits.iter_mut().enumerate() {
        *limit = ((-(rise as f64) / temperature).exp() * 4_294_967_296.0) as u64;
    }
    limits
}

/// An order with few bad jumps, most often none.
fn start(squares: usize, random: &mut Random) -> Route {
    let step = STRIDES[random.below(STRIDES.len())];
    let tries = (0..200).map(|_| {
        let (first, second) = (1 + random.below(step), 1 + random.below(step));
        Route::new(three_ways(squares, step, first, second))
    });
    tries.min_by_key(|route| route.cost.bad_jumps).expect("there was a try")
}

/// To the right, back, and to the right again: the first two times over every so many squares, from
/// the given ones on, and then over all that are left.
fn three_ways(squares: usize, step: usize, first: usize, second: usize) -> Vec<usize> {
    let last = squares - 1;
    let mut order = vec![0];
    order.extend((first..last).step_by(step));
    let mut back: Vec<usize> = (second..last).step_by(step).collect();
    back.retain(|square| square % step != first % step);
    order.extend(back.iter().rev());
    let mut is_used = vec![false; squares];
    for &square in &order {
        is_used[square] = true;
    }
    order.extend((0..squares).filter(|&square| !is_used[square]));
    order
}

/// What an order of the squares is like.
#[derive(Clone, Copy, Default)]
struct Cost {
    bad_jumps: i64,
    turns: usize,
}

impl Cost {
    fn in_turns(self) -> i64 {
        PENALTY * self.bad_jumps - self.turns as i64
    }
}

/// A change of the order between two places, both included and neither of them an end.
#[derive(Clone, Copy)]
struct Change {
    from: usize,
    to: usize,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The squares in between are entered in the opposite order.
    Reverse,
    /// So many squares from the beginning go to the end.
    Rotate(usize),
    /// The first and the last one change places.
    Swap,
}

/// An order of the squares.
struct Route {
    order: Vec<usize>,
    /// The place of each square in the order.
    place: Vec<usize>,
    cost: Cost,
    /// What stood where the last change was made.
    before: Vec<usize>,
}

impl Route {
    fn new(order: Vec<usize>) -> Route {
        let place = vec![0; order.len()];
        let mut route = Route { order, place, cost: Cost::default(), before: Vec::new() };
        let last = route.order.len() - 2;
        route.number(1, last + 1);
        route.cost = route.measure(1, last);
        route
    }

    /// Notes the places of the squares between two of them.
    fn number(&mut self, from: usize, to: usize) {
        for i in from..=to {
            self.place[self.order[i]] = i;
        }
    }

    /// The cost of all that depends on the squares between two places.
    fn measure(&self, from: usize, to: usize) -> Cost {
        let mut cost = Cost::default();
        let mut was_right = None;
        let first = from.saturating_sub(2);
        for i in first..=(to + 1).min(self.order.len() - 2) {
            let (square, next) = (self.order[i], self.order[i + 1]);
            let right = next > square;
            cost.turns += usize::from(was_right == Some(!right));
            was_right = Some(right);
            if i + 1 >= from && i <= to {
                cost.bad_jumps += i64::from(self.is_bad(i, square, next));
            }
        }
        cost
    }

    /// Whether the jump from the square in place `i` is too long, or could lead the other way to a
    /// square that is entered later.
    fn is_bad(&self, i: usize, square: usize, next: usize) -> bool {
        let mirrored = (2 * square).wrapping_sub(next);
        square.max(next) - square.min(next) > REACH
            || self.place.get(mirrored).map_or(false, |&place| place > i)
    }

    /// A change that makes two squares neighbours in the order that are close to each other, most
    /// of the time.
    fn pick(&self, random: &mut Random) -> Change {
        let last = self.order.len() - 2;
        let i = random.below(last + 1);
        let other = (self.order[i] + random.below(2 * REACH + 1)).wrapping_sub(REACH);
        let j = self.place.get(other).map_or(i, |&place| place).clamp(1, last);
        let (from, to) = if j > i { (i + 1, j) } else { (j, i.max(1)) };
        let kind = match random.below(4) {
            0 => Kind::Reverse,
            1 => Kind::Swap,
            // A block of some squares changes places with all between.
            2 => Kind::Rotate(1 + random.below(3)),
            _ => Kind::Rotate((to - from + 1).saturating_sub(1 + random.below(3))),
        };
        Change { from, to, kind }
    }

    fn apply(&mut self, change: Change) {
        let Change { from, to, kind } = change;
        let old = self.measure(from, to);
        let window = &mut self.order[from..=to];
        self.before.clear();
        self.before.extend_from_slice(window);
        match kind {
            Kind::Reverse => window.reverse(),
            Kind::Rotate(squares) => {
                let squares = squares % window.len();
                window.rotate_left(squares);
            }
            Kind::Swap => window.swap(0, to - from),
        }
        self.number(from, to);
        let new = self.measure(from, to);
        self.cost.bad_jumps += new.bad_jumps - old.bad_jumps;
        self.cost.turns = self.cost.turns + new.turns - old.turns;
    }

    fn undo(&mut self, change: Change, cost: Cost) {
        self.order[change.from..=change.to].copy_from_slice(&self.before);
        self.number(change.from, change.to);
        self.cost = cost;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::solve;
    use super::super::turns;
    use super::*;

    #[test]
    fn the_cost_is_kept_through_all_changes() {
        let mut random = Random::new(1, 2);
        for squares in [4, 5, 9, 40, 140] {
            let mut route = start(squares, &mut random);
            for _ in 0..2000 {
                let change = route.pick(&mut random);
                let cost = route.cost;
                route.apply(change);
                if random.below(3) == 0 {
                    route.undo(change, cost);
                }
                let whole = Route::new(route.order.clone());
                assert_eq!(route.cost.in_turns(), whole.cost.in_turns());
                assert_eq!(route.cost.turns, turns(&route.order));
                assert_eq!(route.place, whole.place);
                assert_eq!((route.order[0], route.order[squares - 1]), (0, squares - 1));
            }
        }
    }

    #[test]
    fn a_route_without_bad_jumps_is_the_shortest_one() {
        for squares in [1, 2, 3, 4, 7, 16, 30] {
            let made = round(squares, 7, 1);
            let route = solve(&made.digits).unwrap();
            assert_eq!((route.len() - 1, turns(&route)), (made.jumps, made.turns), "{squares}");
            assert_eq!(made.jumps, squares - 1);
            assert_eq!(round(squares, 7, 1), made);
        }
    }
}
