/* The thirty kernels in C with OpenMP: the loops of the Quasar programs with pragmas as an experienced programmer places them,
 * threads where the iterations are independent, vectors where the compiler needs to be told, sums in several lanes. Where other
 * loops are faster and neither compiler finds them, there is a second form, `_rewritten`: loops exchanged, strips, sums apart.
 *   kernels [--rewritten] NAME SIZE REPETITIONS
 * prints what the Quasar programs print: the time of every repetition in milliseconds, then sums and samples. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOP(i, from, to) for (int i = (from); i < (to); i++)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MOD(a, b) ((float)((a) % (b)))

typedef float *restrict array;

static float *make(size_t count) {
    float *memory = aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64);
    if (!memory) exit(3);
    memset(memory, 0, count * sizeof(float));
    return memory;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void check(const float *x, size_t count) {
    double sum = 0, weighted = 0, squares = 0;
    for (size_t k = 0; k < count; k++) {
        sum += x[k];
        weighted += x[k] * (1.0 + 5 * k % 7);
        squares += (double)x[k] * x[k];
    }
    printf("check: %.9g %.9g %.9g %.9g %.9g %.9g\n", sum, weighted, squares, x[0], x[count / 3], x[count - 1]);
}

static void check_int(const int *x, size_t count) {
    float *copy = make(count);
    for (size_t k = 0; k < count; k++) copy[k] = x[k];
    check(copy, count);
    free(copy);
}

static int repetitions, rewritten;

/* The kernel with the loops of the Quasar program, or with loops that a programmer has changed. */
#define CHOOSE(kernel) (rewritten ? kernel##_rewritten : kernel)

/* Runs `prepare` and, timed, `kernel` as often as asked, then prints the times. */
#define MEASURE(prepare, kernel)                                                       \
    do {                                                                               \
        printf("times: [");                                                            \
        LOOP(run, 0, repetitions) {                                                    \
            prepare;                                                                   \
            const double start = seconds();                                            \
            kernel;                                                                    \
            printf("%s%.6f", run ? "," : "", (seconds() - start) * 1e3);               \
        }                                                                              \
        printf("]\n");                                                                 \
    } while (0)

/* Fills a matrix of `rows` and `columns` by a formula of i and j. */
#define FILL(x, rows, columns, formula) \
    LOOP(i, 0, rows) LOOP(j, 0, columns) (x)[(size_t)i * (columns) + j] = (formula)
#define FILL1(x, count, formula) LOOP(i, 0, count) (x)[i] = (formula)

static void gemm(int n, int m, int p, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for
    LOOP(i, 0, n) {
        array row = c + (size_t)i * m;
        LOOP(j, 0, m) row[j] *= beta;
        LOOP(k, 0, p) {
            const float f = alpha * a[(size_t)i * p + k];
#pragma omp simd
            LOOP(j, 0, m) row[j] += f * b[(size_t)k * m + j];
        }
    }
}

static void run_gemm(int n) {
    const int m = n + 5, p = n + 9;
    float *a = make((size_t)n * p), *b = make((size_t)p * m), *c = make((size_t)n * m);
    FILL(a, n, p, MOD(i * j + 1, 17) / 17);
    FILL(b, p, m, MOD(i * j + 2 * i, 13) / 13);
    MEASURE(FILL(c, n, m, MOD(i + 3 * j, 11) / 11), gemm(n, m, p, 1.5f, 1.2f, a, b, c));
    check(c, (size_t)n * m);
}

/* c = beta*c + alpha*a*b. */
static void product(int n, int p, int m, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for
    LOOP(i, 0, n) LOOP(j, 0, m) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(k, 0, p) s += a[(size_t)i * p + k] * b[(size_t)k * m + j];
        c[(size_t)i * m + j] = beta * c[(size_t)i * m + j] + alpha * s;
    }
}

/* The inner loop goes along the rows of b and c. */
static void product_rewritten(int n, int p, int m, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for
    LOOP(i, 0, n) {
        array row = c + (size_t)i * m;
        if (beta == 0) memset(row, 0, m * sizeof(float));
        else LOOP(j, 0, m) row[j] *= beta;
        LOOP(k, 0, p) {
            const float f = alpha * a[(size_t)i * p + k];
#pragma omp simd
            LOOP(j, 0, m) row[j] += f * b[(size_t)k * m + j];
        }
    }
}

static void run_2mm(int n) {
    const int m = n + 5, p = n + 9, q = n + 2;
    float *a = make((size_t)n * p), *b = make((size_t)p * m), *c = make((size_t)m * q);
    float *d = make((size_t)n * q), *t = make((size_t)n * m);
    FILL(a, n, p, MOD(i * j + 1, 17) / 17);
    FILL(b, p, m, MOD(i * j + 2 * i, 13) / 13);
    FILL(c, m, q, MOD(2 * i + j * j, 19) / 19);
    MEASURE(FILL(d, n, q, MOD(i + 3 * j, 11) / 11),
            (CHOOSE(product)(n, p, m, 1.5f, 0, a, b, t), CHOOSE(product)(n, m, q, 1, 1.2f, t, c, d)));
    check(d, (size_t)n * q);
}

static void run_3mm(int n) {
    const int m = n + 5, p = n + 9, q = n + 2, l = n + 3;
    float *a = make((size_t)n * p), *b = make((size_t)p * m), *c = make((size_t)m * l), *d = make((size_t)l * q);
    float *e = make((size_t)n * m), *f = make((size_t)m * q), *g = make((size_t)n * q);
    FILL(a, n, p, MOD(i * j + 1, 17) / 17);
    FILL(b, p, m, MOD(i * j + 2 * i, 13) / 13);
    FILL(c, m, l, MOD(2 * i + j * j, 19) / 19);
    FILL(d, l, q, MOD(i + 3 * j, 11) / 11);
    MEASURE((void)0, (CHOOSE(product)(n, p, m, 1, 0, a, b, e), CHOOSE(product)(m, l, q, 1, 0, c, d, f), CHOOSE(product)(n, m, q, 1, 0, e, f, g)));
    check(g, (size_t)n * q);
}

