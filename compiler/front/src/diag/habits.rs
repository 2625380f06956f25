//! Words that other languages have and Quasar has not, with what is written instead.
//!
//! *Invariant:* no word of the table is a reserved word, or a name of the library unless as a member or in front of a statement; what the advice recommends exists.

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
    /// Behind the dot of a value that is no object.
    Member,
    /// Behind the dot of a dictionary.
    Dictionary,
    /// As the name of an argument of a function whose arguments have none.
    Argument,
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
    (Place::Member, MEMBERS),
    (Place::Dictionary, OF_DICTIONARIES),
    (Place::Argument, NAMED),
];

const FUNCTION: &str = "a function is written `function y = f(x)` … `end`";
const DECLARATION: &str = "a variable is made by its first assignment: `x = 3`, `x : int = 3`";
const CONSTANT: &str = "a constant is written `x : 'const = 3`";
const CLASS: &str =
    "a class is written `type point : class` … `end`, with `x : scalar` for each field";
const BRANCH: &str = "a further condition is written `elseif condition`";
const MATCH: &str =
    "a choice among values is written `match x with`, `| 1 -> …`, `| _ -> …`, `end`";
const IMPORT: &str = "a file is imported by its name as a text, `import \"imfilter.q\"`; functions such as `zeros` and `sqrt` need no import";
const RAISE: &str = "an error is raised by `error(\"text\")`";
const CATCH: &str = "errors are caught by `try`, `catch ex`, `end`";
const FINALLY: &str = "`try` has no such part: what must always happen stands behind its `end`";
const OUTER: &str =
    "functions see the variables around them; these can be read there, not assigned";
const BLOCK: &str = "a block starts at the line end and closes with `end`";
const NEW: &str = "an object is made by the name of its class: `point(x:=1, y:=2)`";

const ALONG: &str =
    "the dimension stands behind the array and counts from 0: `sum(x, 1)`, `maxdim(x, 1)`";
const ELEMENTS: &str =
    "an array of other elements is made by its type: `vec[uint8](n)`, `mat[int](h,w)`";
const KEPT: &str = "the dimension stays with one element: `sum(x, 1)` of a matrix is a column";
/// How a matrix is transposed.
pub const TRANSPOSE: &str = "the transpose of x is `transpose(x)`";
/// How a range is written.
pub const RANGE: &str = "write `first..last` or `first..step..last`; both ends are included";
/// What a function gives.
pub const RETURN_SEVERAL: &str = "several values are outputs of the header that are assigned: `function [a, b] = f(x)`, `a = x`, `b = 2*x`";
/// How a vector gets longer.
pub const GROWS: &str = "a vector gets longer by `x = append(x, v)`; where its final size is known, make it of that size, `x = zeros(n)`, and set `x[k]`";
const INSERTS: &str = "elements are put behind others by `x = append(x, v)`, in front of them by `x = horzcat([v], x)`";
const TAKES_AWAY: &str =
    "elements are left out by a slice, `x = x[0..numel(x)-2]`, or by a mask, `x = x[x != v]`";
const SORT: &str = "elements are put in order by `sort(x)`, `sort(x, \"descend\")`, or along dimension d by `sort(x, d)`";
const COUNTS: &str =
    "a histogram is counted in a loop, which runs in parallel: `h[int(x[k])] += 1`";
const BETWEEN: &str = "values between known ones are `interp1(x, v, q)`, `lerp(a, b, t)` between two; `imresize` of `imresize.q` interpolates whole images";
const SHUFFLE: &str = "the numbers from 0 to n-1 in random order are `randperm(n)`, elements so `x[0, randperm(numel(x))]`";
const RANDOM_INT: &str = "a random whole number from 0 to n-1 is `int(n*rand(1)[0])`";
const NONZERO: &str = "the elements that are not 0 are counted by `sum(x != 0)`";
const EQUAL: &str = "whole arrays are compared by `==` in a condition: `if x == y`";
const NUMBERS: &str =
    "the numbers from a to b are `a..b`, in steps of s `a..s..b`; both ends are included";
const BESIDE: &str =
    "arrays are put side by side by `horzcat(a, b)`, below each other by `vertcat(a, b)`";
