//! What was decided about each loop, and why.
//!
//! The obstacles carry the messages of the Quasar manual (section 17.1.1) word for word, then what they mean for this loop.
//!
//! *Invariant:* a verdict names variables as the source does and places by the program's location table.

use crate::builtins;
use crate::diag::brief;
use crate::mir::{AccumulatorOp, FuncId, Loc};

/// The loops of a nest in a new order.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Their variables, the outermost first.
    pub variables: Vec<String>,
    /// Whether loops have changed places; else the body of one was divided.
    pub interchanged: bool,
}

/// What became of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Interchanged {
    /// The kernel.
    pub kernel: FuncId,
    /// Its dimensions by their numbers in the text, in the new order.
    pub order: Vec<usize>,
    /// Whether launches are repeated after an error.
    pub repeats: bool,
}

/// The result of the analysis of one loop.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopVerdict {
    /// The function that contains the loop.
    pub function: String,
    /// The loop.
    pub loc: Loc,
    /// The loop variable.
    pub variable: Option<String>,
    /// How many loops of the function are around it.
    pub depth: usize,
    /// Whether elements of arrays of numbers are read or written in it.
    pub indexes_arrays: bool,
    /// Whether its work is something else than arithmetic on arrays, so that nobody expects it to be parallel.
    pub is_other_work: bool,
    /// Whether it is known to do so little that a launch would not pay.
    pub is_small: bool,
    /// Whether it is the copy of a loop for variables that hold no whole numbers (`lower/language/loops.rs`).
    pub is_fractional: bool,
    /// What became of it.
    pub outcome: Outcome,
    /// Where that is so, if not everywhere: `but for i == k`, whose iteration runs by itself; `where d[k,k] is not negative`.
    pub part: Option<String>,
}

/// What became of a loop.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The outermost loop of a band that became a kernel.
    Parallel(ParallelLoop),
    /// A further dimension of the kernel made from a loop around it.
    Dimension(FuncId),
    /// It runs serially inside a kernel.
    InsideKernel(FuncId),
    /// Its iterations run side by side inside a kernel.
    Jammed(FuncId),
    /// An array expression that is computed in the loop of another one.
    Merged(Loc),
    /// It stays a loop of the host.
    Serial(Obstacle),
    /// It could be parallel, but has too little work.
    TooSmall,
    /// It could be parallel, but the loops inside can be too, and have more iterations.
    LongerInside,
    /// The source says that it stays serial.
    ForcedSerial,
    /// No loop, but a kernel of the program that got another order of dimensions.
    Interchanged(Interchanged),
}

/// A band of loops that became a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct ParallelLoop {
    /// The kernel.
    pub kernel: FuncId,
    /// The variables of the loops in the band, the outermost first; those of array expressions have none.
    pub dimensions: Vec<Option<String>>,
    /// Accumulators: variable and operation.
    pub accumulators: Vec<(String, AccumulatorOp)>,
    /// Pairs of arrays that may be one and the same: the program tests that when it runs, and takes the serial loop if so.
    pub different: Vec<(String, String)>,
    /// What `{!parallel for}` overruled.
    pub forced_over: Option<Obstacle>,
    /// The order of its loops, when it is not that of the text.
    pub order: Option<Order>,
    /// Where only running tells the number of iterations: from so many on it is launched, fewer run in the loop.
    pub fewest: Option<u64>,
    /// Arrays that each iteration has an element of in the place of its own array; empty where they have no name.
    pub expanded: Vec<String>,
}

/// Why a loop is serial.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The kind.
    pub kind: ObstacleKind,
    /// The variable or function that it is about; empty if none.
    pub name: String,
    /// More about it: the types of a variable, the function behind a name; empty if nothing.
    pub what: String,
    /// The statements that clash, in the order of the text.
    pub places: Vec<Loc>,
}

