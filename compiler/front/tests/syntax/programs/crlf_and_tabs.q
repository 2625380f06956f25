% One level of the Haar transform, in place of a filter bank.
function [ll, lh, hl, hh] = haar(x : mat)
	[h, w] = int(size(x, 0..1)/2)
	[ll, lh, hl, hh] = [uninit(h,w), uninit(h,w), uninit(h,w), uninit(h,w)]
	{!parallel for}
	for m=0..h-1
		for n=0..w-1
			a = x[2*m, 2*n];   b = x[2*m, 2*n+1]
			c = x[2*m+1, 2*n]; d = x[2*m+1, 2*n+1]
			ll[m,n] = (a+b+c+d)/2
			lh[m,n] = (a-b+c-d)/2
			hl[m,n] = (a+b-c-d)/2
			hh[m,n] = (a-b-c+d)/2
		endfor
	endfor
endfunction

function x = inverse_haar(ll, lh, hl, hh)
	x = zeros(2*size(ll,0), 2*size(ll,1))
	x[0..2..size(x,0)-1, 0..2..size(x,1)-1] = (ll+lh+hl+hh)/2
	x[0..2..size(x,0)-1, 1..2..size(x,1)-1] = (ll-lh+hl-hh)/2
	x[1..2..size(x,0)-1, 0..2..size(x,1)-1] = (ll+lh-hl-hh)/2
	x[1..2..size(x,0)-1, 1..2..size(x,1)-1] = (ll-lh-hl+hh)/2
end

soft = __device__ (x : scalar, t : scalar) -> x > t ? x - t : x < -t ? x + t : 0.0
