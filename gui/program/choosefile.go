package program

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"viviscope/client/guard"
	"viviscope/gui/action"
	"viviscope/gui/desktop"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// askFiles lets a person choose files or a folder, with the desktop's own dialog, and with a sheet where there is none. One question is open at
// a time: the next takes its place. Window's goroutine.
func (p *program) askFiles(q desktop.FileQuestion, picked func(paths []string)) {
	if p.unask != nil {
		p.unask()
	}
	ctx, end := context.WithCancel(p.life)
	p.unask = end
	if p.chosenIn == "" {
		p.chosenIn = startFolder()
	}
	q.In = p.chosenIn
	window := p.handle()
	guard.Go("file dialog", func() {
		paths, err := desktop.AskFiles(ctx, window, q)
		p.post(func() {
			switch {
			case ctx.Err() != nil: // another question took its place
			case errors.Is(err, desktop.ErrNoFileDialog):
				p.options.Log.Info("files are chosen in the window", "cause", err)
				p.showFileSheet(q, func(paths []string) { p.chosen(q, paths, picked) })
			case len(paths) > 0:
				p.chosen(q, paths, picked)
			}
		})
	})
}

// chosen hands on what was chosen; the next question begins in the same folder.
func (p *program) chosen(q desktop.FileQuestion, paths []string, picked func(paths []string)) {
	if p.chosenIn = paths[0]; !q.Folder {
		p.chosenIn = filepath.Dir(paths[0])
	}
	picked(paths)
}

func (n nav) ChooseFile(endings []string, picked func(path string)) {
	n.askFiles(desktop.FileQuestion{Title: lang.L("Choose a file"), Endings: endings}, func(paths []string) { picked(paths[0]) })
}

// SaveFile: the dialog asks about a file that is there already.
func (n nav) SaveFile(name string, picked func(path string)) {
	n.askFiles(desktop.FileQuestion{Title: lang.L("Save as"), Save: name}, func(paths []string) { picked(paths[0]) })
}

func (n nav) ChooseFolder(picked func(path string)) {
	n.askFiles(desktop.FileQuestion{Title: lang.L("Choose a folder"), Folder: true}, func(paths []string) { picked(paths[0]) })
}

// startFolder is where a person begins to choose.
func startFolder() string {
	if isFolder(xdg.UserDirs.Documents) {
		return xdg.UserDirs.Documents
	}
	return xdg.Home
}

// fileSheet is the dialog for files where the desktop has none: a path to type, and what its folder holds. Window's goroutine.
type fileSheet struct {
	p      *program
	q      desktop.FileQuestion
	picked func(paths []string)

	sheet  *widgets.Sheet
	path   *widgets.Entry
	list   *widgets.List
	note   *widgets.Text
	folder string   // of the path that is typed, with a separator at its end
	all    []string // what it holds, folders first and with a separator at their ends
	shown  []string // what begins with the name that is typed
	marked []string // of several files, those that are chosen
}

// The measures of the sheet, in px.
const (
	fileSheetWide  = 600
	fileListHigh   = 320
	aroundFileList = 232 // what a window keeps for the rest of the sheet
)

const separator = string(filepath.Separator)

func (p *program) showFileSheet(q desktop.FileQuestion, picked func(paths []string)) {
	s := &fileSheet{p: p, q: q, picked: picked}
	title := widgets.NewText(q.Title, resources.SizeH2, resources.Text1, true)
	s.path = widgets.NewEntry()
	s.path.SetName(title)
	s.path.OnChanged = func(string) { s.typed() }
	s.path.OnKey = s.key
	s.list = widgets.NewList(func() int { return len(s.shown) }, func() fyne.CanvasObject { return action.NewRow() }, func(i int, cell fyne.CanvasObject) {
		mark := ""
		if slices.Contains(s.marked, s.folder+s.shown[i]) {
			mark = lang.L("Chosen")
		}
		cell.(*action.Row).Set(action.Action{Label: s.shown[i]}, mark, "", "")
	})
	s.list.SetName(title)
	s.list.OnOpen = s.mark
	s.list.OnTapped = func(i int) {
		if strings.HasSuffix(s.shown[i], separator) {
			p.window.Canvas().Focus(s.path) // to type on; a key stays in the list, or the field would take the blank that it types
		}
		s.mark(i)
	}
	s.note = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	word := lang.L("Choose")
	if q.Save != "" {
		word = lang.X("verb", "Save")
	}
	canvas := p.window.Canvas()
	s.sheet = widgets.ShowWideSheet(canvas, fileSheetWide, widgets.NewColumn(8, title, s.path,
		widgets.NewFixed(0, min(fileListHigh, canvas.Size().Height-aroundFileList), s.list), s.note,
		widgets.NewRow(8, widgets.NewSpring(), widgets.NewButton(lang.L("Cancel"), nil, widgets.Plain, func() { s.sheet.Hide() }),
			widgets.NewButton(word, nil, widgets.Primary, s.take))), nil)
	s.goTo(q.In, q.Save)
	canvas.Focus(s.path)
}

// goTo types a folder and a name in it.
func (s *fileSheet) goTo(folder, name string) {
	s.path.SetText(strings.TrimSuffix(folder, separator) + separator + name)
	s.path.CursorColumn = utf8.RuneCountInString(s.path.Text)
	s.path.Refresh()
}

// whole is the path that is typed.
func (s *fileSheet) whole() (folder, name string) {
	text := strings.TrimSpace(s.path.Text)
	if rest, ok := strings.CutPrefix(text, "~"+separator); ok {
		text = xdg.Home + separator + rest
	}
	return filepath.Split(text)
}