static float dot(int count, const float *restrict a, const float *restrict b) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    LOOP(j, 0, count) s += a[j] * b[j];
    return s;
}

/* y += a'*x. */
static void transposed_times_vector(int n, int m, array a, array x, array y) {
#pragma omp parallel for
    LOOP(j, 0, m) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(i, 0, n) s += a[(size_t)i * m + j] * x[i];
        y[j] += s;
    }
}

/* y = a'*x: each thread adds rows to a copy of its own. */
static void transposed_times_vector_rewritten(int n, int m, array a, array x, array y) {
#pragma omp parallel for reduction(+ : y[:m])
    LOOP(i, 0, n) {
        const float f = x[i];
#pragma omp simd
        LOOP(j, 0, m) y[j] += f * a[(size_t)i * m + j];
    }
}

static void atax(int n, int m, array a, array x, array y, array t) {
    memset(y, 0, m * sizeof(float));
#pragma omp parallel for reduction(+ : y[:m])
    LOOP(i, 0, n) {
        const float s = t[i] = dot(m, a + (size_t)i * m, x);
#pragma omp simd
        LOOP(j, 0, m) y[j] += s * a[(size_t)i * m + j];
    }
}

static void run_atax(int n) {
    const int m = n + 6;
    float *a = make((size_t)n * m), *x = make(m), *y = make(m), *t = make(n);
    FILL(a, n, m, MOD(i + 3 * j, 17) / (5 * n));
    FILL1(x, m, 1 + MOD(i, 9) / 9);
    MEASURE((void)0, atax(n, m, a, x, y, t));
    check(y, m);
}

static void bicg(int n, int m, array a, array p, array r, array q, array s) {
    memset(s, 0, m * sizeof(float));
#pragma omp parallel for reduction(+ : s[:m])
    LOOP(i, 0, n) {
        float t = 0;
#pragma omp simd reduction(+ : t)
        LOOP(j, 0, m) {
            s[j] += r[i] * a[(size_t)i * m + j];
            t += a[(size_t)i * m + j] * p[j];
        }
        q[i] = t;
    }
}

static void run_bicg(int n) {
    const int m = n + 6;
    float *a = make((size_t)n * m), *p = make(m), *s = make(m), *r = make(n), *q = make(n);
    FILL(a, n, m, MOD(i + 3 * j, 17) / 17);
    FILL1(r, n, MOD(i, 7) / 7);
    FILL1(p, m, MOD(i, 9) / 9);
    MEASURE((void)0, bicg(n, m, a, p, r, q, s));
    check(q, n);
    check(s, m);
}

static void mvt(int n, array a, array x1, array x2, array y1, array y2) {
#pragma omp parallel for
    LOOP(i, 0, n) x1[i] += dot(n, a + (size_t)i * n, y1);
    CHOOSE(transposed_times_vector)(n, n, a, y2, x2);
}

static void run_mvt(int n) {
    float *a = make((size_t)n * n), *x1 = make(n), *x2 = make(n), *y1 = make(n), *y2 = make(n);
    FILL(a, n, n, MOD(i + 3 * j, 17) / 17);
    FILL1(y1, n, MOD(i, 7) / 7);
    FILL1(y2, n, MOD(i, 9) / 9);
    MEASURE(FILL1(x1, n, MOD(i, 5) / 5); FILL1(x2, n, MOD(i, 6) / 6), mvt(n, a, x1, x2, y1, y2));
    check(x1, n);
    check(x2, n);
}

static void gemver(int n, float alpha, float beta, array a, array u1, array v1, array u2, array v2, array w, array x, array y,
                   array z) {
#pragma omp parallel for
    LOOP(i, 0, n) {
#pragma omp simd
        LOOP(j, 0, n) a[(size_t)i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
    }
#pragma omp parallel for
    LOOP(i, 0, n) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(j, 0, n) s += a[(size_t)j * n + i] * y[j];
        x[i] += beta * s;
    }
    LOOP(i, 0, n) x[i] += z[i];
#pragma omp parallel for
    LOOP(i, 0, n) w[i] += alpha * dot(n, a + (size_t)i * n, x);
}

static void gemver_rewritten(int n, float alpha, float beta, array a, array u1, array v1, array u2, array v2, array w, array x, array y,
                   array z) {
#pragma omp parallel for reduction(+ : x[:n])
    LOOP(i, 0, n) {
        array row = a + (size_t)i * n;
        const float f = beta * y[i];
#pragma omp simd
        LOOP(j, 0, n) {
            row[j] += u1[i] * v1[j] + u2[i] * v2[j];
            x[j] += f * row[j];
        }
    }
    LOOP(i, 0, n) x[i] += z[i];
#pragma omp parallel for
    LOOP(i, 0, n) w[i] += alpha * dot(n, a + (size_t)i * n, x);
}

static void run_gemver(int n) {
    float *a = make((size_t)n * n), *u1 = make(n), *v1 = make(n), *u2 = make(n), *v2 = make(n);
    float *w = make(n), *x = make(n), *y = make(n), *z = make(n);
    FILL1(u1, n, MOD(i, 5) / 5);
    FILL1(u2, n, MOD(i, 6) / 6);
    FILL1(v1, n, MOD(i, 7) / 7);
    FILL1(v2, n, MOD(i, 9) / 9);
    FILL1(y, n, MOD(i, 11) / (11 * n));
    FILL1(z, n, MOD(i, 13) / 13);
    MEASURE(FILL(a, n, n, MOD(i + 3 * j, 17) / 17); FILL1(w, n, 0); FILL1(x, n, 0),
            CHOOSE(gemver)(n, 1.5f, 1.2f, a, u1, v1, u2, v2, w, x, y, z));
    check(w, n);
}

static void gesummv(int n, float alpha, float beta, array a, array b, array x, array y) {
#pragma omp parallel for
    LOOP(i, 0, n) {
        float s = 0, t = 0;
#pragma omp simd reduction(+ : s, t)
        LOOP(j, 0, n) {
            s += a[(size_t)i * n + j] * x[j];
            t += b[(size_t)i * n + j] * x[j];
        }
        y[i] = alpha * s + beta * t;
    }
}

