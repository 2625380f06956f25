//! The text of what a program says of its kernels and their arrays: attributes, memory, textures.
//!
//! *Invariant:* nothing is left out; the parser reads it back as it was.

use super::commas;
use super::tables::{span, word};
use crate::builtins::profile::{Guard, KernelAttribute, KernelProfile, PropertyValue};
use crate::mir::data::*;

/// The lines of a kernel's profile.
pub(super) fn lines(profile: &KernelProfile) -> Vec<String> {
    let attributes = profile.attributes.iter().map(attribute);
    let constants = profile.constants.iter();
    let constants = constants.map(|(name, value)| format!("known {} = {value}", word(name)));
    let kept = profile.is_kept_from_gpus;
    let kept = kept.then(|| "kept from gpus".to_string());
    attributes.chain(constants).chain(kept).collect()
}

/// An attribute with its place.
pub(super) fn attribute(one: &KernelAttribute) -> String {
    let properties = commas(&one.properties, |(name, value)| {
        format!("{} = {}", word(name), property(value))
    });
    let guards = one
        .guards
        .iter()
        .map(|guard| format!(" {}", guard_text(guard)));
    let guards: String = guards.collect();
    let (name, place) = (word(&one.name), span(one.span));
    format!("attribute {name}({properties}){guards} at {place}")
}

fn property(value: &PropertyValue) -> String {
    match value {
        PropertyValue::Int(number) => number.to_string(),
        PropertyValue::List(items) => format!("[{}]", commas(items, property)),
        PropertyValue::Text(text) => format!("{text:?}"),
        PropertyValue::Written(text) => format!("written {text:?}"),
    }
}

fn guard_text(guard: &Guard) -> String {
    match guard {
        Guard::Platform(true) => "on_gpu".to_string(),
        Guard::Platform(false) => "on_processor".to_string(),
        Guard::Condition(text, true) => format!("if {text:?}"),
        Guard::Condition(text, false) => format!("unless {text:?}"),
        Guard::Never => "never".to_string(),
    }
}

/// Where a GPU keeps an array.
pub(super) fn kept(kept: Kept) -> String {
    match kept {
        Kept::Constant => "in constant".to_string(),
        Kept::ReadOnly => "in read_only".to_string(),
        Kept::Texture {
            dimensions,
            components,
        } => format!("in texture {dimensions}d of {components}"),
        Kept::Fetched(form) => format!("in fetched {}", form_text(form)),
        Kept::Surface(form) => format!("in surface {}", form_text(form)),
    }
}

/// How an array is a texture.
pub(super) fn form_text(form: TextureDescriptor) -> String {
    let TextureDescriptor {
        dimensions,
        components,
        linear,
        outside,
        half,
    } = form;
    let filter = if linear { "linear" } else { "nearest" };
    let half = if half { " half" } else { "" };
    format!(
        "{dimensions}d of {components} {filter} {}{half}",
        outside.name()
    )
}

/// What the source says about a loop, with a blank before each word.
pub(super) fn directive(directive: &LoopDirective) -> String {
    let mut text = String::new();
    let flags = [
        (directive.force_parallel, " parallel"),
        (directive.force_serial, " serial"),
        (directive.expression, " expression"),
        (directive.fractional, " fractional"),
        (directive.independent, " independent"),
    ];
    for (_, word) in flags.into_iter().filter(|(given, _)| *given) {
        text.push_str(word);
    }
    for name in &directive.private {
        text.push_str(&format!(" private={}", word(name)));
    }
    for (name, op) in &directive.reductions {
        text.push_str(&format!(" reduction={}:{}", op.name(), word(name)));
    }
    for one in &directive.accumulators {
        text.push_str(&format!(" {}", attribute(one)));
    }
    text
}
