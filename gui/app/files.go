package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/automation"
	"viviscope/client/decode"
	"viviscope/client/keys"
	"viviscope/client/linkcheck"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/compose"
	"viviscope/gui/desktop"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/transfer"
)

// pictures come from the library, the disk and the web. They implement [compose.Library] and [editor.Files].
type pictures struct {
	upload.Library
	p *program
}

// Account is who pays for what the composer sends; empty where there is no profile.
func (l *pictures) Account(ctx context.Context) (compose.Account, error) {
	if l.p.shell.Profile().ID == 0 {
		return compose.Account{}, nil
	}
	profile, err := l.Profile(ctx, l.p.shell.Profile().ID)
	if err != nil {
		return compose.Account{}, err
	}
	return compose.Account{Profile: profile, NoKey: l.p.readOnly || l.p.Keys.Place(ctx, profile) == keys.Nowhere, ReadOnly: l.p.readOnly}, nil
}

// LookAt looks at what is behind a link.
func (l *pictures) LookAt(ctx context.Context, link string) (linkcheck.Picture, error) {
	return l.p.LookAt(ctx, l.p.shell.Profile().BaseURL, link, false)
}

// Thumb hands the picture of an asset over, on any goroutine; nil where there is none.
func (l *pictures) Thumb(a db.Asset, px int, done func(image.Image)) (cancel func()) {
	if img, ok := l.p.thumbs.Cached(a, px); ok {
		done(img)
		return func() {}
	}
	return l.p.thumbs.Request(a, px, func(img image.Image, err error) {
		if err != nil {
			img = nil
		}
		done(img)
	})
}

// Recalled returns the job whose settings a file carries.
func (l *pictures) Recalled(ctx context.Context, path string) (db.Job, error) {
	return transfer.Recalled(ctx, l.Library, path)
}

// Owns reports whether a file lies in the library's folder of files.
func (l *pictures) Owns(path string) bool {
	rel, err := filepath.Rel(filepath.Join(l.Dir(), "files"), path)
	return err == nil && filepath.IsLocal(rel) && rel != "."
}

// maxCanvasFile bounds the file of a picture on the canvas, bytes. The largest that the service makes has 44 MB without any
// compression.
const maxCanvasFile = 128 << 20

