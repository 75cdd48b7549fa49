// Viviscope is a desktop studio for a video and image generation service.
//
//	viviscope [-library DIR] [-profile NAME] [-base-url URL] [-last-profile] [-sandbox-seconds N] [-language TAG] [-v] [FILE...]
//	viviscope COMMAND [-FLAG...] [ARGUMENT...]; see viviscope help
//
// A picture is opened on the canvas, a link file (.url, .webloc, .desktop) becomes a frame, and folders, clips or
// several files are offered for import. Where a window has the library open already, that window opens them.
//
// With -base-url and VIVISCOPE_API_KEY the program starts on an unsaved profile of that service. The key is never
// stored. Progress, state changes and errors go to stderr, and to a log file of bounded size in the state folder of the
// account.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/BurntSushi/toml"

	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/gui/app"
	"viviscope/gui/backend"
	"viviscope/gui/command"
	"viviscope/gui/desktop"
)

// fyneApp holds the name, the ID and the version of the program.
//
//go:embed FyneApp.toml
var fyneApp string

func main() {
	desktop.AttachConsole()
	// A closed pipe must not end a process whose requests are paid for. signal.Ignore would be inherited by programs
	// that it starts.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	exit, err := run(ctx, os.Args[1:])
	stop()
	exitWith(exit, err)
}

func run(ctx context.Context, args []string) (exit int, err error) {
	guard.SetReporter(func(p *guard.Panic) { slog.Error("panic", "work", p.Task, "value", p.Value, "stack", p.Stack) })
	about, err := readAbout()
	if err != nil {
		return 0, err
	}
	log.SetOutput(guard.RedactingWriter{Writer: os.Stderr}) // net/http logs what a server sends unasked
	key := os.Getenv("VIVISCOPE_API_KEY")
	guard.HideKey(key)
	// Tools, players and viewers that the program starts must not inherit the key.
	if err := os.Unsetenv("VIVISCOPE_API_KEY"); err != nil {
		return 0, fmt.Errorf("clear the key from the environment: %w", err)
	}
	exit, ok := command.Run(ctx, command.Program{Name: about.Name, Version: about.Version, Key: key,
		Connect: func(t automation.Target) *automation.Conn { return backend.Connect(about.ID, t) },
		Stdin:   os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}, args)
	if ok {
		return exit, nil
	}
	options := app.Options{About: about, APIKey: key}
	flags := flag.NewFlagSet("viviscope", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&options.LibraryDir, "library", "", "the library's `folder` (default: Viviscope in your pictures)")
	flags.StringVar(&options.ProfileName, "profile", "", "start on the profile of this `name`")
	flags.StringVar(&options.BaseURL, "base-url", "",
		"start on an unsaved profile of the service at this `URL`; its key comes from "+
			"VIVISCOPE_API_KEY")
	flags.BoolVar(&options.LastProfile, "last-profile", false,
		"start on the profile that was in front last; -profile and -base-url only "+
			"say whose the key is")
	flags.Float64Var(&options.SandboxSeconds, "sandbox-seconds", 20, "how many `seconds` the sandbox takes for a clip")
	flags.StringVar(&options.Language, "language", "", app.LanguageFlag())
	verbose := flags.Bool("v", false, "log more")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "Usage: viviscope [-FLAG ...] [FILE ...]    opens the window\n"+
			"       viviscope COMMAND ...               without the window; viviscope help lists the commands")
		flags.SetOutput(os.Stderr)
		flags.PrintDefaults()
		return 0, err
	} else if err != nil {
		return automation.ExitInvalid, fmt.Errorf("%w; viviscope -h lists the flags of the window; "+
			"a command comes first, before its flags: see viviscope help", err)
	}
	if options.Open, err = app.Paths(flags.Args()); err != nil {
		return automation.ExitInvalid,
			fmt.Errorf("%w; a command comes first, before its flags: see viviscope help", err)
	}
	level := slog.LevelInfo
	if *verbose {
		level = slog.LevelDebug
	}
	options.Log, options.Journal = app.OpenJournal(about, level, os.Stderr)
	end := func(again *app.Options, err error) error {
		err = errors.Join(err, options.Journal.Close())
		if again == nil {
			return err
		}
		options = *again // the flags hold its values now
		var next []string
		flags.VisitAll(func(f *flag.Flag) {
			if f.Value.String() != f.DefValue {
				next = append(next, "-"+f.Name+"="+f.Value.String())
			}
		})
		return errors.Join(err, restart(next, options.APIKey))
	}
	options.Exit = func(again *app.Options, err error) { exitWith(0, end(again, err)) }
	return 0, end(app.Run(ctx, options))
}

// exitWith prints an error and exits, with exit or with the code of an error if that is higher.
func exitWith(exit int, err error) {
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "viviscope:", err)
		exit = max(exit, automation.ExitOther)
	}
	os.Exit(exit)
}

// restart replaces this process by a new start of the program. Where the system can do that the process ID stays the
// same: a terminal, an AppImage or a sandbox that started it waits for that process.
func restart(args []string, key string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("restart: %w", err)
	}
	env := os.Environ()
	if key != "" {
		env = append(env, "VIVISCOPE_API_KEY="+key)
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		return fmt.Errorf("restart %s: %w", self, syscall.Exec(self, append([]string{self}, args...), env))
	}
	next := exec.Command(self, args...)
	next.Env, next.Stdin, next.Stdout, next.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	if err := next.Start(); err != nil {
		return fmt.Errorf("restart: %w", err)
	}
	return nil
}

func readAbout() (app.About, error) {
	var file struct {
		Details struct {
			Name, ID, Version string
			Build             int
		}
	}
	if _, err := toml.Decode(fyneApp, &file); err != nil {
		return app.About{}, fmt.Errorf("read FyneApp.toml: %w", err)
	}
	return app.About{Name: file.Details.Name, ID: file.Details.ID, Version: file.Details.Version,
		Build: file.Details.Build}, nil
}
