//! The dependence test: do two different iterations of a loop use one element of an array, one of them writing it?
//!
//! For the loop under test, loops around it are in one and the same iteration, loops inside it run freely in both iterations. One
//! dimension in which the two indices cannot be equal settles a pair of accesses. Indices wrap at 32 bits, so equality is decided
//! modulo 2³². What no dimension settles, the bounds of loops that depend on each other may (`triangles`).
//!
//! *Technique:* dependence testing by subscript, with the GCD test (Allen and Kennedy, "Optimizing Compilers for Modern Architectures",
//! 2001, chapter 3; Goff, Kennedy and Tseng, "Practical Dependence Testing", PLDI 1991).
//!
//! *Invariant:* no obstacle means that the iterations may run in any order or at once.

use super::affine::{AffineForm, Atom, Root};
use super::apart::is_apart;
use super::counted::MAXIMUM_EXTENT;
use super::def_use::DefUse;
use super::nest::ranges::is_inside;
use super::nest::{Nest, NestAccess, Role, iterations};
use super::pairs::{self, Distances};
use super::triangles::Meeting;
use super::updates::Update;
use super::verdict::{Obstacle, ObstacleKind};
use crate::mir::{AccessMode, AccumulatorOp};
use std::collections::BTreeSet;

/// The number of values of an index.
const WRAP: i64 = 1 << 32;

/// Which changes of elements are made atomic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// None.
    Plain,
    /// Those whose order does not matter.
    Exact,
    /// Those and those whose order only matters for the rounding of floats.
    Rounded,
}

impl Changes {
    /// The class of operations to which an atomic change belongs; none if it is not made atomic.
    pub fn class(self, update: &Update) -> Option<AccumulatorOp> {
        match self {
            Changes::Plain => None,
            Changes::Exact => update.order_free,
            Changes::Rounded => update.order_free.or(update.rounded),
        }
    }
}

/// Two arrays, with their names, that must be different ones.
pub type Different = ((Root, String), (Root, String));

/// Whether the iterations of a loop of the nest are independent of each other. They are if the returned arrays are different ones,
/// which the program cannot tell before it runs.
///
/// # Errors
/// The first pair of accesses that may clash.
///
/// Two changes of one class that are made atomic may change the same element. Those that only round otherwise may where nothing but
/// running tells which element that is: where loops tell, another order of the loops is better.
pub fn test_loop(
    def_use: &DefUse,
    nest: &Nest,
    position: usize,
    changes: Changes,
) -> Result<BTreeSet<Different>, Obstacle> {
    let iterations = Iterations::of(nest, position);
    let mut different = BTreeSet::new();
    let accesses = nest.distinct_accesses().collect();
    for (first, second) in open_pairs(def_use, iterations, accesses) {
        if are_atomic(nest, changes, first, second) {
            continue;
        }
        different.extend(test_pair(def_use, iterations, first, second)?);
    }
    Ok(different)
}

/// Whether both accesses belong to atomic changes of one class.
fn are_atomic(nest: &Nest, changes: Changes, first: &NestAccess, second: &NestAccess) -> bool {
    let (Some(left), Some(right)) = (&first.update, &second.update) else {
        return false;
    };
    if left.order_free.is_some() && left.order_free == right.order_free {
        return changes != Changes::Plain;
    }
    let class = changes.class(left);
    let scattered = || !are_told_by_loops(nest, first, second);
    class.is_some() && class == changes.class(right) && scattered()
}

/// Whether nothing but the indices of loops tells which elements two accesses reach.
fn are_told_by_loops(nest: &Nest, first: &NestAccess, second: &NestAccess) -> bool {
    let known = |atom: Atom| matches!(atom, Atom::Index(_)) || nest.depth(atom) == 0;
    let mut forms = first.index.iter().chain(&second.index);
    forms.all(|form| form.atoms().all(known))
}

