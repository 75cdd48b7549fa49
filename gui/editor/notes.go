package editor

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// whisperShown is how long a word about the last key stays.
const whisperShown = 4 * time.Second

// notes is the line below the options that says what happened and what can be done about it.
type notes struct {
	words *widgets.Text
	acts  *fyne.Container
	box   *fyne.Container
}

func newNotes() *notes {
	n := &notes{words: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true), acts: widgets.NewRow(12)}
	n.box = widgets.NewInset(6, 12, 6, 12, widgets.NewCard(widgets.NewRow(12,
		widgets.NewIcon(resources.IconInfo(), 16, resources.Text2), n.words, n.acts)))
	n.box.Hide()
	return n
}

// notice says something until the next thing is said or it is closed. An action closes it.
func (s *Screen) notice(words string, actions ...action.Action) {
	s.stopNote()
	s.notes.words.SetText(words)
	s.notes.acts.RemoveAll()
	for _, a := range actions {
		s.notes.acts.Add(widgets.NewLink(a.Label, func() {
			s.unsay()
			a.Do()
		}))
	}
	s.notes.acts.Add(widgets.NewLink(lang.L("Close"), s.unsay))
	s.notes.box.Show()
	s.relay()
}

// whisper says something for a moment, in the foot.
func (s *Screen) whisper(words string) {
	s.stopNote()
	s.foot.say(s.foot.what.Text(), words)
	s.stopNotice = s.d.After(whisperShown, func() {
		s.d.Post(func() {
			if s.foot.sent.Text() == words {
				s.showFoot()
			}
		})
	})
}

func (s *Screen) stopNote() {
	if s.stopNotice != nil {
		s.stopNotice()
		s.stopNotice = nil
	}
}

// unsay takes a notice away.
func (s *Screen) unsay() {
	if s.notes.box.Visible() {
		s.notes.box.Hide()
		s.relay()
	}
}

// relay lays the screen out anew: a part of it has another height.
func (s *Screen) relay() { s.main.Layout.Layout(s.main.Objects, s.main.Size()) }
