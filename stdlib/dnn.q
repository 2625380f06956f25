% Module: dnn
% Layers of neural networks and their gradients, by the names of the original system's Quasar.DNN.dll. Tensors are N x C x H x W, or
% N x C x D x H x W where a descriptor has dims = 5. It is there without an import where a program names one of the functions.
% All is computed by kernels of qc itself, on the processor or a GPU: no library is called, and there are no recurrent networks.
{!doc category="Neural Networks"}

% Padding, stride and dilation of a convolution: u is the stride down the rows, v the one along them, d the one through planes. The mode
% "convolution" turns the filter round, "crosscorrelation" does not. Algorithms and math_type say how a library would compute it; the
% result is the same for all that there are.
type qdnn_conv_descriptor : mutable class
    pad_w : int
    pad_h : int
    pad_d : int
    u : int
    v : int
    d : int
    dilation_w : int
    dilation_h : int
    dilation_d : int
    dims : int
    fwd_algo : string
    bwd_data_algo : string
    bwd_filter_algo : string
    math_type : string
    mode : string
endtype

% A descriptor without padding, of strides and dilations 1.
function [c : qdnn_conv_descriptor] = qdnn_conv_descriptor()
    c = qdnn_conv_descriptor(pad_w:=0, pad_h:=0, pad_d:=0, u:=1, v:=1, d:=1, dilation_w:=1, dilation_h:=1, dilation_d:=1, dims:=4, fwd_algo:="Auto", bwd_data_algo:="Auto", bwd_filter_algo:="Auto", math_type:="default", mode:="convolution")
end

% A window of pooling. The mode is "Max", "AverageCountIncludePadding", which divides by all elements of the window, or
% "AverageCountExcludePadding", by those in the image; maxpooling_nanopt is "NotPropagateNan" or "PropagateNan".
type qdnn_pooling_descriptor : mutable class
    pad_w : int
    pad_h : int
    pad_d : int
    w : int
    h : int
    d : int
    stride_w : int
    stride_h : int
    stride_d : int
    dims : int
    mode : string
    maxpooling_nanopt : string
endtype

% A descriptor of windows of 2 x 2 that lie beside each other.
function [p : qdnn_pooling_descriptor] = qdnn_pooling_descriptor()
    p = qdnn_pooling_descriptor(pad_w:=0, pad_h:=0, pad_d:=0, w:=2, h:=2, d:=1, stride_w:=2, stride_h:=2, stride_d:=1, dims:=4, mode:="Max", maxpooling_nanopt:="NotPropagateNan")
end

% An activation: "Sigmoid", "Relu", "Tanh", "ClippedRelu", which ends at reluCeiling, "Elu" or "Identity"; reluNaNOpt is "NotPropagateNan",
% which takes what is not a number for 0 in the three with Relu in their names, or "PropagateNan".
type qdnn_activation_descriptor : mutable class
    mode : string
    reluNaNOpt : string
    reluCeiling : scalar
endtype

function [a : qdnn_activation_descriptor] = qdnn_activation_descriptor()
    a = qdnn_activation_descriptor(mode:="Relu", reluNaNOpt:="NotPropagateNan", reluCeiling:=6)
end

