//! Indy's routes to the exit, rocks ignored, and the ways to turn the rooms for them.

use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::steering::{Choice, Steering};

use super::bounds::{choices, needs, NEVER};
use super::joint::{Grid, NOWHERE};
use super::level::Level;
use super::tables::Tables;

/// A way for Indy from his place to the exit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cells, that of Indy first and the exit last.
    pub cells: Vec<usize>,
    /// How he leaves each cell but the exit.
    pub ways: Vec<Way>,
    /// Each way to turn the rooms in time, with the fewest rotations first.
    pub variants: Vec<Variant>,
}

/// One way to turn the rooms of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The rooms to turn, in the order in which Indy comes to them.
    pub turned: Vec<(usize, Choice)>,
}

impl Variant {
    /// Rotations in all.
    pub fn rotations(&self) -> usize {
        self.turned.iter().map(|(_, choice)| usize::from(choice.rotations)).sum()
    }
}

/// All routes of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// The routes, in the order left, right, bottom at each room.
    pub routes: Vec<Route>,
    /// Whether there are more than were asked for.
    pub more: bool,
}

/// Lists the routes on which all rotations can be done in time, at most `limit` variants in all.
pub fn routes(level: &Level, limit: usize) -> Routes {
    let (steering, grid) = (Tables::new().steering, Grid::new(&level.maze));
    let rooms = level.maze.rooms();
    let mut fixed = vec![false; rooms.len()];
    fixed[level.indy.cell] = true;
    let free = vec![false; rooms.len()];
    let needs = needs(&steering, &grid, rooms, &free, &fixed, level.indy.cell as u16);
    let mut walk = Walk {
        steering: &steering,
        grid: &grid,
        rooms,
        needs,
        limit,
        variants: 0,
        cells: vec![level.indy.cell],
        ways: Vec::new(),
        found: Routes::default(),
    };
    walk.leave(level.indy.cell as u16, level.maze.passage(level.indy), vec![(0, Vec::new())]);
    walk.found
}

/// The spare turns of a variant so far, and the rooms turned.
type Partial = (usize, Vec<(usize, Choice)>);

struct Walk<'a> {
    steering: &'a Steering,
    grid: &'a Grid,
    rooms: &'a [Room],
    needs: Vec<[u16; 3]>,
    limit: usize,
    variants: usize,
    cells: Vec<usize>,
    ways: Vec<Way>,
    found: Routes,
}

impl Walk<'_> {
    /// Goes on from a room with all variants that have led there in time.
    fn leave(&mut self, cell: u16, passage: Passage, partial: Vec<Partial>) {
        let way = match passage {
            Passage::Out(way) => way,
            Passage::Crash | Passage::Refused => return,
        };
        let next = self.grid.next(cell, way);
        if next == NOWHERE {
            return;
        }
        self.cells.push(next.into());
        self.ways.push(way);
        // The turn of this move can be used for a rotation.
        let partial = partial.into_iter().map(|(spare, turned)| (spare + 1, turned)).collect();
        self.enter(next, way.entry(), partial);
        self.cells.pop();
        self.ways.pop();
    }

    fn enter(&mut self, cell: u16, side: Side, partial: Vec<Partial>) {
        let passage = self.rooms[cell as usize].passage(side);
        if cell == self.grid.exit {
            if passage != Passage::Refused {
                self.finish(partial);
            }
            return;
        }
        let need = self.needs[cell as usize][side as usize];
        let (steering, grid) = (self.steering, self.grid);
        let possible = |(spare, _): &Partial| need != NEVER && *spare >= need as usize;
        let partial: Vec<Partial> = partial.into_iter().filter(possible).collect();
        for way in Way::ALL {
            let all = choices(steering, grid, self.rooms, cell, side).iter();
            let mut kept = Vec::new();
            for choice in all.filter(|choice| choice.passage == Passage::Out(way)) {
                let rotations = usize::from(choice.rotations);
                for (spare, turned) in partial.iter().filter(|(spare, _)| *spare >= rotations) {
                    let mut turned = turned.clone();
                    if rotations > 0 {
                        turned.push((cell.into(), *choice));
                    }
                    kept.push((spare - rotations, turned));
                }
            }
            if kept.len() > self.limit {
                self.found.more = true;
                kept.truncate(self.limit);
            }
            if !kept.is_empty() && !self.is_full() {
                self.leave(cell, Passage::Out(way), kept);
            }
        }
    }

    fn is_full(&mut self) -> bool {
        let full = self.variants >= self.limit;
        self.found.more |= full;
        full
    }

    fn finish(&mut self, partial: Vec<Partial>) {
        let mut variants: Vec<Variant> =
            partial.into_iter().map(|(_, turned)| Variant { turned }).collect();
        variants.sort_by_key(Variant::rotations);
        if !variants.is_empty() {
            self.variants += variants.len();
            let (cells, ways) = (self.cells.clone(), self.ways.clone());
            self.found.routes.push(Route { cells, ways, variants });
        }
    }
}
