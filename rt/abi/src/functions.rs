//! The rows of runtime functions.
//!
//! *Invariant:* nobody else spells a `qrt_` symbol or builds a runtime signature; the compiler reads [`RtFn::sig`], the runtime expands
//! [`for_each_rt_fn!`](crate::for_each_rt_fn). No row has more than four fixed parameters of class ptr, i32 or i64 before a list.

/// The machine class of an argument or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbiTy {
    /// A pointer of the target.
    Ptr,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
    /// A list: two machine arguments, a pointer to [`Tagged`](crate::Tagged) entries and their number as `i64`. Only the last parameter.
    List,
}

/// What a value means to its callee, where the machine class does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The number itself, or a list.
    Value,
    /// A pointer to an array header: as parameter borrowed, as result owned by the caller.
    Array,
    /// A pointer to a string header: as parameter borrowed, as result owned by the caller.
    Text,
    /// As `Text`, or null where there is none.
    OptionalText,
    /// A pointer to an array or string header, or null.
    Object,
    /// Any other pointer.
    Raw,
}

/// Whether a call can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fails {
    /// The call returns its result directly.
    Never,
    /// The call returns a status (`i32`, 0 = fine) and takes, as last machine argument, a pointer to where its result goes (if it has
    /// one). After a non-zero status an error is pending in the calling thread and nothing was stored.
    Raises,
}

/// One parameter of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RtParam {
    /// Its name.
    pub name: &'static str,
    /// Its machine class.
    pub class: AbiTy,
    /// Its meaning.
    pub role: Role,
}

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RtResult {
    /// Its machine class.
    pub class: AbiTy,
    /// Its meaning; array and string results are owned by the caller.
    pub role: Role,
}

/// One row, as data.
#[derive(Debug)]
pub struct RtSig {
    /// Linker symbol.
    pub symbol: &'static str,
    /// The row's name.
    pub name: &'static str,
    /// Parameters in order; the list, if any, is the last.
    pub params: &'static [RtParam],
    /// Result, if any.
    pub result: Option<RtResult>,
    /// Whether the call returns a status.
    pub fails: Fails,
    /// The row's doc comment, line by line.
    pub doc: &'static [&'static str],
}

impl RtSig {
    /// Whether the last parameter is a list.
    pub fn takes_list(&self) -> bool {
        self.params
            .last()
            .is_some_and(|param| param.class == AbiTy::List)
    }
}