% Function: cudnn_convolution_forward
% y[n,k,p,q] = sum of x[n,c,p*u + r*dilation_h - pad_h,q*v + s*dilation_w - pad_w] w[k,c,r,s] over c, r and s; beyond the borders x is 0.
% A filter K x 1 x R x S filters each of C channels alone, to channels c*K + k; one of 1 x K x R x S makes C channels of K*C.
%
% Parameters:
% x - the tensor, N x C x H x W
% w - the filters, K x C x R x S
% c - the descriptor
% > c = qdnn_conv_descriptor(); y = cudnn_convolution_forward(ones(1,2,3,4), ones(3,2,2,2), c); size(y,1) == 3 && y[0,2,1,2] == 8
function y = cudnn_convolution_forward(x : cube{5}, w : cube{5}, c : qdnn_conv_descriptor)
    dnn_algorithm(c.fwd_algo, "Auto FFT FFTwithtiling implicitGEMM implicitprecompGEMM winograd")
    [x5, w5] = [dnn_five(x, c.dims), dnn_five(w, c.dims)]
    g = dnn_groups(size(x5,1), w5)
    [pad, step, dilation] = dnn_geometry(c)
    few = dnn_extents(size(x5,2..4), 1 + dilation.*(size(w5,2..4) - 1), pad, step)
    y5 = cube{5}(size(x5,0), g[0], few[0], few[1], few[2])
    extents = size(y5, 0..4)
    flip = dnn_flip(c)
    function [] = __kernel__ each(x5 : cube{5}, w5 : cube{5}, y5 : cube{5}, extents : ivec5, g : ivec4, pad : ivec3, step : ivec3, dilation : ivec3, flip : int, pos : int)
        p = ind2pos(extents, pos)
        first = dnn_first(g, p[1])
        row = dnn_filter(g, p[1])
        total = 0.0
        for k = 0..g[1]-1
            for t = 0..size(w5,2)-1
                for r = 0..size(w5,3)-1
                    for s = 0..size(w5,4)-1
                        a = p[2]*step[0] + t*dilation[0] - pad[0]
                        b = p[3]*step[1] + r*dilation[1] - pad[1]
                        e = p[4]*step[2] + s*dilation[2] - pad[2]
                        total += x5[p[0],first+k,a,b,e]*w5[row,k,dnn_turned(t,size(w5,2),flip),dnn_turned(r,size(w5,3),flip),dnn_turned(s,size(w5,4),flip)]
                    end
                end
            end
        end
        y5[p[0],p[1],p[2],p[3],p[4]] = total
    end
    parallel_do(numel(y5), x5, w5, y5, extents, g, pad, step, dilation, flip, each)
    y = dnn_back(y5, c.dims)
end

% Function: cudnn_convolution_backward_data
% The gradient of cudnn_convolution_forward with respect to x.
%
% Parameters:
% w    - the filters
% dy   - the gradient with respect to y
% c    - the descriptor
% dims - the extents of x
% > c = qdnn_conv_descriptor(); x = cudnn_convolution_backward_data(ones(1,1,2,2), ones(1,1,2,3), c, [1,1,3,4]); x[0,0,1,1] == 4
function dx = cudnn_convolution_backward_data(w : cube{5}, dy : cube{5}, c : qdnn_conv_descriptor, dims : vec[int])
    dnn_algorithm(c.bwd_data_algo, "Auto FFT AlgoFFT winograd Algo0 Algo1")
    [dy5, w5] = [dnn_five(dy, c.dims), dnn_five(w, c.dims)]
    dx5 = dnn_five(zeros(dims), c.dims)
    extents = size(dx5, 0..4)
    g = dnn_groups(size(dx5,1), w5)
    [pad, step, dilation] = dnn_geometry(c)
    flip = dnn_flip(c)
    function [] = __kernel__ each(dy5 : cube{5}, w5 : cube{5}, dx5 : cube{5}, extents : ivec5, g : ivec4, pad : ivec3, step : ivec3, dilation : ivec3, flip : int, pos : int)
        p = ind2pos(extents, pos)
        total = 0.0
        for k = 0..g[0]-1
            channel = p[1] - dnn_first(g, k)
            row = dnn_filter(g, k)
            if channel >= 0 && channel < g[1]
                for t = 0..size(w5,2)-1
                    for r = 0..size(w5,3)-1
                        for s = 0..size(w5,4)-1
                            a = p[2] + pad[0] - t*dilation[0]
                            b = p[3] + pad[1] - r*dilation[1]
                            e = p[4] + pad[2] - s*dilation[2]
                            if a >= 0 && b >= 0 && e >= 0 && mod(a,step[0]) == 0 && mod(b,step[1]) == 0 && mod(e,step[2]) == 0
                                total += dy5[p[0],k,int(a/step[0]),int(b/step[1]),int(e/step[2])]*w5[row,channel,dnn_turned(t,size(w5,2),flip),dnn_turned(r,size(w5,3),flip),dnn_turned(s,size(w5,4),flip)]
                            end
                        end
                    end
                end
            end
        end
        dx5[p[0],p[1],p[2],p[3],p[4]] = total
    end
    parallel_do(numel(dx5), dy5, w5, dx5, extents, g, pad, step, dilation, flip, each)
    dx = dnn_back(dx5, c.dims)
