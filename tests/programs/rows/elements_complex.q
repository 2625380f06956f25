%! files: rows.npz
% Functions of each element, for complex numbers.
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

function [] = __kernel__ each(x : mat[cscalar], y : cmat, pos : int)
    y[0,pos] = abs(x[0,pos])
    y[1,pos] = sqrt(x[1,pos])
    y[2,pos] = rsqrt(x[2,pos])
    y[3,pos] = exp(x[3,pos])
    y[4,pos] = exp2(x[4,pos])
    y[5,pos] = log(x[5,pos])
    y[6,pos] = log2(x[6,pos])
    y[7,pos] = log10(x[7,pos])
    y[8,pos] = pow(x[8,pos], 2.5)
    y[9,pos] = pow(x[9,pos], 3)
    y[10,pos] = sin(x[10,pos])
    y[11,pos] = cos(x[11,pos])
    y[12,pos] = tan(x[12,pos])
    y[13,pos] = asin(x[13,pos])
    y[14,pos] = acos(x[14,pos])
    y[15,pos] = atan(x[15,pos])
    y[16,pos] = sinh(x[16,pos])
    y[17,pos] = cosh(x[17,pos])
    y[18,pos] = tanh(x[18,pos])
    y[19,pos] = asinh(x[19,pos])
    y[20,pos] = acosh(x[20,pos])
    y[21,pos] = atanh(x[21,pos])
    y[22,pos] = lerp(x[22,pos], 3i, 0.25)
    y[23,pos] = real(x[23,pos])
    y[24,pos] = imag(x[24,pos])
    y[25,pos] = conj(x[25,pos])
    y[26,pos] = angle(x[26,pos])
    y[27,pos] = complex(x[27,pos])
    y[28,pos] = isnan(x[28,pos])
    y[29,pos] = isfinite(x[29,pos])
end

function y = __device__ device_0(x : cscalar)
    y = abs(x)
end

function y = __device__ device_1(x : cscalar)
    y = sqrt(x)
end

function y = __device__ device_2(x : cscalar)
    y = rsqrt(x)
end

function y = __device__ device_3(x : cscalar)
    y = exp(x)
end

function y = __device__ device_4(x : cscalar)
    y = exp2(x)
end

function y = __device__ device_5(x : cscalar)
    y = log(x)
end

function y = __device__ device_6(x : cscalar)
    y = log2(x)
end

function y = __device__ device_7(x : cscalar)
    y = log10(x)
end

function y = __device__ device_8(x : cscalar)
    y = pow(x, 2.5)
end

function y = __device__ device_9(x : cscalar)
    y = pow(x, 3)
end

function y = __device__ device_10(x : cscalar)
    y = sin(x)
end

function y = __device__ device_11(x : cscalar)
    y = cos(x)
end

function y = __device__ device_12(x : cscalar)
    y = tan(x)
end

function y = __device__ device_13(x : cscalar)
    y = asin(x)
end

function y = __device__ device_14(x : cscalar)
    y = acos(x)
end

function y = __device__ device_15(x : cscalar)
    y = atan(x)
end

function y = __device__ device_16(x : cscalar)
    y = sinh(x)
end

function y = __device__ device_17(x : cscalar)
    y = cosh(x)
end

function y = __device__ device_18(x : cscalar)
    y = tanh(x)
end

function y = __device__ device_19(x : cscalar)
    y = asinh(x)
end

function y = __device__ device_20(x : cscalar)
    y = acosh(x)
end

function y = __device__ device_21(x : cscalar)
    y = atanh(x)
end

function y = __device__ device_22(x : cscalar)
    y = lerp(x, 3i, 0.25)
end

function y = __device__ device_23(x : cscalar)
    y = real(x)
end

function y = __device__ device_24(x : cscalar)
    y = imag(x)
end

function y = __device__ device_25(x : cscalar)
    y = conj(x)
end

function y = __device__ device_26(x : cscalar)
    y = angle(x)
end

function y = __device__ device_27(x : cscalar)
    y = complex(x)
end

function y = __device__ device_28(x : cscalar)
    y = isnan(x)
end

function y = __device__ device_29(x : cscalar)
    y = isfinite(x)
end

