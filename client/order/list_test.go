package order

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/db"
)

const (
	linkA = "https://pictures.example.com/a.png?sig=a%2Fb%3D&x=1"
	linkB = "http://pictures.example.com/b.png"
)

// filledIn returns the form for these tests.
func filledIn() Form {
	f := New()
	f.Text.Model, f.Text.Seconds, f.Text.WantedResolution, f.Text.Ratio, f.Text.WantedAudio, f.Text.Negative = "clip-3.0",
		"8", "1080P", "9:16", true, "text"
	f.Frames.Model, f.Frames.Seconds, f.Frames.First = "clip-2.6", "4", Slot{URL: linkB}
	f.Image.Model, f.Image.Quality = "genimage-2.5-flare", "low"
	f.Edit.Model, f.Edit.Quality, f.Edit.Pictures[0] = "genimage-2.5-sunburst", "high", Slot{URL: linkB}
	return f
}

func listEnv() Env {
	return Env{Models: []client.Alias{{ID: "house-clip", Like: "clip-2.5"},
		{ID: "house-image", Like: "genimage-2.5-flare"}}}
}

func readList(t *testing.T, text, name string) List {
	t.Helper()
	b, err := filledIn().ReadList(text, name, listEnv())
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return b
}

func told(r ListRow) string {
	var all []string
	for _, p := range r.Problems {
		all = append(all, p.Field+": "+p.Message)
	}
	return strings.Join(all, "; ")
}

func TestExampleListsAreValid(t *testing.T) {
	var lists [2]List
	for i, name := range []string{"example.csv", "example.jsonl"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "resources", "batch", name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := New().ReadList(string(data), name, Env{})
		if err != nil || len(b.Rows) != 6 || b.Rows[0].Clips != 2 || faulty(b) != 0 || len(b.Unknown) != 0 {
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

func TestListFormatsAgree(t *testing.T) {
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
		b := readList(t, text, "")
		if len(b.Rows) != 1 || faulty(b) != 0 {
			t.Errorf("%s: %+v %s", name, b, told(b.Rows[0]))
			continue
		}
		v := video(b.Rows[0])
		if v.Prompt != "a, b" || v.Seconds != 5 || v.Model != "clip-3.0" || v.Resolution != "1080P" || !v.Audio ||
			v.NegativePrompt != "text" {
			t.Errorf("%s: %+v", name, v)
		}
		if want := name == "a column of no use"; want != slices.Equal(b.Unknown, []string{"remark"}) {
			t.Errorf("%s: unknown %v", name, b.Unknown)
		}
	}
}

func TestReadListOfLines(t *testing.T) {
	b := readList(t, "A dog, a cat, a text\n\n  {red|blue} balloon  \n'=not a formula here\n", "")
	if len(b.Rows) != 3 || b.Rows[1].Line != 3 || b.Rows[1].Request.PromptText() != "{red|blue} balloon" ||
		b.Rows[2].Request.PromptText() != "'=not a formula here" {
		t.Errorf("%+v", b)
	}
}

func TestMissingColumnsUseFormAndEmptyCellsReset(t *testing.T) {
	v := video(readList(t, "prompt,seconds,resolution,audio,negative\na,,,,\n", "x.csv").Rows[0])
	if v.Seconds != 0 || v.Resolution != "" || v.Audio || v.NegativePrompt != "" || v.AspectRatio != "9:16" {
		t.Errorf("%+v", v)
	}
}

func TestRowKindFollowsModelAndLinks(t *testing.T) {
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
	} {
		f := filledIn()
		f.Kind = tc.form
		b, err := f.ReadList(tc.head+"\n"+tc.row, "x.csv", listEnv())
		if err != nil || b.Rows[0].Kind != tc.want {
			t.Errorf("%s / %s with the form at %q: %v, %v; want %s", tc.head, tc.row, tc.form, b.Rows, err, tc.want)
		}
	}
}

func TestRowProblemsNameFields(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"prompt,seconds\na,2", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds\na,soon", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds\na,0", "seconds: " + client.MsgSecondsRange},
		{"prompt,seconds,model\na,6,house-clip", "seconds: " + client.MsgSecondsOneOf + "; audio: " +
			client.MsgNoAudio},
		{"prompt,audio\na,maybe", "audio: audio must be yes or no"},
		{"prompt,seed\na,1e3", "seed: " + MsgSeed},
		{"prompt,seed,clips\na,9223372036854775807,2", "seed: " + MsgSeed},
		{"prompt,clips\na,101", "clips: " + "clips must be an integer between 1 and 100"},
		{"prompt,clips\na,0", "clips: " + "clips must be an integer between 1 and 100"},
		{"prompt,kind\na,film", "kind: kind must be one of text_to_video, frames_to_video, text_to_image, edit_image"},
		{"prompt,kind,first\na,text_to_video," + linkA,
			"input_reference: text_to_video uses no frames: use frames_to_video"},
		{"prompt,kind,images\na,text_to_image," + linkA, "images: text_to_image uses no pictures: use edit_image"},
		{"prompt,kind,first\na,frames_to_video,", "input_reference: frames_to_video needs a first frame"},
		{"prompt,first,last\na,," + linkA, "input_reference: " + client.MsgLastWithoutFirst},
		{"prompt,first\na,/home/me/a.png", "input_reference: " + client.MsgReferenceURL},
		{"prompt,size,resolution\na,1280x720,720P", "size: size replaces resolution and aspect_ratio"},
		{"prompt,quality\na,low", "quality: quality is for pictures only"},
		{"prompt,model,seconds\na,genimage-2.5-flare,5", "seconds: seconds is for clips only"},
		{"prompt,kind,images\na,edit_image,", "image: " + client.MsgEditImageRequired},
		{"prompt,kind,images\na,edit_image,a.png", "images: " + client.MsgEditImageURL},
		{"prompt,seconds\na,5,6", ": the row has more cells than there are columns"},
		{"prompt,seconds\n,5", "prompt: " + client.MsgPromptRequired},
	} {
		b := readList(t, tc.text, "x.csv")
		if got := told(b.Rows[0]); got != tc.want || faulty(b) != 1 || b.Rows[0].Line != 2 {
			t.Errorf("%q: line %d: %s\nwant %s", tc.text, b.Rows[0].Line, got, tc.want)
		}
		sameRest(t, b, filledIn(), listEnv())
	}
}

