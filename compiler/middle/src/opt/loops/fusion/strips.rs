//! Filters of several passes: which launches may run together in strips of rows.
//!
//! A pass that reads neighbours of what the pass before wrote cannot be one kernel with it. But a strip of rows can go through all passes
//! before the next strip begins, so that what lies between the passes is as small as a strip with the rows around it. Each pass has
//! *stages*' rows: positions along the first axis are rows of the arrays between the passes, the *temporaries*.
//!
//! A strip is the positions `r .. r+s` of the last pass. Of a temporary the rows `max(0, r+low) ..= min(n-1, r+s-1+high)` are computed,
//! where `n` are all its rows, and the interval from `low` to `high` has the rows that the passes behind it read, seen from the strip: where
//! they begin elsewhere it is all above or below it. These rows are an array of their own. So a row outside of the temporary is outside of this
//! array at the same side, and `'clamped` and `'safe` find in it what they found in the whole. `'mirror` leads to rows that are as near to
//! the rim as the row outside is: the interval has them too. `'circular` does not, and a failed check would tell other numbers; so accesses
//! of these kinds must stay inside. What must hold of the sizes is known when compiling, or a condition that the program tests.
//!
//! *Technique:* overlapped tiling of stages (Mullapudi, Vasista and Bondhugula, "PolyMage: Automatic Optimization for Image Processing
//! Pipelines", ASPLOS 2015), along the rows.
//!
//! *Invariant:* every element that a pass reads in its strip is the one that it would have read in the whole array.

use std::collections::BTreeMap;

use super::footprint::{Deed, Touch};
use super::host::{Division, Host, divide};
use super::legal::{Different, Side};
use super::pair::is_written;
use super::reason::Reason;
use super::registers::asks_size;
use crate::machine::processor::CACHED_BYTES;
use crate::mir::{
    Access, AccessMode, Block, ElemKind, Fill, FuncKind, Function, Launch, Loc, Op, Program, Stmt,
    Ty, Value,
};
use crate::resolve::fusion::{Request, Strategy};

/// Rows that are computed around a strip at most.
const FARTHEST_ROW: i64 = 256;
/// More than two passes run in strips only while the first one computes no more rows than these around a strip: shorter strips would compute
/// too much twice, longer ones leave the caches.
const MOST_MORE: i64 = 16;

/// Launches that follow each other in a block.
pub struct Window<'h> {
    /// The function.
    pub host: &'h Host<'h, 'h>,
    /// The program.
    pub program: &'h Program,
    /// The block.
    pub block: &'h Block,
    /// Where the launches stand, at least two.
    pub launches: &'h [usize],
    /// The attribute that all obey, or why they have none in common.
    pub request: Result<Option<Request>, Reason>,
}

/// An array between passes.
#[derive(Clone, Debug)]
pub struct Temporary {
    /// The array.
    pub array: Value,
    /// What the pass that writes it calls it.
    pub name: String,
    /// The statement that makes it, by its place in the block.
    pub at: usize,
    /// Where that stands in the source.
    pub made: Loc,
    /// Its extents; the first one is its rows.
    pub dims: Vec<Value>,
    /// The kind of its elements.
    pub kind: ElemKind,
    /// What it starts as.
    pub fill: Fill,
    /// The number of the pass that writes it.
    pub stage: usize,
    /// The number of the last pass that reads it.
    pub last_reader: usize,
}

/// A pass.
#[derive(Clone, Copy)]
pub struct Stage<'h> {
    /// The launch.
    pub side: Side<'h>,
    /// Where it stands in the block.
    pub at: usize,
    /// Where it stands in the source.
    pub loc: Loc,
    /// The row that its first position writes in its temporaries.
    pub shift: i64,
    /// The rows of its temporaries; none for the last pass.
    pub rows: Option<Value>,
    /// The first and the last row of its temporaries that it computes, seen from the first and the last of a strip.
    pub around: Around,
}

/// Rows seen from the first and the last of a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Around {
    /// The first one, seen from the first.
    pub low: i64,
    /// The last one, seen from the last.
    pub high: i64,
}

impl Around {
    /// Those of the strip itself.
    const STRIP: Around = Around { low: 0, high: 0 };
    /// None yet.
    const NONE: Around = Around {
        low: i64::MAX,
        high: i64::MIN,
    };

    /// How many rows more than the strip has.
    pub fn more(self) -> i64 {
        self.high - self.low
    }

