package form

import (
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
)

// Problems have the same names in every language, and are said in the one of the window.
func TestEveryProblemIsSaidInTheLanguageOfTheWindow(t *testing.T) {
	messages := []string{MsgSeed, MsgFirstFrame, MsgLinkDead, MsgNotPublic, MsgEditPublic, MsgEditMixed, MsgTooMany, MsgCanvasDrawn,
		MsgCanvasFile, MsgLocalFile, MsgLastOff, MsgFirstOnly, client.MsgNoAudio}
	const unreached = "The service cannot reach addresses on this computer or its network."
	// Where the message is in the words of the wire.
	plain := map[string]string{MsgFirstFrame: "Choose a first frame.", MsgNotPublic: unreached, MsgEditPublic: unreached}
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

func TestEveryProblemOfAListIsSaidInTheLanguageOfTheWindow(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	for _, text := range []string{"prompt,prompt\na,b", "prompt,seconds\n\"a,5", "{\"prompt\":\"a\",\"prompt\":\"b\"}", "{\"prompt\":[[1]]}",
		"{\"prompt\":[\"a\",\"b\"]}", "{\"prompt\":{}}", "{\"prompt\":\"a\"}\n{]", "", "# a", "a: b", "\"a", "a\n1. b", "[", "[1]", "{\"a\":1}", "caf\xe9", strings.Repeat("a\n", maxListRows+1), strings.Repeat("a", MaxListBytes+1),
		"prompt,audio,seconds,kind\na,maybe,5,film,more", "prompt,kind,first\na,text_to_video,b", "prompt,kind,first\na,frames_to_video,", "prompt,kind,images\na,text_to_image,b",
		"prompt,seconds,size,resolution\na,5,1x1,720P", "prompt,first,ratio,seconds\na,https://a.net/b.png,9:16,99",
		"prompt,clips,seed\na,100,x\n" + strings.Repeat("a,100,\n", 10), "prompt,clips,quality,kind\na,0,low,text_to_video\n", "prompt,seconds,kind\na,5,text_to_image"} {
		b, err := filledIn().ReadList(text, "", listEnv())
		if err != nil && langtest.Foreign(err.Error()) != "" {
			t.Errorf("%s: not translated: %q", text, err.Error())
		}
		for _, r := range b.Rows {
			if langtest.Foreign(r.Note) != "" {
				t.Errorf("%s: not translated: %q", text, r.Note)
			}
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
}
