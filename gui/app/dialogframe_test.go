package app

import (
	"image/color"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/apptest"
	"viviscope/gui/desktop"
	"viviscope/resources"
)

// openToolkitDialog opens the toolkit's file dialog in dir, over a field that has the focus.
func openToolkitDialog(t *testing.T, p *program, turns *apptest.QueueApp, dir string) (
	frame *dialogFrame, field *widget.Entry, chosen *string) {
	t.Helper()
	field, chosen = widget.NewEntry(), new(string)
	p.window.SetContent(container.NewStack(field))
	p.window.Canvas().Focus(field)
	p.chosenIn = dir
	p.askFiles(desktop.FileQuestion{Title: "Which one?"}, func(paths []string) { *chosen = paths[0] })
	until(t, turns, "the dialog", func() bool { return dialogOver(p.window.Canvas()) })
	frame, ok := p.window.Canvas().Overlays().Top().(*dialogFrame)
	if !ok {
		t.Fatalf("%T is on top", p.window.Canvas().Overlays().Top())
	}
	return frame, field, chosen
}

func settle(turns *apptest.QueueApp) { turns.RunAll(func() {}) }

func TestEscClosesTheToolkitsFileDialogFromEveryControl(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	p, turns := chooser(t)
	c := p.window.Canvas()
	seen := map[fyne.Focusable]bool{}
	for tabs := range 8 {
		frame, field, chosen := openToolkitDialog(t, p, turns, t.TempDir())
		if c.Focused() != fyne.Focusable(frame) || !isList(frame.target) || frame.target == frame.places {
			t.Fatalf("%T has the focus, for %T, and not the list of files", c.Focused(), frame.target)
		}
		clear(seen)
		for range tabs {
			seen[frame.target] = true
			apptest.PressKey(c.Focused(), fyne.KeyTab)
			if frame.target == nil || seen[frame.target] {
				t.Errorf("the Tab after %d stays at %T", len(seen), frame.target)
			}
		}
		apptest.PressKey(c.Focused(), fyne.KeyEscape)
		settle(turns)
		if c.Overlays().Top() != nil || *chosen != "" {
			t.Errorf("after %d Tabs, at %T: %T is open, %q chosen", tabs, frame.target, c.Overlays().Top(), *chosen)
		}
		if c.Focused() != fyne.Focusable(field) {
			t.Errorf("%T has the focus after the dialog", c.Focused())
		}
	}
}

// A click on a button of the toolkit clears the focus, and one on a row of a list moves it there.
func TestEscClosesTheToolkitsFileDialogAfterAClick(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	p, turns := chooser(t)
	c := p.window.Canvas()
	for what, click := range map[string]func(*dialogFrame){
		"button": func(*dialogFrame) { c.Focus(nil) },
		"list":   func(f *dialogFrame) { c.Focus(f.places) },
	} {
		frame, _, _ := openToolkitDialog(t, p, turns, t.TempDir())
		click(frame)
		settle(turns)
		if c.Focused() != fyne.Focusable(frame) {
			t.Fatalf("%s: %T has the focus", what, c.Focused())
		}
		if want := frame.places; what == "list" && frame.target != want {
			t.Errorf("keys go to %T", frame.target)
		}
		apptest.PressKey(c.Focused(), fyne.KeyEscape)
		settle(turns)
		if c.Overlays().Top() != nil {
			t.Errorf("%s: it is still open", what)
		}
	}
}

func TestEnterChoosesAFileInTheToolkitsDialog(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	p, turns := chooser(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "inner", "a.png")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	frame, _, chosen := openToolkitDialog(t, p, turns, dir)
	frame.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}) // the first row is the folder above
	frame.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := frame.target.(*widget.List).Length(); got != 2 || p.window.Canvas().Overlays().Top() == nil {
		t.Fatal("a repeated Enter acts")
	}
	apptest.PressKey(frame, fyne.KeyReturn) // opens the folder
	if *chosen != "" || p.window.Canvas().Overlays().Top() == nil {
		t.Fatalf("a folder is chosen: %q", *chosen)
	}
	apptest.PressKey(frame, fyne.KeyReturn)
	settle(turns)
	if *chosen != file {
		t.Errorf("%q is chosen, want %q", *chosen, file)
	}
}

func TestTheToolkitsFileDialogIsReadable(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		t.Run(v.String(), func(t *testing.T) {
			p, turns := chooser(t)
			turns.Settings().SetTheme(resources.Theme(v))
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.png"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			frame, _, _ := openToolkitDialog(t, p, turns, dir)
			frame.target.(*widget.List).Select(1)
			for _, b := range apptest.Find[*widget.Button](frame) {
				states := map[string][2]func(){
					"normal":  {func() {}, func() {}},
					"hovered": {func() { b.MouseIn(nil) }, b.MouseOut},
					"focused": {b.FocusGained, b.FocusLost},
				}
				for state, s := range states {
					s[0]()
					background := test.WidgetRenderer(b).Objects()[0].(*canvas.Rectangle).FillColor
					for _, text := range apptest.Find[*canvas.Text](b) {
						if got := contrastOf(text.Color, background); !b.Disabled() && got < 4.5 {
							t.Errorf("%s, %s: contrast %.2f, want 4.5", b.Text, state, got)
						}
					}
					s[1]()
				}
			}
		})
	}
}

// contrastOf returns the WCAG contrast of two colours, drawn over the background of a dialog.
func contrastOf(a, b color.Color) float64 {
	over := fyne.CurrentApp().Settings().Theme().Color(resources.BgRaised, 0)
	luminance := func(c color.Color) (sum float64) {
		r, g, b, opacity := c.RGBA()
		r2, g2, b2, _ := over.RGBA()
		part := func(c, under uint32, weight float64) {
			v := (float64(c) + float64(under)*(1-float64(opacity)/0xffff)) / 0xffff
			if v <= 0.04045 {
				sum += weight * v / 12.92
				return
			}
			sum += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
		part(r, r2, 0.2126)
		part(g, g2, 0.7152)
		part(b, b2, 0.0722)
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
