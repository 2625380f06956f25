//! Objects for kernels: all objects that a launch can reach get numbers, and columns of their parts become arrays of the launch.
//!
//! The walk goes from the launch's pointers along the entries that the kernel follows, object by object in a list, so that neither rings
//! nor long chains need a stack. Objects that several others refer to are there once, and so are arrays that several objects share.
//!
//! *Invariant:* the numbers depend on the objects and the order of the pointers alone, never on addresses. The columns keep every object
//! alive until they go.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem::ManuallyDrop;

use quasar_abi::{ElemKind, GraphColumn, GraphHolds, GraphPlan, PoolContent};

use crate::array::dims::Dims;
use crate::array::hooks;
use crate::array::object::{Array, Text, release, retain};
use crate::process::error::Raised;

/// Spreads addresses, which are multiples of 16 mostly.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, number: usize) {
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Numbers by address.
type Addresses = HashMap<usize, i32, BuildHasherDefault<AddressHasher>>;

/// Views a handle; none for null and for arrays without elements, which is what null pointers are.
fn view(handle: *mut u8) -> Option<ManuallyDrop<Array>> {
    if handle.is_null() {
        return None;
    }
    // SAFETY: handles in objects are live arrays, which their owner keeps alive during the call.
    let array = unsafe { Array::borrow(handle) };
    (array.numel() > 0).then_some(array)
}

/// The handle that an object has as an entry.
fn entry(object: *mut u8, number: i32) -> *mut u8 {
    let object = view(object).expect("an object has entries");
    object.objects()[number as usize].get()
}

/// Puts a handle in the place of another one, whose owner the place was.
fn replace(place: &std::cell::Cell<*mut u8>, handle: *mut u8) {
    // SAFETY: both are null or live arrays; the place gives up the one and owns the other.
    unsafe {
        retain(handle);
        release(place.replace(handle));
    }
}

/// The elements of an array of numbers as bytes.
fn bytes(array: &Array) -> &[u8] {
    hooks::want_to_read(array.header());
    // SAFETY: the storage has so many bytes, and the host's elements are the newest now.
    unsafe { std::slice::from_raw_parts(array.header().data, array.numel() * array.kind().size()) }
}

/// Replaces elements of an array, from a byte on.
fn put_bytes(array: &Array, at: usize, bytes: &[u8]) {
    assert!(at + bytes.len() <= array.numel() * array.kind().size());
    // SAFETY: the storage has room, and nobody else looks at the elements during the call.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), array.data().add(at), bytes.len()) }
}

/// The objects of a class.
struct Class {
    numbers: Addresses,
    /// By number; the first is null.
    objects: Vec<*mut u8>,
    /// Objects up to here were looked at.
    seen: usize,
}

impl Class {
    fn number(&mut self, handle: *mut u8) -> i32 {
        let Some(object) = view(handle) else {
            return 0;
        };
        let next = self.objects.len() as i32;
        let number = *self.numbers.entry(object.as_ptr().addr()).or_insert(next);
        if number == next {
            self.objects.push(handle);
        }
        number
    }
}

/// The arrays of a content, one behind the other.
struct Pool {
    content: PoolContent,
    firsts: Addresses,
    arrays: Vec<*mut u8>,
    length: i64,
}

impl Pool {
    /// Takes an array in; true if it is new here.
    fn take(&mut self, array: &Array) -> Result<bool, Raised> {
        let first = fitting(self.length)?;
        let known = self.firsts.insert(array.as_ptr().addr(), first);
        if let Some(before) = known {
            self.firsts.insert(array.as_ptr().addr(), before);
            return Ok(false);
        }
        self.arrays.push(array.as_ptr());
        self.length += array.numel() as i64;
        Ok(true)
    }
}

/// A number of elements as indices of kernels count them.
fn fitting(count: i64) -> Result<i32, Raised> {
    let what = "the objects of the launch have more than 2147483647 elements of one kind";
    i32::try_from(count).map_err(|_| Raised::invalid("parallel_do", what))
}

