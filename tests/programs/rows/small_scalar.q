%! files: rows.npz
% Reductions and functions of the shape of small scalar arrays, in a kernel and in device functions that the host calls.
% Written by tests/library/rows.py, with the numbers from NumPy and SciPy.
% Prints the rows whose part of y is not that of w, and how many there are. Row k ends in front of place at[k] and has the tolerance
% tolerances[k] and the extents shapes[k], as digits of base 100.
function [] = compare(rows : string, y, w, at : vec, tolerances : vec, found : vec[int], shapes : vec)
    names = strsplit(rows, "|")
    bad = 0
    first = 0
    k = 0
    while k < numel(at)
        worst = 0.0
        n = first
        while n < at[k]
            known = y[n] == w[n] || isnan(y[n]) && isnan(w[n])
            far = abs(y[n] - w[n])/max(1.0, abs(w[n]))
            worst = known ? worst : (far >= 0 ? max(worst, far) : 1/0)
            n += 1
        end
        if worst > tolerances[k] || found[k] != shapes[k]
            bad += 1
            print names[k], ": ", y[first..int(at[k])-1], " and not ", w[first..int(at[k])-1], ", extents ", found[k], " of ", shapes[k]
        end
        first = int(at[k])
        k += 1
    end
    print bad, " of ", numel(at), " rows differ"
end

