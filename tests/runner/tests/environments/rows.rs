//! The odd environments: what is there, what the variables say, and why there is no GPU then.
//!
//! *Invariant:* a row changes one thing of an environment in which everything is in order.

use super::File::{Cut, Empty, Emulator, Folder, Library, Nvrtc, Text, Unreadable};
use super::Wants::{NoDriver, NoNvrtc};
use super::{Environment, GOOD};

/// Libraries of the system that are neither a driver nor NVRTC.
const OTHER: &str = "libm.so.6";
/// What a library of the wrong kind lacks.
const TOO_OLD: &str = "the CUDA driver is too old: it has no cuInit";
const NO_DRIVER: &str = "the CUDA driver (libcuda.so.1) was not found";
const NO_NVRTC: &str = "NVRTC (libnvrtc.so.13, libnvrtc.so.12, libnvrtc.so.11.2) was not found";
/// The folders without a driver.
const NVRTC_ALONE: (&str, &str) = ("QC_CUDA_LIB_DIR", "{nvrtc}");
/// The folders without NVRTC.
const DRIVER_ALONE: (&str, &str) = ("QC_CUDA_LIB_DIR", "{folder}/cuda");

/// A driver that is something else.
const fn driver(name: &'static str, file: super::File, reason: &'static str) -> Environment {
    Environment {
        name,
        driver: file,
        reason: Some(reason),
        wants: Some(NoDriver),
        ..GOOD
    }
}

/// NVRTC that is something else.
const fn nvrtc(
    name: &'static str,
    files: &'static [(&'static str, super::File)],
    reason: &'static str,
) -> Environment {
    Environment {
        name,
        files,
        variables: &[DRIVER_ALONE],
        reason: Some(reason),
        wants: Some(NoNvrtc),
        ..GOOD
    }
}

/// Variables that take the GPU away.
const fn without(
    name: &'static str,
    variables: &'static [(&'static str, &'static str)],
    reason: &'static str,
) -> Environment {
    Environment {
        name,
        variables,
        reason: Some(reason),
        ..GOOD
    }
}

/// Files and variables that take nothing away.
const fn harmless(
    name: &'static str,
    files: &'static [(&'static str, super::File)],
    variables: &'static [(&'static str, &'static str)],
) -> Environment {
    Environment {
        name,
        files,
        variables,
        ..GOOD
    }
}

