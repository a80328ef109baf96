//! The public levels: all are solved under every setting of the open rules.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::Fate;
use gridlock_solver::crusade::game::Game;
use gridlock_solver::crusade::level::{self, Level};
use gridlock_solver::crusade::player::Player;
use gridlock_solver::crusade::tables::Tables;

fn levels() -> Vec<(String, Level)> {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS is not set");
        return Vec::new();
    };
    let folder = PathBuf::from(corpus).join("crusade");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|f| f.extension().is_some_and(|e| e == "in")).collect();
    files.sort();
    assert!(files.len() >= 13, "levels are missing in {}", folder.display());
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let level = level::parse_bytes(&fs::read(path).unwrap());
        (name, level.unwrap_or_else(|e| panic!("{}:{e}", path.display())))
    };
    files.iter().map(read).collect()
}

#[test]
fn the_public_levels_are_solved_under_every_setting() {
    let tables = Tables::new();
    let mut total = Duration::ZERO;
    let mut failures = Vec::new();
    for (name, level) in levels() {
        let mut longest = Duration::ZERO;
        let mut nodes = 0;
        for rules in Rules::all() {
            let mut game = Game::new(&level, rules);
            let start = Instant::now();
            let mut player = Player::new(game.maze(), &tables);
            let mut first = start.elapsed();
            while game.fate() == Fate::Alive {
                let start = Instant::now();
                let command = player.play(&game.listing());
                first += start.elapsed();
                longest = longest.max(first);
                if rules == Rules::STRICT || rules == Rules::LENIENT {
                    total += first;
                }
                first = Duration::ZERO;
                game.play(command).unwrap_or_else(|e| panic!("{name}: {rules}: {e}"));
            }
            if game.fate() != Fate::Won {
                failures.push(format!("{name}: {rules}: {} in turn {}", game.fate(), game.turn()));
            }
            nodes = nodes.max(player.nodes);
        }
        println!("{name}: {longest:?}, {nodes} nodes");
    }
    println!("{total:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
