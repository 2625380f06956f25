//! The CUDA driver: its entry points, in one table, and whether they are there.
//!
//! The entry points are looked up by their full names (`cuMemAlloc_v2`), which every driver since the one that brought them exports.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing; an entry point that is missing gives
//! [`Error::Unsupported`].

use crate::abi::*;
use crate::error::{Error, code};
use crate::search::{self, Found, Missing, Places, Wanted};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};

/// A row is: method = symbol(argument: type, …). It becomes a field of the table of functions, a name in [`ENTRY_POINTS`] and a
/// method of [`Driver`] that checks the status.
macro_rules! entry_points {
    ($( $method:ident = $symbol:ident ( $($argument:ident : $type:ty),* $(,)? ); )*) => {
        /// What the library has of the table.
        struct Functions {
            $( $method: Option<unsafe extern "C" fn($($type),*) -> Status>, )*
        }

        impl Functions {
            fn of(library: &Found) -> Functions {
                // SAFETY: the types are those of cuda.h.
                unsafe {
                    Functions { $( $method: library.function(stringify!($symbol)), )* }
                }
            }
        }

        /// The entry points that the facade knows.
        pub const ENTRY_POINTS: &[&str] = &[$( stringify!($symbol) ),*];

        // SAFETY of each: the arguments are what cuda.h asks of the function of that name.
        // Two of them, on errors, are called by `check` itself, which cannot go through itself.
        #[allow(clippy::too_many_arguments, dead_code)]
        impl Driver {
            $(
                pub(crate) unsafe fn $method(&self, $($argument: $type),*) -> Result<(), Error> {
                    let call = stringify!($symbol);
                    let function = self.functions.$method.ok_or(Error::Unsupported { call })?;
                    // SAFETY: the caller keeps to what cuda.h asks.
                    self.check(call, unsafe { function($($argument),*) })
                }
            )*
        }

        impl Driver {
            /// Whether the library has an entry point of the table.
            pub fn has(&self, symbol: &str) -> bool {
                match symbol {
                    $( stringify!($symbol) => self.functions.$method.is_some(), )*
                    _ => false,
                }
            }
        }

        /// Each row's type against the bindings that are generated from cuda.h.
        #[cfg(test)]
        mod signatures {
            use super::*;
            use crate::abi::tests::{Shape, infer};
            use cudarc::driver::sys;

            #[test]
            fn are_those_of_the_bindings() {
                $(
                    let theirs = (sys::$symbol as unsafe fn($( infer!($type) ),*) -> _).shape();
                    let ours = <unsafe fn($($type),*) -> Status>::shape_of();
                    assert_eq!(ours, theirs, stringify!($symbol));
                )*
            }
        }
    };
}

