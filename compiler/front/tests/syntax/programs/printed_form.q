% Code as the compiler prints it.
function [y:cube] = morph_filter(x:cube,mask:mat,ctr:ivec2,init:scalar)=static
    function [] __kernel__ kernel(x:cube'const'mirror,y:cube,mask:mat'const'unchecked'hwconst,ctr:ivec2'const,init:scalar'const,pos:ivec3,blkpos:ivec3,blkdim:ivec3)
        {!kernel name="kernel"; target="gpu"}
        sh$x=shared((blkdim+[((size(mask,0)-1)-ctr[0])+ctr[0],((size(mask,1)-1)-ctr[1])+ctr[1],0]))
        sh$x[blkpos]=x[(pos+[-(ctr[0]),-(ctr[1]),0])]
        if (blkpos[0]<(((size(mask,0)-1)-ctr[0])+ctr[0]))
            sh$x[(blkpos+[blkdim[0],0,0])]=x[pos+[blkdim[0]-ctr[0],-(ctr[1]),0]]
        endif
        syncthreads
        res=init
        for m=0..(size(mask,0)-1)
            for n=0..(size(mask,1)-1)
                if ($getunchk(mask,m,n)!=0)
                    res=$inline(opt___kernel$2)(res,$getsafe(sh$x,blkpos+[m,n,0]))
                endif
            endfor
        endfor
        y[pos]=res
    endfunction
    y=uninit(size(x))
    parallel_do(size(y),x,y,mask,ctr,init,kernel)
endfunction