/// The pairs of accesses that may clash between iterations of a loop.
pub fn clashes<'n>(
    def_use: &DefUse,
    nest: &'n Nest,
    position: usize,
    changes: Changes,
) -> Vec<(&'n NestAccess, &'n NestAccess)> {
    let iterations = Iterations::of(nest, position);
    let accesses = nest.distinct_accesses().collect();
    let pairs = open_pairs(def_use, iterations, accesses);
    let clash = |&(first, second): &(&NestAccess, &NestAccess)| {
        !are_atomic(nest, changes, first, second)
            && test_pair(def_use, iterations, first, second).is_err()
    };
    pairs.filter(clash).collect()
}

/// Whether one of two accesses writes what the other reads in later iterations only, by indices that differ by known numbers.
pub fn flows(nest: &Nest, first: &NestAccess, second: &NestAccess) -> bool {
    let (write, read) = match (first.role, second.role) {
        (Role::Write, Role::Read) => (first, second),
        (Role::Read, Role::Write) => (second, first),
        _ => return false,
    };
    let distances: Option<Vec<(usize, i64)>> = write
        .index
        .iter()
        .zip(&read.index)
        .map(|(write, read)| distance(nest, write, read))
        .collect();
    let Some(mut distances) = distances else {
        return false;
    };
    distances.sort_unstable_by_key(|(depth, _)| *depth);
    let first = distances.iter().find(|(_, distance)| *distance != 0);
    first.is_some_and(|(_, distance)| *distance > 0)
}

/// How many steps of a loop an index is behind another, and the depth of that loop.
fn distance(nest: &Nest, ahead: &AffineForm, behind: &AffineForm) -> Option<(usize, i64)> {
    let difference = ahead.minus(behind).as_constant()?;
    let indices = ahead.atoms().filter_map(|atom| match atom {
        Atom::Index(position) => Some(position),
        Atom::Local(_)
        | Atom::Global(_)
        | Atom::Value(_)
        | Atom::Dim(..)
        | Atom::Numel(_)
        | Atom::Join(_) => None,
    });
    let Some(position) = indices.min_by_key(|position| nest.loops[*position].depth) else {
        return Some((usize::MAX, difference));
    };
    let (factor, _) = ahead.coefficient_and_rest(Atom::Index(position))?;
    let step = nest.loops[position].step.as_constant()?;
    let direction = factor.as_constant()?.signum() * step.signum();
    Some((nest.loops[position].depth, difference * direction))
}

/// Whether iterations of a loop that differ in its index are independent, also when loops around it from `level` on, a number of
/// loops, are in different iterations. Accesses outside of the loop that stands at that level do not count.
///
/// # Errors
/// The first pair of accesses that may clash.
pub fn test_varying(
    def_use: &DefUse,
    nest: &Nest,
    position: usize,
    level: usize,
) -> Result<BTreeSet<Different>, Obstacle> {
    let around = nest.path(position)[level - 1];
    let inside = |access: &&NestAccess| nest.path(access.in_loop).contains(&around);
    let accesses = nest.distinct_accesses().filter(inside).collect();
    let iterations = Iterations {
        nest,
        position,
        level,
    };
    let mut different = BTreeSet::new();
    for (first, second) in open_pairs(def_use, iterations, accesses) {
        different.extend(test_pair(def_use, iterations, first, second)?);
    }
    Ok(different)
}

/// The values of which one is the index of the only iteration of a loop that clashes with others: in every pair of iterations that
/// may clash, one has that index. All are the same in the whole loop.
pub fn lone_iterations(def_use: &DefUse, nest: &Nest, position: usize) -> Vec<AffineForm> {
    let iterations = Iterations::of(nest, position);
    let mut common: Option<Vec<AffineForm>> = None;
    let accesses = nest.distinct_accesses().collect();
    for (first, second) in open_pairs(def_use, iterations, accesses) {
        if test_pair(def_use, iterations, first, second).is_ok() {
            continue;
        }
        let found = iterations.pair(first, second).pinned();
        common = Some(match common {
            Some(known) => known
                .into_iter()
                .filter(|one| found.contains(one))
                .collect(),
            None => found,
        });
        if common.as_ref().is_some_and(Vec::is_empty) {
            return Vec::new();
        }
    }
    common.unwrap_or_default()
}

