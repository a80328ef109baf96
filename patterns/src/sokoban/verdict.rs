//! One window of one level, solved: which box sets are dead, and for which player.
//!
//! All box sets are solved at once. "Alive with the player on this spot" is a family of box sets, a
//! string of `2^cells` bits, and walking or pushing moves whole families: bit `B` of one family
//! follows from bit `B'` of another, where `B'` differs by a fixed number for one push. So every
//! rule is a shift, a mask and an OR on words, repeated until nothing changes.

/// Bit `n` of `WITHOUT[i]` tells whether bit `i` of `n` is clear, for `n < 64`.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

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
    bits: Vec<u64>,
}

impl Families {
    /// Adds what the rule adds; true when that is something.
    fn apply(&mut self, rule: &Rule, walls: u32) -> bool {
        let low = |mask: u32| (0..6).filter(move |i| mask >> i & 1 == 1);
        let mut keep = !0;
        for i in low(rule.with) {
            keep &= !WITHOUT[i as usize];
        }
        for i in low(rule.without) {
            keep &= WITHOUT[i as usize];
        }
        // B ^ flip = B - (with part) + (without part), a fixed distance within the word.
        let up: u32 = rule.flip & rule.with & 63;
        let down: u32 = rule.flip & rule.without & 63;
        let [with, without, flip, walls] =
            [rule.with, rule.without, rule.flip, walls].map(|mask| mask as usize >> 6);
        let free = (self.words - 1) & !(with | without | walls);
        let (from, to) = (rule.from * self.words, rule.to * self.words);
        let mut changed = 0;
        let mut rest = 0;
        loop {
            let j = with | rest;
            let source = self.bits[from + (j ^ flip)];
            let moved = if up >= down { source << (up - down) } else { source >> (down - up) };
            let word = &mut self.bits[to + j];
            let new = moved & keep & !*word;
            *word |= new;
            changed |= new;
            rest = rest.wrapping_sub(free) & free;
            if rest == 0 {
                return changed != 0;
            }
        }
    }
}

/// The verdicts on all box sets of a window.
#[derive(Clone, Debug)]
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
        let mut families = Families { words, bits: Vec::with_capacity(words * (cells + 1)) };
        for spot in 0..=cells {
            if spot < cells && scene.walls >> spot & 1 == 1 {
                families.bits.resize((spot + 1) * words, 0);
            } else {
                families.bits.extend_from_slice(&base);
                if spot < cells {
                    let family = &mut families.bits[spot * words..];
                    drop_with(family, spot);
                }
            }
        }
        let rules = rules(scene);
        let mut by_source: Vec<Vec<&Rule>> = (0..=cells).map(|_| Vec::new()).collect();
        for rule in &rules {
            by_source[rule.from].push(rule);
        }
        let mut dirty = vec![true; cells + 1];
        let mut any = true;
        while any {
            any = false;
            for spot in 0..=cells {
                if std::mem::take(&mut dirty[spot]) {
                    any = true;
                    for rule in &by_source[spot] {
                        if families.apply(rule, scene.walls) {
                            dirty[rule.to] = true;
                        }
                    }
                }
            }
        }
        Verdicts::from_families(scene, &families)
    }

    fn from_families(scene: &Scene, families: &Families) -> Verdicts {
        let cells = scene.cells();
        let words = families.words;
        let mut verdicts = Verdicts { dead: Vec::with_capacity(words), first: Vec::with_capacity(words), alive: Vec::new() };
        for j in 0..words {
            let mut alive_some = 0;
            let mut dead_some = 0;
            for spot in 0..=cells {
                if spot < cells && scene.walls >> spot & 1 == 1 { continue }
                let word = families.bits[spot * words + j];
                alive_some |= word;
                let free = if spot == cells { !0 } else if spot < 6 { WITHOUT[spot] } else if j >> (spot - 6) & 1 == 0 { !0 } else { 0 };
                dead_some |= !word & free;
            }
            verdicts.dead.push([dead_some, !alive_some]);
            verdicts.first.push(verdicts.alive.len() as u32);
            if dead_some & alive_some != 0 {
                for spot in 0..=cells {
                    verdicts.alive.push(families.bits[spot * words + j]);
                }
            }
        }
        verdicts
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

/// Takes the sets that contain the cell out of a family.
fn drop_with(family: &mut [u64], cell: usize) {
    for (j, word) in family.iter_mut().enumerate() {
        if cell < 6 {
            *word &= WITHOUT[cell];
        } else if j >> (cell - 6) & 1 == 1 {
            *word = 0;
        }
    }
}

/// The sets that are alive without a push: all boxes on goals, or nothing proposed in them.
fn alive_at_once(scene: &Scene, words: usize, proposals: Option<&[u32]>) -> Vec<u64> {
    let cells = scene.cells();
    let mut solved = vec![!0u64; words];
    for cell in 0..cells {
        if scene.goals >> cell & 1 == 0 {
            drop_with(&mut solved, cell);
        }
    }
    if let Some(proposals) = proposals {
        let mut suspect = vec![0u64; words];
        for &boxes in proposals {
            suspect[boxes as usize >> 6] |= 1 << (boxes & 63);
        }
        for cell in (0..cells).filter(|cell| scene.walls >> cell & 1 == 0) {
            if cell < 6 {
                for word in &mut suspect {
                    *word |= (*word & WITHOUT[cell]) << (1 << cell);
                }
            } else {
                let size = 1 << (cell - 6);
                for block in suspect.chunks_exact_mut(2 * size) {
                    let (without, with) = block.split_at_mut(size);
                    for (larger, smaller) in with.iter_mut().zip(without) {
                        *larger |= *smaller;
                    }
                }
            }
        }
        for (word, suspect) in solved.iter_mut().zip(suspect) {
            *word |= !suspect;
        }
        for cell in (0..cells).filter(|cell| scene.walls >> cell & 1 == 1) {
            drop_with(&mut solved, cell);
        }
    }
    solved
}
