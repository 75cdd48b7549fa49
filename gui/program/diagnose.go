package program

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2/driver"
	"github.com/adrg/xdg"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// diagnose shows what the program found on this computer, and tries out what it depends on. Window's goroutine.
func (p *program) diagnose() {
	d := &diagnostics{host: p.shell, home: xdg.Home, checks: slices.Concat(p.versions(), p.playbacks(), p.display(), p.working())}
	d.show(nav{p})
}

func (p *program) versions() []check {
	group := lang.L("Versions")
	about := p.options.About
	return []check{
		fact(group, about.Name, lang.L("%s (build %d)", about.Version, about.Build)),
		fact(group, lang.L("System"), systemWords(os.ReadFile)),
		fact(group, "Go", runtime.Version()),
		fact(group, "Fyne", moduleVersion("fyne.io/fyne/v2")),
		fact(group, "SQLite", db.SQLiteVersion()),
	}
}

// systemWords names the system: its kind, its processor, and on Linux what it calls itself.
func systemWords(read func(string) ([]byte, error)) string {
	words := runtime.GOOS + "/" + runtime.GOARCH
	release, err := read("/etc/os-release")
	if err != nil {
		return words
	}
	for line := range strings.Lines(string(release)) {
		if name, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
			return words + ", " + strings.Trim(strings.TrimSpace(name), `"'`)
		}
	}
	return words
}

// moduleVersion is the version of a module that the program was built with.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return lang.L("not known")
}

func (p *program) playbacks() []check {
	group := lang.L("Playback")
	return []check{
		{group: group, name: lang.L("Previews and clips"), look: func(context.Context) finding {
			name, err := p.Decoder.Name()
			if err != nil {
				return finding{state: lacking, words: lang.L("no clip decoder"),
					advice: lang.L("Install %s and restart Viviscope. Clips are saved anyway.", media.Install())}
			}
			return finding{state: fine, words: name}
		}},
		{group: group, name: "ffmpeg", look: func(context.Context) finding {
			path, err := media.FindFFmpeg()
			if err != nil {
				return finding{words: lang.L("not found; needed only without libmpv")}
			}
			return finding{state: fine, words: path}
		}},
	}
}

// otherPrograms returns what can be dragged between the window and other programs, by the driver of the window.
// inWayland: the session is one of Wayland.
func otherPrograms(driver string, inWayland bool) finding {
	switch {
	case driver == "X11" && inWayland:
		return finding{state: fine, words: lang.L("links, pictures and files, through XWayland"),
			advice: lang.L("Viviscope uses XWayland where it answers. FYNE_PLATFORM=wayland chooses native Wayland, without links, copied files and input methods.")}
	case driver == "Wayland":
		return finding{state: lacking, words: lang.L("files into the window only"),
			advice: lang.L("Links, copied files and input methods need XWayland. Enable it in your desktop, and remove FYNE_PLATFORM=wayland if it is set.")}
	case driver == "X11" || driver == "windows":
		return finding{state: fine, words: lang.L("links, pictures and files")}
	}
	return finding{words: lang.L("files into the window only")}
}

// display says what the window is shown by. Window's goroutine.
func (p *program) display() []check {
	group := lang.L("Display")
	kind := runtime.GOOS
	if native, ok := p.window.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			switch context.(type) {
			case driver.X11WindowContext:
				kind = "X11"
			case driver.WaylandWindowContext:
				kind = "Wayland"
			}
		})
	}
	size, scale := p.window.Canvas().Size(), p.window.Canvas().Scale()
	drags := otherPrograms(kind, os.Getenv("WAYLAND_DISPLAY") != "")
	if desk := os.Getenv("XDG_CURRENT_DESKTOP"); desk != "" {
		kind += ", " + desk
	}
	return []check{
		fact(group, lang.L("Driver"), kind),
		{group: group, name: lang.L("Drag and drop"), look: func(context.Context) finding { return drags }},
		fact(group, lang.L("Window"), lang.L("%[1]s at scale %[2]s", fmt.Sprintf("%.0f × %.0f", size.Width, size.Height),
			fmt.Sprintf("%.4g", scale))),
		{group: group, name: lang.L("Fonts"), look: supportedScripts},
	}
}

// working is what is tried out.
func (p *program) working() []check {
	checks := []check{
		{group: lang.X("of a service", "Keys"), name: lang.L("Keychain"), look: func(ctx context.Context) finding {
			return tryKeychain(ctx, p.Keys.Keychain())
		}},
		{group: lang.L("Library"), name: lang.L("Database"), look: p.tryDatabase},
		{group: lang.L("Library"), name: lang.L("Disk space"), look: p.room},
		fact(lang.L("Network"), lang.L("Proxy"), proxyWords(p.Proxy.Proxy())),
		{group: lang.L("Network"), name: lang.L("Service"), look: p.tryService},
		fact(lang.L("Folders"), lang.L("Library"), p.Library.Dir()),
		fact(lang.L("Folders"), lang.X("place", "Settings"), xdg.ConfigHome),
	}
	if j := p.options.Journal; j != nil {
		checks = append(checks, fact(lang.L("Folders"), lang.L("Log and reports"), j.dir))
	}
	return checks
}

// tryKeychain keeps a made-up secret, reads it and forgets it.
func tryKeychain(ctx context.Context, chain keys.Store) finding {
	const owner, origin = "diagnostics", "https://diagnostics.invalid:443"
	probe := rand.Text()
	err := chain.Set(ctx, owner, origin, probe)
	if err == nil {
		var got string
		if got, err = chain.Get(ctx, owner, origin); err == nil && got != probe {
			err = errors.New("it gives back something else than was kept")
		}
		err = errors.Join(err, chain.Delete(ctx, owner, origin))
	}
	if err != nil {
		return finding{state: lacking, words: err.Error(), advice: lang.L("Unlock or install this desktop’s keychain (a Secret " +
			"Service such as GNOME Keyring or KWallet). Without it, keys can be kept for one session or in a file.")}
	}
	return finding{state: fine, words: lang.L("saves, reads and deletes a secret")}
}