pub const ENVIRONMENTS: &[Environment] = &[
    GOOD,
    // ---- the driver
    Environment {
        wants: Some(NoDriver),
        ..without("no driver", &[NVRTC_ALONE], NO_DRIVER)
    },
    driver(
        "the driver is a text",
        Text("not a library\n"),
        "libcuda.so.1",
    ),
    driver("the driver is empty", Empty, "libcuda.so.1"),
    driver("the driver is a folder", Folder, "libcuda.so.1"),
    driver("the driver is cut off", Cut, "libcuda.so.1"),
    driver("the driver is another library", Library(OTHER), TOO_OLD),
    driver("the driver cannot be read", Unreadable, "libcuda.so.1"),
    driver(
        "the driver is a link to nowhere",
        Library("nowhere.so"),
        NO_DRIVER,
    ),
    without(
        "a driver without device",
        &[("QC_EMU_DEVICES", "0")],
        "no CUDA-capable device",
    ),
    without(
        "cuInit: no device",
        &[("QC_EMU_FAIL", "cuInit=100")],
        "CUDA_ERROR_NO_DEVICE (100)",
    ),
    without(
        "cuInit: driver and kernel module differ",
        &[("QC_EMU_FAIL", "cuInit=803")],
        "cuInit: CUDA error (803)",
    ),
    without(
        "cuInit: unknown error",
        &[("QC_EMU_FAIL", "cuInit=999")],
        "CUDA_ERROR_UNKNOWN (999)",
    ),
    without(
        "devices cannot be counted",
        &[("QC_EMU_FAIL", "cuDeviceGetCount=3")],
        "CUDA_ERROR_NOT_INITIALIZED (3)",
    ),
    without(
        "no context",
        &[("QC_EMU_FAIL", "cuDevicePrimaryCtxRetain=46")],
        "cuDevicePrimaryCtxRetain",
    ),
    without(
        "a driver for CUDA 11.0",
        &[("QC_EMU_DRIVER_VERSION", "11.0")],
        "CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)",
    ),
    without(
        "a device that is older than NVRTC's oldest",
        &[("QC_EMU_CAPABILITY", "3.5")],
        "compute capability 3.5",
    ),
    without(
        "an image is refused",
        &[("QC_EMU_FAIL", "cuModuleLoadDataEx=209")],
        "CUDA_ERROR_NO_BINARY_FOR_GPU (209)",
    ),
    harmless(
        "a device that is newer than NVRTC",
        &[],
        &[("QC_EMU_CAPABILITY", "40.0")],
    ),
    harmless("two devices", &[], &[("QC_EMU_DEVICES", "2")]),
    harmless(
        "values of the emulator that mean nothing",
        &[],
        &[("QC_EMU_SEED", "many")],
    ),
    // ---- NVRTC
    nvrtc("no NVRTC", &[], NO_NVRTC),
    nvrtc(
        "NVRTC without its own library",
        &[("cuda/libnvrtc.so.13", Nvrtc)],
        "NVRTC",
    ),
    nvrtc(
        "NVRTC is a text",
        &[("cuda/libnvrtc.so.13", Text("not a library\n"))],
        "libnvrtc.so.13",
    ),
    nvrtc(
        "NVRTC is empty",
        &[("cuda/libnvrtc.so.13", Empty)],
        "libnvrtc.so.13",
    ),
    nvrtc(
        "NVRTC is a folder",
        &[("cuda/libnvrtc.so.12", Folder)],
        "libnvrtc.so.12",
    ),
    nvrtc(
        "NVRTC is cut off",
        &[("cuda/libnvrtc.so.13", Cut)],
        "libnvrtc.so.13",
    ),
    nvrtc(
        "NVRTC is another library",
        &[("cuda/libnvrtc.so.13", Library(OTHER))],
        "nvrtcVersion",
    ),
    nvrtc(
        "NVRTC cannot be read",
        &[("cuda/libnvrtc.so.13", Unreadable)],
        "libnvrtc.so.13",
    ),
    harmless(
        "a broken NVRTC before a good one",
        &[("cuda/libnvrtc.so.13", Empty)],
        &[],
    ),
    // ---- where libraries are looked for
    Environment {
        wants: Some(NoDriver),
        ..without(
            "a folder that is not there",
            &[("QC_CUDA_LIB_DIR", "/nowhere/at/all")],
            NO_DRIVER,
        )
    },
    Environment {
        wants: Some(NoDriver),
        ..without("no folders", &[("QC_CUDA_LIB_DIR", "")], NO_DRIVER)
    },
    harmless(
        "folders with empty names",
        &[],
        &[("QC_CUDA_LIB_DIR", "::{folder}/cuda:{nvrtc}:::")],
    ),
    harmless(
        "a file for a folder",
        &[("plain", Text("x"))],
        &[("QC_CUDA_LIB_DIR", "{folder}/plain:{folder}/cuda:{nvrtc}")],
    ),
    harmless(
        "a folder that cannot be read",
        &[("closed", Unreadable)],
        &[("QC_CUDA_LIB_DIR", "{folder}/closed:{folder}/cuda:{nvrtc}")],
    ),
    harmless(
        "toolkits and Python environments that are not there",
        &[],
        &[
            ("CUDA_PATH", "/nowhere"),
            ("CUDA_HOME", "/dev/null"),
            ("VIRTUAL_ENV", "/nowhere"),
            ("CONDA_PREFIX", "{folder}/plain"),
        ],
    ),
    // ---- the cache
    harmless(
        "the cache is a file",
        &[("plain", Text("x"))],
        &[("QC_CACHE_DIR", "{folder}/plain")],
    ),
    harmless(
        "the cache is below a file",
        &[("plain", Text("x"))],
        &[("QC_CACHE_DIR", "{folder}/plain/cache")],
    ),
    harmless(
        "the cache is on a file system that takes nothing",
        &[],
        &[("QC_CACHE_DIR", "/proc/cache")],
    ),
    harmless(
        "the cache is a device that is full",
        &[],
        &[("QC_CACHE_DIR", "/dev/full")],
    ),
    harmless(
        "the cache cannot be read",
        &[("closed", Unreadable)],
        &[("QC_CACHE_DIR", "{folder}/closed")],
    ),
    harmless(
        "the cache has a name that is too long",
        &[],
        &[("QC_CACHE_DIR", super::LONG_NAME)],
    ),
    harmless(
        "the cache has no room",
        &[],
        &[("QC_CACHE_DIR", "{folder}/own"), ("QC_CACHE_SIZE", "1")],
    ),
    harmless("no cache", &[], &[("QC_CACHE_SIZE", "0")]),
    harmless(
        "a size of the cache that is none",
        &[],
        &[("QC_CACHE_SIZE", "plenty")],
    ),
    harmless(
        "a size of the cache beyond all numbers",
        &[],
        &[("QC_CACHE_SIZE", "99999999999999999999G")],
    ),
    harmless(
        "no home",
        &[],
        &[("QC_CACHE_DIR", ""), ("HOME", ""), ("XDG_CACHE_HOME", "")],
    ),
    harmless(
        "a home that is a device",
        &[],
        &[
            ("QC_CACHE_DIR", ""),
            ("HOME", "/dev/null"),
            ("XDG_CACHE_HOME", ""),
        ],
    ),
    harmless(
        "strangers in the cache",
        &[("own/a.kernel", Text("x")), ("own/b.unfinished", Folder)],
        &[("QC_CACHE_DIR", "{folder}/own")],
    ),
    // ---- a driver that stands beside the executable
    harmless(
        "libraries beside the executable",
        &[("libcuda.so.1", Emulator)],
        &[NVRTC_ALONE],
    ),
];
