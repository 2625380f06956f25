//! The configuration file of the language's original compiler, `Quasar.config.xml`.
//!
//! Its documents name the file and the settings, not the form of an entry. The three that such files have are read: an element named
//! like the setting, `<NAME>value</NAME>`; an element with the attributes `key` or `name` and `value`; one with `name` around the value.
//!
//! *Invariant:* text that is not of the form of XML is an error that names the line; elements without a value say nothing.

/// A setting's name, its value and the line.
pub type Entry = (String, String, usize);

/// The entries of a file, in order.
///
/// # Errors
/// The line that is not understood.
pub fn parse(text: &str) -> Result<Vec<Entry>, usize> {
    let mut reader = Reader {
        rest: text,
        line: 1,
        open: Vec::new(),
        entries: Vec::new(),
    };
    while !reader.rest.is_empty() {
        reader.step().ok_or(reader.line)?;
    }
    match reader.open.is_empty() {
        true => Ok(reader.entries),
        false => Err(reader.line),
    }
}

/// An element that is not closed yet.
struct Element {
    tag: String,
    /// The setting that text in it is the value of.
    setting: Option<String>,
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
    open: Vec<Element>,
    entries: Vec<Entry>,
}

impl<'t> Reader<'t> {
    /// Reads a tag, a comment or the text in front of the next one.
    fn step(&mut self) -> Option<()> {
        if self.rest.starts_with("<!--") {
            self.until("-->").map(|_| ())
        } else if self.rest.starts_with("<?") || self.rest.starts_with("<!") {
            self.until(">").map(|_| ())
        } else if self.rest.starts_with('<') {
            let tag = self.until(">")?;
            self.tag(&tag[1..tag.len() - 1])
        } else {
            let length = self.rest.find('<').unwrap_or(self.rest.len());
            let line = self.line;
            let text = self.take(length);
            self.text(text, line)
        }
    }

    /// What stands up to a mark, which is part of it.
    fn until(&mut self, mark: &str) -> Option<&'t str> {
        let length = self.rest.find(mark)? + mark.len();
        Some(self.take(length))
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken
    }

    fn tag(&mut self, tag: &str) -> Option<()> {
        if let Some(name) = tag.strip_prefix('/') {
            let closed = self.open.pop()?;
            return (closed.tag == name.trim()).then_some(());
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let attributes = attributes_of(attributes)?;
        let value = |wanted: &str| {
            let found = attributes.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.clone())
        };
        let named = value("key").or_else(|| value("name"));
        if let (Some(name), Some(value)) = (&named, value("value")) {
            self.entries.push((name.clone(), value, self.line));
        }
        if !closed {
            self.open(name, named);
        }
        Some(())
    }

    fn open(&mut self, tag: &str, named: Option<String>) {
        let is_setting = tag.contains('_') && tag.chars().all(|c| !c.is_lowercase());
        let outer = self.open.last().and_then(|outer| outer.setting.clone());
        let setting = named.or(is_setting.then(|| tag.to_owned())).or(outer);
        self.open.push(Element {
            tag: tag.to_owned(),
            setting,
        });
    }

    /// Text within an element; outside of all there is none.
    fn text(&mut self, text: &str, line: usize) -> Option<()> {
        let text = text.trim();
        if text.is_empty() {
            return Some(());
        }
        let element = self.open.last()?;
        if let Some(setting) = &element.setting {
            let value = plain(text)?;
            self.entries.push((setting.clone(), value, line));
        }
        Some(())
    }
}

/// `name="value" …`
fn attributes_of(text: &str) -> Option<Vec<(String, String)>> {
    let mut attributes = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, behind) = rest.split_once('=')?;
        let behind = behind.trim_start();
        let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, behind) = behind[1..].split_once(quote)?;
        attributes.push((name.trim().to_owned(), plain(value)?));
        rest = behind.trim_start();
    }
    Some(attributes)
}

/// Text without entities.
fn plain(text: &str) -> Option<String> {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, rest) = part.split_once(';')?;
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => return None,
        });
        out.push_str(rest);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_entry_is_read() {
        let text = "<?xml version=\"1.0\"?>\n<!-- settings -->\n<configuration>\n  <A_B>x &amp; y</A_B>\n  \
                    <add key=\"C_D\" value='True' />\n  <setting name=\"E_F\" type=\"string\">\n    <value>z</value>\n  </setting>\n\
                    </configuration>\n";
        let wanted = [("A_B", "x & y", 4), ("C_D", "True", 5), ("E_F", "z", 7)];
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
            assert_eq!(parse(&format!("\n{text}")), Err(2), "{text}");
        }
    }
}