// Read returns the bytes of an asset's file.
func (l *pictures) Read(_ context.Context, a db.Asset) ([]byte, error) {
	f, err := l.OpenFile(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := folder.ReadOpenFile(f, maxCanvasFile)
	if err != nil {
		return nil, fmt.Errorf("read picture %.8s: %w", a.Ref, err)
	}
	return data, nil
}

// Fetch gets a picture from the web under the limits of a look at a frame. The name that it gets holds nothing of the link
// but the last part of its path: a signature stands in the query.
func (l *pictures) Fetch(ctx context.Context, link string) (name string, data []byte, err error) {
	picture, err := l.LookAt(ctx, link)
	if err != nil {
		return "", nil, err
	}
	return nameOfLink(link, picture.Format), picture.Data, nil
}

// Frame takes one frame of a clip, in its full size, without any loss.
func (l *pictures) Frame(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	return l.p.framePNG(ctx, clip, at)
}

func (p *program) framePNG(ctx context.Context, clip db.Asset, at time.Duration) ([]byte, error) {
	path, err := p.Library.AbsPath(clip.Path)
	if err != nil {
		return nil, err
	}
	return p.FrameAt(ctx, path, at)
}

// withSources finds where the editor reads pictures from, and uses that.
func (p *program) withSources(pictures []order.Slot, use func(from []editor.Source)) {
	p.shell.Go(func(context.Context) { // what a job kept is looked for on the disk
		var from []editor.Source
		for _, slot := range pictures {
			switch {
			case slot.Asset != "":
				from = append(from, editor.Source{Ref: slot.Asset})
			case slot.File != "":
				if abs, ok := p.absolute(slot.File); ok {
					from = append(from, editor.Source{File: abs})
				}
			default:
				from = append(from, editor.Source{Link: slot.URL})
			}
		}
		p.shell.Post(func() { use(from) })
	})
}

// absolute is where a file lies: what a job kept lies in the library. Off the window's goroutine.
func (p *program) absolute(file string) (string, bool) {
	if filepath.IsAbs(file) {
		return file, true
	}
	abs, err := p.Library.AbsPath(file)
	if err != nil {
		p.options.Log.Warn("cannot open a kept picture on the canvas", "err", err)
	}
	return abs, err == nil
}

// nameOfLink is what a picture from the web is called: the last part of the link's path, with the ending that its bytes ask
// for.
func nameOfLink(link, format string) string {
	base := "picture"
	if u, err := url.Parse(link); err == nil {
		if last := path.Base(u.Path); last != "." && last != "/" {
			base = last
		}
	}
	if ext := path.Ext(base); ext != "" {
		base = base[:len(base)-len(ext)]
	}
	return base + "." + format
}

// given is what the program was asked to open, from the command line, by the system's "open with", or through another start.
type given struct {
	pictures []string // one: it lies on the canvas
	links    []string // from link files: frames
	imports  []string // folders, clips, several files: asked whether to import them
}

// maxLinkFile bounds a file that holds a link, bytes.
const maxLinkFile = 64 << 10

// sortGiven says what becomes of each path. isDir and link look at the disk; link returns what a link file leads to.
func sortGiven(paths []string, isDir func(string) bool, link func(string) (string, bool)) (g given, unread []string) {
	var files []string
	for _, path := range paths {
		if dnd.IsLinkFile(path) && !isDir(path) {
			if to, ok := link(path); ok {
				g.links = append(g.links, to)
			} else {
				unread = append(unread, path)
			}
			continue
		}
		files = append(files, path)
	}
	if len(files) == 1 && !isDir(files[0]) && slices.Contains(editor.PictureEndings(), strings.ToLower(filepath.Ext(files[0]))) {
		g.pictures = files
	} else {
		g.imports = files
	}
	return g, unread
}

// openGiven opens files and folders. Any goroutine; where the first start is still being welcomed, they wait for its end.
func (p *program) openGiven(paths []string) {
	if len(paths) == 0 {
		return
	}
	p.post(func() {
		if p.state.Load() != running || p.welcoming {
			p.waiting = append(p.waiting, paths...)
			return
		}
		p.shell.Go(func(context.Context) {
			g, unread := sortGiven(paths, isFolder, linkInFile)
			p.shell.Post(func() { p.layOut(g, unread) })
		})
	})
}

// openWaiting opens what came before the window was ready for it. Window's goroutine.
func (p *program) openWaiting() {
	p.welcoming = false
	paths := p.waiting
	p.waiting = nil
	p.openGiven(paths)
}

// layOut brings what was given to where it belongs. Window's goroutine.
func (p *program) layOut(g given, unread []string) {
	if len(unread) > 0 {
		p.shell.Say(kit.ToneWarn, lang.L("No link in %s.", filepath.Base(unread[0])),
			lang.L("Choose a link file that points to a picture."))
	}
	if len(g.links) > 0 {
		p.shell.Show(shell.Create)
		p.places.composer.Dropped(dnd.Drop{Links: g.links})
	}
	if len(g.pictures) > 0 {
		p.shell.Show(shell.Create)
		p.places.composer.SetKind(db.EditImage)
		p.withSources([]order.Slot{{File: g.pictures[0]}}, p.places.canvas.OpenSeveral)
	}
	if len(g.imports) > 0 {
		p.shell.Show(shell.Gallery)
		p.importPaths(g.imports)
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// linkInFile reads the link inside a link file.
func linkInFile(path string) (string, bool) {
	f, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxLinkFile))
	if err != nil {
		return "", false
	}
	return dnd.ReadLinkFile(path, data)
}

// Paths reads the files and folders of a command line, which may be relative or file:// addresses, as absolute paths. Each must
// be there.
func Paths(args []string) ([]string, error) {
	if len(args) > automation.MaxPaths {
		return nil, fmt.Errorf("more than %d files at once; name their folder instead", automation.MaxPaths)
	}
	var paths []string
	for _, arg := range args {
		path := arg
		if strings.HasPrefix(strings.ToLower(arg), "file:") {
			var ok bool
			if path, ok = dnd.FilePath(arg); !ok {
				return nil, fmt.Errorf("%q is no file of this computer", arg)
			}
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, fmt.Errorf("find %q: %w", arg, err)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("open %q: %w", arg, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// transferDeps is what the sheets for import and export work with.
func (p *program) transferDeps() transfer.Deps {
	return transfer.Deps{Host: p.shell, Viewer: viewing{p}, Chooser: choosing{p}, Navigator: navigating{p}, Library: p.Library, Posters: p.thumbs, Folder: startFolder(),
		Organizer: p.places.gallery, Player: p.places.film}
}

// importFile lets a person choose pictures and clips to import. Window's goroutine.
func (p *program) importFile() {
	p.askFiles(desktop.FileQuestion{Title: lang.L("Choose files"), Endings: transfer.Endings, Many: true}, p.importPaths)
}

// importFolder lets a person choose a folder to import. Window's goroutine.
func (p *program) importFolder() {
	choosing{p}.ChooseFolder(func(path string) { p.importPaths([]string{path}) })
}

// importPaths asks whether files and folders are to be imported. Window's goroutine.
func (p *program) importPaths(paths []string) { transfer.ShowImport(p.transferDeps(), paths) }

// asPNG converts the bytes of a picture.
func asPNG(data []byte) ([]byte, error) {
	picture, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	var png bytes.Buffer
	if err := picturefile.EncodePNG(&png, picture.Image, picture.Profile); err != nil {
		return nil, fmt.Errorf("convert picture: %w", err)
	}
	return png.Bytes(), nil
}

// drops takes what is dragged into the window: over the gallery folders and several files are imported, everything else
// goes to the composer.
type drops struct {
	dnd.Target
	gallery func() bool // it is in front
	take    func(paths []string)
	create  func() // brings the composer to the front
	failed  func(error)
}

// keepPicture saves a picture that came without a file among the inputs of the library, where the draft that uses it
// keeps it. A BMP or a GIF becomes a PNG, because the service takes neither. Off the window's goroutine.
func (p *program) keepPicture(data []byte) (path string, err error) {
	ext := ""
	switch decode.TypeOf(data[:min(len(data), decode.HeadBytes)]) {
	case decode.PNG:
		ext = "png"
	case decode.JPEG:
		ext = "jpg"
	case decode.WebP:
		ext = "webp"
	default:
		if data, err = asPNG(data); err != nil {
			return "", err
		}
		ext = "png"
	}
	rel, err := p.Library.SaveInput(context.Background(), data, ext)
	if err != nil {
		return "", err
	}
	return p.Library.AbsPath(rel)
}

// takeDrops lets other programs drop things on the window, in place of what took them before.
func (p *program) takeDrops() {
	if p.undrop != nil {
		p.undrop()
	}
	inGallery := func() bool { return p.shell.Place() == shell.Gallery }
	failed := func(err error) { p.shell.Failed(lang.L("The picture was not taken."), err) }
	target := drops{p.places.composer, inGallery, p.importPaths, func() { p.shell.Show(shell.Create) }, failed}
	p.undrop = dnd.Attach(p.window, p.handle(), target, p.keepPicture, p.post, p.options.Log)
}

func (d drops) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	if d.toLibrary(what.Files, what.Links) {
		return true, ""
	}
	return d.Target.Over(at, what)
}

func (d drops) Dropped(drop dnd.Drop) {
	if drop.Failed != nil {
		d.failed(drop.Failed)
		if len(drop.Links)+len(drop.Files) == 0 {
			d.Leave()
			return
		}
	}
	if d.toLibrary(drop.Files, drop.Links) {
		d.Leave()
		d.take(drop.Files)
		return
	}
	d.create()
	d.Target.Dropped(drop)
}

// toLibrary reports whether something is imported. The disk is not asked: a name without an ending is taken for a folder's.
func (d drops) toLibrary(files, links []string) bool {
	if len(links) > 0 || len(files) == 0 || !d.gallery() {
		return false
	}
	return len(files) > 1 && !slices.ContainsFunc(files, dnd.IsLinkFile) || filepath.Ext(files[0]) == ""
}
