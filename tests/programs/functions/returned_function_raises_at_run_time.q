%! features: F151
%! args: 3
% Which arm is taken is known when running.
function f : [scalar->scalar] = by_number(n : int)
    match n with
    | 1 -> f = x -> x*2
    | _ -> error "no function has the number ", n
    end
end
function f : [scalar->scalar] = after_test(n : int)
    if n != 1
        error "not one"
    end
    f = x -> x*2
end
function f : [scalar->scalar] = without_else(n : int)
    if n == 1
        f = x -> x*2
    end
end
function [] = main(n : int)
    print by_number(n-2)(5), " ", after_test(n-2)(5), " ", without_else(n-2)(5)
    % => 10 10 10
    try
        print by_number(n)(5)
    catch ex
        print "caught: ", ex
    end
    % => caught: no function has the number 3
    try
        print after_test(n)(5)
    catch ex
        print "caught: ", ex
    end
    % => caught: not one
    try
        print without_else(n)(5)
    catch ex
        print "caught: ", ex
    end
    % => caught: the output 'f' of 'without_else' has no value here
end
