//! The table of all diagnostics: one row each.
//!
//! Numbers: 00xx characters and words, 01xx syntax, 02xx names and files, 03xx types and sizes, 04xx functions and calls, 05xx kernels,
//! 06xx reductions, attributes and macros, 09xx options and limits. Warnings have `W` and a name for `-A name`, `-W name` and
//! `--deny=name`; `silent` ones are told only when `-W` asks. Run-time errors have their own table in `rt/abi`.
//!
//! *Invariant:* the bad example of a row yields its code, the good one nothing; a test compiles both.

use super::Severity;

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The number with its letter: `E0101`.
    pub number: &'static str,
    /// How bad it is unless options say otherwise.
    pub severity: Severity,
    /// The name that `-A`, `-W` and `--deny` take; warnings only.
    pub lint: Option<&'static str>,
    /// A warning that is told only when `-W` asks for it.
    pub silent: bool,
    /// What is wrong, in general words.
    pub title: &'static str,
    /// Why it is wrong and what to do, in a few sentences.
    pub explanation: &'static str,
    /// A program that yields the code.
    pub bad: &'static str,
    /// The program put right.
    pub good: &'static str,
}

/// A cell of cells, as the bad example of `LargeType`: eight statements make 4^8 of them.
const LARGE_TYPE: &str = concat!(
    "x = {1, \"a\"}\n",
    "x = {x, 1, x, 2, x, 3, x}\nx = {x, 1, x, 2, x, 3, x}\n",
    "x = {x, 1, x, 2, x, 3, x}\nx = {x, 1, x, 2, x, 3, x}\n",
    "x = {x, 1, x, 2, x, 3, x}\nx = {x, 1, x, 2, x, 3, x}\n",
    "x = {x, 1, x, 2, x, 3, x}\nx = {x, 1, x, 2, x, 3, x}\n",
);

/// 1100 open parentheses, as the bad example of `NestingTooDeep`.
const TOO_DEEP: &str = concat!(
    "x = ",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
    "\n"
);

macro_rules! severity {
    (error) => {
        Severity::Error
    };
    (warning) => {
        Severity::Warning
    };
    (note) => {
        Severity::Note
    };
    (silent) => {
        Severity::Warning
    };
}

macro_rules! is_silent {
    (silent) => {
        true
    };
    ($other:ident) => {
        false
    };
}

macro_rules! lint {
    () => {
        None
    };
    ($name:literal) => {
        Some($name)
    };
}

macro_rules! rows {
    ($($name:ident = $number:literal, $severity:ident $($lint:literal)?, $title:literal {
        explanation: $explanation:literal,
        bad: $bad:expr,
        good: $good:expr,
    })*) => {
        /// The code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!($number, ": ", $title)] $name,)*
        }

        const ROWS: &[Row] = &[$(Row {
            number: $number,
            severity: severity!($severity),
            lint: lint!($($lint)?),
            silent: is_silent!($severity),
            title: $title,
            explanation: $explanation,
            bad: $bad,
            good: $good,
        },)*];

        const CODES: &[Code] = &[$(Code::$name,)*];
    };
}

impl Code {
    /// The row of this code.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The number with its letter: `E0101`.
    pub fn number(self) -> &'static str {
        self.row().number
    }

    /// All codes in the order of the table.
    pub fn all() -> &'static [Code] {
        CODES
    }

    /// The code with this number, whatever the case of its letter.
    pub fn from_number(number: &str) -> Option<Code> {
        CODES
            .iter()
            .copied()
            .find(|code| code.number().eq_ignore_ascii_case(number))
    }

    /// The warning with this lint name.
    pub fn from_lint(name: &str) -> Option<Code> {
        CODES
            .iter()
            .copied()
            .find(|code| code.row().lint == Some(name))
    }
}

