//! `gridlock referee`.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use gridlock_patterns::crusade::rules::Rules;
use gridlock_patterns::crusade::turn::Fate;
use gridlock_solver::crusade::game::Game;
use gridlock_solver::crusade::level::{self, Level};
use gridlock_solver::crusade::protocol::{listing_text, maze_text, parse_command};
use serde::Serialize;

use super::child::{Player, Silence};
use super::drawing::Drawing;
use super::Exit;

/// Options of `gridlock referee`.
#[derive(Args)]
pub(super) struct Options {
    /// Start with these rules where public evidence does not settle them
    #[arg(long, value_enum, value_name = "SET", default_value = "lenient")]
    rules: RuleSet,
    /// Change one of them; a wrong name lists what there is
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// The time for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 150)]
    turn_limit: u64,
    /// The time for the first answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    first_turn_limit: u64,
    /// Print one JSON object for each level, one a line
    #[arg(long)]
    json: bool,
    /// Draw the maze before each turn
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// Show on standard error all that is said, and what the program writes there itself
    #[arg(short, long)]
    verbose: bool,
    /// Files of levels
    #[arg(required = true, value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// The program to test and its arguments; it is started once for each level
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleSet {
    /// Each as it is worse for the player.
    Strict,
    /// As on the published test server.
    Lenient,
}

/// How a game ended.
#[derive(Serialize)]
struct Record {
    level: String,
    success: bool,
    /// Time of the program in all, in seconds.
    seconds: f64,
    first_turn: f64,
    /// Of the turns after the first one.
    longest_turn: f64,
    /// Turns played.
    turns: usize,
    /// Why the game ended.
    reason: String,
}

/// Runs the program on all levels.
pub(super) fn run(options: &Options, out: &mut impl Write) -> io::Result<Exit> {
    let mut rules = match options.rules {
        RuleSet::Strict => Rules::STRICT,
        RuleSet::Lenient => Rules::LENIENT,
    };
    for rule in &options.rule {
        if let Err(message) = rules.set(rule) {
            super::complain(&format!("gridlock: --rule: {message}"));
            return Ok(Exit::BadInput);
        }
    }
    let mut exit = Exit::Success;
    let mut records = Vec::new();
    for path in &options.levels {
        let level = match read(path) {
            Ok(level) => level,
            Err(message) => {
                super::complain(&message);
                exit = Exit::BadInput;
                continue;
            }
        };
        let record = match options.judge(path, &level, rules, out)? {
            Ok(record) => record,
            Err(message) => {
                super::complain(&message);
                return Ok(Exit::BadInput);
            }
        };
        if !record.success {
            exit = exit.max(Exit::Failure);
        }
        if options.json {
            serde_json::to_writer(&mut *out, &record)?;
            writeln!(out)?;
            out.flush()?;
        } else {
            records.push(record);
        }
    }
    options.print(&records, out)?;
    Ok(exit)
}

/// Reads a level, or says in one line why that cannot be done.
pub(super) fn read(path: &Path) -> Result<Level, String> {
    let bytes = std::fs::read(path)
        .map_err(|e| format!("{}: cannot read the file: {e}", path.display()))?;
    level::parse_bytes(&bytes).map_err(|e| format!("{}:{e}", path.display()))
}

impl Options {
    /// Plays one level. The inner error says why the program cannot be started.
    fn judge(
        &self,
        path: &Path,
        level: &Level,
        rules: Rules,
        out: &mut impl Write,
    ) -> io::Result<Result<Record, String>> {
        let mut player = match Player::start(&self.command, self.verbose) {
            Ok(player) => player,
            Err(error) => {
                let name = self.command[0].to_string_lossy();
                return Ok(Err(format!("gridlock: cannot start {name}: {error}")));
            }
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        let mut record = Record {
            level: name.to_string_lossy().into_owned(),
            success: false,
            seconds: 0.0,
            first_turn: 0.0,
            longest_turn: 0.0,
            turns: 0,
            reason: String::new(),
        };
        let mut game = Game::new(level, rules);
        let mut prologue = maze_text(game.maze());
        while game.fate() == Fate::Alive && record.reason.is_empty() {
            self.draw(&record.level, &game, out)?;
            let text = prologue + &listing_text(game.maze(), &game.listing());
            prologue = String::new();
            if let Err(reason) = self.turn(&mut player, &mut game, text, &mut record) {
                record.reason = reason;
            }
        }
        self.draw(&record.level, &game, out)?;
        record.turns = game.turn();
        if record.reason.is_empty() {
            record.success = game.fate() == Fate::Won;
            record.reason = game.fate().to_string();
        }
        Ok(Ok(record))
    }

    /// Plays one turn.
    fn turn(
        &self,
        player: &mut Player,
        game: &mut Game,
        text: String,
        record: &mut Record,
    ) -> Result<(), String> {
        if let Some(line) = player.has_spoken() {
            return Err(format!("unasked output: {:?}", line.trim_end()));
        }
        self.say("->", &text);
        let first = game.turn() == 0;
        let limit = if first { self.first_turn_limit } else { self.turn_limit };
        let (answer, time) = player.ask(text, Duration::from_millis(limit));
        record.seconds += time.as_secs_f64();
        let longest = if first { &mut record.first_turn } else { &mut record.longest_turn };
        *longest = longest.max(time.as_secs_f64());
        let line = answer.map_err(|silence| match silence {
            Silence::Late => format!("no answer within {limit} ms"),
            Silence::Ended(how) => how,
        })?;
        self.say("<-", &line);
        if time > Duration::from_millis(limit) {
            return Err(format!("no answer within {limit} ms"));
        }
        let command = parse_command(game.maze(), &line)?;
        let played = game.play(command);
        played.map_err(|error| format!("{}: {error}", line.trim_end())).map(|_| ())
    }

    fn say(&self, mark: &str, text: &str) {
        if self.verbose {
            text.lines().for_each(|line| super::complain(&format!("{mark} {line}")));
        }
    }

    fn draw(&self, level: &str, game: &Game, out: &mut impl Write) -> io::Result<()> {
        if !self.watch {
            return Ok(());
        }
        let terminal = io::stdout().is_terminal();
        if terminal {
            // Home, and clear what follows.
            write!(out, "\x1b[H\x1b[J")?;
        }
        writeln!(out, "{level}, turn {}\n{}", game.turn(), Drawing(game))?;
        out.flush()?;
        if terminal {
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }

    /// Prints the summary in the form of the published test server.
    fn print(&self, records: &[Record], out: &mut impl Write) -> io::Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        writeln!(out, "Summary:")?;
        for record in records {
            let Record { level, seconds, longest_turn, turns, reason, .. } = record;
            let result = if record.success { "Success" } else { "Fail" };
            writeln!(out, "* {result} in {seconds:.3} seconds in level {level}")?;
            if !record.success {
                writeln!(out, "  * Turn {turns}: {reason}")?;
            }
            // 140 of 150 milliseconds, as there.
            if *longest_turn > self.turn_limit as f64 / 1000.0 * 14.0 / 15.0 {
                writeln!(out, "  * Longest turn was slow at {longest_turn:.3} seconds")?;
            }
        }
        out.flush()
    }
}
