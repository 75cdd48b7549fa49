package form_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/gui/compose/form"
	"viviscope/gui/compose/form/formtest"
)

// frame is an address that answers at once with nothing: the sandbox accepts the task before it looks at the picture.
const frame = "http://127.0.0.1:1/a%20b.png?X-Amz-Signature=%2Bx%2F"

// service is a sandbox on loopback and a client of it. Its renderer never begins: what is tested is what it accepts.
type service struct {
	*sandbox.Server
	client  *client.Client
	picture []byte
	slots   chan struct{} // how many calls are on their way
}

func newService(t *testing.T) *service {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{
		Renderer: &sandboxtest.Renderer{Hold: make(chan struct{})},
		Now:      func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) },
		Sleep:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{BaseURL: server.BaseURL(), APIKey: server.Key()})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 36))); err != nil {
		t.Fatal(err)
	}
	return &service{Server: server, client: c, picture: b.Bytes(), slots: make(chan struct{}, 8)}
}

// env is the outside of a form whose profile is the service.
func (s *service) env() form.Env { return form.Env{Own: s.BaseURL()} }

// accepts sends every request of an order with the client, over HTTP, and says which the service refused.
func (s *service) accepts(ctx context.Context, o form.Order) error {
	var errs []error
	for _, r := range o.Requests {
		var err error
		switch r := r.(type) {
		case client.VideoRequest:
			_, err = s.client.SubmitVideo(ctx, r)
		case client.ImageRequest:
			_, err = s.client.GenerateImage(ctx, r)
		case client.EditRequest:
			if o.Picture != (form.Upload{}) || o.Baked {
				r.Image = s.picture
			}
			_, err = s.client.EditImage(ctx, r)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// refusal posts a request as it is, past the rules of the client, and returns the message of the service; "" where it was
// accepted.
func (s *service) refusal(t *testing.T, path string, request any) string {
	t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.BaseURL()+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.Key())
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var e struct{ Error struct{ Message string } }
	if err := json.Unmarshal(answer, &e); err != nil {
		t.Fatalf("%s: %s", err, answer)
	}
	if (resp.StatusCode == http.StatusOK) != (e.Error.Message == "") {
		t.Fatalf("%d %s", resp.StatusCode, answer)
	}
	return e.Error.Message
}

// combination is one way to fill the form in, with the choices that make it up.
type combination struct {
	form    form.Form
	choices []string
}

// covering returns combinations such that every two choices that occur together in all of them occur together in one
// of those: most faults need no more than two.
func covering(all []combination) []combination {
	var few []combination
	seen := map[string]bool{}
	for _, c := range all {
		isNew := false
		for i, a := range c.choices {
			for _, b := range c.choices[i:] {
				if pair := a + " & " + b; !seen[pair] {
					seen[pair], isNew = true, true
				}
			}
		}
		if isNew {
			few = append(few, c)
		}
	}
	return few
}

// sizes are free sizes, some of them refused.
func sizes() []string {
	return []string{"", "1280x720", "720x1280", "1920x1080", "1080x1920", "721x721", "16x16", "15x16", "1921x1080", "1080x1921", "1081x1081", "0x720", "x"}
}

func clips() []combination {
	var all []combination
	for _, m := range client.VideoModels() {
		for seconds := 1; seconds <= client.MaxSeconds+2; seconds++ {
			for _, size := range sizes() {
				for _, tier := range m.Resolutions {
					for _, ratio := range client.Ratios() {
						if size != "" && (tier != m.Resolutions[0] || ratio != client.Ratios()[0]) {
							continue // a free size stands instead of both
						}
						for _, audio := range []bool{false, true} {
							for frames := range 3 {
								all = append(all, clip(m.ID, seconds, tier, ratio, size, audio, frames))
							}
						}
					}
				}
			}
		}
	}
	return all
}

func clip(model string, seconds int, tier, ratio, size string, audio bool, frames int) combination {
	f := form.New()
	if frames > 0 {
		f.Kind = "frames_to_video"
	}
	d := f.Clip()
	d.SetModel(form.Model{ID: model})
	d.SetSeconds(fmt.Sprint(seconds))
	d.SetResolution(tier)
	d.Ratio = ratio
	if size != "" {
		d.SetFreeSize()
		w, h, _ := strings.Cut(size, "x")
		d.SetSides(w, h)
	}
	d.SetAudio(audio)
	d.Prompt = "boats"
	if frames > 0 {
		d.First.URL, d.Prompt = frame, ""
	}
	if frames > 1 {
		d.Last.URL, d.Negative = frame, "text"
	}
	return combination{f, []string{model, fmt.Sprint(seconds, " s"), tier, ratio, "size " + size, fmt.Sprint("audio ", audio), fmt.Sprint(frames, " frames")}}
}

func pictures() []combination {
	var all []combination
	sizes := []string{"333x444", "16x16", "64x48", "3840x16", "16x3840", "3841x16", "15x16", "axb"}
	for _, p := range form.Presets() {
		sizes = append(sizes, p.Size)
	}
	for _, m := range client.ImageModels() {
		for _, size := range sizes {
			for _, quality := range client.Qualities() {
				for _, format := range client.Formats() {
					for _, kind := range []string{"text", "a file", "as the file"} {
						all = append(all, picture(m.ID, size, quality, format, kind))
					}
				}
			}
		}
	}
	return all
}

func picture(model, size, quality, format, kind string) combination {
	f := form.New()
	f.Kind = "text_to_image"
	if kind != "text" {
		f.Kind = "edit_image"
		f.Edit.Pictures[0] = form.Slot{File: "/tmp/a.png", Width: 64, Height: 36}
	}
	d := f.Picture()
	d.SetModel(form.Model{ID: model})
	d.Prompt, d.Quality, d.Format = "a bowl", quality, format
	if kind != "as the file" {
		d.SetPreset(size)
		d.SetFreeSize()
		w, h, _ := strings.Cut(size, "x")
		d.SetSides(w, h)
	}
	return combination{f, []string{model, size, quality, format, kind}}
}

// What the form allows, the service accepts: so many combinations that every two choices meet, all of them in the long form.
func TestTheServiceAcceptsWhatTheFormAllows(t *testing.T) {
	s := newService(t)
	allClips, allPictures := clips(), pictures()
	chosen := append(covering(allClips), covering(allPictures)...)
	if longForm {
		chosen = append(allClips, allPictures...)
	}
	sent := map[string]bool{}
	allowed, refused := 0, 0
	var wg sync.WaitGroup
	for _, c := range chosen {
		order, problems := c.form.Build(s.env())
		if len(problems) > 0 {
			refused++
			said(t, c, problems)
			continue
		}
		key, err := json.Marshal(order)
		if err != nil {
			t.Fatal(err)
		}
		if allowed++; sent[string(key)] {
			continue // asked for in another way: without the sound that cannot be
		}
		sent[string(key)] = true
		s.slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-s.slots }()
			if err := s.accepts(t.Context(), order); err != nil {
				t.Errorf("%v was allowed, but: %v", c.choices, err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d combinations allowed, as %d requests; %d refused", allowed, len(sent), refused)
	if allowed == 0 || refused == 0 {
		t.Error("nothing was tested")
	}
}

// said checks that a refusal has a field and a message, and that the service would refuse the same.
func said(t *testing.T, c combination, problems []client.ValidationError) {
	t.Helper()
	for _, p := range problems {
		if p.Field == "" || p.Message == "" {
			t.Errorf("%v: refused without a name: %+v", c.choices, p)
		}
	}
	order, _ := c.form.Build(form.Env{Own: "http://127.0.0.1"})
	for _, r := range formtest.Videos(order.Requests) {
		if err := r.Validate(); err == nil || err.Error() != problems[0].Message {
			t.Errorf("%v: refused with %q, the rules of the service say %v", c.choices, problems[0].Message, err)
		}
	}
}
