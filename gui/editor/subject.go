package editor

import (
	"path/filepath"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// subject is the picture or clip that a sentence is about. Each sentence stands whole for each kind of subject: what stands
// around a name bends otherwise in other languages.
type subject struct {
	kind subjectKind
	name string        // as it is shown, of named and frameOf
	at   time.Duration // of a frame
}

type subjectKind int

const (
	named       subjectKind = iota
	aPicture                // that has no name
	aClip                   // the same
	addressed               // the picture behind an address
	frameOf                 // a frame of a clip with a name
	frameOfClip             // a frame of one without
)

// subjectOf is a picture or clip of the library.
func subjectOf(a db.Asset) subject {
	switch {
	case a.Name != "":
		return subject{name: a.Name}
	case a.Prompt != "":
		return subject{name: lang.L("“%s”", shortPrompt(a.Prompt))}
	case a.Kind == db.Clip:
		return subject{kind: aClip}
	}
	return subject{kind: aPicture}
}

// fileSubject is a file by its name.
func fileSubject(name string) subject { return subject{name: lang.L("“%s”", name)} }

// frameSubject is one frame of a clip.
func frameSubject(clip db.Asset, at time.Duration) subject {
	of := subjectOf(clip)
	if of.kind == named {
		return subject{kind: frameOf, name: of.name, at: at}
	}
	return subject{kind: frameOfClip, at: at}
}

// opening says that it is being opened.
func (s subject) opening() string {
	if s.kind == named {
		return lang.L("Opening %s…", s.name)
	}
	return lang.L("Opening the picture…")
}

// bringingIn says that it is being imported.
func (s subject) bringingIn() string {
	switch s.kind {
	case named:
		return lang.L("Bringing in %s…", s.name)
	case addressed:
		return lang.L("Bringing in the picture behind the address…")
	case frameOf:
		return lang.L("Bringing in the frame at %[1]s of %[2]s…", wording.Elapsed(s.at), s.name)
	case frameOfClip:
		return lang.L("Bringing in the frame at %s of the clip…", wording.Elapsed(s.at))
	}
	return lang.L("Bringing in the picture…")
}

// makingSmaller says that a smaller copy of it is being made.
func (s subject) makingSmaller() string {
	if s.kind == named {
		return lang.L("Making %s smaller…", s.name)
	}
	return lang.L("Making the picture smaller…")
}

// cannotBeOpened says that, without the reason.
func (s subject) cannotBeOpened() string {
	switch s.kind {
	case named:
		return lang.L("%s cannot be opened.", s.name)
	case aClip:
		return lang.L("The clip cannot be opened.")
	case addressed:
		return lang.L("The picture behind the address cannot be opened.")
	case frameOf:
		return lang.L("The frame at %[1]s of %[2]s cannot be opened.", wording.Elapsed(s.at), s.name)
	case frameOfClip:
		return lang.L("The frame at %s of the clip cannot be opened.", wording.Elapsed(s.at))
	}
	return lang.L("The picture cannot be opened.")
}

// cannotBePlaced says that, without the reason.
func (s subject) cannotBePlaced() string {
	if s.kind == named {
		return lang.L("%s cannot be placed.", s.name)
	}
	return lang.L("The picture cannot be placed.")
}

// isLeftOut says that it is not among those on a sheet, without the reason.
func (s subject) isLeftOut() string {
	switch s.kind {
	case named:
		return lang.L("%s is left out.", s.name)
	case aClip:
		return lang.L("A clip is left out.")
	case addressed:
		return lang.L("The picture behind the address is left out.")
	}
	return lang.L("A picture is left out.")
}

// shortPrompt is the beginning of a prompt, in one line.
func shortPrompt(prompt string) string {
	const most = 40
	words := []rune(strings.Join(strings.Fields(prompt), " "))
	if len(words) > most {
		words = append(words[:most-1], '…')
	}
	return string(words)
}

// fileTitle is what a file that is made of a picture or clip begins with. Like all names of files it is in no language of the
// window.
func fileTitle(a db.Asset) string {
	switch {
	case a.Name != "":
		return strings.TrimSuffix(a.Name, filepath.Ext(a.Name))
	case a.Prompt != "":
		return shortPrompt(a.Prompt)
	case a.Kind == db.Clip:
		return "clip"
	}
	return "picture"
}
