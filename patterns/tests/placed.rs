//! The lookup knows whatever the tables know.
//!
//! The patterns of the largest tables are laid on random positions, everywhere and every way round,
//! over the outer wall and beyond the board too. Where one fits, the lookup must say so: it prunes
//! windows, shares them and stores the tables in another form, and must lose nothing by that.

mod common;

use common::chance::{spread, Chance};
use common::room::{lowest, some, Noisy, Position, Room};
use common::{data, table, Matcher};
use gridlock_patterns::embed;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_patterns::sokoban::plain::{Cell, Player};
use gridlock_patterns::sokoban::window::{Placement, Site, Window};

const SIDE: i32 = 4;

/// Turns and reflects the plane.
fn turned((row, col): Cell, way: usize) -> Cell {
    let row = if way % 2 == 1 { -row } else { row };
    let col = if way / 2 % 2 == 1 { -col } else { col };
    if way / 4 == 1 {
        (col, row)
    } else {
        (row, col)
    }
}

/// A position, seen from one of eight sides.
struct View<'a> {
    room: &'a Room,
    position: Position,
    way: usize,
}

impl View<'_> {
    fn has(&self, set: u128, cell: Cell) -> bool {
        let (row, col) = turned(cell, self.way);
        let on_board =
            (0..self.room.rows as i32).contains(&row) && (0..self.room.cols as i32).contains(&col);
        on_board && set >> (row as usize * self.room.stride + col as usize) & 1 == 1
    }

    /// The part of a set in the window with this corner.
    fn part(&self, set: u128, (top, left): Cell) -> u32 {
        let has = |i| u32::from(self.has(set, (top + i / SIDE, left + i % SIDE)));
        (0..SIDE * SIDE).map(|i| has(i) << i).sum()
    }

    /// Whether the sides of the window that must be backed by walls are.
    fn is_backed(&self, placement: Placement, (top, left): Cell) -> bool {
        let wall = |cell| !self.has(self.room.floor, cell);
        let north = || (0..SIDE).all(|i| wall((top - 1, left + i)));
        let south = || (0..SIDE).all(|i| wall((top + SIDE, left + i)));
        let west = || (0..SIDE).all(|i| wall((top + i, left - 1)));
        match placement {
            Placement::Interior => true,
            Placement::Edge => north(),
            Placement::Corner => north() && west(),
            Placement::Corridor => north() && south(),
            Placement::Alcove => north() && south() && west(),
        }
    }

    fn player(&self, corner: Cell) -> Player {
        let at = self.part(lowest(self.position.region), corner);
        match at.trailing_zeros() as i32 {
            i if i < SIDE * SIDE => Player::At((i / SIDE, i % SIDE)),
            _ => Player::Outside,
        }
    }

    /// Whether a pattern fits in the window with this corner.
    fn fits(&self, matcher: &Matcher, corner: Cell) -> bool {
        let boxes = self.part(self.position.boxes, corner);
        if boxes == 0 || !self.is_backed(matcher.site.placement, corner) {
            return false;
        }
        let walls = !self.part(self.room.floor, corner) & 0xffff;
        let goals = self.part(self.room.goals, corner);
        let conditions = matcher.conditions(walls, boxes, self.player(corner));
        conditions.iter().any(|no_goals| no_goals & goals == 0)
    }
}

/// The ways to look at a board that the symmetries of a square window do not cover.
fn ways(placement: Placement) -> &'static [usize] {
    match placement {
        Placement::Interior => &[0],
        Placement::Edge => &[0, 1, 4, 5],
        Placement::Corner => &[0, 1, 2, 3],
        Placement::Corridor => &[0, 4],
        Placement::Alcove => &[0, 2, 4, 6],
    }
}

/// Whether a pattern fits anywhere.
fn any_fits(matchers: &[Matcher], room: &Room, position: Position) -> bool {
    matchers.iter().any(|matcher| {
        ways(matcher.site.placement).iter().any(|&way| {
            let view = View { room, position, way };
            let mut corners = (-16..16).flat_map(|top| (-16..16).map(move |left| (top, left)));
            corners.any(|corner| view.fits(matcher, corner))
        })
    })
}

#[test]
fn the_lookup_knows_every_pattern_wherever_it_lies() {
    const ROOMS: u64 = 60;
    let tables = embed::read_tables(&data()).expect("sound tables");
    let knowledge = Knowledge::new(embed::seeds(&tables));
    let window = Window::new(4, 4).expect("a window");
    let matchers = Placement::ALL.map(|place| Matcher::new(&table(Site::new(window, place))));
    let tallies = spread(ROOMS, |seed| {
        let mut chance = Chance(seed);
        let room = std::iter::repeat_with(|| Room::new(&mut chance)).find_map(|room| room);
        let room = room.expect("one at last");
        let lookup = Lookup::new(&knowledge, &room.board());
        let (known, unknown): (Vec<Position>, _) = room
            .positions(room.floor)
            .partition(|p| lookup.dead(&Noisy(p.boxes), p.region.trailing_zeros() as usize));
        let mut tally = [0, 0];
        for position in (0..5).filter_map(|_| some(&known, &mut chance)) {
            tally[usize::from(any_fits(&matchers, &room, *position))] += 1;
        }
        for position in (0..20).filter_map(|_| some(&unknown, &mut chance)) {
            let fits = any_fits(&matchers, &room, *position);
            assert!(!fits, "a pattern fits in\n{}", room.draw(*position));
        }
        tally
    });
    let [without, with] = tallies.iter().fold([0, 0], |[a, d], t| [a + t[0], d + t[1]]);
    // The lookup also sees walls that stand along a part of a side only.
    println!("patterns fit {with} dead positions; the lookup knows {without} without a pattern");
    assert!(with > ROOMS);
}
