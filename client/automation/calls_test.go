package automation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/findings"
)

// A script that got no answer repeats the click ID and pays once. Another request under the same ID is refused.
func TestRepeatedClickIsMadeOnce(t *testing.T) {
	hosted(t, func(h *host) {
		first := h.mustMake(clips("teaser-07", "boats", "a pier"))
		if first.Exit != automation.ExitDone || first.Repeated || len(first.Jobs) != 2 ||
			first.Quote.Total.Amount != "7.00" {
			t.Fatalf("%+v", first)
		}
		h.profile.DayBudgetMicros = new(int64(1)) // nothing is priced again
		_, err := h.lib.SaveProfile(h.t.Context(), h.profile)
		h.must(err)
		again := h.mustMake(clips("teaser-07", "boats", "a pier"))
		if !again.Repeated || again.Jobs[1].Ref != first.Jobs[1].Ref || again.Exit != automation.ExitDone ||
			again.Jobs[0].Click != "teaser-07" {
			t.Fatalf("%+v", again)
		}
		var none automation.JobsAnswer
		if f := h.ask("make", clips("teaser-07", "boats", "a bridge"), &none); f == nil ||
			f.Code != automation.CodeClickTaken || f.Exit != automation.ExitInvalid {
			t.Errorf("%+v", f)
		}
		if f := h.ask("make", clips("teaser-08", "a bridge"), &none); f == nil || f.Code != automation.CodeOverBudget ||
			f.Exit != automation.ExitOver || f.Quote.Asks != "day" {
			t.Errorf("%+v", f)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 2 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// A script that names no profile pays once, whichever profile is selected when it repeats the call. A call with another
// named profile is another click.
func TestClickIDIgnoresDefaultProfile(t *testing.T) {
	hosted(t, func(h *host) {
		first := h.mustMake(clips("teaser-07", "boats"))
		h.pass(time.Hour)
		h.profile.ID, h.profile.Name = 0, "Other"
		var err error
		h.profile, err = h.lib.SaveProfile(h.t.Context(), h.profile)
		h.must(err)
		if again := h.mustMake(clips("teaser-07", "boats")); !again.Repeated || len(again.Jobs) != 1 ||
			again.Jobs[0].Ref != first.Jobs[0].Ref || again.Exit != automation.ExitDone {
			t.Errorf("%+v", again)
		}
		if other := h.mustMake(clips("teaser-07", "a pier")); other.Repeated || other.Jobs[0].Profile != "Other" {
			t.Errorf("%+v", other)
		}
		h.pass(time.Hour)
		args, err := json.Marshal(clips("teaser-08", "boats"))
		h.must(err)
		for range 2 {
			h.profile.ID--
			h.dial(h.t.Context(), automation.Call{Protocol: automation.Protocol, Call: "make", Profile: "named",
				Args: args}, nil)
			h.profile.ID++
			h.dial(h.t.Context(), automation.Call{Protocol: automation.Protocol, Call: "make", Profile: "named",
				Args: args}, nil)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 3 { // the two profiles have one address
			t.Errorf("%d requests were sent", n)
		}
	})
}

// The order of members does not change a request. Another number does, however many digits it has.
func TestFingerprintIgnoresMemberOrder(t *testing.T) {
	hosted(t, func(h *host) {
		args := func(request string) automation.MakeArgs {
			return automation.MakeArgs{RequestID: "teaser-07",
				Rows: []automation.Row{{Kind: "text_to_video", Request: json.RawMessage(request)}}}
		}
		first := h.mustMake(args(`{"model":"clip-3.0","prompt":"boats","seed":9007199254740993}`))
		again := h.mustMake(args(`{"seed": 9007199254740993, "prompt": "boats", "model": "clip-3.0"}`))
		if !again.Repeated || again.Jobs[0].Ref != first.Jobs[0].Ref {
			t.Errorf("%+v", again)
		}
		var none automation.JobsAnswer
		f := h.ask("make", args(`{"model":"clip-3.0","prompt":"boats","seed":9007199254740992}`), &none)
		if f == nil || f.Code != automation.CodeClickTaken {
			t.Errorf("%+v %+v", f, none)
		}
	})
}

// A job that could not be sent without a network is sent when the script repeats the call.
func TestRepeatedClickSendsUnsentJobs(t *testing.T) {
	hosted(t, func(h *host) {
		h.offline = true
		h.mustMake(clips("a", "boats"))
		h.pass(time.Minute)
		var list automation.JobsAnswer
		if f := h.ask("jobs", automation.JobsArgs{States: []string{"held"}}, &list); f != nil || len(list.Jobs) != 1 ||
			list.Jobs[0].Hold != "not_sent" ||
			automation.ExitOf(list.Jobs) != automation.ExitNotSent ||
			!slices.Contains(list.Jobs[0].Next, automation.NextRepeat) {
			t.Fatalf("%+v %+v", f, list)
		}
		h.mu.Lock()
		h.offline = false
		h.mu.Unlock()
		// It may have left already when the answer is written.
		if again := h.mustMake(clips("a", "boats")); again.Exit != automation.ExitDone ||
			again.Jobs[0].State == "held" ||
			!again.Repeated {
			t.Fatalf("%+v", again)
		}
		h.pass(time.Hour)
		if again := h.mustMake(clips("a", "boats")); again.Jobs[0].State != "saved" || len(again.Jobs[0].Files) != 1 ||
			again.Jobs[0].Amount.Kind != automation.Charged {
			t.Errorf("%+v", again)
		}
	})
}

// A job that was held for a wrong key is sent when the click is repeated with another key. If its price has risen
// meanwhile, the failure reports it.
func TestRepeatedClickWithOtherKeyAndPrice(t *testing.T) {
	hosted(t, func(h *host) {
		h.badKey = true
		var first, second automation.JobsAnswer
		if f := h.ask("make", clips("a", "boats"), &first); f != nil {
			t.Fatal(f)
		}
		h.pass(time.Minute)
		if j := h.jobOf(first.Jobs[0].Ref); j.Hold != db.HeldKeyRefused {
			t.Fatalf("%s (%s)", j.State, j.Hold)
		}
		h.mu.Lock()
		h.badKey = false
		h.mu.Unlock()
		table := db.Prices{ProfileID: h.profile.ID, ValidFrom: time.Now(),
			Table: []byte(`{"currency":"CNY","video":[{"model":"clip-3.0","resolution":"720P","per_second":800000}]}`)}
		_, err := h.lib.AddPrices(h.t.Context(), table)
		h.must(err)
		if f := h.ask("make", clips("a", "boats"), &second); f == nil || f.Code != automation.CodeOverBudget ||
			f.Message != "the price is higher than it was when this was asked for, or not known" {
			t.Fatalf("%+v", f)
		}
		table.ValidFrom, table.Table = time.Now(),
			[]byte(`{"currency":"CNY","video":[{"model":"clip-3.0","resolution":"720P","per_second":700000}]}`)
		_, err = h.lib.AddPrices(h.t.Context(), table)
		h.must(err)
		if f := h.ask("make", clips("a", "boats"), &second); f != nil || !second.Repeated ||
			second.Exit != automation.ExitDone {
			t.Fatalf("%+v %+v", f, second)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 1 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// The answer to a successful click fits into a line, however long its prompts are.
func TestClickAnswerFitsLineLimit(t *testing.T) {
	hosted(t, func(h *host) {
		for id, n := range map[string]int{"few": 10, "some": 20, "many": 100} {
			args := clips(id, strings.Repeat("<", 32<<10))
			args.Rows[0].Copies, args.Hold = n, true
			if made := h.mustMake(args); len(made.Jobs) != n {
				t.Errorf("%d jobs", len(made.Jobs))
			}
		}
	})
}

// The answer to a repeated click fits into a line, however long the service's messages are.
func TestRefusedClickAnswerFitsLineLimit(t *testing.T) {
	hosted(t, func(h *host) {
		args := clips("many", "[refused]"+strings.Repeat("<", 2000))
		args.Rows[0].Copies = 100
		for range 9 {
			args.Rows = append(args.Rows, args.Rows[0])
		}
		h.mustMake(args)
		h.pass(time.Hour)
		if again := h.mustMake(args); len(again.Jobs) != 1000 || again.Exit != automation.ExitRefused ||
			!strings.HasPrefix(again.Jobs[0].Message, "not this: ") {
			t.Errorf("%d jobs, exit %d", len(again.Jobs), again.Exit)
		}
	})
}

func TestDiscardedClickIsNotMadeAgain(t *testing.T) {
	hosted(t, func(h *host) {
		args := clips("a", "boats")
		args.Hold = true
		made := h.mustMake(args)
		if made.Exit != automation.ExitDone || made.Jobs[0].Hold != "person" {
			t.Fatalf("%+v", made)
		}
		var gone automation.JobsAnswer
		if f := h.ask("discard", automation.RefsArgs{Refs: []string{made.Jobs[0].Ref[:6]}}, &gone); f != nil ||
			gone.Jobs[0].State != "discarded" || gone.Exit != 0 {
			t.Fatalf("%+v %+v", f, gone)
		}
		if f := h.ask("make", args, &made); f == nil || f.Code != automation.CodeDiscarded ||
			f.Exit != automation.ExitOver || f.Next[0] != automation.NextNewClick {
			t.Errorf("%+v", f)
		}
	})
}

// price returns the exit code that make would return, and changes nothing.
func TestPricePredictsMake(t *testing.T) {
	hosted(t, func(h *host) {
		h.profile.ConfirmMicros = new(int64(5_000_000))
		_, err := h.lib.SaveProfile(h.t.Context(), h.profile)
		h.must(err)
		for _, c := range []struct {
			most string
			rows []string
			exit int
		}{
			{"", []string{"boats"}, automation.ExitDone},
			{"3.50", []string{"boats"}, automation.ExitDone},
			{"3.499999", []string{"boats"}, automation.ExitOver},
			{"", []string{"boats", "a pier"}, automation.ExitOver},
			{"7", []string{"boats", "a pier"}, automation.ExitDone}, // a most is a yes to the amount of a click
			{"", []string{"boats", ""}, automation.ExitInvalid},
		} {
			args := clips("", c.rows...)
			args.MaxCost = c.most
			var price automation.PriceAnswer
			if f := h.ask("price", args, &price); f != nil || price.Exit != c.exit {
				t.Errorf("%+v: %+v %+v", c, f, price)
				continue
			}
			args.RequestID = fmt.Sprint(c)
			args.RequestID = strings.ReplaceAll(args.RequestID, " ", "_")
			var made automation.JobsAnswer
			f := h.ask("make", args, &made)
			if f != nil {
				made.Exit = f.Exit
			}
			if made.Exit != c.exit {
				t.Errorf("%+v: make ends with %d, not %d: %+v", c, made.Exit, c.exit, f)
			}
			if c.exit == automation.ExitInvalid && (f.Row != 2 || f.Field != "prompt" || price.Problems[0].Row != 2) {
				t.Errorf("%+v %+v", f, price.Problems)
			}
		}
		if list, err := h.lib.Jobs(h.t.Context(), db.JobFilter{}); err != nil || len(list) != 4 {
			t.Errorf("%d jobs, %v", len(list), err)
		}
	})
}

// Rows that cannot be read are refused before anything is made, because the caller would pay for something else.
func TestInvalidRowsAreRefused(t *testing.T) {
	hosted(t, func(h *host) {
		h.dead["https://a.example/dead.png"] = true
		clip := h.mustMake(clips("clip", "boats"))
		h.pass(time.Hour)
		for name, c := range map[string]struct {
			row   automation.Row
			field string
		}{
			"an unknown member": {automation.Row{Kind: "text_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x","secnds":5}`)}, "request"},
			"an unknown kind": {automation.Row{Kind: "video", Request: json.RawMessage(`{}`)}, "request"},
			"no request":      {automation.Row{Kind: "text_to_video"}, "model"},
			"a rule": {automation.Row{Kind: "text_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x","seconds":99}`)}, "seconds"},
			"a control character": {automation.Row{Kind: "text_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"a\u0000b"}`)}, "prompt"},
			"what a terminal obeys": {automation.Row{Kind: "text_to_image",
				Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"a\u009b2Jb"}`)}, "prompt"},
			"another one": {automation.Row{Kind: "text_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x","negative_prompt":"a\u001b[2Jb"}`)},
				"prompt"},
			"a dead link": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0"}`), First: "https://a.example/dead.png"},
				"input_reference"},
			"a dead link in the request": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","input_reference":["https://a.example/dead.png"]}`)},
				"input_reference"},
			"no frame": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x"}`)}, "input_reference"},
			"a frame that is not there": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x"}`), First: "0123"}, "input_reference"},
			"a clip as a frame": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x"}`), First: clip.Jobs[0].Ref},
				"input_reference"},
			"a frame that nobody hosts": {automation.Row{Kind: "frames_to_video",
				Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x"}`), First: h.picture(64, 36).Ref},
				"input_reference"},
			"an edit of nothing": {automation.Row{Kind: "edit_image",
				Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"x"}`)}, "image"},
		} {
			var none automation.JobsAnswer
			f := h.ask("make", automation.MakeArgs{RequestID: "x", Rows: []automation.Row{c.row}}, &none)
			if f == nil || f.Code != automation.CodeInvalid || f.Exit != automation.ExitInvalid || f.Row != 1 ||
				f.Field != c.field {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if n := h.requests(); n != 1 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// The number of links in a call is limited to what a list of jobs can need.
func TestCallLimitsPictureLinks(t *testing.T) {
	hosted(t, func(h *host) {
		var links []string
		for i := range 2001 {
			links = append(links, fmt.Sprintf("https://a.example/%d.png", i))
		}
		var price automation.PriceAnswer
		f := h.ask("price", automation.MakeArgs{Rows: []automation.Row{{Kind: "edit_image",
			Request: []byte(`{"model":"genimage-2.5-flare","prompt":"at night"}`), Images: links}}}, &price)
		if f == nil || f.Code != automation.CodeUsage || len(h.looked) != 0 {
			t.Errorf("%+v, looked at %d", f, len(h.looked))
		}
	})
}

// Each link is checked once, however many rows name it. A picture of the library is sent along with an edit, and the
// edit is priced by its size.
func TestPicturesOfRows(t *testing.T) {
	hosted(t, func(h *host) {
		row := automation.Row{Kind: "frames_to_video", Request: json.RawMessage(`{"model":"clip-3.0","prompt":"x"}`),
			First: "https://a.example/1.png", Copies: 3}
		edit := automation.Row{Kind: "edit_image",
			Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"at night"}`),
			Images:  []string{h.picture(640, 480).Ref[:8]}}
		made := h.mustMake(automation.MakeArgs{RequestID: "x", Rows: []automation.Row{row, row, edit}, Hold: true})
		if len(made.Jobs) != 7 || len(h.looked) != 1 || made.Jobs[0].Kind != "frames_to_video" {
			t.Fatalf("%d jobs, looked at %v", len(made.Jobs), h.looked)
		}
		if a := made.Jobs[6].Amount; a.Kind != automation.Estimated || a.Amount != "0.07" {
			t.Errorf("the edit costs %+v", a)
		}
		seeded := clips("y", "boats")
		seeded.Rows[0].Request, seeded.Rows[0].Copies, seeded.Hold = json.RawMessage(`{"model":"clip-3.0","prompt":"x","seed":41}`), 3, true
		var seeds []int64
		for _, j := range h.mustMake(seeded).Jobs {
			row, err := h.lib.JobByRef(h.t.Context(), j.Ref)
			h.must(err)
			r, err := jobs.RequestOf(row)
			h.must(err)
			seeds = append(seeds, *r.(client.VideoRequest).Seed)
		}
		if !slices.Equal(seeds, []int64{41, 42, 43}) {
			t.Errorf("seeds %v", seeds)
		}
	})
}

// A wait ends when every job has ended, and its exit code is the worst of them.
func TestWait(t *testing.T) {
	for prompt, want := range map[string]int{
		"boats": automation.ExitDone, "[fail]": automation.ExitFailed, "[lost]": automation.ExitUnconfirmed,
		"[refused]": automation.ExitRefused,
	} {
		hosted(t, func(h *host) {
			made := h.mustMake(clips("a", "a pier", prompt))
			args, _ := json.Marshal(automation.WaitArgs{Refs: []string{made.Jobs[0].Ref, made.Jobs[1].Ref}})
			var events []automation.JobEvent
			l := h.dial(h.t.Context(), automation.Call{Call: "wait", Args: args}, func(e automation.JobEvent) {
				events = append(events, e)
			})
			var answer automation.JobsAnswer
			h.must(json.Unmarshal(l.Result, &answer))
			last := events[len(events)-1]
			if answer.Exit != want || last.Done != 2 || last.Total != 2 ||
				!slices.ContainsFunc(events, func(e automation.JobEvent) bool {
					return e.Type == "progress" && e.Percent > 0
				}) {
				t.Errorf("%s: exit %d, events %+v", prompt, answer.Exit, events)
			}
		})
	}
}

// A wait with a timeout also waits for approvals. A wait without one ends at once if only the user can continue.
func TestWaitTimeout(t *testing.T) {
	hosted(t, func(h *host) {
		made := h.mustMake(clips("a", "boats"))
		var answer automation.JobsAnswer
		begun := time.Now()
		if f := h.ask("wait", automation.WaitArgs{Refs: []string{made.Jobs[0].Ref}, Seconds: 20}, &answer); f != nil ||
			answer.Exit != automation.ExitRunning || time.Since(begun) != 20*time.Second {
			t.Errorf("%+v, exit %d after %s", f, answer.Exit, time.Since(begun))
		}
		h.granted("editor", db.Grant{Approve: db.ApproveAlways})
		if f := h.askAs("editor", "make", clips("b", "boats"), &answer); f != nil ||
			answer.Exit != automation.ExitOver || answer.Jobs[0].Hold != "approval" ||
			answer.Jobs[0].Code != "always" ||
			!slices.Equal(answer.Jobs[0].Next, []string{automation.NextApprove, automation.NextWait}) {
			t.Fatalf("%+v %+v", f, answer)
		}
		ref := answer.Jobs[0].Ref
		begun = time.Now()
		if f := h.ask("wait", automation.WaitArgs{Refs: []string{ref}}, &answer); f != nil ||
			answer.Exit != automation.ExitOver || time.Since(begun) != 0 {
			t.Errorf("%+v, exit %d after %s", f, answer.Exit, time.Since(begun))
		}
		if f := h.askAs("editor", "wait", automation.WaitArgs{Refs: []string{ref}, Seconds: 25}, &answer); f != nil ||
			answer.Exit != automation.ExitOver || time.Since(begun) != 25*time.Second {
			t.Errorf("%+v, exit %d after %s", f, answer.Exit, time.Since(begun))
		}
		go func() {
			time.Sleep(5 * time.Second)
			h.must(h.engine.Discard(context.Background(), h.jobOf(ref).ID))
		}()
		if f := h.ask("wait", automation.WaitArgs{Refs: []string{ref}, Seconds: 25}, &answer); f != nil ||
			answer.Exit != automation.ExitOver || answer.Jobs[0].State != "discarded" {
			t.Errorf("%+v %+v", f, answer)
		}
	})
}

// A wait without a timeout ends if a finished clip cannot be downloaded without a key. With the key it waits for the
// clip, although the row still has the code of the previous run.
func TestWaitWithKeyResumesDownload(t *testing.T) {
	hosted(t, func(h *host) {
		set := func(noKey bool, load func() error) {
			h.mu.Lock()
			h.noKey, h.load = noKey, load
			h.mu.Unlock()
			h.must(h.engine.KeyChanged(h.t.Context(), h.profile.ID))
		}
		set(false, func() error { return &client.Error{Op: "content", Err: client.ErrNoAnswer} })
		ref := h.mustMake(clips("a", "boats")).Jobs[0].Ref
		for h.jobOf(ref).State != db.Downloading {
			time.Sleep(time.Second)
		}
		set(true, nil)
		time.Sleep(time.Minute)
		var answer automation.JobsAnswer
		if f := h.ask("wait", automation.WaitArgs{Refs: []string{ref}}, &answer); f != nil ||
			answer.Exit != automation.ExitRunning || answer.Jobs[0].Code != string(db.HeldNoKey) {
			t.Fatalf("without a key: %+v, exit %d, %+v", f, answer.Exit, answer.Jobs)
		}
		set(false, func() error { time.Sleep(10 * time.Second); return nil })
		time.Sleep(time.Second)
		if code := h.jobOf(ref).ErrorCode; code != jobs.CodeNoKey {
			t.Fatalf("the row has the code %q", code)
		}
		if f := h.ask("wait", automation.WaitArgs{Refs: []string{ref}}, &answer); f != nil ||
			answer.Exit != automation.ExitDone {
			t.Errorf("with the key: %+v, exit %d, %+v", f, answer.Exit, answer.Jobs)
		}
	})
}

func (h *host) jobOf(ref string) db.Job {
	h.t.Helper()
	j, err := h.lib.JobByRef(h.t.Context(), ref)
	h.must(err)
	return j
}

// The user approves a whole click at the shown price.
func TestApproval(t *testing.T) {
	hosted(t, func(h *host) {
		h.granted("editor", db.Grant{Approve: db.ApproveAlways, Day: new(int64(20_000_000)), Currency: "CNY"})
		var price automation.PriceAnswer
		if f := h.askAs("editor", "price", clips("", "boats"), &price); f != nil || price.Exit != automation.ExitOver ||
			price.Quote.Approval != "always" || price.Quote.DayLeft.Amount != "20.00" {
			t.Fatalf("%+v %+v", f, price)
		}
		var made, released automation.JobsAnswer
		if f := h.askAs("editor", "make", clips("a", "boats", "a pier"), &made); f != nil ||
			made.Exit != automation.ExitOver {
			t.Fatalf("%+v %+v", f, made)
		}
		if f := h.askAs("editor", "release", automation.RefsArgs{Refs: []string{made.Jobs[0].Ref}},
			&released); f == nil || f.Code != automation.CodeForbidden {
			t.Errorf("a client releases: %+v", f)
		}
		for _, agree := range []string{"", "3.50 CNY", "7 CNY", "7.00", "7.00 USD"} {
			f := h.ask("release", automation.RefsArgs{Refs: []string{made.Jobs[1].Ref}, Agree: agree}, &released)
			if f == nil || f.Code != automation.CodeApproval || len(f.Jobs) != 2 || f.Quote.Total.Amount != "7.00" ||
				f.Exit != automation.ExitOver {
				t.Errorf("agreed to %q: %+v", agree, f)
			}
		}
		if f := h.ask("release", automation.RefsArgs{Agree: "7.00 CNY"}, &released); f == nil ||
			f.Code != automation.CodeUsage {
			t.Errorf("nothing is released: %+v", f)
		}
		if n := h.requests(); n != 0 {
			t.Fatalf("%d requests were sent", n)
		}
		if f := h.ask("release", automation.RefsArgs{Refs: []string{made.Jobs[1].Ref}, Agree: "7.00 CNY"},
			&released); f != nil || len(released.Jobs) != 2 || released.Exit != automation.ExitDone {
			t.Errorf("%+v %+v", f, released)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 2 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

// An agreement to a price does not cover a budget that was used up since.
func TestApprovalChecksBudget(t *testing.T) {
	hosted(t, func(h *host) {
		h.profile.DayBudgetMicros = new(int64(5_000_000))
		_, err := h.lib.SaveProfile(h.t.Context(), h.profile)
		h.must(err)
		h.granted("editor", db.Grant{Approve: db.ApproveAlways})
		var made, released automation.JobsAnswer
		if f := h.askAs("editor", "make", clips("a", "boats"), &made); f != nil || made.Exit != automation.ExitOver {
			t.Fatalf("%+v %+v", f, made)
		}
		args := automation.RefsArgs{Refs: []string{made.Jobs[0].Ref}}
		shown := h.ask("release", args, &released)
		if shown == nil || shown.Quote.PassesBudget() || shown.Quote.Agree() != "3.50 CNY" {
			t.Fatalf("%+v", shown)
		}
		h.mustMake(clips("person", "a pier"))
		args.Agree = shown.Quote.Agree()
		over := h.ask("release", args, &released)
		if over == nil || over.Code != automation.CodeApproval || !over.Quote.PassesBudget() ||
			over.Quote.Agree() == args.Agree {
			t.Fatalf("%+v", over)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 1 {
			t.Fatalf("%d requests were sent", n)
		}
		args.Agree = over.Quote.Agree()
		if f := h.ask("release", args, &released); f != nil || released.Exit != automation.ExitDone {
			t.Errorf("%+v %+v", f, released)
		}
		h.pass(time.Hour)
		if n := h.requests(); n != 2 {
			t.Errorf("%d requests were sent", n)
		}
	})
}

func TestRefs(t *testing.T) {
	hosted(t, func(h *host) {
		made := h.mustMake(clips("a", "boats"))
		ref := made.Jobs[0].Ref
		for refs, code := range map[string]string{ref: "", ref[:4]: "", strings.ToUpper(ref[:9]): "",
			ref[:3]: automation.CodeUsage, "zzzz": automation.CodeUsage, "ffffffffffff": automation.CodeNotFound,
			"": automation.CodeUsage} {
			var answer automation.JobsAnswer
			f := h.ask("jobs", automation.JobsArgs{Refs: []string{refs}}, &answer)
			if got := ""; f != nil {
				got = f.Code
				if got != code || f.Exit != automation.ExitInvalid {
					t.Errorf("%s: %+v", refs, f)
				}
			} else if code != "" || answer.Jobs[0].Ref != ref {
				t.Errorf("%s: %+v", refs, answer)
			}
		}
	})
}

// An unknown state is refused with the list of states. An answer without jobs would look as if there were none.
func TestUnknownStateFilterIsRefused(t *testing.T) {
	hosted(t, func(h *host) {
		h.mustMake(clips("a", "boats"))
		var answer automation.JobsAnswer
		f := h.ask("jobs", automation.JobsArgs{States: []string{"saved", "helt"}}, &answer)
		if f == nil || f.Code != automation.CodeUsage || !strings.Contains(f.Message, `"helt"`) ||
			!strings.Contains(f.Message, "held, sending") {
			t.Errorf("%+v, %+v", f, answer)
		}
		for _, state := range db.JobStates {
			if f := h.ask("jobs", automation.JobsArgs{States: []string{string(state)}}, &answer); f != nil {
				t.Errorf("%s: %+v", state, f)
			}
		}
	})
}

// A page contains the start of the next one, and a follower receives new jobs.
func TestJobs(t *testing.T) {
	hosted(t, func(h *host) {
		h.mustMake(clips("a", "one", "two", "three"))
		var first, second automation.JobsAnswer
		if f := h.ask("jobs", automation.JobsArgs{Limit: 2}, &first); f != nil || len(first.Jobs) != 2 ||
			first.Before == 0 || first.Jobs[0].Prompt != "three" {
			t.Fatalf("%+v %+v", f, first)
		}
		if f := h.ask("jobs", automation.JobsArgs{Limit: 2, Before: first.Before}, &second); f != nil ||
			len(second.Jobs) != 1 || second.Before != 0 || second.Jobs[0].Prompt != "one" {
			t.Fatalf("%+v %+v", f, second)
		}
		h.pass(time.Hour)
		ctx, leave := context.WithCancel(h.t.Context())
		args, _ := json.Marshal(automation.JobsArgs{Follow: true, States: []string{"held", "saved"}})
		var told []string
		go func() {
			time.Sleep(time.Second)
			args := clips("b", "four")
			args.Hold = true
			h.mustMake(args)
			time.Sleep(time.Second)
			leave()
		}()
		h.dial(ctx, automation.Call{Call: "jobs", Args: args}, func(e automation.JobEvent) {
			told = append(told, e.Job.Prompt+" "+e.Job.State)
		})
		if !slices.Equal(told, []string{"one saved", "two saved", "three saved", "four held"}) {
			t.Errorf("events: %v", told)
		}
	})
}

// A caller that reads slowly gets fewer lines and blocks nothing.
func TestSlowReaderGetsFewerLines(t *testing.T) {
	hosted(t, func(h *host) {
		ctx, leave := context.WithCancel(h.t.Context())
		args, _ := json.Marshal(automation.JobsArgs{Follow: true})
		var states []string
		go func() {
			time.Sleep(time.Second)
			h.mustMake(clips("a", "first"))
			h.mustMake(clips("b", "second"))
			time.Sleep(4 * time.Second)
			if j := h.jobOf(h.mustMake(clips("b", "second")).Jobs[0].Ref); j.TaskID == "" {
				t.Errorf("the engine waits for a caller: the job is %s", j.State)
			}
			time.Sleep(time.Hour)
			leave()
		}()
		h.dial(ctx, automation.Call{Call: "jobs", Args: args}, func(e automation.JobEvent) {
			time.Sleep(9 * time.Second)
			if e.Job != nil && e.Job.Prompt == "second" {
				states = append(states, e.Job.State)
			}
		})
		if len(states) == 0 || len(states) > 4 || states[len(states)-1] != "saved" {
			t.Errorf("events: %v", states)
		}
	})
}

func TestTrack(t *testing.T) {
	hosted(t, func(h *host) {
		h.tasks["elsewhere"] = time.Now()
		var answer automation.JobsAnswer
		if f := h.ask("track", automation.TrackArgs{Tasks: []string{"elsewhere", "nowhere"}}, &answer); f == nil ||
			f.Code != automation.CodeNotFound || len(f.Jobs) != 1 {
			t.Errorf("%+v", f)
		}
		for range 2 {
			if f := h.ask("track", automation.TrackArgs{Tasks: []string{"elsewhere"}}, &answer); f != nil ||
				answer.Jobs[0].TaskID != "elsewhere" || answer.Exit != automation.ExitDone {
				t.Errorf("%+v %+v", f, answer)
			}
		}
	})
}

// A failed task is polled again. The tasks after it are tracked even if it is still failed.
func TestTrackTaskThatIsStillFailed(t *testing.T) {
	hosted(t, func(h *host) {
		h.tasks["fails"], h.prompts["fails"] = time.Now(), "[fail]"
		var answer automation.JobsAnswer
		if f := h.ask("track", automation.TrackArgs{Tasks: []string{"fails"}}, &answer); f != nil {
			t.Fatal(f)
		}
		h.pass(time.Hour)
		h.tasks["elsewhere"] = time.Now()
		f := h.ask("track", automation.TrackArgs{Tasks: []string{"fails", "elsewhere"}}, &answer)
		if f == nil || f.Code != automation.CodeSameAnswer || f.Exit != automation.ExitFailed || len(f.Jobs) != 2 ||
			f.Jobs[0].State != "failed" ||
			!strings.Contains(f.Message, "again that the task failed") {
			t.Errorf("%+v", f)
		}
	})
}

func TestFindAndTag(t *testing.T) {
	hosted(t, func(h *host) {
		h.mustMake(clips("a", "boats", "a pier"))
		h.pass(time.Hour)
		still := h.picture(64, 36)
		var done automation.DoneAnswer
		if f := h.ask("tag", automation.TagArgs{Refs: []string{still.Ref[:8]}, Add: []string{"coast", "draft"},
			Remove: []string{"draft"}, Star: new(true)}, &done); f != nil {
			t.Fatal(f)
		}
		var found automation.FindAnswer
		if f := h.ask("find", automation.FindArgs{Query: "tag:coast star:on kind:sound"}, &found); f != nil ||
			len(found.Assets) != 1 ||
			!slices.Equal(found.Assets[0].Tags, []string{"coast"}) ||
			!slices.Equal(found.Unknown, []string{"kind:sound"}) {
			t.Errorf("%+v %+v", f, found)
		}
		var prompts []string
		for before := int64(0); ; before = found.Before {
			found = automation.FindAnswer{}
			if f := h.ask("find", automation.FindArgs{Query: "kind:clip", Limit: 1, Before: before},
				&found); f != nil || len(found.Assets) != 1 {
				t.Fatalf("%+v %+v", f, found)
			}
			prompts = append(prompts, found.Assets[0].Prompt)
			if c := found.Assets[0].Cost; c == nil || c.Kind != automation.Charged || c.Amount != "3.50" {
				t.Errorf("cost %+v", c)
			}
			if found.Before == 0 {
				break
			}
		}
		slices.Sort(prompts)
		if !slices.Equal(prompts, []string{"a pier", "boats"}) {
			t.Errorf("found %v", prompts)
		}
	})
}

// A checked clip has its findings in the answer, and a checked clip without any an empty list.
func TestFindChecks(t *testing.T) {
	hosted(t, func(h *host) {
		h.mustMake(clips("a", "boats", "a pier", "unchecked"))
		h.pass(time.Hour)
		checked := map[string]findings.Result{"a pier": {}, "boats": {Findings: []findings.Finding{
			{Kind: findings.Black, From: 3.2, To: 4}}}}
		want := map[string]string{"a pier": `[]`, "boats": `[{"kind":"black","from":3.2,"to":4}]`, "unchecked": `null`}
		assets, err := h.lib.NewestAssets(h.t.Context(), 10)
		h.must(err)
		for _, a := range assets {
			if r, ok := checked[a.Prompt]; ok {
				h.must(h.lib.SetChecks(h.t.Context(), a.ID, a.SHA256, r))
			}
		}
		var found automation.FindAnswer
		if f := h.ask("find", automation.FindArgs{Query: "kind:clip"}, &found); f != nil || len(found.Assets) != 3 {
			t.Fatalf("%+v %+v", f, found)
		}
		for _, a := range found.Assets {
			if got, _ := json.Marshal(a.Checks); string(got) != want[a.Prompt] {
				t.Errorf("%s: %s, want %s", a.Prompt, got, want[a.Prompt])
			}
		}
		found = automation.FindAnswer{}
		if f := h.ask("find", automation.FindArgs{Query: "check:black"}, &found); f != nil || len(found.Assets) != 1 ||
			found.Assets[0].Prompt != "boats" {
			t.Errorf("%+v %+v", f, found)
		}
	})
}

// Amounts of different kinds are never added.
func TestCosts(t *testing.T) {
	hosted(t, func(h *host) {
		h.mustMake(clips("a", "boats", "[fail]", "[lost]"))
		h.pass(time.Hour)
		h.must(h.engine.PauseSending(h.t.Context(), true))
		h.mustMake(clips("b", "later"))
		var costs automation.CostsAnswer
		if f := h.ask("costs", automation.CostsArgs{Since: "2000", By: "day"}, &costs); f != nil ||
			len(costs.Sums) != 1 {
			t.Fatalf("%+v %+v", f, costs)
		}
		sum := costs.Sums[0]
		for kind, a := range map[string]automation.Amount{automation.Charged: sum.Charged,
			automation.Refunded: sum.Refunded, automation.Unconfirmed: sum.Unconfirmed,
			automation.Planned: sum.Planned} {
			if a.Kind != kind || a.Amount != "3.50" || a.Currency != "CNY" {
				t.Errorf("%s: %+v", kind, a)
			}
		}
		if len(costs.Groups) != 1 || costs.Groups[0].Key != time.Now().Format(time.DateOnly) {
			t.Errorf("%+v", costs.Groups)
		}
		for _, args := range []automation.CostsArgs{{Since: "yesterdy"}, {By: "week"}} {
			if f := h.ask("costs", args, &costs); f == nil || f.Code != automation.CodeUsage {
				t.Errorf("%+v: %+v", args, f)
			}
		}
	})
}

func TestModels(t *testing.T) {
	hosted(t, func(h *host) {
		h.profile.Models = json.RawMessage(`[{"id":"studio-clip","like":"clip-2.5"}]`)
		fits := &automation.Row{Kind: "text_to_video", Request: json.RawMessage(`{"seconds":7,"audio":true}`)}
		var answer automation.ModelsAnswer
		if f := h.ask("models", automation.ModelsArgs{Fits: fits}, &answer); f != nil ||
			len(answer.Models) != len(client.VideoModels())+1 {
			t.Fatalf("%+v %+v", f, answer)
		}
		for _, m := range answer.Models {
			can := m.ID == "clip-3.0" || m.ID == "clip-3.0-omni"
			if can != (len(m.Problems) == 0) || len(m.Prices) != len(m.Resolutions) {
				t.Errorf("%+v", m)
			}
			if m.ID == "clip-3.0" && (m.Prices[0].Amount != "0.70" || m.Prices[1].Kind != automation.Unknown) {
				t.Errorf("%+v", m.Prices)
			}
		}
		if f := h.ask("models", automation.ModelsArgs{}, &answer); f != nil ||
			len(answer.Models) != len(client.VideoModels())+len(client.ImageModels())+1 {
			t.Errorf("%+v %d", f, len(answer.Models))
		}
	})
}

// An edit is priced by all of its pictures, even if a small one comes first, and also when the job is sent later.
func TestEditIsPricedByAllPictures(t *testing.T) {
	hosted(t, func(h *host) {
		table, err := json.Marshal(client.PriceTable{Currency: "CNY",
			Tokens: &client.TokenPrices{InputImagePerMillion: 40_000_000}})
		h.must(err)
		_, err = h.lib.AddPrices(h.t.Context(), db.Prices{ProfileID: h.profile.ID, ValidFrom: time.Now(), Table: table})
		h.must(err)
		h.granted("editor", db.Grant{Approve: db.ApproveNever, Click: new(int64(100_000)), Currency: "CNY"})
		h.sizes = map[string][2]int{"https://a.example/small": {64, 64}, "https://a.example/large": {5000, 5000}}
		args := automation.MakeArgs{RequestID: "mix",
			Rows: []automation.Row{{Kind: "edit_image",
				Images:  []string{"https://a.example/small", "https://a.example/large"},
				Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"mix","size":"1024x1024"}`)}}}
		var made automation.JobsAnswer
		if f := h.askAs("editor", "make", args, &made); f != nil || made.Jobs[0].Hold != "approval" ||
			made.Jobs[0].Code != "cap_click" {
			t.Fatalf("%+v %+v", f, made)
		}
		j := h.jobOf(made.Jobs[0].Ref)
		if q, err := h.engine.PriceJobs(h.t.Context(), h.profile.ID, j); err != nil || j.EstimateMicros == nil ||
			q.Total != *j.EstimateMicros || q.Total < 900_000 {
			t.Errorf("%+v, %v", q, err)
		}
	})
}

// A user may order with a model that the profile does not know, if the call names a known model with the same rules. If
// the service lists its models, a mistyped one is refused. A client may not do this, because the price would follow the
// other model.
func TestUnknownModelAlias(t *testing.T) {
	hosted(t, func(h *host) {
		row := func(model, like string) automation.MakeArgs {
			return automation.MakeArgs{RequestID: model + like,
				Rows: []automation.Row{{Kind: "text_to_video", Like: like,
					Request: json.RawMessage(`{"model":"` + model + `","prompt":"boats","seconds":5}`)}}}
		}
		var made automation.JobsAnswer
		for _, tc := range []struct {
			lists       []string
			model, like string
			want        string // "": made
		}{
			{nil, "sora-2", "", "model must be one of"},
			{nil, "sora-2", "clip-9", "like must be a model of the catalogue"},
			{nil, "sora-2", "genimage-2.5-flare", "does not make"},
			{nil, "sora-2", "clip-3.0", ""},
			{[]string{"sora-2", "kling"}, "sora2", "clip-3.0",
				"the service does not list the model sora2: did you mean sora-2?"},
			{[]string{"sora-2", "kling"}, "kling", "clip-3.0", ""},
		} {
			h.mu.Lock()
			h.lists = tc.lists
			h.mu.Unlock()
			made = automation.JobsAnswer{}
			f := h.ask("make", row(tc.model, tc.like), &made)
			if tc.want == "" && (f != nil || len(made.Jobs) != 1) || tc.want != "" &&
				(f == nil || !strings.Contains(f.Message, tc.want)) {
				t.Errorf("%s like %q: %+v %+v", tc.model, tc.like, f, made)
			}
		}
		h.granted("script", db.Grant{Approve: db.ApproveNever, Click: new(int64(100_000_000)), Currency: "CNY"})
		if f := h.askAs("script", "make", row("other", "clip-3.0"), &made); f == nil ||
			!strings.Contains(f.Message, "persons only") {
			t.Errorf("a client: %+v", f)
		}
	})
}

// A field that the profile's request format lacks is reported by its name.
func TestFieldMissingInFormatIsRefused(t *testing.T) {
	hosted(t, func(h *host) {
		h.profile.Form = string(client.FormatOpenAI)
		var made automation.JobsAnswer
		args := automation.MakeArgs{RequestID: "x", Rows: []automation.Row{{Kind: "text_to_video",
			Request: json.RawMessage(`{"model":"clip-3.0","prompt":"boats","seed":7}`)}}}
		if f := h.ask("make", args, &made); f == nil || f.Field != "seed" || f.Message != client.MsgFormSeed ||
			f.Exit != automation.ExitInvalid {
			t.Errorf("%+v", f)
		}
	})
}
