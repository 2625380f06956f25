%! test spmd lanes=8
% Lanes of doubles are wider than those of the ints that they become: a bare conversion is for lanes of one width.
% check: varying i32 = Convert(
% not: Truncate
function [] = main()
    x = vec[scalar'double](100)
    a = vec[int](100)
    for k = 0..99
        a[k] = int(clamp(x[k], 70))
    end
    print sum(a)
end
