//! Libraries: what callers in C and Python are told of the functions that a program exports.
//!
//! *Invariant:* header and description say the same of each function, and what `codegen/src/cpu/exports.rs` makes.

mod description;
mod header;

use std::path::Path;

use super::executable::Library;
use crate::check::ALL_EXPORTS;
use crate::hir::{Export, ExportValue, Program};
use crate::lower::elem_kind;
use crate::mir;
use crate::types::{Size, Type};
use quasar_abi::ElemKind;

/// A library and the header beside it.
pub struct Described {
    /// What goes into the file.
    pub library: Library,
    /// The text of the header.
    pub header: String,
}

/// What is told of the functions of a library.
pub struct Interface {
    /// The functions.
    pub exports: Vec<Export>,
    /// Whether `scalar` is double.
    pub double: bool,
    /// The name of the source.
    pub source: String,
}

/// A function, and what its callers must know that its types do not say.
#[derive(Clone, Copy)]
struct Function<'a> {
    export: &'a Export,
    /// The parameters that it stores elements of.
    changed: &'a [usize],
    double: bool,
}

impl<'a> Function<'a> {
    /// The parameters, and whether the function stores elements of each.
    fn params(self) -> impl Iterator<Item = (&'a ExportValue, bool)> {
        let params = self.export.params.iter().enumerate();
        params.map(move |(number, param)| (param, self.changed.contains(&number)))
    }
}

/// What callers are told of a library in a file of that name. `lowered` has its functions in the same order.
pub fn describe(interface: &Interface, lowered: &mir::Library, file: &Path) -> Described {
    let file_name = file.file_name().unwrap_or_default().to_string_lossy();
    let prefix = prefix(file);
    let functions = interface.exports.iter().zip(&lowered.functions);
    let functions: Vec<_> = functions
        .map(|(export, lowered)| Function {
            export,
            changed: &lowered.changed,
            double: interface.double,
        })
        .collect();
    let source = &interface.source;
    Described {
        header: header::text(&functions, &prefix, &file_name, source),
        library: Library {
            description: description::json(&functions, &prefix, source),
            file_name: file_name.into_owned(),
            prefix,
        },
    }
}

/// What names of the library's own functions begin with: the name of the file without `lib` and what follows the first dot, as a name of C.
fn prefix(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split('.').next().unwrap_or_default();
    let name = name.strip_prefix("lib").unwrap_or(name);
    let suits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(suits).collect();
    match name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => name,
        false => format!("quasar_{name}"),
    }
}

/// A name that the command line exports and that no function has; [`ALL_EXPORTS`] is no name.
pub fn missing<'a>(program: &Program, named: &'a [String], exports: &[Export]) -> Option<&'a str> {
    let is_there = |name: &&String| {
        let mut instances = exports.iter().map(|it| &program.instances[it.instance]);
        instances.any(|instance| instance.name == **name)
    };
    let names = named.iter().filter(|name| *name != ALL_EXPORTS);
    let mut missing = names.filter(|name| !is_there(name));
    missing.next().map(String::as_str)
}

/// The kind of the elements of an array that crosses, and its extents; -1 where any will do.
fn array(ty: &Type, double: bool) -> Option<(ElemKind, Vec<i64>)> {
    let array = ty.as_array()?;
    let extent = |size: &Size| match size {
        Size::Known(size) => i64::from(*size),
        Size::Symbol(_) | Size::Open => -1,
    };
    let extents = array.sizes.iter().map(extent).collect();
    Some((elem_kind(array.elem, double), extents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_names_of_c() {
        let of = |path: &str| prefix(Path::new(path));
        assert_eq!(of("build/libfilters.so"), "filters");
        assert_eq!(of("libimage-tools.so.1"), "image_tools");
        assert_eq!(of("2d.so"), "quasar_2d");
    }
}
