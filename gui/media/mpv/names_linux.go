package mpv

// names lists what distributions call the library: .so.2 since mpv 0.35, .so.1 before.
func names() []string { return []string{"libmpv.so.2", "libmpv.so.1"} }
