// Package sandbox is a complete local implementation of the service: an HTTP server on loopback with its own key. It
// implements every rule, state, message, error and limit of the service interface. It delivers real files with
// placeholder content, for free. Users without an account start with it, and tests run against it (package sandboxtest
// adds faults). Start with [New], [Options] and [Server].
//
// # Endpoints
//
//	POST /v1/videos                submit a task                      (interface 4.1)
//	GET  /v1/videos/{id}           the state of a task                (4.2)
//	GET  /v1/videos/{id}/content   the MP4, by a redirect             (4.3)
//	POST /v1/images/generations    a picture from text                (4.4)
//	POST /v1/images/edits          a changed picture                  (4.5)
//	GET  /v1/models                the models, as gateways list them
//
// Where the interface says "not shown", the sandbox behaves like most real servers of this kind. Errors are
// {"error":{"message","type","param":null,"code"}}, an unknown task is 404 task_not_found, content requested too early
// is 400, and usage has the names of OpenAI. POST /v1/videos also accepts multipart forms, which the official SDKs
// send. As with the service, tasks cannot be listed or cancelled.
//
// Additions to the real service: GET /v1/sandbox/ledger lists reserves, charges and refunds. Signed links of clips and
// pictures are below /v1/sandbox/, and so are the local pictures that [Server.Host] stores.
//
// # Time
//
// A task takes [Options].Seconds (20 by default), a picture a share of that by its size and quality. Rendering starts
// at once and usually finishes much earlier. Progress follows the clock, and a task is completed when its time has
// passed and its clip exists. Everything that depends on time is computed from [Options].Now on each read. There are no
// timers, so tests can skip seven days instantly.
//
// # Keywords in prompts
//
// These keywords in a prompt (in any case) trigger behaviour that users may want to see:
//
//	[fail]  the task fails: "the prompt was rejected by the content check", and is refunded; a picture is refused
//	[slow]  everything takes five times as long
//
// # Storage
//
// With [Options].Dir the state survives restarts and power cuts. journal.jsonl contains one line for each change, with
// its ledger entries, which is written and synced before the response. An unfinished task is rendered again and gives
// the same bytes. Requests without a seed are counted, so that repeated prompts give different results. Clips are
// deleted after 7 days, pictures after 24 hours, hosted pictures on request. sandbox.json contains the key, the port
// and the secret for signing links. The folder has mode 0700, the files 0600.
//
// # Security
//
// The server listens on loopback only and refuses requests with a foreign Host or Origin, so that web pages in a
// browser cannot use it. Every call needs the key, except signed links and the unguessable names of hosted pictures.
// Pictures are measured before they are decoded. Package linkcheck fetches the links in requests, from public addresses
// only. Links to the sandbox's own pictures are read from its folder.
//
// # Layers
//
//	sandbox, server              stand-alone program; server: routes, origin check, start and shutdown
//	images, videos, hosted       endpoints
//	work, fetch                  workers that render; pictures behind links
//	links, reply                 signed links; responses
//	core                         the state behind one mutex; each change is committed to the journal
//	store, state, identity       folder and journal; state in memory; key, port and link secret
//	imagerequest, videorequest   validated requests; answer: request bodies, error envelope
//	task, picture, ledger, names stored records; options
package sandbox

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
)

// DefaultAddr is the address of the stand-alone sandbox.
const DefaultAddr = "127.0.0.1:8790"

// Main runs the stand-alone sandbox (`viviscope sandbox`) until ctx is done. It prints its base URL and its key to out,
// and uses the default logger.
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

// Flags registers the flags of the stand-alone sandbox, and returns the options that they set.
func Flags(fs *flag.FlagSet) *Options {
	o := new(Options)
	fs.StringVar(&o.Addr, "addr", DefaultAddr,
		"loopback `address` to listen on; port 0: a free one, the same each time with -dir")
	fs.StringVar(&o.Key, "key", "", "the API `key` to ask for (default: one is made, and kept with -dir)")
	fs.Float64Var(&o.Seconds, "seconds", DefaultSeconds, "how many `seconds` a clip takes; pictures take a share of it")
	fs.StringVar(&o.Dir, "dir", "", "`folder` for tasks, files and the key (default: a temporary one)")
	return o
}
