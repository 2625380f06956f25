%! features: F377
%! environment: QC_CONFIG=
%! environment: XDG_CONFIG_HOME=
%! environment: HOME={root}/tests/data/settings/home
%! configures: COMPILER_AUTO_FORLOOP_PARALLELIZATION          False  ({root}/tests/data/settings/home/.config/Quasar/Quasar.config.xml:4)
%! configures: EDITOR_FONT_SIZE                               12  ({root}/tests/data/settings/home/.config/Quasar/Quasar.config.xml:7, qc has no such setting)
%! loop: 12 serial, as the source says
%! loop: 16 parallel
% The file of the original compiler, in ~/.config/Quasar, switches the loop paralleliser off; the pragma overrides it.
function [] = main(n : int = 9000)
    x = ones(n)
    for i = 0..n-1
        x[i] += 1
    end
    #pragma loop_parallelizer on
    for i = 0..n-1
        x[i] += 2
    end
    print x[n-1]
    % => 4
end
