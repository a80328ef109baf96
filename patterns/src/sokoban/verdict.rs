//! Which box sets of a part of a level are dead, and for which player.

use super::families::{without, Families, Game};

/// The verdicts on all box sets of a part of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdicts {
    /// Per word: the sets that are dead for some player, and those that are dead for every player.
    dead: Vec<[u64; 2]>,
    /// Per word where these differ: the first of its entries in `alive`.
    first: Vec<u32>,
    /// One word a spot: the sets that are alive for a player there.
    alive: Vec<u64>,
}

impl Verdicts {
    /// Plays the game to its end. `solved` are the box sets that are alive without a push.
    pub(crate) fn new(game: &Game, solved: &[u64]) -> Verdicts {
        let families = Families::new(game, solved);
        let spots = || game.spots.iter().enumerate().filter_map(|(i, &under)| Some((i, under?)));
        let words = families.words();
        let mut some = vec![0; words];
        let mut every = vec![!0; words];
        for (spot, under) in spots() {
            let without = without(under);
            for (j, &alive) in families.of(spot).iter().enumerate() {
                every[j] &= !alive;
                some[j] |= !alive & without(j);
            }
        }
        let mut first = Vec::with_capacity(words);
        let mut alive = Vec::new();
        for j in 0..words {
            first.push(alive.len() as u32);
            if some[j] & !every[j] != 0 {
                alive.extend((0..game.spots.len()).map(|spot| families.of(spot)[j]));
            }
        }
        let dead = some.into_iter().zip(every).map(|(some, every)| [some, every]).collect();
        Verdicts { dead, first, alive }
    }

    /// Whether these boxes are dead for a player on the spot that `spot` gives when it is needed.
    #[inline]
    pub(crate) fn is_dead(&self, boxes: u32, spot: impl FnOnce() -> usize) -> bool {
        let (j, bit) = (boxes as usize >> 6, boxes & 63);
        let [some, all] = self.dead[j];
        if some >> bit & 1 == 0 {
            return false;
        }
        all >> bit & 1 == 1 || self.alive[self.first[j] as usize + spot()] >> bit & 1 == 0
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.dead.len() * 16 + self.first.len() * 4 + self.alive.len() * 8
    }
}
