package transfer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"viviscope/client/mp4"
)

// Timeline is a film for other programs: consecutive shots. All positions are whole frames, so that no rounding errors
// add up.
type Timeline struct {
	Name          string
	FPS           float64
	Width, Height int
	Shots         []TimelineShot
}

// TimelineShot is a shot of a [Timeline]: the beginning of a clip.
type TimelineShot struct {
	Name            string
	File, Ref       string // of its clip; File is a URL, relative to the folder of the documents. "": it has no clip
	FPS             float64
	Width, Height   int
	Start           mp4.Timecode // of the first frame of the clip; zero: none
	Frames          int          // of the clip
	Cut             int          // frames that are cut at the end
	Channels        int          // of its sound; 0: none
	SampleRate      int          // of its sound
	Prompt, Caption string
	Seam            string // how the next shot follows: shared, cut or continue; "" for the last shot
}

// placedShot is a shot with its position and length in frames of the film.
type placedShot struct {
	TimelineShot
	at, length int
}

func (t Timeline) placed() (all []placedShot) {
	at := 0
	for _, s := range t.Shots {
		n := s.Frames - s.Cut
		if s.FPS != t.FPS {
			n = int(math.Round(float64(n) * t.FPS / s.FPS))
		}
		all = append(all, placedShot{s, at, n})
		at += n
	}
	return all
}

// rateFraction returns a frame rate as a fraction. Rates of television, such as 29.97, have the denominator 1001.
func rateFraction(fps float64) (num, den int) {
	whole := math.Round(fps)
	switch {
	case math.Abs(fps-whole) < whole/5000:
		return int(whole), 1
	case math.Abs(fps-whole*1000/1001) < whole/5000:
		return int(whole) * 1000, 1001
	}
	return int(math.Round(fps * 1000)), 1000
}

// startTime returns the time of a clip's first frame, as a fraction in seconds.
func (s TimelineShot) startTime() (num, den int) {
	if s.Start.Scale == 0 {
		return 0, 1
	}
	num, den = s.Start.Frame*s.Start.Ticks, s.Start.Scale
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	return num / max(a, 1), den / max(a, 1)
}

// at returns the start time of a frame.
func (t Timeline) at(frame int) time.Duration {
	num, den := rateFraction(t.FPS)
	return time.Duration(math.Round(float64(frame) * float64(den) / float64(num) * float64(time.Second)))
}

// OneLine replaces line breaks and repeated blanks by single blanks.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// OTIO returns the film as OpenTimelineIO (Timeline.1). Each clip is referenced with its full range and the visible
// part, starting at the timecode of its file.
func (t Timeline) OTIO() []byte {
	type object = map[string]any
	span := func(s TimelineShot, frames int, fps float64) object {
		num, den := rateFraction(fps)
		rate := float64(num) / float64(den)
		at := func(v int, rate float64) object {
			return object{"OTIO_SCHEMA": "RationalTime.1", "value": v, "rate": rate}
		}
		start := at(0, rate)
		if s.Start.Scale > 0 {
			start = at(s.Start.Frame, float64(s.Start.Scale)/float64(s.Start.Ticks))
		}
		return object{"OTIO_SCHEMA": "TimeRange.1", "start_time": start, "duration": at(frames, rate)}
	}
	track := func(kind string) object {
		children := []object{}
		for _, s := range t.placed() { // in frames of the film: partial frames would shift all later shots
			c := object{"OTIO_SCHEMA": "Gap.1", "name": s.Name, "source_range": span(s.TimelineShot, s.length, t.FPS)}
			if s.File != "" && (s.Channels > 0 || kind == "Video") {
				c["OTIO_SCHEMA"] = "Clip.1"
				c["media_reference"] = object{"OTIO_SCHEMA": "ExternalReference.1", "target_url": s.File,
					"available_range": span(s.TimelineShot, s.Frames, s.FPS)}
				c["metadata"] = object{"viviscope": object{"ref": s.Ref, "prompt": s.Prompt, "caption": s.Caption,
					"seam":  s.Seam,
					"width": s.Width, "height": s.Height}}
			}
			children = append(children, c)
		}
		return object{"OTIO_SCHEMA": "Track.1", "name": kind, "kind": kind, "children": children}
	}
	tracks := []object{track("Video")}
	if slices.ContainsFunc(t.Shots, func(s TimelineShot) bool { return s.Channels > 0 }) {
		tracks = append(tracks, track("Audio"))
	}
	data, _ := json.MarshalIndent(object{"OTIO_SCHEMA": "Timeline.1", "name": t.Name, "tracks": object{
		"OTIO_SCHEMA": "Stack.1", "name": "tracks", "children": tracks,
	}}, "", "  ") // all values can be encoded
	return append(data, '\n')
}

