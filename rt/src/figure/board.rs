//! What a figure shows: one image or plot, or a grid of them.
//!
//! *Invariant:* a board has rows·columns panels, at least one, and the current one is among them.

use std::sync::Arc;

use super::layout::{self, Anchor, Point, Scene, Shape};
use super::picture::Picture;
use super::plot::Plot;
use crate::process::error::Raised;

/// Rows and columns of a grid at most: more panels than that nobody can tell apart.
const MOST_SIDE: i32 = 32;
/// Width and height of a panel in a file.
const PANEL: Point = (400.0, 300.0);
/// Around an image in a grid.
const MARGIN: f64 = 8.0;
/// Above an image in a grid that has a title.
const TITLE_HEIGHT: f64 = 28.0;
/// Height of the letters of titles.
const TITLE_LETTERS: f64 = 15.0;

/// An image or a plot.
#[derive(Clone, Debug)]
pub enum Content {
    /// Pixels.
    Image(Arc<Picture>),
    /// Curves.
    Plot(Plot),
}

/// One place of a grid.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Nothing was shown there yet, or this.
    pub content: Option<Content>,
}

/// The panels of a figure.
#[derive(Clone, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row by row.
    pub panels: Vec<Panel>,
    /// The panel that is changed.
    pub current: usize,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            rows: 1,
            columns: 1,
            panels: vec![Panel::default()],
            current: 0,
        }
    }
}

