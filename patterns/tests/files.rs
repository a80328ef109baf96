//! Damaged and forged files: a typed error each, never a panic and never a wrong table.

mod common;

use std::fs;

use common::chance::Chance;
use common::{data, table};
use gridlock_patterns::crusade::table::Name;
use gridlock_patterns::file::{self, Reason};
use gridlock_patterns::fingerprints::{self, Fingerprint, FingerprintsError};
use gridlock_patterns::sokoban::game::Region;
use gridlock_patterns::sokoban::pattern::Pattern;
use gridlock_patterns::sokoban::table::{PayloadError, Table};
use gridlock_patterns::sokoban::window::{Placement, Site};
use tempfile::tempdir;

/// Where the fields of a header begin, as the documentation of the format says.
const MAJOR: usize = 8;
const MINOR: usize = 10;
const KIND: usize = 12;
const ROWS: usize = 13;
const COLS: usize = 14;
const PLACEMENT: usize = 15;
const COUNTS: usize = 16;
const LENGTH: usize = 88;
const VERSION: usize = 96;
const HASH: usize = 112;
const CHECK: usize = 144;
const HEADER: usize = 152;

fn site(name: &str) -> Site {
    name.parse().expect("a site")
}

/// A small table and its file.
fn sample() -> (Table, Vec<u8>) {
    let table = table(site("2x2-corner"));
    let bytes = file::encode(&table.pack(), "test").expect("tables encode");
    (table, bytes)
}

/// The file with some bytes of the header replaced, and the header's checksum made anew.
fn forged(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + new.len()].copy_from_slice(new);
    let hash = file::payload_hash(&bytes[..CHECK]);
    for (index, byte) in bytes[CHECK..HEADER].iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hash[2 * index..2 * index + 2], 16).expect("hexadecimal");
    }
    bytes
}

/// Why the bytes are no table file.
fn reason(bytes: &[u8]) -> Reason {
    file::decode(bytes).expect_err("this must not be read")
}

macro_rules! assert_reason {
    ($bytes:expr, $expected:pat) => {
        let reason = reason($bytes);
        assert!(matches!(reason, $expected), "{reason:?}");
    };
}

#[test]
fn a_sound_file_is_read() {
    let (table, bytes) = sample();
    assert_eq!(file::decode(&bytes).expect("sound"), table);
    assert_eq!(forged(&bytes, KIND, &bytes[KIND..=KIND]), bytes, "forging works");
}

#[test]
fn every_cut_is_noticed() {
    let (_, bytes) = sample();
    for length in 0..bytes.len() {
        assert_reason!(&bytes[..length], Reason::Truncated);
    }
}

#[test]
#[allow(clippy::match_same_arms)] // One arm per field reads better.
fn every_flipped_bit_is_noticed() {
    let (table, bytes) = sample();
    let mut harmless = 0;
    for bit in 0..8 * bytes.len() {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match (bit / 8, file::decode(&bytes)) {
            (0..MAJOR, Err(Reason::Magic)) => {}
            (MAJOR..MINOR, Err(Reason::Newer(major, 0))) => assert!(major > 1),
            (MAJOR..MINOR, Err(Reason::Older(0, 0))) => {}
            (MINOR..HEADER, Err(Reason::HeaderChecksum)) => {}
            (HEADER.., Err(Reason::Compression(_) | Reason::Truncated)) => {}
            (HEADER.., Err(Reason::PayloadChecksum | Reason::TrailingBytes(_))) => {}
            // Some bits of a zstd frame are reserved, or ask for more memory than it needs.
            (HEADER.., Ok(read)) => {
                assert_eq!(read, table);
                harmless += 1;
            }
            (_, result) => panic!("bit {bit}: {result:?}"),
        }
    }
    assert!(harmless <= 16, "{harmless} bits do not matter");
}

#[test]
fn other_things_are_no_tables() {
    let (_, bytes) = sample();
    assert_reason!(b"", Reason::Truncated);
    assert_reason!(b"table,wall_classes,states", Reason::Magic);
    assert_reason!(&bytes[HEADER..], Reason::Magic);
    let mut chance = Chance(1);
    for round in 0..2_000 {
        let mut noise: Vec<u8> = (0..chance.below(400)).map(|_| chance.next() as u8).collect();
        // Some begin like a table, some have a sound header, and then comes noise.
        let sound = [0, MINOR, HEADER][round % 3];
        noise.splice(..0, bytes[..sound].iter().copied());
        reason(&noise);
    }
}

