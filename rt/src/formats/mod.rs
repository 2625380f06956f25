//! Files by their formats: texts, tables, data, images, films; cameras.
//!
//! *Invariant:* no file, however made, takes more memory than the limits allow, and a damaged one is an error.

/// Arrays of numbers as bytes.
pub(crate) mod bytes;
/// Cameras.
pub(crate) mod camera;
/// Colours from brightness and differences.
pub(crate) mod colours;
/// Comma-separated values.
pub(crate) mod csv;
/// `save` and `load`.
pub(crate) mod data_file;
/// Limits and messages of decoders.
pub(crate) mod decoders;
/// OpenEXR files.
pub(crate) mod exr_file;
/// Files and folders as wholes.
pub(crate) mod folders;
/// Image files.
pub(crate) mod image_file;
/// JPEG pictures.
pub(crate) mod jpeg;
/// Films that FFmpeg's libraries decode.
pub(crate) mod libav;
/// MATLAB's format of version 5.
pub(crate) mod mat_file;
/// NumPy's format for one array.
pub(crate) mod npy;
/// NumPy's format for several arrays.
pub(crate) mod npz;
/// Open files and folders.
pub(crate) mod open_files;
/// Files of text as a whole.
pub(crate) mod text_file;
/// TIFF files.
pub(crate) mod tiff_file;
/// Arrays with names, from bytes.
pub(crate) mod variables;
/// Films.
pub(crate) mod video;
