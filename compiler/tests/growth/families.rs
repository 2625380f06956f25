//! Families of sources that differ in size only, by what there is many of.
//!
//! *Invariant:* a source of twice the size has twice as many of the same thing, and every source of a family compiles without an error.

/// Sources of any size.
pub struct Family {
    /// What there is many of.
    pub name: &'static str,
    /// The largest size that is measured; a half and a quarter of it are too.
    pub size: usize,
    /// The source of a size.
    pub source: fn(usize) -> String,
    /// The name and the text of each file that the source imports.
    pub imported: fn(usize) -> Vec<(String, String)>,
}

/// A family of single files.
const fn family(name: &'static str, size: usize, source: fn(usize) -> String) -> Family {
    Family {
        name,
        size,
        source,
        imported: |_| Vec::new(),
    }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    family("functions called from one script", 2_000, functions_called),
    family("functions with loops, called", 1_000, functions_with_loops),
    family("functions that nothing calls", 2_000, functions_not_called),
    family(
        "functions that call the last one twice",
        24,
        functions_twice,
    ),
    family("functions in a chain of calls", 2_000, functions_in_chain),
    family("instances of one function", 200, instances),
    family("statements", 20_000, statements),
    family("statements of one line", 20_000, statements_of_one_line),
    family("assignments to other variables", 20_000, assignments),
    family("statements with arrays", 1_000, array_statements),
    family("statements in one loop", 2_000, statements_in_loop),
    family(
        "statements in one parallel loop",
        500,
        statements_in_parallel_loop,
    ),
    family(
        "changes of elements in one parallel loop",
        500,
        changes_in_parallel_loop,
    ),
    family(
        "elements of a row in one parallel loop",
        800,
        elements_in_parallel_loop,
    ),
    family(
        "branches in one parallel loop",
        500,
        branches_in_parallel_loop,
    ),
    family(
        "functions called in one parallel loop",
        500,
        calls_in_parallel_loop,
    ),
    family("terms of a sum", 2_000, terms),
    family("terms with calls of sin", 2_000, terms_with_calls),
    family("terms with arrays", 500, terms_with_arrays),
    family("loops in loops", 24, loops_in_loops),
    family("parallel loops in loops", 24, parallel_loops_in_loops),
    family("loops, one after the other", 2_000, loops),
    family("parallel loops, one after the other", 500, parallel_loops),
    family("branches in branches", 800, branches_in_branches),
    family("branches, one after the other", 10_000, branches),
    family("elseif", 6_000, else_ifs),
    family("arms of a match", 2_000, match_arms),
    family("fields of a class", 1_000, fields),
    family("open fields", 3_000, open_fields),
    family("classes", 1_000, classes),
    family("lambdas in a chain of calls", 500, lambdas_in_chain),
    family("lambdas that call the last one twice", 24, lambdas_twice),
    family("lambdas, one after the other", 2_000, lambdas),
    Family {
        name: "imported files",
        size: 500,
        source: imports,
        imported: imported_files,
    },
    family("literals of an array", 20_000, array_literal),
    family("rows of a matrix", 2_000, matrix_literal),
    family("entries of a cell", 2_000, cell_literal),
    family("cells in cells", 400, nested_cells),
    family("strings", 10_000, strings),
    family("characters of a string", 1_000_000, long_string),
    family("characters of comments", 1_000_000, comments),
    family("concatenations of strings", 2_000, concatenations),
    family("reductions", 500, reductions),
    family("expressions that are reduced", 2_000, reduced),
    family("kernels", 500, kernels),
    family("assignments of several types", 1_000, unions),
    family("parentheses", 500, parentheses),
    family("parameters of a function", 500, parameters),
    family("indices into one array", 5_000, indices),
    family("printed lines", 10_000, prints),
    family("tries", 2_000, tries),
    family("global variables that functions change", 1_000, globals),
];

/// Sources that nest too deep: what nests, the code of the report, the source.
pub const TOO_DEEP: &[(&str, &str, fn() -> String)] = &[
    ("parentheses", "E0112", || parentheses(1_001)),
    ("signs", "E0112", || {
        format!("x = {}1\n", "-".repeat(100_000))
    }),
    ("brackets", "E0112", || {
        format!("x = {}1{}\n", "[".repeat(5_000), "]".repeat(5_000))
    }),
    ("branches", "E0112", || branches_in_branches(1_001)),
    ("loops", "E0112", || loops_in_loops(1_001)),
    ("terms", "E0112", || terms(10_001)),
    ("elseif", "E0112", || else_ifs(20_001)),
    ("arms", "E0112", || match_arms(20_001)),
    ("calls", "E0112", || functions_in_chain(3_010)),
    ("instances", "E0410", || {
        "function y = f(x)\n    y = f(() -> x)\nend\nprint f(1)\n".to_owned()
    }),
];

