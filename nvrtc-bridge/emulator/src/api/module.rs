//! Modules, kernels, variables.
//!
//! *Invariant:* a kernel whose module is unloaded is no kernel any more.

use crate::abi::jit_option;
use crate::arguments::{In, Out, Text};
use crate::call::entry_points;
use crate::engine::Placed;
use crate::images::{check_text, is_machine_code};
use crate::kernel::Kernel;
use crate::resident::{SHARED, Shared};
use crate::status::Status;
use crate::texels::Handle;
use crate::world::{Function, Module, World};
use std::ffi::{CStr, c_char, c_int, c_uint};

entry_points! {
    fn cuModuleLoad(world, module: Out<usize>, path: Text) {
        let image = std::fs::read(path.get()?).map_err(|_| Status::FileNotFound)?;
        let loaded = load(world, &image).map_err(|(status, _)| status)?;
        module.put(loaded)
    }

    fn cuModuleLoadData(world, module: Out<usize>, image: usize) {
        let loaded = load(world, &text_at(image)?).map_err(|(status, _)| status)?;
        module.put(loaded)
    }

    fn cuModuleLoadDataEx(world, module: Out<usize>, image: usize, count: c_uint, options: In<c_uint>, values: In<usize>) {
        match load(world, &text_at(image)?) {
            Ok(loaded) => module.put(loaded),
            Err((status, log)) => {
                put_log(&log, count as usize, &options, &values)?;
                Err(status)
            }
        }
    }

    fn cuModuleLoadFatBinary(world, _module: Out<usize>, _image: usize) {
        world.current()?;
        Err(Status::NoBinaryForGpu)
    }

    /// No document promises that kernels of the module are waited for: those that did not run yet fail.
    fn cuModuleUnload(world, module: usize) {
        let device = world.modules.get(&module).ok_or(Status::InvalidHandle)?.device;
        let unloaded = world.modules.remove(&module);
        world.functions.retain(|_, function| function.module != module);
        if let Some(unloaded) = unloaded {
            unloaded.placed.remove(&mut world.devices[device].memory);
        }
        Ok(())
    }

    fn cuModuleGetFunction(world, function: Out<usize>, module: usize, name: Text) {
        world.current()?;
        let name = name.get()?;
        let loaded = world.modules.get(&module).ok_or(Status::InvalidHandle)?;
        let kernel = loaded.placed.kernel(&name).ok_or(Status::NotFound)?;
        let handle = world.new_handle();
        let dynamic_shared = SHARED.saturating_sub(kernel.static_shared);
        world.functions.insert(handle, Function { module, name, dynamic_shared });
        function.put(handle)
    }

    fn cuModuleGetGlobal_v2(world, address: Out<u64>, bytes: Out<usize>, module: usize, name: Text) {
        world.current()?;
        let loaded = world.modules.get(&module).ok_or(Status::InvalidHandle)?;
        let found = loaded.placed.global(&name.get()?).ok_or(Status::NotFound)?;
        address.put_if_wanted(found.0);
        bytes.put_if_wanted(found.1 as usize);
        Ok(())
    }

    /// Modules are loaded at once (`CU_MODULE_EAGER_LOADING`).
    fn cuModuleGetLoadingMode(_, mode: Out<c_uint>) {
        mode.put(1)
    }

    fn cuFuncGetAttribute(world, value: Out<c_int>, attribute: c_int, function: usize) {
        let (kernel, state) = kernel(world, function)?;
        let number = match attribute {
            0 => kernel.max_threads,
            1 => kernel.static_shared,
            2 | 7 | 9 => 0,
            3 => kernel.local,
            4 => kernel.registers,
            5 | 6 => 75,
            8 => state.dynamic_shared,
            _ => return Err(Status::InvalidValue),
        };
        value.put(c_int::try_from(number).unwrap_or(c_int::MAX))
    }

    fn cuFuncSetAttribute(world, function: usize, attribute: c_int, value: c_int) {
        let (kernel, _) = kernel(world, function)?;
        let value = u32::try_from(value).map_err(|_| Status::InvalidValue)?;
        match attribute {
            8 if kernel.static_shared.saturating_add(value) <= Shared::of(world.capability).of_block => {
                let state = world.functions.get_mut(&function).ok_or(Status::InvalidHandle)?;
                state.dynamic_shared = value;
                Ok(())
            }
            9 if value <= 100 => Ok(()),
            _ => Err(Status::InvalidValue),
        }
    }

    /// The devices have nothing to divide; the trace tells what was asked for.
    fn cuFuncSetCacheConfig(world, function: usize, preference: c_uint) {
        let name = kernel(world, function)?.1.name.clone();
        let words = ["none", "shared", "L1", "equal"];
        let word = words.get(preference as usize).ok_or(Status::InvalidValue)?;
        world.remark = format!("{name} {word}");
        Ok(())
    }

    fn cuFuncGetModule(world, module: Out<usize>, function: usize) {
        module.put(kernel(world, function)?.1.module)
    }

    fn cuFuncGetParamInfo(world, function: usize, index: usize, offset: Out<usize>, size: Out<usize>) {
        let (kernel, _) = kernel(world, function)?;
        let parameter = kernel.parameters.get(index).ok_or(Status::InvalidValue)?;
        offset.put(parameter.0)?;
        size.put_if_wanted(parameter.1);
        Ok(())
    }
}

