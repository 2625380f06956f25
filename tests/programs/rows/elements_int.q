%! files: rows.npz
% Functions of each element, for ints.
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

function [] = __kernel__ each(x : mat[int], y : mat, pos : int)
    y[0,pos] = abs(x[0,pos])
    y[1,pos] = sqrt(x[1,pos])
    y[2,pos] = exp(x[2,pos])
    y[3,pos] = log(x[3,pos])
    y[4,pos] = pow(x[4,pos], 3)
    y[5,pos] = sin(x[5,pos])
    y[6,pos] = atan2(x[6,pos], -2)
    y[7,pos] = floor(x[7,pos])
    y[8,pos] = round(x[8,pos])
    y[9,pos] = frac(x[9,pos])
    y[10,pos] = mod(x[10,pos], 5)
    y[11,pos] = sign(x[11,pos])
    y[12,pos] = saturate(x[12,pos])
    y[13,pos] = clamp(x[13,pos], 4)
    y[14,pos] = periodize(x[14,pos], 5)
    y[15,pos] = mirror_ext(x[15,pos], 5)
    y[16,pos] = lerp(x[16,pos], 3, 0.25)
    y[17,pos] = factorial(x[17,pos])
    y[18,pos] = isnan(x[18,pos])
    y[19,pos] = isfinite(x[19,pos])
    y[20,pos] = and(x[20,pos], 6)
    y[21,pos] = or(x[21,pos], 6)
    y[22,pos] = xor(x[22,pos], 6)
    y[23,pos] = not(x[23,pos])
    y[24,pos] = shl(x[24,pos], 3)
    y[25,pos] = shr(x[25,pos], 1)
    y[26,pos] = nextpow2(x[26,pos])
    y[27,pos] = float(x[27,pos])/2
    y[28,pos] = int(x[28,pos])
    y[29,pos] = min(x[29,pos], 2)
    y[30,pos] = max(x[30,pos], 2)
end

function [] = __kernel__ by_threes(x : mat[int], y : mat, pos : int)
    y[0,3*pos..3*pos+2] = abs(x[0,3*pos..3*pos+2])
    y[1,3*pos..3*pos+2] = sqrt(x[1,3*pos..3*pos+2])
    y[2,3*pos..3*pos+2] = exp(x[2,3*pos..3*pos+2])
    y[3,3*pos..3*pos+2] = log(x[3,3*pos..3*pos+2])
    y[4,3*pos..3*pos+2] = pow(x[4,3*pos..3*pos+2], 3)
    y[5,3*pos..3*pos+2] = sin(x[5,3*pos..3*pos+2])
    y[6,3*pos..3*pos+2] = atan2(x[6,3*pos..3*pos+2], -2)
    y[7,3*pos..3*pos+2] = floor(x[7,3*pos..3*pos+2])
    y[8,3*pos..3*pos+2] = round(x[8,3*pos..3*pos+2])
    y[9,3*pos..3*pos+2] = frac(x[9,3*pos..3*pos+2])
    y[10,3*pos..3*pos+2] = mod(x[10,3*pos..3*pos+2], 5)
    y[11,3*pos..3*pos+2] = sign(x[11,3*pos..3*pos+2])
    y[12,3*pos..3*pos+2] = saturate(x[12,3*pos..3*pos+2])
    y[13,3*pos..3*pos+2] = clamp(x[13,3*pos..3*pos+2], 4)
    y[14,3*pos..3*pos+2] = periodize(x[14,3*pos..3*pos+2], 5)
    y[15,3*pos..3*pos+2] = mirror_ext(x[15,3*pos..3*pos+2], 5)
    y[16,3*pos..3*pos+2] = lerp(x[16,3*pos..3*pos+2], 3, 0.25)
    y[17,3*pos..3*pos+2] = factorial(x[17,3*pos..3*pos+2])
    y[18,3*pos..3*pos+2] = isnan(x[18,3*pos..3*pos+2])
    y[19,3*pos..3*pos+2] = isfinite(x[19,3*pos..3*pos+2])
    y[20,3*pos..3*pos+2] = and(x[20,3*pos..3*pos+2], 6)
    y[21,3*pos..3*pos+2] = or(x[21,3*pos..3*pos+2], 6)
    y[22,3*pos..3*pos+2] = xor(x[22,3*pos..3*pos+2], 6)
    y[23,3*pos..3*pos+2] = not(x[23,3*pos..3*pos+2])
    y[24,3*pos..3*pos+2] = shl(x[24,3*pos..3*pos+2], 3)
    y[25,3*pos..3*pos+2] = shr(x[25,3*pos..3*pos+2], 1)
    y[26,3*pos..3*pos+2] = nextpow2(x[26,3*pos..3*pos+2])
    y[27,3*pos..3*pos+2] = float(x[27,3*pos..3*pos+2])/2
    y[28,3*pos..3*pos+2] = int(x[28,3*pos..3*pos+2])
    y[29,3*pos..3*pos+2] = min(x[29,3*pos..3*pos+2], 2)
    y[30,3*pos..3*pos+2] = max(x[30,3*pos..3*pos+2], 2)
