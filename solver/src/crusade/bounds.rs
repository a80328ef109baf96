//! What can be told before any search: where Indy can get to the exit from, with how many spare
//! turns, and which rooms rocks can come to.

use gridlock_patterns::crusade::room::{Passage, Room, Side};
use gridlock_patterns::crusade::steering::{Choice, Steering};

use super::joint::{Grid, NOWHERE};

/// From here the exit cannot be reached.
pub(super) const NEVER: u16 = u16::MAX;

/// The choices for somebody who comes to a cell. The exit stays as it is.
#[inline]
pub(super) fn choices<'a>(
    steering: &'a Steering,
    grid: &Grid,
    rooms: &[Room],
    cell: u16,
    side: Side,
) -> &'a [Choice] {
    let room = rooms[cell as usize];
    let fixed = cell == grid.exit;
    steering.choices(if fixed { room.locked() } else { room }, side)
}

/// For each cell and side of entry: the fewest turns without a rotation, the turn of entry included,
/// that Indy must have when he comes in, so that all rotations up to the exit can be done in time.
/// [`NEVER`] where there is no way at all, and above the row of `indy`, who cannot climb. Rotations of
/// `free` cells are not counted.
pub(super) fn needs(
    steering: &Steering,
    grid: &Grid,
    rooms: &[Room],
    free: &[bool],
    fixed: &[bool],
    indy: u16,
) -> Vec<[u16; 3]> {
    let mut needs = vec![[NEVER; 3]; grid.cells()];
    let width = grid.width;
    for row in (indy as usize / width..grid.cells() / width).rev() {
        // Whoever goes to the right in a row goes on to the right, and the other way round.
        let cells = row * width..(row + 1) * width;
        let mut set = |cell: usize, side: Side| {
            let known = |c: u16, s: Side| needs[c as usize][s as usize];
            let all = choices(steering, grid, rooms, cell as u16, side);
            let all = all.iter().filter(|choice| choice.rotations == 0 || !fixed[cell]);
            let best = all.filter_map(|&choice| {
                let rotations = if free[cell] { 0 } else { u16::from(choice.rotations) };
                need(grid, cell as u16, choice, rotations, known)
            });
            let best = best.min().unwrap_or(NEVER);
            needs[cell][side as usize] = best;
        };
        cells.clone().rev().for_each(|cell| set(cell, Side::Left));
        cells.clone().for_each(|cell| set(cell, Side::Right));
        cells.for_each(|cell| set(cell, Side::Top));
    }
    needs
}

/// What Indy needs when he comes to a cell and chooses this.
fn need(
    grid: &Grid,
    cell: u16,
    choice: Choice,
    rotations: u16,
    known: impl Fn(u16, Side) -> u16,
) -> Option<u16> {
    match choice.passage {
        Passage::Refused => None,
        _ if cell == grid.exit => Some(0),
        Passage::Crash => None,
        Passage::Out(way) => {
            let next = grid.next(cell, way);
            let later = if next == NOWHERE { NEVER } else { known(next, way.entry()) };
            // The turn that he spends here is one more.
            (later != NEVER).then(|| rotations + later.saturating_sub(1))
        }
    }
}

/// Marks the cells that somebody in a room, or who comes to it, can get to by any rotations.
pub(super) fn spread(
    steering: &Steering,
    grid: &Grid,
    rooms: &[Room],
    start: (u16, Side),
    inside: bool,
    seen: &mut [[bool; 3]],
) {
    let mut open = Vec::new();
    if inside {
        if let Passage::Out(way) = rooms[start.0 as usize].passage(start.1) {
            open.push((grid.next(start.0, way), way.entry()));
        }
    } else {
        open.push(start);
    }
    while let Some((cell, side)) = open.pop() {
        if cell == NOWHERE || seen[cell as usize][side as usize] {
            continue;
        }
        seen[cell as usize][side as usize] = true;
        for choice in choices(steering, grid, rooms, cell, side) {
            if let Passage::Out(way) = choice.passage {
                open.push((grid.next(cell, way), way.entry()));
            }
        }
    }
}
