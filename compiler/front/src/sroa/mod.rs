//! Scalar replacement of aggregates: classes and enumerations are taken apart; a variable of a class becomes one variable per part, an enumeration an int.
//!
//! What comes out knows numbers, strings, arrays, function values and references to objects only, so that lowering, kernels
//! and the analysis of loops need no idea of a class. A *part* is a field that is no class by value, or a part of such a
//! field. Parameters, outputs and captured values of a class become one per part.
//!
//! | file | what |
//! |---|---|
//! | `layout` | the parts of a type, the entries of an object |
//! | `kinds` | what types and targets are |
//! | `trees` | small typed trees |
//! | `part_target` | what the value of a part is assigned to |
//! | `array` | arrays of classes |
//! | `boxed` | values in unions, cells and open fields |
//! | `instance` | variables and statements |
//! | `expression` | expressions |
//! | `target` | what is assigned |
//! | `text` | classes and enumerations as text |
//!
//! *Invariant:* expressions are evaluated in the order of the text, each once; no variable or expression of the result has a
//! class or an enumeration as its type, but for boxes, which are one reference.

mod array;
mod boxed;
mod expression;
mod instance;
mod kinds;
mod layout;
mod part_target;
mod target;
mod text;
mod trees;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::base::IndexVec;
use crate::hir::verify::{Stage, verify};
use crate::hir::{GlobalVar, GlobalVarId, Program};
use crate::types::{ClassId, Type};

use instance::Body;
use layout::Place;

/// What all instances share.
struct Replacement<'p> {
    program: &'p Program,
    /// The top-level variables of the result, by those of the program.
    globals: IndexVec<GlobalVarId, Vec<GlobalVarId>>,
    /// Where the parts of each field start, of classes that were asked for.
    field_starts: RefCell<HashMap<ClassId, Rc<Vec<usize>>>>,
}

/// The program without classes and enumerations. The tree is verified before and after.
///
/// # Panics
/// When a tree is broken: a defect of the compiler.
pub fn replace(program: Program) -> Program {
    verify(&program, Stage::Checked);
    if program.classes.is_empty() && program.enums.is_empty() {
        return program;
    }
    let program = without_classes(program);
    verify(&program, Stage::Sroa);
    program
}

/// A part of an object on the heap.
#[derive(Clone, Debug)]
pub struct ObjectPart {
    /// The names of its field and of those within it, `at.x`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Which entry of the object it is, or belongs to.
    pub entry: usize,
    /// Which element of that entry it is, of numbers and texts.
    pub index: Option<usize>,
}

/// The parts of an object of a class, where it holds them; the program may have been replaced already.
pub fn object_parts(program: &Program, class: ClassId) -> Vec<ObjectPart> {
    let replacement = Replacement {
        program,
        globals: IndexVec::new(),
        field_starts: RefCell::default(),
    };
    let fields = &program.classes[class];
    if fields.open {
        // Each field is an entry with the value and its type, as an element of a cell.
        let parts = fields.fields.iter().enumerate().map(|(entry, field)| {
            let (name, ty) = (field.name.clone(), field.ty.clone());
            ObjectPart {
                name,
                ty,
                entry,
                index: None,
            }
        });
        return parts.collect();
    }
    let places = replacement.layout(class).places;
    let parts = replacement.named_class_parts(class).into_iter();
    let placed = parts.zip(places).filter_map(|(part, place)| {
        let (entry, index) = match place {
            Place::Element { entry, index } => (entry, Some(index)),
            Place::Entry(entry) => (entry, None),
            Place::Nowhere => return None,
        };
        let name = part.name.trim_start_matches('.').to_owned();
        Some(ObjectPart {
            name,
            ty: part.ty,
            entry,
            index,
        })
    });
    placed.collect()
}

fn without_classes(program: Program) -> Program {
    let mut replacement = Replacement {
        program: &program,
        globals: IndexVec::new(),
        field_starts: RefCell::default(),
    };
    let globals = replacement.replace_globals();
    let mut commands = program.commands.clone();
    let mut instances = IndexVec::new();
    for (id, instance) in program.instances.iter_enumerated() {
        let mut body = Body::new(&replacement, instance);
        if id == program.script {
            for param in commands.iter_mut().flat_map(|it| &mut it.params) {
                param.default_value = param.default_value.as_ref().map(|value| body.value(value));
                param.var = body.parts[param.var][0];
            }
        }
        instances.push(body.finish());
    }
    let mut closures = program.closures.clone();
    for closure in closures.iter_mut() {
        closure.captures = replacement.part_types_of(&closure.captures);
    }
    Program {
        instances,
        closures,
        globals,
        commands,
        ..program
    }
}

impl Replacement<'_> {
    fn replace_globals(&mut self) -> IndexVec<GlobalVarId, GlobalVar> {
        let mut globals = IndexVec::new();
        for global in self.program.globals.iter() {
            let parts = self
                .parts(&global.ty)
                .into_iter()
                .map(|part| {
                    globals.push(GlobalVar {
                        name: format!("{}{}", global.name, part.name),
                        ty: part.ty,
                    })
                })
                .collect();
            self.globals.push(parts);
        }
        globals
    }
}
