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

// hole stands in a sentence for what is shown apart from it, such as an amount that stands out: languages differ in its place.
const hole = "\x00"

// around returns what stands before the hole of a sentence and behind it.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }

// keyWords is a shortcut in the words of the system.
func keyWords(mod fyne.KeyModifier, key fyne.KeyName) string {
	return action.Chord{Key: key, Mod: mod}.Words(action.OnMac)
}

// readOnlyWords says why nothing can be sent while the library can only be looked at.
func readOnlyWords() string {
	return lang.L("The library is open read-only because its disk cannot be written. Nothing is sent or saved.")
}

// shortRef is how people see the ref of a job.
func shortRef(job db.Job) string { return job.Ref[:min(4, len(job.Ref))] }

// sourceName names where a link leads, or the file of a picture that has none. An address of this computer says nothing to people.
func sourceName(s order.Slot) string {
	u, err := url.Parse(strings.TrimSpace(s.URL))
	switch {
	case err != nil || u.Hostname() == "" || s.File != "" && client.OnThisComputer(u.Hostname()):
		return fileName(s)
	case client.OnThisComputer(u.Hostname()):
		return cmp.Or(linkName(s.URL), u.Hostname())
	}
	return u.Hostname()
}

func fileName(s order.Slot) string { return wording.PictureFile(s.File) }

// linkName is the last part of a link, for people to read; "" where it has none.
func linkName(link string) string {
	u, err := url.Parse(link)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return path.Base(u.Path)
}
