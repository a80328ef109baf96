//! Areas: larger parts of a level, solved on the level itself.
//!
//! A window of the tables has sixteen cells and knows nothing but its own walls and goals. On a level
//! many cells can never hold a box, because they are walls or because no goal can be reached from
//! them, so a rectangle with as many box cells as a window may cover far more of the board. It also
//! knows which cells beyond its sides a box must not be pushed to.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Place};
use super::families::{Game, Push};
use super::lookup::BoxSet;
use super::verdict::Verdicts;

/// The most box cells of an area: the verdicts on its box sets take 2^16 bits for each player cell.
const MOST: usize = 16;

/// The longest side of an area.
const SIDE: usize = 8;

/// The areas of a level, each one solved.
#[derive(Clone, Debug)]
pub struct Areas {
    stride: usize,
    all: Vec<Area>,
    /// The areas where a cell is a box cell: `of_cell[first[cell]..first[cell + 1]]`.
    first: Vec<u32>,
    of_cell: Vec<u32>,
    /// Areas that look the same share their verdicts.
    tables: Vec<Verdicts>,
}

/// A rectangle of the level.
#[derive(Clone, Debug)]
struct Area {
    place: Place,
    gather: Vec<Piece>,
    table: usize,
}

/// Neighbouring box cells of a row, and where their bits go.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: u32,
    mask: u32,
    to: u32,
}

impl Areas {
    /// Solves the areas of a level.
    pub fn new(board: &Board) -> Areas {
        let alive = board.alive();
        let mut table_of: BTreeMap<Game, usize> = BTreeMap::new();
        let mut areas: Vec<Area> = Vec::new();
        for place in places(board, &alive) {
            let ground = Ground { board, alive: &alive, place: &place };
            let (gather, game, next) = (ground.gather(), ground.game(), table_of.len());
            let table = *table_of.entry(game).or_insert(next);
            areas.push(Area { place, gather, table });
        }
        let mut tables: Vec<_> = table_of.into_iter().collect();
        tables.sort_unstable_by_key(|&(_, table)| table);
        let tables = tables.iter().map(|(game, _)| Verdicts::new(game, &game.solved())).collect();
        let (mut first, mut of_cell) = (vec![0], Vec::new());
        for cell in 0..board.rows * board.stride {
            let numbers = 0..areas.len() as u32;
            of_cell.extend(numbers.filter(|&a| areas[a as usize].has(cell, board.stride)));
            first.push(of_cell.len() as u32);
        }
        Areas { stride: board.stride, all: areas, first, of_cell, tables }
    }

    /// Whether the position is dead, given that it was not before the push that brought a box to
    /// the cell `moved`. `player` is any cell the player can reach.
    #[inline]
    pub fn dead_after_push(&self, boxes: &impl BoxSet, moved: usize, player: usize) -> bool {
        let around = self.first[moved] as usize..self.first[moved + 1] as usize;
        self.of_cell[around].iter().any(|&a| self.is_dead(&self.all[a as usize], boxes, player))
    }

    /// Whether the position is dead. `player` is any cell the player can reach.
    pub fn dead(&self, boxes: &impl BoxSet, player: usize) -> bool {
        self.all.iter().any(|area| self.is_dead(area, boxes, player))
    }

    /// Whether a position that can be solved may have a box on this cell; only such boxes are seen.
    pub fn is_alive(&self, cell: usize) -> bool {
        self.first[cell] < self.first[cell + 1]
    }

    #[inline]
    fn is_dead(&self, area: &Area, boxes: &impl BoxSet, player: usize) -> bool {
        let pieces = area.gather.iter();
        let inside = pieces.map(|piece| (boxes.bits(piece.at as usize) & piece.mask) << piece.to);
        let spot = || area.place.spot(player / self.stride, player % self.stride);
        self.tables[area.table].is_dead(inside.sum(), spot)
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Verdicts::bytes).sum()
    }
}

impl Area {
    fn has(&self, cell: usize, stride: usize) -> bool {
        let (at, stride) = (cell as u32, stride as u32);
        let in_row = |piece: &Piece| piece.at / stride == at / stride && piece.at <= at;
        self.gather.iter().filter(|piece| in_row(piece)).any(|p| p.mask >> (at - p.at) & 1 == 1)
    }
}

/// A rectangle and what lies there.
struct Ground<'a> {
    board: &'a Board,
    alive: &'a [bool],
    place: &'a Place,
}

