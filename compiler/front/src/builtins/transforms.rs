//! Fourier transforms: what each gives and along which dimensions it goes.
//!
//! *Invariant:* every row here is one of the rule of transforms.

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
#[derive(Debug, PartialEq, Eq)]
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

/// The row of a builtin that has one: it is looked for when this crate is compiled.
pub(super) const fn row(builtin: Builtin) -> &'static Transform {
    let mut at = 0;
    while TRANSFORMS[at].builtin as usize != builtin as usize {
        at += 1;
    }
    &TRANSFORMS[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{Host, Rule};

    #[test]
    fn transforms_are_the_rows_that_say_so() {
        for transform in TRANSFORMS {
            let row = crate::builtins::row(transform.builtin);
            assert_eq!(
                row.rule,
                Rule::Host(Host::Transform(transform)),
                "{}",
                row.name
            );
            let count = match transform.along {
                Along::Listed => (2, 2),
                Along::Last | Along::First(_) => (1, 1),
            };
            assert_eq!(row.arity, count, "{}", row.name);
        }
    }
}
