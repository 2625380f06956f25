% Behind the `=` of a header the line may end (4.7), and one parameter of a lambda may have a type without parentheses (4.9.3).
function [sum : scalar] =
    __kernel__ stats(A : mat, pos : ivec2)

    if A[pos] != 0
        sum += A[pos]
    endif
endfunction
function y =
    doubled(x)
    y = 2*x
end
A = [[1.,0],[2,4]]
sum = parallel_do(size(A),A,stats)
print sum, " ", doubled(4)
% => 7 8
y = x:mat -> x + A
print y(ones(2,2))
% => [[2,1],
% =>  [3,5]]
z = n : int -> n + 1
print z(2)
% => 3
w = v : vec(3) -> v[2]
print w([1,2,3])
% => 3