    /// What lies at these distances from them.
    fn reached(self, (low, high): (i64, i64)) -> Around {
        Around {
            low: self.low + low,
            high: self.high + high,
        }
    }

    /// Both, and what lies between.
    fn with(self, other: Around) -> Around {
        Around {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

/// An extent and a number must not be greater than a number of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// The extent.
    pub extent: Value,
    /// What is added to it.
    pub more: i64,
    /// The rows.
    pub rows: Value,
}

/// How launches run in strips.
pub struct Plan<'h> {
    /// The passes.
    pub stages: Vec<Stage<'h>>,
    /// The arrays between them, in the order of the passes that write them.
    pub temporaries: Vec<Temporary>,
    /// Their numbers by the values that name them in the launches.
    pub named: BTreeMap<Value, usize>,
    /// What stands between them.
    pub division: Division,
    /// Arrays that must be different.
    pub different: Different,
    /// What must hold of the sizes.
    pub conditions: Vec<Condition>,
    /// Whether the program asks for it.
    pub wanted: bool,
}

impl Plan<'_> {
    /// How many rows more than a strip has a pass computes at most.
    pub fn more(&self) -> i64 {
        let stages = self.stages.iter().map(|stage| stage.around.more());
        stages.max().unwrap_or(0)
    }

    /// The temporary that a value is.
    pub fn temporary(&self, host: &Host, array: Value) -> Option<usize> {
        let mut arrays = self.temporaries.iter();
        arrays.position(|one| host.same_array(one.array, array))
    }
}

