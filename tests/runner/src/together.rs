//! Random kernels whose threads act together: barriers with shared arrays, parts of warps, shuffles, votes and matches, within
//! conditions and loops that threads leave at different times.
//!
//! *Invariant:* threads of a block meet only where all of them are, and no two of them use an element between the same barriers
//! unless both read it; so the result does not depend on their order.

use crate::mutate::Random;
use std::fmt::Write as _;

/// Nested constructs at most.
const DEPTH: usize = 3;

/// A kernel under construction.
struct Kernel<'r> {
    random: &'r mut Random,
    text: String,
    loops: usize,
}

/// A program that launches some random kernels and prints what they have written.
pub fn program(random: &mut Random) -> String {
    let mut text = String::new();
    for number in 0..3 {
        text += &kernel(random, number);
        let block = [4, 8, 20, 32, 48][random.below(5)];
        let count = 1 + random.below(80);
        let _ = write!(
            text,
            "y = mat[int]({count},2)\nt = parallel_do([[1,{count}],[1,{block}]], y, kernel{number})\nprint y, t\n"
        );
    }
    text
}

fn kernel(random: &mut Random, number: usize) -> String {
    let part = [1, 2, 4, 8, 16, 32][random.below(6)];
    let mut kernel = Kernel {
        random,
        text: String::new(),
        loops: 0,
    };
    kernel.block(1, true, 4);
    format!(
        "function [t : int] = __kernel__ kernel{number}(y : mat[int], pos : int, blkpos : int, blkdim : int, blkidx : int, coalesced_threads : thread_block, this_thread_block : thread_block)
    a = mod(7*pos, 11)
    b = pos
    s : vec[int] = shared_zeros(blkdim)
    tile = this_thread_block.partition({part})
{}    y[pos,0..1] = [a,b]
end
",
        kernel.text
    )
}

impl Kernel<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth));
    }

    /// Statements; `all` tells whether all threads of a block come to them.
    fn block(&mut self, depth: usize, all: bool, count: usize) {
        for _ in 0..count {
            self.statement(depth, all);
        }
    }

    fn statement(&mut self, depth: usize, all: bool) {
        let deeper = depth <= DEPTH;
        match self.random.below(10) {
            0 | 1 => self.assign(depth),
            2 | 3 => self.exchange(depth, "coalesced_threads"),
            4 | 5 if all => self.exchange(depth, "tile"),
            6 if all => self.through_shared(depth),
            7 if deeper => self.branch(depth, all),
            8 | 9 if deeper => self.repeat(depth, all),
            _ => {
                let value = self.number();
                self.line(depth, &format!("t += mod({value}, 5)"));
            }
        }
    }

    fn variable(&mut self) -> &'static str {
        ["a", "b"][self.random.below(2)]
    }

    fn number(&mut self) -> String {
        let (one, other) = (self.variable(), self.variable());
        let number = self.random.below(9);
        match self.random.below(5) {
            0 => format!("{number}"),
            1 => format!("{one} + {number}"),
            2 => format!("{number}*{one} - {other}"),
            3 => format!("{one} + pos"),
            _ => one.to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let (value, of) = (self.number(), 2 + self.random.below(4));
        format!("mod({value}, {of}) == {}", self.random.below(of))
    }

    fn assign(&mut self, depth: usize) {
        let (to, value) = (self.variable(), self.number());
        self.line(depth, &format!("{to} = mod({value}, 1000)"));
    }

    fn exchange(&mut self, depth: usize, group: &str) {
        let (to, value, other) = (self.variable(), self.number(), self.number());
        let condition = self.condition();
        let given = match self.random.below(12) {
            0 => format!("{group}.shfl({value}, {other})"),
            1 => format!("{group}.shfl_up({value}, mod({other}, 5))"),
            2 => format!("{group}.shfl_down({value}, mod({other}, 5))"),
            3 => format!("{group}.shfl_xor({value}, mod({other}, 8))"),
            4 => format!("{group}.all({condition})"),
            5 => format!("{group}.any({condition})"),
            6 => format!("{group}.ballot({condition})"),
            7 => format!("{group}.match_any(mod({value}, 3))"),
            8 => format!("{group}.match_all(mod({value}, 2))"),
            9 => format!("{group}.thread_idx"),
            10 => format!("{group}.size"),
            _ => format!("{group}.active_mask"),
        };
        self.line(depth, &format!("{to} = {given}"));
    }

    fn through_shared(&mut self, depth: usize) {
        let (value, to) = (self.number(), self.variable());
        let distance = self.random.below(40);
        let barrier = [
            "syncthreads",
            "syncthreads(grid)",
            "this_thread_block.sync()",
        ];
        let barrier = barrier[if depth == 1 { self.random.below(3) } else { 0 }];
        self.line(depth, &format!("s[blkpos] = {value}"));
        self.line(depth, barrier);
        self.line(
            depth,
            &format!("{to} += mod(s[mod(blkpos + {distance}, blkdim)], 100)"),
        );
        self.line(depth, "syncthreads");
    }

    fn branch(&mut self, depth: usize, all: bool) {
        let whole = all && self.random.below(3) == 0;
        let condition = match whole {
            true => format!("mod(blkidx, 2) == {}", self.random.below(2)),
            false => self.condition(),
        };
        self.line(depth, &format!("if {condition}"));
        self.block(depth + 1, whole, 2);
        if self.random.below(2) == 0 {
            self.line(depth, "else");
            self.block(depth + 1, whole, 2);
        }
        self.line(depth, "end");
    }

    fn repeat(&mut self, depth: usize, all: bool) {
        let whole = all && self.random.below(3) == 0;
        self.loops += 1;
        let index = format!("i{}", self.loops);
        let last = match whole {
            true => format!("{}", self.random.below(3)),
            false => {
                let value = self.number();
                format!("mod({value}, 4)")
            }
        };
        self.line(depth, &format!("for {index} = 0..{last}"));
        self.block(depth + 1, whole, 2);
        if !whole && self.random.below(2) == 0 {
            let jump = ["break", "continue"][self.random.below(2)];
            let condition = self.condition();
            self.line(depth + 1, &format!("if {condition}"));
            self.line(depth + 2, jump);
            self.line(depth + 1, "end");
            self.block(depth + 1, false, 1);
        }
        self.line(depth, "end");
    }
}
