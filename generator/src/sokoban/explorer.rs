//! Working memory of a plain exploration.

use gridlock_patterns::sokoban::game::LocalGame;

/// The states still to visit and those already seen of a plain exploration.
pub(crate) struct Explorer {
    /// Per state the last round that saw it: no clearing between rounds.
    seen: Vec<u32>,
    round: u32,
    left: Vec<(u32, u32)>,
}

impl Explorer {
    /// More regions than this no window has: a pocket lies off the rim.
    const REGIONS: u32 = 8;

    pub(crate) fn new(game: &LocalGame) -> Explorer {
        let states = (game.full() + 1) * Self::REGIONS;
        Explorer { seen: vec![0; states as usize], round: 0, left: Vec::new() }
    }

    pub(crate) fn restart(&mut self) {
        self.round += 1;
        self.left.clear();
    }

    pub(crate) fn visit(&mut self, boxes: u32, region: u32) {
        let seen = &mut self.seen[(boxes * Self::REGIONS + region) as usize];
        if *seen != self.round {
            *seen = self.round;
            self.left.push((boxes, region));
        }
    }

    pub(crate) fn next(&mut self) -> Option<(u32, u32)> {
        self.left.pop()
    }
}
