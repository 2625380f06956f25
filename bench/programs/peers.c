// The programs of this folder in C, written for speed by hand: `peers NAME sizes... repetitions`.
// The algorithms are those of the Quasar programs, on inputs and results of the same layout; the order of loops, blocking,
// temporary arrays, vectors and OpenMP are free. Memory is allocated before the clock starts.
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WITH_FFTW
#include <fftw3.h>
#endif
#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

typedef uint8_t byte;

// Vectors are as long as the processor's: a longer one would be two registers, and tiles of them would not fit.
#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef float loose_floats __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int ints __attribute__((vector_size(4 * LANES)));
typedef int loose_ints __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

// The lanes of x moved up by k, those of z from below. FROM_BELOW: `step` for the distances that a running value takes.
#ifdef __AVX512F__
#define MOVED(z, x, k)                                                                                                     \
    __builtin_shufflevector(z, x, 16 - k, 17 - k, 18 - k, 19 - k, 20 - k, 21 - k, 22 - k, 23 - k, 24 - k, 25 - k, 26 - k,    \
                            27 - k, 28 - k, 29 - k, 30 - k, 31 - k)
#define FROM_BELOW(step) step(1) step(2) step(4) step(8)
#else
#define MOVED(z, x, k) __builtin_shufflevector(z, x, 8 - k, 9 - k, 10 - k, 11 - k, 12 - k, 13 - k, 14 - k, 15 - k)
#define FROM_BELOW(step) step(1) step(2) step(4)
#endif
#define LOAD(p) ((floats) * (const loose_floats *)(p))
#define STORE(p, v) (*(loose_floats *)(p) = (v))
#define LOAD_INTS(p) ((ints) * (const loose_ints *)(p))
#define STORE_INTS(p, v) (*(loose_ints *)(p) = (v))

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static float leastf(float a, float b) { return a < b ? a : b; }
static float mostf(float a, float b) { return a > b ? a : b; }

static void *memory(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!p) exit(1);
    memset(p, 0, bytes);
    return p;
}
#define NEW(type, count) ((type *)memory(sizeof(type) * (size_t)(count)))

static float *noise(int n)
{
    float *x = NEW(float, n);
    for (int k = 0, state = 1; k < n; k++) {
        state = (8121 * state + 28411) % 134456;
        x[k] = state / 134456.0; // in double precision, as -Ofast multiplies by the rounded inverse
    }
    return x;
}

static float *picture(int rows, int columns)
{
    float *x = NEW(float, (size_t)rows * columns);
    for (int m = 0; m < rows; m++)
        for (int n = 0; n < columns; n++) {
            int slopes = abs((3 * m + n) % 128 - 64) + abs((m + 2 * n) % 96 - 48);
            int grain = (7919 * m + 104729 * n + 31 * m * n) % 32;
            int u = m % 160 - 80, v = n % 200 - 100;
            x[(size_t)m * columns + n] = slopes + grain + (u * u + v * v < 3600 ? 96 : 0);
        }
    return x;
}

static byte *byte_picture(int rows, int columns)
{
    float *x = picture(rows, columns);
    byte *y = NEW(byte, (size_t)rows * columns);
    for (size_t k = 0; k < (size_t)rows * columns; k++) y[k] = x[k];
    return y;
}

#define CHECK(y, count)                                                                                                     \
    do {                                                                                                                    \
        size_t n_ = (count);                                                                                                \
        double s_ = 0, w_ = 0, q_ = 0;                                                                                      \
        for (size_t k_ = 0; k_ < n_; k_++) {                                                                                \
            double v_ = (y)[k_];                                                                                            \
            s_ += v_, w_ += v_ * (1 + 5 * k_ % 7), q_ += v_ * v_;                                                           \
        }                                                                                                                   \
        printf("check:  %zu %.9g %.9g %.9g %.9g %.9g %.9g\n", n_, s_, w_, q_, (double)(y)[0], (double)(y)[7919 % n_],       \
               (double)(y)[n_ - 1]);                                                                                        \
    } while (0)

// Runs `reset` and, timed, `work` as often as the last number on the command line says.
#define REPEAT(reset, ...)                                                                                                  \
    do {                                                                                                                    \
        for (int r_ = 0; r_ < repetitions; r_++) {                                                                          \
            reset;                                                                                                          \
            double start_ = omp_get_wtime();                                                                                \
            __VA_ARGS__;                                                                                                    \
            printf(r_ ? ",%g" : "times: [%g", 1e3 * (omp_get_wtime() - start_));                                            \
        }                                                                                                                   \
        printf("]\n");                                                                                                      \
    } while (0)

// ---- Mandelbrot: 32 points at a time, tested every 4 iterations ----

enum { POINTS = 32 };
static void mandelbrot_points(int *y, float ci, float c0, float dc, int limit)
{
    float zr[POINTS] = {0}, zi[POINTS] = {0}, cr[POINTS];
    int count[POINTS] = {0};
    for (int l = 0; l < POINTS; l++) cr[l] = c0 + dc * l;
    for (int k = 0; k < limit; k += 4) {
        int inside = 0;
        for (int u = 0; u < 4 && k + u < limit; u++) {
#pragma omp simd reduction(| : inside)
            for (int l = 0; l < POINTS; l++) {
                float a = zr[l] * zr[l], b = zi[l] * zi[l];
                int in = a + b <= 4;
                float r = a - b + cr[l], i = 2 * zr[l] * zi[l] + ci;
                zr[l] = in ? r : zr[l];
                zi[l] = in ? i : zi[l];
                count[l] += in;
                inside |= in;
            }
        }
        if (!inside) break;
    }
    memcpy(y, count, sizeof count);
}

static void mandelbrot(const int *size, int repetitions)
{
    int n = size[0], padded = (n + POINTS - 1) / POINTS * POINTS;
    int *y = NEW(int, n * n + padded);
    REPEAT(, {
        _Pragma("omp parallel for schedule(dynamic, 8)") for (int i = 0; i < n; i++) {
            int row[padded];
            for (int j = 0; j < n; j += POINTS)
                mandelbrot_points(row + j, -1.25f + 2.5f * i / n, -2 + 2.5f * j / n, 2.5f / n, size[1]);
            memcpy(y + (size_t)i * n, row, n * sizeof(int));
        }
    });
    CHECK(y, n * n);
}

// ---- Products of matrices: C += sign*A*B with packed blocks and a tile of 12×32 or 6×16 elements in registers ----

enum { TILE_ROWS = LANES == 16 ? 12 : 6, TILE_COLUMNS = 2 * LANES, BLOCK_DEPTH = 256, BLOCK_ROWS = 96 };

static void tile_product(int depth, const float *a, const float *b, float *c, int ldc, int rows, int columns)
{
    floats sum[TILE_ROWS][2];
    memset(sum, 0, sizeof sum);
    for (int k = 0; k < depth; k++, a += TILE_ROWS, b += TILE_COLUMNS) {
        floats b0 = *(const floats *)b, b1 = *(const floats *)(b + LANES);
#pragma GCC unroll 12
        for (int i = 0; i < TILE_ROWS; i++) {
            sum[i][0] += a[i] * b0;
            sum[i][1] += a[i] * b1;
        }
    }
    if (rows == TILE_ROWS && columns == TILE_COLUMNS) {
#pragma GCC unroll 12
        for (int i = 0; i < TILE_ROWS; i++) {
            STORE(c + (size_t)i * ldc, LOAD(c + (size_t)i * ldc) + sum[i][0]);
            STORE(c + (size_t)i * ldc + LANES, LOAD(c + (size_t)i * ldc + LANES) + sum[i][1]);
        }
        return;
    }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) c[(size_t)i * ldc + j] += ((float *)sum[i])[j];
}

static float *packed_a, *packed_b; // one block of rows for each thread; a block of depth of B

static void prepare_products(int n)
{
    packed_a = NEW(float, omp_get_max_threads() * BLOCK_ROWS * BLOCK_DEPTH);
    packed_b = NEW(float, (n + TILE_COLUMNS) * BLOCK_DEPTH);
}

static void pack_a(float *to, int rows, int depth, float sign, const float *a, int lda)
{
    for (int i = 0; i < rows; i += TILE_ROWS)
        for (int k = 0; k < depth; k++)
            for (int u = 0; u < TILE_ROWS; u++) *to++ = i + u < rows ? sign * a[(size_t)(i + u) * lda + k] : 0;
}

static void multiply_add(int m, int n, int depth, float sign, const float *a, int lda, const float *b, int ldb, float *c, int ldc)
{
    for (int k = 0; k < depth; k += BLOCK_DEPTH) {
        int kd = least(BLOCK_DEPTH, depth - k);
#pragma omp parallel
        {
#pragma omp for
            for (int j = 0; j < n; j += TILE_COLUMNS)
                for (int u = 0; u < kd; u++)
                    for (int l = 0; l < TILE_COLUMNS; l++)
                        packed_b[(size_t)j * kd + u * TILE_COLUMNS + l] = j + l < n ? b[(size_t)(k + u) * ldb + j + l] : 0;
            float *pa = packed_a + omp_get_thread_num() * BLOCK_ROWS * BLOCK_DEPTH;
#pragma omp for schedule(dynamic)
            for (int i = 0; i < m; i += BLOCK_ROWS) {
                int rows = least(BLOCK_ROWS, m - i);
                pack_a(pa, rows, kd, sign, a + (size_t)i * lda + k, lda);
                for (int j = 0; j < n; j += TILE_COLUMNS)
                    for (int u = 0; u < rows; u += TILE_ROWS)
                        tile_product(kd, pa + u * kd, packed_b + (size_t)j * kd, c + (size_t)(i + u) * ldc + j, ldc,
                                     least(TILE_ROWS, rows - u), least(TILE_COLUMNS, n - j));
            }
        }
    }
}

static void matrix_chain(const int *size, int repetitions)
{
    int n = size[0];
    float *x = noise(3 * n * n), *t = NEW(float, n * n), *d = NEW(float, n * n);
    prepare_products(n);
    REPEAT(, {
        memset(t, 0, sizeof(float) * n * n);
        memset(d, 0, sizeof(float) * n * n);
        multiply_add(n, n, n, 1, x, n, x + n * n, n, t, n);
        multiply_add(n, n, n, 1, t, n, x + 2 * n * n, n, d, n);
    });
    CHECK(d, n * n);
}

// ---- LU: panels of 32 columns, the rest by products of matrices ----

static void lu_blocked(float *a, int n)
{
    enum { PANEL = 32 };
    for (int p = 0; p < n; p += PANEL) {
        int end = least(p + PANEL, n);
        for (int k = p; k < end; k++) {
            float inverse = 1 / a[(size_t)k * n + k];
            for (int i = k + 1; i < n; i++) {
                float *row = a + (size_t)i * n, l = row[k] *= inverse;
                for (int j = k + 1; j < end; j++) row[j] -= l * a[(size_t)k * n + j];
            }
        }
#pragma omp parallel for
        for (int j = end; j < n; j += 64)
            for (int i = p + 1; i < end; i++)
                for (int k = p; k < i; k++)
                    for (int l = j; l < least(j + 64, n); l++) a[(size_t)i * n + l] -= a[(size_t)i * n + k] * a[(size_t)k * n + l];
        if (end < n)
            multiply_add(n - end, n - end, end - p, -1, a + (size_t)end * n + p, n, a + (size_t)p * n + end, n,
                         a + (size_t)end * n + end, n);
    }
}

static void lu(const int *size, int repetitions)
{
    int n = size[0];
    float *start = noise(n * n), *a = NEW(float, n * n);
    for (int i = 0; i < n; i++) start[i * n + i] += n;
    prepare_products(n);
    REPEAT(memcpy(a, start, sizeof(float) * n * n), lu_blocked(a, n));
    for (int i = 0; i < n; i++) a[i * n + i] -= n;
    CHECK(a, n * n);
}

// ---- Back-propagation ----

static float squash(float x) { return 1 / (1 + expf(-x)); }

static float train(int inputs, int count, const float *x, float target, float *w1, float *old1, float *w2, float *old2)
{
    float sums[count], hidden[count], delta[count];
    memset(sums, 0, sizeof sums);
#pragma omp parallel for reduction(+ : sums)
    for (int block = 0; block < inputs; block += 4096) {
        float part[count];
        memset(part, 0, sizeof part);
        for (int i = block; i < least(block + 4096, inputs); i++)
            for (int j = 0; j < count; j++) part[j] += w1[(size_t)i * count + j] * x[i];
        for (int j = 0; j < count; j++) sums[j] += part[j];
    }
    float s = 0;
    for (int j = 0; j < count; j++) hidden[j] = squash(sums[j]), s += w2[j] * hidden[j];
    float output = squash(s), output_delta = output * (1 - output) * (target - output);
    for (int j = 0; j < count; j++) delta[j] = hidden[j] * (1 - hidden[j]) * output_delta * w2[j];
    for (int j = 0; j < count; j++) w2[j] += old2[j] = 0.3f * output_delta * hidden[j] + 0.3f * old2[j];
#pragma omp parallel for
    for (int i = 0; i < inputs; i++)
#pragma omp simd
        for (int j = 0; j < count; j++) {
            float change = 0.3f * delta[j] * x[i] + 0.3f * old1[(size_t)i * count + j];
            w1[(size_t)i * count + j] += change;
            old1[(size_t)i * count + j] = change;
        }
    return output;
}

static void backprop(const int *size, int repetitions)
{
    int inputs = size[0], count = size[1], weights = inputs * count;
    float *x = noise(inputs), *start1 = noise(weights), *start2 = noise(count), output = 0;
    float *w1 = NEW(float, weights), *old1 = NEW(float, weights), *w2 = NEW(float, count), *old2 = NEW(float, count);
    REPEAT(
        {
            for (int k = 0; k < weights; k++) {
                w1[k] = (start1[k] - 0.5f) / 100;
                old1[k] = 0.01f * w1[k];
            }
            for (int k = 0; k < count; k++) w2[k] = start2[k] - 0.5f;
            memset(old2, 0, sizeof(float) * count);
        },
        output = train(inputs, count, x, 0.9f, w1, old1, w2, old2));
    w1[0] = output;
    CHECK(w1, weights);
}

// ---- Canny: everything with a frame around it, weak edges found from strong ones with a stack ----

static int mirrored(int k, int n) { return k < 0 ? -1 - k : k >= n ? 2 * n - 1 - k : k; }

static void canny_gaussian(int n, const byte *x, byte *smooth, int wide)
{
#pragma omp parallel for
    for (int m = 0; m < n; m++) {
        const byte *r[5];
        uint16_t column[n + 4], *v = column + 2;
        for (int i = 0; i < 5; i++) r[i] = x + (size_t)mirrored(m + i - 2, n) * n;
        for (int k = 0; k < n; k++) v[k] = r[0][k] + r[4][k] + 4 * (r[1][k] + r[3][k]) + 6 * r[2][k];
        v[-1] = v[0], v[-2] = v[1], v[n] = v[n - 1], v[n + 1] = v[n - 2];
        byte *to = smooth + (size_t)(m + 1) * wide + 1;
        for (int k = 0; k < n; k++) to[k] = (v[k - 2] + v[k + 2] + 4 * (v[k - 1] + v[k + 1]) + 6 * v[k] + 128) >> 8;
        to[-1] = to[0], to[n] = to[n - 1];
    }
    memcpy(smooth, smooth + wide, wide);
    memcpy(smooth + (size_t)(n + 1) * wide, smooth + (size_t)n * wide, wide);
}

