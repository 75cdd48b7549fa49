package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/resources"
)

// slotCaption is what stands under the frame of a slot: caption and life or ways on in the first line, a note in the
// second. It keeps the room of two lines, so that nothing below moves while a slot fills. A caption without a life wraps.
type slotCaption struct {
	widget.BaseWidget
	text    *Text
	clock   *Icon
	life    *Text
	note    *Text
	links   [3]*Link
	actions [3]SlotAction
}

func newSlotCaption(follow func(id int)) *slotCaption {
	c := &slotCaption{
		text:  NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		clock: NewIcon(resources.IconClock(), iconTag, resources.Text2),
		life:  NewText("", resources.SizeSM, resources.Text2, false),
		note:  NewText("", resources.SizeXS, resources.Text3, false).Wrap(true),
	}
	for i := range c.links {
		c.links[i] = NewLink("", func() { follow(c.actions[i].ID) })
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *slotCaption) set(v SlotValue) {
	tone := v.tone()
	word := resources.Text2
	if v.State == SlotDead {
		word = resources.Err
	}
	c.text.SetText(v.Caption)
	c.text.Wrap(v.Life == "").MaxLines(2)
	c.text.SetColor(word)
	life := tone.word()
	if v.State == SlotFilled {
		life = resources.OK
	}
	c.life.SetText(v.Life)
	c.life.SetColor(life)
	c.clock.Set(resources.IconClock(), life)
	c.note.SetText(v.Note)
	c.actions = v.Actions
	for i, a := range v.Actions {
		c.links[i].SetText(a.Text)
		Show(c.links[i], a.Text != "")
	}
	Show(c.text, v.Caption != "")
	Show(c.life, v.Life != "")
	Show(c.clock, v.Life != "")
	Show(c.note, v.Note != "")
	c.Refresh()
}

const (
	captionGap = 8
	lineGap    = 1
)

// HeightFor returns the height in a width, in px: two lines, or more where the ways on or the note need them.
func (c *slotCaption) HeightFor(width float32) float32 {
	return max(c.walk(width, func(fyne.CanvasObject, float32, float32, float32, float32) {}), c.firstLine()+lineGap+c.note.lineHeight())
}

func (c *slotCaption) firstLine() float32 { return c.text.lineHeight() }

// walk visits the place of everything that is shown and returns the height of all.
func (c *slotCaption) walk(width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	line := c.firstLine()
	y, x := float32(0), float32(0)
	switch {
	case c.life.Visible():
		w := c.life.MinSize().Width
		x = width - w
		at(c.life, x, 0, w, line)
		x -= grown(iconTag) + 4
		at(c.clock, x, 0, grown(iconTag), line)
		at(c.text, 0, 0, max(x-captionGap, 0), line)
		y = line + lineGap
	case c.text.Visible() && c.linksWidth() > 0 && c.text.NaturalWidth()+captionGap+c.linksWidth() <= width:
		at(c.text, 0, 0, c.text.NaturalWidth(), line)
		y = c.walkLinks(width-c.linksWidth(), 0, width, at)
	case c.text.Visible():
		h := HeightFor(c.text, width)
		at(c.text, 0, 0, width, h)
		y = h + lineGap
		if c.linksWidth() > 0 {
			y = c.walkLinks(0, y, width, at)
		}
	case c.linksWidth() > 0:
		y = c.walkLinks(0, 0, width, at)
	}
	if c.life.Visible() && c.linksWidth() > 0 {
		y = c.walkLinks(0, y, width, at)
	}
	if c.note.Visible() {
		h := HeightFor(c.note, width)
		at(c.note, 0, y, width, h)
		y += h + lineGap
	}
	return max(y-lineGap, 0)
}

// walkLinks visits the ways on from a place, in as many lines as they need, and returns where the next line begins. Their
// targets are higher than a line and reach into the room around it.
func (c *slotCaption) walkLinks(x, y, width float32, at func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
	line := c.firstLine()
	begin := x
	for _, l := range c.links {
		if !l.Visible() {
			continue
		}
		m := l.MinSize()
		if x > begin && x+m.Width > width {
			x, y = 0, y+line+4
		}
		at(l, x, y-(m.Height-line)/2, m.Width, m.Height)
		x += m.Width + captionGap
	}
	return y + line + lineGap
}

func (c *slotCaption) linksWidth() float32 {
	w := float32(0)
	for _, l := range c.links {
		if l.Visible() {
			if w > 0 {
				w += captionGap
			}
			w += l.MinSize().Width
		}
	}
	return w
}

// CreateRenderer draws the caption.
func (c *slotCaption) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{c.text, c.clock, c.life, c.note}
	for _, l := range c.links {
		objects = append(objects, l)
	}
	return Draw(c.least, c.arrange, func() { c.arrange(c.Size()) }, objects...)
}

func (c *slotCaption) least() fyne.Size {
	return fyne.NewSize(32, c.HeightFor(max(c.Size().Width, slotWidth)))
}

func (c *slotCaption) arrange(s fyne.Size) { c.walk(s.Width, Place) }
