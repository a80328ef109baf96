//! The search against a planner that tries every command in every turn, and the player on random
//! levels.

#[path = "../../patterns/tests/common/plain_crusade.rs"]
mod plain;

use std::collections::HashSet;

use gridlock_patterns::crusade::maze::Mover;
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::Fate;
use gridlock_solver::crusade::game::Game;
use gridlock_solver::crusade::level::Level;
use gridlock_solver::crusade::make::{prove, replay, Kind, Plan, Proof};
use gridlock_solver::crusade::player::Player;
use gridlock_solver::crusade::tables::Tables;

use plain::{PlainGame, PlainRules, Spot};

/// Every rule that matters to a plan, on or off.
fn settings() -> Vec<PlainRules> {
    let bit = |n: u32, bit: u32| n >> bit & 1 != 0;
    let rules = |n: u32| PlainRules {
        indy_swap_dies: true,
        rock_swap_vanish: bit(n, 0),
        crash_enters: bit(n, 1),
        stopped_vanishes: bit(n, 2),
        exit_dies: bit(n, 3),
        arrival_error: true,
    };
    (0..16).map(rules).collect()
}

fn spot(level: &Level, mover: Mover) -> Spot {
    let (x, y) = level.maze.position(mover.cell);
    (x as i32, y as i32, mover.side.name().chars().next().unwrap())
}

/// The rocks that are first listed in a turn.
fn arriving(level: &Level, turn: usize) -> Vec<Spot> {
    let due = level.rocks.iter().filter(|arrival| arrival.turn == turn);
    due.map(|arrival| spot(level, arrival.rock)).collect()
}

/// Looks for commands that work under all settings by trying all commands. Every state is the same
/// game under each setting.
struct Exhaustive<'a> {
    level: &'a Level,
    settings: Vec<PlainRules>,
    failed: HashSet<String>,
    nodes: usize,
}

impl Exhaustive<'_> {
    /// Whether Indy can be saved; `None` when that takes too long to find out.
    fn solve(level: &Level) -> Option<bool> {
        let maze = &level.maze;
        let place = |cell| (maze.position(cell).0 as i32, maze.position(cell).1 as i32);
        let rooms = (0..maze.rooms().len()).map(|c| (place(c), maze.room(c).number().into()));
        let mut game = PlainGame {
            rooms: rooms.collect(),
            exit: place(maze.exit()),
            indy: spot(level, level.indy),
            rocks: Vec::new(),
            fate: "alive",
        };
        // Rocks that have no way out in the first turn are not there.
        game.rocks = Game::new(level, Rules::STRICT)
            .listing()
            .rocks
            .iter()
            .map(|&rock| spot(level, rock))
            .collect();
        let settings = settings();
        let games = vec![game; settings.len()];
        let mut planner = Exhaustive { level, settings, failed: HashSet::new(), nodes: 0 };
        planner.turn(0, &games)
    }

    fn turn(&mut self, turn: usize, games: &[PlainGame]) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > 60_000 {
            return None;
        }
        let key = format!(
            "{turn} {:?}",
            games.iter().map(|g| (&g.rooms, g.indy, &g.rocks)).collect::<Vec<_>>()
        );
        if self.failed.contains(&key) {
            return Some(false);
        }
        let mut commands: Vec<Option<((i32, i32), bool)>> = vec![None];
        let turnable = games[0].rooms.iter().filter(|(_, &room)| room > 1);
        commands
            .extend(turnable.flat_map(|(&place, _)| [Some((place, false)), Some((place, true))]));
        for command in commands {
            if let Some(next) = self.play(turn, games, command) {
                if next.iter().all(|game| game.fate == "won") || self.turn(turn + 1, &next)? {
                    return Some(true);
                }
            }
        }
        self.failed.insert(key);
        Some(false)
    }

    /// The games after a command; nothing when it is an error or Indy dies under some setting.
    fn play(
        &self,
        turn: usize,
        games: &[PlainGame],
        command: Option<((i32, i32), bool)>,
    ) -> Option<Vec<PlainGame>> {
        let new = arriving(self.level, turn + 1);
        let mut next = Vec::new();
        for (game, rules) in games.iter().zip(&self.settings) {
            let mut game = game.clone();
            if let Some((place, clockwise)) = command {
                if !game.rotate(place, clockwise, &new, rules) {
                    return None;
                }
            }
            game.advance(&new, rules);
            if !["alive", "won"].contains(&game.fate) {
                return None;
            }
            next.push(game);
        }
        Some(next)
    }
}

