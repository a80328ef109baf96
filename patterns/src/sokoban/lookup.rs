//! The lookup: is this position of a level dead?

use std::collections::BTreeMap;

use super::board::{places, Board, Place};
use super::embedding::Embedding;
use super::explain::{Explanation, Shrinking};
use super::game::Dir;
use super::scene::Scene;
use super::seed::{Seed, Seeds};
use super::symmetry::Orientation;
use super::verdict::Verdicts;
use super::window::{Site, Window};
use crate::text::{self, TextError};

/// The boxes of a position, as the lookup reads them.
pub trait BoxSet {
    /// At least the eight bits from cell number `at` up. Bits above them may be anything.
    fn bits(&self, at: usize) -> u32;
}

impl BoxSet for u64 {
    #[inline]
    fn bits(&self, at: usize) -> u32 {
        (self >> at) as u32
    }
}

/// What is known of all sites, ready to be specialised to levels.
#[derive(Clone, Debug)]
pub struct Knowledge {
    seeds: Seeds,
    outer: Vec<Outer>,
}

/// The side of the windows that are looked at in any case.
const SIDE: usize = 4;

/// One of the described sites whose windows are looked at, which all smaller ones serve.
#[derive(Clone, Debug)]
struct Outer {
    site: Site,
    orientations: Vec<Orientation>,
    /// The ways in which the sites with seeds lie inside it, in the order of the seeds.
    inner: Vec<Vec<Embedding>>,
}

impl Knowledge {
    /// Reads texts, each with the names of its sites separated by blanks.
    ///
    /// # Errors
    ///
    /// When a text is damaged or does not belong to these sites.
    pub fn decode(texts: &[(&str, &str)]) -> Result<Knowledge, TextError> {
        let mut sites = Vec::new();
        for (names, text) in texts {
            let named: Result<Vec<Site>, _> = names.split_whitespace().map(str::parse).collect();
            let named = named.map_err(|_| TextError::Damaged)?;
            sites.extend(text::decode(&named, text)?);
        }
        Ok(Knowledge::new(Seeds::from_sites(sites)))
    }

    /// Prepares the seeds of all sites.
    pub fn new(seeds: Seeds) -> Knowledge {
        let prepare = |site| {
            let embeddings = |(inner, seeds): &(Site, Vec<Seed>)| match seeds.len() {
                0 => Vec::new(),
                _ => Embedding::all(*inner, site),
            };
            Outer {
                site,
                orientations: Orientation::all(site),
                inner: seeds.sites().iter().map(embeddings).collect(),
            }
        };
        let sites = seeds.sites().iter().map(|(site, _)| *site);
        let outer = sites.filter(|site| is_large(site.window) || is_across(*site)).map(prepare);
        let outer = outer.collect();
        Knowledge { seeds, outer }
    }

    /// The box sets that may be minimal dead ones in this window, or `None` when no seeds describe
    /// how it is walled in.
    fn proposals(&self, scene: &Scene) -> Option<Vec<u32>> {
        let backed = scene.backed()?;
        let ways = self.outer.iter().flat_map(|o| o.orientations.iter().map(move |way| (o, way)));
        let mut fitting = ways.filter(|(o, way)| {
            let window = way.window(o.site.window);
            (window.rows(), window.cols()) == (scene.rows, scene.cols)
                && way.backed(o.site.placement) == backed
        });
        let (outer, way) = fitting.next()?;
        let walls = way.undo(scene.walls);
        let mut proposals = Vec::new();
        for ((_, seeds), embeddings) in self.seeds.sites().iter().zip(&outer.inner) {
            for embedding in embeddings {
                let walls = embedding.walls(walls);
                let boxes = seeds
                    .iter()
                    .filter(|seed| seed.walls & !walls == 0 && seed.solid & !walls != 0)
                    .map(|seed| way.mask(embedding.mask(seed.solid & !walls)));
                proposals.extend(boxes);
            }
        }
        Some(proposals)
    }

