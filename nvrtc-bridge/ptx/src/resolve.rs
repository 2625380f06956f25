//! From the tree to a module: places of variables, numbers of registers, indices of labels.
//!
//! *Invariant:* one instruction of the text is one instruction here, so labels are counted before anything is decoded.

use crate::body::{Binding, Body, Names, number_bits};
use crate::decode;
use crate::instruction::{Instruction, Operation, Place, UNGUARDED};
use crate::layout::{self, SharedPlan};
use crate::module::{
    Builtin, Function, Global, GlobalSpace, Kernel, Module, Parameter, Relocation, Target,
    threads_or_default,
};
use crate::parse_error::ParseError;
use crate::syntax::{
    FunctionTree, Initial, Location, Position, Space, Statement, Tree, Variable, Written,
};
use std::collections::{BTreeMap, BTreeSet};

/// Resolves a whole module.
pub fn module(tree: &Tree<'_>) -> Result<Module, ParseError> {
    let plan = layout::plan(tree)?;
    let names = names(tree, &plan);
    let mut functions = Vec::new();
    let mut kernels = Vec::new();
    for (index, function) in unique(tree).into_iter().enumerate() {
        let made = self::function(function, &names, &plan, &tree.files)?;
        if function.is_entry {
            kernels.push(kernel(function, index as u32, &made, &plan));
        }
        functions.push(made);
    }
    Ok(Module {
        functions,
        kernels,
        globals: globals(tree, &names)?,
        files: tree
            .files
            .iter()
            .map(|(&number, name)| (number, as_given(name).to_string()))
            .collect(),
    })
}

/// Each function once; a definition counts over its declarations.
fn unique<'a, 't>(tree: &'a Tree<'t>) -> Vec<&'a FunctionTree<'t>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: Vec<&FunctionTree> = Vec::new();
    for function in &tree.functions {
        match places.get(function.name) {
            None => {
                places.insert(function.name, found.len());
                found.push(function);
            }
            Some(&place) if function.body.is_some() => found[place] = function,
            Some(_) => {}
        }
    }
    found
}

/// The `.global` and `.const` variables, each once.
fn global_variables<'a, 't>(tree: &'a Tree<'t>) -> Vec<&'a Variable<'t>> {
    let mut seen = BTreeSet::new();
    tree.variables
        .iter()
        .filter(|variable| matches!(variable.space, Space::Global | Space::Constant))
        .filter(|variable| seen.insert(variable.name))
        .collect()
}

fn names<'t>(tree: &Tree<'t>, plan: &SharedPlan<'t>) -> Names<'t> {
    let mut map = BTreeMap::new();
    for (index, function) in unique(tree).into_iter().enumerate() {
        map.insert(function.name, Binding::Function(index as u32));
    }
    for (index, variable) in global_variables(tree).into_iter().enumerate() {
        map.insert(variable.name, Binding::Global(index as u32));
    }
    for variable in &tree.variables {
        if let Some(offset) = plan.module_offset(variable.name) {
            map.insert(variable.name, Binding::Shared(offset));
        }
    }
    Names { map }
}

fn fail<T>(line: u32, message: String) -> Result<T, ParseError> {
    Err(ParseError { line, message })
}

fn kernel(
    tree: &FunctionTree<'_>,
    index: u32,
    function: &Function,
    plan: &SharedPlan<'_>,
) -> Kernel {
    let mut offset = 0;
    let mut parameters = Vec::new();
    for parameter in &tree.parameters {
        let size = parameter.size() as u32;
        offset = layout::align_up(offset, parameter.align);
        parameters.push(Parameter {
            name: parameter.name.to_string(),
            offset,
            size,
            align: parameter.align,
            source_name: None,
        });
        offset += size;
    }
    let named = parameters.iter_mut().zip(parameter_names(tree));
    named.for_each(|(parameter, name)| parameter.source_name = Some(name));
    let shared = plan.of_kernel(tree.name);
    Kernel {
        name: tree.name.to_string(),
        function: index,
        parameters,
        static_shared: layout::packed_size(&shared.variables),
        shared: shared.variables,
        max_threads: threads_or_default(tree.max_threads),
        registers: crate::lives::registers(tree).min(registers_for(tree.max_threads)),
        local: function.local,
        uses_dynamic_shared: shared.dynamic,
    }
}

/// The registers of a thread that the assembler keeps to where the text says how many threads a block has: what the 65536 of a block suffice
/// for, given to warps by 8 a thread.
fn registers_for(max_threads: Option<u32>) -> u32 {
    max_threads.map_or(u32::MAX, |threads| {
        let warps = threads.max(1).div_ceil(32);
        65536 / (32 * warps) / 8 * 8
    })
}