/// The pairs of accesses that no test of a single dimension keeps apart, as far as classes of accesses tell that.
fn open_pairs<'n>(
    def_use: &DefUse,
    iterations: Iterations<'n>,
    accesses: Vec<&'n NestAccess>,
) -> impl Iterator<Item = (&'n NestAccess, &'n NestAccess)> {
    let is_settled = move |dimension, first: &NestAccess, second: &NestAccess| {
        let pair = iterations.pair(first, second);
        !may_clash(def_use, first, second)
            || (pair.dimensions().contains(&dimension) && pair.never_equal(dimension))
    };
    pairs::open(accesses, is_settled, iterations)
}

impl Distances for Iterations<'_> {
    type Common = Equation;

    fn common(&self, accesses: [&NestAccess; 2], indices: [&AffineForm; 2]) -> Option<Equation> {
        if accesses.iter().any(|access| !access.mode.is_exact()) {
            return None;
        }
        Equation::new(&self.pair(accesses[0], accesses[1]), indices[0], indices[1])
    }

    fn are_apart(&self, common: &Equation, accesses: [&NestAccess; 2], distance: i64) -> bool {
        let offset = common.offset.checked_add(distance);
        offset.is_some_and(|offset| {
            common.has_no_solution(&self.pair(accesses[0], accesses[1]), offset)
        })
    }
}

/// Whether two accesses may reach one element, and it matters in which order.
fn may_clash(def_use: &DefUse, first: &NestAccess, second: &NestAccess) -> bool {
    let harmless = match (first.role, second.role) {
        (Role::Read, Role::Read) => true,
        (Role::Update(left), Role::Update(right)) => left == right,
        _ => false,
    };
    !harmless && first.kind == second.kind && may_alias(def_use, first, second)
}

fn test_pair(
    def_use: &DefUse,
    iterations: Iterations,
    first: &NestAccess,
    second: &NestAccess,
) -> Result<Option<Different>, Obstacle> {
    if !may_clash(def_use, first, second) {
        return Ok(None);
    }
    let pair = iterations.pair(first, second);
    let dimensions = pair.dimensions();
    if dimensions
        .iter()
        .any(|&dimension| pair.never_equal(dimension))
        || pair.is_apart_by_bounds(&dimensions)
    {
        return Ok(None);
    }
    question(def_use, first, second).map_err(|SameArray| pair.obstacle(&dimensions))
}

/// That two accesses are to one array, whatever a program asks.
#[derive(Debug)]
pub struct SameArray;

/// What a program has to ask for two accesses to be to different arrays: nothing where that is known, or whether these are.
///
/// # Errors
/// They are to one array, or it is not known to which.
pub fn question(
    def_use: &DefUse,
    first: &NestAccess,
    second: &NestAccess,
) -> Result<Option<Different>, SameArray> {
    if !may_alias(def_use, first, second) {
        return Ok(None);
    }
    match (first.root, second.root) {
        // Arrays that can be compared in front of the loop are values that are visible there.
        (Some(left), Some(right)) if def_use.aliases.are_apart(left, right) => Ok(None),
        (Some(left), Some(right)) if left != right => {
            let (left, right) = ((left, first.name.clone()), (right, second.name.clone()));
            Ok(Some(if left <= right {
                (left, right)
            } else {
                (right, left)
            }))
        }
        _ => Err(SameArray),
    }
}

fn may_alias(def_use: &DefUse, first: &NestAccess, second: &NestAccess) -> bool {
    match (first.root, second.root) {
        (Some(left), Some(right)) => left == right || def_use.aliases.may_alias(left, right),
        _ => true,
    }
}