function [] = rows_0(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "elements_complex x", "complex")
    y = czeros(size(x))
    z = czeros(size(x))
    parallel_do(24, x, y, each)
    r[0..23] = y[0,:]
    r[24..47] = y[1,:]
    r[48..71] = y[2,:]
    r[72..95] = y[3,:]
    r[96..119] = y[4,:]
    r[120..143] = y[5,:]
    r[144..167] = y[6,:]
    r[168..191] = y[7,:]
    r[192..215] = y[8,:]
    r[216..239] = y[9,:]
    r[240..263] = y[10,:]
    r[264..287] = y[11,:]
    r[288..311] = y[12,:]
    r[312..335] = y[13,:]
    r[336..359] = y[14,:]
    r[360..383] = y[15,:]
    r[384..407] = y[16,:]
    r[408..431] = y[17,:]
    r[432..455] = y[18,:]
    r[456..479] = y[19,:]
    r[480..503] = y[20,:]
    r[504..527] = y[21,:]
    r[528..551] = y[22,:]
    r[552..575] = y[23,:]
    r[576..599] = y[24,:]
    r[600..623] = y[25,:]
    r[624..647] = y[26,:]
    r[648..671] = y[27,:]
    r[672..695] = y[28,:]
    r[696..719] = y[29,:]
end

function [] = rows_1(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "elements_complex x", "complex")
    empty = vec[cscalar](0)
    t30 = abs(reshape(x[0,:], [1, 24, 1, 1]))
    f[30] = 1*size(t30,0) + 100*size(t30,1) + 10000*size(t30,2) + 1000000*size(t30,3)
    r[720..743] = reshape(t30, [1,24])
    r[744..744] = abs(x[0,7])
    r[745..745] = device_0(x[0,11])
    f[33] = numel(abs(empty))
    t34 = sqrt(reshape(x[1,:], [4, 6, 1, 1]))
    f[34] = 1*size(t34,0) + 100*size(t34,1) + 10000*size(t34,2) + 1000000*size(t34,3)
    r[746..769] = reshape(t34, [1,24])
    r[770..770] = sqrt(x[1,7])
    r[771..771] = device_1(x[1,11])
    f[37] = numel(sqrt(empty))
    t38 = rsqrt(reshape(x[2,:], [2, 3, 4, 1]))
    f[38] = 1*size(t38,0) + 100*size(t38,1) + 10000*size(t38,2) + 1000000*size(t38,3)
    r[772..795] = reshape(t38, [1,24])
    r[796..796] = rsqrt(x[2,7])
    r[797..797] = device_2(x[2,11])
    f[41] = numel(rsqrt(empty))
    t42 = exp(reshape(x[3,:], [2, 3, 2, 2]))
    f[42] = 1*size(t42,0) + 100*size(t42,1) + 10000*size(t42,2) + 1000000*size(t42,3)
    r[798..821] = reshape(t42, [1,24])
    r[822..822] = exp(x[3,7])
    r[823..823] = device_3(x[3,11])
    f[45] = numel(exp(empty))
    t46 = exp2(reshape(x[4,:], [1, 24, 1, 1]))
    f[46] = 1*size(t46,0) + 100*size(t46,1) + 10000*size(t46,2) + 1000000*size(t46,3)
    r[824..847] = reshape(t46, [1,24])
    r[848..848] = exp2(x[4,7])
    r[849..849] = device_4(x[4,11])
    f[49] = numel(exp2(empty))
    t50 = log(reshape(x[5,:], [4, 6, 1, 1]))
    f[50] = 1*size(t50,0) + 100*size(t50,1) + 10000*size(t50,2) + 1000000*size(t50,3)
    r[850..873] = reshape(t50, [1,24])
    r[874..874] = log(x[5,7])
    r[875..875] = device_5(x[5,11])
    f[53] = numel(log(empty))
    t54 = log2(reshape(x[6,:], [2, 3, 4, 1]))
    f[54] = 1*size(t54,0) + 100*size(t54,1) + 10000*size(t54,2) + 1000000*size(t54,3)
    r[876..899] = reshape(t54, [1,24])
    r[900..900] = log2(x[6,7])
    r[901..901] = device_6(x[6,11])
    f[57] = numel(log2(empty))
    t58 = log10(reshape(x[7,:], [2, 3, 2, 2]))
    f[58] = 1*size(t58,0) + 100*size(t58,1) + 10000*size(t58,2) + 1000000*size(t58,3)
    r[902..925] = reshape(t58, [1,24])
    r[926..926] = log10(x[7,7])
    r[927..927] = device_7(x[7,11])
    f[61] = numel(log10(empty))
end

