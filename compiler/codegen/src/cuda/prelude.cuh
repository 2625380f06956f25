// Kernels of a Quasar program. No header is needed; NVRTC compiles this text as it is (-std=c++17).

#ifndef QC_EMULATED
// 16-bit floats by their bits: cuda_fp16.h is not there on a user's machine.
struct q_half { unsigned short bits; };
__device__ __forceinline__ float q_load(q_half x) { float y; asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(x.bits)); return y; }
__device__ __forceinline__ q_half q_half_of(float x) { q_half y; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y.bits) : "f"(x)); return y; }
// A function of two words by an instruction that gives %0 from %1 and %2; %3 is zero.
#define Q_PACKED(name, instruction) __device__ __forceinline__ unsigned int name(unsigned int a, unsigned int b) { unsigned int result; asm(instruction : "=r"(result) : "r"(a), "r"(b), "r"(0)); return result; }
// A read that is not kept in a register: what other threads wrote becomes visible.
template <class T> __device__ __forceinline__ T q_peek(const T* place) { return *(const volatile T*)place; }
__device__ __forceinline__ q_half q_peek(const q_half* place) { q_half y; y.bits = *(const volatile unsigned short*)&place->bits; return y; }
// A read of something that nobody writes meanwhile.
__device__ __forceinline__ q_half __ldg(const q_half* place) { q_half y; y.bits = __ldg(&place->bits); return y; }
// A write that others see at once.
template <class T, class V> __device__ __forceinline__ void q_poke(T* place, V value) { *(volatile T*)place = (T)value; }
__device__ __forceinline__ void q_poke(q_half* place, q_half value) { *(volatile unsigned short*)&place->bits = value.bits; }
#endif

// ---- Bits

template <class To, class From> __device__ __forceinline__ To q_cast(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same number of bits");
    union { From from; To to; } both;
    both.from = from;
    return both.to;
}
__device__ __forceinline__ float q_float_of_bits(unsigned int bits) { return q_cast<float>(bits); }
__device__ __forceinline__ unsigned int q_bits_of_float(float x) { return q_cast<unsigned int>(x); }
__device__ __forceinline__ double q_double_of_bits(unsigned long long bits) { return q_cast<double>(bits); }

// ---- Integers wrap

__device__ __forceinline__ int q_add(int a, int b) { return (int)((unsigned int)a + (unsigned int)b); }
__device__ __forceinline__ int q_sub(int a, int b) { return (int)((unsigned int)a - (unsigned int)b); }
__device__ __forceinline__ int q_mul(int a, int b) { return (int)((unsigned int)a * (unsigned int)b); }
__device__ __forceinline__ int q_shl(int a, int count) { return (int)((unsigned int)a << (count & 31)); }
__device__ __forceinline__ int q_shr(int a, int count) { return a >> (count & 31); }
__device__ __forceinline__ long long q_add(long long a, long long b) { return (long long)((unsigned long long)a + (unsigned long long)b); }
__device__ __forceinline__ long long q_sub(long long a, long long b) { return (long long)((unsigned long long)a - (unsigned long long)b); }
__device__ __forceinline__ long long q_mul(long long a, long long b) { return (long long)((unsigned long long)a * (unsigned long long)b); }
__device__ __forceinline__ long long q_shl(long long a, long long count) { return (long long)((unsigned long long)a << (count & 63)); }
__device__ __forceinline__ long long q_shr(long long a, long long count) { return a >> (count & 63); }
template <class T> __device__ __forceinline__ T q_neg(T a) { return q_sub((T)0, a); }
template <class T> __device__ __forceinline__ T q_abs(T a) { return a < 0 ? q_neg(a) : a; }
// Division by zero gives 0, and the least integer by -1 wraps.
template <class T> __device__ __forceinline__ T q_div(T a, T b) { return b == 0 ? (T)0 : b == -1 ? q_neg(a) : a / b; }
template <class T> __device__ __forceinline__ T q_rem(T a, T b) { return b == 0 || b == -1 ? (T)0 : a % b; }
template <class T> __device__ inline T q_power(T base, T exponent)
{
    if (exponent < 0 && base != 1 && base != -1) return 0;
    unsigned long long left = exponent < 0 ? 0ull - (unsigned long long)(long long)exponent : (unsigned long long)exponent;
    T result = 1;
    for (T square = base; left != 0; left >>= 1, square = q_mul(square, square)) if (left & 1) result = q_mul(result, square);
    return result;
}

// ---- Of two numbers, of a number and NaN the number

