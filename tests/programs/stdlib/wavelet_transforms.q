% Transforms and their inverses, of even and odd sizes.
import "multirestransforms.q"
seed(1)
function [] = round_trip(name : string, S, S_H, x : mat)
    w = S(x)
    energy = 0.0
    for i = 0..numel(w)-1
        energy += sum(w[i].^2)
    end
    error = max(abs(S_H(w) - x))
    print name, " ", numel(lincell(w)), error < 0.0001 ? " exact" : " " + num2str(error), abs(energy/sum(x.^2) - 1) < 0.0001 ? ", energy" : ""
end
for sizes = {[32,32], [31,45], [16,27], [8,12]}
    x = randn(sizes[0], sizes[1])
    [S, S_H] = build_dwt(db8, 2)
    round_trip("dwt", S, S_H, x)
    [S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, 2)
    round_trip("dtcwt", S, S_H, x)
    [S, S_H] = build_stp(size(x), 5, 2)
    round_trip("stp", S, S_H, x)
    [S, S_H] = build_stp(size(x), 4, 2)
    round_trip("stp", S, S_H, x)
    [S, S_H] = build_energyweighted_dst2d(size(x), 6, 2)
    round_trip("dst", S, S_H, x)
end
% => dwt 7 exact, energy
% => dtcwt 28 exact, energy
% => stp 12 exact, energy
% => stp 10 exact, energy
% => dst 14 exact, energy
% => dwt 7 exact
% => dtcwt 28 exact
% => stp 12 exact, energy
% => stp 10 exact, energy
% => dst 14 exact, energy
% => dwt 7 exact
% => dtcwt 28 exact
% => stp 12 exact, energy
% => stp 10 exact, energy
% => dst 14 exact, energy
% => dwt 7 exact, energy
% => dtcwt 28 exact, energy
% => stp 12 exact, energy
% => stp 10 exact, energy
% => dst 14 exact, energy

% Haar's transform of [[a,b],[c,d]] by hand: half the sum, half the differences.
w = dwt2d([[1,2],[3,8]], wavelet_filters(db1), 1)
print max(abs([w[3][0,0], w[0][0,0], w[1][0,0], w[2][0,0]] - [7,-3,-4,2])) < 0.00001
% => 1

% Bands are changed in place: without details a constant image stays what it is.
[S, S_H] = build_dtcwt(filtercoeff_farras, filtercoeff_dualfilt, 3)
w = S(ones(32,32) + 0.1*randn(32,32))
bands = lincell(w)
for i = 0..numel(bands)-5
    bands[i][:,:] = 0.0
end
print mean(abs(S_H(w) - 1)) < 0.05
% => 1
