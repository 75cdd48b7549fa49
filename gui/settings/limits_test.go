package settings

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
)

func TestLimitsAreExactAndCanBeOff(t *testing.T) {
	for _, tc := range []struct {
		typed string
		want  *int64
		wrong bool
		shown string // after it was kept
	}{
		{"600", new(int64(600_000_000)), false, "¥600.00"},
		{"¥1,250.50", new(int64(1_250_500_000)), false, "¥1250.50"},
		{"0,1", new(int64(100_000)), false, "¥0.10"},
		{"0.000001", new(int64(1)), false, "¥0.000001"},
		{"0", new(int64(0)), false, "¥0.00"},
		{"", nil, false, ""},
		{"  ", nil, false, ""},
		{"-1", new(int64(7)), true, "-1"},
		{"ten", new(int64(7)), true, "ten"},
		{"0.0000001", new(int64(7)), true, "0.0000001"},
	} {
		h := newHouse()
		h.profiles[0].BudgetMicros, h.profiles[0].ConfirmMicros = new(int64(7)), new(int64(8))
		s := newScreen(t, h)
		f := s.profiles.limits.budget
		f.entry.SetText(tc.typed)
		if f.entry.Failed() != tc.wrong || (f.note.Text() != f.hint) != tc.wrong {
			t.Errorf("%q: failed %v, %q", tc.typed, f.entry.Failed(), f.note.Text())
		}
		f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		got := h.profiles[0].BudgetMicros
		if (got == nil) != (tc.want == nil) || got != nil && *got != *tc.want {
			t.Errorf("%q: kept %v", tc.typed, got)
		}
		if f.entry.Text != tc.shown {
			t.Errorf("%q is shown as %q, want %q", tc.typed, f.entry.Text, tc.shown)
		}
		if c := h.profiles[0].ConfirmMicros; c == nil || *c != 8 {
			t.Errorf("%q: the other limit changed", tc.typed)
		}
	}
}

func TestALimitIsKeptWhenItsFieldIsLeft(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	open(t, s, "Profiles")
	c := s.canvas()
	c.Focus(s.profiles.limits.confirm.entry)
	for _, r := range "9.99" {
		c.Focused().TypedRune(r)
	}
	if h.profiles[0].ConfirmMicros != nil {
		t.Error("kept while it was being typed")
	}
	c.FocusNext()
	if got := h.profiles[0].ConfirmMicros; got == nil || *got != 9_990_000 {
		t.Fatalf("kept %v", got)
	}
	c.Focus(s.profiles.limits.confirm.entry)
	s.profiles.limits.confirm.entry.SetText("")
	c.FocusNext()
	if got := h.profiles[0].ConfirmMicros; got != nil {
		t.Errorf("an empty field is %d", *got)
	}
}

