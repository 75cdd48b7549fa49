package order

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzReadList checks that any text is refused, or that every row has one request with all its problems, and that the
// rest of the list can be read again.
func FuzzReadList(f *testing.F) {
	for _, name := range []string{"example.csv", "example.jsonl"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "resources", "batch", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data), name)
	}
	f.Add("sep=;\nprompt;size;resolution;odd\n'=a;1x1;720P;;more\n", "")
	f.Add("kind,seed,clips,audio\nfilm,x,0,maybe\n\"a\nb\",-5,3,\n", "x.csv")
	f.Add(`{"model":"house-clip","input_reference":["","https://a.example/b"],"note":[]}`, "")
	f.Add("one\ntwo, {three}\n", "")
	f.Add("[\n {\"prompt\": \"a\", \"seconds\": 99},\n \"b\"]\n{\"clips\":0}", "")
	f.Add("prompt\n\"# a, b\"\nc, \"d\"\n", "")
	f.Add("1. a\n2. \"b \"\"c\"\"\"\n", "")
	f.Add("\ufeff\tprompt|seconds\n|99\n", "a.txt")
	f.Fuzz(func(t *testing.T, text, name string) {
		if len(text) > 1<<16 {
			return // the cap is tested elsewhere
		}
		b, err := filledIn().ReadList(text, name, listEnv())
		if err != nil {
			return
		}
		if len(b.Rows) == 0 || len(b.Rows) > MaxListRows {
			t.Fatalf("%d rows", len(b.Rows))
		}
		for _, r := range b.Rows {
			if r.Clips < 1 || r.Line < 1 {
				t.Fatalf("%+v", r)
			}
			valid := len(r.Request.Problems()) == 0
			if !valid && len(r.Problems) == 0 {
				t.Fatalf("the service would refuse %+v", r)
			}
		}
		sameRest(t, b, filledIn(), listEnv())
	})
}