static void run_gesummv(int n) {
    float *a = make((size_t)n * n), *b = make((size_t)n * n), *x = make(n), *y = make(n);
    FILL(a, n, n, MOD(i + 3 * j, 17) / 17);
    FILL(b, n, n, MOD(2 * i + j, 13) / 13);
    FILL1(x, n, MOD(i, 7) / 7);
    MEASURE((void)0, gesummv(n, 1.5f, 1.2f, a, b, x, y));
    check(y, n);
}

static void syrk(int n, int m, float alpha, float beta, array a, array c) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) {
        array row = c + (size_t)i * n;
        LOOP(j, 0, i + 1) row[j] *= beta;
        LOOP(k, 0, m) {
#pragma omp simd
            LOOP(j, 0, i + 1) row[j] += alpha * a[(size_t)i * m + k] * a[(size_t)j * m + k];
        }
    }
}

/* Both factors are read along their rows when the sum over k is the innermost loop. */
static void syrk_rewritten(int n, int m, float alpha, float beta, array a, array c) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) LOOP(j, 0, i + 1) {
        array element = c + (size_t)i * n + j;
        *element = beta * *element + alpha * dot(m, a + (size_t)i * m, a + (size_t)j * m);
    }
}

static void run_syrk(int n) {
    const int m = n + 5;
    float *a = make((size_t)n * m), *c = make((size_t)n * n);
    FILL(a, n, m, MOD(i * j + 1, 17) / 17);
    MEASURE(FILL(c, n, n, MOD(i + 3 * j, 11) / 11), CHOOSE(syrk)(n, m, 1.5f, 1.2f, a, c));
    check(c, (size_t)n * n);
}

static void syr2k(int n, int m, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) {
        array row = c + (size_t)i * n;
        LOOP(j, 0, i + 1) row[j] *= beta;
        LOOP(k, 0, m) {
            const float ai = alpha * a[(size_t)i * m + k], bi = alpha * b[(size_t)i * m + k];
#pragma omp simd
            LOOP(j, 0, i + 1) row[j] += a[(size_t)j * m + k] * bi + b[(size_t)j * m + k] * ai;
        }
    }
}

static void syr2k_rewritten(int n, int m, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) LOOP(j, 0, i + 1) {
        const float *restrict ai = a + (size_t)i * m, *restrict aj = a + (size_t)j * m;
        const float *restrict bi = b + (size_t)i * m, *restrict bj = b + (size_t)j * m;
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(k, 0, m) s += aj[k] * bi[k] + bj[k] * ai[k];
        c[(size_t)i * n + j] = beta * c[(size_t)i * n + j] + alpha * s;
    }
}

static void run_syr2k(int n) {
    const int m = n + 5;
    float *a = make((size_t)n * m), *b = make((size_t)n * m), *c = make((size_t)n * n);
    FILL(a, n, m, MOD(i * j + 1, 17) / 17);
    FILL(b, n, m, MOD(i * j + 2 * j, 13) / 13);
    MEASURE(FILL(c, n, n, MOD(i + 3 * j, 11) / 11), CHOOSE(syr2k)(n, m, 1.5f, 1.2f, a, b, c));
    check(c, (size_t)n * n);
}

/* Rows depend on each other, columns do not: each thread has a strip of columns. */
#define STRIP 256

static void symm(int n, int m, float alpha, float beta, array a, array b, array c) {
    LOOP(i, 0, n) {
#pragma omp parallel for if (i > 8)
        LOOP(j, 0, m) {
            const float f = alpha * b[(size_t)i * m + j];
            float s = 0;
            LOOP(k, 0, i) {
                c[(size_t)k * m + j] += f * a[(size_t)i * n + k];
                s += b[(size_t)k * m + j] * a[(size_t)i * n + k];
            }
            c[(size_t)i * m + j] = beta * c[(size_t)i * m + j] + f * a[(size_t)i * n + i] + alpha * s;
        }
    }
}

static void symm_rewritten(int n, int m, float alpha, float beta, array a, array b, array c) {
#pragma omp parallel for
    for (int strip = 0; strip < m; strip += STRIP) {
        const int end = MIN(strip + STRIP, m);
        float sum[STRIP];
        LOOP(i, 0, n) {
            memset(sum, 0, sizeof sum);
            LOOP(k, 0, i) {
                const float f = a[(size_t)i * n + k];
#pragma omp simd
                LOOP(j, strip, end) {
                    c[(size_t)k * m + j] += alpha * b[(size_t)i * m + j] * f;
                    sum[j - strip] += b[(size_t)k * m + j] * f;
                }
            }
            const float f = a[(size_t)i * n + i];
#pragma omp simd
            LOOP(j, strip, end)
            c[(size_t)i * m + j] = beta * c[(size_t)i * m + j] + alpha * b[(size_t)i * m + j] * f + alpha * sum[j - strip];
        }
    }
}

static void run_symm(int n) {
    const int m = n + 5;
    float *a = make((size_t)n * n), *b = make((size_t)n * m), *c = make((size_t)n * m);
    FILL(a, n, n, MOD(i + j, 17) / 17);
    FILL(b, n, m, MOD(n + i - j + m, 13) / 13);
    MEASURE(FILL(c, n, m, MOD(i + 3 * j, 11) / 11), CHOOSE(symm)(n, m, 1.5f, 1.2f, a, b, c));
    check(c, (size_t)n * m);
}

static void trmm(int n, int m, float alpha, array a, array b) {
    LOOP(i, 0, n) {
#pragma omp parallel for if (n - i > 8)
        LOOP(j, 0, m) {
            float s = b[(size_t)i * m + j];
#pragma omp simd reduction(+ : s)
            LOOP(k, i + 1, n) s += a[(size_t)k * n + i] * b[(size_t)k * m + j];
            b[(size_t)i * m + j] = alpha * s;
        }
    }
}

static void trmm_rewritten(int n, int m, float alpha, array a, array b) {
#pragma omp parallel for
    for (int strip = 0; strip < m; strip += STRIP) {
        const int end = MIN(strip + STRIP, m);
        LOOP(i, 0, n) {
            LOOP(k, i + 1, n) {
                const float f = a[(size_t)k * n + i];
#pragma omp simd
                LOOP(j, strip, end) b[(size_t)i * m + j] += f * b[(size_t)k * m + j];
            }
            LOOP(j, strip, end) b[(size_t)i * m + j] *= alpha;
        }
    }
}

