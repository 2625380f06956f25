% Functions of C by `{!extern}`: the C library and its mathematics, which every system has.
function y = cbrt(x : scalar)
    {!extern library="libm.so.6"; prototype="double cbrt(double)"}
end
function y = single_root(x : scalar)
    {!extern library="libm.so.6"; prototype="float cbrtf(float x);"}
end
function y = ldexp(x : scalar, exponent : int)
    {!extern library="libm.so.6"; prototype="extern double ldexp(double x, int exponent)"}
end
% The types of C follow from the header: int is int32_t.
function y : int = toupper(c : int)
    {!extern library="libc.so.6"}
end
function n = bytes_of(s : string)
    {!extern library="libc.so.6"; prototype="size_t strlen(const char *s)"}
end
function s = strerror(number : int)
    {!extern library="libc.so.6"; prototype="char *strerror(int)"}
end
% What the program is linked with: no library.
function s = getenv_of_c(name : string)
    {!extern prototype="char *getenv(const char *name)"}
end
function y = llabs(n : int64)
    {!extern library="libc.so.6"; prototype="long long llabs(long long)"}
end
function y = swapped(n : int)
    {!extern library="libc.so.6"; prototype="uint16_t htons(uint16_t)"}
end
function [] = clear(x : vec, value : int, bytes : int)
    {!extern library="libc.so.6"; prototype="void *memset(void *s, int c, size_t n)"}
end
function [] = copy(to : vec, from : vec, bytes : int)
    {!extern library="libc.so.6"; prototype="void *memcpy(void *restrict to, const void *restrict from, size_t n)"}
end
function [] = nobody(n : int)
    {!extern library="libm.so.6"; prototype="void nobody_has_this(int)"}
end
function [] = nowhere(n : int)
    {!extern library="libnowhere-at-all.so.1"}
end

print cbrt(27.0)
% => 3
print cbrt(-8)
% => -2
print single_root(64)
% => 4
% 1.5·2³
print ldexp(1.5, 3)
% => 12
print toupper(97)
% => 65
% Bytes: two of each ü and ß.
print bytes_of("Grüß")
% => 6
print bytes_of("")
% => 0
print strerror(0)
% => Success
print numel(tounicode(getenv_of_c("NO SUCH VARIABLE")))
% => 0
print llabs(int64(-3))
% => 3
% 1 in the other order of bytes: 256, on machines whose own is not that of networks.
print swapped(1)
% => 256

% Arrays are passed by the address of their elements, which C changes.
x = [1.0, 2.0, 3.0]
clear(x, 0, 8)
print x
% => [0,0,3]
y = zeros(100)
z = linspace(1, 100, 100)
copy(y, z, 400)
print sum(y), " ", y[99]
% => 5050 100
shared = y
clear(y, 0, 400)
print sum(shared), " ", sum(z)
% => 0 5050

% In a loop, and by a function that is passed.
total = 0.0
for k = 1..10
    w = [1.0, 2.0, 3.0]
    copy(w, z, 4*2)
    total += cbrt(k*k*k) + w[1]
end
print total
% => 75
f = cbrt
print f(1000)
% => 10
print (x -> cbrt(x) + 1)(8.0)
% => 3

% Mistakes are errors that can be caught.
try
    print swapped(70000)
catch why
    print why
end
% => htons: argument 1: 70000 does not fit `unsigned short`
try
    nobody(1)
catch why
    print why
end
% => the function 'nobody_has_this' of C cannot be called: libm.so.6 has no function of that name
try
    nowhere(1)
catch why
    print strfind(why.message, "the function 'nowhere' of C cannot be called: libnowhere-at-all.so.1")
end
% => 0
print cbrt(8)
% => 2
