// Package smoke holds the tests that use the program as a person does: a real window on a screen of
// its own (Xvfb), a keyboard, a service in a process of its own, and a restart in the middle.
//
// They run where VIVISCOPE_SMOKE names a folder for the pictures that they take (`make smoke`), and are skipped with
// the reason elsewhere, because they need Xvfb, xdotool and ImageMagick. One is long and asked for by its own name:
// `make soak` uses the program for ten minutes and looks at what it holds.
//
// The monkey (monkey_test.go) uses the program at random. For it the test binary runs as the program, so that the test
// can ask which controls the window shows (inspect_test.go). `make monkey` runs it for longer and with other seeds.
package smoke
