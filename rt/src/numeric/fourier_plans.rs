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

use crate::process::allocator;
use crate::process::ending::guarded;
use crate::process::error::Raised;
use crate::process::isolation::{self, Lost};
use crate::process::standard_error::{is_reported, write_error_text};
use nvrtc_bridge::environment;
use quasar_abi::RtError;

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
pub(crate) enum TransformKind {
    /// Complex numbers, not scaled.
    Forward,
    /// Complex numbers, back.
    Inverse,
    /// Real numbers to the first half of their transform.
    FromReal,
    /// The first half of a transform to real numbers.
    ToReal,
}

impl fmt::Display for TransformKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TransformKind::Forward => "complex to complex",
            TransformKind::Inverse => "complex to complex, inverse",
            TransformKind::FromReal => "real to complex",
            TransformKind::ToReal => "complex to real, inverse",
        })
    }
}

/// Which plan: of a length, or one of a device by a text that says all about it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Length(usize),
    Device(String),
}

/// A plan that is kept; its type says the precision.
struct Entry {
    form: TransformKind,
    key: Key,
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
    fn plan<P: Clone + Send + 'static, E>(
        &mut self,
        form: TransformKind,
        key: Key,
        limit: usize,
        make: impl FnOnce() -> Result<P, E>,
    ) -> Result<P, E> {
        let entry = match self.position::<P>(form, &key) {
            Some(index) => {
                self.found += 1;
                self.kept.remove(index)
            }
            None => {
                let plan = Box::new(make()?);
                self.made += 1;
                Entry { form, key, plan }
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
        Ok(plan)
    }

    fn position<P: 'static>(&self, form: TransformKind, key: &Key) -> Option<usize> {
        self.kept.iter().position(|entry| {
            let same_type = (*entry.plan).type_id() == TypeId::of::<P>();
            same_type && entry.form == form && entry.key == *key
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
        let text = environment::text(LIMIT_VARIABLE)?;
        let number = text.trim().parse().ok();
        if number.is_none() {
            let what = format!("must be a number, not '{text}'; it is ignored");
            write_error_text(&format!("warning: {LIMIT_VARIABLE} {what}\n"));
        }
        number
    });
    given.unwrap_or(usize::try_from(ASKED.load(Ordering::Relaxed)).unwrap_or(0))
}

/// Plans for fewer elements take little memory.
const LITTLE: usize = 1 << 10;

/// The plan of type `P`; `precision` names it to the user. The library that makes it asks for memory without expecting a refusal, and for random
/// numbers, which its tables need.
///
/// # Errors
/// There is no memory, or the system gives no random numbers.
pub(crate) fn plan<P: Clone + Send + 'static>(
    form: TransformKind,
    length: usize,
    precision: &str,
    make: impl Fn() -> P + Sync,
) -> Result<P, Raised> {
    let (key, lengths) = (Key::Length(length), length.to_string());
    kept_plan(form, key, &lengths, precision, || match length < LITTLE {
        true => guarded(&make).ok_or_else(|| unplanned(length)),
        false => isolation::run(&make).map_err(|lost| match lost {
            Lost::Memory(bytes) => allocator::refusal(bytes),
            Lost::Panicked => unplanned(length),
        }),
    })
}

/// The library has given up, as where the system refuses all that it is asked for.
fn unplanned(length: usize) -> Raised {
    Raised::new(RtError::NoPlan, &[&length])
}

/// The plan of a device; `key` says all that it depends on, `lengths` and `precision` name it to the user.
///
/// # Errors
/// It cannot be made.
pub(crate) fn device_plan<P: Clone + Send + 'static, E>(
    form: TransformKind,
    lengths: &str,
    precision: &str,
    key: String,
    make: impl FnOnce() -> Result<P, E>,
) -> Result<P, E> {
    kept_plan(form, Key::Device(key), lengths, precision, make)
}

fn kept_plan<P: Clone + Send + 'static, E>(
    form: TransformKind,
    key: Key,
    lengths: &str,
    precision: &str,
    make: impl FnOnce() -> Result<P, E>,
) -> Result<P, E> {
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    plans.plan(form, key, limit(), || {
        if is_reported("fft") {
            let plan = format!("fft: a plan for {lengths} elements, {form}, {precision}\n");
            write_error_text(&plan);
        }
        make()
    })
}

/// Tells how the plans were used, if anybody asked and there were any.
pub(crate) fn report() {
    if !is_reported("fft") {
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

    fn given<P: Clone + Send + 'static>(
        plans: &mut Plans,
        form: TransformKind,
        length: usize,
        limit: usize,
        plan: P,
    ) -> P {
        let made: Result<P, ()> = plans.plan(form, Key::Length(length), limit, || Ok(plan));
        made.expect("it is given")
    }

    #[test]
    fn the_least_recently_used_plan_goes() {
        let mut plans = Plans::new();
        let ask = |plans: &mut Plans, length: usize| {
            let mut made = false;
            let length_key = Key::Length(length);
            let _ = plans.plan(TransformKind::Forward, length_key, 2, || {
                made = true;
                Ok::<f32, ()>(length as f32)
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
        given(&mut plans, TransformKind::Forward, 4, 9, 1.0f32);
        given(&mut plans, TransformKind::Inverse, 4, 9, 1.0f32);
        given(&mut plans, TransformKind::Forward, 4, 9, 1.0f64);
        given(&mut plans, TransformKind::Forward, 5, 9, 1.0f32);
        assert_eq!((plans.made, plans.found), (4, 0));
        assert_eq!(given(&mut plans, TransformKind::Forward, 4, 9, 2.0f64), 1.0);
        assert_eq!((plans.made, plans.found), (4, 1));
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let mut plans = Plans::new();
        given(&mut plans, TransformKind::Forward, 4, 0, 1.0f32);
        given(&mut plans, TransformKind::Forward, 4, 0, 1.0f32);
        assert_eq!((plans.made, plans.given_up, plans.kept.len()), (2, 2, 0));
    }
}
