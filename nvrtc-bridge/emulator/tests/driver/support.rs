//! Processes with settings of their own, and a small program that uses most of the facade.

use nvrtc_bridge::{Absent, Arguments, Context, Driver, Error, Launch, Module};
use std::path::PathBuf;
use std::process::{Command, Output};

const SCENARIO: &str = "QC_TEST_SCENARIO";

/// The library, which cargo lays beside the tests.
pub fn library() -> PathBuf {
    let executable = std::env::current_exe().expect("this test");
    let folder = executable.parent().expect("a folder");
    folder.join("libquasar_emulator.so")
}

/// The driver, started.
pub fn driver() -> &'static Driver {
    Driver::open(&library()).unwrap_or_else(|absent| panic!("{absent}"))
}

/// The context of the first device.
pub fn context() -> Context {
    let device = driver().devices().expect("devices")[0];
    device.context().expect("a context")
}

/// Runs the body in a process that has these variables, if this is not that process yet. The output, in the process that started it.
pub fn scenario(name: &str, variables: &[(&str, &str)], body: fn()) -> Option<Output> {
    if std::env::var(SCENARIO).is_ok_and(|running| running == name) {
        body();
        return None;
    }
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", name, "--nocapture"])
        .env(SCENARIO, name)
        .envs(variables.iter().copied())
        .output()
        .expect("a process");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{name} with {variables:?}: {}\n{told}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Some(output)
}

/// What a scenario told behind a word, on a line of its own.
pub fn told(output: &Output, word: &str) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let found = text.lines().find_map(|line| line.split_once(word));
    found
        .unwrap_or_else(|| panic!("{word} is not in {text}"))
        .1
        .to_string()
}

/// A kernel by hand, so that no compiler is needed: `data[i] = 2 * data[i]` for `i < count`.
pub const TWICE: &str = ".version 6.3
.target sm_75
.address_size 64
.visible .entry twice(.param .u64 data, .param .u32 count)
{
    .reg .pred %p1;
    .reg .b32 %r<8>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [count];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra DONE;
    cvta.to.global.u64 %rd2, %rd1;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd4, %rd2, %rd3;
    ld.global.u32 %r6, [%rd4];
    add.u32 %r7, %r6, %r6;
    st.global.u32 [%rd4], %r7;
DONE:
    ret;
}
";

pub const NUMBERS: usize = 100;

pub fn bytes(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_ne_bytes).collect()
}

pub fn numbers(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_ne_bytes(word.try_into().expect("four bytes")))
        .collect()
}

/// Doubles a hundred numbers on the device, going through pinned memory, two streams, an event and a kernel.
pub fn program(driver: &'static Driver) -> Result<Vec<u32>, Error> {
    let Some(device) = driver.devices()?.first().copied() else {
        return Ok(Vec::new());
    };
    assert!(!device.name()?.is_empty() && device.uuid()? != [0; 16] && device.memory()? > 0);
    let context = device.context()?;
    context.keep_free_memory(u64::MAX)?;
    let (work, back) = (context.stream()?, context.stream()?);
    let done = context.event(true)?;
    let mut pinned = context.allocate_pinned(4 * NUMBERS)?;
    pinned.bytes()?.copy_from_slice(&bytes(0..NUMBERS as u32));
    let first = work.allocate(4 * NUMBERS)?;
    let second = context.allocate(4 * NUMBERS)?;
    first.write_async(0, &mut pinned, 0..4 * NUMBERS, &work)?;
    let module = context.load(TWICE.as_bytes())?;
    launch_twice(&module, &work, first.address())?;
    second.fill_async(0..4 * NUMBERS, 0, &work)?;
    second.copy_async(0, &first, 0..4 * NUMBERS, &work)?;
    work.record(&done)?;
    back.wait_for(&done)?;
    second.read_async(0, &mut pinned, 0..4 * NUMBERS, &back)?;
    let result = numbers(pinned.bytes()?);
    context.synchronize()?;
    context.release_free_memory()?;
    Ok(result)
}

pub fn launch_twice(
    module: &Module,
    stream: &nvrtc_bridge::Stream,
    address: u64,
) -> Result<(), Error> {
    let kernel = module.function("twice")?;
    let arguments = Arguments::new().with_address(address).with(NUMBERS as u32);
    // SAFETY: the kernel takes an address and a number; the memory is freed behind it in the stream.
    unsafe { kernel.launch(stream, &Launch::linear(NUMBERS as u32, 32), &arguments) }
}

pub fn doubled() -> Vec<u32> {
    (0..NUMBERS as u32).map(|number| 2 * number).collect()
}

/// Runs the program and tells how it ended: `right`, `absent …`, or the error.
pub fn tell_program() {
    let outcome = match Driver::open(&library()) {
        Err(Absent::Start { error, .. }) => format!("absent {error}"),
        Err(Absent::Library(missing)) => panic!("{missing}"),
        Ok(driver) => match program(driver) {
            Ok(result) if result == doubled() => "right".to_string(),
            Ok(result) => format!("wrong {result:?}"),
            Err(error) => error.to_string(),
        },
    };
    println!("\noutcome: {outcome}");
}
