//! Corrals: floor the player cannot get to, and the boxes that close it off.
//!
//! Take cells C without boxes that the player cannot reach and boxes B that close them off. As long
//! as B stands still the player cannot enter C. So if B has to move at all, because one of its
//! boxes is off its goal or because a goal lies in C, then the next push of B in any solution comes
//! from a cell beyond C. Say that every such push, whatever the other boxes do, goes into C, and
//! that the player can reach the cell behind it now. Then that push might as well come first: it
//! leads into C, where nothing happens before, and the player steps back to where he was. The other
//! pushes still follow, in the same order and as many. So it is enough to try the pushes of B (this
//! is the PI corral of the literature, see Virkkala's thesis "Solving Sokoban" of 2011), and if there
//! are none, the position is dead. The number of pushes stays minimal, that of moves need not.

use gridlock_patterns::sokoban::game::Dir;

use super::board::Board;
use super::mask::Mask;

/// The boxes of which one must be pushed next without loss, in the corral with the fewest pushes.
pub fn next_boxes<M: Mask>(board: &Board<M>, boxes: M, reach: M) -> Option<M> {
    let mut left = board.floor.and(boxes.or(reach).not());
    let mut best = None;
    while left != M::empty() {
        let mut corral = Corral::new(board, boxes, reach, left.lowest());
        left = left.and(corral.inside.not());
        if corral.close() && corral.must_move() {
            let pushes = corral.pushes();
            if best.map_or(true, |(fewest, _)| pushes < fewest) {
                best = Some((pushes, corral.fence));
            }
        }
    }
    best.map(|(_, fence)| fence)
}

struct Corral<'a, M> {
    board: &'a Board<M>,
    boxes: M,
    reach: M,
    inside: M,
    fence: M,
}

impl<'a, M: Mask> Corral<'a, M> {
    /// The cells that hang together with this one, and the boxes around them.
    fn new(board: &'a Board<M>, boxes: M, reach: M, cell: usize) -> Corral<'a, M> {
        let inside = board.reach(cell, boxes);
        let fence = boxes.and(board.spread(inside));
        Corral { board, boxes, reach, inside, fence }
    }

    /// Takes in more cells and boxes until only pushes into the corral are left, which the player
    /// can make. False when there are others.
    fn close(&mut self) -> bool {
        loop {
            let mut more = M::empty();
            for dir in Dir::ALL {
                let offset = self.board.offset(dir);
                let kept = self.fence.or(self.inside);
                let from = self.board.floor.and(kept.not());
                let ahead = self.board.alive.and(self.fence.not());
                let movers = self.fence.and(from.shift(offset)).and(ahead.shift(-offset));
                let targets = movers.shift(offset);
                if targets.and(self.reach) != M::empty() {
                    return false;
                }
                let inward = targets.and(self.inside);
                let behind = inward.shift(-offset).shift(-offset);
                more = more.or(targets.and(self.inside.not())).or(behind.and(self.reach.not()));
            }
            if more == M::empty() {
                return true;
            }
            let free = more.and(self.boxes.not());
            self.inside = self.board.flood(self.inside.or(free), self.boxes);
            self.fence = self.fence.or(more.and(self.boxes));
            self.fence = self.fence.or(self.boxes.and(self.board.spread(self.inside)));
        }
    }

    /// Whether these boxes cannot all stay where they are for good.
    fn must_move(&self) -> bool {
        let goals = self.board.goals;
        self.fence.and(goals.not()).or(self.inside.and(goals)) != M::empty()
    }

    fn pushes(&self) -> usize {
        let count = |dir| self.board.pushable(self.boxes, self.reach, dir).and(self.fence).count();
        Dir::ALL.into_iter().map(count).sum()
    }
}
