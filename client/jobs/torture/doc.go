// Package torture is the crash proof: it holds no code but tests. They run the real engine on a real library, without a
// window, in a process of its own against a sandbox in another one, kill it with SIGKILL again and again, and compare
// three ledgers at the end: the service's, the library's, and the files.
//
// # How it kills
//
// Each life of the program submits a few clicks (clips, also between links and between local pictures that are hosted
// first, pictures, edits, some that fail or are refused) and goes on with what former lives left; in some a person
// settles what is unconfirmed, by the books of the service. Half of the lives die at a labelled step of the life of a
// click: before, inside and after each commit, each call to the service, each picture put on a host and taken down,
// each landing of a file, each word of that person. There the process kills itself, so that not one instruction more is
// run. The others are killed from outside at a random moment, also while they open the library or pick up what was
// left. Every round of lives goes through all labels.
//
// # What must be true
//
//   - no task is created twice: the service counts the requests of each click, at most one;
//   - a clip that was asked for between two frames was made from two;
//   - nothing is lost: each click that the program confirmed has its row, each task and picture of the service has its
//     job, and each job is saved, failed, refused, expired, or shown as unconfirmed;
//   - the gallery holds no half file: each asset has its file, of its length and hash, whole by its own structure, with
//     its sidecar, and nothing lies between the files that no row speaks of;
//   - no picture of a person is left at their host that no row names: the name is committed before the bytes leave;
//   - each entry of the library's ledger has its twin at the service, and the other way round, except for unconfirmed
//     ones, which match a task or nothing.
//
// Then every unconfirmed job is settled as a person would settle it who can look into the service's books, and the two
// ledgers must be the same.
//
// # A board
//
// [TestBoardSurvivesKills] has a person make a board of twelve shots, with chains, and its film in each life, while
// something goes wrong with a twentieth of the requests and the program is killed as above. In the end each film has,
// byte for byte, the frames and the sound of that of a program that nobody killed, and the board is as it was made once
// all that was done to it is undone.
//
// # A call that is repeated
//
// [TestRepeatedCallSurvivesKills] has three scripts beside each other repeat one call each until it is answered, as commands
// that open the library where nobody has, while another program takes it over now and then, as a window; commands and
// owners are killed as above, also between a commit and its answer. No click is made or sent twice, and each answer of
// a click names the same job.
//
// # How to run it
//
// VIVISCOPE_TORTURE_KILLS says how many kills (20 by default; `make torture` does 2,000),
// VIVISCOPE_TORTURE_SEED repeats the order of a run, VIVISCOPE_TORTURE_DIR keeps the libraries and the logs.
// A thousandth of the time passes: clips take 20 ms instead of 20 s.
package torture
