package app

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/shell"
)

// sendChord is Ctrl+Enter.
var sendChord = action.Chord{Key: fyne.KeyReturn, Mod: fyne.KeyModifierShortcutDefault}

// keyWindow is a window whose canvas keeps its shortcuts, which the canvas of the toolkit's tests does not.
type keyWindow struct {
	fyne.Window
	canvas *keyCanvas
}

func (w keyWindow) Canvas() fyne.Canvas { return w.canvas }

type keyCanvas struct {
	fyne.Canvas
	shortcuts fyne.ShortcutHandler
}

func newKeyWindow(w fyne.Window) keyWindow { return keyWindow{w, &keyCanvas{Canvas: w.Canvas()}} }

func (c *keyCanvas) AddShortcut(s fyne.Shortcut, do func(fyne.Shortcut)) {
	c.shortcuts.AddShortcut(s, do)
}
func (c *keyCanvas) TypedShortcut(s fyne.Shortcut) { c.shortcuts.TypedShortcut(s) }

// chord presses keys as the toolkit's driver does: the menu hears them first, then what has the keyboard, then the
// window.
func (s *spending) chord(c action.Chord) {
	canvas := s.p.window.Canvas()
	if key, ok := canvas.Focused().(desktop.Keyable); ok {
		key.KeyDown(&fyne.KeyEvent{Name: c.Key})
		defer func() { key.KeyUp(&fyne.KeyEvent{Name: c.Key}) }()
	}
	s.hold(c)
}

// hold repeats keys as the driver does while they are held down.
func (s *spending) hold(c action.Chord) {
	canvas := s.p.window.Canvas()
	if c.Mod&^fyne.KeyModifierShift == 0 {
		event := &fyne.KeyEvent{Name: c.Key}
		if focused := canvas.Focused(); focused != nil {
			focused.TypedKey(event)
		} else if typed := canvas.OnTypedKey(); typed != nil {
			typed(event)
		}
		return
	}
	var shortcut fyne.Shortcut = &desktop.CustomShortcut{KeyName: c.Key, Modifier: c.Mod}
	if c.Mod == fyne.KeyModifierShortcutDefault {
		clip := s.p.app.Clipboard()
		for key, common := range map[fyne.KeyName]fyne.Shortcut{fyne.KeyZ: &fyne.ShortcutUndo{},
			fyne.KeyY: &fyne.ShortcutRedo{},
			fyne.KeyX: &fyne.ShortcutCut{Clipboard: clip}, fyne.KeyC: &fyne.ShortcutCopy{Clipboard: clip},
			fyne.KeyV: &fyne.ShortcutPaste{Clipboard: clip}, fyne.KeyA: &fyne.ShortcutSelectAll{}} {
			if c.Key == key {
				shortcut = common
			}
		}
	}
	for _, menu := range s.p.window.MainMenu().Items {
		for _, item := range menu.Items {
			if item.Shortcut != nil && item.Shortcut.ShortcutName() == shortcut.ShortcutName() {
				item.Action()
				return
			}
		}
	}
	if focused, ok := canvas.Focused().(fyne.Shortcutable); ok {
		focused.TypedShortcut(shortcut)
		return
	}
	canvas.(fyne.Shortcutable).TypedShortcut(shortcut)
}

// selectPriced selects an asset of the gallery and waits for the price of one more.
func (s *spending) selectPriced(a db.Asset) {
	s.Helper()
	s.until("the price", func() bool {
		s.closeSheets() // a key that was pressed before may open one late, or lead away
		if s.p.shell.Place() != shell.Gallery {
			s.p.shell.Show(shell.Gallery)
		}
		s.p.window.Canvas().Focus(s.p.places.gallery.First())
		s.p.places.gallery.Show(a.ID)
		return action.ByID(s.p.places.gallery.Actions(), "gallery/again").Can() && s.says("One more · ")
	})
}

