//! The search for a plan that brings Indy to the exit past all known rocks.
//!
//! Rotations are chosen late: only when somebody comes to a room it is decided how it stands. The
//! rotations are then put into free turns before that, after the room was last used; nobody can have
//! noticed them, so all that was found out before stays true. In this way each turn has only as many
//! choices as there are rooms that somebody is coming to, and yet no plan is lost: any rotation that
//! matters has somebody who comes next.
//!
//! The choices for Indy are all tried. Rooms that only rocks come to are left as they are unless the
//! search may *interfere*: it begins without, and goes on with more and more interferences, first
//! with the rocks that have killed Indy or have been in the way, in the end with all.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gridlock_patterns::crusade::room::{Passage, Room, Side, Turn, Way};
use gridlock_patterns::crusade::steering::Choice;

use super::bounds::{choices, needs, spread, NEVER};
use super::joint::{kills, survivors, Grid, Rock, Rolling, Settings, ALL, NOWHERE};
use super::slots::Slots;
use super::tables::Tables;

/// What is known before a turn.
#[derive(Clone, Debug)]
pub struct Position {
    /// The rooms as they stand.
    pub rooms: Vec<Room>,
    /// Indy's cell and side of entry.
    pub indy: (u16, Side),
    /// The rocks in the maze.
    pub rocks: Vec<Rock>,
    /// Rocks that will come, by the number of turns until they are listed, at least one.
    pub coming: Vec<(usize, Rock)>,
}

/// A rotation in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Job {
    /// The turn, counted from the position.
    pub slot: usize,
    /// The cell.
    pub cell: u16,
    /// The direction.
    pub turn: Turn,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The rotations, in the order of their turns.
    pub jobs: Vec<Job>,
    /// The settings under which the plan works; none when it only delays the end.
    pub works: Settings,
    /// Positions looked at.
    pub nodes: usize,
    /// Whether the search ran into its limit.
    pub cut: bool,
}

/// How often rocks may be interfered with when everything may be tried.
const WITHOUT_END: u32 = u32::MAX;

/// Somebody comes to a room that can be rotated.
#[derive(Clone, Copy)]
struct Event {
    cell: u16,
    /// Whether it is Indy; otherwise only rocks come.
    indy: bool,
    /// The side by which he or the first rock comes.
    side: Side,
    /// Whether the search may interfere with one of the rocks.
    focus: bool,
    /// The last turn for a rotation, plus one.
    end: usize,
}

/// Everybody at the start of a turn, and what they come to.
#[derive(Clone)]
struct Frame {
    indy: (u16, Side),
    rocks: Vec<Rock>,
    rolling: Vec<Rolling>,
    events: Vec<Event>,
}

/// Zobrist keys are hashes already.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = self.0.rotate_left(5) ^ key;
    }
}

/// Spreads a number over 64 bits (the finisher of `SplitMix64`).
#[inline]
fn mix(number: u64) -> u64 {
    let z = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A search from one position.
#[derive(Clone)]
pub struct Search<'a> {
    tables: &'a Tables,
    grid: &'a Grid,
    rooms: Vec<Room>,
    coming: Vec<(usize, Rock)>,
    /// The first turn in which the room of a cell may be rotated unnoticed.
    release: Vec<u16>,
    /// The rock that used the room of a cell last, plus one.
    user: Vec<u8>,
    /// Cells that rocks can come to.
    rocky: Vec<bool>,
    needs: Vec<[u16; 3]>,
    slots: Slots,
    jobs: Vec<Job>,
    frames: Vec<Frame>,
    /// What to restore: cell, release, user.
    undo: Vec<(u16, u16, u8)>,
    /// Hash of the rooms and releases of rocky cells.
    key: u64,
    /// Positions without a plan, and how many interferences had been left.
    failed: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// Ways that Indy may not take: a cell, and how he would leave it.
    banned: Vec<(u16, Way)>,
    /// The settings under which a plan must work.
    required: Settings,
    /// Rocks to interfere with.
    focus: u64,
    /// Rocks that were in the way.
    culprits: u64,
    /// Settings under which Indy survived something that killed him under others.
    spared: Settings,
    /// The longest that Indy lived, and the rotations.
    longest: (usize, Vec<Job>),
    nodes: usize,
    limit: usize,
    cut: bool,
}

