%! test opt producer-consumer
% Whether they fit is asked of the array that the first expression reads, which has the same sizes; the first one is no array any more.
% check: $x: [f32] = new_array
% check: runtime array_require_same_size($x, $w, "+")
% count 1: expression {

function [] = main(n : int = 5)
    x = ones(n)
    y = ones(n)
    x[0] = 3
    y[1] = 2
    w = ones(n+1)
    t = 3.*x
    z = t + w
    print z
end
