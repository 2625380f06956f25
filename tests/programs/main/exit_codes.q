% The program says how it ends; what it printed and wrote before is there, and no handler stops it.
%! args: 7
%! exit: 7
function [] = leave(code : int)
    try
        exit(code)
    catch ex
        print "caught ", ex
    end
end
function [] = main(code : int)
    try
        exit(256)
    catch ex
        print ex
    end
    try
        exit(-1)
    catch ex
        print ex
    end
    f = fopen("left.txt", "w")
    fprintf(f, "left")
    x = ones(10, 10)
    for k = 0..3
        print k
        if k == 2
            leave(code)
        end
    end
    print "not reached"
end
% => exit: the exit code is 256, not 0 to 255
% => exit: the exit code is -1, not 0 to 255
% => 0
% => 1
% => 2
