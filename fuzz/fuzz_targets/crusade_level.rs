//! Levels of The Last Crusade: what is read can be written, read again and played.
#![no_main]

use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::{Command, Fate};
use gridlock_solver::crusade::game::Game;
use gridlock_solver::crusade::level;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| match level::parse_bytes(bytes) {
    Ok(level) => {
        assert_eq!(level::parse(&level.to_string()), Ok(level.clone()));
        let mut game = Game::new(&level, Rules::LENIENT);
        while game.fate() == Fate::Alive {
            game.play(Command::Wait).expect("waiting is always allowed");
        }
    }
    Err(error) => assert_eq!(error.to_string().lines().count(), 1),
});
