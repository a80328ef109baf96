//! Rows of FINGERPRINTS.csv.
#![no_main]

use gridlock_patterns::fingerprints;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = fingerprints::parse(text);
});
