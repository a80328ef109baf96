//! The local game once more, from the rules alone: slow, plain, and sharing nothing with the rest.
//!
//! Tools and tests hold the fast code against it. A position is a drawing of the window with the
//! player on it; a move is one step of the player; everything else is a search over such moves.
//! Masks appear only where patterns are read: bit `i` is cell `i`, row by row.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::game::Region;
use super::pattern::Pattern;
use super::window::{Placement, Site, Window};

/// Row and column of a cell, from (0, 0) at the top left. Cells beyond the window have such
/// coordinates, too.
pub type Cell = (i32, i32);

/// Where the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Anywhere beyond the window: it is all connected there.
    Outside,
    /// On a cell of the window.
    At(Cell),
}

impl Player {
    /// A place of the player in a region.
    pub fn within(window: Window, region: Region) -> Player {
        match region {
            Region::Outside => Player::Outside,
            Region::Pocket(mask) => {
                let cell = cells(window).find(|&cell| holds(window, mask, cell));
                cell.map_or(Player::Outside, Player::At)
            }
        }
    }
}

/// What is on a cell, as in a level file.
type Square = u8;
const FLOOR: Square = b' ';
const WALL: Square = b'#';
const BOX: Square = b'$';
const PLAYER: Square = b'@';

/// A position of the local game: a drawing, row by row. There is no player on it when he is outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position([Square; Window::MAX_CELLS]);

impl Position {
    fn new(window: Window, walls: u32, boxes: u32, player: Player) -> Position {
        let mut position = Position([WALL; Window::MAX_CELLS]);
        for cell in cells(window) {
            let square = if holds(window, walls, cell) {
                WALL
            } else if holds(window, boxes, cell) {
                BOX
            } else if player == Player::At(cell) {
                PLAYER
            } else {
                FLOOR
            };
            position.put(window, cell, square);
        }
        position
    }

    fn at(&self, window: Window, cell: Cell) -> Square {
        self.0[number(window, cell)]
    }

    fn put(&mut self, window: Window, cell: Cell, square: Square) {
        self.0[number(window, cell)] = square;
    }

    fn player(&self, window: Window) -> Player {
        let cell = cells(window).find(|&cell| self.at(window, cell) == PLAYER);
        cell.map_or(Player::Outside, Player::At)
    }

    /// The cells with boxes, as a mask.
    fn boxes(&self, window: Window) -> u32 {
        mask(window, |cell| self.at(window, cell) == BOX)
    }
}

/// All cells of a window, row by row.
pub fn cells(window: Window) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (window.rows() as i32, window.cols() as i32);
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

/// The mask of the cells that are chosen.
fn mask(window: Window, chosen: impl Fn(Cell) -> bool) -> u32 {
    let numbered = cells(window).zip(0..);
    numbered.filter(|&(cell, _)| chosen(cell)).map(|(_, number)| 2u32.pow(number)).sum()
}

/// The number of a cell, row by row.
fn number(window: Window, (row, col): Cell) -> usize {
    row as usize * window.cols() + col as usize
}

/// Whether a cell is in the set that a mask stands for.
pub fn holds(window: Window, mask: u32, cell: Cell) -> bool {
    mask >> number(window, cell) & 1 == 1
}

fn inside(window: Window, (row, col): Cell) -> bool {
    (0..window.rows() as i32).contains(&row) && (0..window.cols() as i32).contains(&col)
}

/// Whether a cell beyond the window is a wall.
fn backed(site: Site, (row, col): Cell) -> bool {
    let (north, south, west) = (row < 0, row >= site.window.rows() as i32, col < 0);
    match site.placement {
        Placement::Interior => false,
        Placement::Edge => north,
        Placement::Corner => north || west,
        Placement::Corridor => north || south,
        Placement::Alcove => north || south || west,
    }
}

