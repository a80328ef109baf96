//! Constant strings: noise is refused, or read as seeds that can be written again.
#![no_main]

use gridlock_patterns::sokoban::window::Site;
use gridlock_patterns::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (first, noise) = input;
    let all = Site::all(5);
    let sites: Vec<Site> = all.iter().cycle().skip(first.into()).take(3).copied().collect();
    if let Ok(tables) = text::decode(&sites, noise) {
        assert_eq!(text::decode(&sites, &text::encode(&tables)), Ok(tables));
    }
});
