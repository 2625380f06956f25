% A function so large that what lives for long lies in its frame: arrays, numbers and strings that are used far from where they are made, in
% loops, in branches and behind errors. With k from 0 to 89, the sum of 3k+3 is 12285, 90 loops leave after 7 rounds (630), every third
% block raises (30), and the sum of k is 4005.
function [total, caught, far, text] = large(one : scalar, last : int)
    total = 0.0
    caught = 0
    text = ""
    a0 = [0*one, (0+1)*one, (0+2)*one]
    s0 = 0.0
    for i = 0..2
        s0 += a0[i]
    end
    total += s0
    n0 = 0
    while n0 < 100*one
        n0 += 1
        if n0 == 7
            break
        end
    end
    total += n0
    w0 = "w0"
    if one > 2
        w0 = w0 + "!"
    end
    try
        b0 = a0 + 1
        total += b0[0+3+last]
    catch ex
        caught += 1
    end
    a1 = [1*one, (1+1)*one, (1+2)*one]
    s1 = 0.0
    for i = 0..2
        s1 += a1[i]
    end
    total += s1
    n1 = 0
    while n1 < 100*one
        n1 += 1
        if n1 == 7
            break
        end
    end
    total += n1
    w1 = "w1"
    if one > 2
        w1 = w1 + "!"
    end
    a2 = [2*one, (2+1)*one, (2+2)*one]
    s2 = 0.0
    for i = 0..2
        s2 += a2[i]
    end
    total += s2
    n2 = 0
    while n2 < 100*one
        n2 += 1
        if n2 == 7
            break
        end
    end
    total += n2
    w2 = "w2"
    if one > 2
        w2 = w2 + "!"
    end
    a3 = [3*one, (3+1)*one, (3+2)*one]
    s3 = 0.0
    for i = 0..2
        s3 += a3[i]
    end
    total += s3
    n3 = 0
    while n3 < 100*one
        n3 += 1
        if n3 == 7
            break
        end
    end
    total += n3
    w3 = "w3"
    if one > 2
        w3 = w3 + "!"
    end
    try
        b3 = a3 + 1
        total += b3[3+3+last]
    catch ex
        caught += 1
    end
    a4 = [4*one, (4+1)*one, (4+2)*one]
    s4 = 0.0
    for i = 0..2
        s4 += a4[i]
    end
    total += s4
    n4 = 0
    while n4 < 100*one
        n4 += 1
        if n4 == 7
            break
        end
    end
    total += n4
    w4 = "w4"
    if one > 2
        w4 = w4 + "!"
    end
    a5 = [5*one, (5+1)*one, (5+2)*one]
    s5 = 0.0
    for i = 0..2
        s5 += a5[i]
    end
    total += s5
    n5 = 0
    while n5 < 100*one
        n5 += 1
        if n5 == 7
            break
        end
    end
    total += n5
    w5 = "w5"
    if one > 2
        w5 = w5 + "!"
    end
    a6 = [6*one, (6+1)*one, (6+2)*one]
    s6 = 0.0
    for i = 0..2
        s6 += a6[i]
    end
    total += s6
    n6 = 0
    while n6 < 100*one
        n6 += 1
        if n6 == 7
            break
        end
    end
    total += n6
    w6 = "w6"
    if one > 2
        w6 = w6 + "!"
    end
    try
        b6 = a6 + 1
        total += b6[6+3+last]
    catch ex
        caught += 1
    end
    a7 = [7*one, (7+1)*one, (7+2)*one]
    s7 = 0.0
    for i = 0..2
        s7 += a7[i]
    end
    total += s7
    n7 = 0
    while n7 < 100*one
        n7 += 1
        if n7 == 7
            break
        end
    end
    total += n7
    w7 = "w7"
    if one > 2
        w7 = w7 + "!"
    end
    a8 = [8*one, (8+1)*one, (8+2)*one]
    s8 = 0.0
    for i = 0..2
        s8 += a8[i]
    end
    total += s8
    n8 = 0
    while n8 < 100*one
        n8 += 1
        if n8 == 7
            break
        end
    end
    total += n8
    w8 = "w8"
    if one > 2
        w8 = w8 + "!"
    end
    a9 = [9*one, (9+1)*one, (9+2)*one]
    s9 = 0.0
    for i = 0..2
        s9 += a9[i]
    end
    total += s9
    n9 = 0
    while n9 < 100*one
        n9 += 1
        if n9 == 7
            break
        end
    end
    total += n9
    w9 = "w9"
    if one > 2
        w9 = w9 + "!"
    end
    try
        b9 = a9 + 1
        total += b9[9+3+last]
    catch ex
        caught += 1
    end
    a10 = [10*one, (10+1)*one, (10+2)*one]
    s10 = 0.0
    for i = 0..2
        s10 += a10[i]
    end
    total += s10
    n10 = 0
    while n10 < 100*one
        n10 += 1
        if n10 == 7
            break
        end
    end
    total += n10
    w10 = "w10"
    if one > 2
        w10 = w10 + "!"
    end
    a11 = [11*one, (11+1)*one, (11+2)*one]
    s11 = 0.0
    for i = 0..2
        s11 += a11[i]
    end
    total += s11
    n11 = 0
    while n11 < 100*one
        n11 += 1
        if n11 == 7
            break
        end
    end
    total += n11
    w11 = "w11"
    if one > 2
        w11 = w11 + "!"
    end
    a12 = [12*one, (12+1)*one, (12+2)*one]
    s12 = 0.0
    for i = 0..2
        s12 += a12[i]
    end
    total += s12
    n12 = 0
    while n12 < 100*one
        n12 += 1
        if n12 == 7
            break
        end
    end
    total += n12
    w12 = "w12"
    if one > 2
        w12 = w12 + "!"
    end
    try
        b12 = a12 + 1
        total += b12[12+3+last]
    catch ex
        caught += 1
    end
    a13 = [13*one, (13+1)*one, (13+2)*one]
    s13 = 0.0
    for i = 0..2
        s13 += a13[i]
    end
    total += s13
    n13 = 0
    while n13 < 100*one
        n13 += 1
        if n13 == 7
            break
        end
    end
    total += n13
    w13 = "w13"
    if one > 2
        w13 = w13 + "!"
    end
    a14 = [14*one, (14+1)*one, (14+2)*one]
    s14 = 0.0
    for i = 0..2
        s14 += a14[i]
    end
    total += s14
    n14 = 0
    while n14 < 100*one
        n14 += 1
        if n14 == 7
            break
        end
    end
    total += n14
    w14 = "w14"
    if one > 2
        w14 = w14 + "!"
    end
    a15 = [15*one, (15+1)*one, (15+2)*one]
    s15 = 0.0
    for i = 0..2
        s15 += a15[i]
    end
    total += s15
    n15 = 0
    while n15 < 100*one
        n15 += 1
        if n15 == 7
            break
        end
    end
    total += n15
    w15 = "w15"
    if one > 2
        w15 = w15 + "!"
    end
    try
        b15 = a15 + 1
        total += b15[15+3+last]
    catch ex
        caught += 1
    end
    a16 = [16*one, (16+1)*one, (16+2)*one]
    s16 = 0.0
    for i = 0..2
        s16 += a16[i]
    end
    total += s16
    n16 = 0
    while n16 < 100*one
        n16 += 1
        if n16 == 7
            break
        end
    end
    total += n16
    w16 = "w16"
    if one > 2
        w16 = w16 + "!"
    end
    a17 = [17*one, (17+1)*one, (17+2)*one]
    s17 = 0.0
    for i = 0..2
        s17 += a17[i]
    end
    total += s17
    n17 = 0
    while n17 < 100*one
        n17 += 1
        if n17 == 7
            break
        end
    end
    total += n17
    w17 = "w17"
    if one > 2
        w17 = w17 + "!"
    end
    a18 = [18*one, (18+1)*one, (18+2)*one]
    s18 = 0.0
    for i = 0..2
        s18 += a18[i]
    end
    total += s18
    n18 = 0
    while n18 < 100*one
        n18 += 1
        if n18 == 7
            break
        end
    end
    total += n18
    w18 = "w18"
    if one > 2
        w18 = w18 + "!"
    end
    try
        b18 = a18 + 1
        total += b18[18+3+last]
    catch ex
        caught += 1
    end
    a19 = [19*one, (19+1)*one, (19+2)*one]
    s19 = 0.0
    for i = 0..2
        s19 += a19[i]
    end
    total += s19
    n19 = 0
    while n19 < 100*one
        n19 += 1
        if n19 == 7
            break
        end
    end
    total += n19
    w19 = "w19"
    if one > 2
        w19 = w19 + "!"
    end
    a20 = [20*one, (20+1)*one, (20+2)*one]
    s20 = 0.0
    for i = 0..2
        s20 += a20[i]
    end
    total += s20
    n20 = 0
    while n20 < 100*one
        n20 += 1
        if n20 == 7
            break
        end
    end
    total += n20
    w20 = "w20"
    if one > 2
        w20 = w20 + "!"
    end
    a21 = [21*one, (21+1)*one, (21+2)*one]
    s21 = 0.0
    for i = 0..2
        s21 += a21[i]
    end
    total += s21
    n21 = 0
    while n21 < 100*one
        n21 += 1
        if n21 == 7
            break
        end
    end
    total += n21
    w21 = "w21"
    if one > 2
        w21 = w21 + "!"
    end
    try
        b21 = a21 + 1
        total += b21[21+3+last]
    catch ex
        caught += 1
    end
    a22 = [22*one, (22+1)*one, (22+2)*one]
    s22 = 0.0
    for i = 0..2
        s22 += a22[i]
    end
    total += s22
    n22 = 0
    while n22 < 100*one
        n22 += 1
        if n22 == 7
            break
        end
    end
    total += n22
    w22 = "w22"
    if one > 2
        w22 = w22 + "!"
    end
    a23 = [23*one, (23+1)*one, (23+2)*one]
    s23 = 0.0
    for i = 0..2
        s23 += a23[i]
    end
    total += s23
    n23 = 0
    while n23 < 100*one
        n23 += 1
        if n23 == 7
            break
        end
    end
    total += n23
    w23 = "w23"
    if one > 2
        w23 = w23 + "!"
    end
    a24 = [24*one, (24+1)*one, (24+2)*one]
    s24 = 0.0
    for i = 0..2
        s24 += a24[i]
    end
    total += s24
    n24 = 0
    while n24 < 100*one
        n24 += 1
        if n24 == 7
            break
        end
    end
    total += n24
    w24 = "w24"
    if one > 2
        w24 = w24 + "!"
    end
    try
        b24 = a24 + 1
        total += b24[24+3+last]
    catch ex
        caught += 1
    end
    a25 = [25*one, (25+1)*one, (25+2)*one]
    s25 = 0.0
    for i = 0..2
        s25 += a25[i]
    end
    total += s25
    n25 = 0
    while n25 < 100*one
        n25 += 1
        if n25 == 7
            break
        end
    end
    total += n25
    w25 = "w25"
    if one > 2
        w25 = w25 + "!"
    end
    a26 = [26*one, (26+1)*one, (26+2)*one]
    s26 = 0.0
    for i = 0..2
        s26 += a26[i]
    end
    total += s26
    n26 = 0
    while n26 < 100*one
        n26 += 1
        if n26 == 7
            break
        end
    end
    total += n26
    w26 = "w26"
    if one > 2
        w26 = w26 + "!"
    end
    a27 = [27*one, (27+1)*one, (27+2)*one]
    s27 = 0.0
    for i = 0..2
        s27 += a27[i]
    end
    total += s27
    n27 = 0
    while n27 < 100*one
        n27 += 1
        if n27 == 7
            break
        end
    end
    total += n27
    w27 = "w27"
    if one > 2
        w27 = w27 + "!"
    end
    try
        b27 = a27 + 1
        total += b27[27+3+last]
    catch ex
        caught += 1
    end
    a28 = [28*one, (28+1)*one, (28+2)*one]
    s28 = 0.0
    for i = 0..2
        s28 += a28[i]
    end
    total += s28
    n28 = 0
    while n28 < 100*one
        n28 += 1
        if n28 == 7
            break
        end
    end
    total += n28
    w28 = "w28"
    if one > 2
        w28 = w28 + "!"
    end
    a29 = [29*one, (29+1)*one, (29+2)*one]
    s29 = 0.0
    for i = 0..2
        s29 += a29[i]
    end
    total += s29
    n29 = 0
    while n29 < 100*one
        n29 += 1
        if n29 == 7
            break
        end
    end
    total += n29
    w29 = "w29"
    if one > 2
        w29 = w29 + "!"
    end
    a30 = [30*one, (30+1)*one, (30+2)*one]
    s30 = 0.0
    for i = 0..2
        s30 += a30[i]
    end
    total += s30
    n30 = 0
    while n30 < 100*one
        n30 += 1
        if n30 == 7
            break
        end
    end
    total += n30
    w30 = "w30"
    if one > 2
        w30 = w30 + "!"
    end
    try
        b30 = a30 + 1
        total += b30[30+3+last]
    catch ex
        caught += 1
    end
    a31 = [31*one, (31+1)*one, (31+2)*one]
    s31 = 0.0
    for i = 0..2
        s31 += a31[i]
    end
    total += s31
    n31 = 0
    while n31 < 100*one
        n31 += 1
        if n31 == 7
            break
        end
    end
    total += n31
    w31 = "w31"
    if one > 2
        w31 = w31 + "!"
    end
    a32 = [32*one, (32+1)*one, (32+2)*one]
    s32 = 0.0
    for i = 0..2
        s32 += a32[i]
    end
    total += s32
    n32 = 0
    while n32 < 100*one
        n32 += 1
        if n32 == 7
            break
        end
    end
    total += n32
    w32 = "w32"
    if one > 2
        w32 = w32 + "!"
    end
    a33 = [33*one, (33+1)*one, (33+2)*one]
    s33 = 0.0
    for i = 0..2
        s33 += a33[i]
    end
    total += s33
    n33 = 0
    while n33 < 100*one
        n33 += 1
        if n33 == 7
            break
        end
    end
    total += n33
    w33 = "w33"
    if one > 2
        w33 = w33 + "!"
    end
    try
        b33 = a33 + 1
        total += b33[33+3+last]
    catch ex
        caught += 1
    end
    a34 = [34*one, (34+1)*one, (34+2)*one]
    s34 = 0.0
    for i = 0..2
        s34 += a34[i]
    end
    total += s34
    n34 = 0
    while n34 < 100*one
        n34 += 1
        if n34 == 7
            break
        end
    end
    total += n34
    w34 = "w34"
    if one > 2
        w34 = w34 + "!"
    end
    a35 = [35*one, (35+1)*one, (35+2)*one]
    s35 = 0.0
    for i = 0..2
        s35 += a35[i]
    end
    total += s35
    n35 = 0
    while n35 < 100*one
        n35 += 1
        if n35 == 7
            break
        end
    end
    total += n35
    w35 = "w35"
    if one > 2
        w35 = w35 + "!"
    end
    a36 = [36*one, (36+1)*one, (36+2)*one]
    s36 = 0.0
    for i = 0..2
        s36 += a36[i]
    end
    total += s36
    n36 = 0
    while n36 < 100*one
        n36 += 1
        if n36 == 7
            break
        end
    end
    total += n36
    w36 = "w36"
    if one > 2
        w36 = w36 + "!"
    end
    try
        b36 = a36 + 1
        total += b36[36+3+last]
    catch ex
        caught += 1
    end
    a37 = [37*one, (37+1)*one, (37+2)*one]
    s37 = 0.0
    for i = 0..2
        s37 += a37[i]
    end
    total += s37
    n37 = 0
    while n37 < 100*one
        n37 += 1
        if n37 == 7
            break
        end
    end
    total += n37
    w37 = "w37"
    if one > 2
        w37 = w37 + "!"
    end
    a38 = [38*one, (38+1)*one, (38+2)*one]
    s38 = 0.0
    for i = 0..2
        s38 += a38[i]
    end
    total += s38
    n38 = 0
    while n38 < 100*one
        n38 += 1
        if n38 == 7
            break
        end
    end
    total += n38
    w38 = "w38"
    if one > 2
        w38 = w38 + "!"
    end
    a39 = [39*one, (39+1)*one, (39+2)*one]
    s39 = 0.0
    for i = 0..2
        s39 += a39[i]
    end
    total += s39
    n39 = 0
    while n39 < 100*one
        n39 += 1
        if n39 == 7
            break
        end
    end
    total += n39
    w39 = "w39"
    if one > 2
        w39 = w39 + "!"
    end
    try
        b39 = a39 + 1
        total += b39[39+3+last]
    catch ex
        caught += 1
    end
    a40 = [40*one, (40+1)*one, (40+2)*one]
    s40 = 0.0
    for i = 0..2
        s40 += a40[i]
    end
    total += s40
    n40 = 0
    while n40 < 100*one
        n40 += 1
        if n40 == 7
            break
        end
    end
    total += n40
    w40 = "w40"
    if one > 2
        w40 = w40 + "!"
    end
    a41 = [41*one, (41+1)*one, (41+2)*one]
    s41 = 0.0
    for i = 0..2
        s41 += a41[i]
    end
    total += s41
    n41 = 0
    while n41 < 100*one
        n41 += 1
        if n41 == 7
            break
        end
    end
    total += n41
    w41 = "w41"
    if one > 2
        w41 = w41 + "!"
    end
    a42 = [42*one, (42+1)*one, (42+2)*one]
    s42 = 0.0
    for i = 0..2
        s42 += a42[i]
    end
    total += s42
    n42 = 0
    while n42 < 100*one
        n42 += 1
        if n42 == 7
            break
        end
    end
    total += n42
    w42 = "w42"
    if one > 2
        w42 = w42 + "!"
    end
    try
        b42 = a42 + 1
        total += b42[42+3+last]
    catch ex
        caught += 1
    end
    a43 = [43*one, (43+1)*one, (43+2)*one]
    s43 = 0.0
    for i = 0..2
        s43 += a43[i]
    end
    total += s43
    n43 = 0
    while n43 < 100*one
        n43 += 1
        if n43 == 7
            break
        end
    end
    total += n43
    w43 = "w43"
    if one > 2
        w43 = w43 + "!"
    end
    a44 = [44*one, (44+1)*one, (44+2)*one]
    s44 = 0.0
    for i = 0..2
        s44 += a44[i]
    end
    total += s44
    n44 = 0
    while n44 < 100*one
        n44 += 1
        if n44 == 7
            break
        end
    end
    total += n44
    w44 = "w44"
    if one > 2
        w44 = w44 + "!"
    end
    a45 = [45*one, (45+1)*one, (45+2)*one]
    s45 = 0.0
    for i = 0..2
        s45 += a45[i]
    end
    total += s45
    n45 = 0
    while n45 < 100*one
        n45 += 1
        if n45 == 7
            break
        end
    end
    total += n45
    w45 = "w45"
    if one > 2
        w45 = w45 + "!"
    end
    try
        b45 = a45 + 1
        total += b45[45+3+last]
    catch ex
        caught += 1
    end
    a46 = [46*one, (46+1)*one, (46+2)*one]
    s46 = 0.0
    for i = 0..2
        s46 += a46[i]
    end
    total += s46
    n46 = 0
    while n46 < 100*one
        n46 += 1
        if n46 == 7
            break
        end
    end
    total += n46
    w46 = "w46"
    if one > 2
        w46 = w46 + "!"
    end
    a47 = [47*one, (47+1)*one, (47+2)*one]
    s47 = 0.0
    for i = 0..2
        s47 += a47[i]
    end
    total += s47
    n47 = 0
    while n47 < 100*one
        n47 += 1
        if n47 == 7
            break
        end
    end
    total += n47
    w47 = "w47"
    if one > 2
        w47 = w47 + "!"
    end
    a48 = [48*one, (48+1)*one, (48+2)*one]
    s48 = 0.0
    for i = 0..2
        s48 += a48[i]
    end
    total += s48
    n48 = 0
    while n48 < 100*one
        n48 += 1
        if n48 == 7
            break
        end
    end
    total += n48
    w48 = "w48"
    if one > 2
        w48 = w48 + "!"
    end
    try
        b48 = a48 + 1
        total += b48[48+3+last]
    catch ex
        caught += 1
    end
    a49 = [49*one, (49+1)*one, (49+2)*one]
    s49 = 0.0
    for i = 0..2
        s49 += a49[i]
    end
    total += s49
    n49 = 0
    while n49 < 100*one
        n49 += 1
        if n49 == 7
            break
        end
    end
    total += n49
    w49 = "w49"
    if one > 2
        w49 = w49 + "!"
    end
    a50 = [50*one, (50+1)*one, (50+2)*one]
    s50 = 0.0
    for i = 0..2
        s50 += a50[i]
    end
    total += s50
    n50 = 0
    while n50 < 100*one
        n50 += 1
        if n50 == 7
            break
        end
    end
    total += n50
    w50 = "w50"
    if one > 2
        w50 = w50 + "!"
    end
    a51 = [51*one, (51+1)*one, (51+2)*one]
    s51 = 0.0
    for i = 0..2
        s51 += a51[i]
    end
    total += s51
    n51 = 0
    while n51 < 100*one
        n51 += 1
        if n51 == 7
            break
        end
    end
    total += n51
    w51 = "w51"
    if one > 2
        w51 = w51 + "!"
    end
    try
        b51 = a51 + 1
        total += b51[51+3+last]
    catch ex
        caught += 1
    end
    a52 = [52*one, (52+1)*one, (52+2)*one]
    s52 = 0.0
    for i = 0..2
        s52 += a52[i]
    end
    total += s52
    n52 = 0
    while n52 < 100*one
        n52 += 1
        if n52 == 7
            break
        end
    end
    total += n52
    w52 = "w52"
    if one > 2
        w52 = w52 + "!"
    end
    a53 = [53*one, (53+1)*one, (53+2)*one]
    s53 = 0.0
    for i = 0..2
        s53 += a53[i]
    end
    total += s53
    n53 = 0
    while n53 < 100*one
        n53 += 1
        if n53 == 7
            break
        end
    end
    total += n53
    w53 = "w53"
    if one > 2
        w53 = w53 + "!"
    end
    a54 = [54*one, (54+1)*one, (54+2)*one]
    s54 = 0.0
    for i = 0..2
        s54 += a54[i]
    end
    total += s54
    n54 = 0
    while n54 < 100*one
        n54 += 1
        if n54 == 7
            break
        end
    end
    total += n54
    w54 = "w54"
    if one > 2
        w54 = w54 + "!"
    end
    try
        b54 = a54 + 1
        total += b54[54+3+last]
    catch ex
        caught += 1
    end
    a55 = [55*one, (55+1)*one, (55+2)*one]
    s55 = 0.0
    for i = 0..2
        s55 += a55[i]
    end
    total += s55
    n55 = 0
    while n55 < 100*one
        n55 += 1
        if n55 == 7
            break
        end
    end
    total += n55
    w55 = "w55"
    if one > 2
        w55 = w55 + "!"
    end
    a56 = [56*one, (56+1)*one, (56+2)*one]
    s56 = 0.0
    for i = 0..2
        s56 += a56[i]
    end
    total += s56
    n56 = 0
    while n56 < 100*one
        n56 += 1
        if n56 == 7
            break
        end
    end
    total += n56
    w56 = "w56"
    if one > 2
        w56 = w56 + "!"
    end
    a57 = [57*one, (57+1)*one, (57+2)*one]
    s57 = 0.0
    for i = 0..2
        s57 += a57[i]
    end
    total += s57
    n57 = 0
    while n57 < 100*one
        n57 += 1
        if n57 == 7
            break
        end
    end
    total += n57
    w57 = "w57"
    if one > 2
        w57 = w57 + "!"
    end
    try
        b57 = a57 + 1
        total += b57[57+3+last]
    catch ex
        caught += 1
    end
    a58 = [58*one, (58+1)*one, (58+2)*one]
    s58 = 0.0
    for i = 0..2
        s58 += a58[i]
    end
    total += s58
    n58 = 0
    while n58 < 100*one
        n58 += 1
        if n58 == 7
            break
        end
    end
    total += n58
    w58 = "w58"
    if one > 2
        w58 = w58 + "!"
    end
    a59 = [59*one, (59+1)*one, (59+2)*one]
    s59 = 0.0
    for i = 0..2
        s59 += a59[i]
    end
    total += s59
    n59 = 0
    while n59 < 100*one
        n59 += 1
        if n59 == 7
            break
        end
    end
    total += n59
    w59 = "w59"
    if one > 2
        w59 = w59 + "!"
    end
    a60 = [60*one, (60+1)*one, (60+2)*one]
    s60 = 0.0
    for i = 0..2
        s60 += a60[i]
    end
    total += s60
    n60 = 0
    while n60 < 100*one
        n60 += 1
        if n60 == 7
            break
        end
    end
    total += n60
    w60 = "w60"
    if one > 2
        w60 = w60 + "!"
    end
    try
        b60 = a60 + 1
        total += b60[60+3+last]
    catch ex
        caught += 1
    end
    a61 = [61*one, (61+1)*one, (61+2)*one]
    s61 = 0.0
    for i = 0..2
        s61 += a61[i]
    end
    total += s61
    n61 = 0
    while n61 < 100*one
        n61 += 1
        if n61 == 7
            break
        end
    end
    total += n61
    w61 = "w61"
    if one > 2
        w61 = w61 + "!"
    end
    a62 = [62*one, (62+1)*one, (62+2)*one]
    s62 = 0.0
    for i = 0..2
        s62 += a62[i]
    end
    total += s62
    n62 = 0
    while n62 < 100*one
        n62 += 1
        if n62 == 7
            break
        end
    end
    total += n62
    w62 = "w62"
    if one > 2
        w62 = w62 + "!"
    end
    a63 = [63*one, (63+1)*one, (63+2)*one]
    s63 = 0.0
    for i = 0..2
        s63 += a63[i]
    end
    total += s63
    n63 = 0
    while n63 < 100*one
        n63 += 1
        if n63 == 7
            break
        end
    end
    total += n63
    w63 = "w63"
    if one > 2
        w63 = w63 + "!"
    end
    try
        b63 = a63 + 1
        total += b63[63+3+last]
    catch ex
        caught += 1
    end
    a64 = [64*one, (64+1)*one, (64+2)*one]
    s64 = 0.0
    for i = 0..2
        s64 += a64[i]
    end
    total += s64
    n64 = 0
    while n64 < 100*one
        n64 += 1
        if n64 == 7
            break
        end
    end
    total += n64
    w64 = "w64"
    if one > 2
        w64 = w64 + "!"
    end
    a65 = [65*one, (65+1)*one, (65+2)*one]
    s65 = 0.0
    for i = 0..2
        s65 += a65[i]
    end
    total += s65
    n65 = 0
    while n65 < 100*one
        n65 += 1
        if n65 == 7
            break
        end
    end
    total += n65
    w65 = "w65"
    if one > 2
        w65 = w65 + "!"
    end
    a66 = [66*one, (66+1)*one, (66+2)*one]
    s66 = 0.0
    for i = 0..2
        s66 += a66[i]
    end
    total += s66
    n66 = 0
    while n66 < 100*one
        n66 += 1
        if n66 == 7
            break
        end
    end
    total += n66
    w66 = "w66"
    if one > 2
        w66 = w66 + "!"
    end
    try
        b66 = a66 + 1
        total += b66[66+3+last]
    catch ex
        caught += 1
    end
    a67 = [67*one, (67+1)*one, (67+2)*one]
    s67 = 0.0
    for i = 0..2
        s67 += a67[i]
    end
    total += s67
    n67 = 0
    while n67 < 100*one
        n67 += 1
        if n67 == 7
            break
        end
    end
    total += n67
    w67 = "w67"
    if one > 2
        w67 = w67 + "!"
    end
    a68 = [68*one, (68+1)*one, (68+2)*one]
    s68 = 0.0
    for i = 0..2
        s68 += a68[i]
    end
    total += s68
    n68 = 0
    while n68 < 100*one
        n68 += 1
        if n68 == 7
            break
        end
    end
    total += n68
    w68 = "w68"
    if one > 2
        w68 = w68 + "!"
    end
    a69 = [69*one, (69+1)*one, (69+2)*one]
    s69 = 0.0
    for i = 0..2
        s69 += a69[i]
    end
    total += s69
    n69 = 0
    while n69 < 100*one
        n69 += 1
        if n69 == 7
            break
        end
    end
    total += n69
    w69 = "w69"
    if one > 2
        w69 = w69 + "!"
    end
    try
        b69 = a69 + 1
        total += b69[69+3+last]
    catch ex
        caught += 1
    end
    a70 = [70*one, (70+1)*one, (70+2)*one]
    s70 = 0.0
    for i = 0..2
        s70 += a70[i]
    end
    total += s70
    n70 = 0
    while n70 < 100*one
        n70 += 1
        if n70 == 7
            break
        end
    end
    total += n70
    w70 = "w70"
    if one > 2
        w70 = w70 + "!"
    end
    a71 = [71*one, (71+1)*one, (71+2)*one]
    s71 = 0.0
    for i = 0..2
        s71 += a71[i]
    end
    total += s71
    n71 = 0
    while n71 < 100*one
        n71 += 1
        if n71 == 7
            break
        end
    end
    total += n71
    w71 = "w71"
    if one > 2
        w71 = w71 + "!"
    end
    a72 = [72*one, (72+1)*one, (72+2)*one]
    s72 = 0.0
    for i = 0..2
        s72 += a72[i]
    end
    total += s72
    n72 = 0
    while n72 < 100*one
        n72 += 1
        if n72 == 7
            break
        end
    end
    total += n72
    w72 = "w72"
    if one > 2
        w72 = w72 + "!"
    end
    try
        b72 = a72 + 1
        total += b72[72+3+last]
    catch ex
        caught += 1
    end
    a73 = [73*one, (73+1)*one, (73+2)*one]
    s73 = 0.0
    for i = 0..2
        s73 += a73[i]
    end
    total += s73
    n73 = 0
    while n73 < 100*one
        n73 += 1
        if n73 == 7
            break
        end
    end
    total += n73
    w73 = "w73"
    if one > 2
        w73 = w73 + "!"
    end
    a74 = [74*one, (74+1)*one, (74+2)*one]
    s74 = 0.0
    for i = 0..2
        s74 += a74[i]
    end
    total += s74
    n74 = 0
    while n74 < 100*one
        n74 += 1
        if n74 == 7
            break
        end
    end
    total += n74
    w74 = "w74"
    if one > 2
        w74 = w74 + "!"
    end
    a75 = [75*one, (75+1)*one, (75+2)*one]
    s75 = 0.0
    for i = 0..2
        s75 += a75[i]
    end
    total += s75
    n75 = 0
    while n75 < 100*one
        n75 += 1
        if n75 == 7
            break
        end
    end
    total += n75
    w75 = "w75"
    if one > 2
        w75 = w75 + "!"
    end
    try
        b75 = a75 + 1
        total += b75[75+3+last]
    catch ex
        caught += 1
    end
    a76 = [76*one, (76+1)*one, (76+2)*one]
    s76 = 0.0
    for i = 0..2
        s76 += a76[i]
    end
    total += s76
    n76 = 0
    while n76 < 100*one
        n76 += 1
        if n76 == 7
            break
        end
    end
    total += n76
    w76 = "w76"
    if one > 2
        w76 = w76 + "!"
    end
    a77 = [77*one, (77+1)*one, (77+2)*one]
    s77 = 0.0
    for i = 0..2
        s77 += a77[i]
    end
    total += s77
    n77 = 0
    while n77 < 100*one
        n77 += 1
        if n77 == 7
            break
        end
    end
    total += n77
    w77 = "w77"
    if one > 2
        w77 = w77 + "!"
    end
    a78 = [78*one, (78+1)*one, (78+2)*one]
    s78 = 0.0
    for i = 0..2
        s78 += a78[i]
    end
    total += s78
    n78 = 0
    while n78 < 100*one
        n78 += 1
        if n78 == 7
            break
        end
    end
    total += n78
    w78 = "w78"
    if one > 2
        w78 = w78 + "!"
    end
    try
        b78 = a78 + 1
        total += b78[78+3+last]
    catch ex
        caught += 1
    end
    a79 = [79*one, (79+1)*one, (79+2)*one]
    s79 = 0.0
    for i = 0..2
        s79 += a79[i]
    end
    total += s79
    n79 = 0
    while n79 < 100*one
        n79 += 1
        if n79 == 7
            break
        end
    end
    total += n79
    w79 = "w79"
    if one > 2
        w79 = w79 + "!"
    end
    a80 = [80*one, (80+1)*one, (80+2)*one]
    s80 = 0.0
    for i = 0..2
        s80 += a80[i]
    end
    total += s80
    n80 = 0
    while n80 < 100*one
        n80 += 1
        if n80 == 7
            break
        end
    end
    total += n80
    w80 = "w80"
    if one > 2
        w80 = w80 + "!"
    end
    a81 = [81*one, (81+1)*one, (81+2)*one]
    s81 = 0.0
    for i = 0..2
        s81 += a81[i]
    end
    total += s81
    n81 = 0
    while n81 < 100*one
        n81 += 1
        if n81 == 7
            break
        end
    end
    total += n81
    w81 = "w81"
    if one > 2
        w81 = w81 + "!"
    end
    try
        b81 = a81 + 1
        total += b81[81+3+last]
    catch ex
        caught += 1
    end
    a82 = [82*one, (82+1)*one, (82+2)*one]
    s82 = 0.0
    for i = 0..2
        s82 += a82[i]
    end
    total += s82
    n82 = 0
    while n82 < 100*one
        n82 += 1
        if n82 == 7
            break
        end
    end
    total += n82
    w82 = "w82"
    if one > 2
        w82 = w82 + "!"
    end
    a83 = [83*one, (83+1)*one, (83+2)*one]
    s83 = 0.0
    for i = 0..2
        s83 += a83[i]
    end
    total += s83
    n83 = 0
    while n83 < 100*one
        n83 += 1
        if n83 == 7
            break
        end
    end
    total += n83
    w83 = "w83"
    if one > 2
        w83 = w83 + "!"
    end
    a84 = [84*one, (84+1)*one, (84+2)*one]
    s84 = 0.0
    for i = 0..2
        s84 += a84[i]
    end
    total += s84
    n84 = 0
    while n84 < 100*one
        n84 += 1
        if n84 == 7
            break
        end
    end
    total += n84
    w84 = "w84"
    if one > 2
        w84 = w84 + "!"
    end
    try
        b84 = a84 + 1
        total += b84[84+3+last]
    catch ex
        caught += 1
    end
    a85 = [85*one, (85+1)*one, (85+2)*one]
    s85 = 0.0
    for i = 0..2
        s85 += a85[i]
    end
    total += s85
    n85 = 0
    while n85 < 100*one
        n85 += 1
        if n85 == 7
            break
        end
    end
    total += n85
    w85 = "w85"
    if one > 2
        w85 = w85 + "!"
    end
    a86 = [86*one, (86+1)*one, (86+2)*one]
    s86 = 0.0
    for i = 0..2
        s86 += a86[i]
    end
    total += s86
    n86 = 0
    while n86 < 100*one
        n86 += 1
        if n86 == 7
            break
        end
    end
    total += n86
    w86 = "w86"
    if one > 2
        w86 = w86 + "!"
    end
    a87 = [87*one, (87+1)*one, (87+2)*one]
    s87 = 0.0
    for i = 0..2
        s87 += a87[i]
    end
    total += s87
    n87 = 0
    while n87 < 100*one
        n87 += 1
        if n87 == 7
            break
        end
    end
    total += n87
    w87 = "w87"
    if one > 2
        w87 = w87 + "!"
    end
    try
        b87 = a87 + 1
        total += b87[87+3+last]
    catch ex
        caught += 1
    end
    a88 = [88*one, (88+1)*one, (88+2)*one]
    s88 = 0.0
    for i = 0..2
        s88 += a88[i]
    end
    total += s88
    n88 = 0
    while n88 < 100*one
        n88 += 1
        if n88 == 7
            break
        end
    end
    total += n88
    w88 = "w88"
    if one > 2
        w88 = w88 + "!"
    end
    a89 = [89*one, (89+1)*one, (89+2)*one]
    s89 = 0.0
    for i = 0..2
        s89 += a89[i]
    end
    total += s89
    n89 = 0
    while n89 < 100*one
        n89 += 1
        if n89 == 7
            break
        end
    end
    total += n89
    w89 = "w89"
    if one > 2
        w89 = w89 + "!"
    end
    far = 0.0
    far += a0[0]*(n0 - 6) + (s0 - 3*a0[1])
    far += a1[0]*(n1 - 6) + (s1 - 3*a1[1])
    far += a2[0]*(n2 - 6) + (s2 - 3*a2[1])
    far += a3[0]*(n3 - 6) + (s3 - 3*a3[1])
    far += a4[0]*(n4 - 6) + (s4 - 3*a4[1])
    far += a5[0]*(n5 - 6) + (s5 - 3*a5[1])
    far += a6[0]*(n6 - 6) + (s6 - 3*a6[1])
    far += a7[0]*(n7 - 6) + (s7 - 3*a7[1])
    far += a8[0]*(n8 - 6) + (s8 - 3*a8[1])
    far += a9[0]*(n9 - 6) + (s9 - 3*a9[1])
    far += a10[0]*(n10 - 6) + (s10 - 3*a10[1])
    far += a11[0]*(n11 - 6) + (s11 - 3*a11[1])
    far += a12[0]*(n12 - 6) + (s12 - 3*a12[1])
    far += a13[0]*(n13 - 6) + (s13 - 3*a13[1])
    far += a14[0]*(n14 - 6) + (s14 - 3*a14[1])
    far += a15[0]*(n15 - 6) + (s15 - 3*a15[1])
    far += a16[0]*(n16 - 6) + (s16 - 3*a16[1])
    far += a17[0]*(n17 - 6) + (s17 - 3*a17[1])
    far += a18[0]*(n18 - 6) + (s18 - 3*a18[1])
    far += a19[0]*(n19 - 6) + (s19 - 3*a19[1])
    far += a20[0]*(n20 - 6) + (s20 - 3*a20[1])
    far += a21[0]*(n21 - 6) + (s21 - 3*a21[1])
    far += a22[0]*(n22 - 6) + (s22 - 3*a22[1])
    far += a23[0]*(n23 - 6) + (s23 - 3*a23[1])
    far += a24[0]*(n24 - 6) + (s24 - 3*a24[1])
    far += a25[0]*(n25 - 6) + (s25 - 3*a25[1])
    far += a26[0]*(n26 - 6) + (s26 - 3*a26[1])
    far += a27[0]*(n27 - 6) + (s27 - 3*a27[1])
    far += a28[0]*(n28 - 6) + (s28 - 3*a28[1])
    far += a29[0]*(n29 - 6) + (s29 - 3*a29[1])
    far += a30[0]*(n30 - 6) + (s30 - 3*a30[1])
    far += a31[0]*(n31 - 6) + (s31 - 3*a31[1])
    far += a32[0]*(n32 - 6) + (s32 - 3*a32[1])
    far += a33[0]*(n33 - 6) + (s33 - 3*a33[1])
    far += a34[0]*(n34 - 6) + (s34 - 3*a34[1])
    far += a35[0]*(n35 - 6) + (s35 - 3*a35[1])
    far += a36[0]*(n36 - 6) + (s36 - 3*a36[1])
    far += a37[0]*(n37 - 6) + (s37 - 3*a37[1])
    far += a38[0]*(n38 - 6) + (s38 - 3*a38[1])
    far += a39[0]*(n39 - 6) + (s39 - 3*a39[1])
    far += a40[0]*(n40 - 6) + (s40 - 3*a40[1])
    far += a41[0]*(n41 - 6) + (s41 - 3*a41[1])
    far += a42[0]*(n42 - 6) + (s42 - 3*a42[1])
    far += a43[0]*(n43 - 6) + (s43 - 3*a43[1])
    far += a44[0]*(n44 - 6) + (s44 - 3*a44[1])
    far += a45[0]*(n45 - 6) + (s45 - 3*a45[1])
    far += a46[0]*(n46 - 6) + (s46 - 3*a46[1])
    far += a47[0]*(n47 - 6) + (s47 - 3*a47[1])
    far += a48[0]*(n48 - 6) + (s48 - 3*a48[1])
    far += a49[0]*(n49 - 6) + (s49 - 3*a49[1])
    far += a50[0]*(n50 - 6) + (s50 - 3*a50[1])
    far += a51[0]*(n51 - 6) + (s51 - 3*a51[1])
    far += a52[0]*(n52 - 6) + (s52 - 3*a52[1])
    far += a53[0]*(n53 - 6) + (s53 - 3*a53[1])
    far += a54[0]*(n54 - 6) + (s54 - 3*a54[1])
    far += a55[0]*(n55 - 6) + (s55 - 3*a55[1])
    far += a56[0]*(n56 - 6) + (s56 - 3*a56[1])
    far += a57[0]*(n57 - 6) + (s57 - 3*a57[1])
    far += a58[0]*(n58 - 6) + (s58 - 3*a58[1])
    far += a59[0]*(n59 - 6) + (s59 - 3*a59[1])
    far += a60[0]*(n60 - 6) + (s60 - 3*a60[1])
    far += a61[0]*(n61 - 6) + (s61 - 3*a61[1])
    far += a62[0]*(n62 - 6) + (s62 - 3*a62[1])
    far += a63[0]*(n63 - 6) + (s63 - 3*a63[1])
    far += a64[0]*(n64 - 6) + (s64 - 3*a64[1])
    far += a65[0]*(n65 - 6) + (s65 - 3*a65[1])
    far += a66[0]*(n66 - 6) + (s66 - 3*a66[1])
    far += a67[0]*(n67 - 6) + (s67 - 3*a67[1])
    far += a68[0]*(n68 - 6) + (s68 - 3*a68[1])
    far += a69[0]*(n69 - 6) + (s69 - 3*a69[1])
    far += a70[0]*(n70 - 6) + (s70 - 3*a70[1])
    far += a71[0]*(n71 - 6) + (s71 - 3*a71[1])
    far += a72[0]*(n72 - 6) + (s72 - 3*a72[1])
    far += a73[0]*(n73 - 6) + (s73 - 3*a73[1])
    far += a74[0]*(n74 - 6) + (s74 - 3*a74[1])
    far += a75[0]*(n75 - 6) + (s75 - 3*a75[1])
    far += a76[0]*(n76 - 6) + (s76 - 3*a76[1])
    far += a77[0]*(n77 - 6) + (s77 - 3*a77[1])
    far += a78[0]*(n78 - 6) + (s78 - 3*a78[1])
    far += a79[0]*(n79 - 6) + (s79 - 3*a79[1])
    far += a80[0]*(n80 - 6) + (s80 - 3*a80[1])
    far += a81[0]*(n81 - 6) + (s81 - 3*a81[1])
    far += a82[0]*(n82 - 6) + (s82 - 3*a82[1])
    far += a83[0]*(n83 - 6) + (s83 - 3*a83[1])
    far += a84[0]*(n84 - 6) + (s84 - 3*a84[1])
    far += a85[0]*(n85 - 6) + (s85 - 3*a85[1])
    far += a86[0]*(n86 - 6) + (s86 - 3*a86[1])
    far += a87[0]*(n87 - 6) + (s87 - 3*a87[1])
    far += a88[0]*(n88 - 6) + (s88 - 3*a88[1])
    far += a89[0]*(n89 - 6) + (s89 - 3*a89[1])
    text = text + w0
    text = text + w10
    text = text + w20
    text = text + w30
    text = text + w40
    text = text + w50
    text = text + w60
    text = text + w70
    text = text + w80
    total += a0[last]
end
[total, caught, far, text] = large(1, 0)
print total, " ", caught, " ", far
print text
% => 12915 30 4005
% => w0w10w20w30w40w50w60w70w80
% An error at the end releases all of it.
try
    [total, caught, far, text] = large(1, 3)
catch ex
    print "outside"
end
% => outside
