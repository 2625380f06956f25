//! Kernels on the emulated device.

use crate::support::{
    NUMBERS, TWICE, context, doubled, driver, launch_twice, program, scenario, told,
};
use nvrtc_bridge::{Arguments, ArrayShape, Channel, Launch, Outside, Sampling};

#[test]
fn the_small_program_is_right_at_every_seed() {
    for seed in 1..=10 {
        let seed = seed.to_string();
        scenario(
            "kernels::the_small_program_is_right_at_every_seed",
            &[("QC_EMU_SEED", &seed)],
            || {
                assert_eq!(program(driver()), Ok(doubled()));
            },
        );
    }
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    scenario("kernels::launches_that_do_not_fit_are_refused", &[], || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let module = context.load(TWICE.as_bytes()).expect("a module");
        assert_eq!(
            module
                .function("thrice")
                .err()
                .and_then(|error| error.code()),
            Some(500)
        );
        assert_eq!(
            module.global("table").err().and_then(|error| error.code()),
            Some(500)
        );
        let kernel = module.function("twice").expect("a kernel");
        let memory = context.allocate(400).expect("memory");
        let fitting = Arguments::new().with_address(memory.address()).with(0u32);
        let plain = Launch::linear(32, 32);
        // SAFETY: what does not fit is refused; the kernel does nothing for a count of 0.
        let launch = |launch: Launch, arguments: &Arguments| unsafe {
            kernel.launch(&stream, &launch, arguments)
        };
        assert_eq!(launch(plain, &fitting), Ok(()));
        let code = |shape: Launch| launch(shape, &fitting).err().and_then(|error| error.code());
        assert_eq!(
            code(Launch {
                block: [1025, 1, 1],
                ..plain
            }),
            Some(1)
        );
        assert_eq!(
            code(Launch {
                block: [1, 1, 65],
                ..plain
            }),
            Some(1)
        );
        assert_eq!(
            code(Launch {
                block: [0, 1, 1],
                ..plain
            }),
            Some(1)
        );
        assert_eq!(
            code(Launch {
                grid: [1, 65536, 1],
                ..plain
            }),
            Some(1)
        );
        assert_eq!(
            code(Launch {
                dynamic_shared: 49 << 10,
                ..plain
            }),
            Some(1)
        );
        for wrong in [
            Arguments::new(),
            fitting.clone().with(1u32),
            Arguments::new().with(1u32).with(0u32),
        ] {
            let error = launch(plain, &wrong).expect_err("they do not fit the kernel");
            assert!(
                error
                    .to_string()
                    .contains("the kernel twice takes parameters at [(0, 8), (8, 4)]"),
                "{error}"
            );
        }
        stream.synchronize().expect("nothing failed");
    });
}

#[test]
fn a_grid_that_waits_has_a_limit() {
    scenario("kernels::a_grid_that_waits_has_a_limit", &[], || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let module = context.load(TWICE.as_bytes()).expect("a module");
        let kernel = module.function("twice").expect("a kernel");
        let memory = context.allocate(400).expect("memory");
        let arguments = Arguments::new().with_address(memory.address()).with(0u32);
        let grid = |blocks: u32, threads: u32| Launch {
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            dynamic_shared: 0,
            cooperative: true,
        };
        // Four multiprocessors of 1024 threads each.
        assert_eq!(kernel.cooperative_limit(&grid(1, 256)), Ok(16));
        assert_eq!(kernel.cooperative_limit(&grid(1, 1024)), Ok(4));
        assert_eq!(kernel.cooperative_limit(&grid(1, 2048)), Ok(0));
        // SAFETY: the kernel does nothing for a count of 0.
        let launch = |launch: Launch| unsafe { kernel.launch(&stream, &launch, &arguments) };
        assert_eq!(launch(grid(16, 256)), Ok(()));
        assert_eq!(kernel.prepare(&grid(16, 256)), Ok(None));
        let reason = kernel.prepare(&grid(17, 256)).expect("the device tells");
        let reason = reason.expect("one too many");
        assert!(
            reason.contains("has 17 blocks of 256 threads; the device holds 16"),
            "{reason}"
        );
        let error = launch(grid(17, 256)).expect_err("nobody has asked");
        assert_eq!(error.code(), Some(720));
        stream.synchronize().expect("done");
    });
}

