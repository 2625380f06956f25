% Fourier transforms of long lines and of pictures.
%! reads: in.npy
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        x = load(input)
        line = reshape(x[:,0..99,0..1], [1,32000])
        long = fft1(line)
        odd = fft1(complex(line[0..10006], line[1..10007]))
        back = real(ifft1(odd)) + irealfft1(long)[0..10006]
        picture = fft2(x[:,:,0])
        y = irealfft2(picture) + real(ifft2(picture))
        z = irealfft3(fft3(x))
        y[0,:] += back[0..199] + z[1,:,1]
        save(output, y)
        print "written"
    catch ex
        print "caught"
    end
end
