//! Inputs recorded from real games: the game shows the same positions, turn by turn.

use std::fs;
use std::path::PathBuf;

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Turn};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::{Command, Fate};
use gridlock_solver::crusade::game::{Game, Listing};
use gridlock_solver::crusade::level::{self, Arrival, Level};
use gridlock_solver::crusade::protocol::parse_command;

/// A recorded game.
struct Recording {
    name: String,
    maze: Maze,
    listings: Vec<Listing>,
    /// The commands, where they were recorded too.
    commands: Vec<Command>,
}

fn recordings() -> Vec<Recording> {
    let Some(corpus) = std::env::var_os("GRIDLOCK_CORPUS") else {
        eprintln!("skipped: GRIDLOCK_CORPUS is not set");
        return Vec::new();
    };
    let folder = PathBuf::from(corpus).join("crusade/recorded");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    assert!(!files.is_empty(), "no recordings in {}", folder.display());
    files
        .iter()
        .map(|path| read(path.display().to_string(), &fs::read_to_string(path).unwrap()))
        .collect()
}

fn read(name: String, text: &str) -> Recording {
    let mut lines = text.lines();
    let height: usize = text.split_whitespace().nth(1).unwrap().parse().unwrap();
    let header: Vec<&str> = lines.by_ref().take(height + 2).collect();
    // Level files begin as recordings do; any place will do for Indy.
    let maze = header.join("\n");
    let first: Vec<&str> = text.lines().nth(height + 2).unwrap().split_whitespace().collect();
    let digits = |text: &str| text.trim_start_matches(['x', 'y', '=']).to_owned();
    let start = format!("{} {} {}", digits(first[0]), digits(first[1]), first[2]);
    let maze = level::parse(&format!("{maze}\n{start}\n0\n")).unwrap().maze;
    let place = |line: &str| {
        let fields: Vec<String> = line.split_whitespace().map(digits).collect();
        let level = maze.cell(fields[0].parse().unwrap(), fields[1].parse().unwrap());
        let side = gridlock_patterns::crusade::room::Side::from_name(&fields[2]).unwrap();
        Mover { cell: level.unwrap(), side }
    };
    let (mut listings, mut commands) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        let fields = line.split_whitespace().count();
        let is_place =
            fields == 3 && ["TOP", "LEFT", "RIGHT"].iter().any(|s| line.trim().ends_with(s));
        if line.starts_with("Standard Output") {
            commands.push(parse_command(&maze, lines.next().unwrap()).unwrap());
        } else if is_place {
            let count = lines.next().unwrap().trim_start_matches("rocks=").trim().parse().unwrap();
            let rocks = (0..count).map(|_| place(lines.next().unwrap())).collect();
            listings.push(Listing { indy: place(line), rocks });
        }
    }
    Recording { name, maze, listings, commands }
}

/// Finds rocks that come and commands that explain the listings.
struct Inference<'a> {
    recording: &'a Recording,
    rooms: Vec<Room>,
    /// The first turn in which the room of a cell may be turned without anybody noticing.
    release: Vec<usize>,
    commands: Vec<Option<Command>>,
    arrivals: Vec<Arrival>,
}

/// Somebody who comes to a room, and whether it comes in.
type Visit = (Mover, bool);

