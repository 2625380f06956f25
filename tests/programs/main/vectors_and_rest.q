% Vectors are numbers with commas between them; what is left goes to the last parameter, as texts.
%! args: 1,2.5 "[3, 4]" 7 first -- --third
function [] = main(v : vec, size : ivec2, count : int, ...files)
    print v, size, count, numel(files)
    for name = files
        print name
    end
end
% => [1,2.5][3,4]72
% => first
% => --third
