//! placeholder
mod sokoban;
use sokoban::enumerate::*;
use gridlock_patterns::sokoban::window::*;
use rayon::prelude::*;
use std::io::Write;
fn main() {
    for site in Site::all(4) {
        if let Some(f) = std::env::args().nth(1) { if !site.to_string().contains(&f) { continue } }
        let t = std::time::Instant::now();
        let e = Enumerator::new(site);
        let classes = e.wall_classes();
        let t0 = t.elapsed();
        let rs: Vec<_> = classes.par_iter().with_max_len(1).map_init(|| Explorer::new(&e.game), |x, c| (c.size, e.harvest(x, c.walls))).collect();
        let mut pats: Vec<_> = rs.iter().flat_map(|r| r.1.patterns.iter().copied()).collect();
        pats.sort(); pats.dedup();
        let mut fr: Vec<_> = pats.iter().map(|p| p.frame().canonical(&gridlock_patterns::sokoban::symmetry::symmetries(site))).collect(); fr.sort(); fr.dedup();
        println!("{site} {:?} {:?} classes {} states {} stuck {} patterns {} frames {} deadboards {} dead-open {}", t0, t.elapsed(), classes.len(), rs.iter().map(|r| r.1.states).sum::<u64>(), rs.iter().map(|r| r.1.stuck).sum::<u64>(), pats.len(), fr.len(), rs.iter().map(|r| r.1.stuck_outside * r.0 as u64).sum::<u64>(), rs[0].1.dead);
        std::fs::create_dir_all("/tmp/frames").unwrap();
        let mut f = std::io::BufWriter::new(std::fs::File::create(format!("/tmp/frames/{site}.txt")).unwrap());
        for x in fr { writeln!(f, "{} {} {}", x.walls, x.boxes, match x.region { gridlock_patterns::sokoban::game::Region::Outside => 0, gridlock_patterns::sokoban::game::Region::Pocket(p) => p }).unwrap(); }
    }
}