template <class T> __device__ __forceinline__ T q_min(T a, T b) { return a < b || b != b ? a : b; }
template <class T> __device__ __forceinline__ T q_max(T a, T b) { return a > b || b != b ? a : b; }

// ---- Conversions: toward zero, at most the extreme values; NaN gives 0

template <class T> __device__ __forceinline__ int q_int(T x) { return x != x ? 0 : x >= (T)2147483648.0 ? 2147483647 : x <= (T)-2147483648.0 ? -2147483647 - 1 : (int)x; }
template <class T> __device__ __forceinline__ long long q_long(T x) { return x != x ? 0 : x >= (T)9223372036854775808.0 ? 9223372036854775807ll : x <= (T)-9223372036854775808.0 ? -9223372036854775807ll - 1 : (long long)x; }

// ---- Elements: from memory to a register and back. Small integers round to nearest and saturate.

template <class T> __device__ __forceinline__ T q_load(T x) { return x; }
__device__ __forceinline__ int q_load(signed char x) { return x; }
__device__ __forceinline__ int q_load(unsigned char x) { return x; }
__device__ __forceinline__ int q_load(short x) { return x; }
__device__ __forceinline__ int q_load(unsigned short x) { return x; }
__device__ __forceinline__ long long q_load(unsigned int x) { return x; }
__device__ __forceinline__ long long q_load(unsigned long long x) { return (long long)x; }
__device__ __forceinline__ long long q_round(int x) { return x; }
__device__ __forceinline__ long long q_round(long long x) { return x; }
__device__ __forceinline__ long long q_round(float x) { return q_long(roundf(x)); }
__device__ __forceinline__ long long q_round(double x) { return q_long(round(x)); }
template <class T> __device__ __forceinline__ T q_saturate(long long x, long long low, long long high) { return (T)(x < low ? low : x > high ? high : x); }
// The element of type `E` for a register of type `T`.
template <class E> struct q_store { template <class T> static __device__ __forceinline__ E of(T x) { return (E)x; } };
template <> struct q_store<signed char> { template <class T> static __device__ __forceinline__ signed char of(T x) { return q_saturate<signed char>(q_round(x), -128, 127); } };
template <> struct q_store<unsigned char> { template <class T> static __device__ __forceinline__ unsigned char of(T x) { return q_saturate<unsigned char>(q_round(x), 0, 255); } };
template <> struct q_store<short> { template <class T> static __device__ __forceinline__ short of(T x) { return q_saturate<short>(q_round(x), -32768, 32767); } };
template <> struct q_store<unsigned short> { template <class T> static __device__ __forceinline__ unsigned short of(T x) { return q_saturate<unsigned short>(q_round(x), 0, 65535); } };
template <> struct q_store<unsigned int> { template <class T> static __device__ __forceinline__ unsigned int of(T x) { return q_saturate<unsigned int>(q_round(x), 0, 4294967295ll); } };
template <> struct q_store<q_half> { template <class T> static __device__ __forceinline__ q_half of(T x) { return q_half_of((float)x); } };

// ---- Words: elements side by side that fill 32 bits, the first one lowest

typedef unsigned int __attribute__((may_alias)) q_bits;
template <class E> __device__ __forceinline__ q_half q_lane_of(unsigned int word, int lane, q_half) { q_half x; x.bits = (unsigned short)(word >> (16 * lane)); return x; }
template <class E, class T> __device__ __forceinline__ E q_lane_of(unsigned int word, int lane, T) { return (E)(word >> (8 * sizeof(E) * lane)); }
template <class E> __device__ __forceinline__ auto q_lane(unsigned int word, int lane) { return q_load(q_lane_of<E>(word, lane, E())); }
template <class E> __device__ __forceinline__ unsigned int q_join(E a, E b) { return (unsigned int)q_cast<unsigned short>(a) | (unsigned int)q_cast<unsigned short>(b) << 16; }
template <class E> __device__ __forceinline__ unsigned int q_join(E a, E b, E c, E d)
{
    return (unsigned int)q_cast<unsigned char>(a) | (unsigned int)q_cast<unsigned char>(b) << 8 | (unsigned int)q_cast<unsigned char>(c) << 16 | (unsigned int)q_cast<unsigned char>(d) << 24;
}
template <class E> __device__ __forceinline__ bool q_is_word(const E* first) { return ((unsigned long long)first & 3ull) == 0; }
template <class E> __device__ __forceinline__ unsigned int q_word(const E* first)
{
    if (q_is_word(first)) return *(const q_bits*)first;
    if constexpr (sizeof(E) == 1) return q_join(first[0], first[1], first[2], first[3]);
    else return q_join(first[0], first[1]);
}
template <class E> __device__ __forceinline__ void q_put_word(E* first, unsigned int word)
{
    if (q_is_word(first)) { *(q_bits*)first = word; return; }
    for (int lane = 0; lane < (int)(4 / sizeof(E)); ++lane) first[lane] = q_lane_of<E>(word, lane, E());
}
// Elements outside of 0 .. extent - 1 are zero; `row` counts the elements in front of the first.
template <class E> __device__ __forceinline__ unsigned int q_word_inside(const E* data, long long row, int first, int extent)
{
    const int count = (int)(4 / sizeof(E));
    if (first >= 0 && first <= extent - count) return q_word(data + row + first);
    E parts[4];
    for (int lane = 0; lane < count; ++lane) parts[lane] = (unsigned int)first + lane < (unsigned int)(extent < 0 ? 0 : extent) ? data[row + (int)((unsigned int)first + lane)] : E();
    if constexpr (sizeof(E) == 1) return q_join(parts[0], parts[1], parts[2], parts[3]);
    else return q_join(parts[0], parts[1]);
}

