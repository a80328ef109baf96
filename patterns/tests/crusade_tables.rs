//! The tables of The Last Crusade against games played by a simulator that shares no code with them.

#[path = "common/plain_crusade.rs"]
mod plain;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gridlock_patterns::crusade::collision::{Collision, Meeting, Outcome, Pair};
use gridlock_patterns::crusade::room::{Passage, Room, Side, Way};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::steering::Steering;
use gridlock_patterns::embed::read_crusade;

use plain::{rotated, PlainGame, PlainRules, Spot};

fn tables() -> (Steering, Collision) {
    read_crusade(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")).unwrap()
}

fn room(number: i32) -> Room {
    Room::new(number).unwrap()
}

const SIDES: [(char, Side); 3] = [('T', Side::Top), ('L', Side::Left), ('R', Side::Right)];

/// The rooms that a room can become, with the fewest rotations each.
fn reachable(number: i32) -> BTreeMap<i32, u8> {
    let mut found = BTreeMap::from([(number, 0)]);
    for rotations in 1..=4 {
        let known: Vec<i32> = found.keys().copied().filter(|&known| known > 0).collect();
        for next in known.into_iter().flat_map(|n| [rotated(n, true), rotated(n, false)]) {
            found.entry(next).or_insert(rotations);
        }
    }
    found
}

/// An empty maze of five by four rooms with Indy out of the way, in a shaft of his own.
fn empty_game() -> PlainGame {
    let mut rooms = BTreeMap::new();
    for (x, y) in (0..5).flat_map(|x| (0..4).map(move |y| (x, y))) {
        rooms.insert((x, y), if x == 4 { 3 } else { 0 });
    }
    PlainGame { rooms, exit: (3, 3), indy: (4, 0, 'T'), rocks: Vec::new(), fate: "alive" }
}

fn plain_rules(rules: Rules) -> PlainRules {
    PlainRules {
        indy_swap_dies: rules.indy_swap_kills,
        rock_swap_vanish: rules.rock_swap_destroys,
        crash_enters: rules.crash_enters,
        stopped_vanishes: rules.stopped_destroys,
        exit_dies: rules.exit_kills,
        arrival_error: rules.arrival_locks,
    }
}

/// What became of somebody: where it must be afterwards when nothing happens to it.
fn is_listed(game: &PlainGame, spot: Spot) -> bool {
    game.rocks.contains(&spot)
}

/// Whether Indy can go on.
fn is_well(game: &PlainGame) -> bool {
    let mut next = game.clone();
    match game.fate {
        "won" => true,
        "alive" => {
            next.rocks.clear();
            let free = |room: &mut i32| *room = 1;
            let here = (next.indy.0, next.indy.1);
            next.rooms.iter_mut().filter(|(place, _)| **place != here).for_each(|(_, r)| free(r));
            next.advance(&[], &plain_rules(Rules::STRICT));
            next.fate != "trapped"
        }
        _ => false,
    }
}

/// Plays a pair from `first` and `second`, who come to `targets`.
fn play(
    mut game: PlainGame,
    pair: Pair,
    starts: [Spot; 2],
    targets: [Spot; 2],
    rules: Rules,
) -> Outcome {
    match pair {
        Pair::Rocks => game.rocks = starts.to_vec(),
        Pair::IndyFirst => (game.indy, game.rocks) = (starts[0], vec![starts[1]]),
        Pair::IndySecond => (game.indy, game.rocks) = (starts[1], vec![starts[0]]),
    }
    game.advance(&[], &plain_rules(rules));
    let gone = [0, 1].map(|i| {
        let indy = matches!((pair, i), (Pair::IndyFirst, 0) | (Pair::IndySecond, 1));
        if indy {
            !is_well(&game)
        } else {
            !is_listed(&game, targets[i])
        }
    });
    match gone {
        [false, false] => Outcome::Nothing,
        [true, false] => Outcome::First,
        [false, true] => Outcome::Second,
        [true, true] => Outcome::Both,
    }
}

/// Where somebody stands who comes to (1, 1) by a side.
fn comer(game: &mut PlainGame, side: char) -> Spot {
    let (x, y, number) = match side {
        'T' => (1, 0, 3),
        'L' => (0, 1, 2),
        _ => (2, 1, 2),
    };
    game.rooms.insert((x, y), number);
    (x, y, side)
}

/// The side by which somebody came who leaves a room in a direction, if that is possible.
fn leaver(number: i32, way: Way) -> Option<char> {
    let leads = |side: Side| room(number).passage(side) == Passage::Out(way);
    SIDES.iter().find(|(_, side)| leads(*side)).map(|(letter, _)| *letter)
}

#[test]
fn steering_lists_every_orientation_once() {
    let steering = tables().0;
    assert_eq!(steering, Steering::enumerate());
    let mut choices = 0;
    for number in -13..=13 {
        for (letter, side) in SIDES {
            let expected = reachable(number);
            let found = steering.choices(room(number), side);
            let as_map: BTreeMap<i32, u8> =
                found.iter().map(|c| (c.room.number().into(), c.rotations)).collect();
            assert_eq!(as_map, expected, "room {number}");
            assert_eq!(found.len(), expected.len());
            choices += found.len();
            for choice in found {
                let turn = |n: i32| rotated(n, choice.turn.name() == "RIGHT");
                let turned = (0..choice.rotations).fold(number, |n, _| turn(n));
                assert_eq!(turned, choice.room.number().into());
                assert_eq!(outcome(turned, letter), choice.passage, "room {turned} from {letter}");
            }
            let grouped: BTreeSet<Passage> = found.iter().map(|c| c.passage).collect();
            for passage in grouped {
                let group = steering.group(room(number), side, passage);
                assert!(group.windows(2).all(|pair| pair[0].rotations <= pair[1].rotations));
                assert!(group.iter().all(|choice| choice.passage == passage));
                assert_eq!(group.len(), found.iter().filter(|c| c.passage == passage).count());
            }
        }
    }
    assert_eq!(choices, steering.len());
}

/// What becomes of Indy who comes to a room, by playing on.
fn outcome(number: i32, side: char) -> Passage {
    let mut game = empty_game();
    game.rooms.insert((1, 1), number);
    game.indy = comer(&mut game, side);
    let rules = plain_rules(Rules::STRICT);
    game.advance(&[], &rules);
    if game.fate == "blocked" {
        return Passage::Refused;
    }
    for place in [(0, 1), (2, 1), (1, 2)] {
        game.rooms.insert(place, 1);
    }
    game.advance(&[], &rules);
    match (game.fate, (game.indy.0, game.indy.1)) {
        ("trapped", _) => Passage::Crash,
        ("alive", (0, 1)) => Passage::Out(Way::Left),
        ("alive", (2, 1)) => Passage::Out(Way::Right),
        ("alive", (1, 2)) => Passage::Out(Way::Bottom),
        other => panic!("{other:?}"),
    }
}

/// Holds the table against a game for each setting, and all rotations against each outcome.
fn hold(
    tables: &(Steering, Collision),
    meeting: Meeting,
    free: i32,
    games: impl Fn(i32, Pair, Rules) -> Outcome,
) {
    let (steering, collision) = tables;
    for pair in Pair::ALL {
        for rules in Rules::all().step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
            let mut expected: BTreeMap<Outcome, BTreeSet<(u8, i32)>> = BTreeMap::new();
            for (number, rotations) in reachable(free) {
                let outcome = games(number, pair, rules);
                expected.entry(outcome).or_default().insert((rotations, number));
            }
            for outcome in [Outcome::Nothing, Outcome::First, Outcome::Second, Outcome::Both] {
                let found = collision.rotations(steering, pair, meeting, rules, outcome);
                let found: BTreeSet<(u8, i32)> =
                    found.iter().map(|c| (c.rotations, c.room.number().into())).collect();
                let expected = expected.remove(&outcome).unwrap_or_default();
                assert_eq!(found, expected, "{meeting:?} {pair:?} {rules} {outcome:?}");
            }
        }
    }
}

