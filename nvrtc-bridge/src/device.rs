//! Devices and what they say of themselves.
//!
//! *Invariant:* nothing here needs a context.

use crate::abi::sys::{CUdevice, CUdevice_attribute, CUuuid};
use crate::driver::Driver;
use crate::error::{Error, code};
use std::ffi::{CStr, c_char, c_int};
use std::fmt;

/// A GPU.
#[derive(Clone, Copy)]
pub struct Device {
    pub(crate) driver: &'static Driver,
    pub(crate) handle: CUdevice,
    ordinal: usize,
}

macro_rules! attributes {
    ($( $(#[$comment:meta])* $name:ident = $row:ident; )*) => {
        /// An attribute of a device.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Attribute {
            $( $(#[$comment])* $name = CUdevice_attribute::$row as isize, )*
        }

        impl Attribute {
            /// The driver's name.
            fn row(self) -> CUdevice_attribute {
                match self {
                    $( Attribute::$name => CUdevice_attribute::$row, )*
                }
            }
        }
    };
}

attributes! {
    /// Threads of a block at most.
    MaxThreadsPerBlock = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
    /// Threads of a block along x at most.
    MaxBlockX = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X;
    /// Threads of a block along y at most.
    MaxBlockY = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y;
    /// Threads of a block along z at most.
    MaxBlockZ = CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z;
    /// Blocks of a grid along x at most.
    MaxGridX = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X;
    /// Blocks of a grid along y at most.
    MaxGridY = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y;
    /// Blocks of a grid along z at most.
    MaxGridZ = CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z;
    /// Bytes of shared memory that a block has without asking.
    SharedPerBlock = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK;
    /// Bytes of constant memory.
    ConstantMemory = CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY;
    /// Threads of a warp.
    WarpSize = CU_DEVICE_ATTRIBUTE_WARP_SIZE;
    /// Registers (32 bits) of a block at most.
    RegistersPerBlock = CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK;
    /// Kilohertz.
    ClockRate = CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
    /// Multiprocessors.
    Multiprocessors = CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
    /// Whether device and host share memory, as on Tegra.
    Integrated = CU_DEVICE_ATTRIBUTE_INTEGRATED;
    /// Whether kernels see pinned host memory.
    CanMapHostMemory = CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY;
    /// Whether kernels of several streams run at once.
    ConcurrentKernels = CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS;
    /// Kilohertz of the memory.
    MemoryClockRate = CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
    /// Bits of the bus to the memory.
    MemoryBusWidth = CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH;
    /// Bytes of the second cache.
    L2CacheSize = CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE;
    /// Threads that a multiprocessor holds at most.
    ThreadsPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
    /// Copies that run beside kernels.
    AsyncEngines = CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT;
    /// Whether addresses are unique among host and devices.
    UnifiedAddressing = CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING;
    /// First number of the compute capability.
    CapabilityMajor = CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
    /// Second number of the compute capability.
    CapabilityMinor = CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
    /// Bytes of shared memory of a multiprocessor.
    SharedPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR;
    /// Registers (32 bits) of a multiprocessor.
    RegistersPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR;
    /// Whether there is managed memory.
    ManagedMemory = CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY;
    /// Whether grids may wait as a whole.
    CooperativeLaunch = CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH;
    /// Bytes of shared memory that a block may ask for.
    SharedPerBlockOptIn = CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
    /// Blocks that a multiprocessor holds at most.
    BlocksPerMultiprocessor = CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR;
    /// Bytes of shared memory that the driver takes of each block.
    ReservedSharedPerBlock = CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK;
    /// Whether memory can be allocated in the order of a stream.
    MemoryPools = CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED;
}

impl Driver {
    /// The devices; none if the driver has none.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn devices(&'static self) -> Result<Vec<Device>, Error> {
        let mut count = 0;
        // SAFETY: the place is valid for the call.
        match unsafe { self.device_count(&mut count) } {
            Err(error) if error.code() == Some(code::NO_DEVICE) => return Ok(Vec::new()),
            other => other?,
        }
        (0..count).map(|ordinal| self.device(ordinal)).collect()
    }

    fn device(&'static self, ordinal: c_int) -> Result<Device, Error> {
        let mut handle = 0;
        // SAFETY: the place is valid for the call.
        unsafe { self.device_get(&mut handle, ordinal) }?;
        Ok(Device {
            driver: self,
            handle,
            ordinal: ordinal as usize,
        })
    }
}

impl Device {
    /// The driver that it belongs to.
    pub fn driver(&self) -> &'static Driver {
        self.driver
    }

    /// Its place among the devices, from 0.
    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// What its maker calls it.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn name(&self) -> Result<String, Error> {
        let mut name = [0 as c_char; 256];
        // SAFETY: the place has the room that is announced.
        unsafe {
            self.driver
                .device_name(name.as_mut_ptr(), name.len() as c_int, self.handle)
        }?;
        let last = name.len() - 1;
        name[last] = 0;
        // SAFETY: the text ends in NUL at the latest in the last place.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) };
        Ok(name.to_string_lossy().into_owned())
    }

    /// The number that identifies the device across programs.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn uuid(&self) -> Result<[u8; 16], Error> {
        let mut uuid = CUuuid { bytes: [0; 16] };
        // SAFETY: the place is valid for the call.
        let newer = unsafe { self.driver.device_uuid(&mut uuid, self.handle) };
        if let Err(Error::Unsupported { .. }) = newer {
            // SAFETY: the place is valid for the call.
            unsafe { self.driver.device_uuid_older(&mut uuid, self.handle) }?;
        } else {
            newer?;
        }
        Ok(uuid.bytes.map(|byte| byte as u8))
    }

    /// Bytes of memory.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn memory(&self) -> Result<u64, Error> {
        let mut bytes = 0;
        // SAFETY: the place is valid for the call.
        unsafe { self.driver.device_memory(&mut bytes, self.handle) }?;
        Ok(bytes as u64)
    }

    /// The value of an attribute.
    ///
    /// # Errors
    /// The driver does not know the attribute.
    pub fn attribute(&self, attribute: Attribute) -> Result<i32, Error> {
        let mut value = 0;
        // SAFETY: the place is valid for the call.
        unsafe {
            self.driver
                .device_attribute(&mut value, attribute.row(), self.handle)
        }?;
        Ok(value)
    }

    /// Whether an attribute that is a yes or no is a yes; a driver that does not know it says no.
    pub fn has(&self, attribute: Attribute) -> bool {
        self.attribute(attribute).is_ok_and(|value| value != 0)
    }

    /// The compute capability: (7, 5) is what `sm_75` stands for.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn capability(&self) -> Result<(i32, i32), Error> {
        let major = self.attribute(Attribute::CapabilityMajor)?;
        Ok((major, self.attribute(Attribute::CapabilityMinor)?))
    }

    /// Whether kernels and copies of this device reach the memory of another.
    ///
    /// # Errors
    /// The driver does not tell.
    pub fn can_access(&self, other: &Device) -> Result<bool, Error> {
        let mut can = 0;
        // SAFETY: the place is valid for the call.
        unsafe {
            self.driver
                .device_can_access_peer(&mut can, self.handle, other.handle)
        }?;
        Ok(can != 0)
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {}", self.ordinal)
    }
}
