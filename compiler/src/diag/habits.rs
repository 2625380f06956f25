//! Words that other languages have and Quasar has not, with what is written instead.
//!
//! *Invariant:* no word of the table is a reserved word or a name of the library; what the advice recommends exists.

/// Where a word of another language stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// As the first word of a statement.
    Statement,
    /// Behind a statement or an expression that is complete without it.
    Infix,
    /// As a called function.
    Function,
    /// As a value.
    Value,
    /// As a type.
    Type,
}

/// What is written instead of `word`, when the table knows it from another language.
pub fn instead(place: Place, word: &str) -> Option<String> {
    let rows = ROWS.iter().find(|(of, _)| *of == place)?.1;
    let (_, advice) = rows.iter().find(|(known, _)| *known == word)?;
    Some((*advice).to_string())
}

type Rows = &'static [(&'static str, &'static str)];

const ROWS: &[(Place, Rows)] = &[
    (Place::Statement, STATEMENTS),
    (Place::Infix, INFIX),
    (Place::Function, FUNCTIONS),
    (Place::Value, VALUES),
    (Place::Type, TYPES),
];

const FUNCTION: &str = "a function is written `function y = f(x)` … `end`";
const DECLARATION: &str = "a variable is made by its first assignment: `x = 3`, `x : int = 3`";
const CONSTANT: &str = "a constant is written `x : 'const = 3`";
const CLASS: &str =
    "a class is written `type point : class` … `end`, with `x : scalar` for each field";
const BRANCH: &str = "a further condition is written `elseif condition`";
const MATCH: &str =
    "a choice among values is written `match x with`, `| 1 -> …`, `| _ -> …`, `end`";
const IMPORT: &str = "a module is imported by `import \"file.q\"`; the library needs no import";
const RAISE: &str = "an error is raised by `error(\"text\")`";
const CATCH: &str = "errors are caught by `try`, `catch ex`, `end`";
const FINALLY: &str = "`try` has no such part: what must always happen stands behind its `end`";
const OUTER: &str =
    "functions see the variables around them; these can be read there, not assigned";
const BLOCK: &str = "a block starts at the line end and closes with `end`";
const NEW: &str = "an object is made by the name of its class: `point(x:=1, y:=2)`";

const STATEMENTS: Rows = &[
    ("case", MATCH),
    ("class", CLASS),
    ("const", CONSTANT),
    ("def", FUNCTION),
    ("default", MATCH),
    ("elif", BRANCH),
    ("elsif", BRANCH),
    (
        "enum",
        "an enumeration is written `type color : enum`, a key per line, `end`",
    ),
    ("except", CATCH),
    ("finally", FINALLY),
    ("foreach", "a loop is written `for i = 0..n-1` … `end`"),
    ("from", IMPORT),
    ("func", FUNCTION),
    ("fun", FUNCTION),
    ("global", OUTER),
    ("include", IMPORT),
    ("let", DECLARATION),
    ("local", DECLARATION),
    ("nonlocal", OUTER),
    ("otherwise", MATCH),
    ("persistent", OUTER),
    ("raise", RAISE),
    ("struct", CLASS),
    ("switch", MATCH),
    ("throw", RAISE),
    ("unless", "a condition is negated by `!`: `if !(…)`"),
    ("using", IMPORT),
    ("val", DECLARATION),
    ("var", DECLARATION),
];

const INFIX: Rows = &[
    (
        "and",
        "conditions are joined by `&&`; `and(a, b)` works on bits",
    ),
    (
        "or",
        "conditions are joined by `||`; `or(a, b)` works on bits",
    ),
    ("not", "a condition is negated by `!`"),
    ("is", "values are compared by `==`"),
    (
        "in",
        "a loop is written `for i = 0..n-1`; whether v has an element x says `any(v == x)`",
    ),
    ("do", BLOCK),
    ("then", BLOCK),
    ("begin", BLOCK),
    ("lambda", "a function value is written `x -> x^2`"),
    ("new", NEW),
    (
        "if",
        "a choice within an expression is written `condition ? a : b`",
    ),
    (
        "for",
        "a vector is made by a range, `(0..3).^2`, or filled in a loop",
    ),
];

