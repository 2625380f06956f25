/* The kernels of the benchmark in C with OpenMP, as an experienced programmer would write them:
 * interior and border apart where the border is mirrored, restrict everywhere. Where the loops of the text leave no vectors, a second
 * form, `_rewritten`, has loops rewritten for them. harness.h tells how to call them. */
#include <math.h>

#include "harness.h"

static int mirror(int i, int n) { return i < 0 ? -i - 1 : i >= n ? 2 * n - 1 - i : i; }

static void five_tap(const job *p) {
    const int n = p->n;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float *restrict x = p->x + (size_t)i * n;
        float *restrict y = p->y + (size_t)i * n;
        const int edge[4] = {0, 1, n - 2, n - 1};
        for (int e = 0; e < 4; e++) {
            const int j = edge[e];
            y[j] = 0.0625f * x[mirror(j - 2, n)] + 0.25f * x[mirror(j - 1, n)] + 0.375f * x[j] +
                   0.25f * x[mirror(j + 1, n)] + 0.0625f * x[mirror(j + 2, n)];
        }
        for (int j = 2; j < n - 2; j++)
            y[j] = 0.0625f * x[j - 2] + 0.25f * x[j - 1] + 0.375f * x[j] + 0.25f * x[j + 1] + 0.0625f * x[j + 2];
    }
}

static inline float gradient(const float *restrict a, const float *restrict b, const float *restrict c, int l, int j, int r) {
    const float gx = a[r] - a[l] + 2 * (b[r] - b[l]) + c[r] - c[l];
    const float gy = c[l] - a[l] + 2 * (c[j] - a[j]) + c[r] - a[r];
    return sqrtf(gx * gx + gy * gy);
}

static void sobel(const job *p) {
    const int n = p->n;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float *restrict a = p->x + (size_t)mirror(i - 1, n) * n, *restrict b = p->x + (size_t)i * n;
        const float *restrict c = p->x + (size_t)mirror(i + 1, n) * n;
        float *restrict y = p->y + (size_t)i * n;
        y[0] = gradient(a, b, c, 0, 0, 1);
        y[n - 1] = gradient(a, b, c, n - 2, n - 1, n - 1);
        for (int j = 1; j < n - 1; j++) y[j] = gradient(a, b, c, j - 1, j, j + 1);
    }
}

static void separable(const job *p) {
    const int n = p->n;
    float w[15], total = 0;
    for (int k = 0; k < 15; k++) total += w[k] = expf(-(float)((k - 7) * (k - 7)) / 12.5f);
    for (int k = 0; k < 15; k++) w[k] /= total;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float *restrict x = p->x + (size_t)i * n;
        float *restrict t = p->t + (size_t)i * n;
        for (int j = 0; j < n; j++) {
            if (j == 7) j = n - 7;
            float s = 0;
            for (int k = 0; k < 15; k++) s += w[k] * x[mirror(j + k - 7, n)];
            t[j] = s;
        }
        for (int j = 7; j < n - 7; j++) {
            float s = 0;
            for (int k = 0; k < 15; k++) s += w[k] * x[j + k - 7];
            t[j] = s;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        const float *row[15];
        for (int k = 0; k < 15; k++) row[k] = p->t + (size_t)mirror(i + k - 7, n) * n;
        float *restrict y = p->y + (size_t)i * n;
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < 15; k++) s += w[k] * row[k][j];
            y[j] = s;
        }
    }
}

static void pointwise(const job *p) {
    const long count = (long)p->n * p->n;
    const float *restrict x = p->x, *restrict z = p->z;
    float *restrict y = p->y;
#pragma omp parallel for
    for (long k = 0; k < count; k++) y[k] = 0.7f * x[k] + z[k] * z[k] + expf(-x[k]);
}

