package mp4

import (
	"fmt"
	"math"

	"github.com/Eyevinn/mp4ff/avc"
	"github.com/Eyevinn/mp4ff/hevc"
	"github.com/Eyevinn/mp4ff/mp4"
)

// Format holds the properties that clips must share to be joined without encoding.
type Format struct {
	Codec         string // sample entry of the video: avc1, hvc1, …
	Profile       int    // profile_idc of the codec; 0: unknown. Profiles that one decoder covers share a number
	Width, Height int    // as shown, in pixels of shape PixelAspect
	PixelAspect   AspectRatio
	FPS           float64 // mean frames a second
	Depth         int     // bits of a sample; 0: unknown
	Chroma        string  // subsampling: 4:2:0, …; "": unknown
	Colour        Colour
	Channels      int    // of the sound; 0: silent
	SampleRate    int    // of the sound, in samples a second
	Layout        string // the coded elements of the sound, in order; "": unknown. See [standardLayouts]
}

// AspectRatio is the width and the height of a pixel, as a reduced fraction. The zero value is square.
type AspectRatio struct{ X, Y int }

// Ratio returns the width of a pixel of height 1.
func (s AspectRatio) Ratio() float64 {
	if s.X <= 0 || s.Y <= 0 {
		return 1
	}
	return float64(s.X) / float64(s.Y)
}

// equals reports whether two ratios are the same up to the rounding of encoders: 4320:4319 is square.
func (s AspectRatio) equals(o AspectRatio) bool { return math.Abs(s.Ratio()/o.Ratio()-1) < 0.005 }

// String returns the ratio, such as 4:3.
func (s AspectRatio) String() string {
	if s.X <= 0 || s.Y <= 0 {
		return "1:1"
	}
	return fmt.Sprintf("%d:%d", s.X, s.Y)
}

func aspectRatio(x, y int64) AspectRatio {
	a, b := x, y
	for b != 0 {
		a, b = b, a%b
	}
	if x <= 0 || y <= 0 || x/a > math.MaxUint16 || y/a > math.MaxUint16 || x == y {
		return AspectRatio{}
	}
	return AspectRatio{int(x / a), int(y / a)}
}

// Colour describes the colour encoding of a picture by code points of ITU-T H.273. 0 means unspecified in each field.
type Colour struct {
	Primaries, Transfer int
	Matrix              int // [MatrixRGB] for RGB, because its code point is 0
	Full                bool
}

// Code points of ITU-T H.273 that are treated specially.
const (
	unspecified  = 2
	bt709        = 1
	bt601of625   = 5
	bt601        = 6
	bt2020       = 9
	transferPQ   = 16
	transferHLG  = 18
	bt2020of10   = 14
	bt2020of12   = 15
	smpte240m    = 7
	bt2020varied = 10
)

// MatrixRGB means RGB without a matrix.
const MatrixRGB = 256

// HDR returns the name of the high dynamic range of a picture; "" for the standard range.
func (c Colour) HDR() string {
	switch c.Transfer {
	case transferPQ:
		return "PQ"
	case transferHLG:
		return "HLG"
	}
	return ""
}

// Name returns the name of the standard that the colours follow.
func (c Colour) Name() string {
	c = c.withDefaults(true)
	name := map[int]string{bt709: "BT.709", bt601of625: "BT.601", bt601: "BT.601", bt2020: "BT.2020", MatrixRGB: "RGB",
		smpte240m: "SMPTE 240M"}[c.Matrix]
	if c.Primaries == bt2020 {
		name = "BT.2020"
	}
	if name == "" {
		name = fmt.Sprintf("%d/%d/%d", c.Primaries, c.Transfer, c.Matrix)
	}
	if hdr := c.HDR(); hdr != "" {
		name += " " + hdr
	}
	return name
}

// withDefaults fills in unspecified fields like players do: BT.709 for high definition, else BT.601. It also merges
// code points with the same meaning.
func (c Colour) withDefaults(hd bool) Colour {
	if c.Matrix == 0 {
		switch {
		case c.Primaries == bt2020:
			c.Matrix = bt2020
		case c.Primaries == bt601 || c.Primaries == bt601of625 || c.Primaries == 0 && !hd:
			c.Matrix = bt601
		default:
			c.Matrix = bt709
		}
	}
	if c.Primaries == 0 {
		switch c.Matrix {
		case bt601, bt601of625:
			c.Primaries = bt601
		case bt2020, bt2020varied:
			c.Primaries = bt2020
		default:
			c.Primaries = bt709
		}
	}
	if c.Matrix == bt601of625 { // the same coefficients
		c.Matrix = bt601
	}
	switch c.Transfer {
	case 0, bt601, bt2020of10, bt2020of12: // the same curve
		c.Transfer = bt709
	}
	return c
}

