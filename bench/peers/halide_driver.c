/* Calls what halide_kernels.py has compiled; harness.h tells how. */
#include <HalideRuntime.h>

#include "harness.h"

/* An image of rows; `margin` pixels on each side are no part of it. */
static halide_buffer_t buffer(float *host, int width, int height, int stride, int margin, halide_dimension_t *dim) {
    dim[0] = (halide_dimension_t){margin, width - 2 * margin, 1, 0};
    dim[1] = (halide_dimension_t){margin, height - 2 * margin, stride, 0};
    halide_buffer_t made = {0};
    made.host = (uint8_t *)(host + (size_t)margin * stride + margin);
    made.type.code = halide_type_float;
    made.type.bits = 32;
    made.type.lanes = 1;
    made.dimensions = 2;
    made.dim = dim;
    return made;
}

#define KERNEL(name, width, height, margin)                                                        \
    int kernel_##name(halide_buffer_t *, halide_buffer_t *, halide_buffer_t *);                    \
    static void run_##name(const job *p) {                                                         \
        halide_dimension_t dim[6];                                                                 \
        const int n = p->n;                                                                        \
        halide_buffer_t x = buffer((float *)p->x, n, n, n, 0, dim);                                \
        halide_buffer_t z = buffer((float *)p->z, n, n, n, 0, dim + 2);                            \
        halide_buffer_t y = buffer(p->y, width, height, n, margin, dim + 4);                       \
        if (kernel_##name(&x, &z, &y)) exit(3);                                                    \
    }

KERNEL(a, n, n, 0)
KERNEL(b, n, n, 0)
KERNEL(c, n, n, 0)
KERNEL(d, n, n, 0)
KERNEL(e, n, n, 3)
KERNEL(f, 2, 1, 0)
KERNEL(g, 256, 1, 0)
KERNEL(h, n, n, 0)
KERNEL(i, n, n, 4)
KERNEL(k, n, n, 1)

static const kernel kernels[] = {{"a", run_a}, {"b", run_b}, {"c", run_c}, {"d", run_d}, {"e", run_e}, {"f", run_f},
                                 {"g", run_g}, {"h", run_h}, {"i", run_i}, {"k", run_k}, {0}};

int main(int count, char **arguments) { return measure(kernels, count, arguments); }
