//! Pairs of accesses that have to be looked at one by one: hundreds of elements of one array have a hundred thousand pairs, of which nearly all
//! are kept apart by one and the same dimension.
//!
//! Accesses that differ in other dimensions alone are a class of that dimension: what keeps two of them apart by it keeps all pairs of their
//! classes apart. Those whose indices differ in constants alone have a shape: pairs of two shapes have one equation, of the distance.
//!
//! *Invariant:* a pair is left out only where the test settles it; the others come in the order of the accesses.

use super::affine::AffineForm;
use super::nest::NestAccess;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The pairs of accesses, each access with itself among them, but for those that `is_settled` by a dimension, the earlier access first. Its answer
/// follows from what [`key`] has of the two; where they are of different classes, equal indices in all dimensions may make a no to a yes.
///
/// `distances` are what keeps others apart one by one.
pub fn open<D: Distances>(
    accesses: Vec<&NestAccess>,
    is_settled: impl Fn(usize, &NestAccess, &NestAccess) -> bool,
    distances: D,
) -> impl Iterator<Item = (&NestAccess, &NestAccess)> {
    let mut classes = Classes::of(&accesses);
    let mut shapes = (accesses.len() > FEW).then(|| Shapes::of(&accesses, distances));
    (0..accesses.len()).flat_map(move |at| {
        let behind = match &mut classes {
            Some(classes) => classes.open_behind(at, &accesses, &is_settled),
            None => (at..accesses.len()).collect(),
        };
        let mut pairs = Vec::new();
        for other in behind {
            let shapes = shapes.as_mut();
            if !shapes.is_some_and(|shapes| shapes.are_apart(at, other, &accesses)) {
                pairs.push((accesses[at], accesses[other]));
            }
        }
        pairs
    })
}

/// Accesses at most whose pairs are looked at without asking what they have in common.
const FEW: usize = 32;

/// What tells of all pairs of accesses whose indices differ in constants alone whether they meet.
pub trait Distances {
    /// What is the same for them all.
    type Common;

    /// Of two accesses along a dimension, where `indices` are theirs there without the constants; none where it tells nothing.
    fn common(&self, accesses: [&NestAccess; 2], indices: [&AffineForm; 2])
    -> Option<Self::Common>;

    /// Whether two of them never meet, the second one's constant being greater by so much.
    fn are_apart(&self, common: &Self::Common, accesses: [&NestAccess; 2], distance: i64) -> bool;
}

/// The accesses along each dimension by all but the constant.
struct Shapes<D: Distances> {
    distances: D,
    /// Of each access and dimension: which shape, and the constant.
    of: Vec<Vec<(usize, i64)>>,
    /// The index without the constant, of each shape.
    indices: Vec<AffineForm>,
    common: FxHashMap<(usize, usize), Option<D::Common>>,
}

impl<D: Distances> Shapes<D> {
    fn of(accesses: &[&NestAccess], distances: D) -> Shapes<D> {
        let mut known = FxHashMap::default();
        let mut indices = Vec::new();
        let mut of = Vec::new();
        for access in accesses {
            let mut shapes = Vec::new();
            for (dimension, index) in access.index.iter().enumerate() {
                let constant = index.constant_term();
                let rest = index.minus(&AffineForm::constant(constant));
                let key = (dimension, rest.clone(), family(access));
                let shape = *known.entry(key).or_insert(indices.len());
                if shape == indices.len() {
                    indices.push(rest);
                }
                shapes.push((shape, constant));
            }
            of.push(shapes);
        }
        Shapes {
            distances,
            of,
            indices,
            common: FxHashMap::default(),
        }
    }

    fn are_apart(&mut self, at: usize, other: usize, accesses: &[&NestAccess]) -> bool {
        let (left, right) = (&self.of[at], &self.of[other]);
        if left.len() != right.len() {
            return false;
        }
        let pair = [accesses[at], accesses[other]];
        left.iter().zip(right).any(|(&(f, c), &(g, d))| {
            let common = self.common.entry((f, g)).or_insert_with(|| {
                let indices = [&self.indices[f], &self.indices[g]];
                self.distances.common(pair, indices)
            });
            let Some(common) = common else {
                return false;
            };
            self.distances.are_apart(common, pair, d.saturating_sub(c))
        })
    }
}

/// What a test knows of an access besides its indices.
fn family(access: &NestAccess) -> impl Eq + Hash + use<'_> {
    let array = (access.root, access.kind, access.mode, access.role);
    (array, access.in_loop, access.conditional, &access.unequal)
}

/// All that a test of one dimension knows of an access.
fn key(access: &NestAccess, dimension: usize) -> impl Eq + Hash {
    let index = (access.index.len(), access.index.get(dimension));
    (family(access), index, access.extents.get(dimension))
}

/// The classes of the dimension that has the fewest.
struct Classes {
    dimension: usize,
    /// The class of each access.
    of: Vec<usize>,
    /// The accesses of each class, in their order.
    members: Vec<Vec<usize>>,
    /// What is settled of the pairs of two classes, the class of the earlier access first.
    settled: FxHashMap<(usize, usize), bool>,
}

impl Classes {
    /// None where each access would be a class.
    fn of(accesses: &[&NestAccess]) -> Option<Classes> {
        let dimensions = accesses.iter().map(|access| access.index.len()).max()?;
        let all = (0..dimensions).map(|dimension| Classes::along(dimension, accesses));
        let fewest = all.min_by_key(|classes| classes.members.len())?;
        (fewest.members.len() < accesses.len()).then_some(fewest)
    }

    fn along(dimension: usize, accesses: &[&NestAccess]) -> Classes {
        let mut known = FxHashMap::default();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut of = Vec::new();
        for (at, access) in accesses.iter().enumerate() {
            let class = *known.entry(key(access, dimension)).or_insert(members.len());
            if class == members.len() {
                members.push(Vec::new());
            }
            members[class].push(at);
            of.push(class);
        }
        Classes {
            dimension,
            of,
            members,
            settled: FxHashMap::default(),
        }
    }

    /// The accesses from one on whose pairs with it are open, in order.
    fn open_behind(
        &mut self,
        at: usize,
        accesses: &[&NestAccess],
        is_settled: impl Fn(usize, &NestAccess, &NestAccess) -> bool,
    ) -> Vec<usize> {
        let mut found = Vec::new();
        for other in 0..self.members.len() {
            if !self.is_settled((self.of[at], other), accesses, &is_settled) {
                let members = &self.members[other];
                let from = members.partition_point(|member| *member < at);
                found.extend(&members[from..]);
            }
        }
        found.sort_unstable();
        found
    }

    fn is_settled(
        &mut self,
        classes: (usize, usize),
        accesses: &[&NestAccess],
        is_settled: impl Fn(usize, &NestAccess, &NestAccess) -> bool,
    ) -> bool {
        if let Some(known) = self.settled.get(&classes) {
            return *known;
        }
        let [left, right] = [classes.0, classes.1].map(|class| &self.members[class]);
        // Two whose indices are not all equal: of others the answer could be yes for them alone.
        let first = accesses[left[0]];
        let typical =
            |member: &&usize| classes.0 == classes.1 || accesses[**member].index != first.index;
        let second = right.iter().find(typical);
        let settled =
            second.is_some_and(|second| is_settled(self.dimension, first, accesses[*second]));
        self.settled.insert(classes, settled);
        settled
    }
}
