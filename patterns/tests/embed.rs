//! What the build script does with good and bad data directories.

use std::fs;
use std::path::Path;

use gridlock_patterns::embed::{self, EmbedError};
use gridlock_patterns::file::Reason;
use gridlock_patterns::fingerprints::FingerprintsError;
use gridlock_patterns::sokoban::lookup::Knowledge;
use gridlock_patterns::sokoban::seed::Seeds;
use tempfile::{tempdir, TempDir};

/// A directory with a few of the real tables.
fn data() -> TempDir {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let copy = tempdir().unwrap();
    let rows = fs::read_to_string(real.join("FINGERPRINTS.csv")).unwrap();
    let small = |row: &&str| !row.contains("4@") && !row.contains("x4") && !row.contains("4x");
    let rows: Vec<&str> = rows.lines().filter(small).collect();
    for name in rows[1..].iter().map(|row| row.split('@').next().unwrap()) {
        let file = format!("{name}.bin.zst");
        fs::copy(real.join(&file), copy.path().join(&file)).unwrap();
    }
    fs::write(copy.path().join("FINGERPRINTS.csv"), rows.join("\n") + "\n").unwrap();
    copy
}

fn error(data: &TempDir) -> EmbedError {
    let error = embed::source(&[data.path()]).unwrap_err();
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    error
}

#[test]
fn the_source_holds_all_seeds_of_the_tables() {
    let data = data();
    let seeds = embed::seeds(&embed::read_tables(data.path()).unwrap());
    assert_eq!(seeds.sites().len(), 10);
    let mut read = Vec::new();
    for part in embed::texts(&seeds) {
        read.extend(gridlock_patterns::text::decode(&part.sites, &part.text).unwrap());
        Knowledge::decode(&[(&part.names(), &part.text)]).unwrap();
        let source = embed::source(&[data.path()]).unwrap();
        assert!(source.contains(&format!("(\"{}\", \"{}\")", part.names(), part.text)));
    }
    assert_eq!(Seeds::from_sites(read), seeds);
}

#[test]
fn inputs_are_the_files_that_matter() {
    let data = data();
    let inputs = embed::inputs(data.path());
    assert_eq!(inputs.len(), 13);
    assert!(inputs.iter().all(|path| path.exists()));
    assert_eq!(embed::inputs(Path::new("/nonexistent")).len(), 1);
}

#[test]
fn a_missing_file_is_named() {
    let data = data();
    fs::remove_file(data.path().join("sokoban-3x3-edge.bin.zst")).unwrap();
    match error(&data) {
        EmbedError::File(e) => {
            assert!(matches!(e.reason, Reason::Missing));
            assert!(e.to_string().contains("sokoban-3x3-edge.bin.zst"));
        }
        other => panic!("{other}"),
    }
    fs::remove_file(data.path().join("FINGERPRINTS.csv")).unwrap();
    let read = matches!(error(&data), EmbedError::Fingerprints(FingerprintsError::Read { .. }));
    assert!(read);
}

#[test]
fn a_list_that_is_cut_off_is_noticed() {
    let data = data();
    let path = data.path().join("FINGERPRINTS.csv");
    let rows = fs::read_to_string(&path).unwrap();
    for (end, _) in rows.match_indices('\n').skip(1) {
        fs::write(&path, &rows[..end]).unwrap();
        let whole = end + 1 == rows.len();
        assert_eq!(embed::source(&[data.path()]).is_ok(), whole, "{end}");
    }
    fs::write(&path, rows.lines().next().unwrap()).unwrap();
    let error = error(&data).to_string();
    assert!(error.contains(".bin.zst: not listed in FINGERPRINTS.csv"), "{error}");
}

#[test]
fn directories_make_one_set_of_tables() {
    let (both, beyond) = (data(), tempdir().unwrap());
    let whole = embed::source(&[both.path()]).unwrap();
    let rows = fs::read_to_string(both.path().join("FINGERPRINTS.csv")).unwrap();
    let (here, there): (Vec<&str>, Vec<&str>) = rows.lines().partition(|r| !r.contains("3x3"));
    let header = here[0];
    for row in &there {
        let file = format!("{}.bin.zst", row.split('@').next().unwrap());
        fs::rename(both.path().join(&file), beyond.path().join(&file)).unwrap();
    }
    let list = |rows: &[&str]| rows.join("\n") + "\n";
    fs::write(both.path().join("FINGERPRINTS.csv"), list(&here)).unwrap();
    fs::write(beyond.path().join("FINGERPRINTS.csv"), format!("{header}\n{}", list(&there)))
        .unwrap();
    for directories in [[both.path(), beyond.path()], [beyond.path(), both.path()]] {
        assert_eq!(embed::source(&directories).unwrap(), whole);
        embed::crusade_source(&directories).unwrap();
    }
    let alone = embed::crusade_source(&[beyond.path()]).unwrap_err();
    assert!(matches!(alone, EmbedError::Unlisted("crusade-steering")), "{alone}");
    let twice = data();
    let error = embed::source(&[beyond.path(), twice.path()]).unwrap_err();
    assert!(matches!(error, EmbedError::InBoth { .. }), "{error}");
    let error = embed::crusade_source(&[both.path(), twice.path()]).unwrap_err();
    assert!(error.to_string().starts_with("crusade-"), "{error}");
}

