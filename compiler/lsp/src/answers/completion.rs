//! What can stand at a place: names that are seen there, fields behind a dot, modifiers behind a quote, words of attributes, files behind `import`.
//!
//! What stands in front of the place is read from the tokens, since the text is rarely whole there; names come from the tree, which the parser makes of
//! every text.
//!
//! *Invariant:* nothing is offered in comments and strings. Each name is there once: the nearest.

use std::collections::BTreeMap;

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, TextEdit};
use qc_front::base::Span;
use qc_front::builtins::attributes::{self, Value};
use qc_front::builtins::special_forms::SPECIAL_FORMS;
use qc_front::builtins::{INTERNAL, ROWS, Row};
use qc_front::check::{CONSTANTS, TYPE_NAMES};
use qc_front::resolve::qualify;
use qc_front::syntax::ast::ModifierKind;
use qc_front::syntax::token::{Keyword, Punct, Token, TokenKind};

use super::hover;
use super::meaning::{self, Meaning};
use super::view::{File, View};
use crate::names::{Kind, Role, Sense, TOP};

/// Words that are reserved at their places only.
pub const SOFT_KEYWORDS: &[&str] = &[
    "class", "dynamic", "enum", "mutable", "print", "symbolic", "type", "where", "with",
];

/// The modifiers of types.
pub const MODIFIERS: &[ModifierKind] = &[
    ModifierKind::Unchecked,
    ModifierKind::Checked,
    ModifierKind::Safe,
    ModifierKind::Circular,
    ModifierKind::Mirror,
    ModifierKind::Clamped,
    ModifierKind::Const,
    ModifierKind::NoCopy,
    ModifierKind::HwConst,
    ModifierKind::HwTexConst,
    ModifierKind::HwTexNearest(None),
    ModifierKind::HwTexLinear(None),
    ModifierKind::Row,
    ModifierKind::Col,
    ModifierKind::Half,
    ModifierKind::Single,
    ModifierKind::Double,
    ModifierKind::Saturate,
];

/// What stands in front of the place.
enum Place {
    /// Nothing is offered.
    Nothing,
    /// A dot behind a name or an expression that ends at this token.
    Member(usize),
    /// A quote behind a type.
    Modifier,
    /// The start of an attribute.
    Attribute,
    /// Within an attribute of this name, perhaps behind `name=`.
    Property(String, Option<String>),
    /// Anything else.
    Anywhere,
}

/// What can be imported instead of a path that is being written.
pub type Importable<'a> = dyn Fn(&str) -> Vec<String> + 'a;

/// What can stand at an offset.
pub fn at(view: &View, offset: u32, importable: &Importable) -> Vec<CompletionItem> {
    if let Some(written) = import_around(view, offset) {
        return imports(view, written, importable);
    }
    match place(view, offset) {
        Place::Nothing => Vec::new(),
        Place::Member(base) => members(view, base),
        Place::Modifier => {
            let names = MODIFIERS.iter().map(|it| it.name());
            names
                .map(|name| item(name, CompletionItemKind::KEYWORD))
                .collect()
        }
        Place::Attribute => attributes::TABLE
            .iter()
            .map(|row| CompletionItem {
                detail: Some(row.place.text().to_owned()),
                ..item(row.name, CompletionItemKind::KEYWORD)
            })
            .collect(),
        Place::Property(attribute, None) => properties(&attribute),
        Place::Property(attribute, Some(property)) => {
            let mut found = values(&attribute, &property);
            found.extend(anywhere(view, offset));
            found
        }
        Place::Anywhere => anywhere(view, offset),
    }
}

/// The part of the path of an import in front of an offset.
fn import_around(view: &View, offset: u32) -> Option<Span> {
    let syntax = view.document.syntax();
    let path = syntax.token_before(offset)?;
    let token = syntax.tokens[path];
    let import = path.checked_sub(1).map(|before| syntax.tokens[before].kind);
    let is_import = import == Some(TokenKind::Keyword(Keyword::Import));
    let begun = token.span.lo + 1;
    (is_import && is_within_text(view, &token, offset))
        .then(|| Span::new(token.span.file, begun, offset))
}

