package boards

import (
	"context"
	"fmt"
	"slices"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// readKeyframe reads the board of a keyframe, and the name of the keyframe. The error is [db.ErrNotFound] if either is
// gone, or if the board is in the trash.
func (s *Screen) readKeyframe(ctx context.Context, k action.Keyframe) (v boards.View, name string, err error) {
	if v, err = s.Store.Read(ctx, k.Board); err != nil {
		return v, "", err
	}
	at := v.FrameByID(k.ID)
	if at < 0 || !v.TrashedAt.IsZero() {
		return v, "", fmt.Errorf("read keyframe %.8s of board %.8s: %w", k.ID, k.Board, db.ErrNotFound)
	}
	for _, c := range v.Strip() {
		if c.ID == k.ID {
			name = frameName(c.Number)
		}
	}
	return v, name, nil
}

// KeyframeWords names a keyframe and its board in a sentence. It must not run on the window's goroutine. The error is
// [db.ErrNotFound] if either is gone.
func (s *Screen) KeyframeWords(ctx context.Context, k action.Keyframe) (string, error) {
	v, name, err := s.readKeyframe(ctx, k)
	return keyframeName(name, v.Name), err
}

// TakeDrawing uses a picture from the canvas for a keyframe, and shows its board. If another board is open, it changes
// the board in the library.
func (s *Screen) TakeDrawing(k action.Keyframe, a db.Asset) {
	b := s.board
	if b.view.Ref == k.Board && b.view.FrameByID(k.ID) >= 0 && b.locked() == "" {
		b.bringer(boards.Canvas, lang.L("change %s", b.cardName(k.ID)), func(*boards.Board) string { return k.ID })(a)
		s.Open(k.Board)
		return
	}
	s.Do(lang.L("The picture is in the gallery, but could not be put on the board."), func(ctx context.Context) error {
		v, name, err := s.readKeyframe(ctx, k)
		if err != nil {
			return err
		}
		known := slices.ContainsFunc(v.Takes(k.ID), func(t boards.Take) bool { return t.Asset.Ref == a.Ref })
		_, err = s.Store.Edit(ctx, k.Board, v.Version, lang.L("change %s", name), func(x *boards.Board) error {
			f := &x.Frames[x.FrameByID(k.ID)]
			f.Source, f.Chosen, f.Next = boards.Canvas, a.Ref, ""
			if !known {
				f.Added = append(f.Added, a.Ref)
			}
			return nil
		})
		if err == nil {
			s.Post(func() { s.Open(k.Board) })
		}
		return err
	})
}
