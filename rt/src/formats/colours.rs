//! Red, green and blue from brightness and two colour differences.
//!
//! *Technique:* the Y'CbCr encodings of ITU-R BT.601 (1982), BT.709 (1990) and BT.2020 (2012) and of SMPTE 240M (1988), by products of whole
//! numbers of 32 bits.
//!
//! *Invariant:* a result differs from the rounded exact one by at most one, and only where that lies within 0.001 of the middle of two numbers.

/// Bits behind the point. Sums stay below 2³¹: the largest is 255·1.17 + 127·2.2 times 2²⁰.
const SHIFT: i32 = 20;

/// The shares of red and blue in the brightness; that of green is the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    red: f64,
    blue: f64,
}

impl Weights {
    /// Standard definition, and where nothing else is said.
    pub const BT601: Weights = Weights {
        red: 0.299,
        blue: 0.114,
    };
    /// High definition.
    pub const BT709: Weights = Weights {
        red: 0.2126,
        blue: 0.0722,
    };
    /// Ultra-high definition.
    pub const BT2020: Weights = Weights {
        red: 0.2627,
        blue: 0.0593,
    };
    /// Early high definition.
    pub const SMPTE240M: Weights = Weights {
        red: 0.212,
        blue: 0.087,
    };
}

/// How brightness and differences become colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    black: i32,
    bright: i32,
    red: i32,
    green: [i32; 2],
    blue: i32,
}

impl Colours {
    /// Brightness is all of a byte, and so are differences, or it is 16 to 235, and they have 224 steps.
    pub fn new(weights: Weights, is_full: bool) -> Colours {
        let (black, bright, step) = match is_full {
            true => (0, 1.0, 1.0),
            false => (16, 255.0 / 219.0, 255.0 / 224.0),
        };
        let Weights { red, blue } = weights;
        let green = 1.0 - red - blue;
        let fixed = |value: f64| (value * f64::from(1 << SHIFT)).round() as i32;
        Colours {
            black,
            bright: fixed(bright),
            red: fixed(2.0 * (1.0 - red) * step),
            green: [
                fixed(2.0 * (1.0 - blue) * blue / green * step),
                fixed(2.0 * (1.0 - red) * red / green * step),
            ],
            blue: fixed(2.0 * (1.0 - blue) * step),
        }
    }

    /// Red, green and blue of a pixel: brightness, and the differences of blue and of red.
    #[inline]
    pub fn pixel(&self, brightness: u8, u: u8, v: u8) -> [u8; 3] {
        let grey = (i32::from(brightness) - self.black) * self.bright + (1 << (SHIFT - 1));
        let (u, v) = (i32::from(u) - 128, i32::from(v) - 128);
        let byte = |value: i32| (value >> SHIFT).clamp(0, 255) as u8;
        [
            byte(grey + self.red * v),
            byte(grey - self.green[0] * u - self.green[1] * v),
            byte(grey + self.blue * u),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of BT.601 and the others, in floating point.
    fn exact(weights: Weights, is_full: bool, [y, u, v]: [u8; 3]) -> [f64; 3] {
        let [y, u, v] = [y, u, v].map(f64::from);
        let (y, u, v) = match is_full {
            true => (y / 255.0, (u - 128.0) / 255.0, (v - 128.0) / 255.0),
            false => ((y - 16.0) / 219.0, (u - 128.0) / 224.0, (v - 128.0) / 224.0),
        };
        let red = y + 2.0 * (1.0 - weights.red) * v;
        let blue = y + 2.0 * (1.0 - weights.blue) * u;
        let green =
            (y - weights.red * red - weights.blue * blue) / (1.0 - weights.red - weights.blue);
        [red, green, blue].map(|value| (value * 255.0).clamp(0.0, 255.0))
    }

    #[test]
    fn colours_are_those_of_the_definitions() {
        let all = [
            Weights::BT601,
            Weights::BT709,
            Weights::BT2020,
            Weights::SMPTE240M,
        ];
        // Every brightness, and steps of the differences that meet each of their bytes somewhere.
        let step = if cfg!(miri) { 61 } else { 7 };
        for (weights, is_full) in all.into_iter().flat_map(|w| [(w, true), (w, false)]) {
            let colours = Colours::new(weights, is_full);
            for y in (0..=255).step_by(step / 3) {
                for u in (y % 3..=255).step_by(step) {
                    for v in (y % 5..=255).step_by(step) {
                        let [y, u, v] = [y, u, v].map(|value| value as u8);
                        let made = colours.pixel(y, u, v);
                        for (made, exact) in
                            made.into_iter().zip(exact(weights, is_full, [y, u, v]))
                        {
                            let off = (f64::from(made) - exact).abs();
                            assert!(off < 0.501, "{weights:?} {is_full} {y} {u} {v}: {made}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn ends_are_exact() {
        let limited = Colours::new(Weights::BT601, false);
        assert_eq!(limited.pixel(235, 128, 128), [255; 3]);
        assert_eq!(limited.pixel(16, 128, 128), [0; 3]);
        // Red, green and blue of BT.709 (SMPTE RP 219, 2002, rounded to bytes).
        let high = Colours::new(Weights::BT709, false);
        let near = |made: [u8; 3], wanted: [u8; 3]| {
            let mut pairs = made.into_iter().zip(wanted);
            pairs.all(|(made, wanted)| made.abs_diff(wanted) <= 2)
        };
        assert!(near(high.pixel(63, 102, 240), [255, 0, 0]));
        assert!(near(high.pixel(173, 42, 26), [0, 255, 0]));
        assert!(near(high.pixel(32, 240, 118), [0, 0, 255]));
    }
}
