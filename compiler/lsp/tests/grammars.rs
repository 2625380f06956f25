//! The grammars of editors know the words that the compiler knows.
//!
//! *Invariant:* lists of words are compared whole: a word too many is as wrong as one that is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use qc_front::builtins::attributes;
use qc_front::builtins::special_forms::SPECIAL_FORMS;
use qc_front::builtins::{INTERNAL, ROWS};
use qc_front::check::TYPE_NAMES;
use qc_front::syntax::token::Keyword;
use qc_lsp::answers::completion::{MODIFIERS, SOFT_KEYWORDS};
use serde_json::Value;

type Words = BTreeSet<String>;

fn words<'a>(list: impl IntoIterator<Item = &'a str>) -> Words {
    list.into_iter().map(str::to_owned).collect()
}

/// Words that are values.
fn constants() -> Words {
    let values = [
        Keyword::True,
        Keyword::False,
        Keyword::NullPtr,
        Keyword::Null,
    ];
    words(values.map(Keyword::text))
}

/// Where functions run.
fn qualifiers() -> Words {
    words([Keyword::Kernel, Keyword::Device, Keyword::Host].map(Keyword::text))
}

fn keywords() -> Words {
    let all = words(Keyword::ALL.iter().map(|word| word.text()));
    let others: Words = constants().union(&qualifiers()).cloned().collect();
    all.difference(&others).cloned().collect()
}

fn types() -> Words {
    words(TYPE_NAMES.iter().copied())
}

/// The functions of the language, without words that are coloured as something else.
fn functions() -> Words {
    let rows = ROWS.iter().filter(|row| !INTERNAL.contains(&row.builtin));
    let forms = SPECIAL_FORMS.iter().map(|form| form.name);
    let all = words(rows.map(|row| row.name).chain(forms));
    let others = words(TYPE_NAMES.iter().chain(SOFT_KEYWORDS).copied());
    all.difference(&others).cloned().collect()
}

/// The words that each part of a grammar has, by the name of the part.
fn expected() -> Vec<(&'static str, Words)> {
    vec![
        ("keyword.control", keywords()),
        ("keyword.other", words(SOFT_KEYWORDS.iter().copied())),
        ("constant.language", constants()),
        ("storage.modifier", qualifiers()),
        ("support.type", types()),
        ("support.function", functions()),
        (
            "storage.type.modifier",
            words(MODIFIERS.iter().map(|it| it.name())),
        ),
        (
            "entity.name.decorator",
            words(attributes::TABLE.iter().map(|row| row.name)),
        ),
    ]
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tools/editors")
        .join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn compare(file: &str, part: &str, found: &Words, expected: &Words) {
    let list = |words: BTreeSet<&String>| words.into_iter().cloned().collect::<Vec<_>>().join(" ");
    let (missing, needless) = (
        expected.difference(found).collect(),
        found.difference(expected).collect(),
    );
    assert!(
        found == expected,
        "{file}: {part} lacks `{}` and has `{}` too many",
        list(missing),
        list(needless)
    );
}

/// The words of the patterns that have this name.
fn of_grammar(grammar: &Value, name: &str, found: &mut Words) {
    match grammar {
        Value::Object(object) => {
            if object.get("name").and_then(Value::as_str) == Some(&format!("{name}.quasar")) {
                let pattern = object
                    .get("match")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                let list = pattern.split_once("(?:").map_or("", |(_, rest)| rest);
                let list = list.split_once(')').map_or("", |(list, _)| list);
                found.extend(list.split('|').map(str::to_owned));
            }
            object
                .values()
                .for_each(|value| of_grammar(value, name, found));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|value| of_grammar(value, name, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn the_grammar_of_textmate_knows_all_words() {
    let file = "vscode/syntaxes/quasar.tmLanguage.json";
    let grammar: Value = serde_json::from_str(&read(file)).expect("JSON");
    for (part, expected) in expected() {
        let mut found = Words::new();
        of_grammar(&grammar, part, &mut found);
        compare(file, part, &found, &expected);
    }
}

#[test]
fn the_syntax_of_vim_knows_all_words() {
    let file = "vim/syntax/quasar.vim";
    let text = read(file);
    let groups = [
        "quasarKeyword",
        "quasarSoftKeyword",
        "quasarConstant",
        "quasarQualifier",
        "quasarType",
        "quasarFunction",
        "quasarModifier",
        "quasarAttribute",
    ];
    for (group, (part, expected)) in groups.iter().zip(expected()) {
        let lines = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("syn keyword ")?;
            rest.strip_prefix(group)?.strip_prefix(' ')
        });
        let found = lines.flat_map(str::split_whitespace);
        let found = words(found.filter(|word| *word != "contained"));
        compare(file, part, &found, &expected);
    }
}

#[test]
fn the_extension_names_what_it_starts() {
    let package: Value = serde_json::from_str(&read("vscode/package.json")).expect("JSON");
    let main = package["main"].as_str().expect("a file");
    let code = read(&format!("vscode/{main}"));
    assert!(code.contains("\"lsp\""), "it starts `qc lsp`");
    let settings = package["contributes"]["configuration"]["properties"].as_object();
    for name in settings.expect("there are settings").keys() {
        let own = name
            .strip_prefix("quasar.")
            .expect("they are of the extension");
        assert!(code.contains(&format!("\"{own}\"")), "nothing reads {name}");
    }
    for grammar in package["contributes"]["grammars"]
        .as_array()
        .expect("a list")
    {
        read(&format!(
            "vscode/{}",
            grammar["path"].as_str().expect("a file")
        ));
    }
    let configuration = read("vscode/language-configuration.json");
    serde_json::from_str::<Value>(&configuration).expect("JSON");
}
