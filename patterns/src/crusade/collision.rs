//! Collisions: what becomes of two movers that meet within one turn.
//!
//! For each way to meet, each kind of room involved and each setting of the [rules](Rules): who is
//! gone afterwards. "Gone" is a rock that is not listed again, and Indy when he is dead or has no way
//! out any more. The settings are sets of numbers, one bit for each [`Rules::number`].

use super::room::{Passage, Room, Side, Way, TYPES};
use super::rules::Rules;
use super::steering::{room_of, Choice, Steering, ROOMS};

/// Who meets. There is only one Indy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pair {
    /// Two rocks.
    Rocks,
    /// Indy is the first, a rock the second.
    IndyFirst,
    /// A rock is the first, Indy the second.
    IndySecond,
}

impl Pair {
    /// All pairs.
    pub const ALL: [Pair; 3] = [Pair::Rocks, Pair::IndyFirst, Pair::IndySecond];
}

/// A way to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meeting {
    /// Both come to one room.
    Together {
        /// The room.
        room: Room,
        /// By which side the first and the second come.
        sides: [Side; 2],
        /// Whether it is the exit, which cannot be rotated.
        exit: bool,
    },
    /// The first goes to the right, into the room of the second, which goes to the left.
    Swap {
        /// The room on the left and the one on the right.
        rooms: [Room; 2],
    },
    /// The first comes into the room of the second, which goes on and may be stopped there.
    Follow {
        /// The room that the second leaves.
        room: Room,
        /// By which side the first comes.
        side: Side,
        /// The room that the second comes to.
        ahead: Room,
        /// By which side.
        entry: Side,
    },
}

/// Who is gone after a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Nobody.
    Nothing,
    /// The first.
    First,
    /// The second.
    Second,
    /// Both.
    Both,
}

/// The settings under which the first and the second are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gone {
    /// The first.
    pub first: u64,
    /// The second.
    pub second: u64,
}

impl Gone {
    /// Who is gone under one setting.
    pub fn outcome(self, rules: Rules) -> Outcome {
        let bit = |settings: u64| settings >> rules.number() & 1 != 0;
        match (bit(self.first), bit(self.second)) {
            (false, false) => Outcome::Nothing,
            (true, false) => Outcome::First,
            (false, true) => Outcome::Second,
            (true, true) => Outcome::Both,
        }
    }
}

/// Number of [places](Meeting::place) for one pair.
pub const PLACES: usize = TOGETHER + SWAP + FOLLOW;
const TOGETHER: usize = TYPES * 3 * 3 * 2;
const SWAP: usize = TYPES * TYPES;
const FOLLOW: usize = TYPES * 3 * TYPES * 3;

impl Meeting {
    /// Whether two movers can meet like this.
    pub fn is_possible(self) -> bool {
        let leads = |room: Room, way: Way| {
            Side::ALL.iter().any(|&side| room.passage(side) == Passage::Out(way))
        };
        match self {
            Meeting::Together { sides, .. } => sides[0] != sides[1],
            Meeting::Swap { rooms: [left, right] } => {
                leads(left, Way::Right) && leads(right, Way::Left)
            }
            Meeting::Follow { room, side, entry, .. } => {
                let ways = Way::ALL.into_iter().filter(|way| way.entry() == entry);
                // Whoever comes from where the other goes swaps rooms with it.
                ways.filter(|way| !faces(*way, side)).any(|way| leads(room, way))
            }
        }
    }

    /// All possible meetings, locked rooms included.
    pub fn all() -> Vec<Meeting> {
        let mut all = Vec::new();
        let rooms = || (0..ROOMS).map(room_of);
        for room in rooms() {
            for (a, b) in pairs() {
                for exit in [false, true] {
                    all.push(Meeting::Together { room, sides: [a, b], exit });
                }
            }
            all.extend(rooms().map(|other| Meeting::Swap { rooms: [room, other] }));
            for ahead in rooms() {
                let follow = |(side, entry)| Meeting::Follow { room, side, ahead, entry };
                all.extend(pairs().map(follow));
            }
        }
        all.retain(|meeting| meeting.is_possible());
        all.sort_unstable();
        all
    }

