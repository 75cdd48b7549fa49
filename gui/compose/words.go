package compose

import (
	"cmp"
	"net/url"
	"path"
	"strings"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/wording"

	"fyne.io/fyne/v2"
)

// hole is the placeholder of a part of a sentence that is styled differently, such as an amount. Its position depends
// on the language.
const hole = "\x00"

// around returns the parts of a sentence before and after the hole.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }

// keyWords returns the name of a shortcut on this system.
func keyWords(mod fyne.KeyModifier, key fyne.KeyName) string {
	return action.Chord{Key: key, Mod: mod}.Words(action.OnMac)
}

// readOnlyWords returns why nothing can be sent while the library is read-only.
func readOnlyWords() string {
	return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved.")
}

// shortRef returns the ref of a job as it is shown.
func shortRef(job db.Job) string { return job.Ref[:min(4, len(job.Ref))] }

// sourceName returns the host of a link, or the file name of a picture without one. The host is not shown if it is this
// computer.
func sourceName(s order.Slot) string {
	u, err := url.Parse(strings.TrimSpace(s.URL))
	switch {
	case err != nil || u.Hostname() == "" || s.File != "" && client.IsLoopback(u.Hostname()):
		return fileName(s)
	case client.IsLoopback(u.Hostname()):
		return cmp.Or(linkName(s.URL), u.Hostname())
	}
	return u.Hostname()
}

func fileName(s order.Slot) string { return wording.PictureFile(s.File) }

// linkName returns the last part of the path of a link, or "".
func linkName(link string) string {
	u, err := url.Parse(link)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return path.Base(u.Path)
}
