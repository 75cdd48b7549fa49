package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// deviceSettings are what is set for this computer. It holds no secret. It is safe for concurrent use.
type deviceSettings struct {
	file string

	writing sync.Mutex // held while a change is made and written; who only reads the settings does not wait for the disk
	unkept  bool       // the file lacks a change because the disk failed; guarded by writing

	mu  sync.Mutex
	set deviceValues // guarded by mu
}

type deviceValues struct {
	backend.ProxyValues

	Tray     bool        `json:"tray,omitempty"`      // closing the window leaves the program in the tray
	TrayTold bool        `json:"tray_told,omitempty"` // that was said once
	Language string      `json:"language,omitempty"`  // BCP 47 tag; "": the system's
	Moved    movedFolder `json:"moved,omitzero"`

	Personal gui.Personal `json:"personal,omitzero"`
	Frame    lastFrame    `json:"frame,omitzero"`
}

// movedFolder is a move of a library that was not seen to its end: something of the old folder may be left.
type movedFolder struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// openDeviceSettings reads the settings. Without a file all have their first values; an error comes with those as well.
func openDeviceSettings(file string) (*deviceSettings, error) {
	set, err := readDeviceValues(file)
	m := &deviceSettings{file: file, set: set}
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	return m, err
}

// readDeviceValues reads the file of the settings whole, or nothing of it.
func readDeviceValues(file string) (set deviceValues, err error) {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &set)
	}
	if err != nil {
		return deviceValues{}, fmt.Errorf("read the settings of this computer: %w", err)
	}
	return set, nil
}

func (m *deviceSettings) get() deviceValues {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.set
}

func (m *deviceSettings) ProxyValues() backend.ProxyValues { return m.get().ProxyValues }

func (m *deviceSettings) ChangeProxy(f func(*backend.ProxyValues)) error {
	return m.change(func(v *deviceValues) { f(&v.ProxyValues) })
}

// apply changes settings until the program ends; see keep.
func (m *deviceSettings) apply(f func(*deviceValues)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.set)
}

// change changes settings at once, and keeps that; those in memory are changed also where the disk fails.
func (m *deviceSettings) change(f func(*deviceValues)) error {
	m.apply(f)
	return m.keep(f)
}

// keep changes the settings in their file. What the window of another library, which is a program of its own, has changed in the meantime
// stays so.
func (m *deviceSettings) keep(f func(*deviceValues)) error {
	m.writing.Lock()
	defer m.writing.Unlock()
	set := m.get()
	if !m.unkept {
		if there, err := readDeviceValues(m.file); err == nil {
			set = there
		}
	}
	f(&set)
	data, err := json.MarshalIndent(set, "", "\t")
	if err == nil {
		err = backend.WriteFileAtomic(m.file, append(data, '\n'))
	}
	if m.unkept = err != nil; m.unkept {
		return fmt.Errorf("keep the settings of this computer: %w", err)
	}
	return nil
}

// folder is where the library is: where the command line says, else where it was put last, else in the pictures folder. A
// move that a crash cut off behind its last step but one is completed.
func (p *program) folder() string {
	dir := backend.LibraryFolder(p.options.LibraryDir, p.options.About.ID, p.options.Log)
	if p.options.LibraryDir != "" {
		p.options.LibraryDir = dir // for the rest of this run
	}
	return dir
}

// useFolder makes a folder the library's from now on.
func (p *program) useFolder(dir string) error {
	if err := backend.WriteFolder(backend.FolderFile(), dir); err != nil {
		return err
	}
	if p.options.LibraryDir != "" {
		p.options.LibraryDir = dir // for the rest of this run
	}
	return nil
}

// errRequestsOpen: one was sent between the question and the answer.
var errRequestsOpen = wording.MarkedError(lang.Mark("A request is being sent. Wait for its answer first."))

// errInLibrary: a library cannot move into itself.
var errInLibrary = wording.MarkedError(lang.Mark("That folder is inside the library. Choose one outside it."))

