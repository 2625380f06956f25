macro y = m(op) %~ E0101 outputs
    op()
endmacro
