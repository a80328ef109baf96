//! placeholder
mod sokoban;
use gridlock_patterns::sokoban::{
    board::*, game::*, lookup::*, pattern::*, seed::*, symmetry::*, window::*,
};
fn main() {
    let mut seeds = Seeds::default();
    let t = std::time::Instant::now();
    for site in Site::all(4) {
        let txt = std::fs::read_to_string(format!("/tmp/frames/{site}.txt")).unwrap();
        let fr: Vec<Frame> = txt
            .lines()
            .map(|l| {
                let v: Vec<u32> = l.split(' ').map(|x| x.parse().unwrap()).collect();
                Frame {
                    walls: v[0],
                    boxes: v[1],
                    region: if v[2] == 0 { Region::Outside } else { Region::Pocket(v[2]) },
                }
            })
            .collect();
        seeds.add_frames(site, &fr);
        println!("{site} {} {:?}", seeds.sites().last().unwrap().1.len(), t.elapsed());
        use std::io::Write;
        let mut o = std::io::BufWriter::new(
            std::fs::File::create(format!("/tmp/frames/seeds/{site}.txt")).unwrap(),
        );
        for x in &seeds.sites().last().unwrap().1 {
            writeln!(o, "{} {} 0", x.walls, x.solid ^ x.walls).unwrap();
        }
    }
    let t = std::time::Instant::now();
    let k = Knowledge::new(&seeds);
    println!("knowledge {:?}", t.elapsed());
    let levels = std::fs::read_to_string("/work/shared/levels/sokoban/six_dev.xsb").unwrap();
    let mut worst = 0.0f64;
    let mut all = Vec::new();
    for lv in levels.split(';').skip(1) {
        let rows: Vec<&[u8]> =
            lv.lines().skip(1).map(|l| l.as_bytes()).filter(|l| !l.is_empty()).collect();
        if rows.len() > 8 || rows.iter().any(|r| r.len() > 8) {
            continue;
        }
        let mut floor = vec![false; 64];
        let mut goal = vec![false; 64];
        let mut boxes = 0u64;
        let mut player = 0;
        let mut wall = vec![true; 64];
        for (r, l) in rows.iter().enumerate() {
            for (c, &b) in l.iter().enumerate() {
                let i = r * 8 + c;
                wall[i] = b == b'#';
                goal[i] = b".*+".contains(&b);
                if b"$*".contains(&b) {
                    boxes |= 1 << i
                }
                if b"@+".contains(&b) {
                    player = i
                }
            }
        }
        let mut st = vec![player];
        floor[player] = true;
        while let Some(x) = st.pop() {
            for d in [1i32, -1, 8, -8] {
                let y = (x as i32 + d) as usize;
                if !wall[y] && !floor[y] {
                    floor[y] = true;
                    st.push(y)
                }
            }
        }
        let b = Board { rows: rows.len(), cols: 8, stride: 8, floor, goal };
        let t = std::time::Instant::now();
        let l = Lookup::new(&k, &b);
        let e = t.elapsed().as_secs_f64() * 1e3;
        worst = worst.max(e);
        all.push(e);
        if l.dead(&boxes, player) {
            println!("DEAD START {lv}")
        }
    }
    all.sort_by(f64::total_cmp);
    println!("levels {} worst {worst:.2} ms median {:.2} ms", all.len(), all[all.len() / 2]);
}