static void canny_gradients(int n, const byte *smooth, int16_t *gx, int16_t *gy, int16_t *strength, int wide)
{
#pragma omp parallel for
    for (int m = 1; m <= n; m++) {
        const byte *u = smooth + (size_t)(m - 1) * wide, *c = u + wide, *d = c + wide;
        int16_t *sx = gx + (size_t)m * wide, *sy = gy + (size_t)m * wide, *s = strength + (size_t)m * wide;
        for (int k = 1; k <= n; k++) {
            int16_t h = u[k + 1] + 2 * c[k + 1] + d[k + 1] - u[k - 1] - 2 * c[k - 1] - d[k - 1];
            int16_t v = d[k - 1] + 2 * d[k] + d[k + 1] - u[k - 1] - 2 * u[k] - u[k + 1];
            sx[k] = h, sy[k] = v, s[k] = (h < 0 ? -h : h) + (v < 0 ? -v : v);
        }
    }
}

// The element across the edge on one side, as a distance in memory: the other one lies at the opposite.
static int across(int h, int v, int wide)
{
    int ah = abs(h), av = abs(v);
    if (av < 0.41421356f * ah) return -1;
    if (av > 2.41421356f * ah) return -wide;
    return (h ^ v) >= 0 ? -wide - 1 : -wide + 1;
}

static void canny_thin(int n, const int16_t *gx, const int16_t *gy, const int16_t *strength, byte *marks, int wide, int low, int high)
{
#pragma omp parallel for
    for (int m = 1; m <= n; m++)
        for (size_t k = (size_t)m * wide + 1; k <= (size_t)m * wide + n; k++) {
            int s = strength[k], mark = 0;
            if (s > low) {
                int d = across(gx[k], gy[k], wide);
                if (s > strength[(ptrdiff_t)k + d] && s >= strength[(ptrdiff_t)k - d]) mark = s > high ? 2 : 1;
            }
            marks[k] = mark;
        }
}

static void canny_follow(int n, byte *marks, int *stack, int wide)
{
    int depth = 0;
    for (int k = wide; k < (n + 1) * wide; k++)
        if (marks[k] == 2) stack[depth++] = k;
    const int around[8] = {-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1};
    while (depth > 0) {
        int k = stack[--depth];
        for (int i = 0; i < 8; i++)
            if (marks[k + around[i]] == 1) marks[k + around[i]] = 2, stack[depth++] = k + around[i];
    }
}

static void canny(const int *size, int repetitions)
{
    int n = size[0], wide = n + 2, all = wide * (n + 2);
    byte *x = byte_picture(n, n), *smooth = NEW(byte, all), *marks = NEW(byte, all), *edges = NEW(byte, n * n);
    int16_t *gx = NEW(int16_t, all), *gy = NEW(int16_t, all), *strength = NEW(int16_t, all);
    int *stack = NEW(int, all);
    REPEAT(, {
        canny_gaussian(n, x, smooth, wide);
        canny_gradients(n, smooth, gx, gy, strength, wide);
        canny_thin(n, gx, gy, strength, marks, wide, 80, 160);
        canny_follow(n, marks, stack, wide);
        _Pragma("omp parallel for") for (int m = 0; m < n; m++) for (int k = 0; k < n; k++)
            edges[(size_t)m * n + k] = marks[(size_t)(m + 1) * wide + k + 1] == 2 ? 255 : 0;
    });
    CHECK(edges, n * n);
}

// ---- Hotspot ----

static inline float warmed(float c, float up, float down, float left, float right, float power)
{
    return c + power + (down + up - 2 * c) * 0.1f + (right + left - 2 * c) * 0.15f + (80 - c) * 0.002f;
}

static void hotspot_step(int n, const float *t, const float *power, float *y)
{
#pragma omp parallel for
    for (int m = 0; m < n; m++) {
        const float *c = t + (size_t)m * n, *u = m > 0 ? c - n : c, *d = m < n - 1 ? c + n : c, *p = power + (size_t)m * n;
        float *to = y + (size_t)m * n;
        to[0] = warmed(c[0], u[0], d[0], c[0], c[1], p[0]);
#pragma omp simd
        for (int k = 1; k < n - 1; k++) to[k] = warmed(c[k], u[k], d[k], c[k - 1], c[k + 1], p[k]);
        to[n - 1] = warmed(c[n - 1], u[n - 1], d[n - 1], c[n - 2], c[n - 1], p[n - 1]);
    }
}

static void hotspot(const int *size, int repetitions)
{
    int n = size[0];
    float *start = picture(n, n), *power = noise(n * n), *a = NEW(float, n * n), *b = NEW(float, n * n), *y = 0;
    for (int k = 0; k < n * n; k++) start[k] = 300 + start[k] / 8;
    REPEAT(, {
        const float *from = start;
        for (int t = 0; t < size[1]; t++) {
            y = t % 2 ? a : b;
            hotspot_step(n, from, power, y);
            from = y;
        }
    });
    CHECK(y, n * n);
}

// ---- Pathfinder ----

static void cheapest(int first, int end, const int *restrict w, const int *restrict from, int *restrict to)
{
    for (int k = first; k < end; k++) to[k] = w[k] + least(least(from[k - 1], from[k]), from[k + 1]);
}

// Arrays of costs have an element more on both sides; each thread has a part of the columns.
static void pathfinder(const int *size, int repetitions)
{
    int rows = size[0], columns = size[1];
    float *x = noise(rows * columns);
    int *wall = NEW(int, rows * columns), *a = NEW(int, columns + 2), *b = NEW(int, columns + 2), *cost = rows % 2 ? a + 1 : b + 1;
    for (int k = 0; k < rows * columns; k++) wall[k] = 10 * x[k];
    a[0] = b[0] = a[columns + 1] = b[columns + 1] = INT_MAX;
    REPEAT(, {
        memcpy(a + 1, wall, sizeof(int) * columns);
        _Pragma("omp parallel") {
            int threads = omp_get_num_threads(), id = omp_get_thread_num();
            int first = (long)columns * id / threads, end = (long)columns * (id + 1) / threads;
            for (int m = 1; m < rows; m++) {
                cheapest(first, end, wall + (size_t)m * columns, m % 2 ? a + 1 : b + 1, m % 2 ? b + 1 : a + 1);
                _Pragma("omp barrier");
            }
        }
    });
    CHECK(cost, columns);
}

// ---- Remap ----

static void remap(const int *size, int repetitions)
{
    int n = size[0];
    float *x = picture(n, n), *rows = NEW(float, n * n), *columns = NEW(float, n * n), *y = NEW(float, n * n), centre = n / 2.0f;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float u = (i - centre) / centre, v = (j - centre) / centre, scale = 1 - 0.15f * (u * u + v * v);
            rows[i * n + j] = centre + scale * (i - centre);
            columns[i * n + j] = centre + scale * (j - centre);
        }
    REPEAT(, {
        _Pragma("omp parallel for simd") for (int k = 0; k < n * n; k++) {
            float fi = floorf(rows[k]), fj = floorf(columns[k]), a = rows[k] - fi, b = columns[k] - fj;
            int i = fi, j = fj, i0 = most(least(i, n - 1), 0), i1 = most(least(i + 1, n - 1), 0);
            int j0 = most(least(j, n - 1), 0), j1 = most(least(j + 1, n - 1), 0);
            float top = x[i0 * n + j0] + b * (x[i0 * n + j1] - x[i0 * n + j0]);
            float bottom = x[i1 * n + j0] + b * (x[i1 * n + j1] - x[i1 * n + j0]);
            y[k] = top + a * (bottom - top);
        }
    });
    CHECK(y, n * n);
}

// ---- N-body ----

static void nbody_step(int n, float *x, float *y, float *z, const float *mass, float *vx, float *vy, float *vz, float dt)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
        for (int j = 0; j < n; j++) {
            float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float f = mass[j] * inverse * inverse * inverse;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        vx[i] += dt * ax, vy[i] += dt * ay, vz[i] += dt * az;
    }
    for (int i = 0; i < n; i++) x[i] += dt * vx[i], y[i] += dt * vy[i], z[i] += dt * vz[i];
}

static void nbody(const int *size, int repetitions)
{
    int n = size[0];
    float *start = noise(4 * n), *x = NEW(float, 3 * n), *mass = NEW(float, n), *v = NEW(float, 3 * n);
    for (int i = 0; i < n; i++) mass[i] = start[3 * n + i] / n;
    REPEAT(
        {
            memcpy(x, start, sizeof(float) * 3 * n);
            memset(v, 0, sizeof(float) * 3 * n);
        },
        nbody_step(n, x, x + n, x + 2 * n, mass, v, v + n, v + 2 * n, 0.1f));
    CHECK(x, n);
}

// ---- Jacobi in three dimensions ----

static void jacobi_sweep(int n, const float *restrict a, float *restrict b)
{
    size_t row = n, plane = (size_t)n * n;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            const float *c = a + i * plane + j * row;
            float *to = b + i * plane + j * row;
#pragma omp simd
            for (int k = 1; k < n - 1; k++)
                to[k] = (c[k - plane] + c[k + plane] + c[k - row] + c[k + row] + c[k - 1] + c[k + 1]) * (1 / 6.0f);
        }
}

static void jacobi3d(const int *size, int repetitions)
{
    int n = size[0], all = n * n * n;
    float *start = noise(all), *a = NEW(float, all), *b = NEW(float, all);
    REPEAT(memcpy(a, start, sizeof(float) * all), {
        memcpy(b, a, sizeof(float) * all);
        for (int t = 0; t < size[1]; t++) t % 2 ? jacobi_sweep(n, b, a) : jacobi_sweep(n, a, b);
    });
    float *y = size[1] % 2 ? b : a;
    CHECK(y, all);
}

// ---- Black-Scholes ----

static inline float normal(float d)
{
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

static void prices(int n, const float *price, const float *strike, const float *years, float rate, float volatility, float *call, float *put)
{
#pragma omp parallel for simd
    for (int k = 0; k < n; k++) {
        float root = sqrtf(years[k]);
        float d1 = (logf(price[k] / strike[k]) + (rate + 0.5f * volatility * volatility) * years[k]) / (volatility * root);
        float n1 = normal(d1), n2 = normal(d1 - volatility * root), discounted = strike[k] * expf(-rate * years[k]);
        call[k] = price[k] * n1 - discounted * n2;
        put[k] = discounted * (1 - n2) - price[k] * (1 - n1);
    }
}

static void black_scholes(const int *size, int repetitions)
{
    int n = size[0];
    float *x = noise(3 * n), *call = NEW(float, n), *put = NEW(float, n);
    for (int k = 0; k < n; k++) x[k] = 5 + 25 * x[k], x[n + k] = 1 + 99 * x[n + k], x[2 * n + k] = 0.25f + 9.75f * x[2 * n + k];
    REPEAT(, prices(n, x, x + n, x + 2 * n, 0.02f, 0.3f, call, put));
    for (int k = 0; k < n; k++) call[k] += 2 * put[k];
    CHECK(call, n);
}

// ---- Histogram: four private copies per thread ----

static void count_parts(int n, const float *x, int bins, int *counts)
{
    memset(counts, 0, sizeof(int) * bins);
#pragma omp parallel
    {
        int own[4 * bins];
        memset(own, 0, sizeof own);
#pragma omp for schedule(static)
        for (int block = 0; block < n; block += 1024) {
            int places[1024], length = least(1024, n - block);
            for (int k = 0; k < length; k++) places[k] = bins * x[block + k];
            for (int k = 0; k < length; k++) own[k % 4 * bins + places[k]]++;
        }
        for (int k = 0; k < bins; k++) {
            int s = own[k] + own[bins + k] + own[2 * bins + k] + own[3 * bins + k];
#pragma omp atomic
            counts[k] += s;
        }
    }
}

static void histogram(const int *size, int repetitions)
{
    int n = size[0], *counts = NEW(int, size[1]);
    float *x = noise(n);
    for (int k = 0; k < n; k++) x[k] *= x[k];
    REPEAT(, count_parts(n, x, size[1], counts));
    CHECK(counts, size[1]);
}

// ---- Floyd-Warshall in tiles of 64 ----

enum { PLACES = 64 };

// Tile (i, j) by way of k to k+63: tiles that are read may be the one that is written.
static void shorten(float *d, int n, int i, int j, int k)
{
    for (int u = k; u < least(k + PLACES, n); u++)
        for (int m = i; m < least(i + PLACES, n); m++) {
            float *row = d + (size_t)m * n, *by = d + (size_t)u * n, first = row[u];
#pragma omp simd
            for (int l = j; l < least(j + PLACES, n); l++) row[l] = leastf(row[l], first + by[l]);
        }
}

// The same where the tiles that are read are finished: four ways at a time.
static void shorten_far(float *d, int n, int i, int j, int k)
{
    if (i + PLACES > n || j + PLACES > n || k + PLACES > n) {
        shorten(d, n, i, j, k);
        return;
    }
    for (int m = i; m < i + PLACES; m++) {
        float *row = d + (size_t)m * n, best[PLACES];
        memcpy(best, row + j, sizeof best);
        for (int u = k; u < k + PLACES; u += 4) {
            const float *by = d + (size_t)u * n + j;
            float a = row[u], b = row[u + 1], c = row[u + 2], e = row[u + 3];
#pragma omp simd
            for (int l = 0; l < PLACES; l++)
                best[l] = leastf(leastf(best[l], leastf(a + by[l], b + by[n + l])), leastf(c + by[2 * n + l], e + by[3 * n + l]));
        }
        memcpy(row + j, best, sizeof best);
    }
}

static void all_ways(float *d, int n)
{
    for (int k = 0; k < n; k += PLACES) {
        shorten(d, n, k, k, k);
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < n; i += PLACES)
                if (i != k) shorten(d, n, k, i, k), shorten(d, n, i, k, k);
#pragma omp for collapse(2)
            for (int i = 0; i < n; i += PLACES)
                for (int j = 0; j < n; j += PLACES)
                    if (i != k && j != k) shorten_far(d, n, i, j, k);
        }
    }
}

static void floyd_warshall(const int *size, int repetitions)
{
    int n = size[0];
    float *start = noise(n * n), *d = NEW(float, n * n);
    for (int k = 0; k < n * n; k++) start[k] = k % (n + 1) == 0 ? 0 : 1 + 1000 * start[k];
    REPEAT(memcpy(d, start, sizeof(float) * n * n), all_ways(d, n));
    CHECK(d, n * n);
}

// ---- Statistics in one pass: single precision within 4096 numbers, relative to the first ----

static void statistics(const int *size, int repetitions)
{
    int n = size[0];
    float *x = noise(n);
    double y[4] = {0};
    for (int k = 0; k < n; k++) x[k] += 1;
    REPEAT(, {
        float low = x[0], high = x[0], origin = x[0];
        double s = 0, q = 0;
        _Pragma("omp parallel for reduction(+ : s, q) reduction(min : low) reduction(max : high)")
        for (int block = 0; block < n; block += 4096) {
            float bs = 0, bq = 0;
            _Pragma("omp simd reduction(+ : bs, bq) reduction(min : low) reduction(max : high)")
            for (int k = block; k < least(block + 4096, n); k++) {
                float v = x[k] - origin;
                bs += v, bq += v * v;
                low = leastf(low, x[k]), high = mostf(high, x[k]);
            }
            s += bs, q += bq;
        }
        y[0] = origin + s / n, y[1] = low, y[2] = high, y[3] = (q - s * s / n) / (n - 1);
    });
    CHECK(y, 4);
}

