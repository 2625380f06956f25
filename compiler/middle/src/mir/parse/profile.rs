//! What a program says of its kernels, loops and arrays: attributes, memory, textures.
//!
//! *Invariant:* reads all that `print/profile.rs` writes.

use super::cursor::Cursor;
use super::{ParseError, span};
use crate::builtins::profile::{Guard, KernelAttribute, KernelProfile, PropertyValue};
use crate::mir::data::*;

/// A line of a kernel's profile.
pub(super) fn line(cursor: &mut Cursor<'_>, profile: &mut KernelProfile) -> Result<(), ParseError> {
    match cursor.peek() {
        "attribute" => profile.attributes.push(attribute(cursor)?),
        "known" => {
            cursor.expect("known")?;
            let (_, name) = cursor.name("the name of a parameter", '=')?;
            cursor.expect("=")?;
            profile.constants.push((name, cursor.signed("an int")?));
        }
        _kept => {
            cursor.expect("kept from gpus")?;
            profile.is_kept_from_gpus = true;
        }
    }
    Ok(())
}

/// Reads an attribute with its place.
pub(super) fn attribute(cursor: &mut Cursor<'_>) -> Result<KernelAttribute, ParseError> {
    cursor.expect("attribute")?;
    let (_, name) = cursor.name("the name of an attribute", '=')?;
    let mut properties = Vec::new();
    cursor.expect("(")?;
    while !cursor.eat(")") {
        if !properties.is_empty() {
            cursor.expect(",")?;
        }
        let (_, name) = cursor.name("the name of a property", '=')?;
        cursor.expect("=")?;
        properties.push((name, property(cursor, 0)?));
    }
    let mut guards = Vec::new();
    while cursor.peek() != "at" {
        guards.push(guard(cursor)?);
    }
    cursor.expect("at")?;
    Ok(KernelAttribute {
        name,
        properties,
        guards,
        span: span(cursor)?,
    })
}

fn property(cursor: &mut Cursor<'_>, depth: usize) -> Result<PropertyValue, ParseError> {
    if cursor.rest().starts_with('"') {
        return cursor.quoted('"').map(PropertyValue::Text);
    }
    if cursor.eat_word("written") {
        return cursor.quoted('"').map(PropertyValue::Written);
    }
    if !cursor.eat("[") {
        return cursor
            .signed("the value of a property")
            .map(PropertyValue::Int);
    }
    if depth > 20 {
        return Err(cursor.error("lists stand in each other too deep"));
    }
    let mut items = Vec::new();
    while !cursor.eat("]") {
        if !items.is_empty() {
            cursor.expect(",")?;
        }
        items.push(property(cursor, depth + 1)?);
    }
    Ok(PropertyValue::List(items))
}

fn guard(cursor: &mut Cursor<'_>) -> Result<Guard, ParseError> {
    let start = *cursor;
    Ok(match cursor.word("a condition of the attribute")? {
        "on_gpu" => Guard::Platform(true),
        "on_processor" => Guard::Platform(false),
        "if" => Guard::Condition(cursor.quoted('"')?, true),
        "unless" => Guard::Condition(cursor.quoted('"')?, false),
        "never" => Guard::Never,
        _other => return Err(start.expected("a condition of the attribute")),
    })
}

/// Reads where a GPU keeps an array.
pub(super) fn kept(cursor: &mut Cursor<'_>) -> Result<Kept, ParseError> {
    let start = *cursor;
    Ok(match cursor.word("a memory")? {
        "constant" => Kept::Constant,
        "read_only" => Kept::ReadOnly,
        "texture" => {
            let (dimensions, components) = shape(cursor)?;
            Kept::Texture {
                dimensions,
                components,
            }
        }
        "fetched" => Kept::Fetched(form(cursor)?),
        "surface" => Kept::Surface(form(cursor)?),
        _other => return Err(start.expected("a memory")),
    })
}

/// Reads how an array is a texture.
pub(super) fn form(cursor: &mut Cursor<'_>) -> Result<TextureDescriptor, ParseError> {
    let (dimensions, components) = shape(cursor)?;
    let linear = cursor.eat_word("linear");
    if !linear {
        cursor.expect("nearest")?;
    }
    Ok(TextureDescriptor {
        dimensions,
        components,
        linear,
        outside: cursor.one_of(Outside::ALL, |outside| outside.name(), "what lies outside")?,
        half: cursor.eat_word("half"),
    })
}

fn shape(cursor: &mut Cursor<'_>) -> Result<(u8, u8), ParseError> {
    let dimensions = cursor.number("the dimensions of a texture")?;
    cursor.expect("d of")?;
    Ok((dimensions, cursor.number("the components of a texture")?))
}

/// Reads what the source says about a loop.
pub(super) fn directive(cursor: &mut Cursor<'_>) -> Result<LoopDirective, ParseError> {
    let mut directive = LoopDirective::default();
    loop {
        if cursor.eat_word("parallel") {
            directive.force_parallel = true;
        } else if cursor.eat_word("serial") {
            directive.force_serial = true;
        } else if cursor.eat_word("expression") {
            directive.expression = true;
        } else if cursor.eat_word("fractional") {
            directive.fractional = true;
        } else if cursor.eat_word("independent") {
            directive.independent = true;
        } else if cursor.eat("private=") {
            directive.private.push(cursor.name("a variable", '=')?.1);
        } else if cursor.eat("reduction=") {
            let op = cursor.one_of(AccumulatorOp::ALL, |op| op.name(), "an operation")?;
            cursor.expect(":")?;
            directive
                .reductions
                .push((cursor.name("a variable", '=')?.1, op));
        } else if cursor.peek() == "attribute" {
            directive.accumulators.push(attribute(cursor)?);
        } else {
            return Ok(directive);
        }
    }
}
