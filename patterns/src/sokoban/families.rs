//! A part of a level, solved for all its box sets at once.
//!
//! "Alive with the player on this spot" is a family of box sets, a string of `2^boxes` bits, and
//! walking or pushing moves whole families: bit `B` of one family follows from bit `B'` of another,
//! where `B'` differs by a fixed number for one push. So every rule is a shift, a mask and an OR on
//! words, repeated until nothing changes.

use super::words::WITHOUT;

/// What can happen in a part of a level.
///
/// Spots are where the player can be; the last one is everywhere beyond the part. Box cells are
/// where boxes can be.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Game {
    /// How many box cells there are.
    pub(crate) boxes: usize,
    /// Per spot the box cell there as a mask, 0 for none; `None` for a spot that cannot be used.
    pub(crate) spots: Vec<Option<u32>>,
    /// Box cells that never hold a box.
    pub(crate) walls: u32,
    /// Box cells that are goals.
    pub(crate) goals: u32,
    /// Ways to get from a position to the next.
    pub(crate) rules: Vec<Rule>,
}

/// A rule: `B` is in the family of spot `to` when `B` has all of `with`, none of `without`, and
/// `B ^ flip` is in the family of spot `from`. `flip` changes only cells of `with` and `without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rule {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) with: u32,
    pub(crate) without: u32,
    pub(crate) flip: u32,
}

impl Rule {
    /// A step of the player from spot `to`, where the box cell `here` is, onto spot `from`.
    pub(crate) fn walk(from: usize, to: usize, here: u32) -> Rule {
        Rule { from, to, with: 0, without: here, flip: 0 }
    }

    /// A push by the player on spot `to`, which is box cell `behind`, of the box on `here`, where he
    /// then stands, to `ahead`. Cells where no box can be are 0, and a box pushed there is gone.
    pub(crate) fn push(from: usize, to: usize, [behind, here, ahead]: [u32; 3]) -> Rule {
        Rule { from, to, with: here, without: ahead | behind, flip: here | ahead }
    }
}

/// Families of box sets, one for each spot.
pub(crate) struct Families {
    words: usize,
    /// Distance of two families. A little more than `words`: at a power of two all families would
    /// compete for the same cache lines.
    stride: usize,
    bits: Vec<u64>,
}

impl Families {
    /// The families that are alive, given the sets that are without a push.
    pub(crate) fn new(game: &Game, base: &[u64]) -> Families {
        let (words, stride) = (base.len(), base.len() + 8);
        let mut families = Families { words, stride, bits: vec![0; stride * game.spots.len()] };
        for (spot, under) in game.spots.iter().enumerate() {
            if let Some(under) = under {
                let family = &mut families.bits[spot * stride..][..words];
                family.copy_from_slice(base);
                drop_with(family, *under);
            }
        }
        families.close(game);
        families
    }

    /// Applies all rules until nothing changes.
    fn close(&mut self, game: &Game) {
        let mut rules: Vec<Vec<Rule>> = vec![Vec::new(); game.spots.len()];
        game.rules.iter().for_each(|rule| rules[rule.from].push(*rule));
        let mut changed: Vec<bool> = rules.iter().map(|rules| !rules.is_empty()).collect();
        while changed.contains(&true) {
            for (spot, rules) in rules.iter().enumerate() {
                if std::mem::take(&mut changed[spot]) {
                    for rule in rules {
                        changed[rule.to] |= self.apply(rule, game.walls);
                    }
                }
            }
        }
    }

    /// How many words a family has.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The family of a spot.
    pub(crate) fn of(&self, spot: usize) -> &[u64] {
        &self.bits[spot * self.stride..][..self.words]
    }

    /// The families of two different spots, the second one to be changed.
    fn pair(&mut self, from: usize, to: usize) -> (&[u64], &mut [u64]) {
        let (words, stride) = (self.words, self.stride);
        if from < to {
            let (low, high) = self.bits.split_at_mut(to * stride);
            (&low[from * stride..][..words], &mut high[..words])
        } else {
            let (low, high) = self.bits.split_at_mut(from * stride);
            (&high[..words], &mut low[to * stride..][..words])
        }
    }

    /// Adds what the rule adds; true when that is something.
    fn apply(&mut self, rule: &Rule, walls: u32) -> bool {
        let mut keep = !0;
        for (i, without) in WITHOUT.iter().enumerate() {
            if rule.with >> i & 1 == 1 {
                keep &= !without;
            }
            if rule.without >> i & 1 == 1 {
                keep &= without;
            }
        }
        // Within a word `B ^ flip` lies at a fixed distance from `B`.
        let up = rule.flip & rule.with & 63;
        let down = rule.flip & rule.without & 63;
        let high = |mask: u32| mask as usize >> 6;
        let fixed = high(rule.with | rule.without | walls);
        let run = 1 << (fixed | self.words).trailing_zeros();
        let free = (self.words - 1) & !fixed & !(run - 1);
        let (with, flip) = (high(rule.with), high(rule.flip));
        let (source, target) = self.pair(rule.from, rule.to);
        let mut changed = 0;
        let mut rest = 0;
        loop {
            let j = with | rest;
            let source = &source[j ^ flip..][..run];
            let target = &mut target[j..][..run];
            changed |= if up >= down {
                add(source, target, |word| word << (up - down) & keep)
            } else {
                add(source, target, |word| word >> (down - up) & keep)
            };
            rest = rest.wrapping_sub(free) & free;
            if rest == 0 {
                return changed != 0;
            }
        }
    }
}

/// Adds the moved words of `source` to `target`; the bits that are new.
#[inline]
fn add(source: &[u64], target: &mut [u64], moved: impl Fn(u64) -> u64) -> u64 {
    let mut changed = 0;
    for (word, &from) in target.iter_mut().zip(source) {
        let new = moved(from) & !*word;
        *word |= new;
        changed |= new;
    }
    changed
}

impl Game {
    /// The box sets that lie on goals.
    pub(crate) fn solved(&self) -> Vec<u64> {
        let mut solved = vec![!0; 1 << self.boxes.saturating_sub(6)];
        drop_with(&mut solved, ((1 << self.boxes) - 1) & !self.goals);
        solved
    }
}

/// Per word of a family, the sets that have none of these box cells.
pub(crate) fn without(cells: u32) -> impl Fn(usize) -> u64 {
    let low = WITHOUT.iter().enumerate().filter(|(i, _)| cells >> i & 1 == 1);
    let low = low.fold(!0, |word, (_, without)| word & without);
    let high = cells as usize >> 6;
    move |j| if j & high == 0 { low } else { 0 }
}

/// Takes the sets that have one of these box cells out of a family.
pub(crate) fn drop_with(family: &mut [u64], cells: u32) {
    let without = without(cells);
    for (j, word) in family.iter_mut().enumerate() {
        *word &= without(j);
    }
}

/// Adds to a family all sets that contain one of it and otherwise only these box cells.
pub(crate) fn close_upwards(family: &mut [u64], cells: u32) {
    for cell in (0..32).filter(|cell| cells >> cell & 1 == 1) {
        if cell < 6 {
            for word in family.iter_mut() {
                *word |= (*word & WITHOUT[cell]) << (1 << cell);
            }
        } else {
            let size = 1 << (cell - 6);
            for block in family.chunks_exact_mut(2 * size) {
                let (without, with) = block.split_at_mut(size);
                for (larger, smaller) in with.iter_mut().zip(without) {
                    *larger |= *smaller;
                }
            }
        }
    }
}
