% A warning about a comment hides no mistake of its line: the statement would be lost.
y = 3
x = (y 5) % 2
%~^ W0105 `%` starts a comment, it is no remainder
%~^^ E0101 expected `,` or `)`, found `5`
if (y % 2 == 0)
    %~^ E0105 `(` is never closed
    %~^^ W0105 `%` starts a comment, it is no remainder
    print y
end
