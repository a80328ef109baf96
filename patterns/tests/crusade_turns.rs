//! One turn of The Last Crusade against a second simulator that was written from the rules alone.

#[path = "common/plain_crusade.rs"]
mod plain;

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Turn};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::{self, Command, Fate};

use plain::{PlainGame, PlainRules, Spot};

/// A reproducible random number generator (`xorshift64*`).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % bound
    }
}

fn plain_rules(rules: Rules) -> PlainRules {
    PlainRules {
        indy_swap_dies: rules.indy_swap_kills,
        rock_swap_vanish: rules.rock_swap_destroys,
        crash_enters: rules.crash_enters,
        stopped_vanishes: rules.stopped_destroys,
        exit_dies: rules.exit_kills,
        arrival_error: rules.arrival_locks,
    }
}

/// A crowded little maze in the middle of a game.
struct Scene {
    maze: Maze,
    indy: Mover,
    rocks: Vec<Mover>,
    arriving: Vec<Mover>,
    command: Command,
}

fn scene(chance: &mut Chance) -> Scene {
    let (width, height) = (2 + chance.below(4), 2 + chance.below(3));
    let room = |chance: &mut Chance| {
        // Horizontal and crossing rooms are frequent, so that movers meet in every way.
        let kind = [0, 1, 2, 2, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13][chance.below(17)];
        Room::new(if chance.below(3) == 0 { -kind } else { kind }).unwrap()
    };
    let mut rooms: Vec<Room> = (0..width * height).map(|_| room(chance)).collect();
    rooms[0] = Room::new(1).unwrap();
    let maze = Maze::new(width, rooms, chance.below(width)).unwrap();
    let (mut spots, mut traps) = (Vec::new(), Vec::new());
    for cell in 0..width * height {
        let side = Side::ALL[chance.below(3)];
        let mover = Mover { cell, side };
        match maze.passage(mover) {
            Passage::Out(_) => spots.push(mover),
            Passage::Crash => traps.push(mover),
            Passage::Refused => {}
        }
    }
    // Indy can be in a room without a way out for a turn; rocks are gone by then.
    let trapped = !traps.is_empty() && chance.below(8) == 0;
    let indy = if trapped { traps[0] } else { spots.swap_remove(chance.below(spots.len())) };
    let mut rocks = Vec::new();
    for _ in 0..chance.below(10) {
        if !spots.is_empty() {
            rocks.push(spots.swap_remove(chance.below(spots.len())));
        }
    }
    let mut arriving = Vec::new();
    for _ in 0..chance.below(3) {
        let mover = Mover { cell: chance.below(width * height), side: Side::ALL[chance.below(3)] };
        if maze.is_entrance(mover) && arriving.iter().all(|r: &Mover| r.cell != mover.cell) {
            arriving.push(mover);
        }
    }
    let cell = chance.below(width * height + 1);
    let command = match chance.below(4) {
        way @ 0..=1 => Command::Rotate { cell, turn: Turn::ALL[way] },
        _ => Command::Wait,
    };
    Scene { maze, indy, rocks, arriving, command }
}

fn spot(maze: &Maze, mover: Mover) -> Spot {
    let (x, y) = maze.position(mover.cell);
    (x as i32, y as i32, mover.side.name().chars().next().unwrap())
}

fn spots(maze: &Maze, movers: &[Mover]) -> Vec<Spot> {
    movers.iter().map(|&mover| spot(maze, mover)).collect()
}

fn plain_game(scene: &Scene) -> PlainGame {
    let maze = &scene.maze;
    let place = |cell: usize| (maze.position(cell).0 as i32, maze.position(cell).1 as i32);
    PlainGame {
        rooms: (0..maze.rooms().len())
            .map(|cell| (place(cell), maze.room(cell).number().into()))
            .collect(),
        exit: place(maze.exit()),
        indy: spot(maze, scene.indy),
        rocks: spots(maze, &scene.rocks),
        fate: "alive",
    }
}

fn name(fate: Fate) -> &'static str {
    match fate {
        Fate::Alive => "alive",
        Fate::Won => "won",
        Fate::Crushed => "crushed",
        Fate::Trapped => "trapped",
        Fate::Blocked => "blocked",
        Fate::LeftGrid => "left",
    }
}

/// Plays the turn both ways; what became of Indy.
fn compare(scene: &Scene, start: &PlainGame, rules: Rules) -> Option<Fate> {
    let Scene { indy, rocks, arriving, command, .. } = scene;
    let mut maze = scene.maze.clone();
    let mut plain = start.clone();
    let coming = spots(&maze, arriving);
    let plain_rules = plain_rules(rules);
    let done = turn::command(&mut maze, *command, *indy, rocks, arriving, rules);
    if let Command::Rotate { cell, turn } = *command {
        let (x, y) = maze.position(cell);
        let right = turn == Turn::Right;
        let allowed = plain.rotate((x as i32, y as i32), right, &coming, &plain_rules);
        assert_eq!(done.is_ok(), allowed, "{done:?} {rules}");
    }
    done.ok()?;
    let after = turn::advance(&maze, *indy, rocks, arriving, rules);
    plain.advance(&coming, &plain_rules);
    assert_eq!(name(after.fate), plain.fate, "{rules}");
    assert_eq!(spot(&maze, after.indy), plain.indy, "{rules}");
    assert_eq!(spots(&maze, &after.rocks), plain.rocks, "{rules}");
    for (cell, room) in maze.rooms().iter().enumerate() {
        let (x, y) = maze.position(cell);
        assert_eq!(i32::from(room.number()), plain.rooms[&(x as i32, y as i32)]);
    }
    Some(after.fate)
}

#[test]
fn both_simulators_agree_under_every_setting() {
    // A quick sample for builds without optimisation.
    let turns = if cfg!(debug_assertions) { 2_000 } else { 200_000 };
    let mut chance = Chance(0x1ADD_ED5E);
    let mut fates = std::collections::BTreeMap::new();
    for _ in 0..turns {
        let scene = scene(&mut chance);
        let start = plain_game(&scene);
        for rules in Rules::all() {
            let fate = compare(&scene, &start, rules);
            *fates.entry(fate.map(name)).or_insert(0) += 1;
        }
    }
    // Every end of a turn occurs, errors included.
    assert_eq!(fates.len(), 7, "{fates:?}");
    assert!(fates.values().all(|&count| count > turns / 10), "{fates:?}");
}
