//! The small program under every failure that can be injected: it ends with an error or the right answer, and never by a panic.

use crate::support::{driver, program, scenario, tell_program, told};
use nvrtc_bridge::ENTRY_POINTS;

fn outcome(name: &str, variable: (&str, &str)) -> Option<String> {
    scenario(name, &[variable], tell_program).map(|output| told(&output, "outcome: "))
}

#[test]
fn each_allocation_in_turn_finds_no_memory() {
    for (call, count) in [
        ("cuMemAlloc_v2", 1),
        ("cuMemAllocAsync", 1),
        ("cuMemHostAlloc", 1),
        ("cuStreamCreate", 2),
        ("cuEventCreate", 2),
    ] {
        for number in 1..=count + 1 {
            let failure = format!("{call}:{number}=2");
            let name = "failures::each_allocation_in_turn_finds_no_memory";
            let Some(outcome) = outcome(name, ("QC_EMU_FAIL", &failure)) else {
                return;
            };
            let expected = if number > count {
                "right".to_string()
            } else {
                format!("{call}: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory")
            };
            assert_eq!(outcome, expected, "{failure}");
        }
    }
}

#[test]
fn each_call_in_turn_fails() {
    let mut errors = 0;
    for number in 1.. {
        let failure = format!("*:{number}=999");
        let Some(outcome) = outcome(
            "failures::each_call_in_turn_fails",
            ("QC_EMU_FAIL", &failure),
        ) else {
            return;
        };
        assert!(!outcome.starts_with("wrong"), "{failure}: {outcome}");
        errors += usize::from(outcome.contains("CUDA_ERROR_UNKNOWN (999)"));
        // Failures while things are freed go unnoticed, so that the end is where no call is left to fail.
        if number > 150 {
            assert_eq!(outcome, "right");
            break;
        }
    }
    assert!(errors > 30, "{errors}");
}

#[test]
fn each_entry_point_in_turn_is_missing() {
    for missing in ENTRY_POINTS {
        let name = "failures::each_entry_point_in_turn_is_missing";
        let Some(outcome) = outcome(name, ("QC_EMU_MISSING", missing)) else {
            return;
        };
        let names_it =
            outcome.ends_with(&format!("the CUDA driver is too old: it has no {missing}"));
        assert!(names_it || outcome == "right", "{missing}: {outcome}");
        let needed = [
            "cuInit",
            "cuMemAlloc_v2",
            "cuStreamCreate",
            "cuLaunchKernel",
            "cuModuleLoadDataEx",
        ];
        assert!(
            names_it || !needed.contains(missing),
            "{missing} is not missed"
        );
        let older_ways = [
            "cuMemAllocAsync",
            "cuMemFreeAsync",
            "cuFuncGetParamInfo",
            "cuDeviceGetUuid_v2",
        ];
        assert!(
            !names_it || !older_ways.contains(missing),
            "{missing} has an older way"
        );
    }
}

#[test]
fn an_old_driver_refuses_newer_text_and_says_so() {
    scenario(
        "failures::an_old_driver_refuses_newer_text_and_says_so",
        &[("QC_EMU_DRIVER_VERSION", "11.4")],
        || {
            let driver = driver();
            let context = driver.devices().expect("devices")[0]
                .context()
                .expect("a context");
            let newer = crate::support::TWICE.replace(".version 6.3", ".version 8.0");
            let error = context.load(newer.as_bytes()).err().expect("it is too new");
            assert!(error.is_refused_image(), "{error}");
            let shown = error.to_string();
            assert!(
                shown.contains("CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)"),
                "{shown}"
            );
            assert!(
                shown.contains("8.0 is newer than 7.4"),
                "the log is part of it: {shown}"
            );
            assert_eq!(program(driver), Ok(crate::support::doubled()));
        },
    );
}

#[test]
fn images_that_are_none_are_refused() {
    scenario("failures::images_that_are_none_are_refused", &[], || {
        let context = crate::support::context();
        let code = |image: &[u8]| context.load(image).err().and_then(|error| error.code());
        assert_eq!(code(b"\x7fELF\x02\x01\x01 machine code"), Some(209));
        assert_eq!(code(b"hello"), Some(200));
        assert_eq!(code(b""), Some(200));
        assert_eq!(
            code(crate::support::TWICE.replace("sm_75", "sm_90").as_bytes()),
            Some(209)
        );
        assert_eq!(
            code(
                crate::support::TWICE
                    .replace("setp.ge.u32 %p1, %r5, %r1;", "setp.ge.u32 %p1, %r5, [;")
                    .as_bytes()
            ),
            Some(218)
        );
    });
}