    /// The room that can be rotated before they meet: the one that nobody is in. The exit counts as
    /// locked.
    pub fn free_room(self) -> Option<Room> {
        match self {
            Meeting::Together { room, exit, .. } => Some(if exit { room.locked() } else { room }),
            Meeting::Swap { .. } => None,
            Meeting::Follow { ahead, .. } => Some(ahead),
        }
    }

    /// The same with another room in the place of the [free](Meeting::free_room) one.
    #[must_use]
    pub fn with(self, free: Room) -> Meeting {
        match self {
            Meeting::Together { sides, exit, .. } => Meeting::Together { room: free, sides, exit },
            Meeting::Swap { .. } => self,
            Meeting::Follow { room, side, entry, .. } => {
                Meeting::Follow { room, side, ahead: free, entry }
            }
        }
    }

    /// A number below [`PLACES`]. Locks do not matter once a room stands as it does.
    #[inline]
    pub fn place(self) -> usize {
        match self {
            Meeting::Together { room, sides, exit } => {
                let sides = sides[0] as usize * 3 + sides[1] as usize;
                (room.kind() as usize * 9 + sides) * 2 + usize::from(exit)
            }
            Meeting::Swap { rooms } => {
                TOGETHER + rooms[0].kind() as usize * TYPES + rooms[1].kind() as usize
            }
            Meeting::Follow { room, side, ahead, entry } => {
                let first = room.kind() as usize * 3 + side as usize;
                let second = ahead.kind() as usize * 3 + entry as usize;
                TOGETHER + SWAP + first * (TYPES * 3) + second
            }
        }
    }
}

/// Two sides, in all combinations.
fn pairs() -> impl Iterator<Item = (Side, Side)> {
    Side::ALL.into_iter().flat_map(|a| Side::ALL.into_iter().map(move |b| (a, b)))
}

/// Whether a way leads to where somebody comes from.
fn faces(way: Way, side: Side) -> bool {
    matches!((way, side), (Way::Left, Side::Left) | (Way::Right, Side::Right))
}

/// All outcomes of all meetings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    gone: Vec<Gone>,
}

impl Collision {
    /// The table that a function fills, which is asked for each pair about each possible meeting.
    pub fn from_outcomes(mut outcome: impl FnMut(Pair, Meeting) -> Gone) -> Collision {
        let mut gone = vec![Gone::default(); 3 * PLACES];
        for meeting in Meeting::all() {
            for pair in Pair::ALL {
                gone[pair as usize * PLACES + meeting.place()] = outcome(pair, meeting);
            }
        }
        Collision { gone }
    }

    /// The table of these entries, first those of [`Pair::Rocks`]; `None` when their number is wrong.
    pub fn from_entries(gone: Vec<Gone>) -> Option<Collision> {
        (gone.len() == 3 * PLACES).then_some(Collision { gone })
    }

    /// All entries, those of impossible meetings too.
    pub fn entries(&self) -> &[Gone] {
        &self.gone
    }

    /// What becomes of a pair that meets while the rooms stand as they do.
    #[inline]
    pub fn gone(&self, pair: Pair, meeting: Meeting) -> Gone {
        self.gone[pair as usize * PLACES + meeting.place()]
    }

    /// All that can be made of a meeting: each way to rotate the free room, and who is gone then.
    pub fn choices(
        &self,
        steering: &Steering,
        pair: Pair,
        meeting: Meeting,
    ) -> Vec<(Choice, Gone)> {
        let free = meeting.free_room().unwrap_or(Room::NONE);
        let side = match meeting {
            Meeting::Together { sides, .. } => sides[0],
            Meeting::Swap { .. } => Side::Top,
            Meeting::Follow { entry, .. } => entry,
        };
        let choices = steering.choices(free, side).iter();
        choices.map(|&choice| (choice, self.gone(pair, meeting.with(choice.room)))).collect()
    }

    /// The rotations that bring about an outcome under one setting, the fewest first.
    pub fn rotations(
        &self,
        steering: &Steering,
        pair: Pair,
        meeting: Meeting,
        rules: Rules,
        outcome: Outcome,
    ) -> Vec<Choice> {
        let all = self.choices(steering, pair, meeting).into_iter();
        let mut fitting: Vec<Choice> =
            all.filter(|(_, gone)| gone.outcome(rules) == outcome).map(|(c, _)| c).collect();
        fitting.sort_by_key(|choice| choice.rotations);
        fitting
    }
}
