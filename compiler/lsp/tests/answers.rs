//! Answers about small programs, with a mark at each place that is asked about.
//!
//! *Invariant:* what is expected was written by hand, from what the language says of the names.

#![allow(
    clippy::mutable_key_type,
    reason = "the protocol's own table of changes is by addresses, which nobody changes"
)]

mod shared;

use lsp_types::{CodeActionOrCommand, HoverContents, Position, Range};
use qc_lsp::answers::{
    actions, completion, hints, hover, navigation, renaming, signatures, tokens,
};
use shared::{Program, uri};

/// A program with one of everything.
const SHAPES: &str = "\
type point : class
    x : scalar % to the right
    y : scalar
end
type colour : enum
    red
    green
end
% How far a point is
% from another one.
function d = dist@ance(p : point, q : point, scale = 1.0)
    dx = p.x@ - q.x
    d = scale * sqrt(dx^2 + (p.y - q.y)^2)
end
function y = unused(image : mat, n)
    y = image + n
end
origin = point(x := 0.0, y := 0.0)
other = point(x := 3.0, y := 4.0)
len@gth = distance(origin, other, scale := 2.0)
c = colour.green@
for k = 0..3
    length += k@
end
print length, c
";

fn hovered(program: &Program, mark: usize) -> String {
    let found = hover::at(&program.view(), program.marks[mark]);
    match found.map(|hover| hover.contents) {
        Some(HoverContents::Markup(markup)) => markup.value,
        Some(other) => panic!("{other:?}"),
        None => String::new(),
    }
}

#[test]
fn hovering_tells_types_headers_and_comments() {
    let program = Program::new(SHAPES);
    let function = hovered(&program, 0);
    let header = "```quasar\nfunction d = distance(p : point, q : point, scale = 1.0)\n```";
    assert!(function.starts_with(header), "{function}");
    let instance = "[d : scalar] = distance(p : point, q : point, scale : scalar)";
    assert!(function.contains(instance), "{function}");
    assert!(
        function.contains("How far a point is  \nfrom another one."),
        "{function}"
    );
    let field = hovered(&program, 1);
    assert!(
        field.starts_with("```quasar\npoint.x : scalar\n```"),
        "{field}"
    );
    let variable = hovered(&program, 2);
    assert!(
        variable.starts_with("```quasar\nlength : scalar\n```\n\nvariable"),
        "{variable}"
    );
    let key = hovered(&program, 3);
    assert!(key.contains("colour.green"), "{key}");
    let counter = hovered(&program, 4);
    assert!(
        counter.starts_with("```quasar\nk : int\n```\n\nvariable of a loop"),
        "{counter}"
    );
}

#[test]
fn hovering_tells_of_the_language() {
    let text = "{!paral@lel for; privat@e=x}\nfor k = 0..3\n    x = si@n(k)\nend\ny : ima@t = numel@(ones(3))\n";
    let program = Program::new(text);
    assert!(
        hovered(&program, 0)
            .starts_with("```quasar\n{!parallel}\n```\n\nthe loop becomes a kernel")
    );
    assert!(hovered(&program, 2).contains("built in, in kernels and device functions, too"));
    assert!(hovered(&program, 3).contains("type of the language"));
    assert!(hovered(&program, 4).starts_with("```quasar\n"));
}

#[test]
fn functions_that_nothing_calls_have_types_too() {
    let program = Program::new(
        "function y = twice(image : mat, n)\n    half@ = image/2\n    y = half@*4 + n\nend\n",
    );
    assert!(
        hovered(&program, 0).starts_with("```quasar\nhalf : mat\n```"),
        "{}",
        hovered(&program, 0)
    );
    assert!(
        hovered(&program, 1).starts_with("```quasar\nhalf : mat\n```"),
        "{}",
        hovered(&program, 1)
    );
}

