package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// The complete pictures of a truncated response are used. If anything may be lost, the response is stored in a file
// that only this account can read.
func TestParsePicturesOfTruncatedAnswers(t *testing.T) {
	const link = `{"created":1,"data":[{"b64_json":"","url":"https://h.example/a.png"`
	for name, c := range map[string]struct {
		body string
		cut  bool // the connection ends before the announced length
		want []string
		kept bool
	}{
		"whole": {link + `}]}`, false, []string{"https://h.example/a.png"}, false},
		"BOM":   {"\ufeff" + link + `}]}`, false, []string{"https://h.example/a.png"}, false},
		"a list": {`[{"url":"https://h.example/a.png"}]`, false,
			[]string{"https://h.example/a.png"}, true},
		"cut behind the link":    {link, true, []string{"https://h.example/a.png"}, true},
		"cut in the next member": {link + `,"revised_pro`, true, []string{"https://h.example/a.png"}, true},
		"cut behind a name":      {link + `,"revised_prompt":`, true, []string{"https://h.example/a.png"}, true},
		"cut in the second link": {link + `},{"url":"https://h.example/b.p`, true,
			[]string{"https://h.example/a.png"}, true},
		"without an end of its own": {link + `}],"usage":{"input_tokens":5,`, false,
			[]string{"https://h.example/a.png"}, true},
		"cut in the link":            {link[:len(link)-5], true, nil, true},
		"cut before anything":        {`{"da`, true, nil, true},
		"a page":                     {`<html>Sign in</html>`, false, nil, true},
		"a list with nothing in it":  {`[]`, false, nil, true},
		"a bracket that fits nobody": {link + `]`, false, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.cut {
					w.Header().Set("Content-Length", fmt.Sprint(len(c.body)+10))
				}
				io.WriteString(w, c.body)
			})
			r := goodImage()
			r.SpillPrefix = filepath.Join(t.TempDir(), "x")
			res, err := s.GenerateImage(context.Background(), r)
			var got []string
			if err == nil {
				for _, it := range res.Data {
					got = append(got, it.URL)
				}
			} else if e := asError(t, err); !e.Accepted() || OutcomeOf(err) != Unknown {
				t.Errorf("%v", err)
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("pictures %v, want %v (%v)", got, c.want, err)
			}
			kept, err := os.ReadFile(r.SpillPrefix + UnreadableExt)
			if (err == nil) != c.kept || err == nil && string(kept) != c.body {
				t.Errorf("kept %q, %v", kept, err)
			}
			if st, err := os.Stat(r.SpillPrefix + UnreadableExt); err == nil && st.Mode().Perm() != 0o600 &&
				runtime.GOOS != "windows" {
				t.Errorf("the answer is kept with mode %v", st.Mode())
			}
		})
	}
}

// TestTruncatedAnswerKeepsLink cuts an answer at every byte: from the end of its link on, the link is used.
func TestTruncatedAnswerKeepsLink(t *testing.T) {
	body := `{"created":1,"data":[{"revised_prompt":"a \"red\" {boat}, [2]","url":"https://h/x"},{"b64_json":"QUJD"}],"usage":{"total_tokens":5}}`
	behind := len(`{"created":1,"data":[{"revised_prompt":"a \"red\" {boat}, [2]","url":"https://h/x"`)
	for i := range len(body) + 1 {
		got := parser(t).parsePictures(completeJSON([]byte(body[:i]))).Data
		if i >= behind && (len(got) == 0 || got[0].URL != "https://h/x") || i < behind && len(got) > 0 {
			t.Errorf("cut at %d of %d, %s: %+v", i, behind, body[:i], got)
		}
	}
}

// FuzzMended checks that completeJSON returns valid JSON for the start of valid JSON, and keeps complete JSON
// unchanged.
func FuzzMended(f *testing.F) {
	f.Add([]byte(`{"data":[{"url":"https://h/x","b64_json":""},{"url":"a\"b"}],"usage":{"a":[1,2,null]}}`), 40)
	f.Add([]byte("\ufeff[ {\"url\" : \"a\"} , 5.0e1"), 9)
	f.Fuzz(func(t *testing.T, body []byte, at int) {
		got := completeJSON(body)
		if len(got) > len(body)+maxJSONDepth {
			t.Fatalf("%q became %q", body, got)
		}
		if !json.Valid(body) || at < 0 || at > len(body) {
			return
		}
		if b := trimmed(body); b[0] == '{' && string(trimmed(got)) != string(b) && object(body) != nil && got != nil {
			t.Errorf("%q became %q", body, got)
		}
		got = completeJSON(body[:at])
		if got != nil && !json.Valid(got) {
			t.Errorf("%q, cut at %d, became %q", body, at, got)
		}
	})
}
