//! A kernel around its body: signature, positions, what stands before and behind them.
//!
//! *Invariant:* every thread reaches the end of the kernel, where the accumulators of a block are combined. Of threads that act together
//! those come there that are within the launch and made no error; the others have left, so that nobody waits for them.

use super::body::Body;
use super::names::wanted_name;
use super::privatisation::private_arrays;
use super::tile_text::{AXES, Texts, TileText, one_or_interior, position_header};
use super::together::{PRESENT, has_exchanges};
use super::{interior, places, tile, totals, types};
use crate::base::IndentWriter;
use crate::mir::kernel::kernel_data;
use crate::mir::{Function, Local, Op, Program, Ty};
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
    let narrow = interior
        .as_ref()
        .map_or(BTreeSet::new(), |interior| interior.narrow.clone());
    let tiled = of_thread.map(|of_thread| tile::tiled(inside, of_thread, &narrow));
    let mut kernel = Kernel {
        function,
        head,
        body: Body::new(program, function, head.contracts),
        tile: tiled
            .as_ref()
            .zip(of_thread)
            .map(|(tiled, of_thread)| Tile {
                of_thread,
                tiled,
                body: Body::new(program, &tiled.function, head.contracts),
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

/// The kernel for several positions a thread.
struct Tile<'a> {
    of_thread: RegisterTile,
    tiled: &'a tile::Tiled,
    body: Body<'a>,
}

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
        let body = position_body(self.function, None, &mut self.body);
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
        let axes = AXES[kernel_data(self.function).position.len() - 1];
        let tile = self.tile.as_mut().map(|tile| {
            tile.body.narrow_loops(&tile.tiled.loops);
            tile.body.repeat_loops();
            let text = position_body(&tile.tiled.function, tile.tiled.step, &mut tile.body);
            self.body.uses_done |= tile.body.uses_done;
            let mut text = TileText {
                of_thread: tile.of_thread,
                axis: axes[tile.of_thread.across],
                step: tile.tiled.step.map(|step| tile.body.local_name(step)),
                condition: None,
                text,
            };
            text.condition = found.map(|found| interior::condition(found, Some(&text), &tile.body));
            text
        });
        let is_alone = tile
            .as_ref()
            .is_none_or(|tile| tile.of_thread.adjacent == 1);
        let interior = self.interior.as_mut().filter(|_| is_alone);
        let interior = interior.map(|interior| {
            interior.body.narrow_loops(&interior.found.narrow);
            let text = position_body(&interior.found.function, None, &mut interior.body);
            self.body.uses_done |= interior.body.uses_done;
            (
                interior::condition(interior.found, None, &interior.body),
                text,
            )
        });
        // A label has one place in a function.
        let jumps = |text: &str| text.replace("goto done;", "").contains("goto ");
        Texts {
            position,
            tile: tile.filter(|tile| !jumps(&tile.text)),
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
            match &texts.tile {
                Some(tile) => tile.whole_or_positions(writer, texts),
                None => one_or_interior(writer, texts),
            }
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
        } else {
            let header = match &texts.tile {
                Some(tile) => tile.loop_header(axis, grid),
                None => position_header(axis, grid),
            };
            writer.line(&header);
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

/// The body of a kernel for one position, or for a tile; `given` is a variable that stands before it.
fn position_body(function: &Function, given: Option<Local>, body: &mut Body<'_>) -> String {
    let mut writer = IndentWriter::new();
    let position = kernel_data(function).position.clone();
    for (axis, &value) in position.iter().enumerate() {
        let name = body.define(value, &format!("i{axis}"));
        writer.line(&format!("const int {name} = q_position(p{axis});"));
    }
    if !shared_arrays(function).is_empty() {
        writer.line("unsigned int q_shared_bytes = 0;");
    }
    locals(function, given, body, &mut writer);
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
fn locals(function: &Function, given: Option<Local>, body: &Body<'_>, writer: &mut IndentWriter) {
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
            || given == Some(local)
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
