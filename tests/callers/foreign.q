% Calls of tests/callers/foreign.c: every type that crosses, more arguments than there are registers, arrays that C changes.
function y = many(a : int, b : scalar, c : int, d : scalar, e : int, f : scalar, g : int64, h : scalar, i : int, j : scalar, k : int, l : scalar, m : int, n : scalar, o : scalar, p : scalar, q : int, r : scalar)
    {!extern library="libforeign.so"; prototype="double many(int a, double b, int c, float d, int e, double f, int64_t g, float h, int i, double j, int k, double l, uint8_t m, float n, double o, float p, int q, double r)"}
end
function status = scale(x : mat, rows : int, columns : int, by : scalar)
    {!extern library="libforeign.so"; prototype="int scale(float *x, int64_t rows, int64_t columns, float by)"}
end
function y = mean_of_c(x : vec, n : int)
    {!extern library="libforeign.so"; prototype="float mean(const float *x, size_t n)"}
end
function [] = invert(pixels : mat[uint8], count : int)
    {!extern library="libforeign.so"; prototype="void invert(unsigned char *pixels, uint32_t count)"}
end
function [] = count_up(values : vec[int], n : int)
    {!extern library="libforeign.so"; prototype="void count_up(int32_t values[], int n)"}
end
function [] = conjugate(z : cvec, n : int)
    {!extern library="libforeign.so"; prototype="void conjugate(float _Complex *z, int n)"}
end
function y = less(a : int, b : int)
    {!extern library="libforeign.so"; prototype="int8_t less(int8_t a, int8_t b)"}
end
function y = all_bits()
    {!extern library="libforeign.so"; prototype="uint16_t all_bits(void)"}
end
function y = many_bits()
    {!extern library="libforeign.so"; prototype="uint32_t many_bits(void)"}
end
function y = is_even(n : int)
    {!extern library="libforeign.so"; prototype="bool is_even(int n)"}
end
function t = greeting(name : string)
    {!extern library="libforeign.so"; prototype="char *greeting(const char *name)"}
end
function t = broken()
    {!extern library="libforeign.so"; prototype="const char *broken(void)"}
end
function t = no_text()
    {!extern library="libforeign.so"; prototype="const char *no_text(void)"}
end
function c = counter_new(start : int)
    {!extern library="libforeign.so"; prototype="struct counter *counter_new(int start)"}
end
function n = counter_next(c : int64)
    {!extern library="libforeign.so"; prototype="int counter_next(struct counter *counter)"}
end
function [] = counter_free(c : int64)
    {!extern library="libforeign.so"; prototype="void counter_free(struct counter *counter)"}
end
function [] = shout(text : string)
    {!extern library="libforeign.so"; prototype="void shout(const char *text)"}
end

% 1·1 + 2·2 + … + 18·18
assert(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18) == 2109)
assert(many(0, 0.5, 0, 0.25, 0, 0, int64(-1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1) == 1 + 1 - 7 - 18)

x = ones(3, 4)
assert(scale(x, 3, 4, 2.5) == 0)
assert(sum(x) == 30)
assert(scale(x, -1, 4, 1) == -1)
assert(mean_of_c([1.0, 2.0, 6.0], 3) == 3)

pixels = mat[uint8](2,2)
pixels[0,1] = 1
pixels[1,0] = 254
pixels[1,1] = 255
invert(pixels, 4)
assert(pixels[0,0] == 255 && pixels[0,1] == 254 && pixels[1,0] == 1 && pixels[1,1] == 0)
numbers = [10, 10, 10]
count_up(numbers, 3)
assert(numbers[0] == 10 && numbers[1] == 11 && numbers[2] == 12)
z = [1+2i, 3-4i]
conjugate(z, 2)
assert(imag(z[0]) == -2 && imag(z[1]) == 4 && real(z[1]) == 3)

assert(less(-100, 20) == -120)
assert(all_bits() == 65535)
assert(many_bits() == int64(4294967295))
assert(is_even(4) == 1 && is_even(5) == 0)
assert(greeting("Grüße") == "hello Grüße")
assert(no_text() == "")

c = counter_new(41)
assert(counter_next(c) == 41 && counter_next(c) == 42)
counter_free(c)

try
    print broken()
catch why
    assert(why.message == "broken: the text that it gives is not UTF-8")
end
try
    print less(200, 0)
catch why
    assert(why.message == "less: argument 1: 200 does not fit `signed char`")
end
try
    print greeting(fromunicode([65, 0, 66]))
catch why
    assert(why.message == "greeting: argument 1: a text with a character 0 is no text of C")
end

% A picture is filled in parallel loops around calls that change it.
y = zeros(200, 300)
for round = 1..3
    for m = 0..199
        for n = 0..299
            y[m,n] += m*n
        end
    end
    status = scale(y, 200, 300, 0.5)
end
% ((1/2 + 1)/2 + 1)/2 = 7/8
assert(y[10,20] == 175)

print "before"
shout("between")
print "behind"
