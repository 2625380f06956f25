% Non-local means, after a listing style with continued lines.
function img_den : cube = nlmeans(img : cube'mirror, half_search : int = 10,
                                  half_patch : int = 2, h : scalar = 12.0)
    img_den = zeros(size(img))
    weights = zeros(size(img, 0..1))
    weight = (d : scalar) -> exp(-max(d, 0) / h^2)
    for dy = -half_search..half_search
        for dx = -half_search..half_search
            if dx == 0 && dy == 0
                continue
            end
            diff = img[dy..size(img,0)-1+dy, dx..size(img,1)-1+dx, :] _
                 - img
            dist = box_filter(sum(diff.^2, 2), half_patch) _
                 ./ ((2*half_patch + 1)^2)
            w = map(weight, dist)
            img_den += w .* shifted(img, [dy, dx, 0])
            weights += w
        endfor
    endfor
    img_den = img_den ./
              repmat(weights, [1, 1, size(img, 2)])
endfunction

function y = box_filter(x, r : int)
    y = imfilter(x, ones(2*r+1, 2*r+1))
end
