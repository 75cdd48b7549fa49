package gallery

import (
	"context"
	"image/color"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// suggestMost is how many suggestions are offered.
const suggestMost = 8

// offer is one suggestion: what may complete what is typed, or what was searched for before.
type offer struct {
	db.Suggestion
	search string // "": a completion
}

// suggestions is the list under the search box with what a person may be about to type. It lies above the screen and takes no focus, so that
// typing goes on in the box; Up and Down choose, Enter takes, Esc closes.
type suggestions struct {
	g      *Gallery
	layer  *fyne.Container
	list   *offerList
	frame  fyne.CanvasObject
	offers []offer
	stop   context.CancelFunc // of the reading that is under way
}

func newSuggestions(g *Gallery) *suggestions {
	s := &suggestions{g: g, stop: func() {}}
	s.list = newOfferList(s.take, s.forget)
	s.frame = widgets.NewCard(s.list)
	s.frame.Hide()
	s.layer = &fyne.Container{Layout: suggestLayout{s}, Objects: []fyne.CanvasObject{s.frame}}
	return s
}

// suggestLayout puts the list under the search box.
type suggestLayout struct{ s *suggestions }

func (suggestLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l suggestLayout) Layout(o []fyne.CanvasObject, _ fyne.Size) {
	box := l.s.g.head.search
	d := fyne.CurrentApp().Driver()
	at := under(box).Subtract(d.AbsolutePositionForObject(l.s.layer))
	o[0].Move(at)
	o[0].Resize(fyne.NewSize(min(box.Size().Width, 460), o[0].MinSize().Height))
}

// ask reads what may complete what is typed, and offers it.
func (s *suggestions) ask(text string) {
	s.stop()
	if strings.TrimSpace(text) == "" {
		s.hide()
		return
	}
	ctx, stop := context.WithCancel(s.g.ctx)
	s.stop = stop
	s.g.run(func() {
		offers, err := s.g.o.Library.Suggest(ctx, text, suggestMost)
		s.g.post(func() {
			if ctx.Err() == nil && s.g.head.search.Text == text {
				if err != nil {
					s.g.o.Log.Warn("suggest", "err", err)
				}
				s.show(text, offers)
			}
		})
	})
}

// show offers suggestions, and what was searched for before. One that is all of what is typed is none.
func (s *suggestions) show(text string, offers []db.Suggestion) {
	s.offers = s.offers[:0]
	for _, o := range offers {
		if completed(text, o.Term) != text {
			s.offers = append(s.offers, offer{Suggestion: o})
		}
	}
	s.offers = append(s.offers, s.g.before.offers(text)...)
	if len(s.offers) == 0 {
		s.hide()
		return
	}
	s.list.set(s.offers, -1)
	widgets.Show(s.frame, true)
	s.layer.Refresh()
}

// completed puts a term in the place of the last one of what is typed.
func completed(text string, t db.Term) string {
	q := db.ParseQuery(text)
	end := typedTerm(t)
	if n := len(q.Terms); n > 0 && !endsInGap(text) {
		last := strings.TrimLeftFunc(text, unicode.IsSpace)
		if i := strings.LastIndexFunc(last, unicode.IsSpace); i >= 0 && strings.HasSuffix(last[i+1:], ":") {
			q.Terms = q.Terms[:max(n-1, 0)] // a key without its value is read as a word
		} else {
			q.Terms = q.Terms[:n-1]
		}
	}
	if before := q.String(); before != "" {
		return before + " " + end
	}
	return end
}

// typedTerm writes a term as it is typed; a key without a value ends with its colon.
func typedTerm(t db.Term) string {
	switch {
	case t.Text != "":
		return t.String()
	case t.Not:
		return "-" + t.Key + ":"
	}
	return t.Key + ":"
}

func endsInGap(s string) bool { return s == "" || unicode.IsSpace([]rune(s)[len([]rune(s))-1]) }

// take writes a suggestion into the box. A key waits for its value; all else ends with a blank, for the next.
func (s *suggestions) take(i int) {
	if i < 0 || i >= len(s.offers) {
		return
	}
	t := s.offers[i].Term
	box := s.g.head.search
	text := completed(box.Text, t)
	if old := s.offers[i].search; old != "" {
		text = old + " "
	} else if t.Text != "" {
		text += " "
	}
	s.hide()
	focus(box)
	box.SetText(text)
	box.CursorColumn = len([]rune(text))
	box.Refresh()
}

// forget removes what was searched for before from what is offered.
func (s *suggestions) forget(i int) {
	if i < 0 || i >= len(s.offers) || s.offers[i].search == "" {
		return
	}
	s.g.before.remove(s.offers[i].search)
	s.offers = slices.Delete(s.offers, i, i+1)
	if len(s.offers) == 0 {
		s.hide()
		return
	}
	s.list.set(s.offers, min(s.list.chosen, len(s.offers)-1))
	s.layer.Refresh()
}

func (s *suggestions) shown() bool { return s.frame.Visible() }

func (s *suggestions) hide() { widgets.Show(s.frame, false) }

// key takes the keys of the list while it is there.
func (s *suggestions) key(e *fyne.KeyEvent) bool {
	if !s.shown() {
		return false
	}
	at := s.list.chosen
	switch e.Name {
	case fyne.KeyDown:
		at = min(at+1, len(s.offers)-1)
	case fyne.KeyUp:
		at = max(at-1, -1)
	case fyne.KeyDelete:
		if at < 0 || s.offers[at].search == "" {
			return false
		}
		s.forget(at)
		return true
	case fyne.KeyReturn, fyne.KeyEnter:
		if at < 0 {
			return false
		}
		s.take(at)
		return true
	default:
		return false
	}
	s.list.set(s.offers, at)
	return true
}

// offerList is the rows of the suggestions: what is offered, what sort of thing that is, and how many have it. It takes no focus: a press of the
// pointer takes a row at once, before the box loses the keyboard by it.
type offerList struct {
	widget.BaseWidget
	take   func(i int)
	forget func(i int) // what was searched for before
	offers []offer
	chosen int // -1: none
	over   int // under the pointer, -1: none
}

// The measures of a row, px.
const (
	offerRow   = 28
	offerCount = 70 // how many have it, at the right
	offerAway  = 28 // where a click removes what was searched for before, at the right
	awaySize   = 12
	offerLeast = 120 // what stands behind the words has so much at least
)

func newOfferList(take, forget func(i int)) *offerList {
	l := &offerList{take: take, forget: forget, chosen: -1, over: -1}
	l.ExtendBaseWidget(l)
	return l
}

// set replaces the rows and the chosen one.
func (l *offerList) set(offers []offer, chosen int) {
	l.offers, l.chosen, l.over = offers, chosen, -1
	l.Refresh()
}

func (l *offerList) at(y float32) int {
	if i := int(y / offerRow); y >= 0 && i < len(l.offers) {
		return i
	}
	return -1
}

// MouseDown takes the row under the pointer, or removes it at its cross.
func (l *offerList) MouseDown(e *desktop.MouseEvent) {
	switch i := l.at(e.Position.Y); {
	case i < 0 || e.Button != desktop.MouseButtonPrimary:
	case l.offers[i].search != "" && e.Position.X > l.Size().Width-offerAway:
		l.forget(i)
	default:
		l.take(i)
	}
}

// MouseUp does nothing.
func (l *offerList) MouseUp(*desktop.MouseEvent) {}

// MouseIn shows the row under the pointer.
func (l *offerList) MouseIn(e *desktop.MouseEvent) { l.MouseMoved(e) }

// MouseMoved shows the row under the pointer.
func (l *offerList) MouseMoved(e *desktop.MouseEvent) {
	if i := l.at(e.Position.Y); i != l.over {
		l.over = i
		l.Refresh()
	}
}

// MouseOut forgets it.
func (l *offerList) MouseOut() { l.over = -1; l.Refresh() }

// Cursor is a hand.
func (l *offerList) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the rows.
func (l *offerList) CreateRenderer() fyne.WidgetRenderer {
	r := &offerRenderer{l: l}
	r.Refresh()
	return r
}

type offerLine struct {
	plate              *canvas.Rectangle
	title, sort, count *widgets.Text
	away               *widgets.Icon
}

type offerRenderer struct {
	l       *offerList
	lines   []offerLine
	objects []fyne.CanvasObject
}

func (r *offerRenderer) Destroy()                     {}
func (r *offerRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *offerRenderer) MinSize() fyne.Size {
	return fyne.NewSize(240, offerRow*float32(len(r.l.offers)))
}

func (r *offerRenderer) Layout(s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, w float32) {
		h := o.MinSize().Height
		widgets.Place(o, x, y+(offerRow-h)/2, w, h)
	}
	for i, line := range r.lines {
		y := offerRow * float32(i)
		widgets.Place(line.plate, -4, y, s.Width+8, offerRow)
		words := fyne.MeasureText(line.title.Text(), theme.Size(resources.SizeBody), fyne.TextStyle{}).Width
		wide := max(min(words, s.Width-offerLeast), 0)
		put(line.title, 4, y, wide)
		behind := float32(offerCount)
		if line.away.Visible() {
			behind = offerAway
		}
		put(line.sort, 16+wide, y, max(s.Width-wide-20-behind, 0))
		put(line.count, s.Width-offerCount, y, offerCount-4)
		put(line.away, s.Width-offerAway+(offerAway-awaySize)/2, y, awaySize)
	}
}

