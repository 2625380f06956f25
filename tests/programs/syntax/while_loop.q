%! features: F018
n = 27
steps = 0
while n != 1
    if mod(n,2) == 0
        n = int(n/2)
    else
        n = 3*n+1
    end
    steps += 1
endwhile
% The Collatz sequence from 27 has 111 steps.
print steps
% => 111
