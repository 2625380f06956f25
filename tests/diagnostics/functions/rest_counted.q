%! features: F133
function [] = func(a, b, opt1=1.0, ...args)
    print a, b, opt1, numel(args)
endfunction
func(1) %~ E0401
func() %~ E0401
func(1, 2, ...[3,4,5])
func(1, 2, args:=3) %~ E0403
