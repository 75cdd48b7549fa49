package settings

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Clients stores the other programs that may use the library and what each may spend: *db.Library. All calls are made off the window's
// goroutine.
type Clients interface {
	Clients(ctx context.Context) ([]db.Client, error)
	Grants(ctx context.Context, client string) ([]db.Grant, error)
	SaveClient(ctx context.Context, c db.Client, grants []db.Grant) error
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Books() db.Books
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Tokens stores the tokens by which clients authenticate: automation.Tokens. Its calls wait for the disk.
type Tokens interface {
	New(ctx context.Context, library, client string) (hash string, err error)
	Delete(ctx context.Context, library, client string) error
}

// Engine stops the unsent jobs of a client, where name "" means all clients, and prices orders of a profile; no orders:
// its limits alone.
type Engine interface {
	StopClients(ctx context.Context, name string) error
	Price(ctx context.Context, profile int64, orders []jobs.Order) (jobs.Quote, error)
}

// Approvals asks the person about a click that waits for approval: *jobview.Jobs.
type Approvals interface{ Review(click string) }

// clientInfo is a client that has a token, as its card shows it.
type clientInfo struct {
	db.Client
	held   []db.Job     // that wait for approval, the newest first
	access []accessInfo // one for each profile that is shown
}

// accessInfo is the grant of a client on one profile, and what was used of it in micro-units. Without a grant Approve is "".
type accessInfo struct {
	profile      db.Profile
	grant        db.Grant
	today, total int64
}

func (s *Screen) readClients(ctx context.Context, a *state) error {
	lib := s.deps.Clients
	_, err := lib.Setting(ctx, db.SettingAutomation, &a.automation)
	all, err2 := lib.Clients(ctx)
	if err = cmp.Or(err, err2); err != nil {
		return err
	}
	for _, c := range all {
		if c.Token == "" { // removed: only its costs are left
			continue
		}
		info := clientInfo{Client: c}
		info.held, err = lib.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval, Client: c.Name})
		grants, err2 := lib.Grants(ctx, c.Name)
		if err = cmp.Or(err, err2); err != nil {
			return err
		}
		for _, of := range a.cards {
			access := accessInfo{profile: of.inCurrency()}
			if i := slices.IndexFunc(grants, func(g db.Grant) bool { return g.ProfileID == of.profile.ID }); i >= 0 {
				access.grant = grants[i]
				if err := s.readUsed(ctx, c.Name, &access); err != nil {
					return err
				}
			}
			info.access = append(info.access, access)
		}
		a.clients = append(a.clients, info)
	}
	s.hasClients.Store(len(a.clients) > 0)
	return nil
}

func (s *Screen) readUsed(ctx context.Context, client string, a *accessInfo) error {
	now := s.deps.Now()
	y, m, d := now.Date()
	today, total, _, err := s.deps.Clients.Books().ClientSpent(ctx, client, a.profile.ID, a.profile.Currency,
		search.BeginOfDay(y, m, d, now.Location()), a.grant.Since)
	a.today, a.total = today.Used(), total.Used()
	return err
}

// automationSection is the chapter about other programs that use the library.
type automationSection struct {
	s       *Screen
	on      *kit.Toggle
	none    *kit.Text // shown where there is no client
	list    *fyne.Container
	cards   []*clientCard
	content fyne.CanvasObject
}

func newAutomationSection(s *Screen) *automationSection {
	w := &automationSection{s: s, none: note(lang.L("No programs yet.")), list: kit.NewColumn(12)}
	w.on = kit.NewToggle(false, w.setOn)
	w.content = kit.NewColumn(12, heading(lang.L("Automation")),
		explained(lang.L("Allow programs"), w.on,
			lang.L("For assistants and other programs that you add here. Turning it off stops all of them. Commands that you type always work.")),
		field(lang.L("Programs"), kit.NewButton(lang.L("Add program…"), resources.IconPlus, kit.Plain, w.add), w.none), w.list)
	return w
}

// show updates the section. Cards are kept where the clients and profiles are the same, because one of their buttons may have the focus.
func (w *automationSection) show() {
	a := w.s.shown
	w.on.SetOn(a.automation.On)
	kit.Show(w.none, len(a.clients) == 0)
	if !slices.EqualFunc(w.cards, a.clients, (*clientCard).fits) {
		w.cards = nil
		w.list.RemoveAll()
		for _, c := range a.clients {
			card := newClientCard(w, c)
			w.cards = append(w.cards, card)
			w.list.Add(card.content)
		}
	}
	for i, c := range a.clients {
		w.cards[i].show(c)
	}
	w.list.Refresh()
}

// clientCard shows one client and its access to each profile.
type clientCard struct {
	w       *automationSection
	info    clientInfo
	seen    *kit.Text
	held    *kit.Link
	access  []*kit.Text
	content fyne.CanvasObject
}

