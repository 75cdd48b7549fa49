package editor

import (
	"image"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// notPixels says what the fields of a size hold.
func notPixels() string { return lang.L("Both sides are numbers of pixels.") }

// sizeTrouble says why a canvas cannot have a size; "" where it can. The rule is the service's own (interface 4.2), and one of
// our own for what is too small to be a picture.
func sizeTrouble(size image.Point) string {
	switch {
	case size.X <= 0 || size.Y <= 0:
		return notPixels()
	case max(size.X, size.Y) > client.MaxSide:
		return lang.L("%d px is the longest side that can be sent.", client.MaxSide)
	case min(size.X, size.Y) < client.MinSide:
		return lang.L("%d px is the shortest side of a canvas.", client.MinSide)
	}
	return ""
}

// readPixels reads a number of pixels as people type it, with its unit or without; false where it is none.
func readPixels(text string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "px")))
	return n, err == nil && n >= -1<<20 && n <= 1<<20
}

// sides are two fields for a size, with a lock that keeps its ratio.
type sides struct {
	width, height *widgets.Entry
	lock          *widgets.Button
	ratio         image.Point // that the lock keeps
	quiet         bool
	onChanged     func()
	box           *fyne.Container
}

// newSides makes the fields; onChanged is told of every change that a person makes.
func newSides(locked bool, onChanged func(), onSubmit func()) *sides {
	s := &sides{onChanged: onChanged}
	field := func(other func(int)) *widgets.Entry {
		e := widgets.NewEntry().MinWidth(64)
		e.OnChanged = func(text string) {
			if s.quiet {
				return
			}
			if n, ok := readPixels(text); ok && n > 0 && s.lock.On() {
				other(n)
			}
			s.onChanged()
		}
		e.OnSubmitted = func(string) { onSubmit() }
		return e
	}
	s.width = field(func(n int) { s.put(s.height, scaled(n, s.ratio.Y, s.ratio.X)) })
	s.height = field(func(n int) { s.put(s.width, scaled(n, s.ratio.X, s.ratio.Y)) })
	s.lock = widgets.NewIconButton(resources.IconLock(), lang.L("Keep the ratio"), nil).Small()
	s.lock.OnTapped = func() {
		s.setLock(!s.lock.On())
		if size, ok := s.size(); ok {
			s.ratio = size
		}
	}
	s.setLock(locked)
	s.box = widgets.NewRow(6, s.width, widgets.NewText("×", resources.SizeBody, resources.Text2, false), s.height,
		widgets.NewText("px", resources.SizeSM, resources.Text2, false), s.lock)
	return s
}

func (s *sides) setLock(on bool) {
	s.lock.SetOn(on)
	icon, word := resources.IconLockOpen(), lang.L("Keep the ratio")
	if on {
		icon, word = resources.IconLock(), lang.L("Let the ratio go")
	}
	s.lock.SetIcon(icon)
	s.lock.SetWord(word)
}

func (s *sides) put(e *widgets.Entry, n int) {
	s.quiet = true
	e.SetText(strconv.Itoa(n))
	s.quiet = false
}

// set shows a size, whose ratio the lock keeps from now on.
func (s *sides) set(size image.Point) {
	if now, ok := s.size(); ok && now == size {
		return
	}
	s.ratio = size
	s.put(s.width, size.X)
	s.put(s.height, size.Y)
}

// size is what stands in the fields; false where that are no two numbers.
func (s *sides) size() (image.Point, bool) {
	w, okW := readPixels(s.width.Text)
	h, okH := readPixels(s.height.Text)
	return image.Pt(w, h), okW && okH
}

// mark shows whether the size can be had.
func (s *sides) mark(bad bool) {
	s.width.SetFailed(bad)
	s.height.SetFailed(bad)
}

// scaled is n times a through b, at least 1.
func scaled(n, a, b int) int {
	if b <= 0 {
		return max(n, 1)
	}
	return max(1, (n*a+b/2)/b)
}
