//! One session: its states, and what is said in each.
//!
//! *Invariant:* nothing is answered before `initialize` and nothing behind `shutdown` but with an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use lsp_server::{ErrorCode, Message, Notification, Request};
use lsp_types::notification::{self, Notification as _};
use serde_json::{Value, json};

use super::requests::{self, Problem};
use super::{Ending, capabilities};
use crate::host::Host;
use crate::program::Later;
use crate::text::Encoding;
use crate::workspace::{Job, Workspace};

/// How far a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// A session.
pub struct Session {
    host: Arc<dyn Host>,
    workspace: Workspace,
    state: State,
    /// Whether the client asks anew for what is shown in the text.
    refreshes: bool,
    /// Whether something has changed since diagnostics were published.
    changed: bool,
    /// Requests of the server so far.
    asked: u32,
    said: Vec<Value>,
}

impl Session {
    /// One that has not begun.
    pub fn new(host: Arc<dyn Host>) -> Session {
        Session {
            workspace: Workspace::new(host.clone(), Encoding::default()),
            host,
            state: State::New,
            refreshes: false,
            changed: false,
            asked: 0,
            said: Vec::new(),
        }
    }

    /// What is to be written.
    pub fn said(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.said)
    }

    /// Publishes diagnostics if something has changed; says whether it has.
    pub fn publish(&mut self) -> bool {
        if !std::mem::take(&mut self.changed) {
            return false;
        }
        let workspace = &mut self.workspace;
        let changed = catch_unwind(AssertUnwindSafe(|| workspace.diagnostics()));
        for (uri, diagnostics) in changed.unwrap_or_default() {
            let document = self.workspace.document(&uri);
            let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
            if let Some(version) = document.and_then(|it| it.version) {
                params["version"] = version.into();
            }
            self.notify(notification::PublishDiagnostics::METHOD, params);
        }
        true
    }

    /// What later stages are to be asked next.
    pub fn job(&self) -> Option<Job> {
        let texts = self.workspace.open_texts();
        let job = |uri: &String| catch_unwind(AssertUnwindSafe(|| self.workspace.job(uri)));
        texts.iter().find_map(|uri| job(uri).ok().flatten())
    }

    /// Takes what later stages said; one that had a mistake said nothing.
    pub fn take(&mut self, job: &Job, later: Option<Later>) {
        let later = later.unwrap_or_else(Later::nothing);
        if !self.workspace.take(job, later) {
            return;
        }
        self.changed = true;
        if self.refreshes {
            self.asked += 1;
            let id = format!("refresh-{}", self.asked);
            let message =
                json!({ "jsonrpc": "2.0", "id": id, "method": "workspace/inlayHint/refresh" });
            self.said.push(message);
        }
    }

    /// Answers what is no message.
    pub fn refuse_broken(&mut self, why: &str) {
        let problem = Problem::new(ErrorCode::ParseError, format!("this is no message: {why}"));
        self.answer(Value::Null, Err(problem));
    }

    fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.said.push(message);
    }

    fn answer(&mut self, id: Value, result: Result<Value, Problem>) {
        self.said.push(match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Problem { code, message }) => json!({
                "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message }
            }),
        });
    }

    /// Does what a message says; tells when it was the last one.
    pub fn message(
        &mut self,
        message: Message,
        is_cancelled: &dyn Fn(&Value) -> bool,
    ) -> Option<Ending> {
        match message {
            Message::Request(request) => {
                let id = serde_json::to_value(&request.id).unwrap_or_default();
                let result = match is_cancelled(&id) {
                    true => Err(Problem::new(
                        ErrorCode::RequestCanceled,
                        "the request was taken back",
                    )),
                    false => self.request(request),
                };
                self.answer(id, result);
            }
            Message::Notification(it) if it.method == notification::Exit::METHOD => {
                return Some(match self.state {
                    State::ShutDown => Ending::Orderly,
                    State::New | State::Running => Ending::Abrupt,
                });
            }
            Message::Notification(it) => {
                if self.state == State::Running {
                    self.notification(it);
                }
            }
            // The client's answers to requests that nothing depends on.
            Message::Response(_) => {}
        }
        None
    }

    fn request(&mut self, request: Request) -> Result<Value, Problem> {
        let refused = |code, why: &str| Err(Problem::new(code, why));
        match (self.state, request.method.as_str()) {
            (State::New, "initialize") => self.initialize(request.params),
            (State::New, _) => refused(
                ErrorCode::ServerNotInitialized,
                "`initialize` has to be the first request",
            ),
            (State::Running, "initialize") => {
                refused(ErrorCode::InvalidRequest, "`initialize` was there already")
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                Ok(Value::Null)
            }
            (State::Running, _) => self.guarded(&request),
            (State::ShutDown, _) => refused(
                ErrorCode::InvalidRequest,
                "the session is shut down; `exit` is what may follow",
            ),
        }
    }

    /// Answers a request; a mistake of the server's own is an answer, too.
    fn guarded(&self, request: &Request) -> Result<Value, Problem> {
        let answer = || requests::answer(&self.workspace, request);
        catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
            let message = format!(
                "`{}` found a mistake in qc, which standard error tells more of",
                request.method
            );
            Err(Problem::new(ErrorCode::InternalError, message))
        })
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Problem> {
        let params = requests::of_initialize(params)?;
        let encoding = capabilities::encoding(&params);
        self.refreshes = capabilities::refreshes_hints(&params);
        self.workspace = Workspace::new(self.host.clone(), encoding);
        self.state = State::Running;
        Ok(json!({
            "capabilities": capabilities::of(encoding),
            "serverInfo": { "name": "qc", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Does what a notification says. One that makes no sense is told on standard error, since nobody waits for an answer.
    fn notification(&mut self, it: Notification) {
        let method = it.method.clone();
        let done = match method.as_str() {
            notification::DidOpenTextDocument::METHOD => self.opened(it.params),
            notification::DidChangeTextDocument::METHOD => self.edited(it.params),
            notification::DidCloseTextDocument::METHOD => self.closed(it.params),
            notification::DidSaveTextDocument::METHOD
            | notification::DidChangeWatchedFiles::METHOD => {
                self.workspace.disk_changed();
                self.changed = true;
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(problem) = done {
            self.host.log(&format!("{method}: {}", problem.message));
        }
    }

    fn opened(&mut self, params: Value) -> Result<(), Problem> {
        let params = requests::of_notification::<notification::DidOpenTextDocument>(params)?;
        let text = params.text_document;
        self.workspace
            .open(text.uri.as_str(), Some(text.version), &text.text);
        self.changed = true;
        Ok(())
    }

    fn edited(&mut self, params: Value) -> Result<(), Problem> {
        let params = requests::of_notification::<notification::DidChangeTextDocument>(params)?;
        let edits = params.content_changes.into_iter();
        let edits: Vec<_> = edits.map(|edit| (edit.range, edit.text)).collect();
        let uri = params.text_document.uri;
        let version = Some(params.text_document.version);
        if !self.workspace.change(uri.as_str(), version, &edits) {
            return Err(requests::not_open(uri.as_str()));
        }
        self.changed = true;
        Ok(())
    }

    fn closed(&mut self, params: Value) -> Result<(), Problem> {
        let params = requests::of_notification::<notification::DidCloseTextDocument>(params)?;
        let uri = params.text_document.uri;
        if !self.workspace.close(uri.as_str()) {
            return Err(requests::not_open(uri.as_str()));
        }
        self.changed = true;
        Ok(())
    }
}
