%! features: F354 F355 F356 F358 F359 F360 F361 F362
%! files: rows.npz
% Layers of neural networks and their gradients against their definitions.
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

function [] = rows_0(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x0")
    w : cube{4} = load("rows.npz", "networks w0")
    dy : cube{4} = load("rows.npz", "networks dy0")
    c = qdnn_conv_descriptor()
    c.dims = 4
    c.pad_d = 0
    c.pad_h = 1
    c.pad_w = 2
    c.d = 1
    c.u = 2
    c.v = 1
    c.dilation_d = 1
    c.dilation_h = 1
    c.dilation_w = 2
    c.mode = "convolution"
    r[0..191] = reshape(cudnn_convolution_forward(x, w, c), [1,192])
    r[192..371] = reshape(cudnn_convolution_backward_data(w, dy, c, [2, 3, 5, 6]), [1,180])
    r[372..443] = reshape(cudnn_convolution_backward_filter(x, dy, c, [4, 3, 3, 2]), [1,72])
    r[444..447] = reshape(cudnn_convolution_backward_bias(dy), [1,4])
end

function [] = rows_1(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x1")
    w : cube{4} = load("rows.npz", "networks w1")
    dy : cube{4} = load("rows.npz", "networks dy1")
    c = qdnn_conv_descriptor()
    c.dims = 4
    c.pad_d = 0
    c.pad_h = 0
    c.pad_w = 1
    c.d = 1
    c.u = 1
    c.v = 2
    c.dilation_d = 1
    c.dilation_h = 2
    c.dilation_w = 1
    c.mode = "crosscorrelation"
    r[448..519] = reshape(cudnn_convolution_forward(x, w, c), [1,72])
    r[520..579] = reshape(cudnn_convolution_backward_data(w, dy, c, [1, 2, 6, 5]), [1,60])
    r[580..597] = reshape(cudnn_convolution_backward_filter(x, dy, c, [3, 1, 2, 3]), [1,18])
    r[598..603] = reshape(cudnn_convolution_backward_bias(dy), [1,6])
end

function [] = rows_2(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x2")
    w : cube{4} = load("rows.npz", "networks w2")
    dy : cube{4} = load("rows.npz", "networks dy2")
    c = qdnn_conv_descriptor()
    c.dims = 4
    c.pad_d = 0
    c.pad_h = 1
    c.pad_w = 1
    c.d = 1
    c.u = 1
    c.v = 1
    c.dilation_d = 1
    c.dilation_h = 1
    c.dilation_w = 1
    c.mode = "convolution"
    r[604..667] = reshape(cudnn_convolution_forward(x, w, c), [1,64])
    r[668..859] = reshape(cudnn_convolution_backward_data(w, dy, c, [2, 6, 4, 4]), [1,192])
    r[860..886] = reshape(cudnn_convolution_backward_filter(x, dy, c, [1, 3, 3, 3]), [1,27])
    r[887..888] = reshape(cudnn_convolution_backward_bias(dy), [1,2])
end

function [] = rows_3(r : vec, f : vec[int])
    x : cube{5} = load("rows.npz", "networks x3")
    w : cube{5} = load("rows.npz", "networks w3")
    dy : cube{5} = load("rows.npz", "networks dy3")
    c = qdnn_conv_descriptor()
    c.dims = 5
    c.pad_d = 1
    c.pad_h = 1
    c.pad_w = 0
    c.d = 2
    c.u = 1
    c.v = 1
    c.dilation_d = 1
    c.dilation_h = 2
    c.dilation_w = 1
    c.mode = "crosscorrelation"
    r[889..920] = reshape(cudnn_convolution_forward(x, w, c), [1,32])
    r[921..1016] = reshape(cudnn_convolution_backward_data(w, dy, c, [1, 2, 4, 4, 3]), [1,96])
    r[1017..1064] = reshape(cudnn_convolution_backward_filter(x, dy, c, [2, 2, 3, 2, 2]), [1,48])
    r[1065..1066] = reshape(cudnn_convolution_backward_bias(dy), [1,2])
end

function [] = rows_4(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "Sigmoid"
    a.reluCeiling = 1.5
    r[1067..1138] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1139..1210] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_5(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "Relu"
    a.reluCeiling = 1.5
    r[1211..1282] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1283..1354] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_6(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "Tanh"
    a.reluCeiling = 1.5
    r[1355..1426] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1427..1498] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_7(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "ClippedRelu"
    a.reluCeiling = 1.5
    r[1499..1570] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1571..1642] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_8(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "Elu"
    a.reluCeiling = 1.5
    r[1643..1714] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1715..1786] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_9(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    a = qdnn_activation_descriptor()
    a.mode = "Identity"
    a.reluCeiling = 1.5
    r[1787..1858] = reshape(cudnn_activation_forward(x, a), [1,72])
    r[1859..1930] = reshape(cudnn_activation_backward(x, dy, a), [1,72])
end

function [] = rows_10(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    y = cudnn_softmax_forward(x)
    r[1931..2002] = reshape(y, [1,72])
    r[2003..2074] = reshape(cudnn_softmax_backward(y, dy), [1,72])
end

function [] = rows_11(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    scale : vec = load("rows.npz", "networks scale")
    bias : vec = load("rows.npz", "networks bias")
    [y, m, v] = cudnn_batchnormalization_forward_training(x, scale, bias)
    [dx, ds, db] = cudnn_batchnormalization_backward(x, dy, scale)
    r[2075..2146] = reshape(y, [1,72])
    r[2147..2149] = m
    r[2150..2152] = v
    r[2153..2155] = ds
    r[2156..2158] = db
    r[2159..2230] = reshape(dx, [1,72])
end

function [] = rows_12(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    p = qdnn_pooling_descriptor()
    p.pad_h = 1
    p.pad_w = 1
    p.w = 3
    p.stride_h = 1
    p.mode = "Max"
    pooled : cube{4} = load("rows.npz", "networks pooled Max")
    r[2231..2278] = reshape(cudnn_pooling_forward(x, p), [1,48])
    r[2279..2350] = reshape(cudnn_pooling_backward(x, pooled, p), [1,72])
    r[2351..2354] = cudnn_pooling_getforwardoutputdim([2,3,3,4], p)
end

function [] = rows_13(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    p = qdnn_pooling_descriptor()
    p.pad_h = 1
    p.pad_w = 1
    p.w = 3
    p.stride_h = 1
    p.mode = "AverageCountIncludePadding"
    pooled : cube{4} = load("rows.npz", "networks pooled AverageCountIncludePadding")
    r[2355..2402] = reshape(cudnn_pooling_forward(x, p), [1,48])
    r[2403..2474] = reshape(cudnn_pooling_backward(x, pooled, p), [1,72])
    r[2475..2478] = cudnn_pooling_getforwardoutputdim([2,3,3,4], p)
end

function [] = rows_14(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    p = qdnn_pooling_descriptor()
    p.pad_h = 1
    p.pad_w = 1
    p.w = 3
    p.stride_h = 1
    p.mode = "AverageCountExcludePadding"
    pooled : cube{4} = load("rows.npz", "networks pooled AverageCountExcludePadding")
    r[2479..2526] = reshape(cudnn_pooling_forward(x, p), [1,48])
    r[2527..2598] = reshape(cudnn_pooling_backward(x, pooled, p), [1,72])
    r[2599..2602] = cudnn_pooling_getforwardoutputdim([2,3,3,4], p)
end

function [] = rows_15(r : vec, f : vec[int])
    x : cube{4} = load("rows.npz", "networks x")
    dy : cube{4} = load("rows.npz", "networks dy")
    z : cube{5} = load("rows.npz", "networks z")
    r[2603..2674] = reshape(cudnn_hwcn_tensor(x), [1,72])
    r[2675..2746] = reshape(cudnn_nchw_tensor(cudnn_hwcn_tensor(x)), [1,72])
    r[2747..2770] = reshape(cudnn_hwdcn_tensor(z), [1,24])
    r[2771..2794] = reshape(cudnn_ncdhw_tensor(cudnn_hwdcn_tensor(z)), [1,24])
end

r = vec(2795)
f = vec[int](49)
rows_0(r, f)
rows_1(r, f)
rows_2(r, f)
rows_3(r, f)
rows_4(r, f)
rows_5(r, f)
rows_6(r, f)
rows_7(r, f)
rows_8(r, f)
rows_9(r, f)
rows_10(r, f)
rows_11(r, f)
rows_12(r, f)
rows_13(r, f)
rows_14(r, f)
rows_15(r, f)
w = load("rows.npz", "networks w")
names = "cudnn_convolution_forward(x, w, c) of case 0|cudnn_convolution_backward_data(w, dy, c, [2, 3, 5, 6]) of case 0|cudnn_convolution_backward_filter(x, dy, c, [4, 3, 3, 2]) of case 0|cudnn_convolution_backward_bias(dy) of case 0|cudnn_convolution_forward(x, w, c) of case 1|cudnn_convolution_backward_data(w, dy, c, [1, 2, 6, 5]) of case 1|cudnn_convolution_backward_filter(x, dy, c, [3, 1, 2, 3]) of case 1|cudnn_convolution_backward_bias(dy) of case 1|" + _
    "cudnn_convolution_forward(x, w, c) of case 2|cudnn_convolution_backward_data(w, dy, c, [2, 6, 4, 4]) of case 2|cudnn_convolution_backward_filter(x, dy, c, [1, 3, 3, 3]) of case 2|cudnn_convolution_backward_bias(dy) of case 2|cudnn_convolution_forward(x, w, c) of case 3|cudnn_convolution_backward_data(w, dy, c, [1, 2, 4, 4, 3]) of case 3|cudnn_convolution_backward_filter(x, dy, c, [2, 2, 3, 2, 2]) of case 3|cudnn_convolution_backward_bias(dy) of case 3|" + _
    "Sigmoid|slope of Sigmoid|Relu|slope of Relu|Tanh|slope of Tanh|ClippedRelu|slope of ClippedRelu|" + _
    "Elu|slope of Elu|Identity|slope of Identity|softmax|gradient of softmax|batch normalisation|means|" + _
    "variances|gradient of scale|gradient of bias|gradient of batch normalisation|Max|gradient of Max|extents of Max|AverageCountIncludePadding|" + _
    "gradient of AverageCountIncludePadding|extents of AverageCountIncludePadding|AverageCountExcludePadding|gradient of AverageCountExcludePadding|extents of AverageCountExcludePadding|hwcn|nchw|hwdcn|" + _
    "ncdhw"
compare(names, r, w, load("rows.npz", "networks at"), load("rows.npz", "networks tolerances"), f, load("rows.npz", "networks shapes"))
% => 0 of 49 rows differ
