%! files: rows.npz
% Functions of each element, for scalars.
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

function [] = __kernel__ each(x : mat[scalar], y : mat, pos : int)
    y[0,pos] = abs(x[0,pos])
    y[1,pos] = sqrt(x[1,pos])
    y[2,pos] = rsqrt(x[2,pos])
    y[3,pos] = exp(x[3,pos])
    y[4,pos] = exp2(x[4,pos])
    y[5,pos] = log(x[5,pos])
    y[6,pos] = log2(x[6,pos])
    y[7,pos] = log10(x[7,pos])
    y[8,pos] = pow(x[8,pos], 2.5)
    y[9,pos] = sin(x[9,pos])
    y[10,pos] = cos(x[10,pos])
    y[11,pos] = tan(x[11,pos])
    y[12,pos] = asin(x[12,pos])
    y[13,pos] = acos(x[13,pos])
    y[14,pos] = atan(x[14,pos])
    y[15,pos] = atan2(x[15,pos], -2)
    y[16,pos] = sinh(x[16,pos])
    y[17,pos] = cosh(x[17,pos])
    y[18,pos] = tanh(x[18,pos])
    y[19,pos] = asinh(x[19,pos])
    y[20,pos] = acosh(x[20,pos])
    y[21,pos] = atanh(x[21,pos])
    y[22,pos] = floor(x[22,pos])
    y[23,pos] = ceil(x[23,pos])
    y[24,pos] = round(x[24,pos])
    y[25,pos] = frac(x[25,pos])
    y[26,pos] = mod(x[26,pos], 2.5)
    y[27,pos] = sign(x[27,pos])
    y[28,pos] = saturate(x[28,pos])
    y[29,pos] = clamp(x[29,pos], 4.5)
    y[30,pos] = periodize(x[30,pos], 2.5)
    y[31,pos] = mirror_ext(x[31,pos], 5)
    y[32,pos] = lerp(x[32,pos], 3, 0.25)
    y[33,pos] = erf(x[33,pos])
    y[34,pos] = erfc(x[34,pos])
    y[35,pos] = erfinv(x[35,pos])
    y[36,pos] = erfcinv(x[36,pos])
    y[37,pos] = lgamma(x[37,pos])
    y[38,pos] = tgamma(x[38,pos])
    y[39,pos] = factorial(x[39,pos])
    y[40,pos] = isnan(x[40,pos])
    y[41,pos] = isinf(x[41,pos])
    y[42,pos] = isfinite(x[42,pos])
    y[43,pos] = nextpow2(x[43,pos])
    y[44,pos] = int(x[44,pos])
    y[45,pos] = real(x[45,pos])
    y[46,pos] = imag(x[46,pos])
    y[47,pos] = conj(x[47,pos])
    y[48,pos] = angle(x[48,pos])
    y[49,pos] = min(x[49,pos], 1.5)
    y[50,pos] = max(x[50,pos], 1.5)
end

function [] = __kernel__ by_threes(x : mat[scalar], y : mat, pos : int)
    y[0,3*pos..3*pos+2] = abs(x[0,3*pos..3*pos+2])
    y[1,3*pos..3*pos+2] = sqrt(x[1,3*pos..3*pos+2])
    y[2,3*pos..3*pos+2] = rsqrt(x[2,3*pos..3*pos+2])
    y[3,3*pos..3*pos+2] = exp(x[3,3*pos..3*pos+2])
    y[4,3*pos..3*pos+2] = exp2(x[4,3*pos..3*pos+2])
    y[5,3*pos..3*pos+2] = log(x[5,3*pos..3*pos+2])
    y[6,3*pos..3*pos+2] = log2(x[6,3*pos..3*pos+2])
    y[7,3*pos..3*pos+2] = log10(x[7,3*pos..3*pos+2])
    y[8,3*pos..3*pos+2] = pow(x[8,3*pos..3*pos+2], 2.5)
    y[9,3*pos..3*pos+2] = sin(x[9,3*pos..3*pos+2])
    y[10,3*pos..3*pos+2] = cos(x[10,3*pos..3*pos+2])
    y[11,3*pos..3*pos+2] = tan(x[11,3*pos..3*pos+2])
    y[12,3*pos..3*pos+2] = asin(x[12,3*pos..3*pos+2])
    y[13,3*pos..3*pos+2] = acos(x[13,3*pos..3*pos+2])
    y[14,3*pos..3*pos+2] = atan(x[14,3*pos..3*pos+2])
    y[15,3*pos..3*pos+2] = atan2(x[15,3*pos..3*pos+2], -2)
    y[16,3*pos..3*pos+2] = sinh(x[16,3*pos..3*pos+2])
    y[17,3*pos..3*pos+2] = cosh(x[17,3*pos..3*pos+2])
    y[18,3*pos..3*pos+2] = tanh(x[18,3*pos..3*pos+2])
    y[19,3*pos..3*pos+2] = asinh(x[19,3*pos..3*pos+2])
    y[20,3*pos..3*pos+2] = acosh(x[20,3*pos..3*pos+2])
    y[21,3*pos..3*pos+2] = atanh(x[21,3*pos..3*pos+2])
    y[22,3*pos..3*pos+2] = floor(x[22,3*pos..3*pos+2])
    y[23,3*pos..3*pos+2] = ceil(x[23,3*pos..3*pos+2])
    y[24,3*pos..3*pos+2] = round(x[24,3*pos..3*pos+2])
    y[25,3*pos..3*pos+2] = frac(x[25,3*pos..3*pos+2])
    y[26,3*pos..3*pos+2] = mod(x[26,3*pos..3*pos+2], 2.5)
    y[27,3*pos..3*pos+2] = sign(x[27,3*pos..3*pos+2])
    y[28,3*pos..3*pos+2] = saturate(x[28,3*pos..3*pos+2])
    y[29,3*pos..3*pos+2] = clamp(x[29,3*pos..3*pos+2], 4.5)
    y[30,3*pos..3*pos+2] = periodize(x[30,3*pos..3*pos+2], 2.5)
    y[31,3*pos..3*pos+2] = mirror_ext(x[31,3*pos..3*pos+2], 5)
    y[32,3*pos..3*pos+2] = lerp(x[32,3*pos..3*pos+2], 3, 0.25)
    y[33,3*pos..3*pos+2] = erf(x[33,3*pos..3*pos+2])
    y[34,3*pos..3*pos+2] = erfc(x[34,3*pos..3*pos+2])
    y[35,3*pos..3*pos+2] = erfinv(x[35,3*pos..3*pos+2])
    y[36,3*pos..3*pos+2] = erfcinv(x[36,3*pos..3*pos+2])
    y[37,3*pos..3*pos+2] = lgamma(x[37,3*pos..3*pos+2])
    y[38,3*pos..3*pos+2] = tgamma(x[38,3*pos..3*pos+2])
    y[39,3*pos..3*pos+2] = factorial(x[39,3*pos..3*pos+2])
    y[40,3*pos..3*pos+2] = isnan(x[40,3*pos..3*pos+2])
    y[41,3*pos..3*pos+2] = isinf(x[41,3*pos..3*pos+2])
    y[42,3*pos..3*pos+2] = isfinite(x[42,3*pos..3*pos+2])
    y[43,3*pos..3*pos+2] = nextpow2(x[43,3*pos..3*pos+2])
    y[44,3*pos..3*pos+2] = int(x[44,3*pos..3*pos+2])
    y[45,3*pos..3*pos+2] = real(x[45,3*pos..3*pos+2])
    y[46,3*pos..3*pos+2] = imag(x[46,3*pos..3*pos+2])
    y[47,3*pos..3*pos+2] = conj(x[47,3*pos..3*pos+2])
    y[48,3*pos..3*pos+2] = angle(x[48,3*pos..3*pos+2])
    y[49,3*pos..3*pos+2] = min(x[49,3*pos..3*pos+2], 1.5)
    y[50,3*pos..3*pos+2] = max(x[50,3*pos..3*pos+2], 1.5)
