//! The configuration file of the language's original compiler, `Quasar.config.xml`.
//!
//! Its documents name the file and the settings, not the form of an entry. The three that such files have are read: an element named
//! like the setting, `<NAME>value</NAME>`; an element with the attributes `key` or `name` and `value`; one with `name` around the value.
//!
//! *Invariant:* text that is not of the form of XML is an error that names the line; elements without a value say nothing.

use roxmltree::{Document, Error, Node, ParsingOptions};

/// A setting's name, its value and the line.
pub type Entry = (String, String, usize);

/// The entries of a file, in order.
///
/// # Errors
/// The line that is not understood, and what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| (line_of(&error, text), error.to_string()))?;
    Ok(document.descendants().filter_map(entry).collect())
}

/// The line of a mistake; what the end of the text lacks has none of its own.
fn line_of(error: &Error, text: &str) -> usize {
    match error {
        Error::UnclosedRootNode | Error::NoRootNode | Error::UnexpectedEndOfStream => {
            1 + text.trim_end().matches('\n').count()
        }
        other => other.pos().row as usize,
    }
}

/// What an element says by its attributes, or a text by the elements around it.
fn entry(node: Node<'_, '_>) -> Option<Entry> {
    let start = node.range().start;
    let line = |place: usize| node.document().text_pos_at(place).row as usize;
    if node.is_element() {
        let (name, value) = (named(node)?, node.attribute("value")?);
        return Some((name.to_owned(), value.to_owned(), line(start)));
    }
    let text = node.is_text().then(|| node.text())??;
    let value = text.trim();
    let name = node.ancestors().find_map(setting)?;
    // Blanks in front of the value, of which entities in the text are none.
    let before = text.len() - text.trim_start().len();
    (!value.is_empty()).then(|| (name.to_owned(), value.to_owned(), line(start + before)))
}

/// The setting that text in an element is the value of.
fn setting<'t>(element: Node<'t, 't>) -> Option<&'t str> {
    let tag = element.tag_name().name();
    let is_setting = tag.contains('_') && tag.chars().all(|c| !c.is_lowercase());
    named(element).or(is_setting.then_some(tag))
}

fn named<'t>(element: Node<'t, 't>) -> Option<&'t str> {
    element
        .attribute("key")
        .or_else(|| element.attribute("name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_entry_is_read() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE configuration>\n<!-- settings -->\n<configuration>\n  <A_B>x &amp; y</A_B>\n  \
                    <add key=\"C_D\" value='True' />\n  <setting name=\"E_F\" type=\"string\">\n    <value>z</value>\n  </setting>\n\
                    </configuration>\n";
        let wanted = [("A_B", "x & y", 5), ("C_D", "True", 6), ("E_F", "z", 8)];
        let wanted = wanted.map(|(name, value, line)| (name.to_owned(), value.to_owned(), line));
        assert_eq!(parse(text), Ok(wanted.to_vec()));
    }

    #[test]
    fn what_is_no_xml_is_an_error() {
        for text in [
            "A = B",
            "<a><b></a></b>",
            "<a>",
            "<a b></a>",
            "<a b=\"c></a>",
            "<a_B>&wrong;</a_B><c",
            "</a>",
        ] {
            let error = parse(&format!("\n{text}")).expect_err(text);
            assert_eq!(error.0, 2, "{text}: {}", error.1);
        }
    }
}
