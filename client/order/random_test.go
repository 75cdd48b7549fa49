package order_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/client/sandbox"
	"viviscope/db"
)

// now is the time of these tests.
var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// longForm is how `make long` runs the proofs that take numbers.
var longForm = os.Getenv("VIVISCOPE_LONG") != ""

// dealer deals random forms, with every value that a control, a keyboard or an old file can put into a field.
type dealer struct{ *rand.Rand }

func one[T any](d dealer, of ...T) T { return of[d.IntN(len(of))] }

func (d dealer) flip() bool { return d.IntN(2) == 0 }

func (d dealer) env() order.Env {
	env := order.Env{Now: now, Hosting: d.flip(),
		BaseURL: one(d, "http://127.0.0.1:8790", "https://api.gateway.net/v1", "")}
	if d.flip() {
		env.Models = []client.Alias{{ID: "gw/clip", Like: one(d, "clip-2.6", "clip-2.5", "clip-3.0", "gone")},
			{ID: "gw/picture", Like: "genimage-2.5-sunburst"}, {ID: "clip-3.0", Like: "clip-2.5"}}
	}
	return env
}

func (d dealer) prompt() string {
	if d.IntN(50) == 0 {
		return one(d, "{1..200}", "{a|b}{1..30}", "{1..50}")
	}
	return one(d, "boats", "boats", "灯台と🌊", "", " \n", "{red|blue} boat", "{1..3} boats", "{|boat}", `{"a": 1}`,
		`\{a|b}`, "a\x00b", "עברית")
}

func (d dealer) slot() order.Slot {
	s := order.Slot{
		URL: one(d, "", "", "https://img.gateway.net/c.png", "https://img.gateway.net/d.png",
			"https://img.gateway.net/e.webp", "https://img.gateway.net/a.png?X-Amz-Signature=%2Bx%2F&b=%20",
			"http://127.0.0.1:1/a.png", "http://nas/a.png", "ftp://a.b/c",
			"data:image/png;base64,AAAA", "a.png", " https://img.gateway.net/b.png\n", "https://", "https://a b.net/"),
		File: one(d, "", "", "/home/me/a.png", "pictures/2026/a.png"), Asset: one(d, "", "", "8f2c"),
		Dies: one(d, 0, 0, 0, now.UnixMilli(), now.UnixMilli()-1, now.UnixMilli()+1),
	}
	if d.flip() {
		s.Width, s.Height = d.IntN(9000), d.IntN(9000)
	}
	return one(d, order.Slot{}, s)
}

func (d dealer) canvas() order.Canvas {
	s := d.slot()
	return order.Canvas{Open: d.IntN(8) > 0, Asset: s.Asset, Link: s.URL, Dies: s.Dies, Width: d.IntN(4000),
		Height: d.IntN(4000),
		Marks:  d.IntN(3), Changed: d.flip(), SourceWidth: s.Width, SourceHeight: s.Height}
}

func (d dealer) side() string {
	return one(d, "1280", "720", "1080", "1920", "1921", "16", "15", "3840", "3841", "0", "-1", "0640", "", "x",
		" 640 ", "9999999999", fmt.Sprint(d.IntN(4000)))
}

func (d dealer) clip(env order.Env) order.VideoDraft {
	f := order.New()
	c := f.Text
	c.Prompt, c.Negative = d.prompt(), one(d, "", "text", d.prompt())
	c.Ratio = one(d, append(slices.Repeat(client.Ratios(), 4), "4:3")...)
	c.Seed = order.SeedDraft{Text: one(d, "", "48 210 773", "7", "8", "12", "x", "-1", "9223372036854775807",
		"9223372036854775808"), Locked: d.flip()}
	c.Clips = one(d, 1, 1, 1, 1, 2, 2, 10, 0, 11)
	c.First, c.Last = d.slot(), d.slot()
	for range d.IntN(8) {
		switch d.IntN(7) {
		case 0:
			c.SetModel(one(d, append(slices.Repeat(env.VideoModels(), 4),
				order.Model{ID: "gw/other", Like: "clip-2.6"})...))
		case 1:
			c.SetSeconds(one(d, "5", "10", fmt.Sprint(d.IntN(18)), "", "five", "12 s", "-3"))
		case 2:
			c.SetResolution(one(d, "720P", "1080P", "720P", "1080P", "720P", "1080P", "8K"))
		case 3:
			c.SetAudio(d.flip())
		case 4:
			c.SetFreeSize()
		case 5:
			c.SetSides(d.side(), d.side())
		case 6:
			before := c
			c.SetModel(one(d, env.VideoModels()...))
			c.Restore(before)
		}
	}
	return c
}