function [] = rows_2(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "elements_complex x", "complex")
    empty = vec[cscalar](0)
    t62 = pow(reshape(x[8,:], [1, 24, 1, 1]), 2.5)
    f[62] = 1*size(t62,0) + 100*size(t62,1) + 10000*size(t62,2) + 1000000*size(t62,3)
    r[928..951] = reshape(t62, [1,24])
    r[952..952] = pow(x[8,7], 2.5)
    r[953..953] = device_8(x[8,11])
    f[65] = numel(pow(empty, 2.5))
    t66 = pow(reshape(x[9,:], [4, 6, 1, 1]), 3)
    f[66] = 1*size(t66,0) + 100*size(t66,1) + 10000*size(t66,2) + 1000000*size(t66,3)
    r[954..977] = reshape(t66, [1,24])
    r[978..978] = pow(x[9,7], 3)
    r[979..979] = device_9(x[9,11])
    f[69] = numel(pow(empty, 3))
    t70 = sin(reshape(x[10,:], [2, 3, 4, 1]))
    f[70] = 1*size(t70,0) + 100*size(t70,1) + 10000*size(t70,2) + 1000000*size(t70,3)
    r[980..1003] = reshape(t70, [1,24])
    r[1004..1004] = sin(x[10,7])
    r[1005..1005] = device_10(x[10,11])
    f[73] = numel(sin(empty))
    t74 = cos(reshape(x[11,:], [2, 3, 2, 2]))
    f[74] = 1*size(t74,0) + 100*size(t74,1) + 10000*size(t74,2) + 1000000*size(t74,3)
    r[1006..1029] = reshape(t74, [1,24])
    r[1030..1030] = cos(x[11,7])
    r[1031..1031] = device_11(x[11,11])
    f[77] = numel(cos(empty))
    t78 = tan(reshape(x[12,:], [1, 24, 1, 1]))
    f[78] = 1*size(t78,0) + 100*size(t78,1) + 10000*size(t78,2) + 1000000*size(t78,3)
    r[1032..1055] = reshape(t78, [1,24])
    r[1056..1056] = tan(x[12,7])
    r[1057..1057] = device_12(x[12,11])
    f[81] = numel(tan(empty))
    t82 = asin(reshape(x[13,:], [4, 6, 1, 1]))
    f[82] = 1*size(t82,0) + 100*size(t82,1) + 10000*size(t82,2) + 1000000*size(t82,3)
    r[1058..1081] = reshape(t82, [1,24])
    r[1082..1082] = asin(x[13,7])
    r[1083..1083] = device_13(x[13,11])
    f[85] = numel(asin(empty))
    t86 = acos(reshape(x[14,:], [2, 3, 4, 1]))
    f[86] = 1*size(t86,0) + 100*size(t86,1) + 10000*size(t86,2) + 1000000*size(t86,3)
    r[1084..1107] = reshape(t86, [1,24])
    r[1108..1108] = acos(x[14,7])
    r[1109..1109] = device_14(x[14,11])
    f[89] = numel(acos(empty))
    t90 = atan(reshape(x[15,:], [2, 3, 2, 2]))
    f[90] = 1*size(t90,0) + 100*size(t90,1) + 10000*size(t90,2) + 1000000*size(t90,3)
    r[1110..1133] = reshape(t90, [1,24])
    r[1134..1134] = atan(x[15,7])
    r[1135..1135] = device_15(x[15,11])
    f[93] = numel(atan(empty))
end