/// The kinds of obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// Two iterations touch the same element of an array, one of them writing.
    ElementConflict,
    /// Two iterations may touch the same element: the index depends on more than loop indices.
    UnknownElement,
    /// Two iterations may change the same element by an operation that rounds.
    RoundedChange,
    /// A variable gets a value in one iteration and is read in a later one.
    Carried,
    /// A variable's last value is needed after the loop and cannot be computed apart.
    LastValue,
    /// A variable's value is needed where an error that may end the loop is caught.
    CaughtValue,
    /// Strings.
    Strings,
    /// Objects.
    Objects,
    /// Arrays of arrays or strings.
    Cells,
    /// A variable whose type is known only when running.
    Polymorphic,
    /// Something that only runs outside of kernels.
    Statement,
    /// A `break` or `return` leaves the loop.
    Break,
    /// A `continue` ends an iteration.
    Continue,
    /// A slice of a whole dimension.
    Slice,
    /// A new array in each iteration.
    DynamicMemory,
    /// A runtime operation that makes a new array.
    DynamicOperator,
    /// A runtime operation whose result has a size that is known only behind it.
    ResultSize,
    /// A call of a host function.
    HostCall,
    /// A call of a method that runs on the host.
    Method,
    /// A call of a host function through a variable.
    FunctionValue,
    /// More than 2³¹ − 1 iterations.
    TooManyIterations,
}

impl Obstacle {
    /// An obstacle at one place.
    pub fn at(kind: ObstacleKind, name: impl Into<String>, loc: Loc) -> Obstacle {
        Obstacle {
            kind,
            name: name.into(),
            what: String::new(),
            places: vec![loc],
        }
    }

