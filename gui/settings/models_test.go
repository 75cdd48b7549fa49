package settings

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
)

// The service lists its models, free of charge. One that is chosen becomes a row; one that is typed and not listed is
// named.
func TestModelsAreChosenFromTheList(t *testing.T) {
	h := newHouse()
	h.lists = []string{"clip-3.0", "gpt-image-1", "kling-v2-6", "sora-2"}
	s := newScreen(t, h)
	f := s.profiles.models
	f.show(h.profiles[0])
	if f.choices.Visible() || f.answer.Text() != "" {
		t.Fatal("a list before it was asked for")
	}
	test.Tap(f.ask.button)
	var offered []string
	for _, o := range f.choice.Options() {
		offered = append(offered, o.Title)
	}
	if !slices.Equal(offered, []string{"gpt-image-1", "kling-v2-6", "sora-2"}) || !f.choices.Visible() {
		t.Fatalf("offered %q", offered)
	}
	f.take(2)
	f.take(0)
	if got := f.typed(); len(got) != 2 || got[0].ID != "sora-2" || got[1].Like != client.ImageModels()[0].ID ||
		len(f.choice.Options()) != 1 {
		t.Fatalf("rows %+v", got)
	}
	test.Tap(f.add)
	f.rows[2].entry.SetText("kling-v26")
	if got := f.rows[2].hint.Text(); !strings.Contains(got, "Did you mean kling-v2-6?") {
		t.Errorf("hint %q", got)
	}
	f.rows[2].entry.SetText("kling-v2-6")
	if f.rows[2].hint.Visible() {
		t.Errorf("hint %q", f.rows[2].hint.Text())
	}
}

func TestAServiceWithoutAList(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	test.Tap(s.profiles.models.ask.button)
	if got := s.profiles.models.answer.Text(); !strings.Contains(got, "lists no models") ||
		s.profiles.models.choices.Visible() {
		t.Errorf("empty: %q", got)
	}
	h.testErr = errors.New("refused")
	test.Tap(s.profiles.models.ask.button)
	if got := s.profiles.models.answer.Text(); !strings.HasPrefix(got, "No list: ") ||
		s.profiles.models.ask.button.Disabled() {
		t.Errorf("failed: %q", got)
	}
}

// A further model has lengths, sizes and a request format of its own. What cannot be read is not saved.
func TestLimitsOfAModelAreKept(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	f := s.profiles.models
	f.show(h.profiles[0])
	test.Tap(f.add)
	r := f.rows[0]
	r.entry.SetText("sora-2")
	for _, tc := range []struct{ seconds, sizes string }{{"four", ""}, {"4", "720p"}} {
		r.seconds.SetText(tc.seconds)
		r.sizes.SetText(tc.sizes)
		test.Tap(f.save.button)
		if kept, _ := jobs.ModelsOf(h.profiles[0]); len(kept) > 0 || !r.problem.Visible() {
			t.Errorf("%+v: kept %+v, problem %q", tc, kept, r.problem.Text())
		}
	}
	r.seconds.SetText("4, 8, 12")
	r.sizes.SetText("1280x720, 720x1280")
	r.form.picker.OnChanged(2)
	test.Tap(f.save.button)
	want := client.Alias{ID: "sora-2", Like: client.VideoModels()[0].ID,
		Limits: client.Limits{Format: "openai", Seconds: "4, 8, 12", Sizes: "1280x720, 720x1280"}}
	kept, err := jobs.ModelsOf(h.profiles[0])
	if err != nil || !slices.Equal(kept, []client.Alias{want}) {
		t.Errorf("kept %+v, %v", kept, err)
	}
	if own := client.LimitsOf("", kept, "sora-2"); own.Format != client.FormatOpenAI {
		t.Errorf("sent in %q", own.Format)
	}
}
