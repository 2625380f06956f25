//! The functions of forms in the interface to programs; `stdlib/form.q` gives them their names and types.
//!
//! *Invariant:* a number that is no form or part of one is an error of the program, which may call these functions itself.

use std::sync::Arc;
use std::time::Duration;

use super::{Form, Forms, Kind, Widget, forms, next_event};
use crate::array::object::{Array, Text};
use crate::figure::board::Board;
use crate::figure::picture::{Picture, Range};
use crate::figure::{LONGEST_PAUSE, Sink, has_target, with_sink};
use crate::process::error::Raised;
use crate::process::refusal::joined;

/// The least and the longest side of a window.
const SIDES: std::ops::RangeInclusive<f64> = 40.0..=16_384.0;

/// The numbers of a form and its parts. Their codes are those that `stdlib/form.q` passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    /// Of a slider or checkbox.
    Value = 0,
    /// Of a form, in pixels.
    Width = 1,
    Height = 2,
    /// Whether a form can still be seen.
    Open = 3,
    /// Set to be shown, to be in the middle of the screen, to be closed.
    Shown = 4,
    Centred = 5,
}

impl Property {
    fn of(function: &str, code: i32) -> Result<Property, Raised> {
        let properties = [
            Property::Value,
            Property::Width,
            Property::Height,
            Property::Open,
            Property::Shown,
            Property::Centred,
        ];
        let index = usize::try_from(code).ok();
        let found = index.and_then(|index| properties.get(index));
        let none = || Raised::invalid(function, format!("there is no property {code}"));
        found.copied().ok_or_else(none)
    }
}

/// The form of that number.
fn form_of<'f>(forms: &'f mut Forms, function: &str, number: i32) -> Result<&'f mut Form, Raised> {
    let none = || Raised::invalid(function, format!("there is no form {number}"));
    forms.form(number).ok_or_else(none)
}

/// The form with the part of that number, and which of its parts that is.
fn part_of<'f>(
    forms: &'f mut Forms,
    function: &str,
    number: i32,
) -> Result<(&'f mut Form, usize), Raised> {
    let none = || Raised::invalid(function, format!("no form has a part {number}"));
    forms.owner(number).ok_or_else(none)
}

/// Whether there is a part of a form of that number.
///
/// # Errors
/// There is none.
pub fn check_part(function: &str, number: i32) -> Result<(), Raised> {
    part_of(&mut forms(), function, number).map(|_| ())
}

pub(crate) fn form_open(title: &Text) -> i32 {
    let mut forms = forms();
    let number = forms.number();
    forms.list.push(Form::new(number, title.as_str()));
    number
}

pub(crate) fn form_add(form: i32, kind: i32, text: &Text, values: &Array) -> Result<i32, Raised> {
    let values = crate::figure::picture::reals(values).unwrap_or_default();
    let (Some(kind), &[value, low, high]) = (Kind::of(kind), &values[..]) else {
        let message = "a part of a form has a kind from 0 to 4 and three values";
        return Err(Raised::invalid("form_add", message));
    };
    if kind == Kind::Slider && !(low <= high && low.is_finite() && high.is_finite()) {
        let message = format!("{low} to {high} is no range of a slider");
        return Err(Raised::invalid("add_slider", message));
    }
    let mut forms = forms();
    form_of(&mut forms, "form_add", form)?;
    let number = forms.number();
    let owner = form_of(&mut forms, "form_add", form)?;
    owner.widgets.push(Widget {
        number,
        kind,
        text: joined([text.as_str()]),
        value: limited(kind, value, low, high),
        low,
        high,
        icon: None,
        figure: 0,
        board: Board::default(),
    });
    drop(forms);
    resize(form);
    refresh(form);
    Ok(number)
}

/// A value that the part can have.
fn limited(kind: Kind, value: f64, low: f64, high: f64) -> f64 {
    match kind {
        Kind::Slider if value.is_nan() => low,
        Kind::Slider => value.clamp(low, high),
        Kind::Checkbox => f64::from(u8::from(value != 0.0)),
        Kind::Heading | Kind::Button | Kind::Display => 0.0,
    }
}

/// Brings the window of a form, if there is one, up to date.
fn refresh(form: i32) {
    with_sink(|sink| {
        if let Sink::Windows(display) = sink {
            display.refresh_form(form);
        }
    });
}

pub(crate) fn form_get(number: i32, code: i32) -> Result<f64, Raised> {
    Ok(match Property::of("form_get", code)? {
        Property::Value => {
            let mut forms = forms();
            let (form, index) = part_of(&mut forms, "form_get", number)?;
            form.widgets[index].value
        }
        Property::Width => f64::from(size_of(number)?.0),
        Property::Height => f64::from(size_of(number)?.1),
        Property::Open => f64::from(u8::from(is_open(number)?)),
        Property::Shown | Property::Centred => {
            let message = format!("property {code} is only set");
            return Err(Raised::invalid("form_get", message));
        }
    })
}

