//! Plans of Fourier transforms: the last few that were used are kept.
//!
//! A plan is what a length, a direction and a precision need: factors, tables of roots of unity. Making one costs more than using it
//! once. `QC_REPORT=fft` tells on standard error which plans were made and how often one was found again.
//!
//! *Invariant:* no more plans are kept than the limit says; which ones are kept changes no result.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::program::write_error_text;

/// The variable of the environment that limits the plans; it has the name of the setting of qc.
const LIMIT_VARIABLE: &str = "QC_RUNTIME_FFT_PLAN_MAXCACHESIZE";
/// Plans that are kept when nobody says how many.
const DEFAULT_LIMIT: i32 = 16;

/// What a program asked for by `fourier_plan_limit`.
static ASKED: AtomicI32 = AtomicI32::new(DEFAULT_LIMIT);
/// The plans of the process.
static PLANS: Mutex<Plans> = Mutex::new(Plans::new());

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Complex numbers, not scaled.
    Forward,
    /// Complex numbers, back.
    Inverse,
    /// Real numbers to the first half of their transform.
    FromReal,
    /// The first half of a transform to real numbers.
    ToReal,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Forward => "complex to complex",
            Form::Inverse => "complex to complex, inverse",
            Form::FromReal => "real to complex",
            Form::ToReal => "complex to real, inverse",
        })
    }
}

/// A plan that is kept; its type says the precision.
struct Entry {
    form: Form,
    length: usize,
    plan: Box<dyn Any + Send>,
}

/// The kept plans, the one that was used last at the end, and what happened so far.
struct Plans {
    kept: Vec<Entry>,
    made: usize,
    found: usize,
    given_up: usize,
}

impl Plans {
    const fn new() -> Plans {
        Plans {
            kept: Vec::new(),
            made: 0,
            found: 0,
            given_up: 0,
        }
    }

    /// The plan of type `P`, made if it is not there.
    fn plan<P: Clone + Send + 'static>(
        &mut self,
        form: Form,
        length: usize,
        limit: usize,
        make: impl FnOnce() -> P,
    ) -> P {
        let entry = match self.position::<P>(form, length) {
            Some(index) => {
                self.found += 1;
                self.kept.remove(index)
            }
            None => {
                self.made += 1;
                let plan = Box::new(make());
                Entry { form, length, plan }
            }
        };
        let plan = entry
            .plan
            .downcast_ref::<P>()
            .expect("it was looked up by its type")
            .clone();
        self.kept.push(entry);
        let surplus = self.kept.len().saturating_sub(limit);
        self.kept.drain(..surplus);
        self.given_up += surplus;
        plan
    }

    fn position<P: 'static>(&self, form: Form, length: usize) -> Option<usize> {
        self.kept.iter().position(|entry| {
            let same_type = (*entry.plan).type_id() == TypeId::of::<P>();
            same_type && entry.form == form && entry.length == length
        })
    }
}

pub(crate) fn fourier_plan_limit(limit: i32) {
    ASKED.store(limit, Ordering::Relaxed);
}

/// The limit in force: that of the environment, else that of the program.
fn limit() -> usize {
    static GIVEN: OnceLock<Option<usize>> = OnceLock::new();
    let given = GIVEN.get_or_init(|| {
        let text = std::env::var(LIMIT_VARIABLE).ok()?;
        let number = text.trim().parse().ok();
        if number.is_none() {
            let what = format!("must be a number, not '{text}'; it is ignored");
            write_error_text(&format!("warning: {LIMIT_VARIABLE} {what}\n"));
        }
        number
    });
    given.unwrap_or(usize::try_from(ASKED.load(Ordering::Relaxed)).unwrap_or(0))
}

/// Whether the user wants to know.
fn is_reported() -> bool {
    static ASKED: OnceLock<bool> = OnceLock::new();
    *ASKED.get_or_init(|| std::env::var_os("QC_REPORT").is_some_and(|value| value == "fft"))
}

/// The plan of type `P`; `precision` names it to the user.
pub(crate) fn plan<P: Clone + Send + 'static>(
    form: Form,
    length: usize,
    precision: &str,
    make: impl FnOnce() -> P,
) -> P {
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    plans.plan(form, length, limit(), || {
        if is_reported() {
            let plan = format!("fft: a plan for {length} elements, {form}, {precision}\n");
            write_error_text(&plan);
        }
        make()
    })
}

/// Tells how the plans were used, if anybody asked and there were any.
pub(crate) fn report() {
    if !is_reported() {
        return;
    }
    let plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    if plans.made > 0 {
        write_error_text(&format!(
            "fft: {} plans made, {} found again, {} given up\n",
            plans.made, plans.found, plans.given_up
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_plan_goes() {
        let mut plans = Plans::new();
        let ask = |plans: &mut Plans, length: usize| {
            let mut made = false;
            plans.plan(Form::Forward, length, 2, || {
                made = true;
                length as f32
            });
            made
        };
        let made = [4, 8, 4, 16, 4, 8].map(|length| ask(&mut plans, length));
        // 8 goes when 16 comes, since 4 was used after it.
        assert_eq!(made, [true, true, false, true, false, true]);
        assert_eq!((plans.made, plans.found, plans.given_up), (4, 2, 2));
    }

    #[test]
    fn plans_differ_by_length_form_and_type() {
        let mut plans = Plans::new();
        plans.plan(Form::Forward, 4, 9, || 1.0f32);
        plans.plan(Form::Inverse, 4, 9, || 1.0f32);
        plans.plan(Form::Forward, 4, 9, || 1.0f64);
        plans.plan(Form::Forward, 5, 9, || 1.0f32);
        assert_eq!((plans.made, plans.found), (4, 0));
        assert_eq!(plans.plan(Form::Forward, 4, 9, || 2.0f64), 1.0);
        assert_eq!((plans.made, plans.found), (4, 1));
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let mut plans = Plans::new();
        plans.plan(Form::Forward, 4, 0, || 1.0f32);
        plans.plan(Form::Forward, 4, 0, || 1.0f32);
        assert_eq!((plans.made, plans.given_up, plans.kept.len()), (2, 2, 0));
    }
}