const DIRECTIONS: [Cell; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

fn add(a: Cell, b: Cell) -> Cell {
    (a.0 + b.0, a.1 + b.1)
}

/// All positions one step of the player away.
fn steps(site: Site, position: &Position) -> Vec<Position> {
    let window = site.window;
    let mut next = Vec::new();
    match position.player(window) {
        Player::At(cell) => {
            let mut gone = *position;
            gone.put(window, cell, FLOOR);
            for direction in DIRECTIONS {
                next.extend(step(site, gone, add(cell, direction), direction));
            }
        }
        // From outside the player enters every cell that a single step leads to.
        Player::Outside => {
            for (cell, direction) in cells(window).flat_map(|c| DIRECTIONS.map(|d| (c, d))) {
                let before = add(cell, (-direction.0, -direction.1));
                if !inside(window, before) && !backed(site, before) {
                    next.extend(step(site, *position, cell, direction));
                }
            }
        }
    }
    next
}

/// The player, taken off the drawing, steps to the cell `to`. A box there is pushed.
fn step(site: Site, mut position: Position, to: Cell, direction: Cell) -> Option<Position> {
    let window = site.window;
    if !inside(window, to) {
        return (!backed(site, to)).then_some(position);
    }
    let square = position.at(window, to);
    position.put(window, to, PLAYER);
    let beyond = add(to, direction);
    let possible = match square {
        FLOOR => true,
        BOX if inside(window, beyond) => {
            let free = position.at(window, beyond) == FLOOR;
            position.put(window, beyond, BOX);
            free
        }
        BOX => !backed(site, beyond),
        _ => false,
    };
    possible.then_some(position)
}

/// All positions that can be reached, the nearest first.
struct Search {
    site: Site,
    seen: HashSet<Position>,
    queue: VecDeque<Position>,
}

impl Search {
    fn new(site: Site, walls: u32, boxes: u32, player: Player) -> Search {
        let start = Position::new(site.window, walls, boxes, player);
        Search { site, seen: HashSet::from([start]), queue: VecDeque::from([start]) }
    }
}

impl Iterator for Search {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let position = self.queue.pop_front()?;
        for next in steps(self.site, &position) {
            if self.seen.insert(next) {
                self.queue.push_back(next);
            }
        }
        Some(position)
    }
}

/// The box sets that can be left in the window, in order. The search ends at the empty set, which
/// tells enough. `None` when a search of `limit` positions does not tell.
pub fn outcomes(
    site: Site,
    walls: u32,
    boxes: u32,
    player: Player,
    limit: usize,
) -> Option<Vec<u32>> {
    let mut search = Search::new(site, walls, boxes, player);
    let mut left = BTreeSet::new();
    while let Some(position) = search.next() {
        let boxes = position.boxes(site.window);
        left.insert(boxes);
        if boxes == 0 {
            break;
        }
        if search.seen.len() > limit {
            return None;
        }
    }
    Some(left.into_iter().collect())
}

/// Whether there is no way to bring every box that is left in the window to a goal.
///
/// `walls`, `boxes` and `goals` are masks; the player is not on a wall or a box.
pub fn is_dead(site: Site, walls: u32, boxes: u32, goals: u32, player: Player) -> bool {
    let window = site.window;
    let solved = |position: Position| {
        cells(window).all(|cell| position.at(window, cell) != BOX || holds(window, goals, cell))
    };
    !Search::new(site, walls, boxes, player).any(solved)
}

/// The region of a player when the cells of the mask are solid.
pub fn region(site: Site, solid: u32, player: Player) -> Region {
    // With no boxes in it the game is walking about.
    let walks = Search::new(site, solid, 0, player);
    let places: Vec<Player> = walks.map(|position| position.player(site.window)).collect();
    if places.contains(&Player::Outside) {
        Region::Outside
    } else {
        Region::Pocket(mask(site.window, |cell| places.contains(&Player::At(cell))))
    }
}

