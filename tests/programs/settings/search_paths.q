%! features: F379
%! flags: --set=MODULE_DIR={root}/tests/data/settings/one;{root}/tests/data/settings/two --set=INTERMEDIATE_DIR={folder}
%! places: search_paths.cu
% Imports are found in both folders of the list; the CUDA text of the kernels lies in the folder for files in between.
import "first_of_two.q"
import "second_of_two.q"
function [] = main(n : int = 3000)
    x = zeros(n)
    for i = 0..n-1
        x[i] = i
    end
    print first(x[4]), " ", second(x[5])
    % => 5 50
end
