package torture

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A plan has the requested number of kills, and contains each step once if there are enough. A step that needs the
// previous kill directly follows it.
func TestPlan(t *testing.T) {
	for kills := range 200 {
		r := &round{random: rand.New(rand.NewPCG(uint64(kills), 7))}
		queue := r.plan(kills)
		if len(queue) != kills {
			t.Fatalf("%d deaths for %d kills", len(queue), kills)
		}
		seen := map[string]int{}
		for i, s := range queue {
			seen[s.label]++
			if s.label == "unconfirmed: open" && i > 0 && queue[i-1].label != "submit: answered" {
				t.Errorf("%d kills: %q comes after %q", kills, s.label, queue[i-1].label)
			}
		}
		for _, s := range steps {
			if kills >= killsARound && seen[s.label] != 1 || seen[s.label] > 1 {
				t.Errorf("%d kills: %q comes %d times", kills, s.label, seen[s.label])
			}
		}
	}
}

// Makes each fault by hand, because a proof that cannot fail proves nothing.
func TestComparisonDetectsFaults(t *testing.T) {
	r := newRound(t, t.TempDir(), 0, rand.New(rand.NewPCG(1, 1)))
	defer func() { r.service.stop(t) }()
	p := r.inPeace()
	defer p.end()
	a, b, c := r.click(clip), r.click(picture), r.click(edit)
	for _, one := range []click{a, b, c, r.click(failing), r.click(refused)} {
		must(t, press(t.Context(), p.engine, r.service.url, one))
		r.confirmed[one.Prompt] = true
	}
	p.quiet()
	want := func(what string, twice, lost, half, alone int) {
		t.Helper()
		got := r.compare(p.lib)
		f := got.figures
		if f.Twice != twice || f.Lost != lost || f.Half != half || f.Alone != alone {
			t.Errorf("%s: %d twice, %d lost, %d half, %d alone; want %d, %d, %d, %d\n%s", what,
				f.Twice, f.Lost, f.Half, f.Alone, twice, lost, half, alone, strings.Join(got.faults, "\n"))
		}
	}
	want("nothing wrong", 0, 0, 0, 0)

	r.confirmed["click-0-9999-1"] = true
	want("a confirmed click without a row", 0, 1, 0, 0)
	delete(r.confirmed, "click-0-9999-1")

	stray := filepath.Join(r.library, "files", "stray.mp4.part")
	must(t, os.WriteFile(stray, []byte("half"), 0o600))
	want("half a file beside the gallery", 0, 0, 1, 0)
	must(t, os.Remove(stray))

	before := r.compare(p.lib)
	path, err := p.lib.AbsPath(before.assets[a.Prompt][0].Path)
	must(t, err)
	must(t, os.Truncate(path, 1000))
	want("half a clip in the gallery", 0, 0, 1, 0)
	path, err = p.lib.AbsPath(before.assets[b.Prompt][0].Path)
	must(t, err)
	must(t, os.Remove(strings.TrimSuffix(path, ".png")+".json"))
	want("also a sidecar gone", 0, 0, 2, 0)

	r.send(a.Prompt) // two requests, two tasks, and an entry more
	want("also a second request", 2, 0, 2, 1)
	r.send("click-0-8888-1") // a request and a task that the library does not know
	want("also a request of nobody", 2, 2, 2, 2)
}

// send makes a clip at the service without the program.
func (r *round) send(prompt string) {
	r.t.Helper()
	body := `{"model":"clip-3.0","prompt":"` + prompt + `","seconds":5,"resolution":"720P"}`
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.service.url+"/v1/videos",
		strings.NewReader(body))
	must(r.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	must(r.t, err)
	must(r.t, resp.Body.Close())
	if resp.StatusCode != http.StatusOK {
		r.t.Fatal(resp.Status)
	}
}
