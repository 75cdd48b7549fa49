//go:build !windows

package single

// allowForeground does nothing: only Windows asks the program in front for its leave.
func allowForeground() {}
