//! Matrix products in vectors of 64 bytes (AVX-512), which the library of products has no code for.
//!
//! The right matrix is packed, a strip of its rows at a time, into panels of two vectors. A tile of up to twelve rows of a panel stays in
//! registers while it goes through the strip: twelve elements of the left matrix and two vectors of the right one are 24 products.
//!
//! *Technique:* Van Zee and van de Geijn, "BLIS: A Framework for Rapidly Instantiating BLAS Functionality", ACM TOMS 41, 2015. The left matrix
//! is not packed, as in Smith et al., "The Anatomy of High-Performance Many-Threaded Matrix Multiplication", IPDPS 2014, small ones need not be.
//!
//! *Invariant:* an element adds up its products in their order, strip by strip, whatever the number of threads.

use super::product_sizes::{Sizes, Strides};
use crate::process::refusal::filled;
use crate::threads::pieces::for_each_piece;
use std::arch::x86_64::*;

/// Rows of the right matrix in a strip: a panel of it fits into the smallest cache.
const STRIP: usize = 256;
/// Rows of the result that a thread takes at a time, of four tiles, for which a panel is in that cache.
const BLOCK_ROWS: usize = 48;
/// Rows of a tile.
const TILE: usize = 12;

/// A tile of a product in memory.
struct Place<T> {
    /// Its rows of the left matrix, from the strip's first column on, and how far they are apart.
    left: (*const T, usize),
    /// The strip's rows of the panel, and how far they are apart.
    right: (*const T, usize),
    /// Its rows of the result, and how far they are apart.
    result: (*mut T, usize),
    /// Rows of the strip.
    inner: usize,
    /// Columns of the panel.
    columns: usize,
    /// Whether the result has sums of the strips before.
    adds: bool,
}

macro_rules! product {
    ($name:ident, $type:ident, $tile:ident, $of_rows:ident, $lanes:literal, $mask:ty,
     $zero:ident, $splat:ident, $load:ident, $store:ident, $add:ident, $fused:ident) => {
        /// left·right of row-major matrices, but for the strides of the right one.
        ///
        /// # Safety
        /// The processor has AVX-512; the slices have the elements of matrices of these sizes.
        pub(super) unsafe fn $name(
            sizes: Sizes,
            left: &[$type],
            right: &[$type],
            strides: Strides,
            result: &mut [$type],
        ) {
            const PANEL: usize = 2 * $lanes;
            let Sizes {
                rows,
                inner,
                columns,
            } = sizes;
            // Rows of the right matrix that one tile reads need no copy.
            let packs = rows > TILE || strides.column != 1;
            let panels = columns.div_ceil(PANEL);
            let strip = STRIP.min(inner);
            let mut packed = match packs {
                true => filled(0.0, panels * strip * PANEL),
                false => Vec::new(),
            };
            for first in (0..inner).step_by(STRIP) {
                let strip = strip.min(inner - first);
                if packs {
                    for_each_piece(
                        &mut packed[..panels * strip * PANEL],
                        strip * PANEL,
                        |at, panel| {
                            let column = at / strip;
                            let width = PANEL.min(columns - column);
                            for (row, to) in panel.chunks_exact_mut(PANEL).enumerate() {
                                let from = (first + row) * strides.row + column * strides.column;
                                match strides.column {
                                    1 => to[..width].copy_from_slice(&right[from..from + width]),
                                    apart => {
                                        let elements = right[from..].iter().step_by(apart);
                                        to[..width]
                                            .iter_mut()
                                            .zip(elements)
                                            .for_each(|(to, one)| *to = *one);
                                    }
                                }
                            }
                        },
                    );
                }
                let packed = &packed;
                for_each_piece(result, BLOCK_ROWS * columns, |at, block| {
                    let (from, rows) = (at / columns, block.len() / columns);
                    for panel in 0..panels {
                        let column = panel * PANEL;
                        let right = match packs {
                            true => (packed[panel * strip * PANEL..].as_ptr(), PANEL),
                            false => (right[first * strides.row + column..].as_ptr(), strides.row),
                        };
                        for row in (0..rows).step_by(TILE) {
                            let place = Place {
                                left: (left[(from + row) * inner + first..].as_ptr(), inner),
                                right,
                                result: (block[row * columns + column..].as_mut_ptr(), columns),
                                inner: strip,
                                columns: PANEL.min(columns - column),
                                adds: first > 0,
                            };
                            // SAFETY: the caller vouches for the processor and the matrices, of which the tile is a part.
                            unsafe { $of_rows(place, TILE.min(rows - row)) }
                        }
                    }
                });
            }
        }

        /// A tile of so many rows, as tiles of numbers of rows that there is code for.
        #[target_feature(enable = "avx512f")]
        unsafe fn $of_rows(mut place: Place<$type>, mut rows: usize) {
            while rows > 0 {
                // SAFETY: as the caller vouches; no row is taken twice.
                let done = unsafe {
                    match rows {
                        12.. => $tile::<12>(&place),
                        8.. => $tile::<8>(&place),
                        4.. => $tile::<4>(&place),
                        2.. => $tile::<2>(&place),
                        _ => $tile::<1>(&place),
                    }
                };
                rows -= done;
                place.left.0 = place.left.0.wrapping_add(done * place.left.1);
                place.result.0 = place.result.0.wrapping_add(done * place.result.1);
            }
        }

        /// A tile; its number of rows.
        #[target_feature(enable = "avx512f")]
        unsafe fn $tile<const ROWS: usize>(place: &Place<$type>) -> usize {
            let all: u64 = (1 << place.columns) - 1;
            let masks = [all as $mask, (all >> $lanes) as $mask];
            let mut sums = [[$zero(); 2]; ROWS];
            let (left, apart) = place.left;
            let mut right = place.right.0;
            for at in 0..place.inner {
                // SAFETY: the caller vouches for the rows and columns of the tile; lanes without a column are not read.
                unsafe {
                    let low = $load(masks[0], right);
                    let high = $load(masks[1], right.wrapping_add($lanes));
                    right = right.wrapping_add(place.right.1);
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let factor = $splat(*left.add(row * apart + at));
                        sums[0] = $fused(factor, low, sums[0]);
                        sums[1] = $fused(factor, high, sums[1]);
                    }
                }
            }
            for (row, sums) in sums.into_iter().enumerate() {
                for (half, mut sum) in sums.into_iter().enumerate() {
                    let to = place
                        .result
                        .0
                        .wrapping_add(row * place.result.1 + half * $lanes);
                    // SAFETY: as above; lanes without a column are not written.
                    unsafe {
                        if place.adds {
                            sum = $add($load(masks[half], to), sum);
                        }
                        $store(to, masks[half], sum);
                    }
                }
            }
            ROWS
        }
    };
}

