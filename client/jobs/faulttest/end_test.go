package faulttest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/db"
	"viviscope/gui/status"
)

// What a click costs at the service: a clip of 5 s, and a picture.
const (
	clipCosts    = "3500000"
	pictureCosts = "30080"
)

// end is the expected end of a click: the row, the ledger and the displayed message.
type end struct {
	state  db.JobState
	hold   db.HoldReason
	ledger string // the entries, oldest first
	tag    string // the word for the state
	words  string // the displayed message; "*" matches anything
	posts  int    // how often the service saw the request
}

// unconfirmed is the end of a request with an unclear answer or none.
func unconfirmed(how string) end {
	return end{
		state: db.Unconfirmed, ledger: "unconfirmed $", tag: "Unconfirmed", posts: 1,
		words: "The request was sent, but " + how +
			". The service may have accepted and charged it. Viviscope never re-sends automatically.",
	}
}

const (
	brokeOff = "the connection was lost before an answer arrived"
	tooLate  = "no answer arrived in time"
)

// unclearAnswer returns the middle of the message for an answer that proves nothing.
func unclearAnswer(what any) string {
	return fmt.Sprintf("the answer (%v) does not say what happened", what)
}

var (
	notSent = end{
		state: db.Held, hold: db.HeldNotSent, tag: "Held",
		words: "There was no connection. Nothing has been sent or charged.",
	}
	keyRefused = end{
		state: db.Held, hold: db.HeldKeyRefused, tag: "Held", posts: 1,
		words: "The service refused the key (401). Nothing was charged.",
	}
	tooMany = end{
		state: db.Held, hold: db.HeldRateLimited, tag: "Held", posts: 1,
		words: "The service had too many requests (429). It may be sent now. Nothing was charged.",
	}
	tooManyUntil = end{
		state: db.Held, hold: db.HeldRateLimited, tag: "Held", posts: 1,
		words: "The service asks to wait until * (429). Nothing was charged.",
	}
	savedClip    = end{state: db.Saved, ledger: "reserve $, charge $", tag: "Saved", posts: 1}
	savedPicture = end{state: db.Saved, ledger: "charge $", tag: "Saved", posts: 1}
)

// rejected is the end of a request that the service refused.
func rejected(words string) end {
	return end{state: db.Rejected, tag: "Rejected", words: "The service says: “" + words + "”", posts: 1}
}

// rejectedByPage is the end of a request that was refused by a web page.
var rejectedByPage = end{state: db.Rejected, tag: "Rejected", words: "The server answered with a web page.", posts: 1}

// unclearMessage is the end of a request with a message of the service that proves nothing.
func unclearMessage(words string) end {
	e := unconfirmed("")
	e.words = "The service says: “" + words +
		"” It may still have accepted and charged the request. Viviscope never re-sends automatically."
	return e
}

// noBalance is the end of a request that the account cannot pay.
func noBalance(words string) end {
	e := rejected(words)
	e.words = "Your balance at the service is too low. Nothing was charged. Top it up, then send the request again. " +
		e.words
	return e
}

// failed is the end of a task that failed.
func failed(words string) end {
	return end{state: db.Failed, ledger: "reserve $, refund $", tag: "Failed", words: "The service says: “" + words +
		"”", posts: 1}
}

// expired is the end of a clip that no longer exists. Its ledger shows whether it was charged.
func expired(ledger, words string) end {
	return end{state: db.Expired, ledger: ledger, tag: "Expired", words: words, posts: 1}
}

// want waits for the end of a click and compares everything with it.
func (p *program) want(j db.Job, e end) db.Job {
	p.t.Helper()
	j = p.until(j.ID, string(e.state), func(j db.Job) bool { return j.State == e.state && j.Hold == e.hold })
	p.compare(j, e)
	return j
}