/// The operands of `name.parameters`, in the order of the parameters.
fn parameter_names(tree: &FunctionTree<'_>) -> Vec<String> {
    let statements = tree.body.as_deref().unwrap_or_default();
    let naming = statements.iter().find_map(|statement| match statement {
        Statement::Instruction(line) if line.opcode == "name.parameters" => Some(&line.operands),
        Statement::Instruction(_)
        | Statement::Open
        | Statement::Close
        | Statement::Register(..)
        | Statement::Variable(_)
        | Statement::Label(_)
        | Statement::Targets(..)
        | Statement::Location(..) => None,
    });
    let names = naming.into_iter().flatten().map_while(Written::name);
    names.map(str::to_string).collect()
}

// ---- Initial values

fn globals(tree: &Tree<'_>, names: &Names<'_>) -> Result<Vec<Global>, ParseError> {
    global_variables(tree)
        .into_iter()
        .map(|variable| global(variable, names))
        .collect()
}

fn global(variable: &Variable<'_>, names: &Names<'_>) -> Result<Global, ParseError> {
    let element = variable.class.size() as usize;
    let mut initial = Vec::new();
    let mut relocations = Vec::new();
    for part in &variable.initial {
        let bits = match part {
            Initial::Number(number) => number_bits(*number, variable.class),
            Initial::Symbol { name, addend, mask } => {
                let target = match names.map.get(name) {
                    Some(&Binding::Global(index)) => Target::Global(index),
                    Some(&Binding::Function(index)) => Target::Function(index),
                    Some(&Binding::Shared(offset)) => Target::Shared(offset),
                    Some(_) | None => {
                        return fail(0, format!("`{name}` has no address"));
                    }
                };
                relocations.push(Relocation {
                    offset: initial.len(),
                    size: element,
                    target,
                    addend: *addend,
                    mask: *mask,
                });
                0
            }
        };
        initial.extend_from_slice(&bits.to_le_bytes()[..element]);
    }
    if initial.len() as u64 > variable.size() {
        return fail(
            0,
            format!("`{}` has too many initial values", variable.name),
        );
    }
    Ok(Global {
        name: variable.name.to_string(),
        size: variable.size(),
        align: variable.align,
        space: if variable.space == Space::Constant {
            GlobalSpace::Constant
        } else {
            GlobalSpace::Global
        },
        initial,
        relocations,
    })
}

// ---- Functions

fn function(
    tree: &FunctionTree<'_>,
    names: &Names<'_>,
    plan: &SharedPlan<'_>,
    files: &BTreeMap<u32, &str>,
) -> Result<Function, ParseError> {
    let statements = tree.body.as_deref().unwrap_or_default();
    let mut body = Body {
        names,
        scopes: vec![BTreeMap::new()],
        labels: collect_labels(statements),
        targets: BTreeMap::new(),
        scope: 0,
        registers: 0,
        local: 0,
        frame: 0,
    };
    let too_large = || ParseError {
        line: tree.line,
        message: format!("the parameters of `{}` are too large", tree.name),
    };
    let mut parameters = Vec::new();
    let mut returns = Vec::new();
    if tree.is_entry {
        bind_kernel_parameters(tree, &mut body).ok_or_else(too_large)?;
    } else {
        for variable in &tree.parameters {
            parameters.push(body.frame_parameter(variable).ok_or_else(too_large)?);
        }
        for variable in &tree.returns {
            returns.push(body.frame_parameter(variable).ok_or_else(too_large)?);
        }
    }
    let mut locations = Locations {
        files,
        inlined: BTreeMap::new(),
    };
    let (instructions, places) = statements_of(statements, &mut body, plan, tree, &mut locations)?;
    Ok(Function {
        name: tree.name.to_string(),
        instructions,
        places,
        registers: body.registers,
        local: layout::align_up(body.local, 16),
        frame: layout::align_up(body.frame, 16),
        parameters,
        returns,
        builtin: if tree.body.is_none() {
            Builtin::named(tree.name)
        } else {
            None
        },
        has_body: tree.body.is_some(),
    })
}

/// The header that NVRTC brings itself: a place in it tells the reader nothing.
const OWN_HEADER: &str = "__nv_nvrtc_builtin_header.h";

/// The name that the text gave to a file: NVRTC puts the folder that it runs in before a name that begins with `./`.
fn as_given(file: &str) -> &str {
    file.split_once("/./").map_or(file, |(_, name)| name)
}

