//! Prototypes of functions of C, as headers have them: `double ldexp(double x, int e);`.
//!
//! What is read is what crosses: numbers by value, texts, pointers to numbers, and pointers to anything else as addresses. A pointer to a type
//! that is not known here is an address, since a program can do nothing else with it than hand it on.
//!
//! *Invariant:* a prototype that is read is that of a function which the runtime can call, if it has so many registers.

use quasar_abi::ElemKind;
use quasar_abi::foreign::ForeignType;

/// A function as a prototype declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prototype {
    pub(super) name: String,
    pub(super) result: CType,
    pub(super) params: Vec<CType>,
}

/// A type of C, and what a pointer points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CType {
    pub(super) ty: ForeignType,
    pub(super) target: Target,
}

/// What a pointer points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// It is no pointer, or one to a text.
    Nothing,
    /// Elements of that kind.
    Elements(ElemKind),
    /// Bytes, of either sign.
    Bytes,
    /// Whatever there is.
    Anything,
    /// Something that only C knows.
    Unknown,
}

impl CType {
    pub(super) const VOID: CType = CType::of(ForeignType::Void);

    /// A type that is no pointer.
    pub(super) const fn of(ty: ForeignType) -> CType {
        let target = Target::Nothing;
        CType { ty, target }
    }

    /// The pointer to the elements of an array.
    pub(super) const fn pointer(kind: ElemKind) -> CType {
        CType {
            ty: ForeignType::Elements,
            target: Target::Elements(kind),
        }
    }

    /// The type in words of C.
    pub(super) fn words(self) -> String {
        let constant = match self.ty {
            ForeignType::Constant => "const ",
            _ => "",
        };
        match self.target {
            Target::Nothing => self.ty.words().to_owned(),
            Target::Elements(kind) => format!("{constant}{} *", element_words(kind)),
            Target::Bytes => format!("{constant}char *"),
            Target::Anything => format!("{constant}void *"),
            Target::Unknown => "a pointer to something that only C knows".to_owned(),
        }
    }
}

/// The name in C of the elements of an array.
fn element_words(kind: ElemKind) -> &'static str {
    let same = ForeignType::ALL
        .iter()
        .find(|ty| ty.element() == Some(kind));
    match kind {
        ElemKind::C32 => "float _Complex",
        ElemKind::C64 => "double _Complex",
        _ => same.map_or("", |ty| ty.words()),
    }
}

/// Names of numbers that headers define.
const NAMED: &[(&str, ForeignType)] = &[
    ("_Bool", ForeignType::Bool),
    ("bool", ForeignType::Bool),
    ("int8_t", ForeignType::I8),
    ("int16_t", ForeignType::I16),
    ("int32_t", ForeignType::I32),
    ("int64_t", ForeignType::I64),
    ("intptr_t", ForeignType::I64),
    ("off_t", ForeignType::I64),
    ("ptrdiff_t", ForeignType::I64),
    ("size_t", ForeignType::U64),
    ("ssize_t", ForeignType::I64),
    ("time_t", ForeignType::I64),
    ("uint8_t", ForeignType::U8),
    ("uint16_t", ForeignType::U16),
    ("uint32_t", ForeignType::U32),
    ("uint64_t", ForeignType::U64),
    ("uintptr_t", ForeignType::U64),
];

/// Words that say nothing of what crosses.
const IGNORED: &[&str] = &[
    "extern", "inline", "register", "restrict", "static", "volatile",
];

/// Words of which numbers are made.
const BASIC: &[&str] = &[
    "_Complex", "char", "complex", "double", "float", "int", "long", "short", "signed", "unsigned",
    "void",
];

/// Reads a prototype.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(text: &str) -> Result<Prototype, String> {
    let mut reader = Reader {
        words: words(text)?,
        at: 0,
    };
    let (result, name) = reader.declared()?;
    let name = name.ok_or("expected the name of the function")?;
    let result = result.as_result()?;
    reader.expect("(")?;
    let mut params = Vec::new();
    while !reader.eat(")") {
        if !params.is_empty() {
            reader.expect(",")?;
        }
        if reader.peek() == "..." {
            return Err("functions with any number of arguments cannot be called".to_owned());
        }
        let (param, _) = reader.declared()?;
        let array = reader.brackets()?;
        if param.is_void() && !array && params.is_empty() && reader.eat(")") {
            break;
        }
        params.push(param.pointing(array).as_param()?);
    }
    reader.eat(";");
    match reader.peek() {
        "" => Ok(Prototype {
            name,
            result,
            params,
        }),
        word => Err(format!("`{word}` behind the parameters")),
    }
}

