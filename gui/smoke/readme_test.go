package smoke

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The examples of the README do what they say, in a new library, in the sandbox and without a display.
func TestTheExamplesOfTheReadme(t *testing.T) {
	if os.Getenv("VIVISCOPE_SMOKE") == "" {
		t.Skip("VIVISCOPE_SMOKE names no folder")
	}
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## From a script\n")
	section, _, _ = strings.Cut(section, "\n## ")
	examples := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(section, -1)
	if len(examples) != 4 {
		t.Fatalf("the README has %d examples", len(examples))
	}
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	// As it is called, but that the sandbox is quick.
	script := "#!/bin/sh\nexec '" + program + "' \"$@\" -sandbox-seconds 1 -library '" +
		filepath.Join(home, "Pictures", "Viviscope") + "'\n"
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "viviscope"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(home, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	shell := func(text string) string {
		t.Helper()
		c := exec.Command("bash", "-euo", "pipefail", "-c", text)
		c.Dir = work
		c.Env = []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + home, "PATH=" + bin + ":" + os.Getenv("PATH"),
			"LANG=C.UTF-8"}
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, out)
		}
		return string(out)
	}
	for _, e := range examples {
		shell(e[1])
	}
	shell(examples[1][1][:strings.Index(examples[1][1], "case ")]) // again: the same click
	for pattern, want := range map[string]int{"teaser/*.mp4": 1, "teaser/*.png": 1, "harbour/**/*.mp4": 1,
		"costs/*.json": 1} {
		if got, err := filepath.Glob(filepath.Join(work, pattern)); len(got) != want || err != nil {
			t.Errorf("%s: %v, %v", pattern, got, err)
		}
	}
	if all := shell("viviscope jobs -json"); strings.Count(all, `"state":"saved"`) != 5 {
		t.Errorf("the jobs are %s", all)
	}
	shell("cat made.json")
	if !strings.Contains(shell("cat made.json"), `"repeated":true`) {
		t.Error("the second run is not said to be a repetition")
	}
}
