package media

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"viviscope/client/aac"
	"viviscope/client/mp4"
)

// ErrSoundtrack says that only the ffmpeg program could read a sound, and that there is none.
var ErrSoundtrack = errors.New("there is no ffmpeg program on this computer, and without it only WAV files can be a soundtrack")

// soundRates are the samples a second that are encoded as they are.
var soundRates = []int{16000, 22050, 24000, 32000, 44100, 48000}

// Soundtrack encodes the sound of a file, its first seconds at most, for a film: WAV by itself, and all else that the ffmpeg program can
// read. Errors: [ErrSoundtrack], [ErrDamaged], and those of the file.
func Soundtrack(ctx context.Context, path string, seconds float64) (*mp4.Audio, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	rate, pcm, err := readWAV(f, seconds)
	if err != nil {
		ffmpeg, e := FindFFmpeg()
		if e != nil {
			return nil, ErrSoundtrack
		}
		rate = soundRates[len(soundRates)-1]
		raw, e := runFFmpeg(ctx, ffmpeg, (int(seconds*float64(rate))+1)*4, []string{"-i", "file:" + path, "-map", "0:a:0", "-t", fmt.Sprintf("%f", seconds),
			"-f", "s16le", "-ac", "2", "-ar", fmt.Sprint(rate), "pipe:1"})
		if e != nil {
			return nil, errors.Join(ErrDamaged, e)
		}
		pcm = make([]int16, len(raw)/4*2)
		for i := range pcm {
			pcm[i] = int16(binary.LittleEndian.Uint16(raw[2*i:]))
		}
	}
	if len(pcm) == 0 {
		return nil, fmt.Errorf("%w: no sound in it", ErrDamaged)
	}
	return aac.Encode(rate, pcm)
}

// errWAV says that a file is none that is read here.
var errWAV = errors.New("not a WAV file of one or two channels of plain samples")

// readWAV reads the first seconds of a WAV file (RIFF WAVE) as 16 bit stereo.
func readWAV(r io.Reader, seconds float64) (rate int, pcm []int16, err error) {
	var head [12]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:4]) != "RIFF" || string(head[8:]) != "WAVE" {
		return 0, nil, errWAV
	}
	var kind, channels, bits int
	for {
		if _, err := io.ReadFull(r, head[:8]); err != nil {
			return 0, nil, errWAV
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		if string(head[:4]) == "data" && kind > 0 {
			most := int64(math.Ceil(seconds*float64(rate))) * int64(channels*bits/8)
			raw, err := io.ReadAll(io.LimitReader(r, min(size, most)))
			return rate, stereo(raw, kind, channels, bits), err
		}
		chunk, err := io.ReadAll(io.LimitReader(r, min(size+size%2, 1<<20)))
		if err != nil || string(head[:4]) == "data" || int64(len(chunk)) < size {
			return 0, nil, errWAV
		}
		if string(head[:4]) != "fmt " || size < 16 {
			continue
		}
		field := func(at int) int { return int(binary.LittleEndian.Uint16(chunk[at:])) }
		kind, channels, bits, rate = field(0), field(2), field(14), int(binary.LittleEndian.Uint32(chunk[4:]))
		if kind == 0xfffe && size >= 26 { // it stands further on
			kind = field(24)
		}
		known := kind == 1 && slices.Contains([]int{8, 16, 24, 32}, bits) || kind == 3 && bits == 32
		if !known || channels < 1 || channels > 2 || !slices.Contains(soundRates, rate) {
			return 0, nil, errWAV
		}
	}
}

// stereo makes 16 bit stereo of samples.
func stereo(raw []byte, kind, channels, bits int) (pcm []int16) {
	for piece := range slices.Chunk(raw, bits/8) {
		if len(piece) < bits/8 {
			break
		}
		var v int16
		switch {
		case bits == 8: // without a sign
			v = int16(int(piece[0])-128) << 8
		case kind == 3:
			f := math.Float32frombits(binary.LittleEndian.Uint32(piece))
			v = int16(min(max(f, -1), 1) * math.MaxInt16)
		default: // the upper bytes
			v = int16(binary.LittleEndian.Uint16(piece[len(piece)-2:]))
		}
		for range 3 - channels {
			pcm = append(pcm, v)
		}
	}
	return pcm[:len(pcm)/2*2]
}
