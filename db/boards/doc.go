// Package boards stores plans of films: keyframe pictures, the shots between them, and how one shot follows the other.
// It knows no network and no window.
//
// A board is one document ([Board]). It does not contain its takes: a take is a job that names the board and the shot
// or keyframe that it was made for, or an asset that the user added. So none can be lost, and what a card shows is a
// function of document, jobs and assets: see [View.State]. [View.Want] is the request that a card would send now; a
// take of a different request no longer matches.
//
// Every edit is one transaction of [Store.Edit] and names the version that it is based on. If the board was written
// meanwhile, the edit is refused with a [*db.ChangedBoardError]. The steps of this run of the program can be undone
// ([Store.Undo]). After each commit the board is written to boards/ in the library, whole or not at all. [Open]
// synchronizes rows and files: a file without a row, or with a newer version than its row, becomes the row.
// [Store.Apply] accepts the same document from another program.
//
// From top to bottom:
//
//	open, apply                synchronizing rows and files; documents of other programs
//	read                       boards as they are shown, and the list of them
//	state, view                the states of cards; takes, and what a card would send
//	store, steps, unreadable   edits in transactions, undo; boards that cannot be read
//	strict, document           documents as others may write them, and as they are stored
//	edit, board, cost          the board itself, its edits; amounts
package boards
