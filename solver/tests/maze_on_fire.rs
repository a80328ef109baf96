//! `MazeOnFire` against an exhaustive search of the game, a plain search with tables of distances and
//! a simulator that plays the walks; the command and the judge program as their users run them.

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use gridlock_solver::maze_on_fire::maximum_turns;
use gridlock_solver::maze_on_fire::maze::{rows, Flaw, Maze, MazeError};
use gridlock_solver::maze_on_fire::solve::solve;
use proptest::prelude::*;
use serde_json::{json, Value};

mod random;
use random::Random;

const EXAMPLES: [(&str, i64); 6] = [
    ("F../.$./...", 4),
    (".F#.../F....#/.F###./F.#.$./F.#...", -1),
    ("....#./$##.#./.#..#F/.F#.#./..#...", 7),
    ("...$../..#.../..###./..#.../F.#.F.", 7),
    (".F....F./.#.##.#./.#....#./F.$##..F/.#....#./.###.##./.F....F.", 4),
    ("F#..../.####./....../.####./$##...", 4),
];

type Cell = (usize, usize);
type Grid = Vec<Vec<u8>>;

fn grid(text: &str) -> Grid {
    text.split('/').map(|row| row.as_bytes().to_vec()).collect()
}

fn shown(grid: &Grid) -> String {
    grid.iter().map(|row| String::from_utf8_lossy(row) + "\n").collect()
}

/// A maze with so many of 100 cells walls, and so many of 1000 on fire.
fn maze(random: &mut Random, rows: usize, cols: usize, walls: usize, fires: usize) -> Grid {
    let mut grid = vec![vec![b'.'; cols]; rows];
    for cell in grid.iter_mut().flatten() {
        let dice = random.below(1000);
        if dice < fires {
            *cell = b'F';
        } else if dice < fires + walls * 10 {
            *cell = b'#';
        }
    }
    grid[random.below(rows)][random.below(cols)] = b'$';
    grid
}

fn neighbours(grid: &Grid, (r, c): Cell) -> Vec<Cell> {
    let (rows, cols) = (grid.len(), grid[0].len());
    let mut cells = Vec::new();
    if r > 0 {
        cells.push((r - 1, c));
    }
    if r + 1 < rows {
        cells.push((r + 1, c));
    }
    if c > 0 {
        cells.push((r, c - 1));
    }
    if c + 1 < cols {
        cells.push((r, c + 1));
    }
    cells
}

fn all_cells(grid: &Grid) -> impl Iterator<Item = Cell> {
    let cols = grid[0].len();
    (0..grid.len() * cols).map(move |i| (i / cols, i % cols))
}

fn start(grid: &Grid) -> Cell {
    all_cells(grid).find(|&(r, c)| grid[r][c] == b'$').unwrap()
}

/// The maze without its character, one turn of the fire later.
fn burn(grid: &Grid) -> Grid {
    let mut after = grid.clone();
    for cell in all_cells(grid).filter(|&(r, c)| grid[r][c] == b'F') {
        for (r, c) in neighbours(grid, cell) {
            if grid[r][c] == b'.' {
                after[r][c] = b'F';
            }
        }
    }
    after
}

/// The most turns from here on, by trying everything; `None` for ever.
fn play(
    grid: &Grid,
    turn: usize,
    cell: Cell,
    known: &mut HashMap<(usize, Cell), Option<i64>>,
) -> Option<i64> {
    if let Some(&turns) = known.get(&(turn, cell)) {
        return turns;
    }
    let after = burn(grid);
    let mut best = Some(0);
    for (r, c) in neighbours(grid, cell).into_iter().chain([cell]) {
        if grid[r][c] != b'.' {
            continue;
        }
        let turns = if after[r][c] == b'F' {
            Some(1)
        } else if after == *grid {
            None
        } else {
            play(&after, turn + 1, (r, c), known).map(|more| more + 1)
        };
        best = best.and_then(|best| Some(best.max(turns?)));
    }
    known.insert((turn, cell), best);
    best
}

fn by_playing(maze: &Grid) -> i64 {
    let (r, c) = start(maze);
    let mut floor = maze.clone();
    floor[r][c] = b'.';
    play(&floor, 0, (r, c), &mut HashMap::new()).unwrap_or(-1)
}

