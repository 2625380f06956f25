//! The CUDA driver: its entry points, in one table, and whether they are there.
//!
//! The entry points are looked up by their full names (`cuMemAlloc_v2`), which every driver since the one that brought them exports.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing; an entry point that is missing gives
//! [`Error::Unsupported`].

use crate::abi::sys::{
    self, CUDA_ARRAY3D_DESCRIPTOR, CUDA_MEMCPY3D, CUDA_RESOURCE_DESC, CUDA_RESOURCE_VIEW_DESC,
    CUDA_TEXTURE_DESC, CUarray, CUcontext, CUdevice, CUdevice_attribute, CUevent, CUfunc_cache,
    CUfunction, CUfunction_attribute, CUhostFn, CUjit_option, CUmemPool_attribute, CUmemoryPool,
    CUmodule, CUstream, CUuuid,
};
use crate::abi::{Address, Place, Status, infer};
use crate::error::{Error, code};
use crate::search::{self, Found, Missing, Places, Wanted};
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::{Path, PathBuf};

/// A row is: method = symbol(argument: type, …). It becomes a place in the table of functions, a name in [`ENTRY_POINTS`] and a
/// method of [`Driver`] that checks the status. The call has the binding's signature: types that are not its own do not compile.
macro_rules! entry_points {
    ($( $method:ident = $symbol:ident ( $($argument:ident : $type:ty),* $(,)? ); )*) => {
        /// What the library has of the table.
        struct Functions {
            $( $method: Option<Place>, )*
            error_name: Option<Words>,
            error_text: Option<Words>,
        }

        impl Functions {
            fn of(library: &Found) -> Functions {
                // SAFETY: places have the type of any pointer; `Words` is that of cuda.h.
                unsafe {
                    Functions {
                        $( $method: library.function(stringify!($symbol)).map(Place), )*
                        error_name: library.function(ERROR_NAME),
                        error_text: library.function(ERROR_TEXT),
                    }
                }
            }
        }

        /// The entry points that the facade knows.
        pub const ENTRY_POINTS: &[&str] = &[$( stringify!($symbol), )* ERROR_NAME, ERROR_TEXT];

        // SAFETY of each: the arguments are what cuda.h asks of the function of that name.
        #[allow(clippy::too_many_arguments)]
        impl Driver {
            $(
                pub(crate) unsafe fn $method(&self, $($argument: $type),*) -> Result<(), Error> {
                    let call = stringify!($symbol);
                    let place = self.functions.$method.ok_or(Error::Unsupported { call })?;
                    let binding = sys::$symbol as unsafe fn($( infer!($type) ),*) -> _;
                    // SAFETY: the function was looked up by the binding's name; the caller keeps to what cuda.h asks.
                    self.check(call, unsafe { place.function(binding)($($argument),*) })
                }
            )*
        }

        impl Driver {
            /// Whether the library has an entry point of the table.
            pub fn has(&self, symbol: &str) -> bool {
                match symbol {
                    $( stringify!($symbol) => self.functions.$method.is_some(), )*
                    ERROR_NAME => self.functions.error_name.is_some(),
                    ERROR_TEXT => self.functions.error_text.is_some(),
                    _ => false,
                }
            }
        }
    };
}

/// The two functions on errors take statuses, whatever their numbers: their types are not those of the bindings.
type Words = unsafe extern "C" fn(Status, *mut *const c_char) -> Status;
const ERROR_NAME: &str = "cuGetErrorName";
const ERROR_TEXT: &str = "cuGetErrorString";

