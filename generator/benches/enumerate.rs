//! How long enumerations take, and what an enumeration by plain search takes for the same table.

use criterion::{criterion_group, criterion_main, Criterion};
use gridlock_generator::sokoban::job::{self, Unwatched};
use gridlock_patterns::sokoban::plain::{self, Player};
use gridlock_patterns::sokoban::window::Site;

/// Every stuck state of a site by plain search: a lower bound for any enumeration by such searches.
fn stuck_by_plain_search(site: Site) -> u64 {
    let full = (1u32 << site.window.cells()) - 1;
    let mut stuck = 0;
    for walls in 0..=full {
        for boxes in (1..=full).filter(|boxes| boxes & walls == 0) {
            for region in plain::regions(site, walls | boxes) {
                let player = Player::within(site.window, region);
                stuck += u64::from(plain::is_dead(site, walls, boxes, 0, player));
            }
        }
    }
    stuck
}

fn enumerate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("enumerate");
    group.sample_size(10);
    for name in ["2x3-interior", "3x3-interior", "3x4-interior", "4x4-interior"] {
        let site = name.parse().unwrap();
        group.bench_function(name, |b| b.iter(|| job::table(site, &Unwatched)));
    }
    let site = "2x3-interior".parse().unwrap();
    group.bench_function("2x3-interior, plain search", |b| b.iter(|| stuck_by_plain_search(site)));
    group.finish();
}

criterion_group!(benches, enumerate);
criterion_main!(benches);
