package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/Eyevinn/mp4ff/aac"

	"viviscope/client/decode"
	"viviscope/client/mp4"
	"viviscope/client/picturefile"
)

// ErrSoundtrack reports that a soundtrack cannot be read because no ffmpeg program was found.
var ErrSoundtrack = errors.New("a soundtrack needs the ffmpeg program, which is not on this computer")

const (
	soundtrackRate = 48_000 // samples a second
	// soundtrackPriming is the number of priming samples that ffmpeg's AAC encoder inserts before the first audible
	// one.
	soundtrackPriming = 1024
	// soundtrackBytes is the maximum size of one second of stereo AAC.
	soundtrackBytes = 2 * 768 * (soundtrackRate/1024 + 1)
)

// Soundtrack encodes the given number of seconds from the beginning of a sound file, with ffmpeg. Errors:
// [ErrSoundtrack], [picturefile.ErrDamaged], and those of opening the file.
func Soundtrack(ctx context.Context, path string, seconds float64) (*mp4.Audio, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		return nil, ErrSoundtrack
	}
	adts, err := Run(ctx, ffmpeg, (int(seconds)+2)*soundtrackBytes, []string{"-i", "file:" + path, "-map", "0:a:0",
		"-t", fmt.Sprintf("%f", seconds), "-c:a", "aac", "-b:a", "192k", "-ac", "2", "-ar", fmt.Sprint(soundtrackRate),
		"-f", "adts", "pipe:1"})
	if err != nil {
		return nil, errors.Join(picturefile.ErrDamaged, err)
	}
	return readADTS(adts)
}

// readADTS splits an ADTS stream of stereo AAC-LC into its frames (ISO/IEC 13818-7, 6.2).
func readADTS(adts []byte) (*mp4.Audio, error) {
	a := &mp4.Audio{Rate: soundtrackRate, Priming: soundtrackPriming}
	for len(adts) > 0 {
		h, at, err := aac.DecodeADTSHeader(bytes.NewReader(adts))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", picturefile.ErrDamaged, err)
		}
		n := int(h.HeaderLength) + int(h.PayloadLength)
		if at != 0 || n > len(adts) || h.PayloadLength == 0 {
			return nil, fmt.Errorf("%w: a frame of sound is incomplete", picturefile.ErrDamaged)
		}
		a.Frames = append(a.Frames, adts[h.HeaderLength:n])
		adts = adts[n:]
	}
	a.Length = len(a.Frames)*1024 - soundtrackPriming
	if a.Length <= 0 {
		return nil, fmt.Errorf("%w: no sound in it", picturefile.ErrDamaged)
	}
	var config bytes.Buffer
	asc := &aac.AudioSpecificConfig{ObjectType: aac.AAClc, ChannelConfiguration: 2, SamplingFrequency: soundtrackRate}
	if err := asc.Encode(&config); err != nil {
		return nil, err
	}
	a.Config = config.Bytes()
	return a, nil
}