static void run_trmm(int n) {
    const int m = n + 5;
    float *a = make((size_t)n * n), *b = make((size_t)n * m);
    FILL(a, n, n, MOD(i + j, 17) / 17);
    MEASURE(FILL(b, n, m, MOD(n + i - j + m, 13) / 13), CHOOSE(trmm)(n, m, 1.5f, a, b));
    check(b, (size_t)n * m);
}

static void trisolv(int n, array l, array x, array b) {
    LOOP(i, 0, n) x[i] = (b[i] - dot(i, l + (size_t)i * n, x)) / l[(size_t)i * n + i];
}

static void run_trisolv(int n) {
    float *l = make((size_t)n * n), *x = make(n), *b = make(n);
    FILL(l, n, n, i == j ? 1 : (1 + MOD(i + j, 7)) / (10 * n));
    FILL1(b, n, 1 + MOD(i, 5) / 5);
    MEASURE((void)0, trisolv(n, l, x, b));
    check(x, n);
}

static void durbin(int n, array r, array y, array z) {
    float alpha = -r[0], beta = 1;
    y[0] = -r[0];
    LOOP(k, 1, n) {
        float s = 0;
        beta *= 1 - alpha * alpha;
#pragma omp simd reduction(+ : s)
        LOOP(i, 0, k) s += r[k - i - 1] * y[i];
        alpha = -(r[k] + s) / beta;
#pragma omp simd
        LOOP(i, 0, k) z[i] = y[i] + alpha * y[k - i - 1];
        memcpy(y, z, k * sizeof(float));
        y[k] = alpha;
    }
}

static void run_durbin(int n) {
    float *r = make(n), *y = make(n), *z = make(n);
    FILL1(r, n, (1 + MOD(i, 5)) / (10 * n));
    MEASURE((void)0, durbin(n, r, y, z));
    check(y, n);
}

static void lu(int n, array a) {
    LOOP(i, 0, n) {
        array row = a + (size_t)i * n;
        LOOP(j, 0, i) {
            float s = row[j];
#pragma omp simd reduction(+ : s)
            LOOP(k, 0, j) s -= row[k] * a[(size_t)k * n + j];
            row[j] = s / a[(size_t)j * n + j];
        }
#pragma omp parallel for if ((n - i) * i > 4096)
        LOOP(j, i, n) {
            float s = row[j];
#pragma omp simd reduction(+ : s)
            LOOP(k, 0, i) s -= row[k] * a[(size_t)k * n + j];
            row[j] = s;
        }
    }
}

/* Rows are eliminated from the top; those below the pivot are independent of each other. */
static void lu_rewritten(int n, array a) {
    LOOP(k, 0, n) {
        const float *restrict pivot = a + (size_t)k * n;
#pragma omp parallel for if (n - k > 128)
        LOOP(i, k + 1, n) {
            array row = a + (size_t)i * n;
            const float f = row[k] /= pivot[k];
#pragma omp simd
            LOOP(j, k + 1, n) row[j] -= f * pivot[j];
        }
    }
}

#define DOMINANT(a, n, formula) FILL(a, n, n, i == j ? 1 : MOD(formula, 7) / (8 * n))

static void run_lu(int n) {
    float *a = make((size_t)n * n);
    MEASURE(DOMINANT(a, n, i + 3 * j), CHOOSE(lu)(n, a));
    check(a, (size_t)n * n);
}

static void ludcmp(int n, array a, array b, array x, array y) {
    CHOOSE(lu)(n, a);
    LOOP(i, 0, n) y[i] = b[i] - dot(i, a + (size_t)i * n, y);
    for (int i = n - 1; i >= 0; i--) {
        array row = a + (size_t)i * n;
        x[i] = (y[i] - dot(n - 1 - i, row + i + 1, x + i + 1)) / row[i];
    }
}

static void run_ludcmp(int n) {
    float *a = make((size_t)n * n), *b = make(n), *x = make(n), *y = make(n);
    FILL1(b, n, 1 + MOD(i, 5) / 5);
    MEASURE(DOMINANT(a, n, i + 3 * j), ludcmp(n, a, b, x, y));
    check(x, n);
}

static void cholesky(int n, array a) {
    LOOP(i, 0, n) {
        array row = a + (size_t)i * n;
        LOOP(j, 0, i) row[j] = (row[j] - dot(j, row, a + (size_t)j * n)) / a[(size_t)j * n + j];
        row[i] = sqrtf(row[i] - dot(i, row, row));
    }
}

/* Column by column: the elements below the diagonal are independent of each other. */
static void cholesky_rewritten(int n, array a) {
    LOOP(j, 0, n) {
        array pivot = a + (size_t)j * n;
        pivot[j] = sqrtf(pivot[j] - dot(j, pivot, pivot));
#pragma omp parallel for if (j * (n - j) > 16384)
        LOOP(i, j + 1, n) {
            array row = a + (size_t)i * n;
            row[j] = (row[j] - dot(j, row, pivot)) / pivot[j];
        }
    }
}

static void run_cholesky(int n) {
    float *a = make((size_t)n * n);
    MEASURE(DOMINANT(a, n, i + j), CHOOSE(cholesky)(n, a));
    check(a, (size_t)n * n);
}

static void gramschmidt(int m, int n, array a, array r, array q) {
    LOOP(k, 0, n) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(i, 0, m) s += a[(size_t)i * n + k] * a[(size_t)i * n + k];
        r[(size_t)k * n + k] = sqrtf(s);
        LOOP(i, 0, m) q[(size_t)i * n + k] = a[(size_t)i * n + k] / r[(size_t)k * n + k];
#pragma omp parallel for
        LOOP(j, k + 1, n) {
            float t = 0;
#pragma omp simd reduction(+ : t)
            LOOP(i, 0, m) t += q[(size_t)i * n + k] * a[(size_t)i * n + j];
            r[(size_t)k * n + j] = t;
#pragma omp simd
            LOOP(i, 0, m) a[(size_t)i * n + j] -= q[(size_t)i * n + k] * t;
        }
    }
}