#[test]
fn types_are_known_beside_mistakes() {
    let program = Program::new("a@ = ones(3,3)\nb = nonsense(a)\nc = (a +\nd@ = a[0,0@]\n");
    assert!(
        hovered(&program, 0).starts_with("```quasar\na : mat(3,3)\n```"),
        "{}",
        hovered(&program, 0)
    );
}

fn defined(program: &Program, mark: usize) -> Vec<String> {
    let found = navigation::definition(&program.view(), program.marks[mark]);
    let told = found
        .into_iter()
        .map(|it| match it.uri.as_str() == uri("a.q") {
            true => program.spelled(it.range),
            false => format!("{}:{}", it.uri.as_str(), it.range.start.line + 1),
        });
    told.collect()
}

#[test]
fn definitions_are_found_by_scopes() {
    let program = Program::new(
        "x = 1\nfunction y = f(x)\n    z = x@\n    y = z@ + w@\n    g = t -> t@ + z@\nend\nw = f@(x@)\nprint w, so@rt([1,2])\n",
    );
    let expected: &[&[&str]] = &[
        &["x:2"],
        &["z:3"],
        &["w:7"],
        &["t:5"],
        &["z:3"],
        &["f:2"],
        &["x:1"],
        &[],
    ];
    for (mark, expected) in expected.iter().enumerate() {
        assert_eq!(defined(&program, mark), *expected, "mark {mark}");
    }
}

#[test]
fn definitions_of_fields_keys_and_arguments() {
    let program = Program::new(SHAPES);
    assert_eq!(defined(&program, 1), ["x:2"]);
    assert_eq!(defined(&program, 3), ["green:7"]);
    let text = SHAPES
        .replace('@', "")
        .replace("scale := 2", "sc@ale := 2")
        .replace("x := 0", "x@ := 0");
    let program = Program::new(&text);
    assert_eq!(defined(&program, 0), ["x:2"]);
    assert_eq!(defined(&program, 1), ["scale:11"]);
}

#[test]
fn definitions_lie_in_other_files() {
    let others = [
        ("lib.q", "% One.\nfunction y = one()\n    y = 1\nend\n"),
        ("<qc>/far.q", "function far()\nend\n"),
    ];
    let program = Program::with(
        "import \"li@b.q\"\nimport \"far.q\"\nprint on@e()\nfa@r()\n",
        &others,
    );
    assert_eq!(defined(&program, 0), ["file:///lib.q:1"]);
    assert_eq!(defined(&program, 1), ["file:///lib.q:2"]);
    assert_eq!(defined(&program, 2), ["file:///library/far.q:1"]);
    assert!(
        hovered(&program, 2).contains("of the library: `far.q`"),
        "{}",
        hovered(&program, 2)
    );
}

/// A file with names that others have, too.
const SQUARES: (&str, &str) = (
    "squares.q",
    "type figure : class\n    side : scalar\nend\n{!private}\nfunction y = half(x)\n    y = x/2\nend\n% Of a square.\nfunction y = area(x)\n    y = half(x)\nend\n",
);
const CIRCLES: (&str, &str) = (
    "circles.q",
    "% Of a circle.\nfunction y = area(x)\n    y = 3*x\nend\n",
);

#[test]
fn names_behind_the_name_of_a_file_are_that_files() {
    let program = Program::with(
        "import \"squares.q\" as squares\nimport \"circles.q\" as circles\nfunction f(x : squares.fig@ure)\nend\nprint squ@ares.ar@ea(1), circles.ar@ea(2)\ncircles.@\nsquares.area(@\n",
        &[SQUARES, CIRCLES],
    );
    assert_eq!(defined(&program, 0), ["file:///squares.q:1"]);
    assert_eq!(defined(&program, 1), ["file:///squares.q:1"]);
    assert!(hovered(&program, 1).contains("the file squares.q"));
    assert_eq!(defined(&program, 2), ["file:///squares.q:9"]);
    assert_eq!(defined(&program, 3), ["file:///circles.q:2"]);
    assert!(hovered(&program, 2).contains("Of a square."));
    assert!(hovered(&program, 3).contains("Of a circle."));
    assert_eq!(offered(&program, 4), ["area"]);
    assert!(signature(&program, 5).is_some());
    assert_eq!(referred(&program, 3, false), ["area:5"]);
}