static void bilateral(const job *p) {
    const int n = p->n;
#pragma omp parallel for
    for (int i = 3; i < n - 3; i++) {
        const float *restrict x = p->x + (size_t)i * n;
        float *restrict y = p->y + (size_t)i * n;
        for (int j = 3; j < n - 3; j++) {
            float s = 0, total = 0;
            for (int di = -3; di <= 3; di++)
                for (int dj = -3; dj <= 3; dj++) {
                    const float v = x[di * n + j + dj], d = v - x[j];
                    const float weight = expf(-12.5f * d * d - 0.0555556f * (float)(di * di + dj * dj));
                    s += weight * v;
                    total += weight;
                }
            y[j] = s / total;
        }
    }
}

/* The same along whole rows: a term of the windows for all pixels of a row, which vectors can do. */
static void bilateral_rewritten(const job *p) {
    const int n = p->n;
#pragma omp parallel
    {
        float *restrict s = malloc(n * sizeof(float)), *restrict total = malloc(n * sizeof(float));
#pragma omp for
        for (int i = 3; i < n - 3; i++) {
            const float *restrict x = p->x + (size_t)i * n;
            float *restrict y = p->y + (size_t)i * n;
            memset(s, 0, n * sizeof(float)), memset(total, 0, n * sizeof(float));
            for (int di = -3; di <= 3; di++)
                for (int dj = -3; dj <= 3; dj++) {
                    const float *restrict other = x + di * n + dj;
                    const float place = 0.0555556f * (float)(di * di + dj * dj);
                    for (int j = 3; j < n - 3; j++) {
                        const float v = other[j], d = v - x[j], weight = expf(-12.5f * d * d - place);
                        s[j] += weight * v;
                        total[j] += weight;
                    }
                }
            for (int j = 3; j < n - 3; j++) y[j] = s[j] / total[j];
        }
        free(s), free(total);
    }
}

static void sums(const job *p) {
    const long count = (long)p->n * p->n;
    const float *restrict x = p->x;
    float s = 0, q = 0;
#pragma omp parallel for reduction(+ : s, q)
    for (long k = 0; k < count; k++) {
        s += x[k];
        q += x[k] * x[k];
    }
    p->y[0] = s;
    p->y[1] = q;
}

static void histogram(const job *p) {
    const long count = (long)p->n * p->n;
    const float *restrict x = p->x;
    int levels[256] = {0};
#pragma omp parallel
    {
        int own[256] = {0};
#pragma omp for nowait
        for (long k = 0; k < count; k++) own[(int)(255 * x[k])]++;
#pragma omp critical
        for (int k = 0; k < 256; k++) levels[k] += own[k];
    }
    for (int k = 0; k < 256; k++) p->y[k] = (float)levels[k];
}

static void products(const job *p) {
    const int n = p->n;
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++) {
        const float *restrict x = p->x + (size_t)i * n, *restrict z = p->z + (size_t)i * n;
        float *restrict y = p->y + (size_t)i * n;
        for (int j = 1; j < n - 1; j++) {
            float v[3][3], m[3][3], s = 0;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) v[k][l] = x[(k - 1) * n + j + l - 1];
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++) {
                    m[k][l] = 0;
                    for (int q = 0; q < 3; q++) m[k][l] += v[k][q] * z[j + q - 1] * v[l][q];
                    s += m[k][l];
                }
            y[j] = s + m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                   m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        }
    }
}

static void mandelbrot(const job *p) {
    const int n = p->n;
    const float step = 2.5f / (float)n;
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const float cr = -2 + step * (float)j, ci = -1.25f + step * (float)i;
            float zr = 0, zi = 0;
            int count = 0;
            while (count < 256 && zr * zr + zi * zi <= 4) {
                const float t = 2 * zr * zi;
                zr = zr * zr - zi * zi + cr;
                zi = t + ci;
                count++;
            }
            p->y[(size_t)i * n + j] = (float)count;
        }
}

