package batch

import (
	"errors"
	"strings"
	"testing"

	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// Problems have the same names in every language, and are said in the one of the window.
func TestEveryProblemIsSaidInTheLanguageOfTheWindow(t *testing.T) {
	messages := []string{MsgKind, MsgAudio, form.MsgSeed, MsgNoFrames, MsgFirstFrame, MsgNoImages, MsgSizeAlone, MsgExtra, NoteRatio}
	for _, m := range messages {
		if got := Words(m); got != m {
			t.Errorf("%q is said as %q in English", m, got)
		}
	}
	langtest.Speak(t, lang.Pseudo)
	for _, m := range messages {
		if got := Words(m); langtest.Foreign(got) != "" {
			t.Errorf("not translated: %q", got)
		}
	}
	for _, text := range []string{"prompt,prompt\na,b", "prompt,seconds\n\"a,5", "{\"prompt\":\"a\",\"prompt\":\"b\"}", "{\"prompt\":[[1]]}",
		"{\"prompt\":[\"a\",\"b\"]}", "{\"prompt\":{}}", "{\"prompt\":\"a\"}\n{]", "prompt,clips,quality,kind\na,0,low,text_to_video\n", "prompt,seconds,kind\na,5,text_to_image"} {
		b, err := Parse(strings.NewReader(text), "", given())
		if err != nil && langtest.Foreign(Trouble(err)) != "" {
			t.Errorf("%s: not translated: %q", text, Trouble(err))
		}
		for _, r := range b.Rows {
			for _, p := range r.Problems {
				if got := Words(p.Message); langtest.Foreign(got) != "" {
					t.Errorf("%s: not translated: %q", text, got)
				}
			}
		}
		if err == nil && len(b.Rows[0].Problems) == 0 {
			t.Errorf("%s: nothing is wrong", text)
		}
	}
	for _, err := range []error{ErrTooLarge, ErrTooManyRows, ErrTooManyJobs, ErrNoRows, ErrEncoding, ErrHeader, errors.New("read list")} {
		if got := Trouble(err); langtest.Foreign(got) != "" {
			t.Errorf("not translated: %q", got)
		}
	}
}