#[test]
fn names_of_a_file_are_renamed_behind_its_name_only() {
    let mut program = Program::with(
        "import \"squares.q\" as squares\nimport \"circles.q\" as circles\nprint squares.area(1), circles.ar@ea(2)\n",
        &[SQUARES, CIRCLES],
    );
    let plain = "import \"circles.q\"\nprint area(2)\n";
    program.workspace.open(&uri("b.q"), None, plain);
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[0]);
    let edits = renaming::edits(&view, &others, program.marks[0], "size_of");
    let changes = edits.expect("it can be renamed").changes;
    let mut places: Vec<String> = (changes.expect("there are changes").iter())
        .flat_map(|(uri, edits)| edits.iter().map(move |edit| (uri, edit.range.start)))
        .map(|(uri, at)| format!("{}:{}:{}", uri.as_str(), at.line, at.character))
        .collect();
    places.sort();
    let expected = [
        "file:///a.q:2:31",
        "file:///b.q:1:6",
        "file:///circles.q:1:13",
    ];
    assert_eq!(places, expected);
}

#[test]
fn the_name_of_a_file_is_renamed_in_the_file_that_has_it() {
    let mut program = Program::with(
        "import \"circles.q\" as cir@cles\nprint circles.area(2)\n",
        &[CIRCLES],
    );
    program
        .workspace
        .open(&uri("b.q"), None, "import \"circles.q\" as circles\n");
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[0]);
    let edits = renaming::edits(&view, &others, program.marks[0], "round_ones");
    let changes = edits.expect("it can be renamed").changes;
    let changes = changes.expect("there are changes");
    let places: Vec<u32> = (changes.values().flatten())
        .map(|edit| edit.range.start.line)
        .collect();
    assert_eq!((changes.len(), places), (1, vec![0, 1]));
}

#[test]
fn references_reach_programs_that_have_a_name_for_the_file() {
    let mut program = Program::with(
        "import \"circles.q\"\nprint ar@ea(2)\n",
        &[SQUARES, CIRCLES],
    );
    let named = "import \"circles.q\" as round\nprint round.area(3)\n";
    program.workspace.open(&uri("b.q"), None, named);
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[0]);
    let found = navigation::references(&view, &others, program.marks[0], true);
    let places: Vec<String> = (found.iter())
        .map(|it| format!("{}:{}", it.uri.as_str(), it.range.start.line))
        .collect();
    let expected = ["file:///a.q:1", "file:///circles.q:1", "file:///b.q:1"];
    assert_eq!(places, expected);
}

fn referred(program: &Program, mark: usize, declares: bool) -> Vec<String> {
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[mark]);
    let found = navigation::references(&view, &others, program.marks[mark], declares);
    let told = found.into_iter().map(|it| program.spelled(it.range));
    told.collect()
}

#[test]
fn references_are_those_of_one_meaning() {
    let program = Program::new(
        "n@ = 1\nfunction y = f(n@)\n    y = n\n    n += 1\nend\nprint f(n), f(n := 2)\nn[0] = 3\n",
    );
    assert_eq!(referred(&program, 0, true), ["n:1", "n:6", "n:7"]);
    assert_eq!(referred(&program, 1, true), ["n:2", "n:3", "n:4", "n:6"]);
    assert_eq!(referred(&program, 1, false), ["n:3", "n:4", "n:6"]);
    let highlights = navigation::highlights(&program.view(), program.marks[0]);
    let kinds: Vec<_> = highlights
        .iter()
        .map(|it| format!("{:?}", it.kind))
        .collect();
    assert_eq!(kinds, ["Some(Write)", "Some(Read)", "Some(Write)"]);
}

