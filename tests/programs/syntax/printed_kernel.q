%! features: F045
% The kernel that the manual prints for two sums (17.2.1) is a program too: names with `$` are variables, `$getsafe` and
% `$getunchk` read elements in their access mode. One block of 8 threads runs it.
function [y:scalar,y2:scalar] = __kernel__ kernel(img:vec'const,$datadims:int,blkpos:int,blkdim:int)
$bins=shared(blkdim,2)
$accum0=$accum1=0
$m=blkpos
while $m<$datadims
$accum1+=$getsafe(img,$m)
$accum0+=($getsafe(img,$m).^2)
$m+=blkdim
endwhile
$bins[blkpos,0]=$accum0
$bins[blkpos,1]=$accum1
syncthreads
$bit=1
while $bit<blkdim
if mod(blkpos,(2*$bit))==0
$bins[blkpos,(0..1)]=($bins[blkpos,(0..1)]+$getsafe($bins,(blkpos+$bit),(0..1)))
endif
syncthreads
$bit*=2
endwhile
if sum(blkpos)==0
y2+=$bins[0,0]
y+=$bins[0,1]
endif
endfunction
x = [1.,2,3,4,5]
[y, y2] = parallel_do([[1,8],[1,8]], x, 5, kernel)
print y, " ", y2
% => 15 55
function n = positives(mask : mat)
    n = 0
    for m=0..(size(mask,0)-1)
        for n2=0..(size(mask,1)-1)
            if ($getunchk(mask,m,n2)!=0)
                n += 1
            endif
        endfor
    endfor
endfunction
print positives([[1,0,2],[0,3,0]]), " ", $getsafe(x, 7), " ", $getsafe(x, 2)
% => 3 0 3