rows! {
    // ------------------------------------------------------------------------------------------------- characters and words
    UnexpectedCharacter = "E0001", error, "unexpected character" {
        explanation: "The character has no meaning in Quasar outside of strings and comments. Names consist of letters without accents, digits and underscores.",
        bad: "x = 1 @ 2\n",
        good: "x = 1 + 2\n",
    }
    UnterminatedString = "E0002", error, "string without a closing quote" {
        explanation: "A string ends at its double quote on the same line. A backslash has no meaning within a string; a quote within a string is written twice.",
        bad: "x = \"hello\n",
        good: "x = \"hello\"\n",
    }
    MalformedNumber = "E0003", error, "malformed number" {
        explanation: "A number is made of digits, perhaps a decimal point and an exponent. The suffix i or j makes it imaginary. Other bases are written 0xFF or 0FFh, 0o17 or 17o, 0b101 or 101b. Letters directly after a number have no other meaning; a product needs `*`.",
        bad: "y = 2x\n",
        good: "y = 2*x\n",
    }
    // --------------------------------------------------------------------------------------------------------------- syntax
    UnexpectedToken = "E0101", error, "unexpected word or mark" {
        explanation: "Something else is needed at this place. The message says what, and what was found.",
        bad: "for i in 0..3\nend\n",
        good: "for i = 0..3\nend\n",
    }
    ExpectedExpression = "E0102", error, "an expression is missing" {
        explanation: "An operator, a bracket or a statement needs a value at this place.",
        bad: "x = 3 + * 4\n",
        good: "x = 3 + 4\n",
    }
    ExpectedType = "E0103", error, "a type is missing" {
        explanation: "A type must follow the colon: a name such as `scalar`, `vec[int]` or `cube(:,:,3)`, a function type `[scalar -> scalar]`, `??`, or modifiers alone such as `'const`. Ranges are written `first..last`, not with a colon.",
        bad: "x = y[0:5]\n",
        good: "x = y[0..5]\n",
    }
    ExpectedEndOfStatement = "E0104", error, "the statement goes on where it should end" {
        explanation: "Statements end at the end of the line or at `;`. A line goes on when it ends with an operator, with `_`, or within brackets.",
        bad: "x = 3 y = 4\n",
        good: "x = 3; y = 4\n",
    }
    UnclosedBracket = "E0105", error, "a bracket is never closed" {
        explanation: "Every bracket needs its partner before the next statement starts.",
        bad: "x = f(1, 2\ny = 3\n",
        good: "x = f(1, 2)\ny = 3\n",
    }
    StrayBracket = "E0106", error, "a closing bracket without an opening one" {
        explanation: "The bracket closes nothing. Perhaps an opening bracket is missing, or this one is left over.",
        bad: "x = 1)\n",
        good: "x = (1)\n",
    }
    MissingTerminator = "E0107", error, "a block is never closed" {
        explanation: "Every block needs its end: `end`, or the word of its kind such as `endif` or `endfunction`; a `repeat` needs `until`. Where the indentation shows which block lacks its end, the message points to that one.",
        bad: "if x > 0\n    y = 1\n",
        good: "if x > 0\n    y = 1\nend\n",
    }
    WrongTerminator = "E0108", error, "a block is closed by the word of another" {
        explanation: "`endif` closes only an `if`, `endfor` only a `for`, and so on; `end` closes every block but `repeat`, which ends with `until`.",
        bad: "if x > 0\n    y = 1\nendwhile\n",
        good: "if x > 0\n    y = 1\nendif\n",
    }
    StrayTerminator = "E0109", error, "a word that belongs to a block, without the block" {
        explanation: "`end`, `else`, `catch` and `until` belong to a block that is open. Here no such block is open.",
        bad: "x = 1\nend\n",
        good: "x = 1\n",
    }
    UnknownModifier = "E0110", error, "unknown modifier" {
        explanation: "The modifiers of types are access modes ('unchecked 'checked 'safe 'circular 'mirror 'clamped), storage ('const 'nocopy 'hwconst 'hwtex_const 'hwtex_nearest 'hwtex_linear), orientation ('row 'col) and precision ('half 'single 'double 'sat).",
        bad: "x : mat'miror = y\n",
        good: "x : mat'mirror = y\n",
    }
    InvalidTarget = "E0111", error, "this cannot be assigned to" {
        explanation: "Variables, elements, slices and fields can be assigned to; the values of calls and operators cannot. An element is written with brackets.",
        bad: "x(3) = 1\n",
        good: "x[3] = 1\n",
    }
    NestingTooDeep = "E0112", error, "nested too deep" {
        explanation: "Brackets, blocks and signs may nest 1000 levels deep, one expression may have about 10,000 operators in a row, one choice 20,000 branches, and functions may call each other 3000 deep. Where there are fewer addresses than qc needs for that (`ulimit -v`), the bounds are smaller.",
        bad: TOO_DEEP,
        good: "x = ((1))\n",
    }
    AssignmentAsCondition = "E0113", error, "an assignment as a condition" {
        explanation: "`=` assigns; `==` compares.",
        bad: "if x = 3\nend\n",
        good: "if x == 3\nend\n",
    }
    EndAsIndex = "E0114", error, "`end` as an index" {
        explanation: "Unlike MATLAB, Quasar counts from 0 and has no `end` within brackets. The last index of dimension d is `size(x,d)-1`, that of a vector `numel(x)-1`. What is `x(end+1) = v` there is written `x = append(x, v)`.",
        bad: "y = x[end]\n",
        good: "y = x[numel(x)-1]\n",
    }
    SingleQuote = "E0115", error, "a string in single quotes" {
        explanation: "Strings stand between double quotes. A single quote starts the modifier of a type, as in `mat'mirror`; the transpose is a function.",
        bad: "x = 'hello'\n",
        good: "x = \"hello\"\n",
    }
    ListInParentheses = "E0116", error, "a list of values in parentheses" {
        explanation: "Parentheses group one value. A vector is written `[a, b]`, a cell and several results of a lambda `{a, b}`.",
        bad: "x = (1, 2)\n",
        good: "x = [1, 2]\n",
    }
    UnbracketedTargets = "E0117", error, "several targets without brackets" {
        explanation: "Several variables are assigned at once by listing them in brackets.",
        bad: "a, b = f(x)\n",
        good: "[a, b] = f(x)\n",
    }
    MissingOutputs = "E0118", error, "a function without a list of outputs" {
        explanation: "The outputs stand before the name: `function y = f(x)`, `function [a, b] = f(x)`, or `function [] = f(x)` when there are none.",
        bad: "function f(x)\nend\n",
        good: "function [] = f(x)\nend\n",
    }
    MisplacedItem = "E0119", error, "a definition in the wrong place" {
        explanation: "Imports, types and macros stand at the top level of a file. Methods stand outside of their class: they are functions whose first parameter is `self : T`.",
        bad: "if x\n    import \"a.q\"\nend\n",
        good: "import \"a.q\"\nif x\nend\n",
    }
    ReductionForm = "E0120", error, "a reduction without its parts" {
        explanation: "A reduction reads `reduction (x : mat) -> pattern = replacement`, with a condition after `where` if there is one.",
        bad: "reduction x -> f(x) + y\n",
        good: "reduction (x, y) -> f(x) + y = g(x, y)\n",
    }
    ReservedOperator = "E0121", error, "a reserved operator" {
        explanation: "The operators `|>`, `<|` and `\\=` are set aside for later versions of the language.",
        bad: "x = a |> f\n",
        good: "x = f(a)\n",
    }
    TildeNotEqual = "W0101", warning "tilde-not-equal", "`~=` as not equal" {
        explanation: "As a statement, `x ~= y` is an exclusive or that changes x. Within an expression it is read as not equal, as in MATLAB, where the language itself has `!=`.",
        bad: "if x ~= 3\nend\n",
        good: "if x != 3\nend\n",
    }
    CStyleDeclaration = "W0102", warning "c-style-declaration", "a type before the name" {
        explanation: "The type of a variable is written after its name. The form of C is read too.",
        bad: "int x = 5\n",
        good: "x : int = 5\n",
    }
    AmbiguousArrow = "W0103", warning "ambiguous-arrow", "`<-` without a blank" {
        explanation: "`a[0] <- v` exchanges an element, `a[0] < -v` compares. Without a blank behind, `<-` is read as a comparison.",
        bad: "y = a[0]<-v\n",
        good: "y = a[0] < -v\n",
    }
    LeadingOperator = "W0104", warning "leading-operator", "a line that starts with an operator" {
        explanation: "A line goes on when it ends with an operator or with `_`, not when the next one starts with an operator: that is a statement of its own without effect.",
        bad: "x = a\n    + b\n",
        good: "x = a +\n    b\n",
    }
    RemainderAsComment = "W0105", warning "remainder-as-comment", "a remainder that is a comment" {
        explanation: "`%` starts a comment, which goes on to the end of the line: `x = 7 % 3` gives 7. Other languages have it for the remainder of a division.",
        bad: "x = 7 % 3\n",
        good: "x = mod(7, 3) % the remainder\n",
    }
    CommentOfLines = "E0122", error, "a comment of several lines" {
        explanation: "A comment ends with its line, so `%{` and `%}`, which stand around several lines of a comment in MATLAB, are comments of one line each, and the lines between them would run.",
        bad: "%{\nprint 1\n%}\n",
        good: "% print 1\n",
    }
    // ---------------------------------------------------------------------------------------------------------- names and files
    UnknownName = "E0201", error, "unknown name" {
        explanation: "A name must get a value before it is used: by an assignment, as a parameter, or as a function.",
        bad: "print lenght\n",
        good: "length = 3\nprint length\n",
    }
    ImportNotFound = "E0202", error, "import not found" {
        explanation: "An import is searched in the folder of the importing file, in the folders given with -I, in QC_PATH, and in the library that comes with qc.",
        bad: "import \"no_such_file.q\"\n",
        good: "x = 1\n",
    }
    ImportCycle = "E0203", error, "import cycle" {
        explanation: "Two files that import each other cannot be put into an order. Move what both need to a third file.",
        bad: "import \"example.q\"\n",
        good: "x = 1\n",
    }
    UnknownFunction = "E0204", error, "unknown function" {
        explanation: "A function is defined in the program, in a file that it imports, or built in.",
        bad: "x = sqroot(4)\nprint x\n",
        good: "x = sqrt(4)\nprint x\n",
    }
    UnknownType = "E0205", error, "unknown type" {
        explanation: "A type is one of the language's own or defined with `type`.",
        bad: "x : scaler = 1\nprint x\n",
        good: "x : scalar = 1\nprint x\n",
    }
    FunctionAsValue = "E0206", error, "a builtin function as a value" {
        explanation: "A builtin function is no value of its own, since its meaning depends on the arguments. A lambda around it is one.",
        bad: "f = sqrt\nprint f(4)\n",
        good: "f = x -> sqrt(x)\nprint f(4)\n",
    }
    NameOfFile = "E0207", error, "a name that a file does not give" {
        explanation: "Behind `import \"file.q\" as f`, `f.name` is a function, a type or a variable that this file defines at its top level and does not keep by `{!private}`. `f` itself is no value.",
        bad: "import \"shapes.q\" as shapes\nprint shapes.volume(2)\n",
        good: "import \"shapes.q\" as shapes\nprint shapes.area(2)\n",
    }
    Manifest = "E0208", error, "a mistake in the file of a package" {
        explanation: "A folder with a `qc.toml` that has a table `[package]` is a package: `name`, `version` and `sources`, the list of the folders of its files. `[dependencies]` has a line `name = { path = \"../folder\" }` for each package that it imports files of, as `import \"name/file.q\"`.",
        bad: "import \"package/shapes.q\"\nprint area(2)\n",
        good: "import \"shapes.q\"\nprint area(2)\n",
    }
    UnknownModule = "W0201", warning "unknown-module", "unknown module" {
        explanation: "A module of another system that is not known here is ignored; an error follows only where a name is used that nobody defines.",
        bad: "import \"Other.dll\"\n",
        good: "x = 1\n",
    }
    OtherPath = "W0202", warning "other-path", "an absolute path of another system" {
        explanation: "The program imports a file by an absolute path that is not on this machine. The file of that name in the folders of `-I`, or in the library, is taken for it. Without a folder in its name an import works on every machine.",
        bad: "import \"C:\\Quasar\\Library\\imfilter.q\"\nprint 1\n",
        good: "import \"imfilter.q\"\nprint 1\n",
    }
    NameClash = "W0203", warning "name-clash", "one function in two files" {
        explanation: "What files define is there in the whole program. Where two of them define a function with the same name and the same types of parameters, only the first can be called. Give one of them another name, keep it in its file by `{!private}`, or import a file by `as`.",
        bad: "import \"shapes.q\"\nfunction y = area(x)\n    y = 2*x\nend\nprint area(2)\n",
        good: "import \"shapes.q\" as shapes\nfunction y = area(x)\n    y = 2*x\nend\nprint area(2), shapes.area(2)\n",
    }
    // ---------------------------------------------------------------------------------------------------------- types and sizes
    TypeMismatch = "E0301", error, "a value of the wrong type" {
        explanation: "Numbers convert to each other (int to scalar to cscalar); everything else must have the type that is asked for.",
        bad: "x : scalar = \"a\"\nprint x\n",
        good: "x : scalar = 1\nprint x\n",
    }
    SizeMismatch = "E0302", error, "sizes that do not agree" {
        explanation: "Element-wise operations need arrays of equal sizes, a matrix product needs equal inner dimensions, a declared size must be the size of the value.",
        bad: "print [1,2,3] + [1,2]\n",
        good: "print [1,2,3] + [1,2,4]\n",
    }
    NotIndexable = "E0303", error, "brackets on something without elements" {
        explanation: "Only arrays have elements.",
        bad: "x = 3\nprint x[0]\n",
        good: "x = [3]\nprint x[0]\n",
    }
    BadIndex = "E0304", error, "an index of the wrong type" {
        explanation: "An index is an int, a range, a vector of ints or `:`.",
        bad: "x = [1,2]\nprint x[\"a\"]\n",
        good: "x = [1,2]\nprint x[1]\n",
    }
    IndexCount = "E0305", error, "the wrong number of indices" {
        explanation: "An array has one index per dimension; one index alone counts through all elements.",
        bad: "x = [1,2]\nprint x[0,0,1,1]\n",
        good: "x = [1,2]\nprint x[0,1]\n",
    }
    IndexOutOfBounds = "E0306", error, "an index that is always outside" {
        explanation: "Indices count from 0. The last index of n elements is n-1.",
        bad: "x = [1,2]\nprint x[2]\n",
        good: "x = [1,2]\nprint x[1]\n",
    }
    BadCondition = "E0307", error, "a condition that is neither true nor false" {
        explanation: "A condition is a number (true when not zero) or an array (true when not empty and all elements are not zero).",
        bad: "if \"a\"\n    print 1\nend\n",
        good: "if 1 < 2\n    print 1\nend\n",
    }
    BadOperand = "E0308", error, "an operator on a value that it does not work on" {
        explanation: "Arithmetic works on numbers and arrays of numbers. Strings can be joined with + and compared.",
        bad: "print \"a\" / 2\n",
        good: "print \"a\" + 2\n",
    }
    MatrixOperator = "E0309", error, "an operator of linear algebra used element by element" {
        explanation: "`*`, `/` and `^` follow linear algebra on arrays. `.*`, `./` and `.^` work element by element.",
        bad: "print [1,2] * [3,4]\n",
        good: "print [1,2] .* [3,4]\n",
    }
    MixedLiteral = "E0310", error, "a literal with parts of different types" {
        explanation: "All parts of `[…]` are numbers, or all are strings.",
        bad: "print [1,\"a\"]\n",
        good: "print [1,2]\n",
    }
    ArrayInLiteral = "E0311", error, "an array within brackets" {
        explanation: "`[…]` makes a vector of its parts and does not join arrays.",
        bad: "a = [1,2]\nprint [a,3]\n",
        good: "a = [1,2]\nprint [...a,3]\n",
    }
    TypeAsValue = "E0312", error, "a type where a value is needed" {
        explanation: "A type stands after `:` or is called to make a value.",
        bad: "x = scalar\n",
        good: "x = vec(3)\nprint x\n",
    }
    NotConstant = "E0313", error, "a value that must be known at compile time" {
        explanation: "Sizes and numbers of dimensions in types are constants or generic parameters.",
        bad: "n = numel(imread(\"a.png\"))\nx : cube{n} = zeros(2,2)\n",
        good: "x : cube{2} = zeros(2,2)\nprint x\n",
    }
    TooManyDimensions = "E0314", error, "too many dimensions" {
        explanation: "An array has 1 to 16 dimensions.",
        bad: "x = zeros(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)\n",
        good: "x = zeros(1,2)\nprint x\n",
    }
    UnknownLength = "E0315", error, "a vector of unknown length unpacked" {
        explanation: "`...v` needs to know at compile time how many elements it stands for.",
        bad: "v = 0..numel(imread(\"a.png\"))\nprint [...v]\n",
        good: "v = 0..3\nprint [...v]\n",
    }
    NoValue = "E0316", error, "no value where one is needed" {
        explanation: "Some calls give no value, such as `print` and functions without outputs.",
        bad: "x = print(1)\n",
        good: "x = 1\nprint x\n",
    }
    ConstantWritten = "E0317", error, "a constant written" {
        explanation: "A variable with the modifier 'const cannot be changed.",
        bad: "function [] = f(x : vec'const)\n    x[0] = 1\nend\nf(zeros(3))\n",
        good: "function [] = f(x : vec)\n    x[0] = 1\nend\nf(zeros(3))\n",
    }
    StorageScalar = "E0318", error, "a storage integer outside of an array" {
        explanation: "The types `int8`, `int16`, `uint8`, `uint16`, `uint32` and `uint64` say how the elements of arrays are stored. Elements are computed as `int`, those of `uint32` and `uint64` as `int64`, when they are read and rounded and limited when they are stored, so that there are no variables of these types.",
        bad: "x : uint8 = 5\nprint x\n",
        good: "x : vec[uint8] = vec[uint8](1)\nx[0] = 5\nprint x[0]\n",
    }
    BadRange = "E0319", error, "a loop over something that is not a range" {
        explanation: "`for` runs over a range `a..b`, `a..s..b` or the elements of a vector.",
        bad: "for i = \"abc\"\n    print i\nend\n",
        good: "for i = 0..3\n    print i\nend\n",
    }
    OutsideLoop = "E0320", error, "break or continue outside of a loop" {
        explanation: "`break` and `continue` belong to a loop around them.",
        bad: "break\n",
        good: "for i = 0..3\n    break\nend\n",
    }
    PatternCount = "E0321", error, "the wrong number of patterns" {
        explanation: "An arm has one pattern for each value that is matched.",
        bad: "match 1, 2 with\n| 1 -> print 1\nend\n",
        good: "match 1, 2 with\n| 1, 2 -> print 1\nend\n",
    }
    AssertionFails = "E0322", error, "an assertion that never holds" {
        explanation: "The condition is known to be false at compile time.",
        bad: "assert(1 > 2)\n",
        good: "assert(2 > 1)\n",
    }
    Misplaced = "E0323", error, "something in the wrong place" {
        explanation: "`:` and `...` have a meaning only in certain lists.",
        bad: "x = sqrt(:)\n",
        good: "x = zeros(2,2)\nprint x[:,0]\n",
    }
    IntOverflow = "E0324", error, "constants whose result no int holds" {
        explanation: "Arithmetic of ints gives ints of 32 bits. While the program runs a result that does not fit wraps; `--check=overflow` finds where. Of constants it is an error. One operand with a point makes the result a scalar.",
        bad: "print 2^40\n",
        good: "print 2.0^40\n",
    }
    UnknownField = "E0340", error, "a field that does not exist" {
        explanation: "A class has the fields of its definition, and the methods whose first parameter is `self` of that class.",
        bad: "type point : class\n    x : scalar\nend\np = point(x:=1)\nprint p.y\n",
        good: "type point : class\n    x : scalar\nend\np = point(x:=1)\nprint p.x\n",
    }
    ConstructorFields = "E0341", error, "a constructor without its fields" {
        explanation: "A class is made with all fields by name, each once, or with none: then they are zero. Fields of function type have no zero. Other forms are functions with the name of the class.",
        bad: "type point : class\n    x : scalar\n    y : scalar\nend\np = point(x:=1)\n",
        good: "type point : class\n    x : scalar\n    y : scalar\nend\np = point(x:=1, y:=2)\n",
    }
    UnknownKey = "E0342", error, "a key that the enumeration does not have" {
        explanation: "The keys of an enumeration are written `color.Red`; within a `match` of such a value also bare.",
        bad: "type color : enum\n    Red\nend\nc = color.Green\n",
        good: "type color : enum\n    Red\n    Green\nend\nc = color.Green\n",
    }
    DefinedTwice = "E0343", error, "a name defined twice" {
        explanation: "Types share one space of names over all files; fields and keys are unique within their type. The launches `parallel_do` and `serial_do` are of the language; no function can have their names.",
        bad: "type color : enum\n    Red\n    Red\nend\n",
        good: "type color : enum\n    Red\n    Blue\nend\n",
    }
    EndlessType = "E0344", error, "a type that contains itself" {
        explanation: "A value of a class holds its fields, so it cannot hold a value of its own class. A pointer refers to one. A function holds what it captures, so a loop cannot make a function that captures the one of the iteration before, and a function that calls itself cannot give one that captures what the call gives. The same holds for cells: `x = {x, 1}` in a loop has another type in each iteration.",
        bad: "type node : class\n    next : node\nend\n",
        good: "type node : class\n    next : ^node\nend\n",
    }
    PointerTarget = "E0345", error, "a pointer to something that is not a class" {
        explanation: "`^T` refers to a shared object of a class. Arrays are references already, and numbers are passed by value.",
        bad: "function [] = f(x : ^mat)\n    print x\nend\nf([[1,2],[3,4]])\n",
        good: "function [] = f(x : mat)\n    print x\nend\nf([[1,2],[3,4]])\n",
    }
    UninitialisedPointer = "E0346", error, "a pointer without a value" {
        explanation: "A variable of type `^T` gets an object or `nullptr` where it is declared.",
        bad: "type point : class\n    x : scalar\nend\np : ^point\n",
        good: "type point : class\n    x : scalar\nend\np : ^point = nullptr\nprint p == nullptr\n",
    }
    ImmutableField = "E0347", error, "a field of a shared immutable object written" {
        explanation: "Objects of a `class` behind a pointer do not change; those of a `mutable class` do. Fields of a variable of class type can always be assigned.",
        bad: "type point : class\n    x : scalar\nend\np : ^point = point(x:=1)\np.x = 2\n",
        good: "type point : mutable class\n    x : scalar\nend\np : ^point = point(x:=1)\np.x = 2\n",
    }
    LargeType = "E0348", error, "a type with too many parts" {
        explanation: "The type of a cell tells the type of each of its elements, and what lies in these. `x = {x, 1, x}` has more than twice the parts that `x` had before. A value of a class has the parts of all its fields. A type may have 100,000 parts, 1000 in each other; a pointer `^T` is one, and the elements of an array that `vec[??](n)` makes have one type, whatever they hold.",
        bad: LARGE_TYPE,
        good: "x = vec[??](3)\nx[0] = {1, \"a\"}\nx[1] = {x, 1}\nprint numel(x)\n",
    }
    Truncated = "W0301", warning "truncation", "a fraction lost" {
        explanation: "A scalar that is stored in an int, or in an element of an array of ints, loses its fraction. Who declares ints, by `n : int` or `vec[int](4)`, is told where the fraction is known. `x = [1,2,3]` has ints because no number in it has a point: there a store is told that may have a fraction, as `x[0] /= 2`.",
        bad: "n : int = 2.5\nprint n\n",
        good: "n : int = int(2.5)\nprint n\n",
    }
    Saturated = "W0302", warning "saturation", "a constant that elements cannot hold" {
        explanation: "Elements of 8 and 16 bits saturate: a number outside of their range becomes the nearest one in it, of halves infinity.",
        bad: "v : vec[uint8](2) = [3, 300]\nprint v\n",
        good: "v : vec[uint8](2) = [3, 255]\nprint v\n",
    }
    AccessOfNumber = "W0303", warning "access-of-number", "a modifier for arrays on a number" {
        explanation: "A modifier such as `'unchecked` or `'mirror` says what lies outside of an array. A number has no elements, so that it means nothing there; programs of the original system have it on parameters of any type.",
        bad: "function y = f(a : scalar'unchecked)\n    y = 2*a\nend\nprint f(1)\n",
        good: "function y = f(a : vec'unchecked)\n    y = 2*a[0]\nend\nprint f([1.0])\n",
    }
    // ------------------------------------------------------------------------------------------------------ functions and calls
    ArgumentCount = "E0401", error, "the wrong number of arguments" {
        explanation: "A call has one argument per parameter; those with default values may be left out.",
        bad: "print sqrt(1, 2)\n",
        good: "print sqrt(1)\n",
    }
    NoOverload = "E0402", error, "no definition fits the arguments" {
        explanation: "Several functions have this name, and none takes arguments of these types.",
        bad: "function y = f(x : scalar)\n    y = x\nend\nfunction y = f(x : mat)\n    y = x\nend\nprint f(\"a\")\n",
        good: "function y = f(x : scalar)\n    y = x\nend\nfunction y = f(x : mat)\n    y = x\nend\nprint f(1)\n",
    }
    NamedArgument = "E0403", error, "an argument for a parameter that does not exist" {
        explanation: "`name := value`, also written `name = value`, gives a value to the parameter of that name, once. An assignment as an argument has parentheses: `f((a = 1))`.",
        bad: "function y = f(size1 = 1)\n    y = size1\nend\nprint f(size2 := 3)\n",
        good: "function y = f(size1 = 1)\n    y = size1\nend\nprint f(size1 := 3)\n",
    }
    BadArgument = "E0404", error, "an argument of the wrong type" {
        explanation: "The function does not work on values of this type.",
        bad: "print sqrt(\"a\")\n",
        good: "print sqrt(4)\n",
    }
    NotCallable = "E0405", error, "a call of something that is not a function" {
        explanation: "Functions are called with parentheses, elements are read with brackets.",
        bad: "x = [1,2]\nprint x(0)\n",
        good: "x = [1,2]\nprint x[0]\n",
    }
    OutputCount = "E0406", error, "the wrong number of targets" {
        explanation: "`[a, b] = …` takes the first outputs of a call, or all elements of a vector.",
        bad: "[a, b] = sqrt(4)\n",
        good: "[a, b] = [1, 2]\nprint a, b\n",
    }
    OutputNotSet = "E0407", error, "an output without a value" {
        explanation: "A function must give each of its outputs a value on some path.",
        bad: "function y = f(x)\n    z = x\nend\nprint f(1)\n",
        good: "function y = f(x)\n    y = x\nend\nprint f(1)\n",
    }
    CapturedUpdate = "E0408", error, "an update of a captured variable" {
        explanation: "Nested functions and lambdas can read the variables around them and write elements of arrays, but not change the variables.",
        bad: "function [] = outer()\n    a = 1\n    function [] = inner()\n        a += 1\n    end\n    inner()\nend\nouter()\n",
        good: "function [] = outer()\n    a = [1]\n    function [] = inner()\n        a[0] += 1\n    end\n    inner()\nend\nouter()\n",
    }
    LambdaRestriction = "E0409", error, "a lambda with more than a lambda can have" {
        explanation: "Lambdas have no optional parameters, no overloads, no control structures and no nested functions: a lambda is one expression, or statements without blocks in parentheses.",
        bad: "f = (x = 1) -> x\nprint f(2)\n",
        good: "f = x -> x\nprint f(2)\n",
    }
    EndlessInstances = "E0410", error, "a function that needs ever new instances" {
        explanation: "Each call of the function by itself has other argument types, so that no end is in sight.",
        bad: "function [] = f(x)\n    g = y -> x\n    f(g)\nend\nf(1)\n",
        good: "function [] = f(x)\n    print x\nend\nf(1)\n",
    }
    MainParameter = "E0411", error, "a parameter that cannot come from the command line" {
        explanation: "Parameters of `main` and of commands are ints, scalars, strings and vectors of these; a vector of strings is empty where the option is never given, and has no default.",
        bad: "function [] = main(x : mat)\n    print x\nend\n",
        good: "function [] = main(x : vec = [1,2])\n    print x\nend\n",
    }
    RestParameter = "E0412", error, "a rest parameter that cannot be one" {
        explanation: "A rest parameter (`...args`) takes the arguments that are left and is therefore the last one. Kernels have none: the arguments of a launch are bound one by one.",
        bad: "function [] = f(...a : vec, b : int)\n    print b\nend\nf(1, 2)\n",
        good: "function [] = f(b : int, ...a : vec)\n    print b\nend\nf(1, 2)\n",
    }
    Command = "E0413", error, "a command that cannot be one" {
        explanation: "A program is `main`, or several functions with `{!command}`, each called by its name: `./app resize photo.png`. So it does not have both, and no two commands have one name, which is made of letters, digits and dashes. What all of them need stands at the top level of the file, which runs first.",
        bad: "function [] = main()\n    print 1\nend\nfunction [] = list(path : string = \".\")\n    {!command}\n    print dir(path)\nend\n",
        good: "function [] = one()\n    {!command}\n    print 1\nend\nfunction [] = list(path : string = \".\")\n    {!command}\n    print dir(path)\nend\n",
    }
    ExportType = "E0414", error, "a parameter or a result that cannot be that of an exported function" {
        explanation: "Callers in C and Python pass and get numbers (`int`, `scalar`), texts and arrays of numbers whose number of dimensions is known. An exported function has one instance, so each of its parameters has a type; those of the results follow.",
        bad: "function y = twice(x)\n    {!export}\n    y = 2*x\nend\n",
        good: "function y = twice(x : mat)\n    {!export}\n    y = 2*x\nend\n",
    }
    Export = "E0415", error, "a function that cannot be exported" {
        explanation: "Callers in C know an exported function by its name: letters of ASCII, digits and underscores, and no word of C. No two have one name. `{!export name=\"…\"}` gives another one than the function's own.",
        bad: "function y = twice(x : scalar)\n    {!export name=\"2x\"}\n    y = 2*x\nend\n",
        good: "function y = twice(x : scalar)\n    {!export name=\"times2\"}\n    y = 2*x\nend\n",
    }
    Foreign = "E0416", error, "a function of C that is declared wrongly" {
        explanation: "A function with `{!extern}` is one of C: its body lies in the library that the attribute names, so it has no statements, and each parameter has a type. The prototype, as the header of the library has it, gives the types of C; without one they follow from those in Quasar: `int` is `int32_t`, `int64` is `int64_t`, `scalar` is `float` (`double` with --precision=double), `string` is `const char *`, and an array is a pointer to its elements.",
        bad: "function y = cbrt(x : string)\n    {!extern library=\"libm.so.6\"; prototype=\"double cbrt(double)\"}\nend\nprint cbrt(\"8\")\n",
        good: "function y = cbrt(x : scalar)\n    {!extern library=\"libm.so.6\"; prototype=\"double cbrt(double)\"}\nend\nprint cbrt(8.0)\n",
    }
    CapturedShadow = "W0401", warning "captured-shadow", "a local variable with the name of a captured one" {
        explanation: "An assignment in a nested function makes a local variable; the outer one keeps its value.",
        bad: "function [] = outer()\n    a = 1\n    function [] = inner()\n        a = a + 1\n        print a\n    end\n    inner()\nend\nouter()\n",
        good: "function [] = outer()\n    a = 1\n    function [] = inner()\n        b = a + 1\n        print b\n    end\n    inner()\nend\nouter()\n",
    }
    UnreachableCatch = "W0402", warning "unreachable-catch", "a `catch` that is never reached" {
        explanation: "All errors are of one class, `qexception`: the first `catch` of a `try` block takes every one of them.",
        bad: "try\n    error \"no luck\"\ncatch ex\n    print ex\ncatch\n    print \"something else\"\nend\n",
        good: "try\n    error \"no luck\"\ncatch ex\n    print ex\nend\n",
    }
    CopiedArgument = "W0403", warning "copied-argument", "a change of a copy" {
        explanation: "An array parameter stands for the array of the caller, unless its elements must be converted for the type of the parameter: then it is a copy, and what the function stores in it is lost. A slice is a copy, too: `A[0,:][1] = 3` stores nothing in `A`, `A[0,1] = 3` does.",
        bad: "function [] = clear(x : vec)\n    x[0] = 0\nend\na = [1, 2, 3]\nclear(a)\nprint a\n",
        good: "function [] = clear(x : vec)\n    x[0] = 0\nend\na = [1.0, 2.0, 3.0]\nclear(a)\nprint a\n",
    }
    UnreachableArm = "W0404", warning "unreachable-arm", "an arm of a match that is never reached" {
        explanation: "The first arm that fits is taken, and no other: an arm behind `_` or behind another one for the same value takes nothing.",
        bad: "x = 3\nmatch x with\n| _ -> print 1\n| 3 -> print 2\nend\n",
        good: "x = 3\nmatch x with\n| 3 -> print 2\n| _ -> print 1\nend\n",
    }
    UncalledFunction = "W0405", warning "uncalled-function", "a mistake in a function that nothing calls" {
        explanation: "The program works, as it never calls the function; a call of it would be an error. A function is checked for the types that its parameters declare. Where a parameter has no type, only names that nobody defines are found without a call.",
        bad: "function y = area(r : scalar)\n    y = pie*r^2\nend\nprint 1\n",
        good: "function y = area(r : scalar)\n    y = pi*r^2\nend\nprint 1\n",
    }
    DocMismatch = "W0406", warning "doc-mismatch", "a comment that says something else than the header" {
        explanation: "A doc comment repeats parts of the header: the name behind `Function:`, the header behind `:function`, the names below `Parameters:` and `Returns:`, types, default values. What it repeats must be what the header says, or its reader is misled: the code counts.",
        bad: "% Function: scaled\n% Parameters:\n% x - the image\n% factor - the factor (default value: 2)\nfunction y = scaled(x, factor = 3)\n    y = factor*x\nend\nprint scaled(1)\n",
        good: "% Function: scaled\n% Parameters:\n% x - the image\n% factor - the factor (default value: 3)\nfunction y = scaled(x, factor = 3)\n    y = factor*x\nend\nprint scaled(1)\n",
    }
    UndescribedParameter = "W0407", silent "undescribed-parameter", "a parameter that the comment leaves out" {
        explanation: "The comment describes other parameters of the function below `Parameters:`, and not this one. `qc doc` always tells, other commands where `-W` asks.",
        bad: "% Function: scaled\n% Parameters:\n% x - the image\nfunction y = scaled(x, factor = 3)\n    y = factor*x\nend\nprint scaled(1)\n",
        good: "% Function: scaled\n% Parameters:\n% x - the image\n% factor - what it is multiplied by\nfunction y = scaled(x, factor = 3)\n    y = factor*x\nend\nprint scaled(1)\n",
    }
    MatrixElements = "W0408", warning "matrix-elements", "a loop over the elements of a matrix" {
        explanation: "`for` over an array visits its elements, row by row. In MATLAB the same loop visits the columns of a matrix.",
        bad: "a = [[1, 2], [3, 4]]\ns = 0\nfor x = a\n    s += x\nend\nprint s\n",
        good: "a = [[1, 2], [3, 4]]\nfor j = 0..size(a,1)-1\n    a[:,j] = a[:,j]*j\nend\nprint a\n",
    }
    PastEnd = "W0409", warning "past-end", "a loop that goes past the end of an array" {
        explanation: "Indices start at 0, and the last one is the length less one. A loop over `1..numel(x)`, as languages that count from 1 have it, leaves out the first element and reads one behind the last: there is 0, unless the type says otherwise. A modifier for what lies outside, such as `'mirror`, says that it is meant.",
        bad: "x = [10.0,20.0,30.0]\ns = 0.0\nfor k = 1..numel(x)\n    s += x[k]\nend\nprint s\n",
        good: "x = [10.0,20.0,30.0]\ns = 0.0\nfor k = 0..numel(x)-1\n    s += x[k]\nend\nprint s\n",
    }
    MissingDimension = "W0410", warning "missing-dimension", "a dimension that the array does not have" {
        explanation: "Dimensions count from 0: a matrix has 0, down its columns, and 1, along its rows; a vector is a row. Along any other there is one element, so that sums, means and the like give the array itself. Functions with a parameter of any type may ask for a dimension that some arrays do not have, and are not warned of.",
        bad: "A = [[1,2],[3,4]]\nprint sum(A, 2)\n",
        good: "A = [[1,2],[3,4]]\nprint sum(A, 1)\n",
    }
    MainResult = "W0411", warning "main-result", "a result of main that nobody gets" {
        explanation: "An `int` that `main` or a command gives is the exit code of the program, 0 to 255, where 0 says that all went well. Any other result is dropped.",
        bad: "function y = main(x : scalar = 4)\n    y = sqrt(x)\nend\n",
        good: "function code = main(x : scalar = 4)\n    print sqrt(x)\n    code = 0\nend\n",
    }
    LostAppend = "W0412", warning "lost-append", "a longer vector that no variable gets" {
        explanation: "`append(x, v)` gives a vector with v behind the elements of x, and leaves x as it is: the result belongs to a variable, mostly x itself.",
        bad: "x = [1, 2]\nappend(x, 3)\nprint x\n",
        good: "x = [1, 2]\nx = append(x, 3)\nprint x\n",
    }
    UnusedFormat = "W0413", warning "unused-format", "a format that is printed as it stands" {
        explanation: "`print`, `error` and `strcat` put the texts of their values one behind the other. Places for values, such as `%d`, have a meaning in `printf`, `sprintf` and `fprintf` alone, and an identifier in front of a message, such as `\"image:size\"`, in none of them.",
        bad: "n = 3\nprint \"%d images\", n\n",
        good: "n = 3\nprintf(\"%d images\", n)\n",
    }
    // ------------------------------------------------------------------------------------------------------------------ kernels
    SerialLoop = "W0501", warning "serial-loop", "a loop left serial" {
        explanation: "A `for` loop over array elements becomes a parallel kernel when its iterations do not depend on each other. This one stays serial, for the reason given. `{!parallel for}` before the loop makes it parallel all the same, `{!serial for}` says that it is meant to be serial, `--report=loops` tells about all loops.",
        bad: "function [] = main()\n    x = ones(1000)\n    for i = 1..999\n        x[i] = x[i] + x[i-1]\n    end\n    print x[999]\nend\n",
        good: "function [] = main()\n    x = ones(1000)\n    y = ones(1000)\n    for i = 1..999\n        y[i] = x[i] + x[i-1]\n    end\n    print y[999]\nend\n",
    }
    KernelMemory = "W0502", warning "kernel-memory", "a kernel that needs dynamic kernel memory" {
        explanation: "Arrays of up to 64 elements whose sizes are known when compiling live in registers. Any other array that a kernel makes lies in memory that is made and freed for each position, and such a kernel runs position by position on one processor. Give the array a known size: with a type such as `vec(4)`, with a generic parameter (`f[N](x : vec(N))`) or with `{!auto_specialize}`.",
        bad: "function [] = __kernel__ k(y : vec, n : int, pos : int)\n    y[pos] = sum(zeros(n) + pos)\nend\ny = zeros(9)\nparallel_do(9, y, numel(y), k)\nprint y\n",
        good: "function [] = __kernel__ k(y : vec, pos : int)\n    y[pos] = sum(zeros(9) + pos)\nend\ny = zeros(9)\nparallel_do(9, y, k)\nprint y\n",
    }
    SerialKernel = "W0503", warning "serial-kernel", "a kernel that runs position by position" {
        explanation: "The kernel does something that kernels of this version of qc cannot do in parallel, such as calling a recursive function. It runs on one processor, one position after the other.",
        bad: "function y = __device__ f(n : int)\n    y = n <= 1 ? 1 : n*f(n-1)\nend\nfunction [] = __kernel__ k(y : vec, pos : int)\n    y[pos] = f(pos)\nend\ny = zeros(5)\nparallel_do(5, y, k)\nprint y\n",
        good: "function y = __device__ f(n : int)\n    y = 1\n    for i = 2..n\n        y *= i\n    end\nend\nfunction [] = __kernel__ k(y : vec, pos : int)\n    y[pos] = f(pos)\nend\ny = zeros(5)\nparallel_do(5, y, k)\nprint y\n",
    }
    PolymorphicLoop = "W0504", warning "polymorphic-loop", "a variable changes its type in a loop" {
        explanation: "The variable holds values of different types in different iterations of the loop. Its type is tested when running, and the loop cannot become a parallel kernel. A start value of the later type avoids this.",
        bad: "c = vec[mat](3)\nfor k = 0..2\n    c[k] = ones(2,2)\nend\na = 0.0\nfor k = 0..2\n    a += c[k]\nend\nprint a\n",
        good: "c = vec[mat](3)\nfor k = 0..2\n    c[k] = ones(2,2)\nend\na = c[0]\nfor k = 1..2\n    a += c[k]\nend\nprint a\n",
    }
    ReservedName = "W0505", warning "reserved-name", "a reserved name of a kernel used for something else" {
        explanation: "The launch gives a kernel its parameters `pos`, `blkpos`, `blkdim`, `blkidx`, `blkcnt` and `warpsize`. A variable or a loop that takes such a name over hides what the launch gave from there on. A kernel that does not have the parameter, and a loop of host code, may use the name for anything.",
        bad: "function [] = __kernel__ k(y : vec, pos : int)\n    s = 0\n    for pos = 0..3\n        s += pos\n    end\n    y[pos] = s\nend\ny = zeros(4)\nparallel_do(4, y, k)\nprint y\n",
        good: "function [] = __kernel__ k(y : vec, pos : int)\n    s = 0\n    for i = 0..3\n        s += i\n    end\n    y[pos] = s\nend\ny = zeros(4)\nparallel_do(4, y, k)\nprint y\n",
    }
    HostCallInKernel = "E0501", error, "a host function called in a kernel" {
        explanation: "Kernel and device functions can call device functions only.",
        bad: "function y = f(x)\n    y = x\nend\nfunction [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = f(1.0)\nend\nparallel_do(4, zeros(4), k)\n",
        good: "function y = __device__ f(x)\n    y = x\nend\nfunction [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = f(1.0)\nend\nparallel_do(4, zeros(4), k)\n",
    }
    KernelCalled = "E0502", error, "a kernel that is called" {
        explanation: "Kernels run only in a launch: `parallel_do` or `serial_do`.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nk(zeros(4), 0)\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), k)\n",
    }
    HostOnly = "E0503", error, "something that exists in host code only" {
        explanation: "Strings, printing, files and functions that allocate cannot be used in kernel and device functions.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    print pos\nend\nparallel_do(4, zeros(4), k)\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = pos\nend\nparallel_do(4, zeros(4), k)\n",
    }
    LaunchDimensions = "E0504", error, "launch dimensions that cannot be used" {
        explanation: "The number of dimensions of a launch is known at compile time; block sizes are as many as dimensions.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(\"a\", zeros(4), k)\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), k)\n",
    }
    NotAKernel = "E0505", error, "a launch of something that is not a kernel" {
        explanation: "The last argument of a launch is a kernel function or a lambda.",
        bad: "function [] = f(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), f)\n",
        good: "function [] = __kernel__ f(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), f)\n",
    }
    KernelOutput = "E0506", error, "an output that a kernel cannot have" {
        explanation: "Outputs of kernels are numbers, or vectors of numbers of a known length, that all positions share.",
        bad: "function [y : mat] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), k)\n",
        good: "function [y : scalar] = __kernel__ k(x : vec, pos : int)\n    y += x[pos]\nend\nprint parallel_do(4, zeros(4), k)\n",
    }
    KernelOnly = "E0507", error, "something that exists in kernels only" {
        explanation: "Barriers, fences and shared arrays are for the threads of a kernel. Host code is one thread, which waits for all others with `syncthreads(host)`.",
        bad: "x = zeros(4)\nsyncthreads\nx[0] = 1\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\n    syncthreads\n    x[pos] += x[0]\nend\nparallel_do(4, zeros(4), k)\n",
    }
    ThreadGroup = "E0508", error, "an unknown group of threads" {
        explanation: "A barrier is for the threads of a `warp`, a `block` or the `grid`; a fence is seen by a `block`, the `grid` or the `system`.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\n    syncthreads(team)\nend\nparallel_do(4, zeros(4), k)\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\n    syncthreads(block)\nend\nparallel_do(4, zeros(4), k)\n",
    }
    GroupMember = "E0509", error, "something that a group of threads does not do" {
        explanation: "A `thread_block` has properties (`thread_idx`, `size`, `active_mask`) and methods. Threads exchange values, vote and compare within a warp, since a mask has 32 bits; a warp is partitioned into parts of 1, 2, 4, 8, 16 or 32 threads.",
        bad: "function [] = __kernel__ k(y : vec[int], pos : int, this_thread_block : thread_block)\n    y[pos] = this_thread_block.shfl(pos, 0)\nend\nparallel_do([[1,64],[1,32]], vec[int](64), k)\n",
        good: "function [] = __kernel__ k(y : vec[int], pos : int, this_thread_block : thread_block)\n    y[pos] = this_thread_block.partition(32).shfl(pos, 0)\nend\nparallel_do([[1,64],[1,32]], vec[int](64), k)\n",
    }
    // ---------------------------------------------------------------------------------------- reductions, attributes and macros
    ReductionCycle = "E0601", error, "reductions without an end" {
        explanation: "Reductions are applied until none fits any more. These lead from an expression back to itself, or to ever larger ones.",
        bad: "reduction (a, b) -> f(a, b) = g(a, b)\nreduction (a, b) -> g(a, b) = f(a, b)\n",
        good: "reduction (a, b) -> f(a, b) = g(a, b)\nreduction (a, b) -> g(a, b) = a + b\nprint f(1, 2)\n",
    }
    SymbolicFailed = "E0602", error, "a symbolic operation that no reduction defines" {
        explanation: "The operation is known to reductions only, and none of them fits this use. What is left of it has no meaning when the program runs.",
        bad: "symbolic x : scalar\nprint argmin((x-2)^2, x)\n",
        good: "reduction (x, a : scalar) -> argmin((x-a)^2, x) = a\nsymbolic x : scalar\nprint argmin((x-2)^2, x)\n",
    }
    SymbolicValue = "E0603", error, "a symbolic name used as a value" {
        explanation: "A name that is declared `symbolic` helps to write expressions for reductions. It does not exist when the program runs.",
        bad: "symbolic x : scalar\nprint x + 1\n",
        good: "x = 2.0\nprint x + 1\n",
    }
    FreeInReduction = "W0601", warning "free-variable", "a free variable in a reduction" {
        explanation: "The right side of a reduction reads a name that the pattern does not contain. It means whatever has this name where the reduction is applied.",
        bad: "function z = f(x)\n    z = x\nend\nfunction z = g(x)\n    z = x\nend\nreduction x -> f(x) = g(x) + y\n",
        good: "function z = f(x, y)\n    z = x + y\nend\nfunction z = g(x)\n    z = x\nend\nreduction (x, y) -> f(x, y) = g(x) + y\n",
    }
    UndefinedInReduction = "W0602", warning "undefined-in-reduction", "an undefined function in a reduction" {
        explanation: "The right side of a reduction calls a function that is neither defined nor in the pattern of another reduction.",
        bad: "reduction (x : mat) -> real(x) = nothing_like_it(x)\n",
        good: "reduction (x : mat) -> real(x) = x\n",
    }
    NonLocalOperand = "W0603", warning "non-local-operand", "a reduction that relies on a variable of another scope" {
        explanation: "A reduction was chosen for the type of a variable that belongs to an enclosing function or to the script and is assigned again there.",
        bad: "reduction (x : mat) -> real(x) = x\na = ones(4,4)\na = a + 1\nf = (x : mat) -> real(x + a)\nprint f(ones(4,4))\n",
        good: "reduction (x : mat) -> real(x) = x\na = ones(4,4)\nf = (x : mat) -> real(x + a)\nprint f(ones(4,4))\n",
    }
    ReductionConflict = "W0604", warning "reduction-conflict", "two reductions with different results" {
        explanation: "Two reductions fit the same operation, and it matters which one is applied. The first by the rules of priority is applied: more variables, exact types, the deeper place, the larger pattern.",
        bad: "reduction (a : mat, b : mat) -> norm(a, b) = sum((a-b).^2)\nreduction (a : mat, b : mat) -> norm(2*a, b) = sum(a)\nprint norm(2*ones(2,2), ones(2,2))\n",
        good: "reduction (a : mat, b : mat) -> norm(a, b) = sum((a-b).^2)\nprint norm(2*ones(2,2), ones(2,2))\n",
    }
    ReductionApplied = "N0601", note, "reductions were applied" {
        explanation: "`--report=reductions`, the setting COMPILER_DISPLAY_REDUCTIONS and `#pragma show_reductions on` ask for it: every step, and the result.",
        bad: "#pragma show_reductions on\nreduction (x : mat) -> real(x) = x\nprint real(ones(2,2))\n",
        good: "#pragma show_reductions off\nreduction (x : mat) -> real(x) = x\nprint real(ones(2,2))\n",
    }
    MacroArguments = "E0620", error, "the wrong arguments of a macro" {
        explanation: "`{!name arguments}` gives each parameter of the macro a value, by its position or as `parameter=value`; those with default values may be left out.",
        bad: "macro [] = twice(op)\n    op()\n    op()\nendmacro\n{!twice}\n",
        good: "macro [] = twice(op)\n    op()\n    op()\nendmacro\nfunction [] = hello()\n    print \"hello\"\nend\n{!twice hello}\n",
    }
    MacroRecursion = "E0621", error, "macros without an end" {
        explanation: "A macro is replaced by its statements when the program is compiled. One that uses itself would never end, and macros that double each other's text make more of it than a program can be.",
        bad: "macro [] = again(x)\n    print x\n    {!again x}\nendmacro\n{!again 1}\n",
        good: "macro [] = once(x)\n    print x\nendmacro\n{!once 1}\n",
    }
    MacroName = "E0622", error, "a macro with a name that is taken" {
        explanation: "A macro is used like a code attribute, so that its name is neither that of an attribute nor that of another macro.",
        bad: "macro [] = parallel(op)\n    op()\nendmacro\n",
        good: "macro [] = in_parallel(op)\n    op()\nendmacro\n",
    }
    UnknownTarget = "E0623", error, "a platform that does not exist" {
        explanation: "`$target(\"name\")` is 1 in code for that platform: cpu, gpu, nvidia, nvidia_cuda, nvidia_opencl, amd, amd_opencl, opencl or generic_opencl.",
        bad: "print $target(\"gpo\")\n",
        good: "print $target(\"gpu\")\n",
    }
    AttributeFact = "E0624", error, "an attribute that says what is not so" {
        explanation: "`{!kernel_arg}` says how a kernel uses an array: whether it reads or stores elements (`type`), by which operator it updates them (`op`), how far from the position it looks (`min`, `max`) and how many elements are kept close at most (`numel`). Kernels are made by what it says, so it must be true. What is known only when the program runs is checked then.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    {!kernel_arg name=x, type=\"in\"}\n    x[pos] = 1\nend\nx = ones(4)\nparallel_do(4, x, k)\nprint x\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    {!kernel_arg name=x, type=\"out\"}\n    x[pos] = 1\nend\nx = ones(4)\nparallel_do(4, x, k)\nprint x\n",
    }
    UnknownAttribute = "W0620", silent "unknown-attribute", "a code attribute that means nothing" {
        explanation: "Code attributes that nobody knows are ignored, since programs may carry them for other tools. This warning finds misspelt ones, and attributes at a place where they have no effect.",
        bad: "{!dco category=\"Filters\"}\nprint 1\n",
        good: "{!doc category=\"Filters\"}\nprint 1\n",
    }
    UnknownPragma = "W0621", warning "unknown-pragma", "a pragma that does not exist" {
        explanation: "The pragmas are loop_parallelizer, expression_optimizer, show_reductions, force_parallel and force_serial. Others are ignored.",
        bad: "#pragma loop_paralelizer off\nprint 1\n",
        good: "#pragma loop_parallelizer off\nprint 1\n",
    }
    AttributeArgument = "W0622", warning "attribute-argument", "an argument that a code attribute does not have" {
        explanation: "A known attribute is given a word, a property or a value that it does not have, or speaks of a variable that is not there. This part of it is ignored. `qc --help=attributes` lists what each attribute takes.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    {!kernel_transform enabled=\"localwindow\"}\n    x[pos] += 1\nend\nx = ones(4)\nparallel_do(4, x, k)\nprint x\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    {!kernel_transform enable=\"localwindow\"}\n    x[pos] += 1\nend\nx = ones(4)\nparallel_do(4, x, k)\nprint x\n",
    }
    FusionBarrier = "W0623", warning "fusion-barrier", "a barrier of kernel fusion that keeps nothing apart" {
        explanation: "`{!kernel_fusion barrier}` keeps the launches before it and those behind it from becoming one kernel. It counts in functions that ask for fusion by `{!kernel_fusion strategy=…}`; elsewhere it has no effect.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] += 1\nend\nfunction [] = twice(x : vec)\n    parallel_do(4, x, k)\n    {!kernel_fusion barrier}\n    parallel_do(4, x, k)\nend\nx = ones(4)\ntwice(x)\nprint x\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] += 1\nend\nfunction [] = twice(x : vec)\n    {!kernel_fusion strategy=\"manual\"}\n    parallel_do(4, x, k)\n    {!kernel_fusion barrier}\n    parallel_do(4, x, k)\nend\nx = ones(4)\ntwice(x)\nprint x\n",
    }
    FusionWaived = "W0624", warning "fusion-waived", "launches that cannot become one" {
        explanation: "With `{!kernel_fusion strategy=\"manual\"}` all launches between two barriers shall become one kernel. These cannot: the note tells why. They run one after the other, and the result is the same.",
        bad: "function [] = __kernel__ copied(x : vec, y : vec, pos : int)\n    y[pos] = x[pos]\nend\nfunction [] = __kernel__ moved(y : vec, z : vec, pos : int)\n    z[pos] = y[pos + 1]\nend\nfunction z = both(x : vec)\n    {!kernel_fusion strategy=\"manual\"}\n    y = zeros(4)\n    z = zeros(4)\n    parallel_do(4, x, y, copied)\n    parallel_do(4, y, z, moved)\nend\nprint both(ones(4))\n",
        good: "function [] = __kernel__ copied(x : vec, y : vec, pos : int)\n    y[pos] = x[pos]\nend\nfunction [] = __kernel__ moved(y : vec, z : vec, pos : int)\n    z[pos] = y[pos + 1]\nend\nfunction z = both(x : vec)\n    {!kernel_fusion strategy=\"manual\"}\n    y = zeros(4)\n    z = zeros(4)\n    parallel_do(4, x, y, copied)\n    {!kernel_fusion barrier}\n    parallel_do(4, y, z, moved)\nend\nprint both(ones(4))\n",
    }
    AttributePlace = "W0625", warning "attribute-place", "an attribute of functions outside of one" {
        explanation: "`{!export}` and `{!command}` say what callers and users may call. They stand within the function, among its first statements; elsewhere no function is exported, and none is a command.",
        bad: "{!command}\nfunction [] = count(n : int)\n    print n\nend\ncount(3)\n",
        good: "function [] = count(n : int)\n    {!command}\n    print n\nend\n",
    }
    // ------------------------------------------------------------------------------------------------------ options and limits
    NotSupportedYet = "E0900", error, "not supported yet" {
        explanation: "The construct belongs to the language, but this version of qc cannot compile it yet. Nothing is compiled to a wrong result instead.",
        bad: "function [] = __kernel__ k(x : vec, pos : int)\n    try\n        x[pos] = 1\n    catch\n        x[0] = 2\n    end\nend\nparallel_do(4, zeros(4), k)\n",
        good: "function [] = __kernel__ k(x : vec, pos : int)\n    x[pos] = 1\nend\nparallel_do(4, zeros(4), k)\n",
    }
}
