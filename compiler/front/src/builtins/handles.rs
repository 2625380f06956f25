//! Members of figures and forms that are functions of the library.
//!
//! *Invariant:* names only: what a member does stands with its function.

use super::Builtin;

/// Methods of figures, which are ints: they count where the program defines no method of that name.
pub const FIGURE_METHODS: &[(&str, Builtin)] = &[
    ("connect", Builtin::Connect),
    ("rasterize", Builtin::Rasterize),
    ("addPoint", Builtin::AddPoint),
];

/// Methods of displays of forms: the functions of figures, which show in the display then.
pub const DISPLAY_METHODS: &[(&str, Builtin)] = &[
    ("imshow", Builtin::Imshow),
    ("plot", Builtin::Plot),
    ("scatter", Builtin::Scatter),
    ("subplot", Builtin::Subplot),
];

/// Classes of `stdlib/form.q` whose members are functions of that module; the first field of each is its number.
pub const HANDLES: &[&str] = &[
    "qform",
    "qslider",
    "qcheckbox",
    "qbutton",
    "qheading",
    "qdisplay",
    "qevent",
    "qpointevent",
];
