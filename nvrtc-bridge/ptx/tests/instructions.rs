//! Single instructions through parser, decoder and machine: the expected values are worked out from the PTX ISA.

mod common;

use common::Argument::Pointer;
use common::Device;

/// What an instruction that writes `%d` (32 bits) or `%dd` (64 bits) gives, with `%a`, `%b`, `%c` and `%aa`, `%bb` set before.
struct Case {
    code: &'static str,
    inputs: [u64; 3],
    expected: u64,
}

const fn narrow(code: &'static str, inputs: [u64; 3], expected: u64) -> Case {
    Case {
        code,
        inputs,
        expected,
    }
}

const ONE: u64 = 0x3f80_0000;
const THREE: u64 = 0x4040_0000;
const NAN: u64 = 0x7fff_ffff;
const INFINITY: u64 = 0x7f80_0000;
const MINUS: u64 = 0xffff_ffff;

const NARROW: &[Case] = &[
    narrow("add.s32 %d, %a, %b;", [MINUS, 2, 0], 1),
    narrow("sub.u32 %d, %a, 5;", [3, 0, 0], 0xffff_fffe),
    narrow("mul.hi.s32 %d, %a, %b;", [MINUS, 3, 0], MINUS),
    narrow("mad.lo.s32 %d, %a, %b, %c;", [MINUS, 3, 10], 7),
    narrow("div.s32 %d, %a, %b;", [0xffff_fff9, 2, 0], 0xffff_fffd),
    narrow("rem.u32 %d, %a, %b;", [17, 5, 0], 2),
    narrow(
        "add.sat.s32 %d, %a, %b;",
        [0x7fff_fff0, 100, 0],
        0x7fff_ffff,
    ),
    narrow("abs.s32 %d, %a;", [0xffff_fffb, 0, 0], 5),
    narrow("not.b32 %d, %a;", [0xf0f0_0f0f, 0, 0], 0x0f0f_f0f0),
    narrow("cnot.b32 %d, %a;", [0, 0, 0], 1),
    narrow("shl.b32 %d, %a, %b;", [1, 33, 0], 0),
    narrow("shr.s32 %d, %a, 4;", [0x8000_0000, 0, 0], 0xf800_0000),
    narrow("sad.u32 %d, %a, %b, %c;", [3, 10, 1], 8),
    narrow("bfe.u32 %d, %a, 4, 8;", [0xabcd, 0, 0], 0xbc),
    narrow("bfi.b32 %d, %a, %b, 8, 4;", [0xf, 0, 0], 0xf00),
    narrow("bfind.u32 %d, %a;", [0x0001_0000, 0, 0], 16),
    narrow("popc.b32 %d, %a;", [0xff00, 0, 0], 8),
    narrow(
        "prmt.b32 %d, %a, %b, 0x3276;",
        [0x3322_1100, 0x7766_5544, 0],
        0x3322_7766,
    ),
    narrow(
        "shf.l.wrap.b32 %d, %a, %b, %c;",
        [0x8000_0000, 0x1, 4],
        0x18,
    ),
    narrow(
        "lop3.b32 %d, %a, %b, %c, 0xe8;",
        [0b1100, 0b1010, 0b0110],
        0b1110,
    ),
    narrow(
        "dp4a.u32.s32 %d, %a, %b, %c;",
        [0x0102, 0xff02, 100],
        100 + 4 - 1,
    ),
    narrow("selp.b32 %d, %a, %b, 0;", [1, 2, 0], 2),
    narrow("slct.u32.s32 %d, %a, %b, %c;", [1, 2, MINUS], 2),
    narrow(
        "setp.lt.s32 %p, %a, %b; selp.u32 %d, 1, 0, %p;",
        [MINUS, 0, 0],
        1,
    ),
    narrow(
        "setp.lo.u32 %p, %a, %b; selp.u32 %d, 1, 0, %p;",
        [MINUS, 0, 0],
        0,
    ),
    narrow(
        "setp.ltu.f32 %p, %a, %b; selp.u32 %d, 1, 0, %p;",
        [NAN, ONE, 0],
        1,
    ),
    narrow(
        "setp.ne.f32 %p, %a, %b; selp.u32 %d, 1, 0, %p;",
        [NAN, ONE, 0],
        0,
    ),
    narrow(
        "setp.gt.s32 %p|%q, %a, %b; selp.u32 %d, 1, 0, %q;",
        [1, 2, 0],
        1,
    ),
    narrow(
        "setp.eq.s32 %q, %a, %a; setp.lt.xor.s32 %p, %a, %b, !%q; selp.u32 %d, 1, 0, %p;",
        [1, 2, 0],
        1,
    ),
    narrow("set.gt.f32.s32 %d, %a, %b;", [2, 1, 0], ONE),
    narrow("set.le.u32.f32 %d, %a, %b;", [ONE, THREE, 0], MINUS),
    narrow(
        "add.cc.u32 %d, %a, %b; addc.u32 %d, %c, 0;",
        [MINUS, 1, 7],
        8,
    ),
    narrow("sub.cc.u32 %d, %a, %b; subc.u32 %d, %c, 0;", [0, 1, 7], 6),
    narrow(
        // (2^32 - 1)^2 = 0xfffffffe_00000001: the low half and 2^32 - 1 give a carry, the high half 0xfffffffe + 5 + 1.
        "mad.lo.cc.u32 %d, %a, %a, %b; madc.hi.u32 %d, %a, %a, %c;",
        [MINUS, MINUS, 5],
        4,
    ),
    narrow(
        "vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;",
        [0x0105, 0x0302, 1],
        6,
    ),
    // 1/3 rounded to each side: 0x3eaaaaaa.aaa
    narrow("div.rn.f32 %d, %a, %b;", [ONE, THREE, 0], 0x3eaa_aaab),
    narrow("div.rz.f32 %d, %a, %b;", [ONE, THREE, 0], 0x3eaa_aaaa),
    narrow("rcp.rp.f32 %d, %a;", [THREE, 0, 0], 0x3eaa_aaab),
    narrow("rcp.rm.f32 %d, %a;", [THREE, 0, 0], 0x3eaa_aaaa),
    // sqrt(3) = 1.7320508075688772: 0x3fddb3d7.4 in hexadecimal.
    narrow("sqrt.rn.f32 %d, %a;", [THREE, 0, 0], 0x3fdd_b3d7),
    narrow("sqrt.rp.f32 %d, %a;", [THREE, 0, 0], 0x3fdd_b3d8),
    narrow(
        "add.rm.f32 %d, %a, %b;",
        [ONE, ONE | 0x8000_0000, 0],
        0x8000_0000,
    ),
    // 1 + 2^-24 is a tie for nearest; toward plus infinity it is the next number.
    narrow("add.rn.f32 %d, %a, %b;", [ONE, 0x3380_0000, 0], ONE),
    narrow("add.rp.f32 %d, %a, %b;", [ONE, 0x3380_0000, 0], ONE + 1),
    // (1 + 2^-23)(1 - 2^-23) - 1 = -2^-46: a fused operation keeps it.
    narrow(
        "fma.rn.f32 %d, %a, %b, %c;",
        [0x3f80_0001, 0x3f7f_fffe, 0xbf80_0000],
        0xa880_0000,
    ),
    narrow("mul.ftz.f32 %d, %a, %b;", [0x0080_0000, 0x3f00_0000, 0], 0),
    narrow(
        "mul.f32 %d, %a, %b;",
        [0x0080_0000, 0x3f00_0000, 0],
        0x0040_0000,
    ),
    narrow("add.sat.f32 %d, %a, %b;", [ONE, THREE, 0], ONE),
    narrow("min.f32 %d, %a, %b;", [NAN, THREE, 0], THREE),
    narrow("max.f32 %d, %a, %b;", [0x8000_0000, 0, 0], 0),
    narrow("min.NaN.f32 %d, %a, %b;", [NAN, THREE, 0], NAN),
    narrow("sub.f32 %d, %a, %b;", [INFINITY, INFINITY, 0], NAN),
    narrow("neg.f32 %d, %a;", [ONE, 0, 0], 0xbf80_0000),
    narrow(
        "copysign.f32 %d, %a, %b;",
        [0x8000_0000, ONE, 0],
        0xbf80_0000,
    ),
    narrow("ex2.approx.f32 %d, %a;", [THREE, 0, 0], 0x4100_0000),
    narrow("lg2.approx.f32 %d, %a;", [0x4100_0000, 0, 0], THREE),
    narrow("rsqrt.approx.f32 %d, %a;", [0x4080_0000, 0, 0], 0x3f00_0000),
    narrow(
        "testp.infinite.f32 %p, %a; selp.u32 %d, 1, 0, %p;",
        [INFINITY, 0, 0],
        1,
    ),
    narrow("cvt.rni.s32.f32 %d, %a;", [0x4020_0000, 0, 0], 2),
    narrow("cvt.rzi.u32.f32 %d, %a;", [0xbf80_0000, 0, 0], 0),
    narrow("cvt.rzi.s32.f32 %d, %a;", [NAN, 0, 0], 0),
    narrow("cvt.rn.f32.s32 %d, %a;", [MINUS, 0, 0], 0xbf80_0000),
    narrow("cvt.rz.f32.u32 %d, %a;", [MINUS, 0, 0], 0x4f7f_ffff),
    narrow("cvt.s32.s8 %d, %a;", [0x80, 0, 0], 0xffff_ff80),
    narrow("cvt.u32.u16 %d, %a;", [0x1_2345, 0, 0], 0x2345),
    narrow("cvt.sat.u8.s32 %d, %a;", [MINUS, 0, 0], 0),
    narrow("cvt.rpi.f32.f32 %d, %a;", [0x3f00_0001, 0, 0], ONE),
    narrow("cvt.rn.f16x2.f32 %d, %a, %b;", [ONE, THREE, 0], 0x3c00_4200),
    narrow(
        "{.reg .b16 h; cvt.rn.f16.f32 h, %a; cvt.f32.f16 %d, h;}",
        [0x3f80_1fff, 0, 0],
        0x3f80_2000,
    ),
    narrow(
        "fma.rn.f16x2 %d, %a, %b, %c;",
        [0x3c00_3c00, 0x4000_3c00, 0x3c00_0000],
        0x4200_3c00,
    ),
    narrow("mov.b64 %dd, {%a, %b}; mov.b64 {_, %d}, %dd;", [1, 2, 0], 2),
    narrow(
        "{.reg .pred x; setp.eq.u32 x, %a, 3; mov.u32 %d, 1; @!x mov.u32 %d, 2;}",
        [4, 0, 0],
        2,
    ),
    narrow(
        "mov.u32 %d, %laneid; bra DONE; mov.u32 %d, 9; DONE: add.s32 %d, %d, %a;",
        [3, 0, 0],
        3,
    ),
    narrow(
        "{ts: .branchtargets A, B; brx.idx %a, ts; A: mov.u32 %d, 1; bra C; B: mov.u32 %d, 2; C: add.u32 %d, %d, 10;}",
        [1, 0, 0],
        12,
    ),
];

