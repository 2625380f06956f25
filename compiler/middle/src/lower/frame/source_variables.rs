//! What debuggers are told of variables: name, type, and the locals that hold each.
//!
//! Layer: `frame`.
//!
//! *Invariant:* without `-g` nothing is noted and nothing is lowered otherwise; with it, a program does the same.

use crate::hir::{Space, VarId};
use crate::lower::emit::program::{ProgramLowering, Variables};
use crate::lower::emit::types::elem_kind;
use crate::lower::frame::function::{FunctionLowering, Slot};
use crate::lower::frame::source_names::source_name;
use crate::lower::memory::storage::extents;
use crate::mir::{
    DescribedVariable, ElemKind, GlobalId, ObjectField, SourceEnumeration, SourceObject,
    SourceVariable, VariableForm, VariableRole,
};
use crate::sroa::{self, ObjectPart};
use crate::types::families::{class_type, empty_type, number_type};
use crate::types::{ArrayType, Type};

impl FunctionLowering<'_, '_> {
    /// Whether each variable of the function that is being lowered has a place of its own that holds its value to the end of the function.
    pub(in crate::lower) fn keeps_variables(&self) -> bool {
        self.kernel.is_none() && self.program.options.variables == Variables::Kept
    }

    /// Whether a call in host code stays one, so that its variables have a frame.
    pub(in crate::lower) fn keeps_frame_of(&self, space: Space) -> bool {
        self.keeps_variables() && space == Space::Host
    }

    /// Notes where a variable lives, if it has a name in the source. Of what is lowered in place nothing is noted.
    pub(in crate::lower) fn note_variable(&mut self, var: VarId, slot: &Slot, role: VariableRole) {
        let noted = self.program.options.variables != Variables::Unknown;
        if !noted || self.kernel.is_some() || self.depth() != 1 {
            return;
        }
        let data = self.var(var);
        if source_name(&data.name).is_none() {
            return;
        }
        let (form, parts) = match slot {
            Slot::Locals(locals) => (form_of(&data.ty), locals.clone()),
            Slot::Registers(locals) => match data.ty.as_array() {
                Some(array) => (elements(array, locals.len()), locals.clone()),
                None => return,
            },
            Slot::Bound(_) | Slot::Shared(_) | Slot::Slice(..) => return,
        };
        let types = parts.iter().map(|part| self.local_ty(*part)).collect();
        let owners = self.frame().instance.owners.get(&var);
        let variable = SourceVariable {
            described: DescribedVariable {
                name: data.name.clone(),
                ty: data.ty.to_string(),
                owners: owners.cloned().unwrap_or_default(),
                role,
                form,
                types,
            },
            parts,
            assignments: 0,
            is_lasting: self.keeps_variables(),
        };
        self.variables.push(variable);
    }
}

impl ProgramLowering<'_> {
    /// The top-level variables, where each has globals that hold its value whenever code runs.
    pub(in crate::lower) fn source_globals(&self) -> Vec<SourceVariable<GlobalId>> {
        if self.options.variables != Variables::Kept {
            return Vec::new();
        }
        let globals = self.hir.globals.iter_enumerated();
        let named = globals.filter_map(|(id, data)| {
            let parts = self.global_parts(id);
            Some(SourceVariable {
                described: DescribedVariable {
                    name: source_name(&data.name)?.to_string(),
                    ty: data.ty.to_string(),
                    owners: Vec::new(),
                    role: VariableRole::Variable,
                    form: form_of(&data.ty),
                    types: parts.iter().map(|part| self.globals[*part].ty).collect(),
                },
                parts,
                assignments: 0,
                is_lasting: true,
            })
        });
        named.collect()
    }
}

impl ProgramLowering<'_> {
    /// The objects that variables refer to, and those that these refer to.
    pub(in crate::lower) fn source_objects(&self) -> Vec<SourceObject> {
        if self.options.variables == Variables::Unknown {
            return Vec::new();
        }
        let instances = self.hir.instances.iter();
        let variables = instances.flat_map(|instance| instance.vars.iter().map(|var| &var.ty));
        let globals = self.hir.globals.iter().map(|global| &global.ty);
        let mut wanted: Vec<Type> = variables.chain(globals).cloned().collect();
        let mut objects: Vec<SourceObject> = Vec::new();
        while let Some(ty) = wanted.pop() {
            let Type::Pointer(class) = &ty else {
                continue;
            };
            let name = ty.to_string();
            if objects.iter().any(|known| known.name == name) {
                continue;
            }
            let parts = sroa::object_parts(self.hir, class.id);
            wanted.extend(parts.iter().map(|part| part.ty.clone()));
            objects.push(SourceObject {
                name,
                is_open: class.open,
                fields: parts.iter().map(|part| self.object_field(part)).collect(),
            });
        }
        objects
    }

    /// The enumerations of the source.
    pub(in crate::lower) fn source_enumerations(&self) -> Vec<SourceEnumeration> {
        if self.options.variables == Variables::Unknown {
            return Vec::new();
        }
        let all = self.hir.enums.iter().map(|one| SourceEnumeration {
            name: one.name.clone(),
            keys: one.keys.clone(),
        });
        all.collect()
    }

    fn object_field(&self, part: &ObjectPart) -> ObjectField {
        let kind = match (&part.ty, part.ty.elem()) {
            (Type::Pointer(_), _) | (_, None) => ElemKind::Array,
            (_, Some(elem)) => elem_kind(elem, self.hir.double),
        };
        ObjectField {
            name: part.name.clone(),
            ty: part.ty.to_string(),
            entry: part.entry,
            element: part.index,
            kind,
        }
    }
}

/// How the parts make a value of the type.
fn form_of(ty: &Type) -> VariableForm {
    match ty {
        Type::Complex => VariableForm::Complex,
        number_type!()
        | Type::String
        | Type::Exception
        | Type::Array(_)
        | Type::Enum(_)
        | class_type!() => VariableForm::Single,
        Type::Group(_)
        | Type::Closure(_)
        | Type::Tuple(_)
        | Type::Union(_)
        | Type::Unknown(_)
        | empty_type!() => VariableForm::List,
    }
}

/// The form of an array whose elements are so many values in all.
fn elements(array: &ArrayType, values: usize) -> VariableForm {
    let sizes = extents(array);
    let extents: Vec<u32> = sizes.iter().map(|size| size.unsigned_abs()).collect();
    let count: u32 = extents.iter().product();
    let parts = values / (count as usize).max(1);
    VariableForm::Elements { extents, parts }
}