function [] = rows_3(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "elements_complex x", "complex")
    empty = vec[cscalar](0)
    t94 = sinh(reshape(x[16,:], [1, 24, 1, 1]))
    f[94] = 1*size(t94,0) + 100*size(t94,1) + 10000*size(t94,2) + 1000000*size(t94,3)
    r[1136..1159] = reshape(t94, [1,24])
    r[1160..1160] = sinh(x[16,7])
    r[1161..1161] = device_16(x[16,11])
    f[97] = numel(sinh(empty))
    t98 = cosh(reshape(x[17,:], [4, 6, 1, 1]))
    f[98] = 1*size(t98,0) + 100*size(t98,1) + 10000*size(t98,2) + 1000000*size(t98,3)
    r[1162..1185] = reshape(t98, [1,24])
    r[1186..1186] = cosh(x[17,7])
    r[1187..1187] = device_17(x[17,11])
    f[101] = numel(cosh(empty))
    t102 = tanh(reshape(x[18,:], [2, 3, 4, 1]))
    f[102] = 1*size(t102,0) + 100*size(t102,1) + 10000*size(t102,2) + 1000000*size(t102,3)
    r[1188..1211] = reshape(t102, [1,24])
    r[1212..1212] = tanh(x[18,7])
    r[1213..1213] = device_18(x[18,11])
    f[105] = numel(tanh(empty))
    t106 = asinh(reshape(x[19,:], [2, 3, 2, 2]))
    f[106] = 1*size(t106,0) + 100*size(t106,1) + 10000*size(t106,2) + 1000000*size(t106,3)
    r[1214..1237] = reshape(t106, [1,24])
    r[1238..1238] = asinh(x[19,7])
    r[1239..1239] = device_19(x[19,11])
    f[109] = numel(asinh(empty))
    t110 = acosh(reshape(x[20,:], [1, 24, 1, 1]))
    f[110] = 1*size(t110,0) + 100*size(t110,1) + 10000*size(t110,2) + 1000000*size(t110,3)
    r[1240..1263] = reshape(t110, [1,24])
    r[1264..1264] = acosh(x[20,7])
    r[1265..1265] = device_20(x[20,11])
    f[113] = numel(acosh(empty))
    t114 = atanh(reshape(x[21,:], [4, 6, 1, 1]))
    f[114] = 1*size(t114,0) + 100*size(t114,1) + 10000*size(t114,2) + 1000000*size(t114,3)
    r[1266..1289] = reshape(t114, [1,24])
    r[1290..1290] = atanh(x[21,7])
    r[1291..1291] = device_21(x[21,11])
    f[117] = numel(atanh(empty))
    t118 = lerp(reshape(x[22,:], [2, 3, 4, 1]), 3i, 0.25)
    f[118] = 1*size(t118,0) + 100*size(t118,1) + 10000*size(t118,2) + 1000000*size(t118,3)
    r[1292..1315] = reshape(t118, [1,24])
    r[1316..1316] = lerp(x[22,7], 3i, 0.25)
    r[1317..1317] = device_22(x[22,11])
    f[121] = numel(lerp(empty, 3i, 0.25))
    t122 = real(reshape(x[23,:], [2, 3, 2, 2]))
    f[122] = 1*size(t122,0) + 100*size(t122,1) + 10000*size(t122,2) + 1000000*size(t122,3)
    r[1318..1341] = reshape(t122, [1,24])
    r[1342..1342] = real(x[23,7])
    r[1343..1343] = device_23(x[23,11])
    f[125] = numel(real(empty))
end

function [] = rows_4(r : vec[cscalar], f : vec[int])
    x = load("rows.npz", "elements_complex x", "complex")
    empty = vec[cscalar](0)
    t126 = imag(reshape(x[24,:], [1, 24, 1, 1]))
    f[126] = 1*size(t126,0) + 100*size(t126,1) + 10000*size(t126,2) + 1000000*size(t126,3)
    r[1344..1367] = reshape(t126, [1,24])
    r[1368..1368] = imag(x[24,7])
    r[1369..1369] = device_24(x[24,11])
    f[129] = numel(imag(empty))
    t130 = conj(reshape(x[25,:], [4, 6, 1, 1]))
    f[130] = 1*size(t130,0) + 100*size(t130,1) + 10000*size(t130,2) + 1000000*size(t130,3)
    r[1370..1393] = reshape(t130, [1,24])
    r[1394..1394] = conj(x[25,7])
    r[1395..1395] = device_25(x[25,11])
    f[133] = numel(conj(empty))
    t134 = angle(reshape(x[26,:], [2, 3, 4, 1]))
    f[134] = 1*size(t134,0) + 100*size(t134,1) + 10000*size(t134,2) + 1000000*size(t134,3)
    r[1396..1419] = reshape(t134, [1,24])
    r[1420..1420] = angle(x[26,7])
    r[1421..1421] = device_26(x[26,11])
    f[137] = numel(angle(empty))
    t138 = complex(reshape(x[27,:], [2, 3, 2, 2]))
    f[138] = 1*size(t138,0) + 100*size(t138,1) + 10000*size(t138,2) + 1000000*size(t138,3)
    r[1422..1445] = reshape(t138, [1,24])
    r[1446..1446] = complex(x[27,7])
    r[1447..1447] = device_27(x[27,11])
    f[141] = numel(complex(empty))
    t142 = isnan(reshape(x[28,:], [1, 24, 1, 1]))
    f[142] = 1*size(t142,0) + 100*size(t142,1) + 10000*size(t142,2) + 1000000*size(t142,3)
    r[1448..1471] = reshape(t142, [1,24])
    r[1472..1472] = isnan(x[28,7])
    r[1473..1473] = device_28(x[28,11])
    f[145] = numel(isnan(empty))
    t146 = isfinite(reshape(x[29,:], [4, 6, 1, 1]))
    f[146] = 1*size(t146,0) + 100*size(t146,1) + 10000*size(t146,2) + 1000000*size(t146,3)
    r[1474..1497] = reshape(t146, [1,24])
    r[1498..1498] = isfinite(x[29,7])
    r[1499..1499] = device_29(x[29,11])
    f[149] = numel(isfinite(empty))
