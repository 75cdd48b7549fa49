package db

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// relatives is a library with a picture and jobs that use it.
type relatives struct {
	t *testing.T
	l *Library
	p Profile
}

// job inserts a job with some pictures as inputs.
func (r relatives) job(kind JobKind, click string, from ...string) Job {
	r.t.Helper()
	j := videoJob(r.p.ID, "boats")
	j.Kind, j.Click = kind, click
	var in []Input
	for i, ref := range from {
		in = append(in, Input{Place: i, Asset: ref})
	}
	if in != nil {
		j.Inputs, _ = json.Marshal(in)
	}
	return newJob(r.t, r.l, j)
}

func (r relatives) made(kind JobKind, click string, from ...string) Asset {
	r.t.Helper()
	a := Asset{Kind: Picture}
	if kind.IsVideo() {
		a.Kind = Clip
	}
	return addAsset(r.t, r.l, r.job(kind, click, from...), a)
}

func kinLine(all []Relative, named map[string]string) string {
	var parts []string
	for _, k := range all {
		switch {
		case k.Asset != nil:
			parts = append(parts, fmt.Sprintf("%s@%d", named[k.Asset.Ref], k.Place))
		default:
			parts = append(parts, "running "+named[k.Job.Ref])
		}
	}
	return strings.Join(parts, " ")
}

func TestFamily(t *testing.T) {
	l := newLibrary(t)
	r := relatives{t, l, newProfile(t, l)}
	click := newRef()
	one, two := r.made(TextToImage, click), r.made(TextToImage, click)
	edit := r.made(EditImage, "", one.Ref, two.Ref)
	clip := r.made(FramesToVideo, "", two.Ref, one.Ref)
	running := r.job(EditImage, "", one.Ref)
	again := running
	again.ID, again.Ref, again.Click, again.ResendOf, again.Inputs = 0, "", "", edit.JobID, nil
	resent := addAsset(t, l, newJob(t, l, again), Asset{Kind: Picture})
	frame := imported(t, l, "frame.png", onePNG(), ImportMeta{Parent: clip.Ref})
	film := imported(t, l, "film.png", onePNG()+"more", ImportMeta{Parent: clip.Ref + " " + frame.Ref + " " + clip.Ref})
	trashed := r.made(EditImage, "", one.Ref)
	if _, err := l.Trash(t.Context(), trashed.ID); err != nil {
		t.Fatal(err)
	}
	named := map[string]string{one.Ref: "one", two.Ref: "two", edit.Ref: "edit", clip.Ref: "clip", running.Ref: "edit",
		resent.Ref: "resent",
		frame.Ref:  "frame", film.Ref: "film", trashed.Ref: "trashed"}
	for ref, want := range map[string]string{
		one.Ref:    "from|edits running edit edit@0|frames clip@1|taken|same two@0|again",
		two.Ref:    "from|edits edit@0|frames clip@0|taken|same one@0|again",
		edit.Ref:   "from one@0 two@1|edits|frames|taken|same|again resent@0",
		clip.Ref:   "from two@0 one@1|edits|frames|taken film@0 frame@0|same|again",
		frame.Ref:  "from clip@0|edits|frames|taken film@0|same|again",
		film.Ref:   "from clip@0 frame@1 clip@2|edits|frames|taken|same|again",
		resent.Ref: "from|edits|frames|taken|same|again edit@0",
	} {
		f, err := l.Family(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, part := range []struct {
			name string
			kin  []Relative
		}{{"from", f.MadeFrom}, {"edits", f.EditedInto}, {"frames", f.UsedAsFrame}, {"taken", f.Extracted},
			{"same", f.Variations}, {"again", f.Resends}} {
			lines = append(lines, strings.TrimSpace(part.name+" "+kinLine(part.kin, named)))
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", named[ref], got, want)
		}
	}
	if _, err := l.Family(t.Context(), newRef()); !errors.Is(err, ErrNotFound) {
		t.Errorf("family of an unknown asset: %v", err)
	}
}

func TestVersions(t *testing.T) {
	l := newLibrary(t)
	r := relatives{t, l, newProfile(t, l)}
	root := imported(t, l, "root.png", onePNG(), ImportMeta{})
	a := r.made(EditImage, "", root.Ref)
	b := r.made(EditImage, "", a.Ref, root.Ref) // a version of its first input only
	gone := r.made(EditImage, "", a.Ref)
	below := r.made(EditImage, "", gone.Ref)
	running := r.job(EditImage, "", b.Ref)
	r.made(FramesToVideo, "", a.Ref) // a clip is not a version
	ended := r.job(EditImage, "", b.Ref)
	if _, err := l.Change(t.Context(), ended.ID, func(c *Change) error {
		c.Job.State = Failed
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Trash(t.Context(), gone.ID); err != nil {
		t.Fatal(err)
	}
	named := map[string]string{root.Ref: "root", a.Ref: "a", b.Ref: "b", below.Ref: "below", running.Ref: "running",
		"": "-"}
	const want = "root<- 0, a<root 1, b<a 2, running<b 3, below<a 2"
	for _, from := range []string{root.Ref, a.Ref, b.Ref, below.Ref, gone.Ref} {
		all, err := l.Versions(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		var parts []string
		for _, v := range all {
			ref := ""
			if v.Asset != nil {
				ref = v.Asset.Ref
			} else {
				ref = v.Job.Ref
			}
			parts = append(parts, fmt.Sprintf("%s<%s %d", named[ref], named[v.Parent], v.Depth))
		}
		if got := strings.Join(parts, ", "); got != want {
			t.Errorf("from %s: %s", named[from], got)
		}
	}
	if _, err := l.Trash(t.Context(), root.ID); err != nil {
		t.Fatal(err)
	}
	if all, err := l.Versions(t.Context(), b.Ref); err != nil || len(all) != 4 || all[0].Asset.Ref != a.Ref ||
		all[0].Depth != 0 || all[0].Parent != "" {
		t.Errorf("with the original in the trash: %+v, %v", all, err)
	}
}

// Assets of a damaged library may be derived from each other. The walk ends.
func TestVersionsEndInCycle(t *testing.T) {
	l := newLibrary(t)
	r := relatives{t, l, newProfile(t, l)}
	a := r.made(EditImage, "", newRef())
	b := r.made(EditImage, "", a.Ref)
	if _, err := l.Change(t.Context(), a.JobID, func(c *Change) error {
		c.Job.Inputs = json.RawMessage(`[{"place":0,"asset":"` + b.Ref + `"}]`)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if all, err := l.Versions(t.Context(), a.Ref); err != nil || len(all) != 2 {
		t.Errorf("%d versions, %v", len(all), err)
	}
}