struct Walk<'a> {
    plan: &'a GraphPlan,
    classes: Vec<Class>,
    pools: Vec<Pool>,
}

impl<'a> Walk<'a> {
    fn new(plan: &'a GraphPlan) -> Walk<'a> {
        let class = |_| Class {
            numbers: Addresses::default(),
            objects: vec![std::ptr::null_mut()],
            seen: 1,
        };
        let pool = |column: &GraphColumn| match column.holds {
            GraphHolds::Pool(content) => Some(Pool {
                content,
                firsts: Addresses::default(),
                arrays: Vec::new(),
                length: 0,
            }),
            GraphHolds::Numbers { .. }
            | GraphHolds::Pointer { .. }
            | GraphHolds::First(_)
            | GraphHolds::Extent { .. } => None,
        };
        Walk {
            plan,
            classes: (0..plan.classes).map(class).collect(),
            pools: plan.columns.iter().filter_map(pool).collect(),
        }
    }

    fn number(&mut self, class: i32, handle: *mut u8) -> i32 {
        self.classes[class as usize].number(handle)
    }

    /// The numbers of the elements of an array of pointers.
    fn numbers_in(&mut self, class: i32, array: &Array) -> Vec<i32> {
        let places = array.objects().iter();
        places
            .map(|place| self.number(class, place.get()))
            .collect()
    }

    /// Finds all objects that those known so far lead to.
    fn follow(&mut self) -> Result<(), Raised> {
        loop {
            let mut found = false;
            for class in 0..self.classes.len() {
                while let Some(&object) = self.classes[class].objects.get(self.classes[class].seen)
                {
                    self.classes[class].seen += 1;
                    self.look_at(class as i32, object)?;
                    found = true;
                }
            }
            if !found {
                return Ok(());
            }
        }
    }

    fn look_at(&mut self, class: i32, object: *mut u8) -> Result<(), Raised> {
        let plan = self.plan;
        for column in plan.columns.iter().filter(|column| column.class == class) {
            match column.holds {
                GraphHolds::Pointer { class } => {
                    self.number(class, entry(object, column.entry));
                }
                GraphHolds::First(content) => self.pool(content, entry(object, column.entry))?,
                GraphHolds::Numbers { .. } | GraphHolds::Extent { .. } | GraphHolds::Pool(_) => {}
            }
        }
        Ok(())
    }

    /// Takes an array into its pool, and the objects that it refers to.
    fn pool(&mut self, content: PoolContent, handle: *mut u8) -> Result<(), Raised> {
        let Some(array) = view(handle) else {
            return Ok(());
        };
        let pool = self.pools.iter_mut().find(|pool| pool.content == content);
        let is_new = pool.expect("a pool for each content").take(&array)?;
        if let (true, PoolContent::Pointers(class)) = (is_new, content) {
            self.numbers_in(class, &array);
        }
        Ok(())
    }

    /// Where the elements of an array begin in its pool.
    fn first(&self, content: PoolContent, handle: *mut u8) -> i32 {
        let pool = self.pools.iter().find(|pool| pool.content == content);
        let firsts = &pool.expect("a pool for each content").firsts;
        view(handle).map_or(0, |array| firsts[&array.as_ptr().addr()])
    }

    /// A column, when all objects have their numbers.
    fn column(&mut self, column: &GraphColumn) -> Result<Array, Raised> {
        if let GraphHolds::Pool(content) = column.holds {
            return self.pool_column(content);
        }
        let objects = self.classes[column.class as usize].objects.clone();
        let entries = objects[1..]
            .iter()
            .map(|object| entry(*object, column.entry));
        let of_entry = |walk: &mut Walk<'_>, handle| match column.holds {
            GraphHolds::Pointer { class } => walk.number(class, handle),
            GraphHolds::First(content) => walk.first(content, handle),
            GraphHolds::Extent { axis } => extent(handle, axis),
            GraphHolds::Numbers { .. } | GraphHolds::Pool(_) => unreachable!("no single number"),
        };
        match column.holds {
            GraphHolds::Numbers { kind, count } => numbers_column(kind, count, entries),
            GraphHolds::Pointer { .. }
            | GraphHolds::First(_)
            | GraphHolds::Extent { .. }
            | GraphHolds::Pool(_) => {
                let rest = entries.map(|handle| of_entry(self, handle));
                let numbers: Vec<i32> = std::iter::once(0).chain(rest).collect();
                Array::row(&numbers)
            }
        }
    }

