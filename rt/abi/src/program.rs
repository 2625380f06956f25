//! What the graft linker hands to the runtime: the slot in the runtime and the blob that describes the program.
//!
//! *Invariant:* the blob holds offsets, never pointers, so it needs no relocation; encoding and reading stand side by side here.
//!
//! Layout, little endian, all `u32`: magic, format, then (offset, length) of the source file's name and of what the file says of itself, then
//! (offset, count) of the location table, of the table of commands and of the table of texts. A text is (offset, length) into the blob. A location is file,
//! function, line, column; a command is name, doc and (offset, count) of its parameters; a parameter is name, doc, type, default, kind, flags, numbers.

use alloc::string::String;
use alloc::vec::Vec;

/// The first bytes of the slot, by which the linker finds it.
pub const GRAFT_MAGIC: [u8; 16] = *b"QUASAR_GRAFT_01\0";

/// The entry of a grafted program: runs the script statements and `main`, returns a status (0, or an error is pending).
pub type ProgramEntry = unsafe extern "C-unwind" fn() -> i32;

/// The slot, which the linker fills. Offsets are relative to the slot; 0 means absent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GraftSlot {
    /// [`GRAFT_MAGIC`].
    pub magic: [u8; 16],
    /// [`ABI_HASH`](crate::ABI_HASH) of the runtime.
    pub abi: u64,
    /// The [`ProgramEntry`]; 0 without a program.
    pub entry: i64,
    /// The [`ProgramInfo`] blob.
    pub info: i64,
    /// Bytes of the blob.
    pub info_length: u64,
    /// The CUDA text of the kernels.
    pub cuda: i64,
    /// Bytes of the CUDA text.
    pub cuda_length: u64,
    /// Zero.
    pub flags: u64,
}

impl GraftSlot {
    /// Bytes of the slot.
    pub const SIZE: usize = size_of::<GraftSlot>();

    /// The slot without a program.
    pub const EMPTY: GraftSlot = GraftSlot {
        magic: GRAFT_MAGIC,
        abi: crate::ABI_HASH,
        entry: 0,
        info: 0,
        info_length: 0,
        cuda: 0,
        cuda_length: 0,
        flags: 0,
    };
}

const MAGIC: u32 = 0x4950_4351;
const FORMAT: u32 = 4;
const HEADER_BYTES: usize = 48;
const TEXT_BYTES: usize = 8;
const LOCATION_BYTES: usize = 28;
const COMMAND_BYTES: usize = 24;
const PARAMETER_BYTES: usize = 44;
/// Flags of a parameter.
const HAS_DEFAULT: u32 = 1;
const IS_REST: u32 = 2;
const BY_NAME: u32 = 4;

crate::values::numbered! {
    /// How an argument of a command is read from the command line.
    pub enum ParameterKind {
        /// A whole number (`int`).
        Int = 0, "int";
        /// A number (`scalar`).
        Number = 1, "number";
        /// Any text (`string`).
        Text = 2, "text";
        /// Yes or no: `--name` or `--no-name`, without a value (a parameter whose default is `true` or `false`).
        Flag = 3, "flag";
        /// Numbers separated by commas, brackets allowed (`vec`, `vec3`, …).
        Numbers = 4, "numbers";
        /// Whole numbers separated by commas, brackets allowed (`ivec`, `ivec3`, …).
        Integers = 5, "integers";
        /// Texts, one each time that the option is given (`vec[string]`).
        Texts = 6, "texts";
    }
}

/// A row of the location table: where an error can come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Source file as it shall be shown.
    pub file: String,
    /// Function, or empty for script statements.
    pub function: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// For a statement of an inlined function: the row of the call; else 0.
    pub call: u32,
}

/// A parameter of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, also the option `--name`.
    pub name: String,
    /// One line of documentation, or empty.
    pub doc: String,
    /// Its type as written, for `--help`.
    pub type_name: String,
    /// Its default as written, for `--help`; `None` makes the argument required.
    pub default: Option<String>,
    /// How the argument is read.
    pub kind: ParameterKind,
    /// Whether it takes all arguments that are left (`...name`); only the last parameter.
    pub is_rest: bool,
    /// Whether it is given by its name alone, never by position.
    pub by_name: bool,
    /// How many numbers a vector has; 0: any number.
    pub numbers: u32,
}