/// The text behind the edits of a renaming.
fn renamed(text: &str, name: &str) -> Result<String, String> {
    let mut program = Program::new(text);
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[0]);
    let edits = renaming::edits(&view, &others, program.marks[0], name)?;
    drop((view, others));
    let changes = edits.changes.expect("there are changes");
    for (address, mut edits) in changes {
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        let edits: Vec<_> = edits
            .into_iter()
            .map(|it| (Some(it.range), it.new_text))
            .collect();
        assert!(program.workspace.change(address.as_str(), None, &edits));
    }
    let document = program.workspace.document(&uri("a.q")).expect("it is open");
    Ok(document.text().whole().to_owned())
}

#[test]
fn renaming_changes_every_place_of_a_meaning() {
    let text =
        "function y = f(in@put)\n    y = input^2\nend\ninput = 3\nprint f(input), f(input := 4)\n";
    let expected =
        "function y = f(value)\n    y = value^2\nend\ninput = 3\nprint f(input), f(value := 4)\n";
    assert_eq!(renamed(text, "value").as_deref(), Ok(expected));
    let program = SHAPES
        .replace('@', "")
        .replace("    x : scalar", "    x@ : scalar");
    let moved = renamed(&program, "across").expect("it can be renamed");
    assert_eq!(moved.matches("across").count(), 5);
    assert!(
        moved.contains("dx = p.across - q.across") && moved.contains("point(across := 0.0"),
        "{moved}"
    );
}

#[test]
fn renaming_reaches_all_programs_that_are_open() {
    let lib = ("lib.q", "function y = one(x)\n    y = x\nend\n");
    let mut program = Program::with("import \"lib.q\"\nprint on@e(1)\n", &[lib]);
    let other = "import \"lib.q\"\nfunction f(one)\n    print one\nend\nprint one(x := 2)\n";
    program.workspace.open(&uri("b.q"), None, other);
    program
        .workspace
        .open(&uri("c.q"), None, "function one()\nend\none()\n");
    let view = program.view();
    let others = program.workspace.views_with(&view, program.marks[0]);
    let edits =
        renaming::edits(&view, &others, program.marks[0], "two").expect("it can be renamed");
    let changes = edits.changes.expect("there are changes");
    let mut places: Vec<String> = changes
        .iter()
        .flat_map(|(uri, edits)| edits.iter().map(move |edit| (uri, edit.range.start)))
        .map(|(uri, at)| format!("{}:{}:{}", uri.as_str(), at.line, at.character))
        .collect();
    places.sort();
    let expected = ["file:///a.q:1:6", "file:///b.q:4:6", "file:///lib.q:0:13"];
    assert_eq!(places, expected);
}

#[test]
fn renaming_is_refused_with_a_reason() {
    let refused = [
        ("x@ = 1\n", "1x", "`1x` is no name"),
        ("x@ = 1\n", "end", "`end` is no name"),
        ("x@ = 1\n", "a b", "`a b` is no name"),
        ("x@ = 1\n", "sum", "`sum` is of the language itself"),
        ("x = si@n(1)\n", "y", "`sin` is of the language itself"),
        ("x = {@1}\n", "y", "there is no name here"),
        ("print no@ne\n", "y", "nobody defines `none`"),
        (
            "x@ = 1\ny = 2\n",
            "y",
            "`y` is the name of something else already",
        ),
        (
            "x@ = 1\nfunction f(y)\n    print x + y\nend\n",
            "y",
            "`y` is the name of something else already",
        ),
        (
            "function f(y)\n    x@ = y\nend\n",
            "y",
            "`y` is the name of something else already",
        ),
        (
            "t = 1\nfunction f()\n    t@ = t + 1\n    print t\nend\n",
            "u",
            "`t` is read before it is assigned, and may be the one of outside, too",
        ),
        (
            "type p : class\n    a@ : int\n    b : int\nend\n",
            "b",
            "`b` is the name of something else already",
        ),
        (
            "{!paral@lel for}\nfor k=0..3\nend\n",
            "y",
            "`parallel` is a word of attributes",
        ),
    ];
    for (text, name, why) in refused {
        assert_eq!(renamed(text, name), Err(why.to_owned()), "{text}");
    }
}

