//go:build linux && cgo

package player

/*
#include <features.h>

#ifdef __GLIBC__
#include <malloc.h>

// By default glibc raises its mmap threshold to the size of the first freed frame, and gives each thread a heap that
// keeps freed memory. Over 30 clips of 720P a process then grew to 347 MB and further; with these limits it stays at
// 202 MB (BenchmarkComeAndGo). A gallery kept 70 MB after libmpv had made its posters. Here blocks of 256 KB and more
// are returned to the system when freed, and all threads share two heaps. A constructor sets this, because the number
// of heaps is fixed when the second thread starts, before any Go code runs.
__attribute__((constructor)) static void set_thresholds(void) {
	mallopt(M_MMAP_THRESHOLD, 256 << 10);
	mallopt(M_ARENA_MAX, 2);
}
#endif
*/
import "C"
