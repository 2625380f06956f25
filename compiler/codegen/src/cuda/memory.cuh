
// ---- Arrays that are elsewhere too: the second parameter tells, 0 is no

#ifdef QC_CONSTANTS
// All constant memory of the program. A launch brings its arrays here; `place` is 1 more than the first byte of one.
__constant__ __align__(16) unsigned char q_constants[65536];
template <class T> __device__ __forceinline__ T q_constant(unsigned long long place, const T* data, long long at)
{
    return place != 0 ? ((const T*)(q_constants + (place - 1)))[at] : data[at];
}
#endif
// Elements that nobody writes during the launch, if that is so.
template <class T> __device__ __forceinline__ T q_unchanged(unsigned long long is_so, const T* data, long long at) { return is_so != 0 ? __ldg(&data[at]) : data[at]; }
struct q_texel { float x, y, z, w; };
__device__ __forceinline__ q_texel q_fetch(unsigned long long texture, float x)
{
    q_texel t;
    asm("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(t.x), "=f"(t.y), "=f"(t.z), "=f"(t.w) : "l"(texture), "f"(x));
    return t;
}
__device__ __forceinline__ q_texel q_fetch(unsigned long long texture, float x, float y)
{
    q_texel t;
    asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(t.x), "=f"(t.y), "=f"(t.z), "=f"(t.w) : "l"(texture), "f"(x), "f"(y));
    return t;
}
__device__ __forceinline__ q_texel q_fetch(unsigned long long texture, float x, float y, float z)
{
    q_texel t;
    asm("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=f"(t.x), "=f"(t.y), "=f"(t.z), "=f"(t.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
    return t;
}
// Writes the element number `at` of an array to its surface, whose rows are counted in bytes.
template <int dimensions, int components> __device__ __forceinline__ void q_put_texel(unsigned long long surface, const int* dims, long long at, float value)
{
    if (surface == 0) return;
    const long long texel = at / components, component = at % components;
    if constexpr (dimensions == 1) {
        const int x = (int)(texel * components + component) * 4;
        asm volatile("sust.b.1d.b32.zero [%0, {%1}], {%2};" : : "l"(surface), "r"(x), "f"(value) : "memory");
    } else {
        const int width = dims[dimensions - 1];
        const int x = (int)((texel % width) * components + component) * 4;
        const long long row = texel / width;
        if constexpr (dimensions == 2) {
            asm volatile("sust.b.2d.b32.zero [%0, {%1, %2}], {%3};" : : "l"(surface), "r"(x), "r"((int)row), "f"(value) : "memory");
        } else {
            const int y = (int)(row % dims[1]), z = (int)(row / dims[1]);
            asm volatile("sust.b.3d.b32.zero [%0, {%1, %2, %3, %3}], {%4};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "f"(value) : "memory");
        }
    }
}
