//! The header of a library, for C and C++.
//!
//! *Invariant:* the structures are those of `quasar_abi::library`; two headers can be included together.

use std::fmt::Write;

use super::{Function, array};
use crate::base::c_names;
use crate::hir::ExportValue;
use crate::types::Type;
use quasar_abi::{ElemKind, MAXIMUM_DIMENSIONS};

/// The text of the header of a library that lies in a file of that name.
pub fn text(functions: &[Function<'_>], prefix: &str, file_name: &str, source: &str) -> String {
    let guard = format!("QUASAR_LIBRARY_{}_H", prefix.to_ascii_uppercase());
    let mut out = format!(
        "/* The functions of {}, made by qc {} from {}. */\n#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n",
        comment(file_name),
        env!("CARGO_PKG_VERSION"),
        comment(source),
    );
    out += &types();
    for one in functions {
        out += &function(*one);
    }
    out += &own_functions(prefix);
    out += "#ifdef __cplusplus\n}\n#endif\n#endif\n";
    out
}

/// A text that does not end the comment that it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// What all such headers have.
fn types() -> String {
    let names = [
        "INT8",
        "UINT8",
        "INT16",
        "UINT16",
        "INT32",
        "UINT32",
        "INT64",
        "UINT64",
        "HALF",
        "FLOAT",
        "DOUBLE",
        "COMPLEX_FLOAT",
        "COMPLEX_DOUBLE",
    ];
    let kinds = names.iter().zip(ElemKind::ALL);
    let sizes: Vec<_> = kinds
        .clone()
        .map(|(_, kind)| kind.size().to_string())
        .collect();
    let kinds: Vec<_> = kinds
        .map(|(name, kind)| format!("    QUASAR_{name} = {}", kind.code()))
        .collect();
    TYPES
        .replace("KINDS", &kinds.join(",\n"))
        .replace("SIZES", &sizes.join(", "))
        .replace("DIMENSIONS", &MAXIMUM_DIMENSIONS.to_string())
}

const TYPES: &str = "#ifndef QUASAR_TYPES
#define QUASAR_TYPES

/* What the elements of an array are. */
enum quasar_element {
KINDS
};

/* An array. Its first element lies at `data`; the next one along dimension d lies `strides[d]` bytes further. */
typedef struct quasar_array {
    void *data;
    int32_t element;    /* an enum quasar_element */
    int32_t dimensions;
    int64_t extents[DIMENSIONS];
    int64_t strides[DIMENSIONS];
    void *owner;        /* of a result: what its library is to release; arrays of your own: NULL */
} quasar_array;

/* A text of a result: UTF-8, with a zero behind it that `length` does not count. */
typedef struct quasar_text {
    const char *data;
    int64_t length;
    void *owner;
} quasar_text;

/* An array over your own elements, which lie one behind the other, those of the last dimension first. */
static inline quasar_array quasar_array_of(void *data, enum quasar_element element, int dimensions, const int64_t *extents) {
    static const int64_t sizes[] = {SIZES};
    quasar_array array;
    int64_t bytes = sizes[element];
    int d;
    array.data = data;
    array.element = element;
    array.dimensions = dimensions;
    array.owner = NULL;
    for (d = DIMENSIONS - 1; d >= 0; d--) {
        array.extents[d] = d < dimensions ? extents[d] : 1;
        array.strides[d] = bytes;
        bytes *= array.extents[d] > 0 ? array.extents[d] : 1;
    }
    return array;
}

#endif

/* Each function gives 0, or the code of an error, and then stores no result. A result that nobody wants may be NULL. Functions may be called by any
   thread; calls of several threads take turns. */

";

/// The declaration of a function with its comment.
fn function(function: Function<'_>) -> String {
    let Function { export, double, .. } = function;
    let mut out = String::from("/*");
    let text = export.doc.lines().filter(|line| !line.trim().is_empty());
    for line in text {
        let _ = write!(out, " {}\n  ", comment(line.trim()));
    }
    let mut params = Vec::new();
    for (number, (param, changed)) in function.params().enumerate() {
        let name = name(&param.name, 'p', number, &export.results);
        let word = if changed { ", changed" } else { "" };
        let _ = write!(out, " {name}{word}: {}\n  ", said(param, double));
        params.push(match changed {
            true => place(&param.ty, &name, double),
            false => parameter(&param.ty, &name, double),
        });
    }
    for (number, result) in export.results.iter().enumerate() {
        let name = name(&result.name, 'r', number, &[]);
        let _ = write!(out, " {name}, a result: {}\n  ", said(result, double));
        params.push(place(&result.ty, &name, double));
    }
    let out = out.trim_end();
    let params = match params.is_empty() {
        true => "void".to_owned(),
        false => params.join(", "),
    };
    format!("{out} */\nint {}({params});\n\n", export.name)
}

/// The name of a parameter: its own, if C can have it and no result has it.
fn name(own: &str, letter: char, number: usize, results: &[ExportValue]) -> String {
    let is_taken = results.iter().any(|result| result.name == own) || c_names::is_word(own);
    match c_names::is_name(own) && !is_taken {
        true => own.to_owned(),
        false => format!("{letter}{number}"),
    }
}

/// What is said of a parameter or a result.
fn said(value: &ExportValue, double: bool) -> String {
    let mut said = value.ty.to_string();
    if let Some((kind, extents)) = array(&value.ty, double) {
        let count = extents.len();
        let plural = if count == 1 { "" } else { "s" };
        let _ = write!(said, ", {} in {count} dimension{plural}", kind.name());
    }
    if !value.doc.is_empty() {
        let _ = write!(said, "; {}", value.doc);
    }
    comment(&said)
}

fn parameter(ty: &Type, name: &str, double: bool) -> String {
    match ty {
        Type::String => format!("const char *{name}, int64_t {name}_length"),
        Type::Array(_) => format!("const quasar_array *{name}"),
        _number => format!("{} {name}", number(ty, double)),
    }
}

fn place(ty: &Type, name: &str, double: bool) -> String {
    match ty {
        Type::String => format!("quasar_text *{name}"),
        Type::Array(_) => format!("quasar_array *{name}"),
        _number => format!("{} *{name}", number(ty, double)),
    }
}

fn number(ty: &Type, double: bool) -> &'static str {
    match (ty, double) {
        (Type::Int, _) => "int32_t",
        (Type::Long, _) => "int64_t",
        (_scalar, true) => "double",
        (_scalar, false) => "float",
    }
}

/// The functions that a library has beside the program's.
fn own_functions(prefix: &str) -> String {
    format!(
        "/* What the last call of this thread that failed says, with file and line; valid until the next one fails. */\n\
         const char *{prefix}_error(void);\n\n\
         /* The file and the line that the error is in; an empty text and 0 where it is in none. */\n\
         const char *{prefix}_error_file(void);\n\
         int {prefix}_error_line(void);\n\n\
         /* Frees a result, by its owner; NULL is nothing. */\n\
         void {prefix}_release(void *owner);\n\n\
         /* The functions as JSON. */\n\
         extern const char {prefix}_description[];\n\n"
    )
}
