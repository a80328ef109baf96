//! The tables hold everything that is dead, and nothing else.
//!
//! A state is dead when a pattern of the table lies below it. The plain search says the same of
//! every state of the small windows, and of very many of the large ones.

mod common;

use std::collections::HashSet;

use common::chance::{spread, Chance};
use common::{full, moved_pattern, subsets, table, Matcher};
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

/// How often states were compared, and how often they were dead.
#[derive(Default)]
struct Tally {
    states: u64,
    dead: u64,
}

/// Compares table and search on some goal sets of one state without goals.
struct Comparison {
    /// What the search leaves in the window, in all ways.
    outcomes: Vec<u32>,
    /// What the table asks not to be goals, in all ways.
    conditions: Vec<u32>,
    /// For the message.
    state: String,
}

impl Comparison {
    /// `None` when the search takes more than `limit` positions.
    fn new(
        matcher: &Matcher,
        (walls, boxes, player): (u32, u32, Player),
        limit: usize,
    ) -> Option<Comparison> {
        let site = matcher.site;
        Some(Comparison {
            outcomes: plain::outcomes(site, walls, boxes, player, limit)?,
            conditions: matcher.conditions(walls, boxes, player),
            state: format!("{site}: walls {walls:#b}, boxes {boxes:#b}, {player:?}"),
        })
    }

    fn check(&self, goals: u32, tally: &mut Tally) {
        let searched = !self.outcomes.iter().any(|left| left & !goals == 0);
        let tabled = self.conditions.iter().any(|no_goals| no_goals & goals == 0);
        assert_eq!(tabled, searched, "table and search: {}, goals {goals:#b}", self.state);
        tally.states += 1;
        tally.dead += u64::from(searched);
    }
}

#[test]
fn every_state_up_to_3x3() {
    for site in Site::all(3) {
        let matcher = Matcher::new(&table(site));
        let tallies = spread(u64::from(full(site)) + 1, |walls| {
            let mut tally = Tally::default();
            let walls = walls as u32;
            for boxes in subsets(full(site) & !walls) {
                for region in plain::regions(site, walls | boxes) {
                    let player = Player::within(site.window, region);
                    let comparison = Comparison::new(&matcher, (walls, boxes, player), usize::MAX)
                        .expect("no limit");
                    for goals in subsets(full(site) & !walls) {
                        comparison.check(goals, &mut tally);
                    }
                }
            }
            tally
        });
        let states: u64 = tallies.iter().map(|t| t.states).sum();
        let dead: u64 = tallies.iter().map(|t| t.dead).sum();
        println!("{site}: {states} states, {dead} dead");
        // Every cell is a wall, or a floor or a box with or without a goal.
        assert!(states >= 5u64.pow(site.window.cells() as u32) && 0 < dead && dead < states);
    }
}

#[test]
fn a_million_states_of_each_4x4_table() {
    let window = Window::new(4, 4).expect("a window");
    for placement in Placement::WIDE {
        compare_states(Site::new(window, placement), 70_000, 1_000_000);
    }
}

#[test]
fn many_states_of_each_4x4_table_of_narrow_boards() {
    let window = Window::new(4, 4).expect("a window");
    for placement in [Placement::Corridor, Placement::Alcove] {
        compare_states(Site::new(window, placement), 10_000, 100_000);
    }
}

#[test]
fn many_states_of_each_table_beyond_4x4() {
    for site in beyond() {
        compare_states(site, 4_000, 40_000);
    }
}

/// The sites of the committed tables beyond 4x4.
fn beyond() -> Vec<Site> {
    let long = |site: &Site| site.window.rows().max(site.window.cols()) == 5;
    let wide = |site: &Site| Placement::WIDE.contains(&site.placement);
    let small = |site: &Site| site.window.cells() <= 15;
    Site::all(5).into_iter().filter(|site| long(site) && wide(site) && small(site)).collect()
}

