// Package jobs is what happens to a click: it commits it, sends it when its turn comes, watches the task, brings the
// files in and keeps the ledger. Two promises shape it. A click is charged at most once: the row is committed before
// the request leaves, no request that may cost money is ever repeated by the program, and an answer that never came
// is shown as unconfirmed until a person decides. And nothing that was paid for is lost: every job goes on where it was
// after a crash, a week offline or a full disk, and a broken download never leads to a new request.
//
// # The parts
//
// Each part is a type with a file of its name. It holds its own state and knows only the parts below it. What happened
// it tells those above by an interface or a function that it declares itself: rowLists of the records, onHealed of the
// connections, the events.
//
//	Engine     api.go: the methods; engine.go: composes the parts, starts and stops the workers
//	commands   submission resends tracking settling watching holding reconnects restart
//	workers    sender, poller, downloader (clips pictures landing), chains, tidy, pool
//	decisions  admission (terms: budgets; clicks: the same click twice; grants quotes lineage inputs forecast),
//	           uploader takeDowns claims incoming recovery
//	service    connections clockWatch pause bindings
//	rows       records (step outcome entries taskprices prices calendar), and below them bus status lifetime
//	lists      outbox watches fetches history linkDeaths; all below is rules without state: states requests codes …
//
// # The states
//
//	Submit ─▶ waiting ◀──▶ held                            nothing was sent; a person releases what is held
//	             ▼           ▲
//	          sending ───────┤ not sent; 429; 401
//	             │ one POST  └▶ rejected                   the service said no
//	             ├─ no answer, or one that says nothing ─▶ unconfirmed ─▶ (a person) rejected │ expired │ adopted: queued …
//	             ├─ a picture ─▶ saving ─▶ saved │ expired ─▶ (a person has the links tried) saving
//	             └─ a task ──▶ queued ─▶ in_progress ─▶ failed
//	                             ▲ ▼         ▲ ▼   └──▶ completed ─▶ downloading ─▶ saved │ expired │ failed
//	                              unwatched
//	failed │ rejected │ expired ─▶ (the user asks again) queued │ in_progress │ completed
//
// [Allowed] is this drawing as a function, and its test holds the two together. A task's first answer may already be
// completed, so completed may follow sending and unconfirmed too, and states may be skipped. That a task failed takes
// two answers about it, with its ID: one odd answer, of whoever stands in between, must not end a task that goes on and
// is charged. A completed task is asked about while its content is refused, and becomes failed from downloading then. A
// queued or running task of which the service returns no state for hours, because it does not know the task or answers
// with an error of its own, becomes expired. So does one that the service ends with another word than failed, by two
// answers, and one that runs for minutes beside an error, or by a word that nobody knows and with progress 100: its
// content is asked for first, and its reserve stays open ([Unsettled]). It is asked about again at every start, and now and then, for as long as
// its clip may be there: where the service knows it after all, the job goes on from expired as from unconfirmed.
//
// No end without a file is final for the user: a job that failed, expired or was rejected and has a task is asked about
// again, once and free, by [Engine.WatchAgain], [Engine.Track] or [Engine.Adopt], and goes on from queued, in_progress
// or completed. What the ledger says of its end is corrected by what the service proves then.
//
// # What may be spent
//
// Whether a job may go out is decided in the transaction that inserts it or lets it go, and nowhere else: [Engine.Submit],
// [Engine.SendAgain], [Engine.OneMore], [Engine.Release] and [Engine.KeyChanged]; [Engine.Revise] weighs anew what is held. What counts as
// used today and this month is what was charged, what is reserved or unconfirmed, tasks of earlier days that still run, and the estimates of all that is
// being sent or will be without a person: what waits, what a pause holds, and what goes on when another job is saved. What is held for want of a key is weighed when there is one.
// What a click may cost is asked of all of it, also where it leaves in parts. Nothing leaves for more than its row says, which is what was agreed
// to, a maximum included ([Terms].MaxCost): where prices have risen by its turn, a person is asked.
// A click whose pictures would be gone before its turn is not admitted ([FrameGoneError]).
// What another program asks for is weighed by its grant too ([db.Grant]), by all that its own jobs come to in the same way, and again wherever
// the engine lets it go by itself. Where the grant does not cover it, or a person would have to be asked, the whole click waits for approval.
// What a person approved is not weighed by a grant again. A grant whose amounts are in another currency than the prices covers nothing.
// A click to which a caller gave an ID is made once ([Terms].Click).
// All of it is in the currency of the profile's price table, by the calendar of the person's time zone. Over a budget, or over the amount
// of a click, nothing is made and *[AdmissionError] says why; the [Agreement] to just those amounts lets it through. A job that was
// admitted is not weighed again when its turn comes: it has counted ever since.
//
// # What is committed, and when
//
//	move                          in the same transaction
//	a picture is to be hosted     its name at the host, before a byte of it leaves; the job still waits
//	a picture is hosted           its link; the job still waits
//	a job gets what another made  the picture in its request: held ▶ waiting, or what holds new jobs; the frame of a clip has landed before
//	waiting ▶ sending             the time, and one more in the [db.Lineage]; that is noted in the [SentLog]; then, and only then, the one
//	                              request leaves
//	sending ▶ queued …            task id, reserve
//	sending ▶ saving              the links, or the names of the synced files with the bytes; charge by usage
//	sending ▶ saving, at a start  the names of the synced files, of an answer that was not written down; charge, no amount
//	sending ▶ unconfirmed         unconfirmed entry: what it may have cost
//	… ▶ completed                 charge, of the reserve's amount
//	… ▶ failed                    refund, of the reserve's amount
//	downloading, saving ▶ saved   the asset, whose file has landed before
//	unconfirmed ▶ rejected        void
//	unconfirmed ▶ expired         charge ("it was charged")
//	unconfirmed ▶ queued …        void and reserve ("I have the task ID")
//	downloading ▶ failed          a correction of the charge
//	expired ▶ completed, failed   as above; a correction where the user, or the service, had said the opposite
//	failed, rejected ▶ completed  a correction, of the amount that was refunded or voided
//	a task made elsewhere ▶ …     the job, its reserve and what its first answer brings ([Engine.Track])
//
// Amounts come from the profile's price table at that moment, those of an answer as its request left; where it has no price the entry has no amount. Every
// change is one transaction of one job (records.change; admission.go where money is weighed), after which the engine's lists follow the row and the events
// go out in the order of the commits. There is no state that a restart would not show.
//
// # The faults
//
// Each fault stands below the end it comes to: the word and the state of the job, what holds it or its code, and what a
// person reads. Behind it stand its entries in the ledger and the tests that prove it; those of faulttest go through the
// whole program, with a service in a process of its own, beside HTTP/2 that resets streams, and where bytes come and end over
// plain HTTP/1.1 too. In every row the service has seen the request once, or, where it says so, not at all.
//
// Held (held, not_sent): There was no connection. Nothing has been sent or charged.
//
//	unknown name, refused, no network: nothing left       -    faulttest.TestNothingLeaves, TestOutcomes
//	certificate that is not trusted: nothing left         -    faulttest.TestUnknownCertificate
//	HTTP/2 is all that is spoken: nothing left            -    faulttest.TestAStreamThatIsResetIsNoSecondRequest
//
// Held (held, no_key): There is no key for this profile. Nothing has been sent or charged.
//
//	the keychain is locked, or there is none              -    faulttest.TestKeychainThatIsLocked
//
// Held (held, key_refused): The service refused the key (401). Nothing was charged.
//
//	401, also in the middle of a run: all jobs of that    -    faulttest.TestKeyRefusedInTheMiddleOfARun,
//	profile wait, and go on when the key is mended             TestRefusedKeyInTheMiddleOfARun
//	an answer of before comes late: it proves no key      -    TestALateAnswerIsNoProofOfTheKey
//	there is a key, and no room in the budgets: held for  -    TestWhatWaitsForAKeyIsWeighedWhenThereIsOne
//	those
//	401 to a request of before the key was changed: it    -    TestALateRefusalSaysNothingOfTheNewKey
//	alone waits
//
// Waiting (waiting, hosting): A picture could not be uploaded to the image host: …. It is tried again by itself. Nothing has been
// sent or charged.
//
//	the host cannot be reached or has a fault: for about  -    TestAHostThatIsAwayIsAskedAgain
//	a quarter of an hour, once for all that needs it
//
// Held (held, hosting): A picture could not be uploaded to the image host: …. Nothing has been sent or charged. Test
// the host in Settings, then send the job, or edit it.
//
//	the host refuses a picture, or hangs                  -    TestPictureThatCannotBeHostedHoldsItsJob,
//	                                                           TestHostThatHangsIsLetGo
//	there is no host any more                             -    TestNoHostHoldsTheJob
//	the program stops or dies while a picture is put:     -    TestRestartWhileHosting,
//	put again, sent once, and nothing is left there            TestNothingIsLeftAtTheHost,
//	                                                           TestADeathWhileAPictureIsPutLeavesNothingThere
//	its job is discarded, and it comes while it is taken  -    TestAPictureThatComesWhileItIsTakenDownGoesToo
//	down: it goes too
//
// Held (held, rate_limit): The service had too many requests (429). It may be sent now. Nothing was charged.
//
//	429 without a time, with a body or without            -    faulttest.TestAnswersToARequestThatCosts
//
// Held (held, rate_limit): The service asks to wait until … (429). Nothing was charged.
//
//	429 with seconds or a date, with a body or without    -    faulttest.TestAnswersToARequestThatCosts,
//	                                                           TestRateLimitKeepsToTheTimeNamed
//
// Held (held, frame_gone): The address of a picture expired before the job’s turn. Nothing has been sent or charged. Edit it and
// use an address that works.
//
//	the link of a picture has less than ten minutes left  -    TestALinkThatDiesBeforeItsTurn
//	when the turn has come
//	… would have before the turn that is expected: the    -    TestAClickThatComesTooLateIsRefused
//	click is refused, or the job is not let go
//
// Waiting (held, after): Waits for job …. Nothing has been sent or charged. It is sent when that job is saved.
//
//	the program dies at any moment of a chain: it goes    -    TestAChainGoesOnAfterEveryCommit
//	on, and no frame is in the library twice
//	two jobs of a board want the same picture hosted:     -    TestAPictureIsHostedOnceForABoard,
//	it is there once, also after a death                       TestAKillWhileABoardIsHosted
//
// Held (held, after_failed): The job before it, …, was not saved. Nothing has been sent or charged. Edit it and
// choose its picture yourself, or remove it.
//
//	the job before it fails, is rejected, or expires      -    TestWhatCannotGoOnIsHeld, faulttest.TestAChainStopsWhereItBreaks
//
// Held (held, after_unconfirmed): The job before it, …, is unconfirmed. Nothing has been sent or charged. It
// continues if that job is saved after all.
//
//	nobody knows whether the job before it was made       -    TestWhatCannotGoOnIsHeld, faulttest.TestAChainStopsWhereItBreaks
//	its task is found: what waited is weighed again, and  -    TestAnAdoptedClipIsGoneOnFrom
//	goes on where nobody has to be asked
//
// Held (held, after_removed): The job before it was removed. Nothing has been sent or charged. Edit it and choose its
// picture yourself, or remove it.
//
//	the job before it is discarded                        -    TestWhatCannotGoOnIsHeld
//
// Held (held, after_frame): The last frame of the job before it could not be used: …. Nothing has been sent or charged. Send
// it to try again, or edit it.
//
//	no decoder; a clip that is damaged or not there       -    TestWhatCannotGoOnIsHeld
//	for a quarter of an hour: until then it is tried again     TestADeliveryThatFailsForNowIsTriedAgain
//
// Held (held, approval): Needs your approval (asked by …). Nothing has been sent or charged.
//
//	another program asks for more than a person granted   -    TestAClientSpendsWithinItsGrant, TestJudgeAClient,
//	it, at no price that is known, or for what is always       TestNoGrantIsExceededWithoutAYes, TestApproval
//	to be approved; in another currency; or dearer by now      TestAGrantHasACurrency, TestNothingLeavesDearerAtItsTurn
//	the engine would let it go again, and the grant has   -    TestNoEngineReleasePassesAGrant
//	no room for it
//	clients are switched off while it waits               -    TestStopClients
//	it asks again under the same ID: the same jobs, also  -    TestTheSameClickTwice, TestTwoOwnersOneClick,
//	after a rebuild                                            TestAClickIsRememberedByARebuild
//
// Held (held, restored): This library is a copy, or was restored from one. It may have been sent and charged since.
// Look at the service before you send it.
//
//	the database is older than the last request: what     -    TestARestoredLibrarySendsNothingByItself,
//	waited in it may have been sent                            TestAKillAtAnyInstantIsNoRestore
//	two copies are used in turn, or at the same time      -    TestTwoCopiesInTurnSendAJobOnce,
//	                                                           TestTwoCopiesAtOnceSendAJobOnce
//	the account knows nothing of the library, in which    -    TestALibraryFromElsewhere
//	jobs wait
//	the ID of a click that was sent, and is not in the    -    TestAClickThatARestoreForgotIsNotFree
//	library any more: the click is refused
//
// Rejected (rejected, http_400): The service says: “…”
//
//	400, 403, 404, 413, 422, 425                          -    faulttest.TestAnswersToARequestThatCosts
//	307, 308, the same path elsewhere by 301 or 302       -    faulttest.TestAnswersToARequestThatCosts
//	401 of the service behind a gateway: this job alone   -    faulttest.TestA401BehindAGateway
//	a field of a type that this service does not take:    -    TestAServiceTakesOneForm
//	the card offers the other form of requests
//
// Rejected (rejected, no_balance): Your balance at the service is too low. Nothing was charged. Top it up, then send the
// request again. The service says: “…”
//
//	402, 403 with a code that says so                     -    faulttest.TestAnswersToARequestThatCosts
//
// Unconfirmed (unconfirmed, no_answer): The request was sent, but the connection was lost before an answer arrived. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	cut at any byte: first line, headers, JSON            u    faulttest.TestAnswersCutAtEveryByte
//	lost before, in or after the answer, also by a reset  u    faulttest.TestAnswersThatAreLost
//	a server of HTTP/2 ends the stream: REFUSED_STREAM,   u    faulttest.TestAStreamThatIsResetIsNoSecondRequest
//	PROTOCOL_ERROR, INTERNAL_ERROR, CANCEL, GOAWAY
//
// Unconfirmed (unconfirmed, timeout): The request was sent, but no answer arrived in time. The service may have accepted
// and charged it. Viviscope never re-sends automatically.
//
//	nothing more comes, before the head, in it, behind    u    faulttest.TestAnswersThatHang,
//	it, or in the body                                         TestHangingSubmissionEndsUnconfirmedWhenTheEngineStops
//
// Unconfirmed (unconfirmed, http_502): The request was sent, but the answer (502) does not say what happened. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	408, 500 to 504, 511, 52x, with or without a time     u    faulttest.TestAnswersToARequestThatCosts
//	303, and any other redirect, as of a captive portal   u    faulttest.TestAnswersToARequestThatCosts
//	200 that is HTML, a captive portal's page, empty,     u    faulttest.TestAnswersToARequestThatCosts,
//	half, or without a task                                    faulttest.TestAnswersThatAreLost
//
// Unconfirmed (unconfirmed, model_not_found): The service says: “…” It may still have accepted and charged the request.
// Viviscope never re-sends automatically.
//
//	5xx with words of the service, also of a model that   u    faulttest.TestAnswersToARequestThatCosts
//	it does not have
//
// Unconfirmed (unconfirmed, no_picture): The request was sent, but the answer is not a picture. The service may have
// accepted and charged it. Viviscope never re-sends automatically.
//
//	200 without a readable picture                        u    TestPictures
//
// Unconfirmed (unconfirmed, program_ended): The request was sent, but Viviscope quit before an answer arrived. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	the program dies while a request is under way         u    TestRestartInEveryState, TestStopRecordsWhatItCuts
//	sent again from two windows at once: one job          u    TestSendAgainFromTwoWindowsAtOnce
//
// Failed (failed, task_failed): The service says: “…”
//
//	the task fails, with a reason or without one          r f  faulttest.TestTaskThatFails,
//	                                                           TestOneFailedAnswerIsNoVerdict
//	it was completed, and its content is refused then     r c  TestACompletedTaskThatFails
//	polls without a state, and content that names it      r f  TestAnAnswerWithoutAStateEnds
//
// Unknown at the service (expired, task_unknown): The service no longer knows this task. Check there whether it was
// charged.
//
//	a task unknown to the service, for hours, or when     r    faulttest.TestTaskThatIsUnknown,
//	its days are over                                          TestAnUnknownTaskIsGivenUpAfterHours,
//	                                                           TestAnUnknownTaskEndsAfterItsDays
//
// No state from the service (expired, no_state): The service gives no state for this task: “…”. Check there whether it
// was charged.
//
//	polls with an error in place of a state, for hours    r    TestAnAnswerWithoutAStateEnds
//
// Ended by the service (expired, ended): The service ended this task: “…”. Check there whether it was charged.
//
//	aborted, timeout, expired, content_filtered, nsfw …,  r    faulttest.TestEndsOfGateways, faulttest.TestAnEndWithContentIsSaved
//	twice, and no content
//	an error beside a running state, or an unknown word   r    faulttest.TestEndsOfGateways
//	with progress 100, for ten minutes
//
// Expired (expired, artifact_gone): The service deleted this clip before it could be saved. It keeps clips for about 7 days.
//
//	its time is over by the service's clock, and a        r c  TestAWrongClockIsNoVerdict
//	gateway answers 5xx for an hour
//	the content is gone: artifact_gone, twice             r c  faulttest.TestContentThatIsGone, TestDeletedClipIsExpired,
//	                                                           TestABare410EndsNoClip
//	the laptop slept for eight days                       r c  faulttest.TestAsleepForTooLong
//	a task made elsewhere, gone before its length is      r c  TestATrackedTaskThatExpiresIsCharged
//	known: charged, without an amount
//
// Expired (expired, link_dead): The link to this picture expired before it could be saved. The service keeps links for
// 24 hours.
//
//	the link of a picture is gone, or refused for good    c    faulttest.TestContentThatIsGone, TestDeadLinkIsExpired
//	after its time; it stays in the row, to be tried      c    TestALinkIsTriedWhileItLivesAndAgain
//	it says itself that it dies sooner than others        c    TestALinkThatSaysWhenItDies
//
// Damaged as delivered (saved, as_delivered): The service delivered this clip damaged and will not send another. It is
// kept as it is and may play in part or in another app.
//
//	a clip that is not whole comes twice the same         r c  faulttest.TestClipThatComesDamagedTwice
//	it comes damaged, and then the service deletes it     r c  faulttest.TestClipThatComesDamagedTwice
//	bytes of a picture that no check knows                c    TestBytesThatAreRefusedAreKept
//	a clip in a container that no check knows             r c  TestAClipInAnotherContainerIsKept
//
// Saved (saved)
//
//	polls: 408, 425, 429, 5xx, HTML, portal, cut, lost    r c  faulttest.TestPollsWithoutAnAnswer, TestMissedPollIsNoVerdict
//	polls that hang in each phase                         r c  faulttest.TestPollsThatHang
//	a gateway that says 404 in JSON for a while, then     r c  TestAGatewayAndAWrongKeyLoseNothing
//	the key of another account, which knows no task
//	a task that was given up as unknown, and known again  r c  TestATaskThatWasGivenUpComesBack
//	a task that had ended is asked about again            r c  TestAnEndedTaskIsAskedAgain
//	401 for a while, with the same key                    r c  TestAHealedKeyIsNoticedByAllTasks
//	unknown and contradictory states, progress that       r c  faulttest.TestStrangeTasks
//	jumps back or reads 100 early
//	content that changes between two ranges               r c  faulttest.TestContentThatChanges
//	network away for an hour and back                     r c  faulttest.TestNetworkAwayForAnHour
//	the laptop asleep for a night                         r c  faulttest.TestAsleepForANight, TestOverduePollsAreSpread
//	the clock set back, also while a call is under way     r c  faulttest.TestClockSetBack, TestClockSetBackDelaysNothing, TestTheClockGoesBackDuringACall
//	the clock wrong by months: what is refused for now    r c  TestAWrongClockIsNoVerdict
//	is waited for, what is dead ends expired
//	downloads that trickle: the others go first           r c  TestSlowDownloadsGiveTheirPlaces
//	the key refused while files are still to come         r c  TestDownloadsWaitForAGoodKey
//	halves that a killed program left in the folder       r c  TestStartClearsWhatAKilledProgramLeft
//	bytes of a picture that cannot be opened for a        c    TestBytesThatCannotBeOpenedAreKept
//	while, or whose disk is away
//	bytes of a picture that no check knows, and a link    c    TestALinkIsBetterThanRefusedBytes
//	that works
//	a power cut in a download: it goes on from what was   r c  client.TestDownloadGoesOnFromWhatIsOnTheDisk,
//	synced, which is noted as it grows                         client.TestDownloadSyncsAsItGrows
//	an answer that breaks off behind the link of a        c    faulttest.TestAnswersThatAreLost,
//	picture: charged by the estimate                           client.TestPicturesOfAnswersThatCannotBeRead
//	an answer with a picture that memory cannot hold      c    client.TestAnswerThatIsTooLargeForMemory,
//	                                                           client.TestLargeAnswerOnADiskThatTakesNothing
//	a rest that has another date and no ETag              r c  client.TestDownloadChangedUnderAResume
//	a task made elsewhere, whose length comes late        r c  TestATrackedTaskGetsItsAmountOnceItsLengthIsKnown
//	files deleted or renamed under the program            r c  faulttest.TestFilesThatVanish
//	the program dies between landing and commit           r c  TestLandedFileGetsItsRow
//	the program dies when the bytes of a picture are      c    TestAPictureThatCameBeforeTheDeathIsKept
//	here, and before its answer is written down
//	the program dies after any commit                     r c  TestRestartAfterEveryCommit
//	the key of One more is held down, or a double click:  r c  TestOneMoreIsAnotherClip
//	one job
//
// Downloading (downloading, damaged): the download is incomplete
//
//	truncated with a length that fits, longer than said,  r c  faulttest.TestContentThatCannotBeUsed,
//	HTML, another type, empty                                  faulttest.TestPicturesThatCannotBeUsed
//
// Downloading (downloading, no_answer): connection lost
//
//	cut in the headers, in the body, with a length or     r c  faulttest.TestContentThatCannotBeUsed
//	without one
//
// Downloading (downloading, timeout): no answer in time
//
//	content that hangs in each phase                      r c  faulttest.TestContentThatHangs
//
// Downloading (downloading, http_425): …
//
//	content that is too early, a signed link that died,   r c  faulttest.TestContentThatCannotBeUsed,
//	5xx, a redirect loop                                       TestAFailingDownloadIsToldWhileItsClockRuns
//	a redirect to another origin, never from https to     r c  faulttest.TestContentThatLeadsAway
//	http, and never with the key
//
// Downloading (downloading, http_401): the service refuses the key (401)
//
//	401 for the content                                   r c  faulttest.TestContentThatCannotBeUsed
//
// Downloading (downloading, disk_full): the disk is full
//
//	no room for a file: saved when there is               r c  faulttest.TestDiskThatIsFull,
//	                                                           faulttest.TestRealDiskThatIsFull
//	no room for an answer: still sending, then as said    r c  faulttest.TestDiskThatIsFull,
//	                                                           TestAnswerIsWrittenDownOnceTheDiskTakesIt
//	no room for a click: it is not made, and not sent     -    faulttest.TestDiskThatIsFull
//	no room while a task runs: the pool says so, and      r c  TestAFullDiskIsToldWhileATaskRuns
//	goes on when there is some
//
// Downloading (downloading, file): …
//
//	a folder that cannot be written                       r c  faulttest.TestFolderThatCannotBeWritten
//
// The library’s database is damaged (ErrDamaged)
//
//	found at the start; the last backup, or a rebuild     -    faulttest.TestDatabaseThatIsDamaged
//	from the folder, brings back what was paid for
//
// This library is already open (ErrLocked)
//
//	two programs on one library                           -    faulttest.TestTwoProgramsOnOneLibrary
//
// In the ledger, u stands for unconfirmed, r for a reserve, c for a charge, f for a refund. What is still downloading has
// its reserve and its charge, is tried again for as long as the service keeps it, and ends above. A task of the profile
// that was made elsewhere is tracked like every other (TestTrackBringsInATaskMadeElsewhere).
//
// # Goroutines
//
// Six loops run between Start and Stop: the outbox, the scheduler of all polls, the downloads, the hosted pictures that
// are to be taken down, the jobs that come after others, and the status. The first three hand their work to goroutines of their own, bounded by the places
// that a profile allows, by the limits of the scheduler, and by the turns of the downloads; beside each download runs one
// that watches its turn, and cuts it when it trickles while others wait. Once, at the start, one more looks through the
// folder for what a killed program left. Commands commit on the caller's goroutine, and events go out on a goroutine
// that committed, in the order of the commits. Nothing sleeps: every wait is on the injected [Clock], so that a day passes
// in a test without waiting for it.
package jobs
