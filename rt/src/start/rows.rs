//! The rows of `rt/abi`, expanded: exported functions for generated code, and a dispatch for the interpreter.
//!
//! *Invariant:* both call the same functions of the rooms with the same borrowed arguments; a raising row leaves its error pending and
//! returns its status.

use quasar_abi::{RtFn, Tagged, for_each_rt_fn};

use crate::array::object::{Array, Text};
use crate::process::error::set_pending;

use crate::array::append::{array_append, array_append_own};
use crate::array::border::array_bordered;
use crate::array::create::*;
use crate::array::memory::*;
use crate::array::shape::*;
use crate::array::slice::*;
use crate::device::coherence::{array_host_read, array_host_write, array_missing};
use crate::device::{
    device_count, device_libraries_off, device_memory, device_select, device_takes,
    device_takes_groups,
};
use crate::figure::{
    figure_connect, figure_hold, figure_image, figure_image_range, figure_legend, figure_pause,
    figure_plot, figure_point, figure_rasterize, figure_rate, figure_scatter, figure_subplot,
    figure_target, figure_title, figure_xlabel, figure_xlim, figure_ylabel, figure_ylim, form_add,
    form_event, form_get, form_icon, form_open, form_set, form_set_text, form_text,
};
use crate::formats::csv::{csv_read, csv_write};
use crate::formats::data_file::{data_load, data_save};
use crate::formats::exr_file::{exr_channels, exr_read, exr_write};
use crate::formats::folders::*;
use crate::formats::image_file::{image_read, image_read_native, image_write, image_write_range};
use crate::formats::open_files::*;
use crate::formats::text_file::{file_contents, file_store};
use crate::formats::tiff_file::{tiff_pages, tiff_read, tiff_write};
use crate::formats::video::{video_close, video_facts, video_frame, video_open, video_seek};
use crate::launch::cache_blocking::strip_rows;
use crate::launch::graph::{graph_columns, graph_write_back};
use crate::launch::kernel::{device_refused_groups, launch};
use crate::launch::library::{algebra, fourier, fourier_real};
use crate::launch::strips::{
    array_clear, launch_in_strip, strip_clear_around, strip_end, strips_begin,
};
use crate::numeric::fourier_plans::fourier_plan_limit;
use crate::numeric::math::*;
use crate::numeric::matrix::{matrix_multiply, matrix_multiply_transposed, matrix_power};
use crate::numeric::random::*;
use crate::numeric::reduce::*;
use crate::numeric::scan::cumulate;
use crate::numeric::sort::{distinct, extreme_place, sort, sort_order};
use crate::process::kernel_depth::{kernel_memory_enter, kernel_memory_leave};
use crate::process::refusal::caught;
use crate::process::vectors::{vector_level, wide_vectors};
use crate::processor::machine::thread_count;
use crate::start::arguments::{
    argument_command, argument_given, argument_int, argument_number, argument_string,
    argument_texts, argument_vector,
};
use crate::start::clock::{tic, toc, toc_print};
use crate::start::failure::*;
use crate::start::foreign::{foreign_real, foreign_text, foreign_whole};
use crate::start::library::{
    library_array, library_call, library_give, library_int, library_long, library_number,
    library_ready, library_text,
};
use crate::start::progress::progress_show;
use crate::start::system::{
    command_text, environment_variable, program_exit, run_command, time_now, time_text,
};
use crate::text::cell::{cell_mismatch, cell_new, cell_tag, object_text};
use crate::text::json::{
    json_integer, json_member, json_number, json_parse, json_place, json_quote, json_string,
};
use crate::text::key::{
    dictionary_hash_integer, dictionary_hash_number, dictionary_hash_text, dictionary_nearest,
};
use crate::text::regular::{
    regexp_groups, regexp_match, regexp_names, regexp_replace, regexp_split, regexp_start,
};
use crate::text::scan::{string_scan, string_scan_texts};
use crate::text::strings::*;
use crate::text::toml::{toml_json, toml_places, toml_text};

/// The machine type of a class keyword.
macro_rules! machine {
    (i32) => { i32 };
    (i64) => { i64 };
    (f32) => { f32 };
    (f64) => { f64 };
    ($pointer:ident) => { *mut u8 };
}

/// What a machine argument is borrowed as; must run in an unsafe context.
macro_rules! borrow {
    (array, $value:ident) => {
        Array::borrow($value)
    };
    (text, $value:ident) => {
        Text::borrow($value)
    };
    (optional, $value:ident) => {
        Text::borrow_optional($value)
    };
    ($number:ident, $value:ident) => {
        $value
    };
}

/// What a room's function receives.
macro_rules! lend {
    (array, $value:ident) => {
        &$value
    };
    (text, $value:ident) => {
        &$value
    };
    (optional, $value:ident) => {
        $value.as_deref()
    };
    ($number:ident, $value:ident) => {
        $value
    };
}