/// Compares at least so many states in so many choices of walls, boxes and region.
fn compare_states(site: Site, scenes: u64, enough: u64) {
    let table = table(site);
    let matcher = Matcher::new(&table);
    let images = plain::symmetries(site);
    let tallies = spread(scenes, |seed| {
        let mut chance = Chance(seed);
        let image: &Vec<usize> = chance.pick(&images);
        let pattern = moved_pattern(image, chance.pick(&table.patterns));
        // Most searches are short, and some of the long ones will do.
        let limit = if seed % 100 == 0 { usize::MAX } else { 3_000 };
        let mut tally = Tally::default();
        play_scene(&matcher, &pattern, limit, &mut chance, &mut tally);
        tally
    });
    let states: u64 = tallies.iter().map(|t| t.states).sum();
    let dead: u64 = tallies.iter().map(|t| t.dead).sum();
    println!("{site}: {states} states, {dead} dead");
    assert!(states >= enough, "only {states} states");
    assert!(states / 5 < dead && dead < states / 5 * 4, "{dead} of {states} are dead");
}

/// Compares the states of one choice of walls, boxes and region under many goal sets.
fn play_scene(
    matcher: &Matcher,
    near: &Pattern,
    limit: usize,
    chance: &mut Chance,
    tally: &mut Tally,
) {
    let site = matcher.site;
    let cells = site.window.cells();
    let (walls, boxes) = some_solids(cells, near, chance);
    let player = Player::within(site.window, some_region(site, walls | boxes, near, chance));
    let Some(comparison) = Comparison::new(matcher, (walls, boxes, player), limit) else {
        return;
    };
    let goal_sets: HashSet<u32> = (0..40)
        .map(|_| some_goals(cells, near, &comparison, chance) & full(site) & !walls)
        .collect();
    for goals in goal_sets {
        comparison.check(goals, tally);
    }
}

/// Walls and boxes at random, or those of a pattern with up to two cells changed.
fn some_solids(cells: usize, near: &Pattern, chance: &mut Chance) -> (u32, u32) {
    let (mut walls, mut boxes) = match chance.below(4) {
        0 => (chance.mask(cells, 10), chance.mask(cells, 20)),
        1 => (chance.mask(cells, 35), chance.mask(cells, 35)),
        _ => (near.walls, near.boxes),
    };
    for _ in 0..chance.below(3) {
        let cell = 1 << chance.below(cells);
        let alike = [(walls & !cell, boxes & !cell), (walls | cell, boxes), (walls, boxes | cell)];
        (walls, boxes) = *chance.pick(&alike);
    }
    (walls, boxes & !walls)
}

/// Goals at random, or such that one more or one less may decide.
fn some_goals(cells: usize, near: &Pattern, about: &Comparison, chance: &mut Chance) -> u32 {
    let percent = *chance.pick(&[0, 15, 50, 85]);
    let random = chance.mask(cells, percent);
    let goals = match chance.below(5) {
        0 => random,
        1 => !near.no_goals,
        2 if !about.conditions.is_empty() => !*chance.pick(&about.conditions),
        3 => *chance.pick(&about.outcomes),
        _ => random | *chance.pick(&about.outcomes),
    };
    (0..chance.below(3)).fold(goals, |goals, _| goals ^ 1 << chance.below(cells))
}

/// The region of the pattern where it still exists, else any one.
fn some_region(site: Site, solid: u32, near: &Pattern, chance: &mut Chance) -> Region {
    let regions = plain::regions(site, solid);
    if regions.contains(&near.region) && chance.below(4) > 0 {
        near.region
    } else {
        *chance.pick(&regions)
    }
}

#[test]
fn every_pattern_up_to_3x4_is_dead_and_minimal() {
    for site in Site::all(4).into_iter().filter(|s| s.window.cells() <= 12) {
        let patterns = table(site).patterns;
        spread(patterns.len() as u64, |number| {
            let pattern = &patterns[number as usize];
            assert!(plain::is_minimal(site, pattern), "{site}: {pattern:?}");
        });
    }
}

#[test]
fn many_patterns_of_each_large_table_are_dead_and_minimal() {
    let window = Window::new(4, 4).expect("a window");
    for site in
        Placement::ALL.map(|placement| Site::new(window, placement)).into_iter().chain(beyond())
    {
        let patterns = table(site).patterns;
        spread(1_000, |seed| {
            let pattern = Chance(seed).pick(&patterns).to_owned();
            assert!(plain::is_minimal(site, &pattern), "{site}: {pattern:?}");
        });
    }
}