func TestFurtherModels(t *testing.T) {
	ok := "clip-2.6"
	const noID, notAnID, noLike = "enter the ID that the service uses", "the ID contains invalid characters",
		"choose a model that it works like"
	const inCatalogue, twice = "this model is already in the catalogue", "this ID is already listed above"
	for _, tc := range []struct {
		name   string
		models []client.Alias
		want   []string
	}{
		{"none", nil, nil},
		{"good", []client.Alias{{ID: "gw/clip", Like: ok}, {ID: "gw/clip-2", Like: "genimage-2.5-flare"}},
			[]string{"", ""}},
		{"empty", []client.Alias{{Like: ok}}, []string{noID}},
		{"in the catalogue", []client.Alias{{ID: "clip-3.0", Like: ok}}, []string{inCatalogue}},
		{"twice", []client.Alias{{ID: "a", Like: ok}, {ID: "a", Like: "clip-2.5"}}, []string{"", twice}},
		{"like nothing", []client.Alias{{ID: "a", Like: "gone"}, {ID: "b"}}, []string{noLike, noLike}},
		{"no text", []client.Alias{{ID: "a\x00", Like: ok}}, []string{notAnID}},
	} {
		got := checkModels(tc.models)
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
	if n := len(likeOptions()); n != len(catalogue()) {
		t.Errorf("%d options for %d models", n, len(catalogue()))
	}
}

func TestModelsAreAddedAndRemoved(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	f := s.profiles.models
	tap := func(o interface{ Tapped(*fyne.PointEvent) }) { o.Tapped(nil) }
	tap(f.add)
	if f.rows[0].entry.Failed() {
		t.Error("a new row is wrong before anybody typed")
	}
	tap(f.save.button)
	if len(h.profiles[0].Models) != 0 || f.rows[0].problem.Text() != "enter the ID that the service uses" ||
		!f.rows[0].problem.Visible() {
		t.Errorf("kept %s, problem %q", h.profiles[0].Models, f.rows[0].problem.Text())
	}
	f.rows[0].entry.SetText(" clip-2.6 ")
	if f.rows[0].problem.Text() != "this model is already in the catalogue" {
		t.Errorf("problem %q", f.rows[0].problem.Text())
	}
	f.rows[0].entry.SetText("gw/clip-2.6")
	f.rows[0].like.SetSelected(likeIndex("clip-2.6"))
	f.rows[0].like.OnChanged(likeIndex("clip-2.6"))
	tap(f.add)
	f.rows[1].entry.SetText("gw/picture")
	f.rows[1].like.SetSelected(likeIndex("genimage-2.5-flare"))
	f.rows[1].like.OnChanged(0)
	tap(f.save.button)
	if got, want := string(h.profiles[0].Models),
		`[{"id":"gw/clip-2.6","like":"clip-2.6"},{"id":"gw/picture","like":"genimage-2.5-flare"}]`; got != want {
		t.Fatalf("kept %s, want %s", got, want)
	}
	if !f.save.button.Disabled() || f.note.Text() != "" {
		t.Errorf("save on after saving, note %q", f.note.Text())
	}
	tap(f.rows[0].remove)
	if len(f.list.Objects) != 1 || f.rows[0].entry.Text != "gw/picture" {
		t.Errorf("%d rows left, first %q", len(f.list.Objects), f.rows[0].entry.Text)
	}
	tap(f.rows[0].remove)
	tap(f.save.button)
	if h.profiles[0].Models != nil {
		t.Errorf("an empty list is kept as %s", h.profiles[0].Models)
	}
}

func TestModelsThatCannotBeReadAreNotLost(t *testing.T) {
	h := newHouse()
	h.profiles[0].Models = []byte(`{"of":"another time"}`)
	s := newScreen(t, h)
	if got := s.profiles.models.note.Text(); !strings.Contains(got, "cannot be read") {
		t.Errorf("note %q", got)
	}
	if string(h.profiles[0].Models) != `{"of":"another time"}` {
		t.Error("replaced without being asked")
	}
}

// Everything that can be changed is reached by Tab, in the order in which it is read.
func TestTabGoesThroughEverything(t *testing.T) {
	s := newScreen(t, newHouse())
	s.profiles.hosting.turnOn()
	s.profiles.models.addEmpty()
	s.Update(context.Background())
	c := s.canvas()
	for name, want := range map[string][]fyne.Focusable{
		"Profiles": {s.nav[0], s.nav[4], s.profiles.form.name.entry, s.profiles.form.base.entry,
			s.profiles.form.currency.picker, s.profiles.form.key.entry, s.profiles.form.test.button,
			s.profiles.watching.poll, s.profiles.watching.patience.picker, s.profiles.watching.form.picker,
			s.profiles.limits.day.entry, s.profiles.limits.budget.entry, s.profiles.limits.warn.picker,
			s.profiles.limits.confirm.entry,
			s.profiles.models.rows[0].entry, s.profiles.models.rows[0].like, s.profiles.models.rows[0].remove,
			s.profiles.models.add, s.profiles.models.save.button,
			s.profiles.hosting.on, s.profiles.hosting.inputs[s3Endpoint].entry,
			s.profiles.hosting.inputs[s3AccessKey].entry, s.profiles.hosting.address.picker,
			s.profiles.hosting.lifetime.picker, s.profiles.hosting.takeDown},
		"Library": {s.library.trash.picker},
		"Window": {s.nav[2], s.window.language, s.window.look, s.window.text, s.window.motion, s.window.notify,
			s.window.tray,
			s.window.proxy.entry},
	} {
		open(t, s, name)
		c.Unfocus()
		at := 0
		for range 90 {
			c.FocusNext()
			if at < len(want) && c.Focused() == want[at] {
				at++
			}
		}
		if at != len(want) {
			t.Errorf("%s: Tab does not come to %T after %d of %d", name, want[at], at, len(want))
		}
	}
}

func TestLimitsOfTheDayAndTheShareToWarnFrom(t *testing.T) {
	h := newHouse()
	h.profiles[0].WarnPercent = 80
	s := newScreen(t, h)
	s.profiles.limits.day.entry.SetText("20")
	s.profiles.limits.day.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := h.profiles[0].DayBudgetMicros; got == nil || *got != 20_000_000 || h.profiles[0].BudgetMicros != nil {
		t.Errorf("kept %v for the day, %v for the month", got, h.profiles[0].BudgetMicros)
	}
	warn := s.profiles.limits.warn
	if got := warn.picker.AccessibilityLabel(); got != "Warn from, 80 %" {
		t.Errorf("shows %s", got)
	}
	warn.picker.OnChanged(3)
	if got := h.profiles[0].WarnPercent; got != 90 {
		t.Errorf("kept %d", got)
	}
	warn.show(63)
	if got := warn.picker.AccessibilityLabel(); len(warn.all) != 6 || got != "Warn from, 63 %" {
		t.Errorf("a share of another program: %s of %v", got, warn.all)
	}
}

// A section of a profile comes into sight with the keyboard in it, also where the page was never read before; a later
// reading leaves the page where it is.
func TestASectionOfAProfileIsShown(t *testing.T) {
	for _, read := range []bool{true, false} {
		h := newHouse()
		s := newScreen(t, h)
		if !read {
			w := s.host.Window
			s = New(s.host.Deps)
			test.NewTempWindow(t, s.Content()).Resize(fyne.NewSize(1270, 600))
			w.(*fakeWindow).screen = s
		}
		open(t, s, "About")
		s.ShowBudget(2)
		s.Update(context.Background())
		if s.profiles.chosen().profile.ID != 2 || s.body.Objects[0] != s.pages[profilesIndex].content ||
			s.canvas().Focused() != s.profiles.limits.day.entry {
			t.Errorf("read %v: profile %d, the keyboard is at %T", read, s.profiles.chosen().profile.ID,
				s.canvas().Focused())
		}
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.profiles.sections[budgetSection].title).Y -
			fyne.CurrentApp().Driver().AbsolutePositionForObject(s.host.scroll).Y
		atEnd := s.host.scroll.Offset.Y >= s.host.scroll.Content.Size().Height-s.host.scroll.Size().Height
		if top < 0 || top > 100 && !atEnd {
			t.Errorf("read %v: the budget begins %v px below the top of the page", read, top)
		}
		s.ShowHosting(1)
		if s.canvas().Focused() != s.profiles.hosting.on || s.host.scroll.Offset.Y == 0 {
			t.Errorf("hosting: the keyboard is at %T", s.canvas().Focused())
		}
		s.ShowProfile(1)
		if s.canvas().Focused() != s.profiles.form.key.entry || s.host.scroll.Offset.Y != 0 {
			t.Errorf("the key: the keyboard is at %T, the page at %v", s.canvas().Focused(), s.host.scroll.Offset.Y)
		}
		open(t, s, "Window")
		s.Update(context.Background())
		if s.body.Objects[0] == s.pages[profilesIndex].content {
			t.Errorf("read %v: a later reading turns the page", read)
		}
	}
}

