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

// Read returns a board with its takes, also if it is in the trash. Errors: [db.ErrNotFound], *[UnreadableError].
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
	troupe, err := s.lib.Cast(ctx)
	if err != nil {
		return View{}, err
	}
	for _, e := range troupe {
		refs = append(refs, e.Pictures...)
	}
	jobs, entries, assets, err := s.lib.TakesOf(ctx, b.Ref, refs)
	if err != nil {
		return View{}, err
	}
	v := NewView(b, jobs, entries, assets)
	v.Cast = troupe
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

// boards returns all readable boards, the last changed first. Unreadable ones are logged.
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

// Summary is the entry of a board in a list.
type Summary struct {
	// an unreadable board has only the head, and a name derived from its file
	Board
	Unreadable    *UnreadableError // nil: readable; otherwise the fields below are zero
	Clips         int              // shots with an available clip, without skipped ones
	Skipped       int              // skipped shots
	Seconds       float64          // total length, including clips that are not made yet
	Tags          map[Tag]int      // number of cards in each state
	Covers        []db.Asset       // pictures of the keyframes in order, at most 7; zero: none yet
	Costs         []Cost           // of all cards, by currency
	Film          db.Asset         // the newest film; zero: none
	Expires       time.Time        // when the first picture that is still needed expires; zero: never
	ExpiringFrame int              // number of that picture's keyframe
}

// maxCovers is the maximum number of pictures in a [Summary].
const maxCovers = 7

// List returns all boards, including trashed ones, the last changed first. Unreadable boards, and files of boards/ that
// are not boards, are listed with the reason.
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

// summarize returns the list entry of the board.
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

// SearchText returns the searchable texts of a board: its name, prompts and captions.
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

// read parses the board of a row and computes its view and its list entry. Errors: *[UnreadableError].
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
		bad.Path, _ = s.findFile(row.Ref) // for display only
	}
	return v, sum, err
}

// unreadableFiles returns list entries for the files of boards/ that [Open] could not use and that still exist. Files
// of boards with a row are left out, because the row is listed.
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

// summaryOf returns the list entry of an unreadable board.
func summaryOf(bad *UnreadableError) Summary {
	return Summary{Board: Board{BoardHead: bad.BoardHead, Name: cmp.Or(bad.Name(), bad.Ref[:min(8, len(bad.Ref))])},
		Unreadable: bad}
}