// typed lists what fits, once the folder is read.
func (s *fileSheet) typed() {
	s.say("")
	if folder, _ := s.whole(); folder != s.folder {
		s.folder, s.all, s.marked = folder, nil, nil
		guard.Go("list files", func() {
			all := choices(s.q, folder)
			s.p.post(func() {
				if folder == s.folder {
					s.all = all
					s.find()
				}
			})
		})
	}
	s.find()
}

// choices lists what a question can be answered with in a folder, and the folders that lead on.
func choices(q desktop.FileQuestion, folder string) []string {
	entries, _ := os.ReadDir(folder) // of what cannot be read nothing is shown, and the path says so
	folders, files := []string{upwards}, []string(nil)
	for _, e := range entries {
		switch {
		case e.IsDir(), e.Type()&fs.ModeSymlink != 0 && isFolder(filepath.Join(folder, e.Name())):
			folders = append(folders, e.Name()+separator)
		case q.Folder, q.Save != "":
		case len(q.Endings) == 0, slices.Contains(q.Endings, strings.ToLower(filepath.Ext(e.Name()))):
			files = append(files, e.Name())
		}
	}
	return append(folders, files...)
}

func (s *fileSheet) find() {
	_, start := s.whole()
	if s.q.Save != "" {
		start = ""
	}
	s.shown = nil
	for _, name := range s.all {
		hidden := strings.HasPrefix(name, ".") && name != upwards && !strings.HasPrefix(start, ".")
		if !hidden && (name == upwards || strings.HasPrefix(strings.ToLower(name), strings.ToLower(start))) {
			s.shown = append(s.shown, name)
		}
	}
	s.list.Update()
	s.list.Choose(-1)
}

const upwards = ".." + separator

// key gives the keys that choose to the list while the field has the keyboard; Enter opens what was chosen there, or takes the path.
func (s *fileSheet) key(e *fyne.KeyEvent) bool {
	switch at := s.list.At(); e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if at >= 0 && len(s.marked) == 0 {
			s.open(at)
		} else {
			s.take()
		}
	case fyne.KeyDown, fyne.KeyUp, fyne.KeyPageDown, fyne.KeyPageUp:
		s.list.TypedKey(e)
	default:
		return false
	}
	return true
}

// mark chooses one of several files, or takes it back. Anything else it opens.
func (s *fileSheet) mark(i int) {
	path := s.folder + s.shown[i]
	if !s.q.Many || strings.HasSuffix(path, separator) {
		s.open(i)
		return
	}
	if at := slices.Index(s.marked, path); at >= 0 {
		s.marked = slices.Delete(s.marked, at, at+1)
	} else {
		s.marked = append(s.marked, path)
	}
	s.list.Update()
}

// open goes into a folder of the list, or takes a file.
func (s *fileSheet) open(i int) {
	folder, name := s.whole()
	if s.q.Save == "" {
		name = ""
	}
	switch chosen := s.shown[i]; {
	case chosen == upwards:
		s.goTo(filepath.Dir(strings.TrimSuffix(folder, separator)), name)
	case strings.HasSuffix(chosen, separator):
		s.goTo(folder+chosen, name)
	default:
		s.finish(folder + chosen)
	}
}

// take ends with the files that are marked, or with the path that is typed, where it can be had. A folder that is not there is made after
// asking, where something is to be written into it.
func (s *fileSheet) take() {
	if len(s.marked) > 0 {
		s.finish(s.marked...)
		return
	}
	folder, name := s.whole()
	path := folder + name
	guard.Go("look at file", func() {
		at, err := os.Stat(path)
		abs := filepath.IsAbs(path) // else it would be where the program was started
		there, inFolder, isDir := abs && err == nil, abs && isFolder(folder), abs && err == nil && at.IsDir()
		s.p.post(func() {
			switch {
			case !s.sheet.Shown():
			case isDir && !s.q.Folder:
				s.goTo(path, "")
			case isDir, there && !s.q.Folder && s.q.Save == "", !there && inFolder && s.q.Save != "":
				s.finish(path)
			case there && s.q.Save != "":
				widgets.Ask(s.p.window.Canvas(), lang.L("Replace %s?", name), lang.L("A file with this name is already there."), nil,
					widgets.Answer{Word: lang.L("Cancel"), Enter: true}, widgets.Answer{Word: lang.L("Replace"), Kind: widgets.Danger, Do: func() { s.finish(path) }})
			case !there && s.q.Folder && filepath.IsAbs(path):
				s.askNew(path, path)
			case !inFolder && s.q.Save != "" && filepath.IsAbs(path):
				s.askNew(folder, path)
			case s.q.Folder || !inFolder:
				s.say(lang.L("There is no such folder."))
			default:
				s.say(lang.L("There is no such file."))
			}
		})
	})
}

// askNew asks whether a folder is to be made, and then ends with a path.
func (s *fileSheet) askNew(folder, path string) {
	widgets.Ask(s.p.window.Canvas(), lang.L("There is no such folder."), folder, nil, widgets.Answer{Word: lang.L("Cancel")},
		widgets.Answer{Word: lang.L("Create folder"), Kind: widgets.Primary, Enter: true, Do: func() {
			guard.Go("make folder", func() {
				err := os.MkdirAll(folder, 0o777) // less what the person's umask takes
				s.p.post(func() {
					if err != nil {
						s.say(wording.Fault(err))
						return
					}
					s.finish(path)
				})
			})
		}})
}

func (s *fileSheet) say(words string) {
	s.note.SetText(words)
	s.path.SetFailed(words != "")
}

func (s *fileSheet) finish(paths ...string) {
	s.sheet.Hide()
	for i := range paths {
		paths[i] = filepath.Clean(paths[i])
	}
	s.picked(paths)
}
