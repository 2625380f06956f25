//! The blocks of a launch.
//!
//! *Invariant:* blocks depend on the extents alone, never on the device, so the order of sums is the same on every GPU.

use nvrtc_bridge::Launch;

/// Threads of a block along the innermost dimensions, for launches of one, two and more dimensions; whole warps.
const BLOCKS: [[u32; 3]; 3] = [[256, 1, 1], [32, 8, 1], [32, 4, 2]];
/// Threads of the largest block of a launch.
const LARGEST_BLOCK: u64 = 256;
/// Threads of a warp.
const WARP: u64 = 32;
/// Most blocks along each axis of a grid (CUDA programming guide, technical specifications). Along the first one so many that the number
/// of a position and the threads of the grid give a sum of 32 bits.
const LARGEST_GRID: [u64; 3] = [(1 << 31) / LARGEST_BLOCK, 65_535, 65_535];
/// Blocks of a launch with accumulators: enough for the largest device, few enough for one block to combine them.
const MOST_PARTIALS: u64 = 1024;
/// Positions of each thread, at least, before there are more blocks than [`LEAST_COPIES`] with copies of arrays: a thread begins and ends about
/// one element of a histogram.
const WORK_OF_COPIES: u64 = 8;
/// Blocks with copies that a launch may have however few its positions are: two for each multiprocessor of a large device.
const LEAST_COPIES: u64 = 256;
/// Threads that combine the results of blocks; one that has none to combine is not there.
const TOTAL_THREADS: usize = 256;

/// Blocks for a launch of these extents, outermost first. Threads go on to further positions where the grid is smaller than the extents.
/// A kernel that counts on the usual width of a block has it whatever the extents.
pub(super) fn of(extents: &[u64], has_accumulators: bool, width: Option<u32>) -> Launch {
    let mut axes = [1u64; 3];
    for (axis, place) in axes.iter_mut().enumerate() {
        let Some(number) = extents.len().checked_sub(axis + 1) else {
            break;
        };
        // With four dimensions the outer two share the last axis.
        let shared = axis == 2 && extents.len() == 4;
        *place = match shared {
            true => extents[0].saturating_mul(extents[1]),
            false => extents[number],
        };
    }
    let block = match width {
        Some(width) => with_width(width, extents.len()),
        None => block(&axes, extents.len()),
    };
    let mut grid = [0u64; 3];
    for axis in 0..3 {
        let blocks = axes[axis].div_ceil(u64::from(block[axis]));
        grid[axis] = blocks.clamp(1, LARGEST_GRID[axis]);
    }
    if has_accumulators {
        limit(&mut grid, MOST_PARTIALS);
    }
    Launch {
        grid: grid.map(|count| count as u32),
        block,
        dynamic_shared: 0,
        cooperative: false,
    }
}

/// The usual block.
fn with_width(width: u32, rank: usize) -> [u32; 3] {
    let usual = BLOCKS[rank.min(3) - 1];
    assert_eq!(usual[0], width, "kernels count on the usual width");
    usual
}

/// Threads along a dimension of which each takes several positions, the width of a block apart.
pub(super) fn columns(extent: u64, columns: u64) -> u64 {
    extent.div_ceil(columns)
}

/// Threads of a block along each axis. A short innermost dimension, such as the channels of an image, is as wide as the block, whose
/// other threads go along the next one: the elements of neighbouring threads lie side by side all the same.
fn block(axes: &[u64; 3], rank: usize) -> [u32; 3] {
    let usual = BLOCKS[rank.min(3) - 1];
    let [inner, next, _] = *axes;
    if rank < 2 || inner == 0 || inner > WARP / 2 {
        return usual;
    }
    // Whole warps: a multiple of so many columns.
    let exact = WARP >> inner.trailing_zeros().min(WARP.trailing_zeros());
    let (x, unit) = match inner * exact <= LARGEST_BLOCK {
        true => (inner, exact),
        false => (inner.next_power_of_two(), WARP / inner.next_power_of_two()),
    };
    let most = LARGEST_BLOCK / x / unit * unit;
    let y = next.next_multiple_of(unit).clamp(unit, most);
    let z = match rank {
        2 => 1,
        _ => (LARGEST_BLOCK / (x * y)).min(axes[2]).max(1),
    };
    [x, y, z].map(|threads| threads as u32)
}

/// The same with fewer blocks, if there are so many that what each of them does at its end would count.
pub(super) fn with_few_blocks(launch: Launch, extents: &[u64]) -> Launch {
    let positions = extents.iter().fold(1, |a: u64, b| a.saturating_mul(*b));
    let threads: u64 = launch.block.iter().map(|count| u64::from(*count)).product();
    let mut grid = launch.grid.map(u64::from);
    let worth = positions / threads / WORK_OF_COPIES;
    limit(&mut grid, worth.clamp(LEAST_COPIES, MOST_PARTIALS));
    Launch {
        grid: grid.map(|count| count as u32),
        ..launch
    }
}

/// At most so many blocks, the fewer along the outer axes.
fn limit(grid: &mut [u64; 3], most: u64) {
    for axis in [2, 1, 0] {
        let others: u64 = grid
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != axis)
            .map(|(_, count)| count)
            .product();
        grid[axis] = grid[axis].min((most / others).max(1));
    }
}

