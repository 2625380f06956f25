%! raises: 'late' has no value line 9
% A variable that the error left without a value cannot be read.
function [] = main(n : int = 1)
    try
        assert(n > 1)
        late = n
    catch
    end
    print late
end
