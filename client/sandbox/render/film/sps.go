package film

import (
	"bytes"
	"fmt"

	"github.com/Eyevinn/mp4ff/avc"
	"github.com/Eyevinn/mp4ff/bits"
)

// spsCopier copies a sequence parameter set bit by bit (ITU-T H.264, 7.3.2.1.1), with or without looking at the value.
type spsCopier struct {
	r *bits.EBSPReader
	w *bits.EBSPWriter
}

func (c spsCopier) bits(n int) uint {
	v := c.r.Read(n)
	c.w.Write(v, n)
	return v
}

func (c spsCopier) golomb() uint {
	v := c.r.ReadExpGolomb()
	c.w.WriteExpGolomb(v)
	return v
}

// tagSPS gives the parameter set with a VUI that says BT.709, limited range, square pixels, the frame rate, and that no frame is reordered.
// openh264 says nothing of its colours, and players guess. Slices do not depend on the VUI, so they stay as they are.
func tagSPS(sps []byte, fps int) ([]byte, error) {
	before, err := avc.ParseSPSNALUnit(sps, true)
	if err != nil {
		return nil, fmt.Errorf("read SPS: %w", err)
	}
	var out bytes.Buffer
	c := spsCopier{bits.NewEBSPReader(bytes.NewReader(sps)), bits.NewEBSPWriter(&out)}
	if err := c.copyToVUI(); err != nil {
		return nil, fmt.Errorf("copy SPS: %w", err)
	}
	writeVUI(c.w, fps, before.NumRefFrames)
	if err := c.w.AccError(); err != nil {
		return nil, fmt.Errorf("write SPS: %w", err)
	}
	after, err := avc.ParseSPSNALUnit(out.Bytes(), true)
	if err != nil || after.Width != before.Width || after.Height != before.Height || after.VUI == nil || after.VUI.MatrixCoefficients != 1 {
		return nil, fmt.Errorf("the SPS with colours does not read back: %v", err)
	}
	return out.Bytes(), nil
}

// copyToVUI copies everything in front of vui_parameters_present_flag.
func (c spsCopier) copyToVUI() error {
	c.bits(8) // NAL header
	profile := c.bits(8)
	if profile != 66 && profile != 77 && profile != 88 { // others have more fields here
		return fmt.Errorf("profile %d is not expected", profile)
	}
	c.bits(16) // constraints and level
	c.golomb() // id
	c.golomb() // log2_max_frame_num_minus4
	switch c.golomb() {
	case 0:
		c.golomb() // log2_max_pic_order_cnt_lsb_minus4
	case 1:
		return fmt.Errorf("picture order type 1 is not expected")
	}
	c.golomb() // max_num_ref_frames
	c.bits(1)  // gaps_in_frame_num_value_allowed_flag
	c.golomb() // width
	c.golomb() // height
	if frameMBsOnly := c.bits(1); frameMBsOnly == 0 {
		c.bits(1)
	}
	c.bits(1) // direct_8x8_inference_flag
	if cropping := c.bits(1); cropping == 1 {
		for range 4 {
			c.golomb()
		}
	}
	return c.r.AccError()
}

func writeVUI(w *bits.EBSPWriter, fps int, refFrames uint) {
	w.Write(1, 1)            // vui_parameters_present_flag
	w.Write(1, 1)            // aspect_ratio_info_present_flag
	w.Write(1, 8)            // 1:1
	w.Write(0, 1)            // overscan_info_present_flag
	w.Write(1, 1)            // video_signal_type_present_flag
	w.Write(5, 3)            // video_format: unspecified
	w.Write(0, 1)            // limited range
	w.Write(1, 1)            // colour_description_present_flag
	w.Write(1, 8)            // primaries: BT.709
	w.Write(1, 8)            // transfer: BT.709
	w.Write(1, 8)            // matrix: BT.709
	w.Write(0, 1)            // chroma_loc_info_present_flag
	w.Write(1, 1)            // timing_info_present_flag
	w.Write(0, 16)           // num_units_in_tick, 32 bits in two halves
	w.Write(1, 16)           //
	w.Write(0, 16)           // time_scale: two ticks a frame
	w.Write(uint(2*fps), 16) //
	w.Write(1, 1)            // fixed_frame_rate_flag
	w.Write(0, 1)            // nal_hrd_parameters_present_flag
	w.Write(0, 1)            // vcl_hrd_parameters_present_flag
	w.Write(0, 1)            // pic_struct_present_flag
	w.Write(1, 1)            // bitstream_restriction_flag
	w.Write(1, 1)            // motion_vectors_over_pic_boundaries_flag
	w.WriteExpGolomb(0)      // max_bytes_per_pic_denom
	w.WriteExpGolomb(0)      // max_bits_per_mb_denom
	w.WriteExpGolomb(16)     // log2_max_mv_length_horizontal
	w.WriteExpGolomb(16)     // log2_max_mv_length_vertical
	w.WriteExpGolomb(0)      // max_num_reorder_frames
	w.WriteExpGolomb(refFrames)
	w.WriteRbspTrailingBits()
	w.StuffByteWithZeros()
}