/// A kernel with a hundred numbers alive at once; the bound on the threads of its blocks stands in its head.
fn hungry(bound: &str) -> String {
    let names = |each: fn(usize) -> String| (0..100).map(each).collect::<Vec<_>>().join("\n    ");
    let loads = names(|at| format!("ld.global.u32 %r{at}, [%rd1];"));
    let stores = names(|at| format!("st.global.u32 [%rd1], %r{at};"));
    format!(
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry hungry(.param .u64 hungry_0) {bound}\n{{\n\
         .reg .u32 %r<100>;\n.reg .u64 %rd<2>;\n\
         ld.param.u64 %rd1, [hungry_0];\n{loads}\n{stores}\nret;\n}}\n"
    )
}

#[test]
fn blocks_have_the_registers_of_their_device() {
    scenario(
        "kernels::blocks_have_the_registers_of_their_device",
        &[],
        || {
            let context = context();
            let stream = context.stream().expect("a stream");
            let memory = context.allocate(4).expect("memory");
            memory.write(0, &[0; 4]).expect("written");
            let arguments = Arguments::new().with_address(memory.address());
            let block = Launch::linear(1024, 1024);
            let module = context.load(hungry("").as_bytes()).expect("a module");
            let free = module.function("hungry").expect("a kernel");
            assert!(free.needs().registers > 100 && free.needs().max_threads < 1024);
            assert!(free.prepare(&block).expect("the device tells").is_some());
            // SAFETY: the argument is an address of memory.
            let launched = unsafe { free.launch(&stream, &block, &arguments) };
            assert_eq!(launched.expect_err("too many").code(), Some(701));
            // Told of the block, the assembler keeps to what is there: 65536 registers for 1024 threads.
            let module = context.load(hungry(".maxntid 1024, 1, 1").as_bytes());
            let bound = module
                .expect("a module")
                .function("hungry")
                .expect("a kernel");
            assert_eq!(
                (bound.needs().registers, bound.needs().max_threads),
                (64, 1024)
            );
            assert_eq!(bound.prepare(&block), Ok(None));
        },
    );
}

#[test]
fn shared_memory_is_that_of_the_capability() {
    let variables = &[("QC_EMU_CAPABILITY", "8.6")];
    scenario(
        "kernels::shared_memory_is_that_of_the_capability",
        variables,
        || {
            let context = context();
            let module = context.load(TWICE.as_bytes()).expect("a module");
            let kernel = module.function("twice").expect("a kernel");
            let launch = |kibibytes: u32| Launch {
                dynamic_shared: kibibytes << 10,
                ..Launch::linear(32, 32)
            };
            assert_eq!(kernel.prepare(&launch(99)), Ok(None));
            assert!(
                kernel
                    .prepare(&launch(100))
                    .expect("the device tells")
                    .is_some()
            );
        },
    );
}

#[test]
fn memory_that_nobody_wrote_shows() {
    let output = scenario("kernels::memory_that_nobody_wrote_shows", &[], || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let module = context.load(TWICE.as_bytes()).expect("a module");
        let (fresh, copy) = (
            context.allocate(4 * NUMBERS).expect("memory"),
            context.allocate(4 * NUMBERS).expect("memory"),
        );
        // A copy of what nobody wrote is still what nobody wrote.
        copy.copy_async(0, &fresh, 0..4 * NUMBERS, &stream)
            .expect("copied");
        launch_twice(&module, &stream, copy.address()).expect("launched");
        assert_eq!(
            stream.synchronize().err().and_then(|error| error.code()),
            Some(719)
        );
    });
    if let Some(output) = output {
        let told = String::from_utf8_lossy(&output.stderr);
        let line = told.lines().find(|line| line.contains("uninitialised"));
        assert!(line.is_some_and(|line| line.contains("twice")), "{told}");
    }
}

