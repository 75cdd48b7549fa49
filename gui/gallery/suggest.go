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

// suggestMost is how many suggestions are offered.
const suggestMost = 8

// offer is one suggestion: what may complete what is typed, or what was searched for before.
type offer struct {
	search.Suggestion
	search string // "": a completion
}

// suggestions is the list under the search box with what a person may be about to type. It lies above the screen and takes no focus, so
// that typing goes on in the box; Up and Down choose, Enter takes, Esc closes.
type suggestions struct {
	g      *Gallery
	menu   *kit.ChoiceMenu
	offers []offer
	stop   context.CancelFunc // of the reading that is under way
}

func newSuggestions(g *Gallery) *suggestions {
	s := &suggestions{g: g, stop: func() {}}
	s.menu = kit.NewChoiceMenu(s.take, s.forget)
	return s
}

// open shows the rows, one of them as the one that Enter takes; -1: none.
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
		if o.Count > 0 && o.Term.Key != "" { // of words texts are counted, and one may be that of many items
			rows[i].Trailing = lang.Number(o.Count)
		}
	}
	box := s.g.head.search
	s.menu.Show(rows, chosen, fyne.CurrentApp().Driver().AbsolutePositionForObject(box), box.Size().Height, min(box.Size().Width, 460))
}

// ask reads what may complete what is typed, and offers it.
func (s *suggestions) ask(text string) {
	s.stop()
	if strings.TrimSpace(text) == "" {
		s.menu.Hide()
		return
	}
	ctx, stop := context.WithCancel(s.g.ctx)
	s.stop = stop
	s.g.run(func() {
		offers, err := s.g.suggested(ctx, text, suggestMost)
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

// suggested returns what may complete what is typed. Away from the window's goroutine.
func (g *Gallery) suggested(ctx context.Context, typed string, limit int) ([]search.Suggestion, error) {
	names, err := g.d.Library.Names(ctx, g.d.Now())
	if err != nil {
		return nil, err
	}
	index, err := g.d.Library.Index(ctx)
	if err != nil {
		return nil, err
	}
	return index.Suggest(typed, names, limit), nil
}

// show offers suggestions, and what was searched for before. One that is all of what is typed is none.
func (s *suggestions) show(text string, offers []search.Suggestion) {
	s.offers = s.offers[:0]
	for _, o := range offers {
		if completed(text, o.Term) != text {
			s.offers = append(s.offers, offer{Suggestion: o})
		}
	}
	s.offers = append(s.offers, s.g.before.offers(text)...)
	s.open(-1)
}

// completed puts a term in the place of the last one of what is typed.
func completed(text string, t search.Term) string {
	q := search.ParseQuery(text)
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
func typedTerm(t search.Term) string {
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
	s.menu.Hide()
	s.g.focus(box)
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
	s.open(min(s.menu.Selected(), len(s.offers)-1))
}

// key takes the keys of the list while it is there.
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

// settingSearches is where the library keeps what was searched for.
const settingSearches = "gallery.searches"

// How many searches are kept, and how many of them are offered while something is typed.
const (
	searchesMost    = 20
	searchesOffered = 4
)

// searches is what was searched for, the newest first. It belongs to the window's goroutine.
type searches struct {
	g     *Gallery
	texts []string
}

// add keeps a search as the newest.
func (s *searches) add(text string) {
	text = strings.TrimSpace(text)
	if text == "" || len(s.texts) > 0 && s.texts[0] == text {
		return
	}
	texts := append([]string{text}, slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text })...)
	s.keep(texts[:min(len(texts), searchesMost)])
}

func (s *searches) remove(text string) {
	s.keep(slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text }))
}

func (s *searches) keep(texts []string) {
	s.texts = texts
	s.g.keep(settingSearches, texts)
}

// offers gives those that hold what is typed, and more than that; all where nothing is.
func (s *searches) offers(typed string) []offer {
	typed = strings.ToLower(strings.TrimSpace(typed))
	most := searchesOffered
	if typed == "" {
		most = suggestMost
	}
	var out []offer
	for _, text := range s.texts {
		if folded := strings.ToLower(text); folded != typed && strings.Contains(folded, typed) && len(out) < most {
			out = append(out, offer{search: text})
		}
	}
	return out
}
