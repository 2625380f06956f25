//! Builtins that are one call of the runtime: what they take, what they give.
//!
//! *Invariant:* the arguments of a call are the parameters of its row in order, but for a last `kind`, which is that of the result.

use super::Builtin;
use quasar_abi::RtFn;

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A string.
    Text,
    /// A string; without the argument this one.
    TextOr(&'static str),
    /// A whole number.
    Int,
    /// A whole number of 64 bits.
    Long,
    /// A number or an array of real numbers.
    Array,
    /// A vector of strings.
    Texts,
    /// A real number.
    Number,
    /// All arguments that remain, whatever they are.
    Values,
    /// All arguments that remain, at least one: real numbers and arrays of them.
    Numbers,
    /// All arguments that remain, at least one: strings and vectors of strings.
    Names,
    /// All arguments that remain, at least one: real numbers, arrays of them, and strings.
    Series,
}

impl Takes {
    /// Whether this stands for all arguments that remain.
    pub fn is_list(self) -> bool {
        match self {
            Takes::Values | Takes::Numbers | Takes::Names | Takes::Series => true,
            Takes::Text
            | Takes::TextOr(_)
            | Takes::Int
            | Takes::Long
            | Takes::Array
            | Takes::Texts
            | Takes::Number => false,
        }
    }

    /// Whether a call without such an argument is wrong.
    pub fn is_required(self) -> bool {
        match self {
            Takes::Text
            | Takes::Int
            | Takes::Long
            | Takes::Array
            | Takes::Texts
            | Takes::Number
            | Takes::Numbers
            | Takes::Names
            | Takes::Series => true,
            Takes::TextOr(_) | Takes::Values => false,
        }
    }
}

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Nothing.
    Nothing,
    /// A string.
    Text,
    /// An int.
    Int,
    /// A whole number of 64 bits.
    Long,
    /// A scalar.
    Scalar,
    /// A vector of scalars.
    Vector,
    /// A vector of ints.
    Ints,
    /// A matrix of scalars.
    Matrix,
    /// A vector of strings.
    Texts,
    /// An image of bytes.
    Bytes,
    /// A cube of scalars.
    Cube,
}

/// A builtin as a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    /// Which.
    pub builtin: Builtin,
    /// The runtime's function.
    pub func: RtFn,
    /// Its arguments.
    pub takes: &'static [Takes],
    /// Its result.
    pub gives: Gives,
}

macro_rules! calls {
    ($( $builtin:ident = $func:ident($($takes:expr),*) -> $gives:ident; )*) => {
        /// Every builtin that is one call.
        pub const CALLS: &[Call] = &[ $( Call {
            builtin: Builtin::$builtin,
            func: RtFn::$func,
            takes: {
                #[allow(unused_imports, reason = "a call without arguments names none")]
                use Takes::*;
                &[$($takes),*]
            },
            gives: Gives::$gives,
        }, )* ];
    };
}

