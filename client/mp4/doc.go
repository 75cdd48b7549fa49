// Package mp4 knows the MP4 container (ISO/IEC 14496-12 and -14): it checks files that come from
// outside without trusting a byte of them, says what a clip is, and writes progressive files.
//
// [Check] decides whether a downloaded clip is whole. It reads the box headers and the moov box only,
// never the media data, so its cost does not grow with the length of the clip.
// [Write] makes a file of H.264 frames and, if asked, AAC sound. Nothing in such a file depends on the
// time of day: the same frames give the same bytes. [SetTag] writes a text (a comment, a title) into a file that is there, and [Tag] reads it.
//
// Boxes are decoded and encoded by mp4ff; what stands here is what that module leaves to its user: the guards
// before decoding, the sample tables against each other, and the tables of a progressive file.
// All functions may be called from several goroutines at once.
package mp4
