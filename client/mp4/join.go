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

// WithSound is the clip with the sound of another one, which begins with the same picture.
func (c *Clip) WithSound(other *Clip) *Clip {
	both := *c
	both.sound, both.Channels, both.SampleRate, both.Layout = other.sound, other.Channels, other.SampleRate,
		other.Layout
	return &both
}

// Sound is what is heard in a film: that of its clips, unless one of these is set.
type Sound struct {
	Silent bool   // nothing
	Track  *Audio // this one, which ends with the film
}

// errChanged: the tables that were read are not those of the file any more.
var errChanged = errors.New("the file has changed since it was looked at")

// maxFilmSeconds is the longest film, in seconds: its tables are held in memory.
const maxFilmSeconds = 3 * 3600

// Film is what [Join] has written.
type Film struct {
	Frames  int
	Seconds float64
}

// Join writes one progressive file of the clips, one after the other. Each frame is copied as it is. The sound is
// copied in whole frames of AAC, so at a seam it is off by at most half of one (10.7 ms at 48 kHz), and never by more
// further on; a clip without sound is silent in a film that has some. Captions become a track of text. The files are
// read while the film is written. progress is told how many clips are done.
//
// Errors: all [*Mismatch] of the clips, joined; [ErrTooLong]; those of [Check] and of the file system; ctx's.
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
	for in, f := range j.files { // they may have been written while they were read
		err = errors.Join(err, in.checkUnchanged(f))
	}
	if err != nil {
		return Film{}, err
	}
	progress(len(clips))
	return Film{len(video.samples), float64(video.shown) / float64(video.timescale)}, nil
}

// joiner puts the tracks of a film together.
type joiner struct {
	clips  []*Clip
	form   Format
	files  map[fileVersion]*os.File
	clock  uint32   // timescale of the video
	begins []uint64 // when each clip begins, and the last one ends, by the clock
}

// source opens the file of a stream, unless it is open.
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

// checkUnchanged says whether an open file is still as it was when its tables were read.
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
	for _, c := range j.clips { // so that no frame is shown before it is decoded
		t.start = max(t.start, (c.video.firstShown-c.video.minShift)*int64(t.timescale/c.video.timescale))
	}
	known := map[string]int{} // the sample entries that the film has
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
		// Valid without; but there are players that look at the first sample entry only.
		for i := range t.samples {
			if s := &t.samples[i]; s.sync {
				s.data = sets[s.entry]
			}
		}
	}
	return t, nil
}

// putMostDemandingFirst moves the sample entry that asks most of a decoder to the front, with its parameter sets: some
// players set up their decoder by the first one only.
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

// decoderDemand orders sample entries by the level and the profile of their video.
func decoderDemand(e mp4.Box) int {
	switch v := e.(*mp4.VisualSampleEntryBox); {
	case v.AvcC != nil:
		return int(v.AvcC.AVCLevelIndication)<<8 | int(v.AvcC.AVCProfileIndication)
	case v.HvcC != nil:
		return int(v.HvcC.GeneralLevelIDC)<<8 | int(v.HvcC.GeneralProfileIDC)
	}
	return 0
}

// fixedSoundtrack is a sound from the beginning of the film, as long as both last.
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
	// The sound of the first clip is exactly in its place.
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
		// by so many frames it stands behind its place in the clip
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

// captions are timed text (3GPP TS 26.245), which players show over the pictures where a person wants it: one sample a
// clip.
func (j *joiner) captions() *track {
	const ms = 1000
	entry := binary.BigEndian.AppendUint16(make([]byte, 6), 1) // where the samples are: in this file
	entry = append(entry, 0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0)     // in the middle, at the bottom, on no ground
	// the box that it stands in, by the player; the style of all of it
	entry = append(entry, make([]byte, 8+6)...)
	entry = append(entry, 0, 16, 0xff, 0xff, 0xff, 0xff) // plain, of this size, white
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

// maxCaption is how much of a caption a film has, in bytes.
const maxCaption = 4 << 10

// floorDiv divides and rounds down, also below zero.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
