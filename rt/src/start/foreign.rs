//! Calls of functions of C: where they are, their arguments, their results.
//!
//! A library is opened, and a function looked up, when the program first calls it; both stay to the end of the process. A call passes a word in
//! every register for arguments, whatever the function takes: by the calling conventions of Linux on x86-64 and 64-bit ARM, whole numbers and pointers
//! take the registers of one kind in their order, floats those of the other, and what finds none of its kind lies on the stack, eight bytes each,
//! in the order of the parameters. The caller clears the stack, so that words that a function does not ask for do no harm.
//!
//! *Technique:* a call by description instead of generated code ("System V Application Binary Interface, AMD64 Architecture Processor Supplement",
//! 2013, section 3.2.3; "Procedure Call Standard for the Arm 64-bit Architecture", 2013, section 6.4).
//!
//! *Invariant:* a function gets what its declaration says, or is not called. What the program printed comes before what a function prints.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::rc::Rc;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use quasar_abi::foreign::{ForeignFunction, ForeignType, STACK_WORDS};
use quasar_abi::{RtError, Tagged};

use crate::array::hooks;
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::output;

/// Registers for whole numbers and pointers.
const WHOLE: usize = if cfg!(target_arch = "x86_64") { 6 } else { 8 };
/// Registers for floats.
const FLOATS: usize = 8;
/// Words in registers for whole numbers and on the stack.
const WORDS: usize = 20;
const _: () = assert!(WORDS - WHOLE >= STACK_WORDS);

/// A function that takes a word in every register, and the others on the stack.
type TakesAll<R> = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
) -> R;

/// A function that was found.
struct Found {
    function: ForeignFunction,
    address: unsafe extern "C" fn(),
}

thread_local! {
    /// The functions that this thread has called, by the address of their text.
    static FOUND: RefCell<BTreeMap<usize, (String, Rc<Found>)>> = const { RefCell::new(BTreeMap::new()) };
}

/// What is passed.
struct Words {
    words: [u64; WORDS],
    floats: [f64; FLOATS],
    whole: usize,
    float: usize,
    stack: usize,
    /// Texts with their zeros, for as long as the call runs.
    texts: Vec<CString>,
}

impl Words {
    /// Passes a whole number or an address.
    fn whole(&mut self, word: u64) {
        match self.whole < WHOLE {
            true => {
                self.words[self.whole] = word;
                self.whole += 1;
            }
            false => self.on_stack(word),
        }
    }

    /// Passes the bits of a float.
    fn float(&mut self, bits: u64) {
        match self.float < FLOATS {
            true => {
                self.floats[self.float] = f64::from_bits(bits);
                self.float += 1;
            }
            false => self.on_stack(bits),
        }
    }

    fn on_stack(&mut self, word: u64) {
        self.words[WHOLE + self.stack] = word;
        self.stack += 1;
    }
}

/// The row of that name.
pub(crate) fn foreign_whole(declaration: &Text, arguments: &[Tagged]) -> Result<i64, Raised> {
    let (found, word) = called::<u64>(declaration, arguments)?;
    Ok(match found.function.result {
        ForeignType::I8 => i64::from(word as i8),
        ForeignType::U8 => i64::from(word as u8),
        ForeignType::I16 => i64::from(word as i16),
        ForeignType::U16 => i64::from(word as u16),
        ForeignType::I32 => i64::from(word as i32),
        ForeignType::U32 => i64::from(word as u32),
        ForeignType::Bool => i64::from(word as u8 != 0),
        ForeignType::Void => 0,
        ForeignType::I64
        | ForeignType::U64
        | ForeignType::F32
        | ForeignType::F64
        | ForeignType::Text
        | ForeignType::Elements
        | ForeignType::Constant => word as i64,
    })
}

/// The row of that name.
pub(crate) fn foreign_real(declaration: &Text, arguments: &[Tagged]) -> Result<f64, Raised> {
    let (found, word) = called::<f64>(declaration, arguments)?;
    Ok(match found.function.result {
        ForeignType::F32 => f64::from(f32::from_bits(word.to_bits() as u32)),
        _double => word,
    })
}

/// The row of that name.
pub(crate) fn foreign_text(declaration: &Text, arguments: &[Tagged]) -> Result<Text, Raised> {
    let (found, word) = called::<u64>(declaration, arguments)?;
    let address = word as usize as *const c_char;
    if address.is_null() {
        return Text::allocated("");
    }
    // SAFETY: by its declaration the function gives the address of a text that ends with a zero.
    match unsafe { CStr::from_ptr(address) }.to_str() {
        Ok(text) => Text::allocated(text),
        Err(_) => Err(Raised::invalid(
            &found.function.name,
            "the text that it gives is not UTF-8",
        )),
    }
}

/// Calls the function of a declaration, whose result is in a register for `R`.
fn called<R>(declaration: &Text, arguments: &[Tagged]) -> Result<(Rc<Found>, R), Raised> {
    let found = found(declaration)?;
    let words = words(&found.function, arguments)?;
    output::flush()?;
    // SAFETY: of a function of C any type of function may be the pointer's; which one it has is below.
    let function =
        unsafe { std::mem::transmute::<unsafe extern "C" fn(), TakesAll<R>>(found.address) };
    let (w, f) = (&words.words, &words.floats);
    // SAFETY: the words are where a function of the declared type looks for its arguments, the elements and texts that they point at live
    // during the call, and the declaration vouches for the type and for what the function does with them.
    let result = unsafe {
        function(
            w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13],
            w[14], w[15], w[16], w[17], w[18], w[19], f[0], f[1], f[2], f[3], f[4], f[5], f[6],
            f[7],
        )
    };
    // SAFETY: no stream is all of them. What C prints comes before what the program prints next.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    Ok((found, result))
}