static void patches(const job *p) {
    const int n = p->n;
#pragma omp parallel for
    for (int i = 4; i < n - 4; i++) {
        const float *restrict x = p->x + (size_t)i * n;
        float *restrict y = p->y + (size_t)i * n;
        for (int j = 4; j < n - 4; j++) {
            float s = 0, total = 0;
            for (int di = -2; di <= 2; di++)
                for (int dj = -2; dj <= 2; dj++) {
                    float d = 0;
                    for (int k = -2; k <= 2; k++)
                        for (int l = -2; l <= 2; l++) {
                            const float e = x[k * n + j + l] - x[(k + di) * n + j + dj + l];
                            d += e * e;
                        }
                    const float weight = expf(-2 * d);
                    s += weight * x[di * n + j + dj];
                    total += weight;
                }
            y[j] = s / total;
        }
    }
}

/* Blocks of pixels that go on until the last of them is outside. */
enum { BLOCK = 32 };
static void mandelbrot_rewritten(const job *p) {
    const int n = p->n;
    const float step = 2.5f / (float)n;
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
        for (int start = 0; start < n; start += BLOCK) {
            float zr[BLOCK] = {0}, zi[BLOCK] = {0}, cr[BLOCK];
            int count[BLOCK] = {0};
            const float ci = -1.25f + step * (float)i;
            for (int l = 0; l < BLOCK; l++) cr[l] = -2 + step * (float)(start + l);
            for (int k = 0; k < 256; k++) {
                int inside = 0;
#pragma omp simd reduction(+ : inside)
                for (int l = 0; l < BLOCK; l++) {
                    const float r = zr[l] * zr[l] - zi[l] * zi[l] + cr[l], m = 2 * zr[l] * zi[l] + ci;
                    const int in = zr[l] * zr[l] + zi[l] * zi[l] <= 4;
                    zr[l] = in ? r : zr[l];
                    zi[l] = in ? m : zi[l];
                    count[l] += in;
                    inside += in;
                }
                if (!inside) break;
            }
            for (int l = 0; l < BLOCK && start + l < n; l++) p->y[(size_t)i * n + start + l] = (float)count[l];
        }
}

/* Along whole rows: differences of a row of patches, then a term of the windows, for all pixels of a row. */
static void patches_rewritten(const job *p) {
    const int n = p->n;
#pragma omp parallel
    {
        float *restrict s = malloc(n * sizeof(float)), *restrict total = malloc(n * sizeof(float)), *restrict d = malloc(n * sizeof(float));
#pragma omp for
        for (int i = 4; i < n - 4; i++) {
            const float *restrict x = p->x + (size_t)i * n;
            float *restrict y = p->y + (size_t)i * n;
            memset(s, 0, n * sizeof(float)), memset(total, 0, n * sizeof(float));
            for (int di = -2; di <= 2; di++)
                for (int dj = -2; dj <= 2; dj++) {
                    const float *restrict other = x + di * n + dj;
                    memset(d, 0, n * sizeof(float));
                    /* A column of five differences, then five of these beside each other. */
                    for (int j = 2; j < n - 2; j++)
                        for (int k = -2; k <= 2; k++) {
                            const float e = x[k * n + j] - other[k * n + j];
                            d[j] += e * e;
                        }
                    for (int j = 4; j < n - 4; j++) {
                        const float weight = expf(-2 * (d[j - 2] + d[j - 1] + d[j] + d[j + 1] + d[j + 2]));
                        s[j] += weight * other[j];
                        total[j] += weight;
                    }
                }
            for (int j = 4; j < n - 4; j++) y[j] = s[j] / total[j];
        }
        free(s), free(total), free(d);
    }
}

static const kernel kernels[] = {{"a", five_tap},
                                 {"b", sobel},
                                 {"c", separable},
                                 {"d", pointwise},
                                 {"e", bilateral, bilateral_rewritten},
                                 {"f", sums},
                                 {"g", histogram},
                                 {"h", mandelbrot, mandelbrot_rewritten},
                                 {"i", patches, patches_rewritten},
                                 {"k", products},
                                 {0}};

int main(int count, char **arguments) { return measure(kernels, count, arguments); }
