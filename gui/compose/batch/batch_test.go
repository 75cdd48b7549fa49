package batch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
)

const (
	linkA = "https://pictures.example.com/a.png?sig=a%2Fb%3D&x=1"
	linkB = "http://pictures.example.com/b.png"
)

// given is what stands in the form of these tests.
func given() Defaults {
	return Defaults{
		Kind:   db.TextToVideo,
		Text:   client.VideoRequest{Model: "clip-3.0", Seconds: 8, Resolution: "1080P", AspectRatio: "9:16", Audio: true, NegativePrompt: "text"},
		Frames: client.VideoRequest{Model: "clip-2.6", Seconds: 4, Resolution: "720P", InputReference: []string{linkB}},
		Image:  client.ImageRequest{Model: "genimage-2.5-flare", Size: "1024x1024", Quality: "low", OutputFormat: "png"},
		Edit:   client.EditRequest{ImageRequest: client.ImageRequest{Model: "genimage-2.5-sunburst", Quality: "high"}, ImageURLs: []string{linkB}},
		Models: []client.Alias{{ID: "house-clip", Like: "clip-2.5"}, {ID: "house-image", Like: "genimage-2.5-flare"}},
	}
}

func parse(t *testing.T, text, name string) Batch {
	t.Helper()
	b, err := Parse(strings.NewReader(text), name, given())
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return b
}

func problems(r Row) string {
	var all []string
	for _, p := range r.Problems {
		all = append(all, p.Field+": "+p.Message)
	}
	return strings.Join(all, "; ")
}

func TestExamplesHaveNoProblem(t *testing.T) {
	var lists [2]Batch
	for i, name := range []string{"example.csv", "example.jsonl"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "resources", "batch", name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(bytes.NewReader(data), name, Defaults{})
		if err != nil || len(b.Rows) != 6 || b.Jobs() != 7 || faulty(b) != 0 || len(b.Unknown) != 0 {
			t.Fatalf("%s: %+v, %v", name, b, err)
		}
		lists[i] = b
	}
	for i, r := range lists[0].Rows {
		other := lists[1].Rows[i]
		if r.Kind != other.Kind {
			t.Errorf("row %d: %s and %s", i, r.Kind, other.Kind)
		}
	}
	if got := video(lists[0].Rows[3]).FirstFrame(); !strings.Contains(got, "sig=a%2Fb") {
		t.Errorf("the link was changed: %s", got)
	}
	if got := lists[0].Rows[4].Request.PromptText(); !strings.Contains(got, "saucer\ntwo") {
		t.Errorf("the line break was lost: %q", got)
	}
}

func TestFormatsGiveTheSameRow(t *testing.T) {
	for name, text := range map[string]string{
		"commas":             "prompt,seconds\n\"a, b\",5\n",
		"semicolons":         "Prompt;Seconds\na, b;5 s\n",
		"tabs":               "prompt\tseconds\na, b\t5\n",
		"tabs, empty cell":   "model\tprompt\tseconds\n\ta, b\t5\n",
		"excel":              "\ufeffsep=;\r\nprompt;seconds\r\na, b;5\r\n",
		"old mac":            "prompt;seconds\ra, b;5\r",
		"quoted header":      "\"prompt\", \"duration\"\n\"a, b\", 5\n",
		"emptied rows":       "prompt;seconds;\n;;\na, b;5;\n;;\n",
		"objects":            `{"prompt":"a, b","seconds":5}`,
		"objects, as text":   "\n" + `{"Prompt":"a, b","seconds":"5","model":null}` + "\n\n",
		"a column of no use": "prompt;seconds;remark\na, b;5;hello\n",
	} {
		b := parse(t, text, "")
		if len(b.Rows) != 1 || faulty(b) != 0 {
			t.Errorf("%s: %+v %s", name, b, problems(b.Rows[0]))
			continue
		}
		v := video(b.Rows[0])
		if v.Prompt != "a, b" || v.Seconds != 5 || v.Model != "clip-3.0" || v.Resolution != "1080P" || !v.Audio || v.NegativePrompt != "text" {
			t.Errorf("%s: %+v", name, v)
		}
		if want := name == "a column of no use"; want != slices.Equal(b.Unknown, []string{"remark"}) {
			t.Errorf("%s: unknown %v", name, b.Unknown)
		}
	}
}

