//! Measures what the tables of The Last Crusade gain against computing the same at run time.
//!
//! ```text
//! cargo run --release -p gridlock-solver --example crusade_tables
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use gridlock_patterns::crusade::collision::{Gone, Meeting, Outcome, Pair};
use gridlock_patterns::crusade::maze::{Maze, Mover};
use gridlock_patterns::crusade::room::{Passage, Room, Side};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::steering::{choices, room_of, ROOMS};
use gridlock_patterns::crusade::texts::decode_collision;
use gridlock_patterns::crusade::turn::advance;
use gridlock_solver::crusade::tables::{Tables, TEXTS};

/// The best of several runs, per item.
fn best(items: usize, mut run: impl FnMut()) -> Duration {
    let mut time = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..20).map(|_| time()).min().unwrap_or_default() / items as u32
}

fn report(what: &str, table: Duration, computed: Duration) {
    let ratio = computed.as_secs_f64() / table.as_secs_f64();
    println!("{what}: table {table:?}, computed {computed:?}, {ratio:.1} times as long");
}

fn main() {
    let start = Instant::now();
    let tables = Tables::new();
    println!("decoding both texts: {:?}", start.elapsed());
    steering(&tables);
    collision(&tables);
}

/// All choices of all rooms and sides, as the search asks for them.
fn steering(tables: &Tables) {
    let situations: Vec<(Room, Side)> = (0..100 * ROOMS)
        .flat_map(|room| Side::ALL.map(|side| (room_of(room % ROOMS), side)))
        .collect();
    let stops = |passage| !matches!(passage, Passage::Out(_));
    let table = best(situations.len(), || {
        for &(room, side) in &situations {
            let all = tables.steering.choices(black_box(room), side);
            black_box(all.iter().filter(|choice| stops(choice.passage)).count());
        }
    });
    let computed = best(situations.len(), || {
        for &(room, side) in &situations {
            let all = choices(black_box(room), side);
            black_box(all.iter().filter(|choice| stops(choice.passage)).count());
        }
    });
    report("choices of a room", table, computed);
}

/// Two rocks that come to one room, under all settings of the rules that matter.
fn collision(tables: &Tables) {
    let collision = decode_collision(TEXTS.1).expect("the build script wrote the table");
    let meets = |m: &Meeting| matches!(m, Meeting::Together { exit: false, .. });
    let meetings: Vec<Meeting> = Meeting::all().into_iter().filter(meets).collect();
    let table = best(meetings.len(), || {
        for &meeting in &meetings {
            black_box(tables.gone(Pair::Rocks, black_box(meeting)));
        }
    });
    let computed = best(meetings.len(), || {
        for &meeting in &meetings {
            black_box(played(black_box(meeting)));
        }
    });
    report("two rocks in one room, 16 settings", table, computed);
    for meeting in meetings {
        let gone = collision.gone(Pair::Rocks, meeting);
        assert_eq!(gone.outcome(Rules::STRICT), played(meeting).outcome(Rules::STRICT));
        assert_ne!(gone.outcome(Rules::STRICT) == Outcome::Nothing, gone.first | gone.second != 0);
    }
}

/// The same by playing one turn for each setting.
fn played(meeting: Meeting) -> Gone {
    let Meeting::Together { room, sides, .. } = meeting else { return Gone::default() };
    let mut rooms = vec![Room::new(3).unwrap_or(Room::NONE); 12];
    for cell in [4, 6] {
        rooms[cell] = Room::new(2).unwrap_or(Room::NONE);
    }
    rooms[5] = room;
    let Some(maze) = Maze::new(4, rooms, 0) else { return Gone::default() };
    let rocks = sides.map(|side| {
        let cell = match side {
            Side::Top => 1,
            Side::Left => 4,
            Side::Right => 6,
        };
        Mover { cell, side }
    });
    let mut gone = Gone::default();
    for rules in Rules::all().filter(|rules| rules.indy_swap_kills && !rules.arrival_locks) {
        let after = advance(&maze, Mover { cell: 3, side: Side::Top }, &rocks, &[], rules);
        let bit = 1 << rules.number();
        gone.first |= if after.origins.contains(&0) { 0 } else { bit };
        gone.second |= if after.origins.contains(&1) { 0 } else { bit };
    }
    gone
}
