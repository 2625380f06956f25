//! What lasts from entry to entry: definitions as text, values of variables in files.
//!
//! An entry is a program of its own. A module that it imports has the earlier definitions and reads the variables that the entry, or a definition, names;
//! behind the entry's text stand statements that save such variables. Names that begin with `qc_` are the session's own.
//!
//! *Invariant:* an entry that fails leaves everything as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::entry::{Definition, Entry, names_in};
use crate::hir::Program;
use crate::types::{ArrayType, Elem, Type};
use quasar_abi::ElemKind;

/// The file of the session's module.
pub const MODULE: &str = "session.q";

/// What the session's module has beside definitions and variables.
const FUNCTIONS: &str = "\
function [] = qc_keep_text(path : string, text : string)
    qc_file = fopen(path, \"w\")
    fprintf(qc_file, \"%s\", text)
    fclose(qc_file)
end
function t = qc_kept_text(path : string)
    qc_file = fopen(path)
    t = fgets(qc_file)
    fclose(qc_file)
end
";

/// How the value of a variable is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A number: the third argument of `load`, if there is one.
    Number(Option<&'static str>),
    /// A string.
    Text,
    /// A vector of strings.
    Texts,
    /// An array of numbers: its type, and the third argument of `load`.
    Array(String, Option<&'static str>),
}

/// A variable with its value in a file.
#[derive(Clone, Debug)]
struct Variable {
    form: Form,
    file: PathBuf,
}

/// The session.
pub struct Session {
    folder: PathBuf,
    definitions: Vec<Definition>,
    variables: BTreeMap<String, Variable>,
    entries: usize,
}

/// The variables of an entry, as far as their values last.
pub struct Found {
    forms: BTreeMap<String, Form>,
    /// Those that do not, with their types.
    pub passing: Vec<(String, String)>,
}

/// What an entry leaves in files.
pub struct Kept {
    variables: BTreeMap<String, Variable>,
}

impl Session {
    /// An empty session, whose files lie in that folder.
    pub fn new(folder: &Path) -> Session {
        Session {
            folder: folder.to_owned(),
            definitions: Vec::new(),
            variables: BTreeMap::new(),
            entries: 0,
        }
    }

    /// The number of the entry that comes next.
    pub fn next(&self) -> usize {
        self.entries + 1
    }

    /// Counts an entry.
    pub fn count(&mut self) {
        self.entries += 1;
    }

    /// The names that are known: of variables, and of functions and types.
    pub fn names(&self) -> Vec<String> {
        let definitions = self.definitions.iter().filter_map(|it| it.name.clone());
        self.variables.keys().cloned().chain(definitions).collect()
    }

    /// The definitions that stay when an entry comes that defines some anew.
    fn staying<'s>(&'s self, entry: &'s Entry) -> impl Iterator<Item = &'s Definition> {
        let is_new = |definition: &Definition| {
            let mut new = entry.definitions.iter();
            new.any(|it| it.name.is_some() && it.name == definition.name || it == definition)
        };
        self.definitions.iter().filter(move |it| !is_new(it))
    }

    /// The names that the entry and the definitions have.
    fn mentioned(&self, entry: &Entry) -> BTreeSet<String> {
        let mut names = names_in(&entry.text);
        for definition in self.staying(entry) {
            names.extend(names_in(&definition.text));
        }
        names
    }

    /// The module that the entry imports.
    pub fn module(&self, entry: &Entry) -> String {
        let mut text = FUNCTIONS.to_owned();
        for definition in self.staying(entry) {
            let _ = writeln!(text, "{}", definition.text);
        }
        let mentioned = self.mentioned(entry);
        let variables = self.variables.iter();
        for (name, variable) in variables.filter(|(name, _)| mentioned.contains(*name)) {
            text.push_str(&variable.restore(name));
        }
        text
    }

    /// What behind the text of an entry saves its variables, and where to.
    pub fn keep(&self, entry: &Entry, found: &Found) -> (String, Kept) {
        let mut text = String::new();
        let mut kept = BTreeMap::new();
        let mentioned = self.mentioned(entry);
        let forms = found.forms.iter();
        for (name, form) in forms.filter(|(name, _)| mentioned.contains(*name)) {
            let file = self.folder.join(format!("{name}.{}.dat", self.next()));
            let path = file.display();
            let save = match form {
                Form::Text | Form::Texts => format!("qc_keep_text(\"{path}\", jsonencode({name}))"),
                Form::Number(_) | Form::Array(..) => format!("save(\"{path}\", {name})"),
            };
            // A variable that not every way assigns is kept where it has a value.
            let _ = write!(text, "try\n    {save}\ncatch qc_error\nend\n");
            let form = form.clone();
            kept.insert(name.clone(), Variable { form, file });
        }
        (text, Kept { variables: kept })
    }

    /// Takes over what an entry that went well has left.
    pub fn accept(&mut self, entry: &Entry, kept: Kept) {
        let definitions = self.staying(entry).cloned();
        self.definitions = definitions
            .chain(entry.definitions.iter().cloned())
            .collect();
        for (name, variable) in kept.variables {
            if !variable.file.is_file() {
                continue;
            }
            if let Some(before) = self.variables.insert(name, variable) {
                // What cannot be removed goes with the folder.
                let _ = std::fs::remove_file(before.file);
            }
        }
    }

    /// The variables of a checked entry.
    pub fn variables_of(&self, program: &Program) -> Found {
        let script = &program.instances[program.script];
        let locals = script.vars.iter().map(|it| (&it.name, &it.ty));
        let globals = program.globals.iter().map(|it| (&it.name, &it.ty));
        let mut found = Found {
            forms: BTreeMap::new(),
            passing: Vec::new(),
        };
        let mut passing = BTreeMap::new();
        // The last of several variables with one name has the type at the end.
        for (name, ty) in locals.chain(globals) {
            if name.starts_with('$') || name.starts_with("qc_") {
                continue;
            }
            match form_of(ty) {
                Some(form) => {
                    passing.remove(name);
                    found.forms.insert(name.clone(), form);
                }
                None if *ty != Type::Void => {
                    found.forms.remove(name);
                    passing.insert(name.clone(), ty.to_string());
                }
                None => {}
            }
        }
        found.passing = passing.into_iter().collect();
        found
    }
}

impl Variable {
    /// The statements that give a variable its value.
    fn restore(&self, name: &str) -> String {
        let path = self.file.display();
        let which = |named: &Option<&str>| match named {
            Some(named) => format!(", 0, \"{named}\""),
            None => String::new(),
        };
        match &self.form {
            Form::Number(named) => format!("{name} = sum(load(\"{path}\"{}))\n", which(named)),
            Form::Text => format!("{name} = jsondecode(qc_kept_text(\"{path}\"), \"\")\n"),
            Form::Texts => {
                format!("{name} = jsondecode(qc_kept_text(\"{path}\"), vec[string](0))\n")
            }
            Form::Array(ty, named) => format!(
                "function qc_value : {ty} = qc_kept_{name}()\n    qc_value = load(\"{path}\"{})\nend\n{name} = qc_kept_{name}()\n",
                which(named)
            ),
        }
    }
}

/// How values of a type are kept; none of others.
fn form_of(ty: &Type) -> Option<Form> {
    Some(match ty {
        Type::Int => Form::Number(Some("int")),
        Type::Long => Form::Number(Some("int64")),
        Type::Scalar => Form::Number(None),
        Type::Complex => Form::Number(Some("complex")),
        Type::String => Form::Text,
        Type::Array(array) if array.elem == Elem::String && array.rank() == Some(1) => Form::Texts,
        Type::Array(array) => array_form(array)?,
        _ => return None,
    })
}

fn array_form(array: &ArrayType) -> Option<Form> {
    let kinds = [
        ElemKind::I8,
        ElemKind::U8,
        ElemKind::I16,
        ElemKind::U16,
        ElemKind::U32,
        ElemKind::I64,
        ElemKind::U64,
    ];
    let names = [
        "int8", "uint8", "int16", "uint16", "uint32", "int64", "uint64",
    ];
    let (prefix, elem) = match array.elem {
        Elem::Scalar => ("", None),
        Elem::Complex => ("c", Some("complex")),
        Elem::Int => ("", Some("int")),
        Elem::Storage(kind) => {
            let place = kinds.iter().position(|it| *it == kind)?;
            ("", Some(names[place]))
        }
        Elem::String | Elem::Compound(_) => return None,
    };
    let elements = match elem {
        Some(elem) if prefix.is_empty() => format!("[{elem}]"),
        _ => String::new(),
    };
    let ty = match array.rank() {
        Some(1) => format!("{prefix}vec{elements}"),
        Some(2) => format!("{prefix}mat{elements}"),
        Some(3) => format!("{prefix}cube{elements}"),
        Some(rank) => format!("{prefix}cube{{{rank}}}{elements}"),
        None => format!("{prefix}cube{{:}}{elements}"),
    };
    Some(Form::Array(ty, elem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_definition_takes_the_place_of_the_old_one() {
        let mut session = Session::new(Path::new("/nowhere"));
        let first =
            Entry::of("function y = f(x)\n    y = x\nend\nfunction y = g(x)\n    y = f(x)\nend");
        let nothing = || Kept {
            variables: BTreeMap::new(),
        };
        session.accept(&first, nothing());
        let second = Entry::of("function y = f(x)\n    y = 2*x\nend");
        assert!(!session.module(&second).contains("= f(x)\n    y = x"));
        session.accept(&second, nothing());
        let module = session.module(&Entry::of("g(1)"));
        assert_eq!(module.matches("function y = f(x)").count(), 1);
        assert!(module.contains("y = 2*x") && module.contains("function y = g(x)"));
        assert_eq!(session.names(), ["g", "f"]);
    }

    #[test]
    fn types_are_kept_by_forms() {
        let array = |elem, rank| Type::Array(ArrayType::open(elem, rank));
        let form = |ty: &Type| form_of(ty);
        let of = |name: &str, elem| Some(Form::Array(name.to_owned(), elem));
        assert_eq!(form(&array(Elem::Scalar, 1)), of("vec", None));
        assert_eq!(form(&array(Elem::Complex, 2)), of("cmat", Some("complex")));
        let bytes = Elem::Storage(ElemKind::U8);
        assert_eq!(form(&array(bytes, 4)), of("cube{4}[uint8]", Some("uint8")));
        assert_eq!(form(&array(Elem::String, 1)), Some(Form::Texts));
        assert_eq!(form(&Type::Null), None);
    }
}
