package editor

import (
	"context"
	"image"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// weighPause is how long nothing changes before the file that would be sent is measured.
const weighPause = 700 * time.Millisecond

// foot is the line below the stage: what is on the canvas, and how it would be sent.
type foot struct {
	what *widgets.Text
	sent *widgets.Text
	row  *fyne.Container
	box  *fyne.Container

	relay func() // it has another height
}

// say shows both; the words share the room anew.
func (f *foot) say(what, sent string) {
	if f.what.Text() == what && f.sent.Text() == sent {
		return
	}
	before := widgets.HeightFor(f.row, f.row.Size().Width)
	f.what.SetText(what)
	f.sent.SetText(sent)
	f.row.Refresh()
	if widgets.HeightFor(f.row, f.row.Size().Width) != before {
		f.relay()
	}
}

func newFoot(relay func()) *foot {
	f := &foot{
		what:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		sent:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true),
		relay: relay,
	}
	f.row = widgets.NewBeside(16, 0, f.what, f.sent)
	f.box = widgets.NewInset(6, 16, 6, 16, f.row)
	return f
}

// sizeWords words a size in pixels.
func sizeWords(size image.Point) string { return strconv.Itoa(size.X) + " × " + strconv.Itoa(size.Y) }

// showFoot words what is on the canvas.
func (s *Screen) showFoot() {
	setShown(s.foot.box, s.page != nil)
	if s.page == nil {
		return
	}
	d := s.drawing()
	s.foot.say(sizeWords(d.Size())+" px · "+countWords(d, s.hidden), s.sentWords())
}

// countWords says how many marks there are, and which of them are not seen or not sent. hidden: none is shown.
func countWords(d drawing.Drawing, hidden bool) string {
	seen := len(d.Seen())
	words := lang.L("no marks")
	switch {
	case seen > 0 && hidden:
		words = lang.N("%s mark, not shown here and sent all the same", "%s marks, not shown here and sent all the same", seen, lang.Number(seen))
	case seen > 0:
		words = lang.N("%s mark", "%s marks", seen, lang.Number(seen))
	}
	if rest := len(d.Marks) - seen; rest > 0 {
		words = lang.X("list", "%s, %s", words, lang.N("%s hidden and not sent", "%s hidden and not sent", rest, lang.Number(rest)))
	}
	return words
}

// sentWords says how the canvas would be sent.
func (s *Screen) sentWords() string {
	if s.page == nil {
		return ""
	}
	if s.drawing().Same() {
		switch s.sentBy {
		case ByAddress:
			return lang.L("Will be sent by its web address")
		case ByHost:
			return lang.L("Will be put on your image host and sent by its address there")
		}
		return lang.L("Will be sent as its own file, %s", wording.Bytes(s.page.asset.Bytes))
	}
	if s.weight == 0 {
		return lang.L("Will be sent as one flat PNG")
	}
	return lang.L("Will be sent as one flat PNG, about %s", wording.Bytes(s.weight))
}

// weigh measures what would be sent once nothing has changed for a while.
func (s *Screen) weigh() {
	if s.stopWeighing != nil {
		s.stopWeighing()
		s.stopWeighing = nil
	}
	if s.page == nil || s.drawing().Same() {
		s.weight = 0
		return
	}
	number := s.changes
	s.stopWeighing = s.d.After(weighPause, func() {
		b, err := s.Bake(context.Background(), true)
		if err != nil {
			return // the composer says so when it is to be sent
		}
		s.d.Post(func() {
			if number == s.changes {
				s.weight = int64(len(b.PNG))
				s.showFoot()
			}
		})
	})
}
