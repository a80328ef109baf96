//! Plain exploration of the local game: is a state dead for given goals?

use super::game::{LocalGame, Push, Region};

/// Explores the states that can be reached from one state.
///
/// The working memory is kept between questions, so one explorer serves many.
#[derive(Default)]
pub struct Explorer {
    /// Open addressing over state keys; 0 is a free slot.
    seen: Vec<u32>,
    count: usize,
    left: Vec<State>,
}

#[derive(Clone, Copy)]
struct State {
    boxes: u32,
    here: u32,
    beyond: bool,
}

impl Explorer {
    /// A new explorer.
    pub fn new() -> Explorer {
        Explorer::default()
    }

    /// Whether no state can be reached in which every box left in the window is on one of `goals`.
    ///
    /// `boxes` and `walls` are disjoint; `region` is a region of `walls | boxes`.
    pub fn is_dead(
        &mut self,
        game: &LocalGame,
        walls: u32,
        boxes: u32,
        region: Region,
        goals: u32,
    ) -> bool {
        self.seen.clear();
        self.seen.resize(64, 0);
        self.count = 0;
        self.left.clear();
        let here = game.cells_of(walls | boxes, region);
        self.visit(State { boxes, here, beyond: region == Region::Outside });
        let mut found = Vec::new();
        while let Some(State { boxes, here, beyond }) = self.left.pop() {
            if boxes & !goals == 0 {
                return false;
            }
            game.for_each_push_from(walls, boxes, here, beyond, |push| found.push(push));
            for Push { boxes, player } in found.drain(..) {
                let solid = walls | boxes;
                let region = game.region_of(solid, player);
                let here = game.cells_of(solid, region);
                self.visit(State { boxes, here, beyond: region == Region::Outside });
            }
        }
        true
    }

    /// Notes a state to be looked at, unless it was noted before.
    fn visit(&mut self, state: State) {
        // The lowest cell tells a pocket from all others; cell numbers fit in five bits.
        let region = if state.beyond { 31 } else { state.here.trailing_zeros() };
        let key = state.boxes << 5 | region;
        if 2 * self.count >= self.seen.len() {
            self.grow();
        }
        if insert(&mut self.seen, key) {
            self.count += 1;
            self.left.push(state);
        }
    }

    fn grow(&mut self) {
        let mut larger = vec![0; 4 * self.seen.len()];
        for &key in self.seen.iter().filter(|&&key| key != 0) {
            insert(&mut larger, key);
        }
        self.seen = larger;
    }
}

/// Puts `key`, which is not 0, into the table; false when it was there.
fn insert(table: &mut [u32], key: u32) -> bool {
    let mask = table.len() - 1;
    let mut slot = (key.wrapping_mul(0x9e37_79b1) >> 7) as usize & mask;
    while table[slot] != 0 {
        if table[slot] == key {
            return false;
        }
        slot = (slot + 1) & mask;
    }
    table[slot] = key;
    true
}