func (p *program) compare(j db.Job, e end) {
	p.t.Helper()
	now := p.clock.Now()
	st := status.Of(j, status.Context{Now: now})
	if st.Tag != e.tag {
		p.t.Errorf("%s: displayed %q, want %q", j.Prompt, st.Tag, e.tag)
	}
	if words := st.Reason; !fits(words, e.words) {
		p.t.Errorf("%s: displayed %q, want %q", j.Prompt, words, e.words)
	}
	costs := clipCosts
	if !j.Kind.IsVideo() {
		costs = pictureCosts
	}
	if got, want := p.entries(j.ID), strings.ReplaceAll(e.ledger, "$", costs); got != want {
		p.t.Errorf("%s: ledger %q, want %q", j.Prompt, got, want)
	}
	b := p.svc.booksOf(j.Prompt)
	if n := b.Posts[token.FindString(j.Prompt)]; n != e.posts {
		p.t.Errorf("%s: the service saw it %d times, want %d", j.Prompt, n, e.posts)
	}
	if j.State == db.Saved && j.Kind.IsVideo() {
		if said := b.entries(j.TaskID); said != p.entries(j.ID) {
			p.t.Errorf("%s: ledger of the service %q", j.Prompt, said)
		}
	}
	p.wantFiles(j)
}

// fits compares a text with a pattern in which "*" matches anything.
func fits(words, pattern string) bool {
	from, to, any := strings.Cut(pattern, "*")
	if !any {
		return words == pattern
	}
	return len(words) > len(from)+len(to) && strings.HasPrefix(words, from) && strings.HasSuffix(words, to)
}

// entries words the ledger of a job, oldest first.
func (p *program) entries(id int64) string {
	p.t.Helper()
	all, err := p.lib.Entries(p.t.Context(), id)
	must(p.t, err)
	var words []string
	for _, e := range slices.Backward(all) { // the newest comes first
		amount := "?"
		if e.AmountMicros != nil {
			amount = fmt.Sprint(*e.AmountMicros)
		}
		words = append(words, string(e.Kind)+" "+amount)
	}
	return strings.Join(words, ", ")
}

// wantFiles: a saved job has its file, whole, and any other has none.
func (p *program) wantFiles(j db.Job) {
	p.t.Helper()
	assets, err := p.lib.AssetsOfJob(p.t.Context(), j.ID)
	must(p.t, err)
	if want := j.State == db.Saved; want != (len(assets) == 1) || len(assets) > 1 {
		p.t.Errorf("%s: %d files for a job that is %s", j.Prompt, len(assets), j.State)
	}
	for _, a := range assets {
		if err := p.checkFile(a); err != nil {
			p.t.Errorf("%s: %v", j.Prompt, err)
		}
	}
}

// checkFile reads the file of a row: its length and hash, its own structure to the end, and the sidecar beside it.
func (p *program) checkFile(a db.Asset) error {
	full, err := p.lib.AbsPath(a.Path)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(data); int64(len(data)) != a.Bytes || hex.EncodeToString(sum[:]) != a.SHA256 {
		return fmt.Errorf("%s has %d bytes, %d in the row, or another hash", a.Path, len(data), a.Bytes)
	}
	if a.Kind == db.Clip {
		_, err = mp4.Check(bytes.NewReader(data), a.Bytes)
	} else {
		_, err = client.CheckImage(bytes.NewReader(data), a.Bytes)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", a.Path, err)
	}
	raw, err := os.ReadFile(strings.TrimSuffix(full, path.Ext(full)) + ".json")
	if err != nil {
		return err
	}
	var beside db.Sidecar
	if err := json.Unmarshal(raw, &beside); err != nil {
		return fmt.Errorf("sidecar of %s: %w", a.Path, err)
	}
	if beside.Ref != a.Ref || beside.SHA256 != a.SHA256 {
		return fmt.Errorf("the sidecar of %s speaks of %s", a.Path, beside.File)
	}
	return nil
}

// wantFolderInOrder checks that every row has its file, and that every file belongs to a row.
func (p *program) wantFolderInOrder() {
	p.t.Helper()
	if p.lib == nil {
		return
	}
	r, err := p.lib.Sweep(context.Background()) // the test's own has ended
	must(p.t, err)
	if len(r.Leftovers)+len(r.Files)+len(r.Missing) > 0 {
		p.t.Errorf("in the folder: parts %v, files without a row %v, rows without a file %v", r.Leftovers, r.Files,
			r.Missing)
	}
}

// wantVersions: requests that cost money go over HTTP/1.1 whatever is offered, the others over the best there is.
func (p *program) wantVersions(w wire) {
	p.t.Helper()
	seen := p.svc.books().Protos
	get := "GET 1"
	if w == h2 {
		get = "GET 2"
	}
	for version := range seen {
		if version != "POST 1" && version != get {
			p.t.Errorf("%d requests over %s", seen[version], version)
		}
	}
}
