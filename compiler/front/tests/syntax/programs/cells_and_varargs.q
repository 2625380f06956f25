function [] = myprint(...args)
    for i=0..numel(args)-1
        fprintf(1, "%s ", string(args[i]))
    endfor
endfunction

function [] = log(level : int, format : string = "%s", ...args : vec[??])
    if level > 1
        printf(format, ...args)
    end
end

function y = func_variadicargs()
    args = vec[??](10)
    args[0] = "text"
    args[1] = [1, 2, 3]
    args[2] = {1.5, {2, "nested"}}
    y = args
end

myprint(...func_variadicargs())
c = {1, "two", [3.0, 4.0], x -> x^2}
d : vec[{string,scalar}] = {"pi", pi}
print c[3](4), d[0]
e = `c, d'
handlers = cell(3)
handlers[0] = (a, b) -> a + b
handlers[1] = __device__ (v : vec3) -> v[0]
process(...swap(c, d))
luminance = (R,G,B) -> 0.2126 * R + 0.7152 * G + 0.0722 * B
gray = luminance(...[10, 20, 30])