    fn pool_column(&mut self, content: PoolContent) -> Result<Array, Raised> {
        let pool = self.pools.iter().find(|pool| pool.content == content);
        let pool = pool.expect("a pool for each content");
        let length = i64::from(fitting(pool.length)?);
        let arrays = pool.arrays.clone();
        let arrays = arrays.iter().filter_map(|array| view(*array));
        match content {
            PoolContent::Elements(kind) => {
                let column = Array::zeros(kind, Dims::row(length))?;
                let mut at = 0;
                for array in arrays {
                    put_bytes(&column, at, bytes(&array));
                    at += bytes(&array).len();
                }
                Ok(column)
            }
            PoolContent::Pointers(class) => {
                let numbers = arrays.flat_map(|array| self.numbers_in(class, &array));
                Array::row(&numbers.collect::<Vec<_>>())
            }
        }
    }
}

/// An extent of an array, along an axis or of all elements.
fn extent(handle: *mut u8, axis: i32) -> i32 {
    let Some(array) = view(handle) else {
        return 0;
    };
    match usize::try_from(axis) {
        Ok(axis) => array.header().dims[axis] as i32,
        Err(_) => array.numel() as i32,
    }
}

/// So many elements of each entry, behind those of null.
fn numbers_column(
    kind: ElemKind,
    count: i32,
    entries: impl ExactSizeIterator<Item = *mut u8>,
) -> Result<Array, Raised> {
    let length = fitting((entries.len() as i64 + 1) * i64::from(count))?;
    let column = Array::zeros(kind, Dims::row(i64::from(length)))?;
    let size = count as usize * kind.size();
    for (number, handle) in entries.enumerate() {
        let array = view(handle).filter(|array| array.numel() == count as usize);
        let array = array.expect("an entry of a known size");
        put_bytes(&column, (number + 1) * size, bytes(&array));
    }
    Ok(column)
}

/// An array that owns these arrays.
fn list(handles: &[*mut u8]) -> Result<Array, Raised> {
    let array = Array::zeros(ElemKind::Array, Dims::row(handles.len() as i64))?;
    for (place, handle) in array.objects().iter().zip(handles) {
        replace(place, *handle);
    }
    Ok(array)
}

/// The row of that name: the numbers of single pointers, those of each array of pointers, the columns; behind these, for the way back, the
/// objects of each class, the arrays of each pool, and the arrays of pointers themselves.
pub(crate) fn graph_columns(plan: &Text, roots: &Array, others: &Array) -> Result<Array, Raised> {
    let plan = GraphPlan::read(plan.as_str());
    let mut walk = Walk::new(&plan);
    let (mut single, mut many, mut kept) = (Vec::new(), Vec::new(), Vec::new());
    for (root, place) in plan.roots.iter().zip(roots.objects()) {
        if !root.many {
            single.push(walk.number(root.class, place.get()));
            continue;
        }
        many.push(match view(place.get()) {
            Some(array) => {
                Array::from_elements(array.dims(), &walk.numbers_in(root.class, &array))?
            }
            None => Array::row::<i32>(&[])?,
        });
        kept.push(place.get());
    }
    walk.follow()?;
    let is_shared = |other: &std::cell::Cell<*mut u8>| {
        let address = other.get().addr();
        walk.pools
            .iter()
            .any(|pool| pool.firsts.contains_key(&address))
    };
    if others.objects().iter().any(is_shared) {
        return list(&[]);
    }
    let mut parts = vec![Array::row(&single)?];
    parts.extend(many);
    for column in &plan.columns {
        parts.push(walk.column(column)?);
    }
    for class in &walk.classes {
        parts.push(list(&class.objects)?);
    }
    for pool in &walk.pools {
        parts.push(list(&pool.arrays)?);
    }
    parts.push(list(&kept)?);
    let handles: Vec<*mut u8> = parts.iter().map(Array::as_ptr).collect();
    list(&handles)
}