/// Width and height of a form's window.
fn size_of(number: i32) -> Result<(u16, u16), Raised> {
    let mut forms = forms();
    let form = form_of(&mut forms, "form_get", number)?;
    Ok(form.actual.unwrap_or_else(|| form.size()))
}

/// Gives the window of a form, if there is one, the size that the form wants.
fn resize(form: i32) {
    with_sink(|sink| {
        if let Sink::Windows(display) = sink {
            display.resize_form(form);
        }
    });
}

/// Whether the user can still see the form. Where there is no display the answer is yes once, so that a loop that shows something while
/// its form is open does so, and ends.
fn is_open(number: i32) -> Result<bool, Raised> {
    let has_windows = show_all();
    let mut forms = forms();
    let form = form_of(&mut forms, "form_get", number)?;
    let is_first = !std::mem::replace(&mut form.was_asked, true);
    Ok(!form.is_closed && (has_windows || is_first))
}

/// Shows the forms that have no window yet. Says whether there are windows.
pub fn show_all() -> bool {
    let unshown = forms().unshown();
    with_sink(|sink| match sink {
        Sink::Windows(display) => {
            for number in &unshown {
                display.show_form(*number);
            }
            true
        }
        Sink::Files(_) => false,
    })
}

pub(crate) fn form_set(number: i32, code: i32, value: f64) -> Result<(), Raised> {
    let property = Property::of("form_set", code)?;
    let name = match property {
        Property::Width => "width",
        Property::Height => "height",
        Property::Value => return set_value(number, value),
        Property::Shown | Property::Centred | Property::Open => {
            return change_window(number, property);
        }
    };
    if !SIDES.contains(&value) {
        let message = format!("a window is 40 to 16384 pixels wide and high, not {value}");
        return Err(Raised::invalid(name, message));
    }
    let mut forms = forms();
    let form = form_of(&mut forms, "form_set", number)?;
    match property {
        Property::Width => form.size.0 = value as u16,
        _ => form.size.1 = value as u16,
    }
    form.actual = None;
    drop(forms);
    resize(number);
    Ok(())
}

fn set_value(number: i32, value: f64) -> Result<(), Raised> {
    let mut forms = forms();
    let (form, index) = part_of(&mut forms, "form_set", number)?;
    let widget = &mut form.widgets[index];
    let value = limited(widget.kind, value, widget.low, widget.high);
    let is_new = std::mem::replace(&mut widget.value, value) != value;
    let form = form.number;
    drop(forms);
    if is_new {
        refresh(form);
    }
    Ok(())
}

/// Shows a form, puts it into the middle of the screen or closes it.
fn change_window(number: i32, property: Property) -> Result<(), Raised> {
    let mut forms = forms();
    let form = form_of(&mut forms, "form_set", number)?;
    match property {
        Property::Centred => form.is_centred = true,
        Property::Open => {
            form.is_closed = true;
            form.is_shown = true;
        }
        _ => {}
    }
    drop(forms);
    if property == Property::Shown {
        show_all();
    }
    with_sink(|sink| {
        if let Sink::Windows(display) = sink {
            match property {
                Property::Centred => display.centre_form(number),
                Property::Open => display.close_form(number),
                _ => {}
            }
        }
    });
    Ok(())
}

pub(crate) fn form_text(number: i32) -> Result<Text, Raised> {
    let mut forms = forms();
    let (form, index) = part_of(&mut forms, "form_text", number)?;
    Text::allocated(&form.widgets[index].text)
}

pub(crate) fn form_set_text(number: i32, text: &Text) -> Result<(), Raised> {
    change_part("form_set_text", number, |part| {
        part.text = joined([text.as_str()]);
    })
}

pub(crate) fn form_icon(number: i32, image: &Array) -> Result<(), Raised> {
    let picture = Arc::new(Picture::new(image, Range::OfType)?);
    change_part("form_icon", number, |part| part.icon = Some(picture))
}

/// Changes a part of a form.
fn change_part(
    function: &str,
    number: i32,
    change: impl FnOnce(&mut Widget),
) -> Result<(), Raised> {
    let mut forms = forms();
    let (form, index) = part_of(&mut forms, function, number)?;
    change(&mut form.widgets[index]);
    let form = form.number;
    drop(forms);
    refresh(form);
    Ok(())
}

pub(crate) fn form_event(milliseconds: f64) -> Result<Array, Raised> {
    if !(0.0..=LONGEST_PAUSE).contains(&milliseconds) {
        let message = format!("{milliseconds} milliseconds are no time between 0 and a day");
        return Err(Raised::invalid("pause", message));
    }
    if has_target() {
        return Array::row(&[0; 5]);
    }
    show_all();
    if milliseconds > 0.0 {
        // Whoever waits at a terminal should see what was printed before.
        crate::process::output::flush()?;
    }
    let (event, left) = next_event(Duration::from_secs_f64(milliseconds / 1e3));
    let left = left.as_millis().min(u128::from(u32::MAX >> 1)) as i32;
    let values = match event {
        None => [0, 0, 0, 0, left],
        Some(event) => [
            event.target,
            event.kind as i32,
            event.at.0,
            event.at.1,
            left,
        ],
    };
    Array::row(&values)
}
