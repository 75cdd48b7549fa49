package app

import (
	"slices"
	"strings"

	"github.com/jeandeaual/go-locale"

	"viviscope/gui/editor/paint"
	"viviscope/gui/lang"
)

// script is a writing system that the fonts in the program do not support: it needs a font of the computer.
type script struct {
	tag    string // the window language in this script; "": none
	name   string // in English
	sample string // characters that any font for it has
	debian string // the package that brings it there
}

const cjk = "fonts-noto-cjk"

var scripts = []script{
	{"zh-CN", "Chinese", "简体中文與繁體", cjk},
	{"ja", "Japanese", "日本語のかなカナ", cjk},
	{"", "Korean", "한국어", cjk},
	{"", "Arabic", "العربية", "fonts-noto-core"},
	{"", "Hebrew", "עברית", "fonts-noto-core"},
	{"", "Devanagari", "हिन्दी", "fonts-noto-core"},
	{"", "Thai", "ภาษาไทย", "fonts-noto-core"},
}

// missingFont returns the script of a window language if no font on this computer supports it. ok is false if one does,
// and for languages with fonts in the program.
func missingFont(tag string) (s script, ok bool) {
	for _, s := range scripts {
		if s.tag == tag {
			return s, len(paint.NewFonts().Missing(s.sample)) > 0
		}
	}
	return script{}, false
}

// fontAdvice returns how to install the missing fonts.
func fontAdvice(system string, missing ...script) string {
	if system != "linux" {
		return lang.L("Add a font for it in the system settings.")
	}
	var packages []string
	for _, s := range missing {
		packages = append(packages, s.debian)
	}
	packages = slices.Compact(packages) // scripts of the same package are adjacent
	return lang.L("Install a font for it. Debian and Ubuntu: %s.", "apt install "+strings.Join(packages, " "))
}

// fontWords returns which scripts of prompts and names no font on this computer supports.
func fontWords() string {
	var missing []string
	here := paint.NewFonts()
	for _, s := range scripts {
		if len(here.Missing(s.sample)) > 0 {
			missing = append(missing, s.name)
		}
	}
	if len(missing) == 0 {
		return "complete"
	}
	return "missing: " + strings.Join(missing, ", ")
}

// systemLanguage is the language of the window that suits the system's settings best.
func systemLanguage() string {
	wanted, err := locale.GetLocales()
	if err != nil {
		return lang.Nearest()
	}
	return lang.Nearest(wanted...)
}
