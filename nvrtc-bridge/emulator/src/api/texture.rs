//! Arrays, textures and surfaces.
//!
//! *Invariant:* a view lies on an array or on linear memory that was there when it was made.

use crate::abi::{
    ARRAY_SURFACE, Array3dDescriptor, ArrayDescriptor, ResourceDescriptor, TextureDescriptor,
    resource_type,
};
use crate::arguments::{In, Out};
use crate::call::entry_points;
use crate::status::Status;
use crate::texels::{Array, Handle, Texels, View};
use crate::world::World;

entry_points! {
    fn cuArrayCreate_v2(world, array: Out<usize>, shape: In<ArrayDescriptor>) {
        let ArrayDescriptor { width, height, format, channels } = shape.get()?;
        let shape = Array3dDescriptor { width, height, depth: 0, format, channels, flags: 0 };
        array.put(create(world, shape)?)
    }

    fn cuArray3DCreate_v2(world, array: Out<usize>, shape: In<Array3dDescriptor>) {
        array.put(create(world, shape.get()?)?)
    }

    fn cuArrayGetDescriptor_v2(world, description: Out<ArrayDescriptor>, array: usize) {
        let shape = world.arrays.get(&array).ok_or(Status::InvalidHandle)?.shape;
        let Array3dDescriptor { width, height, format, channels, .. } = shape;
        description.put(ArrayDescriptor { width, height, format, channels })
    }

    fn cuArray3DGetDescriptor_v2(world, description: Out<Array3dDescriptor>, array: usize) {
        description.put(world.arrays.get(&array).ok_or(Status::InvalidHandle)?.shape)
    }

    /// No document promises that work which uses the array is waited for: what did not run yet fails.
    fn cuArrayDestroy(world, array: usize) {
        world.arrays.remove(&array).map(|_| ()).ok_or(Status::InvalidHandle)
    }

    fn cuTexObjectCreate(world, texture: Out<u64>, resource: In<ResourceDescriptor>, sampling: In<TextureDescriptor>, _view: usize) {
        let resource = resource.get()?;
        let sampling = sampling.get()?;
        check_resource(world, &resource)?;
        if sampling.address_modes.iter().any(|mode| *mode > 3) || sampling.filter_mode > 1 {
            return Err(Status::InvalidValue);
        }
        texture.put(insert(world, View { resource, sampling: Some(sampling) }))
    }

    fn cuTexObjectDestroy(world, texture: u64) {
        destroy(world, texture, true)
    }

    fn cuSurfObjectCreate(world, surface: Out<u64>, resource: In<ResourceDescriptor>) {
        let resource = resource.get()?;
        check_resource(world, &resource)?;
        let array = world.arrays.get(&(resource.words[0] as Handle));
        if resource.kind != resource_type::ARRAY || array.is_none_or(|array| array.shape.flags & ARRAY_SURFACE == 0) {
            return Err(Status::InvalidValue);
        }
        surface.put(insert(world, View { resource, sampling: None }))
    }

    fn cuSurfObjectDestroy(world, surface: u64) {
        destroy(world, surface, false)
    }
}

/// Elements of a layered array or a cube are not known here.
const KNOWN_FLAGS: u32 = ARRAY_SURFACE;

fn create(world: &mut World, shape: Array3dDescriptor) -> Result<Handle, Status> {
    let device = world.current()?;
    let solid = shape.depth == 0 || shape.height > 0;
    if shape.width == 0 || ![1, 2, 4].contains(&shape.channels) || !solid {
        return Err(Status::InvalidValue);
    }
    if shape.flags & !KNOWN_FLAGS != 0 {
        return Err(Status::NotSupported);
    }
    let texels = Texels::new(&shape).ok_or(Status::InvalidValue)?;
    if texels.bytes().len() as u64 > world.devices[device].memory.available() {
        return Err(Status::OutOfMemory);
    }
    let handle = world.new_handle();
    world.arrays.insert(
        handle,
        Array {
            device,
            shape,
            texels,
        },
    );
    Ok(handle)
}

fn check_resource(world: &World, resource: &ResourceDescriptor) -> Result<(), Status> {
    world.current()?;
    match resource.kind {
        resource_type::ARRAY if world.arrays.contains_key(&(resource.words[0] as Handle)) => Ok(()),
        resource_type::ARRAY => Err(Status::InvalidHandle),
        resource_type::LINEAR | resource_type::PITCH2D => Err(Status::NotSupported),
        _ => Err(Status::InvalidValue),
    }
}

fn insert(world: &mut World, view: View) -> u64 {
    let handle = world.new_handle();
    world.views.insert(handle, view);
    handle as u64
}

fn destroy(world: &mut World, object: u64, texture: bool) -> Result<(), Status> {
    let handle = object as Handle;
    let known = world
        .views
        .get(&handle)
        .is_some_and(|view| view.sampling.is_some() == texture);
    if !known {
        return Err(Status::InvalidHandle);
    }
    world.views.remove(&handle);
    Ok(())
}