// ---- Four elements of 32 bits side by side

template <class E> struct q_wide { E parts[4]; };
template <class E> __device__ __forceinline__ bool q_is_wide(const E* first) { return ((unsigned long long)first & 15ull) == 0; }
__device__ __forceinline__ q_wide<float> q_four(const float* first) { const float4 all = *(const float4*)first; return {{all.x, all.y, all.z, all.w}}; }
__device__ __forceinline__ q_wide<int> q_four(const int* first) { const int4 all = *(const int4*)first; return {{all.x, all.y, all.z, all.w}}; }
__device__ __forceinline__ q_wide<float> q_four_unchanged(const float* first) { const float4 all = __ldg((const float4*)first); return {{all.x, all.y, all.z, all.w}}; }
__device__ __forceinline__ q_wide<int> q_four_unchanged(const int* first) { const int4 all = __ldg((const int4*)first); return {{all.x, all.y, all.z, all.w}}; }

// ---- Indices outside of an array; n is above 0 for all but q_inside

__device__ __forceinline__ bool q_inside(int i, int n) { return (unsigned int)i < (unsigned int)n; }
__device__ __forceinline__ int q_clamped(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }
__device__ __forceinline__ int q_circular(int i, int n) { if (q_inside(i, n)) return i; const int r = i % n; return r < 0 ? r + n : r; }
// Elements repeat with a period of 2n; an index below 0 is the reflection of one that is not.
__device__ __forceinline__ int q_mirror(int i, int n)
{
    if (q_inside(i, n)) return i;
    const unsigned int period = 2u * (unsigned int)n, r = (unsigned int)(i < 0 ? ~i : i) % period;
    return (int)(r < (unsigned int)n ? r : period - 1u - r);
}

// ---- Errors: the first one is kept

__device__ inline void q_raise(qc_error* error, int status, int location, int text)
{
    if (atomicCAS(&error->status, 0, status) == 0) { error->location = location; error->text = text; }
}
// An error of a row with a number in front of its text.
__device__ inline void q_raise_number(qc_error* error, int status, int location, int text, double number)
{
    if (atomicCAS(&error->status, 0, status) != 0) return;
    error->location = location; error->text = text; error->index = __double_as_longlong(number);
}
__device__ inline void q_raise_index(qc_error* error, int location, int text, int dimension, long long index, long long size)
{
    if (atomicCAS(&error->status, 0, 1) != 0) return;
    error->location = location; error->text = text; error->dimension = dimension; error->index = index; error->size = size;
}

// ---- Positions: every thread takes every (number of threads)-th

// Positions and extents are below 2^31, and grids have at most as many threads along an axis: sums of both have 32 bits.
#define Q_FIRST(axis) (blockIdx.axis * blockDim.axis + threadIdx.axis)
// The first of so many positions of a thread that are the width of a block apart: blocks have neighbouring ones.
#define Q_COLUMN(axis, count) ((count) * (long long)(blockIdx.axis * blockDim.axis) + threadIdx.axis)
#define Q_STRIDE(axis) (gridDim.axis * blockDim.axis)
#define Q_EXTENT(axis) ((unsigned int)launch.extents[axis])
__device__ __forceinline__ int q_position(unsigned int p) { __builtin_assume((int)p >= 0); return (int)p; }

// ---- Read-modify-write. The results are the values after the operation.