func TestPastedLinesArePrompts(t *testing.T) {
	b := parse(t, "A dog, a cat, a text\n\n  {red|blue} balloon  \n'=not a formula here\n", "")
	if b.Format != Lines || len(b.Rows) != 3 || b.Rows[1].Line != 3 || b.Rows[1].Request.PromptText() != "{red|blue} balloon" || b.Rows[2].Request.PromptText() != "'=not a formula here" {
		t.Errorf("%+v", b)
	}
}

func TestMissingIsTheFormAndEmptyIsNotGiven(t *testing.T) {
	v := video(parse(t, "prompt,seconds,resolution,audio,negative\na,,,,\n", "x.csv").Rows[0])
	if v.Seconds != 0 || v.Resolution != "" || v.Audio || v.NegativePrompt != "" || v.AspectRatio != "9:16" {
		t.Errorf("%+v", v)
	}
}

func TestKindFollowsFromModelAndLinks(t *testing.T) {
	for _, tc := range []struct {
		head, row string
		form      db.JobKind
		want      db.JobKind
	}{
		{"prompt", "a", db.TextToVideo, db.TextToVideo},
		{"prompt", "a", db.FramesToVideo, db.FramesToVideo},
		{"prompt", "a", db.EditImage, db.EditImage},
		{"prompt,first_frame", "a," + linkA, db.TextToVideo, db.FramesToVideo},
		{"prompt,first_frame", "a," + linkA, db.TextToImage, db.FramesToVideo},
		{"prompt,images", "a," + linkA, db.TextToVideo, db.EditImage},
		{"prompt,model", "a,genimage-2.5-flare", db.TextToVideo, db.TextToImage},
		{"prompt,model", "a,house-image", db.FramesToVideo, db.TextToImage},
		{"prompt,model", "a,house-clip", db.TextToImage, db.TextToVideo},
		{"prompt,model,images", "a,genimage-2.5-flare," + linkA, db.TextToVideo, db.EditImage},
		{"prompt,kind", "a,Frames to video", db.TextToVideo, db.FramesToVideo},
		{"prompt,kind", "a,", "", db.TextToVideo},
	} {
		d := given()
		d.Kind = tc.form
		b, err := Parse(strings.NewReader(tc.head+"\n"+tc.row), "x.csv", d)
		if err != nil || b.Rows[0].Kind != tc.want {
			t.Errorf("%s / %s with the form at %q: %v, %v; want %s", tc.head, tc.row, tc.form, b.Rows, err, tc.want)
		}
	}
}

func TestProblemsStandAtTheirFields(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"prompt,seconds\na,2", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds\na,soon", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds\na,0", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds,model\na,6,house-clip", "seconds: " + client.MsgSecondsOneOf + "; audio: " + client.MsgNoAudio},
		{"prompt,audio\na,maybe", "audio: " + MsgAudio},
		{"prompt,seed\na,1e3", "seed: " + form.MsgSeed},
		{"prompt,seed,clips\na,9223372036854775807,2", "seed: " + form.MsgSeed},
		{"prompt,clips\na,101", "clips: " + "clips must be an integer between 1 and 100"},
		{"prompt,clips\na,0", "clips: " + "clips must be an integer between 1 and 100"},
		{"prompt,kind\na,film", "kind: " + MsgKind},
		{"prompt,kind,first\na,text_to_video," + linkA, "input_reference: " + MsgNoFrames},
		{"prompt,kind,images\na,text_to_image," + linkA, "images: " + MsgNoImages},
		{"prompt,kind,first\na,frames_to_video,", "input_reference: " + MsgFirstFrame},
		{"prompt,first,last\na,," + linkA, "input_reference: " + client.MsgLastWithoutFirst},
		{"prompt,first\na,/home/me/a.png", "input_reference: " + client.MsgReferenceURL},
		{"prompt,size,resolution\na,1280x720,720P", "size: " + MsgSizeAlone},
		{"prompt,quality\na,low", "quality: quality is for pictures only"},
		{"prompt,model,seconds\na,genimage-2.5-flare,5", "seconds: seconds is for clips only"},
		{"prompt,kind,images\na,edit_image,", "image: " + client.MsgEditImageRequired},
		{"prompt,kind,images\na,edit_image,a.png", "images: " + client.MsgEditImageURL},
		{"prompt,seconds\na,5,6", ": " + MsgExtra},
		{"prompt,seconds\n,5", "prompt: " + client.MsgPromptRequired},
	} {
		b := parse(t, tc.text, "x.csv")
		if got := problems(b.Rows[0]); got != tc.want || faulty(b) != 1 || b.Rows[0].Line != 2 {
			t.Errorf("%q: line %d: %s\nwant %s", tc.text, b.Rows[0].Line, got, tc.want)
		}
		sameRest(t, b, given())
	}
}