/// `text` once for each number below `count`, with `#` for the number and `@` for the number before it.
fn repeat(count: usize, text: &str) -> String {
    let piece = |k: usize| {
        let last = k.saturating_sub(1).to_string();
        text.replace('#', &k.to_string()).replace('@', &last)
    };
    (0..count).map(piece).collect()
}

/// A number that no pass knows.
const UNKNOWN: &str = "x = rand(1)[0]\n";

fn functions_called(n: usize) -> String {
    let functions = repeat(n, "function y = f#(x)\n    y = x*2 + #\nend\n");
    functions + "y = 0.5\n" + &repeat(n, "y = f#(y)\n") + "print y\n"
}

fn functions_with_loops(n: usize) -> String {
    let head =
        "function y = f#(x : mat, a : int)\n    y = zeros(size(x))\n    for m = 0..size(x,0)-1\n";
    let body = "        for n = 0..size(x,1)-1\n            y[m,n] = x[m,n]*# + a\n        end\n    end\nend\n";
    let functions = repeat(n, &format!("{head}{body}"));
    functions + "x = ones(8,8)\n" + &repeat(n, "x = f#(x, #)\n") + "print sum(x)\n"
}

fn functions_not_called(n: usize) -> String {
    repeat(n, "function y = f#(x)\n    y = x*2 + #\nend\n") + "print 1\n"
}

fn functions_twice(n: usize) -> String {
    let first = "function y = f0(x)\n    y = x + 1\nend\n";
    let more: String = (1..n)
        .map(|k| {
            let last = k - 1;
            format!("function y = f{k}(x)\n    y = f{last}(x) + f{last}(x*2)\nend\n")
        })
        .collect();
    format!("{first}{more}print f{}(rand(1)[0])\n", n - 1)
}

fn functions_in_chain(n: usize) -> String {
    let first = "function y = f0(x)\n    y = x + 1\nend\n";
    let more: String = (1..n)
        .map(|k| format!("function y = f{k}(x)\n    y = f{}(x)*2 + {k}\nend\n", k - 1))
        .collect();
    format!("{first}{more}print f{}(rand(1)[0])\n", n - 1)
}

fn instances(n: usize) -> String {
    let calls = repeat(n, "print f(type#(a:=#))\n");
    let types = repeat(n, "type type# : class\n    a : scalar\nend\n");
    format!("{types}function y = f(x)\n    y = x.a*2\nend\n{calls}")
}

fn statements(n: usize) -> String {
    UNKNOWN.to_owned() + &repeat(n, "x = x*0.5 + #\n") + "print x\n"
}

fn statements_of_one_line(n: usize) -> String {
    "x = rand(1)[0];".to_owned() + &repeat(n, "x = x*0.5 + #;") + "print x\n"
}

/// Names that nothing has.
pub fn unknown_names(n: usize) -> String {
    repeat(n, "x# = y#\n")
}

fn assignments(n: usize) -> String {
    repeat(n, "v# = #\n") + "print v0\n"
}

fn array_statements(n: usize) -> String {
    "a0 = ones(8,8)\n".to_owned() + &repeat(n, "b# = a0 + #\na0 = b#*0.5\n") + "print sum(a0)\n"
}

fn statements_in_loop(n: usize) -> String {
    format!(
        "{UNKNOWN}for k = 0..9\n{}end\nprint x\n",
        repeat(n, "    x = x*0.5 + k*#\n")
    )
}

fn statements_in_parallel_loop(n: usize) -> String {
    format!(
        "y = zeros(100)\nfor k = 0..99\n    x = k*0.25\n{}    y[k] = x\nend\nprint sum(y)\n",
        repeat(n, "    x = x*0.5 + k*#\n")
    )
}

/// A nest whose body has so many statements.
fn parallel_nest(body: &str) -> String {
    format!(
        "y = zeros(100, 100)\nfor i = 0..99\nfor j = 0..99\n    v = i*0.25 + j\n{body}end\nend\nprint sum(y)\n"
    )
}

fn changes_in_parallel_loop(n: usize) -> String {
    parallel_nest(&repeat(n, "    y[i,j] += v*#\n"))
}

fn elements_in_parallel_loop(n: usize) -> String {
    format!(
        "y = zeros(100, {n})\nfor k = 0..99\n{}end\nprint sum(y)\n",
        repeat(n, "    y[k,#] = y[k,#]*0.5 + k*#\n")
    )
}

