package takecheck

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/client/decode"
	"viviscope/client/sandbox/render"
	"viviscope/db/findings"
)

// made is a clip of the sandbox with at most one planted fault.
type made struct {
	path    string
	name    string // how it was made
	request Request
	planted findings.Finding // Kind "": none
}

// maker makes clips in a folder.
type maker struct {
	t      testing.TB
	dir    string
	ffmpeg string
	rng    *rand.Rand
	clips  int
	pool   []made // honest clips as rendered
	most   int    // in pool
}

func newMaker(t testing.TB, seed uint64) *maker {
	t.Helper()
	path, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg")
	}
	return &maker{t: t, dir: t.TempDir(), ffmpeg: path, rng: rand.New(rand.NewPCG(seed, 7)), most: 3}
}

// scenes and models vary the rendered pictures, in addition to the seed.
var (
	scenes = []string{"a boat leaves the quay", "lanterns over the bay at night", "dunes in the evening", "northern lights",
		"fog in the hills", "snow", "a storm at sea", "the moon above a forest"}
	models = []string{"clip-2.6", "clip-3.0", "clip-3.0-turbo", "clip-o1"}
	sizes  = []image.Point{{320, 180}, {180, 320}, {240, 240}, {480, 270}, {640, 360}}
)

// render renders a clip of the given size and length. With frames it begins or ends with pictures, like most clips of a
// board.
func (m *maker) render(size image.Point, seconds int, frames int) string {
	m.t.Helper()
	r := render.Request{Prompt: scenes[m.rng.IntN(len(scenes))], Model: models[m.rng.IntN(len(models))],
		Seed: m.rng.Int64N(1 << 31), Width: size.X, Height: size.Y, Seconds: seconds, Audio: true}
	still := func() image.Image {
		p, err := render.Renderer{}.Still(context.Background(), render.StillRequest{
			Prompt: scenes[m.rng.IntN(len(scenes))], Seed: m.rng.Int64(), Width: size.X, Height: size.Y})
		if err != nil {
			m.t.Fatal(err)
		}
		return p
	}
	if frames >= 1 {
		r.First = still()
	}
	if frames >= 2 {
		r.Last = still()
	}
	m.clips++
	path := filepath.Join(m.dir, fmt.Sprintf("clip%d.mp4", m.clips))
	f, err := os.Create(path)
	if err != nil {
		m.t.Fatal(err)
	}
	defer f.Close()
	err = render.Renderer{}.Clip(context.Background(), r, f)
	if errors.Is(err, render.ErrNoEncoder) {
		m.t.Skip(err)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return path
}

// convert encodes clips again by ffmpeg and returns the path of the result.
func (m *maker) convert(args ...string) string {
	m.t.Helper()
	m.clips++
	path := filepath.Join(m.dir, fmt.Sprintf("clip%d.mp4", m.clips))
	args = append([]string{"-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1",
		"-filter_complex_threads", "1"}, args...)
	args = append(args, "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-crf",
		fmt.Sprint(18+m.rng.IntN(12)),
		"-pix_fmt", "yuv420p", "-c:a", "aac", path)
	if out, err := exec.Command(m.ffmpeg, args...).CombinedOutput(); err != nil {
		if strings.Contains(string(out), "libx264") {
			m.t.Skip("no encoder: ", string(out))
		}
		m.t.Fatalf("ffmpeg %q: %v\n%s", args, err, out)
	}
	return path
}

// honest makes a clip without a fault. Rendering takes most of the time, so that clips are rendered once and encoded
// again in several ways.
func (m *maker) honest() made {
	if len(m.pool) < m.most {
		size, seconds, frames := sizes[len(m.pool)%min(len(sizes), m.most)], 3, len(m.pool)%3
		if m.most > 3 {
			seconds += m.rng.IntN(3)
		}
		m.pool = append(m.pool, made{path: m.render(size, seconds, frames),
			name:    fmt.Sprintf("clip of %v, %d s, %d frames", size, seconds, frames),
			request: Request{size.X, size.Y, float64(seconds), true}})
		return m.pool[len(m.pool)-1]
	}
	c := m.pool[m.rng.IntN(len(m.pool))]
	flip := []string{"null", "hflip", "vflip", "hflip,vflip"}[m.rng.IntN(4)]
	c.path, c.name = m.convert("-i", c.path, "-vf", flip), c.name+", encoded again, "+flip
	return c
}

// faulty makes a clip with a planted fault.
func (m *maker) faulty(k findings.Kind) made {
	if len(m.pool) == 0 {
		m.honest()
	}
	c := m.pool[m.rng.IntN(len(m.pool))]
	seconds := c.request.Seconds
	length := minStretch + 0.15 + m.rng.Float64()*(seconds-1.5)
	from := m.rng.Float64() * (seconds - length)
	during := fmt.Sprintf("enable='between(t,%.3f,%.3f)'", from, from+length)
	c.planted = findings.Finding{Kind: k, From: from, To: from + length}
	c.name = fmt.Sprintf("%s %.2f to %.2f in %s", k, from, from+length, c.name)
	video, audio := "", ""
	switch k {
	case findings.Black:
		level := m.rng.IntN(12)
		video = fmt.Sprintf("drawbox=color=#%02x%02x%02x:t=fill:%s", level, level, level, during)
	case findings.Frozen:
		first := int(from * 24)
		video = fmt.Sprintf("loop=loop=%d:size=1:start=%d,setpts=N/24/TB,trim=end=%.3f", int(length*24), first, seconds)
	case findings.Flicker:
		by := 0.04 + m.rng.Float64()*0.1
		video = fmt.Sprintf("eq=eval=frame:brightness='%.3f*(1-2*mod(n,2))':%s", by, during)
	case findings.Clipped:
		audio = fmt.Sprintf("volume=%ddB:%s", 30+m.rng.IntN(12), during)
	case findings.Silent:
		if length < minSilence+0.1 {
			length = minSilence + 0.1
			from = min(from, seconds-length)
			c.planted.From, c.planted.To = from, from+length
		}
		audio = fmt.Sprintf("volume=0:enable='between(t,%.3f,%.3f)'", from, from+length)
	case findings.Length:
		end := seconds - 0.4 - m.rng.Float64()*(seconds-1.5)
		c.planted.From, c.planted.To = end, seconds
		c.path = m.convert("-i", c.path, "-t", fmt.Sprintf("%.3f", end))
		return c
	case findings.Cut:
		at := seconds - 0.4 - m.rng.Float64()*2 // the second part is shorter than every clip
		c.planted.From, c.planted.To = at, at
		other := m.pool[m.rng.IntN(len(m.pool))]
		for other.path == c.path {
			other = m.pool[m.rng.IntN(len(m.pool))]
		}
		c.path = m.convert("-i", c.path, "-i", other.path, "-map", "0:a", "-filter_complex", fmt.Sprintf(
			"[0:v]trim=end=%.3f,setpts=PTS-STARTPTS,setsar=1[a];[1:v]trim=start=0.2,setpts=PTS-STARTPTS,scale=%d:%d,"+
				"setsar=1[b];[a][b]concat=n=2:v=1:a=0", at, c.request.Width, c.request.Height),
			"-t", fmt.Sprint(seconds))
		return c
	}
	args := []string{"-i", c.path}
	if video != "" {
		args = append(args, "-vf", video)
	}
	if audio != "" {
		args = append(args, "-af", audio)
	}
	c.path = m.convert(args...)
	return c
}

// found reports whether the planted fault was found: a finding of its kind that covers most of it.
func (c made) found(r findings.Result) bool {
	const slack = 0.2
	p := c.planted
	return slices.ContainsFunc(r.Findings, func(f findings.Finding) bool {
		switch {
		case f.Kind != p.Kind:
			return false
		case p.Kind == findings.Clipped: // soft parts of the sound are not clipped
			return f.From < p.To+slack && f.To > p.From-slack
		}
		return f.From > p.From-slack && f.From < p.From+slack+minStretch/2 &&
			f.To < p.To+slack && f.To > p.To-slack-minStretch/2
	})
}

// others returns the findings of other kinds than the planted one.
func (c made) others(r findings.Result) []findings.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings),
		func(f findings.Finding) bool { return f.Kind == c.planted.Kind })
}
