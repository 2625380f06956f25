//! All open texts and their programs.
//!
//! Every open text is the program file of a program. What is found out of it is kept until a text that it consists of changes.
//!
//! *Invariant:* an answer is of the texts as they are now; a change drops everything that was made of the text before, in all programs.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use lsp_types::{Diagnostic, Position, Range, Uri};
use qc_front::base::Span;
use qc_front::resolve::Source;

use crate::answers::view::{self, File, View};
use crate::answers::{diagnostics, meaning};
use crate::document::Document;
use crate::host::Host;
use crate::program::{Files, Later, Open, Program};
use crate::text::{Encoding, Text};

/// An address without a meaning.
const NOWHERE: &str = "file:///";

/// What the stages behind the front end are asked for, of the texts as they were at one moment.
#[derive(Clone, Debug)]
pub struct Job {
    /// The address of the program file.
    pub uri: String,
    /// The moment.
    pub moment: u64,
    root: Source,
    open: Open,
}

impl Job {
    /// Does it.
    pub fn done(&self, host: &dyn Host) -> Later {
        Later::of(&self.root, &self.open, host)
    }
}

/// An open text with its program.
struct Root {
    document: Rc<Document>,
    source: Source,
    program: OnceCell<Rc<Program>>,
    /// What later stages said of the texts as they are.
    later: Option<Rc<Later>>,
    /// Counts the changes of the program.
    moment: u64,
}

impl Root {
    /// Drops what was made of the texts before a change.
    fn outdate(&mut self) {
        self.program = OnceCell::new();
        self.later = None;
        self.moment += 1;
    }
}

/// The open texts.
pub struct Workspace {
    host: Arc<dyn Host>,
    encoding: Encoding,
    roots: BTreeMap<String, Root>,
    /// Texts of files that are not open, by what tells them apart.
    others: RefCell<HashMap<String, Rc<Document>>>,
    /// What was published of each address.
    published: BTreeMap<String, Vec<Diagnostic>>,
    /// Where the moments of the next text begin.
    opened: u64,
}

impl Workspace {
    /// Nothing is open.
    pub fn new(host: Arc<dyn Host>, encoding: Encoding) -> Workspace {
        Workspace {
            host,
            encoding,
            roots: BTreeMap::new(),
            others: RefCell::new(HashMap::new()),
            published: BTreeMap::new(),
            opened: 0,
        }
    }

    /// A text is open from now on.
    pub fn open(&mut self, uri: &str, version: Option<i32>, text: &str) {
        let path = path_of(uri);
        let identity = match &path {
            Some(path) => self.host.identity(path),
            None => uri.to_owned(),
        };
        let mut document = Document::new(uri, text, self.encoding);
        document.version = version;
        let root = Root {
            document: Rc::new(document),
            source: Source {
                identity: identity.clone(),
                name: path.unwrap_or_else(|| uri.to_owned()),
                bytes: Vec::new(),
            },
            program: OnceCell::new(),
            later: None,
            moment: self.opened,
        };
        // Later stages may still be at work on a text that was open at this address before.
        self.opened += 1 << 32;
        self.roots.insert(uri.to_owned(), root);
        self.changed(&identity);
    }

    /// Parts of an open text are replaced, one after the other. False if it is not open.
    pub fn change(
        &mut self,
        uri: &str,
        version: Option<i32>,
        edits: &[(Option<Range>, String)],
    ) -> bool {
        let Some(root) = self.roots.get_mut(uri) else {
            return false;
        };
        let document = Rc::make_mut(&mut root.document);
        for (range, text) in edits {
            document.edit(*range, text);
        }
        document.version = version;
        let identity = root.source.identity.clone();
        self.changed(&identity);
        true
    }

    /// A text is not open any more: what the disk has counts.
    pub fn close(&mut self, uri: &str) -> bool {
        let Some(root) = self.roots.remove(uri) else {
            return false;
        };
        self.changed(&root.source.identity);
        true
    }

    /// Files that may be of any program have changed on the disk.
    pub fn disk_changed(&mut self) {
        self.others.borrow_mut().clear();
        self.roots.values_mut().for_each(Root::outdate);
    }

    /// Drops what was made of a text. Which files a program has is decided by the disk, so that others keep theirs.
    fn changed(&mut self, identity: &str) {
        self.others.borrow_mut().remove(identity);
        for root in self.roots.values_mut() {
            let known = root.program.get();
            let without = known.is_some_and(|program| program.files.file(identity).is_none());
            if root.source.identity == identity || !without {
                root.outdate();
            }
        }
    }

