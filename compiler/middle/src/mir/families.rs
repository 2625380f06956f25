//! Families of operations, as patterns: what a question does not look into is named by its family.
//!
//! *Invariant:* a family has no operation in common with another; one in none of them must be named in every match.

/// Operations whose results depend on the operands alone.
#[macro_export]
macro_rules! pure_op {
    () => {
        Op::Const(_)
            | Op::Unary(..)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::Math(..)
            | Op::Select { .. }
            | Op::Convert(_)
            | Op::Dim(..)
            | Op::Numel(_)
    };
}

/// Operations that make, read or write arrays and global variables.
#[macro_export]
macro_rules! memory_op {
    () => {
        Op::NewArray { .. }
            | Op::Load(_)
            | Op::Store(..)
            | Op::Atomic(..)
            | Op::Runtime { .. }
            | Op::Together(_)
            | Op::Texture(_)
            | Op::GetGlobal(_)
            | Op::SetGlobal(..)
    };
}

/// Operations that run another function.
#[macro_export]
macro_rules! call_op {
    () => {
        Op::Call { .. } | Op::Launch(_)
    };
}

/// Operations that contain blocks.
#[macro_export]
macro_rules! block_op {
    () => {
        Op::If { .. } | Op::For { .. } | Op::Loop { .. } | Op::Scope { .. } | Op::Try { .. }
    };
}

/// Operations behind which control goes on elsewhere.
#[macro_export]
macro_rules! jump_op {
    () => {
        Op::Break(_) | Op::Continue(_) | Op::Return(_)
    };
}

/// Operations that contain no block: all but those of `block_op`.
#[macro_export]
macro_rules! blockless_op {
    () => {
        $crate::pure_op!()
            | $crate::memory_op!()
            | $crate::call_op!()
            | $crate::jump_op!()
            | Op::Get(_)
            | Op::Set(..)
            | Op::Retain(_)
            | Op::Release(_)
    };
}

pub use {block_op, blockless_op, call_op, jump_op, memory_op, pure_op};
