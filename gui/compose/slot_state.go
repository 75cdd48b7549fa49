package compose

import (
	"fmt"
	"image"
	"net/url"
	"path"
	"strings"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// The ways on that a slot offers.
const (
	noWay wayOn = iota
	wayWhy
	wayAddress
	wayEdit
	wayReplace
	wayAgain
)

type wayOn int

func (w wayOn) word() string {
	switch w {
	case wayWhy:
		return lang.L("Why?")
	case wayAddress:
		return lang.L("Paste an address")
	case wayEdit:
		return lang.L("Edit it first")
	case wayReplace:
		return lang.L("Replace…")
	case wayAgain:
		return lang.L("Look again")
	}
	return ""
}

// slotFace is what a slot shows, as a value that can be compared: most keys change nothing of it.
type slotFace struct {
	state               widgets.SlotState
	picture             image.Image
	words, detail, tag  string
	caption, life, note string
	progress            float64
	ways                [3]wayOn
}

// value gives the face its ways on.
func (f slotFace) value(way func(wayOn) func()) widgets.SlotValue {
	v := widgets.SlotValue{State: f.state, Picture: f.picture, Words: f.words, Detail: f.detail, Tag: f.tag,
		Progress: f.progress, Caption: f.caption, Life: f.life, Note: f.note}
	for _, w := range f.ways {
		if w != noWay {
			v.Actions = append(v.Actions, widgets.SlotAction{Text: w.word(), OnTapped: way(w)})
		}
	}
	return v
}

// slotFacts are what the face of a slot follows from.
type slotFacts struct {
	slot    form.Slot
	seen    *sight
	problem string // what the form says of the picture; "": nothing
	off     string // why nothing can be put in; "": something can
	oops    string // what was wrong with the last thing that somebody tried to put in
	env     form.Env
	file    bool    // a local picture is sent along as a file, alone
	mixed   bool    // a local picture stands beside links: the form says so below
	upload  float64 // how much of the picture is on the person's host, 0 to 1; negative: it is not on its way
	small   bool    // there is no room for two lines below
	edit    bool    // the picture is to be changed
}

// face decides what a slot shows.
func (c slotFacts) face() slotFace {
	s, env := c.slot, c.env
	left, dies := s.Left(env.Now)
	hosted := env.Hosting && s.Local() && (strings.TrimSpace(s.URL) == "" || s.Dead(env.Now))
	f := slotFace{}
	if c.seen != nil {
		f.picture = c.seen.picture
	}
	switch {
	case c.oops != "":
		return slotFace{state: widgets.SlotRefuses, words: c.oops, ways: [3]wayOn{wayAddress}}
	case s.Empty() && c.off != "":
		return slotFace{state: widgets.SlotOff, words: form.Words(c.off)}
	case s.Empty():
		f = slotFace{state: widgets.SlotEmpty, caption: lang.L("http or https address only")}
		if c.edit {
			f.words = lang.L("Drop a picture, or")
		}
		if c.edit || env.Hosting {
			f.caption = lang.L("web address or file")
		}
	case c.problem == client.MsgOneImage:
		return slotFace{state: widgets.SlotRefuses, words: form.Words(form.MsgFirstOnly), caption: host(s)}
	case c.upload >= 0:
		f.state, f.progress = widgets.SlotUploading, c.upload
		f.caption, f.note = lang.L("Uploading, %d %%", int(c.upload*100)), lang.L("to your image host")
	case (hosted || c.file || c.mixed) && c.seen != nil && c.seen.err != nil:
		return slotFace{state: widgets.SlotRefuses, words: fileWords(c.seen.err), caption: fileName(s), ways: [3]wayOn{wayReplace}}
	case c.file:
		f.state, f.caption, f.note = widgets.SlotFilled, fileName(s), c.pixels()
	case hosted:
		f.state, f.caption, f.note = widgets.SlotFilled, fileName(s), lang.L("It is put on your image host first.")
	case c.mixed:
		f.state, f.caption, f.note = widgets.SlotDying, fileName(s), c.pixels()
	case c.problem == form.MsgLinkDead:
		f.state, f.tag, f.words, f.caption = widgets.SlotDead, form.Words(form.MsgLinkDead), "", lang.L("The link no longer works.")
		if s.Local() || s.Asset != "" {
			f.caption = lang.L("The picture is safe here.")
		}
		f.ways[0] = wayReplace
	case c.problem != "" && s.Local():
		f = slotFace{state: widgets.SlotRefuses, words: form.Words(form.MsgLocalFile), ways: [3]wayOn{wayWhy, wayAddress, wayEdit}}
	case c.problem != "":
		f = slotFace{state: widgets.SlotRefuses, words: form.Words(c.problem), caption: host(s), ways: [3]wayOn{wayReplace}}
	case c.seen != nil && c.seen.err != nil:
		f.state, f.words, f.detail = widgets.SlotUnseen, lookWords(c.seen.err), lang.L("It can be sent all the same.")
		f.caption, f.ways[0] = host(s), wayAgain
	case c.seen != nil && !c.seen.done:
		f.state, f.caption = widgets.SlotLoading, host(s)
		if s.Asset == "" { // an asset is there before anybody has read a word
			f.words = lang.L("Looking at the picture")
		}
	case dies && left < wording.LinkSoon:
		f.state, f.caption, f.life, f.note = widgets.SlotDying, host(s), lang.L("%s, send soon", wording.Left(left)), c.pixels()
	default:
		f.state, f.caption, f.note = widgets.SlotFilled, host(s), c.pixels()
		if dies {
			f.life = wording.Left(left)
		}
	}
	return f
}

// pixels is the line below: size, and where the picture comes from.
func (c slotFacts) pixels() string {
	var parts []string
	if c.slot.Width > 0 && c.slot.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", c.slot.Width, c.slot.Height))
	}
	if c.slot.Asset != "" && !c.small {
		parts = append(parts, lang.L("from Gallery"))
	}
	return wording.Commas(parts)
}

// host names where a link leads, or the file of a picture that has none.
func host(s form.Slot) string {
	if u, err := url.Parse(strings.TrimSpace(s.URL)); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return fileName(s)
}

func fileName(s form.Slot) string {
	if s.File == "" {
		return lang.L("from Gallery")
	}
	name := baseName(s.File)
	if form.KeptCopy(name) {
		return lang.L("kept with the job")
	}
	return name
}

// baseName is the last part of a path of any system.
func baseName(file string) string { return path.Base(strings.ReplaceAll(file, `\`, "/")) }

// linkName is the last part of a link, for people to read; "" where it has none.
func linkName(link string) string {
	u, err := url.Parse(link)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return ""
	}
	return path.Base(u.Path)
}