end

% Function: cudnn_convolution_backward_filter
% The gradient of cudnn_convolution_forward with respect to w.
%
% Parameters:
% x    - the tensor
% dy   - the gradient with respect to y
% c    - the descriptor
% dims - the extents of w
% > c = qdnn_conv_descriptor(); w = cudnn_convolution_backward_filter(ones(2,1,3,4), ones(2,1,2,3), c, [1,1,2,2]); w[0,0,1,1] == 12
function dw = cudnn_convolution_backward_filter(x : cube{5}, dy : cube{5}, c : qdnn_conv_descriptor, dims : vec[int])
    dnn_algorithm(c.bwd_filter_algo, "Auto FFT AlgoFFT winograd Algo0 Algo1")
    [x5, dy5] = [dnn_five(x, c.dims), dnn_five(dy, c.dims)]
    dw5 = dnn_five(zeros(dims), c.dims)
    extents = size(dw5, 0..4)
    g = dnn_groups(size(x5,1), dw5)
    [pad, step, dilation] = dnn_geometry(c)
    flip = dnn_flip(c)
    function [] = __kernel__ each(x5 : cube{5}, dy5 : cube{5}, dw5 : cube{5}, extents : ivec5, g : ivec4, pad : ivec3, step : ivec3, dilation : ivec3, flip : int, pos : int)
        p = ind2pos(extents, pos)
        total = 0.0
        for k = 0..g[0]-1
            if dnn_filter(g, k) == p[0]
                channel = dnn_first(g, k) + p[1]
                for n = 0..size(dy5,0)-1
                    for a = 0..size(dy5,2)-1
                        for b = 0..size(dy5,3)-1
                            for e = 0..size(dy5,4)-1
                                z = a*step[0] + dnn_turned(p[2],extents[2],flip)*dilation[0] - pad[0]
                                i = b*step[1] + dnn_turned(p[3],extents[3],flip)*dilation[1] - pad[1]
                                j = e*step[2] + dnn_turned(p[4],extents[4],flip)*dilation[2] - pad[2]
                                total += dy5[n,k,a,b,e]*x5[n,channel,z,i,j]
                            end
                        end
                    end
                end
            end
        end
        dw5[p[0],p[1],p[2],p[3],p[4]] = total
    end
    parallel_do(numel(dw5), x5, dy5, dw5, extents, g, pad, step, dilation, flip, each)
    dw = dnn_back(dw5, c.dims)
end

% Function: cudnn_convolution_backward_bias
% The gradient with respect to a number that is added to each channel: the sums of the channels of dy.
% > cudnn_convolution_backward_bias(ones(2,3,4,5)) == [40,40,40]
function db = cudnn_convolution_backward_bias(dy : cube{5})
    flat = dnn_channels(dy)
    db = transpose(sum(sum(flat, 2), 0))
    db = reshape(db, [1,size(flat,1)])
end

% Function: cudnn_activation_forward
% A function of each element, as the descriptor says.
% > a = qdnn_activation_descriptor(); cudnn_activation_forward([-1.0,2.0], a) == [0,2]
function y = cudnn_activation_forward(x : cube{5}, a : qdnn_activation_descriptor)
    [mode, passes, ceiling] = dnn_mode(a)
    y = dnn_map(x, x, __device__ (x : scalar, dy : scalar) -> dnn_activation(x, mode, passes, ceiling))
end