entry_points! {
    init = cuInit(flags: c_uint);
    driver_version = cuDriverGetVersion(version: *mut c_int);
    device_count = cuDeviceGetCount(count: *mut c_int);
    device_get = cuDeviceGet(device: *mut DeviceHandle, ordinal: c_int);
    device_name = cuDeviceGetName(name: *mut c_char, room: c_int, device: DeviceHandle);
    device_uuid = cuDeviceGetUuid_v2(uuid: *mut Uuid, device: DeviceHandle);
    device_uuid_older = cuDeviceGetUuid(uuid: *mut Uuid, device: DeviceHandle);
    device_memory = cuDeviceTotalMem_v2(bytes: *mut usize, device: DeviceHandle);
    device_attribute = cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: DeviceHandle);
    device_pool = cuDeviceGetDefaultMemPool(pool: *mut Handle, device: DeviceHandle);
    device_can_access_peer = cuDeviceCanAccessPeer(can: *mut c_int, device: DeviceHandle, peer: DeviceHandle);
    primary_retain = cuDevicePrimaryCtxRetain(context: *mut Handle, device: DeviceHandle);
    primary_release = cuDevicePrimaryCtxRelease_v2(device: DeviceHandle);
    context_set_current = cuCtxSetCurrent(context: Handle);
    context_synchronize = cuCtxSynchronize();
    context_enable_peer = cuCtxEnablePeerAccess(peer: Handle, flags: c_uint);
    memory_info = cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    memory_allocate = cuMemAlloc_v2(address: *mut Address, bytes: usize);
    memory_allocate_managed = cuMemAllocManaged(address: *mut Address, bytes: usize, flags: c_uint);
    memory_free = cuMemFree_v2(address: Address);
    memory_allocate_async = cuMemAllocAsync(address: *mut Address, bytes: usize, stream: Handle);
    memory_free_async = cuMemFreeAsync(address: Address, stream: Handle);
    pool_set_attribute = cuMemPoolSetAttribute(pool: Handle, attribute: c_uint, value: *mut c_void);
    pool_trim = cuMemPoolTrimTo(pool: Handle, keep: usize);
    host_allocate = cuMemHostAlloc(place: *mut *mut c_void, bytes: usize, flags: c_uint);
    host_free = cuMemFreeHost(place: *mut c_void);
    copy_in = cuMemcpyHtoD_v2(to: Address, from: *const c_void, bytes: usize);
    copy_out = cuMemcpyDtoH_v2(to: *mut c_void, from: Address, bytes: usize);
    copy_in_async = cuMemcpyHtoDAsync_v2(to: Address, from: *const c_void, bytes: usize, stream: Handle);
    copy_out_async = cuMemcpyDtoHAsync_v2(to: *mut c_void, from: Address, bytes: usize, stream: Handle);
    copy_within_async = cuMemcpyDtoDAsync_v2(to: Address, from: Address, bytes: usize, stream: Handle);
    copy_peer_async = cuMemcpyPeerAsync(to: Address, to_context: Handle, from: Address, from_context: Handle, bytes: usize, stream: Handle);
    copy_3d = cuMemcpy3D_v2(what: *const Copy3d);
    fill_bytes_async = cuMemsetD8Async(to: Address, value: u8, count: usize, stream: Handle);
    fill_words_async = cuMemsetD32Async(to: Address, value: c_uint, count: usize, stream: Handle);
    stream_create = cuStreamCreate(stream: *mut Handle, flags: c_uint);
    stream_destroy = cuStreamDestroy_v2(stream: Handle);
    stream_synchronize = cuStreamSynchronize(stream: Handle);
    stream_query = cuStreamQuery(stream: Handle);
    stream_wait_event = cuStreamWaitEvent(stream: Handle, event: Handle, flags: c_uint);
    event_create = cuEventCreate(event: *mut Handle, flags: c_uint);
    event_destroy = cuEventDestroy_v2(event: Handle);
    event_record = cuEventRecord(event: Handle, stream: Handle);
    event_query = cuEventQuery(event: Handle);
    event_synchronize = cuEventSynchronize(event: Handle);
    event_elapsed = cuEventElapsedTime(milliseconds: *mut f32, from: Handle, to: Handle);
    module_load = cuModuleLoadDataEx(module: *mut Handle, image: *const c_void, count: c_uint, options: *mut c_uint, values: *mut *mut c_void);
    module_unload = cuModuleUnload(module: Handle);
    module_function = cuModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char);
    module_global = cuModuleGetGlobal_v2(address: *mut Address, bytes: *mut usize, module: Handle, name: *const c_char);
    function_attribute = cuFuncGetAttribute(value: *mut c_int, attribute: c_int, function: Handle);
    function_set_attribute = cuFuncSetAttribute(function: Handle, attribute: c_int, value: c_int);
    function_set_cache = cuFuncSetCacheConfig(function: Handle, config: c_uint);
    function_parameter = cuFuncGetParamInfo(function: Handle, index: usize, offset: *mut usize, size: *mut usize);
    occupancy_blocks = cuOccupancyMaxActiveBlocksPerMultiprocessor(count: *mut c_int, function: Handle, threads: c_int, shared: usize);
    launch = cuLaunchKernel(function: Handle, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: Handle, parameters: *mut *mut c_void, extra: *mut *mut c_void);
    launch_cooperative = cuLaunchCooperativeKernel(function: Handle, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint,
        block_y: c_uint, block_z: c_uint, shared: c_uint, stream: Handle, parameters: *mut *mut c_void);
    launch_host = cuLaunchHostFunc(stream: Handle, function: HostFunction, argument: *mut c_void);
    array_create = cuArray3DCreate_v2(array: *mut Handle, description: *const Array3dDescriptor);
    array_destroy = cuArrayDestroy(array: Handle);
    texture_create = cuTexObjectCreate(texture: *mut u64, resource: *const ResourceDescriptor, texture_description: *const TextureDescriptor, view: *const c_void);
    texture_destroy = cuTexObjectDestroy(texture: u64);
    surface_create = cuSurfObjectCreate(surface: *mut u64, resource: *const ResourceDescriptor);
    surface_destroy = cuSurfObjectDestroy(surface: u64);
    error_name = cuGetErrorName(status: Status, name: *mut *const c_char);
    error_text = cuGetErrorString(status: Status, text: *mut *const c_char);
}

