package gallery

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
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
	show(s.frame, true)
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

func (s *suggestions) hide() { show(s.frame, false) }

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
