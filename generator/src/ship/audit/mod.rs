//! Does a shipped program still know what the full tables know?
//!
//! Positions are sampled on real levels. The full tables are laid on them pattern by pattern, which
//! shares no code with the lookup; the shipped code is asked through a program of its own, made of
//! the same files with the same tables. What the shipped code calls dead beyond the tables is
//! proved by search.

pub mod level;
pub mod oracle;
pub mod overlay;
pub mod proof;
pub mod sample;
