package mpv

// names lists where the package managers put the library. A program started from the Finder has no shell PATH and no
// DYLD variables, so the usual folders are named in full.
func names() []string {
	return []string{
		"libmpv.2.dylib",
		"/opt/homebrew/lib/libmpv.2.dylib",
		"/usr/local/lib/libmpv.2.dylib",
		"/opt/local/lib/libmpv.2.dylib",
		"libmpv.dylib",
	}
}
