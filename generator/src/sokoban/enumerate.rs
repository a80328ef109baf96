//! Enumeration of all minimal patterns of a site, one wall mask at a time.

use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::symmetry::{symmetries, Orientation};
use gridlock_patterns::sokoban::window::Site;

use super::antichains::Antichains;
use super::family::{remove, FamilySpace};
use super::regions::RegionTable;
use super::squeeze::Squeeze;

/// One class of wall masks: its smallest member and its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallClass {
    pub(crate) walls: u32,
    pub(crate) size: u32,
}

/// What one wall class contributes to a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Harvest {
    pub(crate) states: u64,
    pub(crate) stuck: u64,
    /// Of them: the player outside.
    pub(crate) stuck_outside: u64,
    /// Pairs of a stuck state and a goal set for which it is dead; counted without walls only.
    pub(crate) dead: u64,
    pub(crate) patterns: Vec<Pattern>,
}

/// Everything about a site that its wall classes share.
pub(crate) struct Enumerator {
    game: LocalGame,
    symmetries: Vec<Orientation>,
    regions: RegionTable,
    /// The families over so many cells, for each number up to that of the window.
    spaces: Vec<FamilySpace>,
}

impl Enumerator {
    pub(crate) fn new(site: Site) -> Enumerator {
        Enumerator::of_game(LocalGame::new(site), symmetries(site))
    }

    /// The enumeration of any rectangle; all its wall masks count when `symmetries` is empty.
    pub(crate) fn of_game(game: LocalGame, symmetries: Vec<Orientation>) -> Enumerator {
        let regions = RegionTable::new(&game);
        let spaces = (0..=game.full().count_ones()).map(FamilySpace::new).collect();
        Enumerator { game, symmetries, regions, spaces }
    }

    /// The wall classes in ascending order of their smallest member.
    pub(crate) fn wall_classes(&self) -> Vec<WallClass> {
        let mut classes = Vec::new();
        for walls in 0..=self.game.full() {
            if self.symmetries.iter().any(|s| s.mask(walls) < walls) {
                continue;
            }
            let mut images: Vec<u32> = self.symmetries.iter().map(|s| s.mask(walls)).collect();
            images.sort_unstable();
            images.dedup();
            classes.push(WallClass { walls, size: images.len() as u32 });
        }
        classes
    }

    /// Calls `visit` for every stuck state without walls: its boxes, region and the family of
    /// goal-free sets for which it is dead.
    pub(crate) fn for_each_stuck_without_walls(
        &self,
        mut visit: impl FnMut(&FamilySpace, u32, Region, &[u64]),
    ) {
        let mut run = Run::new(self, 0);
        let space = self.spaces.last().expect("there is one for no cells");
        let mut family = vec![0; space.words()];
        for layer in run.sets_by_size().iter().skip(1) {
            run.solve_layer(layer);
            for &boxes in layer {
                for index in 0..self.regions.count(boxes) {
                    if let Some(number) = run.antichain(run.state(boxes, index)) {
                        space.fill_meeting_all(&mut family, run.antichains.sets(number));
                        visit(space, boxes, self.regions.region(boxes, index), &family);
                    }
                }
            }
        }
    }

    /// All minimal patterns on exactly these walls, each as its smallest image, sorted.
    pub(crate) fn harvest(&self, walls: u32) -> Harvest {
        let mut run = Run::new(self, walls);
        let mut candidates = Vec::new();
        for layer in run.sets_by_size().iter().skip(1) {
            run.solve_layer(layer);
            run.collect_layer(layer, &mut candidates);
        }
        if walls == 0 {
            run.count_dead();
        }
        let mut harvest = run.harvest;
        for wall in bits(walls) {
            if !candidates.is_empty() {
                self.keep_if_alive(walls, wall, &mut candidates);
            }
        }
        harvest.patterns = candidates.iter().map(|p| p.canonical(&self.symmetries)).collect();
        harvest.patterns.sort_unstable();
        harvest.patterns.dedup();
        harvest
    }

    /// Drops the candidates that stay dead when this wall becomes a floor cell that is no goal.
    ///
    /// Only what can be reached from them is played, and each state once for all of them.
    fn keep_if_alive(&self, walls: u32, wall: u32, candidates: &mut Vec<Pattern>) {
        let fewer = walls ^ wall;
        let mut run = Run::new(self, fewer);
        candidates.retain(|pattern| {
            let region = match pattern.region {
                Region::Outside => 0,
                Region::Pocket(cells) => {
                    self.regions.index_at(fewer | pattern.boxes, cells & cells.wrapping_neg())
                }
            };
            run.is_alive(run.state(pattern.boxes, region), pattern.no_goals | wall)
        });
    }
}

