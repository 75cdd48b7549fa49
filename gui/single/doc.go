// Package single lets a second start of the program reach the one that has the library open already.
//
// The program that holds a library's lock listens on a socket which only its owner can reach. A second one sends a single line
// and gets a single line back:
//
//	→ viviscope/1 show
//	← viviscope/1 ok
//
// The first word names the protocol and its version, the second what is asked. Version 1 knows "show" alone: bring the
// window to the front. Anything else is answered with "viviscope/1 unknown". What is to follow the second word belongs to a
// later version, which an older program answers the same way, so that the caller learns that it was not understood.
//
// The socket stands beside the lock in the library's folder. Where its path is too long for a socket (108 bytes on Linux, 104 on
// macOS), or the folder's file system has no sockets, it stands in a private folder of the system's folder for temporary files.
package single