// ---- Connected components by labels that spread, with a frame around them ----

static int spread_row(int n, const int *restrict in, const int *restrict u, const int *restrict l, const int *restrict d, int *restrict to)
{
    int different = 0;
    for (int k = 1; k <= n; k++) {
        int best = most(l[k], most(most(u[k], d[k]), most(l[k - 1], l[k + 1])));
        best &= -in[k];
        different |= best ^ l[k];
        to[k] = best;
    }
    return different;
}

static int spread(int n, const int *mask, const int *from, int *to)
{
    int changed = 0, wide = n + 2;
#pragma omp parallel for reduction(| : changed)
    for (int m = 1; m <= n; m++) {
        const int *l = from + (size_t)m * wide;
        changed |= spread_row(n, mask + (size_t)(m - 1) * n - 1, l - wide, l, l + wide, to + (size_t)m * wide);
    }
    return changed;
}

static void components(const int *size, int repetitions)
{
    int n = size[0], wide = n + 2, all = wide * wide, *mask = NEW(int, n * n), *a = NEW(int, all), *b = NEW(int, all);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int radius = (7919 * (i / 48) + 10473 * (j / 40)) % 700, u = i % 48 - 24, v = j % 40 - 20;
            mask[i * n + j] = u * u + v * v < radius;
        }
    int *labels = a, *areas = NEW(int, n * n), *counts = NEW(int, n * n + 1);
    REPEAT(, {
        for (int m = 0; m < n; m++)
            for (int k = 0; k < n; k++) a[(size_t)(m + 1) * wide + k + 1] = mask[m * n + k] ? m * n + k + 1 : 0;
        labels = a;
        int *next = b;
        while (spread(n, mask, labels, next)) {
            int *swap = labels;
            labels = next, next = swap;
        }
    });
    for (int k = 0; k < all; k++) counts[labels[k]]++;
    counts[0] = 0;
    for (int m = 0; m < n; m++)
        for (int k = 0; k < n; k++) areas[m * n + k] = counts[labels[(size_t)(m + 1) * wide + k + 1]];
    CHECK(areas, n * n);
}

// ---- Sparse products, conjugate gradients ----

static float row_product(const int *start, const int *column, const float *value, const float *x, int i)
{
    float s = 0;
    for (int k = start[i]; k < start[i + 1]; k++) s += value[k] * x[column[k]];
    return s;
}

static float solve(int n, const int *start, const int *column, const float *value, const float *b, int rounds, float *x, float *r, float *p, float *q)
{
    double rr = 0;
#pragma omp parallel for simd reduction(+ : rr)
    for (int i = 0; i < n; i++) x[i] = 0, r[i] = p[i] = b[i], rr += b[i] * b[i];
    for (int t = 0; t < rounds; t++) {
        double pq = 0, old = rr;
#pragma omp parallel for reduction(+ : pq)
        for (int i = 0; i < n; i++) q[i] = row_product(start, column, value, p, i), pq += p[i] * q[i];
        float alpha = rr / pq;
        rr = 0;
#pragma omp parallel for simd reduction(+ : rr)
        for (int i = 0; i < n; i++) x[i] += alpha * p[i], r[i] -= alpha * q[i], rr += r[i] * r[i];
        float beta = rr / old;
#pragma omp parallel for simd
        for (int i = 0; i < n; i++) p[i] = r[i] + beta * p[i];
    }
    return rr;
}

static void conjugate_gradients(const int *size, int repetitions)
{
    int n = size[0], all = n * n, *start = NEW(int, all + 1), *column = NEW(int, 5 * all), count = 0;
    float *value = NEW(float, 5 * all), *b = noise(all), *x = NEW(float, all), *work = NEW(float, 3 * all);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int d = 0; d < 5; d++) {
                int m = i + (d == 4) - (d == 0), k = j + (d == 3) - (d == 1);
                if (m >= 0 && m < n && k >= 0 && k < n) column[count] = m * n + k, value[count++] = d == 2 ? 4 : -1;
            }
            start[i * n + j + 1] = count;
        }
    REPEAT(, solve(all, start, column, value, b, size[1], x, work, work + all, work + 2 * all));
    CHECK(x, all);
}

static void sparse_product(const int *size, int repetitions)
{
    int n = size[0], *start = NEW(int, n + 1);
    for (int i = 0; i < n; i++) start[i + 1] = start[i] + (31 * i + 7) % size[1];
    int count = start[n], *column = NEW(int, count);
    float *value = noise(count), *x = noise(n), *y = NEW(float, n);
    for (int k = 0, state = 5; k < count; k++) {
        state = (8121 * state + 28411) % 134456;
        column[k] = state % n;
    }
    REPEAT(, {
        _Pragma("omp parallel for schedule(static, 1024)") for (int i = 0; i < n; i++) y[i] = row_product(start, column, value, x, i);
    });
    CHECK(y, n);
}

// ---- Particle filter: the places of all particles in the distribution ascend, so each thread goes along it once ----

static void move_and_weigh(int count, float *x, float *y, float *w, int *seeds, int t, double *sums)
{
    double total = 0, sx = 0, sy = 0;
#pragma omp parallel for simd reduction(+ : total, sx, sy)
    for (int p = 0; p < count; p++) {
        int first = (8121 * seeds[p] + 28411) % 134456, second = (8121 * first + 28411) % 134456;
        float u = (first + 1) / 134456.0f, v = second / 134456.0f, radius = 2 * sqrtf(-2 * logf(u));
        seeds[p] = second;
        x[p] += 2 + radius * cosf(6.2831853f * v);
        y[p] += 1 + radius * sinf(6.2831853f * v);
        float dx = x[p] - (66 + 2 * t), dy = y[p] - (65 + t);
        w[p] = expf(-(dx * dx + dy * dy) / 18);
        total += w[p], sx += w[p] * x[p], sy += w[p] * y[p];
    }
    sums[0] = total, sums[1] = sx / total, sums[2] = sy / total;
}

static void choose(int count, const float *x, const float *y, const float *distribution, float *new_x, float *new_y)
{
#pragma omp parallel
    {
        int threads = omp_get_num_threads(), id = omp_get_thread_num();
        int from = (long)count * id / threads, to = (long)count * (id + 1) / threads, low = 0, high = count - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (distribution[middle] < (from + 0.5f) / count) low = middle + 1;
            else high = middle;
        }
        for (int p = from; p < to; p++) {
            float u = (p + 0.5f) / count;
            while (low < count - 1 && distribution[low] < u) low++;
            new_x[p] = x[low], new_y[p] = y[low];
        }
    }
}

static void particle_filter(const int *size, int repetitions)
{
    int count = size[0], frames = size[1], *seeds = NEW(int, count);
    float *memory_of_all = NEW(float, 5 * count), *w = memory_of_all + 4 * (size_t)count, *estimates = NEW(float, 2 * frames);
    REPEAT(, {
        float *x = memory_of_all;
        float *y = x + count;
        float *new_x = y + count;
        float *new_y = new_x + count;
        for (int p = 0; p < count; p++) x[p] = y[p] = 64, seeds[p] = (1009 * p + 17) % 134456;
        for (int t = 0; t < frames; t++) {
            double sums[3];
            move_and_weigh(count, x, y, w, seeds, t, sums);
            estimates[2 * t] = sums[1], estimates[2 * t + 1] = sums[2];
            double running = 0;
            for (int p = 0; p < count; p++) running += w[p], w[p] = running / sums[0];
            choose(count, x, y, w, new_x, new_y);
            float *swap = x;
            x = new_x, new_x = swap;
            swap = y, y = new_y, new_y = swap;
        }
    });
    CHECK(estimates, 2 * frames);
}

// ---- Life: sums of columns of three, then of three of these ----

static void generation_row(int n, const byte *restrict u, const byte *restrict c, const byte *restrict d, byte *restrict sums, byte *restrict to)
{
    for (int k = 0; k < n; k++) sums[k + 1] = u[k] + c[k] + d[k];
    sums[0] = sums[n], sums[n + 1] = sums[1];
    for (int k = 0; k < n; k++) {
        byte count = sums[k] + sums[k + 1] + sums[k + 2];
        to[k] = (byte)(count == 3) | ((byte)(count == 4) & c[k]);
    }
}

static void generation(int n, const byte *x, byte *y)
{
#pragma omp parallel for
    for (int m = 0; m < n; m++) {
        const byte *u = x + (size_t)(m ? m - 1 : n - 1) * n, *d = x + (size_t)(m < n - 1 ? m + 1 : 0) * n;
        byte sums[n + 2];
        generation_row(n, u, x + (size_t)m * n, d, sums, y + (size_t)m * n);
    }
}

static void life(const int *size, int repetitions)
{
    int n = size[0];
    float *random = noise(n * n);
    byte *start = NEW(byte, n * n), *a = NEW(byte, n * n), *b = NEW(byte, n * n), *y = 0;
    for (int k = 0; k < n * n; k++) start[k] = random[k] < 0.35f;
    REPEAT(, {
        const byte *from = start;
        for (int t = 0; t < size[1]; t++) {
            y = t % 2 ? a : b;
            generation(n, from, y);
            from = y;
        }
    });
    CHECK(y, n * n);
}

// ---- Needleman-Wunsch: a row is a running maximum, in vectors; tiles in wavefronts ----

static inline ints greater(ints a, ints b)
{
    ints m = a > b;
    return (a & m) | (b & ~m);
}

static void align_row(const int *up, int *to, const int *profile, int from, int end, int gap)
{
    ints lane;
    for (int l = 0; l < LANES; l++) lane[l] = l;
    const ints least_ints = lane * 0 + INT_MIN / 2;
    int j = from;
    for (; j + LANES <= end; j += LANES) {
        ints v = greater(LOAD_INTS(up + j - 1) + LOAD_INTS(profile + j - 1), LOAD_INTS(up + j) - gap) + lane * gap;
#define STEP(k) v = greater(v, MOVED(least_ints, v, k));
        FROM_BELOW(STEP)
#undef STEP
        STORE_INTS(to + j, greater(v, lane * 0 + (to[j - 1] - gap)) - lane * gap);
    }
    for (; j < end; j++) to[j] = most(up[j - 1] + profile[j - 1], most(up[j], to[j - 1]) - gap);
}

static void align(int n, const int *a, const int *profiles, int *score, int gap)
{
    enum { ROWS = 128, COLUMNS = 512 };
    int wide = n + 1, down = (n + ROWS - 1) / ROWS, along = (n + COLUMNS - 1) / COLUMNS;
    for (int k = 0; k <= n; k++) score[k] = score[(size_t)k * wide] = -k * gap;
    for (int d = 0; d < down + along - 1; d++)
#pragma omp parallel for schedule(dynamic)
        for (int t = most(0, d - down + 1); t <= least(d, along - 1); t++)
            for (int i = (d - t) * ROWS + 1; i <= least((d - t + 1) * ROWS, n); i++)
                align_row(score + (size_t)(i - 1) * wide, score + (size_t)i * wide, profiles + (size_t)a[i - 1] * n,
                          t * COLUMNS + 1, least((t + 1) * COLUMNS, n) + 1, gap);
}

static void needleman_wunsch(const int *size, int repetitions)
{
    int n = size[0], *a = NEW(int, n), *b = NEW(int, n), similarity[24][24], *profiles = NEW(int, 24 * n);
    int *score = NEW(int, (n + 1) * (n + 1));
    float *x = noise(2 * n);
    for (int k = 0; k < n; k++) a[k] = 24 * x[k], b[k] = 24 * x[n + k];
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 24; j++) similarity[i][j] = i == j ? 6 : (7 * (i + j) + i * j) % 8 - 5;
    REPEAT(, {
        for (int i = 0; i < 24; i++)
            for (int j = 0; j < n; j++) profiles[i * n + j] = similarity[i][b[j]];
        align(n, a, profiles, score, 4);
    });
    CHECK(score, (n + 1) * (n + 1));
}

// ---- Filter in the frequency domain, by FFTW ----

static void fft_filter(const int *size, int repetitions)
{
#ifdef WITH_FFTW
    int n = size[0], half = n / 2 + 1;
    float *x = picture(n, n), *response = NEW(float, n * half), *y = NEW(float, n * n), *from = NEW(float, n * n);
    float (*f)[2] = memory(sizeof(float[2]) * n * half);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < half; j++) {
            float u = least(i, n - i) / (float)n, v = j / (float)n;
            response[i * half + j] = 1 / (1 + 400 * (u * u + v * v));
        }
    fftwf_init_threads();
    fftwf_plan_with_nthreads(omp_get_max_threads());
    fftwf_plan there = fftwf_plan_dft_r2c_2d(n, n, from, f, FFTW_MEASURE), back = fftwf_plan_dft_c2r_2d(n, n, f, y, FFTW_MEASURE);
    memcpy(from, x, sizeof(float) * n * n);
    REPEAT(, {
        fftwf_execute(there);
        float scale = 1.0f / (n * n);
        _Pragma("omp parallel for simd") for (int k = 0; k < n * half; k++) f[k][0] *= response[k] * scale,
            f[k][1] *= response[k] * scale;
        fftwf_execute(back);
    });
    CHECK(y, n * n);
#else
    fprintf(stderr, "not expressible without FFTW\n");
    exit(2);
#endif
}

// ---- Tables of sums: rows by running sums in vectors; each thread a band of rows, moved up by the bands above ----

static inline floats running(floats v)
{
    const floats zero = {0};
#define STEP(k) v += MOVED(zero, v, k);
    FROM_BELOW(STEP)
#undef STEP
    return v;
}

static void table_row(int n, const float *x, int squared, const float *up, float *to)
{
    floats before = {0};
    int k = 0;
    for (; k + LANES <= n; k += LANES) {
        floats v = LOAD(x + k);
        v = running(squared ? v * v : v) + before;
        STORE(to + k, up ? v + LOAD(up + k) : v);
        before = before * 0 + v[LANES - 1];
    }
    float s = before[0];
    for (; k < n; k++) s += squared ? x[k] * x[k] : x[k], to[k] = s + (up ? up[k] : 0);
}

// table[m+1][n+1] is the sum of all x[0..m][0..n]; the first row and column are zeros.
static void table_of_sums(int rows, int columns, const float *x, int squared, float *table)
{
    int wide = columns + 1;
#pragma omp parallel
    {
        int threads = omp_get_num_threads(), id = omp_get_thread_num();
        int from = (long)rows * id / threads, to = (long)rows * (id + 1) / threads;
        for (int m = from; m < to; m++)
            table_row(columns, x + (size_t)m * columns, squared, m > from ? table + (size_t)m * wide + 1 : 0,
                      table + (size_t)(m + 1) * wide + 1);
#pragma omp barrier
        float above[columns];
        memset(above, 0, sizeof above);
        for (int t = 1; t <= id; t++) {
            const float *last = table + (size_t)((long)rows * t / threads) * wide + 1;
            for (int k = 0; k < columns; k++) above[k] += last[k];
        }
#pragma omp barrier
        for (int m = from; m < to && id > 0; m++)
            for (int k = 0; k < columns; k++) table[(size_t)(m + 1) * wide + 1 + k] += above[k];
    }
}

