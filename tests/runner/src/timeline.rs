//! Reading the trace that a program writes (`QC_TRACE`), and what its GPUs did according to it.
//!
//! | line | meaning |
//! |---|---|
//! | `in x 256` | 256 bytes of the array that a kernel calls `x` go to a GPU; `out x 256` back, `peer x 256` to another GPU; `unpinned` behind it: not through pinned memory |
//! | `zeros x 256` | a GPU makes the elements of such an array, which are all zero |
//! | `launch 7` | the kernel that stands in line 7 goes to a GPU |
//! | `processor 7` | the kernel that stands in line 7 runs on the processor |
//! | `wait totals` | the program waits for what a launch gives it; `wait error` for whether it has failed; `wait unified` because host and GPU share memory |
//! | `library cufftExecC2C` | a function of a library is called |
//! | `evict x 256` | an array gives up its memory; `evict x 256 copied` if its elements come home for that |
//!
//! Where more than one GPU is at work, ` on 1` behind a line names it.
//!
//! *Invariant:* an event that is not of the format is an error, so every trace that is read is checked.

use serde_json::Value;
use std::path::Path;

/// The categories of events.
const CATEGORIES: &[&str] = &[
    "phase", "launch", "chunk", "copy", "wait", "compile", "evict", "library",
];

/// The events of a trace, without the names of threads.
///
/// # Errors
/// The file is not there, or is not of the format.
pub fn read(path: &Path) -> Result<Vec<Value>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let trace: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if !trace["otherData"]["omitted"].is_u64() {
        return Err("the trace does not say how many events it omits".into());
    }
    let events = trace["traceEvents"].as_array();
    let events = events.ok_or("the trace has no list of events")?;
    for event in events {
        check_event(event).map_err(|why| format!("{why} in {event}"))?;
    }
    let complete = |event: &&Value| event["ph"] == "X";
    Ok(events.iter().filter(complete).cloned().collect())
}

fn check_event(event: &Value) -> Result<(), String> {
    let number = |name: &str| event[name].as_f64().filter(|number| *number >= 0.0);
    let has_place = event["name"].is_string() && number("pid").is_some();
    match event["ph"].as_str() {
        Some("M") if has_place && event["args"]["name"].is_string() => Ok(()),
        Some("X") => {
            let category = event["cat"].as_str().unwrap_or_default();
            let has_times = ["tid", "ts", "dur"]
                .iter()
                .all(|name| number(name).is_some());
            match has_place && has_times && event["args"].is_object() {
                true if CATEGORIES.contains(&category) => Ok(()),
                true => Err(format!("an unknown category {category:?}")),
                false => Err("a field is missing or has no value of its kind".into()),
            }
        }
        Some(_) | None => Err("an unknown kind of event".into()),
    }
}

/// What GPUs did, and which launches ran on the processor.
///
/// # Errors
/// An event lacks what its category has.
pub fn lines(events: &[Value]) -> Result<Vec<String>, String> {
    let device = |event: &Value| event["args"]["device"].as_u64();
    let several = events.iter().filter_map(device).any(|device| device > 0);
    let mut lines = Vec::new();
    for event in events {
        let Some(line) = line(event).map_err(|why| format!("{why} in {event}"))? else {
            continue;
        };
        lines.push(match device(event).filter(|_| several) {
            Some(device) => format!("{line} on {device}"),
            None => line,
        });
    }
    Ok(lines)
}

fn line(event: &Value) -> Result<Option<String>, String> {
    let args = &event["args"];
    let name = event["name"].as_str().unwrap_or_default();
    let number = |name: &str| {
        args[name]
            .as_u64()
            .ok_or_else(|| format!("there is no number {name:?}"))
    };
    Ok(match event["cat"].as_str().unwrap_or_default() {
        "launch" if args["device"].is_u64() => Some(format!("launch {}", number("line")?)),
        "launch" => Some(format!("processor {}", number("line")?)),
        "copy" => {
            let way = args["way"].as_str().ok_or("a copy goes nowhere")?;
            let unpinned = number("pinned")? == 0 && ["in", "out"].contains(&way);
            let how = if unpinned { " unpinned" } else { "" };
            Some(format!("{way} {name} {}{how}", number("bytes")?))
        }
        "wait" => Some(format!("wait {name}")),
        "library" => Some(format!("library {name}")),
        "evict" => {
            let copied = if number("copied")? == 1 {
                " copied"
            } else {
                ""
            };
            Some(format!("evict {name} {}{copied}", number("bytes")?))
        }
        _ => None,
    })
}

