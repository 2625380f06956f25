//! The text of a kernel for several positions a thread, and of the loops over positions.
//!
//! *Invariant:* every position of the launch is one of a whole tile, or stands by itself.

use crate::base::IndentWriter;
use crate::opt::gpu::register_tile::RegisterTile;

/// The axes of the grid for each rank, outermost dimension first; with four dimensions the outer two share `z`.
pub(super) const AXES: [&[&str]; 4] =
    [&["x"], &["y", "x"], &["z", "y", "x"], &["z", "z", "y", "x"]];

/// The texts of one position, or of a tile of them.
pub(super) struct Texts {
    pub(super) position: String,
    pub(super) tile: Option<TileText>,
    /// The condition under which a position is in the interior, and its text there; not where there are rows, whose other form is rare.
    pub(super) interior: Option<(String, String)>,
}

/// The text of a tile.
pub(super) struct TileText {
    /// Where the positions of a thread lie.
    pub(super) of_thread: RegisterTile,
    /// The axis of the grid along which columns lie.
    pub(super) axis: &'static str,
    /// The name of the distance of columns.
    pub(super) step: Option<String>,
    /// The condition of the form, if there is one.
    pub(super) condition: Option<String>,
    pub(super) text: String,
}

impl TileText {
    /// Whether there are several positions along a dimension side by side, and whether there are columns.
    pub(super) fn along(&self, axis: usize) -> (bool, bool) {
        let tile = &self.of_thread;
        let is_adjacent = axis == tile.dimension && tile.adjacent > 1;
        (is_adjacent, axis == tile.across && tile.columns > 1)
    }

    /// The loop over the first positions of tiles along a dimension.
    pub(super) fn loop_header(&self, axis: usize, grid: &str) -> String {
        let RegisterTile {
            adjacent, columns, ..
        } = self.of_thread;
        match self.along(axis) {
            (true, _) => format!(
                "for (long long first = {adjacent} * Q_FIRST({grid}); first < launch.extents[{axis}]; first += {adjacent} * Q_STRIDE({grid})) {{"
            ),
            (false, true) => format!(
                "for (long long column = Q_COLUMN({grid}, {columns}); column < launch.extents[{axis}]; column += {columns}ll * Q_STRIDE({grid})) {{"
            ),
            (false, false) => position_header(axis, grid),
        }
    }

    /// A whole tile at once, and what is left of the last one, or is not in the interior, position by position.
    pub(super) fn whole_or_positions(&self, writer: &mut IndentWriter, texts: &Texts) {
        let RegisterTile {
            dimension,
            adjacent,
            across,
            columns,
            width,
        } = self.of_thread;
        let axis = self.axis;
        let (mut conditions, mut loops) = (Vec::new(), Vec::new());
        if adjacent > 1 {
            writer.line(&format!(
                "const unsigned int p{dimension} = (unsigned int)first;"
            ));
            conditions.push(format!("first + {adjacent} <= launch.extents[{dimension}]"));
            loops.push(format!(
                "for (unsigned int p{dimension} = (unsigned int)first; p{dimension} < first + {adjacent} && p{dimension} < Q_EXTENT({dimension}); ++p{dimension})"
            ));
        }
        if let Some(step) = &self.step {
            writer.line(&format!(
                "const unsigned int p{across} = (unsigned int)column;"
            ));
            let distance = match width {
                Some(width) => width.to_string(),
                None => format!("(int)blockDim.{axis}"),
            };
            writer.line(&format!("const int {step} = {distance};"));
            let others = columns - 1;
            conditions.push(format!(
                "column + {others}ll * {step} < launch.extents[{across}]"
            ));
            loops.push(format!(
                "for (long long place = column; place < launch.extents[{across}] && place < column + {columns}ll * {step}; place += {step})"
            ));
        }
        conditions.extend(self.condition.clone());
        writer.line(&format!("if ({}) {{", conditions.join(" && ")));
        writer.indented(|inner| inner.push(&self.text));
        writer.line(&format!("}} else {} {{", loops.join(" ")));
        writer.indented(|inner| {
            if self.step.is_some() {
                inner.line(&format!(
                    "const unsigned int p{across} = (unsigned int)place;"
                ));
            }
            one_or_interior(inner, texts);
        });
        writer.line("}");
    }
}

pub(super) fn position_header(axis: usize, grid: &str) -> String {
    format!(
        "for (unsigned int p{axis} = Q_FIRST({grid}); p{axis} < Q_EXTENT({axis}); p{axis} += Q_STRIDE({grid})) {{"
    )
}

/// The body for one position, and before it the one for the interior.
pub(super) fn one_or_interior(writer: &mut IndentWriter, texts: &Texts) {
    let Some((condition, interior)) = &texts.interior else {
        writer.push(&texts.position);
        return;
    };
    writer.line(&format!("if ({condition}) {{"));
    writer.indented(|inner| inner.push(interior));
    writer.line("} else {");
    writer.indented(|inner| inner.push(&texts.position));
    writer.line("}");
}