static void contrast_row(int n, const float *x, const float *s1, const float *s0, const float *q1, const float *q0, int rows, int radius, float *y)
{
    for (int part = 0; part < 3; part++) {
        int inner = least(radius, n), outer = most(n - radius, inner);
        int from = part == 0 ? 0 : part == 1 ? inner : outer, to = part == 0 ? inner : part == 1 ? outer : n;
        for (int k = from; k < to; k++) {
            int l = part == 1 ? k - radius : most(k - radius, 0), r = part == 1 ? k + radius + 1 : least(k + radius + 1, n);
            float inverse = 1.0f / (rows * (r - l)), average = (s1[r] - s0[r] - s1[l] + s0[l]) * inverse;
            float variance = mostf((q1[r] - q0[r] - q1[l] + q0[l]) * inverse - average * average, 0);
            y[k] = (x[k] - average) / sqrtf(variance + 0.01f);
        }
    }
}

static void local_contrast(const int *size, int repetitions)
{
    int n = size[0], radius = size[1], wide = n + 1;
    float *x = picture(n, n), *sums = NEW(float, wide * wide), *squares = NEW(float, wide * wide), *y = NEW(float, n * n);
    for (int k = 0; k < n * n; k++) x[k] /= 255;
    REPEAT(, {
        table_of_sums(n, n, x, 0, sums);
        table_of_sums(n, n, x, 1, squares);
        _Pragma("omp parallel for") for (int m = 0; m < n; m++) {
            size_t top = (size_t)most(m - radius, 0);
            size_t bottom = (size_t)least(m + radius + 1, n);
            contrast_row(n, x + (size_t)m * n, sums + bottom * wide, sums + top * wide, squares + bottom * wide, squares + top * wide,
                         bottom - top, radius, y + (size_t)m * n);
        }
    });
    CHECK(y, n * n);
}

// ---- Box blur of bytes: the same with ints ----

static void byte_table_row(int n, const byte *x, const int *up, int *to)
{
    ints before = {0};
    const ints zero = {0};
    int k = 0;
    for (; k + LANES <= n; k += LANES) {
        ints v;
        for (int l = 0; l < LANES; l++) v[l] = x[k + l];
#define STEP(k) v += MOVED(zero, v, k);
        FROM_BELOW(STEP)
#undef STEP
        v += before;
        STORE_INTS(to + k, up ? v + LOAD_INTS(up + k) : v);
        before = zero + v[LANES - 1];
    }
    int s = before[0];
    for (; k < n; k++) s += x[k], to[k] = s + (up ? up[k] : 0);
}

static void byte_table(int n, const byte *x, int *table)
{
    int wide = n + 1;
#pragma omp parallel
    {
        int threads = omp_get_num_threads(), id = omp_get_thread_num();
        int from = (long)n * id / threads, to = (long)n * (id + 1) / threads;
        for (int m = from; m < to; m++)
            byte_table_row(n, x + (size_t)m * n, m > from ? table + (size_t)m * wide + 1 : 0, table + (size_t)(m + 1) * wide + 1);
#pragma omp barrier
        int above[n];
        memset(above, 0, sizeof above);
        for (int t = 1; t <= id; t++) {
            const int *last = table + (size_t)((long)n * t / threads) * wide + 1;
            for (int k = 0; k < n; k++) above[k] += last[k];
        }
#pragma omp barrier
        for (int m = from; m < to && id > 0; m++)
            for (int k = 0; k < n; k++) table[(size_t)(m + 1) * wide + 1 + k] += above[k];
    }
}

static void box_blur(const int *size, int repetitions)
{
    int n = size[0], radius = size[1], wide = n + 1, *table = NEW(int, wide * wide);
    byte *x = byte_picture(n, n);
    float *y = NEW(float, n * n);
    REPEAT(, {
        byte_table(n, x, table);
        _Pragma("omp parallel for") for (int m = 0; m < n; m++) {
            int top = most(m - radius, 0);
            int bottom = least(m + radius + 1, n);
            int inner = least(radius, n);
            int outer = most(n - radius, inner);
            const int *s1 = table + (size_t)bottom * wide;
            const int *s0 = table + (size_t)top * wide;
            float *to = y + (size_t)m * n;
            float inverse = 1.0f / ((bottom - top) * (2 * radius + 1));
            for (int k = 0; k < n; k = k == inner - 1 && outer > inner ? outer : k + 1) {
                int l = most(k - radius, 0), r = least(k + radius + 1, n);
                to[k] = (s1[r] - s0[r] - s1[l] + s0[l]) / (float)((bottom - top) * (r - l));
            }
            for (int k = inner; k < outer; k++)
                to[k] = (s1[k + radius + 1] - s0[k + radius + 1] - s1[k - radius] + s0[k - radius]) * inverse;
        }
    });
    CHECK(y, n * n);
}

// ---- SRAD: differences are computed again rather than stored; the statistics of the next step on the way ----

static inline float coefficient(float v, float up, float down, float left, float right, float q0)
{
    float north = up - v, south = down - v, west = left - v, east = right - v, inverse = 1 / v;
    float gradient = (north * north + south * south + west * west + east * east) * inverse * inverse;
    float laplacian = (north + south + west + east) * inverse, d = 1 + 0.25f * laplacian;
    float q = (0.5f * gradient - laplacian * laplacian / 16) / (d * d);
    return leastf(mostf(1 / (1 + (q - q0) / (q0 * (1 + q0))), 0), 1);
}

static void coefficients(int n, const float *image, float q0, float *c)
{
#pragma omp parallel for
    for (int m = 0; m < n; m++) {
        const float *i = image + (size_t)m * n, *u = m > 0 ? i - n : i, *d = m < n - 1 ? i + n : i;
        float *to = c + (size_t)m * n;
        to[0] = coefficient(i[0], u[0], d[0], i[0], i[1], q0);
#pragma omp simd
        for (int k = 1; k < n - 1; k++) to[k] = coefficient(i[k], u[k], d[k], i[k - 1], i[k + 1], q0);
        to[n - 1] = coefficient(i[n - 1], u[n - 1], d[n - 1], i[n - 2], i[n - 1], q0);
    }
}

static void diffuse(int n, const float *from, const float *c, float step, float *to, double *sums)
{
    double total = 0, squares = 0;
#pragma omp parallel for reduction(+ : total, squares)
    for (int m = 0; m < n; m++) {
        const float *i = from + (size_t)m * n, *u = m > 0 ? i - n : i, *d = m < n - 1 ? i + n : i;
        const float *a = c + (size_t)m * n, *b = m < n - 1 ? a + n : a;
        float *y = to + (size_t)m * n, s = 0, q = 0;
        y[0] = i[0] + step * (a[0] * (u[0] - i[0]) + b[0] * (d[0] - i[0]) + a[1] * (i[1] - i[0]));
        s = y[0], q = y[0] * y[0];
#pragma omp simd reduction(+ : s, q)
        for (int k = 1; k < n - 1; k++) {
            float v = i[k];
            v += step * (a[k] * (u[k] - v) + b[k] * (d[k] - v) + a[k] * (i[k - 1] - v) + a[k + 1] * (i[k + 1] - v));
            y[k] = v, s += v, q += v * v;
        }
        int k = n - 1;
        y[k] = i[k] + step * (a[k] * (u[k] - i[k]) + b[k] * (d[k] - i[k]) + a[k] * (i[k - 1] - i[k]));
        total += s + y[k], squares += q + y[k] * y[k];
    }
    sums[0] = total, sums[1] = squares;
}

static void srad(const int *size, int repetitions)
{
    int n = size[0], all = n * n;
    float *start = picture(n, n), *a = NEW(float, all), *b = NEW(float, all), *c = NEW(float, all);
    for (int k = 0; k < all; k++) start[k] = expf(start[k] / 255);
    float *y = a;
    REPEAT(memcpy(a, start, sizeof(float) * all), {
        double sums[2] = {0};
        double s = 0;
        double q = 0;
        _Pragma("omp parallel for simd reduction(+ : s, q)") for (int k = 0; k < all; k++) s += a[k], q += a[k] * a[k];
        sums[0] = s, sums[1] = q;
        for (int t = 0; t < size[1]; t++) {
            double average = sums[0] / all, variance = (sums[1] - all * average * average) / (all - 1);
            float *from = t % 2 ? b : a;
            y = t % 2 ? a : b;
            coefficients(n, from, variance / (average * average), c);
            diffuse(n, from, c, 0.125f, y, sums);
        }
    });
    CHECK(y, all);
}

// ---- Lattice Boltzmann, velocities written out ----

static inline float relaxed(float v, float w, float rho, float cu, float uu)
{
    return v + 1.2f * (w * rho * (1 + cu + 0.5f * cu * cu - 1.5f * uu) - v);
}

static inline void collide(const float *const in[9], float *const out[9], int k, int left, int right)
{
    float f0 = in[0][k], f1 = in[1][left], f2 = in[2][k], f3 = in[3][right], f4 = in[4][k];
    float f5 = in[5][left], f6 = in[6][right], f7 = in[7][right], f8 = in[8][left];
    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inverse = 1 / rho;
    float ux = (f1 - f3 + f5 - f6 - f7 + f8) * inverse, uy = (f2 - f4 + f5 + f6 - f7 - f8) * inverse, uu = ux * ux + uy * uy;
    out[0][k] = relaxed(f0, 4 / 9.0f, rho, 0, uu);
    out[1][k] = relaxed(f1, 1 / 9.0f, rho, 3 * ux, uu);
    out[2][k] = relaxed(f2, 1 / 9.0f, rho, 3 * uy, uu);
    out[3][k] = relaxed(f3, 1 / 9.0f, rho, -3 * ux, uu);
    out[4][k] = relaxed(f4, 1 / 9.0f, rho, -3 * uy, uu);
    out[5][k] = relaxed(f5, 1 / 36.0f, rho, 3 * (ux + uy), uu);
    out[6][k] = relaxed(f6, 1 / 36.0f, rho, 3 * (uy - ux), uu);
    out[7][k] = relaxed(f7, 1 / 36.0f, rho, -3 * (ux + uy), uu);
    out[8][k] = relaxed(f8, 1 / 36.0f, rho, 3 * (ux - uy), uu);
}

static void flow_step(int n, const float *f, float *g)
{
    static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma omp parallel for
    for (int m = 0; m < n; m++) {
        const float *in[9];
        float *out[9];
        for (int k = 0; k < 9; k++) {
            in[k] = f + ((size_t)k * n + (m - cy[k] + n) % n) * n;
            out[k] = g + ((size_t)k * n + m) * n;
        }
        collide(in, out, 0, n - 1, 1);
#pragma omp simd
        for (int k = 1; k < n - 1; k++) collide(in, out, k, k - 1, k + 1);
        collide(in, out, n - 1, n - 2, 0);
    }
}