fn branches_in_parallel_loop(n: usize) -> String {
    parallel_nest(&repeat(n, "    if v > #\n        y[i,j] += #\n    end\n"))
}

fn calls_in_parallel_loop(n: usize) -> String {
    let functions = repeat(
        n,
        "function [] = f#(y : mat, i : int, j : int, v)\n    y[i,j] += v*#\nend\n",
    );
    functions + &parallel_nest(&repeat(n, "    f#(y, i, j, v)\n"))
}

fn terms(n: usize) -> String {
    format!("{UNKNOWN}y = 0{}\nprint y\n", repeat(n, " + x*#"))
}

fn terms_with_calls(n: usize) -> String {
    format!("{UNKNOWN}y = 0{}\nprint y\n", repeat(n, " + sin(x*#)"))
}

fn terms_with_arrays(n: usize) -> String {
    format!(
        "x = ones(8,8)\ny = x{}\nprint sum(y)\n",
        repeat(n, " + x*#")
    )
}

/// `levels` of `for`, each indented, around `body`.
fn loop_nest(levels: usize, bounds: &str, body: &str) -> String {
    let heads: String = (0..levels)
        .map(|k| format!("for i{k} = {bounds}\n"))
        .collect();
    heads + body + &"end\n".repeat(levels)
}

fn loops_in_loops(n: usize) -> String {
    // Ten iterations of each loop, so that small nests become kernels as deep ones do.
    format!("s = 0\n{}print s\n", loop_nest(n, "0..9", "s += 1\n"))
}

fn parallel_loops_in_loops(n: usize) -> String {
    let places: Vec<String> = (0..n).map(|k| format!("i{k}")).collect();
    let body = format!("x[{}] += 1\n", places.join(" + "));
    format!(
        "n = int(rand(1)[0]*0) + 1\nx = zeros(100)\n{}print sum(x)\n",
        loop_nest(n, "0..n", &body)
    )
}

fn loops(n: usize) -> String {
    UNKNOWN.to_owned() + &repeat(n, "for k = 0..9\n    x = x*0.5 + k*#\nend\n") + "print x\n"
}

fn parallel_loops(n: usize) -> String {
    let each = "for k = 0..99\n    x[k] = x[k]*0.5 + k*#\nend\n";
    "x = ones(100)\n".to_owned() + &repeat(n, each) + "print sum(x)\n"
}

fn branches_in_branches(n: usize) -> String {
    let heads: String = (0..n).map(|k| format!("if x > {k}\nx = x*0.5\n")).collect();
    format!("{UNKNOWN}{heads}{}print x\n", "end\n".repeat(n))
}

fn branches(n: usize) -> String {
    let each = "if x > #\n    x = x*2\nelse\n    x = x + #\nend\n";
    UNKNOWN.to_owned() + &repeat(n, each) + "print x\n"
}

fn else_ifs(n: usize) -> String {
    let arms = repeat(n, "elseif x > #\n    x = #\n");
    format!("{UNKNOWN}if x > 2\n    x = 3\n{arms}end\nprint x\n")
}

fn match_arms(n: usize) -> String {
    let arms = repeat(n, "| # -> y = #*2\n");
    format!("x = int(rand(1)[0]*10)\ny = 0\nmatch x with\n{arms}end\nprint y\n")
}

fn fields(n: usize) -> String {
    let fields = repeat(n, "    a# : scalar\n");
    let given: Vec<String> = (0..n).map(|k| format!("a{k}:={k}")).collect();
    let uses = repeat(n, "x.a# = x.a@ + 1\n");
    let given = given.join(", ");
    format!("type many : mutable class\n{fields}endtype\nx = many({given})\n{uses}print x.a0\n")
}

fn open_fields(n: usize) -> String {
    format!("x = object()\n{}print x.a0\n", repeat(n, "x.a# = #\n"))
}

fn classes(n: usize) -> String {
    let classes = repeat(
        n,
        "type class# : class\n    a : scalar\n    b : int\nendtype\n",
    );
    classes + &repeat(n, "x# = class#(a:=#, b:=1)\nprint x#.a + x#.b\n")
}

fn lambdas_in_chain(n: usize) -> String {
    let more: String = (1..n)
        .map(|k| format!("f{k} = x -> f{}(x)*2 + {k}\n", k - 1))
        .collect();
    format!("f0 = x -> x + 1\n{more}print f{}(rand(1)[0])\n", n - 1)
}

fn lambdas_twice(n: usize) -> String {
    let more: String = (1..n)
        .map(|k| {
            let last = k - 1;
            format!("f{k} = x -> f{last}(x) + f{last}(x*2)\n")
        })
        .collect();
    format!("f0 = x -> x + 1\n{more}print f{}(rand(1)[0])\n", n - 1)
}

