//! The sides of arrays on GPUs: bringing elements there, noting what launches do with them, and giving memory up.
//!
//! *Invariant:* the register names the arrays that have memory on a GPU, and an array leaves it before it ends.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nvrtc_bridge::{DeviceMemory, Error, PinnedMemory};
use quasar_abi::{ArrayHeader, ElemKind, TextureDescriptor};

use super::fresh::{self, Fresh};
use super::{Memory, Place, Sides, attach, copies, host_bytes};
use crate::array::object::Array;
use crate::device::{Block, Gpu, Label, Mark, Newest, Textures, unified};
use crate::process::trace::{self, Category, Property, Row};
use crate::processor::uses::Use;

/// Arrays with memory on a GPU: address of the header and number of the GPU, with the number of the last use.
static REGISTER: Mutex<BTreeMap<(usize, usize), u64>> = Mutex::new(BTreeMap::new());
/// Counts uses.
static USES: AtomicU64 = AtomicU64::new(0);

fn register() -> MutexGuard<'static, BTreeMap<(usize, usize), u64>> {
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number by which the register knows an array.
fn key(header: &ArrayHeader) -> usize {
    (&raw const *header).expose_provenance()
}

/// The array ends, or gives up its copies.
pub(super) fn leave(header: &ArrayHeader) {
    let key = key(header);
    let mut register = register();
    let own: Vec<_> = register
        .range((key, 0)..=(key, usize::MAX))
        .map(|(place, _)| *place)
        .collect();
    for place in own {
        register.remove(&place);
    }
}

