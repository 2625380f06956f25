//! A kernel around its body: signature, positions, what stands before and behind them.
//!
//! *Invariant:* every thread reaches the end of the kernel, where the accumulators of a block are combined. Of threads that act together
//! those come there that are within the launch and made no error; the others have left, so that nobody waits for them.

use super::body::Body;
use super::privatisation::private_arrays;
use super::together::{PRESENT, has_exchanges};
use super::{interior, names, places, tile, totals, types};
use crate::base::{Id, IndentWriter};
use crate::mir::kernel::kernel_data;
use crate::mir::{Function, Op, Program, Ty, Value};
use crate::opt::gpu::memory::shared_arrays;
use crate::opt::gpu::register_tile::RegisterTile;
use crate::opt::gpu::totals::has_shuffles;
use std::collections::BTreeSet;

/// The text of a kernel and what it needs.
pub struct Printed {
    /// The kernel, and the one that combines its partial results if it has any.
    pub text: String,
    /// The operations on words.
    pub rows: BTreeSet<usize>,
}

/// What a kernel is called, the threads that its blocks have at most, if the program says it, and how it computes.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The name.
    pub symbol: &'a str,
    /// The threads.
    pub threads: Option<i64>,
    /// Whether sums are contracted with products.
    pub contracts: bool,
}

/// The text of one kernel; with the marks of `places`.
pub fn text(program: &Program, function: &Function, head: Head<'_>) -> Printed {
    let of_thread = tile::of(function);
    let interior =
        crate::opt::gpu::interior::of(function).filter(|_| tile::width_or_one(function) == 1);
    let inside = interior
        .as_ref()
        .map_or(function, |interior| &interior.function);
    let mut narrow = interior
        .as_ref()
        .map_or(BTreeSet::new(), |interior| interior.narrow.clone());
    let tiled = of_thread.map(|of_thread| tile::tiled(inside, of_thread, &mut narrow));
    let mut kernel = Kernel {
        function,
        head,
        body: Body::new(program, function, head.contracts),
        tile: tiled
            .as_ref()
            .zip(of_thread)
            .map(|(tiled, of_thread)| Tile {
                of_thread,
                function: tiled,
                narrow: narrow.clone(),
                body: Body::new(program, tiled, head.contracts),
            }),
        interior: interior.as_ref().map(|found| Interior {
            found,
            body: Body::new(program, &found.function, head.contracts),
        }),
    };
    kernel.body.privatise(&private_arrays(function));
    if let Some(tile) = &kernel.tile {
        let [one, several] = [&kernel.body, &tile.body].map(Body::arrays);
        assert_eq!(one, several, "both forms have the names of one signature");
    }
    let mut writer = IndentWriter::new();
    kernel.header(program, &mut writer);
    writer.indented(|inner| kernel.inside(inner));
    writer.line("}");
    if !kernel_data(function).accumulators.is_empty() {
        totals::of_blocks(function, head.symbol, &mut writer);
    }
    let tile = kernel.tile.as_ref().map(|tile| tile.body.packs.rows());
    let mut rows = kernel.body.packs.rows();
    rows.extend(tile.into_iter().flatten());
    let text = writer.finish();
    Printed { text, rows }
}

struct Kernel<'a> {
    function: &'a Function,
    head: Head<'a>,
    body: Body<'a>,
    tile: Option<Tile<'a>>,
    interior: Option<Interior<'a>>,
}

/// The kernel for positions in the interior.
struct Interior<'a> {
    found: &'a interior::Interior,
    body: Body<'a>,
}

/// The texts of one position, or of a tile of them.
struct Texts {
    position: String,
    /// Where the positions of a thread lie, the condition of their form, if there is one, and its text.
    tile: Option<(RegisterTile, Option<String>, String)>,
    /// The condition under which a position is in the interior, and its text there. A tile has it in its place.
    interior: Option<(String, String)>,
}

/// The kernel for several positions side by side.
struct Tile<'a> {
    of_thread: RegisterTile,
    narrow: BTreeSet<Value>,
    function: &'a Function,
    body: Body<'a>,
}

/// The axes of the grid for each rank, outermost dimension first; with four dimensions the outer two share `z`.
const AXES: [&[&str]; 4] = [&["x"], &["y", "x"], &["z", "y", "x"], &["z", "z", "y", "x"]];

