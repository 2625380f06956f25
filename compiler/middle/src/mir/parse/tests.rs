//! Texts that are read, and texts that are none.

use super::program;
use crate::mir::print;
use crate::mir::random_program::random_program;
use crate::mir::verify::check;

/// Everything of the text that one program can show.
const ALL: &str = r#"global @x.0: f32
global @x.1: [f32]
global @name: str
about "two\nlines \"and\" quotes"
command "" "does it"
parameter file: text = "in.png" "what it reads"
parameter "a b": int ""
command "scale" ""
parameter size: integers 2 = "[3,4]" ""
parameter files: texts rest "what else it reads"
entry main

host main() {                                                @1
    local %i: i32
    local %"a b": f32                                            @2
    local %$part.2: [f32] in constant
    local %$part.3: [f32] in texture 2d of 4
    owned %$part.2, %$part.3
    v1: [f32] = new_array(2, 3) zeros                            @3.1
    set %$part.2, v1                                             @3
    b0: for v2 'i' = 0..1..9 parallel private=k reduction=add:s attribute kernel_accumulator(x = [1, [2]], y = written "n+1") on_gpu unless "n" at 0:3..7 {
        v3: f32 = load v1[v2, 0] checked 'it\'s'                     @4
        store v1[v2] safe, -0.0
        v4: f32 = atomic_add v1[v2] clamped 'x', NaN:0x7fc00001
        if not false {
            continue b0
        }
        if true {
            break b0
        } else {
            set %i, -2147483648
        }
    }
    b1: loop {
        b2: scope {
            break b1
        }
    }
    try {
        runtime print(; "a\tb", unsigned 3i64, quoted "q", complex(1.0, -inf), all, 1e-7)
    } handler {
        return                                                       @0
    }
    v5: f64 = exp(NaNf64)
    v6: f64 = pow(1e300f64, inff64)
    v7: f64, v8: f64 = call "main.2"(null:str, null:[str])
    v9: f32 = get @x.0
    set @x.1, null:[f32]
    v10: i32 = launch serial kernel [2, 3] (v1, 5)
    retain v1
    release %$part.2
    return
}

host "main.2"(%b: str #1 @4, %a: [str] #0) -> f64, f64 {
    return 0.0f64, NaN:0x7ff8000000000001f64
}

kernel kernel(%a: [f32] in fetched 2d of 1 linear clamp half, %n: i32) at [v0, v1] from part of a grid of kernel by tables group 1 shared [0] {
    attribute kernel(target = "gpu", size = [1, 2]) on_processor if "a > 1" never at 0:1..2
    known n = -3
    kept from gpus
    local %sum: i32 accumulates add 1
    local %least: i32 accumulates min 0
    shared %a(4, 4) zeros
    barrier warp
    barrier block
    barrier grid
    fence
    v2: i32 = active()
    v3: [f32] = get %a
    v4: bool = is_texture v3 2d of 1 nearest zero
    v5: f32 = fetch v3[0.5, 1.5] 2d of 1 linear clamp half
}

at 1 "a.q" 1:1 0:0..5 in "main"
at 3 "a.q" 3:1 0:10..12 in "main"
at 3.1 "a.q" 3:4 0:13..14 in "" from 3
"#;

#[test]
fn all_of_the_text_is_read_back() {
    let read = program(ALL).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print::program(&read), ALL);
    let again = program(&print::program(&read)).expect("the same text");
    assert_eq!(format!("{again:?}"), format!("{read:?}"));
}

#[test]
fn constants_are_computed_once_where_they_are_visible() {
    let text = "entry main\nhost main() {\n  if true {\n    runtime print(; 1)\n  }\n  runtime print(; 1)\n  if false {\n    runtime print(; 1)\n  }\n}\n";
    let read = program(text).expect("a program");
    assert_eq!(check(&read), []);
    let mut ones = 0;
    let function = &read.functions[read.entry];
    function.body.for_each_stmt(&mut |stmt| {
        ones += usize::from(stmt.op == super::Op::Const(super::Const::I32(1)));
    });
    // One in the first branch, and one for what follows it.
    assert_eq!(ones, 2);
}

