%! features: F020
function y = mask_size(kind : string)
    y = 0
    match kind with
    | "Laplacian" -> y = 3
    | "Gauss" ->
        y = 5
        y = y + 2
    | _ -> y = -1
    end
end
print mask_size("Laplacian"), " ", mask_size("Gauss"), " ", mask_size("other")
% => 3 7 -1