/// What a program can be asked to do: `main`, or one of several by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The word that asks for it; empty: the whole program is this command.
    pub name: String,
    /// Its doc comment without what that says of the parameters.
    pub doc: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
}

/// The description of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramInfo {
    /// The source file.
    pub source: String,
    /// What the file says of itself, for `--help` of a program with several commands.
    pub about: String,
    /// The location table; `error_location` names rows of it.
    pub locations: Vec<Location>,
    /// What can be asked of it: none (script statements alone), one without a name, or several with names.
    pub commands: Vec<Command>,
    /// The texts that errors of kernels on devices name by their numbers.
    pub texts: Vec<String>,
}

impl ProgramInfo {
    /// The blob.
    ///
    /// # Panics
    /// When it would pass 4 GiB.
    pub fn encode(&self) -> Vec<u8> {
        let commands_at = HEADER_BYTES + LOCATION_BYTES * self.locations.len();
        let parameters_at = commands_at + COMMAND_BYTES * self.commands.len();
        let parameters = self.commands.iter().flat_map(|it| &it.parameters);
        let listed = parameters_at + PARAMETER_BYTES * parameters.clone().count();
        let texts_at = listed + TEXT_BYTES * self.texts.len();
        let mut encoder = Encoder {
            fixed: Vec::with_capacity(texts_at),
            texts: Vec::new(),
            texts_at,
            known: Vec::new(),
        };
        encoder.word(MAGIC);
        encoder.word(FORMAT);
        encoder.text(&self.source);
        encoder.text(&self.about);
        encoder.range(HEADER_BYTES, self.locations.len());
        encoder.range(commands_at, self.commands.len());
        encoder.range(listed, self.texts.len());
        for location in &self.locations {
            encoder.text(&location.file);
            encoder.text(&location.function);
            encoder.word(location.line);
            encoder.word(location.column);
            encoder.word(location.call);
        }
        let mut at = parameters_at;
        for command in &self.commands {
            encoder.text(&command.name);
            encoder.text(&command.doc);
            encoder.range(at, command.parameters.len());
            at += PARAMETER_BYTES * command.parameters.len();
        }
        for parameter in parameters {
            encoder.parameter(parameter);
        }
        for text in &self.texts {
            encoder.text(text);
        }
        let Encoder {
            mut fixed, texts, ..
        } = encoder;
        assert_eq!(fixed.len(), texts_at, "the tables have their stated sizes");
        fixed.extend_from_slice(&texts);
        fixed
    }
}

/// The tables and the texts behind them, while a blob is written.
struct Encoder<'a> {
    fixed: Vec<u8>,
    texts: Vec<u8>,
    texts_at: usize,
    /// Texts written so far, in order of content, with their offsets: a name is stored once.
    known: Vec<(&'a str, u32)>,
}

impl<'a> Encoder<'a> {
    fn word(&mut self, value: u32) {
        self.fixed.extend_from_slice(&value.to_le_bytes());
    }

    fn range(&mut self, offset: usize, count: usize) {
        self.word(u32::try_from(offset).expect("a blob under 4 GiB"));
        self.word(u32::try_from(count).expect("a blob under 4 GiB"));
    }

    fn text(&mut self, text: &'a str) {
        let offset = match self.known.binary_search_by(|(known, _)| (*known).cmp(text)) {
            Ok(index) => self.known[index].1,
            Err(index) => {
                let offset =
                    u32::try_from(self.texts_at + self.texts.len()).expect("a blob under 4 GiB");
                self.texts.extend_from_slice(text.as_bytes());
                self.known.insert(index, (text, offset));
                offset
            }
        };
        self.range(offset as usize, text.len());
    }

    fn parameter(&mut self, parameter: &'a Parameter) {
        self.text(&parameter.name);
        self.text(&parameter.doc);
        self.text(&parameter.type_name);
        self.text(parameter.default.as_deref().unwrap_or(""));
        self.word(parameter.kind.code() as u32);
        let has_default = u32::from(parameter.default.is_some()) * HAS_DEFAULT;
        let is_rest = u32::from(parameter.is_rest) * IS_REST;
        let by_name = u32::from(parameter.by_name) * BY_NAME;
        self.word(has_default | is_rest | by_name);
        self.word(parameter.numbers);
    }
}