#[test]
fn random_programs_are_read_back() {
    for seed in 0..200 {
        let made = random_program(seed);
        let text = print::program(&made);
        let read = program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(print::program(&read), text);
        assert_eq!(check(&read), []);
    }
}

/// Lines in a function, and why they are none.
const WRONG: &[(&str, &str)] = &[
    (
        "v0: i32 = ad 1, 2",
        "3:11: expected an operation, found `ad 1, 2`",
    ),
    (
        "v0: i32 = add 1",
        "3:16: expected `,`, found the end of the line",
    ),
    ("v0: i32 = add 1, v9", "3:18: v9 is defined nowhere in main"),
    (
        "v0: int = add 1, 2",
        "3:5: expected a type, found `int = add 1, 2`",
    ),
    (
        "v0: i32 = add 1, 2 3",
        "3:20: expected the end of the line, found `3`",
    ),
    ("set %x, 1", "3:5: no variable is named %x"),
    ("set @x, 1", "3:5: no global is named @x"),
    ("call f()", "3:6: no function is named f"),
    (
        "runtime nothing()",
        "3:9: the runtime has no function nothing",
    ),
    (
        "v9999999: i32 = add 1, 2",
        "3:1: numbers behind v are smaller",
    ),
    (
        "runtime print(; \"a)",
        "3:17: a text in quotes that does not end",
    ),
    ("runtime print(; \"\\q\")", "3:17: an escape that is none"),
    ("set %l, 99999999999", "3:5: no variable is named %l"),
    (
        "runtime print(; 99999999999)",
        "3:17: expected a value or a constant, found `99999999999)`",
    ),
    ("if true {", "2:14: a function that no `}` closes"),
    (
        "b0: when {",
        "3:5: expected `for`, `loop` or `scope`, found `when {`",
    ),
    (
        "retain null:i32",
        "3:13: expected a type of handles, found `i32`",
    ),
    (
        "v1: f32 = load v0[0] careful",
        "3:22: expected a mode of access, found `careful`",
    ),
    (
        "local %x: i32\nlocal %x: i32",
        "4:7: the variable %x is declared twice",
    ),
    ("local %7: i32", "3:7: the variable %7 has the number 0"),
    (
        "}\nhost main() {",
        "4:1: the function main is defined twice",
    ),
    (
        "}\nnothing",
        "4:1: expected a function or a table, found `nothing`",
    ),
    (
        "}\nat 1 \"\" 1:1 0:0..0 in \"\" from 1\nhost f() {",
        "4:32: a place whose calls go round in a circle",
    ),
];

#[test]
fn what_is_no_text_is_an_error_at_its_place() {
    for (line, expected) in WRONG {
        let text = format!("entry main\nhost main() {{\n{line}\n}}\n");
        let error = program(&text).expect_err(line);
        assert_eq!(error.to_string(), *expected, "{line}");
    }
    let error = program("").expect_err("nothing");
    assert_eq!(
        error.to_string(),
        "1:1: expected a line `entry NAME`, found the end of the line"
    );
}

#[test]
fn deep_blocks_are_an_error_and_no_overflow() {
    let text = format!(
        "entry main\nhost main() {{\n{}",
        "if true {\n".repeat(100_000)
    );
    let error = program(&text).expect_err("too deep");
    assert_eq!(error.message, "blocks stand in each other too deep");
}

#[test]
fn cut_and_mutated_texts_are_read_or_are_errors() {
    for (at, _) in ALL.char_indices() {
        let _ = program(&ALL[..at]);
        let mut without = ALL.to_string();
        without.remove(at);
        if let Ok(read) = program(&without) {
            // What was read can be looked at.
            let _ = (print::program(&read), check(&read));
        }
        for mark in ["9", "\"", "v", "{", "}", "é", " "] {
            let _ = program(&format!("{}{mark}{}", &ALL[..at], &ALL[at..]));
        }
    }
}
