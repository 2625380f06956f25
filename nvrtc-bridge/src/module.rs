//! Modules, their kernels and their variables.
//!
//! *Invariant:* a function lives as long as its module, which every function keeps.

use crate::abi::Address;
use crate::abi::sys::{CUfunc_cache, CUfunction, CUfunction_attribute, CUjit_option, CUmodule};
use crate::context::Context;
use crate::driver::Driver;
use crate::error::Error;
use crate::occupancy::Needs;
use crate::stream::Stream;
use std::ffi::{CString, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// Code that is loaded into a context. Copies of it are the same module.
#[derive(Clone)]
pub struct Module {
    shared: Arc<SharedModule>,
}

struct SharedModule {
    context: Context,
    handle: CUmodule,
}

// SAFETY: the driver locks what belongs to a module; its code does not change.
unsafe impl Send for SharedModule {}
// SAFETY: as above.
unsafe impl Sync for SharedModule {}

impl Drop for SharedModule {
    fn drop(&mut self) {
        if let Some(driver) = self.context.settle() {
            // SAFETY: no function of the module is left, and none of its kernels runs.
            let _ = unsafe { driver.module_unload(self.handle) };
        }
    }
}

/// Bytes of each log of the assembler that are kept.
const LOG_ROOM: usize = 8192;

impl Context {
    /// Loads a CUBIN, or PTX, which the driver then assembles.
    ///
    /// # Errors
    /// The image does not fit ([`Error::is_refused_image`]); the assembler's log is in the error.
    pub fn load(&self, image: &[u8]) -> Result<Module, Error> {
        // PTX ends in NUL; a CUBIN knows its size.
        let mut terminated = image.to_vec();
        terminated.push(0);
        let mut log = vec![0u8; LOG_ROOM];
        let mut options = [
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER,
            CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
        ];
        let mut values = [
            log.as_mut_ptr().cast::<c_void>(),
            ptr::without_provenance_mut(LOG_ROOM),
        ];
        let mut handle = ptr::null_mut();
        let driver = self.bind()?;
        // SAFETY: the image ends in NUL; the options are a buffer and its size, as large as said, and live during the call.
        let loaded = unsafe {
            driver.module_load(
                &mut handle,
                terminated.as_ptr().cast(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        loaded.map_err(|error| Driver::with_detail(error, until_nul(&log)))?;
        let shared = SharedModule {
            context: self.clone(),
            handle,
        };
        Ok(Module {
            shared: Arc::new(shared),
        })
    }
}

fn until_nul(bytes: &[u8]) -> String {
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or(bytes);
    String::from_utf8_lossy(text).trim().to_string()
}

fn c_name(name: &str) -> Result<CString, Error> {
    CString::new(name).map_err(|_| Error::refused(format!("{name:?} has a NUL byte")))
}

/// An attribute of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionAttribute {
    /// Threads of a block at most.
    MaxThreadsPerBlock,
    /// Bytes of shared memory that the text asks for.
    StaticShared,
    /// Bytes of local memory of a thread.
    Local,
    /// Registers of a thread.
    Registers,
    /// Bytes of shared memory that a launch may add.
    MaxDynamicShared,
}

impl FunctionAttribute {
    /// The driver's name.
    fn row(self) -> CUfunction_attribute {
        use CUfunction_attribute as Row;
        match self {
            FunctionAttribute::MaxThreadsPerBlock => Row::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
            FunctionAttribute::StaticShared => Row::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
            FunctionAttribute::Local => Row::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
            FunctionAttribute::Registers => Row::CU_FUNC_ATTRIBUTE_NUM_REGS,
            FunctionAttribute::MaxDynamicShared => {
                Row::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            }
        }
    }
}

impl Module {
    /// A kernel.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        let c_name = c_name(name)?;
        let mut handle = ptr::null_mut();
        let driver = self.shared.context.bind()?;
        // SAFETY: the module is alive, the name ends in NUL, the place is valid for the call.
        unsafe { driver.module_function(&mut handle, self.shared.handle, c_name.as_ptr()) }
            .map_err(|error| Driver::with_detail(error, name.to_string()))?;
        let mut function = Function {
            module: self.clone(),
            handle,
            name: name.to_string(),
            needs: Needs::default(),
            parameters: None,
        };
        function.needs = Needs {
            max_threads: function.number(FunctionAttribute::MaxThreadsPerBlock)?,
            registers: function.number(FunctionAttribute::Registers)?,
            static_shared: function.number(FunctionAttribute::StaticShared)?,
        };
        function.parameters = function.ask_parameters();
        Ok(function)
    }

    /// Address and bytes of a variable of the module.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn global(&self, name: &str) -> Result<(Address, usize), Error> {
        let c_name = c_name(name)?;
        let (mut address, mut bytes) = (0, 0);
        let driver = self.shared.context.bind()?;
        // SAFETY: the module is alive, the name ends in NUL, the places are valid for the call.
        unsafe {
            driver.module_global(
                &mut address,
                &mut bytes,
                self.shared.handle,
                c_name.as_ptr(),
            )
        }
        .map_err(|error| Driver::with_detail(error, name.to_string()))?;
        Ok((address, bytes))
    }
}

/// A variable of a module in the memory of its device. Copies of it are the same variable.
#[derive(Clone)]
pub struct Variable {
    module: Module,
    address: Address,
    bytes: usize,
}

impl Module {
    /// A variable of the module.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn variable(&self, name: &str) -> Result<Variable, Error> {
        let (address, bytes) = self.global(name)?;
        Ok(Variable {
            module: self.clone(),
            address,
            bytes,
        })
    }
}