// movePlan is what is known before a library moves.
type movePlan struct {
	from, to  string
	bytes     int64 // of clips and pictures
	free      int64 // there
	freeKnown bool
	sending   int  // calls that wait for their answer: what they would bring cannot be asked for again
	library   bool // the folder is a library itself, and can only be opened
	named     bool // the command line says where the library is
}

// askMove lets a person choose where the library is to move to. Window's goroutine.
func (p *program) askMove() {
	nav{p}.ChooseFolder(func(chosen string) {
		whenRead(p.shell, lang.L("The folder could not be read."), func(ctx context.Context) (movePlan, error) {
			storage, err := p.Library.Storage(ctx)
			counts, countErr := p.countJobs(ctx)
			if err := errors.Join(err, countErr); err != nil {
				return movePlan{}, err
			}
			return planMove(movePlan{from: p.Library.Dir(), bytes: storage.Bytes + storage.TrashBytes, sending: counts[db.Sending],
				named: p.options.LibraryDir != ""}, chosen)
		}, p.showMoveQuestion)
	})
}

// planMove decides where exactly the library goes to. A folder that holds other things gets one of its own for it.
func planMove(plan movePlan, chosen string) (movePlan, error) {
	plan.to = chosen
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
	plan.free, err = folder.FreeSpace(chosen)
	plan.freeKnown = err == nil
	return plan, nil
}

func (p *program) showMoveQuestion(plan movePlan) {
	title, words := moveWords(plan)
	safe := widgets.Answer{Word: lang.L("Keep it here"), Kind: widgets.Primary}
	other := widgets.Answer{Word: lang.L("Move the library"), Kind: widgets.Plain, Do: func() { p.moveUnlessSending(plan.to) }}
	switch {
	case plan.library:
		safe.Word = lang.L("Keep this library")
		other = widgets.Answer{Word: lang.L("Open that library at the next start"), Kind: widgets.Plain, Do: func() { p.openNextTime(plan.to) }}
	case plan.sending > 0:
		safe, other = p.toQueue(), widgets.Answer{Word: lang.L("Close"), Kind: widgets.Quiet}
	default:
		words = append(words, p.unsaved()...)
	}
	to := widgets.NewText(plan.to, resources.SizeSM, resources.Text1, false).Mono().Wrap(true)
	p.ask(title, paragraphs(words), to, safe, other)
}

// toQueue is the answer where jobs stand in the way.
func (p *program) toQueue() widgets.Answer {
	return widgets.Answer{Word: lang.L("Show the Queue"), Kind: widgets.Primary, Do: func() { p.shell.Show(gui.Queue) }}
}

// moveWords says what a move does, or why there must be none now.
func moveWords(plan movePlan) (title string, words []string) {
	switch {
	case plan.library:
		return lang.L("This folder contains another library"), []string{
			lang.L("Libraries cannot be merged. Choose another folder for this one; the files of the other can be imported."),
		}
	case plan.sending > 0:
		return lang.L("The library cannot be moved now"), []string{
			waitForAnswers(plan.sending),
		}
	}
	words = []string{
		lang.L("Viviscope closes the library, moves it and reopens it. On the same disk this takes a moment. On another disk " +
			"everything is copied and verified before anything here is deleted, so the library is safe at every step."),
	}
	goOn := lang.L("Running tasks continue at the service and are watched again afterwards.")
	if plan.freeKnown {
		words = append(words, lang.L("%s of clips and pictures; %s free.", wording.Bytes(plan.bytes), wording.Bytes(plan.free))+" "+goOn)
	} else {
		words = append(words, lang.L("%s of clips and pictures.", wording.Bytes(plan.bytes))+" "+goOn)
	}
	if plan.freeKnown && plan.free < plan.bytes {
		words = append(words, lang.L("If it is on another disk, there is not enough space and nothing will be moved."))
	}
	if plan.named {
		words = append(words, lang.L("Viviscope was started with -library. Use the new folder there from now on."))
	}
	return lang.L("Move the library here?"), words
}