#[test]
fn the_search_finds_a_plan_exactly_when_there_is_one() {
    let tables = Tables::new();
    let (mut solvable, mut unsolvable, mut unknown) = (0, 0, 0);
    let count = if cfg!(debug_assertions) { 10 } else { 150 };
    for number in 0..count {
        let kind = [Kind::Hindsight, Kind::Unsolvable][number as usize % 2];
        let (width, height) = ([3, 4, 3][number as usize % 3], [3, 3, 4][number as usize % 3]);
        let rocks = 1 + number as usize % 3;
        let plan = Plan { width, height, rocks, visible: number % 5 == 0, kind, seed: 11 };
        let Some(made) = plan.make(number, &tables).unwrap().0 else { continue };
        match Exhaustive::solve(&made.level) {
            None => unknown += 1,
            Some(is_solvable) => {
                assert_eq!(is_solvable, kind == Kind::Hindsight, "level {number}:\n{}", made.level);
                *if is_solvable { &mut solvable } else { &mut unsolvable } += 1;
            }
        }
    }
    println!("{solvable} solvable, {unsolvable} unsolvable, {unknown} too large");
    assert!(solvable > count / 4 && unsolvable > count / 8, "{solvable} {unsolvable} {unknown}");
}

/// Plays a game with the on-line player.
fn play(level: &Level, rules: Rules, tables: &Tables) -> Fate {
    let mut game = Game::new(level, rules);
    let mut player = Player::new(game.maze(), tables);
    while game.fate() == Fate::Alive {
        let command = player.play(&game.listing());
        if game.play(command).is_err() {
            break;
        }
    }
    game.fate()
}

/// Plays random levels and lists those that are lost.
fn lost(count: u64, seed: u64, visible: bool, most_rocks: usize) -> Vec<String> {
    let tables = Tables::new();
    let mut lost = Vec::new();
    for number in 0..count {
        let (width, height) = (5 + number as usize * 7 % 16, 5 + number as usize * 11 % 16);
        let rocks = number as usize % (most_rocks + 1);
        let plan = Plan { width, height, rocks, visible, kind: Kind::Fair, seed };
        let made = plan.make(number, &tables).unwrap().0.expect("a level is found");
        for rules in [Rules::STRICT, Rules::LENIENT] {
            assert_eq!(replay(&made.level, &made.solution, rules), Fate::Won);
            let fate = play(&made.level, rules, &tables);
            if fate != Fate::Won {
                lost.push(format!(
                    "seed {seed} level {number}, {width}x{height}, {rocks} rocks: {fate}"
                ));
            }
        }
    }
    lost
}

const SAMPLE: u64 = if cfg!(debug_assertions) { 20 } else { 200 };

#[test]
fn levels_without_rocks_are_all_solved() {
    assert_eq!(lost(SAMPLE, 1, false, 0), Vec::<String>::new());
}

#[test]
fn levels_with_all_rocks_visible_are_all_solved() {
    assert_eq!(lost(SAMPLE, 2, true, 10), Vec::<String>::new());
}

#[test]
fn nearly_all_levels_with_hidden_rocks_are_solved() {
    let lost = lost(SAMPLE, 3, false, 10);
    assert!(lost.len() as u64 <= 2 * SAMPLE / 100, "{}", lost.join("\n"));
}

/// `cargo test --release -p gridlock-solver --test crusade_planner -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn two_thousand_levels_of_each_kind() {
    assert_eq!(lost(2000, 4, false, 0), Vec::<String>::new());
    assert_eq!(lost(2000, 5, true, 10), Vec::<String>::new());
    let lost = lost(2000, 6, false, 10);
    println!("{}", lost.join("\n"));
    assert!(lost.len() <= 2 * 20, "{}", lost.join("\n"));
}

#[test]
fn a_level_that_cannot_be_won_is_played_to_its_end() {
    let tables = Tables::new();
    for number in 0..20 {
        let plan =
            Plan { width: 8, height: 8, rocks: 4, visible: true, kind: Kind::Unsolvable, seed: 9 };
        let made = plan.make(number, &tables).unwrap().0.unwrap();
        assert_eq!(prove(&made.level, &tables, 100_000), Proof::None);
        assert_ne!(play(&made.level, Rules::STRICT, &tables), Fate::Alive);
    }
}