func (d dealer) picture(env order.Env, p order.ImageDraft, presets []string) order.ImageDraft {
	p.SetModel(one(d, append(slices.Repeat(env.ImageModels(), 8),
		order.Model{ID: "gw/other", Like: "genimage-2.5-flare"})...))
	p.Prompt, p.Clips = d.prompt(), one(d, 1, 1, 3, 0, 11)
	p.Quality, p.Format = one(d, append(slices.Repeat(client.Qualities(), 4), "ultra")...),
		one(d, append(slices.Repeat(client.Formats(), 9), "webp")...)
	p.SetPreset(one(d, presets...))
	if d.flip() {
		p.SetFreeSize()
		p.SetSides(d.side(), d.side())
	}
	return p
}

func (d dealer) form(env order.Env) order.Form {
	f := order.New()
	f.Kind = one(d, order.Kinds()...)
	switch f.Kind { // the others are not looked at
	case db.TextToVideo:
		f.Text = d.clip(env)
	case db.FramesToVideo:
		f.Frames = d.clip(env)
	case db.TextToImage:
		f.Image = d.picture(env, f.Image, order.Presets())
	case db.EditImage:
		f.Edit.ImageDraft = d.picture(env, f.Edit.ImageDraft, order.EditPresets())
		for range d.IntN(4) {
			f.Edit.Pictures[d.IntN(order.MaxEditPictures)] = d.slot()
		}
		if d.flip() {
			f.Edit.Canvas, f.Edit.WithoutMarks = d.canvas(), d.flip()
		}
	}
	return f
}

