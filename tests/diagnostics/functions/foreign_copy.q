% What C stores into a copy is lost: elements that are converted are told, unless the prototype says that they are only read.
function [] = clear(x : vec, value : int, bytes : int)
    {!extern library="libc.so.6"; prototype="void *memset(void *s, int c, size_t n)"}
end
function n = compare(x : vec, y : vec, bytes : int)
    {!extern library="libc.so.6"; prototype="int memcmp(const void *a, const void *b, size_t n)"}
end
x = [1, 2, 3]
clear(x, 0, 12) %~ W0403 `clear` changes `x`, which is a copy of this array
print compare(x, x, 12)
y = [1.0, 2, 3]
clear(y, 0, 12)