impl<'a> Search<'a> {
    /// A search that looks at no more than `limit` positions.
    pub fn new(
        tables: &'a Tables,
        grid: &'a Grid,
        position: &Position,
        limit: usize,
    ) -> Search<'a> {
        let steering = &tables.steering;
        let cells = grid.cells();
        let rooms = position.rooms.clone();
        let mut seen = vec![[false; 3]; cells];
        let mut fixed = vec![false; cells];
        let mut release = vec![0; cells];
        let mut user = vec![0; cells];
        fixed[position.indy.0 as usize] = true;
        release[position.indy.0 as usize] = 1;
        for rock in &position.rocks {
            spread(steering, grid, &rooms, (rock.cell, rock.side), true, &mut seen);
            release[rock.cell as usize] = 1;
            user[rock.cell as usize] = rock.id + 1;
        }
        for (_, rock) in &position.coming {
            spread(steering, grid, &rooms, (rock.cell, rock.side), false, &mut seen);
        }
        let mut rocky: Vec<bool> = seen.iter().map(|sides| sides.contains(&true)).collect();
        for rock in &position.rocks {
            rocky[rock.cell as usize] = true;
        }
        let needs = needs(steering, grid, &rooms, &rocky, &fixed, position.indy.0);
        let first = Frame {
            indy: position.indy,
            rocks: position.rocks.clone(),
            rolling: Vec::new(),
            events: Vec::new(),
        };
        Search {
            tables,
            grid,
            rooms,
            coming: position.coming.clone(),
            release,
            user,
            rocky,
            needs,
            slots: Slots::new(),
            jobs: Vec::new(),
            frames: vec![first],
            undo: Vec::new(),
            key: 0,
            failed: HashMap::default(),
            banned: Vec::new(),
            required: ALL,
            focus: 0,
            culprits: 0,
            spared: 0,
            longest: (0, Vec::new()),
            nodes: 0,
            limit,
            cut: false,
        }
    }

    /// The same search, but Indy may not leave some cells in some ways.
    #[must_use]
    pub fn without(mut self, banned: Vec<(u16, Way)>) -> Search<'a> {
        self.banned = banned;
        self
    }

    /// Looks for a plan that works under all settings, and for nothing less. Also whether the search
    /// ran into its limit.
    pub fn safe_plan(mut self) -> (Option<Vec<Job>>, bool) {
        let solved = self.solve(ALL);
        self.jobs.sort_unstable();
        (solved.then_some(self.jobs), self.cut)
    }

    /// Looks for a plan that works under all settings, or else under most.
    pub fn run(mut self) -> Found {
        let mut works = 0;
        if self.solve(ALL) {
            works = ALL;
        } else {
            for required in weaker() {
                if self.spared & required != required || self.nodes >= 2 * self.limit {
                    continue;
                }
                self.cut = false;
                self.limit += self.limit / 8;
                if self.solve(required) {
                    works = required;
                    break;
                }
            }
        }
        let mut jobs = if works == 0 { self.longest.1 } else { self.jobs };
        jobs.sort_unstable();
        Found { jobs, works, nodes: self.nodes, cut: self.cut }
    }

    /// Looks for a plan that works under these settings; its rotations are then in `jobs`.
    fn solve(&mut self, required: Settings) -> bool {
        self.required = required;
        self.culprits = 0;
        if self.attempt(0, 0) {
            return true;
        }
        let all = u64::MAX;
        for interferences in 1..=4 {
            loop {
                let focus = self.culprits;
                if self.attempt(focus, interferences) {
                    return true;
                }
                if self.cut || self.culprits == focus {
                    break;
                }
            }
            if self.cut {
                return false;
            }
            if interferences <= 2 && self.attempt(all, interferences) {
                return true;
            }
        }
        self.attempt(all, WITHOUT_END)
    }

    fn attempt(&mut self, focus: u64, interferences: u32) -> bool {
        self.focus = focus;
        self.failed.clear();
        let possible = self.frames[0].rocks.len() + self.coming.len() > 0 || interferences == 0;
        possible && !self.cut && self.turn(0, interferences)
    }

    /// Plays on from the start of a turn.
    fn turn(&mut self, now: usize, left: u32) -> bool {
        self.nodes += 1;
        if self.nodes > self.limit {
            self.cut = true;
            return false;
        }
        let key = self.hash(now);
        if self.failed.get(&key).map_or(false, |&known| known >= left) {
            return false;
        }
        if now > self.longest.0 {
            self.longest = (now, self.jobs.clone());
        }
        let done = self.roll(now) && self.choose(now, 0, left);
        if !done && !self.cut {
            self.failed.insert(key, left);
        }
        done
    }

    /// What tells positions of the same turn apart.
    fn hash(&self, now: usize) -> u64 {
        let frame = &self.frames[now];
        let place = |cell: u16, side: Side| u64::from(cell) << 2 | side as u64;
        let mut hash = mix(place(frame.indy.0, frame.indy.1) << 16 | now as u64);
        for rock in &frame.rocks {
            let rock =
                place(rock.cell, rock.side) << 24 | u64::from(rock.alive) << 8 | u64::from(rock.id);
            hash ^= mix(rock | 1 << 60);
        }
        hash ^ self.key ^ mix(self.slots.hash())
    }

    /// Lets everybody leave their rooms, and collects the rooms to decide about. False when Indy
    /// cannot leave.
    fn roll(&mut self, now: usize) -> bool {
        let mut frame = std::mem::replace(&mut self.frames[now], EMPTY_FRAME);
        frame.rolling.clear();
        frame.events.clear();
        let (grid, rooms) = (self.grid, &self.rooms);
        for &rock in &frame.rocks {
            frame.rolling.push(Rolling::leaving(rock, rooms, grid));
        }
        let due = |(turns, _): &&(usize, Rock)| *turns == now + 1;
        for &(_, rock) in self.coming.iter().filter(due) {
            frame.rolling.push(Rolling::arriving(rock));
        }
        let step = match rooms[frame.indy.0 as usize].passage(frame.indy.1) {
            Passage::Out(way) => (grid.next(frame.indy.0, way), way.entry()),
            _ => (NOWHERE, Side::Top),
        };
        let leaves = step.0 != NOWHERE;
        if leaves {
            self.collect(now, step, &mut frame);
        }
        self.frames[now] = frame;
        leaves
    }

    /// Finds the rooms that can be rotated before somebody comes to them.
    fn collect(&self, now: usize, indy: (u16, Side), frame: &mut Frame) {
        let can_turn = |cell: u16| {
            cell != self.grid.exit
                && self.rooms[cell as usize].can_turn()
                && cell != frame.indy.0
                && frame.rocks.iter().all(|rock| rock.cell != cell)
        };
        if can_turn(indy.0) {
            let (cell, side) = indy;
            frame.events.push(Event { cell, indy: true, side, focus: false, end: now + 1 });
        }
        for rolling in &frame.rolling {
            let Rock { cell, side, id, .. } = rolling.rock;
            if cell == NOWHERE || !can_turn(cell) {
                continue;
            }
            // Nobody may rotate a room in the very turn before a new rock is listed in it.
            let end = if rolling.from == NOWHERE { now } else { now + 1 };
            let focus = self.focus >> (id & 63) & 1 != 0;
            match frame.events.iter_mut().find(|event| event.cell == cell) {
                Some(event) => {
                    event.end = event.end.min(end);
                    event.focus |= focus;
                }
                None => frame.events.push(Event { cell, indy: false, side, focus, end }),
            }
        }
        // Timetables are built in the order of deadlines.
        frame.events.sort_by_key(|event| event.end);
    }

    /// Decides about one room after the other, then lets everybody come in.
    fn choose(&mut self, now: usize, number: usize, left: u32) -> bool {
        match self.frames[now].events.get(number) {
            None => self.settle(now, left),
            Some(&event) if event.indy => self.choose_for_indy(now, number, event, left),
            Some(&event) => self.choose_for_rocks(now, number, event, left),
        }
    }

    /// All ways to let Indy through, those that leave most time first.
    fn choose_for_indy(&mut self, now: usize, number: usize, event: Event, left: u32) -> bool {
        let (steering, grid) = (&self.tables.steering, self.grid);
        let all = choices(steering, grid, &self.rooms, event.cell, event.side);
        let mut order = [(NEVER, 0); 4];
        for (i, (&choice, place)) in all.iter().zip(&mut order).enumerate() {
            *place = (self.need_of(event.cell, choice), i);
        }
        order.sort_unstable();
        let mut possible = order.iter().take_while(|(need, _)| *need != NEVER);
        possible.any(|&(_, i)| self.decide(now, number, event, all[i], left))
    }

    /// The room as it stands; then, as an interference, all others.
    fn choose_for_rocks(&mut self, now: usize, number: usize, event: Event, left: u32) -> bool {
        let (steering, grid) = (&self.tables.steering, self.grid);
        let all = choices(steering, grid, &self.rooms, event.cell, event.side);
        let stays = all.iter().find(|choice| choice.rotations == 0);
        if stays.map_or(false, |&choice| self.decide(now, number, event, choice, left)) {
            return true;
        }
        if !event.focus || left == 0 {
            return false;
        }
        // The choices that stop the rock come first.
        let group = |passage| match passage {
            Passage::Refused => 0,
            Passage::Crash => 1,
            Passage::Out(_) => 2,
        };
        let mut order = [(3, 0, 0); 4];
        for (i, (choice, place)) in all.iter().zip(&mut order).enumerate() {
            if choice.rotations > 0 {
                *place = (group(choice.passage), choice.rotations, i);
            }
        }
        order.sort_unstable();
        let mut others = order.iter().take_while(|(group, ..)| *group < 3);
        others.any(|&(.., i)| self.decide(now, number, event, all[i], left - 1))
    }

    /// What Indy needs when he comes to a cell and finds it so.
    fn need_of(&self, cell: u16, choice: Choice) -> u16 {
        let later = match choice.passage {
            Passage::Out(way) => match self.grid.next(cell, way) {
                NOWHERE => NEVER,
                next => self.needs[next as usize][way.entry() as usize],
            },
            _ => NEVER,
        };
        if later == NEVER {
            NEVER
        } else {
            u16::from(choice.rotations) + later.saturating_sub(1)
        }
    }

    /// Lets the room of an event stand in one way, and goes on.
    fn decide(
        &mut self,
        now: usize,
        number: usize,
        event: Event,
        choice: Choice,
        left: u32,
    ) -> bool {
        if self.cut {
            return false;
        }
        let cell = event.cell as usize;
        let before = self.jobs.len();
        for _ in 0..choice.rotations {
            let first = self.release[cell] as usize;
            let slot = if event.end > first { self.slots.take(first, event.end - 1) } else { None };
            if let Some(slot) = slot {
                self.jobs.push(Job { slot, cell: event.cell, turn: choice.turn });
                continue;
            }
            // Had the last rock been elsewhere, there would have been more time.
            if self.user[cell] > 0 {
                self.culprits |= 1 << ((self.user[cell] - 1) & 63);
            }
            self.give_back(before);
            return false;
        }
        let old = self.rooms[cell];
        self.set_room(event.cell, choice.room);
        if self.choose(now, number + 1, left) {
            return true;
        }
        self.set_room(event.cell, old);
        self.give_back(before);
        false
    }

    fn give_back(&mut self, jobs: usize) {
        for job in self.jobs.drain(jobs..) {
            self.slots.give_back(job.slot);
        }
    }

    fn set_room(&mut self, cell: u16, room: Room) {
        let place = cell as usize;
        if self.rocky[place] && self.rooms[place] != room {
            let key = |room: Room| mix(u64::from(cell) << 8 | room.kind() as u64 | 1 << 40);
            self.key ^= key(self.rooms[place]) ^ key(room);
        }
        self.rooms[place] = room;
    }

    /// Everybody comes in; goes on if Indy lives.
    fn settle(&mut self, now: usize, left: u32) -> bool {
        let mut frame = std::mem::replace(&mut self.frames[now], EMPTY_FRAME);
        for rolling in &mut frame.rolling {
            rolling.come(&self.rooms);
        }
        let step = self.indy_step(now, &frame);
        let goes_on = match step {
            Step::Lost => false,
            Step::Won => {
                self.frames[now] = frame;
                return true;
            }
            Step::On(indy) => {
                if self.frames.len() == now + 1 {
                    self.frames.push(EMPTY_FRAME);
                }
                let next = &mut self.frames[now + 1];
                next.indy = indy;
                let exit = self.grid.exit;
                survivors(self.tables, &self.rooms, &frame.rolling, exit, &mut next.rocks);
                true
            }
        };
        let mark = self.undo.len();
        if goes_on {
            self.use_rooms(now, &frame.rolling);
        }
        self.frames[now] = frame;
        if goes_on && self.turn(now + 1, left) {
            return true;
        }
        while self.undo.len() > mark {
            if let Some((cell, release, user)) = self.undo.pop() {
                self.set_release(cell, release, user);
            }
        }
        false
    }

    /// Indy's move, once all rooms stand as they will.
    fn indy_step(&mut self, now: usize, frame: &Frame) -> Step {
        let from = frame.indy.0;
        let (to, side) = match self.rooms[from as usize].passage(frame.indy.1) {
            Passage::Out(way) => (self.grid.next(from, way), way.entry()),
            _ => return Step::Lost,
        };
        let passage = self.rooms[to as usize].passage(side);
        let won = to == self.grid.exit && passage != Passage::Refused;
        if !won {
            let next = match passage {
                Passage::Out(way) if !self.banned.contains(&(to, way)) => {
                    (self.grid.next(to, way), way.entry())
                }
                _ => (NOWHERE, side),
            };
            let need = match next.0 {
                NOWHERE => NEVER,
                cell => self.needs[cell as usize][next.1 as usize],
            };
            // One more turn will have passed by then.
            if need == NEVER || need as usize > self.slots.free(now + 1) {
                let holders = frame.rocks.iter().filter(|rock| rock.cell == to);
                self.culprits |= holders.fold(0, |all, rock| all | 1 << (rock.id & 63));
                return Step::Lost;
            }
        }
        let mut killed = 0;
        for rolling in &frame.rolling {
            let indy = (from, to, side);
            let by_this = kills(self.tables, &self.rooms, rolling, indy, self.grid.exit);
            if by_this & self.required != 0 {
                self.culprits |= 1 << (rolling.rock.id & 63);
            }
            killed |= by_this;
        }
        if killed & self.required != 0 {
            self.spared |= !killed;
            return Step::Lost;
        }
        if won {
            Step::Won
        } else {
            Step::On((to, side))
        }
    }

    /// Notes which rooms are used in this turn: later rotations must come later.
    fn use_rooms(&mut self, now: usize, rolling: &[Rolling]) {
        let indy = self.frames[now + 1].indy.0;
        self.note_use(indy, now + 2, 0);
        for rolling in rolling {
            if rolling.rock.cell != NOWHERE {
                // Rooms that hold somebody stay locked for one turn more.
                self.note_use(rolling.rock.cell, now + 1, rolling.rock.id + 1);
            }
        }
        for i in 0..self.frames[now + 1].rocks.len() {
            let rock = self.frames[now + 1].rocks[i];
            self.note_use(rock.cell, now + 2, rock.id + 1);
        }
    }

    fn note_use(&mut self, cell: u16, release: usize, user: u8) {
        let place = cell as usize;
        if (self.release[place] as usize) < release {
            self.undo.push((cell, self.release[place], self.user[place]));
            self.set_release(cell, release as u16, user);
        }
    }

    fn set_release(&mut self, cell: u16, release: u16, user: u8) {
        let place = cell as usize;
        if self.rocky[place] {
            let key = |release: u16| mix(u64::from(cell) << 16 | u64::from(release) | 1 << 50);
            self.key ^= key(self.release[place]) ^ key(release);
        }
        self.release[place] = release;
        self.user[place] = user;
    }
}

/// What becomes of Indy in a turn.
enum Step {
    Lost,
    Won,
    On((u16, Side)),
}

const EMPTY_FRAME: Frame =
    Frame { indy: (0, Side::Top), rocks: Vec::new(), rolling: Vec::new(), events: Vec::new() };

/// Sets of settings to fall back on, the largest first; of those as large as each other, first the
/// ones that hold the published server's setting.
fn weaker() -> Vec<Settings> {
    let published = super::joint::setting(gridlock_patterns::crusade::rules::Rules::LENIENT);
    let mut sets = vec![ALL];
    for bit in 0..4 {
        let half = (0..16).filter(|s| s >> bit & 1 != 0).fold(0, |set, s| set | 1 << s);
        for set in sets.clone() {
            sets.extend([set & half, set & !half]);
        }
    }
    sets.sort_by_key(|&set: &Settings| (16 - set.count_ones(), set & published == 0, set));
    sets.dedup();
    sets.retain(|&set| set != ALL);
    sets
}