product!(
    product_f32,
    f32,
    tile_f32,
    tiles_f32,
    16,
    __mmask16,
    _mm512_setzero_ps,
    _mm512_set1_ps,
    _mm512_maskz_loadu_ps,
    _mm512_mask_storeu_ps,
    _mm512_add_ps,
    _mm512_fmadd_ps
);
product!(
    product_f64,
    f64,
    tile_f64,
    tiles_f64,
    8,
    __mmask8,
    _mm512_setzero_pd,
    _mm512_set1_pd,
    _mm512_maskz_loadu_pd,
    _mm512_mask_storeu_pd,
    _mm512_add_pd,
    _mm512_fmadd_pd
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::vectors::{WIDEST, vector_level};

    /// Whole numbers: sums are exact in every order.
    fn numbers(count: usize, modulus: usize) -> Vec<f32> {
        (0..count).map(|k| (k * k % modulus) as f32 - 3.0).collect()
    }

    #[test]
    fn tiles_of_all_sizes_are_the_product() {
        if vector_level() < WIDEST {
            return;
        }
        for rows in (1..=14).chain([47, 61]) {
            for inner in [0, 1, 3, 255, 256, 257, 600] {
                for columns in [1, 15, 16, 17, 32, 33, 70] {
                    let left = numbers(rows * inner, 11);
                    let right = numbers(inner * columns, 13);
                    for apart in [false, true] {
                        let strides = match apart {
                            false => Strides {
                                row: columns,
                                column: 1,
                            },
                            true => Strides {
                                row: 1,
                                column: inner,
                            },
                        };
                        let mut result = vec![0.0; rows * columns];
                        let mut wide = vec![0.0; rows * columns];
                        let sizes = Sizes {
                            rows,
                            inner,
                            columns,
                        };
                        let double = |list: &[f32]| {
                            list.iter().map(|one| f64::from(*one)).collect::<Vec<f64>>()
                        };
                        // SAFETY: the processor has the vectors, and the slices have the elements.
                        unsafe {
                            product_f32(sizes, &left, &right, strides, &mut result);
                            product_f64(sizes, &double(&left), &double(&right), strides, &mut wide);
                        }
                        for (at, (one, two)) in result.iter().zip(&wide).enumerate() {
                            let (row, column) = (at / columns, at % columns);
                            let terms = (0..inner).map(|k| {
                                left[row * inner + k]
                                    * right[k * strides.row + column * strides.column]
                            });
                            let expected: f32 = terms.sum();
                            assert_eq!(
                                (*one, *two),
                                (expected, f64::from(expected)),
                                "{rows} {inner} {columns} {at}"
                            );
                        }
                    }
                }
            }
        }
    }
}