/// Not yet decided.
const OPEN: u32 = 0;
/// The state is emptiable.
const ALIVE: u32 = 1;
/// Antichain 0; the others follow.
const FIRST: u32 = 2;

/// The states of one wall mask, as far as they are decided. Whoever wants them all goes layer by layer
/// of box sets of the same size.
struct Run<'a> {
    shared: &'a Enumerator,
    walls: u32,
    squeeze: Squeeze,
    /// First state of a squeezed box set; region `i` adds `i`.
    first_state: Vec<u32>,
    /// Per state: the number of its antichain after `FIRST`, `ALIVE` or `OPEN`.
    family_of: Vec<u32>,
    antichains: Antichains,
    scratch: Scratch,
    search: Components,
    harvest: Harvest,
}

/// Lists and families that are filled again and again.
#[derive(Default)]
struct Scratch {
    /// Numbers of antichains.
    numbers: Vec<u32>,
    sets: Vec<u32>,
    family: Vec<u64>,
    wanted: Vec<u64>,
    other: Vec<u64>,
}

/// A state of the layer at work.
#[derive(Clone, Copy)]
struct State {
    boxes: u32,
    region: u32,
    id: u32,
}

/// The working memory of Tarjan's search for strongly connected components.
#[derive(Default)]
struct Components {
    /// Per state: when it was found, 0 for not yet; and the earliest it leads back to.
    found: Vec<u32>,
    low: Vec<u32>,
    clock: u32,
    open: Vec<State>,
    path: Vec<Visit>,
    targets: Vec<State>,
}

/// A state on the search path; its targets not yet followed are `targets[next..end]`.
struct Visit {
    state: State,
    first: usize,
    next: usize,
}

