//! placeholder
mod sokoban;
use gridlock_patterns::sokoban::game::*;
use gridlock_patterns::sokoban::pattern::*;
use gridlock_patterns::sokoban::symmetry::*;
use gridlock_patterns::sokoban::window::*;
use rayon::prelude::*;
use sokoban::enumerate::*;
use std::io::Write;
struct Sub {
    game: LocalGame,
    rows: usize,
    cols: usize,
    dr: i32,
    dc: i32,
    o: Orientation,
}
fn subs(big: Site, earlier: &[Site]) -> Vec<Sub> {
    let mut v = Vec::new();
    let (r, c) = (big.window.rows() as i32, big.window.cols() as i32);
    let north = big.placement != Placement::Interior;
    let west = big.placement == Placement::Corner;
    for &s in earlier {
        let mut seen = Vec::new();
        for o in Orientation::all(s) {
            let (sr, sc) = if o.transposed() {
                (s.window.cols() as i32, s.window.rows() as i32)
            } else {
                (s.window.rows() as i32, s.window.cols() as i32)
            };
            let b = o.backed(s.placement);
            if b[1] || b[3] {
                continue;
            }
            if seen.contains(&(sr, sc, b)) {
                continue;
            }
            seen.push((sr, sc, b));
            for dr in (if north { -1 } else { 0 })..=r - sr {
                for dc in (if west { -1 } else { 0 })..=c - sc {
                    if b[0] && !(north && dr == 0) {
                        continue;
                    }
                    if b[2] && !(west && dc == 0) {
                        continue;
                    }
                    if sr < r - 1 || sc < c - 1 {
                        continue;
                    }
                    v.push(Sub {
                        game: LocalGame::new(s),
                        rows: sr as usize,
                        cols: sc as usize,
                        dr,
                        dc,
                        o: o.clone(),
                    });
                }
            }
        }
    }
    v
}
impl Sub {
    // map a mask of big into site cells; None if some outside
    fn map(&self, big: Site, mask: u32) -> Option<u32> {
        let mut m = 0;
        let c = big.window.cols() as i32;
        for i in 0..big.window.cells() as i32 {
            if mask >> i & 1 == 1 {
                let (rr, cc) = (i / c - self.dr, i % c - self.dc);
                if rr < 0 || cc < 0 || rr >= self.rows as i32 || cc >= self.cols as i32 {
                    return None;
                }
                m |= 1 << (rr * self.cols as i32 + cc);
            }
        }
        Some(self.inv(m))
    }
    fn inv(&self, m: u32) -> u32 {
        let mut x = 0;
        for i in 0..self.rows * self.cols {
            if m >> self.o.cell(i) & 1 == 1 {
                x |= 1 << i
            }
        }
        x
    }
    fn back(&self) -> u32 {
        let mut m = 0;
        for r in 0..self.rows {
            for c in 0..self.cols {
                if (r as i32) + self.dr < 0 || c as i32 + self.dc < 0 {
                    m |= 1 << (r * self.cols + c)
                }
            }
        }
        self.inv(m)
    }
}
fn main() {
    let all = Site::all(4);
    let mut total = 0;
    for (k, &site) in all.iter().enumerate() {
        if let Some(f) = std::env::args().nth(1) {
            if !site.to_string().contains(&f) {
                continue;
            }
        }
        let e = Enumerator::new(site);
        let classes = e.wall_classes();
        let rs: Vec<_> = classes
            .par_iter()
            .with_max_len(1)
            .map_init(|| Explorer::new(&e.game), |x, c| (c.size, e.harvest(x, c.walls)))
            .collect();
        let mut pats: Vec<_> = rs.iter().flat_map(|r| r.1.patterns.iter().copied()).collect();
        pats.sort();
        pats.dedup();
        let t = std::time::Instant::now();
        let ss = subs(site, &all[..k]);
        let fresh: Vec<Pattern> = pats
            .par_iter()
            .map_init(gridlock_patterns::sokoban::explore::Explorer::new, |x, p| {
                for s in &ss {
                    if let (Some(w), Some(b), Some(n)) =
                        (s.map(site, p.walls), s.map(site, p.boxes), s.map(site, p.no_goals))
                    {
                        let region = match p.region {
                            Region::Outside => Region::Outside,
                            Region::Pocket(c) => match s.map(site, c & c.wrapping_neg()) {
                                None => continue,
                                Some(c) => s.game.region_of(w | b | s.back(), c),
                            },
                        };
                        if x.is_dead(&s.game, w | s.back(), b, region, s.game.full() & !n) {
                            return None;
                        }
                    }
                }
                Some(*p)
            })
            .flatten()
            .collect();
        let sym = symmetries(site);
        let uniq = |p: &[Pattern]| {
            let mut f: Vec<_> = p.iter().map(|p| p.frame().canonical(&sym)).collect();
            f.sort();
            f.dedup();
            f
        };
        let shapes = |f: &[Frame]| {
            let mut v: Vec<u32> = f
                .iter()
                .map(|f| sym.iter().map(|s| s.mask(f.walls | f.boxes)).min().unwrap())
                .collect();
            v.sort();
            v.dedup();
            v.len()
        };
        let (f, g) = (uniq(&pats), uniq(&fresh));
        let w0 = |f: &[Frame]| f.iter().filter(|f| f.walls == 0).count();
        total += g.len();
        println!("{site} subs {} {:?}: patterns {} frames {} shapes {} w0 {}; fresh patterns {} frames {} shapes {} w0 {} pocket {}", ss.len(), t.elapsed(), pats.len(), f.len(), shapes(&f), w0(&f), fresh.len(), g.len(), shapes(&g), w0(&g), g.iter().filter(|f| f.region != Region::Outside).count());
        for (dir, f) in [("/tmp/frames", &f), ("/tmp/frames/pruned", &g)] {
            std::fs::create_dir_all(dir).unwrap();
            let mut o = std::io::BufWriter::new(
                std::fs::File::create(format!("{dir}/{site}.txt")).unwrap(),
            );
            for x in f {
                writeln!(
                    o,
                    "{} {} {}",
                    x.walls,
                    x.boxes,
                    match x.region {
                        Region::Outside => 0,
                        Region::Pocket(p) => p,
                    }
                )
                .unwrap();
            }
        }
    }
    println!("total fresh {total}");
}
