package sandbox

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"

	"viviscope/client"
)

// DefaultAddr is where the sandbox listens when it runs alone.
const DefaultAddr = "127.0.0.1:8790"

// Main serves the sandbox alone, as `viviscope sandbox` does, until ctx is done. It prints its base URL and its key to
// out, and logs through the default logger. args are those after the word sandbox.
func Main(ctx context.Context, args []string, out io.Writer) error {
	o, err := parseArgs(args, out)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
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

func parseArgs(args []string, out io.Writer) (Options, error) {
	o := Options{}
	fs := flag.NewFlagSet("viviscope sandbox", flag.ContinueOnError)
	fs.SetOutput(out)
	fs.StringVar(&o.Addr, "addr", DefaultAddr, "loopback `address` to listen on; port 0: a free one, the same each time with -dir")
	fs.StringVar(&o.Key, "key", "", "the API `key` to ask for (default: one is made, and kept with -dir)")
	fs.Float64Var(&o.Seconds, "seconds", DefaultSeconds, "how many `seconds` a clip takes; pictures take a share of it")
	fs.StringVar(&o.Dir, "dir", "", "`folder` for tasks, files and the key (default: a temporary one)")
	fs.BoolVar(&o.AllowFaults, "faults", false, "let POST /v1/sandbox/faults order troubles")
	form := fs.String("form", "documented", "the `form` of requests for clips that it takes: documented, or openai as many gateways")
	content := fs.String("content", "redirect", "how clips are handed out: redirect, direct or cross")
	if err := fs.Parse(args); err != nil {
		return o, err
	}
	if fs.NArg() > 0 {
		return o, fmt.Errorf("viviscope sandbox: unexpected argument %q", fs.Arg(0))
	}
	modes := map[string]ContentMode{"redirect": ContentRedirect, "direct": ContentDirect, "cross": ContentCross}
	mode, ok := modes[*content]
	if !ok {
		return o, fmt.Errorf("viviscope sandbox: -content %q is not redirect, direct or cross", *content)
	}
	o.Content = mode
	forms := map[string]client.Form{"documented": client.FormDocumented, "openai": client.FormOpenAI}
	if o.Form, ok = forms[*form]; !ok {
		return o, fmt.Errorf("viviscope sandbox: -form %q is not documented or openai", *form)
	}
	return o, nil
}
