%! flags: -W unknown-attribute
function [] = __kernel__ near(x : vec, pos : int)
    {!kernel name="near"; target="nvidia_cude"} %~ W0622 `target` of `kernel` does not take this value
    x[pos] = 0
end
function [] = __kernel__ number(x : vec, pos : int)
    {!kernel name="number"; target=3}           %~ W0622 `target` of `kernel` does not take this value
    x[pos] = 0
end
x = ones(4)
parallel_do(4, x, near)
parallel_do(4, x, number)
if $target("cuda")                              %~ E0623 there is no platform `cuda`
    print 1
end
%! features: F289 F293