/// The keys by which memory is kept for arrays while room is made for others.
pub(crate) fn keys(uses: &[Use<'_>]) -> Vec<usize> {
    uses.iter().map(|one| key(one.header)).collect()
}

impl Sides {
    /// The place of an array on a GPU.
    fn on(&mut self, gpu: &Gpu) -> Option<&mut Place> {
        self.places.iter_mut().find(|place| place.is_on(gpu))
    }
}

impl Place {
    fn is_on(&self, gpu: &Gpu) -> bool {
        self.block()
            .is_some_and(|block| block.gpu().number() == gpu.number())
    }

    fn block(&self) -> Option<&Block> {
        match &self.memory {
            Memory::Gpu(block) => Some(block),
            Memory::Apart(_) => None,
        }
    }

    fn block_mut(&mut self) -> Option<&mut Block> {
        match &mut self.memory {
            Memory::Gpu(block) => Some(block),
            Memory::Apart(_) => None,
        }
    }
}

/// What a launch on a GPU would have to wait for.
pub(crate) fn marks(uses: &[Use<'_>], gpu: &Gpu) -> Vec<Mark> {
    let mut found = Vec::new();
    for one in uses {
        let Some(copies) = copies(one.header) else {
            continue;
        };
        if let Some(block) = copies.sides().on(gpu).and_then(|place| place.block()) {
            found.extend(block.marks(one.writes).cloned());
        }
    }
    found
}

/// Whether a launch has to wait for work on a device, because of its arrays.
pub(crate) fn is_waited_for(uses: &[Use<'_>], number: usize) -> bool {
    uses.iter().any(|one| {
        let waits = |place: &Place| {
            let block = place.block().filter(|block| block.gpu().number() == number);
            block.is_some_and(|block| block.marks(one.writes).next().is_some())
        };
        copies(one.header).is_some_and(|copies| copies.sides().places.iter().any(waits))
    })
}

/// Whether the newest elements of an array have to come home for a launch on the processor.
pub(crate) fn comes_home_for(one: &Use<'_>) -> bool {
    let wants = one.reads || (one.writes && !one.overwrites);
    wants && copies(one.header).is_some_and(|copies| !copies.sides().host_is_current)
}

/// The GPU that has all newest elements that have to come home for a launch on the processor; none if there are several, or nothing has to.
pub(crate) fn only_gpu(uses: &[Use<'_>]) -> Option<&'static Gpu> {
    let mut found: Option<&'static Gpu> = None;
    for one in uses.iter().filter(|one| comes_home_for(one)) {
        let sides = copies(one.header)?.sides();
        let mut current = sides.places.iter().filter(|place| place.is_current);
        let gpu = current.find_map(Place::block)?.gpu();
        if found.is_some_and(|other| other.number() != gpu.number()) {
            return None;
        }
        found = Some(gpu);
    }
    found
}

/// Lets the elements of an array go to pinned memory in the order of a lane; gives the way from there into the array.
///
/// # Errors
/// The device has failed.
pub(crate) fn send_home(
    one: &Use<'_>,
    gpu: &Gpu,
    lane: usize,
    to: &mut PinnedMemory,
    label: Label<'_>,
) -> Result<(*const u8, *mut u8, usize), Error> {
    let mut sides = copies(one.header).expect("it is elsewhere").sides();
    let block = sides.on(gpu).and_then(|place| place.block());
    let bytes = host_bytes(one.header);
    block
        .expect("it is there")
        .send_home(to, bytes.len(), lane, label)?;
    Ok((to.place(), bytes.as_mut_ptr(), bytes.len()))
}

/// After a launch on the processor was put into a lane, up to this mark: the host's elements are the newest from there on, and what the launch
/// writes is only there.
pub(crate) fn called(uses: &[Use<'_>], gpu: &Gpu, mark: &Mark) {
    for one in uses {
        let home = comes_home_for(one);
        let Some(copies) = copies(one.header) else {
            continue;
        };
        let mut sides = copies.sides();
        if let Some(block) = sides.on(gpu).and_then(Place::block_mut).filter(|_| home) {
            block.was_read(mark.clone());
        }
        sides.host_is_current |= home || one.writes;
        if one.writes {
            sides
                .places
                .iter_mut()
                .for_each(|place| place.is_current = false);
        }
    }
}

/// Bytes of the arrays of a launch that a GPU has the newest elements of, or can make; of any GPU without a number.
pub(crate) fn resident_bytes(uses: &[Use<'_>], number: Option<usize>) -> u64 {
    let is_there = |place: &Place| {
        let block = place.block();
        place.is_current
            && block.is_some_and(|block| number.is_none_or(|number| block.gpu().number() == number))
    };
    let bytes = |one: &Use<'_>| match copies(one.header) {
        _ if unified::has(one.header.data) || fresh::is_fresh(one.header) => {
            host_bytes(one.header).len() as u64
        }
        Some(copies) if copies.sides().places.iter().any(is_there) => {
            host_bytes(one.header).len() as u64
        }
        Some(_) | None => 0,
    };
    uses.iter().map(bytes).sum()
}

/// The row of that name.
pub(crate) fn array_missing(array: &Array) -> i64 {
    let one = [Use::read(array.header())];
    (bytes_of(&one) - resident_bytes(&one, None)) as i64
}

/// Bytes of the arrays of a launch.
pub(crate) fn bytes_of(uses: &[Use<'_>]) -> u64 {
    let bytes = |one: &Use<'_>| host_bytes(one.header).len() as u64;
    uses.iter().map(bytes).sum()
}

/// The address of an array's elements on a GPU for work in a lane, which finds the newest ones there and has waited for what other lanes do
/// with them. None for a constant of the program, which has no place to note where its copies are. Other arrays than the `kept` ones make
/// room where there is too little.
///
/// # Errors
/// The device has no memory for them, or has failed.
pub(crate) fn on_device(
    one: &Use<'_>,
    gpu: &'static Gpu,
    lane: usize,
    kept: &[usize],
    location: i32,
) -> Result<Option<u64>, Error> {
    let header = one.header;
    if header.numel == 0 {
        return Ok(Some(0));
    }
    if header.refs < 0 {
        return Ok(None);
    }
    crate::processor::coschedule::before(header, one.writes);
    if unified::has(header.data) {
        fresh::take(header);
        return Ok(Some(header.data.expose_provenance() as u64));
    }
    let mut fresh = None;
    if !has_place(header, gpu) {
        // Atomic changes of small elements are changes of the words around them.
        let bytes = host_bytes(header).len().next_multiple_of(4);
        let block = Block::new(gpu, bytes, lane, kept)?;
        fresh = fresh::take(header);
        add(header, block);
    }
    let key = (key(header), gpu.number());
    register().insert(key, USES.fetch_add(1, Ordering::Relaxed));
    let mut sides = copies(header).expect("it has a place").sides();
    let label = Label {
        array: one.name(),
        location,
    };
    if trace::is_on() && !label.array.is_empty() {
        sides.name = label.array.to_string();
    }
    let is_current = sides.on(gpu).expect("it has one").is_current;
    if !is_current && !one.overwrites {
        match fresh {
            Some(fresh) => make(&mut sides, fresh, gpu, lane, label)?,
            None => bring(&mut sides, header, gpu, lane, label)?,
        }
    }
    let block = sides.on(gpu).and_then(|place| place.block());
    let block = block.expect("it has a block");
    block.before(gpu, lane, one.writes)?;
    Ok(Some(block.address()))
}

fn has_place(header: &ArrayHeader, gpu: &Gpu) -> bool {
    copies(header).is_some_and(|copies| copies.sides().on(gpu).is_some())
}

/// Gives an array memory on a GPU, with nothing in it yet.
fn add(header: &ArrayHeader, block: Block) {
    let place = Place {
        memory: Memory::Gpu(block),
        is_current: false,
        textures: Textures::default(),
    };
    match copies(header) {
        Some(copies) => copies.sides().places.push(place),
        None => attach(
            header,
            Sides {
                host_is_current: true,
                places: vec![place],
                name: String::new(),
            },
        ),
    }
}

/// Brings the newest elements to a GPU: from the host if it has them, else from another GPU.
fn bring(
    sides: &mut Sides,
    header: &ArrayHeader,
    gpu: &'static Gpu,
    lane: usize,
    label: Label<'_>,
) -> Result<(), Error> {
    if !sides.host_is_current && !bring_across(sides, header, gpu, lane, label) {
        sides.bring_home(header)?;
    }
    let from_host = sides.host_is_current;
    let place = sides.on(gpu).expect("it has one");
    if from_host {
        let block = place.block_mut().expect("it is on a GPU");
        block.copy_in(host_bytes(header), lane, label)?;
    }
    place.is_current = true;
    place.textures.outdate();
    Ok(())
}

/// Makes the elements of an array that nobody has written on a GPU; the host has the same.
fn make(
    sides: &mut Sides,
    fresh: Fresh,
    gpu: &'static Gpu,
    lane: usize,
    label: Label<'_>,
) -> Result<(), Error> {
    let place = sides.on(gpu).expect("it has one");
    if fresh == Fresh::Zeros {
        let block = place.block_mut().expect("it is on a GPU");
        block.fill(lane, label)?;
    }
    place.is_current = true;
    Ok(())
}

/// Copies from one GPU to another; false: that is not possible here.
fn bring_across(
    sides: &mut Sides,
    header: &ArrayHeader,
    gpu: &'static Gpu,
    lane: usize,
    label: Label<'_>,
) -> bool {
    let places = &mut sides.places;
    let target = places.iter().position(|place| place.is_on(gpu));
    let source = places
        .iter()
        .position(|place| place.is_current && place.block().is_some());
    let Some((source, target)) = source.zip(target) else {
        return false;
    };
    let Ok([source, target]) = places.get_disjoint_mut([source, target]) else {
        return false;
    };
    let Some((source, target)) = source.block_mut().zip(target.block_mut()) else {
        return false;
    };
    let bytes = host_bytes(header).len();
    target.copy_from(source, bytes, lane, label).is_ok()
}

/// After a launch was put into a lane, up to this mark: what it writes is only there.
pub(crate) fn launched(uses: &[Use<'_>], gpu: &Gpu, mark: &Mark) {
    for one in uses {
        let Some(copies) = copies(one.header) else {
            continue;
        };
        let mut sides = copies.sides();
        if one.writes {
            sides.host_is_current = false;
            for place in &mut sides.places {
                place.is_current = place.is_on(gpu);
                place.textures.written();
            }
        }
        if let Some(block) = sides.on(gpu).and_then(Place::block_mut) {
            match one.writes {
                true => block.was_written(mark.clone()),
                false => block.was_read(mark.clone()),
            }
        }
    }
}

/// A launch that was being made has come to nothing: what it would have written is not there.
pub(crate) fn not_launched(uses: &[Use<'_>], gpu: &Gpu) {
    for one in uses.iter().filter(|one| one.writes) {
        let Some(copies) = copies(one.header) else {
            continue;
        };
        if let Some(place) = copies.sides().on(gpu) {
            place.textures.not_written();
        }
    }
}

/// Gives a new array, whose own memory host and GPU do not share, the elements that a lane leaves in memory of a GPU, up to a mark.
pub(crate) fn made_on_device(
    array: &Array,
    memory: DeviceMemory,
    gpu: &'static Gpu,
    lane: usize,
    mark: Mark,
) {
    let header = array.header();
    if header.numel == 0 {
        return;
    }
    assert!(copies(header).is_none(), "a new array has no copies");
    attach(
        header,
        Sides {
            host_is_current: false,
            places: vec![Place {
                memory: Memory::Gpu(Block::made(gpu, memory, lane, mark)),
                is_current: true,
                textures: Textures::default(),
            }],
            name: String::new(),
        },
    );
    let used = USES.fetch_add(1, Ordering::Relaxed);
    register().insert((key(header), gpu.number()), used);
}

/// The object of a texture of an array that is on a GPU; `None` if it can have none.
pub(crate) fn texture(one: &Use<'_>, gpu: &'static Gpu, form: TextureDescriptor) -> Option<u64> {
    with_textures(one, gpu, form, |textures, newest| {
        textures.object(gpu, form, newest)
    })
}

/// The object of a surface of an array that is on a GPU and is about to be written there; `None` if it can have none.
pub(crate) fn surface(one: &Use<'_>, gpu: &'static Gpu, form: TextureDescriptor) -> Option<u64> {
    with_textures(one, gpu, form, |textures, newest| {
        textures.surface(gpu, form, newest, one.overwrites)
    })
}

fn with_textures<R>(
    one: &Use<'_>,
    gpu: &Gpu,
    form: TextureDescriptor,
    body: impl FnOnce(&mut Textures, &Newest<'_>) -> Option<R>,
) -> Option<R> {
    let header = one.header;
    let mut sides = copies(header)?.sides();
    if form.half || header.elem == ElemKind::F16.code() {
        // Elements of 16 bits come from the host.
        sides.bring_home(header).ok()?;
    }
    let host = sides.host_is_current.then(|| &*host_bytes(header));
    let Place {
        memory, textures, ..
    } = sides.on(gpu)?;
    let Memory::Gpu(block) = memory else {
        return None;
    };
    let newest = Newest {
        header,
        device: block.memory(),
        host,
    };
    body(textures, &newest)
}

/// Takes the memory on a GPU from the array that was not used for the longest time, but for the `kept` ones. The newest elements come home
/// first if they are nowhere else. False: there is none that can give any.
pub(crate) fn evict(gpu: &Gpu, kept: &[usize]) -> bool {
    let mut register = register();
    let mut victims = BinaryHeap::new();
    for ((key, number), used) in register.iter() {
        if *number == gpu.number() && !kept.contains(key) {
            victims.push(Reverse((*used, *key)));
        }
    }
    while let Some(Reverse((_, key))) = victims.pop() {
        // SAFETY: arrays in the register are alive as long as it is locked: they leave it before they end.
        let header = unsafe { &*std::ptr::with_exposed_provenance::<ArrayHeader>(key) };
        if give_up(header, gpu) {
            register.remove(&(key, gpu.number()));
            return true;
        }
    }
    false
}

/// Takes an array's memory on a GPU. False: the device does not give the elements back.
fn give_up(header: &ArrayHeader, gpu: &Gpu) -> bool {
    let Some(copies) = copies(header) else {
        return false;
    };
    let began = trace::begin();
    // Launches that wait need nothing of this: the host has what they read, and a stream that calls one is waited for by its mark.
    let mut sides = copies.sides();
    let elsewhere = |place: &Place| place.is_current && !place.is_on(gpu);
    let copied = !sides.host_is_current && !sides.places.iter().any(elsewhere);
    if copied && sides.bring_home(header).is_err() {
        return false;
    }
    sides.places.retain(|place| !place.is_on(gpu));
    let bytes = host_bytes(header).len() as u64;
    let name = match sides.name.as_str() {
        "" => "array",
        name => name,
    };
    began.device(
        Row::Thread,
        Category::Evict,
        name,
        0,
        &[
            ("bytes", Property::Number(bytes)),
            ("copied", Property::Number(u64::from(copied))),
            ("device", Property::Number(gpu.number() as u64)),
        ],
    );
    crate::device::report_eviction(gpu, bytes);
    true
}
