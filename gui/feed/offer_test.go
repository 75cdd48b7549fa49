package feed

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/widget"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/db"
)

// picture makes a saved picture of a link that dies after some time.
func (g *stage) picture(left time.Duration) int64 {
	job := g.add(db.Saved)
	job.Kind, job.TaskID, job.Model = db.TextToImage, "", "genimage-2.5-flare"
	job.Request = []byte(`{"model":"genimage-2.5-flare","prompt":"a tea bowl","size":"1024x1024","quality":"medium"}`)
	g.assets[job.ID] = []db.Asset{{ID: 100 + job.ID, JobID: job.ID, Kind: db.Picture, Link: "https://img.example.com/a.png", LinkDies: g.now.Add(left)}}
	return job.ID
}

func TestAPictureLeadsToTheComposerWhileItsLinkLives(t *testing.T) {
	g := newStage(t)
	id := g.picture(21 * time.Hour)
	g.update()
	if got := g.card(id).detail.Text(); got != "Its link lives: 21 h left." {
		t.Errorf("the card says %q", got)
	}
	g.press(id, UseFirst)
	g.press(id, UseLast)
	g.press(id, EditPicture)
	if diff := cmp.Diff([]string{"frame 101 0", "frame 101 1", "edit 101"}, g.led); diff != "" {
		t.Error(diff)
	}

	g.now = g.now.Add(22 * time.Hour)
	g.update()
	c := g.card(id)
	if slices.Contains(c.actions, UseFirst) || slices.Contains(c.actions, UseLast) || !slices.Contains(c.actions, EditPicture) {
		t.Errorf("a dead link offers %v", c.actions)
	}
	if got := c.detail.Text(); !strings.Contains(got, "expired") {
		t.Errorf("a dead link says %q", got)
	}
	g.s.d.Hosting = func() bool { return true }
	g.update()
	if !slices.Contains(g.card(id).actions, UseFirst) {
		t.Error("a picture that can be hosted is no frame")
	}
}

func TestTheMenuOfACardTakesPartsAndTheSister(t *testing.T) {
	g := newStage(t)
	clip, picture := g.add(db.Saved).ID, g.picture(time.Hour)
	g.update()
	words := func(id int64) (all []string) {
		for _, item := range g.s.more(g.s.items[g.s.index[id]]) {
			if !item.IsSeparator {
				all = append(all, item.Label)
			}
		}
		return all
	}
	if diff := cmp.Diff([]string{"Reuse settings", "Reuse the prompt only", "Reuse all but the seed"}, words(clip)); diff != "" {
		t.Error(diff)
	}
	if got := words(picture); len(got) != 3 || !strings.HasPrefix(got[2], "The same again on genimage-2.5-sunburst · ") {
		t.Errorf("the menu of a picture: %q", got)
	}
	items := g.s.more(g.s.items[g.s.index[picture]])
	items[1].Action()
	items[len(items)-1].Action()
	if diff := cmp.Diff([]string{"reuse 2 1", "sister 2"}, g.led); diff != "" {
		t.Error(diff)
	}
	g.press(clip, More)
	if _, ok := g.w.Canvas().Overlays().Top().(*widget.PopUpMenu); ok || g.w.Canvas().Overlays().Top() == nil {
		t.Error("the menu is not open")
	}
}

func TestAHeldJobIsEditedInTheComposer(t *testing.T) {
	g := newStage(t)
	id := g.add(db.Held).ID
	g.update()
	g.press(id, EditHeld)
	if diff := cmp.Diff([]string{"held 1"}, g.led); diff != "" {
		t.Error(diff)
	}
}

func TestOneMoreTakesTheJobsOwnRequest(t *testing.T) {
	g := newStage(t)
	clip := g.add(db.Saved)
	clip.Kind = db.FramesToVideo
	clip.Request = []byte(`{"model":"clip-2.6","prompt":"its own words","seconds":5,"input_reference":["https://a.example/x?sig=a%2Fb"],"seed":9}`)
	clip.Inputs = []byte(`[{"place":0,"asset":"abcd"}]`)
	id := clip.ID
	edit := g.picture(time.Hour)
	g.job(edit).Kind = db.EditImage
	g.job(edit).Request = []byte(`{"model":"genimage-2.5-flare","prompt":"bluer","images":["https://a.example/x"]}`)
	local := g.picture(time.Hour)
	g.job(local).InputPath = "inputs/a.png"
	g.update()
	g.press(id, OneMore)
	g.finish()
	if len(g.sent) != 1 || g.sent[0].Prompt != "its own words" || *g.sent[0].Seed != 123 ||
		!slices.Equal(g.sent[0].InputReference, []string{"https://a.example/x?sig=a%2Fb"}) {
		t.Errorf("sent %+v", g.sent)
	}
	it := g.s.items[g.s.index[edit]]
	if !it.repeatable() || g.s.oneMore(it.Job)(t.Context(), jobs.Terms{}) != nil || !slices.Contains(g.did, `edit "bluer" for 7`) {
		t.Errorf("an edit: %v", g.did)
	}
	if g.s.items[g.s.index[local]].repeatable() {
		t.Error("a picture of this computer is not in the row")
	}
}

// A refusal that names the other form offers it. Taking it sends nothing: to send again is a click of its own.
func TestARefusalOffersTheOtherForm(t *testing.T) {
	g := newStage(t)
	job := g.add(db.Rejected)
	job.ErrorCode, job.ErrorMessage = "http_400", "json: cannot unmarshal number into Go struct field .Alias.seconds of type string"
	other := g.add(db.Rejected)
	other.ErrorCode, other.ErrorMessage = "http_400", "seconds must be an integer between 3 and 15"
	id, plain := job.ID, other.ID
	g.update()
	if slices.Contains(g.card(plain).actions, OtherForm) {
		t.Error("another refusal offers it too")
	}
	g.press(id, OtherForm)
	g.finish()
	g.update()
	if diff := cmp.Diff([]string{`form "openai" of 7`}, g.did); diff != "" || len(g.sent) > 0 {
		t.Error(diff)
	}
	if can := g.card(id).actions; slices.Contains(can, OtherForm) || !slices.Contains(can, SameAgain) {
		t.Errorf("then offers %v", can)
	}
	g.press(id, SameAgain)
	g.finish()
	if g.did[len(g.did)-1] != fmt.Sprintf("again %d", id) {
		t.Errorf("did %v", g.did)
	}
}