% Function: cudnn_activation_backward
% The gradient with respect to x.
% > a = qdnn_activation_descriptor(); cudnn_activation_backward([-1.0,2.0], [5.0,7.0], a) == [0,7]
function dx = cudnn_activation_backward(x : cube{5}, dy : cube{5}, a : qdnn_activation_descriptor)
    [mode, passes, ceiling] = dnn_mode(a)
    dx = dnn_map(x, dy, __device__ (x : scalar, dy : scalar) -> dy*dnn_slope(x, mode, ceiling))
end

% Function: cudnn_batchnormalization_forward_inference
% scale (x - mean)/sqrt(variance + epsilon) + bias, with numbers of their own for each channel.
% > y = cudnn_batchnormalization_forward_inference(ones(1,2,2,2), [2.0,2.0], [1.0,5.0], [0.0,1.0], [4.0,4.0], 0); y[0,0,1,1] == 2 && y[0,1,0,0] == 5
function y = cudnn_batchnormalization_forward_inference(x : cube{5}, scale : vec, bias : vec, mean : vec, variance : vec, epsilon : scalar = 1e-5)
    flat = dnn_channels(x)
    out = uninit(size(flat,0), size(flat,1), size(flat,2))
    for n = 0..size(flat,0)-1
        for c = 0..size(flat,1)-1
            for k = 0..size(flat,2)-1
                out[n,c,k] = scale[c]*(flat[n,c,k] - mean[c])/sqrt(variance[c] + epsilon) + bias[c]
            end
        end
    end
    y = reshape(out, size(x, 0..4))
end

% Function: cudnn_batchnormalization_forward_training
% The same with the mean and the variance (divided by the number of elements) of each channel, which are returned too.
% > [y, m, v] = cudnn_batchnormalization_forward_training(reshape([1.0,3.0], [2,1,1,1]), [1.0], [0.0], 0); m[0] == 2 && v[0] == 1 && y[1] == 1
function [y, mean, variance] = cudnn_batchnormalization_forward_training(x : cube{5}, scale : vec, bias : vec, epsilon : scalar = 1e-5)
    flat = dnn_channels(x)
    [mean, variance] = dnn_moments(flat)
    y = cudnn_batchnormalization_forward_inference(x, scale, bias, mean, variance, epsilon)
end

% Function: cudnn_batchnormalization_backward
% The gradients of the training pass with respect to x, scale and bias.
% > [dx, ds, db] = cudnn_batchnormalization_backward(rand(2,3,2,2), ones(2,3,2,2), ones(3)); max(abs(dx)) < 1e-4 && max(abs(db - 8)) < 1e-5
function [dx, dscale, dbias] = cudnn_batchnormalization_backward(x : cube{5}, dy : cube{5}, scale : vec, epsilon : scalar = 1e-5)
    [flat, slope] = [dnn_channels(x), dnn_channels(dy)]
    [mean, variance] = dnn_moments(flat)
    channels = size(flat, 1)
    dscale = zeros(channels)
    dbias = zeros(channels)
    for c = 0..channels-1
        dbias[c] = sum(slope[:,c,:])
        dscale[c] = sum(slope[:,c,:].*(flat[:,c,:] - mean[c]))/sqrt(variance[c] + epsilon)
    end
    count = size(flat,0)*size(flat,2)
    out = uninit(size(flat,0), channels, size(flat,2))
    for n = 0..size(flat,0)-1
        for c = 0..channels-1
            for k = 0..size(flat,2)-1
                root = sqrt(variance[c] + epsilon)
                normal = (flat[n,c,k] - mean[c])/root
                out[n,c,k] = scale[c]/root*(slope[n,c,k] - dbias[c]/count - normal*dscale[c]/count)
            end
        end
    end
    dx = reshape(out, size(x, 0..4))
end

