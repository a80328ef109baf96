//! One window of one level, solved: which box sets are dead, and for which player.
//!
//! All box sets are solved at once. "Alive with the player on this spot" is a family of box sets, a
//! string of `2^cells` bits, and walking or pushing moves whole families: bit `B` of one family
//! follows from bit `B'` of another, where `B'` differs by a fixed number for one push. So every
//! rule is a shift, a mask and an OR on words, repeated until nothing changes.

use super::words::WITHOUT;

/// A window as it lies on a level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scene {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) walls: u32,
    pub(crate) goals: u32,
    /// Per direction up, down, left, right: the cells from which a step that way leaves the window
    /// onto a floor cell.
    pub(crate) exits: [u32; 4],
}

impl Scene {
    fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// Where the player can be: on a cell that is no wall, or beyond the window.
    fn spots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..=self.cells()).filter(move |spot| self.walls >> spot & 1 == 0)
    }

    fn neighbour(&self, cell: usize, dir: usize) -> Option<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let next = match dir {
            0 if row > 0 => cell - self.cols,
            1 if row + 1 < self.rows => cell + self.cols,
            2 if col > 0 => cell - 1,
            3 if col + 1 < self.cols => cell + 1,
            _ => return None,
        };
        if self.walls >> next & 1 == 0 {
            Some(next)
        } else {
            None
        }
    }

    fn leaves(&self, cell: usize, dir: usize) -> bool {
        self.exits[dir] >> cell & 1 == 1
    }
}

/// A rule: `B` is in the family of spot `to` when `B` has all of `with`, none of `without`, and
/// `B ^ flip` is in the family of spot `from`. `flip` changes only cells of `with` and `without`.
struct Rule {
    from: usize,
    to: usize,
    with: u32,
    without: u32,
    flip: u32,
}

/// All rules of a window. Spot number `cells` is beyond the window.
fn rules(scene: &Scene) -> Vec<Rule> {
    let beyond = scene.cells();
    let mut rules = Vec::new();
    for cell in (0..beyond).filter(|&cell| scene.walls >> cell & 1 == 0) {
        let here = 1 << cell;
        for dir in 0..4 {
            // Walking from `cell` one step, onto a cell or out; and in from outside.
            let next = scene.neighbour(cell, dir);
            let leaves = scene.leaves(cell, dir);
            let walk = |from, to, without| Rule { from, to, with: 0, without, flip: 0 };
            if let Some(next) = next {
                rules.push(walk(next, cell, here));
            } else if leaves {
                rules.push(walk(beyond, cell, here));
                rules.push(walk(cell, beyond, here));
            }
            // Pushing a box away from `cell`: the player comes from behind and ends here.
            let back = dir ^ 1;
            let (behind, not_behind) = match scene.neighbour(cell, back) {
                Some(behind) => (behind, 1 << behind),
                None if scene.leaves(cell, back) => (beyond, 0),
                None => continue,
            };
            let ahead = match next {
                Some(ahead) => 1 << ahead,
                None if leaves => 0,
                None => continue,
            };
            let without = ahead | not_behind;
            rules.push(Rule { from: cell, to: behind, with: here, without, flip: here | ahead });
        }
    }
    rules
}

/// Families of box sets, one for each spot.
struct Families {
    words: usize,
    /// Distance of two families. A little more than `words`: at a power of two all families would
    /// compete for the same cache lines.
    stride: usize,
    bits: Vec<u64>,
}

impl Families {
    fn new(scene: &Scene, base: &[u64]) -> Families {
        let (words, stride) = (base.len(), base.len() + 8);
        let mut families = Families { words, stride, bits: vec![0; stride * (scene.cells() + 1)] };
        for spot in scene.spots() {
            let family = &mut families.bits[spot * stride..][..words];
            family.copy_from_slice(base);
            if spot < scene.cells() {
                drop_with(family, spot);
            }
        }
        families
    }

    /// Applies all rules until nothing changes.
    fn close(&mut self, scene: &Scene) {
        let rules = rules(scene);
        let mut changed = vec![false; scene.cells() + 1];
        scene.spots().for_each(|spot| changed[spot] = true);
        while changed.contains(&true) {
            for spot in scene.spots() {
                if std::mem::take(&mut changed[spot]) {
                    for rule in rules.iter().filter(|rule| rule.from == spot) {
                        changed[rule.to] |= self.apply(rule, scene.walls);
                    }
                }
            }
        }
    }

    fn of(&self, spot: usize) -> &[u64] {
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

/// The verdicts on all box sets of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdicts {
    /// Per word: the sets that are dead for some player, and those that are dead for every player.
    dead: Vec<[u64; 2]>,
    /// Per word where these differ: the first of its entries in `spots`.
    first: Vec<u32>,
    /// One word a spot: the sets that are alive for a player there.
    alive: Vec<u64>,
}

impl Verdicts {
    /// Solves the window. `proposals` contain all box sets that may be minimal dead ones; without
    /// them everything is solved from scratch.
    pub(crate) fn new(scene: &Scene, proposals: Option<&[u32]>) -> Verdicts {
        let cells = scene.cells();
        let words = 1usize << cells.saturating_sub(6);
        let base = alive_at_once(scene, words, proposals);
        let mut families = Families::new(scene, &base);
        families.close(scene);
        Verdicts::from_families(scene, &families)
    }

    fn from_families(scene: &Scene, families: &Families) -> Verdicts {
        let words = families.words;
        let mut some = vec![0; words];
        let mut every = vec![!0; words];
        for spot in scene.spots() {
            for (j, &alive) in families.of(spot).iter().enumerate() {
                every[j] &= !alive;
                some[j] |= !alive & without(spot, j);
            }
        }
        let mut first = Vec::with_capacity(words);
        let mut alive = Vec::new();
        for j in 0..words {
            first.push(alive.len() as u32);
            if some[j] & !every[j] != 0 {
                alive.extend((0..=scene.cells()).map(|spot| families.of(spot)[j]));
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
}

/// The sets of word `j` that do not contain the cell of this spot.
#[inline]
fn without(spot: usize, j: usize) -> u64 {
    match spot {
        0..=5 => WITHOUT[spot],
        _ if j >> (spot - 6) & 1 == 0 => !0,
        _ => 0,
    }
}

/// Takes the sets that contain the cell out of a family.
fn drop_with(family: &mut [u64], cell: usize) {
    for (j, word) in family.iter_mut().enumerate() {
        *word &= without(cell, j);
    }
}

/// Adds to a family all sets that contain one of it, as far as these cells go.
fn close_upwards(family: &mut [u64], cells: impl Iterator<Item = usize>) {
    for cell in cells {
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

/// The sets that are alive without a push: all boxes on goals, or nothing proposed in them.
fn alive_at_once(scene: &Scene, words: usize, proposals: Option<&[u32]>) -> Vec<u64> {
    let is_wall = |cell: &usize| scene.walls >> cell & 1 == 1;
    let mut alive = vec![!0; words];
    for cell in (0..scene.cells()).filter(|cell| scene.goals >> cell & 1 == 0) {
        drop_with(&mut alive, cell);
    }
    if let Some(proposals) = proposals {
        let mut suspect = vec![0; words];
        for &boxes in proposals {
            suspect[boxes as usize >> 6] |= 1 << (boxes & 63);
        }
        close_upwards(&mut suspect, (0..scene.cells()).filter(|cell| !is_wall(cell)));
        for (word, suspect) in alive.iter_mut().zip(suspect) {
            *word |= !suspect;
        }
        (0..scene.cells()).filter(is_wall).for_each(|cell| drop_with(&mut alive, cell));
    }
    alive
}
