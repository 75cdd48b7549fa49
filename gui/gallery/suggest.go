package gallery

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// suggestions is the list of completions under the search box. It is shown over the screen and takes no focus, so that
// the user can continue to type. Up and Down choose, Enter accepts, Esc closes.
type suggestions struct {
	*runner
	reader *reader
	box    *kit.Entry // the search box
	before *searches
	menu   *kit.ChoiceMenu
	offers []offer
	cancel context.CancelFunc // cancels the running read
}

func newSuggestions(r *reader, box *kit.Entry, before *searches) *suggestions {
	s := &suggestions{runner: r.runner, reader: r, box: box, before: before, cancel: func() {}}
	s.menu = kit.NewChoiceMenu(s.take, s.forget)
	return s
}

// open shows the list. Enter accepts the row chosen; -1: none.
func (s *suggestions) open(chosen int) {
	if len(s.offers) == 0 {
		s.menu.Hide()
		return
	}
	rows := make([]kit.Choice, len(s.offers))
	for i, o := range s.offers {
		if o.search != "" {
			rows[i] = kit.Choice{Title: o.search, Words: lang.L("recent search; Del removes it"), Removable: true}
			continue
		}
		rows[i] = kit.Choice{Title: typedTerm(o.Term), Words: aboutKey(o.Term.Key).about}
		if o.Count > 0 && o.Term.Key != "" { // counts of words are numbers of texts, which several assets may share
			rows[i].Trailing = lang.Number(o.Count)
		}
	}
	box := s.box
	s.menu.Show(rows, chosen, fyne.CurrentApp().Driver().AbsolutePositionForObject(box), box.Size().Height,
		min(box.Size().Width, 460))
}

// ask reads completions of the typed text and shows them.
func (s *suggestions) ask(text string) {
	s.cancel()
	if strings.TrimSpace(text) == "" {
		s.menu.Hide()
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.cancel = stop
	s.run(func() {
		offers, err := s.reader.suggested(ctx, text, suggestMost)
		s.post(func() {
			if ctx.Err() == nil && s.box.Text == text {
				if err != nil {
					s.d.Log().Warn("suggest", "err", err)
				}
				s.show(text, offers)
			}
		})
	})
}

// show shows suggestions and recent searches. It leaves out a suggestion that equals the typed text.
func (s *suggestions) show(text string, offers []search.Suggestion) {
	s.offers = s.offers[:0]
	for _, o := range offers {
		if completed(text, o.Term) != text {
			s.offers = append(s.offers, offer{Suggestion: o})
		}
	}
	s.offers = append(s.offers, s.before.offers(text)...)
	s.open(-1)
}

// completed replaces the last term of the typed text.
func completed(text string, t search.Term) string {
	q := search.ParseQuery(text)
	end := typedTerm(t)
	if n := len(q.Terms); n > 0 && !endsInGap(text) {
		last := strings.TrimLeftFunc(text, unicode.IsSpace)
		if i := strings.LastIndexFunc(last, unicode.IsSpace); i >= 0 && strings.HasSuffix(last[i+1:], ":") {
			q.Terms = q.Terms[:max(n-1, 0)] // a key without its value is parsed as a word
		} else {
			q.Terms = q.Terms[:n-1]
		}
	}
	if before := q.String(); before != "" {
		return before + " " + end
	}
	return end
}

// typedTerm returns the text of a term. A key without a value ends with its colon.
func typedTerm(t search.Term) string {
	switch {
	case t.Text != "":
		return t.String()
	case t.Not:
		return "-" + t.Key + ":"
	}
	return t.Key + ":"
}

// take writes a suggestion into the search box. After a key the user types its value; anything else ends with a space
// for the next term.
func (s *suggestions) take(i int) {
	if i < 0 || i >= len(s.offers) {
		return
	}
	t := s.offers[i].Term
	box := s.box
	text := completed(box.Text, t)
	if old := s.offers[i].search; old != "" {
		text = old + " "
	} else if t.Text != "" {
		text += " "
	}
	s.menu.Hide()
	s.focus(box)
	box.SetText(text)
	box.CursorColumn = len([]rune(text))
	box.Refresh()
}

// forget removes a recent search from the list.
func (s *suggestions) forget(i int) {
	if i < 0 || i >= len(s.offers) || s.offers[i].search == "" {
		return
	}
	s.before.remove(s.offers[i].search)
	s.offers = slices.Delete(s.offers, i, i+1)
	s.open(min(s.menu.Selected(), len(s.offers)-1))
}

// key handles the keys of the list while it is open. It reports whether it did.
func (s *suggestions) key(e *fyne.KeyEvent) bool {
	at := s.menu.Selected()
	switch {
	case !s.menu.Shown():
		return false
	case e.Name == fyne.KeyDelete && at >= 0 && s.offers[at].search != "":
		s.forget(at)
		return true
	}
	return s.menu.Key(e)
}
