/* The kernels of the benchmark in C with OpenMP, as an experienced programmer would write them:
 * interior and border apart where the border is mirrored, restrict everywhere.
 *   kernels NAME SIZE REPETITIONS
 * prints what the Quasar programs print: the time of every repetition in milliseconds, sums and samples. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int n;
    const float *restrict x, *restrict z;
    float *restrict y, *restrict t;
} job;

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

static const struct {
    const char *name;
    void (*run)(const job *);
} kernels[] = {{"a", five_tap}, {"b", sobel}, {"c", separable},  {"d", pointwise},
               {"e", bilateral}, {"f", sums},  {"g", histogram}, {"h", mandelbrot}, {"i", patches},
               {"k", products}};

static float *image(int n) { return calloc((size_t)n * n, sizeof(float)); }

static double milliseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void fill(float *x, float *z, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[(size_t)i * n + j] = (float)((7919 * i + 104729 * j + 31 * i * j) % 1024) / 1024.0f;
            z[(size_t)i * n + j] = (float)((7919 * j + 104729 * i) % 512) / 512.0f;
        }
}

static void check(const float *y, int n) {
    double s = 0, q = 0;
    for (long k = 0; k < (long)n * n; k++) {
        s += y[k];
        q += (double)y[k] * y[k];
    }
    printf("check: %.9g %.9g %.9g %.9g %.9g\n", s, q, y[0], y[(size_t)(n / 2) * n + n / 3], y[(size_t)(n - 5) * n + n - 7]);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    const int n = atoi(arguments[2]), repetitions = atoi(arguments[3]);
    float *x = image(n), *z = image(n), *y = image(n), *t = image(n);
    fill(x, z, n);
    const job work = {n, x, z, y, t};
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (strcmp(kernels[k].name, arguments[1])) continue;
        printf("times: [");
        for (int r = 0; r < repetitions; r++) {
            const double start = milliseconds();
            kernels[k].run(&work);
            printf("%s%.6f", r ? "," : "", milliseconds() - start);
        }
        printf("]\n");
        check(y, n);
        return 0;
    }
    return 2;
}
