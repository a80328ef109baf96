//! Counts that independent programs agree on, read from the tables and counted once more from the
//! definitions alone.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::chance::spread;
use common::{full, moved, moved_frame, moved_pattern, subsets, table};
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::table::{Counts, Table};
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

fn site(rows: usize, cols: usize, placement: Placement) -> Site {
    Site::new(Window::new(rows, cols).expect("a window"), placement)
}

/// The verdicts of the plain search on all states of a site.
struct Verdicts {
    site: Site,
    /// By walls, boxes and region: for every set of goals whether the state is dead.
    dead: BTreeMap<(u32, u32, Region), Vec<bool>>,
}

impl Verdicts {
    fn new(site: Site) -> Verdicts {
        let by_walls = spread(u64::from(full(site)) + 1, |walls| {
            let walls = walls as u32;
            let mut dead = Vec::new();
            for boxes in subsets(full(site) & !walls) {
                for region in plain::regions(site, walls | boxes) {
                    let player = Player::within(site.window, region);
                    let left = plain::outcomes(site, walls, boxes, player, usize::MAX);
                    let left = left.expect("no limit");
                    let is_dead = |goals: u32| !left.iter().any(|set| set & !goals == 0);
                    dead.push(((walls, boxes, region), (0..=full(site)).map(is_dead).collect()));
                }
            }
            dead
        });
        Verdicts { site, dead: by_walls.into_iter().flatten().collect() }
    }

    /// Whether a state is dead when the player stays where he is while other cells are solid.
    fn is_dead(&self, walls: u32, boxes: u32, player: Player, goals: u32) -> bool {
        let region = plain::region(self.site, walls | boxes, player);
        self.dead[&(walls, boxes, region)][goals as usize]
    }

    fn is_minimal(&self, p: &Pattern) -> bool {
        let goals = full(self.site) & !p.walls & !p.no_goals;
        let player = Player::within(self.site.window, p.region);
        let parts = (0..self.site.window.cells()).map(|cell| 1 << cell);
        self.is_dead(p.walls, p.boxes, player, goals)
            && parts.into_iter().all(|cell: u32| {
                (p.boxes & cell == 0 || !self.is_dead(p.walls, p.boxes & !cell, player, goals))
                    && (p.walls & cell == 0
                        || !self.is_dead(p.walls & !cell, p.boxes, player, goals))
                    && (p.no_goals & cell == 0
                        || !self.is_dead(p.walls, p.boxes, player, goals | cell))
            })
    }

    /// All minimal patterns, each the smallest of its images.
    fn patterns(&self) -> BTreeSet<Pattern> {
        let images = plain::symmetries(self.site);
        let mut patterns = BTreeSet::new();
        for &(walls, boxes, region) in self.dead.keys() {
            for no_goals in subsets(full(self.site) & !walls) {
                let pattern = Pattern { walls, boxes, region, no_goals };
                if self.is_minimal(&pattern) {
                    patterns.extend(images.iter().map(|i| moved_pattern(i, &pattern)).min());
                }
            }
        }
        patterns
    }

    fn counts(&self, patterns: &BTreeSet<Pattern>) -> Counts {
        let images = plain::symmetries(self.site);
        let is_class = |walls| images.iter().all(|image| moved(image, walls) >= walls);
        let count = |chosen: &dyn Fn(u32, u32, Region, bool) -> bool| {
            let states = self.dead.iter();
            states.filter(|(&(w, b, r), dead)| b != 0 && chosen(w, b, r, dead[0])).count() as u64
        };
        let frames: BTreeSet<_> = patterns
            .iter()
            .filter_map(|p| images.iter().map(|image| moved_frame(image, &p.frame())).min())
            .collect();
        let open = self.dead.iter().filter(|((walls, ..), _)| *walls == 0);
        Counts {
            wall_classes: (0..=full(self.site)).filter(|&walls| is_class(walls)).count() as u64,
            states: count(&|walls, _, _, _| is_class(walls)),
            stuck: count(&|walls, _, _, dead| is_class(walls) && dead),
            patterns: patterns.len() as u64,
            frames: frames.len() as u64,
            boards: count(&|_, _, region, _| region == Region::Outside),
            dead_boards: count(&|_, _, region, dead| region == Region::Outside && dead),
            open_dead: open.flat_map(|(_, dead)| dead).filter(|dead| **dead).count() as u64,
            open_new: 0,
        }
    }
}

fn is_what_the_definitions_say(site: Site) {
    let verdicts = Verdicts::new(site);
    let patterns = verdicts.patterns();
    let counts = verdicts.counts(&patterns);
    let expected = Table { site, counts, patterns: patterns.into_iter().collect() };
    assert_eq!(table(site), expected, "{site}");
}

#[test]
fn tables_up_to_3x3_are_what_the_definitions_say() {
    Site::all(3).into_iter().for_each(is_what_the_definitions_say);
}

#[test]
fn the_table_of_2x5_interior_is_what_the_definitions_say() {
    is_what_the_definitions_say(site(2, 5, Placement::Interior));
}

#[test]
#[ignore = "a minute or more: cargo test --release -p gridlock-patterns --test golden -- --ignored"]
fn all_tables_of_2x5_are_what_the_definitions_say() {
    is_what_the_definitions_say(site(2, 5, Placement::Edge));
    is_what_the_definitions_say(site(5, 2, Placement::Edge));
    is_what_the_definitions_say(site(2, 5, Placement::Corner));
}

#[test]
fn counts_of_2x2_and_3x3() {
    let golden = [
        (site(2, 2, Placement::Interior), [6, 29, 7, 5, 4]),
        (site(2, 2, Placement::Edge), [10, 43, 19, 9, 8]),
        (site(2, 2, Placement::Corner), [12, 58, 42, 12, 11]),
        (site(3, 3, Placement::Interior), [102, 4_769, 2_472, 149, 46]),
        (site(3, 3, Placement::Edge), [288, 13_242, 9_867, 672, 210]),
        (site(3, 3, Placement::Corner), [288, 17_296, 15_639, 693, 332]),
    ];
    for (site, expected) in golden {
        assert_eq!(table(site).counts.to_array()[..5], expected, "{site}");
    }
}

#[test]
fn dead_boards_without_goals() {
    let golden = [
        (site(2, 2, Placement::Interior), [65, 19]),
        (site(2, 3, Placement::Interior), [665, 267]),
        (site(3, 3, Placement::Interior), [19_171, 11_221]),
        (site(3, 4, Placement::Interior), [527_345, 378_670]),
    ];
    for (site, expected) in golden {
        let counts = table(site).counts;
        assert_eq!([counts.boards, counts.dead_boards], expected, "{site}");
    }
    let large = table(site(4, 4, Placement::Interior)).counts;
    assert_eq!(large.boards, 42_981_185);
    assert_eq!(large.dead_boards * 100 / large.boards, 84, "per cent");
}

#[test]
fn dead_boards_of_3x4_by_the_plain_search() {
    let site = site(3, 4, Placement::Interior);
    let images = plain::symmetries(site);
    let of_walls = spread(u64::from(full(site)) + 1, |walls| {
        let walls = walls as u32;
        let alike: BTreeSet<u32> = images.iter().map(|image| moved(image, walls)).collect();
        if alike.first() != Some(&walls) {
            return 0;
        }
        let dead = |boxes: &u32| plain::is_dead(site, walls, *boxes, 0, Player::Outside);
        alike.len() * subsets(full(site) & !walls).filter(dead).count()
    });
    assert_eq!(of_walls.iter().sum::<usize>(), 378_670);
}
