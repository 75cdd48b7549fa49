package transfer

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/mp4"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

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
	if s.plan != nil {
		return
	}
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
	l.place.SetText(lang.Number(s.number(i)))
	spec, name := facts.Delivered(c.asset), wording.AssetTitle(c.asset)
	if c.stills {
		spec = wording.Elapsed(s.length(c))
	}
	if c.Cut > 0 {
		spec = lang.N("%s frame cut", "%s frames cut", c.Cut, lang.Number(c.Cut)) + " · " + spec
	}
	if c.shot != nil {
		name = cmp.Or(oneLine(c.shot.Prompt), name)
		if c.shot.Follows != "" {
			spec = c.shot.Follows + " · " + spec
		}
	}
	l.title.SetText(name)
	l.spec.SetText(spec)
	_, again := c.Again()
	switch m := s.mismatch(i); {
	case c.stills:
		l.how.Set(widgets.ToneWarn, nil, lang.L("Pictures, encoded"))
	case m != nil && m.Why != mp4.OtherSound:
		l.how.Set(widgets.ToneWarn, nil, lang.L("Encoded again"))
	case again > 0:
		l.how.Set(widgets.ToneWarn, nil, lang.N("%s encoded again", "%s encoded again", again, lang.Number(again)))
	case m != nil:
		l.how.Set(widgets.ToneWarn, nil, lang.L("Sound encoded"))
	default:
		l.how.Set(widgets.ToneOK, nil, lang.L("Copied"))
	}
	cell.Refresh() // the tag has another width
}
