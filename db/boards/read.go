package boards

import (
	"context"
	"slices"
	"strings"
	"time"

	"viviscope/db"
)

// Read returns a board with all that was made for it, be it in the trash.
func (s *Store) Read(ctx context.Context, ref string) (View, error) {
	row, err := s.lib.BoardRow(ctx, ref)
	if err != nil {
		return View{}, err
	}
	b, err := boardOf(row)
	if err != nil {
		return View{}, err
	}
	takes, err := s.lib.TakesOf(ctx, ref, b.refs())
	if err != nil {
		return View{}, err
	}
	v := NewView(b, takes.Jobs, takes.Entries, takes.Assets)
	if v.Hosting, err = s.hosts(ctx, b.ProfileID); err != nil {
		return View{}, err
	}
	v.Undo, v.Redo, v.Missing = row.Undo, row.Redo, s.missing(v)
	return v, nil
}

// boards are all boards, those changed last first. One that cannot be read hides no other.
func (s *Store) boards(ctx context.Context) (all []Board, err error) {
	rows, err := s.lib.BoardRows(ctx)
	for _, row := range rows {
		if b, err := boardOf(row); err != nil {
			s.lib.Log().Warn("read board", "err", err)
		} else {
			all = append(all, b)
		}
	}
	return all, err
}

// refs are the assets that a board names.
func (b Board) refs() []string {
	refs := slices.Clone(b.Films)
	for _, f := range b.Frames {
		refs = append(append(refs, f.Brought...), f.Chosen)
	}
	for _, s := range b.Shots {
		refs = append(append(refs, s.Brought...), s.Chosen)
	}
	return refs
}

// hosts reports whether a profile can host pictures.
func (s *Store) hosts(ctx context.Context, profile int64) (bool, error) {
	if profile == 0 {
		return false, nil
	}
	p, err := s.lib.Profile(ctx, profile)
	return p.HostsPictures(), err
}

// missing finds the assets of a board whose files are gone.
func (s *Store) missing(v View) map[string]bool {
	gone := map[string]bool{}
	for ref, a := range v.Assets {
		if there, err := s.lib.Exists(a.Path); err == nil && !there {
			gone[ref] = true
		}
	}
	return gone
}

// Summary is a board as a list shows it.
type Summary struct {
	Board                 // to find it by its words
	Pictures  int         // keyframes that have one
	Clips     int         // shots that have one, without those that are skipped
	Skipped   int         // shots
	Seconds   float64     // of the clips, and of what is still to be made
	Tags      map[Tag]int // how many cards are in each state
	Covers    []db.Asset  // pictures of the strip in its order, at most 7; zero where a keyframe has none
	Cost      Cost        // of all cards
	Film      db.Asset    // the newest; zero: none
	Dies      time.Time   // when the first picture that is still needed dies; zero: none does
	DiesFrame int         // number of its keyframe
}

// maxCovers is how many pictures a list shows of a board.
const maxCovers = 7

// List returns the boards, those changed last first; with trashed those in the trash instead.
func (s *Store) List(ctx context.Context, trashed bool) ([]Summary, error) {
	all, err := s.boards(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(b Board) bool { return b.TrashedAt.IsZero() == trashed })
	var refs []string
	hosts := map[int64]bool{}
	for _, b := range all {
		if hosts[b.ProfileID], err = s.hosts(ctx, b.ProfileID); err != nil {
			return nil, err
		}
		refs = append(refs, b.refs()...)
	}
	takes, err := s.lib.TakesOf(ctx, "", refs)
	if err != nil {
		return nil, err
	}
	jobs := map[string][]db.Job{}
	for _, j := range takes.Jobs {
		jobs[j.Board] = append(jobs[j.Board], j)
	}
	common, list := indexed(takes.Entries, takes.Assets), make([]Summary, len(all))
	for i, b := range all {
		v := common.with(b, jobs[b.Ref])
		v.Hosting = hosts[b.ProfileID]
		list[i] = v.summary(s.lib.Now())
	}
	return list, nil
}

// summary is what a list shows of a board.
func (v View) summary(now time.Time) Summary {
	sum := Summary{Board: v.Board, Tags: map[Tag]int{}, Cost: v.Costs[""]}
	for _, ref := range v.Films {
		if a := v.asset(ref); a.ID != 0 {
			sum.Film = a
		}
	}
	frame := ""
	frame, sum.Dies = v.Clock(now)
	seen := map[int]bool{}
	for _, c := range v.Strip() {
		id := v.ID(c)
		if c.Shot < 0 && id == frame {
			sum.DiesFrame = c.Number
		}
		if c.Shot < 0 && seen[c.Number] {
			continue // it stands twice
		}
		seen[c.Number] = seen[c.Number] || c.Shot < 0
		state := v.State(id, now)
		sum.Tags[state.Tag]++
		clip := state.Chosen.Asset
		switch {
		case c.Shot < 0:
			if clip.ID != 0 {
				sum.Pictures++
			}
			if len(sum.Covers) < maxCovers {
				sum.Covers = append(sum.Covers, clip)
			}
		case v.Shots[c.Shot].Skipped:
			sum.Skipped++
		case clip.ID != 0:
			sum.Clips++
			sum.Seconds += clip.Seconds
		default:
			sum.Seconds += float64(v.Want(id).Seconds)
		}
	}
	return sum
}

// Words are what a board can be found by: its name, prompts and captions.
func (b Board) Words() string {
	words := []string{b.Name}
	for _, f := range b.Frames {
		words = append(words, f.Prompt)
	}
	for _, s := range b.Shots {
		words = append(words, s.Prompt, s.Caption)
	}
	return strings.Join(words, "\n")
}

// ID returns the ID of the shot or keyframe of a card.
func (b Board) ID(c Card) string {
	if c.Shot >= 0 {
		return b.Shots[c.Shot].ID
	}
	return b.Frames[c.Frame].ID
}
