// Package heap keeps the memory that the program holds near to what it uses.
//
// A window with a library of pictures makes and drops megabytes all the time: pixels of thumbnails in Go, textures, frames of clips and
// pages of the database in C. Both heaps would rather keep what was dropped than give it back, and each thread of C a heap of its own.
// [Tame] sets what they keep, once; [Watch] gives back what is left over whenever the program has come to rest.
package heap