/// Passes every row to the macro `$mac`.
///
/// Grammar of a row: `fn name(arg: class, … [; list]) [-> class], never | raises;` with the classes `i32 i64 f32 f64`, and the pointer
/// classes `array text optional object raw` (all [`AbiTy::Ptr`], see [`Role`]). A name after `;` is a list, which is always last.
///
/// Conventions: parameters are borrowed, results owned. `kind` is an [`ElemKind`](crate::ElemKind) code; `mode` an
/// [`AccessMode`](crate::AccessMode) code; `dims` and other lists of whole numbers take numbers (floats are truncated) and arrays, which
/// stand for all their elements; `value` in a list is one entry, or two for a complex number. A list of `slices` has, per dimension, a
/// [`SliceMarker`](crate::SliceMarker) and its operands. `name` is the variable in messages about an index.
#[macro_export]
macro_rules! for_each_rt_fn {
    ($mac:ident) => {
        $mac! {
            // ---- Objects -----------------------------------------------------------------------------------------------------
            /// Adds an owner to an array or string; null is allowed.
            fn object_retain(object: object), never;
            /// Gives up an owner of an array or string; the last one frees it and releases its elements. Null is allowed.
            fn object_release(object: object), never;
            /// 1 when both are one and the same array or string, else 0; null is the same as nothing.
            fn object_same(left: object, right: object) -> i32, never;
            /// The number of live arrays and strings of this thread, immortal ones excepted.
            fn object_count() -> i64, never;

            // ---- Making arrays -----------------------------------------------------------------------------------------------
            /// A new array; `fill` is a `Fill` code. One number n makes 1×n, no number 1×1. An array of sizes stands for its elements,
            /// and one of a single element n makes n×1, so that `zeros(size(x))` has the size of `x`.
            fn array_new(kind: i32, fill: i32; dims) -> array, raises;
            /// The array `old`, when it has one owner, that kind and these dimensions; else a new one with unspecified elements. Null is
            /// allowed. The caller gives `old` up, or keeps the result in its place.
            fn array_reuse(kind: i32, old: object; dims) -> array, raises;
            /// An array of `rows`×`columns` from as many numbers, strings or arrays, row by row.
            fn array_from_values(kind: i32, rows: i64, columns: i64; values) -> array, raises;
            /// An array of `rows`×`columns` whose elements are copied from `bytes`; not for object elements.
            fn array_from_bytes(kind: i32, rows: i64, columns: i64, bytes: raw) -> array, raises;
            /// A copy with storage of its own; object elements are shared.
            fn array_copy(array: array) -> array, raises;
            /// A copy whose array elements are copied too, at every depth.
            fn array_deepcopy(array: array) -> array, raises;
            /// A copy with elements of another kind. Floats become `i32 i64 u64` by truncation, the storage integers by rounding to the
            /// nearest (half away from zero) with saturation; not a number becomes 0. Complex to real is an error.
            fn array_convert(array: array, kind: i32) -> array, raises;
            /// `first, first+step, …` up to `last` inclusive, as 1×n of `i32`. A zero step is an error.
            fn range_int(first: i64, step: i64, last: i64) -> array, raises;
            /// The same over reals, of kind `f32` or `f64`: the count is `range_count`, the value first + i·step in that precision.
            fn range_real(kind: i32, first: f64, step: f64, last: f64) -> array, raises;
            /// The number of values of a real range: floor((last-first)/step + 1e-6) + 1, at least 0. A zero step is an error.
            fn range_count(first: f64, step: f64, last: f64) -> i64, raises;
            /// `count` equidistant values from `first` to `last`, 1×count; one value is `first`.
            fn linspace(kind: i32, first: f64, last: f64, count: i64) -> array, raises;
            /// The identity matrix of size n×n.
            fn eye(kind: i32, n: i64) -> array, raises;

            // ---- Elements of cells -------------------------------------------------------------------------------------------
            /// An element that holds these values; `tag` tells its type.
            fn cell_new(tag: i32; parts) -> array, raises;
            /// The tag of an element; 0 when it was never stored.
            fn cell_tag(element: array) -> i32, never;
            /// Raises the error of an element of another type than is needed. Always fails.
            fn cell_mismatch(element: array, wanted: text), raises;
            /// An object with open fields as text, `{x: 1, y: "a"}`: the fields that have a value, an element each, with their names.
            fn object_text(object: array; names) -> text, raises;

            // ---- Sizes -------------------------------------------------------------------------------------------------------
            /// `size(x)`: the dimensions without trailing singletons (at least one), as 1×k of `i32`.
            fn array_size(array: array) -> array, raises;
            /// `size(x, d…)`: the listed dimensions, as 1×k of `i32`; dimensions beyond the last are 1.
            fn array_sizes(array: array; dims) -> array, raises;
            /// The size of one dimension; 1 beyond the last. A negative dimension is an error.
            fn array_dim(array: array, dim: i32) -> i64, raises;
            /// The number of dimensions without trailing singletons, at least 1.
            fn array_ndims(array: array) -> i32, never;
            /// The number of elements.
            fn array_numel(array: array) -> i64, never;
            /// An error unless both arrays have the same dimensions; `operation` is named in it.
            fn array_require_same_size(left: array, right: array, operation: text), raises;
            /// An error unless the array fits the declared sizes: one number per dimension, -1 for any; dimensions beyond are 1. A single
            /// number n asks for a vector: 1×n or n×1. `name` is the variable.
            fn array_require_size(array: array, name: text; dims), raises;
            /// Row-major index to position, as 1×k of `i32`.
            fn ind2pos(index: i64; size) -> array, raises;
            /// Position to row-major index.
            fn pos2ind(position: array; size) -> i64, raises;

            // ---- Shape -------------------------------------------------------------------------------------------------------
            /// The same elements, row-major, with other dimensions; the count must agree. One number n makes 1×n.
            fn array_reshape(array: array; dims) -> array, raises;
            /// The array repeated along each dimension.
            fn array_repmat(array: array; counts) -> array, raises;
            /// A copy with a border, whose elements are those that the mode gives outside of the array, or the array itself where a copy does not pay. The list:
            /// how many elements a launch reads, by how many indices each, and for each dimension with a border its number, the least and the largest
            /// distance of an index from a position, and the number of positions. The copy begins with the element of the least index.
            fn array_bordered(array: array, mode: i32; reads) -> array, raises;
            /// Singleton dimensions moved to the end: 1×1×n becomes n×1.
            fn array_squeeze(array: array) -> array, raises;
            /// The transposed matrix; n×m becomes m×n. More than two dimensions are an error.
            fn array_transpose(array: array) -> array, raises;
            /// The conjugate transposed matrix.
            fn array_herm_transpose(array: array) -> array, raises;
            /// Dimension i of the result is dimension `order[i]` of the array.
            fn array_shuffledims(array: array; order) -> array, raises;
            /// Joins arrays (and numbers) along a dimension; the other dimensions must agree. The kind is the widest of the parts.
            fn array_concatenate(dim: i32; parts) -> array, raises;
            /// A vector with the elements of `array` and a value behind them: one element, or, where `whole` is not 0, the elements of an array of
            /// the same kind. What has more than one dimension that is not 1 is an error.
            fn array_append(array: array, whole: i32; value) -> array, raises;
            /// The same, of an array that the caller gives up, or keeps the result in its place: where it has one owner, the result is the array
            /// itself, which is longer then.
            fn array_append_own(array: array, whole: i32; value) -> array, raises;
            /// The diagonal of a matrix, as n×1.
            fn diag(matrix: array) -> array, raises;
            /// The diagonal matrix of a vector.
            fn diagm(vector: array) -> array, raises;
            /// Cyclic shift: result[p] = array[p + shift], one number per dimension (one for a vector: along it).
            fn circshift(array: array; shifts) -> array, raises;

            // ---- Reading and storing parts -----------------------------------------------------------------------------------
            /// The offset, in elements, of the element at the position vector; -1 for one outside under `Safe`.
            fn array_offset(array: array, position: array, mode: i32, name: optional) -> i64, raises;
            /// The same with the indices in a list.
            fn array_offset_at(array: array, mode: i32, name: optional; indices) -> i64, raises;
            /// A copy of a slice. One slice addresses the row-major sequence of the elements: of a column it gives a column, else a row.
            /// Fewer slices than dimensions are otherwise an error unless the rest are singletons.
            fn slice_read(array: array, mode: i32, name: optional; slices) -> array, raises;
            /// Stores an array into a slice: equal shapes after squeezing, or a single element, which fills. Converts the elements. A lone `All`
            /// also takes an array with the dimensions of the target.
            fn slice_store(array: array, mode: i32, name: optional, source: array; slices), raises;
            /// Fills a slice; the list is the value, then the slices.
            fn slice_fill(array: array, mode: i32, name: optional; value_and_slices), raises;
            /// Fills the whole array with a value.
            fn array_fill(array: array; value), raises;
            /// Copies the elements of an array with the same dimensions after squeezing over those of `array`; converts them.
            fn array_assign(array: array, source: array), raises;
            /// The elements where `mask` is not zero, row-major, as k×1.
            fn mask_read(array: array, mask: array) -> array, raises;
            /// Stores where `mask` is not zero: from the same place of a source of the array's size, or in sequence from a source with as many
            /// elements as are selected, or one element everywhere.
            fn mask_store(array: array, mask: array, source: array), raises;
            /// Fills where `mask` is not zero.
            fn mask_fill(array: array, mask: array; value), raises;
            /// Positions of the non-zero elements, one row each, in row-major order: k×ndims of `i32`, with at least two columns.
            fn find(array: array) -> array, raises;

            // ---- Reductions --------------------------------------------------------------------------------------------------
            /// Reduces all elements of a real array; `op` is a `ReduceOp` code. Fixed order; `f32` sums run in `f64`.
            fn reduce_real(op: i32, array: array) -> f64, raises;
            /// What `reduce_real` gives for each of several operations, in one pass over the array: a row of `f64`, in the order of their
            /// codes, whose bits `ops` has. For sum, mean, min, max, std, var.
            fn reduce_together(ops: i32, array: array) -> array, raises;
            /// Reduces all elements of an integer array; sums and products that do not fit 64 bits are an error. Not for mean, std, var, median.
            fn reduce_int(op: i32, array: array) -> i64, raises;
            /// Reduces all elements of a complex or real array; stores two `f64` (real, imaginary) at `out`. Not for min, max, median.
            fn reduce_complex(op: i32, array: array, out: raw), raises;
            /// Reduces along one dimension, which becomes 1. `min max` keep the kind; sums and products of 8- and 16-bit integers are
            /// `i32`, of `u32` `i64`; `mean std var median` of integers are of kind `real_kind`; `any all` are `i32`; `f16` becomes `f32`.
            fn reduce_dim(op: i32, array: array, dim: i32, real_kind: i32) -> array, raises;
            /// Running reduction along a dimension, or `LAST_DIMENSION`; `op` is a `CumulateOp` code. Kinds as for `reduce_dim`.
            fn cumulate(op: i32, array: array, dim: i32) -> array, raises;
            /// The elements along a dimension, or for `LAST_DIMENSION` the last one with several, in ascending order, or in descending order where `descending` is not 0; of
            /// real numbers or strings.
            fn sort(array: array, dim: i32, descending: i32) -> array, raises;
            /// Where the elements of `sort` come from: the place of each along the dimension, as `i32`.
            fn sort_order(array: array, dim: i32, descending: i32) -> array, raises;
            /// The different elements among all, or where they are, as `i32`, in a row; `part` is a `Distinct` code. Of real numbers or strings. `order` is
            /// the part of that name, or the array itself where it is not known.
            fn distinct(part: i32, array: array, order: array) -> array, raises;
            /// The index of the first extreme of all elements; `op` is the `ReduceOp` code of min or max.
            fn extreme_place(op: i32, array: array) -> i32, raises;
            /// Sum of the products of elements, without conjugation, of real arrays.
            fn dotprod_real(left: array, right: array) -> f64, raises;
            /// The same of integer arrays; an error where it does not fit 64 bits.
            fn dotprod_int(left: array, right: array) -> i64, raises;
            /// The same of complex arrays; stores two `f64` at `out`.
            fn dotprod_complex(left: array, right: array, out: raw), raises;
            /// 1 when both have the same dimensions and equal elements (after promotion), else 0. Strings and arrays inside compare too.
            fn array_equal(left: array, right: array) -> i32, never;
            /// 1 when the array is not empty and no element is zero, else 0.
            fn array_truth(array: array) -> i32, never;

            // ---- Matrices ----------------------------------------------------------------------------------------------------
            /// Matrix product. A 1×n on the right of an m×n matrix counts as a column. Two rows of equal length are an error.
            fn matrix_multiply(left: array, right: array) -> array, raises;
            /// Matrix product of the left and the transpose of the right.
            fn matrix_multiply_transposed(left: array, right: array) -> array, raises;
            /// Integer power of a square matrix by repeated squaring; negative exponents are an error.
            fn matrix_power(matrix: array, exponent: i64) -> array, raises;

            /// A function of linear algebra; `op` is an `AlgebraOp` code. `kind` is the one that arrays of numbers have, and the results: one
            /// array, a number being one of a single element, or an array of them where the function has several.
            fn algebra(op: i32, kind: i32; arguments) -> array, raises;

            // ---- Fourier transforms ------------------------------------------------------------------------------------------
            /// The Fourier transform along the listed dimensions, -1 for the last one, as an array of a complex kind. Forward it is not
            /// scaled; with `inverse` 1 it goes back and is divided by the number of elements. A dimension given twice is an error.
            fn fourier(array: array, inverse: i32, kind: i32; dims) -> array, raises;
            /// The real part of the inverse transform, as an array of a real kind.
            fn fourier_real(array: array, kind: i32; dims) -> array, raises;
            /// The number of plans that are kept, unless the environment says it.
            fn fourier_plan_limit(limit: i32), never;

            // ---- Strings -----------------------------------------------------------------------------------------------------
            /// A string from `length` bytes; what is not UTF-8 becomes U+FFFD.
            fn string_new(bytes: raw, length: i64) -> text, never;
            /// The two texts one after the other.
            fn string_concat(left: text, right: text) -> text, raises;
            /// 1 when the texts are equal, else 0.
            fn string_equal(left: text, right: text) -> i32, never;
            /// -1, 0 or 1: order of the UTF-8 bytes.
            fn string_compare(left: text, right: text) -> i32, never;
            /// The number of characters.
            fn string_length(string: text) -> i64, never;
            /// The text that `print` would write, without the newline.
            fn string_from_values(; values) -> text, raises;
            /// The number that the text stands for, not a number if none.
            fn string_to_number(string: text) -> f64, never;

            /// The text in capitals.
            fn string_upper(string: text) -> text, raises;
            /// The text in small letters.
            fn string_lower(string: text) -> text, raises;
            /// The text without white space at both ends.
            fn string_trim(string: text) -> text, raises;
            /// `count` characters from number `first` on, which must be there.
            fn string_part(string: text, first: i64, count: i64) -> text, raises;
            /// The number of the character where `wanted` first occurs; -1 where it does not.
            fn string_find(string: text, wanted: text) -> i64, never;
            /// The text with every `old` replaced.
            fn string_replace(string: text, old: text, new: text) -> text, raises;
            /// The parts between separators, as 1×n strings.
            fn string_split(string: text, separator: text) -> array, raises;
            /// Strings one after another with the separator between them.
            fn string_join(parts: array, separator: text) -> text, raises;
            /// The codes of the characters, as 1×n of `i32`; other characters than those of ASCII are an error.
            fn string_to_ascii(string: text) -> array, raises;
            /// The codes of the characters in Unicode, as 1×n of `i32`.
            fn string_to_codes(string: text) -> array, raises;
            /// The text of codes up to 127.
            fn string_from_ascii(codes: array) -> text, raises;
            /// The text of codes in Unicode.
            fn string_from_codes(codes: array) -> text, raises;
            /// The numbers that a format reads, as far as the text fits, as 1×n of `f32` or `f64`.
            fn string_scan(string: text, format: text, kind: i32) -> array, raises;
            /// What each conversion of a format reads, as 1×n strings; an error when the text does not fit to the end.
            fn string_scan_texts(string: text, format: text) -> array, raises;

            // ---- Dictionaries ------------------------------------------------------------------------------------------------
            /// The hash of a text, from 0 to 2^31-1; another one in each process.
            fn dictionary_hash_text(key: text) -> i64, never;
            /// The hash of an integer.
            fn dictionary_hash_integer(key: i64) -> i64, never;
            /// The hash of a number; 0 and -0 have the same.
            fn dictionary_hash_number(key: f64) -> i64, never;
            /// The key that is nearest to one that is not there, "" where none is near.
            fn dictionary_nearest(keys: array, key: text) -> text, raises;

            // ---- JSON --------------------------------------------------------------------------------------------------------
            /// The nodes of a text in JSON, five ints each: kind, first byte, byte behind the last, node behind it, entries.
            fn json_parse(string: text) -> array, raises;
            /// The number of a node, 1 and 0 for true and false.
            fn json_number(string: text, nodes: array, node: i64) -> f64, never;
            /// The whole number of a node.
            fn json_integer(string: text, nodes: array, node: i64) -> i64, raises;
            /// The text of a node.
            fn json_string(string: text, nodes: array, node: i64) -> text, raises;
            /// The value of a name in an object, -1 where it has no such name.
            fn json_member(string: text, nodes: array, node: i64, name: text) -> i64, never;
            /// The line and column of a node.
            fn json_place(string: text, nodes: array, node: i64) -> text, raises;
            /// A text with quotes and escapes.
            fn json_quote(string: text) -> text, raises;

            // ---- TOML --------------------------------------------------------------------------------------------------------
            /// A text in TOML as one in JSON; its mistakes are told of the file of that name, if there is one.
            fn toml_json(string: text, path: text) -> text, raises;
            /// Line and column of each node of the text in JSON, as 1×2n of `i32`.
            fn toml_places(string: text) -> array, raises;
            /// An object in JSON as a text in TOML: null is no number there, 1e999 infinity.
            fn toml_text(json: text) -> text, raises;

            // ---- Regular expressions -----------------------------------------------------------------------------------------
            /// What matches a pattern, as 1×n strings.
            fn regexp_match(string: text, pattern: text) -> array, raises;
            /// The numbers of the characters where matches begin, as 1×n of `i32`.
            fn regexp_start(string: text, pattern: text) -> array, raises;
            /// The parts between matches, as 1×n strings.
            fn regexp_split(string: text, pattern: text) -> array, raises;
            /// The groups of all matches one after another, as 1×n strings.
            fn regexp_groups(string: text, pattern: text) -> array, raises;
            /// The names of the groups of a pattern, as 1×n strings.
            fn regexp_names(pattern: text) -> array, raises;
            /// The text with every match replaced.
            fn regexp_replace(string: text, pattern: text, with: text) -> text, raises;

            // ---- Printing ----------------------------------------------------------------------------------------------------
            /// Writes the values one after another and a newline.
            fn print(; values), raises;
            /// Writes formatted text, and a newline unless it ends in one.
            fn printf(format: text; values), raises;
            /// Formatted text.
            fn sprintf(format: text; values) -> text, raises;
            /// Formatted text to standard output (1), standard error (2) or an open file, without an added newline.
            fn fprintf(stream: i32, format: text; values), raises;

            // ---- The system ----------------------------------------------------------------------------------------------------
            /// A variable of the environment, or the text instead where there is none.
            fn environment_variable(name: text, instead: text) -> text, raises;
            /// Seconds since the start of 1970.
            fn time_now() -> i64, never;
            /// A time in seconds since the start of 1970 as local time, by a format of C's `strftime`.
            fn time_text(time: i64, format: text) -> text, raises;
            /// Runs a command in a shell and waits for it; gives its exit code, 128 and the signal's number if one has ended it.
            fn run_command(command: text) -> i32, raises;
            /// What a command prints, without the last end of a line; a command that ends with another exit code than 0 is an error.
            fn command_text(command: text) -> text, raises;
            /// Shows that so many of all steps are done, where standard error is a terminal.
            fn progress_show(done: i64, all: i64), raises;
            /// Ends the program with an exit code of 0 to 255.
            fn program_exit(code: i64), raises;

            // ---- Files -------------------------------------------------------------------------------------------------------
            /// Opens a file: `r`, `w`, `a`, also with `+`; gives its number.
            fn file_open(path: text, mode: text) -> i32, raises;
            /// Writes out and closes an open file.
            fn file_close(file: i32), raises;
            /// Writes the values one after another and a newline, to a file as `fprintf` has it.
            fn file_print(file: i32; values), raises;
            /// The next line without its end; empty at the end of the file.
            fn file_line(file: i32) -> text, raises;
            /// 1 when nothing is left to read, else 0.
            fn file_at_end(file: i32) -> i32, raises;
            /// Bytes from the start.
            fn file_position(file: i32) -> i64, raises;
            /// Goes to a place, in bytes from the start.
            fn file_seek(file: i32, position: i64), raises;
            /// Up to `count` numbers of the type that is named, as 1×n of kind `f32` or `f64`.
            fn file_read(file: i32, count: i64, name: text, kind: i32) -> array, raises;
            /// Writes the elements as numbers of the type that is named, little endian.
            fn file_write(file: i32, values: array, name: text), raises;
            /// The numbers that a format reads, as 1×n of `f32` or `f64`; the file stands behind them.
            fn file_scan(file: i32, format: text, kind: i32) -> array, raises;
            /// What each conversion of a format reads, as 1×n strings; an error when the file does not fit to the end.
            fn file_scan_texts(file: i32, format: text) -> array, raises;
            /// The names of the files of a folder in order, as 1×n strings; the last part of the path may be a pattern with `*` and `?`.
            fn directory(path: text) -> array, raises;
            /// 1 when there is a file or folder of that name, else 0.
            fn path_exists(path: text) -> i32, never;
            /// 1 when there is a folder of that name, else 0.
            fn path_is_folder(path: text) -> i32, never;
            /// 1 when there is something of that name that is no folder, else 0.
            fn path_is_file(path: text) -> i32, never;
            /// Makes a folder, and those above it that are missing.
            fn folder_make(path: text), raises;
            /// Removes an empty folder.
            fn folder_remove(path: text), raises;
            /// A new folder for temporary files, which nobody else may enter.
            fn folder_temporary() -> text, raises;
            /// The working folder.
            fn folder_current() -> text, raises;
            /// Makes another folder the working folder.
            fn folder_change(path: text), raises;
            /// Removes a file.
            fn file_remove(path: text), raises;
            /// Gives a file or folder another name, or another folder of the same file system; a file of that name is replaced.
            fn path_rename(from: text, to: text), raises;
            /// Copies a file; one of that name is replaced.
            fn file_copy(from: text, to: text), raises;
            /// Bytes of a file.
            fn file_size(path: text) -> i64, raises;
            /// Seconds from the start of 1970 to the last change of a file or folder.
            fn file_time(path: text) -> i64, raises;
            /// All of a file as a text.
            fn file_contents(path: text) -> text, raises;
            /// Writes a text as a file.
            fn file_store(path: text, string: text), raises;
            /// A table of numbers, as a matrix of kind `f32` or `f64`.
            fn csv_read(path: text, kind: i32) -> array, raises;
            /// Writes a table of numbers.
            fn csv_write(path: text, matrix: array), raises;
            /// Writes arrays with names: name, value, name, value, …; the extension selects the format.
            fn data_save(path: text; names_and_values), raises;
            /// Reads an array by name or number, converted to a kind of floats or complex numbers.
            fn data_load(path: text, which: optional, kind: i32) -> array, raises;

            // ---- Images ------------------------------------------------------------------------------------------------------
            /// Reads an image file as height×width×3 of kind `f32` or `f64`: grey replicated, alpha dropped.
            fn image_read(path: text, kind: i32) -> array, raises;
            /// Reads an image file as height×width×channels of kind `f32` or `f64`, with the channels of the file.
            fn image_read_native(path: text, kind: i32) -> array, raises;
            /// Writes an image (height×width, or ×1, ×2, ×3, ×4); the extension selects the format. Rounds and saturates.
            fn image_write(path: text, image: array), raises;
            /// The same with a range: two numbers, which become the least and the greatest value of the format, or none for those of the image.
            fn image_write_range(path: text, image: array, range: array), raises;
            /// The channels of a layer of an EXR file, as height×width×channels of kind `f32` or `f64`; without a name the colours.
            fn exr_read(path: text, name: text, kind: i32) -> array, raises;
            /// The names of the channels of an EXR file with those of their layers, as 1×n strings.
            fn exr_channels(path: text) -> array, raises;
            /// Writes an EXR file of 1 to 4 channels of `f32`.
            fn exr_write(path: text, image: array), raises;
            /// The number of pages of a TIFF file.
            fn tiff_pages(path: text) -> i32, raises;
            /// The pages with these numbers, or all, behind each other along the third dimension, of kind `f32` or `f64`.
            fn tiff_read(path: text, pages: array, kind: i32) -> array, raises;
            /// Writes a TIFF file with a grey page per slice, as 8 or 16 bits or floats.
            fn tiff_write(path: text, slices: array), raises;

            // ---- Figures -----------------------------------------------------------------------------------------------------
            /// Shows an image of height×width or height×width×3 real numbers: 0 is black, 255 white, of `u16` 65535. In a window, or as a
            /// file where there is no display. Gives the number of the figure.
            fn figure_image(image: array) -> i32, raises;
            /// The same with a range: two numbers, black and white, or none for the least and greatest value.
            fn figure_image_range(image: array, range: array) -> i32, raises;
            /// Shows curves: `y` or `x, y`, a style or none behind each. Gives the number of the figure.
            fn figure_plot(; series) -> i32, raises;
            /// The same with marks in place of lines.
            fn figure_scatter(; series) -> i32, raises;
            /// Sets the title of the current figure.
            fn figure_title(text: text), raises;
            /// Sets the text below the current plot.
            fn figure_xlabel(text: text), raises;
            /// Sets the text beside the current plot.
            fn figure_ylabel(text: text), raises;
            /// Sets the ends of the current plot from left to right.
            fn figure_xlim(; limits), raises;
            /// Sets the ends of the current plot from bottom to top.
            fn figure_ylim(; limits), raises;
            /// Names the series of the current plot, the first ones first.
            fn figure_legend(; names), raises;
            /// `on`: what is shown next goes to the current figure; `off`: to one of its own. 1 while the current figure's window is
            /// open, 0 without a window.
            fn figure_hold(mode: text) -> i32, raises;
            /// The mouse over one of the two figures shows what is at the same place of the other one, too.
            fn figure_connect(first: i32, second: i32), raises;
            /// Waits.
            fn figure_pause(milliseconds: f64), raises;
            /// From here on images follow each other at least 1/rate seconds apart; 0 ends this.
            fn figure_rate(rate: f64), raises;
            /// What is shown next goes to the panel of that number in a grid of rows × columns, counted row by row from 0.
            fn figure_subplot(rows: i32, columns: i32, index: i32), raises;
            /// What is shown next, or the next grid, is that of a display of a form.
            fn figure_target(display: i32), raises;
            /// The image of a figure as it is seen, as height×width×3 of `u8`.
            fn figure_rasterize(figure: i32) -> array, raises;
            /// Adds a point to the last series of a plot.
            fn figure_point(figure: i32, x: f64, y: f64), raises;

            // ---- Forms -------------------------------------------------------------------------------------------------------
            /// Makes a form; gives its number.
            fn form_open(title: text) -> i32, never;
            /// Adds a part to a form: kind, label, and value, least and greatest value; gives its number.
            fn form_add(form: i32, part: i32, label: text, values: array) -> i32, raises;
            /// A property of a form or part, by its code.
            fn form_get(number: i32, property: i32) -> f64, raises;
            /// Sets a property of a form or part, by its code.
            fn form_set(number: i32, property: i32, value: f64), raises;
            /// The label of a part.
            fn form_text(number: i32) -> text, raises;
            /// Sets the label of a part.
            fn form_set_text(number: i32, label: text), raises;
            /// Gives a part a picture beside its label.
            fn form_icon(number: i32, image: array), raises;
            /// Waits for what the user does, that many milliseconds at most: whom it is about, what, row and column, and the milliseconds
            /// that are left, as 1×5 of `i32`; the first is 0 when nothing happened.
            fn form_event(milliseconds: f64) -> array, raises;

            // ---- Films -------------------------------------------------------------------------------------------------------
            /// Opens a film, or a camera with frames of that size and rate, 0: the usual; gives its number.
            fn video_open(path: text, width: i32, height: i32, rate: f64) -> i32, raises;
            /// Width, height, frames per second, seconds, when the frame is seen that was read last, and how many frames of a camera were not
            /// read, as 1×6 of kind `f32` or `f64`.
            fn video_facts(stream: i32, kind: i32) -> array, raises;
            /// The next frame as height×width×3 of `u8`, or of a camera the newest one; 0×0×3 behind the last one.
            fn video_frame(stream: i32, newest: i32) -> array, raises;
            /// Goes to the frame that is seen at a time in seconds.
            fn video_seek(stream: i32, seconds: f64), raises;
            /// Closes a film; its number is given to the next one.
            fn video_close(stream: i32), raises;

            // ---- Random numbers ----------------------------------------------------------------------------------------------
            /// Starts the sequence that belongs to `seed`.
            fn random_seed(seed: i64), never;
            /// Uniform numbers in [0,1), of kind `f32` or `f64`.
            fn random_uniform(kind: i32; dims) -> array, raises;
            /// Standard normal numbers, of kind `f32` or `f64`.
            fn random_normal(kind: i32; dims) -> array, raises;
            /// One uniform number of kind `f32` or `f64`.
            fn random_uniform_value(kind: i32) -> f64, never;
            /// One standard normal number of kind `f32` or `f64`.
            fn random_normal_value(kind: i32) -> f64, never;

            // ---- Time --------------------------------------------------------------------------------------------------------
            /// Starts the timer.
            fn tic(), never;
            /// Milliseconds since `tic`, or since the start of the program.
            fn toc() -> f64, never;
            /// Prints the elapsed time as `Elapsed time: 1.234 ms`.
            fn toc_print(), raises;

            // ---- Errors ------------------------------------------------------------------------------------------------------
            /// Raises the error of `error(…)` with the text of the values. Always fails.
            fn error_raise(; values), raises;
            /// Raises the row with number `code`, its placeholders filled from the values. Always fails.
            fn error_raise_row(code: i32; values), raises;
            /// Raises an index error: dimension -1 means the row-major sequence. Always fails. May be called by kernels.
            fn error_index(name: optional, dimension: i32, index: i64, size: i64), raises;
            /// Raises a failed assertion with its message, or a standard one. Always fails.
            fn error_assertion(message: optional), raises;
            /// Appends a row of the location table to the trace of the pending error.
            fn error_location(location: i32), never;
            /// The number of the pending error, 0 if there is none.
            fn error_pending() -> i32, never;
            /// Takes the pending error for a `catch`: its message, file, line, number and row of the location table, as 1×5 strings. The
            /// end of the output cannot be caught: it stays pending.
            fn error_caught() -> array, raises;
            /// Raises an error again that was caught, at its old place. Always fails.
            fn error_again(exception: array), raises;
            /// An error when the stack is nearly used up. Called on entry to functions that can recurse where the stack lies below `stack_floor`.
            fn stack_check(), raises;
            /// The lowest address that the stack of this thread may reach.
            fn stack_floor() -> i64, never;

            // ---- Program arguments -------------------------------------------------------------------------------------------
            /// The number of the command that was asked for; 0 in a program that has no names for them.
            fn argument_command() -> i32, never;
            /// 1 when the argument of that parameter was given, else 0: the program then evaluates the default.
            fn argument_given(index: i32) -> i32, never;
            /// An `int` argument, or 1 or 0 for a flag.
            fn argument_int(index: i32) -> i32, never;
            /// A `scalar` argument.
            fn argument_number(index: i32) -> f64, never;
            /// A `string` argument.
            fn argument_string(index: i32) -> text, never;
            /// A vector argument (`1,2,3` or `[1,2,3]`), as 1×n.
            fn argument_vector(index: i32, kind: i32) -> array, never;
            /// The texts of a parameter that takes several, as 1×n of strings.
            fn argument_texts(index: i32) -> array, never;

            // ---- Libraries ---------------------------------------------------------------------------------------------------
            /// Ends the start of a library: the statements of its file have run. What it gives, 1, and what a program does then stand for calls
            /// that come later and that no pass sees.
            fn library_ready() -> i32, raises;
            /// The number of the function that the caller asks for.
            fn library_call() -> i32, never;
            /// An `int` of the caller.
            fn library_int(index: i32) -> i32, never;
            /// An integer of 64 bits.
            fn library_long(index: i32) -> i64, never;
            /// A `scalar`.
            fn library_number(index: i32) -> f64, never;
            /// A text; an error where it is no UTF-8.
            fn library_text(index: i32, name: text) -> text, raises;
            /// An array; an error where it has other elements or extents than those listed, of which -1 are open. With `changes` 1 the function
            /// stores into it, so that it must be the caller's own memory.
            fn library_array(index: i32, kind: i32, changes: i32, name: text; dims) -> array, raises;
            /// Gives results to the caller: numbers, texts, and arrays with the number of their dimensions behind each.
            fn library_give(; values), raises;

            // ---- Functions of C ----------------------------------------------------------------------------------------------
            /// Calls a function of C, of which `declaration` is a `ForeignFunction`; what it gives is a whole number, an address or nothing.
            /// It may store into arrays among the arguments.
            fn foreign_whole(declaration: text; arguments) -> i64, raises;
            /// The same, of a function that gives a float.
            fn foreign_real(declaration: text; arguments) -> f64, raises;
            /// The same, of a function that gives a text; none is an empty one.
            fn foreign_text(declaration: text; arguments) -> text, raises;

            // ---- Kernels -----------------------------------------------------------------------------------------------------
            /// Runs a kernel over `rows` rows, on the thread pool by its `KernelEntry`. `kernel` points at its description (`KernelView`), `args`
            /// at its slots, `out` at an 8-byte slot for each accumulator. If chunks may copy arrays, one more slot behind the arguments says
            /// whether the arrays belong to the chunk alone. `cost` estimates one row in nanoseconds on one thread; 0 makes it one chunk:
            /// the rows run one after another. An error of a chunk becomes pending here.
            fn launch(kernel: raw, entry: raw, args: raw, rows: i64, cost: i64, out: raw), raises;
            /// Makes the elements that the host has of an array the newest ones: a GPU may have changed them.
            fn array_host_read(array: array), never;
            /// The same, for a host that will change them: what GPUs have is out of date then.
            fn array_host_write(array: array), never;
            /// 1 when launches of kernels whose threads act together go to a device, which has the kernels whole, and not in parts.
            fn device_takes_groups() -> i32, never;
            /// 1 when the device could not run the last launch of such a kernel, which has done nothing: the parts are to run.
            fn device_refused_groups() -> i32, never;
            /// 1 when a GPU should get a launch of the named kernel, of so many positions that cost `cost` 64ths of a nanosecond each on one thread,
            /// and that needs `missing` bytes on the GPU which are not there; 0 when the processor should.
            fn device_takes(kernel: text, positions: i64, cost: i64, missing: i64) -> i32, never;
            /// Bytes of the array that no GPU has the newest elements of.
            fn array_missing(array: array) -> i64, never;
            /// Columns of the objects that a launch can reach, by its `GraphPlan`: an array of arrays, in the order of the plan. `roots` holds the
            /// pointers and the arrays of pointers, `others` arrays that must not be among those of the objects; if one is, the result is empty.
            fn graph_columns(plan: text, roots: array, others: array) -> array, raises;
            /// Gives the objects what a launch has changed in the columns.
            fn graph_write_back(plan: text, columns: array), never;
            /// How many rows a filter of several passes, which has `rows` rows, computes at a time, where the arrays between the passes that
            /// are there at once have rows of `row_bytes` bytes in all, and a pass computes up to `more` rows around each strip; 0 when the passes shall run whole, as where there are no rows. If `wanted` is not 0, also
            /// where little is gained; if `alone` is not 0, each strip will run on one thread.
            fn strip_rows(rows: i32, row_bytes: i64, more: i32, wanted: i32, alone: i32) -> i32, never;
            /// The start of a loop over strips: launches in strips may wait from here on.
            fn strips_begin(), never;
            /// As `launch`, of a pass over a strip, which may wait for the end of the strip or of later ones. Nothing but such launches may touch
            /// its arrays until the last strip has ended, and it depends on nothing of another strip.
            fn launch_in_strip(kernel: raw, entry: raw, args: raw, rows: i64, cost: i64, out: raw), raises;
            /// Makes all elements of an array zeros that has just been made; of one that was made for a strip, in the order of the strip's launches.
            fn array_clear(array: array), never;
            /// The same of a matrix, but for a box, which the next launch of the strip writes whole: its first row, its rows, its first column and its
            /// columns. What of it lies outside of the matrix is left out; a count may be negative where there is nothing.
            fn strip_clear_around(array: array, row: i32, rows: i32, column: i32, columns: i32), never;
            /// The end of a strip. If `last` is not 0, all launches in strips are done.
            fn strip_end(last: i32), never;
            /// How many GPUs launches may run on.
            fn device_count() -> i32, never;
            /// Chooses the device of the launches behind, counted from 0; a number beyond the last counts round. Negative: the runtime chooses.
            fn device_select(index: i32), never;
            /// Whether copies between host and devices go through pinned memory, and whether both share the memory of all arrays, unless the
            /// environment says it. Comes before the first array.
            fn device_memory(pinned: i32, unified: i32), never;
            /// From here on the libraries of GPUs compute nothing: their bits are their own, and the program wants those of the processor.
            fn device_libraries_off(), never;
            /// Arrays that this thread makes from here on count as memory of kernels, which has a limit. An error that is caught ends this too.
            fn kernel_memory_enter(), never;
            /// The end of what the last `kernel_memory_enter` began.
            fn kernel_memory_leave(), never;
            /// The number of threads that a launch may use.
            fn thread_count() -> i32, never;
            /// Which variant of a kernel this machine runs: on x86-64 1 with AVX2 and fused multiply-add, else 0. `QC_VECTOR_LEVEL` lowers it.
            fn vector_level() -> i32, never;
            /// 1 when kernels that do several rows at a time have code for this machine: on x86-64 with AVX2, elsewhere always.
            fn wide_vectors() -> i32, never;

            // ---- Memory ------------------------------------------------------------------------------------------------------
            /// Copies bytes between places that do not overlap.
            fn memory_copy(target: raw, source: raw, bytes: i64), never;
            /// Sets bytes to zero.
            fn memory_zero(target: raw, bytes: i64), never;

            // ---- Mathematics -------------------------------------------------------------------------------------------------
            /// e to the power x.
            fn exp_f32(x: f32) -> f32, never;
            /// e to the power x.
            fn exp_f64(x: f64) -> f64, never;
            /// 2 to the power x.
            fn exp2_f32(x: f32) -> f32, never;
            /// 2 to the power x.
            fn exp2_f64(x: f64) -> f64, never;
            /// Natural logarithm.
            fn log_f32(x: f32) -> f32, never;
            /// Natural logarithm.
            fn log_f64(x: f64) -> f64, never;
            /// Logarithm to base 2.
            fn log2_f32(x: f32) -> f32, never;
            /// Logarithm to base 2.
            fn log2_f64(x: f64) -> f64, never;
            /// Logarithm to base 10.
            fn log10_f32(x: f32) -> f32, never;
            /// Logarithm to base 10.
            fn log10_f64(x: f64) -> f64, never;
            /// Sine, in radians.
            fn sin_f32(x: f32) -> f32, never;
            /// Sine, in radians.
            fn sin_f64(x: f64) -> f64, never;
            /// Cosine, in radians.
            fn cos_f32(x: f32) -> f32, never;
            /// Cosine, in radians.
            fn cos_f64(x: f64) -> f64, never;
            /// Tangent, in radians.
            fn tan_f32(x: f32) -> f32, never;
            /// Tangent, in radians.
            fn tan_f64(x: f64) -> f64, never;
            /// Arc sine.
            fn asin_f32(x: f32) -> f32, never;
            /// Arc sine.
            fn asin_f64(x: f64) -> f64, never;
            /// Arc cosine.
            fn acos_f32(x: f32) -> f32, never;
            /// Arc cosine.
            fn acos_f64(x: f64) -> f64, never;
            /// Arc tangent.
            fn atan_f32(x: f32) -> f32, never;
            /// Arc tangent.
            fn atan_f64(x: f64) -> f64, never;
            /// Angle of the point (x, y).
            fn atan2_f32(y: f32, x: f32) -> f32, never;
            /// Angle of the point (x, y).
            fn atan2_f64(y: f64, x: f64) -> f64, never;
            /// Hyperbolic sine.
            fn sinh_f32(x: f32) -> f32, never;
            /// Hyperbolic sine.
            fn sinh_f64(x: f64) -> f64, never;
            /// Hyperbolic cosine.
            fn cosh_f32(x: f32) -> f32, never;
            /// Hyperbolic cosine.
            fn cosh_f64(x: f64) -> f64, never;
            /// Hyperbolic tangent.
            fn tanh_f32(x: f32) -> f32, never;
            /// Hyperbolic tangent.
            fn tanh_f64(x: f64) -> f64, never;
            /// Inverse hyperbolic sine.
            fn asinh_f32(x: f32) -> f32, never;
            /// Inverse hyperbolic sine.
            fn asinh_f64(x: f64) -> f64, never;
            /// Inverse hyperbolic cosine.
            fn acosh_f32(x: f32) -> f32, never;
            /// Inverse hyperbolic cosine.
            fn acosh_f64(x: f64) -> f64, never;
            /// Inverse hyperbolic tangent.
            fn atanh_f32(x: f32) -> f32, never;
            /// Inverse hyperbolic tangent.
            fn atanh_f64(x: f64) -> f64, never;
            /// x to the power y.
            fn pow_f32(x: f32, y: f32) -> f32, never;
            /// x to the power y.
            fn pow_f64(x: f64, y: f64) -> f64, never;
            /// Remainder with the sign of x.
            fn mod_f32(x: f32, y: f32) -> f32, never;
            /// Remainder with the sign of x.
            fn mod_f64(x: f64, y: f64) -> f64, never;
            /// Nearest whole number, half away from zero.
            fn round_f32(x: f32) -> f32, never;
            /// Nearest whole number, half away from zero.
            fn round_f64(x: f64) -> f64, never;
            /// Cube root.
            fn cbrt_f32(x: f32) -> f32, never;
            /// Cube root.
            fn cbrt_f64(x: f64) -> f64, never;
            /// Length of the vector (x, y), without needless overflow.
            fn hypot_f32(x: f32, y: f32) -> f32, never;
            /// Length of the vector (x, y), without needless overflow.
            fn hypot_f64(x: f64, y: f64) -> f64, never;
            /// Error function.
            fn erf_f32(x: f32) -> f32, never;
            /// Error function.
            fn erf_f64(x: f64) -> f64, never;
            /// 1 - erf(x).
            fn erfc_f32(x: f32) -> f32, never;
            /// 1 - erf(x).
            fn erfc_f64(x: f64) -> f64, never;
            /// Inverse of the error function.
            fn erfinv_f32(x: f32) -> f32, never;
            /// Inverse of the error function.
            fn erfinv_f64(x: f64) -> f64, never;
            /// Inverse of erfc.
            fn erfcinv_f32(x: f32) -> f32, never;
            /// Inverse of erfc.
            fn erfcinv_f64(x: f64) -> f64, never;
            /// Logarithm of the absolute value of the gamma function.
            fn lgamma_f32(x: f32) -> f32, never;
            /// Logarithm of the absolute value of the gamma function.
            fn lgamma_f64(x: f64) -> f64, never;
            /// Gamma function.
            fn tgamma_f32(x: f32) -> f32, never;
            /// Gamma function.
            fn tgamma_f64(x: f64) -> f64, never;
            /// x to the power y by repeated squaring, wrapping; a negative exponent gives 0 unless x is 1 or -1.
            fn pow_i32(x: i32, y: i32) -> i32, never;
            /// As `pow_i32`, with 64 bits.
            fn pow_i64(x: i64, y: i64) -> i64, never;
            /// A 16-bit float (its bits) as `f32`.
            fn half_to_f32(bits: i32) -> f32, never;
            /// An `f32` as the bits of the nearest 16-bit float.
            fn half_from_f32(x: f32) -> i32, never;
        }
    };
}