function y = __device__ of_0(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(v)
end

function y = __device__ of_1(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m)
end

function y = __device__ of_2(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m, 0)
end

function y = __device__ of_3(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m, 1)
end

function y = __device__ of_4(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = prod(m)
end

function y = __device__ of_5(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = prod(m, 1)
end

function y = __device__ of_6(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = mean(v)
end

function y = __device__ of_7(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = mean(m, 0)
end

function y = __device__ of_8(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = min(m)
end

function y = __device__ of_9(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = max(v)
end

function y = __device__ of_10(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = mindim(m, 0)
end

function y = __device__ of_11(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = maxdim(m, 1)
end

function y = __device__ of_12(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = any(m)
end

function y = __device__ of_13(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = any(m, 1)
end

function y = __device__ of_14(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = all(v)
end

function y = __device__ of_15(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = all(m, 0)
end

function y = __device__ of_16(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumsum(v)
end

function y = __device__ of_17(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumsum(m, 0)
end

function y = __device__ of_18(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumprod(m)
end

function y = __device__ of_19(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cummin(m, 0)
end

function y = __device__ of_20(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cummax(v)
end

function y = __device__ of_21(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = dotprod(v, v)
end

function y = __device__ of_22(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = norm(m)
end

function y = __device__ of_23(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = transpose(m)
end

function y = __device__ of_24(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = herm_transpose(m)
end

function y = __device__ of_25(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = reshape(m, [3,2])
end

function y = __device__ of_26(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = repmat(v, [2,1])
end

function y = __device__ of_27(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = shuffledims(m, [1,0])
end

function y = __device__ of_28(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = squeeze(m)
end

function y = __device__ of_29(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = copy(m)
end

function y = __device__ of_30(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = diag(m)
end

function y = __device__ of_31(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = diagm(v)
end

function y = __device__ of_32(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = m*transpose(m)
end

function y = __device__ of_33(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = eye(2)
end

function y = __device__ of_34(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = zeros(2)
end

function y = __device__ of_35(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = ones(2,3)
end

function y = __device__ of_36(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = linspace(1, 3, 4)
end

function y = __device__ of_37(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = size(m)
end

function y = __device__ of_38(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [numel(m)]
end

function y = __device__ of_39(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [ndims(m)]
end

function y = __device__ of_40(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [isempty(v)]
end

function y = __device__ of_41(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = ind2pos([2,3], 4)
end

function y = __device__ of_42(x : mat[scalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [pos2ind([2,3], [1,2])]
end

function [] = __kernel__ each(x : mat[scalar], y : mat, pos : int)
    y[pos,0] = of_0(x, pos)
    y[pos,1] = of_1(x, pos)
    y[pos,2..4] = reshape(of_2(x, pos), [1,3])
    y[pos,5..6] = reshape(of_3(x, pos), [1,2])
    y[pos,7] = of_4(x, pos)
    y[pos,8..9] = reshape(of_5(x, pos), [1,2])
    y[pos,10] = of_6(x, pos)
    y[pos,11..13] = reshape(of_7(x, pos), [1,3])
    y[pos,14] = of_8(x, pos)
    y[pos,15] = of_9(x, pos)
    y[pos,16..18] = reshape(of_10(x, pos), [1,3])
    y[pos,19..20] = reshape(of_11(x, pos), [1,2])
    y[pos,21] = of_12(x, pos)
    y[pos,22..23] = reshape(of_13(x, pos), [1,2])
    y[pos,24] = of_14(x, pos)
    y[pos,25..27] = reshape(of_15(x, pos), [1,3])
    y[pos,28..30] = reshape(of_16(x, pos), [1,3])
    y[pos,31..36] = reshape(of_17(x, pos), [1,6])
    y[pos,37..42] = reshape(of_18(x, pos), [1,6])
    y[pos,43..48] = reshape(of_19(x, pos), [1,6])
    y[pos,49..51] = reshape(of_20(x, pos), [1,3])
    y[pos,52] = of_21(x, pos)
    y[pos,53] = of_22(x, pos)
    y[pos,54..59] = reshape(of_23(x, pos), [1,6])
    y[pos,60..65] = reshape(of_24(x, pos), [1,6])
    y[pos,66..71] = reshape(of_25(x, pos), [1,6])
    y[pos,72..77] = reshape(of_26(x, pos), [1,6])
    y[pos,78..83] = reshape(of_27(x, pos), [1,6])
    y[pos,84..89] = reshape(of_28(x, pos), [1,6])
    y[pos,90..95] = reshape(of_29(x, pos), [1,6])
    y[pos,96..97] = reshape(of_30(x, pos), [1,2])
    y[pos,98..106] = reshape(of_31(x, pos), [1,9])
    y[pos,107..110] = reshape(of_32(x, pos), [1,4])
    y[pos,111..114] = reshape(of_33(x, pos), [1,4])
    y[pos,115..116] = reshape(of_34(x, pos), [1,2])
    y[pos,117..122] = reshape(of_35(x, pos), [1,6])
    y[pos,123..126] = reshape(of_36(x, pos), [1,4])
    y[pos,127..128] = reshape(of_37(x, pos), [1,2])
    y[pos,129..129] = reshape(of_38(x, pos), [1,1])
    y[pos,130..130] = reshape(of_39(x, pos), [1,1])
    y[pos,131..131] = reshape(of_40(x, pos), [1,1])
    y[pos,132..133] = reshape(of_41(x, pos), [1,2])
    y[pos,134..134] = reshape(of_42(x, pos), [1,1])
end

function [] = rows_0(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
end

function [] = rows_1(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[0..0] = of_0(x, 1)
    r[1..1] = of_1(x, 1)
    r[2..4] = reshape(of_2(x, 1), [1,3])
    r[5..6] = reshape(of_3(x, 1), [1,2])
    r[7..7] = of_4(x, 1)
    r[8..9] = reshape(of_5(x, 1), [1,2])
    r[10..10] = of_6(x, 1)
    r[11..13] = reshape(of_7(x, 1), [1,3])
end

function [] = rows_2(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[14..14] = of_8(x, 1)
    r[15..15] = of_9(x, 1)
    r[16..18] = reshape(of_10(x, 1), [1,3])
    r[19..20] = reshape(of_11(x, 1), [1,2])
    r[21..21] = of_12(x, 1)
    r[22..23] = reshape(of_13(x, 1), [1,2])
    r[24..24] = of_14(x, 1)
    r[25..27] = reshape(of_15(x, 1), [1,3])
end

function [] = rows_3(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[28..30] = reshape(of_16(x, 1), [1,3])
    r[31..36] = reshape(of_17(x, 1), [1,6])
    r[37..42] = reshape(of_18(x, 1), [1,6])
    r[43..48] = reshape(of_19(x, 1), [1,6])
    r[49..51] = reshape(of_20(x, 1), [1,3])
    r[52..52] = of_21(x, 1)
    r[53..53] = of_22(x, 1)
    r[54..59] = reshape(of_23(x, 1), [1,6])
end

function [] = rows_4(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[60..65] = reshape(of_24(x, 1), [1,6])
    r[66..71] = reshape(of_25(x, 1), [1,6])
    r[72..77] = reshape(of_26(x, 1), [1,6])
    r[78..83] = reshape(of_27(x, 1), [1,6])
    r[84..89] = reshape(of_28(x, 1), [1,6])
    r[90..95] = reshape(of_29(x, 1), [1,6])
    r[96..97] = reshape(of_30(x, 1), [1,2])
    r[98..106] = reshape(of_31(x, 1), [1,9])
end

function [] = rows_5(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[107..110] = reshape(of_32(x, 1), [1,4])
    r[111..114] = reshape(of_33(x, 1), [1,4])
    r[115..116] = reshape(of_34(x, 1), [1,2])
    r[117..122] = reshape(of_35(x, 1), [1,6])
    r[123..126] = reshape(of_36(x, 1), [1,4])
    r[127..128] = reshape(of_37(x, 1), [1,2])
    r[129..129] = reshape(of_38(x, 1), [1,1])
    r[130..130] = reshape(of_39(x, 1), [1,1])
end

function [] = rows_6(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    r[131..131] = reshape(of_40(x, 1), [1,1])
    r[132..133] = reshape(of_41(x, 1), [1,2])
    r[134..134] = reshape(of_42(x, 1), [1,1])
end

function [] = rows_7(r : vec, f : vec[int])
    x = load("rows.npz", "small_scalar x")
    y = zeros(3, 135)
    parallel_do(3, x, y, each)
    r[135..137] = reshape(y[:,0..0], [1,3])
    r[138..140] = reshape(y[:,1..1], [1,3])
    r[141..149] = reshape(y[:,2..4], [1,9])
    r[150..155] = reshape(y[:,5..6], [1,6])
    r[156..158] = reshape(y[:,7..7], [1,3])
    r[159..164] = reshape(y[:,8..9], [1,6])
    r[165..167] = reshape(y[:,10..10], [1,3])
    r[168..176] = reshape(y[:,11..13], [1,9])
    r[177..179] = reshape(y[:,14..14], [1,3])
    r[180..182] = reshape(y[:,15..15], [1,3])
    r[183..191] = reshape(y[:,16..18], [1,9])
    r[192..197] = reshape(y[:,19..20], [1,6])
    r[198..200] = reshape(y[:,21..21], [1,3])
    r[201..206] = reshape(y[:,22..23], [1,6])
    r[207..209] = reshape(y[:,24..24], [1,3])
    r[210..218] = reshape(y[:,25..27], [1,9])
    r[219..227] = reshape(y[:,28..30], [1,9])
    r[228..245] = reshape(y[:,31..36], [1,18])
    r[246..263] = reshape(y[:,37..42], [1,18])
    r[264..281] = reshape(y[:,43..48], [1,18])
    r[282..290] = reshape(y[:,49..51], [1,9])
    r[291..293] = reshape(y[:,52..52], [1,3])
    r[294..296] = reshape(y[:,53..53], [1,3])
    r[297..314] = reshape(y[:,54..59], [1,18])
    r[315..332] = reshape(y[:,60..65], [1,18])
    r[333..350] = reshape(y[:,66..71], [1,18])
    r[351..368] = reshape(y[:,72..77], [1,18])
    r[369..386] = reshape(y[:,78..83], [1,18])
    r[387..404] = reshape(y[:,84..89], [1,18])
    r[405..422] = reshape(y[:,90..95], [1,18])
    r[423..428] = reshape(y[:,96..97], [1,6])
    r[429..455] = reshape(y[:,98..106], [1,27])
    r[456..467] = reshape(y[:,107..110], [1,12])
    r[468..479] = reshape(y[:,111..114], [1,12])
    r[480..485] = reshape(y[:,115..116], [1,6])
    r[486..503] = reshape(y[:,117..122], [1,18])
    r[504..515] = reshape(y[:,123..126], [1,12])
    r[516..521] = reshape(y[:,127..128], [1,6])
    r[522..524] = reshape(y[:,129..129], [1,3])
    r[525..527] = reshape(y[:,130..130], [1,3])
    r[528..530] = reshape(y[:,131..131], [1,3])
    r[531..536] = reshape(y[:,132..133], [1,6])
    r[537..539] = reshape(y[:,134..134], [1,3])
end

r = vec(540)
f = vec[int](86)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
rows_5(r, f)
rows_6(r, f)
rows_7(r, f)
w = load("rows.npz", "small_scalar w")
names = "sum(v) on the host|sum(m) on the host|sum(m, 0) on the host|sum(m, 1) on the host|prod(m) on the host|prod(m, 1) on the host|mean(v) on the host|mean(m, 0) on the host|" + _
    "min(m) on the host|max(v) on the host|mindim(m, 0) on the host|maxdim(m, 1) on the host|any(m) on the host|any(m, 1) on the host|all(v) on the host|all(m, 0) on the host|" + _
    "cumsum(v) on the host|cumsum(m, 0) on the host|cumprod(m) on the host|cummin(m, 0) on the host|cummax(v) on the host|dotprod(v, v) on the host|norm(m) on the host|transpose(m) on the host|" + _
    "herm_transpose(m) on the host|reshape(m, [3,2]) on the host|repmat(v, [2,1]) on the host|shuffledims(m, [1,0]) on the host|squeeze(m) on the host|copy(m) on the host|diag(m) on the host|diagm(v) on the host|" + _
    "m*transpose(m) on the host|eye(2) on the host|zeros(2) on the host|ones(2,3) on the host|linspace(1, 3, 4) on the host|size(m) on the host|[numel(m)] on the host|[ndims(m)] on the host|" + _
    "[isempty(v)] on the host|ind2pos([2,3], 4) on the host|[pos2ind([2,3], [1,2])] on the host|sum(v) in a kernel|sum(m) in a kernel|sum(m, 0) in a kernel|sum(m, 1) in a kernel|prod(m) in a kernel|" + _
    "prod(m, 1) in a kernel|mean(v) in a kernel|mean(m, 0) in a kernel|min(m) in a kernel|max(v) in a kernel|mindim(m, 0) in a kernel|maxdim(m, 1) in a kernel|any(m) in a kernel|" + _
    "any(m, 1) in a kernel|all(v) in a kernel|all(m, 0) in a kernel|cumsum(v) in a kernel|cumsum(m, 0) in a kernel|cumprod(m) in a kernel|cummin(m, 0) in a kernel|cummax(v) in a kernel|" + _
    "dotprod(v, v) in a kernel|norm(m) in a kernel|transpose(m) in a kernel|herm_transpose(m) in a kernel|reshape(m, [3,2]) in a kernel|repmat(v, [2,1]) in a kernel|shuffledims(m, [1,0]) in a kernel|squeeze(m) in a kernel|" + _
    "copy(m) in a kernel|diag(m) in a kernel|diagm(v) in a kernel|m*transpose(m) in a kernel|eye(2) in a kernel|zeros(2) in a kernel|ones(2,3) in a kernel|linspace(1, 3, 4) in a kernel|" + _
    "size(m) in a kernel|[numel(m)] in a kernel|[ndims(m)] in a kernel|[isempty(v)] in a kernel|ind2pos([2,3], 4) in a kernel|[pos2ind([2,3], [1,2])] in a kernel"
compare(names, r, w, load("rows.npz", "small_scalar at"), load("rows.npz", "small_scalar tolerances"), f, load("rows.npz", "small_scalar shapes"))
% => 0 of 86 rows differ