    /// Rows and columns of the windows to look at, either way round.
    ///
    /// What no text describes is solved on the level, so a window is complete on each level that it
    /// is looked at on, wherever the walls are.
    fn sizes(&self) -> Vec<(usize, usize)> {
        let windows = self.outer.iter().map(|outer| outer.site.window).filter(|&w| is_large(w));
        let both = windows.flat_map(|w| [(w.rows(), w.cols()), (w.cols(), w.rows())]);
        let mut sizes: Vec<_> = both.chain([(SIDE, SIDE)]).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

/// Whether windows of this size are looked at everywhere, if texts describe them.
fn is_large(window: Window) -> bool {
    window.rows().max(window.cols()) > SIDE || window.cells() == SIDE * SIDE
}

/// Whether the windows of a site reach from wall to wall: on a board that is as narrow, those of
/// [`SIDE`] are cut down to them.
fn is_across(site: Site) -> bool {
    matches!(site.placement.backed(), [true, true, ..]) && site.window.cols() == SIDE
}

impl Scene {
    /// Per direction whether the side is walled up, when each side is that or wholly open.
    fn backed(&self) -> Option<[bool; 4]> {
        let mut backed = [false; 4];
        for dir in Dir::ALL {
            let side = self.side(dir as usize);
            let exits = self.exits[dir as usize];
            if exits != side {
                if exits != 0 {
                    return None;
                }
                backed[dir as usize] = true;
            }
        }
        Some(backed)
    }

    /// The cells on a side that are no walls.
    fn side(&self, dir: usize) -> u32 {
        let on_side = |cell: &usize| match dir {
            0 => *cell < self.cols,
            1 => *cell >= (self.rows - 1) * self.cols,
            2 => cell % self.cols == 0,
            _ => cell % self.cols == self.cols - 1,
        };
        let side: u32 = (0..self.rows * self.cols).filter(on_side).map(|cell| 1 << cell).sum();
        side & !self.walls
    }
}

/// The knowledge specialised to one level.
///
/// Windows that look the same share one table.
#[derive(Clone, Debug)]
pub struct Lookup {
    stride: usize,
    windows: Vec<Ask>,
    /// The windows that contain a cell: `of_cell[first[cell]..first[cell + 1]]`.
    first: Vec<u32>,
    of_cell: Vec<u32>,
    tables: Vec<Verdicts>,
}

/// A window to ask.
#[derive(Clone, Debug)]
struct Ask {
    place: Place,
    table: usize,
}

impl Lookup {
    /// Specialises the knowledge to a level.
    pub fn new(knowledge: &Knowledge, board: &Board) -> Lookup {
        let mut table_of: BTreeMap<Scene, usize> = BTreeMap::new();
        let mut tables = Vec::new();
        let mut windows = Vec::new();
        for place in places(board, &knowledge.sizes()) {
            let table = *table_of.entry(place.scene(board)).or_insert_with_key(|scene| {
                let proposals = knowledge.proposals(scene);
                tables.push(scene.verdicts(proposals.as_deref()));
                tables.len() - 1
            });
            windows.push(Ask { place, table });
        }
        let mut lookup =
            Lookup { stride: board.stride, windows, first: vec![0], of_cell: Vec::new(), tables };
        for cell in 0..board.rows * board.stride {
            for (index, window) in lookup.windows.iter().enumerate() {
                if window.place.contains(cell / board.stride, cell % board.stride) {
                    lookup.of_cell.push(index as u32);
                }
            }
            lookup.first.push(lookup.of_cell.len() as u32);
        }
        lookup
    }

    /// Whether the position is dead, given that it was not before the push that brought a box to
    /// the cell `moved`. `player` is any cell the player can reach.
    #[inline]
    pub fn dead_after_push(&self, boxes: &impl BoxSet, moved: usize, player: usize) -> bool {
        let windows = self.first[moved] as usize..self.first[moved + 1] as usize;
        self.of_cell[windows]
            .iter()
            .any(|&w| self.is_dead(&self.windows[w as usize], boxes, player))
    }

    /// Whether the position is dead. `player` is any cell the player can reach.
    pub fn dead(&self, boxes: &impl BoxSet, player: usize) -> bool {
        self.windows.iter().any(|window| self.is_dead(window, boxes, player))
    }

    /// The pattern that makes the position dead, if a window shows that it is.
    ///
    /// `board` is the one this lookup was made for.
    pub fn explain(
        &self,
        board: &Board,
        boxes: &impl BoxSet,
        player: usize,
    ) -> Option<Explanation> {
        let window = self.windows.iter().find(|window| self.is_dead(window, boxes, player))?;
        let Place { top, left, rows, cols } = window.place;
        let spot = Some(window.spot(player, self.stride)).filter(|&spot| spot < rows * cols);
        let inside = window.boxes(boxes, self.stride);
        Some(Shrinking::new(&window.place.scene(board), inside, spot).shrink(top, left))
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Verdicts::bytes).sum()
    }

    #[inline]
    fn is_dead(&self, window: &Ask, boxes: &impl BoxSet, player: usize) -> bool {
        let inside = window.boxes(boxes, self.stride);
        self.tables[window.table].is_dead(inside, || window.spot(player, self.stride))
    }
}

impl Ask {
    /// The boxes in the window, row by row.
    #[inline]
    fn boxes(&self, boxes: &impl BoxSet, stride: usize) -> u32 {
        let Place { top, left, rows, cols } = self.place;
        let row_mask = (1 << cols) - 1;
        let at = top * stride + left;
        (0..rows).map(|r| (boxes.bits(at + r * stride) & row_mask) << (r * cols)).sum()
    }

    /// The number of a cell in the window, or the number of its cells when it is beyond.
    fn spot(&self, cell: usize, stride: usize) -> usize {
        self.place.spot(cell / stride, cell % stride)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::embed;
    use crate::sokoban::game::LocalGame;
    use crate::sokoban::plain::{self, Player};
    use std::path::Path;

    /// Chance, the same every time.
    struct Dice(u64);

    impl Dice {
        fn mask(&mut self, cells: usize, percent: u64) -> u32 {
            (0..cells).map(|i| u32::from(self.below(100) < percent) << i).sum()
        }

        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) % limit
        }
    }

