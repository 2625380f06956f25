%! features: F107
function y = brightness(x : cube(:,:,3))
    y = (x[:,:,0] + x[:,:,1] + x[:,:,2])/3
end
print brightness(ones(2,3,3)*6)[1,2]
% => 6
function y = channels(x : cube(:,:,N), N : int)
    y = N
end
print size(brightness(zeros(4,5,3)))
% => [4,5]
