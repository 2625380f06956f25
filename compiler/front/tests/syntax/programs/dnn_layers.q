import "Quasar.DNN.dll"
function y = conv_layer(x : cube{4}, w : cube{4}, b : vec, stride : ivec2 = [1,1])
    desc = qdnn_conv_descriptor(pad_w:=1, pad_h:=1, u:=stride[0], v:=stride[1], dims:=2, fwd_algo:="Auto")
    y = cudnn_convolution_forward(x, w, desc) + reshape(b, [1,1,1,numel(b)])
    relu = __device__ (v : scalar) -> max(v, 0)
    y = map(relu, y)
end
function [loss : scalar, grad] = softmax_loss(scores : mat, labels : vec[int])
    shifted = scores - repmat(max(scores, 1), [1, size(scores,1)])
    p = exp(shifted) ./ repmat(sum(exp(shifted), 1), [1, size(scores,1)])
    loss = 0
    grad = copy(p)
    for k = 0..numel(labels)-1
        loss -= log(p[k, labels[k]])
        grad[k, labels[k]] -= 1
    endfor
    [loss, grad] = [loss / numel(labels), grad ./ numel(labels)]
end