// A row is refused for each field that the request format of the profile does not have. What the form holds in a closed
// field is not part of a row.
func TestRowWithUnsupportedField(t *testing.T) {
	env := listEnv()
	env.Format = client.FormatOpenAI
	f := filledIn()
	f.Text.WantedAudio, f.Text.Negative, f.Text.Seed = true, "rain", SeedDraft{Text: "7", Locked: true}
	f.Frames.WantedAudio, f.Frames.Negative, f.Frames.Seed = true, "rain", SeedDraft{Text: "7", Locked: true}
	for row, want := range map[string]string{
		"prompt,first,last\na," + linkA + ",":         "",
		"prompt,first,last\nb," + linkA + "," + linkB: "input_reference: " + client.MsgOneImage,
		"prompt,seed\na,7":                            "seed: " + client.MsgFormSeed,
		"prompt,negative\na,rain":                     "negative_prompt: " + client.MsgFormNegative,
		"prompt,audio\na,yes":                         "audio: " + client.MsgFormAudio,
		"prompt,seed,audio\na,,no":                    "",
		"prompt,resolution\na,1080p":                  "",
	} {
		b, err := f.ReadList(row, "x.csv", env)
		if err != nil || told(b.Rows[0]) != want {
			t.Errorf("%q: %q, %v; want %q", row, told(b.Rows[0]), err, want)
		}
	}
	b, err := f.ReadList("prompt,resolution,ratio\na,1080p,9:16", "x.csv", env)
	if err != nil || video(b.Rows[0]).Size != "1080x1920" {
		t.Errorf("%+v, %v", b.Rows, err)
	}
}

