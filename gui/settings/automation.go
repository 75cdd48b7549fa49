package settings

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Clients keeps which other programs may ask for jobs, and what each may spend: *db.Library. All is called off the window's goroutine.
type Clients interface {
	Clients(ctx context.Context) ([]db.Client, error)
	Grants(ctx context.Context, client string) ([]db.Grant, error)
	SaveClient(ctx context.Context, c db.Client, grants []db.Grant) error
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Books() db.Books
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Tokens keeps what clients prove themselves by: automation.Tokens. It waits for the disk.
type Tokens interface {
	New(ctx context.Context, library, client string) (hash string, err error)
	Delete(ctx context.Context, library, client string) error
}

// Engine stops what clients asked for and was not sent; name "" is all clients.
type Engine interface {
	StopClients(ctx context.Context, name string) error
}

// Approvals asks a person about a click that waits for approval: *jobview.Jobs.
type Approvals interface{ Review(click string) }

// shownClient is one with a token.
type shownClient struct {
	db.Client
	waiting []db.Job // for approval, the oldest last
	grants  map[int64]granted
}

// granted is a grant with what was used of it, micro-units.
type granted struct {
	db.Grant
	today, total int64
}

func (s *Screen) readClients(ctx context.Context, a *state) error {
	lib := s.deps.Clients
	_, err := lib.Setting(ctx, db.SettingAutomation, &a.on)
	all, err2 := lib.Clients(ctx)
	if err = cmp.Or(err, err2); err != nil {
		return err
	}
	now := s.deps.Now()
	y, m, d := now.Date()
	for _, c := range all {
		if c.Token == "" {
			continue
		}
		waiting, err := lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval, Client: c.Name})
		grants, err2 := lib.Grants(ctx, c.Name)
		if err = cmp.Or(err, err2); err != nil {
			return err
		}
		v := shownClient{c, waiting, map[int64]granted{}}
		for _, g := range grants {
			at := slices.IndexFunc(a.cards, func(c card) bool { return c.profile.ID == g.ProfileID })
			if at < 0 {
				continue
			}
			today, total, _, err := lib.Books().ClientSpent(ctx, c.Name, g.ProfileID, a.cards[at].profile.Currency,
				search.BeginOfDay(y, m, d, now.Location()), g.Since)
			if err != nil {
				return err
			}
			v.grants[g.ProfileID] = granted{g, today.Used(), total.Used()}
		}
		a.clients = append(a.clients, v)
	}
	return nil
}

// automationSection is the section on other programs that use the library.
type automationSection struct {
	s       *Screen
	on      *widgets.Toggle
	none    *widgets.Text // there is no program
	list    *fyne.Container
	shown   []any // what the list was made of
	content fyne.CanvasObject
}

func newAutomationSection(s *Screen) *automationSection {
	w := &automationSection{s: s, none: note(lang.L("No programs yet.")), list: widgets.NewColumn(12)}
	w.on = widgets.NewToggle(false, w.turn)
	w.content = widgets.NewColumn(12, heading(lang.L("Automation")),
		explained(lang.L("Let programs use this library"), w.on,
			lang.L("For assistants and other programs that you add here. Turning it off stops all of them. Commands that you type need no switch.")),
		field(lang.L("Programs"), widgets.NewButton(lang.L("Add program…"), resources.IconPlus, widgets.Plain, w.add), w.none), w.list)
	return w
}

// show brings the section up to date. The list is made anew only where it changed: the focus may stand in it.
func (w *automationSection) show() {
	a := w.s.shown
	w.on.SetOn(a.on.On)
	if now := []any{a.clients, a.cards}; !reflect.DeepEqual(now, w.shown) {
		w.shown = now
		w.list.RemoveAll()
		for _, c := range a.clients {
			w.list.Add(w.card(c))
		}
		widgets.Show(w.none, len(a.clients) == 0)
	}
}