static void lattice_boltzmann(const int *size, int repetitions)
{
    int n = size[0], all = 9 * n * n;
    static const float w[9] = {4 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
    float *start = noise(all), *a = NEW(float, all), *b = NEW(float, all), *y = 0;
    for (int k = 0; k < all; k++) start[k] = w[k / (n * n)] * (1 + 0.1f * start[k]);
    REPEAT(, {
        const float *from = start;
        for (int t = 0; t < size[1]; t++) {
            y = t % 2 ? a : b;
            flow_step(n, from, y);
            from = y;
        }
    });
    CHECK(y, all);
}

// ---- Running sum in vectors; each thread a part, which starts from the sums of those before ----

static void running_part(int n, const float *x, float before, float *y)
{
    floats carried = (floats){0} + before;
    int k = 0;
    for (; k + LANES <= n; k += LANES) {
        floats v = running(LOAD(x + k)) + carried;
        STORE(y + k, v);
        carried = carried * 0 + v[LANES - 1];
    }
    float s = carried[0];
    for (; k < n; k++) y[k] = s += x[k];
}

static void scan_of(int n, const float *x, float *y)
{
    double starts[omp_get_max_threads() + 1];
    starts[0] = 0;
#pragma omp parallel
    {
        int threads = omp_get_num_threads(), id = omp_get_thread_num();
        int from = (long)n * id / threads, to = (long)n * (id + 1) / threads;
        double s = 0;
        for (int k = from; k < to && id < threads - 1; k += 512) {
            float block = 0;
            for (int j = k; j < least(k + 512, to); j++) block += x[j];
            s += block;
        }
        starts[id + 1] = s;
#pragma omp barrier
        double before = 0;
        for (int t = 1; t <= id; t++) before += starts[t];
        running_part(to - from, x + from, before, y + from);
    }
}

static void scan(const int *size, int repetitions)
{
    int n = size[0];
    float *x = noise(n), *y = NEW(float, n);
    for (int k = 0; k < n; k++) x[k] -= 0.5f;
    REPEAT(, scan_of(n, x, y));
    CHECK(y, n);
}

// ---- Odd-even transposition: least and greatest of each pair; too short for threads ----

static void odd_even_sort(const int *size, int repetitions)
{
    int n = size[0];
    float *start = noise(n), *x = NEW(float, n);
    REPEAT(memcpy(x, start, sizeof(float) * n), {
        for (int t = 0; t < n; t++) {
            float *p = x + t % 2;
            int pairs = (n - t % 2) / 2;
            _Pragma("omp simd") for (int k = 0; k < pairs; k++) {
                float a = p[2 * k], b = p[2 * k + 1];
                p[2 * k] = leastf(a, b), p[2 * k + 1] = mostf(a, b);
            }
        }
    });
    CHECK(x, n);
}

// ---- k-means: distances to all centres at once, centres turned so that they lie side by side ----

static int nearest_of(const float *point, int features, int clusters, const float *turned)
{
    float distance[clusters];
    memset(distance, 0, sizeof distance);
    for (int f = 0; f < features; f++)
        for (int c = 0; c < clusters; c++) {
            float d = point[f] - turned[f * clusters + c];
            distance[c] += d * d;
        }
    int best = 0;
    for (int c = 1; c < clusters; c++)
        if (distance[c] < distance[best]) best = c;
    return best;
}

static void kmeans_round(int n, const float *x, int features, int clusters, float *turned)
{
    float sums[clusters * features];
    int counts[clusters];
    memset(sums, 0, sizeof sums);
    memset(counts, 0, sizeof counts);
#pragma omp parallel for reduction(+ : sums, counts)
    for (int block = 0; block < n; block += 4096) {
        float part[clusters * features];
        memset(part, 0, sizeof part);
        for (int i = block; i < least(block + 4096, n); i++) {
            int c = features == 8 && clusters == 16 ? nearest_of(x + (size_t)i * 8, 8, 16, turned)
                                                    : nearest_of(x + (size_t)i * features, features, clusters, turned);
            counts[c]++;
            for (int f = 0; f < features; f++) part[c * features + f] += x[(size_t)i * features + f];
        }
        for (int k = 0; k < clusters * features; k++) sums[k] += part[k];
    }
    for (int c = 0; c < clusters; c++)
        for (int f = 0; f < features; f++)
            if (counts[c]) turned[f * clusters + c] = sums[c * features + f] / counts[c];
}

static void kmeans(const int *size, int repetitions)
{
    int n = size[0], features = size[1], clusters = size[2];
    float *x = noise(n * features), *turned = NEW(float, clusters * features), *centres = NEW(float, clusters * features);
    REPEAT(, {
        for (int c = 0; c < clusters; c++)
            for (int f = 0; f < features; f++) turned[f * clusters + c] = x[c * features + f];
        for (int t = 0; t < size[3]; t++) kmeans_round(n, x, features, clusters, turned);
        for (int c = 0; c < clusters; c++)
            for (int f = 0; f < features; f++) centres[c * features + f] = turned[f * clusters + c];
    });
    CHECK(centres, clusters * features);
}

// ---- Median of 3×3: columns sorted, then the middle of the greatest least, the middle middle and the least greatest ----

#define SORT(a, b)                                                                                                          \
    do {                                                                                                                    \
        float low_ = leastf(a, b);                                                                                          \
        b = mostf(a, b);                                                                                                    \
        a = low_;                                                                                                           \
    } while (0)

static inline float middle(float a, float b, float c) { return mostf(leastf(a, b), leastf(mostf(a, b), c)); }

static void median_row(int n, const float *u, const float *c, const float *d, float *to, float *low, float *mid, float *high)
{
    for (int k = 0; k < n; k++) {
        float x = u[k], y = c[k], z = d[k];
        SORT(x, y);
        SORT(y, z);
        SORT(x, y);
        low[k] = x, mid[k] = y, high[k] = z;
    }
    low[-1] = low[0], mid[-1] = mid[0], high[-1] = high[0];
    low[n] = low[n - 1], mid[n] = mid[n - 1], high[n] = high[n - 1];
    for (int k = 0; k < n; k++)
        to[k] = middle(mostf(mostf(low[k - 1], low[k]), low[k + 1]), middle(mid[k - 1], mid[k], mid[k + 1]),
                       leastf(leastf(high[k - 1], high[k]), high[k + 1]));
}

static void median3x3(const int *size, int repetitions)
{
    int n = size[0];
    float *x = picture(n, n), *y = NEW(float, n * n);
    REPEAT(, {
        _Pragma("omp parallel for") for (int m = 0; m < n; m++) {
            float rows[3][n + 2];
            const float *c = x + (size_t)m * n;
            median_row(n, m ? c - n : c, c, m < n - 1 ? c + n : c, y + (size_t)m * n, rows[0] + 1, rows[1] + 1, rows[2] + 1);
        }
    });
    CHECK(y, n * n);
}

// ---- Colours: 64 pixels at a time, channels apart ----

static void select_row(int n, const byte *image, byte *mask)
{
    enum { STRIP = 64 };
    for (int from = 0; from < n; from += STRIP) {
        int length = least(STRIP, n - from);
        byte channels[3][STRIP] = {{0}}, result[STRIP];
        for (int k = 0; k < length; k++)
            for (int c = 0; c < 3; c++) channels[c][k] = image[3 * (size_t)(from + k) + c];
        for (int k = 0; k < STRIP; k++) {
            float red = channels[0][k], green = channels[1][k], blue = channels[2][k];
            float luma = 0.299f * red + 0.587f * green + 0.114f * blue;
            float cr = 0.713f * (red - luma) + 128, cb = 0.564f * (blue - luma) + 128;
            result[k] = (luma > 60.5f) & (cr > 128.5f) & (cr < 200.5f) & (cb > 70.5f) & (cb < 140.5f) ? 255 : 0;
        }
        memcpy(mask + from, result, length);
    }
}

static void colour_threshold(const int *size, int repetitions)
{
    int rows = size[0], columns = size[1];
    byte *grey = byte_picture(rows, columns), *image = NEW(byte, 3 * (size_t)rows * columns), *mask = NEW(byte, rows * columns);
    for (int m = 0; m < rows; m++)
        for (int n = 0; n < columns; n++) {
            byte *pixel = image + 3 * ((size_t)m * columns + n);
            pixel[0] = grey[m * columns + n];
            pixel[1] = grey[m * columns + columns - 1 - n];
            pixel[2] = grey[(rows - 1 - m) * columns + n];
        }
    REPEAT(, {
        _Pragma("omp parallel for") for (int m = 0; m < rows; m++)
            select_row(columns, image + 3 * (size_t)m * columns, mask + (size_t)m * columns);
    });
    CHECK(mask, rows * columns);
}


// Lanes at places that are known only at run time; whether any lane of a mask is set.
#if defined(__AVX512F__)
#define CHOSEN(v, places) ((floats)_mm512_permutexvar_ps((__m512i)(places), (__m512)(v)))
#define ANY(mask) (_mm512_test_epi32_mask((__m512i)(mask), (__m512i)(mask)) != 0)
#elif defined(__AVX2__)
#define CHOSEN(v, places) ((floats)_mm256_permutevar8x32_ps((__m256)(v), (__m256i)(places)))
#define ANY(mask) (!_mm256_testz_si256((__m256i)(mask), (__m256i)(mask)))
#else
static int any_lane(ints mask)
{
    int any = 0;
    for (int l = 0; l < LANES; l++) any |= mask[l];
    return any;
}
#define ANY(mask) any_lane(mask)
#endif
// Keeps a value in a register rather than loading it for each use.
#ifdef __AVX2__
#define IN_REGISTER(v) __asm__("" : "+v"(v))
#else
#define IN_REGISTER(v) (void)0
#endif

static int clamped(int k, int n) { return most(0, least(k, n - 1)); }
static int rounded_up(int k, int unit) { return (k + unit - 1) / unit * unit; }

// ---- Structural similarity: strips of columns, in which rows that are smoothed along themselves wait for those around them.
// Of the variances only the sum is asked for, so the sum of the squares is smoothed once: four pictures instead of five ----

enum { SIDE = 5, TAPS = 2 * SIDE + 1, STRIP = 128, MAPS = 4 };
typedef struct { float map[MAPS][STRIP]; } smooth_row;
typedef struct { float map[MAPS][STRIP + 2 * SIDE + LANES]; } wide_row;

// Both pictures, the sum of their squares, their product; `from` is the first column of the strip.
static void products(int n, int from, const float *x, const float *y, wide_row *to)
{
    enum { COUNT = STRIP + 2 * SIDE };
    float edge[2][COUNT];
    const float *a = x + from - SIDE, *b = y + from - SIDE;
    if (from < SIDE || from + STRIP + SIDE > n) {
        for (int k = 0; k < COUNT; k++) {
            int column = clamped(from + k - SIDE, n);
            edge[0][k] = x[column], edge[1][k] = y[column];
        }
        a = edge[0], b = edge[1];
    }
    for (int k = 0; k < COUNT; k++) {
        to->map[0][k] = a[k];
        to->map[1][k] = b[k];
        to->map[2][k] = a[k] * a[k] + b[k] * b[k];
        to->map[3][k] = a[k] * b[k];
    }
}

typedef struct { floats of[SIDE + 1]; } weight_vectors; // as locals: stores to floats could change those in memory

static weight_vectors weight_vectors_of(const float *w)
{
    weight_vectors v;
    for (int t = 0; t <= SIDE; t++) v.of[t] = w[t] - (floats){0};
    return v;
}

static void smooth_along(const wide_row *from, const float *weights, smooth_row *to)
{
    const weight_vectors w = weight_vectors_of(weights);
    for (int map = 0; map < MAPS; map++)
        for (int k = 0; k < STRIP; k += LANES) {
            const float *p = from->map[map] + k;
            floats sum = w.of[SIDE] * LOAD(p + SIDE);
#pragma GCC unroll 5
            for (int t = 0; t < SIDE; t++) sum += w.of[t] * (LOAD(p + t) + LOAD(p + TAPS - 1 - t));
            *(floats *)(to->map[map] + k) = sum;
        }
}

static inline floats smooth_across(const smooth_row *const *rows, const weight_vectors *w, int map, int k)
{
    floats sum = w->of[SIDE] * *(const floats *)(rows[SIDE]->map[map] + k);
#pragma GCC unroll 5
    for (int t = 0; t < SIDE; t++)
        sum += w->of[t] * (*(const floats *)(rows[t]->map[map] + k) + *(const floats *)(rows[TAPS - 1 - t]->map[map] + k));
    return sum;
}

static void similarity_row(const smooth_row *const *rows, const float *weights, int length, float *to)
{
    const float c1 = 0.01f * 255 * (0.01f * 255), c2 = 0.03f * 255 * (0.03f * 255);
    const weight_vectors w = weight_vectors_of(weights);
    for (int k = 0; k < length; k += LANES) {
        floats mx = smooth_across(rows, &w, 0, k), my = smooth_across(rows, &w, 1, k);
        floats squares = mx * mx + my * my, product = mx * my;
        floats variances = smooth_across(rows, &w, 2, k) - squares, covariance = smooth_across(rows, &w, 3, k) - product;
        floats s = (2 * product + c1) * (2 * covariance + c2) / ((squares + c1) * (variances + c2));
        if (k + LANES <= length) STORE(to + k, s);
        else memcpy(to + k, &s, sizeof(float) * (length - k));
    }
}

static void similarity_strip(int n, int top, int bottom, int from, const float *x, const float *y, const float *w, float *s)
{
    _Alignas(64) smooth_row ring[TAPS];
    _Alignas(64) wide_row wide;
    const smooth_row *rows[2 * TAPS]; // twice, so that from any of them the next ones follow
    for (int i = 0; i < 2 * TAPS; i++) rows[i] = &ring[i % TAPS];
    for (int m = top - SIDE, slot = 0; m < bottom + SIDE; m++, slot = slot == TAPS - 1 ? 0 : slot + 1) {
        size_t row = clamped(m, n);
        products(n, from, x + row * n, y + row * n, &wide);
        smooth_along(&wide, w, &ring[slot]);
        if (m >= top + SIDE) similarity_row(rows + slot + 1, w, least(STRIP, n - from), s + (size_t)(m - SIDE) * n + from);
    }
}

static void similarity(const int *size, int repetitions)
{
    int n = size[0], parts = omp_get_max_threads();
    float *x = picture(n, n), *grain = noise(n * n), *y = NEW(float, n * n), *s = NEW(float, n * n), w[TAPS], sum = 0;
    for (int k = 0; k < n * n; k++) y[k] = 0.9f * x[k] + 20 * grain[k];
    for (int k = 0; k < TAPS; k++) sum += w[k] = expf(-(k - SIDE) * (k - SIDE) / 4.5f);
    for (int k = 0; k < TAPS; k++) w[k] /= sum;
    REPEAT(, {
        _Pragma("omp parallel for collapse(2)") for (int part = 0; part < parts; part++)
            for (int from = 0; from < n; from += STRIP)
                similarity_strip(n, part * n / parts, (part + 1) * n / parts, from, x, y, w, s);
    });
    CHECK(s, n * n);
}

// ---- Cubic interpolation: tables of places and weights; the last four rows of the first step wait for the second ----

typedef struct { int count, *first; float *weight[4]; } cubic_table;

static cubic_table new_cubic_table(int count)
{
    int padded = rounded_up(count, LANES);
    cubic_table t = {count, NEW(int, padded), {NEW(float, padded), NEW(float, padded), NEW(float, padded), NEW(float, padded)}};
    return t;
}

static void fill_cubic_table(cubic_table *t, int from)
{
    int padded = rounded_up(t->count, LANES);
    for (int n = 0; n < padded; n++) {
        float place = (least(n, t->count - 1) + 0.5f) * from / t->count - 0.5f, below = floorf(place), u = place - below;
        t->first[n] = (int)below - 1;
        t->weight[0][n] = ((-0.5f * (1 + u) + 2.5f) * (1 + u) - 4) * (1 + u) + 2;
        t->weight[1][n] = (1.5f * u - 2.5f) * u * u + 1;
        t->weight[2][n] = (1.5f * (1 - u) - 2.5f) * (1 - u) * (1 - u) + 1;
        t->weight[3][n] = ((-0.5f * (2 - u) + 2.5f) * (2 - u) - 4) * (2 - u) + 2;
    }
}

// Columns of a row of x, which can be read beyond its ends. Where the row grows, what a vector needs lies in one vector.
static void resize_along(const cubic_table *t, int grows, const float *x, float *to)
{
#ifdef CHOSEN
    for (int n = 0; grows && n < t->count; n += LANES) {
        const float *p = x + t->first[n];
        ints places = *(const ints *)(t->first + n) - t->first[n];
        floats sum = *(const floats *)(t->weight[0] + n) * CHOSEN(LOAD(p), places);
        sum += *(const floats *)(t->weight[1] + n) * CHOSEN(LOAD(p + 1), places);
        sum += *(const floats *)(t->weight[2] + n) * CHOSEN(LOAD(p + 2), places);
        sum += *(const floats *)(t->weight[3] + n) * CHOSEN(LOAD(p + 3), places);
        *(floats *)(to + n) = sum;
    }
    if (grows) return;
#endif
    for (int n = 0; n < t->count; n++) {
        const float *p = x + t->first[n];
        to[n] = t->weight[0][n] * p[0] + t->weight[1][n] * p[1] + t->weight[2][n] * p[2] + t->weight[3][n] * p[3];
    }
}

static void resize_rows(int n, const cubic_table *down, const cubic_table *along, int from, int end, const float *x, float *y)
{
    enum { FRAME = 32 };
    int count = along->count, padded = rounded_up(count, LANES), next = INT_MIN;
    _Alignas(64) float ring[4][padded], framed[n + 2 * FRAME];
    for (int m = from; m < end; m++) {
        int first = down->first[m];
        for (next = most(next, first); next < first + 4; next++) {
            const float *row = x + (size_t)clamped(next, n) * n;
            memcpy(framed + FRAME, row, sizeof(float) * n);
            for (int k = 0; k < FRAME; k++) framed[k] = row[0], framed[FRAME + n + k] = row[n - 1];
            resize_along(along, count >= n, framed + FRAME, ring[next & 3]);
        }
        const float *a = ring[first & 3], *b = ring[(first + 1) & 3], *c = ring[(first + 2) & 3], *d = ring[(first + 3) & 3];
        float wa = down->weight[0][m], wb = down->weight[1][m], wc = down->weight[2][m], wd = down->weight[3][m];
        float *to = y + (size_t)m * count;
        for (int k = 0; k < count; k++) to[k] = wa * a[k] + wb * b[k] + wc * c[k] + wd * d[k];
    }
}

static void resize(const int *size, int repetitions)
{
    int n = size[0], rows = size[1], parts = omp_get_max_threads();
    float *x = picture(n, n), *y = NEW(float, rows * rows);
    cubic_table down = new_cubic_table(rows), along = new_cubic_table(rows);
    REPEAT(, {
        fill_cubic_table(&down, n);
        fill_cubic_table(&along, n);
        _Pragma("omp parallel for") for (int part = 0; part < parts; part++)
            resize_rows(n, &down, &along, part * rows / parts, (part + 1) * rows / parts, x, y);
    });
    CHECK(y, rows * rows);
}

// ---- Hough: a list of the edge pixels; each votes for eight angles at once, whose votes lie in different rows, so that no vote
// waits for the one before ----

enum { ANGLES = 8, LOOK = 32 };
typedef float eight_floats __attribute__((vector_size(4 * ANGLES)));
typedef int eight_ints __attribute__((vector_size(4 * ANGLES)));
typedef struct { float m, n; } place;

static inline __attribute__((always_inline)) void vote(const place *list, int count, int angles, const float *cosines,
                                                       const float *sines, int *votes, int wide)
{
    eight_floats c = {0}, s = {0};
    for (int l = 0; l < angles; l++) c[l] = cosines[l], s[l] = sines[l];
    for (int e = 0; e < count; e++) {
        eight_floats distance = list[e].n * c + list[e].m * s + 0.5f;
        eight_ints whole = __builtin_convertvector(distance, eight_ints);
        whole += __builtin_convertvector(whole, eight_floats) > distance; // towards minus infinity
#pragma GCC unroll 8
        for (int l = 0; l < angles; l++) votes[(ptrdiff_t)l * wide + whole[l]]++;
    }
}

// The edge pixels of row m; most blocks have none.
static int list_edges(int m, int columns, const float *edges, place *list)
{
    int found = 0;
    for (int n = 0; n < columns; n += LOOK) {
        int any = 0, end = least(n + LOOK, columns);
        if (n + LOOK <= columns)
            for (int k = 0; k < LOOK; k++) any |= edges[n + k] > 0;
        else any = 1;
        for (int k = n; any && k < end; k++) {
            list[found] = (place){m, k};
            found += edges[k] > 0;
        }
    }
    return found;
}

static void hough_of(int n, const float *edges, int angles, int reach, place *list, int *counts, float *cosines, float *sines, int *votes)
{
    int wide = 2 * reach + 1, count = 0;
    for (int a = 0; a < angles; a++) {
        float angle = a * (float)M_PI / angles;
        cosines[a] = cos(angle), sines[a] = sin(angle);
    }
#pragma omp parallel for
    for (int m = 0; m < n; m++) counts[m] = list_edges(m, n, edges + (size_t)m * n, list + (size_t)m * n);
    for (int m = 0; m < n; count += counts[m++]) memmove(list + count, list + (size_t)m * n, sizeof(place) * counts[m]);
#pragma omp parallel for schedule(dynamic)
    for (int a = 0; a < angles; a += ANGLES) {
        int *row = votes + (size_t)a * wide;
        memset(row, 0, sizeof(int) * wide * least(ANGLES, angles - a));
        if (a + ANGLES <= angles) vote(list, count, ANGLES, cosines + a, sines + a, row + reach, wide);
        else vote(list, count, angles - a, cosines + a, sines + a, row + reach, wide);
    }
}

static void hough(const int *size, int repetitions)
{
    int n = size[0], angles = size[1], reach = ceilf(sqrtf(2.0f * n * n));
    float *x = picture(n, n), *edges = NEW(float, n * n);
    place *list = NEW(place, n * n + 1);
    int *counts = NEW(int, n), *votes = NEW(int, angles * (2 * reach + 1));
    float *cosines = NEW(float, angles), *sines = NEW(float, angles);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float across = x[i * n + clamped(j + 1, n)] - x[i * n + clamped(j - 1, n)];
            float down = x[clamped(i + 1, n) * n + j] - x[clamped(i - 1, n) * n + j];
            edges[i * n + j] = fabsf(across) + fabsf(down) > 100;
        }
    REPEAT(, hough_of(n, edges, angles, reach, list, counts, cosines, sines, votes));
    CHECK(votes, angles * (2 * reach + 1));
}

