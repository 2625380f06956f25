%! features: F128 F129 F130
% The listings of the manual (4.5.2), where a parameter may have the name of the output.
function y = func1(x = eye(4))
    y = sum(x)
endfunction
function y = func2(x = eye(4), y = [[1,2],[3,4]])
    y = [sum(x), sum(y)]
endfunction
function y = func3(x, y = 3*x)
    y = x + y
endfunction
print func1(), " ", func1(eye(5))
% => 4 5
print func2(), func2(x:=eye(3), y:=ones(6)), func2(y:=4), func2(y:=[5], x:=[6])
% => [4,10][3,6][4,4][6,5]
print func3(eye(2)), func3(1, 1), func3(x:=2)
% => [[4,0],
% =>  [0,4]]28
