function y = main(n : int = 3) %~ W0411 the result of `main` is dropped
    y = ones(n)
end
