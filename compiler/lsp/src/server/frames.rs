//! Messages in a stream of bytes: a header with the length, then so many bytes of JSON.
//!
//! *Invariant:* a message that is no JSON, or none of the protocol, ends nothing: the next one begins where its length says.

use std::io::{self, BufRead};

use lsp_server::Message;

/// The longest message.
const LONGEST: usize = 256 << 20;

/// What was read.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Message),
    /// Bytes that are no message, and why.
    Broken(String),
    /// The stream has ended, or is in disorder, and why: nothing behind can be read.
    End(Option<String>),
}

/// Reads one message.
pub fn read(input: &mut impl BufRead) -> Frame {
    let length = match length(input) {
        Ok(Some(length)) => length,
        Ok(None) => return Frame::End(None),
        Err(error) => return Frame::End(Some(error.to_string())),
    };
    let mut bytes = vec![0; length];
    if let Err(error) = input.read_exact(&mut bytes) {
        return Frame::End(Some(error.to_string()));
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Frame::Message(message),
        Err(error) => Frame::Broken(error.to_string()),
    }
}

/// The length that a header tells; none at the end of the stream.
fn length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            break;
        }
        let Some((name, value)) = text.split_once(':') else {
            return Err(io::Error::other(format!("`{text}` is no line of a header")));
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }
    match length {
        Some(length) if length <= LONGEST => Ok(Some(length)),
        Some(length) => Err(io::Error::other(format!("a message of {length} bytes"))),
        None => Err(io::Error::other("a header without Content-Length")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_message_does_not_end_the_stream() {
        let good = "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}";
        let length = good.len();
        let text = format!(
            "Content-Length: 3\r\n\r\n{{x}}Content-Type: a\r\ncontent-length: {length}\r\n\r\n{good}"
        );
        let mut input = text.as_bytes();
        assert!(matches!(read(&mut input), Frame::Broken(_)));
        let Frame::Message(Message::Notification(it)) = read(&mut input) else {
            panic!("the second message is there");
        };
        assert_eq!(it.method, "initialized");
        assert!(matches!(read(&mut input), Frame::End(None)));
    }

    #[test]
    fn a_header_without_length_ends_the_stream() {
        for text in [
            "x\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 9\r\n\r\n{}",
        ] {
            let found = read(&mut text.as_bytes());
            assert!(matches!(found, Frame::End(Some(_))), "{text:?}");
        }
    }
}
