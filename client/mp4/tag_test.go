package mp4

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

const titleKey = "\xa9nam"

func setTag(b []byte, key, text string) ([]byte, error) {
	var w bytes.Buffer
	err := SetTag(&w, bytes.NewReader(b), int64(len(b)), key, text)
	return w.Bytes(), err
}

func tagOf(b []byte, key string) (string, error) {
	return Tag(bytes.NewReader(b), int64(len(b)), key)
}

// samplesOf reads the bytes of all samples of a file.
func samplesOf(t *testing.T, b []byte) [][]byte {
	t.Helper()
	f, err := parse(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, trak := range f.moov.Traks {
		ps, err := locateSamples(trak.Mdia.Minf.Stbl, f.mdat)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			out = append(out, b[p.off:p.off+int64(p.size)])
		}
	}
	return out
}

func TestSetTag(t *testing.T) {
	for name, before := range map[string]string{"own.mp4": "", "x264.mp4": "", "x264fs.mp4": "old"} {
		t.Run(name, func(t *testing.T) {
			b := load(t, name)
			want := samplesOf(t, b)
			if got, err := tagOf(b, TagComment); got != before || err != nil {
				t.Errorf("before: %q, %v", got, err)
			}
			var err error
			for _, text := range []string{"paper boats", "纸船 🛶 " + strings.Repeat("long ", 2000), ""} {
				if b, err = setTag(b, TagComment, text); err != nil {
					t.Fatal(err)
				}
				if b, err = setTag(b, titleKey, "title"); err != nil {
					t.Fatal(err)
				}
				if _, err := check(b); err != nil {
					t.Fatal("no longer whole: ", err)
				}
				if got, err := tagOf(b, TagComment); got != text || err != nil {
					t.Errorf("got %.20q, %v", got, err)
				}
				if got, _ := tagOf(b, titleKey); got != "title" {
					t.Errorf("the title became %q", got)
				}
				got := samplesOf(t, b)
				for i := range want {
					if !bytes.Equal(got[i], want[i]) {
						t.Fatalf("sample %d is another one", i)
					}
				}
			}
		})
	}
}

func TestSetTagRefuses(t *testing.T) {
	own := load(t, "own.mp4")
	if _, err := setTag(own, "abc", "x"); !errors.Is(err, ErrTag) {
		t.Errorf("a key of three bytes: %v", err)
	}
	if _, err := setTag(own, titleKey, strings.Repeat("x", maxTag+1)); !errors.Is(err, ErrTag) {
		t.Errorf("a long text: %v", err)
	}
	if out, err := setTag(own[:1000], titleKey, "x"); !errors.Is(err, ErrCut) || len(out) > 0 {
		t.Errorf("a cut file: %v, %d bytes", err, len(out))
	}
	if err := SetTag(&full{100}, bytes.NewReader(own), int64(len(own)), titleKey, "x"); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

// A file that Check accepts is still accepted after SetTag, and contains the text.
func TestSetTagOnBrokenFiles(t *testing.T) {
	src := seeds(t)
	r := rand.New(rand.NewPCG(5, 6))
	tagged := 0
	for i := range 3000 {
		b := mutate(r, src[i%len(src)])
		out, err := setTag(b, TagComment, "hello")
		if err != nil {
			continue
		}
		tagged++
		if _, err := check(out); err != nil {
			t.Fatalf("file %d: no longer whole: %v", i, err)
		}
		if got, err := tagOf(out, TagComment); got != "hello" || err != nil {
			t.Fatalf("file %d: %q, %v", i, got, err)
		}
	}
	if tagged < 100 {
		t.Errorf("only %d files were tagged", tagged)
	}
}