// card shows one client with what it may do on each profile.
func (w *automationSection) card(c shownClient) fyne.CanvasObject {
	seen := lang.L("never connected")
	if !c.SeenAt.IsZero() {
		seen = lang.L("connected last %s", wording.When(c.SeenAt, w.s.deps.Now()))
	}
	name := []fyne.CanvasObject{widgets.NewText(c.Name, resources.SizeBody, resources.Text1, true), note(seen)}
	if n := len(c.waiting); n > 0 {
		name = append(name, widgets.NewLink(lang.N("%d waits for your approval", "%d wait for your approval", n, n),
			func() { w.s.deps.Approvals.Review(c.waiting[n-1].Click) }))
	}
	rows := widgets.NewColumn(8, widgets.NewBar(8, name,
		[]fyne.CanvasObject{widgets.NewButton(lang.L("Copy setup"), resources.IconCopy, widgets.Quiet, func() { w.copySetup(c.Name) }),
			widgets.NewButton(lang.L("Remove…"), nil, widgets.Quiet, func() { w.askRemove(c.Name) })}))
	for _, of := range w.s.shown.cards {
		p := of.profile
		g, ok := c.grants[p.ID]
		words := approveWord("")
		if ok {
			words = grantWords(g, p, w.s.deps.Now())
		}
		rows.Add(widgets.NewRule())
		rows.Add(widgets.NewColumn(2, widgets.NewBar(8, []fyne.CanvasObject{bodyText(p.Name)},
			[]fyne.CanvasObject{widgets.NewButton(lang.L("Change…"), nil, widgets.Plain, func() { w.edit(c.Client, p, g.Grant) })}), note(words).Wrap(true)))
	}
	return widgets.NewCard(rows)
}

// grantWords says what a grant allows and what was used of it.
func grantWords(g granted, p db.Profile, now time.Time) string {
	money := func(micros int64) string { return wording.Money(micros, g.Currency) }
	parts := []string{approveWord(g.Approve)}
	if g.Approve == db.ApproveAbove && g.Above != nil {
		parts[0] = lang.L("asks above %s", money(*g.Above))
	}
	if g.Click != nil {
		parts = append(parts, lang.L("at most %s a click", money(*g.Click)))
	}
	if g.Day != nil {
		parts = append(parts, lang.L("at most %s a day", money(*g.Day)))
	}
	if g.Total != nil {
		parts = append(parts, lang.L("at most %s in total", money(*g.Total)))
	}
	switch {
	case g.EndsAt.IsZero():
	case g.EndsAt.Before(now):
		parts = append(parts, lang.L("ended %s", wording.When(g.EndsAt, now)))
	default:
		parts = append(parts, lang.L("until %s", lang.Day(g.EndsAt.In(now.Location()))))
	}
	if g.Currency != p.Currency && slices.ContainsFunc([]*int64{g.Above, g.Click, g.Day, g.Total}, func(m *int64) bool { return m != nil }) {
		parts = append(parts, lang.L("Its limits are in %[1]s, but the prices are in %[2]s.", g.Currency, p.Currency))
	}
	return wording.Dotted(parts...) + "\n" + lang.L("used: %[1]s today, %[2]s in total", wording.Money(g.today, p.Currency), wording.Money(g.total, p.Currency))
}

func approveWord(a db.Approve) string {
	switch a {
	case db.ApproveNever:
		return lang.L("does not ask within its limits")
	case db.ApproveAbove:
		return lang.L("asks above an amount")
	case db.ApproveAlways:
		return lang.L("asks every time")
	}
	return lang.L("not allowed")
}

func (w *automationSection) do(f func(ctx context.Context) error) {
	w.s.deps.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error {
		defer w.s.deps.RefreshAll()
		return f(ctx)
	})
}

// turn turns the switch. The engine asks it for every click of a client; what waits already is stopped.
func (w *automationSection) turn(on bool) {
	a := w.s.shown.on
	a.On = on
	w.do(func(ctx context.Context) error {
		err := w.s.deps.Clients.SetSetting(ctx, db.SettingAutomation, a)
		if err == nil && !on {
			err = w.s.deps.Engine.StopClients(ctx, "")
		}
		return err
	})
}

// add asks for the name of a further client, which may ask for jobs of the sandbox.
func (w *automationSection) add() {
	entry, taken := widgets.NewEntry(), failure(lang.L("There is a program of this name."))
	entry.SetPlaceHolder("assistant")
	taken.Hide()
	var sheet *widgets.Sheet
	sheet = widgets.Ask(w.s.deps.Canvas(), lang.L("Add a program"),
		lang.L("Give it a name of small letters, digits and hyphens. At first it may use the sandbox only, and asks every time."), widgets.NewColumn(4, entry, taken),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Add"), Kind: widgets.Primary, Enter: true, Check: func() bool {
			widgets.Show(taken, slices.ContainsFunc(w.s.shown.clients, func(c shownClient) bool { return c.Name == entry.Text }))
			entry.SetFailed(taken.Visible() || !db.IsClientName(entry.Text))
			sheet.Refresh()
			return !entry.Failed()
		}, Do: func() { w.save(entry.Text) }})
	entry.OnSubmitted = func(string) { sheet.Default() }
	entry.OnChanged = func(string) { entry.SetFailed(false) }
	w.s.deps.Canvas().Focus(entry)
}