// ShownColour returns the complete colours that players use for the format.
func (f Format) ShownColour() Colour { return f.Colour.withDefaults(f.Width >= 1280 || f.Height > 576) }

// equals reports whether pictures of two colours can follow each other in one stream. Unspecified colours count as
// BT.709 for both, because a player treats all pictures of a stream the same.
func (c Colour) equals(o Colour) bool { return c.withDefaults(true) == o.withDefaults(true) }

// colourOf makes a Colour from code points.
func colourOf(primaries, transfer, matrix int, full bool) Colour {
	plain := func(n int) int {
		if n == unspecified {
			return 0
		}
		return n
	}
	c := Colour{Primaries: plain(primaries), Transfer: plain(transfer), Matrix: plain(matrix), Full: full}
	if matrix == 0 {
		c.Matrix = MatrixRGB
	}
	return c
}

// readPicture fills in the picture properties from a sample entry and its parameter sets. It reports whether they are
// complete.
func (f *Format) readPicture(e *mp4.VisualSampleEntryBox) bool {
	for _, child := range e.Children {
		if c, ok := child.(*mp4.ColrBox); ok &&
			(c.ColorType == mp4.ColorTypeOnScreenColors || c.ColorType == mp4.QuickTimeColorParameters) {
			f.Colour = colourOf(int(c.ColorPrimaries), int(c.TransferCharacteristics), int(c.MatrixCoefficients),
				c.FullRangeFlag)
		}
	}
	known := false
	switch {
	case e.AvcC != nil && len(e.AvcC.SPSnalus) > 0:
		known = f.readAVC(e.AvcC.SPSnalus[0])
	case e.HvcC != nil:
		for _, a := range e.HvcC.NaluArrays {
			if a.NaluType() == hevc.NALU_SPS && len(a.Nalus) > 0 {
				known = f.readHEVC(a.Nalus[0])
			}
		}
	}
	if p := e.Pasp; p != nil && p.HSpacing > 0 && p.VSpacing > 0 { // for the aspect ratio, players prefer the container
		f.PixelAspect = aspectRatio(int64(p.HSpacing), int64(p.VSpacing))
	}
	return known
}

func (f *Format) readAVC(nal []byte) bool {
	s, err := avc.ParseSPSNALUnit(nal, true)
	if err != nil || s.BitDepthLumaMinus8 != s.BitDepthChromaMinus8 && s.ChromaFormatIDC != 0 ||
		s.BitDepthLumaMinus8 > 6 {
		return false
	}
	f.Depth, f.Profile = 8+int(s.BitDepthLumaMinus8), int(s.Profile)
	switch s.Profile {
	case avcBaseline, avcMain: // decoders of High support them
		f.Profile = avcHigh
	}
	if v := s.VUI; v != nil {
		f.PixelAspect = aspectRatio(int64(v.SampleAspectRatioWidth), int64(v.SampleAspectRatioHeight))
		f.readVUI(v.VideoSignalTypePresentFlag, v.VideoFullRangeFlag, v.ColourDescriptionFlag,
			int(v.ColourPrimaries), int(v.TransferCharacteristics), int(v.MatrixCoefficients))
	}
	return f.setChroma(s.ChromaFormatIDC)
}

func (f *Format) readHEVC(nal []byte) bool {
	s, err := hevc.ParseSPSNALUnit(nal)
	if err != nil || s.BitDepthLumaMinus8 != s.BitDepthChromaMinus8 && s.ChromaFormatIDC != 0 ||
		s.BitDepthLumaMinus8 > 8 {
		return false
	}
	f.Depth, f.Profile = 8+int(s.BitDepthLumaMinus8), int(s.ProfileTierLevel.GeneralProfileIDC)
	if v := s.VUI; v != nil {
		f.PixelAspect = aspectRatio(int64(v.SampleAspectRatioWidth), int64(v.SampleAspectRatioHeight))
		f.readVUI(v.VideoSignalTypePresentFlag, v.VideoFullRangeFlag, v.ColourDescriptionFlag,
			int(v.ColourPrimaries), int(v.TransferCharacteristics), int(v.MatrixCoefficients))
	}
	return f.setChroma(s.ChromaFormatIDC)
}

