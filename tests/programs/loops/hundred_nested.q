% A hundred loops within each other compile at once: iterations that are written out are counted with the copies that the loops around make of them.
% Each of the loops but four runs once, so the element is counted 2^4 times.
x = zeros(2)
for i0 = 0..0
for i1 = 0..0
for i2 = 0..0
for i3 = 0..1
for i4 = 0..0
for i5 = 0..0
for i6 = 0..0
for i7 = 0..0
for i8 = 0..0
for i9 = 0..0
for i10 = 0..0
for i11 = 0..0
for i12 = 0..0
for i13 = 0..0
for i14 = 0..0
for i15 = 0..0
for i16 = 0..0
for i17 = 0..0
for i18 = 0..0
for i19 = 0..0
for i20 = 0..0
for i21 = 0..0
for i22 = 0..0
for i23 = 0..0
for i24 = 0..0
for i25 = 0..0
for i26 = 0..0
for i27 = 0..0
for i28 = 0..0
for i29 = 0..0
for i30 = 0..0
for i31 = 0..0
for i32 = 0..0
for i33 = 0..0
for i34 = 0..0
for i35 = 0..0
for i36 = 0..0
for i37 = 0..0
for i38 = 0..0
for i39 = 0..0
for i40 = 0..1
for i41 = 0..0
for i42 = 0..0
for i43 = 0..0
for i44 = 0..0
for i45 = 0..0
for i46 = 0..0
for i47 = 0..0
for i48 = 0..0
for i49 = 0..0
for i50 = 0..0
for i51 = 0..0
for i52 = 0..0
for i53 = 0..0
for i54 = 0..0
for i55 = 0..0
for i56 = 0..0
for i57 = 0..0
for i58 = 0..0
for i59 = 0..0
for i60 = 0..0
for i61 = 0..0
for i62 = 0..0
for i63 = 0..0
for i64 = 0..0
for i65 = 0..0
for i66 = 0..0
for i67 = 0..0
for i68 = 0..0
for i69 = 0..0
for i70 = 0..0
for i71 = 0..0
for i72 = 0..0
for i73 = 0..0
for i74 = 0..0
for i75 = 0..0
for i76 = 0..0
for i77 = 0..1
for i78 = 0..0
for i79 = 0..0
for i80 = 0..0
for i81 = 0..0
for i82 = 0..0
for i83 = 0..0
for i84 = 0..0
for i85 = 0..0
for i86 = 0..0
for i87 = 0..0
for i88 = 0..0
for i89 = 0..0
for i90 = 0..0
for i91 = 0..0
for i92 = 0..0
for i93 = 0..0
for i94 = 0..0
for i95 = 0..0
for i96 = 0..0
for i97 = 0..0
for i98 = 0..0
for i99 = 0..1
x[1] += 1
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
end
print x[1]
% => 16