const WIDE: &[Case] = &[
    narrow("mul.wide.s32 %dd, %a, %b;", [MINUS, 5, 0], (-5i64) as u64),
    narrow("mul.wide.u32 %dd, %a, %b;", [MINUS, 5, 0], 0x4_ffff_fffb),
    narrow(
        "mad.wide.s32 %dd, %a, %b, %aa;",
        [MINUS, 5, 0],
        (-5i64 + 0xffff_ffff) as u64,
    ),
    narrow("mul.hi.u64 %dd, %aa, %aa;", [0, 0, 0], 0),
    narrow("shl.b64 %dd, %aa, 40;", [3, 0, 0], 3 << 40),
    narrow("bfi.b64 %dd, %aa, %bb, 32, 32;", [7, 9, 0], 7 << 32 | 9),
    narrow("cvt.s64.s32 %dd, %a;", [MINUS, 0, 0], u64::MAX),
    narrow("cvt.f64.f32 %dd, %a;", [THREE, 0, 0], 0x4008_0000_0000_0000),
    narrow(
        "cvt.rn.f64.u32 %dd, %a;",
        [MINUS, 0, 0],
        0x41ef_ffff_ffe0_0000,
    ),
    narrow(
        "{.reg .f64 x; cvt.f64.f32 x, %a; div.rm.f64 %dd, 0d3FF0000000000000, x;}",
        [THREE, 0, 0],
        0x3fd5_5555_5555_5555,
    ),
    narrow(
        "{.reg .f64 x; cvt.f64.f32 x, %a; div.rp.f64 %dd, 0d3FF0000000000000, x;}",
        [THREE, 0, 0],
        0x3fd5_5555_5555_5556,
    ),
    narrow(
        "{.reg .f64 x; cvt.f64.f32 x, %a; sqrt.rn.f64 %dd, x;}",
        [0x4080_0000, 0, 0],
        0x4000_0000_0000_0000,
    ),
    narrow("cvt.rzi.s64.f32 %dd, %a;", [NAN, 0, 0], 1 << 63),
    narrow("popc.b64 %d, %aa; cvt.u64.u32 %dd, %d;", [255, 0, 0], 8),
    narrow("brev.b64 %dd, %aa;", [1, 0, 0], 1 << 63),
];

