//! The requests, each with what answers it.
//!
//! *Invariant:* a request about a text that is not open, or with parameters that cannot be read, is refused with a reason.

use lsp_server::{ErrorCode, Request};
use lsp_types::notification;
use lsp_types::request::{self, Request as _};
use lsp_types::{DocumentSymbolResponse, InitializeParams, Uri};
use serde_json::Value;

use crate::answers::{folding, layout, symbols};
use crate::document::Document;
use crate::workspace::Workspace;

/// Why a request is refused.
#[derive(Debug)]
pub struct Problem {
    /// The protocol's number.
    pub code: ErrorCode,
    /// The reason.
    pub message: String,
}

impl Problem {
    /// With a number and a reason.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Problem {
        Problem {
            code,
            message: message.into(),
        }
    }

    /// Of a request that makes sense and cannot be done.
    pub fn failed(message: impl Into<String>) -> Problem {
        Problem::new(ErrorCode::RequestFailed, message)
    }
}

/// The refusal of what is about a text that is not open.
pub fn not_open(uri: &str) -> Problem {
    Problem::new(ErrorCode::InvalidParams, format!("`{uri}` is not open"))
}

/// The parameters of a notification.
pub fn of_notification<N: notification::Notification>(params: Value) -> Result<N::Params, Problem> {
    serde_json::from_value(params)
        .map_err(|error| Problem::new(ErrorCode::InvalidParams, error.to_string()))
}

/// The parameters of the first request.
pub fn of_initialize(params: Value) -> Result<InitializeParams, Problem> {
    serde_json::from_value(params)
        .map_err(|error| Problem::new(ErrorCode::InvalidParams, error.to_string()))
}

/// Answers one kind of requests.
fn one<R: request::Request>(
    request: &Request,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Problem>,
) -> Result<Value, Problem> {
    let params = serde_json::from_value(request.params.clone());
    let params =
        params.map_err(|error| Problem::new(ErrorCode::InvalidParams, error.to_string()))?;
    let result = answer(params)?;
    serde_json::to_value(result)
        .map_err(|error| Problem::new(ErrorCode::InternalError, error.to_string()))
}

fn open<'a>(workspace: &'a Workspace, uri: &Uri) -> Result<&'a Document, Problem> {
    let found = workspace.document(uri.as_str());
    found.ok_or_else(|| not_open(uri.as_str()))
}

/// Answers a request.
pub fn answer(workspace: &Workspace, request: &Request) -> Result<Value, Problem> {
    match request.method.as_str() {
        request::DocumentSymbolRequest::METHOD => {
            one::<request::DocumentSymbolRequest>(request, |params| {
                let document = open(workspace, &params.text_document.uri)?;
                Ok(Some(DocumentSymbolResponse::Nested(symbols::of(document))))
            })
        }
        request::FoldingRangeRequest::METHOD => {
            one::<request::FoldingRangeRequest>(request, |params| {
                let document = open(workspace, &params.text_document.uri)?;
                Ok(Some(folding::of(document)))
            })
        }
        request::Formatting::METHOD => one::<request::Formatting>(request, |params| {
            let document = open(workspace, &params.text_document.uri)?;
            layout::edits(document).map(Some).map_err(Problem::failed)
        }),
        other => Err(Problem::new(
            ErrorCode::MethodNotFound,
            format!("there is no request `{other}`"),
        )),
    }
}