const FLAT: &str = "all elements in one row are `reshape(x, [1,numel(x)])`";
const REPEAT: &str = "an array is repeated by `repmat(x, [2,3])`";
const EACH: &str = "a function of an array works on each element, `sqrt(x)`; others are called in a loop, which runs in parallel";
const ALL_ELEMENTS: &str = "a loop over all elements is `for k = 0..numel(x)-1`, with `x[k]` in it";
const CHARACTERS: &str = "the codes of the characters of a text are `toascii(s)`: a blank is 32, digits are 48 to 57, capitals 65 to 90";
const FROM_CODES: &str = "a text is made of codes by `fromascii([65,66])`";
const WAIT: &str = "`pause(ms)` waits so many milliseconds";
const TIMER: &str = "time is taken by `tic()` and `toc()`";
const STORAGE: &str =
    "elements of that type belong to an array: `x = vec[uint8](n)`, `x = mat[uint8](h, w)`";
const TYPED: &str = "a variable is made by its first assignment, with its type behind it if at all: `x : int = 3`; an array by `zeros(10)`";
const ARGUMENTS: &str = "a program gets its arguments as parameters of `main`: `function [] = main(path : string, n : int = 3)`";
const DEVICE: &str = "arrays go to a GPU and come back by themselves, where a launch runs there";
const MODULE: &str =
    "functions of the language stand by themselves: `zeros(3,4)`, `sqrt(x)`, `sum(x)`";

const DICTIONARY: &str = "a dictionary is made by `d = dictionary()`, then `d[\"a\"] = 1`; with entries by `dictionary(\"a\", 1, \"b\", 2)`";
const HAS_KEY: &str = "whether a dictionary has a key says `isKey(d, key)`";
const ENTRIES: &str = "a dictionary has as many entries as `numel(d)` says";
const OTHERWISE: &str =
    "the value of a key, or another where there is none, is `lookup(d, key, otherwise)`";
const SET_ENTRY: &str = "an entry is set by `d[key] = value`";
const REMOVES: &str = "an entry is removed by `remove(d, key)`";
const ALL_ENTRIES: &str = "a loop over all entries is `for key = keys(d)`, with `d[key]` in it";

const MARGIN: &str = "what lies outside of an image says its type, `x : mat'mirror`; `impad(x, rows, columns)` of `imboundary.q` makes a margin";
const THRESHOLD: &str =
    "a mask is a comparison: `x > t`; `graythresh(x)` of `imenhance.q` finds a t";
const REGIONS: &str =
    "regions are numbered by `bwlabel(mask)` of `imregions.q`, and measured by `regionprops` of it";
const WINDOW_MEAN: &str = "means of windows are `boxfilter` of `boxfilter.q`, or a loop with `mean(x[m-r..m+r, n-r..n+r])`";
const GREATER: &str = "the greater of two numbers, element by element, is `max(a, b)`";
const LESSER: &str = "the lesser of two numbers, element by element, is `min(a, b)`";
const POSITIONS: &str = "positions of what is not 0 are the rows of `find(x)`; a mask is an index by itself, `x[x > 0]`";
const MEMBERSHIP: &str =
    "whether v has an element x says `any(v == x)`; for many x a dictionary is fast, `isKey(d, x)`";
const CLOSE: &str = "two arrays are near each other where `max(abs(a - b)) < 1e-6`";
const CORRELATION: &str = "with the means taken off, `a = x - mean(x)`, the covariance is `dotprod(a, b)/(numel(a)-1)`, the correlation `dotprod(a, b)/(norm(a)*norm(b))`";
const LINES: &str =
    "lines are read by `f = fopen(path, \"r\")`, `while !feof(f)`, `line = fgets(f)`";
const COORDINATES: &str =
    "`[X, Y] = meshgrid(x, y)` gives coordinates; in a loop over rows and columns they are there";
const NEEDS_NONE: &str = "comparisons give 0 and 1: `m = x > 3` is a mask already";
const BETWEEN_PIXELS: &str = "the values of an image between its pixels are `imsample(x, rows, columns)` of `imwarp.q`; along a line, `interp1(x, v, q)`";

