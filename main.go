// Viviscope is a desktop studio for a video and image generation service.
//
//	viviscope [-library DIR] [-profile NAME] [-base-url URL] [-sandbox-seconds N] [-v]
//	viviscope sandbox [-addr 127.0.0.1:8790] [-key K] [-seconds N] [-dir DIR]
//	viviscope rebuild -library DIR
//	viviscope version
//
// With -base-url and VIVISCOPE_API_KEY it starts ready on an unsaved profile of that service; the
// key is used and never stored. Progress, state changes and errors go to stderr.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/BurntSushi/toml"

	"viviscope/client/sandbox"
	"viviscope/gui/program"
)

// The one place that holds the name, the id and the version.
//
//go:embed FyneApp.toml
var fyneApp string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	default:
		fmt.Fprintln(os.Stderr, "viviscope:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	about, err := readAbout()
	if err != nil {
		return err
	}
	if len(args) > 0 {
		switch args[0] {
		case "sandbox":
			return sandbox.Main(ctx, args[1:], stdout)
		case "rebuild":
			return program.RebuildCommand(ctx, args[1:], stdout, stderr)
		case "version":
			_, err := fmt.Fprintln(stdout, about.Name, about.Version)
			return err
		}
	}
	options := program.Options{About: about, APIKey: os.Getenv("VIVISCOPE_API_KEY")}
	// What the program was told must not travel on to the players and viewers that it opens.
	if err := os.Unsetenv("VIVISCOPE_API_KEY"); err != nil {
		return fmt.Errorf("clear the key from the environment: %w", err)
	}
	flags := flag.NewFlagSet("viviscope", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&options.LibraryDir, "library", "", "the library's `folder` (default: Viviscope in your pictures)")
	flags.StringVar(&options.ProfileName, "profile", "", "start on the profile of this `name`")
	flags.StringVar(&options.BaseURL, "base-url", "", "start on an unsaved profile of the service at this `URL`; its key comes from VIVISCOPE_API_KEY")
	flags.Float64Var(&options.SandboxSeconds, "sandbox-seconds", 20, "how many `seconds` the sandbox takes for a clip")
	verbose := flags.Bool("v", false, "log more")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q; see viviscope -h", flags.Arg(0))
	}
	level := slog.LevelInfo
	if *verbose {
		level = slog.LevelDebug
	}
	options.Log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	return program.Run(ctx, options)
}

func readAbout() (program.About, error) {
	var file struct {
		Details struct {
			Name, ID, Version string
			Build             int
		}
	}
	if _, err := toml.Decode(fyneApp, &file); err != nil {
		return program.About{}, fmt.Errorf("read FyneApp.toml: %w", err)
	}
	return program.About{Name: file.Details.Name, ID: file.Details.ID, Version: file.Details.Version, Build: file.Details.Build}, nil
}
