%! features: F377
%! environment: QC_CONFIG={root}/tests/data/settings/file.toml
%! environment: QC_COMPILER_AUTO_FORLOOP_PARALLELIZATION=True
%! flags: --set=COMPILER_EXPRESSION_OPTIMIZER=True
%! configures: COMPILER_DISPLAY_WARNINGS                      False  ({root}/tests/data/settings/file.toml:3)
%! configures: COMPILER_AUTO_FORLOOP_PARALLELIZATION          True  (QC_COMPILER_AUTO_FORLOOP_PARALLELIZATION)
%! configures: COMPILER_EXPRESSION_OPTIMIZER                  True  (--set)
%! loop: 15 parallel
%! loop: 22 serial, as the source says
%! loop: 28 parallel
% The file switches loops, array expressions and warnings off. The environment counts over the file, a pragma over the
% environment, and the command line over the pragma.
function y = environment_over_file(x : vec)
    y = zeros(size(x))
    for i = 0..numel(x)-1
        y[i] = 2*x[i]
    end
end
#pragma loop_parallelizer off
function y = pragma_over_environment(x : vec)
    y = zeros(size(x))
    for i = 0..numel(x)-1
        y[i] = 3*x[i]
    end
end
#pragma expression_optimizer off
function y = flag_over_pragma(x : vec)
    y = 4 .* x
end
x = ones(9000)
print environment_over_file(x)[0], pragma_over_environment(x)[1], flag_over_pragma(x)[2]
% => 234
