//! Streams and events: what is not ordered happens in any order.

use crate::support::{context, scenario, told};
use std::collections::BTreeSet;

const SEEDS: u32 = 24;

/// Results of a scenario over many seeds.
fn over_seeds(name: &str, body: fn()) -> BTreeSet<String> {
    let mut results = BTreeSet::new();
    for seed in 1..=SEEDS {
        let seed = seed.to_string();
        if let Some(output) = scenario(name, &[("QC_EMU_SEED", &seed)], body) {
            results.insert(told(&output, "result: "));
        }
    }
    results
}

/// Fills memory in one stream and reads it in another, with a wait between or without.
fn fill_and_read(wait: bool) {
    let context = context();
    let (one, two) = (
        context.stream().expect("a stream"),
        context.stream().expect("a stream"),
    );
    let memory = context.allocate(16).expect("memory");
    memory.write(0, &[1; 16]).expect("written");
    let mut pinned = context.allocate_pinned(16).expect("pinned memory");
    let event = context.event(false).expect("an event");
    memory.fill_async(0..16, 2, &one).expect("filled");
    one.record(&event).expect("recorded");
    if wait {
        two.wait_for(&event).expect("waits");
    }
    memory
        .read_async(0, &mut pinned, 0..16, &two)
        .expect("copied");
    println!("\nresult: {}", pinned.bytes().expect("the bytes")[0]);
}

fn in_child() -> bool {
    std::env::var_os("QC_TEST_SCENARIO").is_some()
}

#[test]
fn a_missing_wait_shows() {
    let results = over_seeds("streams::a_missing_wait_shows", || fill_and_read(false));
    if !in_child() {
        let both = ["1", "2"].map(String::from);
        assert_eq!(results, BTreeSet::from(both), "both orders happen");
    }
}

#[test]
fn a_wait_is_kept() {
    let results = over_seeds("streams::a_wait_is_kept", || fill_and_read(true));
    if !in_child() {
        assert_eq!(results, BTreeSet::from(["2".to_string()]));
    }
}

#[test]
fn a_seed_repeats_itself() {
    let run = || {
        let output = scenario(
            "streams::a_seed_repeats_itself",
            &[("QC_EMU_SEED", "11")],
            || {
                let context = context();
                let streams: Vec<_> = (0..6)
                    .map(|_| context.stream().expect("a stream"))
                    .collect();
                let memory = context.allocate(4).expect("memory");
                let mut last = Vec::new();
                for _ in 0..10 {
                    for (number, stream) in streams.iter().enumerate() {
                        memory
                            .fill_async(0..4, number as u8, stream)
                            .expect("filled");
                    }
                    context.synchronize().expect("done");
                    let mut bytes = [0; 4];
                    memory.read(0, &mut bytes).expect("read");
                    last.push(bytes[0]);
                }
                println!("\nresult: {last:?}");
            },
        );
        output.map(|output| told(&output, "result: "))
    };
    let first = run();
    if !in_child() {
        assert_eq!(first, run());
        assert!(
            first.is_some_and(|order| order.chars().collect::<BTreeSet<_>>().len() > 4),
            "orders differ"
        );
    }
}

#[test]
fn asking_again_and_again_comes_to_an_end() {
    let results = over_seeds("streams::asking_again_and_again_comes_to_an_end", || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let memory = context.allocate(16).expect("memory");
        let event = context.event(false).expect("an event");
        assert_eq!(event.has_happened(), Ok(true), "it was not recorded");
        memory.write(0, &[1; 16]).expect("written");
        for _ in 0..20 {
            memory.fill_async(0..16, 2, &stream).expect("filled");
        }
        stream.record(&event).expect("recorded");
        let rounds = (0..10_000)
            .take_while(|_| event.has_happened() == Ok(false))
            .count();
        assert!(rounds <= 21, "{rounds}");
        assert_eq!(stream.is_idle(), Ok(true));
        println!(
            "\nresult: {}",
            if rounds == 0 { "at once" } else { "later" }
        );
    });
    if !in_child() {
        assert_eq!(results.len(), 2, "some devices are early, some late");
    }
}

