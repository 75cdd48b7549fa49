package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// unfinished is a stored canvas with a drawing that was never sent as it is: it would be out of reach once another one
// is in front.
type unfinished struct {
	key     string
	title   string
	asset   db.Asset // ID 0: a sheet, or a canvas whose picture is gone
	marks   int
	changed time.Time   // zero: not known
	preview image.Image // of a sheet; nil: it cannot be painted
	trouble string      // why it cannot be opened, in a sentence; "": it can
}

const (
	// mostUnfinished is how many canvases the strip lists. Sheets go before pictures: a picture brings its marks back
	// whenever it is opened from the gallery.
	mostUnfinished = 100

	// keyframePrefix begins the key of the sheet of a keyframe; the ref of the board, "-" and the ID of the keyframe
	// follow.
	keyframePrefix = sheetPrefix + "keyframe-"

	// damagedPrefix begins the key of a drawing that cannot be read and whose own key is in use again.
	damagedPrefix = sheetPrefix + "damaged-"
)

// errUnreadable reports that a stored canvas is damaged, or that a newer version of the program wrote it.
var errUnreadable = errors.New("the drawing cannot be read")

func isSheet(key string) bool { return strings.HasPrefix(key, sheetPrefix) }

func keyframeKey(k action.Keyframe) string { return keyframePrefix + k.Board + "-" + k.ID }

// keyframeOf returns the keyframe whose sheet a canvas is; the zero value for any other canvas.
func keyframeOf(key string) action.Keyframe {
	rest, ok := strings.CutPrefix(key, keyframePrefix)
	board, id, whole := strings.Cut(rest, "-")
	if !ok || !whole {
		return action.Keyframe{}
	}
	return action.Keyframe{Board: board, ID: id}
}

// newSheetKey returns a key that no canvas has.
func (s *Screen) newSheetKey(prefix string) string {
	s.sheets = max(s.sheets+1, s.d.Now().UnixMilli())
	return fmt.Sprintf("%s%d", prefix, s.sheets)
}

// unreadableWords words why a stored canvas cannot be read.
func unreadableWords(err error) string {
	if errors.Is(err, drawing.ErrVersion) {
		return lang.L("It was drawn with a newer version of Viviscope.")
	}
	return lang.L("It is damaged and cannot be read.")
}

// readUnfinished lists the stored canvases. It blocks on the library; the list is shown by one Post. A canvas that
// cannot be read is listed with its reason.
func (s *Screen) readUnfinished(ctx context.Context) {
	keys, err := s.d.Library.DrawingKeys(ctx)
	if err != nil {
		s.d.Log().Warn("cannot list the canvases", slog.Any("err", err))
		return
	}
	var found []unfinished
	for _, key := range keys {
		stored, err := s.loadCanvas(ctx, key)
		if err != nil && !errors.Is(err, errUnreadable) {
			s.d.Log().Warn("cannot read what was on a canvas", slog.Any("err", err))
			continue
		}
		if u, ok := s.describe(ctx, key, stored, err); ok {
			found = append(found, u)
		}
	}
	s.d.Post(func() {
		for _, u := range found {
			known := slices.ContainsFunc(s.unfinished, func(o unfinished) bool { return o.key == u.key })
			if !known && !s.left(u.key) { // what was changed meanwhile is newer
				s.unfinished = append(s.unfinished, u)
			}
		}
		s.showUnfinished()
	})
}

// describe returns what the strip shows of a stored canvas, or false where it holds nothing that could be lost: no
// drawing, or one that was sent as it is. unreadable is why it cannot be read; nil: it can.
func (s *Screen) describe(ctx context.Context, key string, stored storedCanvas, unreadable error) (u unfinished, ok bool) {
	u = unfinished{key: key, title: stored.title, changed: stored.changed}
	var d drawing.Drawing
	ref := key
	if stored.history != nil {
		d = stored.history.Now()
		u.marks = len(d.Marks)
	}
	switch drawn := u.marks+len(d.Steps) > 0; {
	case unreadable != nil:
		u.trouble = unreadableWords(unreadable)
	case stored.history == nil:
		return u, false
	case !drawn && !(isSheet(key) && (stored.history.CanUndo() || stored.history.CanRedo())):
		return u, false
	}
	if isSheet(key) {
		ref = d.Source.Asset
		if aside, ok := strings.CutPrefix(key, damagedPrefix); ok {
			if _, of, _ := strings.Cut(aside, "-"); !isSheet(of) {
				ref = of
			}
		}
		if im, err := paint.Bake(ctx, d, s.pictures); err == nil && unreadable == nil {
			u.preview = picturefile.Smaller(im, 2*tileWidth)
		}
		if at, err := strconv.ParseInt(strings.TrimPrefix(key, sheetPrefix), 10, 64); err == nil && u.changed.IsZero() {
			u.changed = time.UnixMilli(at)
		}
	}
	if ref == "" {
		return u, true
	}
	a, err := s.d.Library.AssetByRef(ctx, ref)
	switch {
	case err == nil && !a.TrashedAt.IsZero():
		err = errTrashed
	case err == nil && unreadable == nil && s.wasSent(ctx, a.Ref, d):
		return u, false
	}
	if u.asset = a; err != nil && u.trouble == "" {
		u.trouble = troubleWords(err)
	}
	return u, true
}