// FCPXML returns the film for Final Cut Pro and others (version 1.8, the last with the URL of a clip in its asset).
func (t Timeline) FCPXML() []byte {
	b := &bytes.Buffer{}
	quoted := func(s string) string {
		var w bytes.Buffer
		_ = xml.EscapeText(&w, []byte(OneLine(s))) // into memory
		return w.String()
	}
	seconds := func(frames int, fps float64) string {
		num, den := rateFraction(fps)
		return fmt.Sprintf("%d/%ds", frames*den, num)
	}
	fmt.Fprint(b, xml.Header+"<!DOCTYPE fcpxml>\n<fcpxml version=\"1.8\">\n<resources>\n")
	type format struct {
		fps           float64
		width, height int
	}
	formats := []format{{t.FPS, t.Width, t.Height}}
	for _, s := range t.Shots {
		if f := (format{s.FPS, s.Width, s.Height}); s.File != "" && !slices.Contains(formats, f) {
			formats = append(formats, f)
		}
	}
	for i, f := range formats {
		fmt.Fprintf(b, "\t<format id=\"f%d\" frameDuration=\"%s\" width=\"%d\" height=\"%d\"/>\n", i, seconds(1, f.fps),
			f.width, f.height)
	}
	known := map[string]bool{}
	spine := &bytes.Buffer{}
	total := 0
	for _, s := range t.placed() {
		total = s.at + s.length
		start := "0s"
		if num, den := s.startTime(); num > 0 {
			start = fmt.Sprintf("%d/%ds", num, den)
		}
		place := fmt.Sprintf("name=\"%s\" offset=\"%s\" start=\"%s\" duration=\"%s\"", quoted(s.Name),
			seconds(s.at, t.FPS), start, seconds(s.length, t.FPS))
		if s.File == "" {
			fmt.Fprintf(spine, "\t<gap %s/>\n", place)
			continue
		}
		of, drop := slices.Index(formats, format{s.FPS, s.Width, s.Height}), "NDF"
		if s.Start.Drop {
			drop = "DF"
		}
		fmt.Fprintf(spine, "\t<asset-clip ref=\"a%s\" %s format=\"f%d\" tcFormat=\"%s\">\n\t\t<note>%s</note>\n\t</asset-clip>\n",
			s.Ref, place, of, drop, quoted(cmp.Or(s.Caption, s.Prompt)))
		if known[s.Ref] {
			continue
		}
		known[s.Ref] = true
		sound := ""
		if s.Channels > 0 {
			sound = fmt.Sprintf(` hasAudio="1" audioSources="1" audioChannels="%d" audioRate="%d"`, s.Channels,
				s.SampleRate)
		}
		fmt.Fprintf(b, "\t<asset id=\"a%s\" name=\"%s\" src=\"%s\" start=\"%s\" duration=\"%s\" format=\"f%d\" hasVideo=\"1\"%s/>\n",
			s.Ref, quoted(s.Name), quoted(s.File), start, seconds(s.Frames, s.FPS), of, sound)
	}
	fmt.Fprintf(b, "</resources>\n<library><event name=\"%[1]s\"><project name=\"%[1]s\">\n"+
		"<sequence format=\"f0\" duration=\"%[2]s\" tcStart=\"0s\" tcFormat=\"NDF\">\n<spine>\n%[3]s</spine>\n</sequence>\n"+
		"</project></event></library>\n</fcpxml>\n", quoted(t.Name), seconds(total, t.FPS), spine)
	return b.Bytes()
}

// SRT returns the captions of the film as subtitles (SubRip), or the prompts if no shot has a caption.
func (t Timeline) SRT() []byte {
	b := &bytes.Buffer{}
	stamp := func(d time.Duration) string {
		ms := d.Round(time.Millisecond).Milliseconds()
		return fmt.Sprintf("%02d:%02d:%02d,%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
	}
	captions := slices.ContainsFunc(t.Shots, func(s TimelineShot) bool { return strings.TrimSpace(s.Caption) != "" })
	n := 0
	for _, s := range t.placed() {
		words := s.Caption
		if !captions {
			words = s.Prompt
		}
		var lines []string // an empty line would end the subtitle
		for line := range strings.Lines(strings.ReplaceAll(words, "\r", "\n")) {
			line = strings.ReplaceAll(OneLine(line), "-->", "→")
			if line != "" {
				lines = append(lines, line)
			}
		}
		if lines == nil || s.length == 0 {
			continue
		}
		n++
		fmt.Fprintf(b, "%d\n%s --> %s\n%s\n\n", n, stamp(t.at(s.at)), stamp(t.at(s.at+s.length)),
			strings.Join(lines, "\n"))
	}
	return b.Bytes()
}
