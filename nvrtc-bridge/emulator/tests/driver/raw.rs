//! The entry points as C calls them, misused.

use crate::support::{library, scenario};
use libloading::Library;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};

type Call1<A> = unsafe extern "C" fn(A) -> c_int;
type Call2<A, B> = unsafe extern "C" fn(A, B) -> c_int;

fn open() -> Library {
    // SAFETY: the emulator's initialiser looks at the environment only.
    unsafe { Library::new(library()) }.expect("the emulator")
}

/// Calls functions of C by name.
macro_rules! c {
    ($library:ident.$name:ident($($argument:expr),*) as $type:ty) => {{
        // SAFETY: the type is that of cuda.h, and the arguments are what a program might give by mistake; handles are looked up.
        unsafe {
            let function = $library.get::<$type>(stringify!($name)).expect(stringify!($name));
            function($($argument),*)
        }
    }};
}

#[test]
fn misuse_has_the_status_of_the_real_driver() {
    scenario("raw::misuse_has_the_status_of_the_real_driver", &[], || {
        let library = open();
        let (mut number, mut address, mut handle) = (0, 0u64, 0usize);
        // Before cuInit.
        assert_eq!(
            c!(library.cuDeviceGetCount(&mut number) as Call1<*mut c_int>),
            3
        );
        assert_eq!(c!(library.cuInit(1) as Call1<c_uint>), 1);
        assert_eq!(c!(library.cuInit(0) as Call1<c_uint>), 0);
        // No such device, no context.
        assert_eq!(
            c!(library.cuDeviceGet(&mut number, 7) as Call2<*mut c_int, c_int>),
            101
        );
        assert_eq!(
            c!(library.cuDeviceGet(&mut number, -1) as Call2<*mut c_int, c_int>),
            101
        );
        assert_eq!(
            c!(library.cuMemAlloc_v2(&mut address, 4) as Call2<*mut u64, usize>),
            201
        );
        assert_eq!(c!(library.cuCtxSetCurrent(0x55) as Call1<usize>), 201);
        assert_eq!(
            c!(library.cuDevicePrimaryCtxRetain(&mut handle, 0) as Call2<*mut usize, c_int>),
            0
        );
        assert_eq!(c!(library.cuCtxSetCurrent(handle) as Call1<usize>), 0);
        // Null pointers, nothing to allocate, too much.
        assert_eq!(
            c!(library.cuMemAlloc_v2(std::ptr::null_mut(), 4) as Call2<*mut u64, usize>),
            1
        );
        assert_eq!(
            c!(library.cuMemAlloc_v2(&mut address, 0) as Call2<*mut u64, usize>),
            1
        );
        assert_eq!(
            c!(library.cuMemAlloc_v2(&mut address, 1 << 50) as Call2<*mut u64, usize>),
            2
        );
        // Memory that is freed twice or was never there, and an address inside of memory.
        assert_eq!(
            c!(library.cuMemAlloc_v2(&mut address, 64) as Call2<*mut u64, usize>),
            0
        );
        assert_eq!(c!(library.cuMemFree_v2(address + 4) as Call1<u64>), 1);
        assert_eq!(c!(library.cuMemFree_v2(address) as Call1<u64>), 0);
        assert_eq!(c!(library.cuMemFree_v2(address) as Call1<u64>), 1);
        assert_eq!(c!(library.cuMemFree_v2(12345) as Call1<u64>), 1);
        assert_eq!(c!(library.cuMemFree_v2(0) as Call1<u64>), 0);
        // Handles that stand for nothing, or for nothing any more.
        assert_eq!(c!(library.cuStreamSynchronize(0x55) as Call1<usize>), 400);
        assert_eq!(c!(library.cuStreamDestroy_v2(0) as Call1<usize>), 400);
        assert_eq!(
            c!(library.cuStreamCreate(&mut handle, 1) as Call2<*mut usize, c_uint>),
            0
        );
        assert_eq!(c!(library.cuStreamDestroy_v2(handle) as Call1<usize>), 0);
        assert_eq!(c!(library.cuStreamDestroy_v2(handle) as Call1<usize>), 400);
        assert_eq!(c!(library.cuModuleUnload(handle) as Call1<usize>), 400);
        assert_eq!(c!(library.cuEventQuery(handle) as Call1<usize>), 400);
        assert_eq!(c!(library.cuMemFreeHost(0x1000) as Call1<usize>), 1);
        // The context is released once too often, and used afterwards.
        assert_eq!(
            c!(library.cuDevicePrimaryCtxRelease_v2(0) as Call1<c_int>),
            0
        );
        assert_eq!(
            c!(library.cuDevicePrimaryCtxRelease_v2(0) as Call1<c_int>),
            201
        );
        assert_eq!(
            c!(library.cuMemAlloc_v2(&mut address, 64) as Call2<*mut u64, usize>),
            709
        );
    });
}

