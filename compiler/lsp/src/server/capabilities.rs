//! What client and server can do.
//!
//! *Invariant:* what is offered here is answered in `requests.rs`.

use lsp_types::{InitializeParams, PositionEncodingKind};
use serde_json::{Value, json};

use crate::answers::tokens;
use crate::text::Encoding;

/// Bytes where the client offers them, since nothing is counted then.
pub fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

/// Whether the client takes the request to ask for inlay hints anew.
pub fn refreshes_hints(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
    hints.and_then(|hints| hints.refresh_support) == Some(true)
}

/// What the server can do.
pub fn of(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": match encoding {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        },
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentFormattingProvider": true,
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", "'", "!", "\"", "/"], "resolveProvider": true },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "semanticTokensProvider": {
            "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::MODIFIERS },
            "full": true,
        },
        "inlayHintProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
    })
}
