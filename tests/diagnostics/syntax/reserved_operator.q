x = 3 |> sqrt %~ E0121 reserved