type LookUp =
    unsafe extern "C" fn(*const c_char, *mut *mut c_void, c_int, u64, *mut c_int) -> c_int;

#[test]
fn entry_points_are_found_by_name_unless_they_are_missing() {
    let variables = [("QC_EMU_MISSING", "cuMemAllocAsync,cuStreamQuery")];
    scenario(
        "raw::entry_points_are_found_by_name_unless_they_are_missing",
        &variables,
        || {
            let library = open();
            let look_up = |name: &str| {
                let (mut place, mut found) = (std::ptr::null_mut(), -1);
                let name = CString::new(name).expect("a name");
                let status =
                    c!(
                        library.cuGetProcAddress_v2(name.as_ptr(), &mut place, 12040, 0, &mut found)
                            as LookUp
                    );
                (status, place as usize, found)
            };
            // SAFETY: the address is only compared.
            let newest = unsafe { library.get::<unsafe extern "C" fn()>("cuMemAlloc_v2") }
                .expect("it is there");
            assert_eq!(look_up("cuMemAlloc"), (0, *newest as usize, 0));
            assert_eq!(look_up("cuMemAllocAsync"), (500, 0, 1));
            assert_eq!(look_up("cuNothing"), (500, 0, 1));
            // SAFETY: the address is only compared.
            let missing = unsafe { library.get::<unsafe extern "C" fn()>("cuStreamQuery") };
            assert!(missing.is_err(), "the loader does not find it either");
        },
    );
}

#[test]
fn a_trace_has_a_line_for_every_call_and_so_have_the_times() {
    let path = std::env::temp_dir().join(format!("qc-trace-{}", std::process::id()));
    let times = path.with_extension("times");
    let text = path.to_str().expect("a path");
    let output = scenario(
        "raw::a_trace_has_a_line_for_every_call_and_so_have_the_times",
        &[
            ("QC_EMU_TRACE", text),
            ("QC_EMU_TIMES", times.to_str().expect("a path")),
        ],
        || {
            let library = open();
            let mut number = 0;
            assert_eq!(c!(library.cuInit(0) as Call1<c_uint>), 0);
            assert_eq!(
                c!(library.cuDeviceGet(&mut number, 9) as Call2<*mut c_int, c_int>),
                101
            );
        },
    );
    if output.is_some() {
        let trace = std::fs::read_to_string(&path).expect("the trace");
        assert_eq!(trace, "1 cuInit 0\n2 cuDeviceGet 101\n");
        std::fs::remove_file(&path).expect("removed");
        let told = std::fs::read_to_string(&times).expect("the times");
        let of_calls: Vec<(&str, f64)> = told
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(name, time)| (name, time.parse().expect("a number")))
            .collect();
        assert_eq!(
            of_calls.iter().map(|call| call.0).collect::<Vec<_>>(),
            ["cuInit", "cuDeviceGet"]
        );
        assert!(
            of_calls.iter().all(|call| call.1 > 0.0 && call.1 < 60e6),
            "{told}"
        );
        std::fs::remove_file(&times).expect("removed");
    }
}

