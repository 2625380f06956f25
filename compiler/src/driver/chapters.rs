//! The manual that qc carries: the guide and the reference of `docs`, for `qc doc --format=html`.
//!
//! *Invariant:* every file of `docs`, `docs/guide` and `docs/guide/recipes` is here or in `LEFT_OUT`; a test compares.

use std::collections::BTreeMap;

use crate::doc::html::chapter::{Chapter, Part};

/// The guide, in the order of reading.
const GUIDE: &[(&str, &str)] = &[
    (
        "guide/README.md",
        include_str!("../../../docs/guide/README.md"),
    ),
    (
        "guide/01-first-steps.md",
        include_str!("../../../docs/guide/01-first-steps.md"),
    ),
    (
        "guide/02-from-matlab.md",
        include_str!("../../../docs/guide/02-from-matlab.md"),
    ),
    (
        "guide/03-from-numpy.md",
        include_str!("../../../docs/guide/03-from-numpy.md"),
    ),
    (
        "guide/04-types.md",
        include_str!("../../../docs/guide/04-types.md"),
    ),
    (
        "guide/05-arrays.md",
        include_str!("../../../docs/guide/05-arrays.md"),
    ),
    (
        "guide/06-functions.md",
        include_str!("../../../docs/guide/06-functions.md"),
    ),
    (
        "guide/07-images.md",
        include_str!("../../../docs/guide/07-images.md"),
    ),
    (
        "guide/08-loops.md",
        include_str!("../../../docs/guide/08-loops.md"),
    ),
    (
        "guide/09-kernels.md",
        include_str!("../../../docs/guide/09-kernels.md"),
    ),
    (
        "guide/10-reductions.md",
        include_str!("../../../docs/guide/10-reductions.md"),
    ),
    (
        "guide/11-performance.md",
        include_str!("../../../docs/guide/11-performance.md"),
    ),
    (
        "guide/12-gpu.md",
        include_str!("../../../docs/guide/12-gpu.md"),
    ),
    (
        "guide/13-deployment.md",
        include_str!("../../../docs/guide/13-deployment.md"),
    ),
    (
        "guide/14-errors.md",
        include_str!("../../../docs/guide/14-errors.md"),
    ),
    (
        "guide/15-cheat-sheet.md",
        include_str!("../../../docs/guide/15-cheat-sheet.md"),
    ),
    (
        "guide/16-tools.md",
        include_str!("../../../docs/guide/16-tools.md"),
    ),
    ("guide/17-c.md", include_str!("../../../docs/guide/17-c.md")),
    (
        "guide/18-python.md",
        include_str!("../../../docs/guide/18-python.md"),
    ),
    (
        "guide/19-debugging.md",
        include_str!("../../../docs/guide/19-debugging.md"),
    ),
    (
        "guide/20-recipes.md",
        include_str!("../../../docs/guide/20-recipes.md"),
    ),
    (
        "guide/21-modules.md",
        include_str!("../../../docs/guide/21-modules.md"),
    ),
    (
        "guide/22-larger-than-memory.md",
        include_str!("../../../docs/guide/22-larger-than-memory.md"),
    ),
    (
        "guide/recipes/pictures.md",
        include_str!("../../../docs/guide/recipes/pictures.md"),
    ),
    (
        "guide/recipes/geometry.md",
        include_str!("../../../docs/guide/recipes/geometry.md"),
    ),
    (
        "guide/recipes/regions.md",
        include_str!("../../../docs/guide/recipes/regions.md"),
    ),
    (
        "guide/recipes/numbers.md",
        include_str!("../../../docs/guide/recipes/numbers.md"),
    ),
    (
        "guide/recipes/files.md",
        include_str!("../../../docs/guide/recipes/files.md"),
    ),
];

/// Where things are looked up.
const REFERENCE: &[(&str, &str)] = &[
    ("options.md", include_str!("../../../docs/options.md")),
    ("settings.md", include_str!("../../../docs/settings.md")),
    ("running.md", include_str!("../../../docs/running.md")),
    ("attributes.md", include_str!("../../../docs/attributes.md")),
    ("functions.md", include_str!("../../../docs/functions.md")),
    ("libraries.md", include_str!("../../../docs/libraries.md")),
    ("library.md", include_str!("../../../docs/library.md")),
    (
        "linear-algebra.md",
        include_str!("../../../docs/linear-algebra.md"),
    ),
    ("data-files.md", include_str!("../../../docs/data-files.md")),
    ("figures.md", include_str!("../../../docs/figures.md")),
    ("boards.md", include_str!("../../../docs/boards.md")),
    (
        "expressions.md",
        include_str!("../../../docs/expressions.md"),
    ),
    ("reductions.md", include_str!("../../../docs/reductions.md")),
    ("fusion.md", include_str!("../../../docs/fusion.md")),
    ("gpu.md", include_str!("../../../docs/gpu.md")),
    ("linking.md", include_str!("../../../docs/linking.md")),
    (
        "documentation.md",
        include_str!("../../../docs/documentation.md"),
    ),
    ("formatting.md", include_str!("../../../docs/formatting.md")),
    ("editors.md", include_str!("../../../docs/editors.md")),
    ("accuracy.md", include_str!("../../../docs/accuracy.md")),
    (
        "performance.md",
        include_str!("../../../docs/performance.md"),
    ),
    (
        "performance-applications.md",
        include_str!("../../../docs/performance-applications.md"),
    ),
    (
        "performance-programs.md",
        include_str!("../../../docs/performance-programs.md"),
    ),
    (
        "performance-expressions.md",
        include_str!("../../../docs/performance-expressions.md"),
    ),
    (
        "performance-library.md",
        include_str!("../../../docs/performance-library.md"),
    ),
    ("polybench.md", include_str!("../../../docs/polybench.md")),
    (
        "programs-of-others.md",
        include_str!("../../../docs/programs-of-others.md"),
    ),
    (
        "gpu-kernels.md",
        include_str!("../../../docs/gpu-kernels.md"),
    ),
    (
        "performance-gpu.md",
        include_str!("../../../docs/performance-gpu.md"),
    ),
];

/// What is for those who work on qc.
#[cfg(test)]
const LEFT_OUT: &[&str] = &[
    "adding.md",
    "campaign.md",
    "conformance.md",
    "life-of-a-launch.md",
    "life-of-a-loop.md",
    "passes.md",
    "robustness.md",
];

/// Its chapters.
pub fn carried() -> Vec<Chapter> {
    let guide = GUIDE.iter().map(|row| (Part::Guide, row));
    let reference = REFERENCE.iter().map(|row| (Part::Reference, row));
    let chapters = guide.chain(reference).map(|(part, (path, text))| Chapter {
        path: (*path).to_owned(),
        part,
        text: (*text).to_owned(),
        pictures: BTreeMap::new(),
    });
    chapters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_manual_is_complete() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut files = Vec::new();
        for place in ["", "guide/", "guide/recipes/"] {
            for entry in std::fs::read_dir(folder.join(place))
                .expect("docs")
                .flatten()
            {
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.ends_with(".md") {
                    files.push(format!("{place}{name}"));
                }
            }
        }
        let chapters = carried().into_iter().map(|chapter| chapter.path);
        let mut known: Vec<String> = chapters.collect();
        known.extend(LEFT_OUT.iter().map(|name| (*name).to_owned()));
        files.sort();
        known.sort();
        assert_eq!(known, files);
    }
}