/// The parts of what [`graph_columns`] has made, where a launch has changed some.
struct Changed<'a> {
    parts: &'a Array,
    /// The first column.
    columns: usize,
    /// The objects of the first class.
    classes: usize,
    /// The arrays of the first pool.
    pools: usize,
}

impl Changed<'_> {
    fn part(&self, number: usize) -> ManuallyDrop<Array> {
        // SAFETY: all parts are live arrays, which the array of them owns.
        unsafe { Array::borrow(self.parts.objects()[number].get()) }
    }

    /// Replaces handles by those of the objects with these numbers.
    fn put(&self, class: i32, places: &[std::cell::Cell<*mut u8>], numbers: &[i32]) {
        let objects = self.part(self.classes + class as usize);
        for (place, number) in places.iter().zip(numbers) {
            replace(place, objects.objects()[*number as usize].get());
        }
    }

    /// Gives the objects what a column holds; `pool` counts the pools before it.
    fn column(&self, column: &GraphColumn, values: &Array, pool: usize) {
        let objects = self.part(self.classes + column.class as usize);
        let objects = objects.objects().iter().enumerate().skip(1);
        match column.holds {
            GraphHolds::Numbers { kind, count } => {
                let size = count as usize * kind.size();
                for (number, object) in objects {
                    let array = view(entry(object.get(), column.entry)).expect("an entry");
                    put_bytes(&array, 0, &bytes(values)[number * size..][..size]);
                }
            }
            GraphHolds::Pointer { class } => {
                for (number, object) in objects {
                    let object = view(object.get()).expect("an object");
                    let place = &object.objects()[column.entry as usize..][..1];
                    self.put(class, place, &values.elements::<i32>()[number..]);
                }
            }
            GraphHolds::Pool(content) => self.pool(content, values, pool),
            GraphHolds::First(_) | GraphHolds::Extent { .. } => {
                unreachable!("kernels change no sizes")
            }
        }
    }

    /// Gives the arrays of a pool their elements.
    fn pool(&self, content: PoolContent, values: &Array, pool: usize) {
        let mut at = 0;
        let arrays = self.part(self.pools + pool);
        for array in arrays
            .objects()
            .iter()
            .filter_map(|place| view(place.get()))
        {
            let count = array.numel();
            match content {
                PoolContent::Elements(kind) => {
                    let range = at * kind.size()..(at + count) * kind.size();
                    put_bytes(&array, 0, &bytes(values)[range]);
                }
                PoolContent::Pointers(class) => {
                    self.put(class, array.objects(), &values.elements::<i32>()[at..]);
                }
            }
            at += count;
        }
    }
}

/// The row of that name.
pub(crate) fn graph_write_back(plan: &Text, columns: &Array) {
    let plan = GraphPlan::read(plan.as_str());
    let many = plan.roots.iter().filter(|root| root.many);
    let first = 1 + many.clone().count();
    let classes = first + plan.columns.len();
    let changed = Changed {
        parts: columns,
        columns: first,
        classes,
        pools: classes + plan.classes as usize,
    };
    let mut pools = 0;
    for (number, column) in plan.columns.iter().enumerate() {
        if column.written {
            let values = changed.part(changed.columns + number);
            changed.column(column, &values, pools);
        }
        pools += usize::from(matches!(column.holds, GraphHolds::Pool(_)));
    }
    let kept = changed.part(changed.pools + pools);
    for (number, root) in many.enumerate() {
        if let (true, Some(array)) = (root.written, view(kept.objects()[number].get())) {
            let numbers = changed.part(1 + number);
            changed.put(root.class, array.objects(), numbers.elements::<i32>());
        }
    }
}
