package editor

import (
	"context"
	"image"
	"log/slog"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"

	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

const (
	weighPause = 700 * time.Millisecond // without a change, before the file that would be sent is measured
	briefShown = 4 * time.Second        // how long a word about the last key stays
	noteShown  = 10 * time.Second       // how long words stay that somebody has to read
)

// note says something over the canvas, which stays as it is below: somebody may be drawing.
type note struct {
	*kit.Card
	text    *kit.Text
	buttons [2]*kit.Button
	said    int // counts what was said
}

func newNote() *note {
	n := &note{text: kit.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	for i := range n.buttons {
		n.buttons[i] = kit.NewButton("", nil, kit.Plain, nil).Small()
	}
	shut := kit.NewIconButton(resources.IconClose, lang.L("Close"), func() { n.Hide() }).Small().SetKind(kit.Quiet)
	n.Card = kit.NewCard(kit.NewRow(8, n.text, n.buttons[0], n.buttons[1], shut))
	n.ExtendBaseWidget(n)
	n.Hide()
	return n
}

// MouseDown keeps the pointer from the canvas below, as the others do.
func (*note) MouseDown(*desktop.MouseEvent) {}
func (*note) MouseUp(*desktop.MouseEvent)   {}
func (*note) Dragged(*fyne.DragEvent)       {}
func (*note) DragEnd()                      {}

// noteLayout lays a note along the foot of the canvas.
type noteLayout struct{}

func (noteLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (noteLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	const margin = 12
	n := o[0].(*note)
	w := max(min(resources.Scaled(640), s.Width-2*margin), 0)
	h := kit.HeightFor(n, w)
	kit.Place(n, (s.Width-w)/2, s.Height-h-margin, w, h)
}

// notice says something over the canvas for a while, or until the next thing is said, it is closed, or another picture comes onto the
// canvas.
func (s *Screen) notice(words string, actions ...action.Action) {
	n := s.note
	n.text.SetText(words)
	for i, b := range n.buttons {
		kit.Show(b, i < len(actions))
		if i < len(actions) {
			b.SetText(actions[i].Label)
			b.OnTapped = actions[i].Do
		}
	}
	n.Show()
	s.over.Refresh()
	n.said++
	s.leaveNote(n.said)
}

// leaveNote takes a note away after its time: what it lies on is to be worked on. It waits while the pointer or the keyboard is on a
// button of it.
func (s *Screen) leaveNote(said int) {
	s.d.After(noteShown, func() {
		s.d.Post(func() {
			switch n := s.note; {
			case said != n.said:
			case n.buttons[0].Hot() || n.buttons[1].Hot():
				s.leaveNote(said)
			default:
				n.Hide()
			}
		})
	})
}

// foot is the line below the view: what is on the canvas, and how it would be sent.
type foot struct {
	what, sent *kit.Text
	row, box   *fyne.Container
}

func newFoot() *foot {
	words := func() *kit.Text { return kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true) }
	f := &foot{what: words(), sent: words()}
	f.row = kit.NewBeside(16, 0, f.what, f.sent)
	f.box = kit.NewInset(6, 16, 6, 16, f.row)
	return f
}

// say shows words in the foot, which share its room anew.
func (s *Screen) say(what, sent string) {
	f := s.foot
	if f.what.Text() == what && f.sent.Text() == sent {
		return
	}
	before := kit.HeightFor(f.row, f.row.Size().Width)
	f.what.SetText(what)
	f.sent.SetText(sent)
	f.row.Refresh()
	if kit.HeightFor(f.row, f.row.Size().Width) != before {
		s.main.Layout.Layout(s.main.Objects, s.main.Size())
	}
}

// sayBriefly says something for a moment, in the foot.
func (s *Screen) sayBriefly(words string) {
	s.stopBrief()
	s.say(s.foot.what.Text(), words)
	s.stopBrief = s.d.After(briefShown, func() {
		s.d.Post(func() {
			if s.foot.sent.Text() == words {
				s.showFoot()
			}
		})
	})
}

func sizeWords(size image.Point) string { return strconv.Itoa(size.X) + " × " + strconv.Itoa(size.Y) }

func (s *Screen) showFoot() {
	kit.Show(s.foot.box, s.page != nil)
	if s.page != nil {
		d := s.drawing()
		s.say(sizeWords(d.Size())+" px · "+countWords(d, s.hidden), s.sentWords())
	}
}

// countWords says how many marks there are, and which of them are not seen or not sent. hidden: none is shown.
func countWords(d drawing.Drawing, hidden bool) string {
	seen := len(d.Seen())
	words := lang.L("no marks")
	switch {
	case seen > 0 && hidden:
		words = lang.N("%s mark, hidden from view but still sent", "%s marks, hidden from view but still sent", seen, lang.Number(seen))
	case seen > 0:
		words = lang.N("%s mark", "%s marks", seen, lang.Number(seen))
	}
	if rest := len(d.Marks) - seen; rest > 0 {
		words = lang.X("list", "%s, %s", words, lang.N("%s hidden and not sent", "%s hidden and not sent", rest, lang.Number(rest)))
	}
	return words
}

// sentWords says how large what is sent is, where it is no address.
func (s *Screen) sentWords() string {
	switch {
	case s.opening != "":
		return s.opening
	case !s.drawing().Untouched() && s.weight == 0:
		return lang.L("Sent as one flat PNG")
	case !s.drawing().Untouched():
		return lang.L("Sent as one flat PNG, about %s", wording.Bytes(s.weight))
	case s.way == order.CanvasLink, s.way == order.CanvasHosted:
		return "" // the composer says so
	}
	return lang.L("Sent as the original file, %s", wording.Bytes(s.page.asset.Bytes))
}

// weigh measures what would be sent once nothing has changed for a while.
func (s *Screen) weigh() {
	s.stopWeighing()
	if s.drawing().Untouched() {
		s.weight = 0
		return
	}
	number := s.changes
	s.stopWeighing = s.d.After(weighPause, func() {
		s.d.Go(func(ctx context.Context) {
			b, err := s.Bake(ctx, false)
			if err != nil {
				return // the composer says so when it is to be sent
			}
			s.d.Post(func() {
				if number == s.changes {
					s.weight = int64(len(b.File))
					s.showFoot()
				}
			})
		})
	})
}

// painted puts the pixels of a canvas that was opened onto the view.
func (s *Screen) painted(surface *paint.Surface) {
	s.surface = surface
	s.view.SetSource(surface)
}

// notPainted says that a canvas could not be painted, because a picture that it is made of is missing.
func (s *Screen) notPainted(err error) {
	s.d.Log().Warn("cannot paint the canvas", slog.Any("err", err))
	s.notice(lang.L("One of the pictures on this canvas cannot be shown.")+" "+troubleWords(err), action.Action{Label: lang.L("Undo"), Do: s.Undo})
}

// showStage shows what is in place of a picture: what can be opened, what is being opened, or why nothing was. While a picture is on the
// canvas the foot says what happens to another one.
func (s *Screen) showStage() {
	kit.Show(s.empty, s.page == nil)
	s.showFoot()
	var instead fyne.CanvasObject
	switch {
	case s.page != nil:
		return
	case s.opening != "":
		instead = kit.NewEmpty(resources.IconPicture, s.opening, lang.L("It appears here when it is ready."), nil)
	case s.failure != "":
		instead = kit.NewEmpty(resources.IconWarning, lang.L("No picture open"), s.failure, s.waysToOpen())
	default:
		instead = kit.NewEmpty(resources.IconBrush, lang.L("Open a picture to edit it"),
			lang.L("Drop one here from a folder or browser, or paste its address. Nothing leaves this computer until you send it. Drawing works offline."),
			s.waysToOpen())
	}
	s.empty.Objects = []fyne.CanvasObject{kit.NewGround(resources.BgScreen), instead}
	s.empty.Refresh()
}

// waysToOpen are the buttons for all that can be opened, and where something could not be for what was on the canvas before.
func (s *Screen) waysToOpen() fyne.CanvasObject {
	gallery := kit.NewButton(lang.L("Gallery…"), resources.IconGallery, kit.Primary, s.chooseAsset)
	back := kit.NewButton(lang.L("Back to the last picture"), resources.IconUndo, kit.Primary, func() { s.turnTo(s.lastPage) })
	if kit.Show(back, s.lastPage != nil); s.lastPage != nil {
		gallery.SetKind(kit.Plain)
	}
	return container.New(rowOrColumn{func() float32 { return s.input.Size().Width - 32 }}, back, gallery,
		kit.NewButton(lang.L("File…"), resources.IconFolderOpen, kit.Plain, s.ChooseFile),
		kit.NewButton(lang.L("Paste"), resources.IconLink, kit.Plain, s.paste),
		kit.NewButton(lang.L("Empty sheet…"), resources.IconPlus, kit.Plain, s.askSheet))
}

// rowOrColumn lays objects side by side, or below each other where the room is too narrow for that.
type rowOrColumn struct{ room func() float32 } // width, px

func (l rowOrColumn) way(o []fyne.CanvasObject) fyne.Layout {
	if row := layout.NewCustomPaddedHBoxLayout(8); row.MinSize(o).Width <= l.room() {
		return row
	}
	return layout.NewCustomPaddedVBoxLayout(8)
}

func (l rowOrColumn) MinSize(o []fyne.CanvasObject) fyne.Size { return l.way(o).MinSize(o) }

func (l rowOrColumn) Layout(o []fyne.CanvasObject, s fyne.Size) { l.way(o).Layout(o, s) }