// ---- Nearest points: lanes lie over points, which are packed; six queries at once go through a block of points, and what is
// nearer than the nearest so far, which is rare, is looked for only where a lane has it ----

enum { QUERIES = 6, POINT_VECTORS = 2, TILE_POINTS = POINT_VECTORS * LANES, BLOCK_POINTS = 256, CHUNK_QUERIES = 60 };

static void pack_points(int points, int features, const float *x, float *packed)
{
#pragma omp parallel for
    for (int p = 0; p < points; p += TILE_POINTS)
        for (int f = 0; f < features; f++)
            for (int l = 0; l < TILE_POINTS; l++)
                packed[(size_t)p * features + f * TILE_POINTS + l] = p + l < points ? x[(size_t)(p + l) * features + f] : 1e15f;
}

static __attribute__((noinline)) void take_nearer(const float *sums, int first, int *which, float *best)
{
    for (int q = 0; q < QUERIES; q++)
        for (int p = 0; p < TILE_POINTS; p++)
            if (sums[q * TILE_POINTS + p] < best[q]) best[q] = sums[q * TILE_POINTS + p], which[q] = first + p;
}

static inline void nearest_tile(int features, const float *queries, const float *tile, int first, int *which, float *best)
{
    floats sum[QUERIES][POINT_VECTORS];
    ints nearer = {0};
    memset(sum, 0, sizeof sum);
    for (int f = 0; f < features; f++) {
        floats p[POINT_VECTORS];
        for (int v = 0; v < POINT_VECTORS; v++) {
            p[v] = *(const floats *)(tile + f * TILE_POINTS + v * LANES);
            IN_REGISTER(p[v]);
        }
#pragma GCC unroll 8
        for (int q = 0; q < QUERIES; q++)
#pragma GCC unroll 4
            for (int v = 0; v < POINT_VECTORS; v++) {
                floats d = queries[q * features + f] - p[v];
                sum[q][v] += d * d;
            }
    }
#pragma GCC unroll 8
    for (int q = 0; q < QUERIES; q++)
#pragma GCC unroll 4
        for (int v = 0; v < POINT_VECTORS; v++) nearer |= sum[q][v] < best[q];
    if (ANY(nearer)) {
        floats sums[QUERIES][POINT_VECTORS];
        memcpy(sums, sum, sizeof sums);
        take_nearer((const float *)sums, first, which, best);
    }
}

static void nearest_chunk(int first, int queries, int points, int features, const float *a, const float *packed, int *which, float *distance)
{
    float best[CHUNK_QUERIES], chunk[CHUNK_QUERIES * features];
    int found[CHUNK_QUERIES] = {0}, count = least(CHUNK_QUERIES, queries - first);
    for (int q = 0; q < CHUNK_QUERIES; q++) {
        int row = least(first + q, queries - 1);
        memcpy(chunk + q * features, a + (size_t)row * features, sizeof(float) * features);
        best[q] = 1e30f;
    }
    for (int block = 0; block < points; block += BLOCK_POINTS)
        for (int q = 0; q < count; q += QUERIES)
            for (int p = block; p < least(block + BLOCK_POINTS, points); p += TILE_POINTS)
                nearest_tile(features, chunk + q * features, packed + (size_t)p * features, p, found + q, best + q);
    for (int q = 0; q < count; q++) which[first + q] = found[q], distance[first + q] = sqrtf(best[q]);
}

static void nearest(const int *size, int repetitions)
{
    int queries = size[0], points = size[1], features = size[2], *which = NEW(int, queries);
    float *a = noise((queries + points) * features), *b = a + (size_t)queries * features;
    float *packed = NEW(float, rounded_up(points, TILE_POINTS) * features), *distance = NEW(float, queries);
    REPEAT(, {
        pack_points(points, features, b, packed);
        _Pragma("omp parallel for schedule(dynamic)") for (int q = 0; q < queries; q += CHUNK_QUERIES)
            nearest_chunk(q, queries, points, features, a, packed, which, distance);
    });
    CHECK(distance, queries);
}

// ---- Bank of filters: every fourth sample apart from the others, so that the samples of neighbouring results lie side by side;
// a block of results for four filters at once ----

enum { STEP = 4, BANDS = 4, RESULT_VECTORS = 3, BLOCK_RESULTS = 32 * RESULT_VECTORS * LANES };

static inline __attribute__((always_inline)) void filter_tile(int taps, int bands, const float *filters, const float *phases, int length,
                                                              float *y, size_t stride, int results)
{
    floats sum[BANDS][RESULT_VECTORS];
    memset(sum, 0, sizeof sum);
    for (int t = 0; t < taps; t++) {
        const float *x = phases + t % STEP * length + t / STEP;
        floats samples[RESULT_VECTORS];
        for (int v = 0; v < RESULT_VECTORS; v++) {
            samples[v] = LOAD(x + v * LANES);
            IN_REGISTER(samples[v]);
        }
#pragma GCC unroll 4
        for (int b = 0; b < bands; b++)
#pragma GCC unroll 4
            for (int v = 0; v < RESULT_VECTORS; v++) sum[b][v] += filters[b * taps + t] * samples[v];
    }
#pragma GCC unroll 4
    for (int b = 0; b < bands; b++)
        if (results >= RESULT_VECTORS * LANES)
#pragma GCC unroll 4
            for (int v = 0; v < RESULT_VECTORS; v++) STORE(y + b * stride + v * LANES, sum[b][v]);
        else memcpy(y + b * stride, sum[b], sizeof(float) * results);
}

static void filter_block(int first, int count, int bands, int taps, int n, const float *x, const float *filters, float *y)
{
    int results = least(BLOCK_RESULTS, count - first), length = BLOCK_RESULTS + taps / STEP + 1;
    float phases[STEP * length];
    int there = least(length, (n - STEP * first) / STEP); // that have a sample of each phase
    for (int k = 0; k < there; k++)
        for (int p = 0; p < STEP; p++) phases[p * length + k] = x[STEP * (size_t)(first + k) + p];
    for (int k = there; k < length; k++)
        for (int p = 0; p < STEP; p++) {
            size_t sample = STEP * (size_t)(first + k) + p;
            phases[p * length + k] = sample < n ? x[sample] : 0;
        }
    for (int b = 0; b < bands; b += BANDS)
        for (int k = 0; k < results; k += RESULT_VECTORS * LANES) {
            const float *f = filters + b * taps;
            float *to = y + (size_t)b * count + first + k;
            if (b + BANDS <= bands) filter_tile(taps, BANDS, f, phases + k, length, to, count, results - k);
            else filter_tile(taps, bands - b, f, phases + k, length, to, count, results - k);
        }
}

static void filter_bank(const int *size, int repetitions)
{
    int n = size[0], bands = size[1], taps = size[2], count = (n - taps) / STEP + 1;
    float *x = noise(n), *filters = NEW(float, bands * taps), *y = NEW(float, bands * count);
    for (int b = 0; b < bands; b++)
        for (int t = 0; t < taps; t++)
            filters[b * taps + t] = cosf((2 * t + 1) * (2 * b + 1) * (float)M_PI / (4 * bands)) * (1 - fabsf(2 * t - taps + 1) / taps);
    REPEAT(, {
        _Pragma("omp parallel for") for (int k = 0; k < count; k += BLOCK_RESULTS)
            filter_block(k, count, bands, taps, n, x, filters, y);
    });
    CHECK(y, bands * count);
}

// ---- MRI-Q: lanes over voxels, phases in half turns, of which the nearest whole number is the sign; cosine and sine of the
// rest by polynomials ----

#if defined(__AVX512F__)
#define NEAREST_INTS(v) ((ints)_mm512_cvtps_epi32((__m512)(v)))
#elif defined(__AVX2__)
#define NEAREST_INTS(v) ((ints)_mm256_cvtps_epi32((__m256)(v)))
#else
static ints nearest_ints(floats v)
{
    ints n;
    for (int l = 0; l < LANES; l++) n[l] = (int)(v[l] < 0 ? v[l] - 0.5f : v[l] + 0.5f);
    return n;
}
#define NEAREST_INTS(v) nearest_ints(v)
#endif

enum { VOXEL_VECTORS = 2, TILE_VOXELS = VOXEL_VECTORS * LANES };
typedef struct { float x, y, z, magnitude; } frequency;

static void mri_tile(int samples, const frequency *k, const float *x, const float *y, const float *z, float *re, float *im)
{
    floats sum_re[VOXEL_VECTORS], sum_im[VOXEL_VECTORS], place[3][VOXEL_VECTORS];
    memset(sum_re, 0, sizeof sum_re);
    memset(sum_im, 0, sizeof sum_im);
    for (int v = 0; v < VOXEL_VECTORS; v++) {
        place[0][v] = *(const floats *)(x + v * LANES);
        place[1][v] = *(const floats *)(y + v * LANES);
        place[2][v] = *(const floats *)(z + v * LANES);
    }
    for (int s = 0; s < samples; s++)
#pragma GCC unroll 2
        for (int v = 0; v < VOXEL_VECTORS; v++) {
            floats turns = k[s].x * place[0][v] + k[s].y * place[1][v] + k[s].z * place[2][v];
            ints whole = NEAREST_INTS(turns);
            floats r = turns - __builtin_convertvector(whole, floats), q = r * r;
            floats signed_magnitude = (floats)((ints)(k[s].magnitude - (floats){0}) ^ whole << 31);
            floats cosine = 1 + q * (-4.93480214f + q * (4.05870916f + q * (-1.335212f + q * (0.23493731f + q * -0.02439632f))));
            floats sine = r * (3.14159264f + q * (-5.16771008f + q * (2.55007752f + q * (-0.59829129f + q * 0.07765766f))));
            sum_re[v] += signed_magnitude * cosine;
            sum_im[v] += signed_magnitude * sine;
        }
    memcpy(re, sum_re, sizeof sum_re);
    memcpy(im, sum_im, sizeof sum_im);
}

// `place`, `re` and `im` have room for whole tiles.
static void mri_q_of(int voxels, int samples, const float *k, const float *place, frequency *packed, float *re, float *im)
{
    int wide = rounded_up(voxels, TILE_VOXELS);
    for (int s = 0; s < samples; s++) {
        float a = k[3 * samples + s], b = k[4 * samples + s];
        packed[s] = (frequency){2 * k[s], 2 * k[samples + s], 2 * k[2 * samples + s], a * a + b * b};
    }
#pragma omp parallel for
    for (int v = 0; v < voxels; v += TILE_VOXELS)
        mri_tile(samples, packed, place + v, place + wide + v, place + 2 * wide + v, re + v, im + v);
}

static void mri_q(const int *size, int repetitions)
{
    int voxels = size[0], samples = size[1], wide = rounded_up(voxels, TILE_VOXELS);
    float *k = noise(5 * samples), *x = noise(3 * voxels), *place = NEW(float, 3 * wide), *re = NEW(float, wide), *im = NEW(float, wide);
    frequency *packed = NEW(frequency, samples);
    for (int s = 0; s < 3 * samples; s++) k[s] = 16 * k[s] - 8;
    for (int d = 0; d < 3; d++)
        for (int v = 0; v < voxels; v++) place[d * wide + v] = x[d * voxels + v] - 0.5f;
    REPEAT(, mri_q_of(voxels, samples, k, place, packed, re, im));
    for (int v = 0; v < voxels; v++) re[v] += 2 * im[v];
    CHECK(re, voxels);
}

// ---- Multigrid: lines and planes have a frame that continues them, and lines are so long that their elements begin a vector. Of
// the lines around one, sums beside it and across its edges serve three points each; smoothing follows the residual one plane behind ----

enum { BEFORE_LINE = LANES - 1 };

#ifdef __AVX512F__
#define IN_TURN(a, b, k)                                                                                                   \
    __builtin_shufflevector(a, b, k, 16 + k, 1 + k, 17 + k, 2 + k, 18 + k, 3 + k, 19 + k, 4 + k, 20 + k, 5 + k, 21 + k, 6 + k, 22 + k, \
                            7 + k, 23 + k)
