//! Fourier transforms: what each gives and along which dimensions it goes.
//!
//! *Invariant:* a row of the builtins has the rule of transforms exactly if it has a row here.

use super::Builtin;

/// What a transform gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The transform, not scaled.
    Forward,
    /// The inverse transform, divided by the number of elements.
    Inverse,
    /// Its real part.
    RealInverse,
}

/// The dimensions along which a transform goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// The last one.
    Last,
    /// The first ones, so many of them.
    First(i32),
    /// Those of the second argument.
    Listed,
}

/// A transform.
#[derive(Debug)]
pub struct Transform {
    /// Which builtin.
    pub builtin: Builtin,
    /// Its result.
    pub gives: Gives,
    /// Its dimensions.
    pub along: Along,
}

macro_rules! transforms {
    ($( $builtin:ident = $gives:ident $along:expr; )*) => {
        /// Every transform.
        pub const TRANSFORMS: &[Transform] = &[ $( Transform {
            builtin: Builtin::$builtin,
            gives: Gives::$gives,
            along: { use Along::*; $along },
        }, )* ];
    };
}

transforms! {
    Fft1 = Forward Last;
    Fft2 = Forward First(2);
    Fft3 = Forward First(3);
    Fftn = Forward Listed;
    Ifft1 = Inverse Last;
    Ifft2 = Inverse First(2);
    Ifft3 = Inverse First(3);
    Ifftn = Inverse Listed;
    Irealfft1 = RealInverse Last;
    Irealfft2 = RealInverse First(2);
    Irealfft3 = RealInverse First(3);
    Irealfftn = RealInverse Listed;
}

/// The transform that a builtin is.
pub fn transform_of(builtin: Builtin) -> Option<&'static Transform> {
    TRANSFORMS.iter().find(|row| row.builtin == builtin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{ROWS, Rule};

    #[test]
    fn transforms_are_the_rows_that_say_so() {
        for row in ROWS {
            let transform = transform_of(row.builtin);
            assert_eq!(
                transform.is_some(),
                row.rule == Rule::Transform,
                "{}",
                row.name
            );
            let listed = transform.is_some_and(|transform| transform.along == Along::Listed);
            let count = if listed { (2, 2) } else { (1, 1) };
            assert!(transform.is_none() || row.arity == count, "{}", row.name);
        }
    }
}