/// Two iterations of a loop.
#[derive(Clone, Copy)]
struct Iterations<'n> {
    nest: &'n Nest,
    /// The loop.
    position: usize,
    /// The number of loops from which on everything varies; all that fewer loops determine is the same in both iterations.
    level: usize,
}

impl<'n> Iterations<'n> {
    /// Those of one and the same iteration of the loops around.
    fn of(nest: &'n Nest, position: usize) -> Self {
        Iterations {
            nest,
            position,
            level: nest.loops[position].depth,
        }
    }

    fn pair<'a>(self, first: &'a NestAccess, second: &'a NestAccess) -> Pair<'a>
    where
        'n: 'a,
    {
        let Iterations {
            nest,
            position,
            level,
        } = self;
        Pair {
            nest,
            position,
            level,
            first,
            second,
        }
    }
}

/// Two accesses that may reach one array, at least one of them writing.
struct Pair<'a> {
    nest: &'a Nest,
    position: usize,
    level: usize,
    first: &'a NestAccess,
    second: &'a NestAccess,
}

impl Pair<'_> {
    /// The dimensions in which the indices can be compared.
    fn dimensions(&self) -> Vec<usize> {
        let (left, right) = (self.first.index.len(), self.second.index.len());
        if (left == 1) != (right == 1) {
            // A row-major position against an index per dimension.
            return Vec::new();
        }
        (0..left.max(right)).collect()
    }

    /// The loop's index and what depends on deeper loops vary; everything else is the same in both iterations.
    fn varies(&self, form: &AffineForm) -> bool {
        self.nest.form_depth(form) >= self.level
    }

    fn never_equal(&self, dimension: usize) -> bool {
        let zero = AffineForm::default();
        let (f, g) = (
            self.first.index.get(dimension).unwrap_or(&zero),
            self.second.index.get(dimension).unwrap_or(&zero),
        );
        if !self.is_exact(self.first, dimension) || !self.is_exact(self.second, dimension) {
            return false;
        }
        let of_first = !self.varies(g) && is_apart(self.nest, self.first, f, g);
        let of_second = !self.varies(f) && is_apart(self.nest, self.second, g, f);
        of_first
            || of_second
            || match Equation::new(self, f, g) {
                Some(equation) => equation.has_no_solution(self, equation.offset),
                None => false,
            }
    }

    /// The indices of the loop that one of the two iterations must have, each because of one dimension.
    fn pinned(&self) -> Vec<AffineForm> {
        let zero = AffineForm::default();
        let mut found = Vec::new();
        for dimension in self.dimensions() {
            if !self.is_exact(self.first, dimension) || !self.is_exact(self.second, dimension) {
                continue;
            }
            let [f, g] = [self.first, self.second]
                .map(|access| access.index.get(dimension).unwrap_or(&zero));
            found.extend(self.solution(f, g));
            found.extend(self.solution(g, f));
        }
        found
    }

    /// The index of the loop for which one form, `i + c` or `c - i`, is another that no iteration changes.
    fn solution(&self, form: &AffineForm, other: &AffineForm) -> Option<AffineForm> {
        let (factor, rest) = form.coefficient_and_rest(Atom::Index(self.position))?;
        let factor = factor.as_constant().filter(|factor| factor.abs() == 1)?;
        let steady = !self.varies(&rest) && !self.varies(other);
        steady.then(|| other.minus(&rest).scaled(factor))
    }

    /// Whether loop bounds that depend on other loops keep the indices apart, in all dimensions together.
    fn is_apart_by_bounds(&self, dimensions: &[usize]) -> bool {
        let both_exact = |&dimension: &usize| {
            self.is_exact(self.first, dimension) && self.is_exact(self.second, dimension)
        };
        let meeting = Meeting {
            nest: self.nest,
            position: self.position,
            level: self.level,
            first: self.first,
            second: self.second,
            dimensions: dimensions.iter().copied().filter(both_exact).collect(),
        };
        meeting.is_impossible()
    }

    /// Whether the index names the element that is accessed: it is not mapped into the array by the access mode.
    fn is_exact(&self, access: &NestAccess, dimension: usize) -> bool {
        match access.mode {
            AccessMode::Checked | AccessMode::Unchecked | AccessMode::Safe => true,
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => {
                is_inside(self.nest, access, dimension)
            }
        }
    }

    fn obstacle(&self, dimensions: &[usize]) -> Obstacle {
        let told = !dimensions.is_empty() && are_told_by_loops(self.nest, self.first, self.second);
        let rounded = |access: &NestAccess| access.update.is_some_and(|one| one.rounded.is_some());
        let kind = match told {
            _ if rounded(self.first) && rounded(self.second) => ObstacleKind::RoundedChange,
            true => ObstacleKind::ElementConflict,
            false => ObstacleKind::UnknownElement,
        };
        let mut places = vec![self.first.loc, self.second.loc];
        places.dedup();
        Obstacle {
            kind,
            name: self.first.name.clone(),
            what: String::new(),
            places,
        }
    }
}