calls! {
    Strlen = string_length(Text) -> Int;
    Upper = string_upper(Text) -> Text;
    Lower = string_lower(Text) -> Text;
    Strtrim = string_trim(Text) -> Text;
    Substr = string_part(Text, Int, Int) -> Text;
    Strfind = string_find(Text, Text) -> Int;
    Strrep = string_replace(Text, Text, Text) -> Text;
    Strsplit = string_split(Text, TextOr(" ")) -> Texts;
    Strjoin = string_join(Texts, TextOr(" ")) -> Text;
    Str2Num = string_to_number(Text) -> Scalar;
    ToAscii = string_to_ascii(Text) -> Ints;
    ToUnicode = string_to_codes(Text) -> Ints;
    FromAscii = string_from_ascii(Array) -> Text;
    FromUnicode = string_from_codes(Array) -> Text;

    DictionaryHashText = dictionary_hash_text(Text) -> Int;
    DictionaryHashInteger = dictionary_hash_integer(Long) -> Int;
    DictionaryHashNumber = dictionary_hash_number(Number) -> Int;
    DictionaryNearest = dictionary_nearest(Texts, Text) -> Text;

    JsonParse = json_parse(Text) -> Ints;
    JsonNumber = json_number(Text, Array, Int) -> Scalar;
    JsonInteger = json_integer(Text, Array, Int) -> Long;
    JsonString = json_string(Text, Array, Int) -> Text;
    JsonMember = json_member(Text, Array, Int, Text) -> Int;
    JsonPlace = json_place(Text, Array, Int) -> Text;
    JsonQuote = json_quote(Text) -> Text;

    TomlJson = toml_json(Text, Text) -> Text;
    TomlPlaces = toml_places(Text) -> Ints;
    TomlText = toml_text(Text) -> Text;

    RegexpMatch = regexp_match(Text, Text) -> Texts;
    RegexpStart = regexp_start(Text, Text) -> Ints;
    RegexpSplit = regexp_split(Text, Text) -> Texts;
    RegexpGroups = regexp_groups(Text, Text) -> Texts;
    RegexpNames = regexp_names(Text) -> Texts;
    Regexprep = regexp_replace(Text, Text, Text) -> Text;

    Fopen = file_open(Text, TextOr("r")) -> Int;
    Fclose = file_close(Int) -> Nothing;
    Fprintf = fprintf(Int, Text, Values) -> Nothing;
    Fprint = file_print(Int, Values) -> Nothing;
    Fgets = file_line(Int) -> Text;
    Feof = file_at_end(Int) -> Int;
    Fgetpos = file_position(Int) -> Int;
    Fsetpos = file_seek(Int, Int) -> Nothing;
    Fread = file_read(Int, Int, TextOr("uint8")) -> Vector;
    Fwrite = file_write(Int, Array, TextOr("uint8")) -> Nothing;
    Dir = directory(TextOr(".")) -> Texts;
    Exists = path_exists(Text) -> Int;
    IsFolder = path_is_folder(Text) -> Int;
    IsFile = path_is_file(Text) -> Int;
    MakeFolder = folder_make(Text) -> Nothing;
    RemoveFolder = folder_remove(Text) -> Nothing;
    TempFolder = folder_temporary() -> Text;
    Pwd = folder_current() -> Text;
    ChangeFolder = folder_change(Text) -> Nothing;
    DeleteFile = file_remove(Text) -> Nothing;
    MoveFile = path_rename(Text, Text) -> Nothing;
    CopyFile = file_copy(Text, Text) -> Nothing;
    FileSize = file_size(Text) -> Long;
    FileTime = file_time(Text) -> Long;
    Getenv = environment_variable(Text, TextOr("")) -> Text;
    Time = time_now() -> Long;
    DateStr = time_text(Long, TextOr("%Y-%m-%d %H:%M:%S")) -> Text;
    System = run_command(Text) -> Int;
    SystemText = command_text(Text) -> Text;
    Progress = progress_show(Long, Long) -> Nothing;
    Exit = program_exit(Long) -> Nothing;
    FileRead = file_contents(Text) -> Text;
    FileWrite = file_store(Text, Text) -> Nothing;
    CsvRead = csv_read(Text) -> Matrix;
    CsvWrite = csv_write(Text, Array) -> Nothing;
    ExrRead = exr_read(Text, TextOr("")) -> Cube;
    ExrChannels = exr_channels(Text) -> Texts;
    ExrWrite = exr_write(Text, Array) -> Nothing;
    TiffPages = tiff_pages(Text) -> Int;
    TiffRead = tiff_read(Text, Array) -> Cube;
    TiffWrite = tiff_write(Text, Array) -> Nothing;

    Plot = figure_plot(Series) -> Int;
    Scatter = figure_scatter(Series) -> Int;
    Title = figure_title(Text) -> Nothing;
    XLabel = figure_xlabel(Text) -> Nothing;
    YLabel = figure_ylabel(Text) -> Nothing;
    XLim = figure_xlim(Numbers) -> Nothing;
    YLim = figure_ylim(Numbers) -> Nothing;
    Legend = figure_legend(Names) -> Nothing;
    Hold = figure_hold(TextOr("on")) -> Int;
    Connect = figure_connect(Int, Int) -> Nothing;
    Pause = figure_pause(Number) -> Nothing;
    SyncFrameRate = figure_rate(Number) -> Nothing;
    Subplot = figure_subplot(Int, Int, Int) -> Nothing;
    Rasterize = figure_rasterize(Int) -> Bytes;
    AddPoint = figure_point(Int, Number, Number) -> Nothing;

    FormOpen = form_open(Text) -> Int;
    FormAdd = form_add(Int, Int, Text, Array) -> Int;
    FormGet = form_get(Int, Int) -> Scalar;
    FormSet = form_set(Int, Int, Number) -> Nothing;
    FormText = form_text(Int) -> Text;
    FormSetText = form_set_text(Int, Text) -> Nothing;
    FormIcon = form_icon(Int, Array) -> Nothing;
    FormEvent = form_event(Number) -> Ints;
    FormTarget = figure_target(Int) -> Nothing;

    VideoOpen = video_open(Text, Int, Int, Number) -> Int;
    VideoFacts = video_facts(Int) -> Vector;
    VideoFrame = video_frame(Int, Int) -> Bytes;
    VideoSeek = video_seek(Int, Number) -> Nothing;
    VideoClose = video_close(Int) -> Nothing;
}

/// The row of a builtin that has one: it is looked for when this crate is compiled.
pub(super) const fn row(builtin: Builtin) -> &'static Call {
    let mut at = 0;
    while CALLS[at].builtin as usize != builtin as usize {
        at += 1;
    }
    &CALLS[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{Host, Rule};
    use quasar_abi::AbiTy;

    #[test]
    fn calls_are_the_rows_that_say_so() {
        for call in CALLS {
            let row = crate::builtins::row(call.builtin);
            assert_eq!(row.rule, Rule::Host(Host::Call(call)), "{}", row.name);
            let params: Vec<_> = call
                .func
                .sig()
                .params
                .iter()
                .filter(|param| param.name != "kind")
                .collect();
            assert_eq!(params.len(), call.takes.len(), "{}", row.name);
            for (param, takes) in params.iter().zip(call.takes) {
                assert_eq!(param.class == AbiTy::List, takes.is_list(), "{}", row.name);
            }
            let required = call.takes.iter().filter(|takes| takes.is_required());
            assert_eq!(required.count(), usize::from(row.arity.0), "{}", row.name);
        }
    }
}