impl Kernel<'_> {
    fn header(&mut self, program: &Program, writer: &mut IndentWriter) {
        let place = &program.locations[self.function.loc];
        writer.line(&places::added(self.function.loc));
        writer.line(&format!(
            "// {}, {}:{}",
            self.function.name, place.file, place.line
        ));
        let mut parameters = vec!["const qc_launch launch".to_string()];
        let mut sources = vec!["launch".to_string()];
        let shared = shared_arrays(self.function);
        for &param in &self.function.params {
            if shared.contains(&param) {
                continue;
            }
            let name = self.body.param_name(param);
            sources.push(wanted_name(self.function, param));
            let ty = match self.function.locals[param].ty {
                Ty::Array(_) => "qc_array",
                ty => types::register(ty),
            };
            parameters.push(format!("const {ty} {name}"));
            if let Some(second) = self.body.seconds.get(&param) {
                parameters.push(format!("const unsigned long long {second}"));
            }
        }
        let Head {
            symbol, threads, ..
        } = self.head;
        let bound = threads.map(|threads| format!("__launch_bounds__({threads}) "));
        writer.line(&format!(
            "extern \"C\" {}__global__ void {symbol}({})",
            bound.unwrap_or_default(),
            parameters.join(", ")
        ));
        writer.line("{");
        let names = format!("parameters {}", sources.join(", "));
        writer.line(&places::naming(&names, ""));
    }

    fn inside(&mut self, writer: &mut IndentWriter) {
        for (name, element, data) in self.body.arrays() {
            writer.line(&format!(
                "{element}* const {data} = ({element}*){name}.data;"
            ));
        }
        totals::starts(self.function, &self.body, writer);
        let body = position_body(self.function, &mut self.body);
        let texts = self.texts(body);
        if kernel_data(self.function).group.is_some() {
            self.one_position(writer, &texts.position);
            writer.line(&places::added(self.function.loc));
            totals::partials(self.function, &mut self.body, writer);
            self.done(writer);
        } else {
            self.body.start_copies(writer);
            self.positions(0, writer, &texts);
            writer.line(&places::added(self.function.loc));
            self.done(writer);
            self.body.end_copies(writer);
            totals::partials(self.function, &mut self.body, writer);
        }
    }

    /// The forms of the body beside the one for one position.
    fn texts(&mut self, position: String) -> Texts {
        let found = self.interior.as_ref().map(|interior| interior.found);
        let tile = self.tile.as_mut().map(|tile| {
            tile.body.narrow_loops(&tile.narrow);
            tile.body.repeat_loops();
            let text = position_body(tile.function, &mut tile.body);
            self.body.uses_done |= tile.body.uses_done;
            let condition = found.map(|found| {
                let tile_guards = found.guards_of_tile(tile.of_thread);
                interior::condition(found, &tile_guards, &tile.body)
            });
            (tile.of_thread, condition, text)
        });
        let interior = self.interior.as_mut().filter(|_| tile.is_none());
        let interior = interior.map(|interior| {
            interior.body.narrow_loops(&interior.found.narrow);
            let text = position_body(&interior.found.function, &mut interior.body);
            self.body.uses_done |= interior.body.uses_done;
            let guards = &interior.found.guards;
            (
                interior::condition(interior.found, guards, &interior.body),
                text,
            )
        });
        // A label has one place in a function.
        let jumps = |text: &str| text.replace("goto done;", "").contains("goto ");
        Texts {
            position,
            tile: tile.filter(|(_, _, text)| !jumps(text)),
            interior: interior.filter(|(_, text)| !jumps(text)),
        }
    }

    fn done(&self, writer: &mut IndentWriter) {
        if self.body.uses_done {
            writer.line("done:;");
        }
    }

    /// The loops over positions around the body. Grids cover all extents that devices take, so that a thread has one position as a rule:
    /// copies of the body for several would cost a division and registers. What accumulates has few threads, and gains by copies.
    fn positions(&self, axis: usize, writer: &mut IndentWriter, texts: &Texts) {
        let data = kernel_data(self.function);
        let axes = AXES[data.position.len() - 1];
        if axis == axes.len() {
            one_or_interior(writer, texts);
            return;
        }
        if data.accumulators.is_empty() && private_arrays(self.function).is_empty() {
            writer.line("_Pragma(\"unroll 1\")");
        }
        let grid = axes[axis];
        if axes.len() == 4 && axis == 0 {
            writer.line("const long long rows = (long long)launch.extents[0] * launch.extents[1];");
            writer.line("for (long long row = Q_FIRST(z); row < rows; row += Q_STRIDE(z)) {");
            writer.indented(|inner| {
                inner.line(
                    "const unsigned int p0 = row / launch.extents[1], p1 = row % launch.extents[1];",
                );
                self.positions(2, inner, texts);
            });
        } else if let Some((RegisterTile { dimension, count }, ..)) = texts.tile
            && dimension == axis
        {
            writer.line(&format!(
                "for (long long first = {count} * Q_FIRST({grid}); first < launch.extents[{axis}]; first += {count} * Q_STRIDE({grid})) {{"
            ));
            writer.indented(|inner| self.positions(axis + 1, inner, texts));
        } else {
            writer.line(&format!(
                "for (unsigned int p{axis} = Q_FIRST({grid}); p{axis} < Q_EXTENT({axis}); p{axis} += Q_STRIDE({grid})) {{"
            ));
            writer.indented(|inner| self.positions(axis + 1, inner, texts));
        }
        writer.line("}");
    }

    /// Threads that act together have one position each: the launch has as many threads, and those beyond the extents leave.
    fn one_position(&self, writer: &mut IndentWriter, body: &str) {
        let axes = AXES[kernel_data(self.function).position.len() - 1];
        for (axis, grid) in axes.iter().enumerate() {
            writer.line(&format!("const unsigned int p{axis} = Q_FIRST({grid});"));
        }
        let tests: Vec<String> = (0..axes.len())
            .map(|axis| format!("p{axis} < Q_EXTENT({axis})"))
            .collect();
        let is_inside = tests.join(" && ");
        if has_exchanges(self.function) || has_shuffles(self.function) {
            writer.line(&format!(
                "const unsigned int {PRESENT} = __ballot_sync(__activemask(), {is_inside});"
            ));
        }
        writer.line(&format!("if (!({is_inside})) return;"));
        writer.line("{");
        writer.indented(|inner| inner.push(body));
        writer.line("}");
    }
}

