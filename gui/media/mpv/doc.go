// Package mpv plays and decodes clips with the libmpv that the computer has, found at run time.
//
// Nothing is linked: a program without libmpv starts and works, and [Open] says so with an ordinary error. The library
// draws into memory (the software render API of libmpv 0.33 and later), so no OpenGL context is shared with the window.
//
// Three goroutines meet here. The render goroutine of a [Player] is the only one that calls libmpv's render functions, and
// it calls nothing else of libmpv: the core may wait for it, so it must never wait for the core. The event goroutine blocks in
// mpv_wait_event. Everything else ([Player.Command], [Player.Set], the property getters) may be called from any other goroutine,
// but not from the window's: loading and seeking take milliseconds.
//
// Constants and layouts are those of libmpv's client.h and render.h, client API 1 and 2, on 64-bit computers.
package mpv
