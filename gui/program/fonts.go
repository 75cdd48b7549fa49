package program

import (
	"context"
	"runtime"
	"strings"

	"viviscope/gui"
	"viviscope/gui/fonts"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// script is one way of writing that the program brings no letters for: those are the fonts of the computer.
type script struct {
	name   string // in the window's language
	sample string // characters that any font for it has
	debian string // the package that brings it there
}

func scripts() []script {
	const cjk = "fonts-noto-cjk"
	return []script{
		{lang.L("Chinese"), "简体中文與繁體", cjk},
		{lang.L("Japanese"), "日本語のかなカナ", cjk},
		{lang.L("Korean"), "한국어", cjk},
		{lang.L("Arabic"), "العربية", "fonts-noto-core"},
		{lang.L("Hebrew"), "עברית", "fonts-noto-core"},
		{lang.L("Devanagari"), "हिन्दी", "fonts-noto-core"},
		{lang.L("Thai"), "ภาษาไทย", "fonts-noto-core"},
	}
}

// scriptOf is what a language of the window is written in; none for those that the program brings the letters of.
func scriptOf(tag string) script {
	switch all := scripts(); tag {
	case "zh-CN":
		return all[0]
	case "ja":
		return all[1]
	}
	return script{}
}

// readable reports whether the letters of a language are there. Nothing looks for them where the program brings them.
func readable(tag string, lacks func(sample string) bool) bool {
	s := scriptOf(tag)
	return s.sample == "" || !lacks(s.sample)
}

// lookForLetters finds out which languages of the window this computer has no letters for. It may take a second where nothing has
// listed the fonts of this computer before: off the window's goroutine.
func (p *program) lookForLetters(context.Context) {
	missing, here := map[string]string{}, fonts.NewLetters()
	for _, l := range lang.Languages() {
		if s := scriptOf(l.Tag); len(here.Missing(s.sample)) > 0 {
			missing[l.Tag] = fontAdvice(runtime.GOOS, []script{s})
		}
	}
	p.shell.Post(func() {
		p.missingFonts = missing
		p.shell.Refresh(gui.Settings)
	})
}

// fontAdvice says where letters come from.
func fontAdvice(system string, missing []script) string {
	if system != "linux" {
		return lang.L("Add a font for it in the settings of the system.")
	}
	var packages []string
	for _, s := range missing {
		if !strings.Contains(strings.Join(packages, " "), s.debian) {
			packages = append(packages, s.debian)
		}
	}
	return lang.L("Install a font for it; on Debian and Ubuntu: %s.", "apt install "+strings.Join(packages, " "))
}

// letters looks which scripts prompts and names can be shown in.
func letters(context.Context) finding {
	var missing []script
	var shown, names []string
	here := fonts.NewLetters()
	for _, s := range scripts() {
		if len(here.Missing(s.sample)) > 0 {
			missing, names = append(missing, s), append(names, s.name)
		} else {
			shown = append(shown, s.name)
		}
	}
	if len(missing) == 0 {
		return finding{state: fine, words: wording.Commas(shown)}
	}
	return finding{
		state: lacking, words: lang.L("without a font: %s", wording.Commas(names)),
		advice: lang.L("Texts in these scripts are kept and sent as they are, and are shown as boxes.") + " " + fontAdvice(runtime.GOOS, missing),
	}
}