% Function: cudnn_pooling_getforwardoutputdim
% The extents of what cudnn_pooling_forward gives for a tensor of extents dims.
% > p = qdnn_pooling_descriptor(); cudnn_pooling_getforwardoutputdim([2,3,4,6], p) == [2,3,2,3]
function extents = cudnn_pooling_getforwardoutputdim(dims : vec[int], p : qdnn_pooling_descriptor)
    [pad, step, window] = dnn_window(p)
    extents = copy(dims)
    inside = [1,1,1]
    k = numel(dims) - 1
    while k >= 2
        inside[k+3-numel(dims)] = dims[k]
        k -= 1
    end
    few = dnn_extents(inside, window, pad, step)
    k = numel(dims) - 1
    while k >= 2
        extents[k] = few[k+3-numel(dims)]
        k -= 1
    end
end

% Function: cudnn_pooling_forward
% The greatest or the mean element of each window.
% > p = qdnn_pooling_descriptor(); squeeze(cudnn_pooling_forward(reshape(0.0+(0..15), [1,1,4,4]), p)) == [[5,7],[13,15]]
function y = cudnn_pooling_forward(x : cube{5}, p : qdnn_pooling_descriptor)
    x5 = dnn_five(x, p.dims)
    [pad, step, window] = dnn_window(p)
    mode = dnn_pooling(p)
    few = dnn_extents(size(x5,2..4), window, pad, step)
    y5 = cube{5}(size(x5,0), size(x5,1), few[0], few[1], few[2])
    extents = size(y5, 0..4)
    function [] = __kernel__ each(x5 : cube{5}, y5 : cube{5}, extents : ivec5, pad : ivec3, step : ivec3, window : ivec3, mode : int, pos : int)
        p = ind2pos(extents, pos)
        total = 0.0
        most = -1/0
        count = 0
        strange = 0
        for t = 0..window[0]-1
            for r = 0..window[1]-1
                for s = 0..window[2]-1
                    a = p[2]*step[0] + t - pad[0]
                    b = p[3]*step[1] + r - pad[1]
                    e = p[4]*step[2] + s - pad[2]
                    if a >= 0 && b >= 0 && e >= 0 && a < size(x5,2) && b < size(x5,3) && e < size(x5,4)
                        value = x5[p[0],p[1],a,b,e]
                        total += value
                        most = max(most, value)
                        count += 1
                        strange += isnan(value)
                    end
                end
            end
        end
        most = mode == 1 && strange > 0 ? 0/0 : most
        mean = total/(mode == 2 ? window[0]*window[1]*window[2] : max(count, 1))
        y5[p[0],p[1],p[2],p[3],p[4]] = mode <= 1 ? most : mean
    end
    parallel_do(numel(y5), x5, y5, extents, pad, step, window, mode, each)
    y = dnn_back(y5, p.dims)
end

% Function: cudnn_pooling_backward
% The gradient with respect to x: that of a greatest element goes to the first one of the window that has its value.
% > p = qdnn_pooling_descriptor(); sum(cudnn_pooling_backward(rand(1,2,4,4), ones(1,2,2,2), p)) == 8
function dx = cudnn_pooling_backward(x : cube{5}, dy : cube{5}, p : qdnn_pooling_descriptor)
    [x5, dy5] = [dnn_five(x, p.dims), dnn_five(dy, p.dims)]
    [pad, step, window] = dnn_window(p)
    mode = dnn_pooling(p)
    extents = size(x5, 0..4)
    dx5 = cube{5}(size(x5,0), size(x5,1), size(x5,2), size(x5,3), size(x5,4))
    function [] = __kernel__ each(x5 : cube{5}, dy5 : cube{5}, dx5 : cube{5}, extents : ivec5, pad : ivec3, step : ivec3, window : ivec3, mode : int, pos : int)
        p = ind2pos(extents, pos)
        own = x5[p[0],p[1],p[2],p[3],p[4]]
        total = 0.0
        for t = 0..window[0]-1
            for r = 0..window[1]-1
                for s = 0..window[2]-1
                    % This element is the one at [t,r,s] of the window [a,b,e], if there is such a window.
                    a = p[2] + pad[0] - t
                    b = p[3] + pad[1] - r
                    e = p[4] + pad[2] - s
                    if a >= 0 && b >= 0 && e >= 0 && mod(a,step[0]) == 0 && mod(b,step[1]) == 0 && mod(e,step[2]) == 0
                        slope = dy5[p[0],p[1],int(a/step[0]),int(b/step[1]),int(e/step[2])]
                        count = 0
                        greatest = 1
                        for i = 0..window[0]-1
                            for j = 0..window[1]-1
                                for k = 0..window[2]-1
                                    z = a - pad[0] + i
                                    m = b - pad[1] + j
                                    n = e - pad[2] + k
                                    if z >= 0 && m >= 0 && n >= 0 && z < extents[2] && m < extents[3] && n < extents[4]
                                        other = x5[p[0],p[1],z,m,n]
                                        before = (i*window[1] + j)*window[2] + k < (t*window[1] + r)*window[2] + s
                                        greatest = other > own || (other == own && before) ? 0 : greatest
                                        count += 1
                                    end
                                end
                            end
                        end
                        part = mode == 2 ? window[0]*window[1]*window[2] : max(count, 1)
                        total += mode <= 1 ? greatest*slope : slope/part
                    end
                end
            end
        end
        dx5[p[0],p[1],p[2],p[3],p[4]] = total
    end
    parallel_do(numel(dx5), x5, dy5, dx5, extents, pad, step, window, mode, each)
    dx = dnn_back(dx5, p.dims)
