//! What the deadlock tests of a shipped program say: one source file is made of this program, with
//! the same tables, when `gridlock-gen ship --audit` holds them against the full tables.
//!
//! The argument says what is asked, standard input what about: a level in plain XSB and an empty
//! line. Cells are numbered row by row from the top left of the longest row.
//!
//! | argument | more input | output |
//! |---|---|---|
//! | `verdicts` | lines: the cells of the player and the boxes | a digit a line: 1 for windows, plus 2 for areas |
//! | `explain` | the same | the cells of boxes that are dead by themselves |
//! | `startup` | | microseconds to decode the tables, to specialise them, to solve the areas |
//!
//! `nodes` reads texts first, each a line of names, a tab and the text, and an empty line, and then
//! many levels. It writes how many positions a breadth-first search meets that asks the windows.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::time::Instant;

use gridlock_patterns::sokoban::area::Areas;
use gridlock_patterns::sokoban::game::Dir;
use gridlock_patterns::sokoban::lookup::{Knowledge, Lookup};
use gridlock_solver::sokoban::board::{Board, Layout};
use gridlock_solver::sokoban::level::Level;
use gridlock_solver::sokoban::mask::{Mask, Wide};
use gridlock_solver::sokoban::tables::TEXTS;

/// A search stops after so many positions.
const MOST: usize = 100_000;

/// How often times are taken; the median counts.
const ROUNDS: usize = 15;