// wasSent reports whether a picture was sent with exactly this drawing, so that it can be restored from that job.
func (s *Screen) wasSent(ctx context.Context, ref string, d drawing.Drawing) bool {
	f, err := s.d.Library.Family(ctx, ref)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(f.EditedInto, func(k db.Kin) bool {
		if k.Job == nil {
			return false
		}
		in := inputOf(*k.Job)
		if in.Asset != ref || len(in.Drawing) == 0 {
			return false
		}
		sent, err := drawing.Decode(in.Drawing)
		return err == nil && sent.Equal(d)
	})
}

// left reports whether a canvas was in front in this run: what is known of it is newer than what was read.
func (s *Screen) left(key string) bool { return slices.Contains(s.seen, key) }

// leave lists a canvas that is no longer in front, where it holds something that could be lost.
func (s *Screen) leave(p *page) {
	if p == nil {
		return
	}
	if !s.left(p.key) {
		s.seen = append(s.seen, p.key)
	}
	stored := storedCanvas{title: p.title, history: p.history.Frozen(), changed: p.changed}
	s.d.Go(func(ctx context.Context) {
		u, ok := s.describe(ctx, p.key, stored, nil)
		s.d.Post(func() {
			s.unlist(p.key)
			if ok {
				s.unfinished = append(s.unfinished, u)
			}
			s.showUnfinished()
		})
	})
}

func (s *Screen) unlist(key string) {
	s.unfinished = slices.DeleteFunc(s.unfinished, func(u unfinished) bool { return u.key == key })
}

// showUnfinished lists the canvases that are not in front, the last changed first.
func (s *Screen) showUnfinished() {
	slices.SortStableFunc(s.unfinished, func(a, b unfinished) int { return b.changed.Compare(a.changed) })
	var shown []unfinished
	room := mostUnfinished
	for _, u := range s.unfinished {
		if isSheet(u.key) {
			room--
		}
	}
	for _, u := range s.unfinished {
		if s.page != nil && u.key == s.page.key {
			continue
		}
		if !isSheet(u.key) {
			if room--; room < 0 {
				continue
			}
		}
		shown = append(shown, u)
	}
	s.strip.showUnfinished(shown)
	s.ShowActions()
}

// caption returns the two lines under an unfinished canvas: what it is, and how much is drawn on it.
func (u unfinished) caption(now time.Time) (what, drawn string) {
	switch {
	case u.asset.Prompt != "" && u.asset.Name == "":
		what = lang.L("“%s”", shortPrompt(u.asset.Prompt))
	case u.asset.ID != 0:
		what = u.asset.Name
	case keyframeOf(u.key) != (action.Keyframe{}):
		what = lang.L("Sheet of a keyframe")
	default:
		what = lang.L("Sheet")
	}
	if u.trouble != "" {
		return what, u.trouble
	}
	when := ""
	if !u.changed.IsZero() {
		when = wording.When(u.changed.In(now.Location()), now)
	}
	return what, wording.Dotted(lang.N("%s mark", "%s marks", u.marks, lang.Number(u.marks)), when)
}

// openUnfinished brings a canvas to the front. Where it cannot be opened, a notice shows why and offers to delete it.
func (s *Screen) openUnfinished(u unfinished) {
	switch {
	case u.trouble != "":
		what, _ := u.caption(s.d.Now())
		s.notice(wording.Dotted(what, u.trouble), action.Action{Label: lang.L("Delete"), Do: func() { s.deleteUnfinished(u) }})
	case isSheet(u.key):
		s.openSheet(u.key, func() { s.notice(lang.L("It is no longer in the library.")) })
	default:
		s.OpenAsset(u.asset)
	}
}

// deleteUnfinished deletes what is drawn on a canvas. The picture below it stays. A notice offers to undo that.
func (s *Screen) deleteUnfinished(u unfinished) {
	name := canvasPrefix + u.key
	s.d.Do(lang.L("The drawing could not be deleted."), func(ctx context.Context) error {
		stored, err := s.storedData(ctx, u.key)
		if err != nil {
			return err
		}
		s.d.Post(func() {
			s.unlist(u.key)
			s.saver.Put(name, nil)
			s.showUnfinished()
			s.notice(lang.L("The drawing was deleted."), action.Action{Label: lang.L("Undo"), Do: func() {
				s.note.Hide()
				s.saver.Put(name, stored)
				s.unfinished = append(s.unfinished, u)
				s.showUnfinished()
			}})
		})
		return nil
	})
}

// unfinishedActions returns what can be done with an unfinished canvas.
func (s *Screen) unfinishedActions(u unfinished) []action.Action {
	return []action.Action{
		{Label: lang.L("Open on the canvas"), Do: func() { s.openUnfinished(u) }},
		{Label: lang.L("Delete"), Line: true, Do: func() { s.deleteUnfinished(u) }},
	}
}