/// `c·(i − i′) = D` for two iterations i ≠ i′, where D is a constant plus terms of inner loops.
struct Equation {
    /// The difference of indices between neighbouring iterations: coefficient times step.
    stride: i64,
    /// The coefficients with which i and i′ occur, when they differ; nothing but divisibility can be said then.
    unequal: Option<(i64, i64)>,
    /// The constant part of D.
    offset: i64,
    /// Terms of inner loops: coefficient times step, and the number of iterations less one, if known.
    inner: Vec<(i64, Option<i64>)>,
    /// Iterations of the loop less one, if known.
    span: Option<i64>,
}

impl Equation {
    /// Sets up `f(i) = g(i′)`; nothing when symbolic parts do not cancel or an index depends on more than loops.
    fn new(pair: &Pair, f: &AffineForm, g: &AffineForm) -> Option<Equation> {
        let nest = pair.nest;
        let this = &nest.loops[pair.position];
        let atom = Atom::Index(pair.position);
        let ((c, p), (d, q)) = (f.coefficient_and_rest(atom)?, g.coefficient_and_rest(atom)?);
        let (c, d) = (c.as_constant()?, d.as_constant()?);
        // Without a known step, any two different indices of 32 bits may meet.
        let (step, widest) = match this.step.as_constant() {
            Some(step) => (step, None),
            None => (1, Some(WRAP - 1)),
        };
        let start = this.start.as_constant();
        let mut equation = Equation {
            stride: c.checked_mul(step)?,
            unequal: (c != d).then_some((c, d)),
            offset: 0,
            inner: Vec::new(),
            span: iterations(&this.start, &this.stop, &this.step)
                .and_then(|count| i64::try_from(count).ok())
                .map(|count| count - 1)
                .or(widest),
        };
        if let Some((c, d)) = equation.unequal {
            // i = start + step·t: the start no longer cancels.
            equation.offset = (d - c).checked_mul(start.filter(|_| widest.is_none())?)?;
            equation.unequal = Some((c.checked_mul(step)?, d.checked_mul(step)?));
        }
        let mut steady = AffineForm::default();
        equation.separate(pair, &q, 1, &mut steady)?;
        equation.separate(pair, &p, -1, &mut steady)?;
        equation.offset = equation.offset.checked_add(steady.as_constant()?)?;
        Some(equation)
    }

    /// Adds `sign·form` to D: what is the same in both iterations to `steady`, terms of inner loops to `inner`.
    fn separate(
        &mut self,
        pair: &Pair,
        form: &AffineForm,
        sign: i64,
        steady: &mut AffineForm,
    ) -> Option<()> {
        let nest = pair.nest;
        let mut rest = form.clone();
        let atoms: BTreeSet<Atom> = form.atoms().collect();
        for atom in atoms {
            if nest.depth(atom) < pair.level {
                continue;
            }
            let Atom::Index(inner) = atom else {
                return None;
            };
            let (coefficient, others) = rest.coefficient_and_rest(atom)?;
            let one = &nest.loops[inner];
            let (coefficient, step) = (coefficient.as_constant()?, one.step.as_constant()?);
            let iterations = iterations(&one.start, &one.stop, &one.step);
            let span = iterations
                .and_then(|count| i64::try_from(count).ok())
                .map(|count| (count - 1).max(0));
            if pair.varies(&one.start) {
                return None;
            }
            rest = others.plus(&one.start.scaled(coefficient));
            self.inner
                .push(((sign * coefficient).checked_mul(step)?, span));
        }
        *steady = steady.plus(&rest.scaled(sign));
        Some(())
    }

