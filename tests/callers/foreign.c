/* Functions of C that tests/callers/foreign.q calls. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More arguments than there are registers, of both kinds. Each has a weight of its own. */
double many(int a, double b, int c, float d, int e, double f, int64_t g, float h, int i, double j, int k, double l, uint8_t m, float n,
            double o, float p, int q, double r) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * (double)g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p
        + 17 * q + 18 * r;
}

/* Multiplies in place; a status. */
int scale(float *x, int64_t rows, int64_t columns, float by) {
    if (rows < 0 || columns < 0) return -1;
    for (int64_t i = 0; i < rows * columns; i++) x[i] *= by;
    return 0;
}

float mean(const float *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i];
    return (float)(sum / (double)n);
}

void invert(unsigned char *pixels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) pixels[i] = 255 - pixels[i];
}

void count_up(int32_t values[], int n) {
    for (int i = 0; i < n; i++) values[i] += i;
}

void conjugate(float *_Complex_as_pairs, int n) {
    for (int i = 0; i < n; i++) _Complex_as_pairs[2 * i + 1] = -_Complex_as_pairs[2 * i + 1];
}

int8_t less(int8_t a, int8_t b) { return a - b; }
uint16_t all_bits(void) { return 65535; }
uint32_t many_bits(void) { return 4294967295u; }
bool is_even(int n) { return n % 2 == 0; }

char *greeting(const char *name) {
    static char text[64];
    snprintf(text, sizeof text, "hello %s", name);
    return text;
}

const char *broken(void) { return "\xff"; }
const char *no_text(void) { return NULL; }

/* Something that only C knows. */
struct counter {
    int next;
};
struct counter *counter_new(int start) {
    struct counter *counter = malloc(sizeof *counter);
    counter->next = start;
    return counter;
}
int counter_next(struct counter *counter) { return counter->next++; }
void counter_free(struct counter *counter) { free(counter); }

void shout(const char *text) { printf("%s!\n", text); }
