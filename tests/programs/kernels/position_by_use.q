%! features: F098 F196
% The first kernel of the CUDA guide on a picture with channels: an offset in two dimensions leaves the channel as it is.
function [] = __kernel__ along(x, y : 'unchecked, mask, dir, pos)
    offset = int(numel(mask)/2)
    total = 0.
    for k = 0..numel(mask)-1
        total += x[pos + (k - offset).*dir]*mask[k]
    endfor
    y[pos] = total
endfunction
im = zeros(3,5,3)
im[1,2,0] = 9
im[1,2,2] = 18
im_out = zeros(size(im))
parallel_do(size(im), im, im_out, [1,2,3,2,1]/9, [0,1], along)
print im_out[1,:,0], im_out[1,:,1], im_out[1,:,2]
% => [1,2,3,2,1][0,0,0,0,0][2,4,6,4,2]
down = zeros(size(im))
parallel_do(size(im), im, down, [1,0,2], [1,0], along)
print down[:,2,0], " ", sum(down)
% => [[18],
% =>  [0],
% =>  [9]] 81
% The offset may stand in front, and be subtracted.
function [] = __kernel__ behind(x, y, d, pos)
    y[pos] = x[d + pos] - x[pos - d]
endfunction
ramp = zeros(2,3,2)
for m = 0..1
    for n = 0..2
        ramp[m,n,1] = 10*m + n
    end
end
steps = zeros(size(ramp))
parallel_do(size(ramp), ramp, steps, [0,1], behind)
print steps[1,:,1], sum(steps[:,:,0])
% => [11,2,-11]0
% In one dimension, and with as many numbers as the launch has dimensions.
line = [1.,2,4]
out = zeros(3)
parallel_do(3, line, out, 1, behind)
print out
% => [2,3,-2]
%! reports: types along(x: cube(3,5,3)'const
%! reports: types pos: vec[int](3), line 3
%! reports: types pos: int, line 25
