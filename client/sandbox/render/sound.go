package render

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"

	"github.com/Eyevinn/mp4ff/aac"

	"viviscope/client/mp4"
)

// SampleRate is the rate of the sound, in samples a second.
const SampleRate = 48000

// soundTrack is 8 s of soft tones, one each second: 375 frames of stereo AAC-LC in ADTS. It loops without a gap and is
// silent at each full second, so that clips of whole seconds begin and end quietly. It is the middle third of three
// repetitions, made with:
//
//	env='0.2*(1-cos(2*PI*t))*exp(-1.5*mod(t,1))' hz='110*(6-abs(4-floor(mod(t,8))))'
//	tone="$env*(sin(2*PI*$hz*t)+0.3*sin(2*PI*110*t))"
//	ffmpeg -bitexact -f lavfi -i "aevalsrc='$tone|$tone':s=48000:d=24" -c:a aac -b:a 24k -cutoff 2000 -aac_pns 0 all.aac
//	ffmpeg -bitexact -i all.aac -ss 8.0213 -frames:a 375 -c copy sound.aac
//
//go:embed sound.aac
var soundTrack []byte

// soundConfig is the AudioSpecificConfig (ISO/IEC 14496-3) of the track: AAC-LC, 48 kHz, stereo.
var soundConfig = []byte{0x11, 0x90}

// aacFrame is the number of samples in a frame of AAC-LC.
const aacFrame = 1024

// Sound returns the sandbox sound of a length in samples. The same length gives the same bytes.
func Sound(samples int) (*mp4.Audio, error) {
	loop, err := adtsFrames(soundTrack)
	if err != nil {
		return nil, fmt.Errorf("read sound track: %w", err)
	}
	// A decoder needs the previous frame, so the first frame is only priming.
	out := &mp4.Audio{Rate: SampleRate, Config: soundConfig, Priming: aacFrame, Length: samples}
	out.Frames = append(out.Frames, loop[len(loop)-1])
	for i := range (samples + aacFrame - 1) / aacFrame {
		out.Frames = append(out.Frames, loop[i%len(loop)])
	}
	return out, nil
}

// adtsFrames returns the frames of an ADTS stream without their headers. They share the memory of stream.
func adtsFrames(stream []byte) (frames [][]byte, err error) {
	for len(stream) > 0 {
		h, at, err := aac.DecodeADTSHeader(bytes.NewReader(stream))
		if err != nil {
			return nil, err
		}
		end := int(h.HeaderLength) + int(h.PayloadLength)
		if at != 0 || end > len(stream) {
			return nil, errors.New("a broken frame")
		}
		frames = append(frames, stream[h.HeaderLength:end])
		stream = stream[end:]
	}
	if len(frames) == 0 {
		return nil, errors.New("no frames")
	}
	return frames, nil
}
