//! Table files: what is read as a table has the payload it was read from.
#![no_main]

use gridlock_patterns::file;
use gridlock_patterns::sokoban::table::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = file::decode(bytes) {
        let payload = table.to_payload();
        assert_eq!(Table::from_payload(table.site, table.counts, &payload), Ok(table));
    }
    // The checksums keep noise out; behind them the payload is read as it comes.
    let site = "3x3-corner".parse().expect("this is a site");
    let _ = Table::from_payload(site, Default::default(), bytes);
});