end

% Function: cudnn_softmax_forward
% exp(x) over its sum along the channels.
% > y = cudnn_softmax_forward(zeros(2,4,3)); max(abs(y - 0.25)) < 1e-6
function y = cudnn_softmax_forward(x : cube{5})
    flat = dnn_channels(x)
    out = uninit(size(flat,0), size(flat,1), size(flat,2))
    for n = 0..size(flat,0)-1
        for k = 0..size(flat,2)-1
            most = -1/0
            for c = 0..size(flat,1)-1
                most = max(most, flat[n,c,k])
            end
            total = 0.0
            for c = 0..size(flat,1)-1
                total += exp(flat[n,c,k] - most)
            end
            for c = 0..size(flat,1)-1
                out[n,c,k] = exp(flat[n,c,k] - most)/total
            end
        end
    end
    y = reshape(out, size(x, 0..4))
end

% Function: cudnn_softmax_backward
% The gradient with respect to x, from y, which cudnn_softmax_forward gave, and the gradient with respect to it.
% > max(abs(cudnn_softmax_backward(cudnn_softmax_forward(rand(2,4,3)), ones(2,4,3)))) < 1e-6
function dx = cudnn_softmax_backward(y : cube{5}, dy : cube{5})
    [flat, slope] = [dnn_channels(y), dnn_channels(dy)]
    out = uninit(size(flat,0), size(flat,1), size(flat,2))
    for n = 0..size(flat,0)-1
        for k = 0..size(flat,2)-1
            total = 0.0
            for c = 0..size(flat,1)-1
                total += flat[n,c,k]*slope[n,c,k]
            end
            for c = 0..size(flat,1)-1
                out[n,c,k] = flat[n,c,k]*(slope[n,c,k] - total)
            end
        end
    end
    dx = reshape(out, size(y, 0..4))
end

% Function: cudnn_hwcn_tensor
% From N x C x H x W to H x W x C x N.
% > size(cudnn_hwcn_tensor(zeros(2,3,4,5))) == [4,5,3,2]
function y = cudnn_hwcn_tensor(x : cube{4})
    y = dnn_shuffle(x, [2,3,1,0,4])
end

% Function: cudnn_nchw_tensor
% From H x W x C x N to N x C x H x W.
% > size(cudnn_nchw_tensor(zeros(4,5,3,2))) == [2,3,4,5]
function y = cudnn_nchw_tensor(x : cube{4})
    y = dnn_shuffle(x, [3,2,0,1,4])
end

% Function: cudnn_hwdcn_tensor
% From N x C x D x H x W to H x W x D x C x N.
% > size(cudnn_hwdcn_tensor(zeros(2,3,4,5,6))) == [5,6,4,3,2]
function y = cudnn_hwdcn_tensor(x : cube{5})
    y = dnn_shuffle(x, [3,4,2,1,0])
