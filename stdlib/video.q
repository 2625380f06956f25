% Module: video
% Films as the original system's Quasar.Video.dll reads them: y4m files, AVI files whose frames are JPEG, and what FFmpeg's libraries
% decode where they are installed. Cameras as films without an end.
% It is there without an import where a program names vidopen.
{!doc category="Files"}

% A film or a camera that is open: its facts, and the frame that was read last. A camera has no length, pts counts from its first frame,
% and dropped_frames are those that were not read: they came faster than the program took them, or were damaged.
type qvideo : mutable class
    number : int
    frame_width : int
    frame_height : int
    avg_frame_rate : scalar
    bits_per_color : int
    duration_sec : scalar
    pts : scalar
    dropped_frames : int
    rgb_data : cube[uint8]
endtype

% Function: vidopen
% Opens a film, or a camera by its device. A camera has frames of the given width and height, else of 640 by 480 or what it has next to
% that, and the given number of frames per second, else 30, or what it has next to that. Films have their own.
% > f = fopen("film.y4m", "w"); fprintf(f, "YUV4MPEG2 W2 H2 F25:1 C420\nFRAME\nabcdef"); fclose(f); v = vidopen("film.y4m"); v.frame_width == 2
function [stream : ^qvideo] = vidopen(path : string, width : int = 0, height : int = 0, rate : scalar = 0)
    number = video_open(path, width, height, rate)
    facts = video_facts(number)
    stream = qvideo(number := number, frame_width := int(facts[0]), frame_height := int(facts[1]), avg_frame_rate := facts[2], bits_per_color := 8, duration_sec := facts[3], pts := 0, dropped_frames := 0, rgb_data := video_frame(number, 0))
    video_seek(number, 0)
end

% Function: vidreadframe
% Reads the next frame into stream.rgb_data; 0 behind the last one. A camera is waited for.
function [more : int] = vidreadframe(stream : ^qvideo)
    more = read_frame(stream, 0)
end

% Function: vidlatest
% Reads the newest frame of a camera and leaves out those that wait already, for programs that take longer than from frame to frame. A film
% has no newest frame: its next one.
function [more : int] = vidlatest(stream : ^qvideo)
    more = read_frame(stream, 1)
end

function [more : int] = read_frame(stream : ^qvideo, newest : int)
    frame = video_frame(stream.number, newest)
    more = numel(frame) > 0
    if more
        stream.rgb_data = frame
        facts = video_facts(stream.number)
        stream.pts = facts[4]
        stream.dropped_frames = int(facts[5])
    end
end

% Function: vidclose
% Closes a film or a camera, which others can use then. What was read last stays.
function [] = vidclose(stream : ^qvideo)
    video_close(stream.number)
end

% Function: vidseek
% Goes to the frame of a film that is seen at a time in seconds.
function [] = vidseek(stream : ^qvideo, seconds : scalar)
    video_seek(stream.number, seconds)
end