// focusUnfinished brings the keyboard to the first unfinished canvas.
func (s *Screen) focusUnfinished() {
	if len(s.strip.drawn) > 0 {
		s.d.Canvas().Focus(s.strip.drawnTiles[0].picture)
	}
}

// openSheet brings a stored sheet to the front. none is called where there is none of that key. A sheet that cannot be
// read is kept under another key and listed with its reason.
func (s *Screen) openSheet(key string, none func()) {
	if s.page != nil && s.page.key == key {
		s.begin("")
		return
	}
	current := s.begin(lang.L("Opening the picture…"))
	s.d.Go(func(ctx context.Context) {
		p, err := s.readSheet(ctx, key)
		s.d.Post(func() {
			switch {
			case !current():
			case errors.Is(err, errUnreadable):
				s.begin("")
				none()
				s.notice(lang.L("The earlier drawing is kept under Unfinished.") + " " + unreadableWords(err))
			case err != nil:
				s.fail(lang.L("The picture cannot be opened."), err)
			case p == nil:
				s.begin("")
				none()
			default:
				s.turnTo(p)
				s.resume(key)
			}
		})
	})
}

// readSheet reads a canvas that is stored under the key of a sheet; nil where there is none.
func (s *Screen) readSheet(ctx context.Context, key string) (*page, error) {
	stored, err := s.loadCanvas(ctx, key)
	if errors.Is(err, errUnreadable) {
		s.setAside(ctx, key, err)
	}
	if err != nil || stored.history == nil {
		return nil, err
	}
	p := &page{key: key, title: stored.title, history: stored.history, changed: stored.changed}
	if ref := stored.history.Now().Source.Asset; ref != "" { // what was set aside can be read by a newer program
		p.asset, err = s.d.Library.AssetByRef(ctx, ref)
	}
	return p, err
}

// setAside keeps what is stored under a key and cannot be read under another one, so that the next drawing does not
// overwrite it, and lists it with its reason. Off the window's goroutine.
func (s *Screen) setAside(ctx context.Context, key string, unreadable error) {
	if strings.HasPrefix(key, damagedPrefix) {
		return
	}
	aside := fmt.Sprintf("%s%d-%s", damagedPrefix, s.d.Now().UnixMilli(), key)
	if err := s.d.Library.RenameDrawing(ctx, key, aside); err != nil {
		s.d.Log().Warn("cannot set a damaged drawing aside", slog.Any("err", err))
		return
	}
	u, _ := s.describe(ctx, aside, storedCanvas{changed: s.d.Now()}, unreadable)
	s.d.Post(func() {
		s.unlist(key)
		s.unfinished = append(s.unfinished, u)
		s.showUnfinished()
	})
}

// storedData returns a canvas as it is stored, or is about to be; nil where there is none.
func (s *Screen) storedData(ctx context.Context, key string) ([]byte, error) {
	waiting, found := s.saver.Pending(canvasPrefix + key)
	if !found {
		return s.d.Library.Drawing(ctx, key)
	}
	switch waiting := waiting.(type) {
	case nil:
		return nil, nil
	case []byte:
		return waiting, nil
	}
	return json.Marshal(waiting)
}

// Keyframes are the keyframes of boards that pictures are drawn for.
type Keyframes interface {
	// Words returns the sentence that names a keyframe, or [db.ErrNotFound] where it or its board is gone. Off the
	// window's goroutine.
	Words(ctx context.Context, k action.Keyframe) (string, error)
	Take(k action.Keyframe, a db.Asset) // makes a picture that of the keyframe, and shows its board; window's goroutine
	Show(k action.Keyframe)             // shows its board; window's goroutine
}

// Commission opens what the picture of a keyframe begins with: a picture, or a sheet of a size in pixels. The sheet of
// a keyframe is always the same one: what was drawn on it before is on it again. A line above the canvas names the
// keyframe, also after a restart, until the picture is taken or the user goes back.
func (s *Screen) Commission(k action.Keyframe, words string, a db.Asset, size image.Point) {
	s.show(k, words)
	if a.ID != 0 {
		s.OpenAsset(a)
		return
	}
	key := keyframeKey(k)
	s.openSheet(key, func() { s.openDrawingAs(key, "Empty sheet", blankSheet(size)) })
}

// resume shows the line for the keyframe whose sheet came to the front, where there is still such a keyframe.
func (s *Screen) resume(key string) {
	k := keyframeOf(key)
	if k == (action.Keyframe{}) || k == s.keyframe {
		return
	}
	s.d.Go(func(ctx context.Context) {
		words, err := s.d.Keyframes.Words(ctx, k)
		if err != nil {
			if !errors.Is(err, db.ErrNotFound) {
				s.d.Log().Warn("cannot read the keyframe of a canvas", slog.Any("err", err))
			}
			return
		}
		s.d.Post(func() {
			if s.page != nil && s.page.key == key {
				s.show(k, words)
			}
		})
	})
}