// A row says what the service of the profile would refuse: OpenAI's videos have one frame.
func TestARowOfTwoFramesWhereOneIsTaken(t *testing.T) {
	d := given()
	d.Form = client.FormOpenAI
	b, err := Parse(strings.NewReader("prompt,first,last\na,"+linkA+",\nb,"+linkA+","+linkB), "x.csv", d)
	if err != nil || problems(b.Rows[0]) != "" || problems(b.Rows[1]) != "input_reference: "+client.MsgOneImage {
		t.Errorf("%+v, %v", b.Rows, err)
	}
}

func TestSizeAndResolutionOfRowAndForm(t *testing.T) {
	sized := given()
	sized.Text.Size = "640x360"
	for _, tc := range []struct {
		name, text  string
		d           Defaults
		size, tier  string
		ratio, note string
	}{
		{"the row's size wins over the form's resolution", "prompt,size\na,1280 × 720", given(), "1280x720", "", "", ""},
		{"the row's resolution wins over the form's size", "prompt,resolution\na,720p", sized, "", "720P", "9:16", ""},
		{"the form's size alone", "prompt\na", sized, "640x360", "", "", ""},
		{"a ratio gives way to the first frame", "prompt,aspect_ratio,first\na,16:9," + linkA, given(), "", "720P", "", NoteRatio},
	} {
		b, err := Parse(strings.NewReader(tc.text), "x.csv", tc.d)
		if err != nil || faulty(b) != 0 {
			t.Fatalf("%s: %+v, %v", tc.name, b, err)
		}
		r := b.Rows[0]
		note := ""
		if len(r.Notes) > 0 {
			note = r.Notes[0].Text
		}
		if v := video(r); v.Size != tc.size || v.Resolution != tc.tier || v.AspectRatio != tc.ratio || note != tc.note {
			t.Errorf("%s: %+v, note %q", tc.name, v, note)
		}
		sameRest(t, b, tc.d)
	}
}

func TestAliasBringsItsRules(t *testing.T) {
	r := parse(t, "prompt,model,seconds,audio\na,house-clip,10,no", "").Rows[0]
	if video(r).Like != "clip-2.5" || len(r.Problems) != 0 {
		t.Errorf("%+v", r)
	}
	if r = parse(t, "prompt,model\na,clip-9", "").Rows[0]; video(r).Like != "" || !strings.HasPrefix(problems(r), "model: model must be one of") {
		t.Errorf("%+v", r)
	}
}

func TestReferencesOfTheWireAreFrames(t *testing.T) {
	v := video(parse(t, `{"prompt":"a","input_reference":["`+linkA+`","`+linkB+`"]}`, "").Rows[0])
	if !slices.Equal(v.InputReference, []string{linkA, linkB}) {
		t.Errorf("%+v", v)
	}
}