fn lambdas(n: usize) -> String {
    UNKNOWN.to_owned() + &repeat(n, "f# = y -> y*0.5 + #\nx = f#(x)\n") + "print x\n"
}

fn imports(n: usize) -> String {
    repeat(n, "import \"part#.q\"\n") + "x = 0.5\n" + &repeat(n, "x = f#(x)\n") + "print x\n"
}

fn imported_files(n: usize) -> Vec<(String, String)> {
    let text = |k: usize| format!("function y = f{k}(x)\n    y = x*2 + {k}\nend\n");
    (0..n).map(|k| (format!("part{k}.q"), text(k))).collect()
}

fn array_literal(n: usize) -> String {
    format!("x = [0{}]\nprint sum(x)\n", repeat(n, ",#"))
}

fn matrix_literal(n: usize) -> String {
    format!("x = [[0,1,2,3]{}]\nprint sum(x)\n", repeat(n, ",[#,1,2,3]"))
}

fn cell_literal(n: usize) -> String {
    format!("x = {{0{}}}\nprint x[0]\n", repeat(n, ",\"text #\",#"))
}

fn nested_cells(n: usize) -> String {
    "x = {1, \"a\"}\n".to_owned() + &repeat(n, "x = {x, #, x[1]}\n") + "print numel(x)\n"
}

fn strings(n: usize) -> String {
    "s = \"\"\n".to_owned() + &repeat(n, "s = \"text #\"\n") + "print s\n"
}

fn long_string(n: usize) -> String {
    format!("print strlen(\"{}\")\n", "a".repeat(n))
}

fn comments(n: usize) -> String {
    format!("%{}\nprint 1\n", " 123456789\n%".repeat(n / 12))
}

fn concatenations(n: usize) -> String {
    "s = \"\"\n".to_owned() + &repeat(n, "s = s + \"text #\"\n") + "print s\n"
}

fn reductions(n: usize) -> String {
    let functions = repeat(n, "function y = f#(x)\n    y = x*2 + #\nend\n");
    let rules = repeat(n, "reduction x -> f#(f#(x)) = f#(x)\n");
    functions + &rules + "x = 0.5\n" + &repeat(n, "x = f#(f#(x))\n") + "print x\n"
}

fn reduced(n: usize) -> String {
    let head = "function y = f(x)\n    y = x*2\nend\nreduction x -> f(f(x)) = f(x)\nx = 0.5\n";
    head.to_owned() + &repeat(n, "x = f(f(x + #))\n") + "print x\n"
}

fn kernels(n: usize) -> String {
    let head = "function [] = __kernel__ k#(x : vec, pos : int)\n";
    let kernels = repeat(n, &format!("{head}    x[pos] = x[pos]*0.5 + #\nend\n"));
    kernels + "x = ones(100)\n" + &repeat(n, "parallel_do(100, x, k#)\n") + "print sum(x)\n"
}

fn unions(n: usize) -> String {
    let each = "if rand(1)[0] > 0.5\n    x = #\nelse\n    x = \"text #\"\nend\n";
    "x : ?? = 0\n".to_owned() + &repeat(n, each) + "print x\n"
}

fn parentheses(n: usize) -> String {
    format!(
        "{UNKNOWN}y = {}x{}\nprint y\n",
        "(".repeat(n),
        " + 1)".repeat(n)
    )
}

fn parameters(n: usize) -> String {
    let names: Vec<String> = (0..n).map(|k| format!("a{k}")).collect();
    let names = names.join(", ");
    let body = repeat(n, "    y = y*0.5 + a#\n");
    let given: Vec<String> = (0..n).map(|k| format!("{k}")).collect();
    format!(
        "function y = f({names})\n    y = 0.0\n{body}end\nprint f({})\n",
        given.join(", ")
    )
}

fn indices(n: usize) -> String {
    "x = rand(16)\ns = 0.0\n".to_owned() + &repeat(n, "s += x[mod(#, 16)]\n") + "print s\n"
}

fn prints(n: usize) -> String {
    UNKNOWN.to_owned() + &repeat(n, "print \"line #: \", x\n")
}

fn tries(n: usize) -> String {
    UNKNOWN.to_owned() + &repeat(n, "try\n    x = x + #\ncatch e\n    print e\nend\n") + "print x\n"
}

fn globals(n: usize) -> String {
    let functions = repeat(n, "v# = #\nfunction [] = f#()\n    v# = v# + 1\nend\n");
    functions + &repeat(n, "f#()\n") + "print v0\n"
}