// plainKeys are all keys that can be pressed without Ctrl. What moves files to the trash comes last.
func plainKeys() (all []action.Chord) {
	for _, key := range strings.Fields("0 1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S T U V W X Y Z F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 " +
		"' , - . / \\ [ ] ; = ` + * | Home End Left Right Up Down Prior Next Space Return Return KP_Enter Escape Insert BackSpace Delete") {
		for _, mod := range []fyne.KeyModifier{0, fyne.KeyModifierShift, fyne.KeyModifierAlt} {
			all = append(all, action.Chord{Key: fyne.KeyName(key), Mod: mod})
		}
	}
	return all
}

// No key without Ctrl spends, in no place, whatever is selected, and no Enter of a sheet that such a key opens.
func TestNoPlainKeySpends(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // nothing is opened in other programs
	var clip, picture db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
		for _, state := range []db.JobState{db.Failed, db.Unconfirmed, db.Expired, db.Held, db.Rejected} {
			s.job(db.TextToVideo, state)
		}
	})
	canvas, places := s.p.window.Canvas(), s.p.places
	test.Type(places.composer.First(), "boats")
	known := len(s.rows())
	wall := func(asset db.Asset) func() {
		return func() {
			s.p.shell.Show(shell.Gallery)
			s.selectPriced(asset)
		}
	}
	for _, at := range []struct {
		name string
		show func()
	}{
		{"create", func() { s.p.shell.Show(shell.Create); canvas.Unfocus() }},
		{"the prompt", func() { s.p.shell.Show(shell.Create); canvas.Focus(places.composer.First()) }},
		{"the queue", func() { s.p.shell.Show(shell.Queue); canvas.Focus(places.jobs.Queue.First()) }},
		{"boards", func() { s.p.shell.Show(shell.Boards) }},
		{"costs", func() { s.p.shell.Show(shell.Costs) }},
		{"a clip", wall(s.asset(clip))},
		{"a picture", wall(s.asset(picture))},
		{"the viewer of a clip", func() { viewing{s.p}.ViewIn([]db.Asset{s.asset(clip)}, s.asset(clip)) }},
		{"the viewer of a picture", func() { viewing{s.p}.ViewIn([]db.Asset{s.asset(picture)}, s.asset(picture)) }},
	} {
		for _, c := range plainKeys() {
			if c.Mod == 0 || c.Key == fyne.Key0 { // a key may have led away
				s.closeSheets()
				viewing{s.p}.LeaveViewer()
				if c.Key != fyne.KeyBackspace && c.Key != fyne.KeyDelete {
					at.show()
				}
			}
			if _, onButton := canvas.Focused().(*kit.Button); onButton {
				continue // which shows what it costs
			}
			s.chord(c)
			for range 2 { // an Enter that was meant for what was there before
				if _, ok := canvas.Overlays().Top().(*kit.Sheet); ok {
					s.chord(action.Chord{Key: fyne.KeyReturn})
				}
			}
			if n := len(s.rows()); n != known || s.came.Load() != 0 {
				t.Fatalf("%s: %s: %d new jobs, %d requests", at.name, c.Words(false), n-known, s.came.Load())
			}
		}
		s.closeSheets()
		viewing{s.p}.LeaveViewer()
	}
	s.until("still", s.still)
	if n := s.came.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// What can spend has no key without Ctrl, and shows its price or leads to what shows it, in every place and for
