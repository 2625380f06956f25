//! Where a GPU keeps the array of a kernel's parameter, and how a texture of it is read.
//!
//! *Invariant:* the numbers are part of the interface: the compiler writes them into the descriptions of kernels, the runtime reads them.

use crate::values::numbered;

numbered! {
    /// Where a kernel on a GPU finds the elements of an array. All but the first have one more argument behind the array's own:
    /// 64 bits, with 0 where the array is in global memory alone after all.
    pub enum ParameterMemory {
        /// In global memory.
        Global = 0, "global";
        /// In constant memory: 1 more than the first byte there.
        Constant = 1, "constant";
        /// In global memory, and nobody writes them during the launch: 1.
        ReadOnly = 2, "read only";
        /// In a texture, which is read: its object.
        Texture = 3, "texture";
        /// In a texture that the kernel writes, beside global memory: the surface's object.
        Surface = 4, "surface";
    }
}

numbered! {
    /// What a texture gives outside of its elements.
    pub enum Outside {
        /// Zero.
        Zero = 0, "zero";
        /// The nearest element.
        Clamp = 1, "clamp";
        /// The elements mirrored, each one at the border twice.
        Mirror = 2, "mirror";
        /// The elements again from the other side.
        Wrap = 3, "wrap";
    }
}

numbered! {
    /// How a GPU divides the memory of a multiprocessor between shared memory and the cache.
    pub enum CachePreference {
        /// As the driver likes.
        None = 0, "none";
        /// More shared memory.
        Shared = 1, "shared";
        /// More cache.
        L1 = 2, "L1";
        /// The same of both.
        Equal = 3, "equal";
    }
}

/// How an array is a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextureDescriptor {
    /// Dimensions of positions, 1 to 3: the first ones of the array.
    pub dimensions: u8,
    /// Components of an element, 1, 2 or 4: the last dimension of the array if there are several.
    pub components: u8,
    /// Interpolation between elements; else the nearest one.
    pub linear: bool,
    /// What lies outside.
    pub outside: Outside,
    /// Elements of 16 bits.
    pub half: bool,
}

impl TextureDescriptor {
    /// The form as a number.
    pub const fn code(self) -> i32 {
        self.dimensions as i32
            | (self.components as i32) << 2
            | (self.linear as i32) << 5
            | self.outside.code() << 6
            | (self.half as i32) << 8
    }

    /// The form of that number; `None` for one that is none.
    pub const fn from_code(code: i32) -> Option<TextureDescriptor> {
        let (dimensions, components) = (code & 3, code >> 2 & 7);
        let Some(outside) = Outside::from_code(code >> 6 & 3) else {
            return None;
        };
        if code >> 9 != 0 || dimensions == 0 || !matches!(components, 1 | 2 | 4) {
            return None;
        }
        Some(TextureDescriptor {
            dimensions: dimensions as u8,
            components: components as u8,
            linear: code >> 5 & 1 != 0,
            outside,
            half: code >> 8 & 1 != 0,
        })
    }

    /// Whether the hardware takes coordinates from 0 to 1: what repeats is only there with those.
    pub const fn is_normalised(self) -> bool {
        matches!(self.outside, Outside::Mirror | Outside::Wrap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_back_from_their_numbers() {
        for dimensions in 1..=3 {
            for components in [1, 2, 4] {
                for &outside in Outside::ALL {
                    for (linear, half) in [(false, true), (true, false)] {
                        let form = TextureDescriptor {
                            dimensions,
                            components,
                            linear,
                            outside,
                            half,
                        };
                        assert_eq!(TextureDescriptor::from_code(form.code()), Some(form));
                    }
                }
            }
        }
        for code in [0, 1, 3 << 2, 1 << 9 | 5, -1] {
            assert_eq!(TextureDescriptor::from_code(code), None, "{code}");
        }
    }
}
