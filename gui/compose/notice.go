package compose

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// complaint is the line under a field that says which rule it breaks, and the outline of its entries. It takes no room
// while there is none.
type complaint struct {
	text    *widgets.Text
	box     *fyne.Container
	entries []*editor
}

func newComplaint(entries ...*editor) *complaint {
	c := &complaint{entries: entries, text: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	icon := widgets.NewIcon(resources.IconErrorCircle(), 12, resources.Err)
	c.box = widgets.NewRow(6, icon, c.text)
	c.box.Hide()
	return c
}

// indented puts the line under the control of a field with a label.
func (c *complaint) indented() *complaint {
	c.box.Show()
	c.box = indented(c.box)
	c.box.Hide()
	return c
}

// show says the first of the problems; none hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		c.text.SetText(form.Words(problems[0].Message))
	}
	setShown(c.box, len(problems) > 0)
}

// notice is the line that says what the form changed by itself, with the way back.
type notice struct {
	text *widgets.Text
	link *widgets.Link
	box  *fyne.Container
	undo func()
}

func newNotice() *notice {
	n := &notice{text: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	n.link = widgets.NewLink(lang.L("Undo"), func() {
		if n.undo != nil {
			n.undo()
		}
	})
	inner := widgets.NewRow(8, widgets.NewIcon(resources.IconInfo(), 14, resources.Accent), n.text, n.link)
	n.box = container.NewStack(widgets.NewGround(resources.AccentSoft), widgets.NewInset(4, 8, 4, 8, inner))
	n.box.Hide()
	return n
}

func (n *notice) show(text, word string, undo func()) {
	n.undo = undo
	n.text.SetText(text)
	n.link.SetText(word)
	setShown(n.link, undo != nil)
	n.box.Show()
}

func (n *notice) hide() {
	n.undo = nil
	n.box.Hide()
}

// showNotice says for a while what the form changed by itself, in the view of the kind in front.
func (s *Screen) showNotice(text string, shown time.Duration, undo func()) {
	s.showOffer(text, lang.L("Undo"), shown, undo)
}

// showOffer says something for a while, with a way to go on from there by that word.
func (s *Screen) showOffer(text, word string, shown time.Duration, undo func()) {
	s.hideNotice()
	back := undo
	if undo != nil {
		back = func() {
			s.hideNotice()
			undo()
		}
	}
	s.currentNotice().show(text, word, back)
	// A timer that fired while it was being stopped must not hide the notice that came after it.
	current := true
	stop := s.d.After(shown, func() {
		s.d.Post(func() {
			if current {
				s.hideNotice()
			}
		})
	})
	s.noticeStop = func() bool { current = false; return stop() }
	s.refit()
}

// say says for a while what there is nothing to take back of.
func (s *Screen) say(text string) { s.showNotice(text, correctionShown, nil) }

func (s *Screen) hideNotice() {
	if s.noticeStop == nil {
		return
	}
	s.noticeStop()
	s.noticeStop = nil
	s.video.model.notice.hide()
	s.image.model.notice.hide()
	s.refit()
}

func (s *Screen) currentNotice() *notice {
	if s.form.Picture() != nil {
		return s.image.model.notice
	}
	return s.video.model.notice
}
