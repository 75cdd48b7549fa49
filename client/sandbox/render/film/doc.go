// Package film turns painted frames and PCM sound into an MP4 file, inside the process: H.264 by openh264, AAC by
// vo-aacenc, the container by package mp4. The same frames give the same bytes on the same kind of machine, whatever the
// number of cores.
//
// Both encoders are C code. Where they cannot be built (without cgo, or on a system for which the openh264 module brings no
// library), the package still builds, and [Write] returns [ErrNoEncoder].
package film
