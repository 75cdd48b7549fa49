package settings

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// automationSection is the page of the other programs that use the library.
type automationSection struct {
	host    *host
	on      *kit.Toggle
	shown   state
	none    *kit.Text // shown if there is no client
	list    *fyne.Container
	cards   []*clientCard
	content fyne.CanvasObject
}

func newAutomationSection(h *host) *automationSection {
	w := &automationSection{host: h, none: note(lang.L("No programs yet.")), list: kit.NewColumn(12)}
	w.on = kit.NewToggle(false, w.setOn)
	w.content = kit.NewColumn(12, heading(lang.L("Automation")),
		explained(lang.L("Allow programs"), w.on,
			lang.L("For assistants and other programs that you add here. Turning it off stops all of them. Commands that you type always work.")),
		field(lang.L("Programs"), kit.NewButton(lang.L("Add program…"), resources.IconPlus, kit.Plain, w.add), w.none),
		w.list)
	return w
}

// show shows a state. The cards of the same clients and profiles are reused, because one of their buttons may have the
// focus.
func (w *automationSection) show(a state) {
	w.shown = a
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
	c.held = kit.NewLink("", func() { w.host.Approvals.Review(c.info.held[len(c.info.held)-1].Click) })
	rows := kit.NewColumn(8, kit.NewBar(8,
		[]fyne.CanvasObject{kit.NewText(info.Name, resources.SizeBody, resources.Text1, true), c.seen, c.held},
		[]fyne.CanvasObject{kit.NewButton(lang.L("Copy setup"), resources.IconCopy, kit.Quiet, func() {
			w.copySetup(info.Name)
		}),
			kit.NewButton(lang.L("Remove…"), nil, kit.Quiet, func() { w.askRemove(info.Name) })}))
	for i, a := range info.access {
		name, words := bodyText(a.profile.Name), note("").Wrap(true)
		head := kit.NewRow(8, name)
		if a.profile.Sandbox {
			head.Add(kit.NewTag(kit.ToneInverted, nil, lang.L("SANDBOX")))
		}
		change := kit.NewButton(lang.L("Change…"), nil, kit.Plain, func() {
			newGrantSheet(w.host, c.info.Name, c.info.access[i], func(g db.Grant) { w.saveGrant(c.info.Client, g) })
		})
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
	now := c.w.host.Now()
	if info.SeenAt.IsZero() {
		c.seen.SetText(lang.L("never connected"))
	} else {
		c.seen.SetText(lang.L("last connected %s", wording.When(info.SeenAt, now)))
	}
	n := len(info.held)
	c.held.SetText(lang.N("%d job waits for your approval", "%d jobs wait for your approval", n, n))
	kit.Show(c.held, n > 0)
	for i, a := range info.access {
		c.access[i].SetText(a.summary(now))
	}
}

// store does work off the window's goroutine and then updates all screens.
func (w *automationSection) store(do work) {
	w.host.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error {
		defer w.host.RefreshAll()
		return do(ctx)
	})
}

// setOn allows all clients or none. The engine reads the setting for every click; this stops unsent jobs.
func (w *automationSection) setOn(on bool) {
	a := w.shown.automation
	a.On = on
	w.store(func(ctx context.Context) error {
		err := w.host.Clients.SetSetting(ctx, db.SettingAutomation, a)
		if err == nil && !on {
			err = w.host.Engine.StopClients(ctx, "")
		}
		return err
	})
}

// add asks for the name of a new client.
func (w *automationSection) add() {
	kit.AskValidName(w.host.Canvas(), lang.L("Add a program"),
		lang.L("At first it may use the sandbox only, and asks every time."), "",
		lang.L("Add"), w.nameProblem, w.save)
}

// nameProblem returns why a new client cannot have a name; "" if it can.
func (w *automationSection) nameProblem(name string) string {
	name = db.CleanClientName(name)
	switch {
	case slices.ContainsFunc(w.shown.clients, func(c clientInfo) bool { return db.SameClientName(c.Name, name) }):
		return lang.L("There is already a program with this name.")
	case utf8.RuneCountInString(name) > 32:
		return lang.L("Use at most 32 characters.")
	case !db.IsClientName(name):
		return lang.L("Use letters, digits, spaces and hyphens.")
	}
	return ""
}

// save stores a new client with a token and a grant for the sandbox.
func (w *automationSection) save(name string) {
	name = db.CleanClientName(name)
	var grants []db.Grant
	for _, c := range w.shown.cards {
		if c.profile.Sandbox {
			grants = append(grants, db.Grant{ProfileID: c.profile.ID, Approve: db.ApproveAlways})
		}
	}
	w.store(func(ctx context.Context) error {
		token, err := w.host.Tokens.New(ctx, w.host.Library.Dir(), name)
		if err != nil {
			return err
		}
		return w.host.Clients.SaveClient(ctx, db.Client{Name: name, Token: token}, grants)
	})
}

// askRemove deletes the token and the grants of a client if the user confirms. Its jobs and costs keep its name.
func (w *automationSection) askRemove(name string) {
	w.host.ask(lang.L("Remove %s?", name),
		lang.L("It can no longer use this library. Its unsent jobs wait in the Queue until you decide. Its files and costs stay."),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Remove"), Kind: kit.Danger, Do: func() {
			w.store(func(ctx context.Context) error {
				if err := w.host.Clients.SaveClient(ctx, db.Client{Name: name}, nil); err != nil {
					return err
				}
				return errors.Join(w.host.Engine.StopClients(ctx, name),
					w.host.Tokens.Delete(ctx, w.host.Library.Dir(), name))
			})
		}})
}

// copySetup copies the MCP configuration that an assistant needs.
func (w *automationSection) copySetup(name string) {
	text, _ := json.MarshalIndent(map[string]map[string]map[string]any{"mcpServers": {"viviscope": {"command": w.host.Program.Executable(),
		// strings always marshal
		"args": []string{"mcp", "--client", name, "--library", w.host.Library.Dir()}}}}, "", "  ")
	w.host.Copy(string(text))
	w.host.Say(kit.ToneOK, lang.L("Setup for %s copied.", name),
		lang.L("Paste it into the MCP settings of your assistant."))
}

// saveGrant replaces the grant of a client for one profile. If it has no permission any more, its unsent jobs are
// stopped.
func (w *automationSection) saveGrant(c db.Client, g db.Grant) {
	w.store(func(ctx context.Context) error {
		grants, err := w.host.Clients.Grants(ctx, c.Name)
		if err != nil {
			return err
		}
		grants = slices.DeleteFunc(grants, func(o db.Grant) bool { return o.ProfileID == g.ProfileID })
		if g.Approve != "" {
			grants = append(grants, g)
		}
		if err := w.host.Clients.SaveClient(ctx, c, grants); err != nil || g.Approve != "" {
			return err
		}
		return w.host.Engine.StopClients(ctx, c.Name)
	})
}
