package mpv

import (
	"os"
	"path/filepath"
)

// names lists the DLL beside the program and in its lib folder first, by full path, so that a DLL of the same name in the
// current folder is never taken before the one that was put there on purpose.
func names() []string {
	dlls := []string{"libmpv-2.dll", "mpv-2.dll", "mpv-1.dll"}
	var out []string
	if exe, err := os.Executable(); err == nil {
		dir := filepath.Dir(exe)
		for _, d := range dlls {
			out = append(out, filepath.Join(dir, d), filepath.Join(dir, "lib", d))
		}
	}
	return append(out, dlls...)
}