const NAMED: Rows = &[
    ("axis", ALONG),
    ("dim", ALONG),
    ("dtype", ELEMENTS),
    ("keepdims", KEPT),
];

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
    ("auto", TYPED),
    ("bool", TYPED),
    ("char", TYPED),
    ("double", TYPED),
    ("float", TYPED),
    ("int", TYPED),
    ("long", TYPED),
    ("short", TYPED),
    ("static", TYPED),
    ("unsigned", TYPED),
    ("void", TYPED),
    ("push", GROWS),
    ("append", GROWS),
    (
        "parfor",
        "loops become parallel by themselves: `for i = 0..n-1` … `end`",
    ),
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
        "a loop is written `for i = 0..n-1`; whether v has an element x says `any(v == x)`, whether a dictionary has a key `isKey(d, key)`",
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
        "regexpi",
        "capitals and small letters are the same behind `(?i)`: `regexp(s, \"(?i)abc\", \"match\")`",
    ),
    ("findall", "all matches are `regexp(s, pattern, \"match\")`"),
    ("dict", DICTIONARY),
    ("defaultdict", DICTIONARY),
    ("Map", DICTIONARY),
    ("HashMap", DICTIONARY),
    ("unordered_map", DICTIONARY),
    ("haskey", HAS_KEY),
    ("has_key", HAS_KEY),
    ("iskey", HAS_KEY),
    ("containsKey", HAS_KEY),
    ("numEntries", ENTRIES),
    ("accumarray", COUNTS),
    ("arange", NUMBERS),
    (
        "argmax",
        "the index of the greatest element is `indmax(x)`; `[v, k] = max(x)` gives both",
    ),
    (
        "argmin",
        "the index of the least element is `indmin(x)`; `[v, k] = min(x)` gives both",
    ),
    (
        "array",
        "an array is written `[1,2,3]`, or made by `zeros(n)`",
    ),
    ("array_equal", EQUAL),
    ("arrayfun", EACH),
    ("bincount", COUNTS),
    ("bitand", "works on bits: `and(a, b)`"),
    ("bitor", "works on bits: `or(a, b)`"),
    (
        "bitshift",
        "bits are shifted by `shl(x, n)` and `shr(x, n)`",
    ),
    ("bitxor", "works on bits: `xor(a, b)`"),
    (
        "bsxfun",
        "a vector is repeated for each row by `repmat(v, [size(A,0),1])`",
    ),
    ("cellfun", EACH),
    (
        "clip",
        "values are limited by `min(max(x, low), high)`, to 0..n by `clamp(x, n)`",
    ),
    ("clock", TIMER),
    ("colon", NUMBERS),
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
    ("convolve", "two series are convolved by `conv(a, b)`"),
    ("count_nonzero", NONZERO),
    (
        "cross",
        "there is no cross product in the library: write its three components",
    ),
    ("diff", "the differences of neighbours are `differences(x)`"),
    ("disp", "values are printed by `print x`"),
    ("display", "values are printed by `print x`"),
    ("dot", "the inner product of two vectors is `dotprod(a, b)`"),
    (
        "double",
        "the precision is the program's, `qc --precision=double`; an int becomes a `scalar` by `float(x)`",
    ),
    ("echo", "values are printed by `print x`"),
    ("enumerate", ALL_ELEMENTS),
    ("fabs", "the magnitude is `abs(x)`"),
    (
        "filter2",
        "images are filtered by `imfilter(x, mask)` of `imfilter.q`",
    ),
    ("fix", "`int(x)` drops the fraction of x"),
    ("flatten", FLAT),
    (
        "flip",
        "the elements of a vector or the columns of x in the other order are `fliplr(x)`, the rows `flipud(x)`",
    ),
    (
        "format",
        "a text with numbers in it is made by `sprintf(\"%d\", x)`",
    ),
    ("full", "an array of one value v is `v*ones(h, w)`"),
    ("hist", COUNTS),
    ("histogram", COUNTS),
    ("hstack", BESIDE),
    ("hypot", "the length of the hypotenuse is `sqrt(a^2 + b^2)`"),
    (
        "im2double",
        "`imread` gives the values of the file, 0 to 255 of 8 bits: divide by 255",
    ),
    (
        "imagesc",
        "`imshow(x, [])` shows x from its least to its greatest value",
    ),
    (
        "imgaussfilt",
        "images are smoothed by `gaussian_filter(x, sigma)` of `imfilter.q`",
    ),
    ("imhist", COUNTS),
    (
        "ind2sub",
        "the position of an index is `ind2pos(size(x), k)`",
    ),
    ("int16", STORAGE),
    (
        "int2str",
        "a number becomes text by `num2str(x)` or `sprintf(\"%d\", x)`",
    ),
    ("int32", STORAGE),
    ("int8", STORAGE),
    ("interp", BETWEEN),
    ("interp2", BETWEEN_PIXELS),
    ("isequal", EQUAL),
    (
        "len",
        "the number of elements of x is `numel(x)`, of characters `strlen(x)`",
    ),
    (
        "length",
        "the number of elements of x is `numel(x)`, of characters `strlen(x)`",
    ),
    ("ln", "the natural logarithm is `log(x)`"),
    ("map", EACH),
    ("matmul", "the product of two matrices is `A*B`"),
    (
        "medfilt2",
        "medians of 3×3 pixels are taken by `immedfilt(x, 1)` of `immedfilt.q`",
    ),
    ("nnz", NONZERO),
    ("ones_like", "ones in the sizes of x are `ones(size(x))`"),
    (
        "outer",
        "the outer product of two vectors is `transpose(a)*b`",
    ),
    ("permutation", SHUFFLE),
    ("power", "a power of each element is `x.^y`"),
    ("prctile", "it is called `percentile(x, p)`"),
    ("println", "values are printed by `print x`"),
    ("push", GROWS),
    ("push_back", GROWS),
    ("insert", INSERTS),
    ("extend", GROWS),
    ("emplace_back", GROWS),
    ("raise", RAISE),
    ("randi", RANDOM_INT),
    ("randint", RANDOM_INT),
    ("range", "the numbers from 0 to n-1 are `0..n-1`"),
    ("ravel", FLAT),
    (
        "rem",
        "the remainder with the sign of x is `mod(x, y)`, the one that is never negative `periodize(x, y)`",
    ),
    (
        "shape",
        "the sizes of x are `size(x)`, that along dimension d is `size(x,d)`",
    ),
    ("shuffle", SHUFFLE),
    (
        "single",
        "every int becomes a `scalar` where one is needed; `float(x)` says so",
    ),
    ("sleep", WAIT),
    ("sorted", SORT),
    (
        "sortrows",
        "the rows of A in the order of its column c are `A[argsort(transpose(A[:,c])), :]`",
    ),
    ("split", "a text is split by `strsplit(text, separator)`"),
    (
        "str",
        "a number becomes text by `num2str(x)` or `sprintf(\"%d\", x)`",
    ),
    ("str2double", "a text becomes a number by `str2num(text)`"),
    ("strcmp", "strings are compared by `==` and `!=`"),
    (
        "string",
        "a number becomes text by `num2str(x)` or `sprintf(\"%d\", x)`",
    ),
    (
        "sub2ind",
        "the index of a position is `pos2ind(size(x), pos)`",
    ),
    ("throw", RAISE),
    ("tile", REPEAT),
    ("time", TIMER),
    ("tolower", "small letters are made by `lower(text)`"),
    ("toupper", "capital letters are made by `upper(text)`"),
    (
        "typeof",
        "whether x is of a type says `type(x, \"scalar\")`",
    ),
    ("uint16", STORAGE),
    ("uint8", STORAGE),
    ("vectorize", EACH),
    ("vstack", BESIDE),
    (
        "where",
        "`find(condition)` lists the positions; one of two values is `condition ? a : b`",
    ),
    ("zeros_like", "zeros in the sizes of x are `zeros(size(x))`"),
    ("zip", ALL_ELEMENTS),
    ("input", ARGUMENTS),
    ("argparse", ARGUMENTS),
    ("gpuArray", DEVICE),
    ("cuda", DEVICE),
    ("gather", DEVICE),
    ("allclose", CLOSE),
    ("isclose", CLOSE),
    ("argwhere", POSITIONS),
    ("nonzero", POSITIONS),
    ("maximum", GREATER),
    ("minimum", LESSER),
    ("isin", MEMBERSHIP),
    ("ismember", MEMBERSHIP),
    (
        "contains",
        "whether a text is in another says `strfind(s, t) >= 0`, in a vector `any(v == x)`",
    ),
    ("startsWith", "how a text begins says `strfind(s, t) == 0`"),
    (
        "endsWith",
        "how a text ends says `regexp(s, \"end$\", \"once\")`, or its last characters `substr(s, strlen(s)-n, n)`",
    ),
    ("strcmpi", "capitals do not count in `lower(a) == lower(b)`"),
    ("strncmp", "how a text begins says `strfind(a, b) == 0`"),
    ("isspace", CHARACTERS),
    ("isdigit", CHARACTERS),
    ("isletter", CHARACTERS),
    ("ord", CHARACTERS),
    ("char", FROM_CODES),
    ("chr", FROM_CODES),
    ("blanks", "n blanks are `fromascii(32*int(ones(n)))`"),
    ("deblank", "blanks at both ends are cut off by `strtrim(s)`"),
    ("strip", "blanks at both ends are cut off by `strtrim(s)`"),
    (
        "mat2str",
        "`num2str(x)` writes arrays as they are written in a program",
    ),
    ("ischar", "whether x is a text says `type(x, \"string\")`"),
    ("isstring", "whether x is a text says `type(x, \"string\")`"),
    (
        "permute",
        "dimensions are exchanged by `shuffledims(x, [1,0,2])`, which count from 0",
    ),
    ("corrcoef", CORRELATION),
    ("cov", CORRELATION),
    ("padarray", MARGIN),
    ("pad", MARGIN),
    ("imbinarize", THRESHOLD),
    ("im2bw", THRESHOLD),
    ("threshold_otsu", THRESHOLD),
    ("label", REGIONS),
    ("bwconncomp", REGIONS),
    ("uniform_filter", WINDOW_MEAN),
    (
        "movmean",
        "means of neighbours in a series are `conv(x, ones(n)/n, \"same\")`",
    ),
    (
        "fspecial",
        "a Gaussian is `gaussian_filter(x, sigma)` of `imfilter.q`, the mean of a window `boxfilter(x, r)` of `boxfilter.q`; other masks are written as they are, `[[0,1,0],[1,-4,1],[0,1,0]]`",
    ),
    (
        "strel",
        "a structuring element is a matrix: `ones(3,3)`, `disk(r)` of `immorphology.q`",
    ),
    (
        "edge",
        "the strength of edges is `[dx, dy] = imgradients(x)` of `imfilter.q`, then `sqrt(dx.^2 + dy.^2) > t`",
    ),
    (
        "bwperim",
        "the outline of a mask is `x - imerode(x, ones(3,3))` of `immorphology.q`",
    ),
    (
        "imadjust",
        "values from 0 to 1 are made by `stretch(x)` of `imenhance.q`, or `saturate((x - low)/(high - low))`",
    ),
    (
        "imcomplement",
        "the negative of an image is `255 - x`, or `1 - x` where 1 is white",
    ),
    (
        "imtranslate",
        "an image is shifted by `circshift`, or by `imwarp(x, A)` of `imwarp.q`",
    ),
    (
        "im2gray",
        "a colour image becomes grey by `rgb2gray(x)` of `colortransform.q`, or by `mean(x, 2)`",
    ),
    ("imnoise", "noise is added by `x + sigma*randn(size(x))`"),
    (
        "montage",
        "images are put side by side by `horzcat`, below each other by `vertcat`; figures by `subplot`",
    ),
    (
        "roll",
        "a cyclic shift is `circshift(x, shift)`, with `y[pos] = x[pos + shift]`",
    ),
    (
        "stack",
        "arrays are joined along a new dimension by `cat(a, b, 2)`, for matrices of one size",
    ),
    ("trapezoid", "the area below a curve is `trapz(x, y)`"),
    ("std2", "the deviation of all elements is `std(x)`"),
    ("mean2", "the mean of all elements is `mean(x)`"),
    (
        "quantile",
        "the element at a part q of all, in order, is `percentile(x, 100*q)`",
    ),
    ("logical", NEEDS_NONE),
    ("fgetl", "a line of a file without its end is `fgets(f)`"),
    ("readlines", LINES),
    (
        "readtable",
        "a matrix is read by `csvread(path)`; lines with texts by `fgets(f)` and `strsplit(line, \",\")`",
    ),
    ("mgrid", COORDINATES),
    ("ndgrid", COORDINATES),
    ("map_coordinates", BETWEEN_PIXELS),
    (
        "warpAffine",
        "images are turned and seen from elsewhere by `imwarp(x, A)` and `imrotate(x, degrees)` of `imwarp.q`",
    ),
];