template <class T, class F> __device__ inline T q_update(T* place, F next)
{
    T after;
    if constexpr (sizeof(T) == 4) {
        unsigned int* word = (unsigned int*)place;
        unsigned int seen = q_peek(word), before;
        do { before = seen; after = next(q_cast<T>(before)); seen = atomicCAS(word, before, q_cast<unsigned int>(after)); } while (seen != before);
    } else if constexpr (sizeof(T) == 8) {
        unsigned long long* word = (unsigned long long*)place;
        unsigned long long seen = q_peek(word), before;
        do { before = seen; after = next(q_cast<T>(before)); seen = atomicCAS(word, before, q_cast<unsigned long long>(after)); } while (seen != before);
    } else {
        // A part of a word; the neighbours in it stay as they are.
        unsigned int* word = (unsigned int*)((unsigned long long)place & ~3ull);
        const unsigned int shift = (unsigned int)((unsigned long long)place & 3ull) * 8, mask = (sizeof(T) == 1 ? 0xffu : 0xffffu) << shift;
        unsigned int seen = q_peek(word), before;
        do {
            before = seen;
            unsigned int bits;
            if constexpr (sizeof(T) == 1) { after = next(q_cast<T>((unsigned char)(before >> shift))); bits = q_cast<unsigned char>(after); }
            else { after = next(q_cast<T>((unsigned short)(before >> shift))); bits = q_cast<unsigned short>(after); }
            seen = atomicCAS(word, before, (before & ~mask) | (bits << shift));
        } while (seen != before);
    }
    return after;
}
template <class T> __device__ inline T q_exchange(T* place, T value)
{
    T old;
    q_update(place, [&](T before) { old = before; return value; });
    return old;
}

template <class T, class F> __device__ inline T q_exchange_if(T* place, T value, F expected)
{
    T old;
    q_update(place, [&](T before) { old = before; return expected(before) ? value : before; });
    return old;
}

// ---- Totals of a block. Their order depends on the number of threads alone.

#ifndef QC_EMULATED
extern __shared__ __align__(16) unsigned char q_shared_memory[];
#endif

// The number of a thread among those of its block that take part, and how many there are.
struct q_team { int thread, threads; };
__device__ __forceinline__ q_team q_whole_block()
{
    return q_team{(int)((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x), (int)(blockDim.x * blockDim.y * blockDim.z)};
}
// Threads outside of the launch have left.
__device__ __forceinline__ int q_inside_axis(int extent, unsigned int block, unsigned int size)
{
    const long long left = extent - (long long)block * size;
    return left < size ? (int)left : (int)size;
}
__device__ inline q_team q_inside_block(const int* extents, int rank)
{
    const int x = q_inside_axis(extents[rank - 1], blockIdx.x, blockDim.x);
    const int y = rank < 2 ? 1 : q_inside_axis(extents[rank - 2], blockIdx.y, blockDim.y);
    const int z = rank < 3 ? 1 : q_inside_axis(extents[rank - 3], blockIdx.z, blockDim.z);
    return q_team{((int)threadIdx.z * y + (int)threadIdx.y) * x + (int)threadIdx.x, x * y * z};
}
// The least power of two that is at least half the threads; 0 for a single thread.
__device__ __forceinline__ int q_upper_half(int threads)
{
    if (threads < 2) return 0;
    int half = 1;
    while (2 * half < threads) half *= 2;
    return half;
}
// A tree over a whole warp, or the threads that are there one after another; then the warps in their order.
template <class T, class F> __device__ inline T q_shuffle_total(unsigned int members, T value, T start, F combine)
{
    const q_team team = q_whole_block();
    if (team.threads == 1) return value;
    if (members == 0xffffffffu) {
        for (int distance = 16; distance > 0; distance >>= 1) value = combine(value, __shfl_down_sync(members, value, distance));
    } else {
        T total = start;
        for (int lane = 0; lane < 32; ++lane) if (members >> lane & 1u) total = combine(total, __shfl_sync(members, value, lane));
        value = total;
    }
    __shared__ T warps[32];
    if (team.thread == 0) for (int warp = 0; warp < 32; ++warp) warps[warp] = start;
    __syncthreads();
    if ((members & ((1u << (team.thread & 31)) - 1u)) == 0) warps[team.thread >> 5] = value;
    __syncthreads();
    if (team.thread == 0) for (int warp = 1; warp < (team.threads + 31) / 32; ++warp) value = combine(value, warps[warp]);
    __syncthreads();
    return value;
}
template <class T, class F> __device__ inline T q_atomic_total(T value, T start, F combine)
{
    __shared__ T total;
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) total = start;
    __syncthreads();
    q_update(&total, [&](T before) { return combine(before, value); });
    __syncthreads();
    value = total;
    __syncthreads();
    return value;
}
template <class T> __device__ inline void q_put_partial(unsigned long long* partials, int accumulator, T value)
{
    const unsigned int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, blocks = gridDim.x * gridDim.y * gridDim.z;
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) *(T*)&partials[(unsigned long long)accumulator * blocks + block] = value;
}
// What the blocks have put down, by one block: a thread combines every (number of threads)-th partial result, then a tree those of the threads.
template <class T, class F> __device__ inline void q_total(const unsigned long long* partials, int accumulator, int blocks, unsigned long long* totals, F combine)
{
    const q_team team = q_whole_block();
    const unsigned long long* slots = &partials[(unsigned long long)accumulator * blocks];
    const int threads = blocks < team.threads ? blocks : team.threads;
    T* const all = (T*)q_shared_memory;
    if (team.thread < threads) {
        T total = *(const T*)&slots[team.thread];
        for (int block = team.thread + threads; block < blocks; block += threads) total = combine(total, *(const T*)&slots[block]);
        all[team.thread] = total;
    }
    for (int half = q_upper_half(threads); half > 0; half >>= 1) {
        __syncthreads();
        const int other = team.thread + half;
        if (team.thread < half && other < threads) all[team.thread] = combine(all[team.thread], all[other]);
    }
    if (team.thread == 0) {
        totals[accumulator] = 0;
        *(T*)&totals[accumulator] = all[0];
    }
    // The next accumulator has the same memory.
    __syncthreads();
}