func TestSizeAndResolutionOfRowAndForm(t *testing.T) {
	sized := filledIn()
	sized.Text.FreeSize, sized.Text.Width, sized.Text.Height = true, "640", "360"
	for _, tc := range []struct {
		name, text  string
		f           Form
		size, tier  string
		ratio, note string
	}{
		{"the row's size wins over the form's resolution", "prompt,size\na,1280 × 720", filledIn(), "1280x720", "", "",
			""},
		{"the row's resolution wins over the form's size", "prompt,resolution\na,720p", sized, "", "720P", "", ""},
		{"the form's size alone", "prompt\na", sized, "640x360", "", "", ""},
		{"a ratio gives way to the first frame", "prompt,aspect_ratio,first\na,16:9," + linkA, filledIn(), "", "720P",
			"", "the first frame sets the ratio, so leave it out"},
	} {
		b, err := tc.f.ReadList(tc.text, "x.csv", listEnv())
		if err != nil || faulty(b) != 0 {
			t.Fatalf("%s: %+v, %v", tc.name, b, err)
		}
		r := b.Rows[0]
		if v := video(r); v.Size != tc.size || v.Resolution != tc.tier || v.AspectRatio != tc.ratio ||
			r.Note != tc.note {
			t.Errorf("%s: %+v, note %q", tc.name, v, r.Note)
		}
		sameRest(t, b, tc.f, listEnv())
	}
}

func TestRowWithAlias(t *testing.T) {
	r := readList(t, "prompt,model,seconds,audio\na,house-clip,10,no", "").Rows[0]
	if video(r).Like != "clip-2.5" || len(r.Problems) != 0 {
		t.Errorf("%+v", r)
	}
	r = readList(t, "prompt,model\na,clip-9", "").Rows[0]
	if video(r).Like != "" ||
		!strings.HasPrefix(told(r), "model: model must be one of") {
		t.Errorf("%+v", r)
	}
}

func TestInputReferenceInListSetsFrames(t *testing.T) {
	v := video(readList(t, `{"prompt":"a","input_reference":["`+linkA+`","`+linkB+`"]}`, "").Rows[0])
	if !slices.Equal(v.InputReference, []string{linkA, linkB}) {
		t.Errorf("%+v", v)
	}
}

func TestReadListRefusesOtherTexts(t *testing.T) {
	for _, tc := range []struct{ name, file, text, want string }{
		{"nothing", "", "", "it has no rows"},
		{"a header alone", "x.csv", "prompt,model\n", "it has no rows"},
		{"no header", "x.csv", "hello,world\n", "its first line has no known column"},
		{"latin 1", "", "caf\xe9", "not UTF-8 text"},
		{"utf-16", "x.csv", "\xff\xfep\x00", "not UTF-8 text"},
		{"too many rows", "x.csv", "prompt\n" + strings.Repeat("a\n", MaxListRows+1), "more than 1000 rows"},
		{"too many jobs", "x.csv", "prompt,clips\n" + strings.Repeat("a,100\n", 11), "more than 1000 jobs"},
		{"too large", "", strings.Repeat("a", MaxListBytes+1), "larger than 4 MiB"},
		{"a column twice", "x.csv", "prompt,text\na,b", "Line 1: "},
		{"a quote that stays open", "x.csv", "sep=,\nprompt\n\"a\n", "Line 3: "},
		{"no object", "x.jsonl", "{\"prompt\":\"a\"}\n\n[1]\n", "Line 3: "},
		{"a key twice", "x.jsonl", `{"prompt":"a","text":"b"}`, "Line 1: "},
		{"an object inside", "x.jsonl", `{"prompt":{"a":1}}`, "Line 1: "},
		{"three frames", "x.jsonl", `{"input_reference":["a","b","c"]}`, "Line 1: "},
	} {
		if _, err := filledIn().ReadList(tc.text, tc.file, listEnv()); err == nil ||
			!strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
}

func TestReadListUnguardsFormulas(t *testing.T) {
	for cell, want := range map[string]string{"'=1+1": "=1+1", "'@SUM(A1)": "@SUM(A1)", "'＝1": "＝1", "''-": "'-",
		"=1": "=1", "'tis": "'tis", "a=b": "a=b", "'": "'"} {
		if got := video(readList(t, "prompt,negative\na,"+cell, "").Rows[0]); got.NegativePrompt != want {
			t.Errorf("%q came in as %q", cell, got.NegativePrompt)
		}
	}
}

// What is wrong stays as it came, with the header that it needs.
func TestInvalidRowsTextKeepsOriginalRows(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"x.csv", "prompt,odd\nboats,1\n\n,2\nlamps,3\n", "prompt,odd\n,2\n"},
		{"", "sep=;\nprompt;seconds;odd\nboats;5;a\n\"two\nlines\";99;b\nlamps;98;\n",
			"prompt;seconds;odd\n\"two\nlines\";99;b\nlamps;98;\n"},
		{"", "prompt\tseconds\r\na\t5\r\nb\t99\r\n", "prompt\tseconds\nb\t99\n"},
		{"x.jsonl", "{\"prompt\":\"a\"}\n\n{\"prompt\":\"b\", \"seconds\":99}\n",
			"{\"prompt\":\"b\", \"seconds\":99}\n"},
		{"", "prompt,seconds\na,5\n", ""},
	} {
		b := readList(t, c.text, c.name)
		if got := b.InvalidRowsText(); got != c.want {
			t.Errorf("%q leaves %q", c.text, got)
		}
		sameRest(t, b, filledIn(), listEnv())
	}
}