// save gives a new client its token and its first grants.
func (w *automationSection) save(name string) {
	var grants []db.Grant
	for _, c := range w.s.shown.cards {
		if c.profile.Sandbox {
			grants = append(grants, db.Grant{ProfileID: c.profile.ID, Approve: db.ApproveAlways})
		}
	}
	w.do(func(ctx context.Context) error {
		token, err := w.s.deps.Tokens.New(ctx, w.s.deps.Library.Dir(), name)
		if err != nil {
			return err
		}
		return w.s.deps.Clients.SaveClient(ctx, db.Client{Name: name, Token: token}, grants)
	})
}

// askRemove takes a client's token and grants away, after a question. Its jobs and costs keep its name.
func (w *automationSection) askRemove(name string) {
	w.s.ask(lang.L("Remove %s?", name), lang.L("It can do nothing any more, and what it asked for is not sent. What it made stays, and its costs keep its name."),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Remove"), Kind: widgets.Danger, Do: func() {
			w.do(func(ctx context.Context) error {
				if err := w.s.deps.Clients.SaveClient(ctx, db.Client{Name: name}, nil); err != nil {
					return err
				}
				return errors.Join(w.s.deps.Engine.StopClients(ctx, name), w.s.deps.Tokens.Delete(ctx, w.s.deps.Library.Dir(), name))
			})
		}})
}

// copySetup copies what an assistant needs to be told of this program.
func (w *automationSection) copySetup(name string) {
	text, _ := json.MarshalIndent(map[string]map[string]map[string]any{"mcpServers": {"viviscope": {"command": w.s.deps.Program.Executable(),
		"args": []string{"mcp", "--client", name, "--library", w.s.deps.Library.Dir()}}}}, "", "  ") // of strings alone
	w.s.deps.Copy(string(text))
	w.s.deps.Say(widgets.ToneOK, lang.L("Setup of %s copied.", name), lang.L("Paste it into the MCP settings of your assistant."))
}

// grantForm is what a client may do with one profile.
type grantForm struct {
	profile           db.Profile
	old               db.Grant
	approve           db.Approve
	lasts             time.Duration           // 0: as long as it did; or [never]
	amounts           [4]*widgets.AmountEntry // those of [amountsOf]
	ofAbove, ofLimits fyne.CanvasObject
	means             *widgets.Text
}

// edit asks what a client may do with a profile, and returns what is asked.
func (w *automationSection) edit(c db.Client, p db.Profile, old db.Grant) *grantForm {
	f := &grantForm{profile: p, old: old, approve: old.Approve, means: note("").Wrap(true)}
	var sheet *widgets.Sheet
	for i, kept := range amountsOf(&old) {
		e := price.NewAmountField(*kept, p.Currency, lang.L("no limit"))
		e.OnChanged = func(string) { f.follow() }
		e.OnSubmitted = func(string) { sheet.Default() }
		f.amounts[i] = e
	}
	f.amounts[0].SetPlaceHolder(approveWord(db.ApproveAlways))
	approve := newOptions(approveWord, func(a db.Approve) { f.approve = a; f.follow() }, "", db.ApproveAlways, db.ApproveAbove, db.ApproveNever)
	approve.show(old.Approve)
	lasts := newOptions(f.lastsWord, func(d time.Duration) { f.lasts = d }, never, day, 7*day, 30*day, 365*day)
	if old.EndsAt.IsZero() {
		f.lasts = never
	}
	lasts.show(f.lasts)
	f.ofAbove = widgets.NewField(lang.L("Asks above"), f.amounts[0])
	f.ofLimits = widgets.NewColumn(12,
		widgets.NewField(lang.L("Per click"), f.amounts[1]), widgets.NewField(lang.L("Per day"), f.amounts[2]), widgets.NewField(lang.L("In total"), f.amounts[3]),
		widgets.NewField(lang.L("Ends"), lasts.picker))
	f.follow()
	sheet = widgets.Ask(w.s.deps.Canvas(), lang.L("%[1]s on %[2]s", c.Name, p.Name), lang.L("Amounts are in %s.", p.Currency),
		widgets.NewColumn(12, widgets.NewField(lang.L("Approval"), approve.picker), f.ofAbove, f.ofLimits, f.means),
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Save"), Kind: widgets.Primary, Enter: true, Check: func() bool { _, wrong := f.grant(time.Time{}); return wrong == nil },
			Do: func() {
				g, _ := f.grant(w.s.deps.Now())
				w.grant(c, g)
			}})
	w.s.deps.Canvas().Focus(approve.picker)
	return f
}

