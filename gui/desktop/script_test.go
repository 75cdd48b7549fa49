package desktop

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// hostileTexts are prompts with special characters of shells, PowerShell, AppleScript, XML or option parsers.
func hostileTexts() []string {
	return []string{
		"$(calc.exe)", "$env:USERPROFILE", "`calc`", "a`nb", `"; calc; "`, `'; calc; '`, "“; calc; ”", "‘; calc; ’",
		`\"`, `\`,
		"line\nStop-Computer\nline", "\r\nStop-Computer", "-e", "--", "-Command calc", "%COMSPEC% & calc | calc > x",
		"@'\ncalc\n'@",
		`" & (do shell script "touch /tmp/x") & "`, "<text>&amp;]]>", "a\x00b", "\x1b[31mred", "\xff\xfe", "\ufffe",
		"\u2028", "",
		strings.Repeat("$(calc) ", 12_500), strings.Repeat("𝄞", 25_000),
	}
}

// The notification script is constant, and the texts reach it unchanged without quoting.
func TestScriptsDoNotContainTexts(t *testing.T) {
	for _, system := range []string{"windows", "darwin"} {
		quiet, err := scriptOfNote(system, `C:\Windows`, "app.viviscope.studio", "title", "text")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range hostileTexts() {
			got, err := scriptOfNote(system, `C:\Windows`, "app.viviscope.studio", text, text)
			if err != nil {
				t.Fatal(err)
			}
			title, body := plain(text, maxTitle), plain(text, maxText)
			carried, free := got.args[len(got.args)-2:], 2
			if system == "windows" {
				carried, free = []string{strings.TrimPrefix(got.env[0], toastTitle+"="),
					strings.TrimPrefix(got.env[1], toastText+"=")}, 0
			}
			if got.path != quiet.path || !slices.Equal(got.args[:len(got.args)-free],
				quiet.args[:len(quiet.args)-free]) {
				t.Fatalf("%s: the script changes with %.40q: %.300q", system, text, got.args)
			}
			if !slices.Equal(carried, []string{title, body}) {
				t.Errorf("%s: %.40q arrives as %.80q", system, text, carried)
			}
			for _, word := range append(slices.Clone(got.args), got.env...) {
				if strings.Contains(word, "\x00") || !utf8.ValidString(word) || len(word) > 16<<10 {
					t.Errorf("%s: %.40q: %d bytes, %.40q", system, text, len(word), word)
				}
			}
		}
	}
	if strings.Contains(toastScript, `"`) {
		t.Error("the toast's script has a double quote, which the command line escapes")
	}
	if _, err := scriptOfNote("linux", "", "a", "b", "c"); err == nil {
		t.Error("Linux shows notes by a script")
	}
}

// Only characters that arguments, environments or XML cannot contain are removed, and text above the limit.
func TestPlainRemovesControlCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"a\x00b\x1bc": "abc", "a\r\n\tb": "a\n\tb", "\xffé\u0085": "é", "12345": "12345", "123456": "12345…",
		"𝄞𝄞𝄞𝄞𝄞𝄞": "𝄞𝄞𝄞𝄞𝄞…", "$(x)": "$(x)",
	} {
		if got := plain(text, 5); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
}

// A script receives hostile arguments and variables unchanged; a real process records them.
func TestScriptPassesTextsUnchanged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("sh")
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, text := range hostileTexts() {
		text = plain(text, maxText)
		s := script{path: "/bin/sh", args: []string{"-c", `printf '%s|%s' "$2" "$NOTE" >"$1"`, "sh", out, text},
			env: []string{"NOTE=" + text}}
		if err := s.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != text+"|"+text {
			t.Errorf("%.40q arrives as %.80q, %v", text, got, err)
		}
	}
}

// Any path is one argument of the opener and never an option.
func TestPathIsOneArgument(t *testing.T) {
	for _, path := range []string{"-version", "--help", "clip.mp4", "./clip.mp4", ""} {
		if OpenFile(path) == nil || Reveal(path) == nil {
			t.Errorf("%q was opened", path)
		}
	}
	if runtime.GOOS != "linux" {
		return
	}
	bin, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	program := "#!/bin/sh\nprintf '%s\\n' $# \"$1\" >'" + out + ".part'; mv '" + out + ".part' '" + out + "'\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(program),
		0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	// no file manager responds: the folder is opened
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+bin+"/no-bus")
	for _, name := range []string{"$(touch x).mp4", "`x`;&|%PATH%,a.mp4", "-rf", "a\nb", `"'“”`} {
		path := filepath.Join("/somewhere", name, "file")
		for _, act := range []struct {
			do   func(string) error
			want string
		}{{OpenFile, path}, {Reveal, filepath.Dir(path)}} {
			if err := os.Remove(out); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			if err := act.do(path); err != nil {
				t.Fatal(err)
			}
			if got := written(t, out); got != "1\n"+act.want+"\n" {
				t.Errorf("%q arrives as %q", act.want, got)
			}
		}
	}
}

// written waits for a file of another process and reads it.
func written(t *testing.T, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		raw, err := os.ReadFile(path)
		if err == nil {
			return string(raw)
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

func TestFileURLSurvivesTheBus(t *testing.T) {
	if got := fileURL("/a b/paper boats, two [7f3a].mp4"); strings.ContainsAny(got, ", ") ||
		!strings.HasPrefix(got, "file:///a%20b/") {
		t.Errorf("fileURL = %q", got)
	}
}

// PowerShell, if installed, parses the toast script.
func TestPowerShellReadsTheToastScript(t *testing.T) {
	shell, err := exec.LookPath("pwsh")
	if err != nil {
		t.Skip("no PowerShell")
	}
	s := script{path: shell, args: []string{"-NoProfile", "-NonInteractive", "-Command",
		"[void][scriptblock]::Create($env:SCRIPT)"}, env: []string{"SCRIPT=" + toastScript}}
	if err := s.run(t.Context()); err != nil {
		t.Error(err)
	}
}