// ---- Copies of arrays that a block changes on its own: what changes nothing at first, then what has changed goes to the array

__device__ __forceinline__ void q_start_private(int* copy, int count, int neutral)
{
    const q_team team = q_whole_block();
    for (int at = team.thread; at < count; at += team.threads) copy[at] = neutral;
}
template <class F> __device__ __forceinline__ void q_end_private(const int* copy, int count, int neutral, int* data, F change)
{
    const q_team team = q_whole_block();
    for (int at = team.thread; at < count; at += team.threads) {
        const int value = copy[at];
        if (value != neutral) change(&data[at], value);
    }
}

// ---- Threads of a warp: `members` belong to the launch and all come

template <class T> __device__ __forceinline__ T q_shuffle(unsigned int members, int lane, T value)
{
    const T other = __shfl_sync(members, value, lane);
    return (members >> (lane & 31)) & 1u ? other : value;
}
// A ballot is also how parts of a warp wait for each other, and a vote alone does not order memory.
__device__ __forceinline__ int q_ballot(unsigned int members, bool vote) { __syncwarp(members); return (int)__ballot_sync(members, vote); }
template <class T> __device__ inline int q_match(unsigned int members, T value)
{
    const unsigned int lane = ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 31u;
    unsigned int same = 1u << lane;
    for (int other = 0; other < 32; ++other) if (__shfl_sync(members, value, other) == value && (members >> other & 1u)) same |= 1u << other;
    return (int)same;
}

// ---- Threads that act together

#ifndef QC_EMULATED
// Memory that the threads of a block share, at a multiple of 16 bytes; `used` is what the arrays before it take.
__device__ __forceinline__ void* q_shared(unsigned long long bytes, unsigned int& used)
{
    void* start = q_shared_memory + used;
    used += (unsigned int)((bytes + 15) & ~15ull);
    return start;
}
// The first row of threads fills the array; of the last block those that belong to the launch.
template <class T> __device__ inline void q_zero_shared(T* place, int count, int extent)
{
    const int left = extent - (int)(blockIdx.x * blockDim.x), threads = left < (int)blockDim.x ? left : (int)blockDim.x;
    if ((threadIdx.y | threadIdx.z) == 0) for (int at = (int)threadIdx.x; at < count; at += threads) place[at] = T();
    __syncthreads();
}
// All blocks are resident: the last one that arrives starts the next round. Threads outside of the launch have left.
__device__ unsigned int q_grid_arrived = 0, q_grid_round = 0;
__device__ inline void q_grid_barrier()
{
    __syncthreads();
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
        const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z, round = q_peek(&q_grid_round);
        __threadfence();
        if (atomicAdd(&q_grid_arrived, 1u) == blocks - 1) {
            atomicExch(&q_grid_arrived, 0u);
            __threadfence();
            atomicAdd(&q_grid_round, 1u);
        } else {
            while (q_peek(&q_grid_round) == round) { }
        }
        __threadfence();
    }
    __syncthreads();
}
#endif