#[test]
fn a_kernel_that_runs_before_its_data_comes_is_noticed() {
    let mut outcomes = std::collections::BTreeSet::new();
    for seed in 1..=12 {
        let seed = seed.to_string();
        let name = "kernels::a_kernel_that_runs_before_its_data_comes_is_noticed";
        let output = scenario(name, &[("QC_EMU_SEED", &seed)], || {
            let context = context();
            let (copies, work) = (
                context.stream().expect("a stream"),
                context.stream().expect("a stream"),
            );
            let module = context.load(TWICE.as_bytes()).expect("a module");
            let mut pinned = context.allocate_pinned(4 * NUMBERS).expect("pinned memory");
            let memory = context.allocate(4 * NUMBERS).expect("memory");
            memory
                .write_async(0, &mut pinned, 0..4 * NUMBERS, &copies)
                .expect("copied");
            // Here a wait is missing.
            launch_twice(&module, &work, memory.address()).expect("launched");
            println!(
                "\noutcome: {:?}",
                context.synchronize().err().and_then(|error| error.code())
            );
        });
        match output {
            Some(output) => outcomes.insert(told(&output, "outcome: ")),
            None => return,
        };
    }
    let both = ["None", "Some(719)"].map(String::from);
    assert_eq!(outcomes, std::collections::BTreeSet::from(both));
}

/// A kernel by hand that stores the first texel.
const SAMPLE: &str = ".version 6.3
.target sm_75
.address_size 64
.visible .entry sample(.param .u64 texture, .param .u64 out)
{
    .reg .f32 %f<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [texture];
    ld.param.u64 %rd2, [out];
    cvta.to.global.u64 %rd3, %rd2;
    mov.f32 %f5, 0f3F000000;
    tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5}];
    st.global.f32 [%rd3], %f1;
    ret;
}
";

#[test]
fn what_work_needs_is_there_until_the_work_is_done() {
    for seed in 1..=12 {
        let seed = seed.to_string();
        let name = "kernels::what_work_needs_is_there_until_the_work_is_done";
        scenario(name, &[("QC_EMU_SEED", &seed)], || {
            let context = context();
            let stream = context.stream().expect("a stream");
            let out = context.allocate(4).expect("memory");
            let shape = ArrayShape {
                width: 3,
                height: 2,
                depth: 0,
                channel: Channel::Float,
                channels: 1,
            };
            let array = context.allocate_array(shape, false).expect("an array");
            let sampling = Sampling {
                outside: [Outside::Clamp; 3],
                linear: false,
                normalised: false,
                integers: false,
            };
            let texture = array.texture(&sampling).expect("a texture");
            let module = context.load(SAMPLE.as_bytes()).expect("a module");
            let kernel = module.function("sample").expect("a kernel");
            let arguments = Arguments::new()
                .with(texture.object())
                .with_address(out.address());
            // The kernel's stream does not wait for the copy's: the copy is over when it returns.
            array
                .write(&2.5f32.to_ne_bytes().repeat(6))
                .expect("written");
            // SAFETY: the kernel takes a texture and an address.
            unsafe { kernel.launch(&stream, &Launch::linear(1, 1), &arguments) }.expect("launched");
            match std::env::var("QC_EMU_SEED").as_deref() {
                Ok("1" | "2" | "3" | "4") => drop(texture),
                Ok("5" | "6" | "7" | "8") => drop((kernel, module)),
                _ => {}
            }
            stream.synchronize().expect("the kernel had everything");
            let mut bytes = [0; 4];
            out.read(0, &mut bytes).expect("read");
            assert_eq!(f32::from_ne_bytes(bytes), 2.5);
        });
    }
}
