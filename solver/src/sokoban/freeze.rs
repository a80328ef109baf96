//! Freeze deadlocks: boxes that block each other for good, off their goals.

use super::board::Board;
use super::mask::Mask;

/// The boxes that no solution moves any more.
///
/// A box cannot move along a row when the cell on one side is a wall or such a box, or when from
/// the cells on both sides no goal can be reached; a box that cannot move along its row nor its
/// column is frozen. Found from above: take all boxes for frozen and let go those that can move
/// until nothing changes. The first box of the rest to move would need what it does not have.
#[inline]
pub fn frozen<M: Mask>(board: &Board<M>, boxes: M) -> M {
    let stride = board.layout.stride;
    let (walls, dead) = (board.floor.not(), board.alive.not());
    let hopeless = |by| dead.up(by).and(dead.down(by));
    let (dead_beside, dead_above) = (hopeless(1), hopeless(stride));
    let mut frozen = boxes;
    loop {
        let solid = walls.or(frozen);
        let blocked = |by| solid.up(by).or(solid.down(by));
        let row = blocked(1).or(dead_beside);
        let column = blocked(stride).or(dead_above);
        let left = frozen.and(row).and(column);
        if left == frozen {
            return frozen;
        }
        frozen = left;
    }
}

/// Whether a box is frozen off its goal.
#[inline]
pub fn is_dead<M: Mask>(board: &Board<M>, boxes: M) -> bool {
    frozen(board, boxes).and(board.goals.not()) != M::empty()
}
