% Elements of 64 bits round the real numbers of an array that is stored in a slice of them, whatever is known of its size, and uint64 holds nothing
% below 0.
function [] = main(z : int = 0)
    a = vec[uint64](4)
    l = vec[int64](4)
    x = vec[int64](4)
    x[:] = -5 - z
    r = [1.5,2.6,-2.6,-0.4]
    i = [1,-2,3,-4]
    l[z..3] = r
    print l
    % => [2,3,-3,0]
    l[3..-1..z] = r[z..3]
    print l
    % => [0,-3,3,2]
    a[z..3] = r
    print a
    % => [2,3,0,0]
    a[z..3] = x
    print a
    % => [0,0,0,0]
    a[z..3] = i[z..3]
    print a
    % => [1,0,3,0]
    a[z..3] = -2.6
    print a
    % => [0,0,0,0]
    a[z..3] = -5 - z
    print a
    % => [0,0,0,0]
    a[:] = 7
    a[i < 0] = i[i < 0]
    print a
    % => [7,0,7,0]
end
