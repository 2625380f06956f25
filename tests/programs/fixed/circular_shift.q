%! features: F105 F104
% The shift of the post on fixed sizes in one to four dimensions, as it is printed; one dimension asks for `size(x)`, since a
% vector is a row.
function [y] = circshift[N : int](x : cube{N}, shift : vec(N))
    function [] = __kernel__ kernel (x : cube{N}'circular, y : cube{N}, shift : vec(N), pos : vec(N))
        y[pos] = x[pos + shift]
    endfunction
    y = zeros(size(x,0..N-1))
    parallel_do(size(x), x, y, shift, kernel)
endfunction
function [y] = circshift_row[N : int](x : cube{N}, shift : vec(N))
    function [] = __kernel__ kernel (x : cube{N}'circular, y : cube{N}, shift : vec(N), pos : vec(N))
        y[pos] = x[pos + shift]
    endfunction
    y = zeros(size(x))
    parallel_do(numel(x), x, y, shift, kernel)
endfunction
print circshift_row([1.,2,3,4,5], [2])
% => [3,4,5,1,2]
print circshift([[1.,2,3],[4,5,6]], [1,2])
% => [[6,4,5],
% =>  [3,1,2]]
a = zeros(2,3,4)
a[1,2,3] = 7
b = circshift(a, [1,0,2])
print b[0,2,1], " ", sum(b)
% => 7 7
c = zeros(2,2,3,2)
c[1,0,2,0] = 5
d = circshift(c, [1,0,1,0])
e = circshift[4](c, [0,0,0,1])
print d[0,0,1,0], " ", sum(d), " ", e[1,0,2,1], " ", sum(e)
% => 5 5 5 5
% Deduced and told at the call, as the post has it: three dimensions, the third one not shifted.
x = randn(64,64,3)
deduced = circshift(x,[10,10,0])
told = circshift[3](x,[10,10,0])
expected = zeros(64,64,3)
for m = 0..63
    for n = 0..63
        for k = 0..2
            expected[m,n,k] = x[mod(m+10,64),mod(n+10,64),k]
        end
    end
end
print max(abs(deduced - expected)), max(abs(told - expected))
% => 00