    /// The manual's message.
    pub fn message(&self) -> &'static str {
        match self.kind {
            ObstacleKind::ElementConflict
            | ObstacleKind::UnknownElement
            | ObstacleKind::RoundedChange => {
                "Parallelization not possible: dependency on iterator variable!"
            }
            ObstacleKind::Carried | ObstacleKind::LastValue | ObstacleKind::CaughtValue => {
                "Parallelization not possible because variable is not locally defined."
            }
            ObstacleKind::Strings => {
                "Operations involving strings can currently not be parallelized/serialized."
            }
            ObstacleKind::Objects => {
                "Operations involving objects can currently not be parallelized/serialized."
            }
            ObstacleKind::Cells => {
                "Construction of cell arrays can not be parallelized/serialized."
            }
            ObstacleKind::Statement | ObstacleKind::TooManyIterations => {
                "Statement can not be parallelized/serialized. Consider placing this outside the loop."
            }
            ObstacleKind::Break => {
                "Inner loop break detected. Loop cannot be parallelized/serialized."
            }
            ObstacleKind::Continue => "continue detected. Loop cannot be parallelized/serialized.",
            ObstacleKind::Slice => {
                "Operator : can not be parallelized. Consider using [a..b] instead!"
            }
            ObstacleKind::DynamicMemory => {
                "Parallelization of the function requires kernel dynamic memory to be enabled!"
            }
            ObstacleKind::DynamicOperator => "Operator requires dynamic kernel memory.",
            ObstacleKind::Polymorphic => {
                "Parallelization/serialization not possible because the variable is polymorphic (not a unique type)."
            }
            ObstacleKind::ResultSize => {
                "Parallelization of the operator not possible: need to know the size of the result of type!"
            }
            ObstacleKind::Method => {
                "Method is not a device function and can therefore not be parallelized/serialized!"
            }
            ObstacleKind::FunctionValue => {
                "Parallelization/serialization not possible because the specified function is not a device or kernel function!"
            }
            ObstacleKind::HostCall => {
                "Function call can not be parallelized! Check if the function is declared with the __device__ modifier!"
            }
        }
    }

    /// What it means for this loop.
    pub fn detail(&self) -> String {
        let (name, what) = (&self.name, &brief(self.what.clone()));
        let (array, variable) = (self.named("an array"), self.named("a variable"));
        match self.kind {
            ObstacleKind::ElementConflict => {
                format!(
                    "different iterations use the same element of {array}, and one of them writes it"
                )
            }
            ObstacleKind::UnknownElement => {
                format!(
                    "which elements of {array} an iteration uses depends on more than the loop variables, so two iterations may use the same one"
                )
            }
            ObstacleKind::RoundedChange => {
                format!(
                    "different iterations change the same element of {array} in floating point, which rounds otherwise in another order"
                )
            }
            ObstacleKind::Carried => {
                format!(
                    "{variable} is read before it is assigned in the same iteration, so it carries a value from one iteration to the next"
                )
            }
            ObstacleKind::LastValue => format!(
                "the value of {variable} after the loop is that of the last iteration that assigns it"
            ),
            ObstacleKind::CaughtValue => format!(
                "an error may end the loop within `try`, and {variable} has the value of the iterations before it then"
            ),
            ObstacleKind::Strings => "strings are made or read in the loop".to_string(),
            ObstacleKind::Objects if name.is_empty() => {
                format!("an object of the class `{what}` is made")
            }
            ObstacleKind::Objects => format!("`{name}` refers to an object (`{what}`)"),
            ObstacleKind::Cells if name.is_empty() => {
                "elements that are arrays, strings or objects themselves are made or read"
                    .to_string()
            }
            ObstacleKind::Cells => format!("elements of `{name}` are arrays or strings themselves"),
            ObstacleKind::Polymorphic if is_made_up(name) => {
                format!("which type a value has is known only when running: {what}")
            }
            ObstacleKind::Polymorphic => {
                format!("which type `{name}` has is known only when running: {what}")
            }
            ObstacleKind::ResultSize => {
                format!("how many elements {} gives is known only when it has run", spoken(name))
            }
            ObstacleKind::Method => format!("the method `{name}` runs on the host"),
            ObstacleKind::FunctionValue => format!("`{name}` stands for the host function `{what}`"),
            ObstacleKind::Statement => format!("{} only runs outside of kernels", spoken(name)),
            ObstacleKind::Break => "the loop can be left before its last iteration".to_string(),
            ObstacleKind::Continue => {
                "`continue` ends an iteration early, from a block behind which the iteration goes on".to_string()
            }
            ObstacleKind::Slice => "a slice makes a new array in each iteration".to_string(),
            ObstacleKind::DynamicMemory => "a new array is made in each iteration".to_string(),
            ObstacleKind::DynamicOperator if !what.is_empty() => {
                format!("a slice of {what} elements makes a new array in each iteration: only up to 64 stay in registers")
            }
            ObstacleKind::DynamicOperator => {
                format!("{} makes a new array in each iteration", spoken(name))
            }
            ObstacleKind::HostCall => format!("{} is a host function", spoken(name)),
            ObstacleKind::TooManyIterations => {
                "the loop has more iterations than a kernel can have".to_string()
            }
        }
    }

    /// The variable in quotes; other words for one that the source has no name for.
    fn named(&self, otherwise: &str) -> String {
        match is_made_up(&self.name) {
            true => otherwise.to_string(),
            false => format!("`{}`", self.name),
        }
    }

    /// What to change.
    pub fn advice(&self) -> Option<String> {
        let (name, what) = (&self.name, &self.what);
        let (array, variable) = (self.named("the array"), self.named("the variable"));
        let text = match self.kind {
            ObstacleKind::ElementConflict => {
                format!("write to another array than the one that is read, or, if the order of the iterations does not matter, put `{{!parallel for}}` before the loop; {array} must then not need it")
            }
            ObstacleKind::UnknownElement => {
                format!("if no two iterations use the same element of {array}, put `{{!parallel for}}` before the loop")
            }
            ObstacleKind::RoundedChange => {
                format!("if its last digits may differ, put `{{!parallel for}}` before the loop: each change of {array} becomes atomic then")
            }
            ObstacleKind::Carried => {
                format!("assign {variable} at the start of each iteration, or update it only by one of += -= *= __= ^^=, so that it becomes a parallel reduction")
            }
            ObstacleKind::LastValue => format!("use another variable than {variable} after the loop, or assign it there"),
            ObstacleKind::CaughtValue => format!("put the loop into a function that gives {variable}, or keep it from raising an error"),
            ObstacleKind::Cells if name.is_empty() => {
                "keep the numbers that the loop needs in an array of numbers".to_string()
            }
            ObstacleKind::Objects if !name.is_empty() => {
                format!("read the fields of `{name}` into variables before the loop, and write them back behind it")
            }
            ObstacleKind::Polymorphic if is_made_up(name) => {
                "copy the value into a variable with a type before the loop".to_string()
            }
            ObstacleKind::Polymorphic => {
                format!("give `{name}` one type: assign values of that type alone, or copy it into a variable with a type before the loop")
            }
            ObstacleKind::Method => {
                format!("declare `{name}` as __device__, or make it small enough to be inlined")
            }
            ObstacleKind::FunctionValue => {
                format!("declare `{what}` as __device__, or give `{name}` a lambda that can be inlined")
            }
            ObstacleKind::Strings | ObstacleKind::Objects | ObstacleKind::Cells | ObstacleKind::Statement => {
                "place the statement outside of the loop, or the rest of the loop in a loop of its own".to_string()
            }
            ObstacleKind::Break => "run the loop to its end and skip the work by an `if`".to_string(),
            ObstacleKind::Continue => {
                "put the rest of the iteration into an `if`, so that nothing follows the block that the `continue` is in".to_string()
            }
            ObstacleKind::Slice => "take its elements one by one, or ask for its sum, mean, least, greatest or spread alone, which need no array".to_string(),
            ObstacleKind::ResultSize => {
                "compute it before the loop, or go through the elements by a loop with an `if`".to_string()
            }
            ObstacleKind::DynamicOperator if !what.is_empty() => {
                "go through its elements by a loop, or take at most 64 at a time".to_string()
            }
            ObstacleKind::DynamicMemory | ObstacleKind::DynamicOperator => {
                "make the array before the loop, or give it a fixed size, such as vec(4)".to_string()
            }
            ObstacleKind::HostCall if is_of_runtime(name) => "call it before the loop".to_string(),
            ObstacleKind::HostCall => format!("declare `{name}` as __device__, or make it small enough to be inlined"),
            ObstacleKind::TooManyIterations => return None,
        };
        Some(text)
    }
}

