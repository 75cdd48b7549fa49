package mp4

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Reason explains why a clip cannot be copied into a film.
type Reason int

// The reasons, in the order in which [Mismatch] lists them.
const (
	OtherCodec Reason = iota + 1 // another codec or profile, or an unsupported one
	OtherSize
	OtherPixelAspect // another pixel aspect ratio
	OtherDepth
	OtherChroma
	OtherColour     // primaries, transfer, matrix or range; high or standard dynamic range
	OtherRate       // another frame rate
	OtherTimestamps // the file shows only some of its frames, or its times cannot be copied exactly
	NeedsRotation   // the file asks players to rotate the picture
	OtherSound      // another sample rate or channel layout, or a codec that cannot be copied
	OtherCut        // a copy cannot cut at the wanted frame ([Clip.Snap])
	MadeOfStills    // the clip is yet to be made from pictures ([Stills])
)

// Mismatch is the error for a clip that cannot be copied into a film. See [MustEncode].
type Mismatch struct {
	Index      int      // index among the clips
	Cut        int      // frames to omit at its end
	Reasons    []Reason // all differences; not empty
	Have, Want Format
}

// SoundOnly reports whether the frames of the clip are copied.
func (m *Mismatch) SoundOnly() bool { return m.Reasons[0] == OtherSound && len(m.Reasons) == 1 }

// MustEncode reports whether all frames of a film must be encoded because of the mismatches. If only sound differs, the
// frames are copied.
func MustEncode(differ []*Mismatch) bool {
	return slices.ContainsFunc(differ, func(m *Mismatch) bool { return !m.SoundOnly() })
}

// Error describes the differences in English.
func (m *Mismatch) Error() string {
	var all []string
	for _, why := range m.Reasons {
		all = append(all, m.describe(why))
	}
	return strings.Join(all, "; ")
}

func (m *Mismatch) describe(why Reason) string {
	have, want := m.Have, m.Want
	switch why {
	case OtherCodec:
		if have.CodecName() == want.CodecName() {
			return "its file holds its video in a way that cannot be copied"
		}
		return fmt.Sprintf("its video is %s, the film's %s", have.CodecName(), want.CodecName())
	case OtherSize:
		return fmt.Sprintf("it has %dx%d pixels, the film %dx%d", have.Width, have.Height, want.Width, want.Height)
	case OtherPixelAspect:
		return fmt.Sprintf("its pixels are %s, the film's %s", have.PixelAspect, want.PixelAspect)
	case OtherDepth:
		return fmt.Sprintf("it has %d bits a colour, the film %d", have.Depth, want.Depth)
	case OtherChroma:
		return fmt.Sprintf("its chroma is %s, the film's %s", have.Chroma, want.Chroma)
	case OtherColour:
		return fmt.Sprintf("its colours are %s, the film's %s", have.Colour.rangeName(), want.Colour.rangeName())
	case OtherRate:
		return fmt.Sprintf("it has %.5g frames a second, the film %.5g", have.FPS, want.FPS)
	case OtherTimestamps:
		return "its file shows its frames in a way that cannot be copied exactly"
	case NeedsRotation:
		return "its file asks players to turn the picture"
	case OtherSound:
		return fmt.Sprintf("its sound has other settings (%d Hz, %d channels) than the film's (%d Hz, %d channels of AAC)",
			have.SampleRate, have.Channels, want.SampleRate, want.Channels)
	case OtherCut:
		if m.Cut == 1 {
			return "a copy cannot leave out exactly 1 frame at its end"
		}
		return fmt.Sprintf("a copy cannot leave out exactly %d frames at its end", m.Cut)
	}
	return "it is made of pictures"
}

func (c Colour) rangeName() string {
	if c.Full {
		return c.Name() + " of full range"
	}
	return c.Name()
}

// Compare returns the format of a film of these clips, and the clips that cannot be copied into it. See [bestFormat]. A
// silent film has no sound settings. clips must not be empty.
func Compare(clips []*Clip, silent bool) (Format, []*Mismatch) {
	film := bestFormat(clips)
	film.Channels, film.SampleRate, film.Layout = 0, 0, ""
	hasSound := !silent && slices.ContainsFunc(clips, func(c *Clip) bool { return c.sound != nil })
	if hasSound {
		film.setSound(clips)
	}
	all := mismatches(clips, film, hasSound)
	if len(all) == 0 {
		return film, nil
	}
	if MustEncode(all) && !film.isEncodable() {
		film = film.nearestEncodable()
	}
	if hasSound && film.Layout != standardLayouts[film.Channels] {
		film.setStandardSound()
	}
	return film, mismatches(clips, film, hasSound)
}

// maxFilmRate limits the frame rate of a film. Higher rates usually come from wrong times in a file.
const maxFilmRate = 120