end

% Function: cudnn_ncdhw_tensor
% From H x W x D x C x N to N x C x D x H x W.
% > size(cudnn_ncdhw_tensor(zeros(5,6,4,3,2))) == [2,3,4,5,6]
function y = cudnn_ncdhw_tensor(x : cube{5})
    y = dnn_shuffle(x, [4,3,2,0,1])
end

% Function: cudnn_version
% The version of NVIDIA's library that computes: 0, since none does.
% > cudnn_version() == 0
function version : int = cudnn_version()
    version = 0
end

% The extents in another order; trailing ones count, which shuffledims does not see.
function y = dnn_shuffle(x : cube{5}, order : ivec5)
    s = size(x, 0..4)
    y = cube{5}(s[order[0]], s[order[1]], s[order[2]], s[order[3]], s[order[4]])
    extents = size(y, 0..4)
    function [] = __kernel__ each(x : cube{5}, y : cube{5}, extents : ivec5, order : ivec5, pos : int)
        p = ind2pos(extents, pos)
        from = [0,0,0,0,0]
        for k = 0..4
            from[order[k]] = p[k]
        end
        y[p[0],p[1],p[2],p[3],p[4]] = x[from[0],from[1],from[2],from[3],from[4]]
    end
    parallel_do(numel(y), x, y, extents, order, each)
end

% A tensor of five dimensions, and one of four as it was.
function y : cube{5} = dnn_five(x : cube{5}, dims : int)
    if dims != 4 && dims != 5
        error("tensors have 4 or 5 dimensions, not ", dims)
    end
    y = dims == 5 ? x : reshape(x, [size(x,0),size(x,1),1,size(x,2),size(x,3)])
end

function y : cube{5} = dnn_back(x : cube{5}, dims : int)
    y = dims == 5 ? x : reshape(x, [size(x,0),size(x,1),size(x,3),size(x,4),1])
end

% N x C x the rest.
function y : cube = dnn_channels(x : cube{5})
    y = reshape(x, [size(x,0),size(x,1),size(x,2)*size(x,3)*size(x,4)])
end

% The means and variances of channels.
function [mean : vec, variance : vec] = dnn_moments(flat : cube)
    channels = size(flat, 1)
    count = size(flat,0)*size(flat,2)
    mean = zeros(channels)
    variance = zeros(channels)
    for c = 0..channels-1
        mean[c] = sum(flat[:,c,:])/count
        variance[c] = sum((flat[:,c,:] - mean[c]).^2)/count
    end
end

function [pad : ivec3, step : ivec3, dilation : ivec3] = dnn_geometry(c : qdnn_conv_descriptor)
    pad = [c.pad_d, c.pad_h, c.pad_w]
    step = [c.d, c.u, c.v]
    dilation = [c.dilation_d, c.dilation_h, c.dilation_w]
    if min(step) < 1 || min(dilation) < 1 || min(pad) < 0
        error("a convolution has strides ", step, ", dilations ", dilation, " and padding ", pad)
    end
end

function [pad : ivec3, step : ivec3, window : ivec3] = dnn_window(p : qdnn_pooling_descriptor)
    pad = [p.pad_d, p.pad_h, p.pad_w]
    step = [p.stride_d, p.stride_h, p.stride_w]
    window = [p.d, p.h, p.w]
    if min(step) < 1 || min(window) < 1 || min(pad) < 0
        error("a pooling has strides ", step, ", windows ", window, " and padding ", pad)
    end
end

% How many windows fit along each dimension.
function few : ivec3 = dnn_extents(inside : ivec3, window : ivec3, pad : ivec3, step : ivec3)
    few = [0,0,0]
    for k = 0..2
        room = inside[k] + 2*pad[k] - window[k]
        if room < 0
            error("a window of ", window, " does not fit in ", inside, " with padding ", pad)
        end
        few[k] = int(room/step[k]) + 1
    end
end