    /// The addresses of all open texts.
    pub fn open_texts(&self) -> Vec<String> {
        self.roots.keys().cloned().collect()
    }

    /// An open text.
    pub fn document(&self, uri: &str) -> Option<&Document> {
        self.roots.get(uri).map(|root| &*root.document)
    }

    /// What tells the file of an open text apart.
    pub fn identity(&self, uri: &str) -> Option<&str> {
        self.roots
            .get(uri)
            .map(|root| root.source.identity.as_str())
    }

    fn open_by_identity(&self) -> Open {
        let roots = self.roots.values();
        let pair = |root: &Root| {
            let text = root.document.text().whole().to_owned();
            (root.source.identity.clone(), text)
        };
        roots.map(pair).collect()
    }

    fn source(&self, root: &Root) -> Source {
        Source {
            bytes: root.document.text().whole().as_bytes().to_vec(),
            ..root.source.clone()
        }
    }

    /// The program in an open text.
    pub fn program(&self, uri: &str) -> Option<Rc<Program>> {
        let root = self.roots.get(uri)?;
        let made = || {
            let source = self.source(root);
            Rc::new(Program::of(&source, &self.open_by_identity(), &*self.host))
        };
        Some(root.program.get_or_init(made).clone())
    }

    /// What later stages are asked for; nothing where they have said it, or where there are errors.
    pub fn job(&self, uri: &str) -> Option<Job> {
        let root = self.roots.get(uri)?;
        let failed = qc_front::diag::has_errors(&self.program(uri)?.reports);
        (root.later.is_none() && !failed).then(|| Job {
            uri: uri.to_owned(),
            moment: root.moment,
            root: self.source(root),
            open: self.open_by_identity(),
        })
    }

    /// Takes what later stages said. False if a text has changed since.
    pub fn take(&mut self, job: &Job, later: Later) -> bool {
        match self.roots.get_mut(&job.uri) {
            Some(root) if root.moment == job.moment => {
                root.later = Some(Rc::new(later));
                true
            }
            Some(_) | None => false,
        }
    }

    /// What later stages said of the program in an open text, as it is now.
    pub fn later(&self, uri: &str) -> Option<Rc<Later>> {
        self.roots.get(uri)?.later.clone()
    }

    /// The address of a file.
    pub fn uri_of(&self, identity: &str) -> Option<String> {
        let mut roots = self.roots.values();
        let open = roots.find(|root| root.source.identity == identity);
        match open {
            Some(root) => Some(root.document.uri.clone()),
            None => uri_of_path(&self.host.readable(identity)?),
        }
    }

    /// The text of a file of a program as a document.
    fn file(&self, files: &Files, identity: &str) -> Option<Rc<Document>> {
        let mut roots = self.roots.values();
        if let Some(root) = roots.find(|root| root.source.identity == identity) {
            return Some(root.document.clone());
        }
        let file = files.file(identity)?;
        let text = files.sources.file(file).text();
        let mut others = self.others.borrow_mut();
        if let Some(known) = others.get(identity).filter(|it| it.text().source() == text) {
            return Some(known.clone());
        }
        let uri = self.uri_of(identity).unwrap_or_else(|| NOWHERE.to_owned());
        let made = Rc::new(Document::new(&uri, text, self.encoding));
        others.insert(identity.to_owned(), made.clone());
        Some(made)
    }

    /// An open text with its program, for answers.
    pub fn view(&self, uri: &str) -> Option<View> {
        let root = self.roots.get(uri)?;
        let program = self.program(uri)?;
        let identities = program.files.all().map(|(identity, _)| identity);
        let files = identities.filter_map(|identity| {
            let document = self.file(&program.files, identity)?;
            let identity = identity.to_owned();
            Some(File { identity, document })
        });
        let files: Vec<File> = files.collect();
        Some(View {
            identity: root.source.identity.clone(),
            document: root.document.clone(),
            kept: view::kept(&files, &program.files, &root.source.identity),
            files,
            later: root.later.clone(),
            program: program.clone(),
        })
    }

    /// What can be imported by an open text instead of a path.
    pub fn importable(&self, uri: &str, path: &str) -> Vec<String> {
        let Some(root) = self.roots.get(uri) else {
            return Vec::new();
        };
        let source = self.source(root);
        let files = self.host.provider(&source);
        files.alternatives(path, &source.identity)
    }

