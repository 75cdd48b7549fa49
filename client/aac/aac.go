//go:build cgo

// Package aac encodes sound as AAC-LC by vo-aacenc, inside the process. The same sound gives the same bytes.
package aac

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/Eyevinn/mp4ff/aac"
	goaac "github.com/gen2brain/aac-go"

	"viviscope/client/mp4"
)

const (
	channels = 2
	bitRate  = 128_000
	frame    = 1024 // samples in a frame
	// priming is the number of samples that a decoder gives before the first one that went in,
	// measured by the cross-correlation of a burst with what was decoded.
	priming = 1600
)

// oneAtATime guards the module, which keeps its encoder in a package variable. 15 s of sound take 0.13 s.
var oneAtATime sync.Mutex

// Encode encodes 16 bit stereo sound, interleaved, of so many samples a second.
func Encode(rate int, pcm []int16) (*mp4.Audio, error) {
	length := len(pcm) / channels
	frames := (length + priming + frame - 1) / frame
	raw := make([]byte, frames*frame*channels*2) // whole frames: a short last one would be lost
	for i, v := range pcm {
		binary.LittleEndian.PutUint16(raw[2*i:], uint16(v))
	}
	adts, err := encodeADTS(rate, raw)
	if err != nil {
		return nil, err
	}
	out := &mp4.Audio{Rate: rate, Priming: priming, Length: length}
	for len(adts) > 0 {
		h, at, err := aac.DecodeADTSHeader(bytes.NewReader(adts))
		if err != nil {
			return nil, err
		}
		n := int(h.HeaderLength) + int(h.PayloadLength)
		if at != 0 || n > len(adts) {
			return nil, errors.New("the encoder gave a broken frame")
		}
		out.Frames = append(out.Frames, adts[h.HeaderLength:n])
		adts = adts[n:]
	}
	if len(out.Frames) != frames {
		return nil, fmt.Errorf("%d frames went in, %d came out", frames, len(out.Frames))
	}
	var config bytes.Buffer
	asc := &aac.AudioSpecificConfig{ObjectType: aac.AAClc, ChannelConfiguration: channels, SamplingFrequency: rate}
	if err := asc.Encode(&config); err != nil {
		return nil, err
	}
	out.Config = config.Bytes()
	return out, nil
}

func encodeADTS(rate int, raw []byte) ([]byte, error) {
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	var out bytes.Buffer
	e, err := goaac.NewEncoder(&out, &goaac.Options{SampleRate: rate, BitRate: bitRate, NumChannels: channels})
	if err != nil {
		return nil, err
	}
	err = e.Encode(bytes.NewReader(raw))
	return out.Bytes(), errors.Join(err, e.Close())
}