/// Whether an offset is between the quotes of a text, or behind the first where the other one is missing.
fn is_within_text(view: &View, token: &Token, offset: u32) -> bool {
    let spelled = view.document.spelled(token.span);
    let is_open = spelled.len() == 1 || !spelled.ends_with('"');
    let is_before_end = offset < token.span.hi || (is_open && offset == token.span.hi);
    token.kind == TokenKind::String && token.span.lo < offset && is_before_end
}

/// The files that can be imported where a path begins so.
fn imports(view: &View, written: Span, importable: &Importable) -> Vec<CompletionItem> {
    let mut paths = importable(view.document.spelled(written));
    paths.sort();
    paths.dedup();
    let range = view.document.range(written);
    let items = paths.into_iter().map(|path| CompletionItem {
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: path.clone(),
        })),
        ..item(&path, CompletionItemKind::FILE)
    });
    items.collect()
}

fn item(label: &str, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        ..CompletionItem::default()
    }
}

fn place(view: &View, offset: u32) -> Place {
    let syntax = view.document.syntax();
    let tokens = &syntax.tokens;
    let Some(last) = syntax.token_before(offset) else {
        return Place::Anywhere;
    };
    let end = tokens[last].span.hi;
    if end < offset && view.document.text().source()[end as usize..offset as usize].contains('%') {
        // A comment goes to the end of its line.
        let between = &view.document.text().source()[end as usize..offset as usize];
        let line = between.rsplit(['\n', '\r']).next().unwrap_or_default();
        if line.contains('%') {
            return Place::Nothing;
        }
    }
    let in_string = is_within_text(view, &tokens[last], offset);
    let is_number = matches!(tokens[last].kind, TokenKind::Int(_) | TokenKind::Scalar(_));
    if in_string || tokens[last].kind == TokenKind::Error || (is_number && end >= offset) {
        return Place::Nothing;
    }
    let is_word = matches!(
        tokens[last].kind,
        TokenKind::Name(_) | TokenKind::Keyword(_)
    );
    let before = match is_word && end >= offset {
        true => syntax.token_up_to(last),
        false => Some(last),
    };
    before.map_or(Place::Anywhere, |before| behind(view, before))
}

/// What a token leads to.
fn behind(view: &View, before: usize) -> Place {
    let tokens = &view.document.syntax().tokens;
    let token = tokens[before];
    let glued_to = |at: usize| at.checked_sub(1).filter(|_| tokens[at].glued);
    match (token.kind, glued_to(before)) {
        (TokenKind::Punct(Punct::Dot), Some(base)) => Place::Member(base),
        (TokenKind::Punct(Punct::Quote), Some(_)) => Place::Modifier,
        (TokenKind::Keyword(Keyword::Function), _) => Place::Nothing,
        _ => match attribute_around(view, before) {
            Some(None) => Place::Attribute,
            Some(Some(name)) => {
                let property = (token.kind == TokenKind::Punct(Punct::Equal))
                    .then(|| before.checked_sub(1))
                    .flatten()
                    .map(|at| view.document.spelled(tokens[at].span).to_owned());
                Place::Property(name, property)
            }
            None => Place::Anywhere,
        },
    }
}

/// The attribute whose brace is open behind a token; its name, if that is there already.
fn attribute_around(view: &View, last: usize) -> Option<Option<String>> {
    let tokens = &view.document.syntax().tokens;
    let line = tokens[..=last].iter().rev();
    let line = line.take_while(|token| token.kind != TokenKind::Newline);
    let mut depth = 0;
    let mut name: Option<Span> = None;
    for (back, token) in line.enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::RightBrace) => depth += 1,
            TokenKind::Punct(Punct::LeftBrace) if depth > 0 => depth -= 1,
            TokenKind::Punct(Punct::Bang) if depth == 0 => {
                let is_start = begins_attribute(tokens, last - back);
                let name = name.map(|span| view.document.spelled(span).to_owned());
                return is_start.then_some(name);
            }
            TokenKind::Name(_) if depth == 0 => name = Some(token.span),
            TokenKind::Name(_) | TokenKind::Keyword(_) | TokenKind::Punct(_) => {}
            _ => {}
        }
    }
    None
}

