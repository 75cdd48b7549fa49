package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTheManPageNamesEveryCommand(t *testing.T) {
	page := strings.ReplaceAll(read(t, "resources", "packaging", "viviscope.1"), `\-`, "-")
	for _, c := range readTable().Commands {
		if c.Help == "" {
			continue
		}
		name := "\n.B " + c.Name + "\n"
		if c.Args != "" {
			name = "\n.BI \"" + c.Name + `" " ` + c.Args + "\"\n"
		}
		if !strings.Contains(page, name) {
			t.Errorf("the manual page does not have %q", name)
		}
	}
	for _, s := range readTable().Flags {
		if !regexp.MustCompile(`(?m)^\.B[IR]? (.* )?-` + s.Name + `( |$)`).MatchString(page) {
			t.Errorf("the manual page does not name -%s", s.Name)
		}
	}
}

// Help, man page and USING.md agree about each exit code.
func TestExitCodeDocumentationAgrees(t *testing.T) {
	plain := func(text string) string {
		return strings.ToLower(strings.NewReplacer("*", "", ";", "", ".", "", "\n", " ").Replace(text))
	}
	page, using := plain(read(t, "resources", "packaging", "viviscope.1")), plain(read(t, "resources", "USING.md"))
	for code, words := range readTable().Exits {
		if !strings.Contains(page, fmt.Sprintf("b %d %s", code, plain(words))) ||
			!strings.Contains(using, fmt.Sprintf("| %d | %s |", code, plain(words))) {
			t.Errorf("%d is not said alike: %s", code, words)
		}
	}
}

func TestUsingNamesEveryFlag(t *testing.T) {
	using := read(t, "resources", "USING.md")
	for _, c := range readTable().Commands {
		if c.Help != "" && !strings.Contains(using, "`"+strings.TrimSpace(c.Name+" "+c.Args)+"`") &&
			!strings.Contains(using, "`viviscope "+c.Name) {
			t.Errorf("USING.md does not name %s %s", c.Name, c.Args)
		}
	}
	for _, s := range readTable().Flags {
		if !regexp.MustCompile("`-" + s.Name + `[ =\[` + "`]").MatchString(using) {
			t.Errorf("USING.md does not name -%s", s.Name)
		}
	}
}

// The words of a shell reach the program unchanged, and the shell offers exactly its completions.
func TestShellsComplete(t *testing.T) {
	for shell, script := range map[string]string{
		"bash": `. ../../resources/packaging/completion/viviscope.bash
COMP_WORDS=(viviscope board make 5f2a --stage ""); COMP_CWORD=5; _viviscope; printf '%s,' "${COMPREPLY[@]}"`,
		"fish": `source ../../resources/packaging/completion/viviscope.fish
complete -C 'viviscope board make 5f2a --stage ' | string join ,; echo -n ,`,
		"zsh": `compadd() { printf '%s,' "${(@P)2}"; }; _files() { printf files; }; words=(viviscope board make 5f2a --stage ''); CURRENT=6
. ../../resources/packaging/completion/_viviscope`,
	} {
		t.Run(shell, func(t *testing.T) { completes(t, shell, script) })
	}
}

func completes(t *testing.T, shell, text string) {
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" >'" + dir + "/asked'\nprintf 'clips\\nkeyframes\\n'\n"
	if err := os.WriteFile(filepath.Join(dir, "viviscope"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", text)
	c.Env = []string{"HOME=" + dir, "PATH=" + dir + ":" + os.Getenv("PATH")}
	out, err := c.CombinedOutput()
	if err != nil || strings.ReplaceAll(string(out), "\n", "") != "clips,keyframes," {
		t.Errorf("%q, %v", out, err)
	}
	if asked, err := os.ReadFile(filepath.Join(dir, "asked")); err != nil ||
		string(asked) != "complete\n--\nboard\nmake\n5f2a\n--stage\n\n" {
		t.Errorf("asked %q, %v", asked, err)
	}
}