end

r = vec[cscalar](1500)
f = vec[int](150)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
w = load("rows.npz", "elements_complex w", "complex")
names = "abs in a kernel|sqrt in a kernel|rsqrt in a kernel|exp in a kernel|exp2 in a kernel|log in a kernel|log2 in a kernel|log10 in a kernel|" + _
    "pow in a kernel|pow of an int in a kernel|sin in a kernel|cos in a kernel|tan in a kernel|asin in a kernel|acos in a kernel|atan in a kernel|" + _
    "sinh in a kernel|cosh in a kernel|tanh in a kernel|asinh in a kernel|acosh in a kernel|atanh in a kernel|lerp in a kernel|real in a kernel|" + _
    "imag in a kernel|conj in a kernel|angle in a kernel|complex in a kernel|isnan in a kernel|isfinite in a kernel|abs of [1, 24, 1, 1]|abs of a number|" + _
    "abs in a device function|abs of nothing|sqrt of [4, 6, 1, 1]|sqrt of a number|sqrt in a device function|sqrt of nothing|rsqrt of [2, 3, 4, 1]|rsqrt of a number|" + _
    "rsqrt in a device function|rsqrt of nothing|exp of [2, 3, 2, 2]|exp of a number|exp in a device function|exp of nothing|exp2 of [1, 24, 1, 1]|exp2 of a number|" + _
    "exp2 in a device function|exp2 of nothing|log of [4, 6, 1, 1]|log of a number|log in a device function|log of nothing|log2 of [2, 3, 4, 1]|log2 of a number|" + _
    "log2 in a device function|log2 of nothing|log10 of [2, 3, 2, 2]|log10 of a number|log10 in a device function|log10 of nothing|pow of [1, 24, 1, 1]|pow of a number|" + _
    "pow in a device function|pow of nothing|pow of an int of [4, 6, 1, 1]|pow of an int of a number|pow of an int in a device function|pow of an int of nothing|sin of [2, 3, 4, 1]|sin of a number|" + _
    "sin in a device function|sin of nothing|cos of [2, 3, 2, 2]|cos of a number|cos in a device function|cos of nothing|tan of [1, 24, 1, 1]|tan of a number|" + _
    "tan in a device function|tan of nothing|asin of [4, 6, 1, 1]|asin of a number|asin in a device function|asin of nothing|acos of [2, 3, 4, 1]|acos of a number|" + _
    "acos in a device function|acos of nothing|atan of [2, 3, 2, 2]|atan of a number|atan in a device function|atan of nothing|sinh of [1, 24, 1, 1]|sinh of a number|" + _
    "sinh in a device function|sinh of nothing|cosh of [4, 6, 1, 1]|cosh of a number|cosh in a device function|cosh of nothing|tanh of [2, 3, 4, 1]|tanh of a number|" + _
    "tanh in a device function|tanh of nothing|asinh of [2, 3, 2, 2]|asinh of a number|asinh in a device function|asinh of nothing|acosh of [1, 24, 1, 1]|acosh of a number|" + _
    "acosh in a device function|acosh of nothing|atanh of [4, 6, 1, 1]|atanh of a number|atanh in a device function|atanh of nothing|lerp of [2, 3, 4, 1]|lerp of a number|" + _
    "lerp in a device function|lerp of nothing|real of [2, 3, 2, 2]|real of a number|real in a device function|real of nothing|imag of [1, 24, 1, 1]|imag of a number|" + _
    "imag in a device function|imag of nothing|conj of [4, 6, 1, 1]|conj of a number|conj in a device function|conj of nothing|angle of [2, 3, 4, 1]|angle of a number|" + _
    "angle in a device function|angle of nothing|complex of [2, 3, 2, 2]|complex of a number|complex in a device function|complex of nothing|isnan of [1, 24, 1, 1]|isnan of a number|" + _
    "isnan in a device function|isnan of nothing|isfinite of [4, 6, 1, 1]|isfinite of a number|isfinite in a device function|isfinite of nothing"
compare(names, r, w, load("rows.npz", "elements_complex at"), load("rows.npz", "elements_complex tolerances"), f, load("rows.npz", "elements_complex shapes"))
% => 0 of 150 rows differ