fn text(case: &Case, wide: bool) -> String {
    let [a, b, c] = case.inputs;
    let store = if wide {
        "st.global.u64 [%y], %dd;"
    } else {
        "st.global.u32 [%y], %d;"
    };
    format!(
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n.reg .pred %p, %q;\n.reg .b32 %a, %b, %c, %d;\n\
         .reg .b64 %aa, %bb, %dd, %y;\nld.param.u64 %y, [p];\nmov.u32 %a, {a};\nmov.u32 %b, {b};\nmov.u32 %c, {c};\n\
         cvt.u64.u32 %aa, %a;\ncvt.u64.u32 %bb, %b;\n{}\n{store}\nret;\n}}\n",
        case.code
    )
}

#[test]
fn instructions_give_what_the_isa_says() {
    let cases = NARROW
        .iter()
        .map(|case| (case, false))
        .chain(WIDE.iter().map(|case| (case, true)));
    let mut wrong = Vec::new();
    for (case, wide) in cases {
        let mut device = Device::new(&text(case, wide));
        let y = device.blank(2);
        if let Err(fault) = device.run("k", 1, 1, &[Pointer(y)]) {
            wrong.push(format!("{}: {fault}", case.code));
            continue;
        }
        let words = device.read_words(y, 2);
        let found = u64::from(words[0]) | if wide { u64::from(words[1]) << 32 } else { 0 };
        if found != case.expected {
            wrong.push(format!(
                "{}: {found:#x}, expected {:#x}",
                case.code, case.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn atomics_return_the_old_value() {
    let cases: [(&str, u32, u32, u32); 12] = [
        ("add.u32 %r, [%y], 5", 7, 7, 12),
        ("min.s32 %r, [%y], -1", 7, 7, u32::MAX),
        ("max.u32 %r, [%y], -1", 7, 7, u32::MAX),
        ("and.b32 %r, [%y], 3", 6, 6, 2),
        ("or.b32 %r, [%y], 1", 6, 6, 7),
        ("xor.b32 %r, [%y], 3", 6, 6, 5),
        ("exch.b32 %r, [%y], 9", 6, 6, 9),
        ("cas.b32 %r, [%y], 6, 1", 6, 6, 1),
        ("cas.b32 %r, [%y], 5, 1", 6, 6, 6),
        ("inc.u32 %r, [%y], 6", 6, 6, 0),
        ("dec.u32 %r, [%y], 3", 6, 6, 3),
        (
            "add.f32 %r, [%y], 0f3F800000",
            0x4000_0000,
            0x4000_0000,
            0x4040_0000,
        ),
    ];
    for (code, before, old, after) in cases {
        let text = format!(
            ".visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r;\n.reg .b64 %y;\nld.param.u64 %y, [p];\natom.global.{code};\nst.global.u32 [%y+4], %r;\nret;\n}}\n"
        );
        let mut device = Device::new(&text);
        let y = device.words(&[before, 0]);
        device
            .run("k", 1, 1, &[Pointer(y)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y, 2), [after, old], "{code}");
    }
}

#[test]
fn loads_extend_by_their_type() {
    let cases = [
        ("ld.global.s8 %r, [%y]", 0xffff_ff80u32),
        ("ld.global.u8 %r, [%y]", 0x80),
        ("ld.global.s16 %r, [%y]", 0xffff_f080),
        ("ld.global.u16 %r, [%y]", 0xf080),
        ("ld.global.b8 %r, [%y+1]", 0xf0),
        ("ld.volatile.global.u32 %r, [%y]", 0x1234_f080),
    ];
    for (code, expected) in cases {
        let text = format!(
            ".visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r;\n.reg .b64 %y;\nld.param.u64 %y, [p];\n{code};\nst.global.u32 [%y+4], %r;\nret;\n}}\n"
        );
        let mut device = Device::new(&text);
        let y = device.words(&[0x1234_f080, 0]);
        device
            .run("k", 1, 1, &[Pointer(y)])
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(device.read_words(y + 4, 1), [expected], "{code}");
    }
}
