package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// errRequestsOpen: one was sent between the question and the answer.
var errRequestsOpen = errors.New("a request is being sent now; let it be answered first")

// errInLibrary: a library cannot move into itself.
var errInLibrary = errors.New("the folder is part of the library")

// movePlan is what is known before a library moves.
type movePlan struct {
	from, to  string
	bytes     int64 // of clips and pictures
	free      int64 // there
	freeKnown bool
	sending   int  // calls that wait for their answer
	library   bool // the folder is a library itself, and can only be opened
	named     bool // the command line says where the library is
}

// askMove lets a person choose where the library is to move to. Window's goroutine.
func (p *program) askMove() {
	p.pickFolder(func(chosen string) {
		p.shell.Do(lang.L("Could not look at that folder."), func(ctx context.Context) error {
			plan, err := planMove(ctx, p.lib, chosen)
			if err != nil {
				return inWords(err)
			}
			plan.named = p.options.LibraryDir != ""
			p.shell.Post(func() { p.showMoveQuestion(plan) })
			return nil
		})
	})
}

// moving is what a plan is read from; *db.Library is one.
type moving interface {
	jobCounter
	Dir() string
	Storage(ctx context.Context) (db.Storage, error)
}

// planMove decides where exactly the library goes to. A folder that holds other things gets one of its own for it.
func planMove(ctx context.Context, l moving, chosen string) (movePlan, error) {
	plan := movePlan{from: l.Dir(), to: chosen}
	if rel, err := filepath.Rel(plan.from, chosen); err == nil && filepath.IsLocal(rel) {
		return plan, fmt.Errorf("move to %s: %w", chosen, errInLibrary)
	}
	if _, err := os.Stat(filepath.Join(chosen, "viviscope.db")); err == nil {
		plan.library = true
		return plan, nil
	}
	entries, err := os.ReadDir(chosen)
	if err != nil {
		return plan, fmt.Errorf("read folder: %w", err)
	}
	if len(entries) > 0 {
		plan.to = filepath.Join(chosen, filepath.Base(plan.from))
		if inside, err := os.ReadDir(plan.to); err == nil && len(inside) > 0 {
			return plan, fmt.Errorf("%s: %w", plan.to, db.ErrOccupied)
		}
	}
	storage, err := l.Storage(ctx)
	if err != nil {
		return plan, err
	}
	plan.bytes = storage.Bytes + storage.TrashBytes
	if free, err := db.FreeSpace(chosen); err == nil {
		plan.free, plan.freeKnown = free, true
	}
	plan.sending, err = sendingNow(ctx, l)
	return plan, err
}

// sendingNow counts the requests that are out and have no answer. What they would bring cannot be asked for again.
func sendingNow(ctx context.Context, l jobCounter) (int, error) {
	counts, err := l.JobCounts(ctx, 0)
	return counts[db.Sending], err
}

func (p *program) showMoveQuestion(plan movePlan) {
	title, words := moveWords(plan)
	safe := choice{lang.L("Keep it where it is"), widgets.Primary, func() {}}
	other := choice{lang.L("Move the library"), widgets.Plain, func() { p.moveUnlessSending(plan.to) }}
	switch {
	case plan.library:
		safe.word = lang.L("Stay with this one")
		other = choice{lang.L("Open that one at the next start"), widgets.Plain, func() { p.openNextTime(plan.to) }}
	case plan.sending > 0:
		safe, other = p.toQueue(), choice{lang.L("Close"), widgets.Quiet, func() {}}
	default:
		words = append(words, p.unsaved()...)
	}
	to := widgets.NewText(plan.to, resources.SizeSM, resources.Text1, false).Mono().Wrap(true)
	p.ask(title, append([]fyne.CanvasObject{to}, paragraphs(words)...), safe, other)
}

// toQueue is the answer where jobs stand in the way.
func (p *program) toQueue() choice {
	return choice{lang.L("Show the Queue"), widgets.Primary, func() { p.shell.Show(gui.Queue) }}
}

