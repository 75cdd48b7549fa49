// Package jobs is what happens to a click: it commits it, sends it when its turn comes, watches the task, brings the
// files in and keeps the ledger. Two promises shape it. A click is charged at most once: the row is committed before
// the request leaves, no request that may cost money is ever repeated by the program, and an answer that never came
// is shown as unconfirmed until a person decides. And nothing that was paid for is lost: every job goes on where it was
// after a crash, a week offline or a full disk, and a broken download never leads to a new request.
//
// # The states
//
//	Submit ─▶ waiting ◀──▶ held                            nothing was sent; a person releases what is held
//	             ▼           ▲
//	          sending ───────┤ not sent; 429; 401
//	             │ one POST  └▶ rejected                   the service said no
//	             ├─ no answer, or one that says nothing ─▶ unconfirmed ─▶ (a person) rejected │ expired │ adopted: queued …
//	             ├─ a picture ─▶ saving ─▶ saved │ expired
//	             └─ a task ──▶ queued ─▶ in_progress ─▶ failed
//	                             ▲ ▼         ▲ ▼   └──▶ completed ─▶ downloading ─▶ saved │ expired
//	                              unwatched
//
// [Allowed] is this drawing as a function, and its test holds the two together. A task's first answer may already be
// its last, so any state of a task may follow sending and unconfirmed, and states may be skipped. A queued or running
// task that the service does not know three times in a row becomes expired.
//
// # What is committed, and when
//
//	move                          in the same transaction
//	waiting ▶ sending             the time; then, and only then, the one request leaves
//	sending ▶ queued …            task id, reserve
//	sending ▶ saving              the links, or the names of the synced files with the bytes; charge by usage
//	sending ▶ unconfirmed         unconfirmed entry: what it may have cost
//	… ▶ completed                 charge, of the reserve's amount
//	… ▶ failed                    refund, of the reserve's amount
//	downloading, saving ▶ saved   the asset, whose file has landed before
//	unconfirmed ▶ rejected        void
//	unconfirmed ▶ expired         charge ("it was charged")
//	unconfirmed ▶ queued …        void and reserve ("I have the task ID")
//	a task made elsewhere ▶ …     the job, its reserve and what its first answer brings ([Engine.Track])
//
// Amounts come from the profile's price table at that moment; where it has no price the entry has no amount. Every
// change is one transaction of one job ([Engine].change), after which the engine's lists follow the row and the events
// go out in the order of the commits. There is no state that a restart would not show.
//
// # How a request can end
//
//	what happened                                     state        hold         ledger        test
//	DNS, refused, TLS, offline: nothing left          held         not_sent     -             TestOutcomes
//	no key is to be had                               held         no_key       -             TestNoKeyHolds
//	400 402 403 404 413 422 425, a redirect           rejected                  -             TestOutcomes, TestAtMostOncePerFault
//	401                                               held, with all that wait of the profile
//	                                                               key_refused  -             TestRefusedKeyHoldsTheProfileUntilItIsMended
//	429, with or without Retry-After, empty           held         rate_limit   -             TestRateLimitKeepsToTheTimeNamed
//	408, 5xx, 52x, with or without Retry-After        unconfirmed               unconfirmed   TestOutcomes, TestAtMostOncePerFault
//	connection lost or cut at any byte                unconfirmed               unconfirmed   TestAtMostOncePerFault
//	2xx that is empty, HTML, cut, or without a task   unconfirmed               unconfirmed   TestAtMostOncePerFault
//	2xx without a readable picture                    unconfirmed               unconfirmed   TestPictures
//	no answer until the engine stops                  unconfirmed               unconfirmed   TestStopRecordsWhatItCuts
//	the program died while sending                    unconfirmed               unconfirmed   TestRestartInEveryState
//	the outcome cannot be written (disk full)         sending, until it can be; unconfirmed after a restart
//	                                                                                          TestAnswerIsWrittenDownOnceTheDiskTakesIt
//
// # What can happen afterwards
//
//	poll without an answer, 5xx, HTML, 429            no verdict: asked again, backing off    TestMissedPollIsNoVerdict
//	no such task, said three times in a row           expired; the reserve stays open         TestUnknownTaskCountsAtTheThirdTimeInARow
//	unknown state, progress back, 100 early           still running                           TestStrangeAnswersAreNoEnd
//	a night asleep                                    overdue polls are spread                TestOverduePollsAreSpread
//	download cut, stalled, HTML, too early, no room   tried again while the clip lives        TestDownloadsAreTriedForAsLongAsTheClipLives
//	clip deleted (410)                                expired                                 TestDeletedClipIsExpired
//	link of a picture dead                            expired                                 TestDeadLinkIsExpired
//	program died between landing and commit           the landed file gets its row            TestLandedFileGetsItsRow
//	restart after any commit                          goes on                                 TestRestartAfterEveryCommit
//	a task of the profile was made elsewhere          tracked like every other                TestTrackBringsInATaskMadeElsewhere
//
// # Goroutines
//
// Four loops run between Start and Stop: the outbox, the scheduler of all polls, the downloads and the status. Each
// hands its work to goroutines of its own, bounded by the places that a profile allows, by the limits of the scheduler,
// and by two downloads at once. Commands commit on the caller's goroutine. Nothing sleeps: every wait is on the
// injected [Clock], so that a day passes in a test without waiting for it.
package jobs
