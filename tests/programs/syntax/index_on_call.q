%! features: F015
function y = table(n)
    y = zeros(n,n,2)
    y[:,:,1] = 7
    y[1,0,1] = 8
end
print table(3)[1,0,1]
% => 8
s = table(2)[:,:,1]
t = table(2)
print sum(s - t[:,:,1])
% => 0
print sum(table(2)[:,:,1])
% => 29
