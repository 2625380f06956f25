//! Copies of arrays that blocks change on their own: the text runs with a thread of the host for each of its own.
//!
//! *Invariant:* what is expected comes from the interpreter, which has no copies.

use super::cases::Case;
use super::emulated::{compiled_with_threads, emulated, interpreted};
use crate::mir::*;
use crate::opt::gpu::privatisation::{private_arrays, room};

const OPERATIONS: [AtomicOp; 7] = [
    AtomicOp::Add,
    AtomicOp::Sub,
    AtomicOp::And,
    AtomicOp::Or,
    AtomicOp::Xor,
    AtomicOp::Min,
    AtomicOp::Max,
];

/// A kernel that changes an array by each of some operations: position `p` changes element `p % 5` of each by `37*p - 400`.
fn case(name: &str, ops: &[AtomicOp], elements: i32) -> Case {
    let arrays: Vec<String> = (0..ops.len())
        .map(|number| format!("%h{number}: [i32]"))
        .collect();
    let mut text = format!(
        "entry main\nhost main() {{\n}}\nkernel {name}({}) at [v0] from written {{\n",
        arrays.join(", ")
    );
    text += "v1: i32 = rem v0, 5\nv2: i32 = mul v0, 37\nv3: i32 = sub v2, 400\n";
    for (number, op) in ops.iter().enumerate() {
        let (array, before) = (4 + 2 * number, 5 + 2 * number);
        text += &format!(
            "v{array}: [i32] = get %h{number}\nv{before}: i32 = atomic_{} v{array}[v1] safe, v3\n",
            op.name()
        );
    }
    let program = parse::program(&(text + "}\n")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut functions = program.functions.into_iter();
    let kernel = functions.find(|one| one.name == name).expect("the kernel");
    Case {
        name: name.to_string(),
        kernel,
        extents: vec![300],
        arrays: vec![(ElemKind::I32, vec![elements]); ops.len()],
        numbers: Vec::new(),
    }
}

#[test]
fn copies_give_what_the_array_itself_would() {
    let each = OPERATIONS.map(|op| case(op.name(), &[op], 7));
    let all = [
        case("all", &OPERATIONS, 5),
        case("few_elements", &OPERATIONS, 3),
        case("no_element", &[AtomicOp::Add], 0),
        case("most_elements", &[AtomicOp::Max], room(1) as i32),
        case("more_elements", &[AtomicOp::Max], room(1) as i32 + 1),
    ];
    let cases: Vec<Case> = each.into_iter().chain(all).collect();
    for case in &cases {
        assert_eq!(private_arrays(&case.kernel).len(), case.arrays.len());
    }
    let Some(library) = compiled_with_threads(&cases, "privatisation") else {
        return;
    };
    for (number, case) in cases.iter().enumerate() {
        let expected = interpreted(case);
        for (grid, block) in [(1, 1), (3, 32), (2, 96), (1, 256)] {
            let (found, error) = emulated(&library, number, case, [grid, 1, 1], [block, 1, 1]);
            assert_eq!(error.status, 0, "{}", case.name);
            assert_eq!(found, expected, "{} with {grid} {block}", case.name);
        }
    }
}
