//! The programs that are shipped.

/// A program for a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The name of the program, and of the directory of its golden inputs.
    pub name: &'static str,
    /// Bytes that the judge takes. A limit in characters is one in bytes as well: sources are ASCII.
    pub limit: usize,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "timus1589", limit: 65_536 },
    Target { name: "crusade", limit: 100_000 },
    Target { name: "maze-on-fire", limit: 100_000 },
    Target { name: "tweetmaze", limit: 100_000 },
];
