//! The protocol of The Last Crusade: any input is answered, a line for a listing, to its end.
#![no_main]

use gridlock_solver::crusade::session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut answers = Vec::new();
    session::play(bytes, &mut answers, |error| assert_eq!(error.to_string().lines().count(), 1))
        .expect("memory can be read and written");
    let answers = String::from_utf8(answers).expect("answers are text");
    for answer in answers.lines() {
        let fields: Vec<&str> = answer.split(' ').collect();
        assert!(matches!(fields[..], ["WAIT"] | [_, _, "LEFT" | "RIGHT"]), "{answer}");
    }
});
