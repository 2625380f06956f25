//! What texts of MIR cannot ask of the interpreter (`tests/mir/run` asks the rest): where errors were raised, how deep calls go, in which order
//! positions come, what is left in globals.

use super::*;
use crate::mir::parse;

const UNCOUNTED: Options = Options {
    order: Order::RowMajor,
    depth_limit: 100,
    counted: false,
};

/// Runs a program before `ownership` and checks that nothing is left over.
fn run(text: &str, options: Options) -> Outcome {
    let program = parse::program(text).expect("a program");
    let outcome = execute(&program, options);
    assert_eq!(outcome.leaked, 0);
    outcome
}

#[test]
fn errors_tell_the_calls_that_lead_to_them() {
    let text = r#"
entry main

host main() {
    call divide(3)                                        @1
    call divide(-3)                                       @2
}

host divide(%x: i32) {
    v0: i32 = get %x
    v1: bool = lt v0, 0
    if v1 {
        runtime error_raise(; v0)                         @3
    }
}

at 1 "test.q" 2:1 0:0..1 in "main"
at 2 "test.q" 3:1 0:0..1 in "main"
at 3 "test.q" 7:1 0:0..1 in "divide"
"#;
    let found = run(text, UNCOUNTED).failure.expect("an error");
    assert_eq!((found.row, found.message.as_str()), (RtError::User, "-3"));
    assert_eq!(found.trace, [3, 2].map(Loc::from_index));
}

#[test]
fn endless_recursion_is_an_error() {
    let text = "
entry main

host main() {
    call again()
}

host again() {
    call again()
}
";
    let found = run(text, UNCOUNTED).failure.expect("an error");
    assert_eq!(found.row, RtError::StackOverflow);
}

/// A kernel that adds up its positions and stores what depends on the position before, as a loop with a dependence does. A local of a kernel
/// starts anew at every position.
fn launching(how: &str) -> String {
    format!(
        "
entry main

host main() {{
    v0: [i32] = new_array(1) zeros
    v1: i32 = launch {how}k [2, 3] (v0)
    runtime print(; v1)
    runtime print(; v0)
}}

kernel k(%out: [i32]) at [v0, v1] from loop {{
    local %sum: i32 accumulates add
    local %seen: i32
    v2: i32 = add v0, v1
    v3: i32 = get %sum
    v4: i32 = add v3, v2
    set %sum, v4
    v5: i32 = get %seen
    v6: i32 = add v5, 1
    set %seen, v6
    v7: [i32] = get %out
    v8: i32 = load v7[0] checked
    v9: i32 = add v8, v8
    v10: i32 = add v9, v6
    v11: i32 = add v10, v1
    store v7[0] checked, v11
}}
"
    )
}

#[test]
fn launches_run_every_position_in_the_asked_order() {
    let in_order = run(&launching(""), UNCOUNTED).output;
    let expected = (0..6).fold(0, |value, at| 2 * value + 1 + at % 3);
    assert_eq!(in_order, format!("9\n[{expected}]\n"));
    let options = Options {
        order: Order::Shuffled(3),
        ..UNCOUNTED
    };
    let shuffled = run(&launching(""), options).output;
    assert!(shuffled.starts_with("9\n"));
    assert_ne!(shuffled, in_order);
    assert_eq!(run(&launching("serial "), options).output, in_order);
}

#[test]
fn globals_keep_what_was_set_last() {
    let text = "
global @count: i32
entry main

host main() {
    set @count, 4
    set @count, 5
}
";
    let outcome = run(text, UNCOUNTED);
    assert_eq!(outcome.globals[GlobalId::from_index(0)], 5);
}
