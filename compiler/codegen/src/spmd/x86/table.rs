//! Vector instructions, one row each: how AVX2 and AVX-512 encode them.
//!
//! Rows that end in `S32` and `S64` work on the first lane alone. `INVALID` marks what AVX2 lacks.
//!
//! *Invariant:* both encodings of a row take the same operands and compute the same bits.

use iced_x86::Code::{self, *};

use super::machine::Level;

macro_rules! rows {
    ($($name:ident: $vex:ident, $evex:ident;)*) => {
        /// A vector instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the names say what is computed, on lanes of which type")]
        pub enum Row {
            $($name,)*
        }

        impl Row {
            /// Its encoding; none if the level does not have it.
            pub fn code(self, level: Level) -> Option<Code> {
                let code = match (self, level) {
                    $((Row::$name, Level::Avx2) => $vex,
                    (Row::$name, Level::Avx512) => $evex,)*
                };
                (code != INVALID).then_some(code)
            }

            #[cfg(test)]
            pub const ALL: &[Row] = &[$(Row::$name),*];
        }
    };
}

rows! {
    AddF32: VEX_Vaddps_ymm_ymm_ymmm256, EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er;
    SubF32: VEX_Vsubps_ymm_ymm_ymmm256, EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er;
    MulF32: VEX_Vmulps_ymm_ymm_ymmm256, EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er;
    DivF32: VEX_Vdivps_ymm_ymm_ymmm256, EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er;
    MinF32: VEX_Vminps_ymm_ymm_ymmm256, EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae;
    MaxF32: VEX_Vmaxps_ymm_ymm_ymmm256, EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae;
    SqrtF32: VEX_Vsqrtps_ymm_ymmm256, EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er;
    RoundF32: VEX_Vroundps_ymm_ymmm256_imm8, EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae;
    CompareF32: VEX_Vcmpps_ymm_ymm_ymmm256_imm8, EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae;
    AddF64: VEX_Vaddpd_ymm_ymm_ymmm256, EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er;
    SubF64: VEX_Vsubpd_ymm_ymm_ymmm256, EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er;
    MulF64: VEX_Vmulpd_ymm_ymm_ymmm256, EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er;
    DivF64: VEX_Vdivpd_ymm_ymm_ymmm256, EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er;
    MinF64: VEX_Vminpd_ymm_ymm_ymmm256, EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae;
    MaxF64: VEX_Vmaxpd_ymm_ymm_ymmm256, EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae;
    SqrtF64: VEX_Vsqrtpd_ymm_ymmm256, EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er;
    RoundF64: VEX_Vroundpd_ymm_ymmm256_imm8, EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae;
    CompareF64: VEX_Vcmppd_ymm_ymm_ymmm256_imm8, EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae;

    AddS32: VEX_Vaddss_xmm_xmm_xmmm32, EVEX_Vaddss_xmm_k1z_xmm_xmmm32_er;
    SubS32: VEX_Vsubss_xmm_xmm_xmmm32, EVEX_Vsubss_xmm_k1z_xmm_xmmm32_er;
    MulS32: VEX_Vmulss_xmm_xmm_xmmm32, EVEX_Vmulss_xmm_k1z_xmm_xmmm32_er;
    DivS32: VEX_Vdivss_xmm_xmm_xmmm32, EVEX_Vdivss_xmm_k1z_xmm_xmmm32_er;
    MinS32: VEX_Vminss_xmm_xmm_xmmm32, EVEX_Vminss_xmm_k1z_xmm_xmmm32_sae;
    MaxS32: VEX_Vmaxss_xmm_xmm_xmmm32, EVEX_Vmaxss_xmm_k1z_xmm_xmmm32_sae;
    SqrtS32: VEX_Vsqrtss_xmm_xmm_xmmm32, EVEX_Vsqrtss_xmm_k1z_xmm_xmmm32_er;
    AddS64: VEX_Vaddsd_xmm_xmm_xmmm64, EVEX_Vaddsd_xmm_k1z_xmm_xmmm64_er;
    SubS64: VEX_Vsubsd_xmm_xmm_xmmm64, EVEX_Vsubsd_xmm_k1z_xmm_xmmm64_er;
    MulS64: VEX_Vmulsd_xmm_xmm_xmmm64, EVEX_Vmulsd_xmm_k1z_xmm_xmmm64_er;
    DivS64: VEX_Vdivsd_xmm_xmm_xmmm64, EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er;
    MinS64: VEX_Vminsd_xmm_xmm_xmmm64, EVEX_Vminsd_xmm_k1z_xmm_xmmm64_sae;
    MaxS64: VEX_Vmaxsd_xmm_xmm_xmmm64, EVEX_Vmaxsd_xmm_k1z_xmm_xmmm64_sae;
    SqrtS64: VEX_Vsqrtsd_xmm_xmm_xmmm64, EVEX_Vsqrtsd_xmm_k1z_xmm_xmmm64_er;

    // d = ±(a·b) ± d, and with the summand in memory d = ±(a·d) ± b.
    FmaF32: VEX_Vfmadd231ps_ymm_ymm_ymmm256, EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er;
    FmsF32: VEX_Vfmsub231ps_ymm_ymm_ymmm256, EVEX_Vfmsub231ps_zmm_k1z_zmm_zmmm512b32_er;
    FnmaF32: VEX_Vfnmadd231ps_ymm_ymm_ymmm256, EVEX_Vfnmadd231ps_zmm_k1z_zmm_zmmm512b32_er;
    FnmsF32: VEX_Vfnmsub231ps_ymm_ymm_ymmm256, EVEX_Vfnmsub231ps_zmm_k1z_zmm_zmmm512b32_er;
    FmaFactorF32: VEX_Vfmadd213ps_ymm_ymm_ymmm256, EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er;
    FmsFactorF32: VEX_Vfmsub213ps_ymm_ymm_ymmm256, EVEX_Vfmsub213ps_zmm_k1z_zmm_zmmm512b32_er;
    FnmaFactorF32: VEX_Vfnmadd213ps_ymm_ymm_ymmm256, EVEX_Vfnmadd213ps_zmm_k1z_zmm_zmmm512b32_er;
    FnmsFactorF32: VEX_Vfnmsub213ps_ymm_ymm_ymmm256, EVEX_Vfnmsub213ps_zmm_k1z_zmm_zmmm512b32_er;
    FmaF64: VEX_Vfmadd231pd_ymm_ymm_ymmm256, EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er;
    FmsF64: VEX_Vfmsub231pd_ymm_ymm_ymmm256, EVEX_Vfmsub231pd_zmm_k1z_zmm_zmmm512b64_er;
    FnmaF64: VEX_Vfnmadd231pd_ymm_ymm_ymmm256, EVEX_Vfnmadd231pd_zmm_k1z_zmm_zmmm512b64_er;
    FnmsF64: VEX_Vfnmsub231pd_ymm_ymm_ymmm256, EVEX_Vfnmsub231pd_zmm_k1z_zmm_zmmm512b64_er;
    FmaFactorF64: VEX_Vfmadd213pd_ymm_ymm_ymmm256, EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er;
    FmsFactorF64: VEX_Vfmsub213pd_ymm_ymm_ymmm256, EVEX_Vfmsub213pd_zmm_k1z_zmm_zmmm512b64_er;
    FnmaFactorF64: VEX_Vfnmadd213pd_ymm_ymm_ymmm256, EVEX_Vfnmadd213pd_zmm_k1z_zmm_zmmm512b64_er;
    FnmsFactorF64: VEX_Vfnmsub213pd_ymm_ymm_ymmm256, EVEX_Vfnmsub213pd_zmm_k1z_zmm_zmmm512b64_er;
    FmaS32: VEX_Vfmadd231ss_xmm_xmm_xmmm32, EVEX_Vfmadd231ss_xmm_k1z_xmm_xmmm32_er;
    FmsS32: VEX_Vfmsub231ss_xmm_xmm_xmmm32, EVEX_Vfmsub231ss_xmm_k1z_xmm_xmmm32_er;
    FnmaS32: VEX_Vfnmadd231ss_xmm_xmm_xmmm32, EVEX_Vfnmadd231ss_xmm_k1z_xmm_xmmm32_er;
    FnmsS32: VEX_Vfnmsub231ss_xmm_xmm_xmmm32, EVEX_Vfnmsub231ss_xmm_k1z_xmm_xmmm32_er;
    FmaFactorS32: VEX_Vfmadd213ss_xmm_xmm_xmmm32, EVEX_Vfmadd213ss_xmm_k1z_xmm_xmmm32_er;
    FmsFactorS32: VEX_Vfmsub213ss_xmm_xmm_xmmm32, EVEX_Vfmsub213ss_xmm_k1z_xmm_xmmm32_er;
    FnmaFactorS32: VEX_Vfnmadd213ss_xmm_xmm_xmmm32, EVEX_Vfnmadd213ss_xmm_k1z_xmm_xmmm32_er;
    FnmsFactorS32: VEX_Vfnmsub213ss_xmm_xmm_xmmm32, EVEX_Vfnmsub213ss_xmm_k1z_xmm_xmmm32_er;
    FmaS64: VEX_Vfmadd231sd_xmm_xmm_xmmm64, EVEX_Vfmadd231sd_xmm_k1z_xmm_xmmm64_er;
    FmsS64: VEX_Vfmsub231sd_xmm_xmm_xmmm64, EVEX_Vfmsub231sd_xmm_k1z_xmm_xmmm64_er;
    FnmaS64: VEX_Vfnmadd231sd_xmm_xmm_xmmm64, EVEX_Vfnmadd231sd_xmm_k1z_xmm_xmmm64_er;
    FnmsS64: VEX_Vfnmsub231sd_xmm_xmm_xmmm64, EVEX_Vfnmsub231sd_xmm_k1z_xmm_xmmm64_er;
    FmaFactorS64: VEX_Vfmadd213sd_xmm_xmm_xmmm64, EVEX_Vfmadd213sd_xmm_k1z_xmm_xmmm64_er;
    FmsFactorS64: VEX_Vfmsub213sd_xmm_xmm_xmmm64, EVEX_Vfmsub213sd_xmm_k1z_xmm_xmmm64_er;
    FnmaFactorS64: VEX_Vfnmadd213sd_xmm_xmm_xmmm64, EVEX_Vfnmadd213sd_xmm_k1z_xmm_xmmm64_er;
    FnmsFactorS64: VEX_Vfnmsub213sd_xmm_xmm_xmmm64, EVEX_Vfnmsub213sd_xmm_k1z_xmm_xmmm64_er;

    AndNot: VEX_Vpandn_ymm_ymm_ymmm256, EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32;
    And: VEX_Vpand_ymm_ymm_ymmm256, EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32;
    Or: VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vpord_zmm_k1z_zmm_zmmm512b32;
    Xor: VEX_Vpxor_ymm_ymm_ymmm256, EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32;
    AddI32: VEX_Vpaddd_ymm_ymm_ymmm256, EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32;
    SubI32: VEX_Vpsubd_ymm_ymm_ymmm256, EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32;
    MulI32: VEX_Vpmulld_ymm_ymm_ymmm256, EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32;
    MinI32: VEX_Vpminsd_ymm_ymm_ymmm256, EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32;
    MaxI32: VEX_Vpmaxsd_ymm_ymm_ymmm256, EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32;
    AddI16: VEX_Vpaddw_ymm_ymm_ymmm256, EVEX_Vpaddw_zmm_k1z_zmm_zmmm512;
    SubI16: VEX_Vpsubw_ymm_ymm_ymmm256, EVEX_Vpsubw_zmm_k1z_zmm_zmmm512;
    MulI16: VEX_Vpmullw_ymm_ymm_ymmm256, EVEX_Vpmullw_zmm_k1z_zmm_zmmm512;
    MinI16: VEX_Vpminsw_ymm_ymm_ymmm256, EVEX_Vpminsw_zmm_k1z_zmm_zmmm512;
    MaxI16: VEX_Vpmaxsw_ymm_ymm_ymmm256, EVEX_Vpmaxsw_zmm_k1z_zmm_zmmm512;
    AbsI16: VEX_Vpabsw_ymm_ymmm256, EVEX_Vpabsw_zmm_k1z_zmmm512;
    AbsI32: VEX_Vpabsd_ymm_ymmm256, EVEX_Vpabsd_zmm_k1z_zmmm512b32;
    AddI64: VEX_Vpaddq_ymm_ymm_ymmm256, EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64;
    SubI64: VEX_Vpsubq_ymm_ymm_ymmm256, EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64;
    MulI64: INVALID, EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64;
    MinI64: INVALID, EVEX_Vpminsq_zmm_k1z_zmm_zmmm512b64;
    MaxI64: INVALID, EVEX_Vpmaxsq_zmm_k1z_zmm_zmmm512b64;
    MulLowHalves: VEX_Vpmuludq_ymm_ymm_ymmm256, EVEX_Vpmuludq_zmm_k1z_zmm_zmmm512b64;

    // Shifts by a constant, by the first lane of a vector, and by each lane's own count.
    ShlI16: VEX_Vpsllw_ymm_ymm_imm8, EVEX_Vpsllw_zmm_k1z_zmmm512_imm8;
    ShrI16: VEX_Vpsraw_ymm_ymm_imm8, EVEX_Vpsraw_zmm_k1z_zmmm512_imm8;
    LogicalI16: VEX_Vpsrlw_ymm_ymm_imm8, EVEX_Vpsrlw_zmm_k1z_zmmm512_imm8;
    ShlI32: VEX_Vpslld_ymm_ymm_imm8, EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8;
    ShrI32: VEX_Vpsrad_ymm_ymm_imm8, EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8;
    LogicalI32: VEX_Vpsrld_ymm_ymm_imm8, EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8;
    ShlI64: VEX_Vpsllq_ymm_ymm_imm8, EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8;
    ShrI64: INVALID, EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8;
    LogicalI64: VEX_Vpsrlq_ymm_ymm_imm8, EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8;
    ShlByI32: VEX_Vpsllvd_ymm_ymm_ymmm256, EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32;
    ShrByI32: VEX_Vpsravd_ymm_ymm_ymmm256, EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32;
    ShlByI64: VEX_Vpsllvq_ymm_ymm_ymmm256, EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64;
    LogicalByI64: VEX_Vpsrlvq_ymm_ymm_ymmm256, EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64;
    ShrByI64: INVALID, EVEX_Vpsravq_zmm_k1z_zmm_zmmm512b64;

    // Comparisons of whole numbers: AVX2 makes vectors by two kinds, AVX-512 masks by a number.
    SubI8: VEX_Vpsubb_ymm_ymm_ymmm256, INVALID;
    EqualI8: VEX_Vpcmpeqb_ymm_ymm_ymmm256, INVALID;
    EqualI16: VEX_Vpcmpeqw_ymm_ymm_ymmm256, INVALID;
    GreaterI16: VEX_Vpcmpgtw_ymm_ymm_ymmm256, INVALID;
    CompareI16: INVALID, EVEX_Vpcmpw_kr_k1_zmm_zmmm512_imm8;
    BlendI16: VEX_Vpblendvb_ymm_ymm_ymmm256_ymm, EVEX_Vpblendmw_zmm_k1z_zmm_zmmm512;
    EqualI32: VEX_Vpcmpeqd_ymm_ymm_ymmm256, INVALID;
    GreaterI32: VEX_Vpcmpgtd_ymm_ymm_ymmm256, INVALID;
    EqualI64: VEX_Vpcmpeqq_ymm_ymm_ymmm256, INVALID;
    GreaterI64: VEX_Vpcmpgtq_ymm_ymm_ymmm256, INVALID;
    CompareI32: INVALID, EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8;
    CompareU32: INVALID, EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8;
    CompareI64: INVALID, EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8;
    BlendF32: VEX_Vblendvps_ymm_ymm_ymmm256_ymm, EVEX_Vblendmps_zmm_k1z_zmm_zmmm512b32;
    BlendF64: VEX_Vblendvpd_ymm_ymm_ymmm256_ymm, EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64;

    // Between memory, general registers and vectors.
    Load: VEX_Vmovups_ymm_ymmm256, EVEX_Vmovups_zmm_k1z_zmmm512;
    Store: VEX_Vmovups_ymmm256_ymm, EVEX_Vmovups_zmmm512_k1z_zmm;
    LoadS32: VEX_Vmovss_xmm_m32, EVEX_Vmovss_xmm_k1z_m32;
    LoadS64: VEX_Vmovsd_xmm_m64, EVEX_Vmovsd_xmm_k1z_m64;
    StoreS32: VEX_Vmovss_m32_xmm, EVEX_Vmovss_m32_k1_xmm;
    StoreS64: VEX_Vmovsd_m64_xmm, EVEX_Vmovsd_m64_k1_xmm;
    StoreHalf: VEX_Vmovups_xmmm128_xmm, EVEX_Vmovups_ymmm256_k1z_ymm;
    FromI32: VEX_Vmovd_xmm_rm32, EVEX_Vmovd_xmm_rm32;
    FromI64: VEX_Vmovq_xmm_rm64, EVEX_Vmovq_xmm_rm64;
    ToI32: VEX_Vmovd_rm32_xmm, EVEX_Vmovd_rm32_xmm;
    ToI64: VEX_Vmovq_rm64_xmm, EVEX_Vmovq_rm64_xmm;
    BroadcastMemory32: VEX_Vbroadcastss_ymm_m32, EVEX_Vbroadcastss_zmm_k1z_xmmm32;
    BroadcastMemory64: VEX_Vbroadcastsd_ymm_m64, EVEX_Vbroadcastsd_zmm_k1z_xmmm64;
    Broadcast32: VEX_Vbroadcastss_ymm_xmm, EVEX_Vbroadcastss_zmm_k1z_xmmm32;
    Broadcast64: VEX_Vbroadcastsd_ymm_xmm, EVEX_Vbroadcastsd_zmm_k1z_xmmm64;
    BroadcastI32: INVALID, EVEX_Vpbroadcastd_zmm_k1z_r32;
    BroadcastI64: INVALID, EVEX_Vpbroadcastq_zmm_k1z_r64;
    BroadcastMemory8: VEX_Vpbroadcastb_ymm_xmmm8, EVEX_Vpbroadcastb_zmm_k1z_xmmm8;
    BroadcastMemory16: VEX_Vpbroadcastw_ymm_xmmm16, EVEX_Vpbroadcastw_zmm_k1z_xmmm16;
    LoadI8To16: VEX_Vpmovsxbw_ymm_xmmm128, EVEX_Vpmovsxbw_zmm_k1z_ymmm256;
    LoadU8To16: VEX_Vpmovzxbw_ymm_xmmm128, EVEX_Vpmovzxbw_zmm_k1z_ymmm256;
    Narrow16To8: INVALID, EVEX_Vpmovwb_ymmm256_k1z_zmm;
    MaskedStore16: INVALID, EVEX_Vmovdqu16_zmmm512_k1z_zmm;
    LoadI8: VEX_Vpmovsxbd_ymm_xmmm64, EVEX_Vpmovsxbd_zmm_k1z_xmmm128;
    LoadU8: VEX_Vpmovzxbd_ymm_xmmm64, EVEX_Vpmovzxbd_zmm_k1z_xmmm128;
    LoadI16: VEX_Vpmovsxwd_ymm_xmmm128, EVEX_Vpmovsxwd_zmm_k1z_ymmm256;
    LoadU16: VEX_Vpmovzxwd_ymm_xmmm128, EVEX_Vpmovzxwd_zmm_k1z_ymmm256;
    LoadU32: VEX_Vpmovzxdq_ymm_xmmm128, EVEX_Vpmovzxdq_zmm_k1z_ymmm256;
    NarrowTo8: INVALID, EVEX_Vpmovdb_xmmm128_k1z_zmm;
    NarrowTo16: INVALID, EVEX_Vpmovdw_ymmm256_k1z_zmm;
    NarrowTo32: INVALID, EVEX_Vpmovqd_ymmm256_k1z_zmm;
    GatherF32: VEX_Vgatherdps_ymm_vm32y_ymm, EVEX_Vgatherdps_zmm_k1_vm32z;
    GatherF64: VEX_Vgatherdpd_ymm_vm32x_ymm, EVEX_Vgatherdpd_zmm_k1_vm32y;
    MaskedLoad32: VEX_Vmaskmovps_ymm_ymm_m256, EVEX_Vmovdqu32_zmm_k1z_zmmm512;
    MaskedStore32: VEX_Vmaskmovps_m256_ymm_ymm, EVEX_Vmovups_zmmm512_k1z_zmm;
    MaskedStore64: VEX_Vmaskmovpd_m256_ymm_ymm, EVEX_Vmovupd_zmmm512_k1z_zmm;

    // Conversions; those between widths take the lower half of a vector, or give it.
    F32FromI32: VEX_Vcvtdq2ps_ymm_ymmm256, EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er;
    I32FromF32: VEX_Vcvttps2dq_ymm_ymmm256, EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae;
    F64FromI32: VEX_Vcvtdq2pd_ymm_xmmm128, EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er;
    F64FromF32: VEX_Vcvtps2pd_ymm_xmmm128, EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae;
    I64FromI32: VEX_Vpmovsxdq_ymm_xmmm128, EVEX_Vpmovsxdq_zmm_k1z_ymmm256;
    F32FromF64: VEX_Vcvtpd2ps_xmm_ymmm256, EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er;
    I32FromF64: VEX_Vcvttpd2dq_xmm_ymmm256, EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae;
    F64FromI64: INVALID, EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er;
    S32FromI64: VEX_Vcvtsi2ss_xmm_xmm_rm64, EVEX_Vcvtsi2ss_xmm_xmm_rm64_er;
    S64FromI64: VEX_Vcvtsi2sd_xmm_xmm_rm64, EVEX_Vcvtsi2sd_xmm_xmm_rm64_er;
    I64FromS32: VEX_Vcvttss2si_r64_xmmm32, EVEX_Vcvttss2si_r64_xmmm32_sae;
    I64FromS64: VEX_Vcvttsd2si_r64_xmmm64, EVEX_Vcvttsd2si_r64_xmmm64_sae;

    // Parts of vectors.
    UpperHalf: VEX_Vextractf128_xmmm128_ymm_imm8, EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8;
    JoinHalves: VEX_Vinsertf128_ymm_ymm_xmmm128_imm8, EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8;
    Quarter: VEX_Vextractf128_xmmm128_ymm_imm8, EVEX_Vextractf32x4_xmmm128_k1z_zmm_imm8;
    ReplaceQuarter: VEX_Vinsertf128_ymm_ymm_xmmm128_imm8, EVEX_Vinsertf32x4_zmm_k1z_zmm_xmmm128_imm8;
    ExtractI32: VEX_Vpextrd_rm32_xmm_imm8, EVEX_Vpextrd_rm32_xmm_imm8;
    ExtractI64: VEX_Vpextrq_rm64_xmm_imm8, EVEX_Vpextrq_rm64_xmm_imm8;
    InsertI32: VEX_Vpinsrd_xmm_xmm_rm32_imm8, EVEX_Vpinsrd_xmm_xmm_rm32_imm8;
    InsertI64: VEX_Vpinsrq_xmm_xmm_rm64_imm8, EVEX_Vpinsrq_xmm_xmm_rm64_imm8;
    ShuffleQuarter: VEX_Vpshufd_xmm_xmmm128_imm8, EVEX_Vpshufd_xmm_k1z_xmmm128b32_imm8;
    Shuffle32: VEX_Vshufps_ymm_ymm_ymmm256_imm8, EVEX_Vshufps_zmm_k1z_zmm_zmmm512b32_imm8;
    UnpackLow32: VEX_Vunpcklps_ymm_ymm_ymmm256, EVEX_Vunpcklps_zmm_k1z_zmm_zmmm512b32;
    UnpackHigh32: VEX_Vunpckhps_ymm_ymm_ymmm256, EVEX_Vunpckhps_zmm_k1z_zmm_zmmm512b32;
    ChooseHalves: VEX_Vperm2f128_ymm_ymm_ymmm256_imm8, INVALID;
    Permute32: VEX_Vpermps_ymm_ymm_ymmm256, EVEX_Vpermps_zmm_k1z_zmm_zmmm512b32;
    PermuteTwo32: INVALID, EVEX_Vpermt2ps_zmm_k1z_zmm_zmmm512b32;
    BlendByBits32: VEX_Vblendps_ymm_ymm_ymmm256_imm8, INVALID;
    ShuffleBytes: VEX_Vpshufb_xmm_xmm_xmmm128, EVEX_Vpshufb_xmm_k1z_xmm_xmmm128;
    JoinQuarters: INVALID, EVEX_Vinserti32x4_ymm_k1z_ymm_xmmm128_imm8;
    Permute64: VEX_Vpermq_ymm_ymmm256_imm8, EVEX_Vpermq_zmm_k1z_zmmm512b64_imm8;
    PackU16: VEX_Vpackusdw_xmm_xmm_xmmm128, EVEX_Vpackusdw_xmm_k1z_xmm_xmmm128b32;
    PackQuartersI16: VEX_Vpackssdw_ymm_ymm_ymmm256, INVALID;
    PackI16: VEX_Vpackssdw_xmm_xmm_xmmm128, EVEX_Vpackssdw_xmm_k1z_xmm_xmmm128b32;
    PackU8: VEX_Vpackuswb_xmm_xmm_xmmm128, EVEX_Vpackuswb_xmm_k1z_xmm_xmmm128;
    PackI8: VEX_Vpacksswb_xmm_xmm_xmmm128, EVEX_Vpacksswb_xmm_k1z_xmm_xmmm128;
    StoreQuarter64: VEX_Vmovq_xmmm64_xmm, EVEX_Vmovq_xmmm64_xmm;

    // Halves: the machine's own conversions of as many as a vector has lanes.
    F32FromHalf: VEX_Vcvtph2ps_ymm_xmmm128, EVEX_Vcvtph2ps_zmm_k1z_ymmm256_sae;
    HalfFromF32: VEX_Vcvtps2ph_xmmm128_ymm_imm8, EVEX_Vcvtps2ph_ymmm256_k1z_zmm_imm8_sae;

    // Bytes and half words, 16 and 32 bytes of them: sums and differences that saturate, sums that wrap, averages rounded up.
    Load16Bytes: VEX_Vmovdqu_xmm_xmmm128, EVEX_Vmovdqu32_xmm_k1z_xmmm128;
    Store16Bytes: VEX_Vmovdqu_xmmm128_xmm, EVEX_Vmovdqu32_xmmm128_k1z_xmm;
    Or16Bytes: VEX_Vpor_xmm_xmm_xmmm128, EVEX_Vpord_xmm_k1z_xmm_xmmm128b32;
    AddU8x16: VEX_Vpaddusb_xmm_xmm_xmmm128, EVEX_Vpaddusb_xmm_k1z_xmm_xmmm128;
    AddI8x16: VEX_Vpaddsb_xmm_xmm_xmmm128, EVEX_Vpaddsb_xmm_k1z_xmm_xmmm128;
    AddU16x16: VEX_Vpaddusw_xmm_xmm_xmmm128, EVEX_Vpaddusw_xmm_k1z_xmm_xmmm128;
    AddI16x16: VEX_Vpaddsw_xmm_xmm_xmmm128, EVEX_Vpaddsw_xmm_k1z_xmm_xmmm128;
    SubU8x16: VEX_Vpsubusb_xmm_xmm_xmmm128, EVEX_Vpsubusb_xmm_k1z_xmm_xmmm128;
    SubI8x16: VEX_Vpsubsb_xmm_xmm_xmmm128, EVEX_Vpsubsb_xmm_k1z_xmm_xmmm128;
    SubU16x16: VEX_Vpsubusw_xmm_xmm_xmmm128, EVEX_Vpsubusw_xmm_k1z_xmm_xmmm128;
    SubI16x16: VEX_Vpsubsw_xmm_xmm_xmmm128, EVEX_Vpsubsw_xmm_k1z_xmm_xmmm128;
    WrapU8x16: VEX_Vpaddb_xmm_xmm_xmmm128, EVEX_Vpaddb_xmm_k1z_xmm_xmmm128;
    WrapU16x16: VEX_Vpaddw_xmm_xmm_xmmm128, EVEX_Vpaddw_xmm_k1z_xmm_xmmm128;
    MinU8x16: VEX_Vpminub_xmm_xmm_xmmm128, EVEX_Vpminub_xmm_k1z_xmm_xmmm128;
    MinI8x16: VEX_Vpminsb_xmm_xmm_xmmm128, EVEX_Vpminsb_xmm_k1z_xmm_xmmm128;
    MinU16x16: VEX_Vpminuw_xmm_xmm_xmmm128, EVEX_Vpminuw_xmm_k1z_xmm_xmmm128;
    MinI16x16: VEX_Vpminsw_xmm_xmm_xmmm128, EVEX_Vpminsw_xmm_k1z_xmm_xmmm128;
    MaxU8x16: VEX_Vpmaxub_xmm_xmm_xmmm128, EVEX_Vpmaxub_xmm_k1z_xmm_xmmm128;
    MaxI8x16: VEX_Vpmaxsb_xmm_xmm_xmmm128, EVEX_Vpmaxsb_xmm_k1z_xmm_xmmm128;
    MaxU16x16: VEX_Vpmaxuw_xmm_xmm_xmmm128, EVEX_Vpmaxuw_xmm_k1z_xmm_xmmm128;
    MaxI16x16: VEX_Vpmaxsw_xmm_xmm_xmmm128, EVEX_Vpmaxsw_xmm_k1z_xmm_xmmm128;
    AverageU8x16: VEX_Vpavgb_xmm_xmm_xmmm128, EVEX_Vpavgb_xmm_k1z_xmm_xmmm128;
    AverageU16x16: VEX_Vpavgw_xmm_xmm_xmmm128, EVEX_Vpavgw_xmm_k1z_xmm_xmmm128;
    DifferencesU8x16: VEX_Vpsadbw_xmm_xmm_xmmm128, EVEX_Vpsadbw_xmm_xmm_xmmm128;
    DifferencesU8x32: VEX_Vpsadbw_ymm_ymm_ymmm256, EVEX_Vpsadbw_ymm_ymm_ymmm256;
    Load32Bytes: VEX_Vmovdqu_ymm_ymmm256, EVEX_Vmovdqu32_ymm_k1z_ymmm256;
    Store32Bytes: VEX_Vmovdqu_ymmm256_ymm, EVEX_Vmovdqu32_ymmm256_k1z_ymm;
    Or32Bytes: VEX_Vpor_ymm_ymm_ymmm256, EVEX_Vpord_ymm_k1z_ymm_ymmm256b32;
    AddU8x32: VEX_Vpaddusb_ymm_ymm_ymmm256, EVEX_Vpaddusb_ymm_k1z_ymm_ymmm256;
    AddI8x32: VEX_Vpaddsb_ymm_ymm_ymmm256, EVEX_Vpaddsb_ymm_k1z_ymm_ymmm256;
    AddU16x32: VEX_Vpaddusw_ymm_ymm_ymmm256, EVEX_Vpaddusw_ymm_k1z_ymm_ymmm256;
    AddI16x32: VEX_Vpaddsw_ymm_ymm_ymmm256, EVEX_Vpaddsw_ymm_k1z_ymm_ymmm256;
    SubU8x32: VEX_Vpsubusb_ymm_ymm_ymmm256, EVEX_Vpsubusb_ymm_k1z_ymm_ymmm256;
    SubI8x32: VEX_Vpsubsb_ymm_ymm_ymmm256, EVEX_Vpsubsb_ymm_k1z_ymm_ymmm256;
    SubU16x32: VEX_Vpsubusw_ymm_ymm_ymmm256, EVEX_Vpsubusw_ymm_k1z_ymm_ymmm256;
    SubI16x32: VEX_Vpsubsw_ymm_ymm_ymmm256, EVEX_Vpsubsw_ymm_k1z_ymm_ymmm256;
    WrapU8x32: VEX_Vpaddb_ymm_ymm_ymmm256, EVEX_Vpaddb_ymm_k1z_ymm_ymmm256;
    WrapU16x32: VEX_Vpaddw_ymm_ymm_ymmm256, EVEX_Vpaddw_ymm_k1z_ymm_ymmm256;
    MinU8x32: VEX_Vpminub_ymm_ymm_ymmm256, EVEX_Vpminub_ymm_k1z_ymm_ymmm256;
    MinI8x32: VEX_Vpminsb_ymm_ymm_ymmm256, EVEX_Vpminsb_ymm_k1z_ymm_ymmm256;
    MinU16x32: VEX_Vpminuw_ymm_ymm_ymmm256, EVEX_Vpminuw_ymm_k1z_ymm_ymmm256;
    MinI16x32: VEX_Vpminsw_ymm_ymm_ymmm256, EVEX_Vpminsw_ymm_k1z_ymm_ymmm256;
    MaxU8x32: VEX_Vpmaxub_ymm_ymm_ymmm256, EVEX_Vpmaxub_ymm_k1z_ymm_ymmm256;
    MaxI8x32: VEX_Vpmaxsb_ymm_ymm_ymmm256, EVEX_Vpmaxsb_ymm_k1z_ymm_ymmm256;
    MaxU16x32: VEX_Vpmaxuw_ymm_ymm_ymmm256, EVEX_Vpmaxuw_ymm_k1z_ymm_ymmm256;
    MaxI16x32: VEX_Vpmaxsw_ymm_ymm_ymmm256, EVEX_Vpmaxsw_ymm_k1z_ymm_ymmm256;
    AverageU8x32: VEX_Vpavgb_ymm_ymm_ymmm256, EVEX_Vpavgb_ymm_k1z_ymm_ymmm256;
    AverageU16x32: VEX_Vpavgw_ymm_ymm_ymmm256, EVEX_Vpavgw_ymm_k1z_ymm_ymmm256;

    MaskBits: VEX_Vmovmskps_r32_ymm, INVALID;
}