/// Turns from some cells to all others.
fn distances(grid: &Grid, from: Vec<Cell>, open: impl Fn(Cell, usize) -> bool) -> Vec<Vec<usize>> {
    let mut turns = vec![vec![usize::MAX; grid[0].len()]; grid.len()];
    for &(r, c) in &from {
        turns[r][c] = 0;
    }
    let mut queue = VecDeque::from(from);
    while let Some((r, c)) = queue.pop_front() {
        for (nr, nc) in neighbours(grid, (r, c)) {
            let turn = turns[r][c] + 1;
            let passable = grid[nr][nc] != b'#' && turns[nr][nc] == usize::MAX;
            if passable && open((nr, nc), turn) {
                turns[nr][nc] = turn;
                queue.push_back((nr, nc));
            }
        }
    }
    turns
}

/// The answer by tables of distances.
fn by_tables(grid: &Grid) -> i64 {
    let fires = all_cells(grid).filter(|&(r, c)| grid[r][c] == b'F').collect();
    let fire = distances(grid, fires, |_, _| true);
    let walk = distances(grid, vec![start(grid)], |(r, c), turn| turn < fire[r][c]);
    let reached = all_cells(grid).filter(|&(r, c)| walk[r][c] < usize::MAX);
    match reached.map(|(r, c)| fire[r][c]).max().unwrap() {
        usize::MAX => -1,
        turns => turns as i64,
    }
}

/// Plays the walk and fails unless each step is allowed and the character burns in the last turn,
/// or never.
fn assert_survives(maze: &Grid, turns: Option<u64>, walk: &[Cell]) {
    let text = shown(maze);
    assert_eq!(walk[0], start(maze), "{text}");
    let mut grid = maze.clone();
    grid[walk[0].0][walk[0].1] = b'.';
    for (turn, pair) in walk.windows(2).enumerate() {
        let (from, (r, c)) = (pair[0], pair[1]);
        assert!(from == (r, c) || neighbours(&grid, from).contains(&(r, c)), "{text}{walk:?}");
        assert_eq!(grid[r][c], b'.', "{text}{walk:?}");
        grid = burn(&grid);
        let is_last = turns == Some(turn as u64 + 1);
        assert_eq!(grid[r][c] == b'F', is_last, "{text}{walk:?}");
    }
    let (r, c) = walk[walk.len() - 1];
    match turns {
        Some(turns) => assert_eq!(walk.len() as u64, turns + 1, "{text}"),
        None => loop {
            let after = burn(&grid);
            assert_eq!(after[r][c], b'.', "{text}{walk:?}");
            if after == grid {
                break;
            }
            grid = after;
        },
    }
}

/// The answer, after its walk was played.
fn solved(maze: &Grid) -> i64 {
    let survival = solve(Maze::new(maze).unwrap());
    let walk: Vec<Cell> = survival.positions().collect();
    assert_survives(maze, survival.turns, &walk);
    let text = shown(maze);
    let turns = survival.turns.map_or(-1, |turns| turns as i64);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(i64::from(maximum_turns(&lines)), turns, "{text}");
    turns
}

#[test]
fn examples() {
    for (text, turns) in EXAMPLES {
        let maze = grid(text);
        assert_eq!(solved(&maze), turns, "{text}");
        assert_eq!((by_playing(&maze), by_tables(&maze)), (turns, turns), "{text}");
    }
}

#[test]
fn small_mazes_as_an_exhaustive_search_plays_them() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut answers: HashMap<i64, usize> = HashMap::new();
    for _ in 0..30_000 {
        let (rows, cols) = (1 + random.below(5), 1 + random.below(5));
        let (walls, fires) = (random.below(60), random.below(250));
        let maze = maze(&mut random, rows, cols, walls, fires);
        let turns = solved(&maze);
        assert_eq!(turns, by_playing(&maze), "{}", shown(&maze));
        *answers.entry(turns).or_default() += 1;
    }
    // The mazes are not all of one sort.
    assert!(answers[&-1] > 5000 && (1..=7).all(|turns| answers[&turns] > 50), "{answers:?}");
}