#[test]
fn the_null_stream_and_the_others_wait_for_each_other_unless_told() {
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let name = "raw::the_null_stream_and_the_others_wait_for_each_other_unless_told";
        scenario(name, &[("QC_EMU_SEED", seed)], || {
            let library = open();
            let (mut handle, mut stream, mut address) = (0usize, 0usize, 0u64);
            assert_eq!(c!(library.cuInit(0) as Call1<c_uint>), 0);
            assert_eq!(
                c!(library.cuDevicePrimaryCtxRetain(&mut handle, 0) as Call2<*mut usize, c_int>),
                0
            );
            assert_eq!(c!(library.cuCtxSetCurrent(handle) as Call1<usize>), 0);
            assert_eq!(
                c!(library.cuStreamCreate(&mut stream, 0) as Call2<*mut usize, c_uint>),
                0
            );
            assert_eq!(
                c!(library.cuMemAlloc_v2(&mut address, 1) as Call2<*mut u64, usize>),
                0
            );
            type Fill = unsafe extern "C" fn(u64, u8, usize, usize) -> c_int;
            for (value, stream) in [(1, stream), (2, 0), (3, stream), (4, 0), (5, stream)] {
                assert_eq!(
                    c!(library.cuMemsetD8Async(address, value, 1, stream) as Fill),
                    0
                );
            }
            let mut byte = 0u8;
            type Out = unsafe extern "C" fn(*mut u8, u64, usize) -> c_int;
            // The copy is in the null stream: it comes last.
            assert_eq!(c!(library.cuMemcpyDtoH_v2(&mut byte, address, 1) as Out), 0);
            assert_eq!(byte, 5);
        });
    }
}

/// What a copy without a stream leaves to do: bytes that are not pinned may still be on their way when the call returns.
#[test]
fn a_copy_without_a_stream_may_still_be_on_its_way() {
    let mut results = std::collections::BTreeSet::new();
    for seed in 1..=16 {
        let seed = seed.to_string();
        let name = "raw::a_copy_without_a_stream_may_still_be_on_its_way";
        let output = scenario(name, &[("QC_EMU_SEED", &seed)], || {
            let library = open();
            let (mut handle, mut stream, mut address) = (0usize, 0usize, 0u64);
            assert_eq!(c!(library.cuInit(0) as Call1<c_uint>), 0);
            assert_eq!(
                c!(library.cuDevicePrimaryCtxRetain(&mut handle, 0) as Call2<*mut usize, c_int>),
                0
            );
            assert_eq!(c!(library.cuCtxSetCurrent(handle) as Call1<usize>), 0);
            assert_eq!(
                c!(library.cuStreamCreate(&mut stream, 1) as Call2<*mut usize, c_uint>),
                0
            );
            assert_eq!(
                c!(library.cuMemAlloc_v2(&mut address, 1) as Call2<*mut u64, usize>),
                0
            );
            type In = unsafe extern "C" fn(u64, *const u8, usize) -> c_int;
            assert_eq!(c!(library.cuMemcpyHtoD_v2(address, &7u8, 1) as In), 0);
            let mut byte = 0u8;
            type Out = unsafe extern "C" fn(*mut u8, u64, usize, usize) -> c_int;
            // This stream does not wait for the null stream.
            assert_eq!(
                c!(library.cuMemcpyDtoHAsync_v2(&mut byte, address, 1, stream) as Out),
                0
            );
            println!("\nbyte: {byte}");
        });
        match output {
            Some(output) => results.insert(crate::support::told(&output, "byte: ")),
            None => return,
        };
    }
    assert_eq!(results, ["0", "7"].map(String::from).into());
}

/// Calls the driver from within the driver, and writes the status down.
unsafe extern "C" fn call_again(place: *mut c_void) {
    let library = open();
    let mut count = -1;
    let status = c!(library.cuDeviceGetCount(&mut count) as Call1<*mut c_int>);
    // SAFETY: the place is the number of the test below.
    unsafe { place.cast::<c_int>().write(status) };
}

#[test]
fn a_function_that_the_driver_calls_may_not_call_it() {
    scenario(
        "raw::a_function_that_the_driver_calls_may_not_call_it",
        &[],
        || {
            let library = open();
            let (mut handle, mut status) = (0usize, -1);
            assert_eq!(c!(library.cuInit(0) as Call1<c_uint>), 0);
            assert_eq!(
                c!(library.cuDevicePrimaryCtxRetain(&mut handle, 0) as Call2<*mut usize, c_int>),
                0
            );
            assert_eq!(c!(library.cuCtxSetCurrent(handle) as Call1<usize>), 0);
            type Host =
                unsafe extern "C" fn(usize, unsafe extern "C" fn(*mut c_void), *mut c_int) -> c_int;
            assert_eq!(
                c!(library.cuLaunchHostFunc(0, call_again, &mut status) as Host),
                0
            );
            type Nothing = unsafe extern "C" fn() -> c_int;
            assert_eq!(c!(library.cuCtxSynchronize() as Nothing), 0);
            assert_eq!(status, 800);
        },
    );
}
