%! test opt reorder
% Of row `i` the elements lie side by side; each result is finished behind the loop that gathers it.
% check: for $i 'i' = 0..1..$n
% check: sub $i, 1
% check: for $j 'j' = 0
% check: load $l[$i, $j]
% check: store $x[$i]
% check: }
% check: load $l[$i, $i]
% check: store $x[$i]

function [] = main(n : int = 4)
    l = ones(n, n)
    x = ones(n)
    y = ones(n)
    l[2,1] = 3
    for j = 0..n-1
        x[j] /= l[j,j]
        for i = j+1..n-1
            x[i] -= l[i,j]*x[j]
        end
    end
    print x
end
