package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/folder"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// recoveryScreen fills the window while no library is open in it. It shows the problem with the library, or the
// progress of work on a closed one, and the ways to continue. Window's goroutine.
type recoveryScreen struct {
	p       *program
	dir     string // the folder of the library
	status  *kit.Text
	buttons []*kit.Button // the ways to continue; disabled during work
	said    time.Time     // when progress was shown last; on the goroutine of the work
}

func (p *program) newRecoveryScreen() *recoveryScreen {
	return &recoveryScreen{p: p, status: kit.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)}
}

// way is one of the ways to continue.
type way struct {
	word  string
	means string // its effect; "": the label is enough
	do    func()
}

// show shows the problem and the ways to continue. The first is the recommended one and gets the focus.
func (s *recoveryScreen) show(title, text, dir string, ways ...way) {
	s.dir = dir
	rows := []fyne.CanvasObject{
		kit.NewText(title, resources.SizeH1, resources.Text1, true),
		kit.NewText(text, resources.SizeBody, resources.Text1, false).Wrap(true),
		kit.NewText(dir, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
	}
	p, plain := s.p, kit.NewFlow(8)
	rows = append(rows, plain)
	for i, w := range ways {
		b := kit.NewButton(w.word, nil, kit.Plain, w.do)
		if i == 0 {
			b.SetKind(kit.Primary)
		}
		s.buttons = append(s.buttons, b)
		if w.means == "" {
			plain.Add(b)
			continue
		}
		rows = append(rows, kit.NewRow(8, b), kit.NewText(w.means, resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	kit.Show(plain, len(plain.Objects) > 0)
	rows = append(rows, s.status, kit.NewRow(8, kit.NewButton(lang.L("Quit"), nil, kit.Quiet, p.quit)))
	p.enter(recovering)
	p.window.SetMainMenu(nil) // its commands are those of the library that was closed
	p.window.Canvas().SetOnTypedKey(nil)
	p.window.SetCloseIntercept(p.quit)
	p.window.SetContent(problemFrame(rows...))
	p.window.Canvas().Focus(s.buttons[0])
}

// work runs do on the library's folder, off the window's goroutine, and then opens the library. If do fails, the
// buttons are enabled again.
func (s *recoveryScreen) work(do func(ctx context.Context, o db.Options) (words string, err error)) {
	p := s.p
	for _, b := range s.buttons {
		b.Disable()
	}
	s.status.SetColor(resources.Text2)
	s.status.SetText(lang.L("Reading the folder …"))
	progress := func(done, total int) {
		s.progress(func() string { return lang.L("Reading file %s of %s …", lang.Number(done+1), lang.Number(total)) })
	}
	p.opening.Go(guard.Func("recover the library", func() {
		var words string
		err := guard.Do("recover the library", func() (err error) {
			words, err = do(p.life, db.Options{Now: time.Now, Log: p.options.Log, Progress: progress,
				Probe: jobs.Probe})
			return err
		})
		switch {
		case p.life.Err() != nil:
		case err != nil:
			p.options.Log.Error("recover the library", "err", err)
			p.post(func() { s.failed(err) })
		default:
			p.post(func() { s.status.SetText(words) })
			p.loadFrom(s.dir)
		}
	}))
}

// failed gives the choice back.
func (s *recoveryScreen) failed(err error) {
	s.status.SetColor(resources.Err)
	s.status.SetText(lang.L("Failed, but nothing was lost: %s", wording.Fault(err)))
	for _, b := range s.buttons {
		b.Enable()
	}
}

// progressPause is the minimum time between two progress updates.
const progressPause = 100 * time.Millisecond

// progress shows how far the work is, unless it did so just before. On the goroutine of the work.
func (s *recoveryScreen) progress(words func() string) {
	if now := time.Now(); now.Sub(s.said) >= progressPause {
		s.said = now
		text := words()
		s.p.post(func() { s.status.SetText(text) })
	}
}

// sayOne fills the window with one line. Window's goroutine.
func (p *program) sayOne(words string) {
	p.window.SetContent(problemFrame(kit.NewText(words, resources.SizeH1, resources.Text1, true)))
}

// fail shows in the window what keeps the program from starting, and keeps it for Run. Off the window's goroutine.
func (p *program) fail(dir string, err error) {
	if p.life.Err() != nil {
		return // it ends before it began
	}
	p.failure = err
	if errors.Is(err, db.ErrLocked) { // no fault: that window is shown, and opens the files
		p.options.Log.Info("another process has the library open", "folder", dir)
	} else {
		p.options.Log.Error("the library cannot be opened", "err", err)
	}
	look := p.canLook(dir, err)
	var backup *db.Backup
	if errors.Is(err, db.ErrDamaged) {
		if last, err := db.LastBackup(p.life, dir); err == nil {
			backup = &last
		}
	}
	p.post(func() {
		switch {
		case errors.Is(err, db.ErrLocked):
			p.showLocked(dir)
		case errors.Is(err, db.ErrDamaged):
			p.showDamaged(dir, backup)
		case errors.Is(err, errMissing):
			p.showMissing(dir)
		default:
			p.showProblem(dir, err, look)
		}
	})
}

// showDamaged shows the ways to repair a damaged database; backup is nil if there is none.
func (p *program) showDamaged(dir string, backup *db.Backup) *recoveryScreen {
	s := p.newRecoveryScreen()
	ways := []way{{
		lang.L("Rebuild from the folder"),
		lang.L("Creates a new database from the files and their sidecars: prompts, costs, " +
			"stars. Running tasks are watched again, and what waits is held. Prices and settings are not included."),
		func() {
			s.work(func(ctx context.Context, o db.Options) (string, error) {
				report, err := boards.Rebuild(ctx, dir, o, db.Rebuild)
				return lang.L("Rebuilt: %s", wording.Rebuilt(report)), err
			})
		},
	}}
	if backup != nil {
		ways = slices.Insert(ways, 0, way{
			lang.L("Use the last backup"),
			lang.L("Restores the database of %s with its profiles, prices and jobs, and adds files "+
				"saved since. Waiting jobs are held: check whether they were already made before you send them.",
				backupAge(*backup, time.Now())),
			func() {
				s.work(func(ctx context.Context, o db.Options) (string, error) {
					report, err := boards.Rebuild(ctx, dir, o, db.RestoreBackup)
					if errors.Is(err, db.ErrNotFound) {
						return "", errBackupGone
					}
					return lang.L("Added since the backup: %s", wording.Rebuilt(report)), err
				})
			},
		})
	}
	title, text := problemWords(db.ErrDamaged)
	s.show(title, text, dir, ways...)
	return s
}

// errBackupGone: what the window offered cannot be used any more.
var errBackupGone = wording.MarkedError(lang.Mark("The backup can no longer be read."))

func backupAge(b db.Backup, now time.Time) string {
	if b.At.IsZero() {
		return lang.L("the backup")
	}
	return wording.When(b.At, now)
}

// showLocked offers to show the window of the program that has the library open, and then ends. If there are files to
// open, they are passed to that window without a question.
func (p *program) showLocked(dir string) *recoveryScreen {
	s := p.newRecoveryScreen()
	s.status.SetColor(resources.Warn)
	title, text := problemWords(db.ErrLocked)
	s.show(title, text, dir, way{word: lang.L("Show the running window"), do: func() { s.showRunning(dir) }})
	if len(p.options.Open) > 0 {
		s.showRunning(dir)
	}
	return s
}

// showRunning asks the other program for its window, once at a time.
func (s *recoveryScreen) showRunning(dir string) {
	p, show := s.p, s.buttons[0]
	show.Disable()
	s.status.SetText("")
	p.opening.Go(guard.Func("show the running window", func() {
		desktop.AllowForeground()
		err := automation.ShowWindow(p.life, dir, p.options.Open)
		p.post(func() {
			if err == nil {
				p.failure = nil // the other window is shown, as the user wanted
				p.quit()
				return
			}
			p.options.Log.Warn("show the running window", "err", err)
			s.status.SetText(lang.L("It is not responding. It may be starting, closing or repairing the library. Try again in a " +
				"moment, or look for its window."))
			show.Enable()
		})
	}))
}

// errMissing reports that the folder of the library is gone: it was moved, or its disk is not connected.
var errMissing = errors.New("the library folder is missing")

// showMissing asks for the folder of a library that was moved or is not mounted. It never makes a new library there
// unasked, because jobs of the missing one may still run.
func (p *program) showMissing(dir string) *recoveryScreen {
	s := p.newRecoveryScreen()
	title, text := problemWords(errMissing)
	s.show(title, text, dir,
		way{word: lang.L("Choose the folder…"), do: func() {
			choosing{p}.ChooseFolder(func(to string) { s.chosen(dir, to, true) })
		}},
		way{word: lang.L("Try again"), do: p.startAgain},
		way{lang.L("Start with a new library"),
			lang.L("Creates an empty library in this place. The missing one is not changed."), func() {
				s.work(func(context.Context, db.Options) (string, error) { return "", folder.MakePrivate(dir) })
			}})
	return s
}

// chosen starts on a folder that was chosen in place of dir. moved: the library of dir is looked for, and no new one is
// made.
func (s *recoveryScreen) chosen(dir, to string, moved bool) {
	p := s.p
	p.opening.Go(guard.Func("read the chosen folder", func() {
		found, err := chosenFolder(to, filepath.Base(dir))
		if moved && (err == nil && !found.library || errors.Is(err, errOtherUse)) {
			err = errNoLibrary
		}
		p.post(func() {
			if err != nil {
				s.status.SetColor(resources.Err)
				s.status.SetText(wording.Fault(err))
				return
			}
			p.startIn(dir, found.dir)
		})
	}))
}

// errNoLibrary reports that the chosen folder is not the missing library.
var errNoLibrary = wording.MarkedError(lang.Mark("There is no library in that folder. Choose the folder that contains viviscope.db."))

// showProblem shows any other error that prevents opening the library. look offers to open it read-only.
func (p *program) showProblem(dir string, err error, look bool) {
	start := func(readOnly bool) func() { return func() { p.readOnly = readOnly; p.startAgain() } }
	s := p.newRecoveryScreen()
	ways := []way{
		{word: lang.L("Try again"), do: start(false)},
		{word: lang.L("Use another folder…"), do: func() {
			choosing{p}.ChooseFolder(func(to string) { s.chosen(dir, to, false) })
		}},
	}
	if look {
		ways = append(ways, way{lang.L("Open read-only"),
			lang.L("Open read-only shows the library. Nothing is sent or saved, and " +
				"running jobs are not watched. It uses a temporary copy of the database on this computer."),
			start(true)})
	}
	title, text := problemWords(err)
	s.show(title, text, dir, ways...)
}

// canLook reports whether a library that cannot be opened can be looked at: it is there, and only writing fails. Off
// the window's goroutine.
func (p *program) canLook(dir string, err error) bool {
	if p.readOnly || !(errors.Is(err, folder.ErrReadOnly) || errors.Is(err, fs.ErrPermission)) {
		return false
	}
	f, err := os.Open(filepath.Join(dir, "viviscope.db"))
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// startAgain retries the start: the disk may be mounted or have space by now. Window's goroutine.
func (p *program) startAgain() {
	p.sayOne(lang.L("Reading the folder …"))
	p.opening.Go(guard.Func("open the library", p.load))
}

// startIn starts on another folder, which is the library's from now on if that works. Window's goroutine.
func (p *program) startIn(before, to string) {
	p.options.LibraryDir, p.readOnly = to, false
	p.startupNotice = func() {
		p.shell.Say(kit.ToneAccent, lang.L("The library has changed."),
			lang.L("It is in %[1]s. Nothing was changed in %[2]s.", to, before))
		p.shell.Do(lang.L("That library could not be selected."), func(context.Context) error {
			return backend.WriteFolder(backend.FolderFile(), to)
		})
	}
	p.startAgain()
}

// problemWords returns the title and text for an error that prevents the start on a library, with what to do next.
func problemWords(err error) (title, text string) {
	switch {
	case errors.Is(err, db.ErrLocked):
		return lang.L("This library is already open"),
			lang.L("Another Viviscope is using this library, and two at once could send " +
				"a request twice. Use the open window, or start with another folder: viviscope -library FOLDER.")
	case errors.Is(err, db.ErrNewerSchema):
		return lang.L("This library was saved by a newer version"),
			lang.L("It was not changed. Install the newer version of Viviscope " +
				"to open it, or use another folder.")
	case errors.Is(err, errMissing):
		return lang.L("The library folder was not found"),
			lang.L("If you moved it, choose it. If it is on another disk, connect the disk " +
				"and try again.")
	case errors.Is(err, db.ErrDamaged):
		return lang.L("The library’s database is damaged"),
			lang.L("Your clips and pictures are safe, and nothing was changed. " +
				"Whatever you choose, the damaged database is kept in the backups folder.")
	}
	return lang.L("Viviscope cannot start"), startWords(err)
}

// startWords returns why a library's folder cannot be used, and what helps.
func startWords(err error) string {
	switch {
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The library disk is full. Free some space and try again, or use another folder.")
	case errors.Is(err, folder.ErrReadOnly):
		return lang.L("The library disk is read-only. Make it writable and try again, or use another folder.")
	case errors.Is(err, syscall.ENAMETOOLONG):
		return lang.L("The library’s path is too long for this computer. Use a folder with a shorter path.")
	case errors.Is(err, syscall.ENOTDIR):
		return lang.L("Part of the library’s path is a file. Move that file and try again, or use another folder.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to write to the library folder, or its disk is not connected. Fix this and try again, or use " +
			"another folder.")
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("The library folder was not found. Connect its disk and try again, or use another folder.")
	}
	return wording.Fault(err)
}

// problemWidth is as wide as lines are read with ease, px.
const problemWidth = 640

// problemFrame returns a column of rows at the upper left of the window. The window keeps its size, because the program
// may continue in it.
func problemFrame(rows ...fyne.CanvasObject) fyne.CanvasObject {
	words := kit.NewFixed(problemWidth, 0, kit.NewInset(48, 24, 24, 48, kit.NewColumn(12, rows...)))
	scroll := kit.NewVScroll(words) // large text on a small screen needs more than there is
	kit.Follow(scroll, words)
	return container.NewStack(kit.NewGround(resources.BgWindow), container.NewBorder(nil, nil, scroll, nil))
}
