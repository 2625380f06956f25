/* What the kernels of C and those of Halide share: input, clock, sums and samples, and a main function.
 *   PROGRAM [--rewritten] NAME SIZE REPETITIONS
 * prints what the Quasar programs print: the time of every repetition in milliseconds, sums and samples. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int n;
    const float *restrict x, *restrict z;
    float *restrict y, *restrict t;
} job;

typedef struct {
    const char *name;
    void (*run)(const job *);
    void (*rewritten)(const job *); /* a second form, or none */
} kernel;

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

/* Runs one of the kernels; the last row of the table has no name. */
static int measure(const kernel *kernels, int count, char **arguments) {
    const int rewritten = count == 5 && !strcmp(arguments[1], "--rewritten");
    if (count != 4 + rewritten) return 2;
    arguments += rewritten;
    const int n = atoi(arguments[2]), repetitions = atoi(arguments[3]);
    float *x = image(n), *z = image(n), *y = image(n), *t = image(n);
    fill(x, z, n);
    const job work = {n, x, z, y, t};
    for (size_t k = 0; kernels[k].name; k++) {
        void (*run)(const job *) = rewritten ? kernels[k].rewritten : kernels[k].run;
        if (strcmp(kernels[k].name, arguments[1]) || !run) continue;
        printf("times: [");
        for (int r = 0; r < repetitions; r++) {
            const double start = milliseconds();
            run(&work);
            printf("%s%.6f", r ? "," : "", milliseconds() - start);
        }
        printf("]\n");
        check(y, n);
        return 0;
    }
    fprintf(stderr, "not expressible\n");
    return 2;
}