func TestClipsIncrementSeed(t *testing.T) {
	b := readList(t, "prompt,seed,clips\na,48 210 773,3", "")
	var seeds []int64
	for _, r := range b.Rows[0].Order().Requests {
		seeds = append(seeds, *r.(client.VideoRequest).Seed)
	}
	if !slices.Equal(seeds, []int64{48210773, 48210774, 48210775}) {
		t.Errorf("%v", seeds)
	}
	b = readList(t, "prompt,images,clips\na,"+linkA+"\t"+linkB+",2\n", "x.csv")
	if e := b.Rows[0].Order().Requests; len(e) != 2 ||
		!slices.Equal(e[1].(client.EditRequest).ImageURLs, []string{linkA, linkB}) {
		t.Errorf("%+v", e)
	}
	b = readList(t, "prompt,model,clips\na,genimage-2.5-flare,2\n", "x.csv")
	if i := b.Rows[0].Order().Requests; len(i) != 2 || i[1].Kind() != client.TextToImage || i[1].PromptText() != "a" {
		t.Errorf("%+v", i)
	}
}

// sameRest reads what is left of a list as if it had been pasted.
func sameRest(t *testing.T, b List, f Form, env Env) {
	t.Helper()
	rest := b.InvalidRowsText()
	if rest == "" {
		return
	}
	again, err := f.ReadList(rest, "", env)
	if err != nil {
		t.Fatalf("read what was left, %q: %v", rest, err)
	}
	wrong := slices.DeleteFunc(slices.Clone(b.Rows), func(r ListRow) bool { return len(r.Problems) == 0 })
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

func video(r ListRow) client.VideoRequest {
	v, _ := r.Request.(client.VideoRequest)
	return v
}

// faulty counts the rows that cannot be sent.
func faulty(b List) int { return len(b.Rows) - len(b.ValidRows()) }

// A model that the profile does not have is refused with the models of the sort that the row asks for.
func TestUnknownModelMessageListsModelsOfKind(t *testing.T) {
	for row, want := range map[string]string{
		"prompt,model,quality\na,dall-e,low": "genimage-2.5-flare", "prompt,model,seconds\na,dall-e,5": "clip-3.0",
		"prompt,model\na,dall-e": "clip-3.0", "kind,prompt,model\ntext_to_image,a,dall-e": "genimage-2.5-flare",
		"prompt,model,images\na,dall-e," + linkA: "genimage-2.5-flare",
	} {
		b, err := New().ReadList(row, "x.csv", Env{})
		if err != nil || !strings.Contains(told(b.Rows[0]), "model must be one of "+want) ||
			len(b.Rows[0].Problems) != 1 {
			t.Errorf("%q: %q, %v", row, told(b.Rows[0]), err)
		}
	}
}