/// A kernel with its state in the driver.
pub fn kernel(world: &World, handle: Handle) -> Result<(Kernel, &Function), Status> {
    let (module, function) = world.function(handle)?;
    let kernel = module
        .placed
        .kernel(&function.name)
        .ok_or(Status::NotFound)?;
    Ok((kernel, function))
}

/// The text at an address of the host, or the first bytes of machine code.
fn text_at(image: usize) -> Result<Vec<u8>, Status> {
    if image == 0 {
        return Err(Status::InvalidValue);
    }
    let mut first = [0; 4];
    for (index, byte) in first.iter_mut().enumerate() {
        // SAFETY: machine code is longer than this, and a text is not read behind its NUL.
        *byte = unsafe { (image as *const u8).add(index).read() };
        if *byte == 0 {
            break;
        }
    }
    if is_machine_code(first) {
        return Ok(first.to_vec());
    }
    // SAFETY: what is not machine code is a text that ends in NUL.
    let text = unsafe { CStr::from_ptr(image as *const c_char) };
    Ok(text.to_bytes().to_vec())
}

fn load(world: &mut World, image: &[u8]) -> Result<Handle, (Status, String)> {
    let device = world.current().map_err(|status| (status, String::new()))?;
    if image
        .first_chunk::<4>()
        .is_some_and(|first| is_machine_code(*first))
    {
        return Err((
            Status::NoBinaryForGpu,
            "the emulated device runs PTX, no machine code".into(),
        ));
    }
    let Ok(text) = std::str::from_utf8(image) else {
        return Err((Status::InvalidImage, "the PTX is not UTF-8".into()));
    };
    let text = text.trim_end_matches('\0');
    check_text(text, world.version, world.capability)
        .map_err(|refusal| (refusal.status, refusal.log))?;
    let placed = Placed::new(text, &mut world.devices[device].memory)?;
    let handle = world.new_handle();
    world.modules.insert(handle, Module { device, placed });
    Ok(handle)
}

/// Writes the log of the assembler into the buffer that the options name, and its size into the option.
fn put_log(
    log: &str,
    count: usize,
    options: &In<c_uint>,
    values: &In<usize>,
) -> Result<(), Status> {
    let mut room = 0;
    let mut place = 0;
    for index in 0..count {
        match options.at(index)? {
            jit_option::ERROR_LOG => place = values.at(index)?,
            jit_option::ERROR_LOG_SIZE => room = values.at(index)?,
            _ => {}
        }
    }
    if place == 0 || room == 0 {
        return Ok(());
    }
    let mut bytes = log.as_bytes()[..log.len().min(room - 1)].to_vec();
    bytes.push(0);
    // SAFETY: the program gave a buffer with that much room.
    unsafe { crate::arguments::put_host_bytes(place, &bytes) };
    Ok(())
}