impl<'a> Run<'a> {
    fn new(shared: &'a Enumerator, walls: u32) -> Run<'a> {
        let squeeze = Squeeze::new(shared.game.full() & !walls);
        let cells = squeeze.cells.len() as u32;
        let mut first_state = vec![0];
        let mut states = 0;
        for squeezed in 1..1u32 << cells {
            first_state.push(states);
            states += shared.regions.count(walls | squeeze.undo(squeezed));
        }
        let search = Components {
            found: vec![0; states as usize],
            low: vec![0; states as usize],
            ..Components::default()
        };
        let harvest = Harvest { states: states.into(), ..Harvest::default() };
        Run {
            shared,
            walls,
            squeeze,
            first_state,
            family_of: vec![OPEN; states as usize],
            antichains: Antichains::new(),
            scratch: Scratch::default(),
            search,
            harvest,
        }
    }

    /// All box sets, by size.
    fn sets_by_size(&self) -> Vec<Vec<u32>> {
        let cells = self.squeeze.cells.len();
        let mut sets = vec![Vec::new(); cells + 1];
        for squeezed in 0..1u32 << cells {
            sets[squeezed.count_ones() as usize].push(self.squeeze.undo(squeezed));
        }
        sets
    }

    fn state(&self, boxes: u32, region: u32) -> State {
        let id = self.first_state[self.squeeze.apply(boxes) as usize] + region;
        State { boxes, region, id }
    }

    /// Calls `visit` for the state after each push: `None` when the window is empty then.
    fn for_each_push(&self, from: State, mut visit: impl FnMut(Option<State>)) {
        let regions = &self.shared.regions;
        let here = regions.cells(self.walls | from.boxes, from.region);
        let beyond = from.region == 0;
        self.shared.game.for_each_push_from(self.walls, from.boxes, here, beyond, |push| {
            visit(if push.boxes == 0 {
                None
            } else {
                let region = regions.index_at(self.walls | push.boxes, push.player);
                Some(self.state(push.boxes, region))
            });
        });
    }

    /// Decides every state whose boxes are in `layer`.
    fn solve_layer(&mut self, layer: &[u32]) {
        for &boxes in layer {
            for region in 0..self.shared.regions.count(self.walls | boxes) {
                let state = self.state(boxes, region);
                if self.search.found[state.id as usize] == 0 {
                    self.search_from(state);
                }
            }
        }
    }

    /// Whether boxes outside of `no_goals` can be reached from a state.
    fn is_alive(&mut self, state: State, no_goals: u32) -> bool {
        if self.search.found[state.id as usize] == 0 {
            self.search_from(state);
        }
        match self.family_of[state.id as usize] {
            ALIVE => true,
            number => self.antichains.sets(number - FIRST).iter().any(|set| set & no_goals == 0),
        }
    }

    /// Decides a state and all that can be reached from it, until one is found to be emptiable. All
    /// states of one strongly connected component share their antichain.
    fn search_from(&mut self, start: State) {
        self.enter(start);
        while let Some(visit) = self.search.path.last_mut() {
            let state = visit.state;
            if visit.next < self.search.targets.len() {
                let target = self.search.targets[visit.next];
                visit.next += 1;
                if self.search.found[target.id as usize] == 0 {
                    self.enter(target);
                } else {
                    match self.family_of[target.id as usize] {
                        ALIVE => self.all_open_are_alive(),
                        OPEN => self.lower(state.id, self.search.found[target.id as usize]),
                        _ => {}
                    }
                }
                continue;
            }
            self.search.targets.truncate(visit.first);
            self.search.path.pop();
            let low = self.search.low[state.id as usize];
            if low == self.search.found[state.id as usize] {
                self.close_component(state);
            }
            if let Some(parent) = self.search.path.last() {
                let parent = parent.state.id;
                if self.family_of[state.id as usize] == OPEN {
                    self.lower(parent, low);
                }
            }
        }
    }

    fn lower(&mut self, id: u32, to: u32) {
        let low = &mut self.search.low[id as usize];
        *low = (*low).min(to);
    }

    /// Puts a state on the search path.
    fn enter(&mut self, state: State) {
        self.search.clock += 1;
        self.search.found[state.id as usize] = self.search.clock;
        self.search.low[state.id as usize] = self.search.clock;
        let mut targets = std::mem::take(&mut self.search.targets);
        let first = targets.len();
        let mut alive = false;
        self.for_each_push(state, |target| match target {
            None => alive = true,
            Some(target) => {
                alive |= self.family_of[target.id as usize] == ALIVE;
                targets.push(target);
            }
        });
        self.search.targets = targets;
        self.search.open.push(state);
        self.search.path.push(Visit { state, first, next: first });
        if alive {
            self.all_open_are_alive();
        }
    }

    /// Ends the search: the last state on the path is emptiable. Every open state leads to a state
    /// on the path, and these lead to the last one.
    fn all_open_are_alive(&mut self) {
        for state in self.search.open.drain(..) {
            self.family_of[state.id as usize] = ALIVE;
        }
        self.search.path.clear();
        self.search.targets.clear();
    }

    /// Decides a whole strongly connected component, the top of the stack down to `root`.
    fn close_component(&mut self, root: State) {
        let first = self.search.open.iter().rposition(|s| s.id == root.id);
        let first = first.expect("the root is still open");
        let open = std::mem::take(&mut self.search.open);
        let members = &open[first..];
        let family = FIRST + self.antichain_of_component(members);
        for member in members {
            self.family_of[member.id as usize] = family;
        }
        self.harvest.stuck += members.len() as u64;
        self.harvest.stuck_outside += members.iter().filter(|m| m.region == 0).count() as u64;
        self.search.open = open;
        self.search.open.truncate(first);
    }

    /// The antichain of the boxes of every member and of all that can be reached from them.
    fn antichain_of_component(&mut self, members: &[State]) -> u32 {
        let mut numbers = std::mem::take(&mut self.scratch.numbers);
        let mut sets = std::mem::take(&mut self.scratch.sets);
        numbers.clear();
        for &member in members {
            self.for_each_push(member, |target| {
                // The others are members.
                numbers.extend(target.and_then(|target| self.antichain(target)));
            });
        }
        numbers.sort_unstable();
        numbers.dedup();
        sets.clear();
        sets.extend(numbers.iter().flat_map(|&number| self.antichains.sets(number)));
        sets.extend(members.iter().map(|member| member.boxes));
        let number = self.antichains.number(&mut sets);
        self.scratch.numbers = numbers;
        self.scratch.sets = sets;
        number
    }

    /// The number of the antichain of a state that is decided and not emptiable.
    fn antichain(&self, state: State) -> Option<u32> {
        self.family_of[state.id as usize].checked_sub(FIRST)
    }

    /// Adds the patterns whose boxes are in `layer` and that need all of them to the candidates.
    fn collect_layer(&mut self, layer: &[u32], candidates: &mut Vec<Pattern>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut found = Vec::new();
        let walls = self.walls;
        for &boxes in layer {
            for index in 0..self.shared.regions.count(walls | boxes) {
                self.needing_all_boxes(self.state(boxes, index), &mut scratch, &mut found);
                let region = self.shared.regions.region(walls | boxes, index);
                let patterns = found.drain(..);
                candidates.extend(patterns.map(|no_goals| Pattern {
                    walls,
                    boxes,
                    region,
                    no_goals,
                }));
            }
        }
        self.scratch = scratch;
    }

    /// Finds the minimal sets for which this state is dead, if no state with a box less is.
    fn needing_all_boxes(&self, state: State, scratch: &mut Scratch, found: &mut Vec<u32>) {
        let Some(own) = self.antichain(state) else { return };
        scratch.numbers.clear();
        let mut left = state.boxes;
        while left != 0 {
            let boxes = state.boxes & !(left & left.wrapping_neg());
            left &= left - 1;
            if boxes != 0 {
                let (before, after) = (self.walls | state.boxes, self.walls | boxes);
                let region = self.shared.regions.regrown(before, state.region, after);
                let number = self.antichain(self.state(boxes, region));
                if number == Some(own) {
                    return;
                }
                scratch.numbers.extend(number);
            }
        }
        if let [set] = *self.antichains.sets(own) {
            // Only single cells meet it and nothing less.
            let shown = scratch.numbers.iter().map(|&number| self.antichains.common(number));
            found.extend(bits(set & !shown.fold(0, |all, cells| all | cells)));
        } else {
            self.minimal_of_many(own, scratch, found);
        }
    }

    /// The minimal sets that are in the family of an antichain and not in any of
    /// `scratch.numbers`.
    fn minimal_of_many(&self, own: u32, scratch: &mut Scratch, found: &mut Vec<u32>) {
        // No other cell is in a minimal set, so families over these cells tell all.
        let cells = self.antichains.union(own);
        let space = &self.shared.spaces[cells.count_ones() as usize];
        let Scratch { numbers, sets, family, wanted, other } = scratch;
        let mut fill = |number: u32, family: &mut Vec<u64>| {
            sets.clear();
            sets.extend(self.antichains.sets(number).iter().map(|&set| squeeze(set, cells)));
            family.resize(space.words(), 0);
            space.fill_meeting_all(family, sets);
        };
        numbers.sort_unstable();
        numbers.dedup();
        fill(own, family);
        wanted.clone_from(family);
        for &number in numbers.iter() {
            fill(number, other);
            if !remove(wanted, other) {
                return;
            }
        }
        space.for_each_minimal(family, wanted, |set| found.push(unsqueeze(set, cells)));
    }

    /// Counts the pairs of a stuck state and a goal set for which it is dead.
    fn count_dead(&mut self) {
        let mut states = vec![0; self.antichains.len()];
        for number in self.family_of.iter().filter_map(|number| number.checked_sub(FIRST)) {
            states[number as usize] += 1;
        }
        let cells = self.squeeze.cells.len() as u32;
        let mut family = Vec::new();
        for (number, states) in (0..).zip(states) {
            let union = self.antichains.union(number);
            let sets = self.antichains.sets(number).iter().map(|&set| squeeze(set, union));
            let space = &self.shared.spaces[union.count_ones() as usize];
            family.resize(space.words(), 0);
            space.fill_meeting_all(&mut family, &sets.collect::<Vec<_>>());
            let dead: u64 = family.iter().map(|word| u64::from(word.count_ones())).sum();
            self.harvest.dead += states * (dead << (cells - union.count_ones()));
        }
    }
}

/// The bits of a mask, one by one.
fn bits(mask: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(mask), |left| Some(left & left.wrapping_sub(1)))
        .take_while(|&left| left != 0)
        .map(|left| left & left.wrapping_neg())
}

/// The cells of `set` that are in `cells`, with those of `cells` numbered without gaps.
fn squeeze(set: u32, cells: u32) -> u32 {
    bits(cells).enumerate().map(|(i, cell)| u32::from(set & cell != 0) << i).sum()
}

/// The set with this number.
fn unsqueeze(squeezed: u32, cells: u32) -> u32 {
    bits(cells).enumerate().filter(|(i, _)| squeezed >> i & 1 == 1).map(|(_, cell)| cell).sum()
}