impl Variable {
    /// Bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Copies device memory into a part of it, in the order of a stream.
    ///
    /// # Safety
    /// There are that many bytes of memory of the same device at `from`, until the copy is over.
    ///
    /// # Errors
    /// The bytes do not fit, or the context is lost.
    pub unsafe fn copy_async(
        &self,
        offset: usize,
        from: Address,
        bytes: usize,
        stream: &Stream,
    ) -> Result<(), Error> {
        let end = offset.checked_add(bytes);
        if end.is_none_or(|end| end > self.bytes) {
            return Err(Error::refused(format!(
                "a copy of {bytes} bytes at {offset} leaves a variable of {} bytes",
                self.bytes
            )));
        }
        let to = self.address + offset as Address;
        let driver = self.module.shared.context.bind()?;
        // SAFETY: the variable has the bytes, and the caller says that the source has them.
        unsafe { driver.copy_within_async(to, from, bytes, stream.handle()) }
    }
}

/// How a function wants the memory of a multiprocessor divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheConfig {
    /// More shared memory.
    Shared,
    /// More cache.
    L1,
    /// The same of both.
    Equal,
}

impl CacheConfig {
    /// The driver's name.
    fn row(self) -> CUfunc_cache {
        match self {
            CacheConfig::Shared => CUfunc_cache::CU_FUNC_CACHE_PREFER_SHARED,
            CacheConfig::L1 => CUfunc_cache::CU_FUNC_CACHE_PREFER_L1,
            CacheConfig::Equal => CUfunc_cache::CU_FUNC_CACHE_PREFER_EQUAL,
        }
    }
}

/// A kernel.
pub struct Function {
    module: Module,
    pub(crate) handle: CUfunction,
    name: String,
    needs: Needs,
    parameters: Option<Vec<(usize, usize)>>,
}

// SAFETY: the driver locks, also where attributes are set.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl Function {
    /// The context.
    pub fn context(&self) -> &Context {
        &self.module.shared.context
    }

    /// The name in the text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a block of it takes.
    pub fn needs(&self) -> Needs {
        self.needs
    }

    fn number(&self, attribute: FunctionAttribute) -> Result<u32, Error> {
        Ok(u32::try_from(self.attribute(attribute)?).unwrap_or(0))
    }

    /// The value of an attribute.
    ///
    /// # Errors
    /// The driver does not know the attribute.
    pub fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error> {
        let mut value = 0;
        let driver = self.context().bind()?;
        // SAFETY: the function is alive, the place valid for the call.
        unsafe { driver.function_attribute(&mut value, attribute.row(), self.handle) }?;
        Ok(value)
    }

    /// Allows launches to add so many bytes of shared memory; needed above [`crate::Attribute::SharedPerBlock`].
    ///
    /// # Errors
    /// The device has less.
    pub fn allow_shared(&self, bytes: u32) -> Result<(), Error> {
        let value = c_int::try_from(bytes).unwrap_or(c_int::MAX);
        let attribute = FunctionAttribute::MaxDynamicShared.row();
        let driver = self.context().bind()?;
        // SAFETY: the function is alive.
        unsafe { driver.function_set_attribute(self.handle, attribute, value) }
    }

    /// Tells how launches want the memory of multiprocessors divided. Devices where nothing is to be divided take no notice.
    ///
    /// # Errors
    /// The driver refuses.
    pub fn prefer(&self, config: CacheConfig) -> Result<(), Error> {
        let driver = self.context().bind()?;
        // SAFETY: the function is alive.
        unsafe { driver.function_set_cache(self.handle, config.row()) }
    }

    /// Offset and size of each parameter; nothing where the driver does not tell (before CUDA 12.4).
    pub fn parameters(&self) -> Option<&[(usize, usize)]> {
        self.parameters.as_deref()
    }

    fn ask_parameters(&self) -> Option<Vec<(usize, usize)>> {
        let driver = self.context().bind().ok()?;
        let mut found = Vec::new();
        loop {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: the function is alive, the places valid for the call.
            match unsafe {
                driver.function_parameter(self.handle, found.len(), &mut offset, &mut size)
            } {
                Ok(()) => found.push((offset, size)),
                Err(Error::Unsupported { .. }) => return None,
                // The first number behind the last is an invalid value.
                Err(_) => return Some(found),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_end_at_the_first_nul_and_names_have_none() {
        assert_eq!(until_nul(b"line 3: error\n\0rest"), "line 3: error");
        assert_eq!(until_nul(b"full"), "full");
        assert!(c_name("a\0b").is_err());
    }
}
