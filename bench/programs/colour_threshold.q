% A mask of the pixels of a colour picture whose luma and chroma lie in given ranges; all are bytes.
import "common.q"

function mask = select(image : cube[uint8](:,:,3))
    mask = mat[uint8](size(image,0), size(image,1))
    for m = 0..size(image,0)-1
        for n = 0..size(image,1)-1
            red = image[m,n,0]
            green = image[m,n,1]
            blue = image[m,n,2]
            luma = 0.299*red + 0.587*green + 0.114*blue
            cr = 0.713*(red - luma) + 128
            cb = 0.564*(blue - luma) + 128
            if luma > 60.5 && cr > 128.5 && cr < 200.5 && cb > 70.5 && cb < 140.5
                mask[m,n] = 255
            end
        end
    end
end

function [] = main(rows : int = 2048, columns : int = 2048, repetitions : int = 5)
    grey = picture(rows, columns)
    image = cube[uint8](rows, columns, 3)
    for m = 0..rows-1
        for n = 0..columns-1
            image[m,n,0] = grey[m,n]
            image[m,n,1] = grey[m,columns-1-n]
            image[m,n,2] = grey[rows-1-m,n]
        end
    end
    mask = mat[uint8](rows, columns)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        mask = select(image)
        times[r] = toc("")
    end
    print "times: ", times
    check(mask)
end