#[test]
fn two_who_come_to_one_room() {
    let tables = tables();
    for number in -13..=13 {
        for ((a, first), (b, second)) in
            SIDES.iter().flat_map(|&a| SIDES.iter().map(move |&b| (a, b)))
        {
            for exit in [false, true] {
                let meeting =
                    Meeting::Together { room: room(number), sides: [first, second], exit };
                assert_eq!(meeting.is_possible(), a != b);
                if a == b {
                    continue;
                }
                let free = if exit { -number.abs() } else { number };
                hold(&tables, meeting, free, |number, pair, rules| {
                    let mut game = empty_game();
                    game.rooms.insert((1, 1), number);
                    let starts = [comer(&mut game, a), comer(&mut game, b)];
                    if exit {
                        game.exit = (1, 1);
                    }
                    play(game, pair, starts, [(1, 1, a), (1, 1, b)], rules)
                });
            }
        }
    }
}

#[test]
fn two_who_swap_rooms() {
    let tables = tables();
    let mut possible = 0;
    for (left, right) in (-13..=13).flat_map(|a| (-13..=13).map(move |b| (a, b))) {
        let meeting = Meeting::Swap { rooms: [room(left), room(right)] };
        let sides = leaver(left, Way::Right).zip(leaver(right, Way::Left));
        assert_eq!(meeting.is_possible(), sides.is_some());
        let Some((a, b)) = sides else { continue };
        possible += 1;
        hold(&tables, meeting, 0, |_, pair, rules| {
            let mut game = empty_game();
            game.rooms.insert((1, 1), left);
            game.rooms.insert((2, 1), right);
            play(game, pair, [(1, 1, a), (2, 1, b)], [(2, 1, 'L'), (1, 1, 'R')], rules)
        });
    }
    assert_eq!(possible, 64);
}

#[test]
fn one_who_follows_another() {
    let tables = tables();
    let ways = [('T', Way::Bottom, (1, 2)), ('L', Way::Right, (2, 1)), ('R', Way::Left, (0, 1))];
    let mut possible = 0;
    // A locked room that holds somebody and one that is not locked are the same.
    for (number, ahead) in (0..=13).flat_map(|a| (-13..=13).map(move |b| (a, b))) {
        for (s, side) in SIDES {
            for (e, way, place) in ways {
                let entry = SIDES.iter().find(|known| known.0 == e).unwrap().1;
                let meeting =
                    Meeting::Follow { room: room(number), side, ahead: room(ahead), entry };
                let back = matches!((s, way), ('L', Way::Left) | ('R', Way::Right));
                let inside = leaver(number, way).filter(|_| !back);
                assert_eq!(meeting.is_possible(), inside.is_some(), "{meeting:?}");
                let Some(inside) = inside else { continue };
                possible += 1;
                hold(&tables, meeting, ahead, |ahead, pair, rules| {
                    let mut game = empty_game();
                    game.rooms.insert((1, 1), number);
                    let starts = [comer(&mut game, s), (1, 1, inside)];
                    game.rooms.insert(place, ahead);
                    play(game, pair, starts, [(1, 1, s), (place.0, place.1, e)], rules)
                });
            }
        }
    }
    assert!(possible > 1000, "{possible}");
}
