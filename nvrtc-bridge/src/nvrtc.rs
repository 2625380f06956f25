//! NVRTC: CUDA C++ text to machine code of a GPU.
//!
//! *Invariant:* every call checks its status; a text that does not compile gives the compiler's log.

use crate::abi::{Place, Status};
use crate::search::{self, Found, Missing, Places, Wanted};
use cudarc::nvrtc::sys::{self, nvrtcProgram};
use std::collections::BTreeSet;
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

/// A function of the library, by the name and with the signature that the bindings have.
macro_rules! needed {
    ($library:ident, $name:ident($($argument:ty),*)) => {
        Place($library.needed(stringify!($name))?).function(sys::$name as unsafe fn($($argument),*) -> _)
    };
}

/// The functions that are used: their types are those of the bindings, with statuses as integers.
#[derive(Clone, Copy)]
struct Functions {
    version: unsafe extern "C" fn(*mut c_int, *mut c_int) -> Status,
    count_architectures: unsafe extern "C" fn(*mut c_int) -> Status,
    architectures: unsafe extern "C" fn(*mut c_int) -> Status,
    create: unsafe extern "C" fn(
        *mut nvrtcProgram,
        *const c_char,
        *const c_char,
        c_int,
        *const *const c_char,
        *const *const c_char,
    ) -> Status,
    compile: unsafe extern "C" fn(nvrtcProgram, c_int, *const *const c_char) -> Status,
    destroy: unsafe extern "C" fn(*mut nvrtcProgram) -> Status,
    cubin_size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> Status,
    cubin: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> Status,
    ptx_size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> Status,
    ptx: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> Status,
    log_size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> Status,
    log: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> Status,
}

/// NVRTC, loaded.
pub struct Nvrtc {
    functions: Functions,
    identity: String,
}

/// What a compilation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Machine code; empty when a virtual architecture (`compute_90`) was asked for.
    pub cubin: Vec<u8>,
    /// The intermediate assembly.
    pub ptx: String,
    /// Warnings.
    pub log: String,
}

/// A text that NVRTC does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// NVRTC's status.
    pub status: i32,
    /// What it says.
    pub log: String,
}

impl Nvrtc {
    /// Loads the library from a path, or looks for it where this process finds it.
    ///
    /// # Errors
    /// Which library or symbol is missing.
    pub fn load(path: Option<&Path>) -> Result<Nvrtc, Missing> {
        match path {
            Some(path) => Nvrtc::of(&search::open(path)?),
            None => Nvrtc::search(&Places::of_this_process()),
        }
    }

    /// Looks for the library.
    ///
    /// # Errors
    /// Where it was looked for, or which symbol is missing.
    pub fn search(places: &Places) -> Result<Nvrtc, Missing> {
        Nvrtc::of(&search::find(Wanted::Nvrtc, places)?)
    }

    /// Every NVRTC that is found, in the order of the search; each is opened when it is asked for.
    pub fn each(places: &Places) -> impl Iterator<Item = Nvrtc> + use<> {
        let mut known = BTreeSet::new();
        search::each(Wanted::Nvrtc, places)
            .filter_map(|found| Nvrtc::of(&found.ok()?).ok())
            .filter(move |nvrtc| known.insert(nvrtc.identity.clone()))
    }

    fn of(library: &Found) -> Result<Nvrtc, Missing> {
        // SAFETY: the types are those of nvrtc.h.
        let functions = unsafe {
            Functions {
                version: needed!(library, nvrtcVersion(_, _)),
                count_architectures: needed!(library, nvrtcGetNumSupportedArchs(_)),
                architectures: needed!(library, nvrtcGetSupportedArchs(_)),
                create: needed!(library, nvrtcCreateProgram(_, _, _, _, _, _)),
                compile: needed!(library, nvrtcCompileProgram(_, _, _)),
                destroy: needed!(library, nvrtcDestroyProgram(_)),
                cubin_size: needed!(library, nvrtcGetCUBINSize(_, _)),
                cubin: needed!(library, nvrtcGetCUBIN(_, _)),
                ptx_size: needed!(library, nvrtcGetPTXSize(_, _)),
                ptx: needed!(library, nvrtcGetPTX(_, _)),
                log_size: needed!(library, nvrtcGetProgramLogSize(_, _)),
                log: needed!(library, nvrtcGetProgramLog(_, _)),
            }
        };
        let identity = search::identity(functions.version as *const c_void, &library.path);
        Ok(Nvrtc {
            functions,
            identity,
        })
    }

