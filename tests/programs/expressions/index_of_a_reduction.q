% What an array is reduced to has one element.
x = transpose([3.0,1,2])
print median(x)[0], " ", sum(x)[0], " ", max(x)[0,0], " ", mean(abs(x - 2))[0]*3
% => 2 6 3 2
