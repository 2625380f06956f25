/* Calls of tests/callers/filters.q from C, under AddressSanitizer; also compiled as C++. */
#include "filters.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int wrong = 0;

#define EXPECT(condition) \
    do { if (!(condition)) { printf("line %d: %s (%s)\n", __LINE__, #condition, filters_error()); wrong++; } } while (0)

static const int64_t six[2] = {2, 3};

static void results(void) {
    float elements[6] = {1, 2, 3, 4, 5, 6};
    quasar_array x = quasar_array_of(elements, QUASAR_FLOAT, 2, six), y;
    int32_t n = -1;
    EXPECT(scale(&x, 2.0f, &y) == 0);
    EXPECT(y.element == QUASAR_FLOAT && y.dimensions == 2 && y.extents[0] == 2 && y.extents[1] == 3);
    EXPECT(y.strides[0] == 12 && y.strides[1] == 4);
    /* 2*5 + 4 + 0.5 at row 1, column 1. */
    EXPECT(((float *)y.data)[4] == 14.5f);
    EXPECT(elements[4] == 5);
    filters_release(y.owner);
    EXPECT(scale(&x, 2.0f, NULL) == 0);
    EXPECT(calls(&n) == 0 && n == 2);
    filters_release(NULL);
}

static void texts(void) {
    quasar_text text;
    int32_t next = 0;
    EXPECT(greet("Gr\xc3\xbc\xc3\x9f", 6, 41, &text, &next) == 0);
    EXPECT(next == 42 && text.length == 12 && strcmp(text.data, "hello Gr\xc3\xbc\xc3\x9f") == 0);
    filters_release(text.owner);
    EXPECT(greet("\xff", 1, 0, &text, &next) != 0 && strstr(filters_error(), "UTF-8") != NULL);
    EXPECT(greet(NULL, 0, 0, &text, &next) == 0 && strcmp(text.data, "hello ") == 0);
    filters_release(text.owner);
}

static void memory(void) {
    float elements[6] = {1, 2, 3, 4, 5, 6};
    quasar_array x = quasar_array_of(elements, QUASAR_FLOAT, 2, six), y, turned = x;
    EXPECT(fill(&x, 7) == 0 && elements[0] == 7 && elements[5] == 7);
    EXPECT(same(&x, &y) == 0 && y.data != (void *)elements && ((float *)y.data)[5] == 7);
    filters_release(y.owner);
    /* What the library keeps is a copy. */
    EXPECT(keep(&x) == 0);
    elements[0] = -1;
    EXPECT(remembered(&y) == 0 && ((float *)y.data)[0] == 7 && y.extents[1] == 3);
    ((float *)y.data)[0] = -2;
    filters_release(y.owner);
    EXPECT(remembered(&y) == 0 && ((float *)y.data)[0] == 7);
    filters_release(y.owner);
    /* The transpose of a picture is read, and not stored into. */
    for (int i = 0; i < 6; i++) elements[i] = (float)i;
    turned.extents[0] = 3;
    turned.extents[1] = 2;
    turned.strides[0] = 4;
    turned.strides[1] = 12;
    EXPECT(scale(&turned, 1, &y) == 0 && ((float *)y.data)[1] == 3 + 4.5f && y.extents[0] == 3);
    filters_release(y.owner);
    EXPECT(fill(&turned, 1) != 0 && strstr(filters_error(), "stores into it") != NULL);
}

static void errors(void) {
    float elements[6] = {1, 2, 3, 4, 5, 6}, element;
    double wide[6] = {0};
    int64_t length = 6;
    quasar_array v = quasar_array_of(elements, QUASAR_FLOAT, 1, &length), y;
    quasar_array d = quasar_array_of(wide, QUASAR_DOUBLE, 2, six);
    EXPECT(fetch(&v, 5, &element) == 0 && element == 6);
    EXPECT(fetch(&v, 6, &element) != 0);
    EXPECT(strstr(filters_error(), "index 6 of 'x' is outside its 6 elements") != NULL);
    EXPECT(strstr(filters_error_file(), "filters.q") != NULL && filters_error_line() == 26);
    EXPECT(scale(&v, 1, &y) != 0 && strstr(filters_error(), "expected 2 dimensions, got 1") != NULL);
    EXPECT(scale(&d, 1, &y) != 0 && strstr(filters_error(), "expected elements of kind f32, got f64") != NULL);
    EXPECT(scale(NULL, 1, &y) != 0 && strstr(filters_error(), "null pointer") != NULL);
    EXPECT(cross3(&v, &v, &y) != 0 && strstr(filters_error(), "expected 3 elements along dimension 0, got 6") != NULL);
    EXPECT(give_up("no luck", 7) != 0 && strstr(filters_error(), "no luck") != NULL);
}

static void *thread(void *number) {
    float elements[6];
    float base = (float)*(int *)number;
    for (int round = 0; round < 300; round++) {
        quasar_array x = quasar_array_of(elements, QUASAR_FLOAT, 2, six), y;
        for (int i = 0; i < 6; i++) elements[i] = base + (float)round;
        EXPECT(scale(&x, 2, &y) == 0 && ((float *)y.data)[3] == 2 * (base + (float)round) + 4.5f);
        filters_release(y.owner);
        EXPECT(scale(NULL, 2, &y) != 0 && strstr(filters_error(), "null") != NULL);
    }
    return NULL;
}

static void threads(void) {
    pthread_t all[8];
    int numbers[8];
    for (int i = 0; i < 8; i++) {
        numbers[i] = 100 * i;
        pthread_create(&all[i], NULL, thread, &numbers[i]);
    }
    for (int i = 0; i < 8; i++) pthread_join(all[i], NULL);
    int32_t n;
    EXPECT(calls(&n) == 0 && n == 2 + 1 + 8 * 300);
}

int main(void) {
    results();
    texts();
    memory();
    errors();
    threads();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
