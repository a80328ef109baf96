//! A program that is talked to line by line and may misbehave in any way.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{channel, sync_channel, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept for later; a program that writes more has to wait.
const BACKLOG: usize = 64;

/// Longer lines are cut.
const LONGEST_LINE: u64 = 1000;

/// How long to wait for the exit status of a program that has closed its output.
const FAREWELL: Duration = Duration::from_millis(200);

/// A running program. It is killed, with all programs it has started, when this is dropped.
pub(super) struct Player {
    child: Child,
    /// Its standard input is written by a thread of its own, so that nobody waits for a program that
    /// does not read.
    input: Sender<String>,
    output: Receiver<Line>,
    /// Whether another line came together with the last answer.
    has_more: bool,
}

/// A line and when it came.
struct Line {
    text: String,
    time: Instant,
    /// Whether another line came with it.
    is_followed: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Silence {
    /// It took too long.
    Late,
    /// It has closed its output, and how it ended if it did.
    Ended(String),
}

impl Player {
    /// Starts a program. Its standard error goes where ours goes, or nowhere.
    pub(super) fn start(command: &[OsString], verbose: bool) -> io::Result<Player> {
        let mut builder = Command::new(&command[0]);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        builder.stderr(if verbose { Stdio::inherit() } else { Stdio::null() });
        // A group of its own, so that whatever it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;
        let (input, lines) = channel::<String>();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || feed(stdin, &lines));
        }
        let (sender, output) = sync_channel(BACKLOG);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, |line| sender.send(line).is_ok()));
        }
        Ok(Player { child, input, output, has_more: false })
    }

    /// Whether it has written something that was not asked for.
    pub(super) fn has_spoken(&self) -> Option<String> {
        let line = if self.has_more {
            // It is on its way from the listening thread.
            self.output.recv().ok()
        } else {
            self.output.try_recv().ok()
        };
        line.map(|line| line.text)
    }

    /// Sends text and waits for one line. Also returns how long the answer took.
    pub(super) fn ask(
        &mut self,
        text: String,
        limit: Duration,
    ) -> (Result<String, Silence>, Duration) {
        let start = Instant::now();
        // A program that reads nothing may still answer.
        let _ = self.input.send(text);
        let answer = self.output.recv_timeout(limit);
        let spent = start.elapsed();
        match answer {
            Ok(line) => {
                self.has_more = line.is_followed;
                (Ok(line.text), line.time.saturating_duration_since(start))
            }
            Err(RecvTimeoutError::Timeout) => (Err(Silence::Late), spent),
            Err(RecvTimeoutError::Disconnected) => (Err(Silence::Ended(self.farewell())), spent),
        }
    }

    /// How the program ended.
    fn farewell(&mut self) -> String {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("the program ended ({status})"),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(error) => return format!("the program closed its output ({error})"),
            }
        }
        "the program closed its output".to_owned()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // Its group may outlive the program itself, so this comes first and always.
        #[cfg(unix)]
        {
            let group = format!("-{}", self.child.id());
            let mut kill = Command::new("kill");
            kill.args(["-KILL", "--", &group]).stdout(Stdio::null()).stderr(Stdio::null());
            let _ = kill.status();
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes what comes until nothing more will come or nobody reads.
fn feed(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for text in lines {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends or nobody wants more.
fn listen(stdout: ChildStdout, mut hand_on: impl FnMut(Line) -> bool) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let is_followed = reader.buffer().contains(&b'\n');
                if !hand_on(Line { text, time: Instant::now(), is_followed }) {
                    return;
                }
            }
        }
    }
}
