%! features: F045 F046
%! emits: quasar $nMax = $cpu_gridDim() .* $cpu_blockDim()
%! emits: quasar y[$p1] = $getunchk(x, $p1) + $getsafe(x, $p1 + 1)
%! emits: quasar function [] = __kernel__ opt___kernel$2(x : vec'const, y : vec'unchecked, $datadim : int)=static
%! emits: quasar function y = plain(x)=static
% Listings of transformed code can be read and printed again; the test of the syntax reads what is printed. Nobody calls the kernel.
function [] = __kernel__ opt___kernel$2(x : vec'const, y : vec'unchecked, $datadim : int)=static
    $nMax = $cpu_gridDim() .* $cpu_blockDim()
    {!parallel for; private=r}
    for $p1 = 0..$nMax[0]-1
        y[$p1] = $getunchk(x, $p1) + $getsafe(x, $p1+1)
    endfor
endfunction
function y = plain(x)=static
    y = 2*x
end
print plain(3)
% => 6
