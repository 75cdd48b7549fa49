// Package torture contains only tests: the crash proof. They run the real engine on a real library, without a window,
// in one process, and a sandbox in another one. They kill the engine's process with SIGKILL again and again. At the end
// they compare three ledgers: the service's, the library's, and the files.
//
// # How it kills
//
// A life is one run of the program. Each life submits a few clicks and continues the work of earlier lives. The clicks
// are clips (also between links, and between local pictures that are hosted first), pictures and edits; some fail or
// are refused. In some lives the user settles unconfirmed jobs by the books of the service. Half of the lives die at a
// labelled step: before, inside and after each commit, each call to the service, each upload to a host and its removal,
// each import of a file, and each settlement. There the process kills itself, so that it does not run another
// instruction. The others are killed from outside at a random moment, also while they open the library or resume work.
// Every round of lives covers all labels.
//
// # What must be true
//
//   - no task is created twice: the service receives at most one request for each click;
//   - a clip that was ordered between two frames was made from two;
//   - nothing is lost: each click that the program confirmed has its row, each task and picture of the service has its
//     job, and each job is saved, failed, refused, expired or unconfirmed;
//   - the gallery contains no partial file: each asset has its file with the right length, hash and structure, and its
//     sidecar, and every file belongs to a row;
//   - no object without a row is left at the user's host: its name is committed before the upload;
//   - each entry of the library's ledger has a counterpart at the service and the reverse; unconfirmed entries match a
//     task or nothing.
//
// Then every unconfirmed job is settled like a user does who sees the service's books, and the two ledgers must be
// equal.
//
// # A board
//
// In [TestBoardSurvivesKills] a user makes a board of twelve shots with chains, and its film in each life. A twentieth
// of the requests fail in some way, and the program is killed as above. In the end each film has the same frames and
// sound, byte for byte, as the film of a program that was not killed. After all edits are undone, the board is as it
// was first made.
//
// # A call that is repeated
//
// In [TestRepeatedCallSurvivesKills] three concurrent scripts repeat one call each until it is answered. Their commands
// open the library if it has no owner, while another program takes it over now and then, like a window. Commands and
// owners are killed as above, also between a commit and its answer. No click is made or sent twice, and each answer of
// a click names the same job.
//
// # How to run it
//
// VIVISCOPE_TORTURE_KILLS is the number of kills (20 by default; `make torture` does 2,000), VIVISCOPE_TORTURE_SEED
// repeats the order of a run, and VIVISCOPE_TORTURE_DIR keeps the libraries and the logs. The clocks run a thousand
// times as fast as real time: clips take 20 ms instead of 20 s.
package torture
