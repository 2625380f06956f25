//! Matrices as text: comma-separated values.
//!
//! *Invariant:* every number that is written reads back equal.

use crate::create::kind_of;
use crate::dims::Dims;
use crate::display::element_text;
use crate::element::converted;
use crate::error::Raised;
use crate::image_file::one_line;
use crate::object::{Array, Text};
use crate::whole_file::{contents, read_error, store, write_error};

pub(crate) fn csv_read(path: &Text, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    let bytes = contents(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut values = Vec::new();
    let (mut rows, mut columns) = (0, 0);
    let mut may_be_header = true;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let fields = fields(line);
        if std::mem::take(&mut may_be_header) && fields.iter().all(|field| is_name(field)) {
            columns = fields.len();
            continue;
        }
        if columns > 0 && fields.len() != columns {
            let why = format!(
                "line {} has {} values, the lines before have {columns}",
                index + 1,
                fields.len()
            );
            return Err(read_error(path, why));
        }
        for field in &fields {
            let value = number(field);
            values
                .push(value.map_err(|why| read_error(path, format!("line {}: {why}", index + 1)))?);
        }
        (rows, columns) = (rows + 1, fields.len());
    }
    let dims = Dims::matrix(rows, columns as i64);
    converted(&Array::from_elements(dims, &values)?, kind_of(kind))
}

/// The fields of a line, between commas, semicolons and tabs, or between spaces where there are none of these. Quotes hold a field
/// together; two of them in it stand for one.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let spaces_part = !line.contains([',', ';', '\t']);
    let line = if spaces_part { line.trim() } else { line };
    let mut before = ',';
    for letter in line.chars() {
        let field = fields.last_mut().expect("at least one");
        match letter {
            '"' if is_quoted => is_quoted = false,
            '"' => {
                if before == '"' {
                    field.push('"');
                }
                is_quoted = true;
            }
            _ if is_quoted => field.push(letter),
            ',' | ';' | '\t' => fields.push(String::new()),
            ' ' if spaces_part && before == ' ' => {}
            ' ' if spaces_part => fields.push(String::new()),
            _ => field.push(letter),
        }
        before = letter;
    }
    fields
}

/// Whether a field of the first line names a column.
fn is_name(field: &str) -> bool {
    !field.trim().is_empty() && number(field).is_err()
}

/// An empty field is 0; `NA` is not a number.
fn number(field: &str) -> Result<f64, String> {
    match field.trim() {
        "" => Ok(0.0),
        "NA" | "N/A" => Ok(f64::NAN),
        field => field.parse().map_err(|_| {
            let shown: String = field.chars().take(40).collect();
            format!("'{}' is not a number", one_line(&shown))
        }),
    }
}

pub(crate) fn csv_write(path: &Text, matrix: &Array) -> Result<(), Raised> {
    let path = path.as_str();
    let dims = matrix.dims();
    if dims.count() > 2 {
        return Err(write_error(
            path,
            format!("a table has two dimensions, the array has {}", dims.count()),
        ));
    }
    if matrix.kind().is_complex() || matrix.kind().is_object() {
        return Err(write_error(path, "a table holds real numbers"));
    }
    let (rows, columns) = (dims.get(0) as usize, dims.get(1) as usize);
    let mut text = String::new();
    for row in 0..rows {
        let fields: Vec<String> = (0..columns)
            .map(|column| element_text(matrix, row * columns + column))
            .collect();
        text += &fields.join(",");
        text.push('\n');
    }
    store(path, text.as_bytes())
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use quasar_abi::ElemKind;
    use std::fs;

    const DOUBLE: i32 = ElemKind::F64.code();

    #[test]
    fn tables_come_back() {
        let folder = Folder::new("csv");
        let path = folder.file("a.csv");
        let table =
            Array::from_elements(Dims::matrix(2, 2), &[0.1f32, -2.0, 1e-20, 3e8]).expect("memory");
        csv_write(&path, &table).expect("written");
        assert_eq!(
            fs::read_to_string(path.as_str()).expect("a file"),
            "0.1,-2\n1e-20,300000000\n"
        );
        let back = csv_read(&path, ElemKind::F32.code()).expect("read");
        assert_eq!(back.elements::<f32>(), table.elements::<f32>());
        assert_eq!(folder.names(), ["a.csv"]);
    }

    #[test]
    fn other_tables() {
        let folder = Folder::new("csv-other");
        let path = folder.file("a.csv");
        let read = |text: &str| {
            fs::write(path.as_str(), text).expect("written");
            csv_read(&path, DOUBLE)
        };
        assert_eq!(
            read("\u{feff}1; \"2\"\r\n\r\n;4\r\n")
                .expect("read")
                .elements::<f64>(),
            [1.0, 2.0, 0.0, 4.0]
        );
        let table = read("# by hand\nt,\"a, b\",\"say \"\"c\"\"\"\n1,NA,-inf\n").expect("read");
        assert_eq!(table.dims(), Dims::matrix(1, 3));
        assert!(table.elements::<f64>()[1].is_nan() && table.elements::<f64>()[2] < -1e300);
        let spaces = read(" 1.5  2\n3 4e1\n").expect("read");
        assert_eq!(
            (spaces.dims(), spaces.elements::<f64>()),
            (Dims::matrix(2, 2), &[1.5, 2.0, 3.0, 40.0][..])
        );
        assert_eq!(read("a,b\n").expect("read").numel(), 0);
        assert_eq!(read("").expect("read").numel(), 0);
        let message = |text: &str| read(text).expect_err("damaged").message;
        assert!(message("1,2\n3,x\n").ends_with("line 2: 'x' is not a number"));
        assert!(message("x,1\n").ends_with("line 1: 'x' is not a number"));
        assert!(message("a,b\n1\n").ends_with("line 2 has 1 values, the lines before have 2"));
        assert!(message("1,2\n3\n").ends_with("line 2 has 1 values, the lines before have 2"));
    }

    #[test]
    fn what_is_no_table() {
        let folder = Folder::new("csv-no-table");
        let path = folder.file("a.csv");
        let cube = Array::zeros(ElemKind::F32, Dims::new(&[2, 2, 2])).expect("memory");
        assert!(csv_write(&path, &cube).is_err());
        let complex = Array::zeros(ElemKind::C32, Dims::new(&[2])).expect("memory");
        assert!(csv_write(&path, &complex).is_err());
        assert!(folder.names().is_empty());
        assert!(csv_read(&path, DOUBLE).is_err());
    }
}