// everything that is selected.
func TestWhatSpendsShowsItsPriceAndHasNoPlainKey(t *testing.T) {
	var clip, picture db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
	})
	// they press a button that shows the price
	beside := []string{"job.generate", "job.asItWas", "job.hold", "board.make", "board.another"}
	found := map[string]bool{}
	check := func(where string) {
		t.Helper()
		for _, a := range s.p.actions() {
			if !a.Spends {
				continue
			}
			found[a.ID] = true
			for _, c := range a.Keys {
				if c.Mod&fyne.KeyModifierShortcutDefault == 0 {
					t.Errorf("%s: %s has the key %s", where, a.ID, c.Words(false))
				}
			}
			if a.Can() && !slices.Contains(beside, a.ID) && !strings.Contains(a.Label, "¥") {
				t.Errorf("%s: %s is labelled %q", where, a.ID, a.Label)
			}
		}
	}
	check("at the start")
	s.p.shell.Show(shell.Gallery)
	for _, j := range []db.Job{clip, picture} {
		s.p.places.gallery.Show(s.asset(j).ID)
		check("before the price is read")
		s.selectPriced(s.asset(j))
		check("in the gallery")
		viewing{s.p}.ViewIn([]db.Asset{s.asset(j)}, s.asset(j))
		s.until("the price", func() bool { return action.ByID(s.p.places.viewer.Actions(), "viewer/again").Can() })
		check("in the viewer")
		viewing{s.p}.LeaveViewer()
	}
	for _, id := range append(beside, "gallery/again", "viewer/again") {
		if !found[id] {
			t.Errorf("%s is not known to spend", id)
		}
	}
}

// Keys that are held down spend once, wherever they spend; pressed again later, they spend again.
func TestHeldKeysSpendOnce(t *testing.T) {
	var clip db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
	})
	s.p.shell.Show(shell.Gallery)
	s.until("the gallery", func() bool { return s.p.places.gallery.Sequence().Len() == 1 })
	s.selectPriced(s.asset(clip))
	s.chord(sendChord)
	for range 5 {
		s.hold(sendChord)
		s.until("sent", func() bool { return s.came.Load() == 1 && s.still() })
	}
	s.later.Add(1)
	viewing{s.p}.ViewIn([]db.Asset{s.asset(clip)}, s.asset(clip))
	s.until("the price", func() bool { return action.ByID(s.p.places.viewer.Actions(), "viewer/again").Can() })
	for range 5 {
		s.hold(sendChord)
		s.until("sent", func() bool { return s.came.Load() == 2 && s.still() })
	}
}

// Every key of the sheet of keys does its action in its place, as the driver delivers it. Controls that take keys by
// themselves are left out: their own tests press them.
func TestEveryKeyOfTheKeySheetRuns(t *testing.T) {
	var clip, picture db.Job
	did := ""
	var actions func() []action.Action
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
		s.wrap = func(screens shell.Screens) shell.Screens {
			real := screens.Actions
			screens.Actions = func() []action.Action {
				list := real()
				for i, a := range list {
					if a.Do != nil {
						list[i].Do = func() { did = a.ID }
						// whose pages have the same keys, and are told apart by what is possible
						if a.Scope.In != "boards" {
							list[i].Disabled = ""
						}
					}
				}
				return list
			}
			actions = screens.Actions
			return screens
		}
	})
	canvas := s.p.window.Canvas()
	pressed := map[string]bool{}
	for _, at := range []struct {
		name, in string
		show     func()
	}{
		{"create", "create", func() { s.p.shell.Show(shell.Create); canvas.Unfocus() }},
		{"boards", "boards", func() { s.p.shell.Show(shell.Boards); canvas.Unfocus() }},
		{"costs", "costs", func() { s.p.shell.Show(shell.Costs); canvas.Unfocus() }},
		{"gallery", "gallery", func() { s.p.shell.Show(shell.Gallery); canvas.Unfocus() }},
		{"clip", "viewer", func() { viewing{s.p}.ViewIn([]db.Asset{s.asset(clip)}, s.asset(clip)) }},
		{"picture", "viewer", func() { viewing{s.p}.ViewIn([]db.Asset{s.asset(picture)}, s.asset(picture)) }},
	} {
		at.show()
		for _, a := range actions() {
			in, _, _ := strings.Cut(a.Scope.In, "/")
			if !a.Can() || in != "" && in != at.in || a.Own && (a.Spends || in == "") {
				continue
			}
			for _, c := range a.Keys {
				if c.Mod&^fyne.KeyModifierShift == 0 && (a.Own || c.Mod != 0 || at.in == "viewer") {
					continue // the control and the viewer take it, and the strip of boards asks for Shift itself
				}
				did = ""
				s.chord(c)
				pressed[a.ID] = true
				if did != a.ID {
					t.Errorf("%s: %s of %s does %q", at.name, c.Words(false), a.ID, did)
				}
				s.closeSheets()
			}
		}
		viewing{s.p}.LeaveViewer()
	}
	for _, id := range []string{"gallery/join", "job.generate", "viewer/again", "library.import", "gallery/earlier"} {
		if !pressed[id] {
			t.Errorf("%s was not pressed", id)
		}
	}
}

