// Lets a C++ compiler of the host compile the text that NVRTC gets. Threads run one after another, so blocks whose threads work
// together have one thread; with QC_THREADS those of a block are threads of the host, which wait for each other. Only tests use it.
#pragma once
#include <cmath>
#include <cstring>
#define QC_EMULATED 1
#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __builtin_assume(condition) ((void)0)
alignas(16) static unsigned char q_shared_memory[49152];
extern "C" unsigned char* shared_memory() { return q_shared_memory; }
struct q_dim { unsigned int x, y, z; };
static thread_local q_dim threadIdx, blockIdx, blockDim, gridDim;
static inline long long __double_as_longlong(double a)
{
    long long bits;
    std::memcpy(&bits, &a, sizeof(bits));
    return bits;
}
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __fsqrt_rn(float a) { return std::sqrt(a); }
static inline double __dsqrt_rn(double a) { return std::sqrt(a); }
#ifdef QC_THREADS
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
// Where threads wait for each other; one that has ended waits no more.
struct q_meeting {
    std::mutex lock;
    std::condition_variable all;
    unsigned int expected = 0, here = 0, round = 0;
    void next() { here = 0; ++round; all.notify_all(); }
    void wait()
    {
        std::unique_lock<std::mutex> held(lock);
        const unsigned int mine = round;
        if (++here == expected) next();
        else all.wait(held, [&] { return round != mine; });
    }
    void leave()
    {
        std::unique_lock<std::mutex> held(lock);
        if (--expected > 0 && here == expected) next();
    }
};
struct q_warp { q_meeting meeting; unsigned long long slots[32]; };
static q_meeting q_block;
static q_warp q_warps[32];
static inline unsigned int q_number() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
static inline void __syncthreads() { q_block.wait(); }
// Every thread of the warp lays its value down, then takes what it wants.
template <class T, class F> static inline auto q_exchanged(T value, F take)
{
    q_warp& warp = q_warps[q_number() / 32];
    memcpy(&warp.slots[q_number() % 32], &value, sizeof(T));
    warp.meeting.wait();
    const auto taken = take(warp.slots);
    warp.meeting.wait();
    return taken;
}
static inline unsigned int __activemask() { return 0xffffffffu; }
static inline unsigned int __ballot_sync(unsigned int, bool vote)
{
    return q_exchanged((unsigned long long)vote, [](const unsigned long long* slots) {
        unsigned int votes = 0;
        for (int lane = 0; lane < 32; ++lane) votes |= (unsigned int)slots[lane] << lane;
        return votes;
    });
}
template <class T> static inline T __shfl_sync(unsigned int, T value, int lane)
{
    return q_exchanged(value, [&](const unsigned long long* slots) { T other; memcpy(&other, &slots[lane & 31], sizeof(T)); return other; });
}
template <class T> static inline T __shfl_down_sync(unsigned int members, T value, int distance)
{
    const int lane = (int)(q_number() % 32);
    return __shfl_sync(members, value, lane + distance < 32 ? lane + distance : lane);
}
#else
static inline void __syncthreads() {}
static inline unsigned int __activemask() { return 1u; }
static inline unsigned int __ballot_sync(unsigned int, bool vote) { return vote ? 1u : 0u; }
template <class T> static inline T __shfl_sync(unsigned int, T value, int) { return value; }
template <class T> static inline T __shfl_down_sync(unsigned int, T value, int) { return value; }
#endif
// The exchanges that follow it order memory here.
static inline void __syncwarp(unsigned int) {}
template <class T> static inline T __ldg(const T* place) { return *place; }
// CUDA's vectors of 128 bits.
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) int4 { int x, y, z, w; };
template <class T> static inline T q_peek(const T* place) { return *place; }
template <class T, class V> static inline void q_poke(T* place, V value) { *place = (T)value; }
template <class T> static inline T atomicCAS(T* place, T expected, T value) { __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); return expected; }
static inline int atomicAdd(int* place, int value) { return __atomic_fetch_add(place, value, __ATOMIC_SEQ_CST); }
template <class T> static inline T atomicAdd(T* place, T value) { T old = *place; *place = old + value; return old; }
static inline int atomicAnd(int* place, int value) { return __atomic_fetch_and(place, value, __ATOMIC_SEQ_CST); }
static inline int atomicOr(int* place, int value) { return __atomic_fetch_or(place, value, __ATOMIC_SEQ_CST); }
static inline int atomicXor(int* place, int value) { return __atomic_fetch_xor(place, value, __ATOMIC_SEQ_CST); }
static inline int atomicMin(int* place, int value) { int old = *place; while (value < old && !__atomic_compare_exchange_n(place, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { } return old; }
static inline int atomicMax(int* place, int value) { int old = *place; while (value > old && !__atomic_compare_exchange_n(place, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { } return old; }
// The inverses of erf and erfc, which C++ does not have: Newton's steps.
static inline double erfcinv(double y);
static inline double erfinv(double y)
{
    if (!(std::fabs(y) < 1)) return std::fabs(y) == 1 ? std::copysign((double)INFINITY, y) : (double)NAN;
    if (std::fabs(y) > 0.5) return std::copysign(erfcinv(1 - std::fabs(y)), y);
    double x = y;
    for (int step = 0; step < 20; ++step) x -= (std::erf(x) - y) * std::exp(x * x) * 0.886226925452758;
    return x;
}
static inline double erfcinv(double y)
{
    if (!(y >= 0 && y <= 2)) return (double)NAN;
    if (y == 0 || y == 2) return y == 0 ? (double)INFINITY : -(double)INFINITY;
    if (y > 1.5) return -erfcinv(2 - y);
    if (y >= 0.5) return erfinv(1 - y);
    double x = std::sqrt(-std::log(y));
    for (int step = 0; step < 60; ++step) {
        double value = std::erfc(x);
        x = value == 0 ? 0.99 * x : x + std::log(value / y) * value * std::exp(x * x) * 0.886226925452758;
    }
    return x;
}
struct q_half { unsigned short bits; };
static inline float q_load(q_half x)
{
    int exponent = (x.bits >> 10) & 31, mantissa = x.bits & 1023;
    float size = exponent == 31 ? (mantissa ? NAN : INFINITY) : exponent ? std::ldexp(1024.0f + mantissa, exponent - 25) : std::ldexp((float)mantissa, -24);
    return x.bits & 0x8000 ? -size : size;
}
static inline q_half q_half_of(float x)
{
    unsigned short sign = std::signbit(x) ? 0x8000 : 0;
    float size = std::fabs(x);
    if (size != size) return q_half{(unsigned short)(sign | 0x7e00)};
    if (size >= 65520.0f) return q_half{(unsigned short)(sign | 0x7c00)};
    int exponent;
    std::frexp(size, &exponent);
    if (size == 0.0f || exponent < -13) return q_half{(unsigned short)(sign | (unsigned short)std::nearbyint(std::ldexp(size, 24)))};
    int scaled = (int)std::nearbyint(std::ldexp(size, 11 - exponent));
    return q_half{(unsigned short)(sign + ((exponent + 14) << 10) + scaled - 1024)};
}
// What instructions on words compute, by their names (PTX ISA): on four bytes, two half words or two halves.
static inline int q_packed_int(const char* instruction, int a, int b)
{
    const auto is = [&](const char* part) { return std::strstr(instruction, part) != nullptr; };
    if (is("vadd")) return a + b;
    if (is("vsub")) return a - b;
    if (is("vmin")) return a < b ? a : b;
    if (is("vmax")) return a > b ? a : b;
    if (is("vabsdiff")) return a < b ? b - a : a - b;
    if (is("vavrg")) return (a + b + 1) >> 1;
    if (is(".eq ")) return a == b;
    if (is(".ne ")) return a != b;
    if (is(".lt ")) return a < b;
    if (is(".le ")) return a <= b;
    if (is(".gt ")) return a > b;
    return a >= b;
}
static inline unsigned int q_packed(const char* instruction, unsigned int a, unsigned int b)
{
    const auto is = [&](const char* part) { return std::strstr(instruction, part) != nullptr; };
    const bool halves = is("f16x2"), is_signed = is(".s32");
    const int bits = !halves && instruction[std::strcspn(instruction, ".") - 1] == '4' ? 8 : 16, span = 1 << bits;
    unsigned int word = 0;
    for (int shift = 0; shift < 32; shift += bits) {
        const int x = (int)(a >> shift & (unsigned int)(span - 1)), y = (int)(b >> shift & (unsigned int)(span - 1));
        int part;
        if (halves) {
            const float p = q_load(q_half{(unsigned short)x}), q = q_load(q_half{(unsigned short)y});
            part = q_half_of(is("add") ? p + q : is("sub") ? p - q : p * q).bits;
        } else {
            const auto read = [&](int value) { return is_signed && value >= span / 2 ? value - span : value; };
            const int low = is_signed ? -span / 2 : 0, high = low + span - 1;
            part = q_packed_int(instruction, read(x), read(y));
            if (is(".sat")) part = part < low ? low : part > high ? high : part;
        }
        word |= ((unsigned int)part & (unsigned int)(span - 1)) << shift;
    }
    return word;
}
#define Q_PACKED(name, instruction) static inline unsigned int name(unsigned int a, unsigned int b) { return q_packed(instruction, a, b); }
// Runs a kernel for every thread of every block.
template <class F> static inline void q_emulate(const unsigned int* grid, const unsigned int* block, F kernel)
{
    const unsigned int threads = block[0] * block[1] * block[2];
    for (unsigned int b = 0; b < grid[0] * grid[1] * grid[2]; ++b) {
        const auto one = [=](unsigned int t) {
            gridDim = q_dim{grid[0], grid[1], grid[2]};
            blockDim = q_dim{block[0], block[1], block[2]};
            blockIdx = q_dim{b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]};
            threadIdx = q_dim{t % block[0], t / block[0] % block[1], t / block[0] / block[1]};
            kernel();
        };
#ifdef QC_THREADS
        q_block.expected = threads;
        for (unsigned int w = 0; w < 32; ++w) {
            memset(q_warps[w].slots, 0, sizeof(q_warps[w].slots));
            q_warps[w].meeting.expected = threads <= 32 * w ? 0 : threads - 32 * w < 32 ? threads - 32 * w : 32;
        }
        std::vector<std::thread> all;
        for (unsigned int t = 0; t < threads; ++t) all.emplace_back([=] { one(t); q_warps[t / 32].meeting.leave(); q_block.leave(); });
        for (std::thread& thread : all) thread.join();
#else
        for (unsigned int t = 0; t < threads; ++t) one(t);
#endif
    }
}
// Runs a kernel in one block, as totals are combined.
template <class F> static inline void q_combine(F kernel)
{
    const unsigned int grid[3] = {1, 1, 1};
#ifdef QC_THREADS
    const unsigned int block[3] = {4, 1, 1};
#else
    const unsigned int block[3] = {1, 1, 1};
#endif
    q_emulate(grid, block, kernel);
}
