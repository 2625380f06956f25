%! hides: loops the positions in bump
%! loop: 13 over [1], [0]
%! loop: 13 after an error the launch is repeated
% What a launch does to an element it does once, also where one of its positions fails and where the order of its dimensions was changed
% for vectors: a kernel that changes an array in place keeps its order, and so does a launch to which one array is given for two parameters.
function [] = __kernel__ bump(y : mat, z : mat, pos : ivec2)
    y[pos[1],pos[0]] = y[pos[1],pos[0]] + 1
    z[pos[1],pos[0]] = 7
end
function [] = bumped(y : mat, z : mat, n : int, m : int)
    parallel_do([m, n], y, z, bump)
end
function [] = __kernel__ step(y : mat, x : mat, z : mat'checked, pos : ivec2)
    y[pos[1],pos[0]] = x[pos[1],pos[0]] + 1
    z[pos[1],pos[0]] = 7
end
function [] = stepped(y : mat, x : mat, z : mat, n : int, m : int)
    parallel_do([m, n], y, x, z, step)
end
function [] = main(n : int = 200, m : int = 300)
    y = zeros(n, m)
    % The array z has half of the rows.
    try
        bumped(y, zeros(n/2, m), n, m)
    catch ex
        % => failed
        print "failed"
    end
    % Which elements were reached is open; none was changed twice.
    % => 1
    print max(y) <= 1
    y = zeros(n, m)
    try
        stepped(y, y, zeros(n/2, m), n, m)
    catch ex
        % => failed
        print "failed"
    end
    % => 1
    print max(y) <= 1
    y = zeros(n, m)
    z = ones(n, m)
    stepped(y, z, z, n, m)
    % Each position reads its element before it writes it.
    % => [2,2,7]
    print [min(y), max(y), min(z)]
end