func newClientCard(w *automationSection, info clientInfo) *clientCard {
	c := &clientCard{w: w, info: info, seen: note("")}
	c.held = kit.NewLink("", func() { w.s.deps.Approvals.Review(c.info.held[len(c.info.held)-1].Click) })
	rows := kit.NewColumn(8, kit.NewBar(8,
		[]fyne.CanvasObject{kit.NewText(info.Name, resources.SizeBody, resources.Text1, true), c.seen, c.held},
		[]fyne.CanvasObject{kit.NewButton(lang.L("Copy setup"), resources.IconCopy, kit.Quiet, func() { w.copySetup(info.Name) }),
			kit.NewButton(lang.L("Remove…"), nil, kit.Quiet, func() { w.askRemove(info.Name) })}))
	for i, a := range info.access {
		name, words := bodyText(a.profile.Name), note("").Wrap(true)
		head := kit.NewRow(8, name)
		if a.profile.Sandbox {
			head.Add(kit.NewTag(kit.ToneInverted, nil, lang.L("SANDBOX")))
		}
		change := kit.NewButton(lang.L("Change…"), nil, kit.Plain, func() { newGrantSheet(w, c.info.Client, c.info.access[i]) })
		c.access = append(c.access, words)
		rows.Add(kit.NewRule())
		rows.Add(kit.NewBeside(16, cardWidth, kit.NewColumn(2, head, words), change))
	}
	c.content = kit.NewCard(rows)
	return c
}

// fits reports whether the card was made for this client and these profiles.
func (c *clientCard) fits(info clientInfo) bool {
	return c.info.Name == info.Name && slices.EqualFunc(c.info.access, info.access, func(a, b accessInfo) bool {
		return a.profile.ID == b.profile.ID && a.profile.Name == b.profile.Name
	})
}

func (c *clientCard) show(info clientInfo) {
	c.info = info
	now := c.w.s.deps.Now()
	if info.SeenAt.IsZero() {
		c.seen.SetText(lang.L("never connected"))
	} else {
		c.seen.SetText(lang.L("last connected %s", wording.When(info.SeenAt, now)))
	}
	n := len(info.held)
	c.held.SetText(lang.N("%d job waits for your approval", "%d jobs wait for your approval", n, n))
	kit.Show(c.held, n > 0)
	for i, a := range info.access {
		c.access[i].SetText(a.words(now))
	}
}

// run does work off the window's goroutine and then refreshes everything.
func (w *automationSection) run(do work) {
	w.s.deps.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error {
		defer w.s.deps.RefreshAll()
		return do(ctx)
	})
}

// setOn switches all clients on or off. The engine reads the switch for every click; unsent jobs are stopped here.
func (w *automationSection) setOn(on bool) {
	a := w.s.shown.automation
	a.On = on
	w.run(func(ctx context.Context) error {
		err := w.s.deps.Clients.SetSetting(ctx, db.SettingAutomation, a)
		if err == nil && !on {
			err = w.s.deps.Engine.StopClients(ctx, "")
		}
		return err
	})
}

// add asks for the name of a new client.
func (w *automationSection) add() {
	kit.AskValidName(w.s.deps.Canvas(), lang.L("Add a program"), lang.L("At first it may use the sandbox only, and asks every time."), "",
		lang.L("Add"), w.nameProblem, w.save)
}

// nameProblem says why a new client cannot have a name; "" where it can.
func (w *automationSection) nameProblem(name string) string {
	switch {
	case slices.ContainsFunc(w.s.shown.clients, func(c clientInfo) bool { return c.Name == name }):
		return lang.L("There is already a program with this name.")
	case len(name) > 32:
		return lang.L("Use at most 32 characters.")
	case !db.IsClientName(name):
		return lang.L("Use small letters, digits and hyphens.")
	}
	return ""
}

// save stores a new client with a token and a grant for the sandbox.
func (w *automationSection) save(name string) {
	var grants []db.Grant
	for _, c := range w.s.shown.cards {
		if c.profile.Sandbox {
			grants = append(grants, db.Grant{ProfileID: c.profile.ID, Approve: db.ApproveAlways})
		}
	}
	w.run(func(ctx context.Context) error {
		token, err := w.s.deps.Tokens.New(ctx, w.s.deps.Library.Dir(), name)
		if err != nil {
			return err
		}
		return w.s.deps.Clients.SaveClient(ctx, db.Client{Name: name, Token: token}, grants)
	})
}

// askRemove deletes the token and the grants of a client once the person agrees. Its jobs and costs keep its name.
func (w *automationSection) askRemove(name string) {
	w.s.ask(lang.L("Remove %s?", name),
		lang.L("It can no longer use this library. Its unsent jobs wait in the Queue until you decide. Its files and costs stay."),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Remove"), Kind: kit.Danger, Do: func() {
			w.run(func(ctx context.Context) error {
				if err := w.s.deps.Clients.SaveClient(ctx, db.Client{Name: name}, nil); err != nil {
					return err
				}
				return errors.Join(w.s.deps.Engine.StopClients(ctx, name), w.s.deps.Tokens.Delete(ctx, w.s.deps.Library.Dir(), name))
			})
		}})
}

// copySetup copies the MCP configuration that an assistant needs.
func (w *automationSection) copySetup(name string) {
	text, _ := json.MarshalIndent(map[string]map[string]map[string]any{"mcpServers": {"viviscope": {"command": w.s.deps.Program.Executable(),
		"args": []string{"mcp", "--client", name, "--library", w.s.deps.Library.Dir()}}}}, "", "  ") // strings always marshal
	w.s.deps.Copy(string(text))
	w.s.deps.Say(kit.ToneOK, lang.L("Setup for %s copied.", name), lang.L("Paste it into the MCP settings of your assistant."))
}