static void gramschmidt_rewritten(int m, int n, array a, array r, array q) {
    LOOP(k, 0, n) {
        float s = 0;
        LOOP(i, 0, m) s += a[(size_t)i * n + k] * a[(size_t)i * n + k];
        array row = r + (size_t)k * n;
        row[k] = sqrtf(s);
        LOOP(i, 0, m) q[(size_t)i * n + k] = a[(size_t)i * n + k] / row[k];
        LOOP(j, k + 1, n) row[j] = 0;
#pragma omp parallel for if (n - k > STRIP)
        for (int strip = k + 1; strip < n; strip += STRIP) {
            const int end = MIN(strip + STRIP, n);
            LOOP(i, 0, m) {
                const float f = q[(size_t)i * n + k];
#pragma omp simd
                LOOP(j, strip, end) row[j] += f * a[(size_t)i * n + j];
            }
            LOOP(i, 0, m) {
                const float f = q[(size_t)i * n + k];
#pragma omp simd
                LOOP(j, strip, end) a[(size_t)i * n + j] -= f * row[j];
            }
        }
    }
}

static void run_gramschmidt(int n) {
    const int m = n + 5;
    float *a = make((size_t)m * n), *r = make((size_t)n * n), *q = make((size_t)m * n);
    MEASURE(FILL(a, m, n, i == j ? 1 : MOD(i * i + 3 * j, 7) / (8 * n)), CHOOSE(gramschmidt)(m, n, a, r, q));
    check(q, (size_t)m * n);
    check(r, (size_t)n * n);
}

static void means(int m, int n, array data, array mean) {
#pragma omp parallel for
    LOOP(j, 0, n) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(i, 0, m) s += data[(size_t)i * n + j];
        mean[j] = s / m;
    }
}

static void means_rewritten(int m, int n, array data, array mean) {
    memset(mean, 0, n * sizeof(float));
    LOOP(i, 0, m) LOOP(j, 0, n) mean[j] += data[(size_t)i * n + j];
    LOOP(j, 0, n) mean[j] /= m;
}

/* Products of columns i and j ≥ i, into both halves of a symmetric matrix. */
static void products_of_columns(int m, int n, float scale, array data, array result) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) LOOP(j, i, n) {
        float s = 0;
#pragma omp simd reduction(+ : s)
        LOOP(k, 0, m) s += data[(size_t)k * n + i] * data[(size_t)k * n + j];
        result[(size_t)i * n + j] = result[(size_t)j * n + i] = scale * s;
    }
}

/* The inner loop goes along the rows. */
static void products_of_columns_rewritten(int m, int n, float scale, array data, array result) {
#pragma omp parallel for schedule(dynamic, 8)
    LOOP(i, 0, n) {
        array row = result + (size_t)i * n;
        LOOP(j, i, n) row[j] = 0;
        LOOP(k, 0, m) {
            const float f = scale * data[(size_t)k * n + i];
#pragma omp simd
            LOOP(j, i, n) row[j] += f * data[(size_t)k * n + j];
        }
        LOOP(j, i + 1, n) result[(size_t)j * n + i] = row[j];
    }
}

static void correlation(int m, int n, array data, array corr, array mean, array stddev) {
    CHOOSE(means)(m, n, data, mean);
    memset(stddev, 0, n * sizeof(float));
    LOOP(i, 0, m) LOOP(j, 0, n) {
        const float d = data[(size_t)i * n + j] - mean[j];
        stddev[j] += d * d;
    }
    LOOP(j, 0, n) {
        const float d = sqrtf(stddev[j] / m);
        stddev[j] = d <= 0.1f ? 1 : d;
    }
    const float root = sqrtf(m);
#pragma omp parallel for
    LOOP(i, 0, m) LOOP(j, 0, n) data[(size_t)i * n + j] = (data[(size_t)i * n + j] - mean[j]) / (root * stddev[j]);
    CHOOSE(products_of_columns)(m, n, 1, data, corr);
    LOOP(i, 0, n) corr[(size_t)i * n + i] = 1;
}

#define DATA(x, m, n) FILL(x, m, n, MOD(i * i + 5 * i * j + 3 * j, 23) / 4)

static void run_correlation(int n) {
    const int m = n + 5;
    float *data = make((size_t)m * n), *corr = make((size_t)n * n), *mean = make(n), *stddev = make(n);
    MEASURE(DATA(data, m, n), correlation(m, n, data, corr, mean, stddev));
    check(corr, (size_t)n * n);
}

static void covariance(int m, int n, array data, array cov, array mean) {
    CHOOSE(means)(m, n, data, mean);
#pragma omp parallel for
    LOOP(i, 0, m) LOOP(j, 0, n) data[(size_t)i * n + j] -= mean[j];
    CHOOSE(products_of_columns)(m, n, 1 / (m - 1.0f), data, cov);
}

static void run_covariance(int n) {
    const int m = n + 5;
    float *data = make((size_t)m * n), *cov = make((size_t)n * n), *mean = make(n);
    MEASURE(DATA(data, m, n), covariance(m, n, data, cov, mean));
    check(cov, (size_t)n * n);
}

static void jacobi_1d(int n, array a, array b) {
    LOOP(t, 0, 100) {
#pragma omp parallel for simd
        LOOP(i, 1, n - 1) b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
#pragma omp parallel for simd
        LOOP(i, 1, n - 1) a[i] = 0.33333f * (b[i - 1] + b[i] + b[i + 1]);
    }
}

static void run_jacobi_1d(int n) {
    float *a = make(n), *b = make(n);
    MEASURE(FILL1(a, n, 1 + MOD(i * 3, 7) / 7); FILL1(b, n, 1 + MOD(i * 3, 11) / 11), jacobi_1d(n, a, b));
    check(a, n);
}

static void average_2d(int n, array to, const float *restrict from) {
#pragma omp parallel for
    LOOP(i, 1, n - 1) {
        const float *restrict x = from + (size_t)i * n;
        array y = to + (size_t)i * n;
#pragma omp simd
        LOOP(j, 1, n - 1) y[j] = 0.2f * (x[j] + x[j - 1] + x[j + 1] + x[j + n] + x[j - n]);
    }
}