/// The body for one position, and before it the one for the interior or for a tile.
fn one_or_interior(writer: &mut IndentWriter, texts: &Texts) {
    if let Some((tile, condition, text)) = &texts.tile {
        tile_or_positions(writer, *tile, (condition.as_deref(), text), &texts.position);
        return;
    }
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

/// A whole tile at once, and what is left of the last one, or is not in the interior, position by position.
fn tile_or_positions(
    writer: &mut IndentWriter,
    tile: RegisterTile,
    (condition, text): (Option<&str>, &str),
    body: &str,
) {
    let (axis, count) = (tile.dimension, tile.count);
    let more = condition.map_or(String::new(), |condition| format!(" && {condition}"));
    writer.line(&format!(
        "const unsigned int p{axis} = (unsigned int)first;"
    ));
    writer.line(&format!(
        "if (first + {count} <= launch.extents[{axis}]{more}) {{"
    ));
    writer.indented(|inner| inner.push(text));
    writer.line(&format!(
        "}} else for (unsigned int p{axis} = (unsigned int)first; p{axis} < first + {count} && p{axis} < Q_EXTENT({axis}); ++p{axis}) {{"
    ));
    writer.indented(|inner| inner.push(body));
    writer.line("}");
}

/// The body of a kernel for one position.
fn position_body(function: &Function, body: &mut Body<'_>) -> String {
    let mut writer = IndentWriter::new();
    let position = kernel_data(function).position.clone();
    for (axis, &value) in position.iter().enumerate() {
        let name = body.define(value, &format!("i{axis}"));
        writer.line(&format!("const int {name} = q_position(p{axis});"));
    }
    if !shared_arrays(function).is_empty() {
        writer.line("unsigned int q_shared_bytes = 0;");
    }
    locals(function, body, &mut writer);
    let statements = body.statements();
    if body.uses_next {
        // A jump over definitions must leave their block.
        writer.line("{");
        writer.indented(|inner| inner.push(&statements));
        writer.line("}");
        writer.line("next:;");
    } else {
        writer.push(&statements);
    }
    writer.finish()
}

/// Variables start every position anew.
fn locals(function: &Function, body: &Body<'_>, writer: &mut IndentWriter) {
    let accumulators: BTreeSet<_> = kernel_data(function)
        .accumulators
        .iter()
        .map(|one| one.local)
        .collect();
    let mut assigned = BTreeSet::new();
    function.body.for_each_stmt(&mut |stmt| {
        if let Op::Set(local, _) = stmt.op {
            assigned.insert(local);
        }
    });
    for local in function.locals.ids() {
        let data = &function.locals[local];
        let is_param = function.params.contains(&local);
        if data.ty.is_handle()
            || accumulators.contains(&local)
            || (is_param && !assigned.contains(&local))
        {
            continue;
        }
        let start = if is_param {
            body.param_name(local)
        } else {
            "0".to_string()
        };
        if is_param || body.is_used(local) {
            writer.line(&format!(
                "{} {} = {start};",
                types::register(data.ty),
                body.local_name(local)
            ));
        }
    }
}

/// A local's name, or a number where it has none.
pub fn wanted_name(function: &Function, local: crate::mir::Local) -> String {
    match &function.locals[local].name {
        Some(name) => names::legal(name),
        None => format!("l{}", local.index()),
    }
}
