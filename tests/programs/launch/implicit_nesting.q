%! features: F344
%! loop: 20 parallel, 2 dimensions
%! loop: 20 bounds checks left: none
%! loop: 21 parallel
%! loop: 32 serial
%! loop: 32 Operator : can not be parallelized. Consider using [a..b] instead!
%! loop: 45 parallel, 3 dimensions
% Vector expressions within a parallel loop: each row is turned round, as the guide has it. The expressions become loops within the kernel.
y = zeros(300,40,5)
for m = 0..299
    for n = 0..39
        for c = 0..4
            y[m,n,c] = 100*m + 10*n + c
        end
    end
end
before = copy(y)

% The length of a row is known when compiling.
for m = 0..size(y,0)-1
    for c = 0..size(y,2)-1
        row = y[m,:,c]
        y[m,:,c] = row[numel(row)-1..-1..0]
    end
end
print y[2,0,0], " ", y[2,39,1], " ", y[299,1,1], " ", sum(y) == sum(before)
% 200 + 390; 200 + 1; 29900 + 380 + 1
% => 590 201 30281 1

% Where only running tells it, a row needs memory of the kernel, which the report says; the result is the same.
function y = turned(y : cube)
    for m = 0..size(y,0)-1
        for c = 0..size(y,2)-1
            row = y[m,:,c]
            y[m,:,c] = row[numel(row)-1..-1..0]
        end
    end
end
print max(abs(turned(copy(before)) - y)) == 0
% => 1
% The way around that: the elements written out.
function z = written_out(y : cube)
    z = zeros(size(y))
    last = size(y,1) - 1
    for m = 0..size(y,0)-1
        for n = 0..last
            for c = 0..size(y,2)-1
                z[m,n,c] = y[m,last-n,c]
            end
        end
    end
end
print max(abs(written_out(copy(before)) - y)) == 0
% => 1
