package mp4

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/Eyevinn/mp4ff/mp4"
)

// WithSound returns the clip with the sound of another clip that begins with the same picture.
func (c *Clip) WithSound(other *Clip) *Clip {
	both := *c
	both.sound, both.Channels, both.SampleRate, both.Layout = other.sound, other.Channels, other.SampleRate,
		other.Layout
	return &both
}

// Sound selects the sound of a film. The zero value uses the sound of its clips.
type Sound struct {
	Silent bool   // no sound
	Track  *Audio // this track, cut at the end of the film
}

// errChanged reports that a file was modified after its tables were read.
var errChanged = errors.New("the file has changed since it was looked at")

// maxFilmSeconds limits a film, because its tables are held in memory.
const maxFilmSeconds = 3 * 3600

// Film describes the file that [Join] wrote.
type Film struct {
	Frames  int
	Seconds float64
}

// Join writes one progressive file of the clips, in order, and copies each frame unchanged. It copies sound in whole
// AAC frames, so the sound of a clip is off by at most half a frame (10.7 ms at 48 kHz). A clip without sound becomes
// silence if other clips have sound. Captions become a text track. Join reads the clip files while it writes. It calls
// progress with the number of finished clips.
//
// Errors: a [*Mismatch] for each clip that cannot be copied, joined; [ErrTooLong]; those of [Check], of the file
// system, and of ctx.
func Join(
	ctx context.Context, w io.Writer, clips []*Clip, sound Sound, progress func(done int),
) (film Film, err error) {
	form, differ := Compare(clips, sound.Silent || sound.Track != nil)
	for _, m := range differ {
		err = errors.Join(err, fmt.Errorf("%s: %w", clips[m.Index].Path, m))
	}
	if err != nil {
		return Film{}, err
	}
	j := joiner{clips: clips, form: form, files: map[fileVersion]*os.File{}}
	defer recoverAsError(&err)
	defer func() {
		for _, f := range j.files {
			_ = f.Close() // it was only read
		}
	}()
	video, err := j.video()
	if err != nil {
		return Film{}, err
	}
	tracks := []*track{video}
	var heard *track
	switch {
	case sound.Track != nil:
		heard, err = j.fixedSoundtrack(sound.Track)
	case form.Channels > 0:
		heard, err = j.sound()
	}
	if err != nil {
		return Film{}, err
	}
	if heard != nil {
		tracks = append(tracks, heard)
	}
	if slices.ContainsFunc(clips, func(c *Clip) bool { return c.Caption != "" }) {
		tracks = append(tracks, j.captions())
	}
	err = writeTracks(ctx, w, tracks, progress)
	for in, f := range j.files { // a clip may have been overwritten meanwhile
		err = errors.Join(err, in.checkUnchanged(f))
	}
	if err != nil {
		return Film{}, err
	}
	progress(len(clips))
	return Film{len(video.samples), float64(video.shown) / float64(video.timescale)}, nil
}

// joiner builds the tracks of a film.
type joiner struct {
	clips  []*Clip
	form   Format
	files  map[fileVersion]*os.File
	clock  uint32   // timescale of the video
	begins []uint64 // start of each clip and end of the last one, in ticks of clock
}

// source returns the file of a stream, and opens it on first use.
func (j *joiner) source(s *stream, clip int) (*source, error) {
	f := j.files[s.fileVersion]
	if f == nil {
		var err error
		if f, err = os.Open(s.path); err != nil {
			return nil, err
		}
		j.files[s.fileVersion] = f
		if err := s.checkUnchanged(f); err != nil {
			return nil, err
		}
	}
	return &source{f, clip}, nil
}

// checkUnchanged returns [errChanged] if an open file was modified after its tables were read.
func (in fileVersion) checkUnchanged(f *os.File) error {
	st, err := f.Stat()
	if err == nil && (st.Size() != in.size || !st.ModTime().Equal(in.modTime)) {
		err = fmt.Errorf("%s: %w", in.path, errChanged)
	}
	return err
}

func (j *joiner) video() (*track, error) {
	t := &track{kind: "video", width: j.form.Width, height: j.form.Height}
	clock := uint64(1)
	for _, c := range j.clips {
		clock = lcm(clock, uint64(c.video.timescale))
	}
	t.timescale, j.clock = uint32(clock), uint32(clock)
	for _, c := range j.clips { // no frame may be shown before it is decoded
		t.start = max(t.start, (c.video.firstShown-c.video.minShift)*int64(t.timescale/c.video.timescale))
	}
	known := map[string]int{} // sample entries of the film, by their key
	var sets [][]byte
	if t.start > math.MaxInt32 {
		return nil, ErrTooLong
	}
	for i, c := range j.clips {
		j.begins = append(j.begins, t.shown)
		v := c.video
		from, err := j.source(v, i)
		if err != nil {
			return nil, err
		}
		entries := make([]int, len(v.entries))
		for k, key := range v.entryKeys {
			if _, ok := known[key]; !ok {
				known[key] = len(t.entries)
				t.entries = append(t.entries, v.entries[k])
				sets = append(sets, parameterSets(v.entries[k].(*mp4.VisualSampleEntryBox)))
			}
			entries[k] = known[key]
		}
		faster := int64(t.timescale / v.timescale)
		for _, s := range v.samples[:c.Frames-c.Cut] {
			ticks, shift := int64(s.ticks)*faster, (int64(s.shift)-v.firstShown)*faster+t.start
			if ticks > math.MaxInt32 || shift > math.MaxInt32 || t.shown/clock > maxFilmSeconds {
				return nil, ErrTooLong
			}
			s.from, s.ticks, s.shift, s.entry = from, uint32(ticks), int32(shift), entries[s.entry]
			t.shown += uint64(ticks)
			t.samples = append(t.samples, s)
		}
	}
	j.begins = append(j.begins, t.shown)
	t.putMostDemandingFirst(sets)
	if len(t.entries) > 1 {
		// The file is valid without this, but some players read only the first sample entry.
		for i := range t.samples {
			if s := &t.samples[i]; s.sync {
				s.data = sets[s.entry]
			}
		}
	}
	return t, nil
}

