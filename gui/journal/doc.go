// Package journal keeps what the program says of itself: a log of bounded size, and what the runtime wrote when the program
// died. Both are files of this account, in the folder that the system keeps for the state of programs. Nothing here sends anything.
//
// What is logged holds no key and no signed link, which is the duty of whoever logs. The files are masked all the same, because
// what a library or the runtime writes goes through no other hands.
package journal
