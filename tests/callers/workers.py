"""Functions of tests/callers/filters.q and of a source beside it in workers of Dask, of which one is killed. The argument is a folder for all that is
written.

Invariant: what the workers make is compared with one call in this process and with NumPy.
"""

import os
import pathlib
import signal
import sys
import time

PLACE = pathlib.Path(sys.argv[1]).resolve()
os.environ |= {"XDG_CACHE_HOME": str(PLACE / "cache"), "QC_NUM_THREADS": "1", "DASK_CONFIG": str(PLACE), "DASK_TEMPORARY_DIRECTORY": str(PLACE / "dask")}

import dask.array as da
import numpy as np
import quasar
from distributed import Client, LocalCluster

HERE = pathlib.Path(__file__).parent
EDGES = """function y = edges(x : mat'mirror, weight : scalar)
    {!export}
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = weight*max(abs(x[m+1,n] - x[m-1,n]), abs(x[m,n+1] - x[m,n-1]))
        end
    end
end
"""


def expect(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def by_numpy(x, weight):
    padded = np.pad(x, 1, "symmetric")
    return np.float32(weight)*np.maximum(abs(padded[2:, 1:-1] - padded[:-2, 1:-1]), abs(padded[1:-1, 2:] - padded[1:-1, :-2]))


def main():
    (PLACE / "edges.q").write_text(EDGES)
    edges, filters = quasar.compile(PLACE / "edges.q"), quasar.compile(HERE / "filters.q")
    x = np.random.default_rng(1).random((700, 500), dtype=np.float32)
    alone = edges.edges(x, 3)
    expect(np.array_equal(alone, by_numpy(x, 3)), "one call")

    def slowly(block):
        """A function of Python that has modules, which Dask pickles by what it is made of."""
        (PLACE / f"begun{os.getpid()}").touch()
        time.sleep(0.15)
        return filters.scale(edges.edges(block, 3), 2)

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        blocks = da.from_array(x, chunks=(175, 125))
        made = da.map_overlap(edges.edges, blocks, depth=1, boundary="none", dtype=np.float32, weight=3)
        expect(np.array_equal(client.compute(made).result(timeout=120), alone), "blocks in workers")
        workers = client.run(os.getpid)
        expect(len(workers) == 2 and os.getpid() not in workers.values(), "workers are processes of their own")
        later = client.compute(da.map_overlap(slowly, blocks, depth=1, boundary="none", dtype=np.float32))
        victim = next(iter(workers.values()))
        ends = time.monotonic() + 60
        while not (PLACE / f"begun{victim}").exists():
            expect(time.monotonic() < ends, "the workers begin")
            time.sleep(0.01)
        time.sleep(0.2)
        expect(not later.done(), "the workers are at work")
        os.kill(victim, signal.SIGKILL)
        expect(np.array_equal(later.result(timeout=120), filters.scale(alone, 2)), "the same result without one of the workers")
    print("0 wrong")


if __name__ == "__main__":
    main()