func (p *program) tryDatabase(ctx context.Context) finding {
	if err := p.Library.QuickCheck(ctx); err != nil {
		return finding{state: wrong, words: err.Error(), advice: lang.L("Rebuild the database from the files in Settings, Library. " +
			"Clips and pictures are not changed.")}
	}
	return finding{state: fine, words: lang.L("no damage found")}
}

// littleRoom is below what a few clips need, bytes.
const littleRoom = 2 << 30

func (p *program) room(ctx context.Context) finding {
	st, err := p.Library.Storage(ctx)
	switch {
	case err != nil:
		return finding{state: wrong, words: err.Error()}
	case !st.FreeKnown:
		return finding{words: lang.L("%s used; free space unknown", wording.Bytes(st.Bytes))}
	}
	f := finding{state: fine, words: lang.L("%s used, %s free", wording.Bytes(st.Bytes), wording.Bytes(st.Free))}
	if st.Free < littleRoom {
		f.state, f.advice = lacking, lang.L("Free some space: clean up the library in Settings or move it to another disk.")
	}
	return f
}

// proxyWords returns the proxy of requests.
func proxyWords(s client.ProxySetting) string {
	switch {
	case s.Login:
		return lang.L("%s, with a login", s.Address)
	case s.Address != "":
		return s.Address
	}
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
		if os.Getenv(name) != "" {
			return lang.L("system: %s", name)
		}
	}
	return lang.L("system: none")
}

// tryService asks the service of the profile in front for a task that does not exist, which is free.
func (p *program) tryService(ctx context.Context) finding {
	front := p.shell.Profile()
	if front.ID == 0 {
		return finding{words: lang.L("no profile yet")}
	}
	report, err := p.Profiles.Test(ctx, front.ID)
	if errors.Is(err, keys.ErrNone) {
		return finding{state: lacking, words: lang.L("%s: no key yet; nothing was sent", front.Name),
			advice: lang.L("Enter the key in Settings, Service.")}
	}
	if err != nil {
		return finding{state: wrong, words: lang.X("fault and detail", "%s: %s", front.Name, err.Error()),
			advice: lang.L("Test the connection in Settings, Service. It shows each step.")}
	}
	return finding{state: fine, words: lang.L("%s answers in %s ms", front.Name, lang.Number(report.Took.Milliseconds()))}
}

// shownLog is how much of the log's end is shown, bytes: some thousand lines.
const shownLog = 256 << 10

// showLog shows the end of the log.
func (p *program) showLog() {
	j := p.options.Journal
	if j == nil {
		p.shell.Say(widgets.ToneWarn, lang.L("There is no log."), lang.L("Its folder could not be created at startup."))
		return
	}
	whenRead(p.shell, lang.L("The log could not be shown."), func(context.Context) (string, error) { return tailOf(j.logFile(), shownLog) },
		func(text string) {
			showText(p.shell, lang.X("noun", "Log"), lang.L("%s. It contains no keys or signed links and never leaves this computer.", j.logFile()), text, true,
				action.Action{Label: lang.L("Show the file"), Do: func() { nav{p}.RevealFile(j.logFile()) }})
		})
}

// reportCrashes says that an earlier run died, and what can be done with what it left.
func (p *program) reportCrashes(ctx context.Context) {
	j := p.options.Journal
	if j == nil {
		return
	}
	all, err := j.reports(time.Now())
	if err != nil {
		p.options.Log.Warn("look for crash reports", "err", err)
	}
	if len(all) == 0 || ctx.Err() != nil {
		return
	}
	p.shell.Post(func() {
		p.shell.Say(widgets.ToneWarn, lang.L("Viviscope ended unexpectedly (%s).", wording.When(all[0].at, time.Now())),
			lang.L("The report stays on this computer."),
			action.Action{Label: lang.L("Show report"), Do: func() { p.showCrash(all) }},
			action.Action{Label: lang.L("Discard"), Do: func() { p.discardCrashes(all) }})
	})
}

// showCrash shows the newest report; it is kept until it is discarded.
func (p *program) showCrash(all []crashReport) {
	whenRead(p.shell, lang.L("The report could not be shown."), func(context.Context) (string, error) { return tailOf(all[0].path, maxReport) },
		func(text string) {
			var sheet *widgets.Sheet
			sheet = showText(p.shell, lang.L("Crash report"), lang.L("The report of the crash, with keys and links hidden. It "+
				"stays on this computer; copy it into a bug report if you like."), text, false,
				action.Action{Label: lang.L("Show the file"), Do: func() { nav{p}.RevealFile(all[0].path) }},
				action.Action{Label: lang.L("Discard"), Do: func() { sheet.Hide(); p.discardCrashes(all) }})
		})
}

func (p *program) discardCrashes(all []crashReport) {
	p.shell.Do(lang.L("The report could not be discarded."), func(context.Context) error { return discardReports(all) })
}

// playback says what makes the posters of clips on this computer. It may take a moment: off the window's goroutine.
func (p *program) playback() string {
	name, err := p.Decoder.Name()
	var none *media.NoDecoderError
	switch {
	case errors.As(err, &none):
		return lang.L("no video decoder on this computer: install %s", none.Install)
	case err != nil:
		return err.Error()
	}
	return name
}
