% Every transform of the library and its inverse give the same array in double precision, of odd sizes too.
%! flags: --precision=double
import "multirestransforms.q"
import "dtcwt.q"
import "wavelets.q"
seed(3)
function e = defect(S, S_H, x : mat)
    e = max(abs(S_H(S(x)) - x))
end
function [] = tell(name : string, e : scalar)
    print name, e < 1e-10 ? " exact" : " " + num2str(e)
end
function e = worst_of(h : vec)
    e = 0.0
    for sizes = {[16,16], [15,22]}
        [S, S_H] = build_dwt(h, 2)
        e = max(e, defect(S, S_H, randn(sizes[0], sizes[1])))
    end
end
e = 0.0
for h = {db1, db2, db3, db4, db5, db6, db7, db8, db9, db10, sym4, sym5, sym6, sym7, sym8, sym9, sym10}
    e = max(e, worst_of(h))
end
tell("orthogonal wavelets", e)
% => orthogonal wavelets exact
e = 0.0
for sizes = {[16,16], [15,22], [17,20]}
    x = randn(sizes[0], sizes[1])
    [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, 2)
    e = max(e, defect(S, S_H, x))
end
x = randn(15,22)
for k = 0..5
    for l = 0..5
        w = dtcwt2d(x, filtercoeff_farras, filtercoeff_selcw[k,l], 2)
        e = max(e, max(abs(idtcwt2d(w, filtercoeff_farras, filtercoeff_selcw[k,l], 2) - x)))
    end
end
tell("complex wavelets", e)
% => complex wavelets exact
e = 0.0
w1 = complex_orthogonal_wavelet(filtercoeff_farras)
w2 = complex_orthogonal_wavelet(filtercoeff_selcw[1,1])
for sizes = {[16,8,4], [9,7,5], [11,12,13]}
    x = randn(sizes[0], sizes[1], sizes[2])
    e = max(e, max(abs(idtcwt3d_untiled(dtcwt3d_untiled(x, w1, w2, 2), w1, w2, 2) - x)))
end
tell("complex wavelets of volumes", e)
% => complex wavelets of volumes exact
e = 0.0
f = 0.0
for sizes = {[16,16], [15,22], [17,20]}
    x = randn(sizes[0], sizes[1])
    for K = 3..6
        [S, S_H] = build_stp(size(x), K, 2)
        e = max(e, defect(S, S_H, x))
        [S, S_H] = build_energyweighted_dst2d(size(x), K, 2)
        f = max(f, defect(S, S_H, x))
    end
end
tell("steerable pyramid", e)
tell("shearlets", f)
% => steerable pyramid exact
% => shearlets exact
