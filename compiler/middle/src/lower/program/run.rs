//! The whole program: functions one after another as they are asked for, and the form that each kernel takes.
//!
//! Layer: `program`.
//!
//! *Invariant:* every function that was asked for is lowered, or there is a report.

use std::rc::Rc;

use crate::diag::{Code, Report};
use crate::hir::VarId;
use crate::lower::emit::graph::Graph;
use crate::lower::emit::program::{LaunchTarget, ProgramLowering, Work};
use crate::lower::frame::function::FunctionLowering;
use crate::lower::program::commands::described;
use crate::lower::tree::kernel::{KernelKey, by_value};
use crate::mir::{self, FuncId};

impl ProgramLowering<'_> {
    /// Lowers the entry function and everything that it reaches.
    pub(in crate::lower) fn run(mut self) -> Result<(mir::Program, Vec<Report>), Vec<Report>> {
        let entry = self.functions.push(None);
        let name = self.unique_name("script");
        let dispatcher = (!self.hir.exports.is_empty()).then(|| self.functions.push(None));
        let function = FunctionLowering::entry(&mut self, name, dispatcher);
        self.functions[entry] = Some(function);
        if let Some(id) = dispatcher {
            let name = self.unique_name("calls");
            let function = FunctionLowering::dispatcher(&mut self, &name);
            self.functions[id] = Some(function);
        }
        while let Some((id, work)) = self.queue.pop_front() {
            let function = match work {
                Work::Host(instance) => FunctionLowering::host(&mut self, instance),
                Work::Hosted(key) => FunctionLowering::hosted_kernel(&mut self, &key),
            };
            self.functions[id] = Some(function);
        }
        if self.reports.is_empty() {
            let warnings = std::mem::take(&mut self.warnings);
            let library = dispatcher.map(|id| self.library(id));
            Ok((self.assemble(entry, library), warnings))
        } else {
            Err(self.reports)
        }
    }

    /// The finished program.
    pub(in crate::lower) fn assemble(
        self,
        entry: FuncId,
        library: Option<mir::Library>,
    ) -> mir::Program {
        let commands = self.hir.commands.iter().map(described).collect();
        let variables = self.source_globals();
        let objects = self.source_objects();
        let enumerations = self.source_enumerations();
        mir::Program {
            functions: self
                .functions
                .into_iter()
                .map(|function| function.expect("every requested function is lowered"))
                .collect(),
            globals: self.globals,
            strings: self.strings,
            locations: self.locations,
            entry,
            commands,
            library,
            variables,
            objects,
            enumerations,
            about: self.hir.about.clone(),
        }
    }

    /// The kernel of an instance for the launches that the key describes.
    ///
    /// An instance that needs what kernels cannot have becomes a host function for one position, with a warning.
    pub(in crate::lower) fn form_of(&mut self, key: &KernelKey) -> LaunchTarget {
        if let Some(&form) = self.kernels.get(key) {
            return form;
        }
        let (names, before) = (self.names.clone(), self.reports.len());
        let (kernel, mut graph, together) = FunctionLowering::kernel(self, key);
        graph.finish(&kernel);
        self.refuse_shared_arrays(key, &graph);
        let form = match self.reports.split_off(before).into_iter().next() {
            None => {
                let id = self.functions.push(Some(kernel));
                self.keep_graph(id, key, graph);
                LaunchTarget::Kernel(id)
            }
            Some(obstacle) if together => {
                self.reports.push(refused_together(&obstacle));
                LaunchTarget::Hosted(self.functions.push(None))
            }
            Some(obstacle) => {
                self.names = names;
                self.warn_of_host(key, &obstacle);
                let id = self.functions.push(None);
                self.queue.push_back((id, Work::Hosted(key.clone())));
                LaunchTarget::Hosted(id)
            }
        };
        self.kernels.insert(key.clone(), form);
        form
    }

    /// Reports a kernel whose arrays could be those of objects, where the host function for such launches would not do.
    fn refuse_shared_arrays(&mut self, key: &KernelKey, graph: &Graph) {
        let instance = &self.hir.instances[key.instance];
        let summary = self.summaries.of(key.instance);
        let mut params = instance.params.iter().chain(&instance.captures);
        let small = |&var: &VarId| by_value(summary, var, &instance.vars[var].ty);
        let suits = instance.outputs.is_empty() && !params.any(small);
        if !graph.others.is_empty() && !suits && self.reports.is_empty() {
            let what = "an array that may also be one of an object, beside outputs or small arrays, is not supported yet";
            let report = Report::new(Code::NotSupportedYet, instance.span, what);
            self.reports.push(report);
        }
    }

    /// Keeps what a kernel needs of objects, and asks for the host function where its arrays could be those of objects.
    fn keep_graph(&mut self, kernel: FuncId, key: &KernelKey, mut graph: Graph) {
        if graph.is_empty() {
            return;
        }
        if !graph.others.is_empty() {
            let id = self.functions.push(None);
            self.queue.push_back((id, Work::Hosted(key.clone())));
            graph.hosted = Some(id);
        }
        self.graphs.insert(kernel, Rc::new(graph));
    }

    /// Tells that a kernel runs as host code, and why.
    fn warn_of_host(&mut self, key: &KernelKey, obstacle: &Report) {
        let name = &self.hir.instances[key.instance].name;
        let span = obstacle.span().expect("an obstacle has a place");
        let (code, message) = match obstacle.code {
            Code::KernelMemory => (
                Code::KernelMemory,
                format!("the kernel `{name}` needs dynamic kernel memory"),
            ),
            _ => (
                Code::SerialKernel,
                format!("the kernel `{name}` runs position by position"),
            ),
        };
        let report = Report::new(code, span, message).label(reason(obstacle));
        if !self.warnings.contains(&report) {
            self.warnings.push(report);
        }
    }
}

/// What keeps a kernel from being one, without what follows from it.
fn reason(obstacle: &Report) -> &str {
    obstacle
        .message
        .trim_end_matches(" is not supported yet")
        .trim_end_matches(" needs dynamic kernel memory")
}

/// The report about a kernel that would have to run position by position, which threads that act together cannot.
fn refused_together(obstacle: &Report) -> Report {
    let span = obstacle.span().expect("an obstacle has a place");
    let message = format!(
        "{}, beside threads that act together, is not supported yet",
        reason(obstacle)
    );
    let report = Report::new(Code::NotSupportedYet, span, message)
        .label("for this the kernel would run position by position");
    match obstacle.code {
        Code::KernelMemory => report
            .help("arrays of up to 64 elements of a known size stay in registers; a larger one can be shared by the block: `shared(n)`"),
        _ => report,
    }
}