/// A result as a machine value.
macro_rules! give {
    (array, $value:expr) => {
        $value.into_raw()
    };
    (text, $value:expr) => {
        $value.into_raw()
    };
    ($number:ident, $value:expr) => {
        $value
    };
}

/// The entries of a list argument.
///
/// # Safety
/// `entries` points at `count` entries that stay alive and unchanged while the slice is used.
unsafe fn list<'a>(entries: *const Tagged, count: i64) -> &'a [Tagged] {
    if count == 0 {
        return &[];
    }
    // SAFETY: generated code keeps the contract of list arguments (`rt/abi/src/functions.rs`): so many entries, which it leaves alone
    // during the call.
    unsafe { std::slice::from_raw_parts(entries, count as usize) }
}

/// One exported function.
macro_rules! export_row {
    ($(#[doc = $doc:literal])* $name:ident($($p:ident: $class:ident),* $(; $list:ident)?), never) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Called with the types and live objects that the row states.
        #[unsafe(export_name = concat!("qrt_", stringify!($name)))]
        pub unsafe extern "C-unwind" fn $name($($p: machine!($class),)* $($list: *const Tagged, count: i64,)?) {
            // SAFETY: the caller passes what the row states.
            unsafe {
                $(let $p = borrow!($class, $p);)*
                super::$name($(lend!($class, $p),)* $(super::list($list, count))?)
            }
        }
    };
    ($(#[doc = $doc:literal])* $name:ident($($p:ident: $class:ident),* $(; $list:ident)?) -> $result:ident, never) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Called with the types and live objects that the row states.
        #[unsafe(export_name = concat!("qrt_", stringify!($name)))]
        pub unsafe extern "C-unwind" fn $name($($p: machine!($class),)* $($list: *const Tagged, count: i64,)?) -> machine!($result) {
            // SAFETY: the caller passes what the row states.
            unsafe {
                $(let $p = borrow!($class, $p);)*
                give!($result, super::$name($(lend!($class, $p),)* $(super::list($list, count))?))
            }
        }
    };
    ($(#[doc = $doc:literal])* $name:ident($($p:ident: $class:ident),* $(; $list:ident)?), raises) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Called with the types and live objects that the row states.
        #[unsafe(export_name = concat!("qrt_", stringify!($name)))]
        pub unsafe extern "C-unwind" fn $name($($p: machine!($class),)* $($list: *const Tagged, count: i64,)?) -> i32 {
            // SAFETY: the caller passes what the row states.
            let result = unsafe {
                $(let $p = borrow!($class, $p);)*
                $(let $list = super::list($list, count);)?
                caught(|| super::$name($(lend!($class, $p),)* $($list)?))
            };
            result.map_or_else(set_pending, |()| 0)
        }
    };
    ($(#[doc = $doc:literal])* $name:ident($($p:ident: $class:ident),* $(; $list:ident)?) -> $result:ident, raises) => {
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Called with the types and live objects that the row states, and a place for the result.
        #[unsafe(export_name = concat!("qrt_", stringify!($name)))]
        pub unsafe extern "C-unwind" fn $name(
            $($p: machine!($class),)* $($list: *const Tagged, count: i64,)? result_place: *mut machine!($result),
        ) -> i32 {
            // SAFETY: the caller passes what the row states.
            let result = unsafe {
                $(let $p = borrow!($class, $p);)*
                $(let $list = super::list($list, count);)?
                caught(|| super::$name($(lend!($class, $p),)* $($list)?))
            };
            match result {
                Ok(value) => {
                    // SAFETY: the caller passes a place for the result.
                    unsafe { result_place.write(give!($result, value)) };
                    0
                }
                Err(raised) => set_pending(raised),
            }
        }
    };
}

/// An argument of the dispatch as a machine value.
macro_rules! unpack {
    (i32, $bits:expr) => {
        $bits as u32 as i32
    };
    (i64, $bits:expr) => {
        $bits as i64
    };
    (f32, $bits:expr) => {
        f32::from_bits($bits as u32)
    };
    (f64, $bits:expr) => {
        f64::from_bits($bits)
    };
    ($pointer:ident, $bits:expr) => {
        $bits as usize as *mut u8
    };
}

/// A machine value as a result of the dispatch.
macro_rules! pack {
    (i32, $value:expr) => {
        $value as u32 as u64
    };
    (i64, $value:expr) => {
        $value as u64
    };
    (f32, $value:expr) => {
        u64::from($value.to_bits())
    };
    (f64, $value:expr) => {
        $value.to_bits()
    };
    ($pointer:ident, $value:expr) => {
        $value as u64
    };
}

/// The outcome of a room's function as a result of the dispatch.
macro_rules! outcome {
    (never, , $call:expr) => {{
        $call;
        Ok(0)
    }};
    (never, $result:ident, $call:expr) => {
        Ok(pack!($result, give!($result, $call)))
    };
    (raises, , $call:expr) => {
        caught(|| $call).map(|()| 0).map_err(set_pending)
    };
    (raises, $result:ident, $call:expr) => {
        caught(|| $call)
            .map(|value| pack!($result, give!($result, value)))
            .map_err(set_pending)
    };
}

macro_rules! expand {
    ($( $(#[doc = $doc:literal])* fn $name:ident($($p:ident: $class:ident),* $(; $list:ident)?) $(-> $result:ident)?, $fails:ident; )*) => {
        /// The functions that generated code calls, one per row.
        #[allow(unused_unsafe, reason = "rows of numbers borrow nothing")]
        pub mod exports {
            use super::*;
            $( export_row!($(#[doc = $doc])* $name($($p: $class),* $(; $list)?) $(-> $result)?, $fails); )*
        }

        /// The address of every exported function, in the order of the rows. Refer to it from the executable, or the linker drops them.
        pub static EXPORTS: [ExportAddress; RtFn::ALL.len()] = [$( ExportAddress(exports::$name as *const ()) ),*];

        /// Calls a row. Numbers lie in the low bits of an argument; pointers are addresses. The result is the value's bits (0 if the row has
        /// none), or the status of the error that is now pending in this thread.
        ///
        /// # Errors
        /// The status of the raised error.
        ///
        /// # Panics
        /// When there are fewer arguments than parameters.
        ///
        /// # Safety
        /// The arguments are what the row states: live objects, valid pointers.
        pub unsafe fn dispatch(function: RtFn, arguments: &[u64], entries: &[Tagged]) -> Result<u64, i32> {
            let mut next = arguments.iter().copied();
            match function {
                $( RtFn::$name => {
                    $( let $p = unpack!($class, next.next().expect("an argument for every parameter")); )*
                    $( let $list = entries; )?
                    // SAFETY: the caller passes what the row states.
                    $( let $p = unsafe_borrow!($class, $p); )*
                    outcome!($fails, $($result)?, $name($(lend!($class, $p),)* $($list)?))
                } )*
            }
        }
    };
}

/// `borrow!` with its own unsafe block where one is needed.
macro_rules! unsafe_borrow {
    (i32, $value:ident) => {
        $value
    };
    (i64, $value:ident) => {
        $value
    };
    (f32, $value:ident) => {
        $value
    };
    (f64, $value:ident) => {
        $value
    };
    (raw, $value:ident) => {
        $value
    };
    (object, $value:ident) => {
        $value
    };
    // SAFETY: the caller of `dispatch` passes live objects.
    ($object:ident, $value:ident) => {
        unsafe { borrow!($object, $value) }
    };
}

/// The address of an exported function.
#[repr(transparent)]
#[derive(Debug)]
pub struct ExportAddress(pub *const ());

// SAFETY: the address of a function is only read.
unsafe impl Sync for ExportAddress {}

for_each_rt_fn!(expand);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::error::take_pending;
    use quasar_abi::{ElemKind, RtError};

    #[test]
    fn dispatch_and_exports_do_the_same() {
        let before = crate::array::object::live_objects();
        let dims = [Tagged::i32(2), Tagged::i32(3)];
        let kind = ElemKind::F32.code();
        // SAFETY: the arguments are those of the rows.
        unsafe {
            let array = dispatch(RtFn::array_new, &[kind as u64, 1], &dims).expect("memory");
            assert_eq!(dispatch(RtFn::array_numel, &[array], &[]), Ok(6));
            assert_eq!(
                dispatch(RtFn::reduce_real, &[0, array], &[]),
                Ok(6f64.to_bits())
            );
            let mut other = std::ptr::null_mut();
            assert_eq!(
                exports::array_new(kind, 1, dims.as_ptr(), 2, &raw mut other),
                0
            );
            assert_eq!(exports::array_equal(other, array as usize as *mut u8), 1);
            exports::object_release(other);
            assert_eq!(dispatch(RtFn::object_release, &[array], &[]), Ok(0));
            assert_eq!(
                dispatch(RtFn::exp_f64, &[0f64.to_bits()], &[]),
                Ok(1f64.to_bits())
            );
        }
        assert_eq!(crate::array::object::live_objects(), before);
    }

    #[test]
    fn errors_are_pending_with_their_status() {
        // SAFETY: the arguments are those of the rows.
        let status = unsafe { dispatch(RtFn::range_int, &[0, 0, 5], &[]) };
        assert_eq!(status, Err(RtError::InvalidArgument.code()));
        let pending = take_pending().expect("pending");
        assert_eq!(pending.raised.message, "range: the step is 0");
        // SAFETY: as above.
        assert_eq!(
            unsafe { exports::error_index(std::ptr::null_mut(), 0, 9, 3) },
            RtError::IndexOutOfBounds.code()
        );
        assert!(take_pending().is_some());
    }
}
