% What is no camera, and what cameras are not asked for. Behind the reasons stand the cameras of the machine, which others have.
function [] = attempt(path : string, width : int, height : int, rate : scalar)
    try
        camera = vidopen(path, width, height, rate)
        print "opened"
    catch ex
        reason = ex.message
        cut = strfind(reason, "; ")
        print cut > 0 ? substr(reason, 0, cut) : reason
    end
end
attempt("/dev/null", 0, 0, 0)
% => cannot read '/dev/null': it is no camera
attempt("/dev/zero", 640, 480, 30)
% => cannot read '/dev/zero': it is no camera
attempt("/dev/video9876", 0, 0, 0)
% => cannot read '/dev/video9876': there is no such device
attempt("nowhere.y4m", 640, 480, 0)
% => cannot read 'nowhere.y4m': there is no such file here or in QUASAR_DATA
attempt(".", 640, 480, 0)
% => cannot read '.': Is a directory
% A size is two numbers that a frame can have.
attempt("/dev/null", -1, 480, 0)
% => vidopen: a camera has no frames of -1 columns and 480 rows
attempt("/dev/null", 640, 0, 0)
% => vidopen: a camera has no frames of 640 columns and 0 rows
attempt("/dev/null", 640, 100000, 0)
% => vidopen: a camera has no frames of 640 columns and 100000 rows
attempt("/dev/null", 640, 480, -1)
% => vidopen: a camera has no -1 frames per second
% Films have a size and a rate of their own, and no newest frame but the next one.
f = fopen("a.y4m", "w")
fprintf(f, "YUV4MPEG2 W2 H2 F25:1 Cmono\nFRAME\nabcdFRAME\nefgh")
fclose(f)
attempt("a.y4m", 2, 2, 0)
% => vidopen: 'a.y4m' is a film, which has its own size and rate
attempt("a.y4m", 0, 0, 25)
% => vidopen: 'a.y4m' is a film, which has its own size and rate
film = vidopen("a.y4m", 0, 0, 0)
print vidlatest(film), vidlatest(film), vidlatest(film), size(film.rgb_data,0), film.dropped_frames
% => 11020
% A regular file that is no film, as /dev/null would be if it were one: what is installed decides on the reason.
f = fopen("plain", "w")
fprintf(f, "text")
fclose(f)
try
    film = vidopen("plain")
catch ex
    print strfind(ex.message, "cannot read 'plain': ")
end
% => 0