    /// The programs that have what stands at an offset of an open text: those that have a file where it is defined, its own first.
    pub fn views_with(&self, view: &View, offset: u32) -> Vec<View> {
        let found = meaning::at(view, offset);
        let found = found.map(|(_, found)| meaning::definitions(view, &found));
        let homes: Vec<String> = found
            .unwrap_or_default()
            .into_iter()
            .map(|(file, _)| file.identity)
            .collect();
        let has_it = |uri: &&String| {
            let files = self.program(uri).map(|program| {
                let mut homes = homes.iter();
                homes.any(|home| program.files.file(home).is_some())
            });
            **uri == view.document.uri || files == Some(true)
        };
        let mut uris: Vec<&String> = self.roots.keys().filter(has_it).collect();
        uris.sort_by_key(|uri| **uri != view.document.uri);
        uris.into_iter().filter_map(|uri| self.view(uri)).collect()
    }

    /// A place of a program for the client.
    fn place(&self, files: &Files, span: Span) -> Option<(Uri, Range)> {
        let identity = files.identity(span.file);
        let uri = Uri::from_str(&self.uri_of(identity)?).ok()?;
        let mut roots = self.roots.values();
        let range = match roots.find(|root| root.source.identity == identity) {
            Some(root) => root.document.range(span),
            None => Text::new(files.sources.file(span.file).text(), self.encoding).range(span),
        };
        Some((uri, range))
    }

    /// What is wrong, by addresses: those alone of which it has changed since the last time.
    pub fn diagnostics(&mut self) -> Vec<(String, Vec<Diagnostic>)> {
        let mut all: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
        for uri in self.open_texts() {
            all.entry(uri.clone()).or_default();
            for (address, diagnostic) in self.diagnostics_of(&uri) {
                let list = all.entry(address).or_default();
                if !list.contains(&diagnostic) {
                    list.push(diagnostic);
                }
            }
        }
        for list in all.values_mut() {
            list.sort_by_key(|it| (it.range.start, it.range.end));
        }
        let addresses: BTreeSet<String> =
            all.keys().chain(self.published.keys()).cloned().collect();
        let mut changed = Vec::new();
        for address in addresses {
            let now = all.remove(&address);
            if now != self.published.get(&address).cloned() {
                changed.push((address.clone(), now.clone().unwrap_or_default()));
            }
            match now {
                Some(now) => self.published.insert(address, now),
                None => self.published.remove(&address),
            };
        }
        changed
    }

    /// What there is to say of the program in an open text.
    fn diagnostics_of(&self, uri: &str) -> Vec<(String, Diagnostic)> {
        let (Some(program), Ok(root)) = (self.program(uri), Uri::from_str(uri)) else {
            return Vec::new();
        };
        let later = self.later(uri);
        let later = later.iter().flat_map(|later| {
            let reports = later.reports.iter();
            reports.map(move |report| (report, &later.files))
        });
        let reports = program
            .reports
            .iter()
            .map(|report| (report, &program.files));
        let all = reports.chain(later).map(|(report, files)| {
            let (uri, found) = diagnostics::of(report, &root, &|span| self.place(files, span));
            (uri.as_str().to_owned(), found)
        });
        all.collect()
    }

    /// The offset of a position in an open text.
    pub fn offset(&self, uri: &str, at: Position) -> Option<u32> {
        Some(self.document(uri)?.offset(at))
    }
}

/// The path that an address of a file means.
pub fn path_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let hex = path.get(at + 1..at + 3);
        let escaped = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (path.as_bytes()[at], escaped) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                at += 3;
            }
            (byte, _) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// The address of a file with an absolute path.
pub fn uri_of_path(path: &str) -> Option<String> {
    let mut uri = "file://".to_owned();
    for byte in path.strip_prefix('/').map(|_| path)?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => uri.push(char::from(byte)),
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths_and_back() {
        let path = "/tmp/a b/é%20.q";
        let uri = uri_of_path(path).expect("it is absolute");
        assert_eq!(uri, "file:///tmp/a%20b/%C3%A9%2520.q");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        assert_eq!(path_of("file://localhost/a.q").as_deref(), Some("/a.q"));
        assert_eq!(path_of("untitled:1"), None);
        assert_eq!(path_of("file:///%zz").as_deref(), Some("/%zz"));
        assert_eq!(uri_of_path("<qc>/arrays.q"), None);
    }
}
