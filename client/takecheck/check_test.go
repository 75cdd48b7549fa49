package takecheck

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"viviscope/client/decode"
	"viviscope/db/findings"
)

func TestCheckFindsPlantedFaults(t *testing.T) {
	clips := 2 * len(findings.Kinds())
	if os.Getenv("VIVISCOPE_LONG") != "" {
		clips = 500
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	const seed = 20260512
	m := newMaker(t, seed)
	if clips == 500 {
		m.most = 80
	}
	planted, missed, honest, alarms, beside := map[findings.Kind]int{}, 0, 0, 0, 0
	for i := range clips {
		var c made
		if i%2 == 0 {
			c = m.honest()
			honest++
		} else {
			k := findings.Kinds()[i/2%len(findings.Kinds())]
			c = m.faulty(k)
			planted[k]++
		}
		r, err := Check(context.Background(), c.path, c.request)
		if err != nil {
			t.Fatalf("seed %d, clip %d, %s: %v", seed, i, c.name, err)
		}
		switch others := c.others(r); {
		case c.planted.Kind == "" && len(others) > 0:
			alarms++
			t.Logf("clip %d, %s: false %v", i, c.name, others)
		case len(others) > 0:
			beside++
			t.Logf("clip %d, %s: also %v", i, c.name, others)
		}
		if c.planted.Kind != "" && !c.found(r) {
			missed++
			t.Logf("clip %d, %s: not found in %v", i, c.name, r.Findings)
		}
		if !slices.ContainsFunc(m.pool, func(p made) bool { return p.path == c.path }) {
			_ = os.Remove(c.path) // 500 clips are many
		}
	}
	faulty := clips - honest
	t.Logf("seed %d: %d planted %v, %d not found; %d honest, %d false alarms; %d clips with other findings", seed,
		faulty,
		planted, missed, honest, alarms, beside)
	if float64(missed) > 0.05*float64(faulty) {
		t.Errorf("seed %d: %d of %d planted faults not found", seed, missed, faulty)
	}
	if float64(alarms) > 0.02*float64(honest) || float64(beside) > 0.05*float64(faulty) {
		t.Errorf("seed %d: %d of %d honest clips have findings, %d of %d others too many", seed, alarms, honest, beside,
			faulty)
	}
}

func TestCheckForeignFiles(t *testing.T) {
	m := newMaker(t, 3)
	whole, err := os.ReadFile(m.render(image.Pt(160, 90), 2, 0))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"empty": {}, "text": []byte("#EXTM3U\nfile:///etc/passwd"), "cut": whole[:len(whole)/2], "head": whole[:200],
		"noise": append(append([]byte{}, whole[:len(whole)*3/4]...), make([]byte, len(whole)/4)...),
	} {
		path := filepath.Join(m.dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Check(context.Background(), path, Request{Width: 160, Height: 90, Seconds: 2, Audio: true})
		if err != nil && !errors.Is(err, decode.ErrUndecodable) {
			t.Errorf("%s: %v", name, err)
		}
		if name == "text" && err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCheckStopsWithItsContext(t *testing.T) {
	m := newMaker(t, 4)
	path := m.render(image.Pt(160, 90), 2, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, path, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestTimesOfVariableRate checks the times of a clip with a frame rate that changes.
func TestTimesOfVariableRate(t *testing.T) {
	m := newMaker(t, 5)
	path := m.render(image.Pt(320, 180), 4, 0)
	// The black frames are from 1 to 2 s of the source, and from 2 to 4 s after their times are doubled.
	path = m.convert("-i", path, "-an", "-vf", "drawbox=color=black:t=fill:enable='between(t,0.99,1.99)',setpts=2*PTS-min(T\\,1)/TB",
		"-vsync", "vfr", "-video_track_timescale", "24000")
	r, err := Check(context.Background(), path, Request{Width: 320, Height: 180})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || r.Findings[0].Kind != findings.Black || r.Findings[0].From < 0.9 ||
		r.Findings[0].From > 1.1 ||
		r.Findings[0].To < 2.9 || r.Findings[0].To > 3.1 {
		t.Errorf("got %v, want black from 1 to 3 s", r.Findings)
	}
}

func BenchmarkCheck15sOf1080p(b *testing.B) {
	m, size, seconds := newMaker(b, 6), image.Pt(1920, 1080), 15
	if testing.Short() {
		size, seconds = image.Pt(320, 180), 2 // rendering the clip takes minutes under the race detector
	}
	path := m.render(size, seconds, 0)
	for b.Loop() {
		begin := time.Now()
		if _, err := Check(context.Background(), path, Request{size.X, size.Y, float64(seconds), true}); err != nil {
			b.Fatal(err)
		}
		if took := time.Since(begin); took > 5*time.Second {
			b.Logf("took %v", took)
		}
	}
}