/// The machine class of a class keyword.
macro_rules! class_of {
    (i32) => {
        AbiTy::I32
    };
    (i64) => {
        AbiTy::I64
    };
    (f32) => {
        AbiTy::F32
    };
    (f64) => {
        AbiTy::F64
    };
    ($pointer:ident) => {
        AbiTy::Ptr
    };
}

/// The role of a class keyword.
macro_rules! role_of {
    (array) => {
        Role::Array
    };
    (text) => {
        Role::Text
    };
    (optional) => {
        Role::OptionalText
    };
    (object) => {
        Role::Object
    };
    (raw) => {
        Role::Raw
    };
    ($number:ident) => {
        Role::Value
    };
}

macro_rules! fails_of {
    (never) => {
        Fails::Never
    };
    (raises) => {
        Fails::Raises
    };
}

macro_rules! result_of {
    () => {
        None
    };
    ($class:ident) => {
        Some(RtResult {
            class: class_of!($class),
            role: role_of!($class),
        })
    };
}

macro_rules! define_rows {
    ($( $(#[doc = $doc:literal])* fn $name:ident($($p:ident: $class:ident),* $(; $list:ident)?) $(-> $result:ident)?, $fails:ident; )*) => {
        /// Names one runtime function.
        #[allow(non_camel_case_types, reason = "the variants are the names of the rows")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RtFn { $( $(#[doc = $doc])* $name, )* }

        impl RtFn {
            /// Every row, in the order of the table.
            pub const ALL: &'static [RtFn] = &[$(RtFn::$name),*];

            /// The row as data.
            pub const fn sig(self) -> &'static RtSig {
                match self { $( RtFn::$name => const { &RtSig {
                    symbol: concat!("qrt_", stringify!($name)),
                    name: stringify!($name),
                    params: &[
                        $( RtParam { name: stringify!($p), class: class_of!($class), role: role_of!($class) }, )*
                        $( RtParam { name: stringify!($list), class: AbiTy::List, role: Role::Value }, )?
                    ],
                    result: result_of!($($result)?),
                    fails: fails_of!($fails),
                    doc: &[$($doc),*],
                } }, )* }
            }

            /// The row of that name, without the `qrt_` of the symbol.
            pub fn from_name(name: &str) -> Option<RtFn> {
                match name { $( stringify!($name) => Some(RtFn::$name), )* _ => None }
            }
        }
    };
}
for_each_rt_fn!(define_rows);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_name_and_documented() {
        for row in RtFn::ALL {
            let sig = row.sig();
            assert_eq!(RtFn::from_name(sig.name), Some(*row));
            assert_eq!(sig.symbol.strip_prefix("qrt_"), Some(sig.name));
            assert!(!sig.doc.is_empty(), "{} has no documentation", sig.name);
        }
    }

    #[test]
    fn a_list_is_last_and_stays_in_registers() {
        for row in RtFn::ALL {
            let params = row.sig().params;
            let list = params.iter().position(|param| param.class == AbiTy::List);
            if let Some(list) = list {
                assert_eq!(list + 1, params.len(), "{row:?}");
                assert!(list <= 4, "{row:?} passes its list on the stack");
            }
        }
    }
}
