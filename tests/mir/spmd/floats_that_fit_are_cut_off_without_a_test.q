%! test spmd lanes=8
% A whole number over 256 fits, and so does what two limits hold, even if it was no number; a float that is only known to be positive need not.
% Both stand in the body and in what is left of a row.
% count 6: varying i32 = Truncate(
% count 2: varying i32 = Convert(
function [] = main()
    x = mat[int](50, 40)
    y = ones(50, 40)
    a = mat[int](50, 40)
    b = mat[int](50, 40)
    for m = 0..49
        for n = 0..39
            a[m,n] = int(floor(x[m,n]/256)) + int(clamp(y[m,n], 70))
            b[m,n] = int(max(y[m,n], 0)) + int(abs(x[m,n])/4 - 3)
        end
    end
    print sum(a), " ", sum(b)
end