#[test]
fn newer_formats_are_refused_unless_only_the_minor_is() {
    let (table, bytes) = sample();
    assert_reason!(&forged(&bytes, MAJOR, &[2, 0]), Reason::Newer(2, 0));
    assert_reason!(&forged(&bytes, MAJOR, &[0, 1]), Reason::Newer(256, 0));
    assert_reason!(&forged(&bytes, MAJOR, &[0, 0]), Reason::Older(0, 0));
    // A newer format may have another header: what follows the number must not matter.
    assert_reason!(b"GRIDLOCK\x02\x00\x05\x00", Reason::Newer(2, 5));
    let newer_minor = forged(&bytes, MINOR, &[7, 0]);
    assert_eq!(file::decode(&newer_minor).expect("may be read"), table);
}

#[test]
fn bytes_behind_the_table_are_refused() {
    let (_, bytes) = sample();
    let skippable_frame = b"\x50\x2a\x4d\x18\x00\x00\x00\x00";
    for rest in [&b"\0"[..], b"\n", skippable_frame, &bytes[HEADER..], &bytes] {
        match reason(&[&bytes, rest].concat()) {
            Reason::TrailingBytes(count) => assert_eq!(count, rest.len()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_header_that_names_no_table_is_refused() {
    let (_, bytes) = sample();
    for (at, value) in [(KIND, 0), (KIND, 2), (PLACEMENT, 5), (PLACEMENT, 255)] {
        assert_reason!(&forged(&bytes, at, &[value]), Reason::UnknownTable);
    }
    for (at, value) in [(ROWS, 0), (ROWS, 1), (ROWS, 6), (COLS, 1), (COLS, 255), (ROWS, 3)] {
        // Corner tables have no more rows than columns.
        assert_reason!(&forged(&bytes, at, &[value]), Reason::UnknownTable);
    }
    assert_reason!(&forged(&bytes, ROWS, &[5, 5]), Reason::UnknownTable);
}

#[test]
fn a_header_that_lies_is_refused() {
    let (table, bytes) = sample();
    for (number, lie) in [(3, "patterns"), (4, "frames")] {
        let truth = table.counts.to_array()[number];
        for count in [0, truth - 1, truth + 1, u64::MAX] {
            match reason(&forged(&bytes, COUNTS + 8 * number, &count.to_le_bytes())) {
                Reason::Payload(PayloadError::Count { what, expected, found }) => {
                    assert_eq!((what, expected, found), (lie, count, truth));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    let length = table.to_payload().len() as u64;
    for lie in [0, 1, length - 1, length + 1, 1 << 30] {
        assert_reason!(&forged(&bytes, LENGTH, &lie.to_le_bytes()), Reason::PayloadChecksum);
    }
    for lie in [(1 << 30) + 1, u64::MAX] {
        assert_reason!(&forged(&bytes, LENGTH, &lie.to_le_bytes()), Reason::HeaderChecksum);
    }
    assert_reason!(&forged(&bytes, HASH, &[0; 32]), Reason::PayloadChecksum);
    // Who wrote the file is only told, not checked.
    assert_eq!(file::decode(&forged(&bytes, VERSION, &[255; 16])).expect("sound"), table);
}

#[test]
fn patterns_that_cannot_be_are_refused() {
    let (table, _) = sample();
    let with = |patterns: Vec<Pattern>| {
        let bad = Table { patterns, ..table.clone() };
        match reason(&file::encode(&bad.pack(), "test").expect("tables encode")) {
            Reason::Payload(error) => error,
            other => panic!("{other:?}"),
        }
    };
    let only =
        |walls, boxes, region, no_goals| with(vec![Pattern { walls, boxes, region, no_goals }]);
    let outside = Region::Outside;
    let frame = PayloadError::Frame(0);
    assert_eq!(only(0, 0, outside, 1), frame, "no box");
    assert_eq!(only(1, 1, outside, 1), frame, "a box in a wall");
    assert_eq!(only(0, 1 << 4, outside, 1), frame, "a box beyond the window");
    assert_eq!(only(1 << 4, 1, outside, 1), frame, "a wall beyond the window");
    assert_eq!(only(0, 0b0110, Region::Pocket(0b1001), 2), frame, "no pocket");
    assert_eq!(only(0, 0b0110, Region::Pocket(0b0010), 2), frame, "the player in a box");
    assert_eq!(only(0, 0b0110, Region::Pocket(1 << 31), 2), frame, "the player far away");
    let goals = PayloadError::Goals(0);
    assert_eq!(only(2, 1, outside, 3), goals, "a condition on a wall");
    assert_eq!(only(0, 1, outside, 1 | 1 << 4), goals, "a condition beyond the window");
    assert_eq!(only(0, 1, outside, 0), goals, "no condition");
    assert_eq!(only(0, 1, outside, 2), goals, "no condition on a box");
    assert_eq!(only(0, 0b0100, outside, 0b0100), PayloadError::Order(0), "not the smallest image");

    let mut patterns = table.patterns.clone();
    patterns.swap(0, 1);
    assert!(matches!(with(patterns), PayloadError::Order(_)), "out of order");
    let mut patterns = table.patterns.clone();
    patterns.insert(0, patterns[0]);
    assert!(matches!(with(patterns), PayloadError::Order(_)), "repeated");
    assert!(matches!(with(vec![]), PayloadError::Count { .. }), "empty");
}

#[test]
fn payloads_are_read_wholly_or_not_at_all() {
    let (table, _) = sample();
    let payload = table.to_payload();
    let read = |payload: &[u8]| Table::from_payload(table.site, table.counts, payload);
    assert_eq!(read(&payload).as_ref(), Ok(&table));
    for length in 0..payload.len() {
        let error = read(&payload[..length]).expect_err("cut");
        assert!(matches!(error, PayloadError::Decode(_)), "{length}: {error:?}");
    }
    let longer = [&payload[..], &[0]].concat();
    assert_eq!(read(&longer), Err(PayloadError::TrailingBytes(1)));
    // A list that claims to be endless must not ask for all memory.
    for huge in [&b"\xfd\xff\xff\xff\xff\xff\xff\xff\xff"[..], b"\xfc\xff\xff\xff\xff"] {
        assert!(matches!(read(huge), Err(PayloadError::Decode(_))));
    }
    let mut chance = Chance(2);
    for _ in 0..2_000 {
        let mut payload = payload.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(payload.len());
            payload[at] = chance.next() as u8;
        }
        if let Ok(read) = read(&payload) {
            assert_eq!(read.to_payload(), payload, "the same bytes after reading");
        }
    }
}

#[test]
fn files_are_refused_under_another_name() {
    let directory = tempdir().expect("a directory");
    let from = file::table_path(&data(), site("2x3-edge"));
    for other in ["3x2-edge", "2x3-corner", "2x3-interior", "2x2-edge"] {
        let path = file::table_path(directory.path(), site(other));
        fs::copy(&from, &path).expect("copied");
        let error = file::read(directory.path(), site(other)).expect_err("renamed");
        assert!(matches!(&error.reason, Reason::OtherTable(name) if name == "sokoban-2x3-edge"));
        let (message, name) = (error.to_string(), path.display().to_string());
        assert!(message.starts_with(&name) && !message.contains('\n'), "{message}");
    }
    let error = file::read(directory.path(), site("4x4-corner")).expect_err("not there");
    assert!(matches!(error.reason, Reason::Missing));
    fs::create_dir(file::table_path(directory.path(), site("4x4-edge"))).expect("made");
    let error = file::read(directory.path(), site("4x4-edge")).expect_err("a directory");
    assert!(matches!(error.reason, Reason::Io(_)));
}

/// As root, a program that puts a file in the place of whatever is there destroys devices.
#[cfg(unix)]
#[test]
fn files_are_replaced_behind_links_and_pipes_are_written_to() {
    use std::os::unix::fs::{symlink, FileTypeExt};

    let directory = tempdir().unwrap();
    let [old, link, pipe] = ["old", "link", "pipe"].map(|name| directory.path().join(name));
    fs::write(&old, "old").unwrap();
    symlink("old", &link).unwrap();
    file::replace(&link, b"new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&old).unwrap(), b"new");

    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    file::replace(&pipe, b"bytes").unwrap();
    // Nobody writes to the reader when this is a file now.
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), b"bytes");
    // A directory is neither.
    assert!(file::replace(directory.path(), b"bytes").is_err());
}

/// The number of the line that cannot be understood.
fn bad_line(text: &str) -> usize {
    fingerprints::parse(text).expect_err("this must not be read")
}

#[test]
fn damaged_fingerprints_are_refused() {
    let text = fs::read_to_string(fingerprints::path(&data())).expect("there");
    let rows = fingerprints::parse(&text).expect("sound");
    let wide = Site::all(4).into_iter().filter(|site| Placement::WIDE.contains(&site.placement));
    assert_eq!(rows.len(), wide.count() + Name::ALL.len());
    let (header, row) =
        (text.lines().next().expect("a header"), text.lines().nth(1).expect("a row"));
    for bad_header in ["", "\n", "table", row, &header.to_uppercase(), &header[1..]] {
        assert_eq!(bad_line(&format!("{bad_header}\n{row}\n")), 1);
    }
    assert_eq!(bad_line(""), 1);
    let fields: Vec<&str> = row.split(',').collect();
    let with = |field: usize, value: &str| {
        let mut fields = fields.clone();
        fields[field] = value;
        fields.join(",")
    };
    let mut bad = vec![String::new(), " ".to_owned(), format!("{row},"), format!(",{row}")];
    bad.extend((0..fields.len()).map(|field| with(field, "")));
    bad.extend((1..fields.len() - 1).map(|field| with(field, "-1")));
    bad.extend((1..fields.len() - 1).map(|field| with(field, "18446744073709551616")));
    bad.extend((0..fields.len()).map(|field| fields[..field].join(",")));
    bad.extend(["a", "a@", "a@x", "a@65536", "a@-1"].map(|name| with(0, name)));
    bad.extend(["0", &fields[8][1..], "g".repeat(64).as_str()].map(|hash| with(8, hash)));
    for bad in bad {
        let text = format!("{header}\n{row}\n{bad}\n{row}\n");
        assert_eq!(fingerprints::parse(&text), Err(3), "{bad:?}");
    }
}

#[test]
fn every_cut_of_the_fingerprints_is_noticed() {
    let text = fs::read_to_string(fingerprints::path(&data())).expect("there");
    let rows = fingerprints::parse(&text).expect("sound");
    for length in 0..text.len() - 1 {
        match fingerprints::parse(&text[..length]) {
            Ok(read) => {
                assert!(read.len() < rows.len() && read == rows[..read.len()], "{length}");
                assert!(matches!(text.as_bytes()[length - 1..=length], [b'\n', _] | [_, b'\n']));
            }
            Err(line) => assert_eq!(line, text[..length].lines().count().max(1)),
        }
    }
}

#[test]
fn fingerprints_of_a_directory_without_them_or_in_no_text() {
    let directory = tempdir().expect("a directory");
    let read = || fingerprints::read(directory.path()).expect_err("this must not be read");
    assert!(matches!(read(), FingerprintsError::Read { .. }));
    fs::write(fingerprints::path(directory.path()), b"\xff\xfe\0\0").expect("written");
    assert!(matches!(read(), FingerprintsError::Read { .. }));
    fs::write(fingerprints::path(directory.path()), b"").expect("written");
    assert!(matches!(read(), FingerprintsError::Row { line: 1, .. }));
}

#[test]
fn fingerprints_are_those_of_the_tables() {
    let rows = fingerprints::read(&data()).expect("there");
    for row in &rows {
        let bytes = fs::read(data().join(format!("{}.bin.zst", row.name))).expect("there");
        let length = bytes.len() as u64;
        let expected = if Name::from_file_name(&row.name).is_some() {
            Fingerprint::of_crusade(&file::decode_crusade(&bytes).expect("sound"), length)
        } else {
            Fingerprint::new(&file::decode(&bytes).expect("sound").pack(), length)
        };
        assert_eq!(*row, expected);
    }
    let again = tempdir().expect("a directory");
    fingerprints::write(again.path(), &rows).expect("written");
    assert_eq!(fingerprints::read(again.path()).expect("there"), rows);
}