// putMostDemandingFirst moves the sample entry with the highest decoder requirements to the front, with its parameter
// sets. Some players configure their decoder from the first entry only.
func (t *track) putMostDemandingFirst(sets [][]byte) {
	most := 0
	for i, e := range t.entries {
		if decoderDemand(e) > decoderDemand(t.entries[most]) {
			most = i
		}
	}
	if most == 0 {
		return
	}
	t.entries[0], t.entries[most] = t.entries[most], t.entries[0]
	sets[0], sets[most] = sets[most], sets[0]
	for i := range t.samples {
		switch s := &t.samples[i]; s.entry {
		case 0:
			s.entry = most
		case most:
			s.entry = 0
		}
	}
}

// decoderDemand returns the level and the profile of a sample entry as a number to compare.
func decoderDemand(e mp4.Box) int {
	switch v := e.(*mp4.VisualSampleEntryBox); {
	case v.AvcC != nil:
		return int(v.AvcC.AVCLevelIndication)<<8 | int(v.AvcC.AVCProfileIndication)
	case v.HvcC != nil:
		return int(v.HvcC.GeneralLevelIDC)<<8 | int(v.HvcC.GeneralProfileIDC)
	}
	return 0
}

// fixedSoundtrack returns a sound track that starts with the film and ends with the shorter of both.
func (j *joiner) fixedSoundtrack(a *Audio) (*track, error) {
	t, err := a.track()
	if err != nil {
		return nil, err
	}
	t.shown = min(t.shown, rescale(j.begins[len(j.clips)], j.clock, t.timescale))
	if n := (t.start + int64(t.shown) + aacFrame - 1) / aacFrame; n < int64(len(t.samples)) {
		t.samples = t.samples[:n]
	}
	return t, nil
}

func (j *joiner) sound() (*track, error) {
	t := &track{kind: "audio", timescale: uint32(j.form.SampleRate)}
	for _, c := range j.clips {
		if c.sound != nil && t.entries == nil {
			t.entries = c.sound.entries
		}
	}
	// The sound of the first clip is exactly in sync.
	if s := j.clips[0].sound; s != nil {
		t.start = s.firstShown - max(0, floorDiv(s.firstShown, aacFrame)-decoderWarmUp)*aacFrame
		if s.firstShown < 0 {
			t.start = s.firstShown - floorDiv(s.firstShown, aacFrame)*aacFrame
		}
	}
	silent := sample{data: silence(j.form.Layout), ticks: aacFrame, sync: true}
	for i, c := range j.clips {
		begin := int64(rescale(j.begins[i], j.clock, t.timescale)) + t.start
		end := int64(rescale(j.begins[i+1], j.clock, t.timescale)) + t.start
		to := floorDiv(end+aacFrame/2, aacFrame)
		if i == len(j.clips)-1 {
			to = floorDiv(end+aacFrame-1, aacFrame)
			t.shown = uint64(end - t.start)
		}
		s := &stream{}
		var from *source
		var err error
		if c.sound != nil {
			s = c.sound
			if from, err = j.source(s, i); err != nil {
				return nil, err
			}
		}
		// AAC frames from the start of the clip's sound to the start of the film
		later := floorDiv(begin-s.firstShown+aacFrame/2, aacFrame)
		for k := int64(len(t.samples)); k < to; k++ {
			next := silent
			if n := k - later; n >= int64(s.from) && n < int64(s.to) {
				next = s.samples[n]
				next.from = from
			}
			t.samples = append(t.samples, next)
		}
	}
	return t, nil
}

// captions returns a track of timed text (3GPP TS 26.245) with one sample for each clip. Players show it on request.
func (j *joiner) captions() *track {
	const ms = 1000
	entry := binary.BigEndian.AppendUint16(make([]byte, 6), 1) // data reference: this file
	entry = append(entry, 0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0)     // centred, at the bottom, transparent background
	// text box (default), then the style of the whole text
	entry = append(entry, make([]byte, 8+6)...)
	entry = append(entry, 0, 16, 0xff, 0xff, 0xff, 0xff) // plain, 16 px, white
	entry = append(entry, newBox("ftab", []byte{0, 1, 0, 1, 5}, []byte("Serif"))...)
	t := &track{kind: "sbtl", timescale: ms, width: j.form.Width, height: j.form.Height,
		entries: []mp4.Box{mp4.CreateUnknownBox("tx3g", uint64(8+len(entry)), entry)}}
	for i, c := range j.clips {
		text := strings.ToValidUTF8(c.Caption[:min(len(c.Caption), maxCaption)], "")
		end := rescale(j.begins[i+1], j.clock, ms)
		t.samples = append(t.samples, sample{data: append(binary.BigEndian.AppendUint16(nil, uint16(len(text))),
			text...), ticks: uint32(end - t.shown), sync: true})
		t.shown = end
	}
	return t
}

// maxCaption limits a caption, in bytes; longer ones are cut.
const maxCaption = 4 << 10

// floorDiv divides and rounds toward negative infinity.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
