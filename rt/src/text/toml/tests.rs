//! What is TOML, and what becomes of it.
//!
//! *Invariant:* the crate `toml`, of which no program has a part, takes the same texts.

use super::*;

fn json(text: &str) -> String {
    match Read::of(text) {
        Ok(read) => read.json,
        Err(mistake) => format!("{}: {}", mistake.at, mistake.what),
    }
}

/// From the specification.
#[test]
fn values_of_each_kind_become_json() {
    let rows = [
        ("", "{}"),
        ("a = 1\n", r#"{"a":1}"#),
        (
            "a = 0xff\nb = 0b11\nc = 1_000\nd = +5",
            r#"{"a":255,"b":3,"c":1000,"d":5}"#,
        ),
        (
            "a = 1.5\nb = 6e2\nc = inf\nd = -inf\ne = nan",
            r#"{"a":1.5,"b":600.0,"c":1e999,"d":-1e999,"e":null}"#,
        ),
        (
            "a = 'x\\y'\nb = \"\\u00e9\\n\"",
            r#"{"a":"x\\y","b":"é\n"}"#,
        ),
        ("a = \"\"\"\nx \\\n  y\"\"\"\"", r#"{"a":"x y\""}"#),
        (
            "a = 1979-05-27 07:32:00z",
            r#"{"a":"1979-05-27T07:32:00Z"}"#,
        ),
        ("a = [1, [true, {b = 2}],]", r#"{"a":[1,[true,{"b":2}]]}"#),
        (
            "b.c = 1\na = 2\n[d.e]\nf = 3\n[[g]]\n[[g]]\nh = 4",
            r#"{"b":{"c":1},"a":2,"d":{"e":{"f":3}},"g":[{},{"h":4}]}"#,
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(json(text), expected, "{text}");
        let nodes = parsed(expected).expect("JSON").len() / 5;
        assert_eq!(
            Read::of(text).map_or(0, |read| read.places.len()),
            nodes,
            "{text}"
        );
    }
}

#[test]
fn no_text_nests_too_deeply() {
    for text in [
        format!("a={}", "[".repeat(100_000)),
        format!("{}x=1", "a.".repeat(100_000)),
        format!("[{}x]", "a.".repeat(100_000)),
        format!("a={}", "{a=".repeat(100_000)),
    ] {
        assert!(json(&text).contains("too many"));
    }
}

#[test]
fn places_are_lines_and_columns() {
    let places = lines_and_columns("é = 1\nb = 2", &[7, 0, 2, 11]);
    assert_eq!(places, [2, 1, 1, 1, 1, 2, 2, 5]);
}

/// Pieces that make texts, good and bad ones.
const PIECES: &[&str] = &[
    "a",
    "b",
    "a.b",
    "\"c d\"",
    "'e'",
    " ",
    "=",
    " = ",
    "\n",
    "\r\n",
    "[a]",
    "[a.b]",
    "[[a]]",
    "[b]\n",
    "[",
    "]",
    "{",
    "}",
    ",",
    "1",
    "-2",
    "+0",
    "00",
    "1_0",
    "_1",
    "1.5",
    "1.",
    ".5",
    "1e3",
    "1e+03",
    "0x1F",
    "0o17",
    "0b2",
    "inf",
    "-nan",
    "true",
    "'x'",
    "\"y\\n\"",
    "\"\\q\"",
    "\"\\ud800\"",
    "\"\"\"l\nm\"\"\"",
    "'''n'''",
    "1979-05-27",
    "1979-02-30",
    "07:32",
    "07:32:00.5",
    "1979-05-27T07:32:00-08:00",
    "# c\n",
    "#",
    "a = 1\n",
    "b = [1, 2]\n",
    "b.c = 1\n",
    "a = {b = 1}\n",
    "a.b = {}\n",
    "\u{e9}",
    "\u{7f}",
    "\u{feff}",
];

#[test]
fn the_same_texts_are_taken_as_by_the_crate() {
    let mut state = 1u64;
    let mut random = |count: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let (mut good, mut bad) = (0, 0);
    for round in 0..60_000 {
        let mut text = String::new();
        for _ in 0..1 + random(4) {
            match random(3) {
                0 => text.push_str(PIECES[random(PIECES.len())]),
                1 => text.push_str("[a.b]\nc = 1\n"),
                _ => {
                    text.push_str(["a", "b", "a.b", "a.c", "'d'"][random(5)]);
                    text.push_str(" = ");
                    text.push_str(PIECES[random(PIECES.len())]);
                    text.push('\n');
                }
            }
        }
        let taken = toml::de::DeTable::parse(&text).is_ok();
        // Numbers without an end are told when they are asked for.
        assert_eq!(
            Read::of(&text).is_ok(),
            taken,
            "{round}: {text:?}: {}",
            json(&text)
        );
        good += usize::from(taken);
        bad += usize::from(!taken);
    }
    assert!(good > 5_000 && bad > 5_000, "{good} {bad}");
}
