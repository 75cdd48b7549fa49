//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"encoding/json"
	"image"
	"log/slog"
	"os"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver"
	"fyne.io/fyne/v2/widget"
)

// asWindow makes the test binary run as a program with a window.
const asWindow = "VIVISCOPE_DND_WINDOW"

const windowTitle = "Viviscope drags"

func TestMain(m *testing.M) {
	if os.Getenv(asWindow) != "" {
		runWindow()
		return
	}
	os.Exit(m.Run())
}

// The slots of the window in canvas coordinates, each of slotSize.
var slotSize = fyne.NewSize(200, 150)

const (
	slotTop, firstLeft, lastLeft = 60, 40, 300
	promptTop                    = 300
)

// heard is one output line of the window program: a call to its target.
type heard struct {
	Leave    bool
	Drop     *Drop
	Slot     string // where it was: first, last, prompt, none
	Offer    *Offer
	Accepted bool
}

// runWindow shows two slots and a prompt, which accept links and text. It also executes a text that is a command.
func runWindow() {
	a := app.NewWithID("app.viviscope.drags")
	w := a.NewWindow(windowTitle)
	t := &slots{window: w, out: json.NewEncoder(os.Stdout), places: map[string]fyne.CanvasObject{}}
	box := container.NewWithoutLayout()
	for name, at := range map[string]fyne.Position{"first": fyne.NewPos(firstLeft, slotTop),
		"last": fyne.NewPos(lastLeft, slotTop), "prompt": fyne.NewPos(firstLeft, promptTop)} {
		slot := canvas.NewRectangle(nil)
		slot.Resize(slotSize)
		slot.Move(at)
		box.Add(slot)
		t.places[name] = slot
	}
	w.SetPadded(false)
	w.SetContent(box)
	w.Resize(fyne.NewSize(600, 460))
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	painted := sync.OnceFunc(func() {
		fyne.Do(func() {
			w.(driver.NativeWindow).RunNative(func(context any) {
				handle := uintptr(0)
				if x, ok := context.(driver.X11WindowContext); ok {
					handle = x.WindowHandle
				}
				t.detach = Attach(w, handle, t, nil, fyne.Do, log)
			})
		})
	})
	probe := canvas.NewRaster(func(int, int) image.Image {
		go painted()
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	})
	probe.Resize(fyne.NewSize(1, 1))
	box.Add(probe)
	w.ShowAndRun()
}

// slots is the target of that window.
type slots struct {
	window fyne.Window
	out    *json.Encoder
	places map[string]fyne.CanvasObject
	detach func()
}

func (s *slots) at(p fyne.Position) string {
	for name, o := range s.places {
		corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		if p.X >= corner.X && p.Y >= corner.Y && p.X < corner.X+slotSize.Width && p.Y < corner.Y+slotSize.Height {
			return name
		}
	}
	return "none"
}

func (s *slots) Over(p fyne.Position, what Offer) (bool, string) {
	h := heard{Slot: s.at(p), Offer: &what}
	h.Accepted = h.Slot == "prompt" && what.Kind == KindText || (h.Slot == "first" || h.Slot == "last") &&
		what.Kind != KindText
	s.say(h)
	return h.Accepted, ""
}

func (s *slots) Leave() { s.say(heard{Leave: true}) }

func (s *slots) Dropped(d Drop) {
	switch d.Text {
	case "dialog":
		dialog.ShowCustom("Dialog", "Close", widget.NewLabel("covers the slots"), s.window)
	case "detach":
		s.detach()
		s.detach()
	}
	s.say(heard{Drop: &d, Slot: s.at(d.At)})
}

func (s *slots) say(h heard) {
	if err := s.out.Encode(h); err != nil {
		os.Exit(1)
	}
}