fn offered(program: &Program, mark: usize) -> Vec<String> {
    let importable = |path: &str| program.workspace.importable(&uri("a.q"), path);
    let items = completion::at(&program.view(), program.marks[mark], &importable);
    items.into_iter().map(|item| item.label).collect()
}

fn has(found: &[String], names: &[&str]) -> bool {
    names.iter().all(|name| found.iter().any(|it| it == name))
}

#[test]
fn completion_offers_what_is_seen() {
    let program = Program::new(
        "top = 1\nfunction y = f(param)\n    inner = 2\n    y = @\nend\nfunction g(other)\nend\nprint @\n",
    );
    let inside = offered(&program, 0);
    assert!(has(
        &inside,
        &[
            "top", "f", "g", "param", "inner", "y", "sin", "zeros", "mat", "while", "print"
        ]
    ));
    assert!(!has(&inside, &["other"]));
    let outside = offered(&program, 1);
    assert!(
        has(&outside, &["top", "f"]) && !has(&outside, &["inner"]) && !has(&outside, &["param"])
    );
}

#[test]
fn completion_offers_fields_keys_modifiers_and_attributes() {
    let text = SHAPES.replace('@', "")
        + "print origin.@\nprint origin.x@\nprint colour.@\nfunction f(p : point)\n    print p.@\nend\n";
    let program = Program::new(&text);
    assert_eq!(offered(&program, 0), ["x", "y"]);
    assert_eq!(offered(&program, 1), ["x", "y"]);
    assert_eq!(offered(&program, 2), ["green", "red"]);
    assert_eq!(offered(&program, 3), ["x", "y"]);
    let program = Program::new(
        "x : mat'@ = ones(2,2)\n{!@}\n{!kernel_tiling @}\n{!kernel_tiling mode=@}\n% a comm@ent\ny = \"te@xt\"\n",
    );
    assert!(has(&offered(&program, 0), &["const", "mirror"]));
    assert!(has(&offered(&program, 1), &["parallel", "kernel_tiling"]));
    assert_eq!(offered(&program, 2), ["dims", "mode", "target"]);
    assert!(has(&offered(&program, 3), &["\"global\"", "\"local\""]));
    assert_eq!(
        (offered(&program, 4).len(), offered(&program, 5).len()),
        (0, 0)
    );
}

#[test]
fn completion_offers_files_behind_import() {
    let others = [("lib.q", ""), ("<qc>/far.q", "")];
    let program = Program::with("import \"li@\"\nimport \"@\"@\nimport \"f@\n", &others);
    for mark in [0, 1, 3] {
        assert_eq!(offered(&program, mark), ["far.q", "lib.q"], "mark {mark}");
    }
    assert!(!has(&offered(&program, 2), &["lib.q"]));
}

fn signature(program: &Program, mark: usize) -> Option<(String, u32)> {
    let help = signatures::at(&program.view(), program.marks[mark])?;
    let active = help.active_signature.unwrap_or(0) as usize;
    Some((
        help.signatures[active].label.clone(),
        help.active_parameter?,
    ))
}

#[test]
fn signatures_are_those_of_the_innermost_call() {
    let program = Program::new(
        "function y = f(a, b, c = 1)\n    y = a\nend\nx = f(@)\ny = [f(1, max(@2, 3)), @]\nz = (@1)\nprint f(1, g(2, 3), @\n",
    );
    let f = |at| Some(("function y = f(a, b, c = 1)".to_owned(), at));
    assert_eq!(signature(&program, 0), f(0));
    assert!(signature(&program, 1).is_some_and(|(label, at)| label.contains("max(") && at == 0));
    assert_eq!(signature(&program, 2), None);
    assert_eq!(signature(&program, 3), None);
    assert_eq!(signature(&program, 4), f(2));
}

