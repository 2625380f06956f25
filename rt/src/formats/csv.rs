//! Matrices as text: comma-separated values.
//!
//! *Invariant:* every number that is written reads back equal.

use crate::array::convert::no_number;
use crate::array::create::kind_of;
use crate::array::dims::Dims;
use crate::array::element::{Element, with_element};
use crate::array::object::{Array, Text};
use crate::formats::decoders::one_line;
use crate::process::allocator::{append, reading};
use crate::process::error::{Raised, write_error};
use crate::process::isolation;
use crate::process::whole_file::{contents, store};
use crate::text::display::element_text;

/// Bytes of a line that are collected before they go to the text.
const PIECE_BYTES: usize = 16 << 10;

pub(crate) fn csv_read(path: &Text, kind: i32) -> Result<Array, Raised> {
    let path = path.as_str();
    reading(path, || {
        let bytes = contents(path)?;
        let table = isolation::decoded(path, || table(&bytes))?;
        drop(bytes);
        let mut array = Array::uninit(kind_of(kind), Dims::matrix(table.rows, table.columns))?;
        with_element!(array.kind(), T => fill(array.elements_mut::<T>(), &table.values), return Err(no_number(array.kind())));
        Ok(array)
    })
}

fn fill<T: Element>(target: &mut [T], values: &[f64]) {
    for (target, value) in target.iter_mut().zip(values) {
        *target = T::from_real(*value);
    }
}

/// The numbers of a file.
#[derive(Default)]
struct Table {
    rows: i64,
    columns: i64,
    values: Vec<f64>,
}

fn table(bytes: &[u8]) -> Result<Table, String> {
    let text = String::from_utf8_lossy(bytes);
    let mut table = Table::default();
    let mut field = String::new();
    let mut may_be_header = true;
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let says = |why: String| format!("line {}: {why}", index + 1);
        if std::mem::take(&mut may_be_header) {
            let mut are_names = true;
            let columns = for_fields(line, &mut field, |field| {
                are_names &= is_name(field);
                Ok(())
            });
            if are_names {
                table.columns = columns?;
                continue;
            }
        }
        let columns = for_fields(line, &mut field, |field| {
            table.values.push(number(field)?);
            Ok(())
        });
        let columns = columns.map_err(says)?;
        if table.columns > 0 && columns != table.columns {
            let before = table.columns;
            return Err(format!(
                "line {} has {columns} values, the lines before have {before}",
                index + 1
            ));
        }
        (table.rows, table.columns) = (table.rows + 1, columns);
    }
    Ok(table)
}

/// Does something with each field of a line; gives their number. They lie between commas, semicolons and tabs, or between spaces where
/// there are none of these. Quotes hold a field together; two of them in it stand for one.
fn for_fields(
    line: &str,
    field: &mut String,
    mut found: impl FnMut(&str) -> Result<(), String>,
) -> Result<i64, String> {
    let mut count = 0;
    let mut is_quoted = false;
    let spaces_part = !line.contains([',', ';', '\t']);
    let line = if spaces_part { line.trim() } else { line };
    let mut before = ',';
    field.clear();
    for letter in line.chars() {
        let ends = match letter {
            '"' if is_quoted => {
                is_quoted = false;
                false
            }
            '"' => {
                if before == '"' {
                    field.push('"');
                }
                is_quoted = true;
                false
            }
            ',' | ';' | '\t' if !is_quoted => true,
            ' ' if spaces_part && !is_quoted => before != ' ',
            _ => {
                field.push(letter);
                false
            }
        };
        if ends {
            found(field)?;
            count += 1;
            field.clear();
        }
        before = letter;
    }
    found(field)?;
    Ok(count + 1)
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
    dims.require_few_of_none("csvwrite", &Dims::column(dims.get(0)))?;
    let (rows, columns) = (dims.get(0) as usize, dims.get(1) as usize);
    let mut text = Vec::new();
    let mut line = String::new();
    for row in 0..rows {
        line.clear();
        for column in 0..columns {
            let end = if column + 1 < columns { "," } else { "\n" };
            line += &element_text(matrix, row * columns + column);
            line += end;
            if line.len() > PIECE_BYTES {
                append(&mut text, line.as_bytes())?;
                line.clear();
            }
        }
        if columns == 0 {
            line.push('\n');
        }
        append(&mut text, line.as_bytes())?;
    }
    store(path, &text)
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use crate::process::testing::Folder;
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