/// Whether a `!` begins an entry of an attribute.
fn begins_attribute(tokens: &[Token], bang: usize) -> bool {
    let before = bang.checked_sub(1).map(|at| tokens[at].kind);
    matches!(
        before,
        Some(TokenKind::Punct(
            Punct::LeftBrace | Punct::Semicolon | Punct::Comma
        ))
    )
}

fn properties(attribute: &str) -> Vec<CompletionItem> {
    let Some(row) = attributes::row(attribute) else {
        return Vec::new();
    };
    let words = row
        .words
        .iter()
        .map(|word| item(word, CompletionItemKind::KEYWORD));
    let properties = row.properties.iter().map(|it| CompletionItem {
        detail: Some(it.value.text()),
        insert_text: Some(format!("{}=", it.name)),
        ..item(it.name, CompletionItemKind::PROPERTY)
    });
    words.chain(properties).collect()
}

fn values(attribute: &str, property: &str) -> Vec<CompletionItem> {
    let row = attributes::row(attribute);
    let property = row.and_then(|row| row.properties.iter().find(|it| it.name == property));
    let words: Vec<&str> = match property.map(|it| it.value) {
        Some(Value::Switch) => vec!["true", "false"],
        Some(value) => value.words(),
        None => Vec::new(),
    };
    let is_text = property.is_some_and(|it| it.value != Value::Switch);
    let spelled = |word: &&str| match is_text {
        true => format!("\"{word}\""),
        false => (*word).to_owned(),
    };
    let items = words.iter().map(spelled);
    items
        .map(|word| item(&word, CompletionItemKind::VALUE))
        .collect()
}

/// The fields of what ends at a token, or the keys of an enumeration.
fn members(view: &View, base: usize) -> Vec<CompletionItem> {
    let span = view.document.syntax().tokens[base].span;
    let name = view.document.spelled(span);
    if let Some(file) = meaning::file_before(view, &view.own(), span, name) {
        return names_of(file);
    }
    if meaning::top_kind(view, name) == Some(Kind::Enum) {
        return declared(view, |owner| owner == name);
    }
    let types = meaning::base_types(view, &view.own(), span, Some(name));
    let classes: Vec<&str> = types.iter().map(|ty| meaning::class_name(ty)).collect();
    let found = declared(view, |owner| classes.contains(&owner));
    match (found.is_empty(), types.is_empty()) {
        (true, true) => fields_of_all(view),
        (true, false) => open_fields(view, &classes),
        (false, _) => found,
    }
}

/// What an imported file gives behind its name.
fn names_of(file: &File) -> Vec<CompletionItem> {
    let syntax = file.document.syntax();
    let private = qualify::private_names(&syntax.ast.body, &syntax.interner);
    let own = syntax.names.visible(TOP).into_iter();
    let given = own.filter(|(name, ..)| private.iter().all(|it| it.name != *name));
    given
        .map(|(name, kind, _)| item(syntax.name(name), item_kind(kind)))
        .collect()
}

/// The fields and keys of some types of the program.
fn declared(view: &View, is_meant: impl Fn(&str) -> bool) -> Vec<CompletionItem> {
    let mut found = BTreeMap::new();
    for file in &view.files {
        let syntax = file.document.syntax();
        for it in &syntax.names.occurrences {
            let (owner, kind) = match it.sense {
                Sense::FieldOf(owner) => (owner, CompletionItemKind::FIELD),
                Sense::KeyOf(owner) => (owner, CompletionItemKind::ENUM_MEMBER),
                _ => continue,
            };
            if is_meant(syntax.name(owner)) {
                let name = syntax.name(it.name);
                found.insert(name.to_owned(), item(name, kind));
            }
        }
    }
    found.into_values().collect()
}

/// All fields of all classes, where nothing is known of the base.
fn fields_of_all(view: &View) -> Vec<CompletionItem> {
    let mut found = declared(view, |owner| {
        meaning::top_kind(view, owner) == Some(Kind::Class)
    });
    found.extend(open_fields(view, &[]));
    found
}

