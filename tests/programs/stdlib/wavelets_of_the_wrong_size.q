% What the transforms refuse.
import "multirestransforms.q"
try
    f = wavelet_filters([1,2,3])
catch ex
    print ex
end
% => wavelet_filters: the number of coefficients must be even, it is 3
try
    w = complex_orthogonal_wavelet(zeros(3,4))
catch ex
    print ex
end
% => complex_orthogonal_wavelet: a pair of filters has two rows, this has 3
try
    x = idtcwt2d(vec[mat](5), filtercoeff_farras, filtercoeff_dualfilt, 2)
catch ex
    print ex
end
% => idtcwt2d: 2 scales have 28 bands, there are 5
[S, S_H] = build_stp([8,8], 3, 2)
try
    w = S(zeros(8,9))
catch ex
    print ex
end
% => the transform is for images of 8×8, this has 8×9
try
    w = dwt2d(zeros(4,4), wavelet_filters(db2), 3)
catch ex
    print ex
end
% => dwt2d: too many scales for an image of this size