impl<'h> Window<'h> {
    /// How the launches run in strips.
    ///
    /// # Errors
    /// Why they do not.
    pub fn plan(&self) -> Result<Plan<'h>, Reason> {
        let request = self.request.clone()?;
        if request.map(|request| request.strategy) == Some(Strategy::MinSyncGrid) {
            return Err(Reason::FewLaunches);
        }
        let stages = self.stages(request.is_some())?;
        let division = self.division()?;
        let mut plan = Plan {
            stages,
            temporaries: Vec::new(),
            named: BTreeMap::new(),
            division,
            different: Vec::new(),
            conditions: Vec::new(),
            wanted: request.is_some(),
        };
        let last = plan.stages.last_mut().expect("some passes");
        last.around = Around::STRIP;
        self.find_temporaries(&mut plan)?;
        // Of many passes, all pairs are compared only when the rows are not too many.
        let is_chain = plan.stages.len() > 2;
        if is_chain {
            self.settle_all_rows(&mut plan)?;
        }
        self.keep_others_apart(&mut plan)?;
        if !is_chain {
            self.settle_all_rows(&mut plan)?;
        }
        match plan.wanted || !self.is_small(&plan) {
            true => Ok(plan),
            false => Err(Reason::SmallArrays),
        }
    }

    fn settle_all_rows(&self, plan: &mut Plan<'h>) -> Result<(), Reason> {
        self.settle_rows(plan)?;
        self.settle_rows_around(plan)?;
        match plan.wanted || plan.stages.len() == 2 || plan.more() <= MOST_MORE {
            true => Ok(()),
            false => Err(Reason::FarRows(
                plan.temporaries[0].name.clone(),
                plan.more(),
            )),
        }
    }

    fn launch(&self, at: usize) -> &'h Launch {
        match &self.block.stmts[at].op {
            Op::Launch(launch) => launch,
            _ => panic!("launches run in strips"),
        }
    }

    fn stages(&self, asked: bool) -> Result<Vec<Stage<'h>>, Reason> {
        let stage = |&at: &usize| {
            let launch = self.launch(at);
            let footprint = self.host.footprints[&launch.kernel].as_ref();
            let kernel = &self.program.functions[launch.kernel];
            let side = Side {
                launch,
                kernel,
                footprint: footprint.map_err(Clone::clone)?,
            };
            match () {
                () if launch.serial => Err(Reason::Serial),
                () if !asked && is_written(kernel) => Err(Reason::NoAttribute),
                () if !self.block.stmts[at].results.is_empty() => Err(Reason::TotalOfStrips),
                () => Ok(Stage {
                    side,
                    at,
                    loc: self.block.stmts[at].loc,
                    shift: 0,
                    rows: None,
                    around: Around::NONE,
                }),
            }
        };
        self.launches.iter().map(stage).collect()
    }

    fn division(&self) -> Result<Division, Reason> {
        let stmts = &self.block.stmts;
        let reason = |at: usize| Reason::Between(stmts[at].loc);
        let division = divide(self.host, stmts, self.launches).map_err(reason)?;
        let between = division.before.iter().chain(&division.after);
        for &at in between {
            let mut launches = false;
            stmts[at].for_each_stmt(&mut |stmt| launches |= matches!(stmt.op, Op::Launch(_)));
            if launches {
                return Err(reason(at));
            }
        }
        Ok(division)
    }

    /// What one pass writes and a later one reads.
    fn find_temporaries(&self, plan: &mut Plan<'h>) -> Result<(), Reason> {
        for number in 0..plan.stages.len() - 1 {
            let before = plan.temporaries.len();
            let side = plan.stages[number].side;
            for (parameter, array) in side.arrays() {
                let later = &plan.stages[number + 1..];
                let is_read = later.iter().any(|stage| {
                    let mut arrays = stage.side.arrays();
                    arrays.any(|(_, other)| self.host.same_array(array, other))
                });
                let known = plan.temporary(self.host, array).is_some();
                if side.footprint.writes(parameter) && is_read && !known {
                    let found = self.temporary(plan, number, parameter, array)?;
                    plan.temporaries.push(found);
                }
            }
            if plan.temporaries.len() == before {
                return Err(Reason::NoGain);
            }
        }
        let arrays = plan.stages.iter().flat_map(|stage| stage.side.arrays());
        let named =
            arrays.filter_map(|(_, array)| Some((array, plan.temporary(self.host, array)?)));
        plan.named = named.collect();
        Ok(())
    }

    fn temporary(
        &self,
        plan: &Plan<'h>,
        stage: usize,
        parameter: usize,
        array: Value,
    ) -> Result<Temporary, Reason> {
        let name = plan.stages[stage].side.name(parameter);
        let stmts = &self.block.stmts;
        let mut places = (0..self.launches[0]).chain(plan.division.before.iter().copied());
        let at = places.find(|&at| stmts[at].results.first() == Some(&array));
        let Some((at, Op::NewArray { dims, fill })) = at.map(|at| (at, &stmts[at].op)) else {
            return Err(Reason::NotMadeHere(name));
        };
        if dims.len() < 2 {
            return Err(Reason::NoRows(name));
        }
        if let Some(loc) = self.other_use(array, dims.len()) {
            return Err(Reason::UsedElsewhere(name, loc));
        }
        let Ty::Array(kind) = self.host.def_use.function.values[array].ty else {
            panic!("`{name}` is an array");
        };
        Ok(Temporary {
            array,
            name,
            at,
            made: stmts[at].loc,
            dims: dims.clone(),
            kind,
            fill: *fill,
            stage,
            last_reader: self.last_reader(plan, array),
        })
    }

    fn last_reader(&self, plan: &Plan<'h>, array: Value) -> usize {
        let uses = |stage: &Stage| {
            let mut arrays = stage.side.arrays();
            arrays.any(|(_, other)| self.host.same_array(array, other))
        };
        plan.stages.iter().rposition(uses).unwrap_or(0)
    }

    /// Where an array is used beside the launches and questions about its size.
    fn other_use(&self, array: Value, dims: usize) -> Option<Loc> {
        let ours = |stmt: &Stmt| {
            let mut launches = self.launches.iter();
            launches.any(|&at| std::ptr::eq(stmt, &self.block.stmts[at]))
        };
        let mut found = None;
        self.host.def_use.function.body.for_each_stmt(&mut |stmt| {
            let mut uses = false;
            stmt.op.for_each_operand(|&value| uses |= value == array);
            if uses && !ours(stmt) && asks_size(&stmt.op, dims) != Some(array) {
                found = found.or(Some(stmt.loc));
            }
        });
        found
    }

    /// Other arrays must not bring what one pass writes to another one, or to itself: rows around strips are computed twice.
    fn keep_others_apart(&self, plan: &mut Plan<'h>) -> Result<(), Reason> {
        let count = plan.stages.len();
        for (number, stage) in plan.stages.iter().enumerate() {
            for (parameter, array) in stage.side.arrays() {
                for touch in stage.side.touches(parameter) {
                    if touch.deed == Deed::Change {
                        let name = stage.side.name(parameter);
                        return Err(Reason::ChangesTwice(name, touch.loc));
                    }
                }
                let known = plan.temporary(self.host, array);
                if known.is_some_and(|at| plan.temporaries[at].stage != number)
                    && stage.side.footprint.writes(parameter)
                {
                    return Err(Reason::UsedByBoth(stage.side.name(parameter)));
                }
            }
        }
        let mut different = Vec::new();
        for first in 0..count {
            for second in first..count {
                // The last pass computes every row once.
                if first == second && second == count - 1 {
                    continue;
                }
                self.apart(plan, first, second, &mut different)?;
            }
        }
        plan.different = different;
        Ok(())
    }

    fn apart(
        &self,
        plan: &Plan<'h>,
        first: usize,
        second: usize,
        different: &mut Different,
    ) -> Result<(), Reason> {
        let (one, other) = (plan.stages[first].side, plan.stages[second].side);
        for (a, left) in one.arrays() {
            for (b, right) in other.arrays() {
                let (wrote, writes) = (one.footprint.writes(a), other.footprint.writes(b));
                let clash = match first == second {
                    // Writing the same twice does no harm.
                    true => wrote && other.footprint.reads(b),
                    false => wrote || writes,
                };
                if !clash
                    || plan.temporary(self.host, left).is_some()
                        && self.host.same_array(left, right)
                {
                    continue;
                }
                if self.host.same_array(left, right) {
                    return Err(Reason::UsedByBoth(one.name(a)));
                }
                if self.host.may_be_one(left, right) {
                    let pair = ((left, one.full_name(a)), (right, other.full_name(b)));
                    let known =
                        |((x, _), (y, _)): &((Value, _), (Value, _))| *x == left && *y == right;
                    if !different.iter().any(known) {
                        different.push(pair);
                    }
                }
            }
        }
        Ok(())
    }

    /// Which rows the passes write.
    fn settle_rows(&self, plan: &mut Plan<'h>) -> Result<(), Reason> {
        for number in 0..plan.temporaries.len() {
            let temporary = &plan.temporaries[number];
            let (stage, rows) = (temporary.stage, temporary.dims[0]);
            let side = plan.stages[stage].side;
            for touch in touches(self.host, side, temporary.array) {
                let reason = || Reason::RowsUnknown(temporary.name.clone(), touch.loc);
                let distance = row_distances(touch).ok_or_else(reason)?;
                let shift = distance.0;
                let known = plan.stages[stage].rows;
                let fits = known.is_none_or(|known| {
                    plan.stages[stage].shift == shift && self.host.same_number(known, rows)
                });
                if distance.0 != distance.1 || shift < 0 || !fits {
                    return Err(reason());
                }
                plan.stages[stage].shift = shift;
                plan.stages[stage].rows = Some(rows);
            }
            let extent = side.launch.extents[0];
            let shift = plan.stages[stage].shift;
            self.require(plan, extent, shift, rows)?;
        }
        Ok(())
    }

    /// Demands that an extent and a number are not more than the rows.
    fn require(
        &self,
        plan: &mut Plan<'h>,
        extent: Value,
        more: i64,
        rows: Value,
    ) -> Result<(), Reason> {
        let condition = Condition { extent, more, rows };
        match self.host.difference(extent, rows) {
            Some(difference) if difference + more <= 0 => {}
            Some(_) => return Err(Reason::RowsDiffer),
            None if plan.conditions.contains(&condition) => {}
            None => plan.conditions.push(condition),
        }
        Ok(())
    }

    /// Which rows each pass computes, from the last one on.
    fn settle_rows_around(&self, plan: &mut Plan<'h>) -> Result<(), Reason> {
        for reader in (1..plan.stages.len()).rev() {
            for number in 0..plan.temporaries.len() {
                let temporary = plan.temporaries[number].clone();
                if temporary.stage < reader {
                    self.read_by(plan, &temporary, reader)?;
                }
            }
            self.complete(plan, reader - 1)?;
        }
        self.asks_no_count(plan)
    }

    /// Adds the rows of a temporary that a pass reads.
    fn read_by(
        &self,
        plan: &mut Plan<'h>,
        temporary: &Temporary,
        reader: usize,
    ) -> Result<(), Reason> {
        let Stage {
            side,
            shift,
            around,
            ..
        } = plan.stages[reader];
        let positions = around.reached((-shift, -shift));
        for touch in touches(self.host, side, temporary.array) {
            let unknown = || Reason::RowsUnknown(temporary.name.clone(), touch.loc);
            let (low, high) = row_distances(touch).ok_or_else(unknown)?;
            let mut rows = positions.reached((low, high));
            if touch.mode == AccessMode::Mirror {
                // The first position is 0 at least, the last one of a strip one of the rows.
                rows = rows.with(Around {
                    low: -rows.high,
                    high: -low,
                });
                let last = self.last_extent(plan);
                self.require(plan, last, 0, temporary.dims[0])?;
            }
            let stage = &mut plan.stages[temporary.stage];
            stage.around = stage.around.with(rows);
            if stage.around.more() > FARTHEST_ROW {
                let more = stage.around.more();
                return Err(Reason::FarRows(temporary.name.clone(), more));
            }
            if must_stay_inside(touch.mode) {
                if low < 0 {
                    return Err(Reason::AroundTheEnds(temporary.name.clone(), touch.loc));
                }
                self.require(plan, side.launch.extents[0], high, temporary.dims[0])?;
            }
        }
        Ok(())
    }

    /// Adds what a pass needs for itself: the rows of each strip are some, and a pass that writes other arrays too, or may fail, runs at
    /// all of its positions.
    fn complete(&self, plan: &mut Plan<'h>, number: usize) -> Result<(), Reason> {
        let last = self.last_extent(plan);
        let Stage {
            side,
            shift,
            mut around,
            rows,
            ..
        } = plan.stages[number];
        let extent = side.launch.extents[0];
        if around == Around::NONE {
            around = Around::STRIP;
        }
        around.high = around.high.max(0);
        if self.does_more(plan, number) {
            around.low = around.low.min(shift);
            if let Some(difference) = self.host.difference(extent, last) {
                around.high = around.high.max(difference + shift);
            }
            self.require(plan, extent, shift - around.high, last)?;
        }
        // The first row of each strip is one of the temporary.
        let rows = rows.expect("a pass writes rows");
        let spare = match self.host.difference(rows, last) {
            Some(spare) => spare,
            None if self.is_read_inside(plan, number) => around.low,
            None => 0,
        };
        around.low = around.low.min(spare.max(0));
        plan.stages[number].around = around;
        self.require(plan, last, around.low.max(0), rows)
    }

    /// Whether all rows that are read of what a pass writes are there.
    fn is_read_inside(&self, plan: &Plan<'h>, number: usize) -> bool {
        let mine = plan.temporaries.iter().filter(|one| one.stage == number);
        let mut touched = mine.flat_map(|temporary| {
            let later = plan.stages[number + 1..].iter();
            later.flat_map(|stage| touches(self.host, stage.side, temporary.array))
        });
        touched.all(|touch| touch.mode == AccessMode::Unchecked || must_stay_inside(touch.mode))
    }

    fn last_extent(&self, plan: &Plan<'h>) -> Value {
        let last = plan.stages.last().expect("some passes");
        last.side.launch.extents[0]
    }

    /// Whether a pass does more than to write temporaries.
    fn does_more(&self, plan: &Plan<'h>, number: usize) -> bool {
        let side = plan.stages[number].side;
        let writes_others = side.arrays().any(|(parameter, array)| {
            side.footprint.writes(parameter) && plan.temporary(self.host, array).is_none()
        });
        let mut raises = false;
        side.kernel
            .body
            .for_each_stmt(&mut |stmt| raises |= stmt.op.raises());
        writes_others || raises
    }

    /// The number of elements of a temporary is not known in a strip.
    fn asks_no_count(&self, plan: &Plan<'h>) -> Result<(), Reason> {
        for stage in &plan.stages {
            let named = &stage.side.footprint.named;
            let mut result = Ok(());
            stage.side.kernel.body.for_each_stmt(&mut |stmt| {
                if let Op::Numel(array) = stmt.op
                    && let Some(&parameter) = named.get(&array)
                    && plan
                        .temporary(self.host, stage.side.launch.args[parameter])
                        .is_some()
                {
                    result = Err(Reason::RowsUnknown(stage.side.name(parameter), stmt.loc));
                }
            });
            result?;
        }
        Ok(())
    }

    /// Whether all temporaries are known to be small.
    fn is_small(&self, plan: &Plan<'h>) -> bool {
        let bytes = |one: &Temporary| {
            let dims = one.dims.iter();
            let dims = dims.map(|&dim| self.host.constant(dim).map(i64::from));
            let count = dims.collect::<Option<Vec<_>>>()?;
            let count = count.into_iter().fold(1, i64::saturating_mul);
            Some(count.saturating_mul(one.kind.size() as i64))
        };
        let all: Option<Vec<i64>> = plan.temporaries.iter().map(bytes).collect();
        all.is_some_and(|all| all.into_iter().fold(0, i64::saturating_add) < CACHED_BYTES)
    }

    /// What the pass of each temporary writes of it.
    pub fn written(&self, plan: &Plan<'h>) -> Vec<Written> {
        let temporaries = plan.temporaries.iter();
        temporaries.map(|one| self.written_of(plan, one)).collect()
    }

    fn written_of(&self, plan: &Plan<'h>, temporary: &Temporary) -> Written {
        let stage = &plan.stages[temporary.stage];
        let side = stage.side;
        let touches: Vec<&Touch> = touches(self.host, side, temporary.array).collect();
        if touches.iter().any(|touch| touch.deed != Deed::Write) {
            return Written::Unknown;
        }
        let is_mine = |access: &Access| {
            let parameter = side.footprint.named.get(&access.array);
            parameter.is_some_and(|&at| {
                let array = side.launch.args[at];
                self.host.same_array(array, temporary.array)
            })
        };
        let position = position(side.kernel);
        let (mut stores, mut stores_own) = (false, false);
        certain(&side.kernel.body, &mut |op| {
            if let Op::Store(access, _) = op
                && is_mine(access)
            {
                stores = true;
                stores_own |= access.index == position;
            }
        });
        let extents = &side.launch.extents;
        let same = |at: usize| self.host.same_number(extents[at], temporary.dims[at]);
        let covers = extents.len() == temporary.dims.len() && (0..extents.len()).all(same);
        if covers && stage.shift == 0 && stores_own {
            return Written::Whole;
        }
        // The only store there is, and every position comes to it.
        match (&touches[..], &extents[..], &temporary.dims[..]) {
            ([touch], &[_, _], &[_, _]) if stores => {
                let distance = |at: usize| touch.index.get(at).copied().flatten()?.distance(at);
                match (touch.index.len(), distance(0), distance(1)) {
                    (2, Some(row), Some(column)) if row == stage.shift => Written::Columns(column),
                    _ => Written::Unknown,
                }
            }
            _ => Written::Unknown,
        }
    }
}