/// The fields that objects get by being assigned to.
fn open_fields(view: &View, classes: &[&str]) -> Vec<CompletionItem> {
    let Some(tree) = view.tree() else {
        return Vec::new();
    };
    let is_meant = |name: &str| classes.is_empty() || classes.contains(&meaning::class_name(name));
    let open = tree
        .classes
        .iter()
        .filter(|class| class.open && is_meant(&class.name));
    let fields = open.flat_map(|class| &class.fields);
    let items = fields.map(|field| CompletionItem {
        detail: Some(field.ty.to_string()),
        ..item(&field.name, CompletionItemKind::FIELD)
    });
    items.collect()
}

/// All names that are seen at an offset, and the words of the language.
fn anywhere(view: &View, offset: u32) -> Vec<CompletionItem> {
    let mut found: BTreeMap<String, CompletionItem> = BTreeMap::new();
    let mut add = |it: CompletionItem| {
        found.entry(it.label.clone()).or_insert(it);
    };
    local_names(view, offset).into_iter().for_each(&mut add);
    view.files.iter().flat_map(top_names).for_each(&mut add);
    for form in SPECIAL_FORMS {
        add(of_language(form.name, form.signature));
    }
    let is_name = |row: &&Row| !INTERNAL.contains(&row.builtin) && !row.name.contains('.');
    for row in ROWS.iter().filter(is_name) {
        add(of_language(row.name, row.signature));
    }
    let constants = CONSTANTS.iter().map(|(name, ..)| *name);
    constants.for_each(|name| add(item(name, CompletionItemKind::CONSTANT)));
    let types = TYPE_NAMES.iter();
    types.for_each(|name| add(item(name, CompletionItemKind::CLASS)));
    let words = Keyword::ALL.iter().map(|word| word.text());
    let words = words.chain(SOFT_KEYWORDS.iter().copied());
    words.for_each(|word| add(item(word, CompletionItemKind::KEYWORD)));
    found.into_values().collect()
}

fn of_language(name: &str, signature: &str) -> CompletionItem {
    CompletionItem {
        detail: Some(signature.to_owned()),
        ..item(name, CompletionItemKind::FUNCTION)
    }
}

/// The names of the functions around an offset.
fn local_names(view: &View, offset: u32) -> Vec<CompletionItem> {
    let syntax = view.document.syntax();
    let scope = syntax.names.scope_at(offset);
    let visible = syntax.names.visible(scope).into_iter();
    let local = visible.filter(|(.., owner)| *owner != TOP);
    let items = local.map(|(name, kind, _)| item(syntax.name(name), item_kind(kind)));
    items.collect()
}

/// What a file gives to the program, each function with its header.
fn top_names(file: &File) -> Vec<CompletionItem> {
    let syntax = file.document.syntax();
    let mut found = Vec::new();
    for it in &syntax.names.occurrences {
        let (Role::Define(kind), Sense::Scoped, TOP) = (it.role, it.sense, it.owner) else {
            continue;
        };
        let detail = matches!(kind, Kind::Function).then(|| hover::header(file, it));
        let detail = detail.map(|it| it.trim_start_matches("function ").to_owned());
        found.push(CompletionItem {
            detail,
            ..item(syntax.name(it.name), item_kind(kind))
        });
    }
    found
}

fn item_kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Function | Kind::Rule | Kind::Macro => CompletionItemKind::FUNCTION,
        Kind::Alias | Kind::Class => CompletionItemKind::CLASS,
        Kind::Enum => CompletionItemKind::ENUM,
        Kind::Generic => CompletionItemKind::TYPE_PARAMETER,
        Kind::Parameter | Kind::Output | Kind::Variable | Kind::LoopVariable => {
            CompletionItemKind::VARIABLE
        }
        Kind::Field => CompletionItemKind::FIELD,
        Kind::Key => CompletionItemKind::ENUM_MEMBER,
    }
}

/// What is told of a name that was offered.
pub fn documentation(view: &View, name: &str) -> Option<String> {
    let found = match meaning::top_kind(view, name) {
        Some(Kind::Variable | Kind::LoopVariable) => return None,
        Some(_) => Meaning::Top(name.to_owned()),
        None if meaning::is_of_language(name) => Meaning::Language(name.to_owned()),
        None => Meaning::Attribute(name.to_owned()),
    };
    hover::described(view, &found)
}
