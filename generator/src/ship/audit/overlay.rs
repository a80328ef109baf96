//! The full tables, laid on a level pattern by pattern.
//!
//! A pattern fits where its walls are walls, its boxes are boxes, its goal-free cells are no goals,
//! its backed sides are walled up all along and the player is in its region. Windows may reach over
//! the outer wall and beyond the board. Nothing here is shared with the lookup but which sides a
//! placement backs.

use std::collections::BTreeSet;

use gridlock_patterns::sokoban::game::{LocalGame, Region};
use gridlock_patterns::sokoban::plain;
use gridlock_patterns::sokoban::table::Table;
use gridlock_patterns::sokoban::window::Site;

use super::level::{Level, State};

/// All tables in all their images.
pub struct Atlas {
    sheets: Vec<Sheet>,
}

/// One table: its patterns by the walls they ask for.
struct Sheet {
    site: Site,
    by_walls: Vec<Vec<Entry>>,
}

/// A pattern, ready to be laid down.
#[derive(Clone, Copy)]
struct Entry {
    boxes: u32,
    no_goals: u32,
    /// The cells where the player can be, and one bit behind them for beyond the window.
    places: u32,
}

impl Atlas {
    /// Spreads the patterns of all tables over their symmetries.
    pub fn new(tables: &[Table]) -> Atlas {
        Atlas { sheets: tables.iter().map(Sheet::new).collect() }
    }
}

impl Sheet {
    fn new(table: &Table) -> Sheet {
        let site = table.site;
        let (game, cells) = (LocalGame::new(site), site.window.cells());
        let mut by_walls = vec![Vec::new(); 1 << cells];
        for image in plain::symmetries(site) {
            let moved = |mask: u32| -> u32 {
                image.iter().enumerate().map(|(cell, &to)| (mask >> cell & 1) << to).sum()
            };
            for pattern in &table.patterns {
                let (walls, boxes) = (moved(pattern.walls), moved(pattern.boxes));
                let places = match pattern.region {
                    Region::Outside => game.outside(walls | boxes) | 1 << cells,
                    Region::Pocket(pocket) => moved(pocket),
                };
                let entry = Entry { boxes, no_goals: moved(pattern.no_goals), places };
                by_walls[walls as usize].push(entry);
            }
        }
        Sheet { site, by_walls }
    }

    /// The ways to turn and reflect the window that differ by more than a symmetry of its own.
    fn ways(&self) -> Vec<Way> {
        let mut seen = BTreeSet::new();
        let all = (0..8).map(|number| Way::new(self.site, number));
        all.filter(|way| seen.insert((way.rows, way.cols, way.backed))).collect()
    }
}

/// A window turned and reflected.
struct Way {
    rows: i32,
    cols: i32,
    /// Which sides are backed: north, south, west, east.
    backed: [bool; 4],
    /// The row and column of each cell of the site.
    spots: Vec<(i32, i32)>,
}

impl Way {
    fn new(site: Site, number: usize) -> Way {
        let (rows, cols) = (site.window.rows() as i32, site.window.cols() as i32);
        let (down, right, across) = (number & 1 == 1, number & 2 == 2, number & 4 == 4);
        let spot = |cell: i32| {
            let (mut row, mut col) = (cell / cols, cell % cols);
            if down {
                row = rows - 1 - row;
            }
            if right {
                col = cols - 1 - col;
            }
            if across {
                (col, row)
            } else {
                (row, col)
            }
        };
        let [north, south, west, east] = site.placement.backed();
        let upright = if down { [south, north] } else { [north, south] };
        let sideways = if right { [east, west] } else { [west, east] };
        let (upright, sideways) = if across { (sideways, upright) } else { (upright, sideways) };
        Way {
            rows: if across { cols } else { rows },
            cols: if across { rows } else { cols },
            backed: [upright[0], upright[1], sideways[0], sideways[1]],
            spots: (0..rows * cols).map(spot).collect(),
        }
    }

    /// The cells beyond the backed sides, seen from the window's corner.
    fn beyond(&self) -> Vec<(i32, i32)> {
        let mut cells = Vec::new();
        let sides = [
            (self.backed[0], (-1, 0), (0, 1), self.cols),
            (self.backed[1], (self.rows, 0), (0, 1), self.cols),
            (self.backed[2], (0, -1), (1, 0), self.rows),
            (self.backed[3], (0, self.cols), (1, 0), self.rows),
        ];
        for (_, (row, col), (down, right), length) in sides.into_iter().filter(|side| side.0) {
            cells.extend((0..length).map(|i| (row + i * down, col + i * right)));
        }
        cells
    }
}

