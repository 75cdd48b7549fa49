// Package single lets a second start of the program reach the one that has the library open already.
//
// The program that holds a library's lock listens on a socket which only its owner can reach. A second one sends a single line
// and gets a single line back:
//
//	→ viviscope/1 show
//	← viviscope/1 ok
//
// The first word names the protocol and its version, the second what is asked: "show" brings the window to the front, and "open"
// also opens the files and folders whose absolute paths follow as an array of JSON, on the same line:
//
//	→ viviscope/1 open ["/home/ann/boat.png"]
//	← viviscope/1 ok
//
// Anything else is answered with "viviscope/1 unknown", also "open" by a program that is older than it, so that the caller learns
// that it was not understood.
//
// The socket stands beside the lock in the library's folder. Where its path is too long for a socket (108 bytes on Linux, 104 on
// macOS), or the folder's file system has no sockets, it stands in a private folder of the system's folder for temporary files.
package single
