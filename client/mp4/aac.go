package mp4

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/Eyevinn/mp4ff/aac"
	"github.com/Eyevinn/mp4ff/bits"
)

// The elements of a frame of AAC (ISO/IEC 14496-3, 4.5.2.1): a single channel, a channel pair, and the low-frequency
// channel.
const (
	single = 's'
	pair   = 'p'
	low    = 'l'
)

// standardLayouts maps the number of channels to the coded elements of its predefined AAC layout. Each element is its
// kind and its tag.
var standardLayouts = map[int]string{1: "s0", 2: "p0", 3: "s0p0", 4: "s0p0s1", 5: "s0p0p1", 6: "s0p0p1l0",
	8: "s0p0p1p2l0"}

// channelsByConfig maps the channel configuration of AAC to the number of channels.
var channelsByConfig = map[byte]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8}

// setStandardSound replaces sound settings that an AAC encoder cannot produce.
func (f *Format) setStandardSound() {
	if standardLayouts[f.Channels] == "" {
		f.Channels = 2
	}
	if _, known := aac.ReverseFrequencies[f.SampleRate]; !known {
		f.SampleRate = 48_000
	}
	f.Layout = standardLayouts[f.Channels]
}

// readLayout returns the channels and the coded elements of an AudioSpecificConfig of AAC-LC. layout is "" if unknown.
func readLayout(config []byte) (channels int, layout string) {
	r := bits.NewReader(bytes.NewReader(config))
	r.Read(5)
	if r.Read(4) == 15 {
		r.Read(24)
	}
	number := byte(r.Read(4))
	r.Read(3) // GASpecificConfig
	if number != 0 {
		channels = channelsByConfig[number]
		return channels, standardLayouts[channels]
	}
	channels, layout = readProgramConfig(r)
	if r.AccError() != nil {
		return 0, ""
	}
	return channels, layout
}

// readProgramConfig reads a program_config_element, which describes layouts without a predefined number. The layout
// separates front, side and back, because they are different speakers.
func readProgramConfig(r *bits.Reader) (channels int, layout string) {
	r.Read(4 + 2 + 4)
	front, side, back := r.Read(4), r.Read(4), r.Read(4)
	lows := r.Read(2)
	r.Read(3 + 4)
	for _, more := range []int{4, 4, 3} { // mixdowns
		if r.ReadFlag() {
			r.Read(more)
		}
	}
	var b strings.Builder
	for i, n := range []uint{front, side, back} {
		b.WriteString([]string{"", "/", "/"}[i])
		for range n {
			kind := byte(single)
			channels++
			if r.ReadFlag() {
				kind = pair
				channels++
			}
			fmt.Fprintf(&b, "%c%x", kind, r.Read(4))
		}
	}
	b.WriteString("/")
	for range lows {
		channels++
		fmt.Fprintf(&b, "%c%x", low, r.Read(4))
	}
	return channels, b.String()
}

// silence returns a silent frame of AAC-LC.
func silence(layout string) []byte {
	var b bytes.Buffer
	w := bits.NewWriter(&b)
	elements := strings.ReplaceAll(layout, "/", "")
	for i := 0; i+1 < len(elements); i += 2 {
		tag := uint(strings.IndexByte("0123456789abcdef", elements[i+1]))
		stream := func() { // individual_channel_stream without bands
			w.Write(0, 8) // gain
			w.Write(0, 3) // no pulses, no noise shaping, no gain control
		}
		const icsInfo = 1 + 2 + 1 + 6 + 1 // a long window, no bands
		switch elements[i] {
		case pair:
			w.Write(1, 3)
			w.Write(tag, 4)
			w.Write(1, 1) // common window
			w.Write(0, icsInfo)
			w.Write(0, 2) // no mid/side stereo
			stream()
			stream()
		default:
			w.Write(map[byte]uint{single: 0, low: 3}[elements[i]], 3)
			w.Write(tag, 4)
			w.Write(0, 8)
			w.Write(0, icsInfo)
			w.Write(0, 3)
		}
	}
	w.Write(7, 3)
	w.Flush()
	return b.Bytes()
}
