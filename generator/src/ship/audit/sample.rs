//! Positions of a level by chance.

use std::collections::HashSet;

use rand::rngs::StdRng;
use rand::seq::index;
use rand::{Rng, SeedableRng};

use super::level::{Level, State};

/// A walk is this many pushes long at most.
const LONGEST: usize = 60;

/// Different positions of a level, up to `count`: half of them met by pushing at random from the
/// start, the others with boxes and player anywhere. Boxes are only where a lone box can still be
/// pushed to a goal, so that what is dead is not dead for the simplest of reasons.
pub fn states(level: &Level, count: usize, seed: u64) -> Vec<State> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut found = HashSet::new();
    let mut list = Vec::new();
    // Small levels have fewer positions.
    for attempt in 0..20 * count {
        if list.len() >= count {
            break;
        }
        let before = list.len();
        if attempt % 2 == 0 {
            walk(level, count / 2, &mut random, &mut |state| {
                if found.insert(state) {
                    list.push(state);
                }
            });
        } else {
            while list.len() < count && list.len() < before + LONGEST / 2 {
                let state = anywhere(level, &mut random);
                if !found.insert(state) {
                    break;
                }
                list.push(state);
            }
        }
    }
    list.truncate(count);
    list
}

/// Pushes boxes about until none can be pushed.
fn walk(level: &Level, most: usize, random: &mut StdRng, visit: &mut impl FnMut(State)) {
    let mut state = State { boxes: level.boxes, player: level.player };
    for _ in 0..random.random_range(1..=LONGEST.min(most.max(1))) {
        let mut pushes = Vec::new();
        level.for_each_push(state, |push| {
            if push.boxes & !(level.alive | level.boxes) == 0 {
                pushes.push(push);
            }
        });
        if pushes.is_empty() {
            return;
        }
        state = pushes[random.random_range(0..pushes.len())];
        visit(state);
    }
}

fn anywhere(level: &Level, random: &mut StdRng) -> State {
    let open: Vec<u64> =
        (0..level.cells.len()).map(|cell| 1 << cell).filter(|bit| level.alive & bit != 0).collect();
    let count = (level.boxes.count_ones() as usize).min(open.len());
    let boxes = index::sample(random, open.len(), count).into_iter().map(|i| open[i]).sum();
    let free: Vec<u8> =
        (0..level.cells.len() as u8).filter(|cell| boxes >> cell & 1 == 0).collect();
    State { boxes, player: free[random.random_range(0..free.len())] }
}