/// A blob, read in place.
#[derive(Clone, Copy, Debug)]
pub struct ProgramView<'a> {
    bytes: &'a [u8],
}

/// A row of the location table, read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocationView<'a> {
    /// Source file.
    pub file: &'a str,
    /// Function, or empty for script statements.
    pub function: &'a str,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// For a statement of an inlined function: the row of the call; else 0.
    pub call: u32,
}

/// A command, read in place.
#[derive(Clone, Copy, Debug)]
pub struct CommandView<'a> {
    /// The word that asks for it; empty: the whole program is this command.
    pub name: &'a str,
    /// Its doc comment without what that says of the parameters.
    pub doc: &'a str,
    program: ProgramView<'a>,
    /// Where the range of its parameters stands.
    parameters_at: usize,
}

impl<'a> CommandView<'a> {
    /// The parameters, in order.
    pub fn parameters(self) -> impl Iterator<Item = ParameterView<'a>> {
        (0..).map_while(move |index| {
            let row = self
                .program
                .row(self.parameters_at, index, PARAMETER_BYTES)?;
            self.program.parameter(row)
        })
    }
}

/// A parameter of a command, read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterView<'a> {
    /// Its name.
    pub name: &'a str,
    /// One line of documentation, or empty.
    pub doc: &'a str,
    /// Its type as written.
    pub type_name: &'a str,
    /// Its default as written; `None` when it is required.
    pub default: Option<&'a str>,
    /// How the argument is read.
    pub kind: ParameterKind,
    /// Whether it takes all arguments that are left.
    pub is_rest: bool,
    /// Whether it is given by its name alone.
    pub by_name: bool,
    /// How many numbers a vector has; 0: any number.
    pub numbers: u32,
}

impl<'a> ProgramView<'a> {
    /// Reads the header; `None` for bytes that are no blob of this format.
    pub fn new(bytes: &'a [u8]) -> Option<ProgramView<'a>> {
        let view = ProgramView { bytes };
        let valid =
            view.word(0)? == MAGIC && view.word(4)? == FORMAT && bytes.len() >= HEADER_BYTES;
        valid.then_some(view)
    }

    /// The whole description.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The source file.
    pub fn source(&self) -> &'a str {
        self.text(8)
    }

