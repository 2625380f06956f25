% A percent sign starts a comment; where it was meant as a remainder this is told.
n = 7
x = n % 3
%~^ W0105 `%` starts a comment, it is no remainder
y = (n + 1)%2;
%~^ W0105 `%` starts a comment, it is no remainder
if n % 2 == 0
    %~^ W0105 `%` starts a comment, it is no remainder
    print x
end
z = n % three of them
z = n   % 3
z = mod(n, 3) % 1 is the remainder
end_of = 3 %2.5
for k = 0..1
    print k
end % 1
print x, y, z, end_of