#else
#define IN_TURN(a, b, k) __builtin_shufflevector(a, b, k, 8 + k, 1 + k, 9 + k, 2 + k, 10 + k, 3 + k, 11 + k)
#endif

typedef struct {
    int n;
    float *u, *r; // n + 2 planes, of which the first and the last one are not used, of n + 2 lines
} grid;
typedef struct { float own, beside, edge, corner; } weights27;

static int line_length(int n) { return rounded_up(BEFORE_LINE + n + 2, LANES); }
static size_t grid_size(int n) { return (size_t)(n + 2) * (n + 2) * line_length(n) + LANES; }
static float *new_grid(int n) { return NEW(float, grid_size(n) + BEFORE_LINE) + BEFORE_LINE; }
static float *line_of(int n, const float *x, int i, int j) { return (float *)x + ((size_t)i * (n + 2) + j) * line_length(n); }
static int wrapped(int i, int n) { return i < 1 ? i + n : i > n ? i - n : i; }

// to = from + the sums of the points around those of line (i, j) of x with weights
static inline __attribute__((always_inline)) void stencil_line(int n, const float *x, int i, int j, weights27 w, const float *from,
                                                               float *to)
{
    const float *a = line_of(n, x, wrapped(i - 1, n), j - 1), *d = line_of(n, x, i, j - 1), *g = line_of(n, x, wrapped(i + 1, n), j - 1);
    const float *b = a + line_length(n), *c = b + line_length(n), *own = d + line_length(n), *f = own + line_length(n);
    const float *h = g + line_length(n), *o = h + line_length(n);
#define SIDE_SUMS(k)                                                                                                       \
    floats next = LOAD(own + (k)), next_beside = LOAD(b + (k)) + LOAD(d + (k)) + LOAD(f + (k)) + LOAD(h + (k));              \
    floats next_across = LOAD(a + (k)) + LOAD(c + (k)) + LOAD(g + (k)) + LOAD(o + (k));                                      \
    floats next_side = w.beside * next + w.edge * next_beside + w.corner * next_across;
    floats before, here, beside, across, side;
    {
        SIDE_SUMS(1 - LANES)
        before = next_side;
    }
    {
        SIDE_SUMS(1)
        here = next, beside = next_beside, across = next_across, side = next_side;
    }
    for (int k = 1; k <= n; k += LANES) {
        SIDE_SUMS(k + LANES)
        floats sum = w.own * here + w.beside * beside + w.edge * across;
        STORE(to + k, LOAD(from + k) + sum + MOVED(before, side, 1) + MOVED(side, next_side, (LANES - 1)));
        before = side, here = next, beside = next_beside, across = next_across, side = next_side;
    }
#undef SIDE_SUMS
}

static void frame_plane(int n, float *x, int i)
{
    for (int j = 1; j <= n; j++) {
        float *line = line_of(n, x, i, j);
        line[0] = line[n], line[n + 1] = line[1];
    }
    memcpy(line_of(n, x, i, 0), line_of(n, x, i, n), sizeof(float) * (n + 2));
    memcpy(line_of(n, x, i, n + 1), line_of(n, x, i, 1), sizeof(float) * (n + 2));
}

// r = v - A*u in a plane
static void residual_plane(int n, int i, const float *u, const float *v, float *r)
{
    const weights27 w = {8 / 3.0f, 0, -1 / 6.0f, -1 / 12.0f};
    for (int j = 1; j <= n; j++) stencil_line(n, u, i, j, w, line_of(n, v, i, j), line_of(n, r, i, j));
    frame_plane(n, r, i);
}

// u += S*r in a plane
static void smooth_plane(int n, int i, const float *r, float *u)
{
    const weights27 w = {-3 / 8.0f, 1 / 32.0f, -1 / 64.0f, 0};
    for (int j = 1; j <= n; j++) stencil_line(n, r, i, j, w, line_of(n, u, i, j), line_of(n, u, i, j));
    frame_plane(n, u, i);
}

// r = v - A*u, then u += S*r. The first and the last plane of each thread wait until the others need them no more.
static void improve(int n, const float *v, float *r, float *u)
{
#pragma omp parallel if (n > 8)
    {
        int threads = omp_get_num_threads(), id = omp_get_thread_num();
        int first = n * id / threads + 1, last = n * (id + 1) / threads;
        for (int i = first; i <= last; i++) {
            residual_plane(n, i, u, v, r);
            if (i - 1 > first) smooth_plane(n, i - 1, r, u);
        }
#pragma omp barrier
        if (first <= last) smooth_plane(n, first, r, u);
        if (first < last) smooth_plane(n, last, r, u);
    }
}

static void restrict_to(int n, const float *fine, float *coarse)
{
    const weights27 w = {1 / 2.0f, 1 / 4.0f, 1 / 8.0f, 1 / 16.0f};
#pragma omp parallel for if (n > 8)
    for (int i = 1; i <= n; i++) {
        _Alignas(64) float zero[line_length(2 * n)], all[line_length(2 * n)];
        memset(zero, 0, sizeof zero);
        for (int j = 1; j <= n; j++) {
            float *to = line_of(n, coarse, i, j);
            stencil_line(2 * n, fine, 2 * i - 1, 2 * j - 1, w, zero, all + BEFORE_LINE);
            for (int k = 1; k <= n; k++) to[k] = all[BEFORE_LINE + 2 * k - 1];
        }
        frame_plane(n, coarse, i);
    }
}

// fine += P*coarse, or fine = P*coarse
static void add_prolonged(int n, int keep, const float *coarse, float *fine)
{
#pragma omp parallel for if (n > 8)
    for (int i = 1; i <= 2 * n; i++) {
        for (int j = 1; j <= 2 * n; j++) {
            int i0 = (i + 1) / 2, i1 = wrapped(i / 2 + 1, n), j0 = (j + 1) / 2, j1 = j / 2 + 1;
            const float *a = line_of(n, coarse, i0, j0), *b = line_of(n, coarse, i0, j1);
            const float *c = line_of(n, coarse, i1, j0), *d = line_of(n, coarse, i1, j1);
            float *to = line_of(2 * n, fine, i, j);
            for (int k = 1; k <= n; k += LANES) {
                floats z = 0.25f * (LOAD(a + k) + LOAD(b + k) + LOAD(c + k) + LOAD(d + k));
                floats next = 0.25f * (LOAD(a + k + 1) + LOAD(b + k + 1) + LOAD(c + k + 1) + LOAD(d + k + 1));
                floats between = 0.5f * (z + next), low = IN_TURN(z, between, 0), high = IN_TURN(z, between, (LANES / 2));
                float *at = to + 2 * k - 1;
                STORE(at, keep ? LOAD(at) + low : low);
                if (2 * k - 1 + LANES <= 2 * n) STORE(at + LANES, keep ? LOAD(at + LANES) + high : high);
            }
        }
        frame_plane(2 * n, fine, i);
    }
}

// One cycle: levels[0] is the finest, whose solution is kept.
static void cycle(int count, const grid *levels, const float *v)
{
    grid last = levels[count - 1];
#pragma omp parallel for
    for (int i = 1; i <= levels[0].n; i++) residual_plane(levels[0].n, i, levels[0].u, v, levels[0].r);
    for (int l = 1; l < count; l++) restrict_to(levels[l].n, levels[l - 1].r, levels[l].r);
    if (count > 1) memset(last.u, 0, sizeof(float) * grid_size(last.n));
    for (int i = 1; i <= last.n; i++) smooth_plane(last.n, i, last.r, last.u);
    for (int l = count - 2; l >= 0; l--) {
        add_prolonged(levels[l + 1].n, l == 0, levels[l + 1].u, levels[l].u);
        improve(levels[l].n, l == 0 ? v : levels[l].r, levels[l].r, levels[l].u);
    }
}

static void multigrid_of(int count, const grid *levels, int cycles, const float *v, float *framed, float *u)
{
    int n = levels[0].n;
#pragma omp parallel for
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) memcpy(line_of(n, framed, i, j) + 1, v + ((size_t)(i - 1) * n + j - 1) * n, sizeof(float) * n);
    memset(levels[0].u, 0, sizeof(float) * grid_size(n));
    for (int t = 0; t < cycles; t++) cycle(count, levels, framed);
#pragma omp parallel for
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) memcpy(u + ((size_t)(i - 1) * n + j - 1) * n, line_of(n, levels[0].u, i, j) + 1, sizeof(float) * n);
}

static void multigrid(const int *size, int repetitions)
{
    int n = size[0], all = n * n * n, count = 0;
    float *x = noise(60), *v = NEW(float, all), *u = NEW(float, all), *framed = new_grid(n);
    grid levels[30];
    for (int m = n; m >= 2 || count == 0; m /= 2, count++) levels[count] = (grid){m, new_grid(m), new_grid(m)};
    for (int c = 0; c < 20; c++)
        v[((int)(n * x[3 * c]) * n + (int)(n * x[3 * c + 1])) * n + (int)(n * x[3 * c + 2])] = c % 2 ? -1 : 1;
    REPEAT(, multigrid_of(count, levels, size[1], v, framed, u));
    CHECK(u, all);
}

// ---- Block matching: sixteen displacements side by side, a frame around the picture before ----

enum { BLOCK = 8, DISPLACEMENTS = 16 };

// `before` with a frame of `reach` pixels, on the right so wide that all of sixteen displacements can be read.
static void frame_picture(int n, int reach, int wide, const byte *before, byte *framed)
{
#pragma omp parallel for
    for (int m = 0; m < n + 2 * reach; m++) {
        const byte *row = before + (size_t)clamped(m - reach, n) * n;
        byte *to = framed + (size_t)m * wide;
        memset(to, row[0], reach);
        memcpy(to + reach, row, n);
        memset(to + reach + n, row[n - 1], wide - reach - n);
    }
}

// The least of a sum in the upper 16 bits and the place of the displacement in the lower ones: of equal sums the first.
// `now` is a block, `before` what lies at its first displacement; `count` of the displacements in a row are asked for.
#ifdef __AVX2__
static unsigned least_of_block(int n, int wide, const byte *now, const byte *before, int reach, int first, int count)
{
    __m256i rows[BLOCK], best = _mm256_set1_epi16(INT16_MAX), order = _mm256_setzero_si256();
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int p = 0; p < BLOCK; p++) {
        long long row;
        memcpy(&row, now + (size_t)p * n, sizeof row);
        rows[p] = _mm256_set1_epi64x(row);
    }
    for (int i = 0; i <= 2 * reach; i++) {
        const byte *from = before + (size_t)i * wide;
        __m256i sum = _mm256_setzero_si256(), other = sum;
#pragma GCC unroll 8
        for (int p = 0; p < BLOCK; p++) {
            const byte *at = from + (size_t)p * wide;
            __m128i low = _mm_loadu_si128((const __m128i *)at), high = _mm_loadu_si128((const __m128i *)(at + 8));
            __m256i r = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
            sum = _mm256_add_epi16(sum, _mm256_mpsadbw_epu8(r, rows[p], 0));
            other = _mm256_add_epi16(other, _mm256_mpsadbw_epu8(r, rows[p], 055)); // the second four pixels, in both halves
        }
        sum = _mm256_add_epi16(sum, other);
        order = _mm256_blendv_epi8(order, _mm256_set1_epi16(i << 8), _mm256_cmpgt_epi16(best, sum));
        best = _mm256_min_epi16(best, sum);
    }
    order = _mm256_or_si256(order, _mm256_add_epi16(lane, _mm256_set1_epi16(first)));
    best = _mm256_or_si256(best, _mm256_cmpgt_epi16(lane, _mm256_set1_epi16(count - 1)));
    __m256i keys = _mm256_min_epu32(_mm256_unpacklo_epi16(order, best), _mm256_unpackhi_epi16(order, best));
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(keys), _mm256_extracti128_si256(keys, 1));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0x4E));
    return _mm_cvtsi128_si32(_mm_min_epu32(four, _mm_shuffle_epi32(four, 0xB1)));
}
#else
static unsigned least_of_block(int n, int wide, const byte *now, const byte *before, int reach, int first, int count)
{
    unsigned best = UINT_MAX;
    for (int i = 0; i <= 2 * reach; i++) {
        unsigned short sum[DISPLACEMENTS] = {0};
        for (int p = 0; p < BLOCK; p++)
            for (int q = 0; q < BLOCK; q++)
#pragma omp simd
                for (int l = 0; l < DISPLACEMENTS; l++) sum[l] += abs(now[(size_t)p * n + q] - before[(size_t)(i + p) * wide + q + l]);
        for (int l = 0; l < count; l++) {
            unsigned key = (unsigned)sum[l] << 16 | i << 8 | (first + l);
            best = key < best ? key : best;
        }
    }
    return best;
}
#endif

// Displacements of up to 127: their places have a byte each.
static void motion(int n, int reach, int wide, const byte *now, const byte *before, byte *framed, int *down, int *across)
{
    int blocks = n / BLOCK;
    frame_picture(n, reach, wide, before, framed);
#pragma omp parallel for
    for (int m = 0; m < blocks; m++)
        for (int k = 0; k < blocks; k++) {
            unsigned best = UINT_MAX;
            for (int first = 0; first <= 2 * reach; first += DISPLACEMENTS) {
                const byte *block = now + (size_t)BLOCK * m * n + BLOCK * k;
                const byte *from = framed + (size_t)BLOCK * m * wide + BLOCK * k + first;
                unsigned key = least_of_block(n, wide, block, from, reach, first, least(DISPLACEMENTS, 2 * reach + 1 - first));
                best = key < best ? key : best;
            }
            down[m * blocks + k] = (int)(best >> 8 & 255) - reach;
            across[m * blocks + k] = (int)(best & 255) - reach;
        }
}

static void block_matching(const int *size, int repetitions)
{
    int n = size[0], reach = size[1], wide = n + 2 * reach + 2 * DISPLACEMENTS, blocks = n / BLOCK;
    byte *before = byte_picture(n, n), *now = NEW(byte, n * n), *framed = NEW(byte, (n + 2 * reach) * wide);
    int *down = NEW(int, blocks * blocks), *across = NEW(int, blocks * blocks);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int u = (i / 40 + 3 * (j / 56)) % 13 - 6, v = (5 * (i / 40) + j / 56) % 15 - 7;
            now[i * n + j] = least(255, before[clamped(i + u, n) * n + clamped(j + v, n)] + (5 * i * j + 7 * i + 3 * j) % 9);
        }
    REPEAT(, motion(n, reach, wide, now, before, framed, down, across));
    for (int k = 0; k < blocks * blocks; k++) down[k] += 2 * across[k];
    CHECK(down, blocks * blocks);
}

// ---- Binomial trees: lanes over options; eight steps at once go along the tree, so that values between them stay in registers ----

#if defined(__AVX512F__)
#define GREATER(a, b) ((floats)_mm512_max_ps((__m512)(a), (__m512)(b)))
#elif defined(__AVX2__)
#define GREATER(a, b) ((floats)_mm256_max_ps((__m256)(a), (__m256)(b)))
#else
static floats greater_floats(floats a, floats b)
{
    for (int l = 0; l < LANES; l++) a[l] = mostf(a[l], b[l]);
    return a;
}
#define GREATER(a, b) greater_floats(a, b)
#endif

