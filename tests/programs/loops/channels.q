%! features: F214
x = ones(2,3,3)
y = zeros(2,3,3)
w = [0.5,0.25,0.125]
for i = 0..1
    for j = 0..2
        c : vec3 = x[i,j,:]
        y[i,j,:] = c.*w
    end
end
print y[1,2,0], " ", y[0,0,2], " ", sum(y)
% => 0.5 0.125 5.25
