//! Forms without a display: places, shapes, and what mouse and keyboard do.

use super::places::track;
use super::*;
use crate::figure::layout::Shape;

const SIZE: (f64, f64) = (420.0, 300.0);

fn widget(number: i32, kind: Kind, text: &str) -> Widget {
    Widget {
        number,
        kind,
        text: text.to_string(),
        value: 0.0,
        low: 0.0,
        high: if kind == Kind::Slider { 10.0 } else { 1.0 },
        icon: None,
        figure: 0,
        board: Board::default(),
    }
}

/// Heading, slider, checkbox, two buttons.
fn form() -> Form {
    let mut form = Form::new(1, "Form");
    form.widgets = vec![
        widget(2, Kind::Heading, "Head"),
        widget(3, Kind::Slider, "Slide"),
        widget(4, Kind::Checkbox, "Check"),
        widget(5, Kind::Button, "One"),
        widget(6, Kind::Button, "Two"),
    ];
    form
}

fn middle(form: &Form, index: usize) -> (f64, f64) {
    let ((left, upper), (width, height)) = form.places(SIZE)[index];
    (left + width / 2.0, upper + height / 2.0)
}

fn told(target: i32, kind: EventKind) -> Option<Event> {
    let at = (0, 0);
    Some(Event { target, kind, at })
}

#[test]
fn parts_lie_below_each_other_and_buttons_side_by_side() {
    let form = form();
    let places = form.places(SIZE);
    for pair in places[..4].windows(2) {
        assert_eq!(pair[0].0.1 + pair[0].1.1, pair[1].0.1);
    }
    assert_eq!(places[3].0.1, places[4].0.1);
    assert!(places[3].0.0 + places[3].1.0 < places[4].0.0);
    // Heading 34, slider 30, checkbox 28, buttons 40, margins 14.
    assert_eq!(form.size(), (420, 160));
}

#[test]
fn displays_share_what_is_left() {
    let mut form = form();
    form.widgets.push(widget(7, Kind::Display, ""));
    form.widgets.push(widget(8, Kind::Display, ""));
    let places = form.places((640.0, 560.0));
    // 560 - 28 - 132 = 400.
    assert_eq!((places[5].1.1, places[6].1.1), (200.0, 200.0));
    assert_eq!(form.size(), (640, 880));
    // Where there is no room, the rest moves together and displays keep their least height.
    let places = form.places((640.0, 260.0));
    assert_eq!((places[5].1.1, places[6].1.1), (80.0, 80.0));
    assert!(places[6].0.1 + 80.0 <= 260.0 + 14.0);
}

#[test]
fn the_mouse_moves_a_slider() {
    let mut form = form();
    let (start, length, height) = track(form.places(SIZE)[1]);
    let half = (start + length / 2.0, height);
    let (is_new, event) = form.input(SIZE, Input::Press(half));
    assert!(is_new);
    assert_eq!(event, told(3, EventKind::Change));
    assert_eq!(form.widgets[1].value, 5.0);
    // It is held until the mouse is let go, wherever that is.
    let event = form.input(SIZE, Input::Move((start + length + 500.0, 0.0)));
    assert_eq!(event, (true, told(3, EventKind::Change)));
    assert_eq!(form.widgets[1].value, 10.0);
    assert_eq!(
        form.input(SIZE, Input::Move((9999.0, 0.0))),
        (false, None),
        "the end"
    );
    assert_eq!(form.input(SIZE, Input::Release(half)), (true, None));
    assert_eq!(form.input(SIZE, Input::Move(half)), (false, None));
    let event = form.input(SIZE, Input::Wheel(half, -1.0));
    assert_eq!(event, (true, told(3, EventKind::Change)));
    assert_eq!(form.widgets[1].value, 9.9);
}

#[test]
fn checkboxes_and_buttons_are_clicked() {
    let mut form = form();
    let check = middle(&form, 2);
    assert_eq!(
        form.input(SIZE, Input::Press(check)),
        (true, told(4, EventKind::Change))
    );
    assert_eq!(form.widgets[2].value, 1.0);
    form.input(SIZE, Input::Release(check));
    form.input(SIZE, Input::Press(check));
    assert_eq!(form.widgets[2].value, 0.0);
    form.input(SIZE, Input::Release(check));
    let (one, two) = (middle(&form, 3), middle(&form, 4));
    assert_eq!(form.input(SIZE, Input::Press(one)), (true, None));
    assert_eq!(
        form.input(SIZE, Input::Release(one)),
        (true, told(5, EventKind::Click))
    );
    // Let go elsewhere, it was no click.
    form.input(SIZE, Input::Press(one));
    assert_eq!(form.input(SIZE, Input::Release(two)), (true, None));
    assert_eq!(
        form.input(SIZE, Input::Press(middle(&form, 0))),
        (false, None)
    );
}

#[test]
fn keys_go_from_part_to_part() {
    let mut form = form();
    let mut key = |key| form.input(SIZE, Input::Key(key));
    assert_eq!(key(Key::More), (false, None), "nothing has the keys");
    assert_eq!(key(Key::Next), (true, None));
    assert_eq!(key(Key::More), (true, told(3, EventKind::Change)));
    assert_eq!(key(Key::Last), (true, told(3, EventKind::Change)));
    assert_eq!(key(Key::More), (false, None), "the end");
    assert_eq!(key(Key::First), (true, told(3, EventKind::Change)));
    assert_eq!(key(Key::Act), (false, None));
    key(Key::Next);
    assert_eq!(key(Key::Act), (true, told(4, EventKind::Change)));
    key(Key::Next);
    assert_eq!(key(Key::Act), (true, told(5, EventKind::Click)));
    key(Key::Next);
    assert_eq!(key(Key::Act), (true, told(6, EventKind::Click)));
    // Round over the heading, which takes no keys, and back.
    key(Key::Next);
    key(Key::Previous);
    assert_eq!(key(Key::Act), (true, told(6, EventKind::Click)));
}

#[test]
fn values_have_the_digits_that_the_range_needs() {
    let mut form = form();
    let mut written = |value: f64, low: f64, high: f64| {
        let slider = &mut form.widgets[1];
        (slider.value, slider.low, slider.high) = (value, low, high);
        let shapes = form.scene(SIZE).shapes;
        let texts = shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            Shape::Path { .. } | Shape::Circle { .. } | Shape::Box { .. } | Shape::Image { .. } => {
                None
            }
        });
        texts.collect::<Vec<_>>()[2].clone()
    };
    assert_eq!(written(0.12345, 0.0, 1.0), "0.123");
    assert_eq!(written(0.5, 0.0, 1.0), "0.5");
    assert_eq!(written(1234.5678, 0.0, 5000.0), "1235");
    assert_eq!(written(10.0, 10.0, 10.0), "10");
}

#[test]
fn changes_that_wait_are_one() {
    let mut forms = Forms {
        list: Vec::new(),
        events: VecDeque::new(),
        count: 0,
        listens: true,
    };
    let change = told(3, EventKind::Change).expect("one");
    for _ in 0..3 {
        forms.push(change);
    }
    assert_eq!(forms.events.len(), 1);
    let click = told(5, EventKind::Click).expect("one");
    for _ in 0..2 * MOST_EVENTS {
        forms.push(click);
    }
    assert_eq!(forms.events.len(), MOST_EVENTS);
}
