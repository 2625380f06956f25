//! Executables made by the graft linker, from hand-built code.
//!
//! *Invariant:* what is checked is the file that was written, run as a user runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cranelift_codegen::ir::{
    AbiParam, InstBuilder, SourceLoc, StackSlotData, StackSlotKind, Type, UserFuncName, Value,
    types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module};
use qc::codegen::cpu::target::{Effort, Linking, machine};
use qc::driver::graft::{
    GraftModule, Names, Program, Runtime, SourceFunction, SourceInfo, SourceRow, link,
};
use qc::driver::output::{run_written, write_executable};

use quasar_abi::{ProgramInfo, Tag};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Builds functions that return an `i32`.
struct Builder {
    module: GraftModule,
    context: FunctionBuilderContext,
}

impl Builder {
    fn new(target: &str) -> Self {
        let isa = |effort| machine(target, Linking::Graft, effort).expect("a known target");
        Builder {
            module: GraftModule::new(isa(Effort::Speed), isa(Effort::None)),
            context: FunctionBuilderContext::new(),
        }
    }

    fn function(
        &mut self,
        name: &str,
        body: impl FnOnce(&mut FunctionBuilder<'_>, &mut GraftModule) -> Value,
    ) -> FuncId {
        let mut signature = self.module.make_signature();
        signature.returns.push(AbiParam::new(types::I32));
        let linkage = Linkage::Export;
        let id = self
            .module
            .declare_function(name, linkage, &signature)
            .expect("a new name");
        let mut context = self.module.make_context();
        context.func.signature = signature;
        context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.context);
        let block = builder.create_block();
        builder.switch_to_block(block);
        builder.seal_block(block);
        let result = body(&mut builder, &mut self.module);
        builder.ins().return_(&[result]);
        builder.finalize(self.module.target_config());
        self.module
            .define_function(id, &mut context)
            .expect("it compiles");
        id
    }

    fn data(&mut self, name: &str, writable: bool, description: &DataDescription) -> DataId {
        let linkage = Linkage::Local;
        let id = self
            .module
            .declare_data(name, linkage, writable, false)
            .expect("a new name");
        self.module.define_data(id, description).expect("data");
        id
    }
}

/// Prints a number by the runtime; gives the status.
fn print(builder: &mut FunctionBuilder<'_>, module: &mut GraftModule, value: Value) -> Value {
    let entry = StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 3);
    let entry = builder.create_sized_stack_slot(entry);
    let tag = builder.ins().iconst(types::I64, Tag::I32 as i64);
    builder.ins().stack_store(types::I64, tag, entry, 0);
    builder.ins().stack_store(types::I64, value, entry, 8);
    let entry = builder.ins().stack_addr(types::I64, entry, 0);
    let one = builder.ins().iconst(types::I64, 1);
    let row = import(module, "qrt_print", &[types::I64, types::I64]);
    let row = module.declare_func_in_func(row, builder.func);
    let call = builder.ins().call(row, &[entry, one]);
    builder.inst_results(call)[0]
}

/// A function of the runtime that gives an `i32`.
fn import(module: &mut GraftModule, name: &str, parameters: &[Type]) -> FuncId {
    let mut signature = module.make_signature();
    signature.params = parameters.iter().map(|ty| AbiParam::new(*ty)).collect();
    signature.returns.push(AbiParam::new(types::I32));
    module
        .declare_function(name, Linkage::Import, &signature)
        .expect("one signature")
}

fn call(builder: &mut FunctionBuilder<'_>, module: &mut GraftModule, id: FuncId) -> Value {
    let callee = module.declare_func_in_func(id, builder.func);
    let call = builder.ins().call(callee, &[]);
    builder.inst_results(call)[0]
}

fn source(folder: &Path) -> SourceInfo {
    let row = |line| SourceRow {
        file: 0,
        line,
        column: 1,
    };
    SourceInfo {
        folder: folder.display().to_string(),
        files: vec!["demo.q".to_owned()],
        rows: (1..=9).map(row).collect(),
        functions: vec![SourceFunction {
            symbol: "q_inner".to_owned(),
            name: "inner".to_owned(),
            declared: row(4),
            variables: Vec::new(),
        }],
        ..SourceInfo::default()
    }
}

