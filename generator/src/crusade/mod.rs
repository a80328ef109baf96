//! Tables of The Last Crusade, each enumerated by playing.

use gridlock_patterns::crusade::collision::{Collision, Gone, Meeting, Pair};
use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::steering::Steering;
use gridlock_patterns::crusade::table::{Name, Table};
use gridlock_patterns::crusade::turn::{self, Fate};

/// Enumerates a table.
pub fn table(name: Name) -> Table {
    match name {
        Name::Steering => Table::Steering(Steering::enumerate()),
        Name::Collision => Table::Collision(Collision::from_outcomes(play)),
    }
}

/// Plays a meeting in a little maze, under all settings of the rules.
fn play(pair: Pair, meeting: Meeting) -> Gone {
    let scene = Scene::new(meeting);
    let mut gone = Gone::default();
    for rules in Rules::all() {
        let [first, second] = scene.play(pair, rules);
        gone.first |= u64::from(first) << rules.number();
        gone.second |= u64::from(second) << rules.number();
    }
    gone
}

const WIDTH: usize = 5;
/// Where they meet: there is room to come from all sides.
const CENTRE: usize = WIDTH + 1;
/// Where Indy falls by himself when two rocks meet.
const ASIDE: usize = WIDTH - 1;

/// A maze with two movers in it.
struct Scene {
    maze: Maze,
    first: Mover,
    second: Mover,
}

impl Scene {
    fn new(meeting: Meeting) -> Scene {
        let mut rooms = vec![Room::NONE; 3 * WIDTH];
        for row in 0..3 {
            rooms[row * WIDTH + ASIDE] = known(3);
        }
        let mut exit = 3;
        let (first, second);
        match meeting {
            Meeting::Together { room, sides, exit: in_exit } => {
                rooms[CENTRE] = room;
                [first, second] = sides.map(|side| comer(&mut rooms, side));
                if in_exit {
                    rooms.truncate(2 * WIDTH);
                    exit = CENTRE % WIDTH;
                }
            }
            Meeting::Swap { rooms: [left, right] } => {
                (rooms[CENTRE], rooms[CENTRE + 1]) = (left, right);
                first = leaver(CENTRE, left, Way::Right);
                second = leaver(CENTRE + 1, right, Way::Left);
            }
            Meeting::Follow { room, side, ahead, entry } => {
                rooms[CENTRE] = room;
                first = comer(&mut rooms, side);
                let (way, next) = match entry {
                    Side::Top => (Way::Bottom, CENTRE + WIDTH),
                    Side::Left => (Way::Right, CENTRE + 1),
                    Side::Right => (Way::Left, CENTRE - 1),
                };
                second = leaver(CENTRE, room, way);
                rooms[next] = ahead;
            }
        }
        let maze = Maze::new(WIDTH, rooms, exit).expect("the rows are whole");
        Scene { maze, first, second }
    }

    /// Plays one turn; who is gone.
    fn play(&self, pair: Pair, rules: Rules) -> [bool; 2] {
        let (indy, rocks) = match pair {
            Pair::Rocks => (Mover { cell: ASIDE, side: Side::Top }, vec![self.first, self.second]),
            Pair::IndyFirst => (self.first, vec![self.second]),
            Pair::IndySecond => (self.second, vec![self.first]),
        };
        let after = turn::advance(&self.maze, indy, &rocks, &[], rules);
        let lost = match after.fate {
            Fate::Alive => !matches!(self.maze.passage(after.indy), Passage::Out(_)),
            Fate::Won => false,
            _ => true,
        };
        let is_gone = |rock: usize| !after.origins.contains(&rock);
        match pair {
            Pair::Rocks => [is_gone(0), is_gone(1)],
            Pair::IndyFirst => [lost, is_gone(0)],
            Pair::IndySecond => [is_gone(0), lost],
        }
    }
}

fn known(number: i32) -> Room {
    Room::new(number).expect("a type of room")
}

/// Somebody who is about to come to the centre by a side, and the room it comes from.
fn comer(rooms: &mut [Room], side: Side) -> Mover {
    let (cell, number) = match side {
        Side::Top => (CENTRE - WIDTH, 3),
        Side::Left => (CENTRE - 1, 2),
        Side::Right => (CENTRE + 1, 2),
    };
    rooms[cell] = known(number);
    Mover { cell, side }
}

/// Somebody in a room who is about to leave it.
fn leaver(cell: usize, room: Room, way: Way) -> Mover {
    let mut sides = Side::ALL.into_iter();
    let side = sides.find(|&side| room.passage(side) == Passage::Out(way));
    Mover { cell, side: side.expect("the meeting is possible") }
}
