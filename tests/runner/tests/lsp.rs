//! `qc lsp`: sessions written by hand, over standard input and output of the real process.
//!
//! A file of `tests/lsp` is a session. Lines that begin with `#` are comments, and what is indented belongs to the line above it.
//!
//! | line | what |
//! |---|---|
//! | `file NAME` | a file of the folder of the session; its lines stand below, each behind `\| ` |
//! | `-> JSON` | a message to the server, without `jsonrpc` |
//! | `<- JSON` | what the server says next, but for what it says of other things: all that is written must be there, and lists must be whole |
//! | `raw TEXT` | bytes to the server, with `\r` and `\n` |
//! | `exit CODE` | the server ends so |
//!
//! `$DIR` stands for the address of the folder.
//!
//! *Invariant:* what a session expects was written by hand; a message that nobody waits for is no answer to a request.

use quasar_tests::outcome::{self, Check, Test, in_folder};
use quasar_tests::process;
use quasar_tests::repository;
use quasar_tests::turn;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take; generous, because the machine may be busy.
const LIMIT: Duration = Duration::from_secs(60);

/// How many of the programs with mistakes an ordinary run takes: one of so many.
const ONE_IN: usize = 3;

fn main() {
    let sessions = repository::files("tests/lsp", "txt");
    let mut tests: Vec<Test> = sessions
        .into_iter()
        .map(|path| {
            let name = repository::relative(&path);
            Test::new(name.clone(), move || {
                in_folder(&name, |folder| session(&path, folder))
            })
        })
        .collect();
    let name = "diagnostics are those of qc check";
    tests.push(Test::new(name, move || in_folder(name, as_check_says)));
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("lsp", &results));
}

/// What is said of a file: numbers, lines and messages, in the order of texts.
type Said = Vec<(String, u64, String)>;

/// Opens programs with mistakes at once, and waits until the server has said of each what the command says.
fn as_check_says(folder: &Path) -> Check {
    let mut wanted: BTreeMap<String, (PathBuf, Said)> = BTreeMap::new();
    for path in repository::files("tests/diagnostics", "q") {
        let text = fs::read(&path).map_err(|error| error.to_string())?;
        let is_plain = !String::from_utf8_lossy(&text).contains("%! flags");
        let has_turn = turn::has_come_of_many(&repository::relative(&path), ONE_IN);
        if has_turn && is_plain && String::from_utf8(text).is_ok() {
            let said = checked(&path);
            let real = path.canonicalize().map_err(|error| error.to_string())?;
            wanted.insert(format!("file://{}", real.display()), (path, said));
        }
    }
    let mut server = start(folder)?;
    let initialize = r#"{"id": 1, "method": "initialize", "params": {"capabilities": {}}}"#;
    write(&mut server, parsed(initialize)?)?;
    for (uri, (path, _)) in &wanted {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let item = json!({ "uri": uri, "languageId": "quasar", "version": 1, "text": text });
        let params = json!({ "textDocument": item });
        write(
            &mut server,
            json!({ "method": "textDocument/didOpen", "params": params }),
        )?;
    }
    let result = wait_for(&server, wanted);
    let _ = server.child.kill();
    let _ = server.child.wait();
    result
}

/// What the command says of a file, of places in that file.
fn checked(path: &Path) -> Said {
    let mut command = Command::new(repository::qc());
    command.args(["check", "--message-format=json"]).arg(path);
    command.env("QC_CONFIG", "");
    let lines = process::run(&mut command).stderr;
    let reports = lines.lines().filter_map(|line| parsed(line).ok());
    let of_file = |report: &Value| report["labels"][0]["file"] == path.display().to_string();
    let said = reports.filter(of_file).map(|report| {
        let text = |key: &str| report[key].as_str().unwrap_or_default().to_owned();
        let line = report["labels"][0]["line"].as_u64().unwrap_or(0);
        (text("code"), line, text("message"))
    });
    sorted(said.collect())
}

fn sorted(mut said: Said) -> Said {
    said.sort();
    said.dedup();
    said
}

/// Takes what the server says until nothing is left to be said.
fn wait_for(server: &Server, wanted: BTreeMap<String, (PathBuf, Said)>) -> Check {
    let mut left: BTreeMap<&String, &Said> =
        wanted.iter().map(|(uri, (_, said))| (uri, said)).collect();
    let mut last: BTreeMap<String, Said> = BTreeMap::new();
    let begun = Instant::now();
    while !left.is_empty() {
        let rest = LIMIT.saturating_sub(begun.elapsed());
        let Ok(message) = server.messages.recv_timeout(rest) else {
            let told = left.iter().take(5).map(|(uri, wanted)| {
                format!(
                    "{uri}\n  the command: {wanted:?}\n  the server: {:?}",
                    last.get(*uri)
                )
            });
            return Err(format!(
                "{} differ:\n{}",
                left.len(),
                told.collect::<Vec<_>>().join("\n")
            ));
        };
        let params = &message["params"];
        let (Some(uri), Some(list)) = (params["uri"].as_str(), params["diagnostics"].as_array())
        else {
            continue;
        };
        let said = list.iter().map(|it| {
            let message = it["message"].as_str().unwrap_or_default();
            let line = it["range"]["start"]["line"].as_u64().unwrap_or(0) + 1;
            let code = it["code"].as_str().unwrap_or_default();
            (
                code.to_owned(),
                line,
                message.lines().next().unwrap_or_default().to_owned(),
            )
        });
        let said = sorted(said.collect());
        if let Some((key, (_, wanted))) = wanted.get_key_value(uri) {
            match said == *wanted {
                true => left.remove(key),
                false => left.insert(key, wanted),
            };
        }
        last.insert(uri.to_owned(), said);
    }
    Ok(())
}

