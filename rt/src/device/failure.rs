//! Errors that kernels leave behind on a device, as errors of the program.
//!
//! *Invariant:* the program reports the same error, at the same place, as if the kernel had run on the processor.

use std::fmt::Display;

use quasar_abi::{DeviceError, RtError};

use crate::array::boundary::outside;
use crate::array::list::Item;
use crate::process::description;
use crate::process::error::{Raised, add_location, restore_pending, set_pending, take_pending};
use crate::text::display::item_text;

/// The error of a launch. It becomes pending here with the place where it was made.
///
/// # Errors
/// The kernel has left one.
pub(super) fn raised(error: &DeviceError) -> Result<(), Raised> {
    let Some(row) = RtError::from_code(error.status) else {
        return Ok(());
    };
    let text = description::text(error.text);
    let raised = match row {
        RtError::IndexOutOfBounds => outside(&text, error.dimension, error.index, error.size),
        RtError::Assertion if error.text < 0 => Raised {
            row,
            message: "assertion failed".to_string(),
        },
        RtError::IntegerOverflow => {
            let value = item_text(&Item::Double(f64::from_bits(error.index as u64)));
            Raised::new(row, &[&value, &text])
        }
        row => Raised::new(row, &[&text]),
    };
    set_pending(raised.clone());
    add_location(error.location);
    let pending = take_pending().expect("it was made pending");
    restore_pending(pending);
    Err(raised)
}

/// The device itself has failed.
pub(super) fn of_device(reason: impl Display) -> Raised {
    Raised::new(RtError::DeviceFailed, &[&reason])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_the_error_comes_first() {
        let error = DeviceError {
            status: RtError::IndexOutOfBounds.code(),
            location: 12,
            text: -1,
            dimension: 1,
            index: 9,
            size: 4,
        };
        let raised = raised(&error).expect_err("there is an error");
        let pending = take_pending().expect("it is pending");
        assert_eq!((pending.raised, pending.trace), (raised.clone(), vec![12]));
        assert!(raised.message.contains("index 9") && raised.message.contains("size 4"));
        let nothing = DeviceError { status: 0, ..error };
        assert_eq!(super::raised(&nothing), Ok(()));
    }
}