end

function y = __device__ device_0(x : scalar)
    y = abs(x)
end

function y = __device__ device_1(x : scalar)
    y = sqrt(x)
end

function y = __device__ device_2(x : scalar)
    y = rsqrt(x)
end

function y = __device__ device_3(x : scalar)
    y = exp(x)
end

function y = __device__ device_4(x : scalar)
    y = exp2(x)
end

function y = __device__ device_5(x : scalar)
    y = log(x)
end

function y = __device__ device_6(x : scalar)
    y = log2(x)
end

function y = __device__ device_7(x : scalar)
    y = log10(x)
end

function y = __device__ device_8(x : scalar)
    y = pow(x, 2.5)
end

function y = __device__ device_9(x : scalar)
    y = sin(x)
end

function y = __device__ device_10(x : scalar)
    y = cos(x)
end

function y = __device__ device_11(x : scalar)
    y = tan(x)
end

function y = __device__ device_12(x : scalar)
    y = asin(x)
end

function y = __device__ device_13(x : scalar)
    y = acos(x)
end

function y = __device__ device_14(x : scalar)
    y = atan(x)
end

function y = __device__ device_15(x : scalar)
    y = atan2(x, -2)
end

function y = __device__ device_16(x : scalar)
    y = sinh(x)
end

function y = __device__ device_17(x : scalar)
    y = cosh(x)
end

function y = __device__ device_18(x : scalar)
    y = tanh(x)
end

function y = __device__ device_19(x : scalar)
    y = asinh(x)
end

function y = __device__ device_20(x : scalar)
    y = acosh(x)
end

function y = __device__ device_21(x : scalar)
    y = atanh(x)
end

function y = __device__ device_22(x : scalar)
    y = floor(x)
end

function y = __device__ device_23(x : scalar)
    y = ceil(x)
end

function y = __device__ device_24(x : scalar)
    y = round(x)
end

function y = __device__ device_25(x : scalar)
    y = frac(x)
end

function y = __device__ device_26(x : scalar)
    y = mod(x, 2.5)
end

function y = __device__ device_27(x : scalar)
    y = sign(x)
end

function y = __device__ device_28(x : scalar)
    y = saturate(x)
end

function y = __device__ device_29(x : scalar)
    y = clamp(x, 4.5)
end

function y = __device__ device_30(x : scalar)
    y = periodize(x, 2.5)
end

function y = __device__ device_31(x : scalar)
    y = mirror_ext(x, 5)
end

function y = __device__ device_32(x : scalar)
    y = lerp(x, 3, 0.25)
end

function y = __device__ device_33(x : scalar)
    y = erf(x)
end

function y = __device__ device_34(x : scalar)
    y = erfc(x)
end

function y = __device__ device_35(x : scalar)
    y = erfinv(x)
end

function y = __device__ device_36(x : scalar)
    y = erfcinv(x)
end

function y = __device__ device_37(x : scalar)
    y = lgamma(x)
end

function y = __device__ device_38(x : scalar)
    y = tgamma(x)
end

function y = __device__ device_39(x : scalar)
    y = factorial(x)
end

function y = __device__ device_40(x : scalar)
    y = isnan(x)
end

function y = __device__ device_41(x : scalar)
    y = isinf(x)
end

function y = __device__ device_42(x : scalar)
    y = isfinite(x)
end

function y = __device__ device_43(x : scalar)
    y = nextpow2(x)
end

function y = __device__ device_44(x : scalar)
    y = int(x)
end

function y = __device__ device_45(x : scalar)
    y = real(x)
end

function y = __device__ device_46(x : scalar)
    y = imag(x)
end

function y = __device__ device_47(x : scalar)
    y = conj(x)
