// Package sandbox is the whole service in a box: a real HTTP server on loopback, with a key of its own, that keeps
// every rule, state, message, error and limit of the service interface and delivers real files that show placeholders,
// for free. It is what a user without an account starts with, and what the tests of the program talk to (package
// sandboxtest adds faults to it).
//
// # What it answers
//
//	POST /v1/videos                submit a task                      (interface 4.1)
//	GET  /v1/videos/{id}           how it stands                      (4.2)
//	GET  /v1/videos/{id}/content   the MP4, by a redirect             (4.3)
//	POST /v1/images/generations    a picture from text                (4.4)
//	POST /v1/images/edits          a changed picture                  (4.5)
//	GET  /v1/models                the models, as gateways list them
//
// Where the interface says "not shown", it answers as the real servers of this family most often do: errors are
// {"error":{"message","type","param":null,"code"}}, an unknown task is 404 task_not_found, content that is asked
// for too early is 400, usage has the names of OpenAI. POST /v1/videos also takes multipart forms, because the
// official SDKs of this protocol send nothing else. There is no list of tasks and no cancel, as at the service.
//
// Extras, which no real service has: GET /v1/sandbox/ledger shows what was reserved, charged and refunded; the signed
// links of clips and pictures live below /v1/sandbox/, as do those of local pictures that [Server.Host] stores.
//
// # Time
//
// A task takes [Options].Seconds (20 by default), a picture a share of that by its size and quality. Rendering
// begins at once and is usually done much earlier; progress follows the clock, and a task is completed when both
// the time has passed and the clip is there. Everything that depends on time is computed from [Options].Now when
// somebody looks: there are no timers, so that a test moves seven days in no time.
//
// # Words that order something
//
// A prompt that contains one of these makes something happen that people may want to see (in any case of letters):
//
//	[fail]  the task fails: "the prompt was rejected by the content check", and is refunded; a picture is refused
//	[slow]  everything takes five times as long
//
// # What is kept
//
// With [Options].Dir the state survives a restart, also one by power cut: journal.jsonl holds one line per change,
// with its ledger entries, written and synced before the answer goes out. A task that was not finished is rendered
// again (the same request gives the same bytes; without a seed, requests of the same words are counted, and each
// gives another result). Clips are deleted after 7 days, pictures after 24 hours, hosted pictures when they are told
// to be. The key, the port and the secret that signs links are in sandbox.json. The folder has mode 0700, the files
// 0600.
//
// # Safety
//
// It listens on loopback only, refuses requests whose Host or Origin is foreign (a page in a browser cannot reach
// it under a name of its own), and wants the key on every call except those to signed links and to the unguessable
// names of hosted pictures. Pictures are measured before they are decoded. Links that the holder of the key names
// are fetched by package linkcheck, from public addresses only, like those that the composer looks at: a link comes
// from anywhere. Pictures of its own, and those that were put there, are opened in its folder.
//
// # Layers
//
//	sandbox, server              the program; the server: routes, guard, start and end
//	images, videos, hosted       the calls
//	work, fetch                  workers that render; pictures behind links
//	links, reply                 signed links; answers and refusals
//	core                         the state behind one mutex, and each change of it with its line in the journal
//	store, state, identity       the folder, what it holds, key and port
//	imagerequest, videorequest   requests; answer: bodies, the form of answers
//	task, picture, ledger, names what is kept; options
package sandbox

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
)

// DefaultAddr is where the sandbox listens when it runs alone.
const DefaultAddr = "127.0.0.1:8790"

// Main serves the sandbox alone, as `viviscope sandbox` does, until ctx is done. It prints its base URL and its key to
// out, and logs through the default logger.
func Main(ctx context.Context, o Options, out io.Writer) error {
	o.Log = slog.Default()
	s, err := New(o)
	if err != nil {
		return fmt.Errorf("open sandbox: %w", err)
	}
	if err := s.Start(); err != nil {
		return errors.Join(err, s.Close())
	}
	fmt.Fprintf(out, "Viviscope sandbox: the service in a box, free, on this computer only. Ctrl+C ends it.\n"+
		"base URL: %s\nAPI key: %s\n", s.BaseURL(), s.Key())
	if o.Dir == "" {
		fmt.Fprintln(out, "It forgets everything at its end; -dir keeps it.")
	}
	<-ctx.Done()
	return s.Close()
}

// Flags adds the flags of a sandbox that runs alone, and returns the options that they set.
func Flags(fs *flag.FlagSet) *Options {
	o := new(Options)
	fs.StringVar(&o.Addr, "addr", DefaultAddr,
		"loopback `address` to listen on; port 0: a free one, the same each time with -dir")
	fs.StringVar(&o.Key, "key", "", "the API `key` to ask for (default: one is made, and kept with -dir)")
	fs.Float64Var(&o.Seconds, "seconds", DefaultSeconds, "how many `seconds` a clip takes; pictures take a share of it")
	fs.StringVar(&o.Dir, "dir", "", "`folder` for tasks, files and the key (default: a temporary one)")
	return o
}
