//! The machines that programs can be made for, by their names.
//!
//! *Invariant:* what is listed as there has a runtime in this build of qc.

use super::graft::has_runtime;
use super::options::possible;
use crate::diag::did_you_mean;

/// A target.
struct Target {
    /// Its triple, as compilers call it.
    triple: &'static str,
    /// Other names of it: of distributions, of kernels, of the tools beside compilers.
    aliases: &'static [&'static str],
}

const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-gnu",
        aliases: &["x86_64", "x86-64", "amd64", "x86_64-linux-gnu"],
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        aliases: &["aarch64", "arm64", "aarch64-linux-gnu"],
    },
];

/// The triple that a name stands for.
///
/// # Errors
/// No target has the name; what names there are.
pub fn triple_of(name: &str) -> Result<&'static str, String> {
    let found = TARGETS
        .iter()
        .find(|target| target.triple == name || target.aliases.contains(&name));
    let triples = || TARGETS.iter().map(|target| target.triple);
    let aliases = TARGETS.iter().flat_map(|target| target.aliases);
    found.map(|target| target.triple).ok_or_else(|| {
        did_you_mean(name, triples().chain(aliases.copied()))
            .unwrap_or_else(|| possible(&triples().collect::<Vec<_>>()))
    })
}

/// What `--print-targets` prints.
pub fn list() -> String {
    let row = |target: &Target| {
        let state = match has_runtime(target.triple) {
            true => "there",
            false => "without a runtime: only --emit and --report",
        };
        let aliases = target.aliases.join(", ");
        format!("{:26}  {state}; also {aliases}\n", target.triple)
    };
    TARGETS.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_one_target() {
        assert_eq!(triple_of("arm64"), Ok("aarch64-unknown-linux-gnu"));
        assert_eq!(triple_of("amd64"), triple_of("x86_64-unknown-linux-gnu"));
        let near = triple_of("aarch46").expect_err("no target");
        assert!(near.contains("`aarch64`"), "{near}");
        let far = triple_of("riscv64").expect_err("no target");
        assert!(far.contains("possible values: x86_64-unknown"), "{far}");
    }

    #[test]
    fn the_machine_itself_is_there() {
        let text = list();
        assert_eq!(text.lines().count(), TARGETS.len());
        assert!(
            text.starts_with("x86_64-unknown-linux-gnu    there;"),
            "{text}"
        );
    }
}
