//! Steering: what turning a room does to somebody who is about to come in.
//!
//! For each room and each side of entry, all ways the room can be made to stand, grouped by what
//! becomes of the mover. Within a group the fewest rotations come first. Rooms of different types
//! let a mover fall through, for example 7 and 9; all of them are there, because whoever comes later
//! by another side may fare differently.

use super::room::{Passage, Room, Side, Turn, TYPES};

/// One way to make a room stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// What becomes of the mover.
    pub passage: Passage,
    /// How often the room has to be rotated, at most twice.
    pub rotations: u8,
    /// In which direction; with two rotations either will do.
    pub turn: Turn,
    /// The room then.
    pub room: Room,
}

/// All choices for all rooms and sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steering {
    choices: Vec<Choice>,
    /// Where the choices of a situation begin; one more at the end.
    starts: Vec<u16>,
}

/// Rooms that are told apart: each type, locked or not.
pub const ROOMS: usize = 2 * TYPES - 1;

/// Rooms times sides of entry.
pub const SITUATIONS: usize = ROOMS * 3;

/// The room of each number below [`ROOMS`].
pub fn room_of(number: usize) -> Room {
    Room::new(number as i32 - (TYPES as i32 - 1)).unwrap_or(Room::NONE)
}

#[inline]
fn situation(room: Room, side: Side) -> usize {
    (room.number() + (TYPES as i8 - 1)) as usize * 3 + side as usize
}

impl Steering {
    /// Finds all choices by turning rooms.
    pub fn enumerate() -> Steering {
        let lists = (0..SITUATIONS).map(|s| choices(room_of(s / 3), Side::ALL[s % 3]));
        Steering::from_lists(lists)
    }

    /// The table of these lists, one for each situation.
    pub fn from_lists(lists: impl IntoIterator<Item = Vec<Choice>>) -> Steering {
        let mut steering = Steering { choices: Vec::new(), starts: vec![0] };
        for list in lists {
            steering.choices.extend(list);
            steering.starts.push(steering.choices.len() as u16);
        }
        steering
    }

    /// The choices for somebody who comes to this room by this side, grouped by their passage.
    #[inline]
    pub fn choices(&self, room: Room, side: Side) -> &[Choice] {
        let situation = situation(room, side);
        &self.choices[self.starts[situation] as usize..self.starts[situation + 1] as usize]
    }

    /// The choices with this passage, the fewest rotations first.
    pub fn group(&self, room: Room, side: Side, passage: Passage) -> &[Choice] {
        let all = self.choices(room, side);
        let start = all.partition_point(|choice| choice.passage < passage);
        let end = all.partition_point(|choice| choice.passage <= passage);
        &all[start..end]
    }

    /// How many choices there are in all.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }
}

/// The choices of one situation, in their order.
pub fn choices(room: Room, side: Side) -> Vec<Choice> {
    let (left, right) = (room.turned(Turn::Left), room.turned(Turn::Right));
    let ways = [
        (0, Turn::Left, room),
        (1, Turn::Left, left),
        (1, Turn::Right, right),
        (2, Turn::Right, right.turned(Turn::Right)),
    ];
    let mut choices: Vec<Choice> = Vec::new();
    for (rotations, turn, room) in ways {
        if choices.iter().all(|known| known.room != room) {
            choices.push(Choice { passage: room.passage(side), rotations, turn, room });
        }
    }
    choices.sort_unstable();
    choices
}
