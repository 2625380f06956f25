% The guide's own slip: a second `->` where `=` belongs.
reduction x -> real(ifft3(x)) -> irealfft3(x) %~ E0120 `=`