// moveWords says what a move does, or why there must be none now.
func moveWords(plan movePlan) (title string, words []string) {
	switch {
	case plan.library:
		return lang.L("There is another library in this folder"), []string{
			lang.L("Two libraries cannot become one. To move this one, choose another folder; what is in the other one can be imported."),
		}
	case plan.sending > 0:
		return lang.L("The library cannot move now"), []string{
			lang.N("%s request is out and has no answer yet. It cannot be picked up again, and it may be paid for. Let it be answered first.",
				"%s requests are out and have no answer yet. They cannot be picked up again, and they may be paid for. Let them be answered first.",
				plan.sending, lang.Number(plan.sending)),
		}
	}
	words = []string{
		lang.L("The window closes the library, moves it, and opens it there. On the same disk that takes a moment. On another disk everything is copied and read again before anything here is deleted; whatever happens in between, the library stays whole."),
	}
	goOn := lang.L("Tasks under way go on at the service and are watched again afterwards.")
	if plan.freeKnown {
		words = append(words, lang.L("%s of clips and pictures, %s free there.", wording.Bytes(plan.bytes), wording.Bytes(plan.free))+" "+goOn)
	} else {
		words = append(words, lang.L("%s of clips and pictures.", wording.Bytes(plan.bytes))+" "+goOn)
	}
	if plan.freeKnown && plan.free < plan.bytes {
		words = append(words, lang.L("If that is another disk it is too small, and nothing will be moved."))
	}
	if plan.named {
		words = append(words, lang.L("This window was started with -library. Start it with the new folder from now on."))
	}
	return lang.L("Move the library here?"), words
}

// openNextTime makes another library the one of the next start.
func (p *program) openNextTime(dir string) {
	p.shell.Do(lang.L("Could not choose that library."), func(context.Context) error {
		if err := writeFolder(folderFile(), dir); err != nil {
			return err
		}
		p.shell.Post(func() {
			p.shell.Say(widgets.ToneAccent, lang.L("From the next start on the library is another one."),
				lang.L("It is in %s. The one that is open stays where it is.", dir))
		})
		return nil
	})
}

// moveUnlessSending looks once more whether a request was sent between the question and the answer, and moves the library.
// Window's goroutine.
func (p *program) moveUnlessSending(to string) {
	p.shell.Do(lang.L("Could not move the library."), func(ctx context.Context) error {
		if n, err := sendingNow(ctx, p.lib); err != nil {
			return err
		} else if n > 0 {
			return inWords(errRequestsOpen)
		}
		p.shell.Post(func() { p.move(to) })
		return nil
	})
}

// move closes the library, moves it, and opens it again in the same window. Window's goroutine.
func (p *program) move(to string) {
	dir := p.lib.Dir()
	p.renewing.Store(true)
	m := &mender{dir: dir, now: time.Now, log: p.options.Log, post: p.handOver,
		quit: func() { p.over.Store(true); p.app.Quit() },
		run:  func(f func(context.Context)) { p.opening.Go(func() { f(p.life) }) },
	}
	moved := false
	m.mended = func(ctx context.Context) {
		p.renewing.Store(false)
		p.greet = func() {
			if moved {
				p.shell.Say(widgets.ToneOK, lang.L("The library was moved."), lang.L("It is in %s now.", p.lib.Dir()))
			}
		}
		p.load(ctx)
	}
	m.buildMove(to)
	p.window.SetMainMenu(nil) // its commands are those of the library that is being closed
	p.window.Canvas().SetOnTypedKey(nil)
	p.window.SetCloseIntercept(m.quit)
	p.window.SetContent(m.content)
	m.start(func(ctx context.Context, o db.Options) (string, error) {
		o.Probe = jobs.Probe
		if err := p.moveClosed(ctx, dir, to, db.Move{Library: o, Progress: m.copied()}); err != nil {
			return "", err
		}
		moved = true
		return lang.L("The library is moved."), nil
	})
}

// moveClosed ends all work, gives the library back and moves it.
func (p *program) moveClosed(ctx context.Context, from, to string, m db.Move) error {
	if p.lib != nil {
		p.shell.End()
		if err := p.takeDown(); err != nil {
			return fmt.Errorf("close the library: %w", err)
		}
	}
	m.Switch = func() error { return p.useFolder(to) }
	return db.MoveLibrary(ctx, from, to, m)
}

// copied returns a function that shows how much is copied, now and then.
func (m *mender) copied() func(done, total int64) {
	say := m.nowAndThen()
	return func(done, total int64) {
		say(func() string { return lang.L("%s of %s copied …", wording.Bytes(done), wording.Bytes(total)) })
	}
}

// buildMove makes the content of the window while a library moves: what happens, and after a failure the ways on.
func (m *mender) buildMove(to string) {
	m.status = widgets.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)
	open := widgets.NewButton(lang.L("Open the library"), nil, widgets.Primary, func() {
		m.start(func(context.Context, db.Options) (string, error) { return "", nil })
	})
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Quiet, m.quit)
	m.buttons, m.first = []*widgets.Button{open, quit}, open
	m.content = problemFrame(
		widgets.NewText(lang.L("The library is moved"), resources.SizeH1, resources.Text1, true),
		widgets.NewText(lang.L("Until all of it is in the new place nothing here is deleted. Closing the window stops the move and keeps the library where it is."), resources.SizeBody, resources.Text1, false).Wrap(true),
		widgets.NewText(m.dir+" → "+to, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
		m.status, widgets.NewRow(8, open, quit))
}