#[test]
fn colours_follow_meanings() {
    let program = Program::new(
        "% é😀\nfunction y = f(x) % c\n    y = sin(x)\nend\ntype t : class\n    a : int\nend\n",
    );
    let mut line = 0;
    let mut character = 0;
    let mut told = Vec::new();
    for token in tokens::of(&program.view()) {
        line += token.delta_line;
        character = token.delta_start + if token.delta_line == 0 { character } else { 0 };
        let range = Range::new(
            Position::new(line, character),
            Position::new(line, character + token.length),
        );
        let kind = tokens::TYPES[token.token_type as usize];
        told.push(format!(
            "{} {kind} {}",
            program.spelled(range),
            token.token_modifiers_bitset
        ));
    }
    let expected = [
        "% é😀:1 comment 0",
        "function:2 keyword 0",
        "y:2 variable 1",
        "f:2 function 1",
        "x:2 parameter 1",
        "% c:2 comment 0",
        "y:3 variable 1",
        "sin:3 function 4",
        "x:3 parameter 0",
        "end:4 keyword 0",
        "type:5 keyword 0",
        "t:5 type 1",
        "class:5 keyword 0",
        "a:6 property 1",
        "int:6 type 4",
        "end:7 keyword 0",
    ];
    assert_eq!(told, expected);
}

#[test]
fn hints_tell_types_where_variables_begin() {
    let program = Program::new(
        "a = ones(2,3)\nb : int = 3\na = a + b\nfunction y = f(x)\n    t = x*2\n    y = t\nend\nprint f(1), f([1.0,2.0])\nfor k = 0..3\n    s = k\nend\n",
    );
    let whole = Range::new(Position::new(0, 0), Position::new(99, 0));
    let found = hints::within(&program.view(), whole);
    let told: Vec<String> = found
        .iter()
        .map(|hint| match &hint.label {
            lsp_types::InlayHintLabel::String(label) => {
                format!("{}{label}", hint.position.line + 1)
            }
            lsp_types::InlayHintLabel::LabelParts(_) => panic!("a text"),
        })
        .collect();
    assert_eq!(told, ["1 : mat(2,3)", "5 : int or vec(2)", "10 : int"]);
}

#[test]
fn actions_do_what_next_steps_say() {
    let mended = |text: &str| {
        let mut program = Program::new(text);
        let diagnostics = program.workspace.diagnostics();
        let document = program.workspace.document(&uri("a.q")).expect("it is open");
        let found = actions::of(document, &diagnostics[0].1);
        let mut edits = Vec::new();
        for action in found {
            let CodeActionOrCommand::CodeAction(action) = action else {
                panic!("an action");
            };
            let changes = action.edit.and_then(|edit| edit.changes).expect("changes");
            edits.extend(changes.into_values().flatten());
        }
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        let edits: Vec<_> = edits
            .into_iter()
            .map(|it| (Some(it.range), it.new_text))
            .collect();
        assert!(program.workspace.change(&uri("a.q"), None, &edits));
        program
            .workspace
            .document(&uri("a.q"))
            .expect("it is open")
            .text()
            .whole()
            .to_owned()
    };
    assert_eq!(
        mended("length = 1\nprint lenght + zroes(2)\n"),
        "length = 1\nprint length + zeros(2)\n"
    );
    let text = |name| format!("{{!parallel for; {name}=y}}\nfor k = 0..3\n    y = k\nend\n");
    assert_eq!(mended(&text("privat")), text("private"));
    let text = |name| format!("type p : class\n    ab : int\nend\nq = p()\nprint q.{name}\n");
    assert_eq!(mended(&text("ac")), text("ab"));
    assert_eq!(mended("x = 1 ~= 2\n"), "x = 1 != 2\n");
    assert_eq!(mended("x = 1\n"), "x = 1\n");
}
