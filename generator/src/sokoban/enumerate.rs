//! Enumeration of all minimal patterns of a site, one wall mask at a time.

use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::symmetry::{symmetries, Orientation};
use gridlock_patterns::sokoban::window::Site;

use super::explorer::Explorer;
use super::family::{keep, remove, FamilySpace};
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
    /// Pairs of a stuck state and a goal set for which it is dead.
    pub(crate) dead: u64,
    pub(crate) patterns: Vec<Pattern>,
}

/// Everything about a site that its wall classes share.
pub(crate) struct Enumerator {
    game: LocalGame,
    symmetries: Vec<Orientation>,
    regions: RegionTable,
}

impl Enumerator {
    pub(crate) fn new(site: Site) -> Enumerator {
        Enumerator::of_game(LocalGame::new(site), symmetries(site))
    }

    /// The enumeration of any rectangle; all its wall masks count when `symmetries` is empty.
    pub(crate) fn of_game(game: LocalGame, symmetries: Vec<Orientation>) -> Enumerator {
        let regions = RegionTable::new(&game);
        Enumerator { game, symmetries, regions }
    }

    /// The wall classes in ascending order of their smallest member.
    pub(crate) fn wall_classes(&self) -> Vec<WallClass> {
        let mut classes = Vec::new();
        for walls in 0..=self.game.full() {
            let mut images: Vec<u32> = self.symmetries.iter().map(|s| s.mask(walls)).collect();
            images.sort_unstable();
            images.dedup();
            if images[0] == walls {
                classes.push(WallClass { walls, size: images.len() as u32 });
            }
        }
        classes
    }

    /// Working memory for [`Enumerator::harvest`], to be used again and again.
    pub(crate) fn explorer(&self) -> Explorer {
        Explorer::new(&self.game)
    }

    /// Calls `visit` for every stuck state without walls: its boxes, region and the family of
    /// goal-free sets for which it is dead.
    pub(crate) fn for_each_stuck_without_walls(
        &self,
        mut visit: impl FnMut(&FamilySpace, u32, Region, &[u64]),
    ) {
        let mut explorer = self.explorer();
        let mut run = Run::new(self, &mut explorer, 0);
        for layer in run.sets_by_size().iter().skip(1) {
            run.solve_layer(layer);
            for &boxes in layer {
                for index in 0..self.regions.count(boxes) {
                    let number = run.family_of[run.state(boxes, index).id as usize];
                    if number != ALIVE {
                        let family = run.family(&run.families, number);
                        visit(&run.space, boxes, self.regions.region(boxes, index), family);
                    }
                }
            }
            std::mem::swap(&mut run.families, &mut run.smaller);
        }
    }

    /// All minimal patterns on exactly these walls, each as its smallest image, sorted.
    pub(crate) fn harvest(&self, explorer: &mut Explorer, walls: u32) -> Harvest {
        let mut run = Run::new(self, explorer, walls);
        let boxes = run.sets_by_size();
        for layer in boxes.iter().skip(1) {
            run.solve_layer(layer);
            run.collect_layer(layer);
            std::mem::swap(&mut run.families, &mut run.smaller);
        }
        run.harvest.patterns.sort_unstable();
        run.harvest.patterns.dedup();
        run.harvest
    }
}

/// The state is emptiable.
const ALIVE: u32 = u32::MAX;
/// Not yet decided.
const OPEN: u32 = u32::MAX - 1;

