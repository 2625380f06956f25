%! features: F011 F013
% The loop of the CUDA guide (dynamic parallelism) that turns every row around.
y = zeros(3,4,2)
for m = 0..2
    for n = 0..3
        for c = 0..1
            y[m,n,c] = 100*m + 10*n + c
        end
    end
end
before = copy(y)
for m=0..size(y,0)-1
    for c=0..size(y,2)-1
        row = y[m,:,c]
        y[m,:,c] = row[numel(row)-1..-1..0]
    endfor
endfor
print y[:,:,1]
% => [[31,21,11,1],
% =>  [131,121,111,101],
% =>  [231,221,211,201]]
print max(abs(y[:,3..-1..0,0] - before[:,:,0]))
% => 0
print numel(y[1,:,0]), size(y[:,:,0]), before[2,:,1]
% => 4[3,4][201,211,221,231]
