% Module: immorphology
% Morphology of grey and binary images with flat structuring elements. Beyond the border the image is mirrored.
{!doc category="Image Processing/Morphology"}

% Function: imdilate
% The largest value under the mirrored mask: bright areas grow.
%
% Parameters:
% x      - the image: a matrix, or a cube of channels
% mask   - elements that are not 0 belong to the structuring element
% center - row and column of the mask that lie on the pixel itself; by default the middle
% > imdilate([[0,0,1,0,0]], [1,1,1]) == [0,1,1,1,0]
% | x = zeros(120,160)
% | x[20..70,20..60] = 1.0
% | x[50..100,50..90] = 1.0
% | x[40..90,110..140] = 1.0
% | imshow(x, [0,1])
% | imshow(imdilate(x, disk(8)), [0,1])
function y = imdilate(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    if size(x,2) == 1
        y = imdilate_plane(x[:,:,0], mask, int(center[0]), int(center[1]))
    else
        y = uninit(size(x,0), size(x,1), size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imdilate_plane(x[:,:,k], mask, int(center[0]), int(center[1]))
        end
    end
end

% Function: imerode
% The least value under the mask: bright areas shrink. The parameters are those of imdilate.
% > imerode([[0,1,1,1,0]], [1,1,1]) == [0,0,1,0,0]
function y = imerode(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    if size(x,2) == 1
        y = imerode_plane(x[:,:,0], mask, int(center[0]), int(center[1]))
    else
        y = uninit(size(x,0), size(x,1), size(x,2))
        for k = 0..size(x,2)-1
            y[:,:,k] = imerode_plane(x[:,:,k], mask, int(center[0]), int(center[1]))
        end
    end
end

% Function: imopen
% Erodes, then dilates: bright details that the mask does not fit into vanish.
% > imopen([[0,1,0,1,1,1,0]], [1,1,1]) == [0,0,0,1,1,1,0]
% | x = rand(120,160) > 0.998
% | x = imdilate(1.0*x, disk(3))
% | x[30..90,60..120] = 1.0
% | imshow(x, [0,1])
% | imshow(imopen(x, disk(6)), [0,1])
function y = imopen(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imdilate(imerode(x, mask, center), mask, center)
end

% Function: imclose
% Dilates, then erodes: dark details that the mask does not fit into vanish.
% > imclose([[1,0,1,0,0,0,1]], [1,1,1]) == [1,1,1,0,0,0,1]
function y = imclose(x : cube, mask : mat, center = [int((size(mask,0)-1)/2), int((size(mask,1)-1)/2)])
    y = imerode(imdilate(x, mask, center), mask, center)
end

% Function: imgradient
% Dilation minus erosion: the edges.
% > imgradient([[0,0,1,1]], [1,1,1]) == [0,1,1,0]
function y = imgradient(x : cube, mask : mat)
    y = imdilate(x, mask) - imerode(x, mask)
end

% Function: disk
% The mask of a disk of some radius.
% > disk(1) == [[0,1,0],[1,1,1],[0,1,0]]
function mask = disk(radius : int)
    mask = zeros(2*radius + 1, 2*radius + 1)
    for i = -radius..radius
        for j = -radius..radius
            mask[i+radius,j+radius] = i*i + j*j <= radius*radius
        end
    end
end

% One channel of imdilate.
function y = imdilate_plane(x : mat'mirror, mask : mat, row : int, column : int)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = -1.0/0.0
            for i = 0..size(mask,0)-1
                for j = 0..size(mask,1)-1
                    s = mask[i,j] != 0 ? max(s, x[m-i+row, n-j+column]) : s
                end
            end
            y[m,n] = s
        end
    end
end

% One channel of imerode.
function y = imerode_plane(x : mat'mirror, mask : mat, row : int, column : int)
    y = uninit(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 1.0/0.0
            for i = 0..size(mask,0)-1
                for j = 0..size(mask,1)-1
                    s = mask[i,j] != 0 ? min(s, x[m+i-row, n+j-column]) : s
                end
            end
            y[m,n] = s
        end
    end
end
