%! files: rows.npz
% Reductions and functions of the shape of small cscalar arrays, in a kernel and in device functions that the host calls.
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

function y = __device__ of_0(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(v)
end

function y = __device__ of_1(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m)
end

function y = __device__ of_2(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m, 0)
end

function y = __device__ of_3(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = sum(m, 1)
end

function y = __device__ of_4(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = prod(m)
end

function y = __device__ of_5(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = prod(m, 1)
end

function y = __device__ of_6(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = mean(v)
end

function y = __device__ of_7(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = mean(m, 0)
end

function y = __device__ of_8(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = any(m)
end

function y = __device__ of_9(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = any(m, 1)
end

function y = __device__ of_10(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = all(v)
end

function y = __device__ of_11(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = all(m, 0)
end

function y = __device__ of_12(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumsum(v)
end

function y = __device__ of_13(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumsum(m, 0)
end

function y = __device__ of_14(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = cumprod(m)
end

function y = __device__ of_15(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = dotprod(v, v)
end

function y = __device__ of_16(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = norm(m)
end

function y = __device__ of_17(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = transpose(m)
end

function y = __device__ of_18(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = herm_transpose(m)
end

function y = __device__ of_19(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = reshape(m, [3,2])
end

function y = __device__ of_20(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = repmat(v, [2,1])
end

function y = __device__ of_21(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = shuffledims(m, [1,0])
end

function y = __device__ of_22(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = squeeze(m)
end

function y = __device__ of_23(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = copy(m)
end

function y = __device__ of_24(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = diag(m)
end

function y = __device__ of_25(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = diagm(v)
end

function y = __device__ of_26(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = m*transpose(m)
end

function y = __device__ of_27(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = eye(2)
end

function y = __device__ of_28(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = zeros(2)
end

function y = __device__ of_29(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = ones(2,3)
end

function y = __device__ of_30(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = linspace(1, 3, 4)
end

function y = __device__ of_31(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = size(m)
end

function y = __device__ of_32(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [numel(m)]
end

function y = __device__ of_33(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [ndims(m)]
end

function y = __device__ of_34(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [isempty(v)]
end

function y = __device__ of_35(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = ind2pos([2,3], 4)
end

function y = __device__ of_36(x : mat[cscalar], pos : int)
    v = [x[pos,0], x[pos,1], x[pos,2]]
    m = [[x[pos,3], x[pos,4], x[pos,5]],[x[pos,6], x[pos,7], x[pos,8]]]
    y = [pos2ind([2,3], [1,2])]
end

function [] = __kernel__ each(x : mat[cscalar], y : cmat, pos : int)
    y[pos,0] = of_0(x, pos)
    y[pos,1] = of_1(x, pos)
    y[pos,2..4] = reshape(of_2(x, pos), [1,3])
    y[pos,5..6] = reshape(of_3(x, pos), [1,2])
    y[pos,7] = of_4(x, pos)
    y[pos,8..9] = reshape(of_5(x, pos), [1,2])
    y[pos,10] = of_6(x, pos)
    y[pos,11..13] = reshape(of_7(x, pos), [1,3])
    y[pos,14] = of_8(x, pos)
    y[pos,15..16] = reshape(of_9(x, pos), [1,2])
    y[pos,17] = of_10(x, pos)
    y[pos,18..20] = reshape(of_11(x, pos), [1,3])
    y[pos,21..23] = reshape(of_12(x, pos), [1,3])
    y[pos,24..29] = reshape(of_13(x, pos), [1,6])
    y[pos,30..35] = reshape(of_14(x, pos), [1,6])
    y[pos,36] = of_15(x, pos)
    y[pos,37] = of_16(x, pos)
    y[pos,38..43] = reshape(of_17(x, pos), [1,6])
    y[pos,44..49] = reshape(of_18(x, pos), [1,6])
    y[pos,50..55] = reshape(of_19(x, pos), [1,6])
    y[pos,56..61] = reshape(of_20(x, pos), [1,6])
    y[pos,62..67] = reshape(of_21(x, pos), [1,6])
    y[pos,68..73] = reshape(of_22(x, pos), [1,6])
    y[pos,74..79] = reshape(of_23(x, pos), [1,6])
    y[pos,80..81] = reshape(of_24(x, pos), [1,2])
    y[pos,82..90] = reshape(of_25(x, pos), [1,9])
    y[pos,91..94] = reshape(of_26(x, pos), [1,4])
    y[pos,95..98] = reshape(of_27(x, pos), [1,4])
    y[pos,99..100] = reshape(of_28(x, pos), [1,2])
    y[pos,101..106] = reshape(of_29(x, pos), [1,6])
    y[pos,107..110] = reshape(of_30(x, pos), [1,4])
    y[pos,111..112] = reshape(of_31(x, pos), [1,2])
    y[pos,113..113] = reshape(of_32(x, pos), [1,1])
    y[pos,114..114] = reshape(of_33(x, pos), [1,1])
    y[pos,115..115] = reshape(of_34(x, pos), [1,1])
    y[pos,116..117] = reshape(of_35(x, pos), [1,2])
    y[pos,118..118] = reshape(of_36(x, pos), [1,1])
end

function [] = rows_0(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
end

function [] = rows_1(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    r[0..0] = of_0(x, 1)
    r[1..1] = of_1(x, 1)
    r[2..4] = reshape(of_2(x, 1), [1,3])
    r[5..6] = reshape(of_3(x, 1), [1,2])
    r[7..7] = of_4(x, 1)
    r[8..9] = reshape(of_5(x, 1), [1,2])
    r[10..10] = of_6(x, 1)
    r[11..13] = reshape(of_7(x, 1), [1,3])
end

function [] = rows_2(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    r[14..14] = of_8(x, 1)
    r[15..16] = reshape(of_9(x, 1), [1,2])
    r[17..17] = of_10(x, 1)
    r[18..20] = reshape(of_11(x, 1), [1,3])
    r[21..23] = reshape(of_12(x, 1), [1,3])
    r[24..29] = reshape(of_13(x, 1), [1,6])
    r[30..35] = reshape(of_14(x, 1), [1,6])
    r[36..36] = of_15(x, 1)
end

function [] = rows_3(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    r[37..37] = of_16(x, 1)
    r[38..43] = reshape(of_17(x, 1), [1,6])
    r[44..49] = reshape(of_18(x, 1), [1,6])
    r[50..55] = reshape(of_19(x, 1), [1,6])
    r[56..61] = reshape(of_20(x, 1), [1,6])
    r[62..67] = reshape(of_21(x, 1), [1,6])
    r[68..73] = reshape(of_22(x, 1), [1,6])
    r[74..79] = reshape(of_23(x, 1), [1,6])
end

function [] = rows_4(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    r[80..81] = reshape(of_24(x, 1), [1,2])
    r[82..90] = reshape(of_25(x, 1), [1,9])
    r[91..94] = reshape(of_26(x, 1), [1,4])
    r[95..98] = reshape(of_27(x, 1), [1,4])
    r[99..100] = reshape(of_28(x, 1), [1,2])
    r[101..106] = reshape(of_29(x, 1), [1,6])
    r[107..110] = reshape(of_30(x, 1), [1,4])
    r[111..112] = reshape(of_31(x, 1), [1,2])
end

function [] = rows_5(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    r[113..113] = reshape(of_32(x, 1), [1,1])
    r[114..114] = reshape(of_33(x, 1), [1,1])
    r[115..115] = reshape(of_34(x, 1), [1,1])
    r[116..117] = reshape(of_35(x, 1), [1,2])
    r[118..118] = reshape(of_36(x, 1), [1,1])
end

function [] = rows_6(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "small_cscalar x", "complex")
    y = czeros(3, 119)
    parallel_do(3, x, y, each)
    r[119..121] = reshape(y[:,0..0], [1,3])
    r[122..124] = reshape(y[:,1..1], [1,3])
    r[125..133] = reshape(y[:,2..4], [1,9])
    r[134..139] = reshape(y[:,5..6], [1,6])
    r[140..142] = reshape(y[:,7..7], [1,3])
    r[143..148] = reshape(y[:,8..9], [1,6])
    r[149..151] = reshape(y[:,10..10], [1,3])
    r[152..160] = reshape(y[:,11..13], [1,9])
    r[161..163] = reshape(y[:,14..14], [1,3])
    r[164..169] = reshape(y[:,15..16], [1,6])
    r[170..172] = reshape(y[:,17..17], [1,3])
    r[173..181] = reshape(y[:,18..20], [1,9])
    r[182..190] = reshape(y[:,21..23], [1,9])
    r[191..208] = reshape(y[:,24..29], [1,18])
    r[209..226] = reshape(y[:,30..35], [1,18])
    r[227..229] = reshape(y[:,36..36], [1,3])
    r[230..232] = reshape(y[:,37..37], [1,3])
    r[233..250] = reshape(y[:,38..43], [1,18])
    r[251..268] = reshape(y[:,44..49], [1,18])
    r[269..286] = reshape(y[:,50..55], [1,18])
    r[287..304] = reshape(y[:,56..61], [1,18])
    r[305..322] = reshape(y[:,62..67], [1,18])
    r[323..340] = reshape(y[:,68..73], [1,18])
    r[341..358] = reshape(y[:,74..79], [1,18])
    r[359..364] = reshape(y[:,80..81], [1,6])
    r[365..391] = reshape(y[:,82..90], [1,27])
    r[392..403] = reshape(y[:,91..94], [1,12])
    r[404..415] = reshape(y[:,95..98], [1,12])
    r[416..421] = reshape(y[:,99..100], [1,6])
    r[422..439] = reshape(y[:,101..106], [1,18])
    r[440..451] = reshape(y[:,107..110], [1,12])
    r[452..457] = reshape(y[:,111..112], [1,6])
    r[458..460] = reshape(y[:,113..113], [1,3])
    r[461..463] = reshape(y[:,114..114], [1,3])
    r[464..466] = reshape(y[:,115..115], [1,3])
    r[467..472] = reshape(y[:,116..117], [1,6])
    r[473..475] = reshape(y[:,118..118], [1,3])
end

r = vec[cscalar](476)
f = vec[int](74)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
rows_5(r, f)
rows_6(r, f)
w = load("rows.npz", "small_cscalar w", "complex")
names = "sum(v) on the host|sum(m) on the host|sum(m, 0) on the host|sum(m, 1) on the host|prod(m) on the host|prod(m, 1) on the host|mean(v) on the host|mean(m, 0) on the host|" + _
    "any(m) on the host|any(m, 1) on the host|all(v) on the host|all(m, 0) on the host|cumsum(v) on the host|cumsum(m, 0) on the host|cumprod(m) on the host|dotprod(v, v) on the host|" + _
    "norm(m) on the host|transpose(m) on the host|herm_transpose(m) on the host|reshape(m, [3,2]) on the host|repmat(v, [2,1]) on the host|shuffledims(m, [1,0]) on the host|squeeze(m) on the host|copy(m) on the host|" + _
    "diag(m) on the host|diagm(v) on the host|m*transpose(m) on the host|eye(2) on the host|zeros(2) on the host|ones(2,3) on the host|linspace(1, 3, 4) on the host|size(m) on the host|" + _
    "[numel(m)] on the host|[ndims(m)] on the host|[isempty(v)] on the host|ind2pos([2,3], 4) on the host|[pos2ind([2,3], [1,2])] on the host|sum(v) in a kernel|sum(m) in a kernel|sum(m, 0) in a kernel|" + _
    "sum(m, 1) in a kernel|prod(m) in a kernel|prod(m, 1) in a kernel|mean(v) in a kernel|mean(m, 0) in a kernel|any(m) in a kernel|any(m, 1) in a kernel|all(v) in a kernel|" + _
    "all(m, 0) in a kernel|cumsum(v) in a kernel|cumsum(m, 0) in a kernel|cumprod(m) in a kernel|dotprod(v, v) in a kernel|norm(m) in a kernel|transpose(m) in a kernel|herm_transpose(m) in a kernel|" + _
    "reshape(m, [3,2]) in a kernel|repmat(v, [2,1]) in a kernel|shuffledims(m, [1,0]) in a kernel|squeeze(m) in a kernel|copy(m) in a kernel|diag(m) in a kernel|diagm(v) in a kernel|m*transpose(m) in a kernel|" + _
    "eye(2) in a kernel|zeros(2) in a kernel|ones(2,3) in a kernel|linspace(1, 3, 4) in a kernel|size(m) in a kernel|[numel(m)] in a kernel|[ndims(m)] in a kernel|[isempty(v)] in a kernel|" + _
    "ind2pos([2,3], 4) in a kernel|[pos2ind([2,3], [1,2])] in a kernel"
compare(names, r, w, load("rows.npz", "small_cscalar at"), load("rows.npz", "small_cscalar tolerances"), f, load("rows.npz", "small_cscalar shapes"))
% => 0 of 74 rows differ