#[test]
fn a_newer_format_is_refused() {
    let data = data();
    let path = data.path().join("sokoban-2x2-corner.bin.zst");
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 9;
    fs::write(&path, bytes).unwrap();
    match error(&data) {
        EmbedError::File(e) => assert!(matches!(e.reason, Reason::Newer(9, 0))),
        other => panic!("{other}"),
    }
}

#[test]
fn a_table_that_is_not_the_one_listed_is_refused() {
    let data = data();
    let path = data.path().join("FINGERPRINTS.csv");
    let rows = fs::read_to_string(&path).unwrap();
    fs::write(&path, rows.replace("627ffbed", "627ffbee")).unwrap();
    assert!(matches!(error(&data), EmbedError::Drift(name) if name == "sokoban-2x2-interior"));
    fs::write(&path, rows.replace("sokoban-2x2-interior", "sokoban-7x7-interior")).unwrap();
    assert!(matches!(error(&data), EmbedError::Unknown(name) if name == "sokoban-7x7-interior"));
    let sokoban = rows.lines().rfind(|row| row.starts_with("sokoban")).unwrap();
    let twice = rows.clone() + sokoban + "\n";
    fs::write(&path, twice).unwrap();
    assert!(matches!(error(&data), EmbedError::Repeated(_)));
    fs::write(&path, rows.replace(",29,7,5,4,", ",29,7,5,")).unwrap();
    let row =
        matches!(error(&data), EmbedError::Fingerprints(FingerprintsError::Row { line: 2, .. }));
    assert!(row);
}

#[test]
fn the_source_holds_the_crusade_tables() {
    use gridlock_patterns::crusade::texts::{decode_collision, decode_steering};
    let data = data();
    let (steering, collision) = embed::read_crusade(data.path()).unwrap();
    let source = embed::crusade_source(&[data.path()]).unwrap();
    let texts: Vec<&str> = source.split('"').collect();
    assert_eq!(texts.len(), 5, "{source}");
    assert_eq!(decode_steering(texts[1]), Ok(steering));
    assert_eq!(decode_collision(texts[3]), Ok(collision));
}

#[test]
fn missing_damaged_and_other_crusade_tables_are_refused() {
    let error = |data: &TempDir| embed::crusade_source(&[data.path()]).unwrap_err();
    let data = data();
    let csv = data.path().join("FINGERPRINTS.csv");
    let rows = fs::read_to_string(&csv).unwrap();
    let keep = |wanted: &dyn Fn(&str) -> bool| {
        let kept: Vec<&str> = rows.lines().filter(|row| wanted(row)).collect();
        fs::write(&csv, kept.join("\n") + "\n").unwrap();
    };
    keep(&|row| !row.starts_with("crusade-steering"));
    assert!(matches!(error(&data), EmbedError::Unlisted("crusade-steering")));
    let twice = rows.clone() + rows.lines().last().unwrap() + "\n";
    fs::write(&csv, twice).unwrap();
    assert!(matches!(error(&data), EmbedError::Repeated(name) if name == "crusade-collision"));
    fs::write(&csv, rows.replace(",0,165,0,", ",0,166,0,")).unwrap();
    assert!(matches!(error(&data), EmbedError::Drift(name) if name == "crusade-steering"));
    fs::write(&csv, &rows).unwrap();
    let (steering, collision) = (
        data.path().join("crusade-steering.bin.zst"),
        data.path().join("crusade-collision.bin.zst"),
    );
    let bytes = fs::read(&collision).unwrap();
    for length in (0..bytes.len()).step_by(97) {
        fs::write(&collision, &bytes[..length]).unwrap();
        assert!(
            matches!(error(&data), EmbedError::File(e) if matches!(e.reason, Reason::Truncated))
        );
    }
    fs::copy(&steering, &collision).unwrap();
    assert!(
        matches!(error(&data), EmbedError::File(e) if matches!(e.reason, Reason::OtherTable(_)))
    );
    fs::copy(data.path().join("sokoban-2x2-edge.bin.zst"), &collision).unwrap();
    assert!(
        matches!(error(&data), EmbedError::File(e) if matches!(e.reason, Reason::UnknownTable))
    );
    fs::remove_file(&collision).unwrap();
    assert!(matches!(error(&data), EmbedError::File(e) if matches!(e.reason, Reason::Missing)));
}

#[test]
fn crusade_payloads_are_read_whole_or_not_at_all() {
    use gridlock_patterns::crusade::table::{Name, Table};
    let (steering, collision) = embed::read_crusade(data().path()).unwrap();
    for table in [Table::Steering(steering), Table::Collision(collision)] {
        let payload = table.to_payload();
        assert_eq!(Table::from_payload(table.name(), &payload), Ok(table.clone()));
        let step = payload.len() / 200 + 1;
        for at in (0..payload.len()).step_by(step) {
            assert!(Table::from_payload(table.name(), &payload[..at]).is_err());
        }
        let longer = [&payload[..], &[0]].concat();
        assert!(Table::from_payload(table.name(), &longer).is_err());
        let other = Name::ALL.into_iter().find(|&name| name != table.name()).unwrap();
        assert!(Table::from_payload(other, &payload).is_err());
    }
}
