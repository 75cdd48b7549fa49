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
	list   *fyne.Container // of rows
	frame  fyne.CanvasObject
	offers []offer
	chosen int                // -1: none
	stop   context.CancelFunc // of the reading that is under way
}

func newSuggestions(g *Gallery) *suggestions {
	s := &suggestions{g: g, stop: func() {}}
	s.list = widgets.NewColumn(0)
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

// choose shows the rows, one of them as the one that Enter takes; -1: none.
func (s *suggestions) choose(i int) {
	s.chosen, s.list.Objects = i, nil
	for i := range s.offers {
		s.list.Objects = append(s.list.Objects, newOfferRow(s, i))
	}
	s.list.Refresh()
	s.layer.Refresh()
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
		offers, err := s.g.d.Library.Suggest(ctx, text, suggestMost)
		s.g.post(func() {
			if ctx.Err() == nil && s.g.head.search.Text == text {
				if err != nil {
					s.g.d.Log().Warn("suggest", "err", err)
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
	widgets.Show(s.frame, true)
	s.choose(-1)
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
	s.choose(min(s.chosen, len(s.offers)-1))
}

func (s *suggestions) shown() bool { return s.frame.Visible() }

func (s *suggestions) hide() { widgets.Show(s.frame, false) }

// key takes the keys of the list while it is there.
func (s *suggestions) key(e *fyne.KeyEvent) bool {
	if !s.shown() {
		return false
	}
	at := s.chosen
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
	s.choose(at)
	return true
}

// offerRow is a row of the suggestions: what is offered, what sort of thing that is, and how many have it. It takes no focus: a press of the
// pointer takes it at once, before the box loses the keyboard by it.
type offerRow struct {
	widget.BaseWidget
	s      *suggestions
	index  int
	plate  *canvas.Rectangle
	rest   color.Color // of plate while the pointer is elsewhere
	object fyne.CanvasObject
}

// The measures of a row, px.
const (
	offerHigh  = 28
	offerCount = 70 // how many have it, at the right
	offerAway  = 28 // where a click removes what was searched for before, at the right
	awaySize   = 12
	offerLeast = 120 // what stands behind the words has so much at least
)

func newOfferRow(s *suggestions, index int) *offerRow {
	o := s.offers[index]
	r := &offerRow{s: s, index: index, plate: canvas.NewRectangle(color.Transparent), rest: color.Transparent}
	if index == s.chosen {
		r.rest = theme.Color(resources.BgSelected)
	}
	r.plate.FillColor, r.plate.CornerRadius = r.rest, cellRadius
	title, sort, count := o.search, lang.L("searched before; Del removes it"), ""
	end := fyne.CanvasObject(widgets.NewIcon(resources.IconClose(), awaySize, resources.Text3))
	if o.search == "" {
		title, sort = typedTerm(o.Term), aboutKey(o.Term.Key).about
		if o.Count > 0 {
			count = lang.Number(o.Count)
		}
		end = widgets.NewText(count, resources.SizeSM, resources.Text2, false).Trailing()
	}
	r.object = &fyne.Container{Layout: offerLayout{title, o.search != ""}, Objects: []fyne.CanvasObject{
		r.plate, widgets.NewText(title, resources.SizeBody, resources.Text1, false).Ellipsis(),
		widgets.NewText(sort, resources.SizeSM, resources.Text2, false).Ellipsis(), end,
	}}
	r.ExtendBaseWidget(r)
	return r
}

func (r *offerRow) fill(c color.Color) {
	r.plate.FillColor = c
	r.plate.Refresh()
}

// MouseDown takes the row, or removes it at its cross.
func (r *offerRow) MouseDown(e *desktop.MouseEvent) {
	switch {
	case e.Button != desktop.MouseButtonPrimary:
	case r.s.offers[r.index].search != "" && e.Position.X > r.Size().Width-offerAway:
		r.s.forget(r.index)
	default:
		r.s.take(r.index)
	}
}

// MouseUp does nothing.
func (r *offerRow) MouseUp(*desktop.MouseEvent) {}

// MouseIn shows that the row is under the pointer.
func (r *offerRow) MouseIn(*desktop.MouseEvent) {
	if r.index != r.s.chosen {
		r.fill(theme.Color(resources.BgHover))
	}
}

// MouseMoved does nothing.
func (r *offerRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut shows that it is not.
func (r *offerRow) MouseOut() { r.fill(r.rest) }

// Cursor is a hand.
func (r *offerRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer draws the row.
func (r *offerRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.object) }

// offerLayout lays out plate, title, sort, and at the right a cross or a count.
type offerLayout struct {
	title string
	cross bool
}

// MinSize is the height of a row.
func (offerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, offerHigh) }

// Layout implements [fyne.Layout].
func (l offerLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	put := func(o fyne.CanvasObject, x, w float32) {
		h := o.MinSize().Height
		widgets.Place(o, x, (offerHigh-h)/2, w, h)
	}
	widgets.Place(o[0], -4, 0, s.Width+8, offerHigh)
	words := fyne.MeasureText(l.title, theme.Size(resources.SizeBody), fyne.TextStyle{}).Width
	wide, behind := max(min(words, s.Width-offerLeast), 0), float32(offerCount)
	if l.cross {
		behind = offerAway
		put(o[3], s.Width-offerAway+(offerAway-awaySize)/2, awaySize)
	} else {
		put(o[3], s.Width-offerCount, offerCount-4)
	}
	put(o[1], 4, wide)
	put(o[2], 16+wide, max(s.Width-wide-20-behind, 0))
}