/// Blocks of the size that the program says, for threads that act together: one thread for each position.
pub(super) fn of_blocks(extents: &[u64], sizes: &[u32]) -> Launch {
    let (mut grid, mut block) = ([1; 3], [1; 3]);
    let axes = extents.iter().zip(sizes).rev();
    for ((extent, size), (blocks, threads)) in axes.zip(grid.iter_mut().zip(&mut block)) {
        *threads = (*size).max(1);
        *blocks = extent.div_ceil(u64::from(*threads)).max(1) as u32;
    }
    Launch {
        grid,
        block,
        dynamic_shared: 0,
        cooperative: false,
    }
}

/// The one block that combines the partial results of so many blocks, in slots of so many bytes. Its order depends on the number of partial results
/// alone.
pub(super) fn of_total(blocks: usize, slot: usize) -> Launch {
    let threads = blocks.next_multiple_of(32).min(TOTAL_THREADS);
    Launch {
        dynamic_shared: (threads * slot) as u32,
        ..Launch::linear(threads as u32, threads as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_launches_have_a_block_for_each_part() {
        assert_eq!(of(&[1], false, None).grid, [1, 1, 1]);
        assert_eq!(of(&[257], false, None).grid, [2, 1, 1]);
        assert_eq!(of(&[9, 33], false, None).grid, [2, 2, 1]);
        assert_eq!(of(&[3, 5, 64], false, None).grid, [2, 2, 2]);
        assert_eq!(of(&[2, 3, 5, 64], false, None).grid, [2, 2, 3]);
    }

    #[test]
    fn short_inner_dimensions_fill_blocks() {
        // Three channels, 64 columns: six warps.
        assert_eq!(of(&[100, 640, 3], false, None).block, [3, 64, 1]);
        assert_eq!(of(&[100, 640, 3], false, None).grid, [1, 10, 100]);
        assert_eq!(of(&[640, 4], false, None).block, [4, 64, 1]);
        assert_eq!(of(&[640, 1], false, None).block, [1, 256, 1]);
        // Nine columns fill no warps with 256 threads or fewer; sixteen do.
        assert_eq!(of(&[640, 9], false, None).block, [16, 16, 1]);
        assert_eq!(of(&[7, 2, 3], false, None).block, [3, 32, 2]);
        for inner in 1..=32u64 {
            for next in [1, 2, 5, 31, 32, 33, 1000] {
                let [x, y, z] = of(&[3, next, inner], false, None).block.map(u64::from);
                let threads = x * y * z;
                assert!(
                    threads <= LARGEST_BLOCK && threads % WARP == 0,
                    "{inner} {next}"
                );
                assert!(inner > WARP / 2 || x >= inner);
            }
        }
    }

    #[test]
    fn positions_and_threads_of_a_grid_have_sums_of_32_bits() {
        let longest = [(1u64 << 31) - 1];
        let Launch { grid, block, .. } = of(&longest, false, None);
        let stride = u64::from(grid[0]) * u64::from(block[0]);
        assert!(longest[0] - 1 + stride < 1 << 32);
    }

    #[test]
    fn blocks_of_the_program_cover_the_extents() {
        let launch = of_blocks(&[100, 33], &[16, 32]);
        assert_eq!((launch.grid, launch.block), ([2, 7, 1], [32, 16, 1]));
    }

    #[test]
    fn grids_stay_within_what_devices_take() {
        let launch = of(&[1 << 31, 1 << 31, 1 << 31], false, None);
        assert!(
            launch
                .grid
                .iter()
                .zip(LARGEST_GRID)
                .all(|(count, most)| u64::from(*count) <= most)
        );
    }

    #[test]
    fn totals_have_few_parts() {
        for extents in [
            &[1u64 << 40][..],
            &[5000, 5000],
            &[300, 300, 300],
            &[7, 7, 7, 7],
        ] {
            let blocks = blocks(&of(extents, true, None));
            assert!(
                (1..=MOST_PARTIALS).contains(&blocks),
                "{extents:?}: {blocks}"
            );
        }
    }

    fn blocks(launch: &Launch) -> u64 {
        launch.grid.iter().map(|count| u64::from(*count)).product()
    }

    #[test]
    fn copies_of_arrays_have_few_blocks_with_many_positions() {
        let few = |extents: &[u64]| blocks(&with_few_blocks(of(extents, false, None), extents));
        assert_eq!(few(&[0]), 1);
        assert_eq!(few(&[257]), 2);
        assert_eq!(few(&[256 * 256]), 256);
        assert_eq!(few(&[1000 * 256]), 256);
        assert_eq!(few(&[512 * 8 * 256]), 512);
        assert_eq!(few(&[1 << 40]), 1024);
        assert_eq!(few(&[6144, 6144]), 192 * 5);
        assert_eq!(few(&[3, 1 << 20]), 1024);
        assert_eq!(few(&[1 << 20, 3]), 1024);
    }

    #[test]
    fn the_block_of_totals_has_a_thread_for_each_of_few_parts() {
        let threads = |blocks| of_total(blocks, 8).block[0];
        assert_eq!([1, 32, 33, 256, 1024].map(threads), [32, 32, 64, 256, 256]);
        assert_eq!(of_total(1024, 8).dynamic_shared, 2048);
        assert_eq!(of_total(1024, 8).grid, [1, 1, 1]);
    }
}
