package mp4

import (
	"math"
	"sort"

	"github.com/Eyevinn/mp4ff/mp4"
)

// place says where one sample lies in the file.
type place struct {
	off  int64
	size uint32
}

// stblOf returns the sample table of a track once all boxes that are needed are there.
func stblOf(t *mp4.TrakBox) (*mp4.StblBox, error) {
	if t.Tkhd == nil || t.Mdia == nil || t.Mdia.Mdhd == nil || t.Mdia.Hdlr == nil || t.Mdia.Minf == nil || t.Mdia.Minf.Stbl == nil {
		return nil, damaged("a track lacks boxes")
	}
	s := t.Mdia.Minf.Stbl
	if s.Stsz == nil || s.Stsc == nil || s.Stts == nil || s.Stsd == nil || (s.Stco == nil && s.Co64 == nil) {
		return nil, damaged("a sample table lacks boxes")
	}
	return s, nil
}

func chunkOffsets(s *mp4.StblBox) []uint64 {
	if s.Co64 != nil {
		return s.Co64.ChunkOffset
	}
	out := make([]uint64, len(s.Stco.ChunkOffset))
	for i, o := range s.Stco.ChunkOffset {
		out[i] = uint64(o)
	}
	return out
}

// places works out where each sample lies, and checks the tables against each other on the way.
func places(s *mp4.StblBox) ([]place, error) {
	n := int(s.Stsz.SampleNumber)
	if n > maxSamples {
		return nil, damaged("more than %d samples", maxSamples)
	}
	if err := countsAgree(s, n); err != nil {
		return nil, err
	}
	offsets := chunkOffsets(s)
	out := make([]place, 0, n)
	runs := s.Stsc.Entries
	for i, run := range runs {
		last := uint32(len(offsets))
		if i+1 < len(runs) {
			last = runs[i+1].FirstChunk - 1
		}
		if run.FirstChunk < 1 || (i == 0 && run.FirstChunk != 1) || last < run.FirstChunk || int64(last) > int64(len(offsets)) || run.SamplesPerChunk == 0 {
			return nil, damaged("stsc contradicts the chunk offsets")
		}
		desc := descriptionOf(s.Stsc, i)
		if desc < 1 || int64(desc) > int64(len(s.Stsd.Children)) {
			return nil, damaged("a chunk asks for a sample entry that is not there")
		}
		for c := run.FirstChunk; c <= last; c++ {
			at := offsets[c-1]
			for range run.SamplesPerChunk {
				k := len(out)
				if k >= n {
					return nil, damaged("stsc counts more samples than stsz")
				}
				size := s.Stsz.SampleUniformSize
				if size == 0 {
					size = s.Stsz.SampleSize[k]
				}
				if at > math.MaxInt64-uint64(size) {
					return nil, damaged("a chunk has an absurd offset")
				}
				out = append(out, place{int64(at), size})
				at += uint64(size)
			}
		}
	}
	if len(out) != n {
		return nil, damaged("stsc counts %d samples, stsz %d", len(out), n)
	}
	return out, nil
}

// descriptionOf gives the sample entry of run i of stsc. mp4ff's GetSampleDescriptionID takes a chunk number but
// looks it up in a list that has one element a run, which is wrong as soon as there are two.
func descriptionOf(s *mp4.StscBox, i int) uint32 {
	if len(s.SampleDescriptionID) == 0 {
		return s.GetSampleDescriptionID(1)
	}
	return s.SampleDescriptionID[i]
}

// countsAgree compares the tables that give one value a sample with the number of samples.
func countsAgree(s *mp4.StblBox, n int) error {
	var sum uint64
	for _, c := range s.Stts.SampleCount {
		sum += uint64(c)
	}
	if sum != uint64(n) {
		return damaged("stts counts %d samples, stsz %d", sum, n)
	}
	if s.Ctts != nil {
		sum = 0
		for i := range s.Ctts.NrSampleCount() {
			sum += uint64(s.Ctts.SampleCount(i))
		}
		if sum != uint64(n) {
			return damaged("ctts counts %d samples, stsz %d", sum, n)
		}
	}
	if s.Stss != nil {
		for _, k := range s.Stss.SampleNumber {
			if k < 1 || uint64(k) > uint64(n) {
				return damaged("stss names sample %d of %d", k, n)
			}
		}
	}
	return nil
}

// inside says whether every sample lies in one of the media data boxes (in the order of the file).
func inside(mdat []span, samples []place) error {
	for i, s := range samples {
		k := sort.Search(len(mdat), func(k int) bool { return mdat[k].end() > s.off })
		if s.size == 0 && k == len(mdat) { // nothing to read, wherever it is
			continue
		}
		if k == len(mdat) || s.off < mdat[k].at+mdat[k].head || s.off+int64(s.size) > mdat[k].end() {
			return damaged("sample %d lies outside the media data", i+1)
		}
	}
	return nil
}

// ticks is the sum of the sample durations, in the timescale of the track.
func ticks(s *mp4.StblBox) uint64 {
	var sum uint64
	for i, c := range s.Stts.SampleCount {
		sum += uint64(c) * uint64(s.Stts.SampleTimeDelta[i])
	}
	return sum
}