/// A program that prints 42 by way of a call, a pointer in data, a constant,
/// a variable and a zeroed variable.
fn program(target: &str) -> (GraftModule, FuncId) {
    let mut builder = Builder::new(target);
    let inner = builder.function("q_inner", |builder, _| {
        builder.set_srcloc(SourceLoc::new(4));
        builder.ins().iconst(types::I32, 30)
    });
    let mut constant = DataDescription::new();
    constant.define(5i32.to_le_bytes().into());
    let constant = builder.data("constant", false, &constant);
    let mut variable = DataDescription::new();
    variable.define(7i32.to_le_bytes().into());
    let variable = builder.data("variable", true, &variable);
    let mut zeros = DataDescription::new();
    zeros.define_zeroinit(100_000);
    let zeros = builder.data("zeros", true, &zeros);
    let mut table = DataDescription::new();
    table.define([0; 24].into());
    let function = builder.module.declare_func_in_data(inner, &mut table);
    table.write_function_addr(0, function);
    for (offset, datum) in [(8, constant), (16, variable)] {
        let datum = builder.module.declare_data_in_data(datum, &mut table);
        table.write_data_addr(offset, datum, 0);
    }
    let table = builder.data("table", false, &table);
    let entry = builder.function(quasar_abi::graft::ENTRY_SYMBOL, |builder, module| {
        use cranelift_codegen::ir::MemFlagsData;
        let flags = MemFlagsData::trusted();
        builder.set_srcloc(SourceLoc::new(7));
        let table = module.declare_data_in_func(table, builder.func);
        let table = builder.ins().symbol_value(types::I64, table);
        let mut signature = module.make_signature();
        signature.returns.push(AbiParam::new(types::I32));
        let signature = builder.import_signature(signature);
        let function = builder.ins().load(types::I64, flags, table, 0);
        let call_through = builder.ins().call_indirect(signature, function, &[]);
        let mut sum = builder.inst_results(call_through)[0];
        for offset in [8, 16] {
            let pointer = builder.ins().load(types::I64, flags, table, offset);
            let value = builder.ins().load(types::I32, flags, pointer, 0);
            sum = builder.ins().iadd(sum, value);
        }
        let zeros = module.declare_data_in_func(zeros, builder.func);
        let zeros = builder.ins().symbol_value(types::I64, zeros);
        builder.ins().store(flags, sum, zeros, 99_996);
        let sum = builder.ins().load(types::I32, flags, zeros, 99_996);
        builder.set_srcloc(SourceLoc::new(8));
        let direct = call(builder, module, inner);
        let sum = builder.ins().iadd(sum, direct);
        let thirty = builder.ins().iconst(types::I32, 30);
        let sum = builder.ins().isub(sum, thirty);
        print(builder, module, sum)
    });
    (builder.module, entry)
}

fn linked(module: &mut GraftModule, entry: FuncId, folder: &Path) -> Vec<u8> {
    let mut info = DataDescription::new();
    info.define(ProgramInfo::default().encode().into());
    let declared = module
        .declare_data("info", Linkage::Local, false, false)
        .expect("a new name");
    module.define_data(declared, &info).expect("data");
    let runtime = Runtime::for_triple(TARGET).expect("an embedded runtime");
    let source = source(folder);
    let program = Program {
        entry,
        info: Some(declared),
        cuda: None,
        source: &source,
        names: Names::All,
        shared: None,
    };
    link(&runtime, module, &program).expect("it links")
}

/// A folder of its own for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("graft-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn build(name: &str) -> PathBuf {
    let folder = folder(name);
    let (mut module, entry) = program(TARGET);
    let path = folder.join("app");
    write_executable(&path, &linked(&mut module, entry, &folder)).expect("writable");
    path
}

fn run(command: &mut Command) -> Output {
    run_written(command).expect("it starts")
}

/// Runs a tool, or says that the check is skipped because it is not installed.
fn tool(name: &str, arguments: &[&str], path: &Path) -> Option<Output> {
    let output = Command::new(name).args(arguments).arg(path).output();
    if output.is_err() {
        eprintln!("skipped: {name} is not installed");
    }
    output.ok()
}

