function [] = main(width : int = 640, height : int = 480, limit : int = 255, output : string = "mandelbrot.png")
    image = zeros(height, width)
    {!parallel for; private=z}
    for m = 0..height-1
        for n = 0..width-1
            c = complex(3.0*n/width - 2.0, 2.0*m/height - 1.0)
            z : cscalar = 0
            k = 0
            while k < limit && real(z)^2 + imag(z)^2 < 4
                z = z*z + c
                k += 1
            end
            image[m,n] = k
        end
    end
    palette = (v : scalar) -> 255 * (1 - v/limit) .^ [1, 2, 4]
    rgb = zeros(height, width, 3)
    for m = 0..height-1
        for n = 0..width-1
            rgb[m,n,0..2] = palette(image[m,n])
        end
    end
    imwrite(output, rgb)
end
