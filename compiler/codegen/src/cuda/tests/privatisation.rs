//! Copies of arrays that blocks change on their own: the text runs with a thread of the host for each of its own.
//!
//! *Invariant:* what is expected comes from the interpreter, which has no copies.

use super::cases::Case;
use super::emulated::{compiled_with_threads, emulated, interpreted};
use crate::base::Id;
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
    let mut b = FunctionBuilder::kernel(name, 1, KernelOrigin::Written, Loc::from_index(1));
    let array = |number: usize| format!("h{number}");
    let params: Vec<Local> = (0..ops.len())
        .map(|number| b.param(Ty::Array(ElemKind::I32), &array(number)))
        .collect();
    let (five, factor, shift) = (b.int(5), b.int(37), b.int(400));
    let at = b.binary(BinaryOp::Rem, b.position()[0], five);
    let product = b.binary(BinaryOp::Mul, b.position()[0], factor);
    let value = b.binary(BinaryOp::Sub, product, shift);
    for (&op, &param) in ops.iter().zip(&params) {
        let access = Access {
            array: b.get(param),
            index: vec![at],
            mode: AccessMode::Safe,
            name: None,
        };
        b.atomic(op, access, &[value]);
    }
    Case {
        name: name.to_string(),
        kernel: b.finish(),
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
