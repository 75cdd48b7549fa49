package feed

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/db"
)

func TestAWishIsTheRequestWithoutItsModel(t *testing.T) {
	job := func(kind db.JobKind, request, input string) db.Job {
		return db.Job{Kind: kind, Request: []byte(request), InputPath: input}
	}
	base := job(db.TextToImage, `{"model":"a","prompt":"boats","size":"1024x1024"}`, "")
	for _, c := range []struct {
		name string
		job  db.Job
		same bool
	}{
		{"another model", job(db.TextToImage, `{"size":"1024x1024","model":"b","prompt":"boats"}`, ""), true},
		{"a gateway's name for it", job(db.TextToImage, `{"model":"mine","like":"b","prompt":"boats","size":"1024x1024"}`, ""), true},
		{"another size", job(db.TextToImage, `{"model":"b","prompt":"boats","size":"1536x1024"}`, ""), false},
		{"another kind", job(db.EditImage, `{"model":"b","prompt":"boats","size":"1024x1024"}`, ""), false},
		{"another picture to edit", job(db.TextToImage, `{"model":"b","prompt":"boats","size":"1024x1024"}`, "inputs/x.png"), false},
		{"a clip", job(db.TextToVideo, `{"model":"b","prompt":"boats","size":"1024x1024"}`, ""), false},
		{"not readable", job(db.TextToImage, `{`, ""), false},
	} {
		if got := wishOf(c.job) == wishOf(base); got != c.same {
			t.Errorf("%s: the same wish: %v", c.name, got)
		}
	}
}

func TestEachPictureHasTheNewestOfAnotherModelAsItsTwin(t *testing.T) {
	item := func(id int64, model, wish string) Item {
		return Item{Job: db.Job{Model: model}, Asset: db.Asset{ID: id}, wish: wish}
	}
	items := []Item{ // newest first
		item(9, "a", "w"), item(8, "b", "w"), item(7, "a", "w"), item(6, "b", "w"),
		item(5, "a", "alone"), item(4, "a", "alone"), item(0, "b", "alone"), item(3, "b", ""), item(2, "a", ""),
	}
	items[4].Twin = db.Asset{ID: 99} // of an earlier reading
	pairTwins(items)
	var twins []int64
	for _, it := range items {
		twins = append(twins, it.Twin.ID)
	}
	if diff := cmp.Diff([]int64{8, 9, 8, 9, 0, 0, 0, 0, 0}, twins); diff != "" {
		t.Error(diff)
	}
}

func TestAPictureThatHasATwinOffersToCompare(t *testing.T) {
	g := newStage(t)
	g.s.d.OnCompare = func(a, b db.Asset) { g.led = append(g.led, fmt.Sprintf("compare %d %d", a.ID, b.ID)) }
	first := g.picture(time.Hour)
	g.update()
	if g.card(first).button(Compare) != nil {
		t.Fatal("a picture alone offers to compare")
	}
	second := g.picture(time.Hour)
	g.job(second).Model = "genimage-2.5-sunburst"
	g.update()
	g.press(first, Compare)
	g.press(second, Compare)
	a, b := g.assets[first][0].ID, g.assets[second][0].ID
	if diff := cmp.Diff([]string{fmt.Sprintf("compare %d %d", a, b), fmt.Sprintf("compare %d %d", b, a)}, g.led); diff != "" {
		t.Error(diff)
	}
}