/// The function of a declaration, which is looked for at the first call.
fn found(declaration: &Text) -> Result<Rc<Found>, Raised> {
    let (key, text) = (declaration.as_ptr() as usize, declaration.as_str());
    let known = FOUND.with_borrow(|all| {
        let known = all.get(&key).filter(|(known, _)| known == text);
        known.map(|(_, found)| found.clone())
    });
    if let Some(found) = known {
        return Ok(found);
    }
    let function = ForeignFunction::of_text(text).expect("the compiler writes the declaration");
    let address = address(&function)?;
    let found = Rc::new(Found { function, address });
    FOUND.with_borrow_mut(|all| all.insert(key, (text.to_owned(), found.clone())));
    Ok(found)
}

/// Where a function is.
fn address(function: &ForeignFunction) -> Result<unsafe extern "C" fn(), Raised> {
    let ForeignFunction { library, name, .. } = function;
    let missing = |why: String| Raised::new(RtError::ForeignMissing, &[name, &why]);
    let opened = match library.as_str() {
        "" => Library::this(),
        // SAFETY: the program names the library, and vouches for what its start does.
        path => unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|error| missing(reason(&error)))?,
    };
    // SAFETY: it is a pointer to a function, of a type that the declaration vouches for.
    let symbol = unsafe { opened.get::<unsafe extern "C" fn()>(name.as_bytes()) };
    let address = match symbol {
        Ok(symbol) => *symbol,
        Err(_) if library.is_empty() => {
            return Err(missing(
                "neither the program nor the C library has it; name its library: {!extern library=\"…\"}".to_owned(),
            ));
        }
        Err(_) => return Err(missing(format!("{library} has no function of that name"))),
    };
    // It stays open: its functions are called to the end.
    std::mem::forget(opened);
    Ok(address)
}

/// What the loader says of a library that it does not open.
fn reason(error: &libloading::Error) -> String {
    let said = std::error::Error::source(error).map(ToString::to_string);
    said.unwrap_or_else(|| error.to_string())
}

/// The arguments of a call, as its function takes them.
fn words(function: &ForeignFunction, arguments: &[Tagged]) -> Result<Words, Raised> {
    let mut words = Words {
        words: [0; WORDS],
        floats: [0.0; FLOATS],
        whole: 0,
        float: 0,
        stack: 0,
        texts: Vec::new(),
    };
    for (number, (ty, item)) in function.params.iter().zip(items(arguments)).enumerate() {
        let wrong = |what: String| {
            let place = format!("argument {}: {what}", number + 1);
            Raised::invalid(&function.name, place)
        };
        pass(&mut words, *ty, &item).map_err(wrong)?;
    }
    Ok(words)
}

/// Passes an argument.
fn pass(words: &mut Words, ty: ForeignType, item: &Item) -> Result<(), String> {
    match (ty, item) {
        (ForeignType::F32, _) => words.float(u64::from((real(item) as f32).to_bits())),
        (ForeignType::F64, _) => words.float(real(item).to_bits()),
        (ForeignType::Text, Item::Text(text)) => {
            let text = CString::new(text.as_str())
                .map_err(|_| "a text with a character 0 is no text of C".to_owned())?;
            words.whole(text.as_ptr() as u64);
            words.texts.push(text);
        }
        (ForeignType::Constant, Item::Array(array)) => {
            hooks::want_to_read(array.header());
            words.whole(array.header().data as u64);
        }
        (ForeignType::Elements, Item::Array(array)) => words.whole(Array::data(array) as u64),
        (_, Item::Int(value)) => {
            if let Some((least, greatest)) = ty.range()
                && !(least..=greatest).contains(&i128::from(*value))
                && ty != ForeignType::U64
            {
                return Err(format!("{value} does not fit `{}`", ty.words()));
            }
            words.whole(*value as u64);
        }
        _ => panic!("an argument of the declared type"),
    }
    Ok(())
}

/// A number as a float.
fn real(item: &Item) -> f64 {
    item.number().expect("a number for a float").re
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(library: &str, name: &str, result: ForeignType, params: &[ForeignType]) -> Text {
        let function = ForeignFunction {
            library: library.into(),
            name: name.into(),
            result,
            params: params.to_vec(),
        };
        Text::new(&function.text())
    }

    fn number(value: f64) -> Tagged {
        Tagged {
            tag: quasar_abi::Tag::F64 as u64,
            bits: value.to_bits(),
        }
    }

    #[test]
    fn floats_and_whole_numbers_reach_their_registers() {
        let ldexp = text(
            "libm.so.6",
            "ldexp",
            ForeignType::F64,
            &[ForeignType::F64, ForeignType::I32],
        );
        let three = Tagged {
            tag: quasar_abi::Tag::I32 as u64,
            bits: 3,
        };
        assert_eq!(foreign_real(&ldexp, &[number(1.5), three]), Ok(12.0));
        let cbrtf = text("libm.so.6", "cbrtf", ForeignType::F32, &[ForeignType::F32]);
        assert_eq!(foreign_real(&cbrtf, &[number(27.0)]), Ok(3.0));
    }

    #[test]
    fn what_is_missing_is_told() {
        let of =
            |library: &str| foreign_whole(&text(library, "nobody", ForeignType::I32, &[]), &[]);
        for library in ["libm.so.6", "", "libnobody.so"] {
            let error = of(library).expect_err("there is none");
            assert_eq!(error.row, RtError::ForeignMissing);
        }
    }
}
