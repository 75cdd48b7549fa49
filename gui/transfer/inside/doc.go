// Package inside puts texts into pictures and clips, and finds them there again: what the file shows, in fields that other
// programs read, and a record of ours that holds how it was made.
//
//	PNG    iTXt chunks (PNG specification 11.3.3.4): "Description" is the prompt, "parameters" the prompt and the settings in
//	       words as picture generators write them, "Software" the program, "viviscope" the record
//	JPEG   an XMP packet (ISO 16684-1) with the prompt as its description, where the file has none of its own, and the
//	       record in comments (COM, ISO/IEC 10918-1 B.2.4.5) of at most 64 KB each, "viviscope 1/2 …"
//	MP4    the comment (client/mp4): the prompt, an empty line, and "viviscope " with the record
//
// The pixels and frames are copied byte for byte. Writing again replaces what was written before and nothing else.
//
// A file with content credentials (C2PA) is never written into: they sign every byte of it.
//
// The record is JSON, but that means nothing here: it is any text in UTF-8 without line breaks. Files come from anywhere, so
// reading is bounded, in bytes and in steps, and what is damaged is an error and never a panic.
package inside
