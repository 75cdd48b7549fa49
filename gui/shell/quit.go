package shell

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// saveLimit is how long quitting waits for changes to be written before it asks.
const saveLimit = 5 * time.Second

// departure is a way to leave the program.
type departure struct {
	end      func()
	restarts bool     // the program starts again
	lost     []string // messages about what else is lost
}

// QuitWith ends the program by calling end. First it writes unsaved changes. It asks the user if a picture call is
// open, work is running, typed input would be lost, or changes could not be written.
func (s *Shell) QuitWith(end func()) { s.depart(departure{end: end}) }

// RestartWith is QuitWith for a restart, which also asks about the messages in lost.
func (s *Shell) RestartWith(end func(), lost ...string) {
	s.depart(departure{end: end, restarts: true, lost: lost})
}

func (s *Shell) depart(d departure) {
	asking := s.asking != nil && s.asking.Shown()
	if s.saving || asking && (len(d.lost) > 0 || s.QuitAsks()) { // what was asked about may have ended meanwhile
		return
	}
	s.departAfter(s.save(), d)
}

// departAfter runs save off the window's goroutine, and then quits. save may be nil.
func (s *Shell) departAfter(save func(ctx context.Context) error, d departure) {
	if save == nil {
		s.quit(d, nil)
		return
	}
	s.saving = true
	s.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, saveLimit)
		defer cancel()
		err := save(ctx)
		s.Post(func() {
			s.saving = false
			s.quit(d, err)
		})
	})
}

// unstored returns the input that the program would lose when it ends. Window's goroutine.
func (s *Shell) unstored() (t Typed) {
	if s.screens.Typed != nil && !s.deps.ReadOnly {
		t = s.screens.Typed()
	}
	return t
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

// quit leaves the program, or asks one question about all that would be lost. unsaved is why changes could not be
// written; nil: they were.
func (s *Shell) quit(d departure, unsaved error) {
	calls, typed := s.deps.Engine.OpenPictureCalls(), s.unstored()
	running := calls + len(s.works.list)
	about := slices.Concat(typed.Lost, d.lost)
	if unsaved != nil {
		about = slices.Insert(about, 0, unsavedLead()+" "+wording.Fault(unsaved))
	}
	if calls > 0 {
		about = append(about, quitWords(calls))
	}
	if len(s.works.list) > 0 {
		about = append(about, s.works.question())
	}
	if len(about) == 0 {
		s.leaving = nil
		d.end()
		return
	}
	d.lost = nil // from here on the user knows
	title := lang.L("Quit now?")
	if d.restarts {
		title = lang.L("Restart now?")
	}
	answers := []kit.Answer{{Word: lang.L("Stay"), Kind: kit.Plain, Enter: true, Cancel: true, Do: s.stay}}
	switch {
	case running > 0:
		answers = append(answers, kit.Answer{Word: lang.N("Quit when it is done", "Quit when they are done", running),
			Kind: kit.Plain,
			Do:   func() { s.quitWhenDone(d) }})
		fallthrough
	case unsaved != nil || typed.Save == nil:
		answers = append(answers, kit.Answer{Word: leaveWord(d, calls, unsaved), Kind: kit.Danger, Do: d.end})
	default:
		save := lang.L("Save and quit")
		if d.restarts {
			save = lang.L("Save and restart")
		}
		answers = append(answers, kit.Answer{Word: lang.L("Discard"), Kind: kit.Plain, Do: d.end},
			kit.Answer{Word: save, Kind: kit.Primary, Do: func() { s.departAfter(typed.Save, d) }})
	}
	s.asking = kit.Ask(s.window.Canvas(), title, strings.Join(about, "\n"), nil, answers...)
}

// leaveWord returns the label of the button that leaves at once.
func leaveWord(d departure, calls int, unsaved error) string {
	switch {
	case unsaved != nil:
		return lang.L("Quit anyway")
	case calls > 0:
		return lang.L("Quit and mark unconfirmed")
	case d.restarts:
		return lang.L("Restart now")
	}
	return lang.L("Quit now")
}

// quitWhenDone ends the program once no picture call is open, the pictures are saved, and no work is running. Until
// then nothing more is sent, and the user may still stay.
func (s *Shell) quitWhenDone(d departure) {
	s.deps.Engine.StopSending(true)
	s.leaving = &d
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
		s.depart(*s.leaving)
	}
}

// stay ends the wait for quitting.
func (s *Shell) stay() {
	if s.leaving != nil {
		s.leaving = nil
		s.deps.Engine.StopSending(false)
	}
}

// QuitAsks reports whether Quit may ask before it ends the program: a picture is being made, work is running, typed
// input would be lost, or a change is not saved yet.
func (s *Shell) QuitAsks() bool {
	return len(s.unstored().Lost) > 0 || s.deps.Engine.OpenPictureCalls()+len(s.works.list) > 0 || s.save() != nil
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
