//! Values of one word in TOML: numbers, truth, dates and times, as JSON has them.
//!
//! *Invariant:* a word that is none of these is a mistake, never a text.

/// A word as a value in JSON, or what is wrong with it.
pub(super) fn scalar(word: &str) -> Result<String, &'static str> {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_negative = word.starts_with('-');
    let bytes = unsigned.as_bytes();
    match unsigned {
        "true" | "false" if unsigned == word => return Ok(word.to_owned()),
        "inf" if is_negative => return Ok("-1e999".to_owned()),
        "inf" => return Ok("1e999".to_owned()),
        "nan" => return Ok("null".to_owned()),
        _ => {}
    }
    if bytes.get(2) == Some(&b':') || bytes.get(4) == Some(&b'-') {
        let known = (unsigned == word).then(|| date_or_time(word)).flatten();
        return known
            .map(|text| format!("\"{text}\""))
            .ok_or("there is no such date or time");
    }
    if bytes.first().is_none_or(|byte| !byte.is_ascii_digit()) {
        return Err("this is no value: texts stand in quotes");
    }
    let radix = match bytes {
        [b'0', b'x', ..] => 16,
        [b'0', b'o', ..] => 8,
        [b'0', b'b', ..] => 2,
        _ => 10,
    };
    if radix != 10 {
        let digits = plain(&unsigned[2..], radix).filter(|_| unsigned == word);
        return integer(&digits.ok_or("this is no number")?, radix);
    }
    let (whole, rest) = split(unsigned, &['.', 'e', 'E']);
    let whole = plain(whole, 10).ok_or("this is no number")?;
    if whole.len() > 1 && whole.starts_with('0') {
        return Err("a number has no 0 in front of it");
    }
    let sign = if is_negative { "-" } else { "" };
    match rest {
        "" => integer(&format!("{sign}{whole}"), 10),
        _ => fraction(rest).map(|rest| float(&format!("{sign}{whole}{rest}"))),
    }
}

/// A text in front of the first of these characters, and the rest with it.
fn split<'t>(text: &'t str, at: &[char]) -> (&'t str, &'t str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}

/// Digits without the `_` between them; none where others stand there.
fn plain(digits: &str, radix: u32) -> Option<String> {
    let parts: Vec<&str> = digits.split('_').collect();
    let fine = |part: &&str| !part.is_empty() && part.chars().all(|digit| digit.is_digit(radix));
    parts.iter().all(fine).then(|| parts.concat())
}

fn integer(digits: &str, radix: u32) -> Result<String, &'static str> {
    let value = i64::from_str_radix(digits, radix);
    value
        .map(|value| value.to_string())
        .map_err(|_| "no int64 holds this number")
}

/// What stands behind the whole part of a number: `.5`, `e10`, `.5e-3`.
fn fraction(rest: &str) -> Result<String, &'static str> {
    let wrong = "this is no number";
    let (point, exponent) = split(rest, &['e', 'E']);
    let mut out = String::new();
    if let Some(digits) = point.strip_prefix('.') {
        out.push('.');
        out.push_str(&plain(digits, 10).ok_or(wrong)?);
    }
    if !exponent.is_empty() {
        let signed = &exponent[1..];
        let digits = signed.strip_prefix(['+', '-']).unwrap_or(signed);
        out.push('e');
        out.push_str(if signed.starts_with('-') { "-" } else { "" });
        out.push_str(&plain(digits, 10).ok_or(wrong)?);
    }
    Ok(out)
}

fn float(written: &str) -> String {
    match written.parse::<f64>() {
        Ok(value) if value.is_finite() => format!("{value:?}"),
        _ if written.starts_with('-') => "-1e999".to_owned(),
        _ => "1e999".to_owned(),
    }
}

/// A date, a time, or both, with a `T` between them and a `Z` for the offset of nothing.
fn date_or_time(word: &str) -> Option<String> {
    if word.as_bytes().get(2) == Some(&b':') {
        return time(word).map(str::to_owned);
    }
    let date = word.get(..10)?;
    let rest = &word[10..];
    if !is_date(date) {
        return None;
    }
    if rest.is_empty() {
        return Some(date.to_owned());
    }
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, offset) = split(rest, &['Z', 'z', '+', '-']);
    let offset = match offset {
        "" => "",
        "Z" | "z" => "Z",
        _ => clock_of(&offset[1..], 2).map(|_| offset)?,
    };
    time(clock).map(|clock| format!("{date}T{clock}{offset}"))
}

/// Numbers of two digits with colons between them.
fn clock_of(text: &str, count: usize) -> Option<Vec<u32>> {
    let parts: Option<Vec<u32>> = text.split(':').map(|part| number(part, 2)).collect();
    let parts = parts.filter(|parts| parts.len() == count)?;
    (parts[0] < 24 && parts[1] < 60).then_some(parts)
}

fn number(digits: &str, width: usize) -> Option<u32> {
    let fits = digits.len() == width && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| digits.parse().ok()).flatten()
}

fn time(text: &str) -> Option<&str> {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = clock_of(clock, 3);
    let is_clock = match seconds {
        // 60 is a leap second.
        Some(parts) => parts[2] <= 60,
        None => clock.len() == text.len() && clock_of(clock, 2).is_some(),
    };
    (is_fraction && is_clock).then_some(text)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = *parts else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}
