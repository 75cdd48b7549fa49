package gallery

import (
	"context"
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/gui/widgets"
)

// State is what a gallery remembers from one start to the next.
type State struct {
	RowHeight float32  `json:"row_height"` // in pixels of the window; 0: as it comes
	List      bool     `json:"list,omitempty"`
	Order     db.Order `json:"order,omitempty"`
	Costs     bool     `json:"costs,omitempty"` // what each cost is shown on it
}

// settingName is where the library keeps it.
const settingName = "gallery"

func usual() State { return State{RowHeight: widgets.TileHeight} }

// memory is the state as it was read, and whether it was.
type memory struct {
	state  State
	primed bool // locked by Gallery.mu
}

// State gives what is remembered.
func (g *Gallery) State() State { return g.memory.state }

// SetState shows the gallery as it is remembered.
func (g *Gallery) SetState(s State) {
	if s.RowHeight == 0 {
		s.RowHeight = widgets.TileHeight
	}
	list := g.memory.state.List
	g.memory.state = s
	if s.List != list {
		g.rows.SetList(s.List, g.newCell)
	}
	g.rows.SetTargetHeight(s.RowHeight)
	g.head.showState()
	g.rows.UpdateAll()
	q := g.question()
	q.order = s.Order
	g.ask(q)
}

// remember changes the state and keeps it in the library.
func (g *Gallery) remember(change func(*State)) {
	s := g.memory.state
	change(&s)
	if s == g.memory.state {
		return
	}
	g.SetState(s)
	g.run(func() {
		if err := g.d.Library.SetSetting(g.ctx, settingName, s); err != nil && g.ctx.Err() == nil {
			g.d.Log().Warn("keep how the gallery looks", "err", err)
		}
	})
}

// prime reads the state before the first reading. Away from the window's goroutine.
func (g *Gallery) prime(ctx context.Context) {
	g.mu.Lock()
	primed := g.memory.primed
	g.memory.primed = true
	g.mu.Unlock()
	if primed {
		return
	}
	g.before.read(ctx)
	s := usual()
	known, err := g.d.Library.Setting(ctx, settingName, &s)
	if err != nil {
		g.d.Log().Warn("read how the gallery looks", "err", err)
	}
	if !known || err != nil {
		return
	}
	if s.Order == db.AsLaidOut { // that of an album, which is not asked for at the start
		s.Order = db.Newest
	}
	g.mu.Lock()
	g.asking.question.order = s.Order
	g.mu.Unlock()
	g.post(func() { g.SetState(s) })
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

// read reads what is kept. Away from the window's goroutine.
func (s *searches) read(ctx context.Context) {
	var texts []string
	if _, err := s.g.d.Library.Setting(ctx, settingSearches, &texts); err != nil {
		s.g.d.Log().Warn("read what was searched for", "err", err)
		return
	}
	s.g.post(func() { s.texts = texts[:min(len(texts), searchesMost)] })
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

// remove forgets a search.
func (s *searches) remove(text string) {
	s.keep(slices.DeleteFunc(slices.Clone(s.texts), func(old string) bool { return old == text }))
}

func (s *searches) keep(texts []string) {
	s.texts = texts
	ctx := context.WithoutCancel(s.g.ctx) // also while the gallery is being closed
	s.g.run(func() {
		if err := s.g.d.Library.SetSetting(ctx, settingSearches, texts); err != nil {
			s.g.d.Log().Warn("keep what was searched for", "err", err)
		}
	})
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
