package boards

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"viviscope/db"
)

// Read returns a board with all that was made for it, be it in the trash. Errors: [db.ErrNotFound], *[UnreadableError].
func (s *Store) Read(ctx context.Context, ref string) (View, error) {
	s.steps.Lock()
	row, err := s.lib.BoardRow(ctx, ref)
	undo, redo := s.histories[ref].names(row.Version)
	s.steps.Unlock()
	if err != nil {
		return View{}, err
	}
	v, _, err := s.read(ctx, row)
	if err != nil {
		return View{}, err
	}
	v.Undo, v.Redo = undo, redo
	return v, nil
}

// view reads the jobs, ledger entries and assets of a board.
func (s *Store) view(ctx context.Context, b Board) (View, error) {
	refs := slices.Clone(b.Films)
	for _, f := range b.Frames {
		refs = append(append(refs, f.Added...), f.Chosen)
	}
	for _, s := range b.Shots {
		refs = append(append(refs, s.Added...), s.Chosen)
	}
	jobs, entries, assets, err := s.lib.TakesOf(ctx, b.Ref, refs)
	if err != nil {
		return View{}, err
	}
	v := NewView(b, jobs, entries, assets)
	v.Missing = map[string]bool{}
	for ref, a := range v.Assets {
		if there, err := s.lib.Exists(a.Path); err == nil && !there {
			v.Missing[ref] = true
		}
	}
	if b.ProfileID != 0 {
		var p db.Profile
		p, err = s.lib.Profile(ctx, b.ProfileID)
		v.Hosting = p.HostsPictures()
	}
	return v, err
}

// boards are all boards, those changed last first. One that cannot be read hides no other.
func (s *Store) boards(ctx context.Context) (all []Board, err error) {
	rows, err := s.lib.BoardRows(ctx)
	for _, row := range rows {
		if b, err := parseRow(row); err != nil {
			s.lib.Log().Warn("read board", "err", err)
		} else {
			all = append(all, b)
		}
	}
	return all, err
}

// Summary is a board as a list shows it.
type Summary struct {
	// for searching its texts; an unreadable board has only the head, and the name of its file
	Board
	Unreadable    *UnreadableError // nil: it can be read; otherwise nothing below is known
	Clips         int              // shots that have one, without those that are skipped
	Skipped       int              // shots
	Seconds       float64          // of the clips, including the planned ones
	Tags          map[Tag]int      // how many cards are in each state
	Covers        []db.Asset       // pictures of the strip in its order, at most 7; zero for a keyframe without one
	Costs         []Cost           // of all cards, one for each currency
	Film          db.Asset         // the newest; zero: none
	Expires       time.Time        // when the first picture that is still needed expires; zero: none does
	ExpiringFrame int              // number of its keyframe
}

// maxCovers is how many pictures a list shows of a board.
const maxCovers = 7

// List returns the boards, those changed last first, also those in the trash. A board that cannot be read, and a file
// of boards/ that is no board, is listed with its reason.
func (s *Store) List(ctx context.Context) (list []Summary, err error) {
	rows, err := s.lib.BoardRows(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		_, sum, err := s.read(ctx, row)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if bad, ok := errors.AsType[*UnreadableError](err); ok {
			sum = summaryOf(bad)
		} else if err != nil {
			return nil, err
		}
		list = append(list, sum)
	}
	return append(list, s.unreadableFiles(rows)...), nil
}

// summary returns the entry of a board in the list.
func (v View) summarize(now time.Time) Summary {
	sum := Summary{Board: v.Board, Tags: map[Tag]int{}, Costs: v.Costs[""]}
	for _, ref := range v.Films {
		if a, ok := v.Assets[ref]; ok {
			sum.Film = a
		}
	}
	frame, dies := v.NextExpiry(now)
	sum.Expires = dies
	seen := map[string]bool{}
	for _, c := range v.Strip() {
		if seen[c.ID] {
			continue // a keyframe that appears twice
		}
		seen[c.ID] = true
		state := v.State(c.ID, now)
		sum.Tags[state.Tag]++
		if c.ID == frame {
			sum.ExpiringFrame = c.Number
		}
		switch clip := state.Chosen.Asset; {
		case c.Shot < 0:
			if len(sum.Covers) < maxCovers {
				sum.Covers = append(sum.Covers, clip)
			}
		case v.Shots[c.Shot].Skipped:
			sum.Skipped++
		case v.Available(clip):
			sum.Clips++
			sum.Seconds += clip.Seconds
		default:
			sum.Seconds += float64(v.Want(c.ID).Seconds)
		}
	}
	return sum
}

// Words returns the searchable texts of a board: its name, prompts and captions.
func (b Board) SearchText() string {
	words := []string{b.Name}
	for _, f := range b.Frames {
		words = append(words, f.Prompt)
	}
	for _, s := range b.Shots {
		words = append(words, s.Prompt, s.Caption)
	}
	return strings.Join(words, "\n")
}

// read reads a board out of its row, and works out once all that is shown of it. Errors: *[UnreadableError].
func (s *Store) read(ctx context.Context, row db.BoardRow) (v View, sum Summary, err error) {
	err = s.asUnreadable(ctx, row.BoardHead, "", func() error {
		b, err := parseRow(row)
		if err == nil {
			v, err = s.view(ctx, b)
		}
		if err == nil {
			sum = v.summarize(s.lib.Now())
			_, err = v.Document()
		}
		return err
	})
	if bad, ok := errors.AsType[*UnreadableError](err); ok {
		bad.Path, _ = s.findFile(row.Ref) // only to show it
	}
	return v, sum, err
}

// unreadableFiles returns the files of boards/ that could not be used when the library was opened and that are there
// still. Those of a board with a row are left out: the row is shown.
func (s *Store) unreadableFiles(rows []db.BoardRow) (list []Summary) {
	for _, bad := range s.badFiles {
		shown := false
		for _, row := range rows {
			shown = shown || isFileOf(bad.Path, row.Ref)
		}
		if info, err := s.lib.Root.Stat(bad.Path); err == nil && !shown {
			bad.ChangedAt = info.ModTime().UTC()
			list = append(list, summaryOf(&bad))
		}
	}
	return list
}

// summaryOf returns the row that a list shows for a board that cannot be read.
func summaryOf(bad *UnreadableError) Summary {
	return Summary{Board: Board{BoardHead: bad.BoardHead, Name: cmp.Or(bad.Name(), bad.Ref[:min(8, len(bad.Ref))])},
		Unreadable: bad}
}