// readVUI fills in the colours of the stream. Decoders prefer them to those of the container.
func (f *Format) readVUI(signal, full, described bool, primaries, transfer, matrix int) {
	if signal {
		f.Colour.Full = full
	}
	if !described {
		return
	}
	c := colourOf(primaries, transfer, matrix, full)
	if c.Primaries != 0 {
		f.Colour.Primaries = c.Primaries
	}
	if c.Transfer != 0 {
		f.Colour.Transfer = c.Transfer
	}
	if c.Matrix != 0 {
		f.Colour.Matrix = c.Matrix
	}
}

func (f *Format) setChroma(idc byte) bool {
	f.Chroma = map[byte]string{0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"}[idc]
	return f.Chroma != ""
}

// Profiles of H.264 and H.265.
const (
	avcBaseline = 66
	avcMain     = 77
	avcHigh     = 100
	avcHigh10   = 110
	avcHigh422  = 122
	avcHigh444  = 244

	hevcMain   = 1
	hevcMain10 = 2
	hevcRange  = 4
)

// isHEVC reports whether the video is H.265.
func (f Format) isHEVC() bool { return f.Codec == "hvc1" || f.Codec == "hev1" }

// FormatName returns the name of the video format, such as H.264.
func (f Format) FormatName() string {
	switch {
	case f.Codec == "avc1" || f.Codec == "avc3":
		return "H.264"
	case f.isHEVC():
		return "HEVC"
	}
	return f.Codec
}

// CodecName returns the name of the video format with its profile.
func (f Format) CodecName() string {
	profile := map[int]string{44: "CAVLC 4:4:4", 88: "Extended", avcHigh: "High", avcHigh10: "High 10",
		avcHigh422: "High 4:2:2",
		avcHigh444: "High 4:4:4"}
	if f.isHEVC() {
		profile = map[int]string{hevcMain: "Main", hevcMain10: "Main 10", hevcRange: "RExt"}
	}
	name := f.FormatName()
	if p := profile[f.Profile]; p != "" {
		name += " " + p
	} else if f.Profile != 0 {
		name += fmt.Sprintf(" %d", f.Profile)
	}
	return name
}

// isEncodable reports whether an encoder can make video of exactly this format. An encoder derives the profile from the
// depth and the chroma.
func (f Format) isEncodable() bool {
	profile := 0
	switch {
	case f.isHEVC() && f.Chroma != "4:2:0":
		profile = hevcRange
	case f.isHEVC():
		profile = map[int]int{8: hevcMain, 10: hevcMain10}[f.Depth]
	case f.Codec == "avc1" && f.Chroma == "4:2:0":
		profile = map[int]int{8: avcHigh, 10: avcHigh10}[f.Depth]
	case f.Codec == "avc1":
		profile = map[string]int{"4:2:2": avcHigh422, "4:4:4": avcHigh444}[f.Chroma]
	}
	_, colours := encodableMatrices[f.ShownColour().Matrix]
	return (f.Depth == 8 || f.Depth == 10) && f.Profile == profile && f.Chroma != "4:0:0" && colours &&
		f.Width&1 == 0 && f.Height&1 == 0
}

// nearestEncodable returns the most similar format that an encoder can make: H.264 with 8 bits, or H.265 with 10 bits
// for HDR.
func (f Format) nearestEncodable() Format {
	f.Codec, f.Profile, f.Depth, f.Chroma = "avc1", avcHigh, 8, "4:2:0"
	f.Width, f.Height = f.Width+f.Width&1, f.Height+f.Height&1
	if f.Colour.HDR() != "" {
		f.Codec, f.Profile, f.Depth, f.Colour.Full = "hvc1", hevcMain10, 10, false
	}
	if _, known := encodableMatrices[f.ShownColour().Matrix]; !known {
		f.Colour = Colour{Primaries: bt709, Transfer: bt709, Matrix: bt709}
	}
	return f
}

// encodableMatrices are the colour matrices that the ffmpeg program can encode.
var encodableMatrices = map[int]bool{bt709: true, bt601: true, bt2020: true, smpte240m: true}