end

function y = __device__ device_48(x : scalar)
    y = angle(x)
end

function y = __device__ device_49(x : scalar)
    y = min(x, 1.5)
end

function y = __device__ device_50(x : scalar)
    y = max(x, 1.5)
end

function [] = rows_0(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    y = zeros(size(x))
    z = zeros(size(x))
    parallel_do(24, x, y, each)
    parallel_do(8, x, z, by_threes)
    r[0..23] = y[0,:]
    r[24..47] = z[0,:]
    r[48..71] = y[1,:]
    r[72..95] = z[1,:]
    r[96..119] = y[2,:]
    r[120..143] = z[2,:]
    r[144..167] = y[3,:]
    r[168..191] = z[3,:]
    r[192..215] = y[4,:]
    r[216..239] = z[4,:]
    r[240..263] = y[5,:]
    r[264..287] = z[5,:]
    r[288..311] = y[6,:]
    r[312..335] = z[6,:]
    r[336..359] = y[7,:]
    r[360..383] = z[7,:]
    r[384..407] = y[8,:]
    r[408..431] = z[8,:]
    r[432..455] = y[9,:]
    r[456..479] = z[9,:]
    r[480..503] = y[10,:]
    r[504..527] = z[10,:]
    r[528..551] = y[11,:]
    r[552..575] = z[11,:]
    r[576..599] = y[12,:]
    r[600..623] = z[12,:]
    r[624..647] = y[13,:]
    r[648..671] = z[13,:]
    r[672..695] = y[14,:]
    r[696..719] = z[14,:]
    r[720..743] = y[15,:]
    r[744..767] = z[15,:]
    r[768..791] = y[16,:]
    r[792..815] = z[16,:]
    r[816..839] = y[17,:]
    r[840..863] = z[17,:]
    r[864..887] = y[18,:]
    r[888..911] = z[18,:]
    r[912..935] = y[19,:]
    r[936..959] = z[19,:]
    r[960..983] = y[20,:]
    r[984..1007] = z[20,:]
    r[1008..1031] = y[21,:]
    r[1032..1055] = z[21,:]
    r[1056..1079] = y[22,:]
    r[1080..1103] = z[22,:]
    r[1104..1127] = y[23,:]
    r[1128..1151] = z[23,:]
    r[1152..1175] = y[24,:]
    r[1176..1199] = z[24,:]
    r[1200..1223] = y[25,:]
    r[1224..1247] = z[25,:]
    r[1248..1271] = y[26,:]
    r[1272..1295] = z[26,:]
    r[1296..1319] = y[27,:]
    r[1320..1343] = z[27,:]
    r[1344..1367] = y[28,:]
    r[1368..1391] = z[28,:]
    r[1392..1415] = y[29,:]
    r[1416..1439] = z[29,:]
    r[1440..1463] = y[30,:]
    r[1464..1487] = z[30,:]
    r[1488..1511] = y[31,:]
    r[1512..1535] = z[31,:]
    r[1536..1559] = y[32,:]
    r[1560..1583] = z[32,:]
    r[1584..1607] = y[33,:]
    r[1608..1631] = z[33,:]
    r[1632..1655] = y[34,:]
    r[1656..1679] = z[34,:]
    r[1680..1703] = y[35,:]
    r[1704..1727] = z[35,:]
    r[1728..1751] = y[36,:]
    r[1752..1775] = z[36,:]
    r[1776..1799] = y[37,:]
    r[1800..1823] = z[37,:]
    r[1824..1847] = y[38,:]
    r[1848..1871] = z[38,:]
    r[1872..1895] = y[39,:]
    r[1896..1919] = z[39,:]
    r[1920..1943] = y[40,:]
    r[1944..1967] = z[40,:]
    r[1968..1991] = y[41,:]
    r[1992..2015] = z[41,:]
    r[2016..2039] = y[42,:]
    r[2040..2063] = z[42,:]
    r[2064..2087] = y[43,:]
    r[2088..2111] = z[43,:]
    r[2112..2135] = y[44,:]
    r[2136..2159] = z[44,:]
    r[2160..2183] = y[45,:]
    r[2184..2207] = z[45,:]
    r[2208..2231] = y[46,:]
    r[2232..2255] = z[46,:]
    r[2256..2279] = y[47,:]
    r[2280..2303] = z[47,:]
    r[2304..2327] = y[48,:]
    r[2328..2351] = z[48,:]
    r[2352..2375] = y[49,:]
    r[2376..2399] = z[49,:]
    r[2400..2423] = y[50,:]
    r[2424..2447] = z[50,:]
end

function [] = rows_1(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t102 = abs(reshape(x[0,:], [1, 24, 1, 1]))
    f[102] = 1*size(t102,0) + 100*size(t102,1) + 10000*size(t102,2) + 1000000*size(t102,3)
    r[2448..2471] = reshape(t102, [1,24])
    r[2472..2472] = abs(x[0,7])
    r[2473..2473] = device_0(x[0,11])
    f[105] = numel(abs(empty))
    t106 = sqrt(reshape(x[1,:], [4, 6, 1, 1]))
    f[106] = 1*size(t106,0) + 100*size(t106,1) + 10000*size(t106,2) + 1000000*size(t106,3)
    r[2474..2497] = reshape(t106, [1,24])
    r[2498..2498] = sqrt(x[1,7])
    r[2499..2499] = device_1(x[1,11])
    f[109] = numel(sqrt(empty))
    t110 = rsqrt(reshape(x[2,:], [2, 3, 4, 1]))
    f[110] = 1*size(t110,0) + 100*size(t110,1) + 10000*size(t110,2) + 1000000*size(t110,3)
    r[2500..2523] = reshape(t110, [1,24])
    r[2524..2524] = rsqrt(x[2,7])
    r[2525..2525] = device_2(x[2,11])
    f[113] = numel(rsqrt(empty))
    t114 = exp(reshape(x[3,:], [2, 3, 2, 2]))
    f[114] = 1*size(t114,0) + 100*size(t114,1) + 10000*size(t114,2) + 1000000*size(t114,3)
    r[2526..2549] = reshape(t114, [1,24])
    r[2550..2550] = exp(x[3,7])
    r[2551..2551] = device_3(x[3,11])
    f[117] = numel(exp(empty))
    t118 = exp2(reshape(x[4,:], [1, 24, 1, 1]))
    f[118] = 1*size(t118,0) + 100*size(t118,1) + 10000*size(t118,2) + 1000000*size(t118,3)
    r[2552..2575] = reshape(t118, [1,24])
    r[2576..2576] = exp2(x[4,7])
    r[2577..2577] = device_4(x[4,11])
    f[121] = numel(exp2(empty))
    t122 = log(reshape(x[5,:], [4, 6, 1, 1]))
    f[122] = 1*size(t122,0) + 100*size(t122,1) + 10000*size(t122,2) + 1000000*size(t122,3)
    r[2578..2601] = reshape(t122, [1,24])
    r[2602..2602] = log(x[5,7])
    r[2603..2603] = device_5(x[5,11])
    f[125] = numel(log(empty))
    t126 = log2(reshape(x[6,:], [2, 3, 4, 1]))
    f[126] = 1*size(t126,0) + 100*size(t126,1) + 10000*size(t126,2) + 1000000*size(t126,3)
    r[2604..2627] = reshape(t126, [1,24])
    r[2628..2628] = log2(x[6,7])
    r[2629..2629] = device_6(x[6,11])
    f[129] = numel(log2(empty))
    t130 = log10(reshape(x[7,:], [2, 3, 2, 2]))
    f[130] = 1*size(t130,0) + 100*size(t130,1) + 10000*size(t130,2) + 1000000*size(t130,3)
    r[2630..2653] = reshape(t130, [1,24])
    r[2654..2654] = log10(x[7,7])
    r[2655..2655] = device_7(x[7,11])
    f[133] = numel(log10(empty))
end

function [] = rows_2(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t134 = pow(reshape(x[8,:], [1, 24, 1, 1]), 2.5)
    f[134] = 1*size(t134,0) + 100*size(t134,1) + 10000*size(t134,2) + 1000000*size(t134,3)
    r[2656..2679] = reshape(t134, [1,24])
    r[2680..2680] = pow(x[8,7], 2.5)
    r[2681..2681] = device_8(x[8,11])
    f[137] = numel(pow(empty, 2.5))
    t138 = sin(reshape(x[9,:], [4, 6, 1, 1]))
    f[138] = 1*size(t138,0) + 100*size(t138,1) + 10000*size(t138,2) + 1000000*size(t138,3)
    r[2682..2705] = reshape(t138, [1,24])
    r[2706..2706] = sin(x[9,7])
    r[2707..2707] = device_9(x[9,11])
    f[141] = numel(sin(empty))
    t142 = cos(reshape(x[10,:], [2, 3, 4, 1]))
    f[142] = 1*size(t142,0) + 100*size(t142,1) + 10000*size(t142,2) + 1000000*size(t142,3)
    r[2708..2731] = reshape(t142, [1,24])
    r[2732..2732] = cos(x[10,7])
    r[2733..2733] = device_10(x[10,11])
    f[145] = numel(cos(empty))
    t146 = tan(reshape(x[11,:], [2, 3, 2, 2]))
    f[146] = 1*size(t146,0) + 100*size(t146,1) + 10000*size(t146,2) + 1000000*size(t146,3)
    r[2734..2757] = reshape(t146, [1,24])
    r[2758..2758] = tan(x[11,7])
    r[2759..2759] = device_11(x[11,11])
    f[149] = numel(tan(empty))
    t150 = asin(reshape(x[12,:], [1, 24, 1, 1]))
    f[150] = 1*size(t150,0) + 100*size(t150,1) + 10000*size(t150,2) + 1000000*size(t150,3)
    r[2760..2783] = reshape(t150, [1,24])
    r[2784..2784] = asin(x[12,7])
    r[2785..2785] = device_12(x[12,11])
    f[153] = numel(asin(empty))
    t154 = acos(reshape(x[13,:], [4, 6, 1, 1]))
    f[154] = 1*size(t154,0) + 100*size(t154,1) + 10000*size(t154,2) + 1000000*size(t154,3)
    r[2786..2809] = reshape(t154, [1,24])
    r[2810..2810] = acos(x[13,7])
    r[2811..2811] = device_13(x[13,11])
    f[157] = numel(acos(empty))
    t158 = atan(reshape(x[14,:], [2, 3, 4, 1]))
    f[158] = 1*size(t158,0) + 100*size(t158,1) + 10000*size(t158,2) + 1000000*size(t158,3)
    r[2812..2835] = reshape(t158, [1,24])
    r[2836..2836] = atan(x[14,7])
    r[2837..2837] = device_14(x[14,11])
    f[161] = numel(atan(empty))
    t162 = atan2(reshape(x[15,:], [2, 3, 2, 2]), -2)
    f[162] = 1*size(t162,0) + 100*size(t162,1) + 10000*size(t162,2) + 1000000*size(t162,3)
    r[2838..2861] = reshape(t162, [1,24])
    r[2862..2862] = atan2(x[15,7], -2)
    r[2863..2863] = device_15(x[15,11])
    f[165] = numel(atan2(empty, -2))
end

function [] = rows_3(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t166 = sinh(reshape(x[16,:], [1, 24, 1, 1]))
    f[166] = 1*size(t166,0) + 100*size(t166,1) + 10000*size(t166,2) + 1000000*size(t166,3)
    r[2864..2887] = reshape(t166, [1,24])
    r[2888..2888] = sinh(x[16,7])
    r[2889..2889] = device_16(x[16,11])
    f[169] = numel(sinh(empty))
    t170 = cosh(reshape(x[17,:], [4, 6, 1, 1]))
    f[170] = 1*size(t170,0) + 100*size(t170,1) + 10000*size(t170,2) + 1000000*size(t170,3)
    r[2890..2913] = reshape(t170, [1,24])
    r[2914..2914] = cosh(x[17,7])
    r[2915..2915] = device_17(x[17,11])
    f[173] = numel(cosh(empty))
    t174 = tanh(reshape(x[18,:], [2, 3, 4, 1]))
    f[174] = 1*size(t174,0) + 100*size(t174,1) + 10000*size(t174,2) + 1000000*size(t174,3)
    r[2916..2939] = reshape(t174, [1,24])
    r[2940..2940] = tanh(x[18,7])
    r[2941..2941] = device_18(x[18,11])
    f[177] = numel(tanh(empty))
    t178 = asinh(reshape(x[19,:], [2, 3, 2, 2]))
    f[178] = 1*size(t178,0) + 100*size(t178,1) + 10000*size(t178,2) + 1000000*size(t178,3)
    r[2942..2965] = reshape(t178, [1,24])
    r[2966..2966] = asinh(x[19,7])
    r[2967..2967] = device_19(x[19,11])
    f[181] = numel(asinh(empty))
    t182 = acosh(reshape(x[20,:], [1, 24, 1, 1]))
    f[182] = 1*size(t182,0) + 100*size(t182,1) + 10000*size(t182,2) + 1000000*size(t182,3)
    r[2968..2991] = reshape(t182, [1,24])
    r[2992..2992] = acosh(x[20,7])
    r[2993..2993] = device_20(x[20,11])
    f[185] = numel(acosh(empty))
    t186 = atanh(reshape(x[21,:], [4, 6, 1, 1]))
    f[186] = 1*size(t186,0) + 100*size(t186,1) + 10000*size(t186,2) + 1000000*size(t186,3)
    r[2994..3017] = reshape(t186, [1,24])
    r[3018..3018] = atanh(x[21,7])
    r[3019..3019] = device_21(x[21,11])
    f[189] = numel(atanh(empty))
    t190 = floor(reshape(x[22,:], [2, 3, 4, 1]))
    f[190] = 1*size(t190,0) + 100*size(t190,1) + 10000*size(t190,2) + 1000000*size(t190,3)
    r[3020..3043] = reshape(t190, [1,24])
    r[3044..3044] = floor(x[22,7])
    r[3045..3045] = device_22(x[22,11])
    f[193] = numel(floor(empty))
    t194 = ceil(reshape(x[23,:], [2, 3, 2, 2]))
    f[194] = 1*size(t194,0) + 100*size(t194,1) + 10000*size(t194,2) + 1000000*size(t194,3)
    r[3046..3069] = reshape(t194, [1,24])
    r[3070..3070] = ceil(x[23,7])
    r[3071..3071] = device_23(x[23,11])
    f[197] = numel(ceil(empty))
end

function [] = rows_4(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t198 = round(reshape(x[24,:], [1, 24, 1, 1]))
    f[198] = 1*size(t198,0) + 100*size(t198,1) + 10000*size(t198,2) + 1000000*size(t198,3)
    r[3072..3095] = reshape(t198, [1,24])
    r[3096..3096] = round(x[24,7])
    r[3097..3097] = device_24(x[24,11])
    f[201] = numel(round(empty))
    t202 = frac(reshape(x[25,:], [4, 6, 1, 1]))
    f[202] = 1*size(t202,0) + 100*size(t202,1) + 10000*size(t202,2) + 1000000*size(t202,3)
    r[3098..3121] = reshape(t202, [1,24])
    r[3122..3122] = frac(x[25,7])
    r[3123..3123] = device_25(x[25,11])
    f[205] = numel(frac(empty))
    t206 = mod(reshape(x[26,:], [2, 3, 4, 1]), 2.5)
    f[206] = 1*size(t206,0) + 100*size(t206,1) + 10000*size(t206,2) + 1000000*size(t206,3)
    r[3124..3147] = reshape(t206, [1,24])
    r[3148..3148] = mod(x[26,7], 2.5)
    r[3149..3149] = device_26(x[26,11])
    f[209] = numel(mod(empty, 2.5))
    t210 = sign(reshape(x[27,:], [2, 3, 2, 2]))
    f[210] = 1*size(t210,0) + 100*size(t210,1) + 10000*size(t210,2) + 1000000*size(t210,3)
    r[3150..3173] = reshape(t210, [1,24])
    r[3174..3174] = sign(x[27,7])
    r[3175..3175] = device_27(x[27,11])
    f[213] = numel(sign(empty))
    t214 = saturate(reshape(x[28,:], [1, 24, 1, 1]))
    f[214] = 1*size(t214,0) + 100*size(t214,1) + 10000*size(t214,2) + 1000000*size(t214,3)
    r[3176..3199] = reshape(t214, [1,24])
    r[3200..3200] = saturate(x[28,7])
    r[3201..3201] = device_28(x[28,11])
    f[217] = numel(saturate(empty))
    t218 = clamp(reshape(x[29,:], [4, 6, 1, 1]), 4.5)
    f[218] = 1*size(t218,0) + 100*size(t218,1) + 10000*size(t218,2) + 1000000*size(t218,3)
    r[3202..3225] = reshape(t218, [1,24])
    r[3226..3226] = clamp(x[29,7], 4.5)
    r[3227..3227] = device_29(x[29,11])
    f[221] = numel(clamp(empty, 4.5))
    t222 = periodize(reshape(x[30,:], [2, 3, 4, 1]), 2.5)
    f[222] = 1*size(t222,0) + 100*size(t222,1) + 10000*size(t222,2) + 1000000*size(t222,3)
    r[3228..3251] = reshape(t222, [1,24])
    r[3252..3252] = periodize(x[30,7], 2.5)
    r[3253..3253] = device_30(x[30,11])
    f[225] = numel(periodize(empty, 2.5))
    t226 = mirror_ext(reshape(x[31,:], [2, 3, 2, 2]), 5)
    f[226] = 1*size(t226,0) + 100*size(t226,1) + 10000*size(t226,2) + 1000000*size(t226,3)
    r[3254..3277] = reshape(t226, [1,24])
    r[3278..3278] = mirror_ext(x[31,7], 5)
    r[3279..3279] = device_31(x[31,11])
    f[229] = numel(mirror_ext(empty, 5))
end

function [] = rows_5(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t230 = lerp(reshape(x[32,:], [1, 24, 1, 1]), 3, 0.25)
    f[230] = 1*size(t230,0) + 100*size(t230,1) + 10000*size(t230,2) + 1000000*size(t230,3)
    r[3280..3303] = reshape(t230, [1,24])
    r[3304..3304] = lerp(x[32,7], 3, 0.25)
    r[3305..3305] = device_32(x[32,11])
    f[233] = numel(lerp(empty, 3, 0.25))
    t234 = erf(reshape(x[33,:], [4, 6, 1, 1]))
    f[234] = 1*size(t234,0) + 100*size(t234,1) + 10000*size(t234,2) + 1000000*size(t234,3)
    r[3306..3329] = reshape(t234, [1,24])
    r[3330..3330] = erf(x[33,7])
    r[3331..3331] = device_33(x[33,11])
    f[237] = numel(erf(empty))
    t238 = erfc(reshape(x[34,:], [2, 3, 4, 1]))
    f[238] = 1*size(t238,0) + 100*size(t238,1) + 10000*size(t238,2) + 1000000*size(t238,3)
    r[3332..3355] = reshape(t238, [1,24])
    r[3356..3356] = erfc(x[34,7])
    r[3357..3357] = device_34(x[34,11])
    f[241] = numel(erfc(empty))
    t242 = erfinv(reshape(x[35,:], [2, 3, 2, 2]))
    f[242] = 1*size(t242,0) + 100*size(t242,1) + 10000*size(t242,2) + 1000000*size(t242,3)
    r[3358..3381] = reshape(t242, [1,24])
    r[3382..3382] = erfinv(x[35,7])
    r[3383..3383] = device_35(x[35,11])
    f[245] = numel(erfinv(empty))
    t246 = erfcinv(reshape(x[36,:], [1, 24, 1, 1]))
    f[246] = 1*size(t246,0) + 100*size(t246,1) + 10000*size(t246,2) + 1000000*size(t246,3)
    r[3384..3407] = reshape(t246, [1,24])
    r[3408..3408] = erfcinv(x[36,7])
    r[3409..3409] = device_36(x[36,11])
    f[249] = numel(erfcinv(empty))
    t250 = lgamma(reshape(x[37,:], [4, 6, 1, 1]))
    f[250] = 1*size(t250,0) + 100*size(t250,1) + 10000*size(t250,2) + 1000000*size(t250,3)
    r[3410..3433] = reshape(t250, [1,24])
    r[3434..3434] = lgamma(x[37,7])
    r[3435..3435] = device_37(x[37,11])
    f[253] = numel(lgamma(empty))
    t254 = tgamma(reshape(x[38,:], [2, 3, 4, 1]))
    f[254] = 1*size(t254,0) + 100*size(t254,1) + 10000*size(t254,2) + 1000000*size(t254,3)
    r[3436..3459] = reshape(t254, [1,24])
    r[3460..3460] = tgamma(x[38,7])
    r[3461..3461] = device_38(x[38,11])
    f[257] = numel(tgamma(empty))
    t258 = factorial(reshape(x[39,:], [2, 3, 2, 2]))
    f[258] = 1*size(t258,0) + 100*size(t258,1) + 10000*size(t258,2) + 1000000*size(t258,3)
    r[3462..3485] = reshape(t258, [1,24])
    r[3486..3486] = factorial(x[39,7])
    r[3487..3487] = device_39(x[39,11])
    f[261] = numel(factorial(empty))
end

function [] = rows_6(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t262 = isnan(reshape(x[40,:], [1, 24, 1, 1]))
    f[262] = 1*size(t262,0) + 100*size(t262,1) + 10000*size(t262,2) + 1000000*size(t262,3)
    r[3488..3511] = reshape(t262, [1,24])
    r[3512..3512] = isnan(x[40,7])
    r[3513..3513] = device_40(x[40,11])
    f[265] = numel(isnan(empty))
    t266 = isinf(reshape(x[41,:], [4, 6, 1, 1]))
    f[266] = 1*size(t266,0) + 100*size(t266,1) + 10000*size(t266,2) + 1000000*size(t266,3)
    r[3514..3537] = reshape(t266, [1,24])
    r[3538..3538] = isinf(x[41,7])
    r[3539..3539] = device_41(x[41,11])
    f[269] = numel(isinf(empty))
    t270 = isfinite(reshape(x[42,:], [2, 3, 4, 1]))
    f[270] = 1*size(t270,0) + 100*size(t270,1) + 10000*size(t270,2) + 1000000*size(t270,3)
    r[3540..3563] = reshape(t270, [1,24])
    r[3564..3564] = isfinite(x[42,7])
    r[3565..3565] = device_42(x[42,11])
    f[273] = numel(isfinite(empty))
    t274 = nextpow2(reshape(x[43,:], [2, 3, 2, 2]))
    f[274] = 1*size(t274,0) + 100*size(t274,1) + 10000*size(t274,2) + 1000000*size(t274,3)
    r[3566..3589] = reshape(t274, [1,24])
    r[3590..3590] = nextpow2(x[43,7])
    r[3591..3591] = device_43(x[43,11])
    f[277] = numel(nextpow2(empty))
    t278 = int(reshape(x[44,:], [1, 24, 1, 1]))
    f[278] = 1*size(t278,0) + 100*size(t278,1) + 10000*size(t278,2) + 1000000*size(t278,3)
    r[3592..3615] = reshape(t278, [1,24])
    r[3616..3616] = int(x[44,7])
    r[3617..3617] = device_44(x[44,11])
    f[281] = numel(int(empty))
    t282 = real(reshape(x[45,:], [4, 6, 1, 1]))
    f[282] = 1*size(t282,0) + 100*size(t282,1) + 10000*size(t282,2) + 1000000*size(t282,3)
    r[3618..3641] = reshape(t282, [1,24])
    r[3642..3642] = real(x[45,7])
    r[3643..3643] = device_45(x[45,11])
    f[285] = numel(real(empty))
    t286 = imag(reshape(x[46,:], [2, 3, 4, 1]))
    f[286] = 1*size(t286,0) + 100*size(t286,1) + 10000*size(t286,2) + 1000000*size(t286,3)
    r[3644..3667] = reshape(t286, [1,24])
    r[3668..3668] = imag(x[46,7])
    r[3669..3669] = device_46(x[46,11])
    f[289] = numel(imag(empty))
    t290 = conj(reshape(x[47,:], [2, 3, 2, 2]))
    f[290] = 1*size(t290,0) + 100*size(t290,1) + 10000*size(t290,2) + 1000000*size(t290,3)
    r[3670..3693] = reshape(t290, [1,24])
    r[3694..3694] = conj(x[47,7])
    r[3695..3695] = device_47(x[47,11])
    f[293] = numel(conj(empty))
end

function [] = rows_7(r : vec, f : vec[int])
    x = load("rows.npz", "elements_scalar x")
    empty = vec(0)
    t294 = angle(reshape(x[48,:], [1, 24, 1, 1]))
    f[294] = 1*size(t294,0) + 100*size(t294,1) + 10000*size(t294,2) + 1000000*size(t294,3)
    r[3696..3719] = reshape(t294, [1,24])
    r[3720..3720] = angle(x[48,7])
    r[3721..3721] = device_48(x[48,11])
    f[297] = numel(angle(empty))
    t298 = min(reshape(x[49,:], [4, 6, 1, 1]), 1.5)
    f[298] = 1*size(t298,0) + 100*size(t298,1) + 10000*size(t298,2) + 1000000*size(t298,3)
    r[3722..3745] = reshape(t298, [1,24])
    r[3746..3746] = min(x[49,7], 1.5)
    r[3747..3747] = device_49(x[49,11])
    f[301] = numel(min(empty, 1.5))
    t302 = max(reshape(x[50,:], [2, 3, 4, 1]), 1.5)
    f[302] = 1*size(t302,0) + 100*size(t302,1) + 10000*size(t302,2) + 1000000*size(t302,3)
    r[3748..3771] = reshape(t302, [1,24])
    r[3772..3772] = max(x[50,7], 1.5)
    r[3773..3773] = device_50(x[50,11])
    f[305] = numel(max(empty, 1.5))
end

r = vec(3774)
f = vec[int](306)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
rows_5(r, f)
rows_6(r, f)
rows_7(r, f)
w = load("rows.npz", "elements_scalar w")
names = "abs in a kernel|abs of three in a kernel|sqrt in a kernel|sqrt of three in a kernel|rsqrt in a kernel|rsqrt of three in a kernel|exp in a kernel|exp of three in a kernel|" + _
    "exp2 in a kernel|exp2 of three in a kernel|log in a kernel|log of three in a kernel|log2 in a kernel|log2 of three in a kernel|log10 in a kernel|log10 of three in a kernel|" + _
    "pow in a kernel|pow of three in a kernel|sin in a kernel|sin of three in a kernel|cos in a kernel|cos of three in a kernel|tan in a kernel|tan of three in a kernel|" + _
    "asin in a kernel|asin of three in a kernel|acos in a kernel|acos of three in a kernel|atan in a kernel|atan of three in a kernel|atan2 in a kernel|atan2 of three in a kernel|" + _
    "sinh in a kernel|sinh of three in a kernel|cosh in a kernel|cosh of three in a kernel|tanh in a kernel|tanh of three in a kernel|asinh in a kernel|asinh of three in a kernel|" + _
    "acosh in a kernel|acosh of three in a kernel|atanh in a kernel|atanh of three in a kernel|floor in a kernel|floor of three in a kernel|ceil in a kernel|ceil of three in a kernel|" + _
    "round in a kernel|round of three in a kernel|frac in a kernel|frac of three in a kernel|mod in a kernel|mod of three in a kernel|sign in a kernel|sign of three in a kernel|" + _
    "saturate in a kernel|saturate of three in a kernel|clamp in a kernel|clamp of three in a kernel|periodize in a kernel|periodize of three in a kernel|mirror_ext in a kernel|mirror_ext of three in a kernel|" + _
    "lerp in a kernel|lerp of three in a kernel|erf in a kernel|erf of three in a kernel|erfc in a kernel|erfc of three in a kernel|erfinv in a kernel|erfinv of three in a kernel|" + _
    "erfcinv in a kernel|erfcinv of three in a kernel|lgamma in a kernel|lgamma of three in a kernel|tgamma in a kernel|tgamma of three in a kernel|factorial in a kernel|factorial of three in a kernel|" + _
    "isnan in a kernel|isnan of three in a kernel|isinf in a kernel|isinf of three in a kernel|isfinite in a kernel|isfinite of three in a kernel|nextpow2 in a kernel|nextpow2 of three in a kernel|" + _
    "int in a kernel|int of three in a kernel|real in a kernel|real of three in a kernel|imag in a kernel|imag of three in a kernel|conj in a kernel|conj of three in a kernel|" + _
    "angle in a kernel|angle of three in a kernel|min in a kernel|min of three in a kernel|max in a kernel|max of three in a kernel|abs of [1, 24, 1, 1]|abs of a number|" + _
    "abs in a device function|abs of nothing|sqrt of [4, 6, 1, 1]|sqrt of a number|sqrt in a device function|sqrt of nothing|rsqrt of [2, 3, 4, 1]|rsqrt of a number|" + _
    "rsqrt in a device function|rsqrt of nothing|exp of [2, 3, 2, 2]|exp of a number|exp in a device function|exp of nothing|exp2 of [1, 24, 1, 1]|exp2 of a number|" + _
    "exp2 in a device function|exp2 of nothing|log of [4, 6, 1, 1]|log of a number|log in a device function|log of nothing|log2 of [2, 3, 4, 1]|log2 of a number|" + _
    "log2 in a device function|log2 of nothing|log10 of [2, 3, 2, 2]|log10 of a number|log10 in a device function|log10 of nothing|pow of [1, 24, 1, 1]|pow of a number|" + _
    "pow in a device function|pow of nothing|sin of [4, 6, 1, 1]|sin of a number|sin in a device function|sin of nothing|cos of [2, 3, 4, 1]|cos of a number|" + _
    "cos in a device function|cos of nothing|tan of [2, 3, 2, 2]|tan of a number|tan in a device function|tan of nothing|asin of [1, 24, 1, 1]|asin of a number|" + _
    "asin in a device function|asin of nothing|acos of [4, 6, 1, 1]|acos of a number|acos in a device function|acos of nothing|atan of [2, 3, 4, 1]|atan of a number|" + _
    "atan in a device function|atan of nothing|atan2 of [2, 3, 2, 2]|atan2 of a number|atan2 in a device function|atan2 of nothing|sinh of [1, 24, 1, 1]|sinh of a number|" + _
    "sinh in a device function|sinh of nothing|cosh of [4, 6, 1, 1]|cosh of a number|cosh in a device function|cosh of nothing|tanh of [2, 3, 4, 1]|tanh of a number|" + _
    "tanh in a device function|tanh of nothing|asinh of [2, 3, 2, 2]|asinh of a number|asinh in a device function|asinh of nothing|acosh of [1, 24, 1, 1]|acosh of a number|" + _
    "acosh in a device function|acosh of nothing|atanh of [4, 6, 1, 1]|atanh of a number|atanh in a device function|atanh of nothing|floor of [2, 3, 4, 1]|floor of a number|" + _
    "floor in a device function|floor of nothing|ceil of [2, 3, 2, 2]|ceil of a number|ceil in a device function|ceil of nothing|round of [1, 24, 1, 1]|round of a number|" + _
    "round in a device function|round of nothing|frac of [4, 6, 1, 1]|frac of a number|frac in a device function|frac of nothing|mod of [2, 3, 4, 1]|mod of a number|" + _
    "mod in a device function|mod of nothing|sign of [2, 3, 2, 2]|sign of a number|sign in a device function|sign of nothing|saturate of [1, 24, 1, 1]|saturate of a number|" + _
    "saturate in a device function|saturate of nothing|clamp of [4, 6, 1, 1]|clamp of a number|clamp in a device function|clamp of nothing|periodize of [2, 3, 4, 1]|periodize of a number|" + _
    "periodize in a device function|periodize of nothing|mirror_ext of [2, 3, 2, 2]|mirror_ext of a number|mirror_ext in a device function|mirror_ext of nothing|lerp of [1, 24, 1, 1]|lerp of a number|" + _
    "lerp in a device function|lerp of nothing|erf of [4, 6, 1, 1]|erf of a number|erf in a device function|erf of nothing|erfc of [2, 3, 4, 1]|erfc of a number|" + _
    "erfc in a device function|erfc of nothing|erfinv of [2, 3, 2, 2]|erfinv of a number|erfinv in a device function|erfinv of nothing|erfcinv of [1, 24, 1, 1]|erfcinv of a number|" + _
    "erfcinv in a device function|erfcinv of nothing|lgamma of [4, 6, 1, 1]|lgamma of a number|lgamma in a device function|lgamma of nothing|tgamma of [2, 3, 4, 1]|tgamma of a number|" + _
    "tgamma in a device function|tgamma of nothing|factorial of [2, 3, 2, 2]|factorial of a number|factorial in a device function|factorial of nothing|isnan of [1, 24, 1, 1]|isnan of a number|" + _
    "isnan in a device function|isnan of nothing|isinf of [4, 6, 1, 1]|isinf of a number|isinf in a device function|isinf of nothing|isfinite of [2, 3, 4, 1]|isfinite of a number|" + _
    "isfinite in a device function|isfinite of nothing|nextpow2 of [2, 3, 2, 2]|nextpow2 of a number|nextpow2 in a device function|nextpow2 of nothing|int of [1, 24, 1, 1]|int of a number|" + _
    "int in a device function|int of nothing|real of [4, 6, 1, 1]|real of a number|real in a device function|real of nothing|imag of [2, 3, 4, 1]|imag of a number|" + _
    "imag in a device function|imag of nothing|conj of [2, 3, 2, 2]|conj of a number|conj in a device function|conj of nothing|angle of [1, 24, 1, 1]|angle of a number|" + _
    "angle in a device function|angle of nothing|min of [4, 6, 1, 1]|min of a number|min in a device function|min of nothing|max of [2, 3, 4, 1]|max of a number|" + _
    "max in a device function|max of nothing"
compare(names, r, w, load("rows.npz", "elements_scalar at"), load("rows.npz", "elements_scalar tolerances"), f, load("rows.npz", "elements_scalar shapes"))
% => 0 of 306 rows differ
