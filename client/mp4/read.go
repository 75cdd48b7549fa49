package mp4

import (
	"bytes"

	"github.com/Eyevinn/mp4ff/mp4"
)

// readTracks gives the first video track of a clip and, behind it, the first sound, with their samples (which share data).
func readTracks(data []byte) (out []*track, err error) {
	defer func() {
		if x := recover(); x != nil {
			out, err = nil, damaged("%v", x)
		}
	}()
	f, err := checked(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for _, handler := range []string{"vide", "soun"} {
		for _, box := range f.moov.Traks {
			if box.Mdia.Hdlr.HandlerType != handler {
				continue
			}
			t, err := readTrack(data, box, f.moov.Mvhd.Timescale)
			if err != nil {
				return nil, err
			}
			out = append(out, t)
			break
		}
	}
	return out, nil
}

func readTrack(data []byte, box *mp4.TrakBox, movieTimescale uint32) (*track, error) {
	s := box.Mdia.Minf.Stbl
	ps, err := places(s)
	if err != nil {
		return nil, err
	}
	t := &track{kind: "video", timescale: box.Mdia.Mdhd.Timescale, entries: s.Stsd.Children,
		width: int(box.Tkhd.Width >> 16), height: int(box.Tkhd.Height >> 16)}
	if box.Mdia.Hdlr.HandlerType == "soun" {
		t.kind = "audio"
	}
	t.samples = make([]sample, len(ps))
	for i, p := range ps {
		t.samples[i] = sample{data: data[p.off : p.off+int64(p.size)], sync: s.Stss == nil, entry: int(p.desc) - 1}
	}
	t.readTimes(s)
	t.start, t.shown = 0, t.length()
	if start, shown, ok := firstEdit(box); ok {
		t.start, t.shown = start, rescale(shown, movieTimescale, t.timescale)
	}
	return t, nil
}

// readTimes reads the tables with one value a sample, whose counts have been checked.
func (t *track) readTimes(s *mp4.StblBox) {
	k := 0
	for i, n := range s.Stts.SampleCount {
		for range n {
			t.samples[k].ticks = s.Stts.SampleTimeDelta[i]
			k++
		}
	}
	if s.Ctts != nil {
		k = 0
		for i := range s.Ctts.NrSampleCount() {
			for range s.Ctts.SampleCount(i) {
				t.samples[k].shift = s.Ctts.SampleOffset[i]
				k++
			}
		}
	}
	if s.Stss != nil {
		for _, n := range s.Stss.SampleNumber {
			t.samples[n-1].sync = true
		}
	}
}

// firstEdit gives the first edit that shows something: from which media time, and how long in the timescale of the movie.
func firstEdit(box *mp4.TrakBox) (start int64, shown uint64, ok bool) {
	if box.Edts == nil {
		return 0, 0, false
	}
	for _, l := range box.Edts.Elst {
		for _, e := range l.Entries {
			if e.MediaTime >= 0 {
				return e.MediaTime, e.SegmentDuration, true
			}
		}
	}
	return 0, 0, false
}

// length is the sum of the sample durations.
func (t *track) length() (sum uint64) {
	for _, s := range t.samples {
		sum += uint64(s.ticks)
	}
	return sum
}

func rescale(v uint64, from, to uint32) uint64 { return (v*uint64(to) + uint64(from)/2) / uint64(from) }