static void run_jacobi_2d(int n) {
    float *a = make((size_t)n * n), *b = make((size_t)n * n);
    MEASURE(FILL(a, n, n, MOD(i * (j + 2) + 2, 17) / 17); FILL(b, n, n, MOD(i * (j + 3) + 3, 19) / 19),
            LOOP(t, 0, 20) { average_2d(n, b, a); average_2d(n, a, b); });
    check(a, (size_t)n * n);
}

static void seidel_2d(int n, float *a) {
    LOOP(t, 0, 10) LOOP(i, 1, n - 1) {
        float *x = a + (size_t)i * n;
        LOOP(j, 1, n - 1)
        x[j] = (x[j - n - 1] + x[j - n] + x[j - n + 1] + x[j - 1] + x[j] + x[j + 1] + x[j + n - 1] + x[j + n] + x[j + n + 1]) / 9;
    }
}

static void run_seidel_2d(int n) {
    float *a = make((size_t)n * n);
    MEASURE(FILL(a, n, n, MOD(i * (j + 2) + 2, 17) / 17), seidel_2d(n, a));
    check(a, (size_t)n * n);
}

static void spread_3d(int n, array to, const float *restrict from) {
    const size_t plane = (size_t)n * n;
#pragma omp parallel for
    LOOP(i, 1, n - 1) LOOP(j, 1, n - 1) {
        const float *restrict x = from + i * plane + (size_t)j * n;
        array y = to + i * plane + (size_t)j * n;
#pragma omp simd
        LOOP(k, 1, n - 1)
        y[k] = 0.125f * (x[k + plane] - 2 * x[k] + x[k - plane]) + 0.125f * (x[k + n] - 2 * x[k] + x[k - n]) +
               0.125f * (x[k + 1] - 2 * x[k] + x[k - 1]) + x[k];
    }
}

static void prepare_3d(int n, array a, array b) {
    LOOP(i, 0, n) LOOP(j, 0, n) LOOP(k, 0, n) a[((size_t)i * n + j) * n + k] = MOD(i + 2 * j + 3 * k, 10) / 10;
    memcpy(b, a, (size_t)n * n * n * sizeof(float));
}

static void run_heat_3d(int n) {
    float *a = make((size_t)n * n * n), *b = make((size_t)n * n * n);
    MEASURE(prepare_3d(n, a, b), LOOP(t, 0, 20) { spread_3d(n, b, a); spread_3d(n, a, b); });
    check(a, (size_t)n * n * n);
}

static void fdtd_2d(int n, int m, array ex, array ey, array hz) {
    LOOP(t, 0, 20) {
        LOOP(j, 0, m) ey[j] = t;
#pragma omp parallel for
        LOOP(i, 1, n) LOOP(j, 0, m) ey[(size_t)i * m + j] -= 0.5f * (hz[(size_t)i * m + j] - hz[(size_t)(i - 1) * m + j]);
#pragma omp parallel for
        LOOP(i, 0, n) LOOP(j, 1, m) ex[(size_t)i * m + j] -= 0.5f * (hz[(size_t)i * m + j] - hz[(size_t)i * m + j - 1]);
#pragma omp parallel for
        LOOP(i, 0, n - 1) LOOP(j, 0, m - 1)
        hz[(size_t)i * m + j] -= 0.7f * (ex[(size_t)i * m + j + 1] - ex[(size_t)i * m + j] + ey[(size_t)(i + 1) * m + j] -
                                         ey[(size_t)i * m + j]);
    }
}

static void run_fdtd_2d(int n) {
    const int m = n + 5;
    float *ex = make((size_t)n * m), *ey = make((size_t)n * m), *hz = make((size_t)n * m);
    MEASURE(FILL(ex, n, m, MOD(i * (j + 1), 17) / 17); FILL(ey, n, m, MOD(i * (j + 2), 13) / 13);
            FILL(hz, n, m, MOD(i * (j + 3), 11) / 11), fdtd_2d(n, m, ex, ey, hz));
    check(hz, (size_t)n * m);
}

/* The columns are independent lines in the first half of a step, the rows in the second. */
static void adi(int n, array u, array v, array p, array q) {
    const int steps = 5;
    const float dx = 1.0f / n, dt = 1.0f / steps, mul1 = 2 * dt / (dx * dx), mul2 = dt / (dx * dx);
    const float a = -mul1 / 2, b = 1 + mul1, d = -mul2 / 2, e = 1 + mul2;
    LOOP(t, 0, steps) {
#pragma omp parallel for
        LOOP(i, 1, n - 1) {
            array pi = p + (size_t)i * n, qi = q + (size_t)i * n;
            v[i] = 1, pi[0] = 0, qi[0] = 1;
            LOOP(j, 1, n - 1) {
                const float *restrict x = u + (size_t)j * n + i;
                const float f = a * pi[j - 1] + b;
                pi[j] = -a / f;
                qi[j] = (-d * x[-1] + (1 + 2 * d) * x[0] - d * x[1] - a * qi[j - 1]) / f;
            }
            v[(size_t)(n - 1) * n + i] = 1;
            for (int j = n - 2; j > 0; j--) v[(size_t)j * n + i] = pi[j] * v[(size_t)(j + 1) * n + i] + qi[j];
        }
#pragma omp parallel for
        LOOP(i, 1, n - 1) {
            array pi = p + (size_t)i * n, qi = q + (size_t)i * n, row = u + (size_t)i * n;
            row[0] = 1, pi[0] = 0, qi[0] = 1;
            LOOP(j, 1, n - 1) {
                const float *restrict x = v + (size_t)i * n + j;
                const float f = d * pi[j - 1] + e;
                pi[j] = -d / f;
                qi[j] = (-a * x[-n] + (1 + 2 * a) * x[0] - a * x[n] - d * qi[j - 1]) / f;
            }
            row[n - 1] = 1;
            for (int j = n - 2; j > 0; j--) row[j] = pi[j] * row[j + 1] + qi[j];
        }
    }
}

