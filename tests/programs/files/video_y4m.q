%! features: F372
%! stderr: figure 1: figure-1.png
% A film of three frames of 4 x 2 at 25 frames a second, written here: white, black, and one half of each. Brightness is 16 to 235.
import "Quasar.Video.dll"

function [] = frame(f : int, left : int, right : int)
    fprintf(f, "FRAME\n")
    fwrite(f, [left,left,right,right,left,left,right,right])
    fwrite(f, [128,128,128,128])
end

f = fopen("film.y4m", "w")
fprintf(f, "YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420jpeg\n")
frame(f, 235, 235)
frame(f, 16, 16)
frame(f, 16, 235)
fclose(f)

stream = vidopen("film.y4m")
print stream.frame_width, " ", stream.frame_height, " ", stream.avg_frame_rate, " ", stream.bits_per_color
% => 4 2 25 8
print abs(stream.duration_sec - 0.12) < 0.000001
% => 1
count = 0
while vidreadframe(stream)
    x = float(stream.rgb_data)
    print x[0,0,0], " ", x[1,3,2], " ", sum(x)
    count += 1
end
print count
% 4*2*3*255 is 6120.
% => 255 255 6120
% => 0 0 0
% => 0 255 3060
% => 3
print vidreadframe(stream)
% => 0
% The frame that is seen at 0.05 seconds is the second one.
vidseek(stream, 0.05)
print vidreadframe(stream), sum(float(stream.rgb_data)), " ", abs(stream.pts - 0.04) < 0.000001
% => 10 1
% Shown as it is: bytes.
vidreadframe(stream)
imshow(stream.rgb_data)
print imread("figure-1.png")[0,:,0]
% => [0,0,255,255]