end

function y = __device__ device_0(x : int)
    y = abs(x)
end

function y = __device__ device_1(x : int)
    y = sqrt(x)
end

function y = __device__ device_2(x : int)
    y = exp(x)
end

function y = __device__ device_3(x : int)
    y = log(x)
end

function y = __device__ device_4(x : int)
    y = pow(x, 3)
end

function y = __device__ device_5(x : int)
    y = sin(x)
end

function y = __device__ device_6(x : int)
    y = atan2(x, -2)
end

function y = __device__ device_7(x : int)
    y = floor(x)
end

function y = __device__ device_8(x : int)
    y = round(x)
end

function y = __device__ device_9(x : int)
    y = frac(x)
end

function y = __device__ device_10(x : int)
    y = mod(x, 5)
end

function y = __device__ device_11(x : int)
    y = sign(x)
end

function y = __device__ device_12(x : int)
    y = saturate(x)
end

function y = __device__ device_13(x : int)
    y = clamp(x, 4)
end

function y = __device__ device_14(x : int)
    y = periodize(x, 5)
end

function y = __device__ device_15(x : int)
    y = mirror_ext(x, 5)
end

function y = __device__ device_16(x : int)
    y = lerp(x, 3, 0.25)
end

function y = __device__ device_17(x : int)
    y = factorial(x)
end

function y = __device__ device_18(x : int)
    y = isnan(x)
end

function y = __device__ device_19(x : int)
    y = isfinite(x)
end

function y = __device__ device_20(x : int)
    y = and(x, 6)
end

function y = __device__ device_21(x : int)
    y = or(x, 6)
end

function y = __device__ device_22(x : int)
    y = xor(x, 6)
end

function y = __device__ device_23(x : int)
    y = not(x)
end

function y = __device__ device_24(x : int)
    y = shl(x, 3)
end

function y = __device__ device_25(x : int)
    y = shr(x, 1)
end

function y = __device__ device_26(x : int)
    y = nextpow2(x)
end

function y = __device__ device_27(x : int)
    y = float(x)/2
end

function y = __device__ device_28(x : int)
    y = int(x)
end

function y = __device__ device_29(x : int)
    y = min(x, 2)
end

function y = __device__ device_30(x : int)
    y = max(x, 2)
end

function [] = rows_0(r : vec, f : vec[int])
    x = int(load("rows.npz", "elements_int x"))
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
end