// bestFormat returns the picture format of the film: the most frequent one among clips that can be copied. Among
// equally frequent ones it prefers the one that drops the fewest frames, then the first. It excludes formats that would
// drop more than two of three frames of a clip.
func bestFormat(clips []*Clip) Format {
	fastest := 0.0
	for _, c := range clips {
		fastest = max(fastest, min(c.FPS, maxFilmRate))
	}
	type candidate struct {
		votes int
		lost  int // frames
		form  Format
	}
	var best *candidate
	for _, c := range clips {
		x := &candidate{form: c.Format}
		for _, o := range clips {
			if c.reason == 0 && o.reason == 0 && len(formatDifferences(o.Format, c.Format)) == 0 {
				x.votes++
			}
			if rate := min(o.FPS, maxFilmRate); rate > c.FPS*1.0005 {
				x.lost += int(math.Round(float64(o.Frames) * (1 - c.FPS/rate)))
			}
		}
		if c.FPS*3 < fastest {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(best.votes, x.votes), cmp.Compare(x.lost, best.lost)) < 0 {
			best = x
		}
	}
	if best.votes == 0 {
		return best.form.nearestEncodable()
	}
	return best.form
}

// mismatches returns the clips that cannot be copied into a film of this format.
func mismatches(clips []*Clip, film Format, hasSound bool) (all []*Mismatch) {
	clock := uint64(1)
	for i, c := range clips {
		var why []Reason
		switch {
		case c.reason == MadeOfStills:
			why = []Reason{MadeOfStills}
		case c.reason == OtherCodec:
			why = append(why, OtherCodec)
		default:
			why = formatDifferences(c.Format, film)
		}
		if c.reason == OtherTimestamps || c.reason == NeedsRotation {
			why = append(why, c.reason)
		}
		if why == nil && c.Snap(c.Cut) != c.Cut {
			why = append(why, OtherCut)
		}
		if next := lcm(clock, uint64(c.video.timescale)); why == nil && next <= math.MaxInt32 {
			clock = next
		} else if why == nil {
			why = append(why, OtherTimestamps)
		}
		if hasSound && c.sound != nil && soundDiffers(c, film) {
			why = append(why, OtherSound)
		}
		if why != nil {
			all = append(all, &Mismatch{i, c.Cut, why, c.Format, film})
		}
	}
	return all
}

// formatDifferences returns the differences between the pictures of a clip and those of a film.
func formatDifferences(c, film Format) (all []Reason) {
	known := c.Depth != 0 && film.Depth != 0 // else the clip is encoded in any case
	for _, x := range []struct {
		differs bool
		why     Reason
	}{
		{known && (c.Codec != film.Codec || c.Profile != film.Profile && c.Depth == film.Depth &&
			c.Chroma == film.Chroma), OtherCodec},
		{c.Width != film.Width || c.Height != film.Height, OtherSize},
		{!c.PixelAspect.equals(film.PixelAspect), OtherPixelAspect},
		{known && c.Depth != film.Depth, OtherDepth},
		{known && c.Chroma != film.Chroma, OtherChroma},
		{known && !c.Colour.equals(film.Colour), OtherColour},
		{math.Abs(c.FPS-film.FPS) > film.FPS/2000, OtherRate}, // 23.976 and 24 differ by a thousandth
	} {
		if x.differs {
			all = append(all, x.why)
		}
	}
	return all
}

// setSound sets the sound settings to the most frequent ones among clips that can be copied, or else among all clips.
func (f *Format) setSound(clips []*Clip) {
	most := 0
	for _, copied := range []bool{true, false} {
		for _, c := range clips {
			if c.sound == nil || copied && !c.sound.canCopy {
				continue
			}
			votes := 0
			for _, o := range clips {
				if o.sound != nil && (!copied || o.sound.canCopy) && o.Channels == c.Channels &&
					o.SampleRate == c.SampleRate && o.Layout == c.Layout {
					votes++
				}
			}
			if votes > most {
				most, f.Channels, f.SampleRate, f.Layout = votes, c.Channels, c.SampleRate, c.Layout
			}
		}
		if copied && most > 0 {
			return
		}
	}
	f.setStandardSound()
}

func soundDiffers(c *Clip, film Format) bool {
	return !c.sound.canCopy || c.Channels != film.Channels || c.SampleRate != film.SampleRate || c.Layout != film.Layout
}

// FilmFrames returns the number of frames of a clip in a film, without the frames that are cut. An encoded film
// ([MustEncode]) converts the clip to its own frame rate.
func (c *Clip) FilmFrames(film Format, encoded bool) int {
	if !encoded || c.FPS <= 0 {
		return c.Frames - c.Cut
	}
	in := func(frames int) int { return int(math.Round(float64(frames) * film.FPS / c.FPS)) }
	return max(in(c.Frames)-in(c.Cut), 1)
}

func lcm(a, b uint64) uint64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}