static void run_adi(int n) {
    float *u = make((size_t)n * n), *v = make((size_t)n * n), *p = make((size_t)n * n), *q = make((size_t)n * n);
    MEASURE(FILL(u, n, n, MOD(i + n - j, 13) / 13), adi(n, u, v, p, q));
    check(u, (size_t)n * n);
}

static void deriche(int w, int h, float alpha, array x, array y1, array y2, array out) {
    const float k = (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    const float a1 = k, a2 = k * expf(-alpha) * (alpha - 1), a3 = k * expf(-alpha) * (alpha + 1), a4 = -k * expf(-2 * alpha);
    const float b1 = powf(2, -alpha), b2 = -expf(-2 * alpha);
#pragma omp parallel for
    LOOP(i, 0, w) {
        float last = 0, before = 0, x1 = 0;
        LOOP(j, 0, h) {
            const size_t at = (size_t)i * h + j;
            const float value = a1 * x[at] + a2 * x1 + b1 * last + b2 * before;
            x1 = x[at], before = last, last = y1[at] = value;
        }
    }
#pragma omp parallel for
    LOOP(i, 0, w) {
        float last = 0, before = 0, x1 = 0, x2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            const size_t at = (size_t)i * h + j;
            const float value = a3 * x1 + a4 * x2 + b1 * last + b2 * before;
            x2 = x1, x1 = x[at], before = last, last = y2[at] = value;
        }
    }
#pragma omp parallel for
    LOOP(i, 0, w) LOOP(j, 0, h) out[(size_t)i * h + j] = y1[(size_t)i * h + j] + y2[(size_t)i * h + j];
#pragma omp parallel for
    LOOP(j, 0, h) {
        float last = 0, before = 0, x1 = 0;
        LOOP(i, 0, w) {
            const size_t at = (size_t)i * h + j;
            const float value = a1 * out[at] + a2 * x1 + b1 * last + b2 * before;
            x1 = out[at], before = last, last = y1[at] = value;
        }
    }
#pragma omp parallel for
    LOOP(j, 0, h) {
        float last = 0, before = 0, x1 = 0, x2 = 0;
        for (int i = w - 1; i >= 0; i--) {
            const size_t at = (size_t)i * h + j;
            const float value = a3 * x1 + a4 * x2 + b1 * last + b2 * before;
            x2 = x1, x1 = out[at], before = last, last = y2[at] = value;
        }
    }
#pragma omp parallel for
    LOOP(i, 0, w) LOOP(j, 0, h) out[(size_t)i * h + j] = y1[(size_t)i * h + j] + y2[(size_t)i * h + j];
}

static void deriche_rewritten(int w, int h, float alpha, array x, array y1, array y2, array out) {
    const float k = (1 - expf(-alpha)) * (1 - expf(-alpha)) / (1 + 2 * alpha * expf(-alpha) - expf(2 * alpha));
    const float a1 = k, a2 = k * expf(-alpha) * (alpha - 1), a3 = k * expf(-alpha) * (alpha + 1), a4 = -k * expf(-2 * alpha);
    const float b1 = powf(2, -alpha), b2 = -expf(-2 * alpha);
#pragma omp parallel for
    LOOP(i, 0, w) {
        const float *restrict xi = x + (size_t)i * h;
        array forth = y1 + (size_t)i * h, back = y2 + (size_t)i * h, sum = out + (size_t)i * h;
        float last = 0, before = 0, x1 = 0, x2 = 0;
        LOOP(j, 0, h) {
            const float value = a1 * xi[j] + a2 * x1 + b1 * last + b2 * before;
            x1 = xi[j], before = last, last = forth[j] = value;
        }
        last = before = x1 = x2 = 0;
        for (int j = h - 1; j >= 0; j--) {
            const float value = a3 * x1 + a4 * x2 + b1 * last + b2 * before;
            x2 = x1, x1 = xi[j], before = last, last = back[j] = value;
        }
        LOOP(j, 0, h) sum[j] = forth[j] + back[j];
    }
#pragma omp parallel for
    for (int strip = 0; strip < h; strip += STRIP) {
        const int width = MIN(STRIP, h - strip);
        float last[STRIP] = {0}, before[STRIP] = {0}, x1[STRIP] = {0}, x2[STRIP] = {0};
        LOOP(i, 0, w) {
            const float *restrict xi = out + (size_t)i * h + strip;
            array forth = y1 + (size_t)i * h + strip;
#pragma omp simd
            LOOP(j, 0, width) {
                const float value = a1 * xi[j] + a2 * x1[j] + b1 * last[j] + b2 * before[j];
                x1[j] = xi[j], before[j] = last[j], last[j] = forth[j] = value;
            }
        }
        memset(last, 0, sizeof last), memset(before, 0, sizeof before), memset(x1, 0, sizeof x1);
        for (int i = w - 1; i >= 0; i--) {
            array xi = out + (size_t)i * h + strip;
            const float *restrict forth = y1 + (size_t)i * h + strip;
#pragma omp simd
            LOOP(j, 0, width) {
                const float value = a3 * x1[j] + a4 * x2[j] + b1 * last[j] + b2 * before[j];
                x2[j] = x1[j], x1[j] = xi[j], before[j] = last[j], last[j] = value;
                xi[j] = forth[j] + value;
            }
        }
    }
}

static void run_deriche(int n) {
    const int m = n + 5;
    float *x = make((size_t)n * m), *y1 = make((size_t)n * m), *y2 = make((size_t)n * m), *out = make((size_t)n * m);
    FILL(x, n, m, MOD(313 * i + 991 * j, 4096) / 4096);
    MEASURE((void)0, CHOOSE(deriche)(n, m, 0.25f, x, y1, y2, out));
    check(out, (size_t)n * m);
}

/* Row k and column k do not change in step k, as no path gets shorter by a way back to its own start. */
static void floyd_warshall(int n, float *path) {
    LOOP(k, 0, n) {
        const float *pivot = path + (size_t)k * n;
#pragma omp parallel for
        LOOP(i, 0, n) {
            float *row = path + (size_t)i * n;
            const float f = row[k];
#pragma omp simd
            LOOP(j, 0, n) row[j] = MIN(row[j], f + pivot[j]);
        }
    }
}

