%! features: F352 F353 F357 F363
% What networks.q among the rows does not show: defaults, what is not a number, names that there are not, sizes that do not fit.
c = qdnn_conv_descriptor()
x = reshape(0.0+(0..15), [1,1,4,4])
% The filter is turned round in the mode "convolution": the first element counts for the last neighbour.
w = reshape([1.0,0.0,0.0,0.0], [1,1,2,2])
print squeeze(cudnn_convolution_forward(x, w, c))[0,:]
% => [5,6,7]
c.mode = "crosscorrelation"
print squeeze(cudnn_convolution_forward(x, w, c))[0,:]
% => [0,1,2]
for name = {"Auto", "FFT", "FFTwithtiling", "implicitGEMM", "implicitprecompGEMM", "winograd"}
    c.fwd_algo = name
    print sum(cudnn_convolution_forward(x, w, c))
end
% => 45
% => 45
% => 45
% => 45
% => 45
% => 45
c.fwd_algo = "Algo0"
try
    print cudnn_convolution_forward(x, w, c)
catch ex
    print ex
end
% => there is no algorithm Algo0 for this; there are Auto FFT FFTwithtiling implicitGEMM implicitprecompGEMM winograd
c.fwd_algo = "Auto"
c.mode = "sideways"
try
    print cudnn_convolution_forward(x, w, c)
catch ex
    print ex
end
% => a convolution has no mode sideways
c.mode = "convolution"
try
    print cudnn_convolution_forward(zeros(1,3,4,4), zeros(2,2,1,1), c)
catch ex
    print ex
end
% => filters [2,2] do not fit to 3 channels
try
    print cudnn_convolution_forward(zeros(1,1,2,2), zeros(1,1,3,3), c)
catch ex
    print ex
end
% => a window of [1,3,3] does not fit in [1,2,2] with padding [0,0,0]
c.u = 0
try
    print cudnn_convolution_forward(x, w, c)
catch ex
    print ex
end
% => a convolution has strides [1,0,1], dilations [1,1,1] and padding [0,0,0]
% Pooling: what is not a number is passed over, or comes through.
p = qdnn_pooling_descriptor()
x[0,0,0,1] = 0/0
print squeeze(cudnn_pooling_forward(x, p))
% => [[5,7],
% =>  [13,15]]
p.maxpooling_nanopt = "PropagateNan"
print squeeze(cudnn_pooling_forward(x, p))
% => [[nan,7],
% =>  [13,15]]
p.mode = "Median"
try
    print cudnn_pooling_forward(x, p)
catch ex
    print ex
end
% => a pooling has no mode Median
a = qdnn_activation_descriptor()
print cudnn_activation_forward([0/0,-1,2], a)
% => [0,0,2]
a.reluNaNOpt = "PropagateNan"
print cudnn_activation_forward([0/0,-1,2], a)
% => [nan,0,2]
a.mode = "ClippedRelu"
print cudnn_activation_forward([7.0,5.0], a)
% => [6,5]
a.mode = "Swish"
try
    print cudnn_activation_forward([7.0], a)
catch ex
    print ex
end
% => an activation has no mode Swish
print cudnn_version()
% => 0
