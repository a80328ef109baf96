//! A game from the first turn to the last.

use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::Passage;
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::{self, BadCommand, Command, Fate};

use super::level::{Arrival, Level};

/// What the player is told in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Indy.
    pub indy: Mover,
    /// All rocks in the maze.
    pub rocks: Vec<Mover>,
}

/// A game between two turns.
#[derive(Clone, Debug)]
pub struct Game {
    maze: Maze,
    rules: Rules,
    indy: Mover,
    fate: Fate,
    /// The rocks listed, each with its number in the level: they are listed in that order.
    rocks: Vec<(usize, Mover)>,
    /// Rocks to come, the next one last, with their numbers.
    coming: Vec<(usize, Arrival)>,
    turn: usize,
}

impl Game {
    /// The start of a level.
    pub fn new(level: &Level, rules: Rules) -> Game {
        let mut coming: Vec<_> = level.rocks.iter().copied().enumerate().collect();
        coming.sort_by_key(|&(number, arrival)| std::cmp::Reverse((arrival.turn, number)));
        let mut game = Game {
            maze: level.maze.clone(),
            rules,
            indy: level.indy,
            fate: Fate::Alive,
            rocks: Vec::new(),
            coming,
            turn: 0,
        };
        let first = game.arriving(0);
        let inside = |rock: &(usize, Mover)| matches!(game.maze.passage(rock.1), Passage::Out(_));
        game.rocks = first.into_iter().filter(inside).collect();
        game
    }

    /// The rocks that are first listed in this turn.
    fn arriving(&self, turn: usize) -> Vec<(usize, Mover)> {
        let is_due = |(_, arrival): &&(usize, Arrival)| arrival.turn == turn;
        let due = self.coming.iter().rev().skip_while(|(_, a)| a.turn < turn).take_while(is_due);
        due.map(|&(number, arrival)| (number, arrival.rock)).collect()
    }

    /// The maze as it stands.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The rocks that are not listed yet, in the order of their turns.
    pub fn coming(&self) -> Vec<Arrival> {
        let later = self.coming.iter().rev().filter(|(_, arrival)| arrival.turn > self.turn);
        later.map(|&(_, arrival)| arrival).collect()
    }

    /// What has become of Indy.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// Turns played.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// What the player is told.
    pub fn listing(&self) -> Listing {
        Listing { indy: self.indy, rocks: movers(&self.rocks) }
    }

    /// Plays one turn.
    ///
    /// # Errors
    /// When the command cannot be carried out; the game is then as before.
    pub fn play(&mut self, command: Command) -> Result<Fate, BadCommand> {
        let new = self.arriving(self.turn + 1);
        let (rocks, arriving) = (movers(&self.rocks), movers(&new));
        turn::command(&mut self.maze, command, self.indy, &rocks, &arriving, self.rules)?;
        let after = turn::advance(&self.maze, self.indy, &rocks, &arriving, self.rules);
        let numbers: Vec<usize> = self.rocks.iter().chain(&new).map(|rock| rock.0).collect();
        let left = after.origins.iter().map(|&origin| numbers[origin]).zip(after.rocks);
        self.rocks = left.collect();
        self.rocks.sort_unstable();
        self.turn += 1;
        self.indy = after.indy;
        self.fate = after.fate;
        Ok(self.fate)
    }
}

fn movers(rocks: &[(usize, Mover)]) -> Vec<Mover> {
    rocks.iter().map(|rock| rock.1).collect()
}
