//! Memory, copies, arrays.

use crate::support::{context, scenario};
use nvrtc_bridge::{ArrayShape, Channel, Outside, Sampling};

#[test]
fn copies_go_where_they_are_sent() {
    scenario("memory::copies_go_where_they_are_sent", &[], || {
        let context = context();
        let stream = context.stream().expect("a stream");
        let (a, b) = (
            context.allocate(100).expect("memory"),
            stream.allocate(100).expect("memory"),
        );
        assert_eq!((a.address() % 256, b.address() % 256), (0, 0));
        let sent: Vec<u8> = (0..100).collect();
        a.write(0, &sent).expect("written");
        a.write(98, &[7, 8]).expect("written");
        b.fill_async(0..100, 1, &stream).expect("filled");
        b.fill_words_async(8, 2, 0x0403_0201, &stream)
            .expect("filled");
        b.copy_async(20, &a, 90..100, &stream).expect("copied");
        stream.synchronize().expect("done");
        let mut received = vec![0; 32];
        b.read(0, &mut received).expect("read");
        let mut expected = vec![1; 32];
        expected[8..16].copy_from_slice(&[1, 2, 3, 4, 1, 2, 3, 4]);
        expected[20..30].copy_from_slice(&[90, 91, 92, 93, 94, 95, 96, 97, 7, 8]);
        assert_eq!(received, expected);
    });
}

#[test]
fn what_leaves_a_piece_of_memory_is_refused() {
    scenario(
        "memory::what_leaves_a_piece_of_memory_is_refused",
        &[],
        || {
            let context = context();
            let stream = context.stream().expect("a stream");
            let memory = context.allocate(100).expect("memory");
            let mut pinned = context.allocate_pinned(50).expect("pinned memory");
            let refused = [
                memory.write(99, &[0; 2]),
                memory.write(usize::MAX, &[0; 2]),
                memory.read(0, &mut [0; 101]),
                memory.fill_async(50..101, 0, &stream),
                memory.fill_words_async(0, usize::MAX / 2, 0, &stream),
                memory.write_async(60, &mut pinned, 0..50, &stream),
                memory.write_async(0, &mut pinned, 10..51, &stream),
                memory.copy_async(0, &memory, 60..101, &stream),
            ];
            for (index, result) in refused.into_iter().enumerate() {
                let error = result.expect_err("it leaves the memory");
                assert_eq!(
                    error.code(),
                    None,
                    "{index}: the driver was not asked: {error}"
                );
            }
            // The driver itself refuses an address that is not aligned.
            let crooked = memory
                .fill_words_async(2, 1, 0, &stream)
                .expect_err("not a multiple of four");
            assert_eq!(crooked.code(), Some(1));
            assert!(
                memory.write(100, &[]).is_ok() && context.allocate(0).expect("nothing").is_empty()
            );
        },
    );
}

#[test]
fn memory_comes_back_when_it_is_dropped() {
    scenario(
        "memory::memory_comes_back_when_it_is_dropped",
        &[("QC_EMU_MEMORY", "64K")],
        || {
            let context = context();
            let stream = context.stream().expect("a stream");
            for _ in 0..10 {
                let whole = context.allocate(64 << 10).expect("all of it");
                let error = context.allocate(1).err().expect("nothing is left");
                assert!(error.is_out_of_memory(), "{error}");
                drop(whole);
                // What the pool is about to get back is waited for.
                drop(stream.allocate(64 << 10).expect("all of it"));
                drop(stream.allocate(64 << 10).expect("all of it again"));
                // Memory outside of the pool is there when the stream got to the end.
                stream.synchronize().expect("done");
            }
            assert_eq!(context.memory(), Ok((64 << 10, 64 << 10)));
        },
    );
}

#[test]
fn pinned_memory_waits_for_its_copies() {
    for seed in ["1", "2", "3", "4", "5", "6"] {
        scenario(
            "memory::pinned_memory_waits_for_its_copies",
            &[("QC_EMU_SEED", seed)],
            || {
                let context = context();
                let (one, two) = (
                    context.stream().expect("a stream"),
                    context.stream().expect("a stream"),
                );
                let memory = context.allocate(1000).expect("memory");
                let mut pinned = context.allocate_pinned(1000).expect("pinned memory");
                assert_eq!(
                    pinned.bytes().expect("the bytes"),
                    [0; 1000],
                    "it begins as zero"
                );
                for round in 0..20u8 {
                    pinned.bytes().expect("the bytes").fill(round);
                    memory
                        .write_async(0, &mut pinned, 0..1000, &one)
                        .expect("copied");
                    // The other stream waits by itself, since both use the same pinned memory.
                    memory
                        .read_async(0, &mut pinned, 500..1000, &two)
                        .expect("copied");
                    assert_eq!(pinned.bytes().expect("the bytes"), [round; 1000]);
                }
                // Dropping it at once is safe as well.
                memory
                    .read_async(0, &mut pinned, 0..1000, &one)
                    .expect("copied");
                drop(pinned);
                context.synchronize().expect("nothing is lost");
            },
        );
    }
}

#[test]
fn arrays_keep_their_elements_and_refuse_what_does_not_fit() {
    scenario(
        "memory::arrays_keep_their_elements_and_refuse_what_does_not_fit",
        &[],
        || {
            let context = context();
            let shape = ArrayShape {
                width: 5,
                height: 3,
                depth: 2,
                channel: Channel::Unsigned16,
                channels: 2,
            };
            let array = context.allocate_array(shape, false).expect("an array");
            let sent: Vec<u8> = (0..120).collect();
            array.write(&sent).expect("written");
            let mut received = vec![0; 120];
            array.read(&mut received).expect("read");
            assert_eq!(received, sent);
            let memory = context.allocate(120).expect("memory");
            memory.write(0, &[9; 120]).expect("written");
            array.write_from(&memory).expect("copied");
            array.read(&mut received).expect("read");
            assert_eq!(received, [9; 120]);
            assert!(
                array
                    .write(&sent[1..])
                    .is_err_and(|error| error.code().is_none())
            );
            let sampling = Sampling {
                outside: [Outside::Clamp; 3],
                linear: true,
                normalised: false,
                integers: false,
            };
            let texture = array.texture(&sampling).expect("a texture");
            assert_ne!(texture.object(), 0);
            assert_eq!(
                array.surface().err().and_then(|error| error.code()),
                Some(1),
                "it is not to be written"
            );
            let three = ArrayShape {
                channels: 3,
                ..shape
            };
            assert_eq!(
                context
                    .allocate_array(three, false)
                    .err()
                    .and_then(|error| error.code()),
                Some(1)
            );
        },
    );
}
