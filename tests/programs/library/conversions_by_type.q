% The name of a type of elements converts an array, as `cast` does: small integers round, halves away from zero, and stay within their limits.
x = [1.4, 1.5, 2.5, -0.5, -1.5, 300, -300, 70000]
% => [1,2,3,0,0,255,0,255]
print uint8(x)
% => [1,2,3,-1,-2,127,-128,127]
print int8(x)
% => [1,2,3,0,0,300,0,65535]
print uint16(x)
% => [1,2,3,-1,-2,300,-300,32767]
print int16(x)
% An int of 32 bits cuts off, as `int(x)` does.
% => [1,1,2,0,-1,300,-300,70000]
print int32(x)
% And back.
y = uint8([[10, 20], [30, 40]])
% => [[5,10],
% =>  [15,20]]
print scalar(y)/2
% => 255
print sum(uint8([200, 100])) - 45
% A picture is stored as bytes, computed with as numbers, and stored again.
picture = uint8([[100, 200], [50, 0]])
brighter = uint8(1.5*picture)
% => [[150,255],
% =>  [75,0]]
print brighter
% => 1
print type(brighter, "mat[uint8]")
function y = negative(x : mat[uint8])
    y = uint8(255 - x)
end
% => [[155,55],
% =>  [205,255]]
print negative(picture)