function [] = rows_1(r : vec, f : vec[int])
    x = int(load("rows.npz", "elements_int x"))
    empty = vec[int](0)
    t62 = abs(reshape(x[0,:], [1, 24, 1, 1]))
    f[62] = 1*size(t62,0) + 100*size(t62,1) + 10000*size(t62,2) + 1000000*size(t62,3)
    r[1488..1511] = reshape(t62, [1,24])
    r[1512..1512] = abs(x[0,7])
    r[1513..1513] = device_0(x[0,11])
    f[65] = numel(abs(empty))
    t66 = sqrt(reshape(x[1,:], [4, 6, 1, 1]))
    f[66] = 1*size(t66,0) + 100*size(t66,1) + 10000*size(t66,2) + 1000000*size(t66,3)
    r[1514..1537] = reshape(t66, [1,24])
    r[1538..1538] = sqrt(x[1,7])
    r[1539..1539] = device_1(x[1,11])
    f[69] = numel(sqrt(empty))
    t70 = exp(reshape(x[2,:], [2, 3, 4, 1]))
    f[70] = 1*size(t70,0) + 100*size(t70,1) + 10000*size(t70,2) + 1000000*size(t70,3)
    r[1540..1563] = reshape(t70, [1,24])
    r[1564..1564] = exp(x[2,7])
    r[1565..1565] = device_2(x[2,11])
    f[73] = numel(exp(empty))
    t74 = log(reshape(x[3,:], [2, 3, 2, 2]))
    f[74] = 1*size(t74,0) + 100*size(t74,1) + 10000*size(t74,2) + 1000000*size(t74,3)
    r[1566..1589] = reshape(t74, [1,24])
    r[1590..1590] = log(x[3,7])
    r[1591..1591] = device_3(x[3,11])
    f[77] = numel(log(empty))
    t78 = pow(reshape(x[4,:], [1, 24, 1, 1]), 3)
    f[78] = 1*size(t78,0) + 100*size(t78,1) + 10000*size(t78,2) + 1000000*size(t78,3)
    r[1592..1615] = reshape(t78, [1,24])
    r[1616..1616] = pow(x[4,7], 3)
    r[1617..1617] = device_4(x[4,11])
    f[81] = numel(pow(empty, 3))
    t82 = sin(reshape(x[5,:], [4, 6, 1, 1]))
    f[82] = 1*size(t82,0) + 100*size(t82,1) + 10000*size(t82,2) + 1000000*size(t82,3)
    r[1618..1641] = reshape(t82, [1,24])
    r[1642..1642] = sin(x[5,7])
    r[1643..1643] = device_5(x[5,11])
    f[85] = numel(sin(empty))
    t86 = atan2(reshape(x[6,:], [2, 3, 4, 1]), -2)
    f[86] = 1*size(t86,0) + 100*size(t86,1) + 10000*size(t86,2) + 1000000*size(t86,3)
    r[1644..1667] = reshape(t86, [1,24])
    r[1668..1668] = atan2(x[6,7], -2)
    r[1669..1669] = device_6(x[6,11])
    f[89] = numel(atan2(empty, -2))
    t90 = floor(reshape(x[7,:], [2, 3, 2, 2]))
    f[90] = 1*size(t90,0) + 100*size(t90,1) + 10000*size(t90,2) + 1000000*size(t90,3)
    r[1670..1693] = reshape(t90, [1,24])
    r[1694..1694] = floor(x[7,7])
    r[1695..1695] = device_7(x[7,11])
    f[93] = numel(floor(empty))
end

function [] = rows_2(r : vec, f : vec[int])
    x = int(load("rows.npz", "elements_int x"))
    empty = vec[int](0)
    t94 = round(reshape(x[8,:], [1, 24, 1, 1]))
    f[94] = 1*size(t94,0) + 100*size(t94,1) + 10000*size(t94,2) + 1000000*size(t94,3)
    r[1696..1719] = reshape(t94, [1,24])
    r[1720..1720] = round(x[8,7])
    r[1721..1721] = device_8(x[8,11])
    f[97] = numel(round(empty))
    t98 = frac(reshape(x[9,:], [4, 6, 1, 1]))
    f[98] = 1*size(t98,0) + 100*size(t98,1) + 10000*size(t98,2) + 1000000*size(t98,3)
    r[1722..1745] = reshape(t98, [1,24])
    r[1746..1746] = frac(x[9,7])
    r[1747..1747] = device_9(x[9,11])
    f[101] = numel(frac(empty))
    t102 = mod(reshape(x[10,:], [2, 3, 4, 1]), 5)
    f[102] = 1*size(t102,0) + 100*size(t102,1) + 10000*size(t102,2) + 1000000*size(t102,3)
    r[1748..1771] = reshape(t102, [1,24])
    r[1772..1772] = mod(x[10,7], 5)
    r[1773..1773] = device_10(x[10,11])
    f[105] = numel(mod(empty, 5))
    t106 = sign(reshape(x[11,:], [2, 3, 2, 2]))
    f[106] = 1*size(t106,0) + 100*size(t106,1) + 10000*size(t106,2) + 1000000*size(t106,3)
    r[1774..1797] = reshape(t106, [1,24])
    r[1798..1798] = sign(x[11,7])
    r[1799..1799] = device_11(x[11,11])
    f[109] = numel(sign(empty))
    t110 = saturate(reshape(x[12,:], [1, 24, 1, 1]))
    f[110] = 1*size(t110,0) + 100*size(t110,1) + 10000*size(t110,2) + 1000000*size(t110,3)
    r[1800..1823] = reshape(t110, [1,24])
    r[1824..1824] = saturate(x[12,7])
    r[1825..1825] = device_12(x[12,11])
    f[113] = numel(saturate(empty))
    t114 = clamp(reshape(x[13,:], [4, 6, 1, 1]), 4)
    f[114] = 1*size(t114,0) + 100*size(t114,1) + 10000*size(t114,2) + 1000000*size(t114,3)
    r[1826..1849] = reshape(t114, [1,24])
    r[1850..1850] = clamp(x[13,7], 4)
    r[1851..1851] = device_13(x[13,11])
    f[117] = numel(clamp(empty, 4))
    t118 = periodize(reshape(x[14,:], [2, 3, 4, 1]), 5)
    f[118] = 1*size(t118,0) + 100*size(t118,1) + 10000*size(t118,2) + 1000000*size(t118,3)
    r[1852..1875] = reshape(t118, [1,24])
    r[1876..1876] = periodize(x[14,7], 5)
    r[1877..1877] = device_14(x[14,11])
    f[121] = numel(periodize(empty, 5))
    t122 = mirror_ext(reshape(x[15,:], [2, 3, 2, 2]), 5)
    f[122] = 1*size(t122,0) + 100*size(t122,1) + 10000*size(t122,2) + 1000000*size(t122,3)
    r[1878..1901] = reshape(t122, [1,24])
    r[1902..1902] = mirror_ext(x[15,7], 5)
    r[1903..1903] = device_15(x[15,11])
    f[125] = numel(mirror_ext(empty, 5))
