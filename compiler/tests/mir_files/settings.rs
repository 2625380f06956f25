//! The settings that a line `test …` may have behind its kind.
//!
//! *Invariant:* a word that is no setting is an error.

use qc::analysis::loops;
use qc::mir::interpret::Order;
use qc::opt::gpu::choice::Choice;
use qc::opt::pipeline;
use qc::resolve::pragmas::{Switch, Switches};

/// What a line asks for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// `level=1`: the level of optimisation.
    pub level: u8,
    /// `check=nan`, `check=inf`: which numbers are looked for.
    pub checks: qc::mir::passes::numbers::Checks,
    /// `loops=off`, `expressions=off`: what stays serial.
    pub switches: Switches,
    /// `work=0` is the work from which loops become kernels; `reorder=always`; `updates=exact`, `updates=none`.
    pub loops: loops::Options,
    /// `gpus=none`, `gpus=ungrouped`, `gpus=unshuffled`, `gpus=strict`: which kernels they get.
    pub gpus: Choice,
    /// `lanes=4,8`.
    pub lanes: Vec<u32>,
    /// `order=reversed`: how launches run when programs are compared.
    pub order: Order,
    /// `simplify=off`, where the pass `simplify` shall not run before.
    pub simplify: bool,
}

impl Wanted {
    /// What these words ask for.
    pub fn of(words: &[String]) -> Result<Wanted, String> {
        let mut wanted = Wanted {
            level: 2,
            checks: qc::mir::passes::numbers::Checks::default(),
            switches: Switches::default(),
            loops: loops::Options {
                minimum_work: 0,
                short_work: 0,
                ..loops::Options::default()
            },
            gpus: Choice::default(),
            lanes: Vec::new(),
            order: Order::RowMajor,
            simplify: true,
        };
        for word in words {
            let known = word
                .split_once('=')
                .and_then(|(name, value)| wanted.set(name, value));
            known.ok_or_else(|| format!("`{word}` is no setting"))?;
        }
        Ok(wanted)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match (name, value) {
            ("level", level) => self.level = level.parse().ok()?,
            ("check", "nan") => self.checks.nan = true,
            ("check", "inf") => self.checks.infinity = true,
            ("loops", "off") => self.off(Switch::LoopParallelizer),
            ("expressions", "off") => self.off(Switch::ExpressionOptimizer),
            ("work", work) => self.loops.minimum_work = work.parse().ok()?,
            ("short", work) => self.loops.short_work = work.parse().ok()?,
            ("reorder", "always") => self.loops.always_reorder = true,
            ("updates", "exact") => self.loops.rounded_updates = false,
            ("updates", "none") => self.loops.atomic_updates = false,
            ("gpus", "none") => self.gpus.has_text = false,
            ("gpus", "ungrouped") => self.gpus.cooperative_groups = false,
            ("gpus", "unshuffled") => self.gpus.warp_shuffling = false,
            ("gpus", "strict") => self.gpus.same_bits = true,
            ("lanes", lanes) => {
                for one in lanes.split(',') {
                    self.lanes.push(one.parse().ok()?);
                }
            }
            ("order", "reversed") => self.order = Order::Reversed,
            ("simplify", "off") => self.simplify = false,
            _other => return None,
        }
        Some(())
    }

    fn off(&mut self, switch: Switch) {
        self.switches = std::mem::take(&mut self.switches).with_default(switch, false);
    }

    /// What the passes are told. A program has switches of its own.
    pub fn settings<'s>(
        &'s self,
        switches: &'s Switches,
        requests: &'s qc::resolve::fusion::Requests,
    ) -> pipeline::Settings<'s> {
        pipeline::Settings {
            level: self.level,
            optimise: self.level > 0,
            simplify: self.simplify,
            divides: true,
            checks: self.checks,
            switches: Some(switches),
            requests,
            loops: self.loops,
            gpus: self.gpus,
        }
    }
}
