//! What the checker must know of the options.
//!
//! *Invariant:* plain values: how they are written on a command line is no matter of this room.

/// In the place of a name in [`Options::exports`]: all functions of the file, if none has the attribute.
pub const ALL_EXPORTS: &str = "*";

/// What the checker must know of the options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The program becomes a library; beside what it exports itself, functions with these names are exported, and by [`ALL_EXPORTS`] all.
    pub exports: Option<Vec<String>>,
    /// `scalar` is double.
    pub double: bool,
    /// How many plans of Fourier transforms a run keeps, if anybody said.
    pub fourier_plans: Option<u32>,
    /// Whether copies between host and GPU go through pinned memory; none: the runtime's own default.
    pub pinned_memory: Option<bool>,
    /// Whether all arrays lie in memory that host and GPU share; none: the runtime's own default.
    pub unified_memory: Option<bool>,
    /// A kernel or device function that calls a function which is chosen when running is an error.
    pub refuses_chosen_functions: bool,
    /// Numbers have the same bits on every device.
    pub strict: bool,
    /// Arithmetic of ints whose result does not fit is an error.
    pub checks_overflow: bool,
    /// How reductions are applied.
    pub reductions: ReductionOptions,
}

/// How reductions are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReductionOptions {
    /// At all.
    pub enabled: bool,
    /// What becomes of unsafe ones.
    pub safety: Safety,
    /// Tell about each that is applied, unless a pragma says otherwise.
    pub show: bool,
    /// What `show` says counts over every pragma.
    pub show_over_pragmas: bool,
}

impl ReductionOptions {
    /// What of `show` counts over pragmas.
    pub fn shown_everywhere(self) -> Option<bool> {
        self.show_over_pragmas.then_some(self.show)
    }
}

impl Default for ReductionOptions {
    fn default() -> Self {
        ReductionOptions {
            enabled: true,
            safety: Safety::default(),
            show: false,
            show_over_pragmas: false,
        }
    }
}

/// What becomes of unsafe reductions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Safety {
    /// They are applied.
    Off,
    /// They are warned of; cycles are errors.
    #[default]
    Safe,
    /// They are errors.
    Strict,
}

impl Safety {
    /// The word in settings.
    pub fn name(self) -> &'static str {
        match self {
            Safety::Off => "off",
            Safety::Safe => "safe",
            Safety::Strict => "strict",
        }
    }
}
