%! features: F344
% Vector expressions within a loop over rows: each row is turned round.
y = zeros(3,4,2)
for m = 0..2
    for n = 0..3
        for c = 0..1
            y[m,n,c] = 100*m + 10*n + c
        end
    end
end
for m = 0..size(y,0)-1
    for c = 0..size(y,2)-1
        row = y[m,:,c]
        y[m,:,c] = row[numel(row)-1..-1..0]
    end
end
for m = 0..2
    print y[m,:,0], y[m,:,1]
end
% => [30,20,10,0][31,21,11,1]
% => [130,120,110,100][131,121,111,101]
% => [230,220,210,200][231,221,211,201]
