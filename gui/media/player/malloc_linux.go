//go:build linux && cgo

package player

/*
#include <features.h>

#ifdef __GLIBC__
#include <malloc.h>

// glibc raises its threshold to the size of a frame with the first that is freed, and gives each of two dozen threads a heap of its own,
// which keeps what was freed for threads to come: over 30 clips of 720P a process grew to 347 MB and on, with this it stays at 202 MB
// (BenchmarkComeAndGo), and a gallery whose posters libmpv made kept 70 MB for nothing. So memory from 256 KB on comes from the system and
// goes back there at once, and all threads share two heaps. How many there are is settled when the second thread begins, which is before
// any line of Go.
__attribute__((constructor)) static void set_thresholds(void) {
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
	mallopt(M_ARENA_MAX, 2);
}
#endif
*/
import "C"