func (r *offerRenderer) Refresh() {
	l := r.l
	for len(r.lines) < len(l.offers) {
		r.lines = append(r.lines, offerLine{
			plate: canvas.NewRectangle(nil),
			title: widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis(),
			sort:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
			count: widgets.NewText("", resources.SizeSM, resources.Text2, false).Trailing(),
			away:  widgets.NewIcon(resources.IconClose(), awaySize, resources.Text3),
		})
	}
	r.lines = r.lines[:len(l.offers)]
	r.objects = r.objects[:0]
	for i, o := range l.offers {
		line := r.lines[i]
		fill := color.Color(color.Transparent)
		switch i {
		case l.chosen:
			fill = theme.Color(resources.BgSelected)
		case l.over:
			fill = theme.Color(resources.BgHover)
		}
		line.plate.FillColor, line.plate.CornerRadius = fill, cellRadius
		line.plate.Refresh()
		line.title.SetText(o.search)
		line.sort.SetText(lang.L("searched before; Del removes it"))
		if o.search == "" {
			line.title.SetText(typedTerm(o.Term))
			line.sort.SetText(aboutKey(o.Term.Key).about)
		}
		widgets.Show(line.away, o.search != "")
		count := ""
		if o.Count > 0 {
			count = lang.Number(o.Count)
		}
		line.count.SetText(count)
		r.objects = append(r.objects, line.plate, line.title, line.sort, line.count, line.away)
	}
	r.Layout(l.Size())
	canvas.Refresh(l)
}