const VALUES: Rows = &[
    (
        "newline",
        "a line end is `sprintf(\"\\n\")`: formats read `\\n` and `\\t`, texts do not",
    ),
    ("containers", DICTIONARY),
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
    (
        "in",
        "whether v has an element x says `any(v == x)`, whether a dictionary has a key `isKey(d, key)`",
    ),
    (
        "eps",
        "the distance from 1 to the next number is `2.0^-23`, with `--precision=double` `2.0^-52`",
    ),
    ("np", MODULE),
    ("numpy", MODULE),
    ("math", MODULE),
    ("Math", MODULE),
    ("cv2", MODULE),
    (
        "plt",
        "plots are made by `plot(x, y)`, `imshow(x)`, `title(text)`",
    ),
    ("torch", MODULE),
    ("scipy", MODULE),
    ("std", MODULE),
    (
        "nargin",
        "a parameter that may be left out has a default: `function y = f(a, b = 1)`",
    ),
    (
        "nargout",
        "all outputs of a function are computed, whatever the call takes",
    ),
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
        "values by keys are a `dictionary[string, int]`; values with names are an `object`, or a class of your own",
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
    ("long", "whole numbers are `int`, those of 64 bits `int64`"),
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

const MEMBERS: Rows = &[
    ("T", "the transpose of A is `transpose(A)`"),
    (
        "astype",
        "an array with elements of another type is `int(x)`, `float(x)`, or made anew: `y = mat[uint8](h, w)`",
    ),
    ("dtype", "whether x is of a type says `type(x, \"vec\")`"),
    ("length", "the number of elements of x is `numel(x)`"),
    ("len", "the number of elements of x is `numel(x)`"),
    ("ndim", "the number of dimensions of x is `ndims(x)`"),
    ("append", GROWS),
    ("extend", GROWS),
    ("insert", INSERTS),
    ("pop", TAKES_AWAY),
    ("push", GROWS),
    ("remove", TAKES_AWAY),
    ("resize", GROWS),
    (
        "shape",
        "the sizes of x are `size(x)`, that along dimension d is `size(x,d)`",
    ),
    ("show", "an image is shown by `imshow(x)`"),
    ("push_back", GROWS),
];

const OF_DICTIONARIES: Rows = &[
    ("Count", ENTRIES),
    ("contains", HAS_KEY),
    ("containsKey", HAS_KEY),
    (
        "clear",
        "a new dictionary takes its place: `d = dictionary()`",
    ),
    ("count", ENTRIES),
    ("delete", REMOVES),
    ("erase", REMOVES),
    ("get", OTHERWISE),
    ("has", HAS_KEY),
    ("has_key", HAS_KEY),
    ("haskey", HAS_KEY),
    ("insert", SET_ENTRY),
    ("items", ALL_ENTRIES),
    ("iterkeys", ALL_ENTRIES),
    ("len", ENTRIES),
    ("length", ENTRIES),
    ("numEntries", ENTRIES),
    (
        "pop",
        "the value is read before the entry goes: `v = d[key]`, `remove(d, key)`",
    ),
    ("put", SET_ENTRY),
    ("set", SET_ENTRY),
    (
        "setdefault",
        "an entry is set where there is none by `if !isKey(d, key)`, `d[key] = value`, `end`",
    ),
    ("size", ENTRIES),
    (
        "update",
        "entries of another dictionary are put in by `for key = keys(other)`, `d[key] = other[key]`, `end`",
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