    /// What the file says of itself.
    pub fn about(&self) -> &'a str {
        self.text(16)
    }

    /// Number of rows of the location table.
    pub fn location_count(&self) -> usize {
        self.word(28).unwrap_or(0) as usize
    }

    /// A row of the location table; `None` when there is no such row.
    pub fn location(&self, index: usize) -> Option<LocationView<'a>> {
        let at = self.row(24, index, LOCATION_BYTES)?;
        Some(LocationView {
            file: self.text(at),
            function: self.text(at + 8),
            line: self.word(at + 16)?,
            column: self.word(at + 20)?,
            call: self.word(at + 24)?,
        })
    }

    /// The commands, in order.
    pub fn commands(self) -> impl Iterator<Item = CommandView<'a>> {
        (0..).map_while(move |index| {
            let at = self.row(32, index, COMMAND_BYTES)?;
            Some(CommandView {
                name: self.text(at),
                doc: self.text(at + 8),
                program: self,
                parameters_at: at + 16,
            })
        })
    }

    /// The parameter that stands there.
    fn parameter(self, at: usize) -> Option<ParameterView<'a>> {
        let flags = self.word(at + 36)?;
        Some(ParameterView {
            name: self.text(at),
            doc: self.text(at + 8),
            type_name: self.text(at + 16),
            default: (flags & HAS_DEFAULT != 0).then(|| self.text(at + 24)),
            kind: ParameterKind::from_code(self.word(at + 32)? as i32)?,
            is_rest: flags & IS_REST != 0,
            by_name: flags & BY_NAME != 0,
            numbers: self.word(at + 40)?,
        })
    }

    /// A text that a kernel on a device names; `None` when there is no such one.
    pub fn text_of(&self, index: usize) -> Option<&'a str> {
        Some(self.text(self.row(40, index, TEXT_BYTES)?))
    }

    fn row(&self, table: usize, index: usize, bytes: usize) -> Option<usize> {
        let (offset, count) = (self.word(table)? as usize, self.word(table + 4)? as usize);
        (index < count).then_some(offset + index * bytes)
    }

    fn word(&self, at: usize) -> Option<u32> {
        let bytes = self.bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// The text whose offset and length lie at `at`; empty if they are out of the blob.
    fn text(&self, at: usize) -> &'a str {
        let find = || {
            let (offset, length) = (self.word(at)? as usize, self.word(at + 4)? as usize);
            core::str::from_utf8(self.bytes.get(offset..offset.checked_add(length)?)?).ok()
        };
        find().unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;
    use alloc::vec;

    fn sample() -> ProgramInfo {
        let location = |line| Location {
            file: "a.q".to_string(),
            function: "main".to_string(),
            line,
            column: 3,
            call: 0,
        };
        let parameter = |name: &str, kind, default: Option<&str>| Parameter {
            name: name.to_string(),
            doc: format!("the {name}"),
            type_name: "string".to_string(),
            default: default.map(ToString::to_string),
            kind,
            is_rest: false,
            by_name: default.is_some(),
            numbers: 0,
        };
        let rest = Parameter {
            is_rest: true,
            ..parameter("files", ParameterKind::Texts, None)
        };
        let command = |name: &str, parameters| Command {
            name: name.to_string(),
            doc: format!("Does {name}."),
            parameters,
        };
        let sigma = parameter("sigma", ParameterKind::Number, Some("1.5"));
        let size = Parameter {
            numbers: 2,
            ..parameter("size", ParameterKind::Integers, None)
        };
        ProgramInfo {
            source: "a.q".to_string(),
            about: "Does it.".to_string(),
            locations: vec![location(1), location(70_000)],
            commands: vec![
                command("blur", vec![sigma, rest]),
                command("list", vec![]),
                command("resize", vec![size]),
            ],
            texts: vec!["image".to_string(), "größe".to_string()],
        }
    }

    #[test]
    fn blob_reads_back() {
        let info = sample();
        let blob = info.encode();
        let view = ProgramView::new(&blob).expect("a blob");
        assert_eq!((view.source(), view.about()), ("a.q", "Does it."));
        assert_eq!(view.location_count(), 2);
        let second = view.location(1).expect("a row");
        assert_eq!(
            (second.file, second.function, second.line, second.column),
            ("a.q", "main", 70_000, 3)
        );
        assert_eq!(view.location(2), None);
        let commands: Vec<_> = view.commands().collect();
        let named = |command: &CommandView<'_>| (command.name.to_string(), command.doc.to_string());
        let names = ["blur", "list", "resize"];
        let expected = names.map(|name| (name.to_string(), format!("Does {name}.")));
        assert_eq!(commands.iter().map(named).collect::<Vec<_>>(), expected);
        let blur: Vec<_> = commands[0].parameters().collect();
        let read = blur
            .iter()
            .map(|it| (it.name, it.default, it.is_rest, it.by_name));
        let sigma = ("sigma", Some("1.5"), false, true);
        let expected = [sigma, ("files", None, true, false)];
        assert_eq!(read.collect::<Vec<_>>(), expected);
        assert_eq!(commands[1].parameters().count(), 0);
        let size = commands[2].parameters().next().expect("a parameter");
        assert_eq!((size.kind, size.numbers), (ParameterKind::Integers, 2));
        let texts = [0, 1, 2].map(|index| view.text_of(index));
        assert_eq!(texts, [Some("image"), Some("größe"), None]);
    }

    #[test]
    fn damaged_blobs_are_no_panic() {
        let blob = sample().encode();
        assert!(ProgramView::new(&[]).is_none());
        for length in 0..blob.len() {
            if let Some(view) = ProgramView::new(&blob[..length]) {
                let _ = (view.source(), view.location(1));
                let parameters = view.commands().map(|it| it.parameters().count());
                let _: usize = parameters.sum();
                let _ = view.text_of(1);
            }
        }
    }
}
