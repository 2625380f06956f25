//! The requests, each with what answers it.
//!
//! *Invariant:* a request about a text that is not open, or with parameters that cannot be read, is refused with a reason.

use lsp_server::{ErrorCode, Request};
use lsp_types::notification;
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CompletionItem, CompletionResponse, DocumentSymbolResponse, Documentation, InitializeParams,
    SemanticTokens, TextDocumentPositionParams, Uri,
};
use serde_json::Value;

use crate::answers::view::View;
use crate::answers::{
    actions, completion, folding, hints, hover, layout, navigation, renaming, signatures, symbols,
    tokens,
};
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

fn view(workspace: &Workspace, uri: &Uri) -> Result<View, Problem> {
    let found = workspace.view(uri.as_str());
    found.ok_or_else(|| not_open(uri.as_str()))
}

/// An open text with its program, and an offset in it.
fn place(
    workspace: &Workspace,
    params: &TextDocumentPositionParams,
) -> Result<(View, u32), Problem> {
    let view = view(workspace, &params.text_document.uri)?;
    let offset = view.document.offset(params.position);
    Ok((view, offset))
}

/// Answers a request.
pub fn answer(workspace: &Workspace, request: &Request) -> Result<Value, Problem> {
    let answers = [of_text, of_place, of_programs];
    let mut found = answers
        .iter()
        .filter_map(|answer| answer(workspace, request));
    found.next().unwrap_or_else(|| {
        let message = format!("there is no request `{}`", request.method);
        Err(Problem::new(ErrorCode::MethodNotFound, message))
    })
}

type Answer = Option<Result<Value, Problem>>;

/// Requests about one text.
fn of_text(workspace: &Workspace, request: &Request) -> Answer {
    Some(match request.method.as_str() {
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
        request::CodeActionRequest::METHOD => {
            one::<request::CodeActionRequest>(request, |params| {
                let document = open(workspace, &params.text_document.uri)?;
                Ok(Some(actions::of(document, &params.context.diagnostics)))
            })
        }
        request::SemanticTokensFullRequest::METHOD => {
            one::<request::SemanticTokensFullRequest>(request, |params| {
                let view = view(workspace, &params.text_document.uri)?;
                let data = tokens::of(&view);
                Ok(Some(
                    SemanticTokens {
                        data,
                        result_id: None,
                    }
                    .into(),
                ))
            })
        }
        request::InlayHintRequest::METHOD => one::<request::InlayHintRequest>(request, |params| {
            let view = view(workspace, &params.text_document.uri)?;
            Ok(Some(hints::within(&view, params.range)))
        }),
        _ => return None,
    })
}

/// Requests about a place of a text.
fn of_place(workspace: &Workspace, request: &Request) -> Answer {
    Some(match request.method.as_str() {
        request::HoverRequest::METHOD => one::<request::HoverRequest>(request, |params| {
            let (view, at) = place(workspace, &params.text_document_position_params)?;
            Ok(hover::at(&view, at))
        }),
        request::GotoDefinition::METHOD => one::<request::GotoDefinition>(request, |params| {
            let (view, at) = place(workspace, &params.text_document_position_params)?;
            Ok(Some(navigation::definition(&view, at).into()))
        }),
        request::DocumentHighlightRequest::METHOD => {
            one::<request::DocumentHighlightRequest>(request, |params| {
                let (view, at) = place(workspace, &params.text_document_position_params)?;
                Ok(Some(navigation::highlights(&view, at)))
            })
        }
        request::SignatureHelpRequest::METHOD => {
            one::<request::SignatureHelpRequest>(request, |params| {
                let (view, at) = place(workspace, &params.text_document_position_params)?;
                Ok(signatures::at(&view, at))
            })
        }
        request::Completion::METHOD => one::<request::Completion>(request, |params| {
            let position = &params.text_document_position;
            let (view, at) = place(workspace, position)?;
            let uri = position.text_document.uri.as_str();
            let importable = |path: &str| workspace.importable(uri, path);
            let mut items = completion::at(&view, at, &importable);
            for item in &mut items {
                item.data = Some(Value::from(uri));
            }
            Ok(Some(CompletionResponse::Array(items)))
        }),
        request::ResolveCompletionItem::METHOD => {
            one::<request::ResolveCompletionItem>(request, |item| Ok(resolved(workspace, item)))
        }
        _ => return None,
    })
}

/// An item with what there is to tell of it.
fn resolved(workspace: &Workspace, mut item: CompletionItem) -> CompletionItem {
    let uri = item.data.as_ref().and_then(Value::as_str);
    let view = uri.and_then(|uri| workspace.view(uri));
    let text = view.and_then(|view| completion::documentation(&view, &item.label));
    item.documentation = text.map(|text| Documentation::MarkupContent(hover::markdown(text)));
    item
}

/// Requests about all programs that have the text.
fn of_programs(workspace: &Workspace, request: &Request) -> Answer {
    Some(match request.method.as_str() {
        request::References::METHOD => one::<request::References>(request, |params| {
            let (view, at) = place(workspace, &params.text_document_position)?;
            let others = workspace.views_with(&view, at);
            let declares = params.context.include_declaration;
            Ok(Some(navigation::references(&view, &others, at, declares)))
        }),
        request::PrepareRenameRequest::METHOD => {
            one::<request::PrepareRenameRequest>(request, |params| {
                let (view, at) = place(workspace, &params)?;
                renaming::prepared(&view, at)
                    .map(Some)
                    .map_err(Problem::failed)
            })
        }
        request::Rename::METHOD => one::<request::Rename>(request, |params| {
            let (view, at) = place(workspace, &params.text_document_position)?;
            let others = workspace.views_with(&view, at);
            let edits = renaming::edits(&view, &others, at, &params.new_name);
            edits.map(Some).map_err(Problem::failed)
        }),
        _ => return None,
    })
}
