package mp4

import "github.com/Eyevinn/mp4ff/mp4"

// track is one track to be written.
type track struct {
	kind          string // "video" or "audio", as mp4ff calls them
	timescale     uint32
	entry         mp4.Box // the sample entry: what a decoder must know
	samples       []sample
	start         int64  // first media time to be shown, in timescale
	shown         uint64 // how much of it is shown, in timescale
	width, height int
}

type sample struct {
	data  []byte
	ticks uint32
	sync  bool
}

// chunk is a run of samples that lie together in the file.
type chunk struct{ track, from, to int }

// chunks cuts the track into pieces of about half a second.
func (t *track) chunks(index int) []chunk {
	var out []chunk
	half, from, length := uint64(t.timescale)/2, 0, uint64(0)
	for i, s := range t.samples {
		if length >= half {
			out = append(out, chunk{index, from, i})
			from, length = i, 0
		}
		length += uint64(s.ticks)
	}
	return append(out, chunk{index, from, len(t.samples)})
}

// seconds is how long the samples of c last.
func (t *track) seconds(c chunk) float64 {
	var n uint64
	for _, s := range t.samples[c.from:c.to] {
		n += uint64(s.ticks)
	}
	return float64(n) / float64(t.timescale)
}

// interleave orders the chunks of all tracks by the time at which they start.
func interleave(tracks []*track) []chunk {
	rest := make([][]chunk, len(tracks))
	for i, t := range tracks {
		rest[i] = t.chunks(i)
	}
	var order []chunk
	at := make([]float64, len(tracks))
	for {
		best := -1
		for i := range tracks {
			if len(rest[i]) > 0 && (best < 0 || at[i] < at[best]) {
				best = i
			}
		}
		if best < 0 {
			return order
		}
		c := rest[best][0]
		rest[best] = rest[best][1:]
		at[best] += tracks[best].seconds(c)
		order = append(order, c)
	}
}

// box makes the trak box; the chunk offsets have their number, but no values yet.
func (t *track) box(id uint32) (*mp4.TrakBox, error) {
	trak := mp4.CreateEmptyTrak(id, t.timescale, t.kind, "und")
	dur := (t.shown*movieTimescale + uint64(t.timescale)/2) / uint64(t.timescale)
	trak.Tkhd.Duration = dur
	trak.Tkhd.Flags = 3 // enabled, in the movie
	if t.kind == "video" {
		trak.Tkhd.Width, trak.Tkhd.Height = mp4.Fixed32(t.width<<16), mp4.Fixed32(t.height<<16)
	} else {
		trak.Tkhd.AlternateGroup = 1
	}
	edts := &mp4.EdtsBox{}
	edts.AddChild(&mp4.ElstBox{Entries: []mp4.ElstEntry{{SegmentDuration: dur, MediaTime: t.start, MediaRateInteger: 1}}})
	trak.AddChild(edts)
	trak.Children = []mp4.Box{trak.Tkhd, edts, trak.Mdia} // some players want edts before mdia
	stbl := trak.Mdia.Minf.Stbl
	stbl.Stsd.AddChild(t.entry)
	trak.Mdia.Mdhd.Duration = t.fillTimes(stbl)
	return trak, t.fillChunks(stbl, int(id)-1)
}

// fillTimes fills the tables with one value a sample, and gives the sum of the durations.
func (t *track) fillTimes(stbl *mp4.StblBox) (sum uint64) {
	stts, stsz, stss := stbl.Stts, stbl.Stsz, &mp4.StssBox{}
	for i, s := range t.samples {
		sum += uint64(s.ticks)
		if k := len(stts.SampleCount); k > 0 && stts.SampleTimeDelta[k-1] == s.ticks {
			stts.SampleCount[k-1]++
		} else {
			stts.SampleCount = append(stts.SampleCount, 1)
			stts.SampleTimeDelta = append(stts.SampleTimeDelta, s.ticks)
		}
		stsz.SampleSize = append(stsz.SampleSize, uint32(len(s.data)))
		if s.sync {
			stss.SampleNumber = append(stss.SampleNumber, uint32(i+1))
		}
	}
	stsz.SampleNumber = uint32(len(t.samples))
	if len(stss.SampleNumber) < len(t.samples) { // no table means: all are
		stbl.AddChild(stss)
	}
	return sum
}

func (t *track) fillChunks(stbl *mp4.StblBox, index int) error {
	chunks := t.chunks(index)
	last := 0
	for i, c := range chunks {
		n := c.to - c.from
		if n == last {
			continue
		}
		if err := stbl.Stsc.AddEntry(uint32(i+1), uint32(n), 1); err != nil {
			return err
		}
		last = n
	}
	stbl.Stco.ChunkOffset = make([]uint32, len(chunks))
	return nil
}