/// What a pass writes of a temporary, none of whose elements it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Every element in the rows that it computes.
    Whole,
    /// Of a matrix, in each row that it has positions for as many elements as these have columns, from this one on.
    Columns(i64),
    /// That is not known.
    Unknown,
}

/// What a pass does with an array.
fn touches<'a>(
    host: &Host,
    side: Side<'a>,
    array: Value,
) -> impl Iterator<Item = &'a Touch> + use<'a> {
    let mine = side
        .arrays()
        .filter(|(_, arg)| host.same_array(*arg, array));
    let numbers: Vec<usize> = mine.map(|(parameter, _)| parameter).collect();
    let touches = move |parameter| side.touches(parameter);
    numbers.into_iter().flat_map(touches)
}

/// The rows of an access of rows and columns, seen from the position.
pub fn row_distances(touch: &Touch) -> Option<(i64, i64)> {
    let rows = (*touch.index.first()?)?;
    rows.distances(0).filter(|_| touch.index.len() > 1)
}

/// Whether an access finds something else in a strip when it is outside of the whole array.
pub fn must_stay_inside(mode: AccessMode) -> bool {
    match mode {
        AccessMode::Checked | AccessMode::Circular => true,
        AccessMode::Safe | AccessMode::Mirror | AccessMode::Clamped | AccessMode::Unchecked => {
            false
        }
    }
}

/// The position of a kernel.
pub fn position(kernel: &Function) -> &[Value] {
    match &kernel.kind {
        FuncKind::Kernel(data) => &data.position,
        FuncKind::Host => panic!("{} is launched", kernel.name),
    }
}

/// Shows the operations that every position comes to; tells whether it comes to the end of the block.
fn certain<'b>(block: &'b Block, see: &mut impl FnMut(&'b Op)) -> bool {
    for stmt in &block.stmts {
        if let Op::Scope { body, .. } = &stmt.op {
            if !certain(body, see) {
                return false;
            }
            continue;
        }
        see(&stmt.op);
        let mut leaves = false;
        stmt.for_each_stmt(&mut |inner| {
            leaves |= matches!(inner.op, Op::Break(_) | Op::Continue(_) | Op::Return(_));
        });
        if leaves {
            return false;
        }
    }
    true
}
