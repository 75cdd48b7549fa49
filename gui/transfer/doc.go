// Package transfer brings files into the library and takes copies out of it.
//
// [Import] takes files and folders, with what stands beside them (sidecars) and inside them (package inside). [Export] makes
// a folder or a zip of copies, with sidecars, contact sheets and the settings written into the copies where that is asked
// for. [Recalled] reads from one file what made it. These do work on disks: they are called off the window's goroutine, stop
// with their context, and no bad file stops them. [ShowImport] and [ShowExport] are the sheets that ask and show how far it is.
//
// What leaves the library never holds a key or a link that opens something. A sidecar says what the library's own says,
// costs too, because it is meant for the same person; what is written into a copy is only how to make the file again, its
// tags and its star, because pictures are passed on.
//
// Export writes to a name that nobody looks for, and renames that once all is there. What was cancelled or failed leaves
// nothing behind. Originals are only read.
package transfer