const (
	day   = 24 * time.Hour
	never = time.Duration(-1) // does a grant end
)

func (f *grantForm) lastsWord(d time.Duration) string {
	switch {
	case d == never:
		return lang.X("end of a grant", "never")
	case d == 0:
		return lang.Day(f.old.EndsAt.Local())
	}
	return lang.N("in %d day", "in %d days", int(d/day), int(d/day))
}

// amountsOf are the amounts of a grant, in the order of the form.
func amountsOf(g *db.Grant) [4]**int64 { return [4]**int64{&g.Above, &g.Click, &g.Day, &g.Total} }

// grant is what the form says, where all amounts that are seen can be read.
func (f *grantForm) grant(now time.Time) (g db.Grant, wrong error) {
	g = db.Grant{ProfileID: f.profile.ID, Approve: f.approve, Since: f.old.Since, Currency: f.profile.Currency}
	if f.lasts == 0 {
		g.EndsAt = f.old.EndsAt
	} else if f.lasts > 0 {
		g.EndsAt = now.Add(f.lasts)
	}
	for i, into := range amountsOf(&g) {
		if f.approve != "" && (i > 0 || f.approve == db.ApproveAbove) {
			var err error
			*into, err = price.ReadAmount(f.amounts[i], f.profile.Currency)
			wrong = cmp.Or(wrong, err)
		}
	}
	return g, wrong
}

// follow shows the fields that the choice needs, and says what it may cost.
func (f *grantForm) follow() {
	widgets.Show(f.ofAbove, f.approve == db.ApproveAbove)
	widgets.Show(f.ofLimits, f.approve != "")
	words, color := f.risk()
	say(f.means, words, color)
}

// risk says in one sentence what may be spent without asking, or what is wrong.
func (f *grantForm) risk() (string, fyne.ThemeColorName) {
	g, wrong := f.grant(time.Time{})
	money := func(micros *int64) string { return wording.Money(*micros, f.profile.Currency) }
	switch {
	case wrong != nil:
		return wrong.Error(), resources.Err
	case f.approve == "":
		return lang.L("It cannot spend anything here."), resources.Text2
	case f.approve == db.ApproveAlways, f.approve == db.ApproveAbove && g.Above == nil:
		return lang.L("Nothing is sent before you approve it."), resources.Text2
	case f.profile.Sandbox:
		return lang.L("The sandbox costs nothing."), resources.Text2
	case g.Total != nil:
		return lang.L("It may spend %s of real money in total without asking.", money(g.Total)), resources.Warn
	case g.Day != nil:
		return lang.L("It may spend %s of real money every day without asking.", money(g.Day)), resources.Warn
	case g.Click != nil, g.Above != nil:
		return lang.L("It may spend %s of real money with every click without asking, as often as it likes.", money(cmp.Or(g.Click, g.Above))), resources.Err
	}
	return lang.L("It may spend real money without asking and without a limit. Only the budget of the profile holds it."), resources.Err
}

// grant writes what a client may do with a profile, and leaves what it may do with others.
func (w *automationSection) grant(c db.Client, g db.Grant) {
	w.do(func(ctx context.Context) error {
		grants, err := w.s.deps.Clients.Grants(ctx, c.Name)
		if err != nil {
			return err
		}
		grants = slices.DeleteFunc(grants, func(o db.Grant) bool { return o.ProfileID == g.ProfileID })
		if g.Approve != "" {
			grants = append(grants, g)
		}
		if err := w.s.deps.Clients.SaveClient(ctx, c, grants); err != nil || g.Approve != "" {
			return err
		}
		return w.s.deps.Engine.StopClients(ctx, c.Name)
	})
}
