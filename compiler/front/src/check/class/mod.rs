//! Classes: definitions, constructors, fields.
//!
//! A class whose fields have static types is one type. Fields of function type take the type of the function that the
//! constructor is given; the class with those fields is a type of its own (`ClassKey::open` in `defined`).
//!
//! | file | what it does |
//! |---|---|
//! | `definition` | defined types: classes with their arguments and fields, aliases, pointers |
//! | `constructor` | `point(x := 1, y := 2)` |
//! | `start` | what variables without a value start with |
//! | `field` | `base.name` as a value |
//! | `target` | `base.name` as a target, which fields may change |
//! | `array` | arrays of classes |
//! | `kernel` | which values of classes go to kernels |
//!
//! *Invariant:* a class that is complete has no field of a class that contains itself.

mod array;
mod constructor;
mod definition;
mod field;
mod kernel;
mod start;
mod target;

pub(super) use array::{may_store_within, refuse_class_arrays};
pub(super) use field::field_value;
pub(super) use kernel::report_object_on_device;
pub(super) use target::{is_repeatable, target_of};