// The profile in front is the one that the settings edit: each budget stays with the profile that the page named when
// it was typed.
func TestSettingsFollowTheProfileInFront(t *testing.T) {
	var studio db.Profile
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		var err error
		studio, err = s.p.Library.SaveProfile(s.Context(),
			db.Profile{Name: "Studio", BaseURL: s.profile.BaseURL, Currency: "CNY", Saved: true})
		s.must(err)
	})
	canvas, sh := s.p.window.Canvas(), s.p.shell
	sh.Show(shell.Settings)
	s.p.places.settings.ShowBudget(s.profile.ID)
	field := func(name string) *kit.AmountEntry {
		t.Helper()
		s.until(name, func() bool { return s.says("Budget · " + name) })
		for _, o := range apptest.Visible(s.front()) {
			if e, ok := o.(*kit.AmountEntry); ok {
				return e
			}
		}
		t.Fatal("there is no field")
		return nil
	}
	typed := func(name, amount string) *kit.AmountEntry {
		e := field(name)
		canvas.Focus(e)
		e.SetText(amount)
		return e
	}
	typed("My gateway", "8")
	sh.UseProfile(studio.ID) // before the field was left
	typed("Studio", "5")
	sh.UseProfile(s.profile.ID)
	field("My gateway")
	if e, ok := canvas.Focused().(*kit.AmountEntry); ok {
		t.Errorf("the keyboard is still in the field with %q", e.Text)
	}
	budget := func(id int64) int64 {
		all, err := s.p.Library.Profiles(s.Context())
		s.must(err)
		for _, p := range all {
			if p.ID == id && p.DayBudgetMicros != nil {
				return *p.DayBudgetMicros
			}
		}
		return 0
	}
	s.until("the budgets", func() bool { return budget(s.profile.ID) == 8_000_000 && budget(studio.ID) == 5_000_000 })
}

// The palette finds what belongs to a place from every other place too.
func TestPricesAndProfilesAreFoundFromEveryPlace(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	s.p.shell.Show(shell.Create)
	action.ByID(s.p.actions(), "program.prices").Do()
	if !s.p.shell.InFront(shell.Costs) || action.ByID(s.p.actions(), "program.prices").Can() {
		t.Error("Prices does not show Costs, which has a command of its own")
	}
	action.ByID(s.p.actions(), "program.profile").Do()
	if _, sheet := s.p.window.Canvas().Overlays().Top().(*kit.Sheet); !sheet || !s.p.shell.InFront(shell.Settings) {
		t.Error("Add profile does not open its form")
	}
}

// Quitting and restarting ask once before typed prices are lost, and can save them.
func TestTypedPricesAreAskedAboutBeforeQuitting(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	s.prices(ordertest.Prices())
	action.ByID(s.p.actions(), "program.prices").Do()
	s.until("the prices", func() bool { return s.says("Save prices") })
	var field *kit.AmountEntry
	s.until("the first price", func() bool {
		field, _ = s.p.window.Canvas().Focused().(*kit.AmountEntry)
		return field != nil
	})
	if s.p.shell.QuitAsks() {
		t.Fatal("it asks although nothing was typed")
	}
	field.SetText("7.25")
	ended := false
	s.p.shell.QuitWith(func() { ended = true })
	s.until("the question", func() bool { return ended || s.says("Unsaved price changes will be lost.") })
	s.press("Stay")
	s.p.shell.QuitWith(func() { ended = true })
	s.press("Save and quit")
	s.until("the end", func() bool { return ended })
	if s.p.places.prices.Dirty() {
		t.Error("the prices are not saved")
	}
}