// Each page and each section below the first is a command of the palette.
func TestThePagesAreCommands(t *testing.T) {
	s := newScreen(t, newHouse())
	shown := 0
	for _, a := range s.Actions(func() { shown++ }) {
		open(t, s, "About")
		a.Do()
		at := slices.IndexFunc(s.pages, func(p page) bool { return p.content == s.body.Objects[0] })
		if name := s.pages[at].name; name != a.Label && (name != "Profiles" || s.host.scroll.Offset.Y == 0) {
			t.Errorf("%s: shows %s", a.Label, name)
		}
	}
	if shown != 9 {
		t.Errorf("%d commands", shown)
	}
}

// The profile in use is the one that is edited, after another screen was shown and by the commands.
func TestSettingsFollowTheProfileInUse(t *testing.T) {
	s := newScreen(t, newHouse())
	s.choose(2)
	s.Update(context.Background())
	if s.profiles.chosen().profile.ID != 2 {
		t.Fatal("the chosen profile is not shown")
	}
	s.Left()
	if s.profiles.chosen().profile.ID != 1 {
		t.Error("another profile than the one in use is edited after the screen was left")
	}
	s.choose(2)
	for _, a := range s.Actions(func() {}) {
		if a.ID == "settings/budget" {
			a.Do()
		}
	}
	if s.profiles.chosen().profile.ID != 1 || s.canvas().Focused() != s.profiles.limits.day.entry {
		t.Error("the command edits the budget of another profile than the one in use")
	}
}

// Budgets are shown in the currency that they count in, which is the price table's. What was typed as an amount of one
// currency is not saved as the same number of another.
func TestBudgetsAreInTheCurrencyThatHolds(t *testing.T) {
	h := newHouse()
	h.profiles[0].Currency, h.profiles[0].DayBudgetMicros, h.priced = "EUR", new(int64(8_000_000)),
		map[int64]string{1: "USD"}
	s := newScreenWith(t, h, func(*Deps) {})
	if got := s.profiles.limits.day.entry.Text; got != "$8.00" {
		t.Errorf("the budget is shown as %q", got)
	}
	s.profiles.limits.day.entry.SetText("9")
	h.priced[1] = "EUR" // the prices were entered in euros, and the screen does not show it yet
	s.profiles.limits.day.keep()
	if *h.profiles[0].DayBudgetMicros != 8_000_000 || s.profiles.limits.day.entry.Text != "€8.00" {
		t.Errorf("9 dollars are kept as %d euros; shown %q", *h.profiles[0].DayBudgetMicros,
			s.profiles.limits.day.entry.Text)
	}
	h.priced[1] = "USD"
	s.Update(context.Background())
	s.profiles.limits.day.entry.SetText("9")
	h.priced[1] = "EUR"
	s.Update(t.Context())
	s.profiles.limits.day.keep()
	if got := s.profiles.limits.day.entry.Text; got != "€8.00" || *h.profiles[0].DayBudgetMicros != 8_000_000 {
		t.Errorf("shown %q, kept %d", got, *h.profiles[0].DayBudgetMicros)
	}
}
