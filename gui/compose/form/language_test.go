package form

import (
	"testing"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// Problems have the same names in every language, and are said in the one of the window.
func TestEveryProblemIsSaidInTheLanguageOfTheWindow(t *testing.T) {
	messages := []string{MsgSeed, MsgFirstFrame, MsgLinkDead, MsgNotPublic, MsgEditPublic, MsgEditMixed, MsgTooMany, MsgCanvasDrawn,
		MsgCanvasFile, MsgLocalFile, MsgLastOff, MsgFirstOnly, client.MsgNoAudio}
	plain := map[string]string{MsgFirstFrame: "Choose a first frame."} // where the message is in the words of the wire
	english := make([]string, len(messages))
	for i, m := range messages {
		want, other := plain[m]
		if !other {
			want = m
		}
		if english[i] = Words(m); english[i] != want {
			t.Errorf("%q is said as %q in English", m, english[i])
		}
	}
	langtest.Speak(t, lang.Pseudo)
	for i, m := range messages {
		if got := Words(m); langtest.Foreign(got) != "" || got == english[i] {
			t.Errorf("not translated: %q", got)
		}
	}
	d := newVideoDraft()
	d.Prompt = "{1..200}"
	if got := Only(problemsOf(d), FieldPrompt); len(got) != 1 || langtest.Foreign(Words(got[0].Message)) != "" {
		t.Errorf("not translated: %v", got)
	}
}

func problemsOf(d VideoDraft) []client.ValidationError {
	_, problems := d.order(Env{}, false)
	return problems
}

func TestCorrectionsAreSaidInTheLanguageOfTheWindow(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	d := newVideoDraft()
	d.SetAudio(true)
	d.SetSeconds("12")
	said := 0
	for _, m := range append(client.VideoModels(), client.VideoModels()...) {
		for _, c := range append(d.SetModel(Model{ID: m.ID}), d.SetResolution("720P")...) {
			said++
			if langtest.Foreign(c.Text) != "" {
				t.Errorf("not translated: %q", c.Text)
			}
		}
		if text := Rules(m); langtest.Foreign(text, "P s") != "" {
			t.Errorf("not translated: %q", text)
		}
	}
	if said < 4 {
		t.Errorf("%d corrections", said)
	}
}