/// Whether the compiler made a variable up.
fn is_made_up(name: &str) -> bool {
    name.is_empty() || name.contains('$')
}

/// Whether a name is that of an operation of the runtime, not of a function of the program.
fn is_of_runtime(name: &str) -> bool {
    DESCRIBED.iter().any(|(row, _)| *row == name)
}

/// What the source has of an operation of the runtime: functions stand in quotes, what has no name is described.
fn spoken(name: &str) -> String {
    let row = DESCRIBED.iter().find(|(row, _)| *row == name);
    let family = || FAMILIES.iter().find(|(start, _)| name.starts_with(start));
    match row.or_else(|| family().filter(|_| builtins::find(name).is_none())) {
        Some((_, words)) => (*words).to_string(),
        None => format!("`{name}`"),
    }
}

/// Families of operations, by how their names begin.
const FAMILIES: &[(&str, &str)] = &[
    ("argument_", "an argument of the program"),
    ("library_", "a call of the library"),
    ("cell_", "a value of unknown type"),
    ("csv_", "a file"),
    ("data_", "a file"),
    ("dictionary_", "a dictionary"),
    ("device_", "the choice of a device"),
    ("error_", "an error"),
    ("exr_", "a file"),
    ("figure_", "a figure"),
    ("file_", "a file"),
    ("form_", "a form"),
    ("graph_", "an object"),
    ("host_", "a change of an array"),
    ("image_", "a file of an image"),
    ("json_", "a text in JSON"),
    ("kernel_", "a launch"),
    ("object_", "an object"),
    ("random_", "a random number"),
    ("range_", "a range"),
    ("reduce_", "a sum, mean or extreme of a whole array"),
    ("regexp_", "a regular expression"),
    ("slice_", "a slice"),
    ("string_", "a text"),
    ("tiff_", "a file"),
    ("toml_", "a text in TOML"),
    ("video_", "a film"),
];