/// A line of a session with what belongs to it.
struct Step {
    line: usize,
    word: String,
    text: String,
}

/// A server at work.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications that nobody has waited for yet.
    passed: Vec<Value>,
}

fn session(path: &Path, folder: &Path) -> Check {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let real = folder.canonicalize().map_err(|error| error.to_string())?;
    let text = text.replace("$DIR", &format!("file://{}", real.display()));
    let steps = steps(&text)?;
    for step in steps.iter().filter(|step| step.word == "file") {
        write_file(&real, step)?;
    }
    let mut server = start(&real)?;
    let result = steps
        .iter()
        .filter(|step| step.word != "file")
        .try_for_each(|step| {
            perform(&mut server, step).map_err(|why| format!("line {}: {why}", step.line))
        });
    let _ = server.child.kill();
    let _ = server.child.wait();
    result
}

fn steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if line.starts_with([' ', '|']) {
            let last = steps
                .last_mut()
                .ok_or("the first line belongs to nothing")?;
            last.text.push('\n');
            last.text.push_str(line);
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        steps.push(Step {
            line: index + 1,
            word: word.to_owned(),
            text: rest.to_owned(),
        });
    }
    Ok(steps)
}

fn write_file(folder: &Path, step: &Step) -> Check {
    let mut lines = step.text.lines();
    let name = lines.next().unwrap_or_default();
    let content: String = lines
        .map(|line| line.strip_prefix("| ").unwrap_or(""))
        .map(|line| format!("{line}\n"))
        .collect();
    let path = folder.join(name);
    let above = path.parent().unwrap_or(folder);
    let written = fs::create_dir_all(above).and_then(|()| fs::write(&path, content));
    written.map_err(|error| error.to_string())
}

fn start(folder: &Path) -> Result<Server, String> {
    let mut child = Command::new(repository::qc())
        .arg("lsp")
        .current_dir(folder)
        .env("QC_CONFIG", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let output = child.stdout.take().ok_or("no standard output")?;
    let (sender, messages) = channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(message) = read(&mut output) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    let input = child.stdin.take();
    Ok(Server {
        child,
        input,
        messages,
        passed: Vec::new(),
    })
}

/// One message; none at the end, or where the bytes are none.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse().ok()?;
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

fn perform(server: &mut Server, step: &Step) -> Check {
    match step.word.as_str() {
        "->" => {
            let message = parsed(&step.text)?;
            write(server, message)
        }
        "raw" => {
            let text = step.text.replace("\\r", "\r").replace("\\n", "\n");
            send(server, text.as_bytes())
        }
        "<-" => expect(server, &parsed(&step.text)?),
        "exit" => ends(server, step.text.trim()),
        word => Err(format!("`{word}` begins no line")),
    }
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))
}

/// Sends a message.
fn write(server: &mut Server, mut message: Value) -> Check {
    message["jsonrpc"] = "2.0".into();
    let text = message.to_string();
    let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
    send(server, frame.as_bytes())
}

fn send(server: &mut Server, bytes: &[u8]) -> Check {
    let input = server.input.as_mut().ok_or("standard input is closed")?;
    let sent = input.write_all(bytes).and_then(|()| input.flush());
    sent.map_err(|error| error.to_string())
}

/// Waits for a message. Notifications come when they come, so that those that are passed over are kept for later.
fn expect(server: &mut Server, wanted: &Value) -> Check {
    let fits = |message: &Value| difference(wanted, message, "").is_none();
    if let Some(at) = server.passed.iter().position(fits) {
        server.passed.remove(at);
        return Ok(());
    }
    let begun = Instant::now();
    let mut last = String::new();
    loop {
        let left = LIMIT.saturating_sub(begun.elapsed());
        let message = server.messages.recv_timeout(left).map_err(|error| {
            format!("{error} while waiting for\n{wanted:#}\nthe last one differs: {last}")
        })?;
        let Some(why) = difference(wanted, &message, "") else {
            return Ok(());
        };
        if message.get("method").is_none() {
            return Err(format!("nobody waits for {message:#}: {why}"));
        }
        last = format!("{why}\n{message:#}");
        server.passed.push(message);
    }
}

/// Where a value lacks what is wanted.
fn difference(wanted: &Value, found: &Value, at: &str) -> Option<String> {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => wanted.iter().find_map(|(key, value)| {
            let at = format!("{at}/{key}");
            match found.get(key) {
                Some(found) => difference(value, found, &at),
                None => Some(format!("{at} is missing")),
            }
        }),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            let pairs = wanted.iter().zip(found).enumerate();
            pairs.into_iter().find_map(|(index, (wanted, found))| {
                difference(wanted, found, &format!("{at}/{index}"))
            })
        }
        (wanted, found) => (wanted != found).then(|| format!("{at} is {found} and not {wanted}")),
    }
}

fn ends(server: &mut Server, code: &str) -> Check {
    // An end of the input is an end, too.
    server.input = None;
    let begun = Instant::now();
    loop {
        let ended = server.child.try_wait().map_err(|error| error.to_string())?;
        match ended {
            Some(status) if status.code().map(|code| code.to_string()).as_deref() == Some(code) => {
                return Ok(());
            }
            Some(status) => return Err(format!("ended with {status} and not {code}")),
            None if begun.elapsed() > LIMIT => return Err("does not end".to_owned()),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
