package film

import (
	"fmt"
	"strings"

	"viviscope/client/mp4"
)

// H.273 code points for filters; ffmpeg accepts them as numbers.
const (
	codeUnspecified = 2
	codeBT709       = 1
)

// fitFilters returns the filters that convert upright pictures into the form of a film. They scale and centre the
// pictures, respecting the pixel aspect ratio, and convert their colours. from is [pictureColour] for a file that is
// not a clip.
func fitFilters(from mp4.Colour, film mp4.Format) string {
	ratio := film.PixelAspect.Ratio()
	even := func(size string) string { return "'2*max(1,round(" + size + "/2))'" }
	filters := []string{fmt.Sprintf("scale=w=%s:h=%s",
		even(fmt.Sprintf("min(%d,%d*dar/%f)", film.Width, film.Height, ratio)),
		even(fmt.Sprintf("min(%d,%d*%f/dar)", film.Height, film.Width, ratio)))}
	to := film.ShownColour()
	middle := film // the form between scaling and colour conversion
	if from.Matrix == pictureColour.Matrix {
		from = mp4.Colour{Primaries: codeBT709, Transfer: codeBT709, Matrix: codeBT709}
		filters[0] += ":out_color_matrix=bt709:out_range=tv"
	} else {
		filters[0] += fmt.Sprintf(":in_range=%s:out_range=%[1]s", rangeName(from.Full))
	}
	if from == to {
		filters = append(filters, "format="+pixelFormat(film))
	} else {
		middle.Depth = 10
		filters = append(filters, "format="+pixelFormat(middle))
		filters = append(filters, colourFilters(from, to, pixelFormat(film))...)
	}
	shape := strings.ReplaceAll(film.PixelAspect.String(), ":", "/")
	return strings.Join(append(filters, fmt.Sprintf("pad=%d:%d:-1:-1,setsar=%s", film.Width, film.Height, shape),
		markFilter(film)), ",")
}

// pictureColour marks pictures that are not a clip, such as PNG files. Their colours are always converted.
var pictureColour = mp4.Colour{Matrix: mp4.MatrixRGB}

// markFilter returns the filter that tags pictures with the colours of a form, or as unspecified.
func markFilter(form mp4.Format) string {
	code := func(n int) int {
		if n == 0 {
			return codeUnspecified
		}
		return n
	}
	c := form.Colour
	return fmt.Sprintf("setparams=range=%s:color_primaries=%d:color_trc=%d:colorspace=%d",
		rangeName(c.Full), code(c.Primaries), code(c.Transfer), code(c.Matrix))
}

// colourFilters returns the filters that convert colours. Only zscale supports high dynamic range, and not every ffmpeg
// build includes it.
func colourFilters(from, to mp4.Colour, format string) []string {
	if from.HDR() == "" && to.HDR() == "" {
		return []string{fmt.Sprintf("colorspace=ispace=%d:iprimaries=%d:itrc=%d:irange=%s:space=%d:primaries=%d:trc=%d:range=%s:format=%s",
			from.Matrix, from.Primaries, from.Transfer, rangeName(from.Full),
			to.Matrix, to.Primaries, to.Transfer, rangeName(to.Full), strings.TrimSuffix(format, "le"))}
	}
	in := fmt.Sprintf("zscale=min=%d:pin=%d:tin=%d:rin=%s", from.Matrix, from.Primaries, from.Transfer,
		rangeName(from.Full))
	out := fmt.Sprintf("m=%d:p=%d:t=%d:r=%s", to.Matrix, to.Primaries, to.Transfer, rangeName(to.Full))
	if to.HDR() != "" { // 203 cd/m² is the white of the standard range (ITU-R BT.2408)
		return []string{in + ":" + out + ":npl=203", "format=" + format}
	}
	return []string{in + ":t=linear:npl=203", "format=gbrpf32le", fmt.Sprintf("zscale=p=%d", to.Primaries),
		"tonemap=hable:desat=0", "zscale=" + out, "format=" + format}
}

func rangeName(full bool) string {
	if full {
		return "pc"
	}
	return "tv"
}

// pixelFormat returns ffmpeg's pixel format for a form.
func pixelFormat(form mp4.Format) string {
	name := map[string]string{"4:2:2": "yuv422p", "4:4:4": "yuv444p"}[form.Chroma]
	if name == "" {
		name = "yuv420p"
	}
	if form.Depth > 8 {
		name += "10le"
	}
	return name
}

// layoutNames are ffmpeg's channel layouts, by the number of channels.
var layoutNames = map[int]string{1: "mono", 2: "stereo", 3: "3.0", 4: "4.0", 5: "5.0", 6: "5.1", 8: "7.1"}