/// Operations of the runtime that are no functions of the language by these names.
const DESCRIBED: &[(&str, &str)] = &[
    ("algebra", "a function of a matrix"),
    ("assign", "a change of a whole array"),
    ("command_text", "`systemtext`"),
    ("concatenate", "joining arrays"),
    ("convert", "an array of another type of elements"),
    ("cumulate", "a running total of an array"),
    ("csv_read", "`csvread`"),
    ("data_load", "`load`"),
    ("dim", "`size`"),
    ("directory", "`dir`"),
    ("dotprod_complex", "`dotprod`"),
    ("dotprod_int", "`dotprod`"),
    ("dotprod_real", "`dotprod`"),
    ("environment_variable", "`getenv`"),
    ("equal", "a comparison of whole arrays"),
    ("distinct", "`unique`"),
    ("extreme_place", "`indmin` or `indmax`"),
    ("file_contents", "`fileread`"),
    ("file_copy", "`copyfile`"),
    ("file_remove", "`delete`"),
    ("file_size", "`filesize`"),
    ("file_store", "`filewrite`"),
    ("file_time", "`filetime`"),
    ("fill", "a change of a whole array"),
    ("folder_change", "`cd`"),
    ("folder_current", "`pwd`"),
    ("folder_make", "`mkdir`"),
    ("folder_remove", "`rmdir`"),
    ("folder_temporary", "`tempfolder`"),
    ("foreign_real", "a function of C"),
    ("foreign_text", "a function of C"),
    ("foreign_whole", "a function of C"),
    ("fourier", "a Fourier transform"),
    ("fourier_plan_limit", "a Fourier transform"),
    ("fourier_real", "a Fourier transform"),
    ("from_bytes", "an array in brackets"),
    ("from_values", "an array in brackets"),
    ("herm_transpose", "`herm_transpose`"),
    ("image_read", "`imread`"),
    ("image_read_native", "`imread`"),
    ("mask_fill", "a change of selected elements"),
    ("mask_read", "a selection of elements"),
    ("mask_store", "a change of selected elements"),
    ("matrix_multiply", "a product of matrices"),
    ("matrix_multiply_transposed", "a product of matrices"),
    ("matrix_power", "a power of a matrix"),
    ("new", "a new array"),
    ("path_exists", "`exists`"),
    ("path_is_file", "`isfile`"),
    ("path_is_folder", "`isfolder`"),
    ("path_rename", "`movefile`"),
    ("program_exit", "`exit`"),
    ("progress_show", "`progress`"),
    ("random_normal", "`randn`"),
    ("random_normal_value", "`randn`"),
    ("random_seed", "`seed`"),
    ("random_uniform", "`rand`"),
    ("random_uniform_value", "`rand`"),
    ("range_count", "a range whose step is no int"),
    ("range_int", "a range"),
    ("range_real", "a range"),
    ("reduce_complex", "a sum, product or mean of a whole array"),
    ("reduce_dim", "a sum, mean or extreme along a dimension"),
    ("reduce_int", "a sum, product or extreme of a whole array"),
    ("reduce_real", "a sum, mean or extreme of a whole array"),
    ("reduce_together", "a sum, mean or extreme of a whole array"),
    ("require_same_size", "a comparison of sizes"),
    ("require_size", "a comparison of sizes"),
    ("reuse", "a new array"),
    ("run_command", "`system`"),
    ("sizes", "`size`"),
    ("sort_order", "`argsort`"),
    ("time_now", "`time`"),
    ("time_text", "`datestr`"),
    ("toc_print", "`toc`"),
    ("truth", "an array as a condition"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::special_forms::SPECIAL_FORMS;
    use crate::mir::RtFn;

    /// Rows that stand in no loop when it is analysed: the code generator and later passes make calls of them.
    const LATER: &[&str] = &[
        "append_own",
        "bordered",
        "clear",
        "launch",
        "launch_in_strip",
        "missing",
        "offset",
        "offset_at",
        "stack_check",
        "stack_floor",
        "strip_clear_around",
        "strip_end",
        "strip_rows",
        "strips_begin",
        "memory_copy",
        "memory_zero",
        "thread_count",
        "vector_level",
        "wide_vectors",
        "half_to_f32",
        "half_from_f32",
    ];

    #[test]
    fn no_operation_is_told_by_an_internal_name() {
        let elementary = |name: &str| {
            ["_f32", "_f64", "_i32", "_i64"]
                .iter()
                .any(|end| name.ends_with(end))
        };
        for func in RtFn::ALL {
            let name = func.sig().name;
            let short = name.strip_prefix("array_").unwrap_or(name);
            let told = spoken(short);
            let is_form = SPECIAL_FORMS.iter().any(|form| form.name == short);
            let is_internal =
                told == format!("`{short}`") && builtins::find(short).is_none() && !is_form;
            assert!(
                !is_internal || elementary(short) || LATER.contains(&short),
                "{short}"
            );
        }
    }
}
