//! A part of a level, solved for all its box sets at once.
//!
//! "Alive with the player on this spot" is a family of box sets, a string of `2^boxes` bits, and
//! walking or pushing moves whole families: bit `B` of one family follows from bit `B'` of another,
//! where `B'` is the same for a step and differs by a fixed number for a push. So every rule is a
//! shift, a mask and an OR on words, repeated until nothing changes.

use std::collections::BTreeSet;

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
    /// Pairs of spots side by side, each pair once.
    pub(crate) steps: BTreeSet<[usize; 2]>,
    /// What can be pushed.
    pub(crate) pushes: Vec<Push>,
}

/// A push: `B` is in the family of spot `to` when `B` has all of `with`, none of `without`, and
/// `B ^ flip` is in the family of spot `from`. `flip` changes only cells of `with` and `without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Push {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) with: u32,
    pub(crate) without: u32,
    pub(crate) flip: u32,
}

impl Push {
    /// A push by the player on spot `to`, which is box cell `behind`, of the box on `here`, where he
    /// then stands, to `ahead`. Cells where no box can be are 0, and a box pushed there is gone.
    pub(crate) fn new(from: usize, to: usize, [behind, here, ahead]: [u32; 3]) -> Push {
        Push { from, to, with: here, without: ahead | behind, flip: here | ahead }
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
        let mut steps: Vec<Vec<[usize; 2]>> = vec![Vec::new(); game.spots.len()];
        for step in &game.steps {
            let [a, b] = *step;
            steps[a].push(*step);
            steps[b].push(*step);
        }
        let mut pushes: Vec<Vec<Push>> = vec![Vec::new(); game.spots.len()];
        game.pushes.iter().for_each(|push| pushes[push.from].push(*push));
        let mut changed: Vec<bool> = game.spots.iter().map(Option::is_some).collect();
        while changed.contains(&true) {
            for spot in 0..changed.len() {
                if std::mem::take(&mut changed[spot]) {
                    for &[a, b] in &steps[spot] {
                        let new = self.join(game, a, b);
                        changed[a] |= new[0];
                        changed[b] |= new[1];
                    }
                    for push in &pushes[spot] {
                        changed[push.to] |= self.apply(push, game.walls);
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

    /// The families of two different spots.
    fn pair(&mut self, one: usize, other: usize) -> (&mut [u64], &mut [u64]) {
        let (words, stride) = (self.words, self.stride);
        let (low, high) = self.bits.split_at_mut(one.max(other) * stride);
        let (low, high) = (&mut low[one.min(other) * stride..][..words], &mut high[..words]);
        if one < other {
            (low, high)
        } else {
            (high, low)
        }
    }

    /// Without a box on either of them, two spots side by side have the same sets; tells which of the
    /// families got more.
    fn join(&mut self, game: &Game, a: usize, b: usize) -> [bool; 2] {
        let free = game.spots[a].unwrap_or(0) | game.spots[b].unwrap_or(0);
        let words = Words::new(self.words, 0, free, game.walls);
        let keep = words.keep;
        let (first, second) = self.pair(a, b);
        let mut new = [0, 0];
        words.for_each_run(|j, run| {
            for (a, b) in first[j..][..run].iter_mut().zip(&mut second[j..][..run]) {
                let both = (*a | *b) & keep;
                new[0] |= both & !*a;
                new[1] |= both & !*b;
                *a |= both;
                *b |= both;
            }
        });
        new.map(|new| new != 0)
    }

    /// Adds what a push adds; true when that is something.
    fn apply(&mut self, push: &Push, walls: u32) -> bool {
        let words = Words::new(self.words, push.with, push.without, walls);
        let keep = words.keep;
        // Within a word `B ^ flip` lies at a fixed distance from `B`.
        let up = push.flip & push.with & 63;
        let down = push.flip & push.without & 63;
        let flip = push.flip as usize >> 6;
        let (source, target) = self.pair(push.from, push.to);
        let mut changed = 0;
        words.for_each_run(|j, run| {
            let source = &source[j ^ flip..][..run];
            let target = &mut target[j..][..run];
            changed |= if up >= down {
                add(source, target, |word| word << (up - down) & keep)
            } else {
                add(source, target, |word| word >> (down - up) & keep)
            };
        });
        changed != 0
    }
}

/// The words of a family, and bits of them, whose sets have some cells and are without others.
struct Words {
    /// These bits of each word.
    keep: u64,
    /// What the number of a word must have in it.
    with: usize,
    /// So many words in a row are among them.
    run: usize,
    /// What changes from one such row to the next.
    steps: usize,
}

impl Words {
    /// Walls are without boxes too, but nothing is kept out because of them.
    fn new(words: usize, with: u32, without: u32, walls: u32) -> Words {
        let mut keep = !0;
        for (i, word) in WITHOUT.iter().enumerate() {
            if with >> i & 1 == 1 {
                keep &= !word;
            }
            if without >> i & 1 == 1 {
                keep &= word;
            }
        }
        let fixed = (with | without | walls) as usize >> 6;
        let run = 1 << (fixed | words).trailing_zeros();
        let steps = (words - 1) & !fixed & !(run - 1);
        Words { keep, with: with as usize >> 6, run, steps }
    }

    /// Visits each row of words: its first one, and how many.
    #[inline]
    fn for_each_run(&self, mut visit: impl FnMut(usize, usize)) {
        let mut rest = 0;
        loop {
            visit(self.with | rest, self.run);
            rest = rest.wrapping_sub(self.steps) & self.steps;
            if rest == 0 {
                return;
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
