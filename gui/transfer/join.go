package transfer

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// The measures of the sheet for a film, px.
const (
	joinWidth   = 820
	joinPreview = 320
	joinRow     = 48
	joinRows    = 6  // in sight
	joinFace    = 40 // the height of a picture
)

// joined is a clip of the film.
type joined struct {
	*mp4.Clip
	asset   db.Asset
	path    string
	picture image.Image // nil: it has not come yet
}

// joinSheet makes a film of clips.
type joinSheet struct {
	*pane
	clips   []joined
	refused []Problem
	silent  bool
	encoder bool            // there is a program that encodes clips
	differ  []*mp4.Mismatch // the clips that must be encoded again

	heading, about, says   *widgets.Text
	list                   *widgets.List
	lines                  map[fyne.CanvasObject]*joinLine // by the cells of the list
	cut                    *widgets.Stepper
	up, down, remove, play *widgets.Button
	start                  *widgets.Button
	view                   *player.View
	loaded                 bool // the player has the film as it is now
	dragged                int  // the row that is being dragged; -1: none
}

// ShowJoin asks how clips become one film, and makes it. Window's goroutine.
func ShowJoin(d Deps, assets []db.Asset) {
	if len(assets) < 2 || d.Canvas().Overlays().Top() != nil {
		return // nothing, or something else is asked just now
	}
	s := &joinSheet{pane: newPane(d), dragged: -1}
	s.width, s.gone = joinWidth, s.unload
	if slices.IsSortedFunc(assets, func(a, b db.Asset) int { return b.CreatedAt.Compare(a.CreatedAt) }) {
		slices.Reverse(assets) // a film begins with what was made first
	}
	d.Go(func(context.Context) {
		for _, a := range assets {
			path, err := d.Library.AbsPath(a.Path)
			var c *mp4.Clip
			if err == nil {
				c, err = mp4.Open(path)
			}
			if err != nil {
				s.refused = append(s.refused, Problem{a.Path, err})
				continue
			}
			s.clips = append(s.clips, joined{Clip: c, asset: a, path: path})
		}
		_, err := media.FindFFmpeg()
		s.encoder = err == nil
		d.Post(func() {
			if d.Canvas().Overlays().Top() == nil {
				s.ask("")
			}
		})
	})
}

