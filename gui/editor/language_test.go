package editor

import (
	"context"
	"io/fs"
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are units, formats and keys: no language has other words for them.
const sameEverywhere = "px PNG JPEG A B C D E G H I K L M N O Q R S T U V W X Z Ctrl Shift Alt Delete Page Up Down"

// strangely returns a canvas in the pseudo language, which marks every translated text.
func strangely(t *testing.T) *fixture {
	t.Helper()
	langtest.Use(t, lang.Pseudo)
	return newFixture(t)
}

// aloud returns the accessibility label of one of our own widgets; "" for others.
func aloud(o fyne.CanvasObject) string {
	named, ok := o.(interface{ AccessibilityLabel() string })
	if !ok || !strings.HasPrefix(reflect.TypeOf(o).Elem().PkgPath(), "viviscope/gui/kit") {
		return ""
	}
	return named.AccessibilityLabel()
}

// closeAll closes all overlays of the window.
func (e *fixture) closeAll() {
	for top := e.w.Canvas().Overlays().Top(); top != nil; top = e.w.Canvas().Overlays().Top() {
		e.w.Canvas().Overlays().Remove(top)
	}
}

// check checks all texts of the window and its overlays, and closes the overlays.
func (e *fixture) check(state string) {
	e.t.Helper()
	apptest.CheckAccessibleNames(e.t, e.w.Canvas())
	for _, text := range langtest.Untranslated(e.w.Canvas(), sameEverywhere) {
		e.t.Errorf("%s: %q is in no catalog", state, text)
	}
	e.closeAll()
}

// sheets returns functions that open the sheets of the canvas.
func (e *fixture) sheets() map[string]func() {
	return map[string]func(){
		"an empty sheet": e.s.opener.chooseSheet,
		"any colour":     func() { e.s.options.askColour(drawing.Colours()[1].Color, nil) },
		"frame":          func() { e.s.OpenAsset(db.Asset{Kind: db.Clip, Seconds: 5}) },
		"too large":      func() { askSmaller(e.s.d.Canvas(), drawing.Drawing{}.Size(), nil) },
	}
}

func TestEveryTextOfTheCanvasComesFromACatalogAndEveryControlIsNamed(t *testing.T) {
	e := strangely(t)
	e.check("empty")
	e.s.opener.begin(wordsOfAsset(db.Asset{}).opening)
	e.check("opening")
	e.s.opener.fail(wordsOfName("x").cannotBeOpened, fs.ErrNotExist)
	e.check("failed")
	for name, ask := range e.sheets() {
		ask()
		e.check(name)
	}
	o, second := e.branched()
	e.library.now = noon.Add(4*time.Minute + 21*time.Second)
	e.s.OpenAsset(second)
	e.wait()
	e.check("versions")
	for letter, kind := range map[string]tool.Kind{"r": tool.Box, "a": tool.Arrow, "u": tool.Blur, "m": tool.Region,
		"n": tool.Number, "b": tool.Brush} {
		e.letters(letter)
		e.drag([2]float64{20, 20}, [2]float64{60, 40})
		e.check("drawn with " + string(kind))
	}
	for _, entry := range newToolTable() {
		if entry.kind == tool.Picture {
			continue
		}
		e.s.tools.take(entry.kind)
		e.check("tool " + string(entry.kind))
		e.s.options.openMore(fyne.NewPos(10, 10))
		e.check("more of " + string(entry.kind))
		e.s.options.display(e.s.tools.state())
	}
	e.s.tools.hideSelected()
	for name, ask := range map[string]func(){
		"several":      func() { e.s.OpenSeveral([]Source{{Ref: o.Ref}, {Ref: second.Ref}}) },
		"export":       e.s.exporter.ask,
		"marks":        e.s.commands.openList,
		"canvas menu":  func() { openMenu(e.s.d, e.s.commands.canvasMenu(), fyne.Position{}) },
		"more menu":    func() { openMenu(e.s.d, e.s.commands.moreMenu(), fyne.Position{}) },
		"version menu": func() { openMenu(e.s.d, e.s.versions.menu(e.s.versions.family.versions[2]), fyne.Position{}) },
		"marks hidden": e.s.commands.toggleMarks,
		"saved":        e.s.exporter.saveCopy,
		"no way back":  func() { e.s.Restore(db.Job{}) },
		"paste":        e.s.opener.paste,
		"arrived":      func() { e.s.versions.postArrival(e.s.versions.family.versions[1]) },
		"not made":     func() { e.s.versions.choose(e.s.versions.family.versions[4]) },
		"in doubt":     func() { e.s.versions.choose(e.s.versions.family.versions[5]) },
		"limit": func() {
			toolHost{e.s.tools}.Refused(&drawing.LimitError{Limit: drawing.Steps, Most: drawing.MaxSteps})
		},
		"full":     func() { toolHost{e.s.tools}.Refused(tool.ErrFull) },
		"unread":   func() { e.s.postNotPainted(&folder.TooLargeError{Limit: maxFile}) },
		"original": func() { e.s.commands.peek(true) },
	} {
		ask()
		e.check(name)
	}
	e.s.commands.peek(false)
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, folder.ErrNotRegular,
		&folder.TooLargeError{Limit: maxFile}, errTrashed, db.ErrNotFound, folder.ErrDiskFull, folder.ErrNoMedia} {
		e.s.note.post(troubleText(err))
		e.check(err.Error())
	}
	for e.s.doc.page.history.CanUndo() {
		e.s.tools.undo()
		e.check("undone")
	}
	e.s.Update(context.Background())
	for _, c := range e.s.Actions() {
		if rest := langtest.UntranslatedWords(c.Label+c.Group+c.Disabled, sameEverywhere); rest != "" {
			t.Errorf("command %q of %q: %q is in no catalog", c.Label, c.Group, rest)
		}
	}
}

