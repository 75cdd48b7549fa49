// Package media makes posters of clips and thumbnails of pictures, away from the window's goroutine.
//
// A screen asks [Thumbs] for the picture of an asset at the size at which it is shown, in device pixels. What is in memory is there at
// once ([Thumbs.Cached]); anything else is asked for ([Thumbs.Request]) and made by two workers, the most recently asked first,
// because that is what a person looks at. Each is made once however many ask, kept in memory up to a bound of bytes, and on disk as JPEG of
// 512 (or 1024) pixels on the longer side. All of it is derived and may be deleted at any time.
//
// Pictures are reduced while they are decoded (package gui/media/reduce), so that a large one takes a fraction of its time and memory. A clip
// also has a strip of small pictures from its start to its end ([Thumbs.Strip]), for going through it with the pointer; and any picture of
// it can be had, exactly and in its own size ([Decoder.Frame]). Package gui/media/player plays clips.
//
// Clips are decoded by libmpv or, where that is missing, by the ffmpeg program; where both are missing the error is [ErrNoDecoder] and
// its words name what to install. See package gui/media/mpv.
package media