#[test]
fn times_are_those_between_the_events() {
    scenario("streams::times_are_those_between_the_events", &[], || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let memory = context.allocate(16).expect("memory");
        let (before, after) = (
            context.event(true).expect("an event"),
            context.event(true).expect("an event"),
        );
        let plain = context.event(false).expect("an event");
        stream.record(&before).expect("recorded");
        for _ in 0..5 {
            memory.fill_async(0..16, 2, &stream).expect("filled");
        }
        stream.record(&after).expect("recorded");
        stream.record(&plain).expect("recorded");
        after.synchronize().expect("done");
        // Five fills and the event itself, a microsecond each.
        let milliseconds = after.milliseconds_since(&before).expect("a time");
        assert!((milliseconds - 0.006).abs() < 1e-6, "{milliseconds}");
        stream.synchronize().expect("done");
        assert_eq!(
            plain
                .milliseconds_since(&before)
                .err()
                .and_then(|error| error.code()),
            Some(400)
        );
    });
}

#[test]
fn a_stream_that_is_dropped_still_does_its_work() {
    scenario(
        "streams::a_stream_that_is_dropped_still_does_its_work",
        &[],
        || {
            let context = context();
            let memory = context.allocate(16).expect("memory");
            let stream = context.stream().expect("a stream");
            for value in 0..50 {
                memory.fill_async(0..16, value, &stream).expect("filled");
            }
            drop(stream);
            let mut bytes = [0; 16];
            memory.read(0, &mut bytes).expect("read");
            assert_eq!(bytes, [49; 16]);
        },
    );
}

/// An event that was dropped stands for a point of another stream next. Who waits for it from before keeps waiting for that point.
fn wait_for_a_point_of_a_dropped_event() {
    let context = context();
    let [one, two, three] = [(); 3].map(|()| context.stream().expect("a stream"));
    let memory = context.allocate(16).expect("memory");
    memory.write(0, &[1; 16]).expect("written");
    let mut pinned = context.allocate_pinned(16).expect("pinned memory");
    memory.fill_async(0..16, 2, &one).expect("filled");
    let event = one.mark(false).expect("an event");
    two.wait_for(&event).expect("waits");
    drop(event);
    let again = three.mark(false).expect("an event");
    again.synchronize().expect("happened");
    memory
        .read_async(0, &mut pinned, 0..16, &two)
        .expect("copied");
    println!("\nresult: {}", pinned.bytes().expect("the bytes")[0]);
}

#[test]
fn a_wait_outlives_its_event() {
    let results = over_seeds("streams::a_wait_outlives_its_event", || {
        wait_for_a_point_of_a_dropped_event();
    });
    if !in_child() {
        assert_eq!(results, BTreeSet::from(["2".to_string()]));
    }
}

#[test]
fn events_are_used_again() {
    let path = std::env::temp_dir().join(format!("qc-events-{}", std::process::id()));
    let text = path.to_str().expect("a path");
    let output = scenario(
        "streams::events_are_used_again",
        &[("QC_EMU_TRACE", text)],
        || {
            let context = context();
            let stream = context.stream().expect("a stream");
            for _ in 0..10 {
                let pair = [(); 2].map(|()| stream.mark(false).expect("an event"));
                let timed = stream.mark(true).expect("an event");
                pair[1].synchronize().expect("happened");
                timed.synchronize().expect("happened");
            }
        },
    );
    if output.is_some() {
        let trace = std::fs::read_to_string(&path).expect("the trace");
        let calls = |name: &str| trace.lines().filter(|line| line.contains(name)).count();
        let counts = ["cuEventCreate", "cuEventRecord", "cuEventDestroy"].map(calls);
        assert_eq!(counts, [3, 30, 3], "{trace}");
        std::fs::remove_file(&path).expect("removed");
    }
}