end

function [] = rows_3(r : vec, f : vec[int])
    x = int(load("rows.npz", "elements_int x"))
    empty = vec[int](0)
    t126 = lerp(reshape(x[16,:], [1, 24, 1, 1]), 3, 0.25)
    f[126] = 1*size(t126,0) + 100*size(t126,1) + 10000*size(t126,2) + 1000000*size(t126,3)
    r[1904..1927] = reshape(t126, [1,24])
    r[1928..1928] = lerp(x[16,7], 3, 0.25)
    r[1929..1929] = device_16(x[16,11])
    f[129] = numel(lerp(empty, 3, 0.25))
    t130 = factorial(reshape(x[17,:], [4, 6, 1, 1]))
    f[130] = 1*size(t130,0) + 100*size(t130,1) + 10000*size(t130,2) + 1000000*size(t130,3)
    r[1930..1953] = reshape(t130, [1,24])
    r[1954..1954] = factorial(x[17,7])
    r[1955..1955] = device_17(x[17,11])
    f[133] = numel(factorial(empty))
    t134 = isnan(reshape(x[18,:], [2, 3, 4, 1]))
    f[134] = 1*size(t134,0) + 100*size(t134,1) + 10000*size(t134,2) + 1000000*size(t134,3)
    r[1956..1979] = reshape(t134, [1,24])
    r[1980..1980] = isnan(x[18,7])
    r[1981..1981] = device_18(x[18,11])
    f[137] = numel(isnan(empty))
    t138 = isfinite(reshape(x[19,:], [2, 3, 2, 2]))
    f[138] = 1*size(t138,0) + 100*size(t138,1) + 10000*size(t138,2) + 1000000*size(t138,3)
    r[1982..2005] = reshape(t138, [1,24])
    r[2006..2006] = isfinite(x[19,7])
    r[2007..2007] = device_19(x[19,11])
    f[141] = numel(isfinite(empty))
    t142 = and(reshape(x[20,:], [1, 24, 1, 1]), 6)
    f[142] = 1*size(t142,0) + 100*size(t142,1) + 10000*size(t142,2) + 1000000*size(t142,3)
    r[2008..2031] = reshape(t142, [1,24])
    r[2032..2032] = and(x[20,7], 6)
    r[2033..2033] = device_20(x[20,11])
    f[145] = numel(and(empty, 6))
    t146 = or(reshape(x[21,:], [4, 6, 1, 1]), 6)
    f[146] = 1*size(t146,0) + 100*size(t146,1) + 10000*size(t146,2) + 1000000*size(t146,3)
    r[2034..2057] = reshape(t146, [1,24])
    r[2058..2058] = or(x[21,7], 6)
    r[2059..2059] = device_21(x[21,11])
    f[149] = numel(or(empty, 6))
    t150 = xor(reshape(x[22,:], [2, 3, 4, 1]), 6)
    f[150] = 1*size(t150,0) + 100*size(t150,1) + 10000*size(t150,2) + 1000000*size(t150,3)
    r[2060..2083] = reshape(t150, [1,24])
    r[2084..2084] = xor(x[22,7], 6)
    r[2085..2085] = device_22(x[22,11])
    f[153] = numel(xor(empty, 6))
    t154 = not(reshape(x[23,:], [2, 3, 2, 2]))
    f[154] = 1*size(t154,0) + 100*size(t154,1) + 10000*size(t154,2) + 1000000*size(t154,3)
    r[2086..2109] = reshape(t154, [1,24])
    r[2110..2110] = not(x[23,7])
    r[2111..2111] = device_23(x[23,11])
    f[157] = numel(not(empty))
