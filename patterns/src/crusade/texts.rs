//! The tables of The Last Crusade as constant strings.
//!
//! What a table repeats is left out: a locked room has the one choice of leaving it as it stands, and
//! the rotations before a meeting follow from the steering table.

use super::collision::{Collision, Gone};
use super::room::{Passage, Room, Side, Turn, Way, TYPES};
use super::steering::{room_of, Choice, Steering, SITUATIONS};
use crate::text::{decode_bytes, encode_bytes, TextError};

/// The text of a steering table.
pub fn encode_steering(steering: &Steering) -> String {
    let mut bytes = Vec::new();
    for kind in 0..TYPES {
        let room = Room::new(kind as i32).unwrap_or(Room::NONE);
        for side in Side::ALL {
            let choices = steering.choices(room, side);
            bytes.push(choices.len() as u8);
            for choice in choices {
                let passage = match choice.passage {
                    Passage::Out(way) => way as u8,
                    Passage::Crash => 3,
                    Passage::Refused => 4,
                };
                bytes.push(choice.room.kind());
                bytes.push(choice.rotations << 4 | (choice.turn as u8) << 3 | passage);
            }
        }
    }
    encode_bytes(&bytes)
}

/// Reads the text of a steering table.
///
/// # Errors
///
/// When it is not one that [`encode_steering`] wrote.
pub fn decode_steering(text: &str) -> Result<Steering, TextError> {
    let bytes = decode_bytes(text)?;
    let mut bytes = bytes.into_iter();
    let mut next = || bytes.next().ok_or(TextError::Damaged);
    let mut lists = vec![Vec::new(); SITUATIONS];
    for situation in (TYPES - 1) * 3..SITUATIONS {
        for _ in 0..next()? {
            let (room, choice) = (next()?, next()?);
            let room = Room::new(room.into()).ok_or(TextError::Damaged)?;
            let choice = read_choice(room, choice).ok_or(TextError::Damaged)?;
            lists[situation].push(choice);
            // The same room, locked.
            let (number, side) = (room_of(situation / 3).kind() as usize, situation % 3);
            if choice.rotations == 0 && number > 0 {
                let locked = Choice { room: room.locked(), ..choice };
                lists[(TYPES - 1 - number) * 3 + side].push(locked);
            }
        }
    }
    match bytes.next() {
        None => Ok(Steering::from_lists(lists)),
        Some(_) => Err(TextError::Damaged),
    }
}

fn read_choice(room: Room, bits: u8) -> Option<Choice> {
    let passage = match bits & 7 {
        3 => Passage::Crash,
        4 => Passage::Refused,
        way => Passage::Out(*Way::ALL.get(way as usize)?),
    };
    let turn = Turn::ALL[(bits >> 3 & 1) as usize];
    let rotations = Some(bits >> 4).filter(|&rotations| rotations <= 2)?;
    Some(Choice { passage, rotations, turn, room })
}

/// The text of a collision table: the different entries, then which stands where.
///
/// # Panics
///
/// When there are more than 255 different entries. There are a handful.
pub fn encode_collision(collision: &Collision) -> String {
    let mut different: Vec<Gone> = collision.entries().to_vec();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() < 256, "different entries are few");
    let mut bytes = vec![different.len() as u8];
    for gone in &different {
        bytes.extend(gone.first.to_le_bytes());
        bytes.extend(gone.second.to_le_bytes());
    }
    let place = |gone: &Gone| different.partition_point(|known| known < gone) as u8;
    bytes.extend(collision.entries().iter().map(place));
    encode_bytes(&bytes)
}

/// Reads the text of a collision table.
///
/// # Errors
///
/// When it is not one that [`encode_collision`] wrote.
pub fn decode_collision(text: &str) -> Result<Collision, TextError> {
    let bytes = decode_bytes(text)?;
    let (&count, rest) = bytes.split_first().ok_or(TextError::Damaged)?;
    let (entries, places) = rest.split_at(rest.len().min(16 * count as usize));
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &b| all << 8 | u64::from(b));
    let read = |e: &[u8]| Gone { first: number(&e[..8]), second: number(&e[8..]) };
    let different: Vec<Gone> = entries.chunks_exact(16).map(read).collect();
    let entry = |&place: &u8| different.get(place as usize).copied();
    let all: Option<Vec<Gone>> = places.iter().map(entry).collect();
    all.and_then(Collision::from_entries).ok_or(TextError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crusade::collision::PLACES;

    #[test]
    fn what_is_written_is_read() {
        let steering = Steering::enumerate();
        assert_eq!(decode_steering(&encode_steering(&steering)), Ok(steering));
        let number =
            |i: usize| Gone { first: (i % 7) as u64, second: u64::MAX / (1 + i as u64 % 5) };
        let collision = Collision::from_entries((0..3 * PLACES).map(number).collect()).unwrap();
        assert_eq!(decode_collision(&encode_collision(&collision)), Ok(collision));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "~", "a text of something else"] {
            assert!(decode_steering(text).is_err());
            assert!(decode_collision(text).is_err());
        }
        let steering = encode_steering(&Steering::enumerate());
        assert_eq!(decode_collision(&steering), Err(TextError::Damaged));
        assert_eq!(decode_steering(&steering[1..]), Err(TextError::Damaged));
    }
}
