//! Laws that hold for all states, patterns and tables.

mod common;

use common::{full, moved, moved_frame, moved_pattern, moved_region, table};
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::symmetry::symmetries;
use gridlock_patterns::sokoban::table::{Counts, Table};
use gridlock_patterns::sokoban::window::Site;
use proptest::prelude::*;
use proptest::sample::{select, Index};

/// A state: walls, boxes and goals on different cells, and the player in a region.
#[derive(Clone, Debug)]
struct State {
    site: Site,
    walls: u32,
    boxes: u32,
    goals: u32,
    player: Player,
}

impl State {
    fn is_dead(&self) -> bool {
        plain::is_dead(self.site, self.walls, self.boxes, self.goals, self.player)
    }

    fn is_at(&self, cell: u32) -> bool {
        matches!(self.player, Player::At(at) if plain::holds(self.site.window, cell, at))
    }

    /// The state as far as it is a pattern, which masks are turned with.
    fn pattern(&self) -> Pattern {
        let solid = self.walls | self.boxes;
        let region = plain::region(self.site, solid, self.player);
        let no_goals = full(self.site) & !self.walls & !self.goals;
        Pattern { walls: self.walls, boxes: self.boxes, region, no_goals }
    }
}

fn states() -> impl Strategy<Value = State> {
    let parts = (select(Site::all(3)), any::<[u32; 4]>(), any::<Index>());
    parts.prop_map(|(site, [walls, boxes, goals, fewer], index)| {
        let walls = walls & fewer & full(site);
        let boxes = boxes & full(site) & !walls;
        let regions = plain::regions(site, walls | boxes);
        let player = Player::within(site.window, *index.get(&regions));
        State { site, walls, boxes, goals: goals & full(site) & !walls, player }
    })
}

/// Any table: a part of a real one.
fn tables() -> impl Strategy<Value = Table> {
    (select(Site::all(3)), any::<u64>(), any::<u64>()).prop_map(|(site, seed, sparse)| {
        let mut chance = common::chance::Chance(seed);
        let percent = (sparse % 101) as usize;
        let mut table = table(site);
        table.patterns.retain(|_| chance.below(100) < percent);
        let frames = table.frames().len() as u64;
        let patterns = table.patterns.len() as u64;
        table.counts = Counts { patterns, frames, ..table.counts };
        table
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn symmetries_do_not_change_what_is_dead(state in states()) {
        for image in plain::symmetries(state.site) {
            let pattern = moved_pattern(&image, &state.pattern());
            let player = Player::within(state.site.window, pattern.region);
            let goals = moved(&image, state.goals);
            let dead = plain::is_dead(state.site, pattern.walls, pattern.boxes, goals, player);
            prop_assert_eq!(dead, state.is_dead());
        }
    }

    #[test]
    fn a_cell_of_a_region_is_as_good_as_any_other(state in states()) {
        let pattern = state.pattern();
        let player = Player::within(state.site.window, pattern.region);
        prop_assert_eq!(State { player, ..state.clone() }.is_dead(), state.is_dead());
    }

    #[test]
    fn what_is_dead_stays_dead_with_more_boxes_and_walls_and_fewer_goals(state in states()) {
        if !state.is_dead() {
            return Ok(());
        }
        for cell in (0..state.site.window.cells()).map(|cell| 1 << cell) {
            let no_goal = State { goals: state.goals & !cell, ..state.clone() };
            prop_assert!(no_goal.is_dead(), "without the goal {cell:#b}");
            if (state.walls | state.boxes) & cell == 0 && !state.is_at(cell) {
                let boxed = State { boxes: state.boxes | cell, ..state.clone() };
                prop_assert!(boxed.is_dead(), "with a box {cell:#b}");
                let walls = state.walls | cell;
                let walled = State { walls, ..no_goal };
                prop_assert!(walled.is_dead(), "with a wall {cell:#b}");
            }
        }
    }

    #[test]
    fn both_kinds_of_symmetries_are_the_same(state in states()) {
        let pattern = state.pattern();
        let mut fast: Vec<_> = symmetries(state.site).iter().map(|s| s.pattern(&pattern)).collect();
        let plain = plain::symmetries(state.site);
        let mut slow: Vec<_> = plain.iter().map(|s| moved_pattern(s, &pattern)).collect();
        fast.sort_unstable();
        slow.sort_unstable();
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn canonical_is_one_image_for_all(state in states()) {
        let (ways, pattern) = (symmetries(state.site), state.pattern());
        let canonical = pattern.canonical(&ways);
        prop_assert_eq!(canonical.canonical(&ways), canonical);
        let frame = pattern.frame().canonical(&ways);
        prop_assert_eq!(frame.canonical(&ways), frame);
        prop_assert_eq!(canonical.frame(), frame, "the frame is the first part");
        for image in plain::symmetries(state.site) {
            prop_assert_eq!(moved_pattern(&image, &pattern).canonical(&ways), canonical);
            prop_assert_eq!(moved_frame(&image, &pattern.frame()).canonical(&ways), frame);
        }
    }

    #[test]
    fn undoing_an_image_gives_the_mask_back(state in states()) {
        for way in symmetries(state.site) {
            prop_assert_eq!(way.undo(way.mask(state.boxes)), state.boxes);
            let image: Vec<usize> = (0..state.site.window.cells()).map(|c| way.cell(c)).collect();
            prop_assert_eq!(way.mask(state.boxes), moved(&image, state.boxes));
            let region = state.pattern().region;
            prop_assert_eq!(way.region(region), moved_region(&image, region));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn payloads_are_read_back(table in tables()) {
        let payload = table.to_payload();
        let read = Table::from_payload(table.site, table.counts, &payload);
        prop_assert_eq!(read.as_ref(), Ok(&table));
        let bytes = gridlock_patterns::file::encode(&table.pack(), "test").expect("tables encode");
        prop_assert_eq!(gridlock_patterns::file::decode(&bytes).expect("sound"), table);
    }
}