    /// Which file the library is: path, bytes and time of change.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Major and minor version; 0.0 if NVRTC does not tell.
    pub fn version(&self) -> (i32, i32) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both places are valid for the call.
        let status = unsafe { (self.functions.version)(&mut major, &mut minor) };
        if status == 0 { (major, minor) } else { (0, 0) }
    }

    /// The architectures that it compiles for, as numbers: 75, 90.
    pub fn architectures(&self) -> Vec<i32> {
        let mut count = 0;
        // SAFETY: the place is valid for the call.
        let status = unsafe { (self.functions.count_architectures)(&mut count) };
        let count = usize::try_from(count).unwrap_or(0);
        let mut found = vec![0; count];
        // SAFETY: the vector has room for as many numbers as NVRTC announced.
        let again = unsafe { (self.functions.architectures)(found.as_mut_ptr()) };
        if status == 0 && again == 0 {
            found
        } else {
            Vec::new()
        }
    }

    /// Compiles a text that needs no header.
    ///
    /// # Errors
    /// NVRTC's log when it does not compile.
    pub fn compile(&self, text: &str, name: &str, options: &[&str]) -> Result<Image, CompileError> {
        let bad_text = |_| CompileError {
            status: -1,
            log: "the text or an option has a NUL byte".to_string(),
        };
        let text = CString::new(text).map_err(bad_text)?;
        let name = CString::new(name).map_err(bad_text)?;
        let options: Vec<CString> = options
            .iter()
            .map(|&option| CString::new(option))
            .collect::<Result<_, _>>()
            .map_err(bad_text)?;
        let program = Program::create(self.functions, &text, &name)?;
        program.compile(&options)?;
        Ok(Image {
            cubin: program.bytes(self.functions.cubin_size, self.functions.cubin),
            ptx: program.text(self.functions.ptx_size, self.functions.ptx),
            log: program.log(),
        })
    }
}

/// A program of NVRTC, destroyed when dropped.
struct Program {
    functions: Functions,
    handle: nvrtcProgram,
}

impl Program {
    fn create(
        functions: Functions,
        text: &CString,
        name: &CString,
    ) -> Result<Program, CompileError> {
        let mut handle = ptr::null_mut();
        // SAFETY: the strings end in NUL and live during the call; there are no headers.
        let status = unsafe {
            (functions.create)(
                &mut handle,
                text.as_ptr(),
                name.as_ptr(),
                0,
                ptr::null(),
                ptr::null(),
            )
        };
        if status != 0 {
            return Err(CompileError {
                status,
                log: "NVRTC makes no program".to_string(),
            });
        }
        Ok(Program { functions, handle })
    }

    fn compile(&self, options: &[CString]) -> Result<(), CompileError> {
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program is alive, and so are the options.
        let status = unsafe {
            (self.functions.compile)(self.handle, pointers.len() as c_int, pointers.as_ptr())
        };
        if status != 0 {
            return Err(CompileError {
                status,
                log: self.log(),
            });
        }
        Ok(())
    }

    fn log(&self) -> String {
        self.text(self.functions.log_size, self.functions.log)
    }

    fn text(
        &self,
        size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> Status,
        get: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> Status,
    ) -> String {
        let bytes = self.bytes(size, get);
        String::from_utf8_lossy(&bytes)
            .trim_end_matches('\0')
            .to_string()
    }

    fn bytes(
        &self,
        size: unsafe extern "C" fn(nvrtcProgram, *mut usize) -> Status,
        get: unsafe extern "C" fn(nvrtcProgram, *mut c_char) -> Status,
    ) -> Vec<u8> {
        let mut count = 0;
        // SAFETY: the program is alive, the place valid.
        if unsafe { size(self.handle, &mut count) } != 0 {
            return Vec::new();
        }
        let mut bytes = vec![0u8; count];
        // SAFETY: the vector has the size that NVRTC announced.
        let status = unsafe { get(self.handle, bytes.as_mut_ptr().cast()) };
        if status == 0 { bytes } else { Vec::new() }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the program is alive and not used again.
        unsafe { (self.functions.destroy)(&mut self.handle) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_a_value() {
        let missing = Nvrtc::load(Some(Path::new("/nowhere/libnvrtc.so")))
            .err()
            .expect("nothing there");
        assert!(missing.reason.contains("/nowhere/libnvrtc.so"), "{missing}");
    }

    #[test]
    fn texts_compile_or_give_a_log() {
        let Some(paths) = std::env::var_os("QC_TEST_NVRTC") else {
            eprintln!("skipped: QC_TEST_NVRTC does not name a libnvrtc.so");
            return;
        };
        for path in std::env::split_paths(&paths) {
            check(&Nvrtc::load(Some(&path)).expect("a library of QC_TEST_NVRTC"));
        }
    }

    fn check(nvrtc: &Nvrtc) {
        assert!(nvrtc.version().0 >= 12);
        assert!(nvrtc.architectures().contains(&90));
        let text = "extern \"C\" __global__ void f(float* x) { x[threadIdx.x] = 1; }";
        let image = nvrtc
            .compile(text, "f.cu", &["-arch=sm_90"])
            .expect("a kernel");
        assert!(image.cubin.starts_with(b"\x7fELF") && image.ptx.contains(".entry f"));
        let error = nvrtc
            .compile("void f() { x }", "f.cu", &[])
            .expect_err("no x");
        assert!(error.log.contains("\"x\" is undefined"), "{}", error.log);
    }
}
