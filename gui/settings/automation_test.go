package settings

import (
	"cmp"
	"context"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// What the house keeps of other programs: none are asked for in the tests of other pages.
func (h *house) Clients(context.Context) ([]db.Client, error)            { return nil, nil }
func (h *house) Grants(context.Context, string) ([]db.Grant, error)      { return nil, nil }
func (h *house) SaveClient(context.Context, db.Client, []db.Grant) error { return nil }
func (h *house) Jobs(context.Context, db.JobFilter) ([]db.Job, error)    { return nil, nil }
func (h *house) Budget() db.BudgetReader                                 { return db.BudgetReader{} }
func (h *house) Setting(context.Context, string, any) (bool, error)      { return false, nil }
func (h *house) SetSetting(context.Context, string, any) error           { return nil }
func (h *house) New(_ context.Context, _, name string) (string, error) {
	return token, nil
}
func (h *house) Delete(_ context.Context, _, name string) error {
	h.done = append(h.done, "token of "+name+" deleted")
	return nil
}
func (h *house) StopClients(_ context.Context, name string) error {
	h.done = append(h.done, "stopped "+name+".")
	return nil
}

// Price prices nothing: the budgets are in the currency of the price table, where one is kept.
func (h *house) Price(_ context.Context, profile int64, _ []jobs.Order) (jobs.Quote, error) {
	for _, p := range h.profiles {
		if p.ID == profile {
			return jobs.Quote{Profile: p, Currency: cmp.Or(h.priced[profile], p.Currency)}, nil
		}
	}
	return jobs.Quote{}, db.ErrNotFound
}

// newEditorSheet opens the sheet for the access of a client.
func newEditorSheet(s *Screen, access accessInfo) *grantSheet {
	save := func(g db.Grant) { s.automation.saveGrant(db.Client{Name: "editor", Token: token}, g) }
	return newGrantSheet(s.host, "editor", access, save)
}

// token is of every client.
var token = strings.Repeat("a", 64)

// Review notes which click is asked about.
func (h *house) Review(click string) { h.done = append(h.done, "review "+click) }

// newAutomation is the chapter on a library of its own with two profiles, the first of a service.
func newAutomation(t *testing.T) (*Screen, *house, *db.Library) {
	t.Helper()
	lib, err := db.Open(context.Background(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	h := newHouse()
	for _, p := range h.profiles {
		p.ID = 0
		if _, err := lib.SaveProfile(context.Background(), p); err != nil {
			t.Fatal(err)
		}
	}
	s := newScreenWith(t, h, func(d *Deps) { d.Clients, d.Approvals = lib, h })
	open(t, s, "Automation")
	return s, h, lib
}

func sheetOf(t *testing.T, s *Screen) fyne.CanvasObject {
	t.Helper()
	top := s.canvas().Overlays().Top()
	if top == nil {
		t.Fatal("no sheet is open")
	}
	return top
}

// addProgram adds one by keys alone.
func addProgram(t *testing.T, s *Screen, name string) {
	t.Helper()
	apptest.Press(t, s.automation.content, "Add program…")
	for _, r := range name {
		s.canvas().Focused().TypedRune(r)
	}
	apptest.Press(t, sheetOf(t, s), "Add")
}

func TestAProgramBeginsWithTheSandboxAndAsksEveryTime(t *testing.T) {
	s, _, lib := newAutomation(t)
	if got := strings.Join(apptest.Texts(s.automation.content), " "); !strings.Contains(got, "No programs yet.") {
		t.Errorf("with none: %s", got)
	}
	addProgram(t, s, "editor")
	grants, err := lib.Grants(context.Background(), "")
	if err != nil || len(grants) != 1 || grants[0].Client != "editor" || grants[0].ProfileID != 2 ||
		grants[0].Approve != db.ApproveAlways {
		t.Fatalf("granted %+v, %v", grants, err)
	}
	words := strings.Join(apptest.Texts(s.automation.content), "|")
	for _, want := range []string{"editor", "never connected", "My gateway|no permission|Change…",
		"Sandbox|asks every time\nused: ¥0.00 today, ¥0.00 since "} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
	const taken, malformed = "There is already a program with this name.", "Use letters, digits, spaces and hyphens."
	for name, want := range map[string]string{"editor": taken, " Éditor": taken, "two/words": malformed, "": malformed,
		strings.Repeat("ü", 33): "Use at most 32 characters."} {
		apptest.Press(t, s.automation.content, "Add program…")
		entry := s.canvas().Focused().(*kit.Entry)
		entry.SetText(name)
		apptest.Press(t, sheetOf(t, s), "Add")
		if words := strings.Join(apptest.Texts(sheetOf(t, s)), "|"); !entry.Failed() || !strings.Contains(words, want) {
			t.Errorf("%q: %s", name, words)
		}
		entry.SetText(name + "x")
		if words := strings.Join(apptest.Texts(sheetOf(t, s)), "|"); entry.Failed() || strings.Contains(words, want) {
			t.Errorf("%q was changed: %s", name, words)
		}
		apptest.Press(t, sheetOf(t, s), "Cancel")
	}
	if all, _ := lib.Clients(context.Background()); len(all) != 1 {
		t.Errorf("there are %d", len(all))
	}
}

func TestTheSwitchStopsAllPrograms(t *testing.T) {
	s, h, lib := newAutomation(t)
	on := func() bool {
		var a db.Automation
		if _, err := lib.Setting(context.Background(), db.SettingAutomation, &a); err != nil {
			t.Fatal(err)
		}
		if a.On != s.automation.on.On() {
			t.Errorf("kept %v, shown %v", a.On, s.automation.on.On())
		}
		return a.On
	}
	if on() {
		t.Error("on without a person's doing")
	}
	test.Tap(s.automation.on)
	if !on() || len(h.done) > 0 {
		t.Errorf("turned on: %v", h.done)
	}
	test.Tap(s.automation.on)
	if on() || !reflect.DeepEqual(h.done, []string{"stopped ."}) {
		t.Errorf("turned off: %v", h.done)
	}
}

func TestAGrantIsChangedForOneProfile(t *testing.T) {
	s, h, lib := newAutomation(t)
	addProgram(t, s, "editor")
	since := grantOf(t, lib, 2).Since
	sheet := func(profile int) *grantSheet {
		return newEditorSheet(s, accessInfo{profile: h.profiles[profile-1], grant: grantOf(t, lib, int64(profile))})
	}
	edit := func(profile int, fill func(f *grantSheet)) {
		f := sheet(profile)
		fill(f)
		f.update()
		apptest.Press(t, sheetOf(t, s), "Save")
	}
	edit(2, func(f *grantSheet) {
		f.approve.show(db.ApproveNever)
		f.ends.show(7 * day)
		f.amounts[2].SetText("20")
	})
	edit(1, func(f *grantSheet) {
		f.approve.show(db.ApproveAbove)
		f.amounts[0].SetText("1.50")
	})
	want := db.Grant{Client: "editor", ProfileID: 2, Approve: db.ApproveNever, Day: new(int64(20_000_000)),
		Since: since, EndsAt: noon.Add(7 * day), Currency: "CNY"}
	if got := grantOf(t, lib, 2); !reflect.DeepEqual(got, want) {
		t.Errorf("sandbox: %+v", got)
	}
	if got := grantOf(t, lib, 1); got.Approve != db.ApproveAbove || got.Above == nil || *got.Above != 1_500_000 {
		t.Errorf("service: %+v", got)
	}
	words := strings.Join(apptest.Texts(s.automation.content), "|")
	for _, want := range []string{"asks above ¥1.50\nused:",
		"does not ask within its limits · at most ¥20.00 per day · until 28 Nov 2026\nused:"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
	edit(1, func(f *grantSheet) { f.approve.show("") })
	if got := grantOf(t, lib, 1); got.Approve != "" || !reflect.DeepEqual(h.done, []string{"stopped editor."}) {
		t.Errorf("taken away: %+v, %v", got, h.done)
	}
	f := sheet(2)
	if _, ok := s.canvas().Focused().(*kit.Picker); !ok {
		t.Errorf("the keyboard begins in %T", s.canvas().Focused())
	}
	f.amounts[0].SetText("of no meaning where it never asks")
	f.amounts[2].SetText("twenty")
	apptest.Press(t, sheetOf(t, s), "Save")
	words = strings.Join(apptest.Texts(sheetOf(t, s)), "|")
	if got := grantOf(t, lib, 2); !f.amounts[2].Failed() || got.Day == nil || *got.Day != 20_000_000 ||
		!strings.Contains(words, "Amounts are in CNY.") ||
		f.summary.Text() == "The sandbox costs nothing." {
		t.Errorf("an amount that cannot be read was saved as %v: %s", got.Day, words)
	}
	f.amounts[2].SetText("30") // Enter in a field saves, and what had an end can go on for ever
	f.ends.show(noEnd)
	f.amounts[2].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := grantOf(t, lib, 2); got.Day == nil || *got.Day != 30_000_000 || !got.EndsAt.IsZero() ||
		s.canvas().Overlays().Top() != nil {
		t.Errorf("by Enter: %+v", got)
	}
}

// Waiting clicks can be reviewed from here, the oldest first. Amounts in another currency than the prices are marked.
func TestAProgramThatWaits(t *testing.T) {
	s, h, _ := newAutomation(t)
	w := s.automation
	info := clientInfo{Client: db.Client{Name: "editor"}, held: []db.Job{{Click: "new"}, {Click: "old"}}}
	card := newClientCard(w, info)
	card.show(info)
	s.canvas().SetContent(card.content)
	link := apptest.Find[*kit.Link](s.canvas().Content())[0]
	test.Tap(link)
	if link.Text() != "2 jobs wait for your approval" {
		t.Errorf("%q", link.Text())
	}
	if !reflect.DeepEqual(h.done, []string{"review old"}) {
		t.Errorf("%q", h.done)
	}
	p := db.Profile{Currency: "EUR"}
	for currency, says := range map[string]bool{"CNY": true, "EUR": false} {
		words := accessInfo{profile: p,
			grant: db.Grant{Approve: db.ApproveAlways, Day: new(int64(1)), Currency: currency}}.summary(noon)
		if strings.Contains(words, "Its limits are in CNY, but the prices are in EUR.") != says {
			t.Errorf("%s: %s", currency, words)
		}
	}
}

// grantOf reads the grant of editor for a profile; its zero value where there is none.
func grantOf(t *testing.T, lib *db.Library, profile int64) (g db.Grant) {
	t.Helper()
	all, err := lib.Grants(context.Background(), "editor")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		if o.ProfileID == profile {
			g = o
		}
	}
	return g
}

func TestAGrantSaysWhatItMayCost(t *testing.T) {
	s, h, _ := newAutomation(t)
	for _, c := range []struct {
		profile                  int
		approve                  db.Approve
		above, click, day, total string
		says                     string
		color                    fyne.ThemeColorName
	}{
		{1, "", "", "", "", "", "Its requests here wait for your approval.", resources.Text2},
		{1, db.ApproveAlways, "", "9", "9", "9", "Nothing is sent before you approve it.", resources.Text2},
		{1, db.ApproveAbove, "", "", "", "", "Nothing is sent before you approve it.", resources.Text2},
		{1, db.ApproveAbove, "2", "", "", "",
			"It may spend ¥2.00 of real money per request without asking, any number of times.", resources.Err},
		{1, db.ApproveAbove, "2", "1", "", "",
			"It may spend ¥1.00 of real money per request without asking, any number of times.", resources.Err},
		{1, db.ApproveAbove, "1", "2", "", "",
			"It may spend ¥1.00 of real money per request without asking, any number of times.", resources.Err},
		{1, db.ApproveAbove, "2", "1", "30", "", "It may spend ¥30.00 of real money per day without asking.",
			resources.Warn},
		{1, db.ApproveNever, "", "", "30", "100", "It may spend ¥100.00 of real money in total without asking.",
			resources.Warn},
		{1, db.ApproveNever, "", "", "", "",
			"It may spend any amount of real money without asking. Only the budgets of the profile limit it.",
			resources.Err},
		{2, db.ApproveNever, "", "", "", "", "The sandbox costs nothing.", resources.Text2},
	} {
		f := newEditorSheet(s, accessInfo{profile: h.profiles[c.profile-1], grant: db.Grant{Approve: c.approve}})
		for e, text := range map[*kit.AmountEntry]string{f.amounts[0]: c.above, f.amounts[1]: c.click,
			f.amounts[2]: c.day, f.amounts[3]: c.total} {
			e.SetText(text)
		}
		g, _ := f.grant()
		if got, color := grantSummary(g, f.access.profile, noon); got != c.says || color != c.color ||
			f.summary.Text() != c.says {
			t.Errorf("%+v: %q in %s, shown %q", c, got, color, f.summary.Text())
		}
		apptest.Press(t, sheetOf(t, s), "Cancel")
	}
	ended := accessInfo{profile: h.profiles[0], grant: db.Grant{Approve: db.ApproveNever, EndsAt: noon}}
	if f := newEditorSheet(s, ended); f.summary.Text() != "Its permission has ended. Nothing is sent before you approve it." {
		t.Errorf("at its end: %q", f.summary.Text())
	}
	if words := ended.summary(noon); !strings.Contains(words, "ended 14:05, now asks every time") {
		t.Errorf("at its end: %q", words)
	}
}

func TestAProgramIsRemoved(t *testing.T) {
	s, h, lib := newAutomation(t)
	addProgram(t, s, "editor")
	apptest.Press(t, s.automation.content, "Copy setup")
	want := `{
  "mcpServers": {
    "viviscope": {
      "args": [
        "mcp",
        "--client",
        "editor",
        "--library",
        "/home/someone/Pictures/Viviscope"
      ],
      "command": "/opt/viviscope"
    }
  }
}`
	if got := s.host.Pasted(); got != want {
		t.Errorf("copied %s", got)
	}
	apptest.Press(t, s.automation.content, "Remove…")
	apptest.Press(t, sheetOf(t, s), "Remove")
	all, err := lib.Clients(context.Background())
	if err != nil || len(all) != 1 || all[0].Token != "" {
		t.Errorf("%+v, %v", all, err)
	}
	if !reflect.DeepEqual(h.done, []string{"stopped editor.", "token of editor deleted"}) ||
		grantOf(t, lib, 2).Approve != "" {
		t.Errorf("done %v", h.done)
	}
	if words := strings.Join(apptest.Texts(s.automation.content), " "); strings.Contains(words, "editor") {
		t.Errorf("it is still shown: %s", words)
	}
	addProgram(t, s, "editor") // the name can be given again
	all, _ = lib.Clients(context.Background())
	if len(all) != 1 || all[0].Token == "" {
		t.Errorf("added anew: %+v", all)
	}
}

// The jobs of programs change what the chapter shows, while there are programs. A control that has the focus keeps it.
func TestTheChapterFollowsWhatProgramsDo(t *testing.T) {
	s, h, lib := newAutomation(t)
	updates := 0
	s.host.Refresh = func() { updates++ }
	asked := jobs.JobChanged{ProfileID: 2, State: db.Held}
	s.Handle(asked)
	if updates != 0 {
		t.Error("updated without a program")
	}
	addProgram(t, s, "editor")
	for _, ev := range []jobs.Event{asked, jobs.LedgerChanged{ProfileID: 2}, jobs.PoolStatus{}} {
		s.Handle(ev)
	}
	if updates != 2 {
		t.Errorf("%d updates", updates)
	}
	change := apptest.Buttons(s.automation.content)["Change…"].(*kit.Button)
	s.canvas().Focus(change)
	if err := lib.SaveClient(context.Background(), db.Client{Name: "editor", Token: token},
		[]db.Grant{{ProfileID: 1, Approve: db.ApproveAlways}}); err != nil {
		t.Fatal(err)
	}
	s.Update(context.Background())
	if words := strings.Join(apptest.Texts(s.automation.content), "|"); !strings.Contains(words,
		"My gateway|asks every time\nused:") {
		t.Errorf("shown %s", words)
	}
	if apptest.Buttons(s.automation.content)["Change…"] != apptest.Button(change) || s.canvas().Focused() != change {
		t.Errorf("the keyboard is in %T", s.canvas().Focused())
	}
	h.profiles[0].Name = "Atelier"
	s.Update(context.Background())
	if !strings.Contains(strings.Join(apptest.Texts(s.automation.content), "|"),
		"Atelier") {
		t.Error("a profile that was renamed has its old name")
	}
}
