//! The tables of The Last Crusade and their payloads in files.

use serde::{Deserialize, Serialize};

use super::collision::{Collision, Gone, Meeting, Pair};
use super::room::{Passage, Room, Side, Turn, Way};
use super::steering::{room_of, Choice, Steering, SITUATIONS};

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// What turning a room does to a mover.
    Steering,
    /// What becomes of two movers that meet.
    Collision,
}

impl Name {
    /// All tables.
    pub const ALL: [Name; 2] = [Name::Steering, Name::Collision];

    /// The name of its file, without the ending.
    pub fn file_name(self) -> &'static str {
        match self {
            Name::Steering => "crusade-steering",
            Name::Collision => "crusade-collision",
        }
    }

    /// The table whose file has this name.
    pub fn from_file_name(name: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|table| table.file_name() == name)
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// See [`Steering`].
    Steering(Steering),
    /// See [`Collision`].
    Collision(Collision),
}

/// Why a payload is not that of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PayloadError {
    /// The bytes do not decode.
    #[error("the payload does not decode: {0}")]
    Decode(String),
    /// There are bytes behind the table.
    #[error("{0} bytes are left over behind the table")]
    TrailingBytes(usize),
    /// A record is not what follows from the others, or is no record of this table.
    #[error("record {0} cannot be part of this table")]
    Record(usize),
}

/// One choice of a situation: the number of the room then, the rotations, their direction (0 left,
/// 1 right), and the passage (0 left, 1 right, 2 bottom, 3 crash, 4 refused).
type SteeringRecord = Vec<(i8, u8, u8, u8)>;

/// One way to rotate the free room of a meeting: its number then, the rotations, their direction, and
/// the settings of the rules under which the first and the second are gone.
type CollisionRecord = Vec<(i8, u8, u8, u64, u64)>;

impl Table {
    /// Which table this is.
    pub fn name(&self) -> Name {
        match self {
            Table::Steering(_) => Name::Steering,
            Table::Collision(_) => Name::Collision,
        }
    }

    /// How many situations or meetings it holds, and how many choices for them.
    pub fn counts(&self) -> (u64, u64) {
        match self {
            Table::Steering(steering) => (SITUATIONS as u64, steering.len() as u64),
            Table::Collision(collision) => {
                let records = collision_records(collision);
                (records.len() as u64, records.iter().map(|r| r.len() as u64).sum())
            }
        }
    }

    /// The payload. The same table gives the same bytes.
    ///
    /// # Panics
    ///
    /// Never: lists of numbers always encode.
    pub fn to_payload(&self) -> Vec<u8> {
        match self {
            Table::Steering(steering) => encode(&steering_records(steering)),
            Table::Collision(collision) => encode(&collision_records(collision)),
        }
    }

    /// Reads a payload back.
    ///
    /// # Errors
    ///
    /// A [`PayloadError`] when the bytes are not the payload of such a table.
    pub fn from_payload(name: Name, payload: &[u8]) -> Result<Table, PayloadError> {
        let table = match name {
            Name::Steering => {
                let records: Vec<SteeringRecord> = decode(payload)?;
                Table::Steering(read_steering(&records)?)
            }
            Name::Collision => {
                let records: Vec<CollisionRecord> = decode(payload)?;
                Table::Collision(read_collision(&records)?)
            }
        };
        // What a table repeats must agree, and there is only one way to write it.
        let written = table.to_payload();
        match written.iter().zip(payload).position(|(a, b)| a != b) {
            None if written.len() == payload.len() => Ok(table),
            place => Err(PayloadError::Record(place.unwrap_or(0))),
        }
    }
}

fn encode(records: &impl Serialize) -> Vec<u8> {
    bincode::serde::encode_to_vec(records, bincode::config::standard()).expect("lists encode")
}

fn decode<T: for<'a> Deserialize<'a>>(payload: &[u8]) -> Result<T, PayloadError> {
    let config = bincode::config::standard().with_limit::<{ 1 << 26 }>();
    let (records, used) = bincode::serde::decode_from_slice(payload, config)
        .map_err(|e| PayloadError::Decode(e.to_string()))?;
    if used == payload.len() {
        Ok(records)
    } else {
        Err(PayloadError::TrailingBytes(payload.len() - used))
    }
}

fn passage_number(passage: Passage) -> u8 {
    match passage {
        Passage::Out(way) => way as u8,
        Passage::Crash => 3,
        Passage::Refused => 4,
    }
}

fn passage(number: u8) -> Option<Passage> {
    match number {
        0..=2 => Some(Passage::Out(Way::ALL[usize::from(number)])),
        3 => Some(Passage::Crash),
        4 => Some(Passage::Refused),
        _ => None,
    }
}

fn steering_records(steering: &Steering) -> Vec<SteeringRecord> {
    let record = |situation: usize| {
        let (room, side) = (room_of(situation / 3), Side::ALL[situation % 3]);
        let of_choice =
            |c: &Choice| (c.room.number(), c.rotations, c.turn as u8, passage_number(c.passage));
        steering.choices(room, side).iter().map(of_choice).collect()
    };
    (0..SITUATIONS).map(record).collect()
}

fn read_steering(records: &[SteeringRecord]) -> Result<Steering, PayloadError> {
    if records.len() != SITUATIONS {
        return Err(PayloadError::Record(records.len()));
    }
    let choice = |&(room, rotations, turn, number): &(i8, u8, u8, u8)| {
        Some(Choice {
            passage: passage(number)?,
            rotations: Some(rotations).filter(|r| *r <= 2)?,
            turn: *Turn::ALL.get(usize::from(turn))?,
            room: Room::new(room.into())?,
        })
    };
    let mut lists = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let list: Option<Vec<Choice>> = record.iter().map(choice).collect();
        let list = list.filter(|list| !list.is_empty() && list.len() <= 4);
        lists.push(list.ok_or(PayloadError::Record(number))?);
    }
    Ok(Steering::from_lists(lists))
}

/// All meetings of all pairs, in their order.
fn meetings() -> impl Iterator<Item = (Pair, Meeting)> {
    let all = Meeting::all();
    Pair::ALL.into_iter().flat_map(move |pair| all.clone().into_iter().map(move |m| (pair, m)))
}

fn collision_records(collision: &Collision) -> Vec<CollisionRecord> {
    let steering = Steering::enumerate();
    let of_choice = |(choice, gone): (Choice, Gone)| {
        let Choice { room, rotations, turn, .. } = choice;
        (room.number(), rotations, turn as u8, gone.first, gone.second)
    };
    let record = |(pair, meeting)| {
        collision.choices(&steering, pair, meeting).into_iter().map(of_choice).collect()
    };
    meetings().map(record).collect()
}

fn read_collision(records: &[CollisionRecord]) -> Result<Collision, PayloadError> {
    let mut lists = records.iter().enumerate();
    let mut entries = std::collections::HashMap::new();
    for (pair, meeting) in meetings() {
        let (number, record) = lists.next().ok_or(PayloadError::Record(records.len()))?;
        let unrotated = record.iter().find(|choice| choice.1 == 0);
        let &(.., first, second) = unrotated.ok_or(PayloadError::Record(number))?;
        entries.insert((pair, meeting), Gone { first, second });
    }
    if let Some((number, _)) = lists.next() {
        return Err(PayloadError::Record(number));
    }
    Ok(Collision::from_outcomes(|pair, meeting| entries[&(pair, meeting)]))
}
