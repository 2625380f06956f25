//! Elementary functions in single precision, defined once for every engine.
//!
//! Each function is written over [`Lanes`]: plain `f32` in the runtime, vectors in the SPMD builder, text for CUDA. No operation is
//! contracted or reordered, so every engine gives the same bits.
//!
//! *Invariant:* at most 2 units in the last place on finite results, and the special values of C99's annex F; tested in the runtime.

/// The lane operations that the definitions need. `Float` is a lane of `f32`, `Int` of `i32` (wrapping), `Mask` of truth.
pub trait Lanes {
    /// Lanes of `f32`.
    type Float: Copy;
    /// Lanes of `i32`.
    type Int: Copy;
    /// Lanes of truth values.
    type Mask: Copy;

    /// The same constant in every lane.
    fn float(&mut self, value: f32) -> Self::Float;
    /// The same constant in every lane.
    fn int(&mut self, value: i32) -> Self::Int;

    /// a + b, rounded once.
    fn add(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a - b, rounded once.
    fn sub(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a · b, rounded once.
    fn mul(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// a / b, rounded once.
    fn div(&mut self, a: Self::Float, b: Self::Float) -> Self::Float;
    /// Square root, rounded once.
    fn sqrt(&mut self, a: Self::Float) -> Self::Float;

    /// a < b; false when either is not a number.
    fn less(&mut self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// a == b; false when either is not a number.
    fn equal(&mut self, a: Self::Float, b: Self::Float) -> Self::Mask;
    /// Both.
    fn and(&mut self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either.
    fn or(&mut self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Not.
    fn not(&mut self, a: Self::Mask) -> Self::Mask;
    /// `yes` where the mask is true, else `no`.
    fn select(&mut self, mask: Self::Mask, yes: Self::Float, no: Self::Float) -> Self::Float;
    /// `yes` where the mask is true, else `no`.
    fn select_int(&mut self, mask: Self::Mask, yes: Self::Int, no: Self::Int) -> Self::Int;

    /// The bits of each lane.
    fn bits_of(&mut self, a: Self::Float) -> Self::Int;
    /// The lanes with those bits.
    fn float_of_bits(&mut self, a: Self::Int) -> Self::Float;
    /// Truncation toward zero; the definitions call it only where the value fits.
    fn truncate(&mut self, a: Self::Float) -> Self::Int;
    /// The nearest `f32`, ties to even.
    fn float_of_int(&mut self, a: Self::Int) -> Self::Float;

    /// a + b, wrapping.
    fn int_add(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// a - b, wrapping.
    fn int_sub(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// The low 32 bits of a · b.
    fn int_mul(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise and.
    fn int_and(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise or.
    fn int_or(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Bitwise exclusive or.
    fn int_xor(&mut self, a: Self::Int, b: Self::Int) -> Self::Int;
    /// Shift left by a constant of 0 to 31.
    fn shift_left(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// Arithmetic shift right by a constant of 0 to 31.
    fn shift_right(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// Logical shift right by a constant of 0 to 31.
    fn shift_right_logical(&mut self, a: Self::Int, count: u32) -> Self::Int;
    /// a == b.
    fn int_equal(&mut self, a: Self::Int, b: Self::Int) -> Self::Mask;
    /// a < b, signed.
    fn int_less(&mut self, a: Self::Int, b: Self::Int) -> Self::Mask;

    /// The value of `rare` in the lanes of `mask`, `common` elsewhere. `rare` has no effect outside its lanes and is costly: an engine
    /// may branch around it when no lane needs it, or compute it always and select.
    fn rarely(
        &mut self,
        mask: Self::Mask,
        common: (Self::Float, Self::Int),
        rare: impl FnOnce(&mut Self) -> (Self::Float, Self::Int),
    ) -> (Self::Float, Self::Int)
    where
        Self: Sized,
    {
        let (float, int) = rare(self);
        (
            self.select(mask, float, common.0),
            self.select_int(mask, int, common.1),
        )
    }
}