func TestWhatIsNoList(t *testing.T) {
	many := "prompt\n" + strings.Repeat("a\n", MaxRows+1)
	for _, tc := range []struct {
		name, file, text string
		want             error
		line             int
	}{
		{"nothing", "", "", ErrNoRows, 0},
		{"a header alone", "x.csv", "prompt,model\n", ErrNoRows, 0},
		{"no header", "x.csv", "hello,world\n", ErrHeader, 0},
		{"latin 1", "", "caf\xe9", ErrEncoding, 0},
		{"utf-16", "x.csv", "\xff\xfep\x00", ErrEncoding, 0},
		{"too many rows", "x.csv", many, ErrTooManyRows, 0},
		{"too many jobs", "x.csv", "prompt,clips\n" + strings.Repeat("a,100\n", 11), ErrTooManyJobs, 0},
		{"too large", "", strings.Repeat("a", MaxBytes+1), ErrTooLarge, 0},
		{"a column twice", "x.csv", "prompt,text\na,b", nil, 1},
		{"a quote that stays open", "x.csv", "sep=,\nprompt\n\"a\n", nil, 3},
		{"no object", "x.jsonl", "{\"prompt\":\"a\"}\n\n[1]\n", nil, 3},
		{"a key twice", "x.jsonl", `{"prompt":"a","text":"b"}`, nil, 1},
		{"an object inside", "x.jsonl", `{"prompt":{"a":1}}`, nil, 1},
		{"three frames", "x.jsonl", `{"input_reference":["a","b","c"]}`, nil, 1},
	} {
		_, err := Parse(strings.NewReader(tc.text), tc.file, given())
		var s *SyntaxError
		if errors.As(err, &s) {
			if tc.want != nil || s.Line != tc.line {
				t.Errorf("%s: %v", tc.name, err)
			}
		} else if tc.want == nil || !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, os.ErrClosed }

func TestFailuresOfTheFileAreNamed(t *testing.T) {
	if _, err := Parse(broken{}, "", given()); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestTheApostropheBeforeAFormulaIsTakenAway(t *testing.T) {
	for cell, want := range map[string]string{"'=1+1": "=1+1", "'@SUM(A1)": "@SUM(A1)", "'＝1": "＝1", "''-": "'-", "=1": "=1", "'tis": "'tis", "a=b": "a=b", "'": "'"} {
		if got := video(parse(t, "prompt,negative\na,"+cell, "").Rows[0]); got.NegativePrompt != want {
			t.Errorf("%q came in as %q", cell, got.NegativePrompt)
		}
	}
}

// What is wrong stays as it came, with the header that it needs.
func TestTheRestIsTheWrongRowsAsTheyCame(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"x.csv", "prompt,odd\nboats,1\n\n,2\nlamps,3\n", "sep=,\nprompt,odd\n,2\n"},
		{"", "sep=;\nprompt;seconds;odd\nboats;5;a\n\"two\nlines\";99;b\nlamps;98;\n", "sep=;\nprompt;seconds;odd\n\"two\nlines\";99;b\nlamps;98;\n"},
		{"", "prompt\tseconds\r\na\t5\r\nb\t99\r\n", "sep=\t\nprompt\tseconds\nb\t99\n"},
		{"x.jsonl", "{\"prompt\":\"a\"}\n\n{\"prompt\":\"b\", \"seconds\":99}\n", "{\"prompt\":\"b\", \"seconds\":99}\n"},
		{"", "prompt,seconds\na,5\n", ""},
	} {
		b := parse(t, c.text, c.name)
		if got := b.Rest(); got != c.want {
			t.Errorf("%q leaves %q", c.text, got)
		}
		sameRest(t, b, given())
	}
}

func TestClipsCountTheSeedUp(t *testing.T) {
	b := parse(t, "prompt,seed,clips\na,48 210 773,3", "")
	var seeds []int64
	for _, r := range b.Rows[0].Requests() {
		seeds = append(seeds, *r.(client.VideoRequest).Seed)
	}
	if !slices.Equal(seeds, []int64{48210773, 48210774, 48210775}) || b.Jobs() != 3 {
		t.Errorf("%v", seeds)
	}
	b = parse(t, "prompt,images,clips\na,"+linkA+"\t"+linkB+",2\n", "x.csv")
	if e := b.Rows[0].Requests(); len(e) != 2 || !slices.Equal(e[1].(client.EditRequest).ImageURLs, []string{linkA, linkB}) {
		t.Errorf("%+v", e)
	}
	b = parse(t, "prompt,model,clips\na,genimage-2.5-flare,2\n", "x.csv")
	if i := b.Rows[0].Requests(); len(i) != 2 || i[1].Kind() != client.TextToImage || i[1].PromptText() != "a" {
		t.Errorf("%+v", i)
	}
}

// sameRest reads what is left of a list as if it had been pasted.
func sameRest(t *testing.T, b Batch, d Defaults) {
	t.Helper()
	rest := b.Rest()
	if rest == "" {
		return
	}
	again, err := Parse(strings.NewReader(rest), "", d)
	if err != nil {
		t.Fatalf("read what was left, %q: %v", rest, err)
	}
	wrong := slices.DeleteFunc(slices.Clone(b.Rows), func(r Row) bool { return len(r.Problems) == 0 })
	if len(again.Rows) != len(wrong) {
		t.Fatalf("%q: %d rows became %d", rest, len(wrong), len(again.Rows))
	}
	for i, was := range wrong {
		is := again.Rows[i]
		was.Line, is.Line = 0, 0
		if !reflect.DeepEqual(was, is) {
			t.Fatalf("row %d: %+v\nbecame %+v", i, was, is)
		}
	}
}

func video(r Row) client.VideoRequest {
	v, _ := r.Request.(client.VideoRequest)
	return v
}

// faulty counts the rows that cannot be sent.
func faulty(b Batch) int {
	n := 0
	for _, r := range b.Rows {
		if len(r.Problems) > 0 {
			n++
		}
	}
	return n
}