/// All regions when the cells of the mask are solid, `Outside` first.
pub fn regions(site: Site, solid: u32) -> Vec<Region> {
    let mut regions = vec![Region::Outside];
    for cell in cells(site.window) {
        if !holds(site.window, solid, cell) {
            let region = region(site, solid, Player::At(cell));
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
    }
    regions
}

/// Whether a pattern is dead and nothing less of it is: see [`Pattern`] for what it asks for.
///
/// It is minimal when it becomes alive by (a) taking any one box away, (b) putting a floor cell that
/// is no goal in the place of any one wall, and (c) allowing a goal on any one cell.
pub fn is_minimal(site: Site, pattern: &Pattern) -> bool {
    let window = site.window;
    let &Pattern { walls, boxes, no_goals, region } = pattern;
    let player = Player::within(window, region);
    let goals = mask(window, |cell| !holds(window, walls, cell) && !holds(window, no_goals, cell));
    let without = |set, cell| mask(window, |other| other != cell && holds(window, set, other));
    let with = |set, cell| mask(window, |other| other == cell || holds(window, set, other));

    is_dead(site, walls, boxes, goals, player)
        && cells(window).all(|cell| {
            let needs =
                |set, dead_without: &dyn Fn() -> bool| !holds(window, set, cell) || !dead_without();
            needs(boxes, &|| is_dead(site, walls, without(boxes, cell), goals, player))
                && needs(walls, &|| is_dead(site, without(walls, cell), boxes, goals, player))
                && needs(no_goals, &|| is_dead(site, walls, boxes, with(goals, cell), player))
        })
}

/// The ways to turn and reflect a site onto itself: for each the image of every cell, as numbers.
pub fn symmetries(site: Site) -> Vec<Vec<usize>> {
    let (rows, cols) = (site.window.rows() as i32, site.window.cols() as i32);
    let mut found = Vec::new();
    for number in 0..8 {
        let image = |(row, col): Cell| {
            let row = if number % 2 == 1 { rows - 1 - row } else { row };
            let col = if number / 2 % 2 == 1 { cols - 1 - col } else { col };
            if number / 4 == 1 {
                (col, row)
            } else {
                (row, col)
            }
        };
        // The cells around the window must go where the same is: a wall or not.
        let around = (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (row, col)));
        let fits = |cell| {
            inside(site.window, cell) == inside(site.window, image(cell))
                && backed(site, cell) == backed(site, image(cell))
        };
        if around.into_iter().all(fits) {
            let all: Vec<Cell> = cells(site.window).collect();
            let position = |cell| all.iter().position(|&other| other == cell);
            found.push(all.iter().filter_map(|&cell| position(image(cell))).collect());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(rows: usize, cols: usize, placement: Placement) -> Site {
        Site { window: Window::new(rows, cols).unwrap(), placement }
    }

    #[test]
    fn a_square_of_boxes_is_dead_and_less_is_not() {
        let open = site(2, 2, Placement::Interior);
        assert!(is_dead(open, 0, 0b1111, 0, Player::Outside));
        assert!(is_dead(open, 0, 0b1111, 0b0111, Player::Outside));
        assert!(!is_dead(open, 0, 0b1111, 0b1111, Player::Outside));
        assert!(!is_dead(open, 0, 0b0111, 0, Player::Outside));
        assert!(is_dead(open, 0b1000, 0b0111, 0, Player::Outside));
    }

    #[test]
    fn a_box_in_a_corner_needs_a_goal() {
        let corner = site(2, 2, Placement::Corner);
        let pattern = |no_goals| Pattern { walls: 0, boxes: 1, region: Region::Outside, no_goals };
        assert!(is_minimal(corner, &pattern(1)));
        assert!(!is_minimal(corner, &pattern(0)), "it is alive");
        assert!(!is_minimal(corner, &pattern(0b11)), "the second condition is idle");
        assert!(!is_dead(site(2, 2, Placement::Edge), 0, 1, 0, Player::Outside));
    }

    #[test]
    fn who_is_in_the_corner_gets_out() {
        // Boxes beside and below the corner cell: harmless for a player in it.
        let corner = site(2, 2, Placement::Corner);
        assert!(is_dead(corner, 0, 0b0110, 0, Player::Outside));
        assert!(!is_dead(corner, 0, 0b0110, 0, Player::At((0, 0))));
        assert_eq!(regions(corner, 0b0110), [Region::Outside, Region::Pocket(1)]);
    }

    #[test]
    fn symmetries_are_as_many_as_expected() {
        let count = |rows, cols, placement| symmetries(site(rows, cols, placement)).len();
        assert_eq!(count(3, 3, Placement::Interior), 8);
        assert_eq!(count(3, 4, Placement::Interior), 4);
        assert_eq!(count(4, 4, Placement::Edge), 2);
        assert_eq!(count(3, 4, Placement::Edge), 2);
        assert_eq!(count(4, 4, Placement::Corner), 2);
        assert_eq!(count(3, 4, Placement::Corner), 1);
        assert_eq!(count(4, 4, Placement::Corridor), 4);
        assert_eq!(count(3, 4, Placement::Alcove), 2);
    }
}
