package mp4

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/Eyevinn/mp4ff/aac"
	"github.com/Eyevinn/mp4ff/mp4"
)

// ErrJoin says that clips do not fit together without coding them again; the text says why.
var ErrJoin = errors.New("the clips cannot be joined without loss")

func unjoinable(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrJoin, fmt.Sprintf(format, args...))
}

// Join writes one clip that shows the given clips (whole files) one after the other. The coded data is not touched: all frames are the same. The
// clips must have one size and one codec, and all or none of them sound with the same settings; [ErrJoin] otherwise. Where
// clips were coded with other settings, the file has several sample entries.
func Join(w io.Writer, clips ...[]byte) error {
	var all []*track
	for i, c := range clips {
		tracks, err := readTracks(c)
		if err != nil {
			return fmt.Errorf("join clip %d: %w", i+1, err)
		}
		if i == 0 {
			all = tracks
			continue
		}
		if len(tracks) != len(all) {
			return fmt.Errorf("join clip %d: %w", i+1, unjoinable("only one of them has sound"))
		}
		for k, t := range tracks {
			if err := all[k].join(t); err != nil {
				return fmt.Errorf("join clip %d: %w", i+1, err)
			}
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("join clips: %w", unjoinable("there are none"))
	}
	for _, t := range all {
		if float64(t.length()) >= maxSeconds*float64(t.timescale) {
			return fmt.Errorf("join clips: %w", unjoinable("together they last more than a day"))
		}
		t.repeatSets()
	}
	if err := writeTracks(w, all); err != nil {
		return fmt.Errorf("join clips: %w", err)
	}
	return nil
}

func (t *track) join(next *track) error {
	if t.width != next.width || t.height != next.height || t.entries[0].Type() != next.entries[0].Type() {
		return unjoinable("the %s has another size or codec", t.kind)
	}
	if t.kind == "audio" {
		return t.joinAudio(next)
	}
	return t.joinVideo(next)
}

// joinVideo moves the shifts of the second clip by what its edit list starts later, so clips with and without B-frames fit.
func (t *track) joinVideo(next *track) error {
	scaled := func(v int64) (int64, error) {
		x := v * int64(t.timescale)
		if x%int64(next.timescale) != 0 {
			return 0, unjoinable("times in 1/%d s cannot be told in 1/%d s", next.timescale, t.timescale)
		}
		return x / int64(next.timescale), nil
	}
	start, err := scaled(next.start)
	if err != nil {
		return err
	}
	// the second clip must begin where the first one ends to be shown
	last := &t.samples[len(t.samples)-1]
	ticks := int64(last.ticks) + int64(t.shown) - int64(t.length())
	if ticks <= 0 || ticks > math.MaxUint32 {
		return unjoinable("the edit list does not fit the frames")
	}
	last.ticks = uint32(ticks)
	entries := t.adopt(next.entries)
	for _, s := range next.samples {
		ticks, err := scaled(int64(s.ticks))
		if err != nil {
			return err
		}
		shift, err := scaled(int64(s.shift))
		if err != nil {
			return err
		}
		if shift += t.start - start; ticks > math.MaxUint32 || shift < math.MinInt32 || shift > math.MaxInt32 {
			return unjoinable("a frame has an absurd time")
		}
		s.ticks, s.shift, s.entry = uint32(ticks), int32(shift), entries[s.entry]
		t.samples = append(t.samples, s)
	}
	t.shown += rescale(next.shown, next.timescale, t.timescale)
	return nil
}

// joinAudio drops whole frames at the joint, so that the sound stays within half a frame (11 ms) of the picture, and the error does not add
// up: players support only one edit well.
func (t *track) joinAudio(next *track) error {
	if t.timescale != next.timescale || !bytes.Equal(essence(t.entries[0]), essence(next.entries[0])) {
		return unjoinable("the sound has other settings")
	}
	// some writers shorten the time of the last frame; a decoder gives all of it
	t.samples[len(t.samples)-1].ticks = t.samples[0].ticks
	want := t.start + int64(t.shown) // where the second clip must begin to sound
	at := int64(t.length())
	for len(t.samples) > 1 { // padding at the end of the first clip
		d := int64(t.samples[len(t.samples)-1].ticks)
		if at-d+next.start%aacFrame < want-aacFrame/2 {
			break
		}
		at -= d
		t.samples = t.samples[:len(t.samples)-1]
	}
	skip, start := 0, next.start
	for skip < len(next.samples)-1 && at+start > want+aacFrame/2 { // priming of the second one
		start -= int64(next.samples[skip].ticks)
		skip++
	}
	entries := t.adopt(next.entries)
	for _, s := range next.samples[skip:] {
		s.entry = entries[s.entry]
		t.samples = append(t.samples, s)
	}
	t.shown += next.shown
	return nil
}

// adopt takes over sample entries that are not there yet, and says which index each of them has now.
func (t *track) adopt(entries []mp4.Box) []int {
	out := make([]int, len(entries))
next:
	for i, e := range entries {
		for k, have := range t.entries {
			if bytes.Equal(essence(have), essence(e)) {
				out[i] = k
				continue next
			}
		}
		out[i] = len(t.entries)
		t.entries = append(t.entries, e)
	}
	return out
}

// essence is the part of a sample entry that a decoder needs: type, size, configuration.
func essence(b mp4.Box) []byte {
	var whole bytes.Buffer
	switch e := b.(type) {
	case *mp4.VisualSampleEntryBox:
		if e.AvcC != nil && e.AvcC.Encode(&whole) == nil {
			return append(fmt.Append(nil, e.Type(), e.Width, e.Height), whole.Bytes()...)
		}
	case *mp4.AudioSampleEntryBox:
		if e.Esds == nil || e.Esds.DecConfigDescriptor == nil || e.Esds.DecConfigDescriptor.DecSpecificInfo == nil {
			break
		}
		// the same settings are written with and without "no SBR" at the end
		c, err := aac.DecodeAudioSpecificConfig(bytes.NewReader(e.Esds.DecConfigDescriptor.DecSpecificInfo.DecConfig))
		if err == nil && !c.SBRPresentFlag {
			return fmt.Append(nil, e.Type(), c.ObjectType, c.ChannelConfiguration, c.SamplingFrequency)
		}
	}
	whole.Reset()
	_ = b.Encode(&whole) // into memory
	return whole.Bytes()
}

// repeatSets repeats the parameter sets of H.264 in front of each start picture, if there are several sample entries. Such a file is valid
// without, but some parsers only know the first entry.
func (t *track) repeatSets() {
	if t.kind != "video" || len(t.entries) < 2 {
		return
	}
	sets := make([][]byte, len(t.entries))
	for i, e := range t.entries {
		v, ok := e.(*mp4.VisualSampleEntryBox)
		if !ok || v.AvcC == nil {
			return
		}
		for _, nals := range [][][]byte{v.AvcC.SPSnalus, v.AvcC.PPSnalus} {
			for _, n := range nals {
				sets[i] = append(sets[i], byte(len(n)>>24), byte(len(n)>>16), byte(len(n)>>8), byte(len(n)))
				sets[i] = append(sets[i], n...)
			}
		}
	}
	for i := range t.samples {
		if s := &t.samples[i]; s.sync {
			s.data = append(bytes.Clone(sets[s.entry]), s.data...)
		}
	}
}