    fn scene(window: Window, backed: [bool; 4], walls: u32, goals: u32) -> Scene {
        let (rows, cols) = (window.rows(), window.cols());
        let goals = goals & !walls;
        let mut scene = Scene { rows, cols, walls, goals, exits: [0; 4] };
        let sides = [0, 1, 2, 3].map(|dir| scene.side(dir));
        for (exits, (side, backed)) in scene.exits.iter_mut().zip(sides.iter().zip(backed)) {
            *exits = if backed { 0 } else { *side };
        }
        scene
    }

    #[test]
    fn the_tables_propose_everything_that_is_dead() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
        let mut tables = embed::read_tables(&data).unwrap();
        for more in ["beyond", "4x5", "narrow"] {
            tables.extend(embed::read_tables(&data.join(more)).unwrap());
        }
        let texts = embed::texts(&embed::seeds(&tables));
        let names: Vec<String> = texts.iter().map(embed::PlacementText::names).collect();
        let named: Vec<(&str, &str)> =
            names.iter().zip(&texts).map(|(n, t)| (n.as_str(), t.text.as_str())).collect();
        let knowledge = Knowledge::decode(&named).unwrap();
        let mut dice = Dice(1);
        let mut proposed = 0;
        for outer in &knowledge.outer {
            for way in &outer.orientations {
                for percent in [0, 3, 6, 12, 25, 50, 80] {
                    let window = way.window(outer.site.window);
                    let cells = window.cells();
                    let (walls, goals) = (dice.mask(cells, percent), dice.mask(cells, 40));
                    let backed = way.backed(outer.site.placement);
                    let scene = scene(window, backed, walls, goals);
                    let proposals = knowledge.proposals(&scene);
                    proposed += proposals.as_ref().map_or(0, Vec::len);
                    let with_tables = scene.verdicts(proposals.as_deref());
                    assert!(with_tables == scene.verdicts(None), "{scene:?}");
                }
            }
        }
        assert!(proposed > 10_000);
    }

    #[test]
    fn verdicts_on_twenty_cells_are_those_of_a_plain_search() {
        let mut dice = Dice(3);
        let large = |site: &Site| site.window.cells() == 20;
        let (mut dead, mut asked) = (0, 0);
        for site in Site::all(5).into_iter().filter(large) {
            let backed = Orientation::all(site)[0].backed(site.placement);
            for percent in [0, 15, 40] {
                let walls = dice.mask(20, percent);
                let scene = scene(site.window, backed, walls, dice.mask(20, 30));
                let verdicts = scene.verdicts(None);
                for _ in 0..150 {
                    let percent = 5 + dice.below(25);
                    let boxes = dice.mask(20, percent) & !walls;
                    let cells: Vec<usize> =
                        (0..20).filter(|c| (walls | boxes) >> c & 1 == 0).collect();
                    // One spot more for a player beyond the window.
                    let spot = match dice.below(cells.len() as u64 + 1) as usize {
                        beyond if beyond == cells.len() => 20,
                        cell => cells[cell],
                    };
                    let cols = site.window.cols();
                    let player = match spot {
                        20 => Player::Outside,
                        cell => Player::At(((cell / cols) as i32, (cell % cols) as i32)),
                    };
                    let left = plain::outcomes(site, walls, boxes, player, 20_000);
                    // A search that takes longer is not needed.
                    if let Some(left) = left {
                        let is_dead = !left.iter().any(|set| set & !scene.goals == 0);
                        assert_eq!(verdicts.is_dead(boxes, || spot), is_dead, "{scene:?} {boxes}");
                        dead += usize::from(is_dead);
                        asked += 1;
                    }
                }
            }
        }
        assert!(asked > 1_000 && dead > asked / 10 && dead < asked / 10 * 9, "{dead} of {asked}");
    }

    #[test]
    fn verdicts_are_those_of_a_plain_search() {
        let mut dice = Dice(2);
        for site in Site::all(3) {
            let backed = Orientation::all(site)[0].backed(site.placement);
            let game = LocalGame::new(site);
            let cells = site.window.cells();
            for round in 0..40 {
                let (walls, goals) = (dice.mask(cells, round), dice.mask(cells, 40));
                let scene = scene(site.window, backed, walls, goals);
                let verdicts = scene.verdicts(None);
                for boxes in (0..=game.full()).filter(|boxes| boxes & walls == 0) {
                    for region in game.regions(walls | boxes) {
                        let player = Player::within(site.window, region);
                        let spot = match player {
                            Player::Outside => cells,
                            Player::At((r, c)) => r as usize * site.window.cols() + c as usize,
                        };
                        let dead = plain::is_dead(site, walls, boxes, scene.goals, player);
                        assert_eq!(verdicts.is_dead(boxes, || spot), dead, "{scene:?} {boxes}");
                    }
                }
            }
        }
    }
}