#[test]
fn code_data_pointers_and_calls_are_in_place() {
    let path = build("run");
    for output in [
        run(&mut Command::new(&path)),
        run(Command::new(&path).env_clear()),
    ] {
        assert_eq!(output.stdout, b"42\n", "{output:?}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn two_builds_are_identical() {
    let folder = folder("same");
    let make = || {
        let (mut module, entry) = program(TARGET);
        linked(&mut module, entry, &folder)
    };
    assert!(make() == make(), "the two executables differ");
}

#[test]
fn stripped_programs_still_run() {
    let path = build("strip");
    if let Some(output) = tool("strip", &[], &path) {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(run(&mut Command::new(&path)).stdout, b"42\n");
    }
}

#[test]
fn only_the_c_library_is_needed() {
    let path = build("libraries");
    if let Some(output) = tool("ldd", &[], &path) {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let foreign = |line: &&str| {
            ![
                "linux-vdso",
                "libc.so",
                "libm.so",
                "libdl.so",
                "libpthread.so",
                "ld-linux",
            ]
            .iter()
            .any(|name| line.contains(name))
        };
        assert_eq!(text.lines().find(foreign), None, "{text}");
    }
}

#[test]
fn tools_read_the_file_without_complaint() {
    let path = build("tools");
    if let Some(output) = tool("readelf", &["-aW", "--debug-dump=line,info,frames"], &path) {
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaints, "");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains("q_inner") && text.contains("demo.q"),
            "names are missing"
        );
    }
}

#[test]
fn the_debugger_stops_at_a_source_line() {
    let path = build("debugger");
    let commands = [
        "-batch",
        "-ex",
        "break demo.q:5",
        "-ex",
        "run",
        "-ex",
        "backtrace",
    ];
    if let Some(output) = tool("gdb", &commands, &path) {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("inner () at demo.q:5"), "{text}");
        assert!(text.contains("quasar_entry () at demo.q:8"), "{text}");
    }
}

#[test]
fn a_bug_of_the_runtime_ends_the_program_with_its_own_code() {
    let mut builder = Builder::new(TARGET);
    let inner = builder.function("q_inner", |builder, module| {
        let types = [types::I32, types::I32, types::I64, types::I64, types::I64];
        let row = import(module, "qrt_array_new", &types);
        let row = module.declare_func_in_func(row, builder.func);
        let kind = builder.ins().iconst(types::I32, 99);
        let null = builder.ins().iconst(types::I64, 0);
        let call = builder.ins().call(row, &[kind, kind, null, null, null]);
        builder.inst_results(call)[0]
    });
    let entry = builder.function("entry", |builder, module| call(builder, module, inner));
    let folder = folder("bug");
    let path = folder.join("app");
    write_executable(&path, &linked(&mut builder.module, entry, &folder)).expect("writable");
    let output = run(&mut Command::new(&path));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("bug in the runtime"), "{text}");
}

#[test]
fn the_debugger_sees_every_frame_below_the_runtime() {
    let path = build("frames");
    let commands = [
        "-batch",
        "-ex",
        "break qrt_print",
        "-ex",
        "run",
        "-ex",
        "backtrace",
    ];
    if let Some(output) = tool("gdb", &commands, &path) {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let frames = ["qrt_print", "quasar_entry () at demo.q:9", "quasar_process"];
        let found: Vec<_> = frames.iter().map(|frame| text.rfind(frame)).collect();
        assert!(
            found.iter().all(Option::is_some) && found.is_sorted(),
            "{text}"
        );
    }
}

#[test]
fn an_undefined_symbol_is_named() {
    let mut builder = Builder::new(TARGET);
    let mut signature = builder.module.make_signature();
    signature.returns.push(AbiParam::new(types::I32));
    let missing = builder
        .module
        .declare_function("qrt_missing", Linkage::Import, &signature);
    let missing = missing.expect("a new name");
    let entry = builder.function("entry", |builder, module| call(builder, module, missing));
    let runtime = Runtime::for_triple(TARGET).expect("an embedded runtime");
    let source = SourceInfo::default();
    let program = Program {
        entry,
        info: None,
        cuda: None,
        source: &source,
        names: Names::Exported,
        shared: None,
    };
    let error = link(&runtime, &builder.module, &program).expect_err("it is not defined");
    assert_eq!(error.to_string(), "nothing defines the symbol qrt_missing");
}

#[test]
fn an_unknown_target_has_no_runtime() {
    let error = Runtime::for_triple("riscv64gc-unknown-linux-gnu")
        .err()
        .expect("no such runtime");
    assert!(error.to_string().contains("riscv64gc-unknown-linux-gnu"));
}