impl Inference<'_> {
    /// Explains the listings from a turn on.
    fn explain(&mut self, turn: usize) -> bool {
        let Some(next) = self.recording.listings.get(turn + 1) else { return true };
        let now = &self.recording.listings[turn];
        let Some(visits) = self.visits(now, next) else { return false };
        let known = |rock: &Mover| visits.iter().any(|(visit, enters)| *enters && visit == rock);
        let new = next.rocks.iter().filter(|rock| !known(rock));
        let new: Vec<Arrival> = new.map(|&rock| Arrival { turn: turn + 1, rock }).collect();
        let before = self.arrivals.len();
        self.arrivals.extend(new);
        for mover in now.rocks.iter().chain([&now.indy]) {
            self.release[mover.cell] = turn + 1;
        }
        let done = self.visit(turn, &visits);
        self.arrivals.truncate(if done { self.arrivals.len() } else { before });
        done
    }

    /// Who goes where, if the rooms lead there.
    fn visits(&self, now: &Listing, next: &Listing) -> Option<Vec<Visit>> {
        let maze = &self.recording.maze;
        let target = |mover: &Mover| match self.rooms[mover.cell].passage(mover.side) {
            Passage::Out(way) => {
                Some(maze.next(mover.cell, way).map(|cell| Mover { cell, side: way.entry() }))
            }
            _ => None,
        };
        let indy = target(&now.indy)??;
        let mut visits = vec![(indy, true)];
        for rock in &now.rocks {
            visits.extend(target(rock)?.map(|to| (to, next.rocks.contains(&to))));
        }
        (indy == next.indy).then_some(visits)
    }

    /// Chooses how the rooms stand that are visited; each in turn.
    fn visit(&mut self, turn: usize, visits: &[Visit]) -> bool {
        let Some((&(visit, enters), rest)) = visits.split_first() else {
            return self.explain(turn + 1);
        };
        let (old, release) = (self.rooms[visit.cell], self.release[visit.cell]);
        let collides = rest.iter().any(|(other, _)| other.cell == visit.cell);
        for (room, turns) in orientations(old, visit.cell == self.recording.maze.exit()) {
            let passes = matches!(room.passage(visit.side), Passage::Out(_));
            if passes != enters && !collides {
                continue;
            }
            let free = (release..=turn).filter(|&t| self.commands[t].is_none());
            let slots: Vec<usize> = free.take(turns.len()).collect();
            if slots.len() < turns.len() {
                continue;
            }
            for (&slot, &way) in slots.iter().zip(&turns) {
                self.commands[slot] = Some(Command::Rotate { cell: visit.cell, turn: way });
            }
            self.rooms[visit.cell] = room;
            if self.visit(turn, rest) {
                return true;
            }
            self.rooms[visit.cell] = old;
            self.release[visit.cell] = release;
            for slot in slots {
                self.commands[slot] = None;
            }
        }
        false
    }
}

/// What a room can become, and how.
fn orientations(room: Room, exit: bool) -> Vec<(Room, Vec<Turn>)> {
    let mut found: Vec<(Room, Vec<Turn>)> = vec![(room, vec![])];
    if exit || !room.can_turn() {
        return found;
    }
    for turns in [vec![Turn::Left], vec![Turn::Right], vec![Turn::Right; 2]] {
        let image = turns.iter().fold(room, |room, &turn| room.turned(turn));
        if found.iter().all(|(known, _)| *known != image) {
            found.push((image, turns));
        }
    }
    found
}

fn infer(recording: &Recording) -> (Level, Vec<Command>) {
    let first = &recording.listings[0];
    let mut inference = Inference {
        recording,
        rooms: recording.maze.rooms().to_vec(),
        release: vec![0; recording.maze.rooms().len()],
        commands: vec![None; recording.listings.len()],
        arrivals: first.rocks.iter().map(|&rock| Arrival { turn: 0, rock }).collect(),
    };
    assert!(inference.explain(0), "{}: no commands explain the listings", recording.name);
    let level = Level { maze: recording.maze.clone(), indy: first.indy, rocks: inference.arrivals };
    let commands = inference.commands.iter().map(|c| c.unwrap_or(Command::Wait)).collect();
    (level, commands)
}

#[test]
fn recorded_games_are_reproduced() {
    for recording in recordings() {
        let (level, inferred) = infer(&recording);
        let commands = if recording.commands.is_empty() { inferred } else { recording.commands };
        for rules in [Rules::STRICT, Rules::LENIENT] {
            let mut game = Game::new(&level, rules);
            for (turn, listing) in recording.listings.iter().enumerate() {
                let shown = game.listing();
                assert_eq!(shown.indy, listing.indy, "{} turn {turn}", recording.name);
                let sorted = |rocks: &[Mover]| {
                    let mut rocks = rocks.to_vec();
                    rocks.sort_unstable();
                    rocks
                };
                let rocks = (sorted(&shown.rocks), sorted(&listing.rocks));
                assert_eq!(rocks.0, rocks.1, "{} turn {turn}", recording.name);
                if turn + 1 < recording.listings.len() {
                    assert_eq!(game.fate(), Fate::Alive);
                    game.play(commands[turn]).unwrap();
                }
            }
            // The game lists Indy and the rock that crushes him in one room.
            let last = recording.listings.last().unwrap();
            let crushed = last.rocks.iter().any(|rock| rock.cell == last.indy.cell);
            assert_eq!(game.fate() == Fate::Crushed, crushed, "{}", recording.name);
        }
        println!("{}: {} turns", recording.name, recording.listings.len());
    }
}
