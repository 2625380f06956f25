% Module: video
% Films as the original system's Quasar.Video.dll reads them: y4m files, AVI files whose frames are JPEG, and what FFmpeg's libraries
% decode where they are installed.
% It is there without an import where a program names vidopen.
{!doc category="Files"}

% A film that is open: the facts of the file, and the frame that was read last.
type qvideo : mutable class
    number : int
    frame_width : int
    frame_height : int
    avg_frame_rate : scalar
    bits_per_color : int
    duration_sec : scalar
    pts : scalar
    rgb_data : cube[uint8]
endtype

% Function: vidopen
% Opens a film.
% > f = fopen("film.y4m", "w"); fprintf(f, "YUV4MPEG2 W2 H2 F25:1 C420\nFRAME\nabcdef"); fclose(f); v = vidopen("film.y4m"); v.frame_width == 2
function [stream : ^qvideo] = vidopen(path : string)
    number = video_open(path)
    facts = video_facts(number)
    stream = qvideo(number := number, frame_width := int(facts[0]), frame_height := int(facts[1]), avg_frame_rate := facts[2], bits_per_color := 8, duration_sec := facts[3], pts := 0, rgb_data := video_frame(number))
    video_seek(number, 0)
end

% Function: vidreadframe
% Reads the next frame into stream.rgb_data; 0 behind the last one.
function [more : int] = vidreadframe(stream : ^qvideo)
    frame = video_frame(stream.number)
    more = numel(frame) > 0
    if more
        stream.rgb_data = frame
        stream.pts = video_facts(stream.number)[4]
    end
end

% Function: vidclose
% Closes a film. What was read last stays.
function [] = vidclose(stream : ^qvideo)
    video_close(stream.number)
end

% Function: vidseek
% Goes to the frame that is seen at a time in seconds.
function [] = vidseek(stream : ^qvideo, seconds : scalar)
    video_seek(stream.number, seconds)
end