// ask shows the question. trouble is what went wrong before; "" for nothing.
func (s *joinSheet) ask(trouble string) {
	s.heading, s.about, s.says = title(""), note(""), words("")
	s.lines = map[fyne.CanvasObject]*joinLine{}
	s.list = widgets.NewList(func() int { return len(s.clips) }, s.newRow, s.bindRow)
	s.list.Height = func(int, float32) float32 { return resources.Scaled(joinRow) }
	s.list.SetName(note(lang.L("Clips of the film")))
	s.list.OnOpen = func(int) { s.toggle() }
	s.list.OnChosen = func(int) { s.showChosen() }
	s.list.OnMove = s.moveTo
	s.list.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyDelete || e.Name == fyne.KeyBackspace {
			s.removeChosen()
			return true
		}
		return false
	}
	s.up = widgets.NewIconButton(resources.IconArrowUp, lang.L("Move earlier")+"  "+lang.X("key", "Shift")+"+↑", func() { s.moveTo(s.list.At() - 1) })
	s.down = widgets.NewIconButton(resources.IconArrowDown, lang.L("Move later")+"  "+lang.X("key", "Shift")+"+↓", func() { s.moveTo(s.list.At() + 1) })
	s.remove = widgets.NewIconButton(resources.IconClose, lang.L("Remove from the film"), s.removeChosen)
	s.cut = widgets.NewStepper(0, 99, 0, s.trim)
	cut := words(lang.L("Frames cut at its end"))
	s.cut.SetName(cut)
	sound := widgets.NewSegmented([]string{lang.L("Sound of the clips"), lang.L("No sound")}, func(i int) { s.silent = i == 1; s.changed() })
	if s.silent {
		sound.SetSelected(1)
	}
	s.view = player.NewView(s.d.Player)
	s.d.Player.OnState(s.played)
	s.play = widgets.NewButton(lang.X("verb", "Play"), resources.IconPlay, widgets.Plain, s.toggle)
	s.start = widgets.NewButton(lang.X("verb", "Join"), nil, widgets.Primary, s.run)
	cancel := widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() { s.unload(); s.hide() })

	high := max(joinPreview*9/16, resources.Scaled(joinRow)*float32(min(len(s.clips), joinRows)))
	left := widgets.NewColumn(8, widgets.NewFixed(0, high, s.list),
		widgets.NewRow(8, s.up, s.down, s.remove, widgets.NewSpring(), cut, s.cut))
	right := widgets.NewColumn(8, widgets.NewFixed(joinPreview, high, container.NewStack(widgets.NewGround(resources.BgMat), s.view)),
		widgets.NewRow(8, s.play, widgets.NewSpring(), sound))
	all := []fyne.CanvasObject{s.heading, s.about}
	if trouble != "" {
		all = append(all, widgets.NewText(trouble, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	all = append(all, widgets.NewBeside(16, joinPreview, left, right), s.says)
	if len(s.refused) > 0 {
		all = append(all, note(lang.L("These cannot be joined:")), problemList(s.refused, 0))
	}
	all = append(all, note(lang.L("Free, on this computer. The clips stay as they are; a film carries no content credentials.")),
		widgets.NewInset(4, 0, 0, 0, widgets.NewRow(8, s.start, cancel, widgets.NewSpring())))
	s.show(s.start, all...)
	s.list.Choose(0)
	s.changed()
	for i := range s.clips {
		s.request(s.clips[i].asset)
	}
}

// request asks for the picture of a clip.
func (s *joinSheet) request(a db.Asset) {
	s.d.Posters.Request(a, int(joinPreview*s.d.Canvas().Scale()+0.5), func(im image.Image, err error) {
		for i := range s.clips {
			if s.clips[i].asset.ID == a.ID && err == nil {
				s.clips[i].picture = im
			}
		}
		s.list.Update()
		s.showChosen()
	})
}

// joinLine is a row of the list: a picture to drag the row by, the place, what the clip is, and what becomes of it.
type joinLine struct {
	grip               *grip
	place, title, spec *widgets.Text
	how                *widgets.Tag
}

// grip is a picture by which its row is dragged.
type grip struct {
	*widgets.Face
	i int
	s *joinSheet
}

// Dragged takes the row to where the pointer is.
func (g *grip) Dragged(e *fyne.DragEvent) {
	s := g.s
	if s.dragged < 0 {
		s.dragged = g.i
	}
	y := e.AbsolutePosition.Y - fyne.CurrentApp().Driver().AbsolutePositionForObject(s.list).Y + s.list.Offset()
	to := min(max(int(y/resources.Scaled(joinRow)), 0), len(s.clips)-1)
	s.list.SetAt(s.dragged)
	s.moveTo(to)
	s.dragged = to
}

// DragEnd leaves it there.
func (g *grip) DragEnd() { g.s.dragged = -1 }

func (s *joinSheet) newRow() fyne.CanvasObject {
	l := &joinLine{grip: &grip{widgets.NewFace(0, 4, 20), 0, s}, place: words("00"), how: widgets.NewTag(widgets.ToneOK, nil, "")}
	l.title = widgets.NewText("", resources.SizeBody, resources.Text1, false).Ellipsis()
	l.spec = widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis()
	face := widgets.NewFixed(joinFace*16/9, joinFace, l.grip)
	cell := container.NewPadded(container.NewBorder(nil, nil, widgets.NewRow(8, widgets.NewFixed(20, 0, l.place), face),
		widgets.NewInset(0, 12, 0, 0, widgets.NewRow(0, l.how)), widgets.NewInset(0, 8, 0, 8, widgets.NewColumn(0, l.title, l.spec))))
	s.lines[cell] = l
	return cell
}

func (s *joinSheet) bindRow(i int, cell fyne.CanvasObject) {
	l, c := s.lines[cell], s.clips[i]
	l.grip.i = i
	look := widgets.Look{Image: c.picture}
	if c.picture == nil {
		look.Icon = resources.IconFilm
	}
	l.grip.Set(look)
	l.place.SetText(lang.Number(i + 1))
	l.title.SetText(wording.AssetTitle(c.asset))
	spec := facts.Delivered(c.asset)
	if c.Cut > 0 {
		spec = lang.N("%s frame cut", "%s frames cut", c.Cut, lang.Number(c.Cut)) + " · " + spec
	}
	l.spec.SetText(spec)
	l.how.Set(widgets.ToneOK, nil, lang.L("Copied"))
	if m := s.mismatch(i); m != nil && m.Why == mp4.OtherSound {
		l.how.Set(widgets.ToneWarn, nil, lang.L("Sound encoded"))
	} else if m != nil {
		l.how.Set(widgets.ToneWarn, nil, lang.L("Encoded again"))
	}
	cell.Refresh() // the tag has another width
}

// mismatch is why a clip must be encoded again; nil: it is copied.
func (s *joinSheet) mismatch(i int) *mp4.Mismatch {
	if k := slices.IndexFunc(s.differ, func(m *mp4.Mismatch) bool { return m.Clip == i }); k >= 0 {
		return s.differ[k]
	}
	return nil
}

// plain gives the clips for the container.
func (s *joinSheet) plain() (all []*mp4.Clip) {
	for _, c := range s.clips {
		all = append(all, c.Clip)
	}
	return all
}

// moveTo takes the chosen clip to another place.
func (s *joinSheet) moveTo(to int) {
	from := s.list.At()
	if from < 0 || to < 0 || to >= len(s.clips) || from == to {
		return
	}
	c := s.clips[from]
	s.clips = slices.Insert(slices.Delete(s.clips, from, from+1), to, c)
	s.changed()
	s.list.Choose(to)
}

func (s *joinSheet) removeChosen() {
	if i := s.list.At(); i >= 0 && i < len(s.clips) && len(s.clips) > 2 {
		s.clips = slices.Delete(s.clips, i, i+1)
		s.changed()
		s.list.Choose(i)
	}
}

// trim cuts frames at the end of the chosen clip: where it is copied, the next number that needs no encoding.
func (s *joinSheet) trim(n int) {
	i := s.list.At()
	c := s.clips[i]
	if m := s.mismatch(i); m == nil || m.Why == mp4.OtherSound {
		for n > c.Cut && c.Snap(n) <= c.Cut && n < c.Frames {
			n++
		}
		n = c.Snap(n)
	}
	c.Cut = min(n, c.Frames-1)
	s.changed()
}

// changed shows the film as it is now.
func (s *joinSheet) changed() {
	s.unload()
	var seconds float64
	s.heading.SetText(lang.N("Join %s clip", "Join %s clips", len(s.clips), lang.Number(len(s.clips))))
	s.about.SetText("")
	s.differ = nil
	var said []string
	if len(s.clips) > 0 {
		var form mp4.Form
		form, s.differ = mp4.Compare(s.plain(), s.silent)
		for i, c := range s.clips {
			if m := s.mismatch(i); m == nil || m.Why == mp4.OtherSound { // it may have been one to be encoded when it was cut
				c.Cut = c.Snap(c.Cut)
			}
			seconds += float64(c.Frames-c.Cut) / c.FPS
		}
		s.about.SetText(wording.Elapsed(time.Duration(seconds*float64(time.Second))) + " · " + pixels(form) + " · " + facts.Short(form.FPS) + " fps")
	}
	for _, m := range s.differ[:min(len(s.differ), 4)] {
		said = append(said, why(m))
	}
	if more := len(s.differ) - 4; more > 0 {
		said = append(said, lang.N("and %s more", "and %s more", more, lang.Number(more)))
	}
	if said == nil {
		said = []string{lang.L("Every frame is copied as it is.")}
	} else if !s.encoder {
		said = append(said, lang.L("That needs the ffmpeg program. Install it, or remove these clips."))
	}
	s.says.SetText(strings.Join(said, "\n"))
	enable(s.start, len(s.clips) > 1 && (s.differ == nil || s.encoder))
	s.list.Update()
	s.showChosen()
	s.refresh()
}

// showChosen shows what can be done with the chosen clip.
func (s *joinSheet) showChosen() {
	i := min(s.list.At(), len(s.clips)-1)
	enable(s.up, i > 0)
	enable(s.down, i >= 0 && i < len(s.clips)-1)
	enable(s.remove, i >= 0 && len(s.clips) > 2)
	enable(s.cut, i >= 0)
	enable(s.play, len(s.clips) > 0)
	if i >= 0 {
		s.cut.SetValue(s.clips[i].Cut)
	}
	if i >= 0 && !s.loaded {
		s.view.SetPoster(s.clips[i].picture)
	}
}

func enable(control fyne.Disableable, on bool) {
	if on {
		control.Enable()
	} else {
		control.Disable()
	}
}

func pixels(f mp4.Form) string { return fmt.Sprintf("%d × %d", f.Width, f.Height) }

// why says why a clip is encoded again.
func why(m *mp4.Mismatch) string {
	clip := lang.Number(m.Clip + 1)
	switch m.Why {
	case mp4.OtherSize:
		return lang.L("Clip %s is encoded again: it has %s pixels, the film %s.", clip, pixels(m.Have), pixels(m.Want))
	case mp4.OtherRate:
		return lang.L("Clip %s is encoded again: it has %s frames per second, the film %s.", clip, facts.Short(m.Have.FPS), facts.Short(m.Want.FPS))
	case mp4.OtherCodec:
		return lang.L("Clip %s is encoded again: its video format is %s, the film’s %s.", clip, m.Have.Codec, m.Want.Codec)
	case mp4.OtherSound:
		return lang.L("The sound of clip %s is encoded again: its settings differ. Its frames are copied.", clip)
	case mp4.Turned:
		return lang.L("Clip %s is encoded again: it is stored turned.", clip)
	}
	return lang.L("Clip %s is encoded again: its frames cannot be joined exactly.", clip)
}

// toggle plays the film before it is made, and pauses it.
func (s *joinSheet) toggle() {
	if !s.loaded {
		var pieces []player.Piece
		for _, c := range s.clips {
			pieces = append(pieces, player.Piece{Path: c.path, Seconds: float64(c.Frames-c.Cut) / c.FPS})
		}
		s.loaded = true
		s.d.Player.LoadFilm(pieces)
		s.d.Player.SetMuted(s.silent)
	}
	s.d.Player.Toggle()
}

// played shows how the player stands.
func (s *joinSheet) played(now player.State) {
	word, icon := lang.X("verb", "Play"), fyne.Resource(resources.IconPlay)
	switch {
	case now.Err != nil:
		word = lang.L("No preview on this computer")
		s.play.Disable()
	case s.loaded && !now.Paused && !now.Ended:
		word, icon = lang.X("verb", "Pause"), resources.IconPause
	}
	s.play.SetText(word)
	s.play.SetIcon(icon)
}

// unload ends the preview.
func (s *joinSheet) unload() {
	if s.loaded {
		s.loaded = false
		s.d.Player.Unload()
		s.showChosen()
	}
}

func (s *joinSheet) run() {
	s.unload()
	bar, how := s.working(lang.N("Joining %s clip", "Joining %s clips", len(s.clips), lang.Number(len(s.clips))), "",
		lang.L("Closing continues in the background. Cancelling leaves nothing behind."), lang.L("Cancel"))
	throttled := s.throttled()
	clips := s.plain()
	var refs, sums []string
	for _, c := range s.clips {
		refs, sums = append(refs, c.asset.Ref), append(sums, c.asset.SHA256)
	}
	progress := func(done, of int) {
		throttled(func() {
			bar.SetValue(float64(done) / float64(of))
			how.SetText(lang.L("Step %s of %s", lang.Number(min(done+1, of)), lang.Number(of)))
		})
	}
	meta := db.ImportMeta{Parent: strings.Join(refs, " "), Sums: strings.Join(sums, " "), At: s.d.Now()}
	name := lang.N("Film of %s clip", "Film of %s clips", len(clips), lang.Number(len(clips))) + ".mp4"
	s.work(func(ctx context.Context) {
		r, w := io.Pipe()
		var film mp4.Film
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			var err error
			film, err = media.Join(ctx, w, "", clips, s.silent, progress)
			_ = w.CloseWithError(err) // nil: the end of the file
		}()
		a, _, err := s.d.Library.Import(ctx, name, r, meta)
		_ = r.CloseWithError(err) // so that nobody writes where nobody reads
		<-ended
		s.d.Post(func() { s.done(a, film, err) })
	})
}

func (s *joinSheet) done(a db.Asset, film mp4.Film, err error) {
	if err != nil {
		fault := joinFault(err)
		s.finish(false, lang.L("Film:"), fault, func() { s.ask(fault) })
		return
	}
	s.d.RefreshAll()
	said := lang.L("%s, %s frames.", wording.Elapsed(time.Duration(film.Seconds*float64(time.Second))), lang.Number(film.Frames))
	encoded := slices.DeleteFunc(slices.Clone(s.differ), func(m *mp4.Mismatch) bool { return m.Why == mp4.OtherSound })
	if n := len(encoded); n > 0 {
		said += " " + lang.N("%s clip was encoded again, the others were copied.", "%s clips were encoded again, the others were copied.", n, lang.Number(n))
	} else {
		said += " " + lang.L("Every frame was copied as it is.")
	}
	s.finish(true, lang.L("Film:"), said, func() {
		undo := widgets.NewButton(lang.L("Move to Trash"), resources.IconTrash, widgets.Plain, func() { s.hide(); s.d.Organizer.Trash(a.ID) })
		show := widgets.NewButton(lang.L("Show it"), nil, widgets.Plain, func() { s.hide(); s.d.ShowAsset(a.ID) })
		s.outcome(lang.L("The film is in the library"), said, nil, 0, widgets.NewRow(8, undo, widgets.NewSpring()), show)
	})
}

// joinFault says why there is no film, with what to do next.
func joinFault(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return lang.L("Stopped. Nothing was left behind.")
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The disk is full. Nothing was left behind. Free some space, then try again.")
	case errors.Is(err, mp4.ErrTooLong):
		return lang.L("The film would be longer than 3 hours or larger than 4 GB. Remove some clips.")
	}
	return lang.L("The film could not be made, and nothing was left behind: %s", err.Error())
}