/// Compares what the GPU did with what is expected.
///
/// # Errors
/// Both lists, if they differ.
pub fn check(events: &[Value], wanted: &[String]) -> Result<(), String> {
    let found = lines(events)?;
    match found == wanted {
        true => Ok(()),
        false => Err(format!(
            "the GPU did\n  {}\nand not\n  {}",
            found.join("\n  "),
            wanted.join("\n  ")
        )),
    }
}

/// When each piece of work of a GPU's stream began and ended, in nanoseconds, with the number of the stream.
pub fn work(events: &[Value]) -> Vec<(u64, u64, u64)> {
    let nanoseconds =
        |event: &Value, name: &str| (event[name].as_f64().unwrap_or(0.0) * 1e3) as u64;
    let of_stream = |event: &&Value| event["args"]["stream"].is_u64();
    let work = events.iter().filter(of_stream).map(|event| {
        let begin = nanoseconds(event, "ts");
        let stream = event["args"]["stream"].as_u64().unwrap_or(0);
        (begin, begin + nanoseconds(event, "dur"), stream)
    });
    work.collect()
}

/// Whether a piece of work of a stream begins before one of another stream has ended.
pub fn overlaps(events: &[Value]) -> bool {
    let mut work = work(events);
    work.sort_unstable();
    work.iter().enumerate().any(|(at, first)| {
        let mut later = work[at + 1..].iter();
        later.any(|second| second.0 < first.1 && second.2 != first.2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(category: &str, name: &str, args: Value) -> Value {
        json!({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 0, "ts": 1.5, "dur": 2, "args": args})
    }

    #[test]
    fn events_become_lines() {
        let mut events = vec![
            event(
                "copy",
                "x",
                json!({"way": "in", "bytes": 8, "pinned": 1, "device": 0}),
            ),
            event("launch", "k", json!({"line": 7, "device": 0})),
            event("launch", "k", json!({"line": 9, "rows": 3, "chunks": 1})),
            event("evict", "x", json!({"bytes": 8, "copied": 1, "device": 0})),
            event("chunk", "k", json!({})),
        ];
        let told = lines(&events).unwrap();
        assert_eq!(
            told,
            ["in x 8", "launch 7", "processor 9", "evict x 8 copied"]
        );
        events.push(event("wait", "totals", json!({"device": 1})));
        let told = lines(&events).unwrap();
        assert_eq!(
            (told[1].as_str(), told[4].as_str()),
            ("launch 7 on 0", "wait totals on 1")
        );
    }

    #[test]
    fn work_of_one_stream_never_overlaps() {
        let work = |ts: f64, dur: f64, stream: u64| {
            let mut event = event("launch", "k", json!({"line": 1, "stream": stream}));
            (event["ts"], event["dur"]) = (json!(ts), json!(dur));
            event
        };
        assert!(overlaps(&[work(1.0, 5.0, 0), work(2.0, 1.0, 1)]));
        assert!(!overlaps(&[work(1.0, 5.0, 0), work(2.0, 1.0, 0)]));
        assert!(!overlaps(&[work(1.0, 2.0, 0), work(3.0, 1.0, 1)]));
    }

    #[test]
    fn what_is_not_of_the_format_is_noticed() {
        let good = event("copy", "x", json!({}));
        assert!(check_event(&good).is_ok());
        for field in ["name", "pid", "tid", "ts", "dur", "args", "ph", "cat"] {
            let mut bad = good.clone();
            bad[field] = Value::Null;
            assert!(check_event(&bad).is_err(), "{field}");
        }
    }
}