fn main() {
    if let Err(message) = run() {
        let _ = writeln!(io::stderr(), "{message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    let mut parts = text.splitn(2, "\n\n");
    let (first, rest) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let request = std::env::args().nth(1).unwrap_or_default();
    let answer = if request == "nodes" {
        nodes(first, rest)?
    } else {
        let level = level(first)?;
        match Layout::new(&level).cells() {
            0..=64 => answer::<u64>(&request, &level, rest)?,
            _ => answer::<Wide<256>>(&request, &level, rest)?,
        }
    };
    io::stdout().write_all(answer.as_bytes()).map_err(|e| e.to_string())
}

fn level(text: &str) -> Result<Level, String> {
    let rows: Vec<_> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    Level::new(&rows).map_err(|e| e.flaw.to_string())
}

fn answer<M: Mask>(request: &str, level: &Level, states: &str) -> Result<String, String> {
    let board = Board::<M>::new(level);
    if request == "startup" {
        return startup(&board);
    }
    let knowledge = Knowledge::decode(TEXTS).map_err(|e| e.to_string())?;
    let fixed = board.fixed();
    let (lookup, areas) = (Lookup::new(&knowledge, &fixed), Areas::new(&fixed));
    let mut answers = String::new();
    for line in states.lines() {
        let (player, boxes) = state::<M>(level, &board.layout, line)?;
        if request == "explain" {
            let enough = match lookup.explain(&fixed, &boxes, player) {
                Some(found) => part(boxes, |cell| has(&board, &found, cell)),
                None => least(boxes, |some| areas.dead(&some, player)),
            };
            answers += &cells(level, &board.layout, enough);
        } else {
            let windows = lookup.dead(&boxes, player);
            // No push leads to a cell that is not alive.
            let lost = boxes.and(board.alive.not()) != M::empty();
            let areas = lost || areas.dead(&boxes, player);
            answers += &(u8::from(windows) + 2 * u8::from(areas)).to_string();
        }
        answers.push('\n');
    }
    Ok(answers)
}

/// The player's cell and the boxes of a line, in the numbers of the board.
fn state<M: Mask>(level: &Level, layout: &Layout, line: &str) -> Result<(usize, M), String> {
    let cell = |word: &str| {
        let cell = word
            .parse::<usize>()
            .ok()
            .filter(|&cell| level.floor().get(cell).copied().unwrap_or(false));
        let cell = cell.ok_or_else(|| format!("{word} is no floor cell"))?;
        let (row, col) = (cell / level.cols(), cell % level.cols());
        Ok((row - layout.top) * layout.stride + col - layout.left)
    };
    let cells: Vec<usize> = line.split_whitespace().map(cell).collect::<Result<_, String>>()?;
    let mut boxes = M::empty();
    cells.iter().skip(1).for_each(|&cell| boxes.insert(cell));
    cells.first().map(|&player| (player, boxes)).ok_or_else(|| "an empty line".to_owned())
}

/// Whether a cell of the board belongs to the boxes of an explanation.
fn has<M: Mask>(
    board: &Board<M>,
    found: &gridlock_patterns::sokoban::explain::Explanation,
    cell: usize,
) -> bool {
    let (row, col) = (cell / board.layout.stride, cell % board.layout.stride);
    let (row, col) = (row.wrapping_sub(found.top), col.wrapping_sub(found.left));
    row < found.rows && col < found.cols && found.boxes >> (row * found.cols + col) & 1 == 1
}

/// The boxes that are chosen.
fn part<M: Mask>(boxes: M, chosen: impl Fn(usize) -> bool) -> M {
    let mut some = M::empty();
    boxes.for_each(|cell| {
        if chosen(cell) {
            some.insert(cell);
        }
    });
    some
}

/// The boxes without those that are not needed for a test to say the same.
fn least<M: Mask>(boxes: M, test: impl Fn(M) -> bool) -> M {
    let mut some = boxes;
    boxes.for_each(|cell| {
        let mut fewer = some;
        fewer.remove(cell);
        if test(fewer) {
            some = fewer;
        }
    });
    some
}

/// The numbers that boxes have in the level.
fn cells<M: Mask>(level: &Level, layout: &Layout, boxes: M) -> String {
    let mut found = Vec::new();
    boxes.for_each(|cell| {
        let (row, col) = (cell / layout.stride + layout.top, cell % layout.stride + layout.left);
        found.push((row * level.cols() + col).to_string());
    });
    found.join(" ")
}

fn startup<M: Mask>(board: &Board<M>) -> Result<String, String> {
    let fixed = board.fixed();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let knowledge = Knowledge::decode(TEXTS).map_err(|e| e.to_string())?;
        let decoded = Instant::now();
        let lookup = Lookup::new(&knowledge, &fixed);
        let specialised = Instant::now();
        let areas = Areas::new(&fixed);
        times[0].push(decoded - start);
        times[1].push(specialised - decoded);
        times[2].push(specialised.elapsed());
        drop((lookup, areas));
    }
    let median = |times: &mut Vec<std::time::Duration>| {
        times.sort_unstable();
        times[ROUNDS / 2].as_micros().to_string()
    };
    Ok(times.iter_mut().map(median).collect::<Vec<_>>().join(" ") + "\n")
}

fn nodes(texts: &str, levels: &str) -> Result<String, String> {
    let texts: Vec<(&str, &str)> = texts
        .lines()
        .filter_map(|line| line.find('\t').map(|tab| (&line[..tab], &line[tab + 1..])))
        .collect();
    let knowledge = Knowledge::decode(&texts).map_err(|e| e.to_string())?;
    let mut total = 0;
    for text in levels.split("\n\n").filter(|text| !text.trim().is_empty()) {
        let level = level(text)?;
        total += match Layout::new(&level).cells() {
            0..=64 => search(&Board::<u64>::new(&level), &knowledge),
            // Counting on larger boards would take longer than it tells.
            _ => 0,
        };
    }
    Ok(format!("{total}\n"))
}

/// How many positions a breadth-first search meets that leaves out what the windows call dead.
fn search(board: &Board<u64>, knowledge: &Knowledge) -> usize {
    let lookup = Lookup::new(knowledge, &board.fixed());
    let start = (board.boxes, board.reach(board.player, board.boxes).lowest());
    let mut seen = HashSet::new();
    seen.insert(start);
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() && queue[next].0 != board.goals && queue.len() < MOST {
        let (boxes, player) = queue[next];
        next += 1;
        let reach = board.reach(player, boxes);
        for dir in Dir::ALL {
            board.pushable(boxes, reach, dir).for_each(|from| {
                let to = board.step(from, dir);
                let after = boxes & !(1 << from) | 1 << to;
                let position = (after, board.reach(from, after).lowest());
                let dead = lookup.dead_after_push(&after, to, from);
                if !dead && seen.insert(position) {
                    queue.push(position);
                }
            });
        }
    }
    queue.len()
}
