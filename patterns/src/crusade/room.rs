//! Rooms: who comes in where, where they come out, and what turning a room does.

/// The side by which a mover came into a room. Nobody comes in from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// From the room above.
    Top,
    /// From the room on the left.
    Left,
    /// From the room on the right.
    Right,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 3] = [Side::Top, Side::Left, Side::Right];

    /// The name in level files and in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Side::Top => "TOP",
            Side::Left => "LEFT",
            Side::Right => "RIGHT",
        }
    }

    /// The side of this name.
    pub fn from_name(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }
}

/// The side by which a mover leaves a room. Nobody leaves upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Into the room on the left.
    Left,
    /// Into the room on the right.
    Right,
    /// Into the room below.
    Bottom,
}

impl Way {
    /// All ways.
    pub const ALL: [Way; 3] = [Way::Left, Way::Right, Way::Bottom];

    /// The side by which one comes into the next room.
    pub fn entry(self) -> Side {
        match self {
            Way::Left => Side::Right,
            Way::Right => Side::Left,
            Way::Bottom => Side::Top,
        }
    }
}

/// What a room does to a mover that comes in by some side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// It leaves in the next turn.
    Out(Way),
    /// It comes in and finds no way out.
    Crash,
    /// It does not come in.
    Refused,
}

/// The direction of a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Against the clock.
    Left,
    /// With the clock.
    Right,
}

impl Turn {
    /// Both directions.
    pub const ALL: [Turn; 2] = [Turn::Left, Turn::Right];

    /// The name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Turn::Left => "LEFT",
            Turn::Right => "RIGHT",
        }
    }
}

/// Types of rooms, the empty one included.
pub const TYPES: usize = 14;

const IN_T: usize = Side::Top as usize;
const IN_L: usize = Side::Left as usize;
const IN_R: usize = Side::Right as usize;

/// For each type and each side of entry. Nothing else knows the shape of rooms.
static PASSAGES: [[Passage; 3]; TYPES] = passages();

const fn passages() -> [[Passage; 3]; TYPES] {
    const LEFT: Passage = Passage::Out(Way::Left);
    const RIGHT: Passage = Passage::Out(Way::Right);
    const DOWN: Passage = Passage::Out(Way::Bottom);
    const CRASH: Passage = Passage::Crash;
    let mut rooms = [[Passage::Refused; 3]; TYPES];
    rooms[1] = [DOWN; 3];
    (rooms[2][IN_L], rooms[2][IN_R]) = (RIGHT, LEFT);
    rooms[3][IN_T] = DOWN;
    rooms[4] = [LEFT, CRASH, DOWN];
    rooms[5] = [RIGHT, DOWN, CRASH];
    rooms[6] = [CRASH, RIGHT, LEFT];
    (rooms[7][IN_T], rooms[7][IN_R]) = (DOWN, DOWN);
    (rooms[8][IN_L], rooms[8][IN_R]) = (DOWN, DOWN);
    (rooms[9][IN_T], rooms[9][IN_L]) = (DOWN, DOWN);
    (rooms[10][IN_T], rooms[10][IN_L]) = (LEFT, CRASH);
    (rooms[11][IN_T], rooms[11][IN_R]) = (RIGHT, CRASH);
    rooms[12][IN_R] = DOWN;
    rooms[13][IN_L] = DOWN;
    rooms
}

/// What each type becomes when it is turned to the right.
const CLOCKWISE: [u8; TYPES] = [0, 1, 3, 2, 5, 4, 7, 8, 9, 6, 11, 12, 13, 10];

/// A room as it stands: its type, and whether it is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Room(i8);

impl Room {
    /// Solid rock: nobody comes in.
    pub const NONE: Room = Room(0);

    /// The room of a number in a level file: the type, negative when the room is locked.
    pub fn new(number: i32) -> Option<Room> {
        let known = number.unsigned_abs() < TYPES as u32;
        known.then_some(Room(number as i8))
    }

    /// The number in a level file.
    pub fn number(self) -> i8 {
        self.0
    }

    /// The type, from 0 to 13.
    #[inline]
    pub fn kind(self) -> u8 {
        self.0.unsigned_abs()
    }

    /// The same type, locked.
    #[must_use]
    pub fn locked(self) -> Room {
        Room(-self.0.abs())
    }

    /// Whether it can be rotated when nobody is in it.
    #[inline]
    pub fn can_turn(self) -> bool {
        self.0 > 0
    }

    /// What happens to somebody who comes in by this side.
    #[inline]
    pub fn passage(self, side: Side) -> Passage {
        PASSAGES[self.kind() as usize][side as usize]
    }

    /// The room after a rotation. Locked rooms and solid rock stay as they are.
    #[must_use]
    pub fn turned(self, turn: Turn) -> Room {
        if !self.can_turn() {
            return self;
        }
        let next = |room: u8| CLOCKWISE[room as usize];
        let kind = self.kind();
        // No type has more than four orientations, so three turns to the right are one to the left.
        Room(match turn {
            Turn::Right => next(kind) as i8,
            Turn::Left => next(next(next(kind))) as i8,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_undoes_right() {
        for number in 0..14 {
            let room = Room::new(number).unwrap();
            assert_eq!(room.turned(Turn::Left).turned(Turn::Right), room);
            assert_eq!(room.turned(Turn::Right).turned(Turn::Left), room);
            assert_eq!(room.locked().turned(Turn::Right), room.locked());
        }
    }

    /// Turning a room turns its passages, for those that stay passages of movers that only fall.
    #[test]
    fn passages_turn_with_the_room() {
        let clockwise = |side: Side| match side {
            Side::Left => Some(Side::Top),
            Side::Top => Some(Side::Right),
            Side::Right => None,
        };
        for number in 2..14 {
            let room = Room::new(number).unwrap();
            let turned = room.turned(Turn::Right);
            for side in Side::ALL {
                // An opening on a side stays one: it is refused before and after, or neither.
                if let Some(image) = clockwise(side) {
                    let open = |room: Room, side| room.passage(side) != Passage::Refused;
                    assert_eq!(open(room, side), open(turned, image), "{room:?} {side:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_beyond_the_types_are_no_rooms() {
        assert_eq!(Room::new(14), None);
        assert_eq!(Room::new(-14), None);
        assert_eq!(Room::new(i32::MIN), None);
        assert_eq!(Room::new(-13).unwrap().kind(), 13);
        assert!(!Room::new(-13).unwrap().can_turn());
        assert!(!Room::NONE.can_turn());
    }
}
