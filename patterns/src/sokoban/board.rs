//! A board as the lookup sees it, and the windows on it that are worth asking.

use super::scene::Scene;

/// What never changes on a level: which cells can be used, and which are goals.
///
/// Cells are numbered `row * stride + column`; cells beyond `cols` in a row are not part of the board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of rows, the outer walls included.
    pub rows: usize,
    /// Number of columns, the outer walls included.
    pub cols: usize,
    /// Distance of two cells one above the other; at least `cols`.
    pub stride: usize,
    /// Cells the player could reach if there were no boxes. All others are walls.
    pub floor: Vec<bool>,
    /// Goals among them.
    pub goal: Vec<bool>,
}

impl Board {
    /// The cells from which a lone box can be pushed to some goal. No other cell holds a box in a
    /// position that can be solved.
    pub(crate) fn alive(&self) -> Vec<bool> {
        let mut alive = vec![false; self.rows * self.stride];
        let on_board = |row, col| row as usize * self.stride + col as usize;
        let cells = (0..self.rows as i32).flat_map(|r| (0..self.cols as i32).map(move |c| (r, c)));
        let mut queue: Vec<_> =
            cells.filter(|&(r, c)| self.is_floor(r, c) && self.goal[on_board(r, c)]).collect();
        while let Some((row, col)) = queue.pop() {
            if std::mem::replace(&mut alive[on_board(row, col)], true) {
                continue;
            }
            // A box is pulled here and there, and the player steps back.
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (from, player) = ((row + down, col + right), (row + 2 * down, col + 2 * right));
                if self.is_floor(from.0, from.1) && self.is_floor(player.0, player.1) {
                    queue.push(from);
                }
            }
        }
        alive
    }

    /// Whether the cell is on the board and can be used.
    pub(crate) fn is_floor(&self, row: i32, col: i32) -> bool {
        row >= 0
            && col >= 0
            && (row as usize) < self.rows
            && (col as usize) < self.cols
            && self.floor[row as usize * self.stride + col as usize]
    }
}

/// A window on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) top: usize,
    pub(crate) left: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

impl Place {
    /// Row and column of each cell.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let (top, left) = (self.top as i32, self.left as i32);
        (0..self.rows as i32)
            .flat_map(move |r| (0..self.cols as i32).map(move |c| (top + r, left + c)))
    }

    pub(crate) fn contains(&self, row: usize, col: usize) -> bool {
        (self.top..self.top + self.rows).contains(&row)
            && (self.left..self.left + self.cols).contains(&col)
    }

    /// The number of a cell in the window, or the number of its cells when it is beyond.
    pub(crate) fn spot(&self, row: usize, col: usize) -> usize {
        if self.contains(row, col) {
            (row - self.top) * self.cols + col - self.left
        } else {
            self.rows * self.cols
        }
    }

    /// The window as it lies on the board.
    pub(crate) fn scene(&self, board: &Board) -> Scene {
        let mut scene =
            Scene { rows: self.rows, cols: self.cols, walls: 0, goals: 0, exits: [0; 4] };
        for (i, (row, col)) in self.cells().enumerate() {
            if !board.is_floor(row, col) {
                scene.walls |= 1 << i;
                continue;
            }
            if board.goal[row as usize * board.stride + col as usize] {
                scene.goals |= 1 << i;
            }
            let beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
            for (exits, (r, c)) in scene.exits.iter_mut().zip(beside) {
                let outside = r < 0 || c < 0 || !self.contains(r as usize, c as usize);
                if outside && board.is_floor(r, c) {
                    *exits |= 1 << i;
                }
            }
        }
        scene
    }
}

/// The windows of at most these rows and columns that know more than any other one.
///
/// A window sees its floor cells and the walls beside them. So one whose floor cells all lie in
/// another window adds nothing: a smaller one, one that reaches over the outer wall or beyond the
/// board, or one without a floor cell.
pub(crate) fn places(board: &Board, sizes: &[(usize, usize)]) -> Vec<Place> {
    let mut all = Vec::new();
    for &(rows, cols) in sizes {
        let (rows, cols) = (rows.min(board.rows), cols.min(board.cols));
        for top in 0..=board.rows - rows {
            for left in 0..=board.cols - cols {
                let place = Place { top, left, rows, cols };
                let floor: Vec<_> = place.cells().filter(|&(r, c)| board.is_floor(r, c)).collect();
                all.push((place, floor));
            }
        }
    }
    all.sort_by_key(|(_, floor)| std::cmp::Reverse(floor.len()));
    let mut kept: Vec<Place> = Vec::new();
    let mut kept_at: Vec<Vec<usize>> = vec![Vec::new(); board.rows * board.stride];
    let cell = |(row, col): (i32, i32)| row as usize * board.stride + col as usize;
    for (place, floor) in all {
        let sees_all =
            |&k: &usize| floor.iter().all(|&(r, c)| kept[k].contains(r as usize, c as usize));
        let adds = floor.first().map_or(false, |&at| !kept_at[cell(at)].iter().any(sees_all));
        if adds {
            for at in place.cells() {
                kept_at[cell(at)].push(kept.len());
            }
            kept.push(place);
        }
    }
    kept
}