% The channels of the result, those that each of them is made of, the kind of groups (0 none), and the filters.
function g : ivec4 = dnn_groups(channels : int, w : cube{5})
    [filters, deep] = size(w, 0..1)
    if deep == channels
        g = [filters, deep, 0, filters]
    elseif deep == 1
        g = [filters*channels, 1, 1, filters]
    elseif filters == 1 && mod(channels, deep) == 0
        g = [int(channels/deep), deep, 2, filters]
    else
        g = [0,0,0,0]
        error("filters ", size(w), " do not fit to ", channels, " channels")
    end
end

% The first channel that channel k of the result is made of.
function first : int = __device__ dnn_first(g : ivec4, k : int)
    first = g[2] == 0 ? 0 : (g[2] == 1 ? int(k/g[3]) : k*g[1])
end

% The filter that makes it.
function row : int = __device__ dnn_filter(g : ivec4, k : int)
    row = g[2] == 0 ? k : (g[2] == 1 ? mod(k, g[3]) : 0)
end

function k : int = __device__ dnn_turned(k : int, n : int, flip : int)
    k = flip == 1 ? n - 1 - k : k
end

function flip : int = dnn_flip(c : qdnn_conv_descriptor)
    flip = 0
    match c.mode with
    | "convolution" -> flip = 1
    | "crosscorrelation" -> flip = 0
    | _ -> error("a convolution has no mode ", c.mode)
    end
end

function [] = dnn_algorithm(name : string, known : string)
    found = 0
    names = strsplit(known)
    k = 0
    while k < numel(names)
        found = found || names[k] == name
        k += 1
    end
    if !found
        error("there is no algorithm ", name, " for this; there are ", known)
    end
end

function mode : int = dnn_pooling(p : qdnn_pooling_descriptor)
    mode = 0
    match p.mode with
    | "Max" -> mode = p.maxpooling_nanopt == "PropagateNan"
    | "AverageCountIncludePadding" -> mode = 2
    | "AverageCountExcludePadding" -> mode = 3
    | _ -> error("a pooling has no mode ", p.mode)
    end
end

function [mode : int, passes : int, ceiling : scalar] = dnn_mode(a : qdnn_activation_descriptor)
    mode = 0
    match a.mode with
    | "Identity" -> mode = 0
    | "Sigmoid" -> mode = 1
    | "Relu" -> mode = 2
    | "Tanh" -> mode = 3
    | "ClippedRelu" -> mode = 4
    | "Elu" -> mode = 5
    | _ -> error("an activation has no mode ", a.mode)
    end
    passes = a.reluNaNOpt == "PropagateNan"
    ceiling = a.reluCeiling
end

function y : scalar = __device__ dnn_activation(x : scalar, mode : int, passes : int, ceiling : scalar)
    y = x
    if mode == 1
        y = 1/(1 + exp(-x))
    elseif mode == 2 || mode == 4
        y = isnan(x) && passes == 1 ? x : max(x, 0)
        y = mode == 4 && y > ceiling ? ceiling : y
    elseif mode == 3
        y = tanh(x)
    elseif mode == 5 && x <= 0
        y = exp(x) - 1
    end
end

function y : scalar = __device__ dnn_slope(x : scalar, mode : int, ceiling : scalar)
    y = 1.0
    if mode == 1
        s = 1/(1 + exp(-x))
        y = s*(1 - s)
    elseif mode == 2
        y = x > 0
    elseif mode == 3
        y = 1 - tanh(x)^2
    elseif mode == 4
        y = x > 0 && x < ceiling
    elseif mode == 5 && x <= 0
        y = exp(x)
    end
end

% A function of each pair of elements.
function y = dnn_map(x : cube{5}, dy : cube{5}, map : [__device__ (scalar, scalar) -> scalar])
    [a, b] = [reshape(x, [1,numel(x)]), reshape(dy, [1,numel(dy)])]
    out = uninit(1, numel(x))
    for k = 0..numel(x)-1
        out[0,k] = map(a[0,k], b[0,k])
    end
    y = reshape(out, size(x, 0..4))
end