    /// Whether no two iterations solve it with that constant part of D.
    fn has_no_solution(&self, pair: &Pair, offset: i64) -> bool {
        self.is_indivisible(offset)
            || (self.unequal.is_none() && self.is_out_of_reach(pair, offset))
    }

    /// The GCD test. Modulo 2³², so it holds with wrapping too.
    fn is_indivisible(&self, offset: i64) -> bool {
        let strides = match self.unequal {
            Some((c, d)) => gcd(c, d),
            None => self.stride,
        };
        let divisor = self
            .inner
            .iter()
            .fold(gcd(strides, WRAP), |so_far, (a, _)| gcd(so_far, *a));
        offset % divisor != 0
    }

    /// Banerjee's test: no multiple of the stride but zero lies in the range of D.
    fn is_out_of_reach(&self, pair: &Pair, offset: i64) -> bool {
        let Some((low, high)) = self.range(offset) else {
            return false;
        };
        let stride = self.stride.abs();
        if stride == 0 || self.span == Some(0) {
            return self.span == Some(0);
        }
        let (first, last) = (
            low.div_euclid(stride) + i64::from(low.rem_euclid(stride) != 0),
            high.div_euclid(stride),
        );
        let span = self.span.unwrap_or(MAXIMUM_EXTENT - 1);
        let reachable = first.max(-span)..=last.min(span);
        let only_zero = reachable.is_empty() || (*reachable.start() == 0 && *reachable.end() == 0);
        only_zero && (self.cannot_wrap(low, high, span) || wrapping_raises(pair))
    }

    /// Whether the two indices cannot differ by 2³² or more.
    fn cannot_wrap(&self, low: i64, high: i64, span: i64) -> bool {
        let distance = i128::from(self.stride.abs()) * i128::from(span)
            + i128::from(low.abs().max(high.abs()));
        distance < i128::from(WRAP)
    }

    /// The least and the greatest value of D.
    fn range(&self, offset: i64) -> Option<(i64, i64)> {
        // Small terms only, so that sums and products stay far from 64 bits.
        let fits = |value: i64| value.abs() < 1 << 40;
        let (mut low, mut high) = (offset, offset);
        for &(coefficient, span) in &self.inner {
            let reach = coefficient.checked_mul(span?)?;
            low += reach.min(0);
            high += reach.max(0);
            if !fits(reach) || !fits(low) || !fits(high) {
                return None;
            }
        }
        fits(offset).then_some((low, high))
    }
}

/// Whether indices can only wrap in a loop that raises an error anyway: a checked write that every iteration makes passes all the
/// indices outside of the array on its way to 2³².
fn wrapping_raises(pair: &Pair) -> bool {
    let (nest, level) = (pair.nest, pair.nest.loops[pair.position].depth);
    let sweeps = |access: &NestAccess| {
        let regular = |&at: &usize| {
            let one = &nest.loops[at];
            let steady = |form: &AffineForm| nest.form_depth(form) < level;
            !one.irregular
                && (one.depth <= level
                    || (steady(&one.start) && steady(&one.stop) && steady(&one.step)))
        };
        access.role == Role::Write
            && access.mode == AccessMode::Checked
            && !access.conditional
            && nest.path(access.in_loop).iter().all(regular)
    };
    sweeps(pair.first) && sweeps(pair.second)
        || (pair.first.index == pair.second.index && (sweeps(pair.first) || sweeps(pair.second)))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