/// The tables on one level.
pub struct Overlay {
    windows: Vec<Window>,
}

/// A window where some pattern fits, for some boxes.
struct Window {
    /// Floor cells in the window, and the bit each has there.
    cells: Vec<(u8, u32)>,
    /// For each place of the player, beyond being the last one, the box sets that are dead.
    dead: Vec<Vec<u64>>,
    /// The bit of each floor cell of the level, or the one for beyond.
    place: Vec<u8>,
}

impl Overlay {
    /// Lays all tables on a level, everywhere and every way round.
    pub fn new(atlas: &Atlas, level: &Level) -> Overlay {
        let mut windows = Vec::new();
        for sheet in &atlas.sheets {
            for way in sheet.ways() {
                for top in 1 - way.rows..level.rows as i32 {
                    for left in 1 - way.cols..level.cols as i32 {
                        windows.extend(Window::new(sheet, &way, level, (top, left)));
                    }
                }
            }
        }
        Overlay { windows }
    }

    /// Whether some pattern fits.
    pub fn is_dead(&self, state: State) -> bool {
        self.windows.iter().any(|window| window.is_dead(state))
    }
}

/// The number of a floor cell.
fn floor(level: &Level, (row, col): (i32, i32)) -> Option<usize> {
    let on_board = row >= 0 && col >= 0 && row < level.rows as i32 && col < level.cols as i32;
    let number = || level.cells.binary_search(&(row as usize * level.cols + col as usize)).ok();
    on_board.then(number).flatten()
}

impl Window {
    /// `None` when no pattern can fit there.
    fn new(sheet: &Sheet, way: &Way, level: &Level, (top, left): (i32, i32)) -> Option<Window> {
        let at = |&(row, col): &(i32, i32)| floor(level, (top + row, left + col));
        if way.beyond().iter().any(|spot| at(spot).is_some()) {
            return None;
        }
        let mut window = Window { cells: Vec::new(), dead: Vec::new(), place: Vec::new() };
        let count = way.spots.len();
        window.place = vec![count as u8; level.cells.len()];
        let (mut walls, mut goals) = (0u32, 0u32);
        for (bit, spot) in way.spots.iter().enumerate() {
            match at(spot) {
                None => walls |= 1 << bit,
                Some(cell) => {
                    goals |= ((level.goals >> cell & 1) as u32) << bit;
                    window.cells.push((cell as u8, 1 << bit));
                    window.place[cell] = bit as u8;
                }
            }
        }
        let any = window.lay(sheet, walls, goals, count);
        Some(window).filter(|_| any)
    }

    /// Notes all patterns that fit for some boxes; false when there are none.
    fn lay(&mut self, sheet: &Sheet, walls: u32, goals: u32, count: usize) -> bool {
        self.dead = vec![vec![0; (1usize << count).div_ceil(64)]; count + 1];
        let mut any = false;
        let mut some = walls;
        loop {
            for entry in &sheet.by_walls[some as usize] {
                if entry.boxes & walls == 0 && entry.no_goals & goals == 0 {
                    any = true;
                    let mut places = entry.places;
                    while places != 0 {
                        let dead = &mut self.dead[places.trailing_zeros() as usize];
                        dead[entry.boxes as usize / 64] |= 1 << (entry.boxes % 64);
                        places &= places - 1;
                    }
                }
            }
            if some == 0 {
                break;
            }
            some = (some - 1) & walls;
        }
        if any {
            // Nobody is on a wall, and no box either.
            let free = |place: &usize| walls >> place & 1 == 0;
            for place in (0..=count).filter(free) {
                add_supersets(&mut self.dead[place], (0..count).filter(free));
            }
        }
        any
    }

    fn is_dead(&self, state: State) -> bool {
        let inside = self.cells.iter().filter(|(cell, _)| state.boxes >> cell & 1 == 1);
        let boxes: u32 = inside.map(|(_, bit)| bit).sum();
        let place = usize::from(self.place[usize::from(state.player)]);
        self.dead[place][boxes as usize / 64] >> (boxes % 64) & 1 == 1
    }
}

/// More boxes on these cells do not help.
fn add_supersets(sets: &mut [u64], cells: impl Iterator<Item = usize>) {
    for cell in cells {
        if cell < 6 {
            let with: u64 = (0..64).filter(|set| set >> cell & 1 == 1).map(|set| 1 << set).sum();
            for word in sets.iter_mut() {
                *word |= *word << (1 << cell) & with;
            }
        } else {
            let bit = 1 << (cell - 6);
            for word in (0..sets.len()).filter(|word| word & bit != 0) {
                sets[word] |= sets[word ^ bit];
            }
        }
    }
}