impl Ground<'_> {
    fn is_alive(&self, (row, col): (i32, i32)) -> bool {
        self.board.is_floor(row, col) && self.alive[row as usize * self.board.stride + col as usize]
    }

    /// The pieces that the box cells make up, in the order of the cells.
    fn gather(&self) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut joins = false;
        let mut to = 0;
        for (i, (row, col)) in self.place.cells().enumerate() {
            let alive = self.is_alive((row, col));
            match pieces.last_mut() {
                Some(piece) if alive && joins && i % self.place.cols != 0 => {
                    piece.mask = piece.mask << 1 | 1;
                }
                _ if alive => {
                    let at = row as usize * self.board.stride + col as usize;
                    pieces.push(Piece { at: at as u32, mask: 1, to });
                }
                _ => {}
            }
            to += u32::from(alive);
            joins = alive;
        }
        pieces
    }

    fn game(&self) -> Game {
        let cells: Vec<_> = self.place.cells().collect();
        // The box cell at each place, as a mask.
        let mut boxes = 0;
        let mut box_cell = vec![0; cells.len()];
        for (mask, &at) in box_cell.iter_mut().zip(&cells) {
            if self.is_alive(at) {
                *mask = 1 << boxes;
                boxes += 1;
            }
        }
        let goal = |&(row, col): &(i32, i32)| {
            self.board.goal[row as usize * self.board.stride + col as usize]
        };
        let spots = cells.iter().zip(&box_cell);
        let goals = spots.clone().filter(|(at, &mask)| mask != 0 && goal(at)).map(|(_, &m)| m);
        let goals = goals.sum();
        let spot = |(&(row, col), &mask)| Some(mask).filter(|_| self.board.is_floor(row, col));
        let spots = spots.map(spot).chain([Some(0)]).collect();
        let (steps, pushes) = (BTreeSet::new(), Vec::new());
        let mut game = Game { boxes, spots, walls: 0, goals, steps, pushes };
        for &at in cells.iter().filter(|&&(row, col)| self.board.is_floor(row, col)) {
            for step in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                self.add_rules(&mut game, &box_cell, at, step);
            }
        }
        game
    }

    /// The rules for a step from a floor cell in one direction.
    fn add_rules(
        &self,
        game: &mut Game,
        box_cell: &[u32],
        at: (i32, i32),
        (down, right): (i32, i32),
    ) {
        let spot_of = |(row, col): (i32, i32)| self.place.spot(row as usize, col as usize);
        let mask_of = |spot: usize| box_cell.get(spot).copied().unwrap_or(0);
        let (ahead, behind) = ((at.0 + down, at.1 + right), (at.0 - down, at.1 - right));
        if !self.board.is_floor(ahead.0, ahead.1) {
            return;
        }
        let (here, next) = (spot_of(at), spot_of(ahead));
        game.steps.insert([here.min(next), here.max(next)]);
        let pushable = self.is_alive(at) && self.is_alive(ahead);
        if pushable && self.board.is_floor(behind.0, behind.1) {
            let back = spot_of(behind);
            let masks = [mask_of(back), mask_of(here), mask_of(next)];
            game.pushes.push(Push::new(here, back, masks));
        }
    }
}

/// The rectangles with room for no further row or column, less those that others cover.
fn places(board: &Board, alive: &[bool]) -> Vec<Place> {
    let count = |place: &Place| {
        let cell = |(row, col): (i32, i32)| row as usize * board.stride + col as usize;
        place.cells().filter(|&at| alive[cell(at)]).count()
    };
    let fits = |place: &Place| {
        let (bottom, right) = (place.top + place.rows, place.left + place.cols);
        let on_board = bottom <= board.rows && right <= board.cols;
        on_board && place.rows.max(place.cols) <= SIDE && count(place) <= MOST
    };
    let mut all = Vec::new();
    for top in 0..board.rows {
        for left in 0..board.cols {
            for rows in 1..=SIDE {
                for cols in 1..=SIDE {
                    let place = Place { top, left, rows, cols };
                    if fits(&place) && count(&place) > 0 && !place.larger().iter().any(fits) {
                        all.push(place);
                    }
                }
            }
        }
    }
    let floor = |place: &Place| -> Vec<_> {
        place.cells().filter(|&(row, col)| board.is_floor(row, col)).collect()
    };
    let mut all: Vec<_> = all.into_iter().map(|place| (floor(&place), place)).collect();
    all.sort_by_key(|(floor, _)| std::cmp::Reverse(floor.len()));
    let mut kept: Vec<Place> = Vec::new();
    for (floor, place) in all {
        let sees_all =
            |other: &Place| floor.iter().all(|&(r, c)| other.contains(r as usize, c as usize));
        if !kept.iter().any(sees_all) {
            kept.push(place);
        }
    }
    kept
}

impl Place {
    /// The rectangles with one row or column more.
    fn larger(&self) -> Vec<Place> {
        let Place { top, left, rows, cols } = *self;
        let mut larger = vec![
            Place { top, left, rows: rows + 1, cols },
            Place { top, left, rows, cols: cols + 1 },
        ];
        if top > 0 {
            larger.push(Place { top: top - 1, left, rows: rows + 1, cols });
        }
        if left > 0 {
            larger.push(Place { top, left: left - 1, rows, cols: cols + 1 });
        }
        larger
    }
}
