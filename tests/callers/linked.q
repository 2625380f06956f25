% Calls of functions that are linked with the program, by no library.
function y = mean_of_c(x : vec, n : int)
    {!extern prototype="float mean(const float *x, size_t n)"}
end
function y = is_even(n : int)
    {!extern prototype="bool is_even(int n)"}
end
print mean_of_c([1.0, 2.0, 6.0], 3), " ", is_even(4)
