//! PTX to its tree.
//!
//! *Invariant:* consumes a token in every loop, so it ends for any text; nothing here panics.

mod operands;

use crate::lexer::{self, Number, Piece, Token};
use crate::parse_error::ParseError;
use crate::syntax::{
    FunctionTree, Initial, Line, Location, Position, Space, Statement, Tree, Type, Variable,
};

type Result<T> = std::result::Result<T, ParseError>;

/// Operands and initial values may be nested so deep.
const MAXIMUM_DEPTH: u32 = 8;

/// Parses a whole text.
pub fn parse(text: &str) -> Result<Tree<'_>> {
    let tokens = lexer::tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
    };
    let mut tree = Tree::default();
    while parser.peek().is_some() {
        parser.item(&mut tree)?;
    }
    Ok(tree)
}

struct Parser<'p, 't> {
    tokens: &'p [Token<'t>],
    at: usize,
}

/// What stands before the name of a variable.
struct Head {
    space: Space,
    class: Type,
    align: Option<u32>,
}

impl<'t> Parser<'_, 't> {
    fn peek(&self) -> Option<Piece<'t>> {
        self.tokens.get(self.at).map(|token| token.piece)
    }

    fn after(&self, count: usize) -> Option<Piece<'t>> {
        self.tokens.get(self.at + count).map(|token| token.piece)
    }

    fn line(&self) -> u32 {
        let token = self.tokens.get(self.at).or(self.tokens.last());
        token.map_or(1, |token| token.line)
    }

    fn error<T>(&self, expected: &str) -> Result<T> {
        let found = match self.peek() {
            None => "the end of the text".to_string(),
            Some(Piece::Word(word)) => format!("`{word}`"),
            Some(Piece::Text(text)) => format!("\"{text}\""),
            Some(Piece::Mark(mark)) => format!("`{mark}`"),
        };
        Err(ParseError {
            line: self.line(),
            message: format!("expected {expected}, found {found}"),
        })
    }

    fn is(&self, mark: char) -> bool {
        self.peek() == Some(Piece::Mark(mark))
    }

    fn take(&mut self, mark: char) -> bool {
        let found = self.is(mark);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if self.take(mark) {
            return Ok(());
        }
        self.error(&format!("`{mark}`"))
    }

    fn word(&mut self, what: &str) -> Result<&'t str> {
        match self.peek() {
            Some(Piece::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            Some(Piece::Text(_) | Piece::Mark(_)) | None => self.error(what),
        }
    }

    fn peek_word(&self) -> Option<&'t str> {
        match self.peek() {
            Some(Piece::Word(word)) => Some(word),
            Some(Piece::Text(_) | Piece::Mark(_)) | None => None,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn integer(&mut self, what: &str) -> Result<u64> {
        match self.peek_word().and_then(lexer::number) {
            Some(Number::Integer(value)) => {
                self.at += 1;
                Ok(value)
            }
            Some(Number::Single(_) | Number::Double(_)) | None => self.error(what),
        }
    }

    fn small(&mut self, what: &str) -> Result<u32> {
        let value = self.integer(what)?;
        u32::try_from(value).or_else(|_| self.error(what))
    }

    fn skip_past(&mut self, mark: char) {
        while self.peek().is_some() && !self.take(mark) {
            self.at += 1;
        }
    }

    // ---- The module

    fn item(&mut self, tree: &mut Tree<'t>) -> Result<()> {
        let mut external = false;
        loop {
            let Some(word) = self.peek_word() else {
                return if self.take(';') {
                    Ok(())
                } else {
                    self.error("a directive")
                };
            };
            match word {
                ".visible" | ".weak" | ".common" => self.at += 1,
                ".extern" => {
                    external = true;
                    self.at += 1;
                }
                ".version" | ".address_size" => {
                    self.at += 2;
                    return Ok(());
                }
                ".target" => return self.target(),
                ".file" => return self.file(tree),
                ".loc" => return self.location().map(|_| ()),
                ".section" => return self.section(),
                ".pragma" | ".alias" => {
                    self.skip_past(';');
                    return Ok(());
                }
                ".func" | ".entry" => {
                    let function = self.function(word == ".entry")?;
                    tree.functions.push(function);
                    return Ok(());
                }
                _ => {
                    let variables = self.variables(external)?;
                    tree.variables.extend(variables);
                    return Ok(());
                }
            }
        }
    }

    fn target(&mut self) -> Result<()> {
        self.at += 1;
        self.word("a target")?;
        while self.take(',') {
            self.word("a target")?;
        }
        Ok(())
    }

    fn file(&mut self, tree: &mut Tree<'t>) -> Result<()> {
        self.at += 1;
        let number = self.small("the number of a file")?;
        let Some(Piece::Text(name)) = self.peek() else {
            return self.error("the name of a file");
        };
        self.at += 1;
        while self.take(',') {
            self.integer("a number")?;
        }
        tree.files.insert(number, name);
        Ok(())
    }

    fn section(&mut self) -> Result<()> {
        self.at += 1;
        self.word("the name of a section")?;
        self.expect('{')?;
        self.skip_past('}');
        Ok(())
    }

    /// `.loc file line column`, and where it was inlined.
    fn location(&mut self) -> Result<Location> {
        self.at += 1;
        let mut location = Location {
            position: self.position()?,
            inlined_at: None,
        };
        while self.take(',') {
            match self.word("a part of a location")? {
                "function_name" => {
                    self.word("a label")?;
                    if self.take('+') {
                        self.integer("an offset")?;
                    }
                }
                "inlined_at" => location.inlined_at = Some(self.position()?),
                _ => return self.error("`function_name` or `inlined_at`"),
            }
        }
        Ok(location)
    }

    fn position(&mut self) -> Result<Position> {
        let file = self.small("the number of a file")?;
        let line = self.small("a line")?;
        Ok((file, line, self.small("a column")?))
    }

    fn function(&mut self, is_entry: bool) -> Result<FunctionTree<'t>> {
        let line = self.line();
        self.at += 1;
        let returns = if self.is('(') {
            self.parameters()?
        } else {
            Vec::new()
        };
        let name = self.word("the name of a function")?;
        let parameters = if self.is('(') {
            self.parameters()?
        } else {
            Vec::new()
        };
        let max_threads = self.attributes()?;
        let body = if self.take(';') {
            None
        } else {
            Some(self.body()?)
        };
        Ok(FunctionTree {
            name,
            is_entry,
            returns,
            parameters,
            body,
            max_threads,
            line,
        })
    }

    fn parameters(&mut self) -> Result<Vec<Variable<'t>>> {
        self.expect('(')?;
        let mut found = Vec::new();
        while !self.take(')') {
            let head = self.head()?;
            found.push(self.declarator(&head, false)?);
            if !self.is(')') {
                self.expect(',')?;
            }
        }
        Ok(found)
    }

    /// What stands between the parameters and the body; the number of threads that it allows.
    fn attributes(&mut self) -> Result<Option<u32>> {
        let mut threads = None;
        while let Some(word) = self.peek_word() {
            self.at += 1;
            match word {
                ".maxntid" | ".reqntid" => threads = Some(self.product()?),
                ".pragma" => self.skip_past(';'),
                _ if word.starts_with('.') => {
                    while self.peek_word().is_some_and(|next| !next.starts_with('.')) {
                        self.at += 1;
                        self.take(',');
                    }
                }
                _ => return self.error("a body"),
            }
        }
        Ok(threads)
    }

    fn product(&mut self) -> Result<u32> {
        let mut product = self.small("a number of threads")?;
        while self.take(',') {
            product = product.saturating_mul(self.small("a number of threads")?);
        }
        Ok(product)
    }

    // ---- Variables

    fn variables(&mut self, external: bool) -> Result<Vec<Variable<'t>>> {
        let head = self.head()?;
        let mut found = vec![self.declarator(&head, external)?];
        while self.take(',') {
            found.push(self.declarator(&head, external)?);
        }
        self.expect(';')?;
        Ok(found)
    }

    fn head(&mut self) -> Result<Head> {
        let mut space = None;
        let mut class = None;
        let mut align = None;
        let mut points = false;
        while let Some(word) = self.peek_word() {
            let Some(directive) = word.strip_prefix('.') else {
                break;
            };
            self.at += 1;
            match directive.split("::").next().unwrap_or(directive) {
                // Behind `.ptr` it is that of what the parameter points to.
                "align" if points => drop(self.alignment()?),
                "align" => align = Some(self.alignment()?),
                "attribute" => self.skip_past(')'),
                "ptr" => points = true,
                name => {
                    // `.ptr .global` names what a parameter points to.
                    let named = space_named(name);
                    match (named, Type::named(name)) {
                        (Some(named), _) => space = space.or(Some(named)),
                        (None, Some(named)) => class = Some(named),
                        (None, None) => {
                            self.at -= 1;
                            return self.error("a state space or a type");
                        }
                    }
                }
            }
        }
        match (space, class) {
            (Some(space), Some(class)) => Ok(Head {
                space,
                class,
                align,
            }),
            (None, _) | (_, None) => self.error("a variable with its state space and type"),
        }
    }

    fn alignment(&mut self) -> Result<u32> {
        let align = self.small("an alignment")?;
        if align.is_power_of_two() && align <= 1 << 16 {
            return Ok(align);
        }
        self.error("an alignment that is a power of two")
    }

    fn declarator(&mut self, head: &Head, external: bool) -> Result<Variable<'t>> {
        let name = self.word("a name")?;
        let mut count = Some(1u64);
        while self.take('[') {
            if self.take(']') {
                count = None;
                continue;
            }
            let extent = self.integer("a number of elements")?;
            self.expect(']')?;
            count = count.map(|count| count.saturating_mul(extent));
        }
        let mut initial = Vec::new();
        if self.take('=') {
            self.initial(&mut initial, 0)?;
        }
        if count.is_some_and(|count| count > 1 << 32) {
            return self.error("an array of at most 2^32 elements");
        }
        if count.is_none() && !initial.is_empty() {
            count = Some(initial.len() as u64);
        }
        Ok(Variable {
            space: head.space,
            name,
            class: head.class,
            align: head.align.unwrap_or(head.class.size()),
            count,
            initial,
            external,
        })
    }

    fn initial(&mut self, found: &mut Vec<Initial<'t>>, depth: u32) -> Result<()> {
        if !self.take('{') {
            found.push(self.initial_part()?);
            return Ok(());
        }
        if depth > MAXIMUM_DEPTH {
            return self.error("fewer braces");
        }
        while !self.take('}') {
            self.initial(found, depth + 1)?;
            if !self.is('}') {
                self.expect(',')?;
            }
        }
        Ok(())
    }

    fn initial_part(&mut self) -> Result<Initial<'t>> {
        let negative = self.take('-');
        let word = self.word("an initial value")?;
        if let Some(number) = lexer::number(word) {
            if let (Number::Integer(mask), true) = (number, self.take('(')) {
                let mut part = self.initial_part()?;
                self.expect(')')?;
                if let Initial::Symbol { mask: place, .. } = &mut part {
                    *place = Some(mask);
                }
                return Ok(part);
            }
            return Ok(Initial::Number(if negative {
                operands::negated(number)
            } else {
                number
            }));
        }
        let name = if word == "generic" && self.take('(') {
            let name = self.word("a symbol")?;
            self.expect(')')?;
            name
        } else {
            word
        };
        let addend = self.addend()?;
        Ok(Initial::Symbol {
            name,
            addend,
            mask: None,
        })
    }

    /// `+4`, `-4`, `+-4` or nothing.
    fn addend(&mut self) -> Result<i64> {
        let mut sign = 1i64;
        let mut found = false;
        while self.is('+') || self.is('-') {
            found = true;
            if self.is('-') {
                sign = -sign;
            }
            self.at += 1;
        }
        if !found {
            return Ok(0);
        }
        let value = self.integer("an offset")? as i64;
        Ok(value.wrapping_mul(sign))
    }

    // ---- Bodies

    fn body(&mut self) -> Result<Vec<Statement<'t>>> {
        self.expect('{')?;
        let mut statements = Vec::new();
        let mut depth = 1;
        while depth > 0 {
            if self.take('{') {
                depth += 1;
                statements.push(Statement::Open);
            } else if self.take('}') {
                depth -= 1;
                if depth > 0 {
                    statements.push(Statement::Close);
                }
            } else if !self.take(';') {
                self.statement(&mut statements)?;
            }
        }
        Ok(statements)
    }

    fn statement(&mut self, statements: &mut Vec<Statement<'t>>) -> Result<()> {
        let Some(word) = self.peek_word() else {
            return if self.is('@') {
                let line = self.instruction()?;
                statements.push(Statement::Instruction(line));
                Ok(())
            } else {
                self.error("a statement")
            };
        };
        if self.after(1) == Some(Piece::Mark(':')) {
            self.at += 2;
            return self.labelled(word, statements);
        }
        match word {
            ".reg" => self.registers(statements),
            ".loc" => {
                let location = self.location()?;
                statements.push(Statement::Location(location));
                Ok(())
            }
            ".pragma" => {
                self.skip_past(';');
                Ok(())
            }
            _ if word.starts_with('.') => {
                let variables = self.variables(false)?;
                statements.extend(variables.into_iter().map(Statement::Variable));
                Ok(())
            }
            _ => {
                let line = self.instruction()?;
                statements.push(Statement::Instruction(line));
                Ok(())
            }
        }
    }

    fn labelled(&mut self, name: &'t str, statements: &mut Vec<Statement<'t>>) -> Result<()> {
        if self.take_word(".branchtargets") {
            let mut targets = vec![self.word("a label")?];
            while self.take(',') {
                targets.push(self.word("a label")?);
            }
            self.expect(';')?;
            statements.push(Statement::Targets(name, targets));
        } else if matches!(self.peek_word(), Some(".callprototype" | ".calltargets")) {
            self.skip_past(';');
        } else {
            statements.push(Statement::Label(name));
        }
        Ok(())
    }

    fn registers(&mut self, statements: &mut Vec<Statement<'t>>) -> Result<()> {
        self.at += 1;
        let class = self
            .peek_word()
            .and_then(|word| word.strip_prefix('.'))
            .and_then(Type::named);
        let Some(class) = class else {
            return self.error("the type of a register");
        };
        self.at += 1;
        loop {
            let name = self.word("the name of a register")?;
            let mut count = None;
            if self.take('<') {
                count = Some(self.small("a number of registers")?);
                self.expect('>')?;
            }
            if count.is_some_and(|count| count > 1 << 20) {
                return self.error("at most 2^20 registers");
            }
            statements.push(Statement::Register(class, name, count));
            if !self.take(',') {
                break;
            }
        }
        self.expect(';')
    }

    fn instruction(&mut self) -> Result<Line<'t>> {
        let line = self.line();
        let mut guard = None;
        if self.take('@') {
            let negated = self.take('!');
            guard = Some((self.word("a predicate")?, negated));
        }
        let opcode = self.word("an instruction")?;
        let mut operands = Vec::new();
        while !self.take(';') {
            operands.push(self.operand(0)?);
            if !self.is(';') {
                self.expect(',')?;
            }
        }
        Ok(Line {
            guard,
            opcode,
            operands,
            line,
        })
    }
}

fn space_named(name: &str) -> Option<Space> {
    match name {
        "global" => Some(Space::Global),
        "const" => Some(Space::Constant),
        "shared" => Some(Space::Shared),
        "local" => Some(Space::Local),
        "param" => Some(Space::Parameter),
        _ => None,
    }
}
