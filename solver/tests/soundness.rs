//! Nothing that can be solved is ever called dead.
//!
//! Small rooms made at random are solved completely: every placement of the boxes with every region
//! of the player. Then every position is put to the lookup, in the form in which it ships.

#[path = "../../patterns/tests/common/chance.rs"]
mod chance;
#[path = "../../patterns/tests/common/room.rs"]
mod room;

use std::collections::HashSet;

use chance::{spread, Chance};
use gridlock_patterns::sokoban::area::Areas;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_solver::sokoban::tables;
use room::{list, Noisy, Position, Room};

/// How many positions were seen.
#[derive(Default)]
struct Tally {
    solvable: u64,
    unsolvable: u64,
    /// Unsolvable ones that the lookup knows.
    flagged: u64,
    /// Unsolvable ones that the areas know.
    in_areas: u64,
    /// Rooms that one area covers.
    covered: u64,
}

/// Puts every position of a room and every push in it to the lookup.
fn check_room(knowledge: &Knowledge, room: &Room) -> Tally {
    let lookup = Lookup::new(knowledge, &room.board());
    let areas = Areas::new(&room.board());
    let alive = |cell: &usize| areas.is_alive(*cell);
    // Then no box is out of sight, and the area knows all.
    let covered = list(room.floor).iter().filter(|&cell| alive(cell)).count() <= 16;
    let solvable = room.solvable();
    let mut tally = Tally { covered: u64::from(covered), ..Tally::default() };
    for position in room.positions(room.floor) {
        let boxes = Noisy(position.boxes);
        let (first, last) = (position.region.trailing_zeros(), position.region.ilog2());
        let dead = lookup.dead(&boxes, first as usize);
        assert_eq!(
            dead,
            lookup.dead(&boxes, last as usize),
            "walking matters:\n{}",
            room.draw(position)
        );
        if room.stride == 8 {
            assert_eq!(dead, lookup.dead(&(position.boxes as u64), first as usize));
        }
        let in_areas = areas.dead(&boxes, first as usize);
        assert_eq!(in_areas, areas.dead(&boxes, last as usize), "{}", room.draw(position));
        assert!(!(in_areas && solvable.contains(&position)), "{}", room.draw(position));
        if list(position.boxes).iter().all(alive) {
            assert!(in_areas >= dead, "a window knows more:\n{}", room.draw(position));
            let known = !covered || in_areas != solvable.contains(&position);
            assert!(known, "the area should know all:\n{}", room.draw(position));
        }
        if solvable.contains(&position) {
            assert!(!dead, "called dead, but can be solved:\n{}", room.draw(position));
            tally.solvable += 1;
        } else {
            tally.unsolvable += 1;
            tally.flagged += u64::from(dead);
            tally.in_areas += u64::from(in_areas);
        }
        if !dead {
            check_pushes(&lookup, room, position, &solvable);
        }
        if !in_areas {
            check_areas_after_push(&areas, room, position);
        }
    }
    tally
}

/// After a push from a position that is not dead, the windows around the box tell all.
fn check_pushes(lookup: &Lookup, room: &Room, from: Position, solvable: &HashSet<Position>) {
    let mut progress = from.boxes & !room.goals == 0;
    for (position, moved) in room.pushes(from) {
        let (boxes, player) = (Noisy(position.boxes), position.region.trailing_zeros() as usize);
        assert_eq!(
            lookup.dead_after_push(&boxes, moved, player),
            lookup.dead(&boxes, player),
            "some window is not asked after a push to cell {moved} in\n{}\nthat leads to\n{}",
            room.draw(from),
            room.draw(position)
        );
        progress |= solvable.contains(&position);
    }
    // The rules are here twice, forwards and backwards. They must agree.
    assert_eq!(progress, solvable.contains(&from), "{}", room.draw(from));
}

/// After a push from a position that is not dead, the areas around the box tell all.
fn check_areas_after_push(areas: &Areas, room: &Room, from: Position) {
    for (position, moved) in room.pushes(from) {
        let (boxes, player) = (Noisy(position.boxes), position.region.trailing_zeros() as usize);
        if areas.is_alive(moved) {
            let near = areas.dead_after_push(&boxes, moved, player);
            assert_eq!(near, areas.dead(&boxes, player), "{}", room.draw(position));
        }
    }
}

fn check_rooms(seeds: u64) {
    let knowledge = tables::knowledge();
    let tallies = spread(seeds, |seed| {
        let mut chance = Chance(seed);
        let room = std::iter::repeat_with(|| Room::new(&mut chance)).find_map(|room| room);
        room.map(|room| check_room(&knowledge, &room)).unwrap_or_default()
    });
    let sum = |part: fn(&Tally) -> u64| tallies.iter().map(part).sum::<u64>();
    let (solvable, unsolvable) = (sum(|t| t.solvable), sum(|t| t.unsolvable));
    let flagged = sum(|t| t.flagged);
    let (in_areas, covered) = (sum(|t| t.in_areas), sum(|t| t.covered));
    println!("{seeds} rooms, {covered} of them one area; {solvable} positions can be solved");
    println!("{unsolvable} cannot: windows know {flagged}, areas {in_areas} by their live boxes");
    assert!(covered > seeds / 10 && covered < seeds);
    assert!(solvable > 1_000 * seeds && unsolvable > 10_000 * seeds);
    assert!(flagged > unsolvable / 2, "the tables know too little");
}

#[test]
fn no_position_that_can_be_solved_is_called_dead() {
    check_rooms(300);
}

#[test]
#[ignore = "takes minutes"]
fn no_position_that_can_be_solved_is_called_dead_in_many_rooms() {
    check_rooms(5_000);
}
