% A small array of known size is updated by one whose size only the running program knows; another size is an error.
function [] = main(n : int = 3)
    a = [1,2,3,4,5]
    b = [1.5,2,3]
    b += a[n..-1..1]
    % 4, 3, 2
    print b
    % => [5.5,5,5]
    b -= mod(a[n..-1..1], 3)
    % 1, 0, 2
    print b
    % => [4.5,5,3]
    b .*= a[0..n-1]
    print b
    % => [4.5,10,9]
    m = [[1,2],[3,4]]
    x = ones(n, n)
    m += int(x[0..n-2,0..n-2])
    print m
    % => [[2,3],
    % =>  [4,5]]
    try
        b += a[0..n]
    catch
        print "another size"
    end
    % => another size
    print b
    % => [4.5,10,9]
end