// No form that is allowed is refused by the rules of the service, in twenty thousand random ones, a hundred thousand in
// the long form; every refusal has a field and a message; every rule that a request breaks is among the refusals, and
// what is refused about its numbers and choices breaks one; and the price is that of the very requests.
func TestValidFormsAreAccepted(t *testing.T) {
	forms := 20_000
	if longForm {
		forms = 100_000
	}
	workers := runtime.GOMAXPROCS(0)
	table := sandbox.Prices()
	var wg sync.WaitGroup
	var mu sync.Mutex
	allowed := map[db.JobKind]int{}
	for w := range workers {
		wg.Go(func() {
			d := dealer{rand.New(rand.NewPCG(4, uint64(w)))}
			mine := map[db.JobKind]int{}
			for i := range forms / workers {
				env := d.env()
				f := d.form(env)
				o, problems := f.Build(env)
				if wrong := check(o, problems, table); wrong != "" {
					t.Errorf("form %d of dealer %d: %s\n%s\n%v", i, w, wrong, kept(f), problems)
					return
				}
				if len(problems) == 0 {
					mine[f.Kind]++
				}
				if i%100 == 0 {
					if wrong := checkRestart(f); wrong != "" {
						t.Errorf("form %d of dealer %d: %s", i, w, wrong)
						return
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for k, n := range mine {
				allowed[k] += n
			}
		})
	}
	wg.Wait()
	t.Log("allowed: ", allowed)
	for _, k := range order.Kinds() {
		if allowed[k] < forms/200 {
			t.Errorf("only %d allowed forms were dealt for %s", allowed[k], k)
		}
	}
}

// kept is a form as it is kept.
func kept(f order.Form) []byte {
	b, err := json.Marshal(f)
	if err != nil {
		return []byte(err.Error())
	}
	return b
}

// check returns what is wrong with an order; "" for a valid order.
func check(o order.Order, problems []client.ValidationError, table client.PriceTable) string {
	for _, p := range problems {
		if p.Field == "" || p.Message == "" {
			return fmt.Sprintf("a refusal without a name: %+v", p)
		}
	}
	if n := o.Jobs(); n < 1 || n > order.MaxOrder {
		return fmt.Sprintf("%d jobs", n)
	}
	var sum client.Micros
	known := true
	for i, r := range o.Requests {
		e := r.Estimate(table)
		sum, known = sum+e.Amount, known && e.Known
		if alike(i, r.PromptText(), o) {
			continue
		}
		switch one := r.(type) {
		case client.VideoRequest:
			one.InputReference = hosted(one.InputReference, o.Uploads)
			r = one
		case client.EditRequest:
			one.ImageURLs = hosted(one.ImageURLs, o.Uploads)
			if o.Baked && len(one.ImageURLs) > 0 {
				one.ImageURLs = hosted(one.ImageURLs, []order.Upload{{}})
			} else if o.Picture != (order.Upload{}) || o.Baked {
				one.Image = []byte("picture")
			}
			r = one
		}
		broken := r.Problems()
		if wrong := missing(broken, problems); wrong != "" {
			return wrong
		}
		for _, p := range problems {
			if slices.Contains([]string{order.FieldSeconds, order.FieldTier, order.FieldRatio, order.FieldQuality,
				order.FieldFormat}, p.Field) && !slices.Contains(broken, p) {
				return fmt.Sprintf("refused, but the service allows it: %s", p.Message)
			}
		}
	}
	if q := order.QuoteOf(table, o); q.Known != known || known && q.Total != sum || q.Jobs != o.Jobs() {
		return fmt.Sprintf("quoted %+v, the requests cost %d", q, sum)
	}
	return ""
}

// alike reports whether a request can differ from an earlier one of its order only in words that no rule asks for.
func alike(i int, prompt string, o order.Order) bool {
	return i > 0 && (prompt == "") == (o.Requests[0].PromptText() == "")
}

// hosted returns the links with placeholders for pictures that are uploaded.
func hosted(links []string, uploads []order.Upload) []string {
	links = slices.Clone(links)
	for _, u := range uploads {
		if links[u.Slot] == "" {
			links[u.Slot] = "https://bucket.example.com/a.png"
		}
	}
	return links
}

// missing names a broken rule that the form did not name. A frame that is refused for itself leaves its place empty, so
// that a request may also lack a prompt.
func missing(broken, named []client.ValidationError) string {
	for _, b := range broken {
		if !slices.ContainsFunc(named, func(n client.ValidationError) bool {
			return n.Field == b.Field || n.Field == order.FieldFrames && b.Field == order.FieldPrompt
		}) {
			return fmt.Sprintf("allowed, but the service says: %s", b.Message)
		}
	}
	return ""
}

// checkRestart returns what storing and reading a form changes; "" if nothing changes.
func checkRestart(f order.Form) string {
	f.Edit.Canvas, f.Edit.WithoutMarks = order.Canvas{}, false // the canvas keeps itself
	kept, err := json.Marshal(f.Normalized())
	if err != nil {
		return err.Error()
	}
	read := order.New()
	if err := json.Unmarshal(kept, &read); err != nil {
		return err.Error()
	}
	if !strings.Contains(string(kept), "\\ufffd") && read != f.Normalized() {
		return fmt.Sprintf("a restart changed the form:\n%+v\n%+v", f, read)
	}
	if read.Normalized() != read {
		return "mending twice is not mending once"
	}
	return ""
}

// A sample of the random forms goes to the service itself, over HTTP.
func TestServiceAcceptsRandomForms(t *testing.T) {
	s := newService(t)
	d := dealer{rand.New(rand.NewPCG(4, 99))}
	for sent := 0; sent < 200; {
		env := d.env()
		env.BaseURL, env.Hosting, env.Models = s.BaseURL(), false, nil // the sandbox is no gateway with other names
		f := d.form(env)
		o, problems := f.Build(env)
		if len(problems) > 0 || o.Jobs() > 2 ||
			slices.ContainsFunc(ordertest.Edits(o.Requests), func(r client.EditRequest) bool {
				w, h := r.InputSize(0)
				return w*h > 4e6
			}) || len(ordertest.Edits(o.Requests)) > 0 && o.Picture == (order.Upload{}) && !o.Baked ||
			len(ordertest.Images(o.Requests))+len(ordertest.Edits(o.Requests)) > 0 && sent%3 > 0 {
			continue // an edit by links needs pictures that are there
		}
		sent++
		if err := s.accepts(t.Context(), o); err != nil {
			t.Fatalf("%s was allowed, but: %v", kept(f), err)
		}
	}
}