/// Whether readers have no such file: NVRTC's own header, or a name in angle brackets, which `#line` gave to generated text.
fn is_generated(file: &str) -> bool {
    file.ends_with(OWN_HEADER) || file.ends_with('>')
}

/// Where functions were inlined.
struct Locations<'f> {
    files: &'f BTreeMap<u32, &'f str>,
    inlined: BTreeMap<Position, Position>,
}

impl Locations<'_> {
    /// File and line of a location; in text that readers do not have, of what called it.
    fn source_of(&mut self, location: Location) -> (u32, u32) {
        if let Some(caller) = location.inlined_at {
            self.inlined.insert(location.position, caller);
        }
        let mut position = location.position;
        for _ in 0..32 {
            let known = self.files.get(&position.0);
            if !known.is_some_and(|file| is_generated(file)) {
                break;
            }
            match self.inlined.get(&position) {
                Some(&caller) => position = caller,
                None => break,
            }
        }
        (position.0, position.1)
    }
}

fn bind_kernel_parameters<'t>(tree: &FunctionTree<'t>, body: &mut Body<'_, 't>) -> Option<()> {
    let mut offset = 0u32;
    for variable in &tree.parameters {
        offset = layout::align_up(offset, variable.align);
        body.bind(variable.name, Binding::KernelParameter(offset));
        let size = u32::try_from(variable.size()).ok()?;
        offset = offset.checked_add(size).filter(|&end| end <= 1 << 16)?;
    }
    Some(())
}

/// Labels of every scope with the instructions that they stand before.
fn collect_labels<'t>(statements: &[Statement<'t>]) -> Vec<(usize, BTreeMap<&'t str, u32>)> {
    let mut scopes = vec![(0, BTreeMap::new())];
    let mut current = 0;
    let mut index = 0;
    for statement in statements {
        match statement {
            Statement::Open => {
                scopes.push((current, BTreeMap::new()));
                current = scopes.len() - 1;
            }
            Statement::Close => current = scopes[current].0,
            Statement::Label(name) => {
                scopes[current].1.insert(*name, index);
            }
            Statement::Instruction(_) => index += 1,
            Statement::Register(..)
            | Statement::Variable(_)
            | Statement::Targets(..)
            | Statement::Location(..) => {}
        }
    }
    scopes
}

fn statements_of<'t>(
    statements: &[Statement<'t>],
    body: &mut Body<'_, 't>,
    plan: &SharedPlan<'_>,
    tree: &FunctionTree<'t>,
    locations: &mut Locations<'_>,
) -> Result<(Vec<Instruction>, Vec<Place>), ParseError> {
    let mut instructions = Vec::new();
    let mut places = Vec::new();
    let mut place = Place {
        line: tree.line,
        ..Place::default()
    };
    let mut opened = vec![0];
    let mut scopes = 0;
    for statement in statements {
        if let Statement::Targets(name, targets) = statement {
            body.targets.insert(name, targets.clone());
        }
    }
    for statement in statements {
        match statement {
            Statement::Open => {
                scopes += 1;
                body.scopes.push(BTreeMap::new());
                opened.push(scopes);
                body.scope = scopes;
            }
            Statement::Close => {
                body.scopes.pop();
                opened.pop();
                body.scope = opened.last().copied().unwrap_or(0);
            }
            Statement::Register(class, name, count) => body.register(*class, name, *count),
            Statement::Variable(variable) => {
                if !body.variable(variable, plan, tree.name) {
                    let message = format!("`{}` is not supported here", variable.name);
                    return fail(place.line, message);
                }
            }
            Statement::Label(_) | Statement::Targets(..) => {}
            Statement::Location(location) => {
                (place.file, place.source_line) = locations.source_of(*location);
            }
            Statement::Instruction(line) => {
                place.line = line.line;
                places.push(place);
                instructions.push(decode::instruction(line, body)?);
            }
        }
        if body.registers > 1 << 20 {
            return fail(place.line, "more than 2^20 registers".to_string());
        }
    }
    places.push(place);
    instructions.push(Instruction {
        guard: UNGUARDED,
        guard_negated: false,
        operation: Operation::Return,
    });
    Ok((instructions, places))
}

impl Module {
    /// Parses and resolves a text. What the text has and the interpreter lacks is told when it is met.
    ///
    /// # Errors
    /// The line, and what is not PTX there.
    pub fn parse(text: &str) -> Result<Module, ParseError> {
        let tree = crate::parser::parse(text)?;
        module(&tree)
    }
}
