//! Windows of forms, as the program changes them.
//!
//! *Invariant:* a form has one window at most; what the user has closed stays closed.

use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ConfigureWindowAux, ConnectionExt as _, PropMode};
use x11rb::wrapper::ConnectionExt as _;

use super::{Answer, Display, Shared, Shown, Window};
use crate::figure::form::forms;

/// Says in the hints for window managers that the place of the window is wanted.
const PLACE_IS_WANTED: u32 = 1;
/// Numbers of the hints for the size and place of a window.
const HINTS: usize = 18;

impl Display {
    /// Makes the window of a form.
    pub fn show_form(&self, number: i32) {
        let shared = &self.shared;
        let mut windows = shared.windows();
        let (title, size) = {
            let mut forms = forms();
            let Some(form) = forms.form(number) else {
                return;
            };
            form.is_shown = true;
            let (width, height) = form.size();
            (form.title.clone(), (width, height))
        };
        match shared.create(title, size, Shown::Form(number)) {
            Ok(window) => windows.push(window),
            Err(_) => {
                forms().close(number);
                shared.lose(&mut windows);
            }
        }
    }

    /// Draws a form anew, if it has a window.
    pub fn refresh_form(&self, number: i32) {
        self.change(number, |shared, window| shared.draw(window));
    }

    /// Gives the window of a form the size that the form has.
    pub fn resize_form(&self, number: i32) {
        self.change(number, |shared, window| {
            let Some(size) = forms().form(number).map(|form| form.size()) else {
                return Ok(());
            };
            if size == window.size {
                return Ok(());
            }
            let sides = ConfigureWindowAux::new()
                .width(u32::from(size.0))
                .height(u32::from(size.1));
            shared.connection.configure_window(window.id, &sides)?;
            shared.connection.flush()?;
            Ok(())
        });
    }

    /// Puts the window of a form into the middle of the screen.
    pub fn centre_form(&self, number: i32) {
        self.change(number, |shared, window| shared.place_form(window, number));
    }

    /// Closes the window of a form.
    pub fn close_form(&self, number: i32) {
        self.change(number, Shared::close);
    }

    /// Changes the window of a form, if there is one.
    fn change(&self, number: i32, act: impl FnOnce(&Shared, &mut Window) -> Answer<()>) {
        let mut windows = self.shared.windows();
        let window = windows.iter_mut().find(|window| window.is_form(number));
        let result = match window.filter(|window| window.is_open) {
            Some(window) => act(&self.shared, window),
            None => Ok(()),
        };
        if result.is_err() {
            self.shared.lose(&mut windows);
        }
    }
}

impl Shared {
    /// Puts the window of a form into the middle of the screen, if the program wants that.
    pub(super) fn place_form(&self, window: &Window, number: i32) -> Answer<()> {
        if !forms().form(number).is_some_and(|form| form.is_centred) {
            return Ok(());
        }
        let middle = |most: u16, side: u16| u32::from(most.saturating_sub(side) / 2);
        let x = middle(self.screen.width_in_pixels, window.size.0);
        let y = middle(self.screen.height_in_pixels, window.size.1);
        let mut hints = [0; HINTS];
        hints[..3].copy_from_slice(&[PLACE_IS_WANTED, x, y]);
        self.connection.change_property32(
            PropMode::REPLACE,
            window.id,
            AtomEnum::WM_NORMAL_HINTS,
            AtomEnum::WM_SIZE_HINTS,
            &hints,
        )?;
        let place = ConfigureWindowAux::new().x(x as i32).y(y as i32);
        self.connection.configure_window(window.id, &place)?;
        self.connection.flush()?;
        Ok(())
    }
}