// Every step that the tools do has a name of its own: what the history calls it is never shown.
func TestEveryStepHasAName(t *testing.T) {
	unknown := stepName("")
	for _, step := range []string{
		"brush", "erase", "line", "arrow", "box", "ellipse", "text", "number", "blur", "pixelate", "emphasis",
		"place picture", "move", "turn mark",
		"reshape", "size", "style", "order", "delete", "duplicate", "hide", "show", "restore marks", "crop", "extend",
		"turn", "flip", "straighten", "resize",
	} {
		if got := stepName(step); got == unknown {
			t.Errorf("%q has no name", step)
		}
	}
	e := newFixture(t)
	e.open(120, 90)
	e.letters("r")
	e.drag([2]float64{20, 20}, [2]float64{60, 40})
	e.undo()
	if got := e.s.foot.sent.Text(); got != "Undone: box." {
		t.Errorf("the foot says %q", got)
	}
}

// What is pressed or read is never cut, in a language that is a third longer and with the largest text.
func TestLongerWordsHaveRoom(t *testing.T) {
	for _, c := range []struct {
		tag   string
		scale float32
	}{{lang.Pseudo, 1}, {lang.Pseudo, resources.TextScaleMax}, {"en", 1}, {"de", resources.TextScaleMax}} {
		scale := c.scale
		langtest.Use(t, c.tag)
		e := newFixture(t)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		e.w.Resize(fyne.NewSize(520, 600)) // what the canvas has in the smallest window
		room := func(state string) {
			var narrow func(o fyne.CanvasObject)
			narrow = func(o fyne.CanvasObject) {
				if o == nil || !o.Visible() {
					return
				}
				if _, picture := o.(*kit.Face); picture && c.tag == lang.Pseudo {
					return // what is written on a picture ends with it, in "…": it would lie over the next one
				}
				if m := o.MinSize(); o.Size().Width+0.5 < m.Width || o.Size().Height+0.5 < m.Height {
					if words := aloud(o); words != "" {
						t.Errorf("%s at %v: %T %q has %v and needs %v", state, scale, o, words, o.Size(), m)
					}
				}
				switch o := o.(type) {
				case *kit.Text, *kit.Entry:
				case *fyne.Container:
					for _, c := range o.Objects {
						if words := aloud(c); words != "" && c.Visible() &&
							c.Position().X+c.Size().Width > o.Size().Width+0.5 {
							t.Errorf("%s at %v: %T %q ends at %v in a width of %v", state, scale, c, words,
								c.Position().X+c.Size().Width, o.Size().Width)
						}
						narrow(c)
					}
				case fyne.Widget:
					for _, c := range test.WidgetRenderer(o).Objects() {
						narrow(c)
					}
				}
			}
			e.s.Content().Refresh()
			if c.tag != lang.Pseudo { // on a screen of 1024 x 600
				size := e.w.Canvas().Size()
				e.w.Resize(fyne.NewSize(min(size.Width, 1024), 530))
				for _, button := range apptest.ClippedButtons(e.w.Canvas()) {
					t.Errorf("%s in %s: %s", state, c.tag, button)
				}
				e.w.Resize(size)
			}
			narrow(e.w.Content())
			for top := e.w.Canvas().Overlays().Top(); top != nil; top = e.w.Canvas().Overlays().Top() {
				narrow(top)
				e.w.Canvas().Overlays().Remove(top)
			}
		}
		room("empty")
		o, second := e.branched()
		e.s.OpenAsset(second)
		e.wait()
		for _, entry := range newToolTable() {
			if entry.kind != tool.Picture {
				e.s.tools.take(entry.kind)
				room("tool " + string(entry.kind))
			}
		}
		e.w.Resize(fyne.NewSize(1120, 720)) // a sheet lies over the whole window
		sheets := e.sheets()
		sheets["several"] = func() { e.s.OpenSeveral([]Source{{Ref: o.Ref}, {Ref: second.Ref}}) }
		sheets["export"] = e.s.exporter.ask
		for name, ask := range sheets {
			ask()
			room(name)
		}
	}
}
