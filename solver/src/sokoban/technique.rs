//! The techniques of the search that can be left out, to see what each is worth.

/// A technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The windows of the deadlock tables.
    Tables,
    /// Larger parts of the level, solved during the search.
    Areas,
    /// Boxes frozen off their goals; asked before there are windows or areas.
    Freeze,
    /// Only the pushes of one corral when that loses nothing.
    Corrals,
    /// A goal of its own for each box; without, each box takes the nearest goal.
    Matching,
    /// Tables and areas only when the search turns out to be long.
    Patience,
    /// After a push the region of the player is found from the one before.
    Regions,
}

impl Technique {
    /// All of them.
    pub const ALL: [Technique; 7] = [
        Technique::Tables,
        Technique::Areas,
        Technique::Freeze,
        Technique::Corrals,
        Technique::Matching,
        Technique::Patience,
        Technique::Regions,
    ];

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Tables => "tables",
            Technique::Areas => "areas",
            Technique::Freeze => "freeze",
            Technique::Corrals => "corrals",
            Technique::Matching => "matching",
            Technique::Patience => "patience",
            Technique::Regions => "regions",
        }
    }
}

impl std::str::FromStr for Technique {
    type Err = String;

    fn from_str(name: &str) -> Result<Technique, String> {
        let known = Technique::ALL.into_iter().find(|technique| technique.name() == name);
        known.ok_or_else(|| {
            let names = Technique::ALL.map(Technique::name);
            format!("no technique of this name; there are {}", names.join(", "))
        })
    }
}

/// The techniques to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u8);

impl Techniques {
    /// Every technique.
    pub const ALL: Techniques = Techniques(0xff);

    /// The same without one of them.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u8))
    }

    /// Whether this one is used.
    #[inline]
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }
}