end

function [] = rows_4(r : vec, f : vec[int])
    x = int(load("rows.npz", "elements_int x"))
    empty = vec[int](0)
    t158 = shl(reshape(x[24,:], [1, 24, 1, 1]), 3)
    f[158] = 1*size(t158,0) + 100*size(t158,1) + 10000*size(t158,2) + 1000000*size(t158,3)
    r[2112..2135] = reshape(t158, [1,24])
    r[2136..2136] = shl(x[24,7], 3)
    r[2137..2137] = device_24(x[24,11])
    f[161] = numel(shl(empty, 3))
    t162 = shr(reshape(x[25,:], [4, 6, 1, 1]), 1)
    f[162] = 1*size(t162,0) + 100*size(t162,1) + 10000*size(t162,2) + 1000000*size(t162,3)
    r[2138..2161] = reshape(t162, [1,24])
    r[2162..2162] = shr(x[25,7], 1)
    r[2163..2163] = device_25(x[25,11])
    f[165] = numel(shr(empty, 1))
    t166 = nextpow2(reshape(x[26,:], [2, 3, 4, 1]))
    f[166] = 1*size(t166,0) + 100*size(t166,1) + 10000*size(t166,2) + 1000000*size(t166,3)
    r[2164..2187] = reshape(t166, [1,24])
    r[2188..2188] = nextpow2(x[26,7])
    r[2189..2189] = device_26(x[26,11])
    f[169] = numel(nextpow2(empty))
    t170 = float(reshape(x[27,:], [2, 3, 2, 2]))/2
    f[170] = 1*size(t170,0) + 100*size(t170,1) + 10000*size(t170,2) + 1000000*size(t170,3)
    r[2190..2213] = reshape(t170, [1,24])
    r[2214..2214] = float(x[27,7])/2
    r[2215..2215] = device_27(x[27,11])
    f[173] = numel(float(empty)/2)
    t174 = int(reshape(x[28,:], [1, 24, 1, 1]))
    f[174] = 1*size(t174,0) + 100*size(t174,1) + 10000*size(t174,2) + 1000000*size(t174,3)
    r[2216..2239] = reshape(t174, [1,24])
    r[2240..2240] = int(x[28,7])
    r[2241..2241] = device_28(x[28,11])
    f[177] = numel(int(empty))
    t178 = min(reshape(x[29,:], [4, 6, 1, 1]), 2)
    f[178] = 1*size(t178,0) + 100*size(t178,1) + 10000*size(t178,2) + 1000000*size(t178,3)
    r[2242..2265] = reshape(t178, [1,24])
    r[2266..2266] = min(x[29,7], 2)
    r[2267..2267] = device_29(x[29,11])
    f[181] = numel(min(empty, 2))
    t182 = max(reshape(x[30,:], [2, 3, 4, 1]), 2)
    f[182] = 1*size(t182,0) + 100*size(t182,1) + 10000*size(t182,2) + 1000000*size(t182,3)
    r[2268..2291] = reshape(t182, [1,24])
    r[2292..2292] = max(x[30,7], 2)
    r[2293..2293] = device_30(x[30,11])
    f[185] = numel(max(empty, 2))
end

