% Shows the edges of what a camera or a film sees, or writes them as a film.
%
%   ./camera
%   ./camera /dev/video2 --width=1280 --height=720
%   ./camera /dev/video0 edges.y4m --frames=100
%
% Reference: Sobel and Feldman, "A 3x3 isotropic gradient operator for image processing", 1968.

% Function: edges
% The length of the gradient of a picture, from 0 to 255.
function y = edges(x : cube[uint8](:,:,3)'mirror)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            dx = 0.0
            dy = 0.0
            for c = 0..2
                dx += x[m-1,n+1,c] - x[m-1,n-1,c] + 2.0*(x[m,n+1,c] - x[m,n-1,c]) + x[m+1,n+1,c] - x[m+1,n-1,c]
                dy += x[m+1,n-1,c] - x[m-1,n-1,c] + 2.0*(x[m+1,n,c] - x[m-1,n,c]) + x[m+1,n+1,c] - x[m-1,n+1,c]
            end
            y[m,n] = min(sqrt(dx^2 + dy^2)/3, 255.0)
        end
    end
end

% Function: show
% Shows pictures until the window is closed, or the film ends; without a display the first one becomes a file.
function frames = show(video)
    frames = 0
    hold("on")
    repeat
        imshow(edges(video.rgb_data), [0, 255])
        frames += 1
    until vidlatest(video) == 0 || !hold("on")
end

% Function: record
% Writes so many pictures as a film of grey values in all of their range.
function frames = record(video, output : string, count : int)
    file = fopen(output, "w")
    % Not every camera tells its rate.
    rate = video.avg_frame_rate > 0 ? video.avg_frame_rate : 30
    fprintf(file, "YUV4MPEG2 W%d H%d F%d:1000 Ip A1:1 Cmono XCOLORRANGE=FULL\n", video.frame_width, video.frame_height, int(1000*rate))
    frames = 0
    while frames < count && vidreadframe(video)
        fprintf(file, "FRAME\n")
        fwrite(file, edges(video.rgb_data))
        frames += 1
    end
    fclose(file)
end

% Shows the edges of what a camera or a film sees, or writes them as a film.
%
% Parameters:
% input  - the device of the camera, or a film
% output - the film that is written; without one they are shown
% frames - how many pictures are written at most
% width  - of a camera's pictures, 0 for the usual
% height - of a camera's pictures, 0 for the usual
function [] = main(input : string = "/dev/video0", output : string = "", frames : int = 250, width : int = 0, height : int = 0)
    video = vidopen(input, width, height)
    tic()
    count = 0
    if output == ""
        count = show(video)
    else
        count = record(video, output, frames)
    end
    printf("%s: %d pictures of %d x %d, %d left out, %.1f ms each", input, count, video.frame_width, video.frame_height, video.dropped_frames, toc("")/max(count, 1))
    vidclose(video)
end