/// The words and signs of a prototype.
fn words(text: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            '.' if rest.starts_with("...") => 3,
            '*' | '(' | ')' | ',' | ';' | '[' | ']' => 1,
            _ => return Err(format!("`{first}` is nothing that a prototype has")),
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

/// A type as it is written.
struct Written {
    basic: Vec<String>,
    constant: bool,
    stars: usize,
}

impl Written {
    fn is_void(&self) -> bool {
        self.stars == 0 && self.basic == ["void"]
    }

    /// The same, of a parameter that is an array.
    fn pointing(self, array: bool) -> Written {
        let stars = self.stars + usize::from(array);
        Written { stars, ..self }
    }

    fn name(&self) -> String {
        self.basic.join(" ")
    }

    /// The number that it is, if it is one.
    fn number(&self) -> Option<ForeignType> {
        if let [name] = self.basic.as_slice()
            && let Some((_, ty)) = NAMED.iter().find(|(named, _)| named == name)
        {
            return Some(*ty);
        }
        if let [first, _] = self.basic.as_slice()
            && first == "enum"
        {
            return Some(ForeignType::I32);
        }
        let count = |word: &str| self.basic.iter().filter(|it| *it == word).count();
        if self.basic.is_empty() || self.basic.iter().any(|it| !BASIC.contains(&it.as_str())) {
            return None;
        }
        let is_signed = count("unsigned") == 0;
        let integer = |signed, unsigned| Some(if is_signed { signed } else { unsigned });
        let [char, short, long] = ["char", "short", "long"].map(count);
        match (char, short, long) {
            _ if count("_Complex") + count("complex") + count("void") > 0 => None,
            (0, 0, 0) if count("float") == 1 => Some(ForeignType::F32),
            (0, 0, 0) if count("double") == 1 => Some(ForeignType::F64),
            _ if count("float") + count("double") > 0 => None,
            (1, 0, 0) => integer(ForeignType::I8, ForeignType::U8),
            (0, 1, 0) => integer(ForeignType::I16, ForeignType::U16),
            (0, 0, 0) => integer(ForeignType::I32, ForeignType::U32),
            (0, 0, 1 | 2) => integer(ForeignType::I64, ForeignType::U64),
            _ => None,
        }
    }

    /// What a pointer to it points at.
    fn target(&self) -> Target {
        let basic: Vec<&str> = self.basic.iter().map(String::as_str).collect();
        match basic.as_slice() {
            ["void"] => Target::Anything,
            ["char"] => Target::Bytes,
            ["float", "_Complex" | "complex"] | ["_Complex" | "complex", "float"] => {
                Target::Elements(ElemKind::C32)
            }
            ["double", "_Complex" | "complex"] | ["_Complex" | "complex", "double"] => {
                Target::Elements(ElemKind::C64)
            }
            _ => match self.number().and_then(ForeignType::element) {
                Some(kind) => Target::Elements(kind),
                None => Target::Unknown,
            },
        }
    }

    fn as_param(&self) -> Result<CType, String> {
        if self.stars == 0 {
            let number = self.number().map(CType::of);
            return number.ok_or_else(|| format!("`{}` cannot be passed", self.name()));
        }
        let target = match self.stars {
            1 => self.target(),
            _ => Target::Unknown,
        };
        Ok(match (target, self.constant) {
            (Target::Bytes, true) => CType::of(ForeignType::Text),
            (target, true) => CType {
                ty: ForeignType::Constant,
                target,
            },
            (target, false) => CType {
                ty: ForeignType::Elements,
                target,
            },
        })
    }

    fn as_result(&self) -> Result<CType, String> {
        match (self.stars, self.target()) {
            (0, _) if self.is_void() => Ok(CType::VOID),
            (0, _) => match self.number() {
                Some(ty) => Ok(CType::of(ty)),
                None => Err(format!("`{}` cannot be given back", self.name())),
            },
            (1, Target::Bytes) => Ok(CType::of(ForeignType::Text)),
            _ => Ok(CType::of(ForeignType::I64)),
        }
    }
}

/// The words of a prototype, one after another.
struct Reader<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl<'t> Reader<'t> {
    /// The next word; none at the end.
    fn peek(&self) -> &'t str {
        self.words.get(self.at).copied().unwrap_or("")
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.peek() == word;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        match (self.eat(word), self.peek()) {
            (true, _) => Ok(()),
            (false, "") => Err(format!("expected `{word}` at the end")),
            (false, other) => Err(format!("expected `{word}`, not `{other}`")),
        }
    }

    /// `[]`, `[3]`: whether there are some.
    fn brackets(&mut self) -> Result<bool, String> {
        let mut found = false;
        while self.eat("[") {
            while !matches!(self.peek(), "]" | "") {
                self.at += 1;
            }
            self.expect("]")?;
            found = true;
        }
        Ok(found)
    }

    /// A type, its stars and the name that is declared with them.
    fn declared(&mut self) -> Result<(Written, Option<String>), String> {
        let (mut basic, mut constant, mut stars) = (Vec::new(), false, 0);
        let mut names = Vec::new();
        loop {
            let word = self.peek();
            if word == "const" {
                constant |= stars == 0;
            } else if word == "*" {
                stars += 1;
            } else if matches!(word, "struct" | "union" | "enum") {
                basic.push(word.to_owned());
            } else if word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                match () {
                    () if IGNORED.contains(&word) || word == "__restrict" => {}
                    () if BASIC.contains(&word) => basic.push(word.to_owned()),
                    () => names.push((word.to_owned(), stars)),
                }
            } else {
                break;
            }
            self.at += 1;
        }
        // The name of a type stands in front of the stars, unless words of the language are the type.
        let is_open = basic.is_empty()
            || matches!(
                basic.last().map(String::as_str),
                Some("struct" | "union" | "enum")
            );
        if is_open && !names.is_empty() {
            basic.push(names.remove(0).0);
        }
        match (basic.is_empty(), names.as_slice()) {
            (true, _) => Err("expected a type".to_owned()),
            (_, [_, (second, _), ..]) => Err(format!("`{second}` is one name too many")),
            (_, []) => Ok((
                Written {
                    basic,
                    constant,
                    stars,
                },
                None,
            )),
            (_, [(name, _)]) => Ok((
                Written {
                    basic,
                    constant,
                    stars,
                },
                Some(name.clone()),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        let prototype = read(text).expect(text);
        let types = std::iter::once(&prototype.result).chain(&prototype.params);
        types.map(|ty| ty.ty.letter()).collect()
    }

    #[test]
    fn prototypes_of_headers_are_read() {
        let rows = [
            ("double cbrt(double)", "dd"),
            ("extern double ldexp (double x, int exponent);", "ddi"),
            ("void f(void)", "v"),
            ("void g()", "v"),
            (
                "unsigned long long h(const unsigned char *restrict p, size_t n)",
                "mqm",
            ),
            ("int scale(float x[], int64_t n, float by)", "iplf"),
            ("char *getenv(const char *name)", "xx"),
            ("void *open_it(const char *const path, bool quiet)", "lxz"),
            ("int close_it(struct handle *h)", "ip"),
            ("FILE *fopen(const char *, const char *)", "lxx"),
            ("enum kind kind_of(const FILE *f, char *buffer)", "iqp"),
            ("long double_it(short, unsigned, long int)", "lsjl"),
        ];
        for (text, expected) in rows {
            assert_eq!(letters(text), expected, "{text}");
        }
        let targets = |text: &str| -> Vec<Target> {
            let prototype = read(text).expect(text);
            prototype.params.iter().map(|ty| ty.target).collect()
        };
        let of = "void f(float *a, const double complex *b, void *c, char *d, int **e, uint8_t *g)";
        let expected = [
            Target::Elements(ElemKind::F32),
            Target::Elements(ElemKind::C64),
            Target::Anything,
            Target::Bytes,
            Target::Unknown,
            Target::Elements(ElemKind::U8),
        ];
        assert_eq!(targets(of), expected);
    }

    #[test]
    fn what_is_no_prototype_is_told() {
        for text in [
            "",
            "double",
            "double cbrt",
            "double cbrt(double",
            "double cbrt(double) x",
            "int printf(const char *format, ...)",
            "struct point where(void)",
            "long double sinl(long double x)",
            "double f(double x y)",
            "double f(double!)",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