r = vec(2294)
f = vec[int](186)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
w = load("rows.npz", "elements_int w")
names = "abs in a kernel|abs of three in a kernel|sqrt in a kernel|sqrt of three in a kernel|exp in a kernel|exp of three in a kernel|log in a kernel|log of three in a kernel|" + _
    "pow in a kernel|pow of three in a kernel|sin in a kernel|sin of three in a kernel|atan2 in a kernel|atan2 of three in a kernel|floor in a kernel|floor of three in a kernel|" + _
    "round in a kernel|round of three in a kernel|frac in a kernel|frac of three in a kernel|mod in a kernel|mod of three in a kernel|sign in a kernel|sign of three in a kernel|" + _
    "saturate in a kernel|saturate of three in a kernel|clamp in a kernel|clamp of three in a kernel|periodize in a kernel|periodize of three in a kernel|mirror_ext in a kernel|mirror_ext of three in a kernel|" + _
    "lerp in a kernel|lerp of three in a kernel|factorial in a kernel|factorial of three in a kernel|isnan in a kernel|isnan of three in a kernel|isfinite in a kernel|isfinite of three in a kernel|" + _
    "and in a kernel|and of three in a kernel|or in a kernel|or of three in a kernel|xor in a kernel|xor of three in a kernel|not in a kernel|not of three in a kernel|" + _
    "shl in a kernel|shl of three in a kernel|shr in a kernel|shr of three in a kernel|nextpow2 in a kernel|nextpow2 of three in a kernel|float in a kernel|float of three in a kernel|" + _
    "int in a kernel|int of three in a kernel|min in a kernel|min of three in a kernel|max in a kernel|max of three in a kernel|abs of [1, 24, 1, 1]|abs of a number|" + _
    "abs in a device function|abs of nothing|sqrt of [4, 6, 1, 1]|sqrt of a number|sqrt in a device function|sqrt of nothing|exp of [2, 3, 4, 1]|exp of a number|" + _
    "exp in a device function|exp of nothing|log of [2, 3, 2, 2]|log of a number|log in a device function|log of nothing|pow of [1, 24, 1, 1]|pow of a number|" + _
    "pow in a device function|pow of nothing|sin of [4, 6, 1, 1]|sin of a number|sin in a device function|sin of nothing|atan2 of [2, 3, 4, 1]|atan2 of a number|" + _
    "atan2 in a device function|atan2 of nothing|floor of [2, 3, 2, 2]|floor of a number|floor in a device function|floor of nothing|round of [1, 24, 1, 1]|round of a number|" + _
    "round in a device function|round of nothing|frac of [4, 6, 1, 1]|frac of a number|frac in a device function|frac of nothing|mod of [2, 3, 4, 1]|mod of a number|" + _
    "mod in a device function|mod of nothing|sign of [2, 3, 2, 2]|sign of a number|sign in a device function|sign of nothing|saturate of [1, 24, 1, 1]|saturate of a number|" + _
    "saturate in a device function|saturate of nothing|clamp of [4, 6, 1, 1]|clamp of a number|clamp in a device function|clamp of nothing|periodize of [2, 3, 4, 1]|periodize of a number|" + _
    "periodize in a device function|periodize of nothing|mirror_ext of [2, 3, 2, 2]|mirror_ext of a number|mirror_ext in a device function|mirror_ext of nothing|lerp of [1, 24, 1, 1]|lerp of a number|" + _
    "lerp in a device function|lerp of nothing|factorial of [4, 6, 1, 1]|factorial of a number|factorial in a device function|factorial of nothing|isnan of [2, 3, 4, 1]|isnan of a number|" + _
    "isnan in a device function|isnan of nothing|isfinite of [2, 3, 2, 2]|isfinite of a number|isfinite in a device function|isfinite of nothing|and of [1, 24, 1, 1]|and of a number|" + _
    "and in a device function|and of nothing|or of [4, 6, 1, 1]|or of a number|or in a device function|or of nothing|xor of [2, 3, 4, 1]|xor of a number|" + _
    "xor in a device function|xor of nothing|not of [2, 3, 2, 2]|not of a number|not in a device function|not of nothing|shl of [1, 24, 1, 1]|shl of a number|" + _
    "shl in a device function|shl of nothing|shr of [4, 6, 1, 1]|shr of a number|shr in a device function|shr of nothing|nextpow2 of [2, 3, 4, 1]|nextpow2 of a number|" + _
    "nextpow2 in a device function|nextpow2 of nothing|float of [2, 3, 2, 2]|float of a number|float in a device function|float of nothing|int of [1, 24, 1, 1]|int of a number|" + _
    "int in a device function|int of nothing|min of [4, 6, 1, 1]|min of a number|min in a device function|min of nothing|max of [2, 3, 4, 1]|max of a number|" + _
    "max in a device function|max of nothing"
compare(names, r, w, load("rows.npz", "elements_int at"), load("rows.npz", "elements_int tolerances"), f, load("rows.npz", "elements_int shapes"))
% => 0 of 186 rows differ