#[test]
fn larger_mazes_as_tables_of_distances_have_it() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut longest = 0;
    for i in 0..1500 {
        let (rows, cols) = (1 + random.below(70), 1 + random.below(70));
        // Every third maze burns nearly everywhere.
        let fires = random.below(if i % 3 == 0 { 80 } else { 8 });
        let walls = random.below(45);
        let maze = maze(&mut random, rows, cols, walls, fires);
        let turns = solved(&maze);
        assert_eq!(turns, by_tables(&maze), "{}", shown(&maze));
        longest = longest.max(turns);
    }
    assert!(longest > 70, "{longest}");
}

/// A maze of passages one cell wide with a single way between any two cells, and then some walls less:
/// each cell opens to the east or, from some cell of the run that ends there, to the north.
fn passages(random: &mut Random, rows: usize, cols: usize) -> Grid {
    let mut grid = vec![vec![b'#'; cols]; rows];
    for row in (0..rows).step_by(2) {
        let mut run = 0;
        for column in (0..cols).step_by(2) {
            grid[row][column] = b'.';
            if column + 2 < cols && (row == 0 || random.below(3) > 0) {
                grid[row][column + 1] = b'.';
            } else if row > 0 {
                grid[row - 1][run + 2 * random.below((column - run) / 2 + 1)] = b'.';
                run = column + 2;
            }
        }
    }
    for _ in 0..random.below(6) {
        grid[random.below(rows)][random.below(cols)] = b'.';
    }
    grid
}

/// One passage that winds to the middle.
fn spiral(side: usize) -> Grid {
    let mut grid = vec![vec![b'#'; side]; side];
    let ((mut r, mut c), mut length) = ((0, 0), side - 1);
    grid[0][0] = b'.';
    for leg in 0.. {
        length = if leg >= 3 && leg % 2 == 1 { length.saturating_sub(2) } else { length };
        if length < 2 {
            break;
        }
        for _ in 0..length {
            match leg % 4 {
                0 => c += 1,
                1 => r += 1,
                2 => c -= 1,
                _ => r -= 1,
            }
            grid[r][c] = b'.';
        }
    }
    grid
}

#[test]
fn passages_and_spirals_as_tables_of_distances_have_it() {
    let mut random = Random(0x6a09_e667_f3bc_c908);
    let (mut longest, mut safe) = (0, 0);
    for i in 0..300 {
        let (rows, cols) = (2 + random.below(80), 2 + random.below(80));
        let mut maze = match i % 5 {
            0 => spiral(2 + random.below(60)),
            _ => passages(&mut random, rows, cols),
        };
        let floor: Vec<Cell> = all_cells(&maze).filter(|&(r, c)| maze[r][c] == b'.').collect();
        for symbol in [b'F'].repeat(1 + random.below(3)).into_iter().chain([b'$']) {
            let (r, c) = floor[random.below(floor.len())];
            maze[r][c] = symbol;
        }
        let turns = solved(&maze);
        assert_eq!(turns, by_tables(&maze), "{}", shown(&maze));
        longest = longest.max(turns);
        safe += usize::from(turns == -1);
    }
    assert!(longest > 400 && safe < 150, "{longest}, {safe}");
}

/// Rooms, corridors that wind between them, and dead ends.
fn rooms_and_corridors(random: &mut Random) -> Grid {
    let (rows, cols) = (10 + random.below(60), 10 + random.below(60));
    let mut grid = vec![vec![b'#'; cols]; rows];
    let (mut r, mut c) = (random.below(rows), random.below(cols));
    for _ in 0..5 + random.below(25) {
        let (to_r, to_c) = (random.below(rows), random.below(cols));
        while (r, c) != (to_r, to_c) {
            grid[r][c] = b'.';
            // First along the row, and then along the column.
            match (c.cmp(&to_c), r.cmp(&to_r)) {
                (Ordering::Less, _) => c += 1,
                (Ordering::Greater, _) => c -= 1,
                (_, Ordering::Less) => r += 1,
                _ => r -= 1,
            }
        }
        let (height, width) = (random.below(12), random.below(12));
        for row in grid.iter_mut().skip(r).take(height) {
            row[c..(c + width).min(cols)].fill(b'.');
        }
    }
    grid[r][c] = b'.';
    grid
}