entry_points! {
    init = cuInit(flags: c_uint);
    driver_version = cuDriverGetVersion(version: *mut c_int);
    device_count = cuDeviceGetCount(count: *mut c_int);
    device_get = cuDeviceGet(device: *mut CUdevice, ordinal: c_int);
    device_name = cuDeviceGetName(name: *mut c_char, room: c_int, device: CUdevice);
    device_uuid = cuDeviceGetUuid_v2(uuid: *mut CUuuid, device: CUdevice);
    device_uuid_older = cuDeviceGetUuid(uuid: *mut CUuuid, device: CUdevice);
    device_memory = cuDeviceTotalMem_v2(bytes: *mut usize, device: CUdevice);
    device_attribute = cuDeviceGetAttribute(value: *mut c_int, attribute: CUdevice_attribute, device: CUdevice);
    device_pool = cuDeviceGetDefaultMemPool(pool: *mut CUmemoryPool, device: CUdevice);
    device_can_access_peer = cuDeviceCanAccessPeer(can: *mut c_int, device: CUdevice, peer: CUdevice);
    primary_retain = cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice);
    primary_release = cuDevicePrimaryCtxRelease_v2(device: CUdevice);
    context_set_current = cuCtxSetCurrent(context: CUcontext);
    context_synchronize = cuCtxSynchronize();
    context_enable_peer = cuCtxEnablePeerAccess(peer: CUcontext, flags: c_uint);
    memory_info = cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    memory_allocate = cuMemAlloc_v2(address: *mut Address, bytes: usize);
    memory_allocate_managed = cuMemAllocManaged(address: *mut Address, bytes: usize, flags: c_uint);
    memory_free = cuMemFree_v2(address: Address);
    memory_allocate_async = cuMemAllocAsync(address: *mut Address, bytes: usize, stream: CUstream);
    memory_free_async = cuMemFreeAsync(address: Address, stream: CUstream);
    pool_set_attribute = cuMemPoolSetAttribute(pool: CUmemoryPool, attribute: CUmemPool_attribute, value: *mut c_void);
    pool_trim = cuMemPoolTrimTo(pool: CUmemoryPool, keep: usize);
    host_allocate = cuMemHostAlloc(place: *mut *mut c_void, bytes: usize, flags: c_uint);
    host_free = cuMemFreeHost(place: *mut c_void);
    copy_in = cuMemcpyHtoD_v2(to: Address, from: *const c_void, bytes: usize);
    copy_out = cuMemcpyDtoH_v2(to: *mut c_void, from: Address, bytes: usize);
    copy_in_async = cuMemcpyHtoDAsync_v2(to: Address, from: *const c_void, bytes: usize, stream: CUstream);
    copy_out_async = cuMemcpyDtoHAsync_v2(to: *mut c_void, from: Address, bytes: usize, stream: CUstream);
    copy_within_async = cuMemcpyDtoDAsync_v2(to: Address, from: Address, bytes: usize, stream: CUstream);
    copy_peer_async = cuMemcpyPeerAsync(to: Address, to_context: CUcontext, from: Address, from_context: CUcontext, bytes: usize, stream: CUstream);
    copy_3d = cuMemcpy3D_v2(what: *const CUDA_MEMCPY3D);
    fill_bytes_async = cuMemsetD8Async(to: Address, value: u8, count: usize, stream: CUstream);
    fill_words_async = cuMemsetD32Async(to: Address, value: c_uint, count: usize, stream: CUstream);
    stream_create = cuStreamCreate(stream: *mut CUstream, flags: c_uint);
    stream_destroy = cuStreamDestroy_v2(stream: CUstream);
    stream_synchronize = cuStreamSynchronize(stream: CUstream);
    stream_query = cuStreamQuery(stream: CUstream);
    stream_wait_event = cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    event_create = cuEventCreate(event: *mut CUevent, flags: c_uint);
    event_destroy = cuEventDestroy_v2(event: CUevent);
    event_record = cuEventRecord(event: CUevent, stream: CUstream);
    event_query = cuEventQuery(event: CUevent);
    event_synchronize = cuEventSynchronize(event: CUevent);
    event_elapsed = cuEventElapsedTime(milliseconds: *mut f32, from: CUevent, to: CUevent);
    module_load = cuModuleLoadDataEx(module: *mut CUmodule, image: *const c_void, count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void);
    module_unload = cuModuleUnload(module: CUmodule);
    module_function = cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    module_global = cuModuleGetGlobal_v2(address: *mut Address, bytes: *mut usize, module: CUmodule, name: *const c_char);
    function_attribute = cuFuncGetAttribute(value: *mut c_int, attribute: CUfunction_attribute, function: CUfunction);
    function_set_attribute = cuFuncSetAttribute(function: CUfunction, attribute: CUfunction_attribute, value: c_int);
    function_set_cache = cuFuncSetCacheConfig(function: CUfunction, config: CUfunc_cache);
    function_parameter = cuFuncGetParamInfo(function: CUfunction, index: usize, offset: *mut usize, size: *mut usize);
    occupancy_blocks = cuOccupancyMaxActiveBlocksPerMultiprocessor(count: *mut c_int, function: CUfunction, threads: c_int, shared: usize);
    launch = cuLaunchKernel(function: CUfunction, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint, block_y: c_uint,
        block_z: c_uint, shared: c_uint, stream: CUstream, parameters: *mut *mut c_void, extra: *mut *mut c_void);
    launch_cooperative = cuLaunchCooperativeKernel(function: CUfunction, grid_x: c_uint, grid_y: c_uint, grid_z: c_uint, block_x: c_uint,
        block_y: c_uint, block_z: c_uint, shared: c_uint, stream: CUstream, parameters: *mut *mut c_void);
    launch_host = cuLaunchHostFunc(stream: CUstream, function: CUhostFn, argument: *mut c_void);
    array_create = cuArray3DCreate_v2(array: *mut CUarray, description: *const CUDA_ARRAY3D_DESCRIPTOR);
    array_destroy = cuArrayDestroy(array: CUarray);
    texture_create = cuTexObjectCreate(texture: *mut u64, resource: *const CUDA_RESOURCE_DESC, texture_description: *const CUDA_TEXTURE_DESC, view: *const CUDA_RESOURCE_VIEW_DESC);
    texture_destroy = cuTexObjectDestroy(texture: u64);
    surface_create = cuSurfObjectCreate(surface: *mut u64, resource: *const CUDA_RESOURCE_DESC);
    surface_destroy = cuSurfObjectDestroy(surface: u64);
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

    fn words(&self, function: Option<Words>, status: Status) -> String {
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
