% The filters fulfil the equations that define them: orthonormal to their even shifts, sum sqrt(2), vanishing moments.
import "wavelets.q"
function e = defect(h : vec, moments : int)
    n = numel(h)
    e = abs(sum(h) - sqrt(2))
    for k = 0..int(n/2)-1
        s = k == 0 ? -1.0 : 0.0
        for i = 0..n-1-2*k
            s += h[i]*h[i+2*k]
        end
        e = max(e, abs(s))
    end
    for p = 0..moments-1
        s = 0.0
        for i = 0..n-1
            s += (1 - 2*mod(i, 2))*h[i]*((2.0*i - n + 1)/n)^p
        end
        e = max(e, abs(s))
    end
end
worst = 0.0
count = 0
for h = {db1, db2, db3, db4, db5, db6, db7, db8, db9, db10}
    count += 1
    worst = max(worst, defect(h, count) + (numel(h) != 2*count))
end
print worst < 0.00001
% => 1
worst = 0.0
count = 3
for h = {sym4, sym5, sym6, sym7, sym8, sym9, sym10}
    count += 1
    worst = max(worst, defect(h, count) + (numel(h) != 2*count))
end
print worst < 0.00001
% => 1
% The closed form of the filter with two moments.
print max(abs(db2 - [1 + sqrt(3), 3 + sqrt(3), 3 - sqrt(3), 1 - sqrt(3)]/(4*sqrt(2)))) < 0.000001
% => 1
worst = 0.0
for k = 0..5
    for l = 0..5
        pair = filtercoeff_selcw[k,l]
        worst = max(worst, max(defect(pair[0,:], k + 1), defect(pair[1,:], k + 1)))
    end
end
print worst < 0.0001
% => 1
for pair = {filtercoeff_farras, filtercoeff_dualfilt}
    print max(defect(pair[0,:], 1), defect(pair[1,:], 1)) < 0.00001
end
% => 1
% => 1
% The second filter of a pair is the first one, half a sample later: their spectra differ by a factor exp(-i w/2) at low frequencies.
function e = delay_defect(pair : mat)
    e = 0.0
    for k = 1..12
        w = 0.1*k
        p = 0.0 + 0.0i
        q = 0.0 + 0.0i
        for i = 0..size(pair,1)-1
            p += pair[0,i]*complex(cos(w*i), -sin(w*i))
            q += pair[1,i]*complex(cos(w*i), -sin(w*i))
        end
        e = max(e, abs(q - p*complex(cos(w/2), -sin(w/2))))
    end
end
print delay_defect(filtercoeff_dualfilt) < 0.2, delay_defect(filtercoeff_selcw[3,1]) < 0.01, delay_defect(filtercoeff_selcw[3,3]) < 0.001
% => 111