enum { TREE_STEPS = 8 };

// `v` has TREE_STEPS vectors below its first, `exercise` 2*TREE_STEPS; what is computed for nodes below the first is not used.
static inline __attribute__((always_inline)) void back(int at_once, int t, int steps, floats up, floats down, floats *v,
                                                       const floats *exercise)
{
    floats below[TREE_STEPS];
    memset(below, 0, sizeof below);
    below[0] = v[0];
    const floats *e = exercise + steps - t + 2;
    for (int i = 0; i < t; i++, e += 2) {
        floats x = v[i + 1];
#pragma GCC unroll 8
        for (int s = 0; s < at_once; s++) {
            floats hold = up * x + down * below[s];
            below[s] = x;
            x = GREATER(hold, e[-1 - s]);
        }
        v[i + 1 - at_once] = x;
    }
}

static void american_puts(const float *spot, const float *strike, const float *years, int steps, floats *v, floats *exercise, float *y)
{
    floats up, down, ratio, first = LOAD(strike);
    for (int l = 0; l < LANES; l++) {
        float dt = years[l] / steps, discount = expf(-0.05f * dt);
        ratio[l] = expf(0.3f * sqrtf(dt));
        up[l] = discount * (expf(0.05f * dt) - 1 / ratio[l]) / (ratio[l] - 1 / ratio[l]);
        down[l] = discount - up[l];
    }
    floats high = LOAD(spot), low = high, inverse = 1 / ratio;
    for (int j = 0; j <= steps; j++, high *= ratio, low *= inverse) exercise[steps + j] = first - high, exercise[steps - j] = first - low;
    for (int i = 0; i <= steps; i++) v[i] = GREATER(exercise[2 * i], (floats){0});
    int t = steps;
    for (; t >= TREE_STEPS; t -= TREE_STEPS) back(TREE_STEPS, t, steps, up, down, v, exercise);
    for (; t > 0; t--) back(1, t, steps, up, down, v, exercise);
    STORE(y, v[0]);
}

static void binomial_options(const int *size, int repetitions)
{
    int n = size[0], steps = size[1], wide = rounded_up(n, LANES), vectors = 3 * steps + 3 * TREE_STEPS + 3;
    float *x = noise(3 * n), *spot = NEW(float, wide), *strike = NEW(float, wide), *years = NEW(float, wide), *y = NEW(float, wide);
    floats *trees = NEW(floats, omp_get_max_threads() * vectors);
    for (int k = 0; k < wide; k++) {
        int from = least(k, n - 1);
        spot[k] = 5 + 25 * x[from];
        strike[k] = spot[k] * (0.75f + 0.5f * x[n + from]);
        years[k] = 0.25f + 2.75f * x[2 * n + from];
    }
    REPEAT(, {
        _Pragma("omp parallel for schedule(dynamic)") for (int k = 0; k < n; k += LANES) {
            floats *v = trees + omp_get_thread_num() * vectors + TREE_STEPS, *exercise = v + steps + 1 + 2 * TREE_STEPS;
            american_puts(spot + k, strike + k, years + k, steps, v, exercise, y + k);
        }
    });
    CHECK(y, n);
}

// ---- Fluid: five sweeps of Jacobi's method at once go down the rows, of which only the last four of each sweep wait for the
// next one; each thread has a band of rows and computes a few beyond it. Rows are so long that their cells begin a vector ----

enum { SWEEPS = 5, WAITING = 4, BEFORE_ROW = LANES - 1 };
static int pitch(int n) { return rounded_up(BEFORE_ROW + n + 2, LANES); }

typedef struct { float vertical, horizontal; } wall; // factors of the frame above and below, and at the sides

static void frame_row(int n, wall w, float *row) { row[0] = w.horizontal * row[1], row[n + 1] = w.horizontal * row[n]; }

static void frame_ends(int n, wall w, float *x)
{
    int wide = pitch(n);
    float *last = x + (size_t)n * wide, *under = last + wide;
    for (int k = 1; k <= n; k++) x[k] = w.vertical * x[wide + k], under[k] = w.vertical * last[k];
    x[0] = (x[wide] + x[1]) / 2, x[n + 1] = (x[wide + n + 1] + x[n]) / 2;
    under[0] = (last[0] + under[1]) / 2, under[n + 1] = (last[n + 1] + under[n]) / 2;
}

static inline void sweep_row(int n, const float *up, const float *row, const float *down, const float *b, float a, float inverse,
                             float *restrict to)
{
#pragma omp simd
    for (int k = 1; k <= n; k++) to[k] = inverse * b[k] + a * (up[k] + down[k] + row[k - 1] + row[k + 1]);
}

// Row `row` after `sweep` of `sweeps` sweeps: of the field before, of the result, or one that waits.
#define ROW_AFTER(sweep, row)                                                                                              \
    ((sweep) == 0        ? (float *)x + (size_t)(row) * wide                                                                \
     : (sweep) == sweeps ? y + (size_t)(row) * wide                                                                         \
                         : waiting[sweep][(row) % WAITING] + BEFORE_ROW)

// Rows `from` to `end` after some sweeps from x; a is the factor of neighbours, `inverse` that of b.
static void sweep_band(int n, int from, int end, int sweeps, const float *x, const float *b, float a, float inverse, wall w, float *y)
{
    int wide = pitch(n);
    _Alignas(64) float waiting[SWEEPS][WAITING][wide];
    for (int front = most(1, from - sweeps + 1); front <= end + sweeps - 1; front++)
        for (int s = 1; s <= sweeps; s++) {
            int m = front - s + 1;
            if (m < most(1, from - sweeps + s) || m > least(n, end + sweeps - s)) continue;
            float *to = ROW_AFTER(s, m);
            sweep_row(n, ROW_AFTER(s - 1, m - 1), ROW_AFTER(s - 1, m), ROW_AFTER(s - 1, m + 1), b + (size_t)m * wide, a, inverse, to);
            frame_row(n, w, to);
            if (m == 1 || m == n) {
                float *frame = ROW_AFTER(s, m == 1 ? 0 : n + 1);
                for (int k = 1; k <= n; k++) frame[k] = w.vertical * to[k];
            }
        }
}

// Gives the field that holds the solution: one of the two at the end.
static float *relax(int n, const float *x, const float *b, float a, float c, wall w, int sweeps, float *first, float *second)
{
    int parts = omp_get_max_threads();
    float *y = first;
    for (int done = 0; done < sweeps; done += SWEEPS) {
        y = x == first ? second : first;
#pragma omp parallel for
        for (int part = 0; part < parts; part++)
            sweep_band(n, part * n / parts + 1, (part + 1) * n / parts, least(SWEEPS, sweeps - done), x, b, a / c, 1 / c, w, y);
        x = y;
    }
    frame_ends(n, w, y);
    return y;
}

// Where what flows into the cells of a part of a row was: its place in memory and how far from it. Two neighbours are loaded at once.
enum { PART = 64 };

static void advect_part(int n, int i, int from, const float *x, const float *u, const float *v, float dt, float *to)
{
    int wide = pitch(n), count = least(PART, n + 1 - from), at[PART] = {0};
    float down[PART], across[PART], over[2 * PART], under[2 * PART], steps = dt * n, end = n + 0.5f;
#pragma omp simd
    for (int l = 0; l < count; l++) {
        float p = mostf(leastf(i - steps * u[from + l], end), 0.5f), q = mostf(leastf(from + l - steps * v[from + l], end), 0.5f);
        int k = p, m = q;
        at[l] = k * wide + m, down[l] = p - k, across[l] = q - m;
    }
    for (int l = 0; l < count; l++) {
        memcpy(over + 2 * l, x + at[l], 2 * sizeof(float));
        memcpy(under + 2 * l, x + at[l] + wide, 2 * sizeof(float));
    }
#pragma omp simd
    for (int l = 0; l < count; l++) {
        float top = over[2 * l] + across[l] * (over[2 * l + 1] - over[2 * l]);
        float bottom = under[2 * l] + across[l] * (under[2 * l + 1] - under[2 * l]);
        to[from + l] = top + down[l] * (bottom - top);
    }
}

static void advect(int n, const float *x, const float *u, const float *v, float dt, wall w, float *y)
{
    int wide = pitch(n);
#pragma omp parallel for
    for (int i = 1; i <= n; i++) {
        size_t row = (size_t)i * wide;
        for (int from = 1; from <= n; from += PART) advect_part(n, i, from, x, u + row, v + row, dt, y + row);
        frame_row(n, w, y + row);
    }
    frame_ends(n, w, y);
}

enum { FIELDS = 8 }; // between steps of the method; the first one is zero

static void subtract_gradient(int n, const float *p, float *u, float *v)
{
    int wide = pitch(n);
#pragma omp parallel for
    for (int i = 1; i <= n; i++) {
        const float *c = p + (size_t)i * wide;
        float *pu = u + (size_t)i * wide, *pv = v + (size_t)i * wide;
#pragma omp simd
        for (int j = 1; j <= n; j++) pu[j] -= 0.5f * n * (c[j + wide] - c[j - wide]), pv[j] -= 0.5f * n * (c[j + 1] - c[j - 1]);
        frame_row(n, (wall){-1, 1}, pu);
        frame_row(n, (wall){1, -1}, pv);
    }
    frame_ends(n, (wall){-1, 1}, u);
    frame_ends(n, (wall){1, -1}, v);
}

static void project(int n, int sweeps, const float *zero, float *divergence, float *first, float *second, float *u, float *v)
{
    int wide = pitch(n);
#pragma omp parallel for
    for (int i = 1; i <= n; i++) {
        const float *du = u + (size_t)i * wide, *dv = v + (size_t)i * wide;
        float *to = divergence + (size_t)i * wide, factor = -0.5f / n;
#pragma omp simd
        for (int j = 1; j <= n; j++) to[j] = factor * (du[j + wide] - du[j - wide] + dv[j + 1] - dv[j - 1]);
    }
    subtract_gradient(n, relax(n, zero, divergence, 1, 4, (wall){1, 1}, sweeps, first, second), u, v);
}

// From `from` to `to`, each two components of velocity and the smoke.
static void fluid_step(int n, int sweeps, float dt, float *const from[3], float *const to[3], float *const between[FIELDS])
{
    const wall up = {-1, 1}, side = {1, -1}, open = {1, 1};
    float a = dt * 0.0001f * n * n, *forced = between[1];
#pragma omp parallel for simd
    for (int k = 0; k < pitch(n) * (n + 1) + n + 2; k++) forced[k] = from[0][k] - dt * from[2][k];
    float *u = relax(n, forced, forced, a, 1 + 4 * a, up, sweeps, between[2], between[3]);
    float *v = relax(n, from[1], from[1], a, 1 + 4 * a, side, sweeps, between[4], between[5]);
    project(n, sweeps, between[0], between[1], between[6], between[7], u, v);
    advect(n, u, u, v, dt, up, to[0]);
    advect(n, v, u, v, dt, side, to[1]);
    project(n, sweeps, between[0], between[1], between[6], between[7], to[0], to[1]);
    float *smoke = relax(n, from[2], from[2], a, 1 + 4 * a, open, sweeps, between[2], between[3]);
    advect(n, smoke, to[0], to[1], dt, open, to[2]);
}

static void copy_field(int n, const float *from, int from_pitch, float *to, int to_pitch)
{
#pragma omp parallel for
    for (int i = 0; i < n + 2; i++) memcpy(to + (size_t)i * to_pitch, from + (size_t)i * from_pitch, sizeof(float) * (n + 2));
}

static void fluid_of(int n, int steps, int sweeps, float *const start[3], float *const state[2][3], float *const between[FIELDS],
                     float *y)
{
    for (int k = 0; k < 3; k++) copy_field(n, start[k], n + 2, state[0][k], pitch(n));
    for (int t = 0; t < steps; t++) fluid_step(n, sweeps, 0.1f, state[t % 2], state[(t + 1) % 2], between);
    copy_field(n, state[steps % 2][2], pitch(n), y, n + 2);
}

static float *new_field(int n) { return NEW(float, pitch(n) * (n + 2) + BEFORE_ROW) + BEFORE_ROW; }

static void fluid(const int *size, int repetitions)
{
    int n = size[0], wide = n + 2, all = wide * wide;
    float *start[3] = {NEW(float, all), NEW(float, all), picture(wide, wide)}, *y = NEW(float, all), *state[2][3], *between[FIELDS];
    for (int k = 0; k < all; k++) start[2][k] /= 255;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            start[0][i * wide + j] = 0.5 * sin(2 * M_PI * i / n) * cos(4 * M_PI * j / n);
            start[1][i * wide + j] = 0.5 * cos(4 * M_PI * i / n) * sin(2 * M_PI * j / n);
        }
    for (int k = 0; k < 6; k++) state[k / 3][k % 3] = new_field(n);
    for (int k = 0; k < FIELDS; k++) between[k] = new_field(n);
    REPEAT(, fluid_of(n, size[1], size[2], start, state, between, y));
    CHECK(y, all);
}

static const struct {
    const char *name;
    int sizes;
    void (*run)(const int *size, int repetitions);
} programs[] = {
    {"mandelbrot", 2, mandelbrot}, {"matrix_chain", 1, matrix_chain}, {"backprop", 2, backprop}, {"canny", 1, canny},
    {"hotspot", 2, hotspot}, {"pathfinder", 2, pathfinder}, {"remap", 1, remap}, {"nbody", 1, nbody},
    {"jacobi3d", 2, jacobi3d}, {"black_scholes", 1, black_scholes}, {"histogram", 2, histogram}, {"lu", 1, lu},
    {"floyd_warshall", 1, floyd_warshall}, {"statistics", 1, statistics}, {"components", 1, components},
    {"conjugate_gradients", 2, conjugate_gradients}, {"particle_filter", 2, particle_filter}, {"life", 2, life},
    {"needleman_wunsch", 1, needleman_wunsch}, {"fft_filter", 1, fft_filter}, {"local_contrast", 2, local_contrast},
    {"srad", 2, srad}, {"lattice_boltzmann", 2, lattice_boltzmann}, {"scan", 1, scan}, {"odd_even_sort", 1, odd_even_sort},
    {"kmeans", 4, kmeans}, {"sparse_product", 2, sparse_product}, {"median3x3", 1, median3x3}, {"box_blur", 2, box_blur},
    {"colour_threshold", 2, colour_threshold}, {"similarity", 1, similarity}, {"resize", 2, resize}, {"hough", 2, hough},
    {"nearest", 3, nearest}, {"filter_bank", 3, filter_bank}, {"mri_q", 2, mri_q}, {"multigrid", 2, multigrid},
    {"block_matching", 2, block_matching}, {"binomial_options", 2, binomial_options}, {"fluid", 3, fluid},
};

int main(int argc, char **argv)
{
    for (size_t k = 0; argc > 1 && k < sizeof programs / sizeof *programs; k++) {
        int count = programs[k].sizes, size[8];
        if (strcmp(argv[1], programs[k].name) != 0 || argc != count + 3) continue;
        for (int i = 0; i < count; i++) size[i] = atoi(argv[2 + i]);
        programs[k].run(size, atoi(argv[2 + count]));
        return 0;
    }
    fprintf(stderr, "use: %s NAME sizes... repetitions\n", argv[0]);
    return 1;
}