/// The enumeration of one wall mask, layer by layer of box sets of the same size.
struct Run<'a> {
    shared: &'a Enumerator,
    walls: u32,
    squeeze: Squeeze,
    space: FamilySpace,
    /// First state of a squeezed box set; region `i` adds `i`.
    first_state: Vec<u32>,
    /// Per state: the number of its family within its layer, `ALIVE` or `OPEN`.
    family_of: Vec<u32>,
    /// Dead goal-free sets of the layer at work, and of the layer with a box less.
    families: Vec<u64>,
    smaller: Vec<u64>,
    scratch: Vec<u64>,
    search: Components,
    explorer: &'a mut Explorer,
    harvest: Harvest,
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
    fn new(shared: &'a Enumerator, explorer: &'a mut Explorer, walls: u32) -> Run<'a> {
        let squeeze = Squeeze::new(shared.game.full() & !walls);
        let cells = squeeze.cells.len() as u32;
        let space = FamilySpace::new(cells);
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
            scratch: vec![0; space.words()],
            squeeze,
            space,
            first_state,
            family_of: vec![OPEN; states as usize],
            families: Vec::new(),
            smaller: Vec::new(),
            search,
            explorer,
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

    /// Decides every state whose boxes are in `layer`; the layer with a box less is done.
    ///
    /// A push keeps the number of boxes or takes one away, so the states of a layer are a graph of
    /// their own, and all states of one strongly connected component share their family.
    fn solve_layer(&mut self, layer: &[u32]) {
        self.families.clear();
        for &boxes in layer {
            for region in 0..self.shared.regions.count(self.walls | boxes) {
                let state = self.state(boxes, region);
                if self.search.found[state.id as usize] == 0 {
                    self.search_from(state);
                }
            }
        }
    }

    fn search_from(&mut self, start: State) {
        self.enter(start);
        while let Some(visit) = self.search.path.last_mut() {
            let state = visit.state;
            if visit.next < self.search.targets.len() {
                let target = self.search.targets[visit.next];
                visit.next += 1;
                if self.search.found[target.id as usize] == 0 {
                    self.enter(target);
                } else if self.family_of[target.id as usize] == OPEN {
                    self.lower(state.id, self.search.found[target.id as usize]);
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

    /// Puts a state on the search path, unless a push into a smaller layer already empties it.
    fn enter(&mut self, state: State) {
        self.search.clock += 1;
        self.search.found[state.id as usize] = self.search.clock;
        self.search.low[state.id as usize] = self.search.clock;
        let mut targets = std::mem::take(&mut self.search.targets);
        let first = targets.len();
        let mut alive = false;
        self.for_each_push(state, |target| match target {
            None => alive = true,
            Some(t) if t.boxes.count_ones() < state.boxes.count_ones() => {
                alive |= self.family_of[t.id as usize] == ALIVE;
            }
            Some(t) => targets.push(t),
        });
        if alive {
            targets.truncate(first);
            self.family_of[state.id as usize] = ALIVE;
        } else {
            self.search.open.push(state);
            self.search.path.push(Visit { state, first, next: first });
        }
        self.search.targets = targets;
    }

    /// Decides a whole strongly connected component, the top of the stack down to `root`.
    fn close_component(&mut self, root: State) {
        let first = self.search.open.iter().rposition(|s| s.id == root.id);
        let members = self.search.open.split_off(first.expect("the root is still open"));
        let mut alive = false;
        for &member in &members {
            self.for_each_push(member, |target| {
                alive |= target.is_none_or(|t| self.family_of[t.id as usize] == ALIVE);
            });
        }
        let family = if alive { ALIVE } else { self.family_of_component(&members) };
        for member in &members {
            self.family_of[member.id as usize] = family;
        }
        if !alive {
            let dead: u32 =
                self.family(&self.families, family).iter().map(|w| w.count_ones()).sum();
            self.harvest.dead += u64::from(dead) * members.len() as u64;
            self.harvest.stuck += members.len() as u64;
            self.harvest.stuck_outside += members.iter().filter(|m| m.region == 0).count() as u64;
        }
    }

    /// The sets that meet the boxes of every member and of all that can be reached from them.
    fn family_of_component(&mut self, members: &[State]) -> u32 {
        let mut family = std::mem::take(&mut self.scratch);
        self.space.fill_meeting(&mut family, self.squeeze.apply(members[0].boxes));
        for &member in members {
            self.space.keep_meeting(&mut family, self.squeeze.apply(member.boxes));
            self.for_each_push(member, |target| {
                let Some(target) = target else { return };
                let same_size = target.boxes.count_ones() == member.boxes.count_ones();
                let layer = if same_size { &self.families } else { &self.smaller };
                match self.family_of[target.id as usize] {
                    OPEN => {}
                    number => keep(&mut family, self.family(layer, number)),
                }
            });
        }
        let number = self.families.len() / self.space.words();
        self.families.extend_from_slice(&family);
        self.scratch = family;
        number as u32
    }

    fn family<'f>(&self, layer: &'f [u64], number: u32) -> &'f [u64] {
        let words = self.space.words();
        &layer[number as usize * words..][..words]
    }

    /// Adds the patterns whose boxes are in `layer` to the harvest.
    fn collect_layer(&mut self, layer: &[u32]) {
        for &boxes in layer {
            for region in 0..self.shared.regions.count(self.walls | boxes) {
                let state = self.state(boxes, region);
                if self.family_of[state.id as usize] == ALIVE || !self.needs_all_boxes(state) {
                    continue;
                }
                let mut candidates = Vec::new();
                let family = self.family(&self.families, self.family_of[state.id as usize]);
                self.space.for_each_minimal(family, &self.scratch, |set| {
                    candidates.push(self.squeeze.undo(set));
                });
                self.keep_if_all_walls_needed(state, &mut candidates);
                self.add_patterns(state, &candidates);
            }
        }
    }

    /// Fills `scratch` with the sets for which this state is dead and no state with a box less is.
    fn needs_all_boxes(&mut self, state: State) -> bool {
        let mut wanted = std::mem::take(&mut self.scratch);
        wanted.copy_from_slice(self.family(&self.families, self.family_of[state.id as usize]));
        let mut any = true;
        let mut left = state.boxes;
        while any && left != 0 {
            let boxes = state.boxes & !(left & left.wrapping_neg());
            left &= left - 1;
            if boxes != 0 {
                let (before, after) = (self.walls | state.boxes, self.walls | boxes);
                let region = self.shared.regions.regrown(before, state.region, after);
                let number = self.family_of[self.state(boxes, region).id as usize];
                any = number == ALIVE || remove(&mut wanted, self.family(&self.smaller, number));
            }
        }
        self.scratch = wanted;
        any
    }

    /// Drops the candidates that stay dead when some wall becomes a floor cell that is no goal.
    fn keep_if_all_walls_needed(&mut self, state: State, candidates: &mut Vec<u32>) {
        let mut left = self.walls;
        while left != 0 && !candidates.is_empty() {
            let wall = left & left.wrapping_neg();
            left ^= wall;
            self.keep_if_alive(self.walls ^ wall, wall, state, candidates);
        }
    }

    fn add_patterns(&mut self, state: State, no_goals: &[u32]) {
        let (walls, boxes) = (self.walls, state.boxes);
        let region = self.shared.regions.region(walls | boxes, state.region);
        for &no_goals in no_goals {
            let pattern = Pattern { walls, boxes, region, no_goals };
            self.harvest.patterns.push(pattern.canonical(&self.shared.symmetries));
        }
    }

    /// Keeps the candidates `N` for which `state`, with fewer walls, can reach boxes outside of
    /// `N` and `extra`.
    fn keep_if_alive(&mut self, walls: u32, extra: u32, state: State, candidates: &mut Vec<u32>) {
        let shared = self.shared;
        let before = self.walls | state.boxes;
        let start = shared.regions.regrown(before, state.region, walls | state.boxes);
        let mut dead = std::mem::take(candidates);
        self.explorer.restart();
        self.explorer.visit(state.boxes, start);
        while let Some((boxes, region)) = self.explorer.next() {
            dead.retain(|&no_goals| {
                let solved = boxes & (no_goals | extra) == 0;
                if solved {
                    candidates.push(no_goals);
                }
                !solved
            });
            if dead.is_empty() {
                return;
            }
            let here = shared.regions.cells(walls | boxes, region);
            shared.game.for_each_push_from(walls, boxes, here, region == 0, |push| {
                let region = shared.regions.index_at(walls | push.boxes, push.player);
                self.explorer.visit(push.boxes, region);
            });
        }
    }
}
