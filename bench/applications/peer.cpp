// Runs one of Halide's applications on the input of the Quasar program of the same name and prints what that prints.
//
// Compiled once for each application: -DAPPLICATION_blur -DHEADER='"blur.h"'. Halide's images are planar, as its generators want them; the
// sums go through the values in the order of the Quasar arrays: row, column, channel.
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "HalideBuffer.h"
#include HEADER

using Halide::Runtime::Buffer;

namespace {

int texture(int m, int n, int c) {
    return (m + 2 * n + 37 * c) % 768 + (7919 * m + 104729 * n + 31 * m * n + 523 * c) % 256;
}

// What the command line says.
struct Arguments {
    int repetitions, rows, columns;
};

template<typename Function>
std::vector<double> timed(int repetitions, Function call) {
    std::vector<double> times;
    for (int r = 0; r < repetitions; r++) {
        auto start = std::chrono::steady_clock::now();
        if (call() != 0) {
            exit(1);
        }
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    return times;
}

// The values of an image row by row, with its channels innermost; planar in Halide.
template<typename T>
std::vector<T> values(const Buffer<T, 2> &y) {
    std::vector<T> v;
    for (int m = y.dim(1).min(); m <= y.dim(1).max(); m++) {
        for (int n = y.dim(0).min(); n <= y.dim(0).max(); n++) {
            v.push_back(y(n, m));
        }
    }
    return v;
}

template<typename T>
std::vector<T> values(const Buffer<T, 3> &y) {
    std::vector<T> v;
    for (int m = 0; m < y.height(); m++) {
        for (int n = 0; n < y.width(); n++) {
            for (int c = 0; c < y.channels(); c++) {
                v.push_back(y(n, m, c));
            }
        }
    }
    return v;
}

// The layer's output, whose channels are innermost in Halide too.
std::vector<float> values(const Buffer<float, 4> &y) {
    return std::vector<float>(y.begin(), y.begin() + y.number_of_elements());
}

void print_number(double x) {
    printf(" %.9g", x);
}

void print_number(int64_t x) {
    printf(" %" PRId64, x);
}

// Milliseconds, the sum, the sum that depends on the places, four samples: as `report` in common.q.
template<typename Sum, typename T>
void report(const std::vector<double> &times, const std::vector<T> &v) {
    Sum total = 0, weighted = 0;
    for (size_t k = 0; k < v.size(); k++) {
        total += v[k];
        weighted += Sum(v[k]) * Sum(1 + k % 251);
    }
    printf("times: ");
    for (size_t k = 0; k < times.size(); k++) {
        printf("%s%.6f", k ? "," : "", times[k]);
    }
    printf("\ncheck:");
    size_t n = v.size();
    for (Sum x : {total, weighted, Sum(v[0]), Sum(v[n / 3]), Sum(v[n / 2]), Sum(v[n - 1])}) {
        print_number(x);
    }
    printf("\n");
}

template<typename T>
Buffer<T, 2> grey(int rows, int columns, T divisor) {
    Buffer<T, 2> x(columns, rows);
    x.for_each_element([&](int n, int m) { x(n, m) = T(texture(m, n, 0)) / divisor; });
    return x;
}

Buffer<float, 3> colour(int rows, int columns) {
    Buffer<float, 3> x(columns, rows, 3);
    x.for_each_element([&](int n, int m, int c) { x(n, m, c) = float(texture(m, n, c) + 1) / 1024; });
    return x;
}

// Applications from a colour image to one of the same size.
template<typename Function>
void from_colour(const Arguments &a, Function call) {
    Buffer<float, 3> x = colour(a.rows, a.columns), y(a.columns, a.rows, 3);
    auto times = timed(a.repetitions, [&] { return call(x, y); });
    report<double>(times, values(y));
}

void application(const Arguments &a) {
#if defined(APPLICATION_blur)
    Buffer<uint16_t, 2> x = grey<uint16_t>(a.rows, a.columns, 1), y(a.columns - 2, a.rows - 2);
    auto times = timed(a.repetitions, [&] { return blur(x, y); });
    report<int64_t>(times, values(y));
#elif defined(APPLICATION_unsharp)
    from_colour(a, [](auto &x, auto &y) { return unsharp(x, y); });
#elif defined(APPLICATION_harris)
    Buffer<float, 3> x = colour(a.rows, a.columns);
    Buffer<float, 2> y(a.columns - 6, a.rows - 6);
    y.set_min(3, 3);
    auto times = timed(a.repetitions, [&] { return harris(x, y); });
    report<double>(times, values(y));
#elif defined(APPLICATION_hist)
    Buffer<uint8_t, 3> x(a.columns, a.rows, 3), y(a.columns, a.rows, 3);
    x.for_each_element([&](int n, int m, int c) { x(n, m, c) = texture(m, n, c) / 4; });
    auto times = timed(a.repetitions, [&] { return hist(x, y); });
    report<int64_t>(times, values(y));
#elif defined(APPLICATION_stencil_chain)
    Buffer<uint16_t, 2> x = grey<uint16_t>(a.rows, a.columns, 1), y(a.columns, a.rows);
    auto times = timed(a.repetitions, [&] { return stencil_chain(x, y); });
    report<int64_t>(times, values(y));
#elif defined(APPLICATION_conv_layer)
    // The generator fixes the sizes.
    const int images = 5, rows = 80, columns = 100, channels = 128;
    Buffer<float, 4> x(channels, columns + 2, rows + 2, images), w(channels, 3, 3, channels), y(channels, columns, rows, images);
    Buffer<float, 1> bias(channels);
    x.for_each_element([&](int d, int n, int m, int k) { x(d, n, m, k) = texture(m + 100 * k, n, d) / 1024.0f; });
    w.for_each_element([&](int c, int j, int i, int d) {
        w(c, j, i, d) = ((523 * d + 31 * d * c + 7919 * i + 104729 * j) % 256 - 120) / 256.0f;
    });
    bias.for_each_element([&](int c) { bias(c) = texture(1, c, 2) / 1024.0f; });
    auto times = timed(a.repetitions, [&] { return conv_layer(x, w, bias, y); });
    report<double>(times, values(y));
#elif defined(APPLICATION_max_filter)
    from_colour(a, [](auto &x, auto &y) { return max_filter(x, y); });
#elif defined(APPLICATION_iir_blur)
    from_colour(a, [](auto &x, auto &y) { return iir_blur(x, 0.5f, y); });
#elif defined(APPLICATION_nl_means)
    from_colour(a, [](auto &x, auto &y) { return nl_means(x, 7, 7, 0.12f, y); });
#elif defined(APPLICATION_interpolate)
    Buffer<float, 3> x(a.columns, a.rows, 4), y(a.columns, a.rows, 3);
    x.for_each_element([&](int n, int m, int c) {
        x(n, m, c) = c < 3 ? texture(m, n, c) / 1024.0f : (7919 * m + 104729 * n + 31 * m * n) % 16 == 0;
    });
    auto times = timed(a.repetitions, [&] { return interpolate(x, y); });
    report<double>(times, values(y));
#elif defined(APPLICATION_bilateral_grid)
    Buffer<float, 2> x = grey<float>(a.rows, a.columns, 1024), y(a.columns, a.rows);
    auto times = timed(a.repetitions, [&] { return bilateral_grid(x, 0.1f, y); });
    report<double>(times, values(y));
#elif defined(APPLICATION_local_laplacian)
    Buffer<uint16_t, 3> x(a.columns, a.rows, 3), y(a.columns, a.rows, 3);
    x.for_each_element([&](int n, int m, int c) { x(n, m, c) = 64 * texture(m, n, c); });
    auto times = timed(a.repetitions, [&] { return local_laplacian(x, 8, 1.0f / 7, 1.0f, y); });
    report<int64_t>(times, values(y));
#elif defined(APPLICATION_camera_pipe)
    const float warm[3][4] = {{1.6697f, -0.2693f, -0.4004f, -42.4346f},
                              {-0.3576f, 1.0615f, 1.5949f, -37.1158f},
                              {-0.2175f, -1.8751f, 6.9640f, -26.6970f}};
    const float cold[3][4] = {{2.2997f, -0.4478f, 0.1706f, -39.0923f},
                              {-0.3826f, 1.5906f, -0.2080f, -25.4311f},
                              {-0.0888f, -0.7344f, 2.2832f, -20.0826f}};
    Buffer<float, 2> matrix_3200(4, 3), matrix_7000(4, 3);
    matrix_3200.for_each_element([&](int j, int i) { matrix_3200(j, i) = warm[i][j]; });
    matrix_7000.for_each_element([&](int j, int i) { matrix_7000(j, i) = cold[i][j]; });
    Buffer<uint16_t, 2> x = grey<uint16_t>(a.rows, a.columns, 1);
    Buffer<uint8_t, 3> y((a.columns - 32) / 32 * 32, (a.rows - 24) / 32 * 32, 3);
    auto times = timed(a.repetitions, [&] {
        return camera_pipe(x, matrix_3200, matrix_7000, 3700.0f, 2.0f, 50.0f, 1.0f, 25, 1023, y);
    });
    report<int64_t>(times, values(y));
#endif
}

}  // namespace

int main(int count, char **words) {
    auto number = [&](int k) { return k < count ? atoi(words[k]) : 0; };
    application({number(1), number(2), number(3)});
}