#[test]
fn corridors_between_rooms_as_tables_of_distances_have_it() {
    let mut random = Random(0xbb67_ae85_84ca_a73b);
    let mut longest = 0;
    for _ in 0..400 {
        let mut maze = rooms_and_corridors(&mut random);
        let floor: Vec<Cell> = all_cells(&maze).filter(|&(r, c)| maze[r][c] == b'.').collect();
        for symbol in [b'F'].repeat(1 + random.below(2)).into_iter().chain([b'$']) {
            let (r, c) = floor[random.below(floor.len())];
            maze[r][c] = symbol;
        }
        let turns = solved(&maze);
        assert_eq!(turns, by_tables(&maze), "{}", shown(&maze));
        longest = longest.max(turns);
    }
    assert!(longest > 60, "{longest}");
}

#[test]
fn mistakes_are_named() {
    let of = |rows: &[&str]| Maze::new(rows).unwrap_err();
    let at = |row, column, flaw| MazeError { row, column, flaw };
    assert_eq!(of(&[]), at(1, None, Flaw::Empty));
    assert_eq!(of(&["", ""]), at(1, None, Flaw::Empty));
    assert_eq!(of(&["..", "F."]), at(1, None, Flaw::NoCharacter));
    assert_eq!(of(&["..", "$"]), at(2, None, Flaw::Ragged { expected: 2, found: 1 }));
    assert_eq!(of(&["$", ""]), at(2, None, Flaw::Ragged { expected: 1, found: 0 }));
    assert_eq!(of(&[".$", "F.", ".$"]), at(3, Some(2), Flaw::SecondCharacter { first: (1, 2) }));
    assert_eq!(of(&["$$"]), at(1, Some(2), Flaw::SecondCharacter { first: (1, 1) }));
    assert_eq!(of(&["$.", ".f"]), at(2, Some(2), Flaw::Foreign('f')));
    assert_eq!(of(&["$.\u{e9}"]), at(1, Some(3), Flaw::Foreign('\u{e9}')));
    assert_eq!(Maze::new(&[b"$\xff"]).unwrap_err().flaw, Flaw::Foreign('\u{fffd}'));
    let error = of(&["$.", ".f"]).to_string();
    assert!(error.starts_with("2:2: 'f' means nothing in a maze; use . for empty"), "{error}");
}

#[test]
fn rows_of_a_text() {
    let expected: [&[u8]; 2] = [b"F.", b".$"];
    for text in ["F.\n.$", "F.\n.$\n", "F.\r\n.$\r\n\r\n", "\u{feff}F.\n.$\n \n\n"] {
        assert_eq!(rows(text.as_bytes()), expected, "{text:?}");
    }
    assert!(rows(b" \n\n").is_empty() && rows(b"").is_empty());
}

fn transposed(grid: &Grid) -> Grid {
    (0..grid[0].len()).map(|c| grid.iter().map(|row| row[c]).collect()).collect()
}

proptest! {
    #[test]
    fn turned_mazes_burn_as_long(seed in 1_u64.., rows in 1_usize..30, cols in 1_usize..30) {
        let grid = maze(&mut Random(seed), rows, cols, 30, 10);
        let turns = solved(&grid);
        let upside_down: Grid = grid.iter().rev().cloned().collect();
        prop_assert_eq!(solved(&upside_down), turns);
        prop_assert_eq!(solved(&transposed(&grid)), turns);
    }

    #[test]
    fn more_fire_is_never_better(seed in 1_u64.., rows in 1_usize..30, cols in 1_usize..30) {
        let mut random = Random(seed);
        let mut grid = maze(&mut random, rows, cols, 30, 10);
        let turns = solved(&grid);
        let (r, c) = (random.below(rows), random.below(cols));
        if grid[r][c] == b'.' {
            grid[r][c] = b'F';
        }
        let fewer = solved(&grid);
        prop_assert!(turns == -1 || (0..=turns).contains(&fewer), "{}", shown(&grid));
    }

    #[test]
    fn any_rows_are_read_or_refused(rows in prop::collection::vec("[.#F$x]{0,4}", 0..5)) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let turns = maximum_turns(&rows);
        prop_assert_eq!(Maze::new(&rows).is_err(), turns == 0);
    }
}

