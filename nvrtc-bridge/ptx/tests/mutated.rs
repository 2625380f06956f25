//! PTX that was changed at random: the parser gives a module or an error and never panics, and what it takes runs to an end.

mod common;

use quasar_ptx::{Launch, Limits, Loaded, Memory, Module};
use std::sync::Arc;

const TEXT: &str = r#"
.version 8.8
.target sm_75
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf ( .param .b64 vprintf_param_0, .param .b64 vprintf_param_1 );
.global .align 4 .f32 gv = 0f3FC00000;
.global .align 8 .u64 table[2] = {plus, generic(gv)+4};
.const .align 4 .b8 mask[8] = {1, 0, 0, 0, 2};
.extern .shared .align 16 .b8 sm[];
.func (.param .b32 func_retval0) plus( .param .b32 plus_param_0 )
{
	.reg .f32 %f<3>;
	ld.param.f32 %f1, [plus_param_0];
	add.rn.ftz.f32 %f2, %f1, 0f3F800000;
	st.param.f32 [func_retval0+0], %f2;
	ret;
}
.visible .entry kernel( .param .u64 kernel_param_0, .param .align 4 .b8 kernel_param_1[8] )
.maxntid 64, 1, 1
{
	.local .align 8 .b8 __local_depot0[16];
	.shared .align 4 .b8 tile[128];
	.reg .pred %p<3>;
	.reg .b16 %h<3>;
	.reg .f32 %f<6>;
	.reg .b32 %r<9>;
	.reg .b64 %rd<9>;
	.loc 1 3 0
	mov.u64 %rd1, __local_depot0;
	cvta.local.u64 %rd2, %rd1;
	ld.param.u64 %rd3, [kernel_param_0];
	ld.param.v2.u32 {%r1, %r2}, [kernel_param_1];
	mov.u32 %r3, %tid.x;
	mad.wide.u32 %rd4, %r3, 4, %rd3;
	mov.u32 %r4, tile;
	shl.b32 %r5, %r3, 2;
	add.s32 %r5, %r4, %r5;
	st.shared.u32 [%r5], %r3;
	bar.sync 0;
	ld.shared.u32 %r6, [%r5];
	cvt.rn.f32.u32 %f1, %r6;
	fma.rn.f32 %f2, %f1, 0f40000000, 0fBF800000;
	st.local.v2.f32 [%rd1+8], {%f1, %f2};
	shfl.sync.bfly.b32 %r7|%p1, %r6, 1, 31, -1;
	setp.lt.and.s32 %p2|%p1, %r7, 3, !%p1;
	@!%p2 bra $L_end;
	{
	.param .b32 param0;
	st.param.f32 [param0+0], %f2;
	.param .b32 retval0;
	call.uni (retval0), plus, (param0);
	ld.param.f32 %f3, [retval0+0];
	}
	atom.global.add.f32 %f4, [gv], %f3;
	lop3.b32 %r8, %r1, %r2, %r3, 0x96;
	{ .reg .b32 t; mov.b64 {%r8, t}, %rd4; mov.b64 %rd5, {t, %r8}; }
	st.global.f32 [%rd4], %f3;
$L_end:
	ret;
}
.file 1 "kernel.cu"
"#;

/// Small numbers that depend on a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// A change of a kind that the number chooses.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => {
                bytes[at] = *b" ,;{}[]()<>+-!@%.:0129azfx\"\n|_$"
                    .get(random.below(31))
                    .expect("31 characters")
            }
            1 => drop(bytes.remove(at)),
            2 => bytes.truncate(at.max(1)),
            3 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = (at + random.below(60)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            _ => {
                let words: Vec<&str> = text.split_whitespace().collect();
                let word = words[random.below(words.len())].as_bytes().to_vec();
                bytes.splice(at..at, word);
            }
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn run(module: Module) -> bool {
    let mut memory = Memory::new(1 << 20);
    let Ok(loaded) = Loaded::new(Arc::new(module), &mut memory) else {
        return false;
    };
    let address = memory.allocate(256).expect("room");
    let mut parameters = address.to_le_bytes().to_vec();
    parameters.extend([3; 40]);
    let limits = Limits {
        instructions: 20_000,
        ..Limits::default()
    };
    let launch = Launch {
        limits,
        ..Launch::new("kernel", [2, 1, 1], [32, 1, 1], &parameters)
    };
    launch.run(&loaded, &mut memory).is_ok()
}

#[test]
fn the_text_itself_runs() {
    let module = Module::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("kernel").expect("the kernel");
    assert_eq!(kernel.max_threads(), 64);
    assert_eq!(kernel.parameter_bytes(), 16);
    assert_eq!(kernel.static_shared(), 128);
    // Both blocks write the same values to the same places, which is no race.
    assert!(run(module));
}

#[test]
fn mutated_texts_never_panic() {
    let mut random = Random(7);
    let (mut parsed, mut failed) = (0, 0);
    for _ in 0..6000 {
        match Module::parse(&mutated(TEXT, &mut random)) {
            Ok(module) => {
                parsed += 1;
                run(module);
            }
            Err(error) => {
                failed += 1;
                assert!(!error.message.is_empty());
            }
        }
    }
    assert!(
        parsed > 200 && failed > 200,
        "{parsed} parsed, {failed} failed"
    );
}

#[test]
fn errors_tell_their_line() {
    let cases = [
        (
            ".version 8.0\n.visible .entry k()\n{\n\tadd.s32 %r1, %r2, %r3;\n}",
            4,
            "`%r1` is not declared",
        ),
        (".visible .entry k()\n{\n\tbra L;\n}", 3, "no label `L`"),
        (
            ".visible .entry k()\n{\n\t.reg .b32 r;\n\tmov.u32 r;\n}",
            4,
            "too few operands",
        ),
        (".visible .entry k(.param .u64 p)\n{\n", 2, "a statement"),
        (".global .align 3 .b8 x;", 1, "a power of two"),
    ];
    for (text, line, message) in cases {
        let error = Module::parse(text).expect_err(text);
        assert_eq!(error.line, line, "{error}");
        assert!(error.message.contains(message), "{error}");
    }
}
