//! The steering and collision tables built into this crate.

use gridlock_patterns::crusade::collision::{Collision, Meeting, Pair, PLACES};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::steering::Steering;
use gridlock_patterns::crusade::texts::{decode_collision, decode_steering};

use super::joint::{setting, Settings};

/// The texts of the steering and the collision table, written by the build script.
pub const TEXTS: (&str, &str) = include!(concat!(env!("OUT_DIR"), "/crusade.in"));

/// What the search asks.
#[derive(Clone, Debug)]
pub struct Tables {
    /// What turning a room does to a mover.
    pub steering: Steering,
    /// For each pair and place of a meeting the settings in which the first and the second are gone.
    gone: Vec<[Settings; 2]>,
}

impl Tables {
    /// The tables built into this crate. Do it once and use them for all games.
    ///
    /// # Panics
    /// If the texts cannot be decoded, which would be a mistake in the build script.
    pub fn new() -> Tables {
        let steering = decode_steering(TEXTS.0).expect("the build script wrote the steering table");
        let collision =
            decode_collision(TEXTS.1).expect("the build script wrote the collision table");
        Tables::from_parts(steering, &collision)
    }

    /// Tables from elsewhere.
    pub fn from_parts(steering: Steering, collision: &Collision) -> Tables {
        // A plan never lets Indy swap rooms with a rock, and does not know when new rocks appear.
        let matters = |rules: &Rules| rules.indy_swap_kills && !rules.arrival_locks;
        let settings: Vec<(usize, Settings)> =
            Rules::all().filter(matters).map(|rules| (rules.number(), setting(rules))).collect();
        let narrowed = |all: u64| {
            let bits = settings.iter().filter(|(number, _)| all >> number & 1 != 0);
            bits.fold(0, |set, (_, bit)| set | bit)
        };
        let entries = collision.entries().iter();
        let gone = entries.map(|gone| [narrowed(gone.first), narrowed(gone.second)]).collect();
        Tables { steering, gone }
    }

    /// The settings in which the first and the second are gone after a meeting.
    #[inline]
    pub fn gone(&self, pair: Pair, meeting: Meeting) -> [Settings; 2] {
        self.gone[pair as usize * PLACES + meeting.place()]
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_are_small_and_hold_the_tables() {
        assert!(TEXTS.0.len() + TEXTS.1.len() < 3_000, "{} {}", TEXTS.0.len(), TEXTS.1.len());
        assert_eq!(Tables::new().steering, Steering::enumerate());
    }
}
