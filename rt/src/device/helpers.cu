// What lies between the arrays of a program and NVIDIA's libraries. A complex number is two neighbouring numbers.

#define FOR_EACH(index, count) \
    for (long long index = blockIdx.x * (long long)blockDim.x + threadIdx.x; index < (count); \
         index += (long long)gridDim.x * blockDim.x)

// The place of -k along each transformed dimension of o x a x b x c x i, of an element of half or whole rows.
struct Place { long long o, a, b, c, i; };

__device__ Place place_of(long long index, long long a, long long b, long long c, long long i)
{
    Place place;
    place.i = index % i; index /= i;
    place.c = index % c; index /= c;
    place.b = index % b; index /= b;
    place.a = index % a;
    place.o = index / a;
    return place;
}

__device__ long long index_of(Place place, long long a, long long b, long long c, long long i)
{
    return (((place.o * a + place.a) * b + place.b) * c + place.c) * i + place.i;
}

__device__ Place opposite(Place place, long long a, long long b, long long c)
{
    place.a = place.a == 0 ? 0 : a - place.a;
    place.b = place.b == 0 ? 0 : b - place.b;
    place.c = place.c == 0 ? 0 : c - place.c;
    return place;
}

// Where a number of matrices by their columns is in a stack of rows x columns x number.
__device__ long long of_stack(long long index, long long rows, long long columns, long long matrices, long long parts)
{
    long long part = index % parts; index /= parts;
    long long row = index % rows; index /= rows;
    long long column = index % columns;
    return ((row * columns + column) * matrices + index / columns) * parts + part;
}

#define HELPERS(T, name) \
/* x := factor x */ \
extern "C" __global__ void scale_##name(T* x, long long count, T factor) \
{ \
    FOR_EACH(index, count) x[index] = x[index] * factor; \
} \
/* Complex numbers from real ones. */ \
extern "C" __global__ void widen_##name(const T* x, T* y, long long count) \
{ \
    FOR_EACH(index, count) { y[2*index] = x[index]; y[2*index + 1] = 0; } \
} \
/* The real parts of complex numbers, scaled. */ \
extern "C" __global__ void narrow_##name(const T* x, T* y, long long count, T factor) \
{ \
    FOR_EACH(index, count) y[index] = x[2*index] * factor; \
} \
/* The whole transform of real numbers from its half along c. */ \
extern "C" __global__ void mirror_##name(const T* half, T* whole, long long count, long long a, long long b, long long c, long long i) \
{ \
    long long h = c/2 + 1; \
    FOR_EACH(index, count) { \
        Place place = place_of(index, a, b, c, i); \
        bool is_there = place.c < h; \
        if (!is_there) place = opposite(place, a, b, c); \
        long long from = index_of(place, a, b, h, i); \
        T imaginary = half[2*from + 1]; \
        whole[2*index] = half[2*from]; \
        whole[2*index + 1] = is_there ? imaginary : -imaginary; \
    } \
} \
/* The half of the part of a transform that real numbers have. */ \
extern "C" __global__ void halve_##name(const T* whole, T* half, long long count, long long a, long long b, long long c, long long i) \
{ \
    long long h = c/2 + 1; \
    FOR_EACH(index, count) { \
        Place place = place_of(index, a, b, h, i); \
        long long own = index_of(place, a, b, c, i); \
        long long other = index_of(opposite(place, a, b, c), a, b, c, i); \
        half[2*index] = (whole[2*own] + whole[2*other]) * (T)0.5; \
        half[2*index + 1] = (whole[2*own + 1] - whole[2*other + 1]) * (T)0.5; \
    } \
} \
/* Zeros above the diagonal of a square matrix whose rows have size elements of so many numbers. */ \
extern "C" __global__ void lower_##name(T* x, long long count, long long size, long long parts) \
{ \
    FOR_EACH(index, count) { \
        long long element = index / parts; \
        if (element % size > element / size) x[index] = 0; \
    } \
} \
/* A stack of matrices of rows x columns x number as the libraries have it: one matrix behind the other, each by its columns. */ \
extern "C" __global__ void apart_##name(const T* x, T* y, long long count, long long rows, long long columns, long long matrices, \
    long long parts) \
{ \
    FOR_EACH(index, count) y[index] = x[of_stack(index, rows, columns, matrices, parts)]; \
} \
/* The other way round. */ \
extern "C" __global__ void together_##name(T* x, const T* y, long long count, long long rows, long long columns, long long matrices, \
    long long parts) \
{ \
    FOR_EACH(index, count) x[of_stack(index, rows, columns, matrices, parts)] = y[index]; \
}

HELPERS(float, f32)
HELPERS(double, f64)
