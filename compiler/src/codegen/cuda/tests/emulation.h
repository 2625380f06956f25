// Lets a C++ compiler of the host compile the text that NVRTC gets. Threads run one after another, so blocks whose threads work
// together have one thread. Only tests use it.
#pragma once
#include <cmath>
#include <cstring>
#define QC_EMULATED 1
#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
struct q_dim { unsigned int x, y, z; };
static thread_local q_dim threadIdx, blockIdx, blockDim, gridDim;
static inline float __fadd_rn(float a, float b) { return a + b; }
static inline float __fsub_rn(float a, float b) { return a - b; }
static inline float __fmul_rn(float a, float b) { return a * b; }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __fsqrt_rn(float a) { return std::sqrt(a); }
static inline double __dsqrt_rn(double a) { return std::sqrt(a); }
static inline void __syncthreads() {}
template <class T> static inline T __shfl_down_sync(unsigned int, T value, int) { return value; }
template <class T> static inline T q_peek(const T* place) { return *place; }
template <class T> static inline T atomicCAS(T* place, T expected, T value) { T old = *place; if (old == expected) *place = value; return old; }
static inline int atomicAdd(int* place, int value) { int old = *place; *place = (int)((unsigned int)old + (unsigned int)value); return old; }
template <class T> static inline T atomicAdd(T* place, T value) { T old = *place; *place = old + value; return old; }
static inline int atomicAnd(int* place, int value) { int old = *place; *place = old & value; return old; }
static inline int atomicOr(int* place, int value) { int old = *place; *place = old | value; return old; }
static inline int atomicXor(int* place, int value) { int old = *place; *place = old ^ value; return old; }
static inline int atomicMin(int* place, int value) { int old = *place; if (value < old) *place = value; return old; }
static inline int atomicMax(int* place, int value) { int old = *place; if (value > old) *place = value; return old; }
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
// Runs a kernel for every thread of every block.
template <class F> static inline void q_emulate(const unsigned int* grid, const unsigned int* block, F kernel)
{
    gridDim = q_dim{grid[0], grid[1], grid[2]};
    blockDim = q_dim{block[0], block[1], block[2]};
    for (unsigned int b = 0; b < grid[0] * grid[1] * grid[2]; ++b) for (unsigned int t = 0; t < block[0] * block[1] * block[2]; ++t) {
        blockIdx = q_dim{b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]};
        threadIdx = q_dim{t % block[0], t / block[0] % block[1], t / block[0] / block[1]};
        kernel();
    }
}