// waitForAnswers returns why nothing may be closed while requests wait for their answer.
func waitForAnswers(sending int) string {
	return lang.N("%s request is waiting for its answer. It cannot be resumed and may be charged, so wait for it first.",
		"%s requests are waiting for their answers. They cannot be resumed and may be charged, so wait for them first.",
		sending, lang.Number(sending))
}

// openNextTime makes another library the one of the next start.
func (p *program) openNextTime(dir string) {
	whenRead(p.shell, lang.L("That library could not be selected."), func(context.Context) (string, error) {
		return dir,
			backend.WriteFolder(backend.FolderFile(), dir)
	}, func(dir string) {
		p.shell.Say(widgets.ToneAccent, lang.L("The library changes at the next start."),
			lang.L("It is in %s. The open library stays where it is.", dir))
	})
}

// moveUnlessSending looks once more whether a request was sent between the question and the answer, and moves the library.
// Window's goroutine.
func (p *program) moveUnlessSending(to string) {
	whenRead(p.shell, lang.L("The library could not be moved."), func(ctx context.Context) (map[db.JobState]int, error) {
		counts, err := p.countJobs(ctx)
		if counts[db.Sending] > 0 {
			err = errRequestsOpen
		}
		return counts, err
	}, func(map[db.JobState]int) { p.move(to) })
}

// move closes the library, moves it, and opens it again. Window's goroutine.
func (p *program) move(to string) {
	from, s := p.Library.Dir(), p.newRecoveryScreen()
	p.goOn()
	s.workOnClosed(lang.L("Moving the library"),
		lang.L("Nothing here is deleted until everything is in the new place. Closing the window cancels the move."), from+"\n"+to,
		func(ctx context.Context, o db.Options) (string, error) {
			p.shell.End()
			if err := p.close(); err != nil {
				return "", fmt.Errorf("close the library: %w", err)
			}
			if err := p.moveClosed(ctx, from, to, db.Move{Library: o, Progress: s.copied}); err != nil {
				return "", err
			}
			p.startupNotice = func() {
				p.shell.Show(gui.Settings) // where the move was asked for
				p.shell.Say(widgets.ToneOK, lang.L("The library was moved."), lang.L("It is in %s now.", p.Library.Dir()),
					action.Action{Label: lang.L("Show in folder"), Do: p.showFolder})
			}
			return lang.L("The library was moved."), nil
		})
}

// moveClosed moves the folder of a library that is closed, and remembers where it is.
func (p *program) moveClosed(ctx context.Context, from, to string, m db.Move) error {
	m.Switch = func() error {
		if err := p.useFolder(to); err != nil {
			return err
		}
		p.setMoved(movedFolder{from, to})
		return nil
	}
	err := db.MoveLibrary(ctx, from, to, m)
	if err == nil {
		p.setMoved(movedFolder{})
	}
	return err
}

// setMoved remembers a move until it has ended. Where the disk refuses that, nothing is said of what it leaves, and that is all.
func (p *program) setMoved(moved movedFolder) {
	if err := p.device.change(func(v *deviceValues) { v.Moved = moved }); err != nil {
		p.options.Log.Warn("remember the old folder", "err", err)
	}
}

// sayOldFolder says once that a move which was cut off has left the old folder.
func (p *program) sayOldFolder() {
	moved := p.device.get().Moved
	if moved.To != p.Library.Dir() {
		return
	}
	p.setMoved(movedFolder{})
	if isFolder(moved.From) {
		p.shell.Say(widgets.ToneAccent, lang.L("The old library folder is still there."),
			lang.L("The move to %[1]s was interrupted after everything was copied. You can delete %[2]s.", moved.To, moved.From),
			action.Action{Label: lang.L("Show in folder"), Do: func() { nav{p}.RevealFile(moved.From) }})
	}
}

// copied shows how much is copied, now and then.
func (s *recoveryScreen) copied(done, total int64) {
	s.progress(func() string { return lang.L("%s of %s copied …", wording.Bytes(done), wording.Bytes(total)) })
}

func (p *program) showFolder() {
	p.shell.Do(lang.L("The library folder could not be shown."), func(context.Context) error { return desktop.OpenFile(p.Library.Dir()) })
}