/// A symbol that only this project's emulated driver has: such a device runs PTX and no machine code.
const EMULATOR_MARK: &str = "quasar_emulator_mark";

/// A CUDA driver, loaded and started. It stays until the program ends.
pub struct Driver {
    functions: Functions,
    path: PathBuf,
    emulated: bool,
}

/// Why there is no driver to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    /// There is no library.
    Library(Missing),
    /// The library is there and does not start: no device, no kernel module, versions that do not fit.
    Start {
        /// The library.
        path: PathBuf,
        /// What `cuInit` says.
        error: Error,
    },
}

impl std::fmt::Display for Absent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Absent::Library(missing) => missing.fmt(f),
            Absent::Start { path, error } => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for Absent {}

impl Driver {
    /// Looks for NVIDIA's driver and starts it.
    ///
    /// # Errors
    /// Where it was looked for, or why it does not start.
    pub fn find(places: &Places) -> Result<&'static Driver, Absent> {
        let found = search::find(Wanted::Driver, places).map_err(Absent::Library)?;
        Driver::start(&found)
    }

    /// Looks for the emulated driver and starts it.
    ///
    /// # Errors
    /// Where it was looked for, or why it does not start.
    pub fn find_emulated(places: &Places) -> Result<&'static Driver, Absent> {
        let found = search::find(Wanted::Emulator, places).map_err(Absent::Library)?;
        Driver::start(&found)
    }

    /// Starts the driver in a file.
    ///
    /// # Errors
    /// The loader's reason, or why it does not start.
    pub fn open(path: &Path) -> Result<&'static Driver, Absent> {
        let found = search::open(path).map_err(Absent::Library)?;
        Driver::start(&found)
    }

    fn start(found: &Found) -> Result<&'static Driver, Absent> {
        // SAFETY: the mark is a function without arguments and result; it is not called.
        let mark = unsafe { found.function::<extern "C" fn()>(EMULATOR_MARK) };
        let driver = Driver {
            functions: Functions::of(found),
            path: found.path.clone(),
            emulated: mark.is_some(),
        };
        // SAFETY: the only flag is 0.
        match unsafe { driver.init(0) } {
            // What the driver makes refers to it; it lives as long as its library, until the end.
            Ok(()) => Ok(Box::leak(Box::new(driver))),
            Err(error) => Err(Absent::Start {
                path: found.path.clone(),
                error,
            }),
        }
    }

    /// Where the library was found.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this is the emulated driver, whose devices run PTX only.
    pub fn is_emulated(&self) -> bool {
        self.emulated
    }

    /// The CUDA version that the driver supports, major and minor (`cuDriverGetVersion`).
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn version(&self) -> Result<(i32, i32), Error> {
        let mut version = 0;
        // SAFETY: the place is valid for the call.
        unsafe { self.driver_version(&mut version) }?;
        Ok((version / 1000, version % 1000 / 10))
    }

    /// Adds what is known further to an error of the driver.
    pub(crate) fn with_detail(error: Error, more: String) -> Error {
        match error {
            Error::Driver {
                call,
                code,
                name,
                text,
                detail: _,
            } => Error::Driver {
                call,
                code,
                name,
                text,
                detail: more,
            },
            other @ (Error::Unsupported { .. } | Error::Refused { .. }) => other,
        }
    }

    fn check(&self, call: &'static str, status: Status) -> Result<(), Error> {
        if status == code::SUCCESS {
            return Ok(());
        }
        Err(Error::Driver {
            call,
            code: status,
            name: self.words(self.functions.error_name, status),
            text: self.words(self.functions.error_text, status),
            detail: String::new(),
        })
    }

    fn words(
        &self,
        function: Option<unsafe extern "C" fn(Status, *mut *const c_char) -> Status>,
        status: Status,
    ) -> String {
        let mut words = std::ptr::null();
        // SAFETY: the place is valid for the call.
        let given = function.map(|function| unsafe { function(status, &mut words) });
        if given != Some(code::SUCCESS) || words.is_null() {
            return String::new();
        }
        // SAFETY: the driver gives a text of its own that ends in NUL and stays.
        unsafe { CStr::from_ptr(words) }
            .to_string_lossy()
            .into_owned()
    }
}
