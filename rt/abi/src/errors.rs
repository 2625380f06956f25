//! The run-time errors of the language, one row each.
//!
//! *Invariant:* a number is never reused; 1 to 9 are the numbers of the language's own documents.

use alloc::format;
use alloc::string::String;

/// Declares the rows.
macro_rules! rows {
    ($( $(#[doc = $doc:literal])* $variant:ident = $code:literal, $name:literal, $message:literal; )*) => {
        /// A kind of run-time error. The number is also the status that a raising call returns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        pub enum RtError { $( $(#[doc = $doc])* $variant = $code, )* }

        impl RtError {
            /// Every row, in the order of the numbers.
            pub const ALL: &'static [RtError] = &[$(RtError::$variant),*];

            /// The number: the status of the call, never 0.
            pub const fn code(self) -> i32 { self as i32 }

            /// The row with this number, or `None`.
            pub const fn from_code(code: i32) -> Option<RtError> {
                match code { $( $code => Some(RtError::$variant), )* _ => None }
            }

            /// The name in tests (`%! raises: index-out-of-bounds`).
            pub const fn name(self) -> &'static str {
                match self { $( RtError::$variant => $name, )* }
            }

            /// The message; `{0}`, `{1}`, … stand for the arguments of `error_raise_row`, as `print` writes them.
            pub const fn message(self) -> &'static str {
                match self { $( RtError::$variant => $message, )* }
            }

            /// What the error means, for the manual.
            pub const fn doc(self) -> &'static [&'static str] {
                match self { $( RtError::$variant => &[$($doc),*], )* }
            }
        }
    };
}

rows! {
    /// An index is outside its dimension. Arguments: array, index, dimension, size.
    IndexOutOfBounds = 1, "index-out-of-bounds", "index {1} of '{0}' is outside dimension {2}, which has size {3}";
    /// A checked conversion does not fit the integer type. Arguments: value, type.
    IntegerOverflow = 2, "integer-overflow", "the value {0} does not fit {1}";
    /// `error(…)` of the program. Argument: the text.
    User = 3, "user", "{0}";
    /// A checked value is not finite. Argument: what was checked.
    NotFinite = 4, "not-finite", "{0} is not a finite number";
    /// A checked value is not a number. Argument: what was checked.
    NotANumber = 5, "not-a-number", "{0} is not a number";
    /// An assertion does not hold. Argument: its text.
    Assertion = 6, "assertion", "assertion failed: {0}";
    /// Memory for a kernel's own arrays is used up. Arguments: bytes asked for, bytes in use, the limit, the variable that sets it.
    KernelMemory = 7, "kernel-memory", "the memory for arrays made inside kernels is used up: {0} bytes asked for, {1} in use, the limit is {2}; raise {3}, or make the array outside of the kernel";
    /// Two sizes that must agree do not. Arguments: operation, left size, right size.
    SizeMismatch = 10, "size-mismatch", "{0}: the sizes {1} and {2} do not fit together";
    /// An argument has a value that the function cannot take. Arguments: function, what is wrong.
    InvalidArgument = 11, "invalid-argument", "{0}: {1}";
    /// Memory is used up. Argument: bytes asked for.
    OutOfMemory = 12, "out-of-memory", "out of memory ({0} bytes asked for)";
    /// Too many nested calls.
    StackOverflow = 13, "stack-overflow", "too many nested calls: the stack is used up";
    /// An integer division by zero.
    DivisionByZero = 14, "division-by-zero", "integer division by zero";
    /// A variable or an output was not assigned on the way here. Argument: what.
    Unassigned = 15, "unassigned", "{0} has no value here";
    /// A null reference was followed. Argument: what was read.
    NullReference = 16, "null-reference", "'{0}' is nullptr";
    /// A value has another type than the program needs. Arguments: what was met, what is needed.
    WrongType = 17, "wrong-type", "{0} where a `{1}` is needed";
    /// A field of an object was read that was not assigned before. Arguments: the object, the field.
    MissingField = 18, "missing-field", "'{0}' has no field '{1}'";
    /// A file cannot be read. Arguments: path, reason.
    FileRead = 20, "file-read", "cannot read '{0}': {1}";
    /// A file cannot be written. Arguments: path, reason.
    FileWrite = 21, "file-write", "cannot write '{0}': {1}";
    /// A format string and its arguments do not fit. Argument: what is wrong.
    Format = 22, "format", "format: {0}";
    /// Standard output cannot be written. Argument: reason.
    Output = 23, "output", "cannot write the output: {0}";
    /// Standard output was closed by its reader; the program ends quietly with exit code 0.
    OutputClosed = 24, "output-closed", "the output was closed";
    /// A GPU has failed, or one that the program must use cannot be used. Argument: the reason.
    DeviceFailed = 25, "device-failed", "the GPU: {0}";
    /// The library of Fourier transforms gives up, as where the system refuses random numbers. Argument: elements.
    NoPlan = 26, "no-plan", "a Fourier transform of {0} elements cannot be planned: the system refuses what the library needs";
    /// The program ends with an exit code, which no `catch` sees. Argument: the code.
    Exit = 27, "exit", "{0}";
    /// A function of C that the program calls is not there. Arguments: the function, the reason.
    ForeignMissing = 28, "foreign-missing", "the function '{0}' of C cannot be called: {1}";
    /// Something that the runtime cannot do yet. Argument: what.
    NotSupported = 30, "not-supported", "not supported yet: {0}";
}

/// What a total of whole numbers does not fit, for [`RtError::IntegerOverflow`]: `wide` of elements of 64 bits.
pub fn total_of_ints(name: &str, wide: bool) -> String {
    let kind = if wide { "64 bits" } else { "an int" };
    format!("{kind}, which {name} of ints gives; {name}(1.0*x) is a scalar")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ascend_and_are_found() {
        for pair in RtError::ALL.windows(2) {
            assert!(pair[0].code() < pair[1].code());
        }
        for row in RtError::ALL {
            assert_eq!(RtError::from_code(row.code()), Some(*row));
            assert!(!row.name().is_empty() && !row.message().is_empty() && !row.doc().is_empty());
        }
        assert_eq!(RtError::from_code(0), None);
    }
}
