//! Devices, their attributes and contexts.

use crate::support::{driver, library, scenario};
use nvrtc_bridge::{Absent, Attribute, Context, Driver, Limits, Places, code};
use std::collections::BTreeSet;

#[test]
fn several_devices_say_what_they_are() {
    let variables = [
        ("QC_EMU_DEVICES", "3"),
        ("QC_EMU_MEMORY", "5M"),
        ("QC_EMU_DRIVER_VERSION", "12.4"),
    ];
    scenario(
        "devices::several_devices_say_what_they_are",
        &variables,
        || {
            let driver = driver();
            assert!(driver.is_emulated());
            assert_eq!(driver.version(), Ok((12, 4)));
            let devices = driver.devices().expect("devices");
            assert_eq!(devices.len(), 3);
            let identities: BTreeSet<_> = devices
                .iter()
                .map(|device| device.uuid().expect("a number"))
                .collect();
            assert_eq!(identities.len(), 3);
            for device in &devices {
                assert_eq!(device.name().as_deref(), Ok("Quasar emulated device"));
                assert_eq!(device.capability(), Ok((7, 5)));
                assert_eq!(device.memory(), Ok(5 << 20));
                assert_eq!(device.attribute(Attribute::WarpSize), Ok(32));
                assert!(device.has(Attribute::MemoryPools) && device.has(Attribute::ManagedMemory));
            }
            assert_eq!(devices[0].can_access(&devices[1]), Ok(false));
            let limits = Limits::of(&devices[0]).expect("limits");
            assert_eq!(
                (limits.block_threads, limits.threads, limits.registers),
                (1024, 1024, 65536)
            );
            let (first, second) = (
                devices[0].context().expect("a context"),
                devices[1].context().expect("a context"),
            );
            assert!(!first.is(&second) && first.is(&devices[0].context().expect("again")));
            assert_eq!(first.memory(), Ok((5 << 20, 5 << 20)));
            let refused = first
                .enable_peer(&second)
                .expect_err("kernels stay on their device");
            assert_eq!(refused.code(), Some(217));
        },
    );
}

#[test]
fn a_driver_without_a_device_does_not_start() {
    scenario(
        "devices::a_driver_without_a_device_does_not_start",
        &[("QC_EMU_DEVICES", "0")],
        || match Driver::open(&library()) {
            Err(Absent::Start { path, error }) => {
                assert_eq!(path, library());
                assert_eq!(error.code(), Some(code::NO_DEVICE));
                let shown =
                    "cuInit: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected";
                assert_eq!(error.to_string(), shown);
            }
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it starts"),
        },
    );
}

#[test]
fn the_emulator_is_found_by_its_variable() {
    let path = library();
    let path = path.to_str().expect("a path");
    scenario(
        "devices::the_emulator_is_found_by_its_variable",
        &[("QC_EMU_LIBRARY", path)],
        || {
            let driver = Driver::find_emulated(&Places::of_this_process())
                .unwrap_or_else(|absent| panic!("{absent}"));
            assert_eq!(driver.path(), library());
            // By its soname it now stands in the place of the real driver.
            let again = Driver::find(&Places::of_this_process())
                .unwrap_or_else(|absent| panic!("{absent}"));
            assert!(again.is_emulated());
        },
    );
}

#[test]
fn no_library_is_a_value() {
    let absent = Driver::open(std::path::Path::new("/nowhere/libcuda.so.1"))
        .err()
        .expect("nothing there");
    assert!(
        matches!(&absent, Absent::Library(missing) if missing.reason.contains("/nowhere/libcuda.so.1"))
    );
}

#[test]
fn two_devices_copy_to_each_other() {
    scenario(
        "devices::two_devices_copy_to_each_other",
        &[("QC_EMU_DEVICES", "2")],
        || {
            let devices = driver().devices().expect("devices");
            let contexts = [
                devices[0].context().expect("a context"),
                devices[1].context().expect("a context"),
            ];
            let here = contexts[0].allocate(1000).expect("memory");
            let there = contexts[1].allocate(1000).expect("memory");
            assert_ne!(here.address(), there.address());
            let sent: Vec<u8> = (0..1000).map(|at| (at % 251) as u8).collect();
            here.write(0, &sent).expect("written");
            let stream = contexts[0].stream().expect("a stream");
            there.copy_async(0, &here, 0..600, &stream).expect("copied");
            there
                .copy_async(600, &here, 600..1000, &stream)
                .expect("copied");
            stream.synchronize().expect("done");
            let mut received = vec![0; 1000];
            there.read(0, &mut received).expect("read");
            assert_eq!(received, sent);
            let event = contexts[1].event(false).expect("an event");
            let refused = stream
                .record(&event)
                .expect_err("an event of the other device");
            assert!(refused.to_string().contains("another device"), "{refused}");
        },
    );
}

#[test]
fn two_threads_work_at_once() {
    scenario(
        "devices::two_threads_work_at_once",
        &[("QC_EMU_DEVICES", "2")],
        || {
            let devices = driver().devices().expect("devices");
            let work = |number: usize| {
                let context = devices[number % 2].context().expect("a context");
                let stream = context.stream().expect("a stream");
                for round in 0..50u8 {
                    let memory = stream.allocate(256).expect("memory");
                    let mut pinned = context.allocate_pinned(256).expect("pinned memory");
                    memory
                        .fill_async(0..256, round ^ number as u8, &stream)
                        .expect("filled");
                    memory
                        .read_async(0, &mut pinned, 0..256, &stream)
                        .expect("copied");
                    assert_eq!(pinned.bytes().expect("done"), [round ^ number as u8; 256]);
                }
            };
            std::thread::scope(|scope| {
                for number in 0..4 {
                    scope.spawn(move || work(number));
                }
            });
        },
    );
}

#[test]
fn a_thread_makes_a_context_current_once() {
    let path = std::env::temp_dir().join(format!("qc-current-{}", std::process::id()));
    let text = path.to_str().expect("a path");
    let output = scenario(
        "devices::a_thread_makes_a_context_current_once",
        &[("QC_EMU_TRACE", text), ("QC_EMU_DEVICES", "2")],
        || {
            let devices = driver().devices().expect("devices");
            let context = |number: usize| devices[number].context().expect("a context");
            let fill = |context: &Context| {
                let stream = context.stream().expect("a stream");
                let memory = stream.allocate(16).expect("memory");
                for value in 0..10 {
                    memory.fill_async(0..16, value, &stream).expect("filled");
                }
                stream.synchronize().expect("done");
            };
            let (first, second) = (context(0), context(1));
            // Once in each of two threads, for two contexts in turn, and for one that was ended and begun again meanwhile.
            fill(&first);
            fill(&first);
            std::thread::scope(|scope| scope.spawn(|| fill(&first)).join()).expect("filled");
            fill(&second);
            fill(&first);
            drop(first);
            fill(&context(0));
        },
    );
    if output.is_some() {
        let trace = std::fs::read_to_string(&path).expect("the trace");
        let bound = trace
            .lines()
            .filter(|line| line.contains("cuCtxSetCurrent"));
        assert_eq!(bound.count(), 5, "{trace}");
        std::fs::remove_file(&path).expect("removed");
    }
}
