// Package boards stores plans of films: keyframe pictures, the shots between them, and the seams between shots. Start
// with [Board], [Store] and [View]. The package uses neither the network nor the window.
//
// A board is one document ([Board]). It does not contain its takes. A take is a job that names the board and its shot
// or keyframe, or an asset that the user added. So an edit cannot lose a take, and the state of a card is a function of
// document, jobs and assets: see [View.State]. [View.Want] returns the request that a card would send now. A take of a
// different request is stale.
//
// Every edit is one transaction of [Store.Edit], based on a version. If the board was written meanwhile, the edit fails
// with a [*db.ChangedBoardError]. Steps since the start of the program can be undone ([Store.Undo]). After each commit
// the board is written atomically to a file in boards/. [Open] synchronizes rows and files: a file without a row, or
// with a newer version than its row, replaces the row. [Store.Apply] accepts the same document from another program.
//
// Layers, from top to bottom:
//
//	open, apply                synchronizing rows and files; documents of other programs
//	read                       reading a board with its takes; the list of boards
//	state, view                states of cards; takes and requests
//	store, steps, unreadable   edits in transactions; undo; boards that cannot be read
//	strict, document           validating documents of other programs; stored formats
//	edit, board, cost          edits; the document; amounts
package boards
