print saturate(1.5), saturate(-0.5), " ", saturate(0.25), " ", clamp(9,5), clamp(-1,5), clamp(3,5)
% => 10 0.25 503
print lerp(10.0,20.0,0.25)
% => 12.5
print mirror_ext(-1,4), mirror_ext(4,4), mirror_ext(-2,4), mirror_ext(9,4)
% => 0311