const FUNCTIONS: Rows = &[
    (
        "array",
        "an array is written `[1,2,3]`, or made by `zeros(n)`",
    ),
    (
        "concat",
        "arrays are joined by `vertcat`, `horzcat` or `cat`",
    ),
    (
        "concatenate",
        "arrays are joined by `vertcat`, `horzcat` or `cat`",
    ),
    (
        "conv2",
        "images are filtered by `imfilter(x, mask)` of `imfilter.q`",
    ),
    (
        "cross",
        "there is no cross product in the library: write its three components",
    ),
    ("disp", "values are printed by `print x`"),
    ("display", "values are printed by `print x`"),
    ("dot", "the inner product of two vectors is `dotprod(a, b)`"),
    (
        "double",
        "every int becomes a `scalar` where one is needed; `float(x)` says so",
    ),
    ("echo", "values are printed by `print x`"),
    ("fix", "`int(x)` drops the fraction of x"),
    (
        "filter2",
        "images are filtered by `imfilter(x, mask)` of `imfilter.q`",
    ),
    (
        "fliplr",
        "the columns of x from the last to the first are `x[:, size(x,1)-1..-1..0]`",
    ),
    (
        "flipud",
        "the rows of x from the last to the first are `x[size(x,0)-1..-1..0, :]`",
    ),
    (
        "format",
        "a text with numbers in it is made by `sprintf(\"%d\", x)`",
    ),
    (
        "im2double",
        "`imread` gives the values of the file, 0 to 255 of 8 bits: divide by 255",
    ),
    (
        "imgaussfilt",
        "images are smoothed by `gaussian_filter(x, sigma)` of `imfilter.q`",
    ),
    (
        "len",
        "the number of elements of x is `numel(x)`, of characters `strlen(x)`",
    ),
    (
        "length",
        "the number of elements of x is `numel(x)`, of characters `strlen(x)`",
    ),
    (
        "medfilt2",
        "medians of 3×3 pixels are taken by `immedfilt(x, 1)` of `immedfilt.q`",
    ),
    ("println", "values are printed by `print x`"),
    ("range", "the numbers from 0 to n-1 are `0..n-1`"),
    ("raise", RAISE),
    (
        "rem",
        "the remainder with the sign of x is `mod(x, y)`, the one that is never negative `periodize(x, y)`",
    ),
    (
        "single",
        "every int becomes a `scalar` where one is needed; `float(x)` says so",
    ),
    ("split", "a text is split by `strsplit(text, separator)`"),
    (
        "str",
        "a number becomes text by `num2str(x)` or `sprintf(\"%d\", x)`",
    ),
    ("strcmp", "strings are compared by `==` and `!=`"),
    (
        "string",
        "a number becomes text by `num2str(x)` or `sprintf(\"%d\", x)`",
    ),
    ("throw", RAISE),
    (
        "typeof",
        "whether x is of a type says `type(x, \"scalar\")`",
    ),
];

const VALUES: Rows = &[
    ("False", "written `false`"),
    ("NULL", "written `nullptr`"),
    ("None", "a pointer to nothing is `nullptr`"),
    ("True", "written `true`"),
    ("nil", "a pointer to nothing is `nullptr`"),
    ("this", "the object of a method is its parameter `self`"),
    ("undefined", "a pointer to nothing is `nullptr`"),
    ("finally", FINALLY),
    ("then", BLOCK),
    ("do", BLOCK),
    ("begin", BLOCK),
    ("in", "whether v has an element x says `any(v == x)`"),
];

const TYPES: Rows = &[
    (
        "array",
        "arrays are `vec`, `mat` and `cube`, with the type of the elements in brackets: `vec[int]`",
    ),
    ("bool", "truth values are `int`, 0 or 1"),
    ("boolean", "truth values are `int`, 0 or 1"),
    ("char", "text is a `string`"),
    ("complex", "complex numbers are `cscalar`"),
    (
        "dict",
        "values with names are an `object`, or a class of your own",
    ),
    (
        "double",
        "real numbers are `scalar`; `--precision=double` makes all of them double",
    ),
    ("float", "real numbers are `scalar`"),
    ("float32", "real numbers are `scalar`"),
    (
        "float64",
        "real numbers are `scalar`; `--precision=double` makes all of them double",
    ),
    (
        "half",
        "arrays may hold halves: `vec[scalar'half]`; two of them are an `hvec2` of `floattypes.q`",
    ),
    ("integer", "whole numbers are `int`"),
    (
        "list",
        "a list of anything is `vec[??]`, a vector of one type `vec[int]`",
    ),
    ("logical", "truth values are `int`, 0 or 1"),
    ("long", "whole numbers are `int`; arrays may hold `int64`"),
    ("matrix", "matrices are `mat`"),
    ("number", "real numbers are `scalar`, whole ones `int`"),
    ("real", "real numbers are `scalar`"),
    ("str", "text is a `string`"),
    (
        "tensor",
        "arrays of three dimensions are `cube`, of n `cube{n}`",
    ),
    ("uint", "whole numbers are `int`; arrays may hold `uint32`"),
    ("vector", "vectors are `vec`"),
    (
        "void",
        "a function without outputs is written `function [] = f(x)`",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_words_by_their_place() {
        assert_eq!(
            instead(Place::Value, "True").as_deref(),
            Some("written `true`")
        );
        assert_eq!(instead(Place::Type, "True"), None);
    }
}