impl Board {
    /// Makes a panel of a grid of that size the current one. A grid of another size than before begins empty.
    ///
    /// # Errors
    /// Sizes and numbers that no grid has.
    pub fn choose(&mut self, rows: i32, columns: i32, index: i32) -> Result<(), Raised> {
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            let message =
                format!("a grid has 1 to {MOST_SIDE} rows and columns, not {rows} x {columns}");
            return Err(Raised::invalid("subplot", message));
        }
        if !(0..rows * columns).contains(&index) {
            let message = format!(
                "a grid of {rows} x {columns} has panels 0 to {}, not {index}",
                rows * columns - 1
            );
            return Err(Raised::invalid("subplot", message));
        }
        let (rows, columns) = (rows as usize, columns as usize);
        if (rows, columns) != (self.rows, self.columns) {
            *self = Board {
                rows,
                columns,
                panels: vec![Panel::default(); rows * columns],
                current: 0,
            };
        }
        self.current = index as usize;
        Ok(())
    }

    /// Whether the grid is one of so many rows and columns with that panel.
    pub fn is_grid(&self, [rows, columns, _]: [i32; 3]) -> bool {
        (rows, columns) == (self.rows as i32, self.columns as i32)
    }

    /// The panel that is changed.
    pub fn panel(&mut self) -> &mut Panel {
        &mut self.panels[self.current]
    }

    /// The one image of a figure that is no grid.
    pub fn lone_picture(&self) -> Option<&Arc<Picture>> {
        match &self.panels[..] {
            [
                Panel {
                    content: Some(Content::Image(picture)),
                    ..
                },
            ] => Some(picture),
            _ => None,
        }
    }

    /// Width and height of the board in a file or a new window, in pixels.
    pub fn size(&self) -> Point {
        match &self.panels[..] {
            [panel] => match &panel.content {
                Some(Content::Image(picture)) => {
                    let (width, height, _) = picture.size();
                    (width as f64, height as f64)
                }
                Some(Content::Plot(_)) | None => layout::SIZE,
            },
            _ => (self.columns as f64 * PANEL.0, self.rows as f64 * PANEL.1),
        }
    }

    /// The board as a drawing of its own.
    pub fn scene(&self) -> Scene {
        let size = self.size();
        Scene {
            size,
            shapes: self.shapes((0.0, 0.0), size),
        }
    }

    /// The shapes of the board in a rectangle.
    pub fn shapes(&self, corner: Point, size: Point) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (index, panel) in self.panels.iter().enumerate() {
            let (corner, size) = self.cell(index, corner, size);
            match &panel.content {
                Some(Content::Plot(plot)) => {
                    shapes.extend(layout::shapes(plot, &panel.title, corner, size));
                }
                Some(Content::Image(picture)) => {
                    if !panel.title.is_empty() && self.panels.len() > 1 {
                        let at = (corner.0 + size.0 / 2.0, corner.1 + 20.0);
                        shapes.push(layout::text(
                            at,
                            &panel.title,
                            Anchor::Middle,
                            TITLE_LETTERS,
                        ));
                    }
                    let (corner, size) = self.frame(panel, picture, corner, size);
                    let picture = Arc::clone(picture);
                    shapes.push(Shape::Image {
                        corner,
                        size,
                        picture,
                    });
                }
                None => {}
            }
        }
        shapes
    }

    /// The rectangle of a panel.
    fn cell(&self, index: usize, corner: Point, size: Point) -> (Point, Point) {
        let side = |whole: f64, parts: usize| whole / parts as f64;
        let cell = (side(size.0, self.columns), side(size.1, self.rows));
        let (row, column) = (index / self.columns, index % self.columns);
        let at = (
            corner.0 + column as f64 * cell.0,
            corner.1 + row as f64 * cell.1,
        );
        (at, cell)
    }

    /// Where an image lies in the rectangle of its panel: in its middle, with its proportions, in whole pixels.
    fn frame(&self, panel: &Panel, picture: &Picture, at: Point, size: Point) -> (Point, Point) {
        let is_grid = self.panels.len() > 1;
        let margin = if is_grid { MARGIN } else { 0.0 };
        let above = if is_grid && !panel.title.is_empty() {
            TITLE_HEIGHT
        } else {
            margin
        };
        let most = (size.0 - 2.0 * margin, size.1 - margin - above);
        let most = (most.0.max(1.0) as usize, most.1.max(1.0) as usize);
        let (columns, rows, _) = picture.size();
        let fit = fitted((columns, rows), most, true);
        let middle = |most: usize, fit: usize| (most.saturating_sub(fit) / 2) as f64;
        let corner = (
            at.0.round() + margin + middle(most.0, fit.0),
            at.1.round() + above + middle(most.1, fit.1),
        );
        (corner, (fit.0 as f64, fit.1 as f64))
    }

    /// The panel at a place, and the row and column of its image there as parts of its height and width.
    pub fn find(&self, corner: Point, size: Point, at: Point) -> Option<(usize, Point)> {
        self.panels.iter().enumerate().find_map(|(index, panel)| {
            let Some(Content::Image(picture)) = &panel.content else {
                return None;
            };
            let (cell, extent) = self.cell(index, corner, size);
            let (corner, size) = self.frame(panel, picture, cell, extent);
            let part = ((at.1 - corner.1) / size.1, (at.0 - corner.0) / size.0);
            let inside = |part: f64| (0.0..1.0).contains(&part);
            (inside(part.0) && inside(part.1)).then_some((index, part))
        })
    }

    /// Row and column of a panel's image at parts of its height and width.
    pub fn pixel(&self, index: usize, part: Point) -> Option<(usize, usize, &Picture)> {
        let Some(Content::Image(picture)) = &self.panels.get(index)?.content else {
            return None;
        };
        let (columns, rows, _) = picture.size();
        // A place in a window is a whole number of pixels, whose quotient may be a little less than what it stands for.
        let along = |part: f64, side: usize| ((part * side as f64 + 1e-9) as usize).min(side - 1);
        Some((along(part.0, rows), along(part.1, columns), picture))
    }
}

/// The largest size within `most` that has the proportions of `size`; a smaller size only grows if that is wanted.
pub fn fitted(size: (usize, usize), most: (usize, usize), may_grow: bool) -> (usize, usize) {
    let (width, height) = (size.0.max(1), size.1.max(1));
    if !may_grow && width <= most.0 && height <= most.1 {
        return (width, height);
    }
    match width * most.1 > height * most.0 {
        true => (most.0.max(1), (height * most.0 / width).max(1)),
        false => ((width * most.1 / height).max(1), most.1.max(1)),
    }
}
