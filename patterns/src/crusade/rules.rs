//! The rules that public evidence does not settle, each a named switch.

use std::fmt;

/// A setting of all switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct Rules {
    /// Indy and a rock swap rooms: Indy dies, or else they pass each other.
    pub indy_swap_kills: bool,
    /// Two rocks swap rooms: both vanish, or else both go on.
    pub rock_swap_destroys: bool,
    /// A rock comes to a side without a way out: it goes in, can crush Indy there, and is gone before
    /// the next listing. Or else it is stopped in front of the room.
    pub crash_enters: bool,
    /// A rock moves into the cell of a rock that was just stopped: it vanishes too, or else goes on.
    pub stopped_destroys: bool,
    /// Indy and a rock reach the exit together: Indy dies, or else he wins.
    pub exit_kills: bool,
    /// Rotating a room where an unlisted rock appears next turn: an error, or else allowed.
    pub arrival_locks: bool,
}

/// A switch: its name, and the names of its two values.
struct Switch {
    name: &'static str,
    /// When the field is set, and when it is not.
    values: [&'static str; 2],
    field: fn(&mut Rules) -> &mut bool,
}

static SWITCHES: [Switch; 6] = [
    Switch {
        name: "indy-swap",
        values: ["dies", "passes"],
        field: |rules| &mut rules.indy_swap_kills,
    },
    Switch {
        name: "rock-swap",
        values: ["vanish", "go-on"],
        field: |rules| &mut rules.rock_swap_destroys,
    },
    Switch {
        name: "crash-side",
        values: ["enters", "stopped"],
        field: |rules| &mut rules.crash_enters,
    },
    Switch {
        name: "stopped-rock",
        values: ["vanishes", "goes-on"],
        field: |rules| &mut rules.stopped_destroys,
    },
    Switch {
        name: "exit-together",
        values: ["dies", "wins"],
        field: |rules| &mut rules.exit_kills,
    },
    Switch {
        name: "arrival-room",
        values: ["error", "allowed"],
        field: |rules| &mut rules.arrival_locks,
    },
];

/// Number of settings of all switches.
pub const SETTINGS: usize = 1 << 6;

impl Rules {
    /// Each switch as it is worse for the player.
    pub const STRICT: Rules = Rules {
        indy_swap_kills: true,
        rock_swap_destroys: false,
        crash_enters: true,
        stopped_destroys: false,
        exit_kills: true,
        arrival_locks: false,
    };

    /// Each switch as on the published test server.
    pub const LENIENT: Rules = Rules {
        indy_swap_kills: true,
        rock_swap_destroys: true,
        crash_enters: true,
        stopped_destroys: true,
        exit_kills: false,
        arrival_locks: true,
    };

    /// The setting of a number below [`SETTINGS`]: one bit a switch, in the order of the fields.
    pub fn from_number(number: usize) -> Rules {
        let mut rules = Rules::STRICT;
        for (bit, switch) in SWITCHES.iter().enumerate() {
            *(switch.field)(&mut rules) = number >> bit & 1 != 0;
        }
        rules
    }

    /// The number of this setting.
    pub fn number(mut self) -> usize {
        SWITCHES.iter().enumerate().map(|(bit, s)| usize::from(*(s.field)(&mut self)) << bit).sum()
    }

    /// All settings.
    pub fn all() -> impl Iterator<Item = Rules> {
        (0..SETTINGS).map(Rules::from_number)
    }

    /// Sets a switch from text such as `rock-swap=vanish`.
    ///
    /// # Errors
    ///
    /// One line that says what is wrong and lists what there is.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let switch = SWITCHES.iter().find(|s| s.name == name).ok_or_else(|| {
            let names: Vec<&str> = SWITCHES.iter().map(|s| s.name).collect();
            format!("no rule is called {name:?}; there are {}", names.join(", "))
        })?;
        let place = switch.values.iter().position(|&known| known == value).ok_or_else(|| {
            let [one, other] = switch.values;
            format!("{name} cannot be {value:?}; write {name}={one} or {name}={other}")
        })?;
        *(switch.field)(self) = place == 0;
        Ok(())
    }
}

/// Writes all switches as [`Rules::set`] reads them, separated by blanks.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules = *self;
        for (i, switch) in SWITCHES.iter().enumerate() {
            let value = switch.values[usize::from(!*(switch.field)(&mut rules))];
            write!(f, "{}{}={value}", if i > 0 { " " } else { "" }, switch.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_round_trip() {
        for (number, rules) in Rules::all().enumerate() {
            assert_eq!(rules.number(), number);
            let mut read = Rules::LENIENT;
            for switch in rules.to_string().split(' ') {
                read.set(switch).unwrap();
            }
            assert_eq!(read, rules);
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let mut rules = Rules::STRICT;
        assert!(rules.set("rock-swop=vanish").unwrap_err().contains("rock-swap, crash-side"));
        assert!(rules
            .set("rock-swap")
            .unwrap_err()
            .contains("rock-swap=vanish or rock-swap=go-on"));
        assert_eq!(rules, Rules::STRICT);
    }
}
