package db

import "testing"

func TestLostEdits(t *testing.T) {
	l := newLibrary(t)
	r := relatives{t, l, newProfile(t, l)}
	vase, cup := r.made(TextToImage, ""), r.made(TextToImage, "")
	ended := func(s JobState, from ...string) Job {
		j := r.job(EditImage, "", from...)
		if s != Waiting {
			if _, err := l.writer.Exec("UPDATE jobs SET state = ? WHERE id = ?", s, j.ID); err != nil {
				t.Fatal(err)
			}
		}
		return j
	}
	refused, failed := ended(Rejected, vase.Ref), ended(Failed, vase.Ref)
	ended(Waiting, vase.Ref)                // may still make something
	ended(Unconfirmed, vase.Ref)            // may have
	ended(Failed, cup.Ref)                  // of another picture
	made := r.made(EditImage, "", vase.Ref) // has
	if _, err := l.writer.Exec("UPDATE jobs SET state = ? WHERE id = ?", Failed, made.JobID); err != nil {
		t.Fatal(err)
	}
	clip := r.job(FramesToVideo, "", vase.Ref) // no edit
	if _, err := l.writer.Exec("UPDATE jobs SET state = ? WHERE id = ?", Failed, clip.ID); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ref   string
		limit int
		want  []int64
	}{
		{vase.Ref, 0, []int64{failed.ID, refused.ID}},
		{vase.Ref, 1, []int64{failed.ID}},
		{newRef(), 0, nil},
	} {
		got, err := l.EditsWithoutFile(t.Context(), c.ref, c.limit)
		if err != nil || len(got) != len(c.want) {
			t.Fatalf("LostEdits(%.4s, %d) = %d jobs, %v; want %v", c.ref, c.limit, len(got), err, c.want)
		}
		for i, j := range got {
			if j.ID != c.want[i] {
				t.Errorf("LostEdits(%.4s, %d)[%d] = %d, want %d", c.ref, c.limit, i, j.ID, c.want[i])
			}
		}
	}
}
