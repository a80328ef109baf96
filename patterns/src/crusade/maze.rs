//! The grid of rooms.

use super::room::{Passage, Room, Side, Way};

/// The longest side of a maze.
pub const LONGEST_SIDE: usize = 20;

/// Rooms in a rectangle, and the exit in its bottom row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    width: usize,
    rooms: Vec<Room>,
    exit: usize,
}

/// Somebody in a room: where, and by which side it came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mover {
    /// The number of the cell.
    pub cell: usize,
    /// The side.
    pub side: Side,
}

impl Maze {
    /// A maze of rows that are `width` rooms long, row by row, with the exit in column `exit` of the
    /// last row. `None` when that is no maze.
    pub fn new(width: usize, rooms: Vec<Room>, exit: usize) -> Option<Maze> {
        let sides = 1..=LONGEST_SIDE;
        let height = rooms.len() / width.max(1);
        let whole = sides.contains(&width) && sides.contains(&height);
        (whole && height * width == rooms.len() && exit < width).then(|| {
            let exit = (height - 1) * width + exit;
            Maze { width, rooms, exit }
        })
    }

    /// Rooms in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rooms.len() / self.width
    }

    /// All rooms, row by row.
    pub fn rooms(&self) -> &[Room] {
        &self.rooms
    }

    /// The cell of the exit.
    pub fn exit(&self) -> usize {
        self.exit
    }

    /// The room of a cell.
    ///
    /// # Panics
    ///
    /// When there is no such cell.
    pub fn room(&self, cell: usize) -> Room {
        self.rooms[cell]
    }

    /// Replaces the room of a cell.
    ///
    /// # Panics
    ///
    /// When there is no such cell.
    pub fn set(&mut self, cell: usize, room: Room) {
        self.rooms[cell] = room;
    }

    /// The cell in this column and row.
    pub fn cell(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.width && y < self.height()).then(|| y * self.width + x)
    }

    /// Column and row of a cell.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        (cell % self.width, cell / self.width)
    }

    /// Whether the room of a cell can be rotated when it is empty. The exit cannot.
    pub fn can_turn(&self, cell: usize) -> bool {
        cell != self.exit && self.rooms.get(cell).map_or(false, |room| room.can_turn())
    }

    /// The cell beside or below; `None` beyond the rim.
    pub fn next(&self, cell: usize, way: Way) -> Option<usize> {
        match way {
            Way::Left => (cell % self.width > 0).then(|| cell - 1),
            Way::Right => (cell % self.width + 1 < self.width).then(|| cell + 1),
            Way::Bottom => Some(cell + self.width).filter(|&next| next < self.rooms.len()),
        }
    }

    /// What the room of a mover does to it.
    pub fn passage(&self, mover: Mover) -> Passage {
        self.rooms[mover.cell].passage(mover.side)
    }

    /// Whether somebody may come into this cell from beyond the rim by this side.
    pub fn is_entrance(&self, mover: Mover) -> bool {
        let (x, y) = self.position(mover.cell);
        match mover.side {
            Side::Top => y == 0,
            Side::Left => x == 0,
            Side::Right => x + 1 == self.width,
        }
    }
}
