package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2/driver"
	"github.com/adrg/xdg"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/guard"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
)

// copyDiagnostics copies the facts that a bug report needs to the clipboard. They are gathered off the window's
// goroutine.
func (p *program) copyDiagnostics() {
	display := p.displayWords()
	whenRead(p.shell, lang.L("The diagnostics could not be gathered."), func(ctx context.Context) (string, error) {
		return diagnosticsText(p.diagnostics(ctx, display), xdg.Home), nil
	}, func(text string) {
		p.shell.Copy(text)
		p.shell.Say(kit.ToneOK, lang.L("Diagnostics copied."),
			lang.L("They contain no keys or links. Paste them into a bug report."))
	})
}

// fact is one line of the diagnostics. It is in English in every language of the window, because those who read reports
// may not know that one.
type fact struct{ name, value string }

// diagnostics gathers the facts. It blocks on the disk, the player and the keychain.
func (p *program) diagnostics(ctx context.Context, display string) []fact {
	about := p.options.About
	facts := []fact{
		{about.Name, fmt.Sprintf("%s (build %d)", about.Version, about.Build)},
		{"Language", lang.Current()},
		{"System", systemWords(os.ReadFile)},
		{"Go", runtime.Version()},
		{"Fyne", moduleVersion("fyne.io/fyne/v2")},
		{"SQLite", db.SQLiteVersion()},
		{"Display", display},
		{"Player", p.playerWords()},
		{"ffmpeg", ffmpegWords()},
		{"Fonts", fontWords()},
		{"Keychain", keychainWords(ctx, p.Keys.Keychain())},
		{"Database", databaseWords(ctx, p.Library)},
		{"Disk", diskWords(ctx, p.Library)},
		{"Library folder", p.Library.Dir()},
		{"Settings folder", xdg.ConfigHome},
	}
	if j := p.options.Journal; j != nil {
		facts = append(facts, fact{"Log folder", j.dir})
	}
	return facts
}

// diagnosticsText writes facts below each other, without secrets, and with the home folder of the account as ~.
func diagnosticsText(facts []fact, home string) string {
	var b strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&b, "%s: %s\n", f.name, strings.ReplaceAll(f.value, "\n", " "))
	}
	text := b.String()
	if len(home) > 1 {
		text = strings.ReplaceAll(text, home+string(os.PathSeparator), "~"+string(os.PathSeparator))
		text = strings.ReplaceAll(text, home+"\n", "~\n")
	}
	return client.Redact(text)
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
	return "not known"
}

func (p *program) playerWords() string {
	name, err := p.Decoder.Name()
	if err != nil {
		return "none: " + err.Error()
	}
	return name
}

func ffmpegWords() string {
	path, err := decode.FFmpeg()
	if err != nil {
		return "none"
	}
	return path
}

// displayWords returns the driver, the desktop and the size of the window. Window's goroutine.
func (p *program) displayWords() string {
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
	if kind == "X11" && os.Getenv("WAYLAND_DISPLAY") != "" {
		kind = "XWayland"
	}
	if desk := os.Getenv("XDG_CURRENT_DESKTOP"); desk != "" {
		kind += ", " + desk
	}
	size := p.window.Canvas().Size()
	return fmt.Sprintf("%s, window %.0f × %.0f at scale %.4g", kind, size.Width, size.Height, p.window.Canvas().Scale())
}

// keychainPatience bounds the wait for a keychain, which may ask the user to unlock it.
const keychainPatience = 15 * time.Second

// keychainWords tests the keychain and returns the result as text.
func keychainWords(ctx context.Context, chain keys.Store) string {
	ctx, cancel := context.WithTimeout(ctx, keychainPatience)
	defer cancel()
	tried := make(chan error, 1)
	guard.Go("try the keychain", func() {
		tried <- guard.Do("try the keychain", func() error { return tryKeychain(ctx, chain) })
	})
	select {
	case err := <-tried:
		if err != nil {
			return "fails: " + err.Error()
		}
		return "saves, reads and deletes a secret"
	case <-ctx.Done():
		return "no answer"
	}
}

// tryKeychain keeps a made-up secret, reads it and forgets it.
func tryKeychain(ctx context.Context, chain keys.Store) error {
	const owner, origin = "diagnostics", "https://diagnostics.invalid:443"
	probe := rand.Text()
	err := chain.Set(ctx, owner, origin, probe)
	if err != nil {
		return err
	}
	got, err := chain.Get(ctx, owner, origin)
	if err == nil && got != probe {
		err = errors.New("it gives back something else than was kept")
	}
	return errors.Join(err, chain.Delete(ctx, owner, origin))
}

func databaseWords(ctx context.Context, lib *db.Library) string {
	if err := lib.QuickCheck(ctx); err != nil {
		return "damaged: " + err.Error()
	}
	return "no damage found"
}

func diskWords(ctx context.Context, lib *db.Library) string {
	st, err := lib.Storage(ctx)
	switch {
	case err != nil:
		return "not known: " + err.Error()
	case !st.FreeKnown:
		return fmt.Sprintf("%d bytes used", st.Bytes)
	}
	return fmt.Sprintf("%d bytes used, %d free", st.Bytes, st.Free)
}

// shownLog is how much of the log's end is shown, bytes: some thousand lines.
const shownLog = 256 << 10

// showLog shows the end of the log.
func (p *program) showLog() {
	j := p.options.Journal
	if j == nil {
		p.shell.Say(kit.ToneWarn, lang.L("There is no log."), lang.L("Its folder could not be created at startup."))
		return
	}
	whenRead(p.shell, lang.L("The log could not be shown."), func(context.Context) (string, error) {
		return tailOf(j.logFile(), shownLog)
	},
		func(text string) {
			showText(p.shell, lang.X("noun", "Log"),
				lang.L("%s. It contains no keys or signed links and never leaves this computer.", j.logFile()), text,
				true,
				action.Action{Label: lang.L("Show the file"), Do: func() { choosing{p}.RevealFile(j.logFile()) }})
		})
}

// reportCrashes shows a notice if an earlier run crashed, with actions for its report.
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
		p.shell.Say(kit.ToneWarn, lang.L("Viviscope ended unexpectedly (%s).", wording.When(all[0].at, time.Now())),
			lang.L("The report stays on this computer."),
			action.Action{Label: lang.L("Show report"), Do: func() { p.showCrash(all) }},
			action.Action{Label: lang.L("Discard"), Do: func() { p.discardCrashes(all) }})
	})
}

// showCrash shows the newest report; it is kept until it is discarded.
func (p *program) showCrash(all []crashReport) {
	whenRead(p.shell, lang.L("The report could not be shown."), func(context.Context) (string, error) {
		return tailOf(all[0].path, maxReport)
	},
		func(text string) {
			var sheet *kit.Sheet
			sheet = showText(p.shell, lang.L("Crash report"),
				lang.L("The report of the crash, with keys and links hidden. It "+
					"stays on this computer; copy it into a bug report if you like."), text, false,
				action.Action{Label: lang.L("Show the file"), Do: func() { choosing{p}.RevealFile(all[0].path) }},
				action.Action{Label: lang.L("Discard"), Do: func() { sheet.Hide(); p.discardCrashes(all) }})
		})
}

func (p *program) discardCrashes(all []crashReport) {
	p.shell.Do(lang.L("The report could not be discarded."), func(context.Context) error { return discardReports(all) })
}

// playback returns the name of the video decoder on this computer, or why there is none. It may take a moment, so it
// runs off the window's goroutine.
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
