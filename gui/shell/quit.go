package shell

import (
	"context"
	"errors"
	"strings"
	"time"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// saveLimit is how long quitting waits for changes to be written before it asks.
const saveLimit = 5 * time.Second

// QuitWith ends the program by calling end. First it writes unsaved changes. It asks the user if a picture call is
// open, work is running, or changes could not be written.
func (s *Shell) QuitWith(end func()) {
	asking := s.asking != nil && s.asking.Shown()
	if s.saving || asking && s.QuitAsks() { // what the question was about may have ended meanwhile
		return
	}
	save := s.save()
	if save == nil {
		s.quit(end, nil)
		return
	}
	s.saving = true
	s.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, saveLimit)
		defer cancel()
		err := save(ctx)
		s.Post(func() {
			s.saving = false
			s.quit(end, err)
		})
	})
}

// save returns the function that writes unsaved changes; nil if there are none. Window's goroutine.
func (s *Shell) save() func(ctx context.Context) error {
	if s.deps.ReadOnly {
		return nil
	}
	var places func(ctx context.Context) error
	if s.screens.Save != nil {
		places = s.screens.Save()
	}
	switch {
	case !s.saver.Unsaved():
		return places
	case places == nil:
		return s.saver.Flush
	}
	return func(ctx context.Context) error { return errors.Join(s.saver.Flush(ctx), places(ctx)) }
}

// quit ends the program by end, or asks one question about all that would be lost. unsaved is why changes could not be
// written; nil: they were.
func (s *Shell) quit(end func(), unsaved error) {
	calls := s.deps.Engine.OpenPictureCalls()
	running := calls + len(s.works.list)
	if running == 0 && unsaved == nil {
		s.leaving = nil
		end()
		return
	}
	var about []string
	if unsaved != nil {
		about = append(about, unsavedLead()+" "+wording.Fault(unsaved))
	}
	if calls > 0 {
		about = append(about, quitWords(calls))
	}
	if len(s.works.list) > 0 {
		about = append(about, s.works.question())
	}
	leave := lang.L("Quit now")
	switch {
	case unsaved != nil:
		leave = lang.L("Quit anyway")
	case calls > 0:
		leave = lang.L("Quit and mark unconfirmed")
	}
	answers := []kit.Answer{{Word: lang.L("Stay"), Kind: kit.Plain, Enter: true, Cancel: true, Do: s.stay}}
	if running > 0 {
		answers = append(answers, kit.Answer{Word: lang.N("Quit when it is done", "Quit when they are done", running),
			Kind: kit.Plain,
			Do:   func() { s.quitWhenDone(end) }})
	}
	answers = append(answers, kit.Answer{Word: leave, Kind: kit.Danger, Do: end})
	s.asking = kit.Ask(s.window.Canvas(), lang.L("Quit now?"), strings.Join(about, "\n"), nil, answers...)
}

// quitWhenDone ends the program once no picture call is open, the pictures are saved, and no work is running. Until
// then nothing more is sent, and the user may still stay.
func (s *Shell) quitWhenDone(end func()) {
	s.deps.Engine.SendNoMore(true)
	s.leaving = end
	calls := s.deps.Engine.OpenPictureCalls()
	lead := lang.N("Viviscope quits when the picture is done.", "Viviscope quits when the pictures are done.", calls)
	if len(s.works.list) > 0 {
		lead = lang.L("Viviscope quits when everything is done.")
	}
	s.Say(kit.ToneWarn, lead, lang.L("Nothing else is sent until then."),
		action.Action{Label: lang.L("Stay"), Do: s.stay})
	s.live.reload() // it may be done by now
}

// leaveIfDone ends the program if the user chose to quit after open picture calls and work, and none is left. Window's
// goroutine.
func (s *Shell) leaveIfDone() {
	if s.leaving != nil && s.deps.Engine.OpenPictureCalls()+len(s.works.list) == 0 {
		s.QuitWith(s.leaving)
	}
}

// stay ends the wait for quitting.
func (s *Shell) stay() {
	if s.leaving != nil {
		s.leaving = nil
		s.deps.Engine.SendNoMore(false)
	}
}

// QuitAsks reports whether Quit may ask before it ends the program: a picture is being made, work is running, or a
// change is not saved yet.
func (s *Shell) QuitAsks() bool {
	return s.deps.Engine.OpenPictureCalls()+len(s.works.list) > 0 || s.save() != nil
}

// quitWords asks about open picture calls. A picture has no task at the service: its answer is the only
// way to the file.
func quitWords(n int) string {
	return lang.N("%d picture is being made. Its call cannot be resumed. Stay, or quit and mark it unconfirmed?",
		"%d pictures are being made. Their calls cannot be resumed. Stay, or quit and mark them unconfirmed?", n, n)
}

// Quit ends the program, and asks before if something would be lost; see QuitWith. Tasks continue at the service, and
// are picked up at the next start.
func (s *Shell) Quit() { s.QuitWith(s.app.Quit) }

// Working implements [action.Host]. Window's goroutine, as are the functions that it returns.
func (s *Shell) Working(title string, open func()) (step func(progress string), end func()) {
	w := s.works.add(title, open)
	step = func(progress string) { s.works.step(w, progress) }
	end = func() {
		s.works.end(w)
		s.live.reload() // quitWhenDone may wait for it
	}
	return step, end
}