static void run_floyd_warshall(int n) {
    float *path = make((size_t)n * n);
    MEASURE(FILL(path, n, n, (i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0 ? 999 : 1 + i * j % 7),
            floyd_warshall(n, path));
    check(path, (size_t)n * n);
}

static void nussinov(int n, const int *restrict bases, int *table) {
    for (int i = n - 1; i >= 0; i--) {
        int *row = table + (size_t)i * n;
        LOOP(j, i + 1, n) {
            int best = MAX(row[j - 1], row[n + j]);
            best = MAX(best, row[n + j - 1] + (i < j - 1 && bases[i] + bases[j] == 3));
#pragma omp simd reduction(max : best)
            LOOP(k, i + 1, j) best = MAX(best, row[k] + table[(size_t)(k + 1) * n + j]);
            row[j] = best;
        }
    }
}

/* Along the diagonals all intervals are independent, but their sums run down columns; row by row only the innermost loop
 * can be split, and it is written along the row: table[i,j] takes from table[i,k] + table[k+1,j] for all j at once. */
static void nussinov_rewritten(int n, const int *restrict bases, int *table) {
    for (int i = n - 2; i >= 0; i--) {
        int *row = table + (size_t)i * n;
        const int *below = row + n;
        LOOP(j, i + 1, n) {
            const int pair = i < j - 1 && bases[i] + bases[j] == 3;
            row[j] = MAX(below[j], below[j - 1] + pair);
        }
        LOOP(k, i, n - 1) {
            row[k + 1] = MAX(row[k + 1], row[k]);
            const int *other = table + (size_t)(k + 1) * n;
            const int f = row[k];
#pragma omp simd
            LOOP(j, k + 2, n) row[j] = MAX(row[j], f + other[j]);
        }
    }
}

static void run_nussinov(int n) {
    int *bases = (int *)make(n), *table = (int *)make((size_t)n * n);
    FILL1(bases, n, (i * i + i / 3) % 4);
    MEASURE(memset(table, 0, (size_t)n * n * sizeof(int)), CHOOSE(nussinov)(n, bases, table));
    check_int(table, (size_t)n * n);
}

/* Each thread has a row of its own for the products. */
static void doitgen(int n, int m, int l, array a, array c4) {
#pragma omp parallel
    {
        float *t = make(l);
#pragma omp for collapse(2)
        LOOP(r, 0, n) LOOP(q, 0, m) {
            array row = a + ((size_t)r * m + q) * l;
            LOOP(p, 0, l) {
                float s = 0;
#pragma omp simd reduction(+ : s)
                LOOP(k, 0, l) s += row[k] * c4[(size_t)k * l + p];
                t[p] = s;
            }
            memcpy(row, t, l * sizeof(float));
        }
        free(t);
    }
}

static void doitgen_rewritten(int n, int m, int l, array a, array c4) {
#pragma omp parallel
    {
        float *t = make(l);
#pragma omp for collapse(2)
        LOOP(r, 0, n) LOOP(q, 0, m) {
            array row = a + ((size_t)r * m + q) * l;
            memset(t, 0, l * sizeof(float));
            LOOP(k, 0, l) {
                const float f = row[k];
#pragma omp simd
                LOOP(p, 0, l) t[p] += f * c4[(size_t)k * l + p];
            }
            memcpy(row, t, l * sizeof(float));
        }
        free(t);
    }
}

static void prepare_doitgen(int n, int m, int l, array a) {
    LOOP(i, 0, n) LOOP(j, 0, m) LOOP(k, 0, l) a[((size_t)i * m + j) * l + k] = MOD(i * j + k, 17) / 17;
}

static void run_doitgen(int n) {
    const int m = n + 2, l = n + 5;
    float *a = make((size_t)n * m * l), *c4 = make((size_t)l * l);
    FILL(c4, l, l, MOD(i * j, 13) / 13);
    MEASURE(prepare_doitgen(n, m, l, a), CHOOSE(doitgen)(n, m, l, a, c4));
    check(a, (size_t)n * m * l);
}

static const struct {
    const char *name;
    void (*run)(int);
    int is_rewritten; /* has a second form */
} kernels[] = {
    {"2mm", run_2mm, 1},
    {"3mm", run_3mm, 1},
    {"adi", run_adi, 0},
    {"atax", run_atax, 0},
    {"bicg", run_bicg, 0},
    {"cholesky", run_cholesky, 1},
    {"correlation", run_correlation, 1},
    {"covariance", run_covariance, 1},
    {"deriche", run_deriche, 1},
    {"doitgen", run_doitgen, 1},
    {"durbin", run_durbin, 0},
    {"fdtd-2d", run_fdtd_2d, 0},
    {"floyd-warshall", run_floyd_warshall, 0},
    {"gemm", run_gemm, 0},
    {"gemver", run_gemver, 1},
    {"gesummv", run_gesummv, 0},
    {"gramschmidt", run_gramschmidt, 1},
    {"heat-3d", run_heat_3d, 0},
    {"jacobi-1d", run_jacobi_1d, 0},
    {"jacobi-2d", run_jacobi_2d, 0},
    {"lu", run_lu, 1},
    {"ludcmp", run_ludcmp, 1},
    {"mvt", run_mvt, 1},
    {"nussinov", run_nussinov, 1},
    {"seidel-2d", run_seidel_2d, 0},
    {"symm", run_symm, 1},
    {"syr2k", run_syr2k, 1},
    {"syrk", run_syrk, 1},
    {"trisolv", run_trisolv, 0},
    {"trmm", run_trmm, 1},
};

int main(int count, char **words) {
    rewritten = count == 5 && !strcmp(words[1], "--rewritten");
    if (count != 4 + rewritten) return 2;
    words += rewritten;
    repetitions = atoi(words[3]);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (!strcmp(kernels[k].name, words[1]) && (kernels[k].is_rewritten || !rewritten)) return kernels[k].run(atoi(words[2])), 0;
    fprintf(stderr, "not expressible: %s\n", words[1]);
    return 2;
}
