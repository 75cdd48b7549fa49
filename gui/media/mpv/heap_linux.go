package mpv

import "github.com/ebitengine/purego"

// mMmapThreshold is mallopt's number for the size from which memory comes from the system and goes back there at once (malloc.h of glibc).
const mMmapThreshold = -3

// tameHeap makes the C library give back what clips leave. glibc raises its threshold to the size of a frame with the first that is freed,
// and keeps what each of the dozen threads of a clip has freed for threads to come: over 30 clips of 720P a process grew from 220 to
// 400 MB; with a threshold that stays and a trim after each clip it stays at 220. Another C library has neither, nor needs it.
// trim gives back what is free; nil where there is nothing to do.
func tameHeap() (trim func()) {
	libc, err := purego.Dlopen("libc.so.6", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil
	}
	if symbol, err := purego.Dlsym(libc, "mallopt"); err == nil {
		var mallopt func(param, value int32) int32
		purego.RegisterFunc(&mallopt, symbol)
		mallopt(mMmapThreshold, 256<<10)
	}
	symbol, err := purego.Dlsym(libc, "malloc_trim")
	if err != nil {
		return nil
	}
	var mallocTrim func(pad uintptr) int32
	purego.RegisterFunc(&mallocTrim, symbol)
	return func() { mallocTrim(0) }
}