fn run(program: &str, args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

fn command(args: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    run(env!("CARGO_BIN_EXE_gridlock"), &[&["maze-on-fire"], args].concat(), input)
}

fn judge(input: &[u8]) -> (Option<i32>, String, String) {
    run(env!("CARGO_BIN_EXE_maze-on-fire"), &[], input)
}

#[test]
fn the_command_prints_number_and_walk() {
    for (text, turns) in EXAMPLES {
        let input = text.replace('/', "\n");
        let (code, out, err) = command(&["-"], input.as_bytes());
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let (number, walk) = out.split_once('\n').unwrap();
        assert_eq!(number, turns.to_string());
        let cell = |text: &str| {
            let (r, c) = text.split_once(',').unwrap();
            (r.parse().unwrap(), c.parse().unwrap())
        };
        let walk: Vec<Cell> = walk.split_whitespace().map(cell).collect();
        assert_survives(&grid(text), u64::try_from(turns).ok(), &walk);

        let (code, out, _) = command(&["--json", "-"], input.as_bytes());
        assert_eq!((code, out.lines().count()), (Some(0), 1));
        let record: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(record["turns"], turns);
        assert_eq!(record["walk"], json!(walk.iter().map(|&(r, c)| [r, c]).collect::<Vec<_>>()));
    }
    let (_, out, _) = command(&["--json", "-"], b"F.$\n##.\n");
    assert_eq!(out, "{\"turns\":3,\"walk\":[[0,2],[1,2],[1,2],[1,2]]}\n");
}

#[test]
fn the_command_reads_files() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maze_on_fire.txt");
    std::fs::write(&path, "F.$\r\n##.\r\n").unwrap();
    let (code, out, err) = command(&[path.to_str().unwrap()], b"");
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "3\n0,2 1,2 1,2 1,2\n", ""));
}

#[test]
fn pictures_without_a_terminal_are_plain() {
    let (code, out, err) = command(&["--watch", "-"], b"F.$\n##.\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let pictures =
        "turn 0\nF.$\n##.\n\nturn 1\nFF.\n##$\n\nturn 2\nFFF\n##$\n\nturn 3\nFFF\n##X\n\n";
    assert_eq!(out, format!("{pictures}3\n0,2 1,2 1,2 1,2\n"));
    // The fire is shown to its end where the character is safe.
    let (_, out, _) = command(&["--watch", "-"], b"$#F..\n");
    let turns: Vec<&str> = out.lines().filter(|line| line.starts_with("turn")).collect();
    assert_eq!(turns, ["turn 0", "turn 1", "turn 2"]);
    assert!(out.ends_with("turn 2\n$#FFF\n\n-1\n0,0\n"), "{out}");
}

#[test]
fn bad_mazes_get_one_clear_line() {
    for (input, reason) in [
        (&b""[..], "1: the maze is empty"),
        (b"\n\n", "1: the maze is empty"),
        (b"..\nF.\n", "1: nobody is in the maze; mark the character with $"),
        (b"$.\n.\n", "2: this row has 1 cells and the first has 2"),
        (b"$.\n\n..\n", "2: this row has 0 cells and the first has 2"),
        (b".$\n.x\n", "2:2: 'x' means nothing in a maze"),
        (b".$\n$.\n", "2:1: a second $; the first is in row 1, column 2"),
        (b"\xff\xfe\n", "1:1: '\u{fffd}' means nothing in a maze"),
    ] {
        let (code, out, err) = command(&["-"], input);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{input:?}: {err}");
        assert!(err.starts_with(&format!("-:{reason}")), "{err}");
        let (code, out, err) = judge(input);
        assert_eq!((code, out.as_str(), err.lines().count()), (Some(1), "", 1), "{input:?}: {err}");
        assert!(err.starts_with(reason), "{err}");
    }
    let (code, _, err) = command(&["no/such/file"], b"");
    assert_eq!(code, Some(2));
    assert!(err.starts_with("no/such/file: cannot read the file: "), "{err}");
    for args in [&[][..], &["--json", "--watch", "-"], &["--pause", "5", "-"], &["a", "b"]] {
        assert_eq!(command(args, b"").0, Some(2), "{args:?}");
    }
}

#[test]
fn the_judge_program_prints_the_number() {
    for (text, turns) in EXAMPLES {
        for end in ["\n", "\r\n"] {
            let input = text.replace('/', end) + end;
            let expected = (Some(0), format!("{turns}\n"), String::new());
            assert_eq!(judge(input.as_bytes()), expected, "{text}");
        }
        let expected = (Some(0), format!("{turns}\n"), String::new());
        assert_eq!(judge(text.replace('/', "\n").as_bytes()), expected, "no line end at the end");
    }
}
