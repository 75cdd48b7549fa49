// Package jobs carries out the jobs of a click: it commits them, sends each when its turn comes, polls the task,
// downloads the files and keeps the ledger. It makes two promises. A click is charged at most once: the row is
// committed before the request is sent, the program never repeats a request that may cost money, and a lost answer is
// shown as unconfirmed until the user decides. And nothing paid for is lost: every job continues after a crash, a week
// offline or a full disk, and a broken download never causes a new request.
//
// # The parts
//
// Each part is a type with a file of the same name. It has its own state and knows only the parts below it. It notifies
// the parts above through an interface or a function that it declares itself: rowLists of the records, onHealed of the
// connections, the events.
//
//	Engine     api.go: the methods; engine.go: composes the parts, starts and stops the workers
//	commands   submission resends tracking settling watching holding reconnects restart
//	workers    sender, poller, downloader (clips pictures landing), chains, tidy, pool
//	decisions  admission (terms: budgets; clicks: the same click twice; grants quotes lineage inputs forecast),
//	           uploader hostCleanup claims incoming recovery
//	service    connections clockWatch pause bindings
//	rows       records (step outcome entries taskprices prices calendar), and below them bus status lifetime
//	lists      outbox watches fetches history linkExpiry; all below is rules without state: states requests codes …
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
// [Allowed] implements this diagram, and its test compares the two. A task's first answer may already be completed, so
// completed may follow sending and unconfirmed too, and states may be skipped. A task counts as failed after two
// answers with its ID: one wrong answer, from a gateway for example, must not end a task that continues and is charged.
// While the content of a completed task is refused, the task is polled, and the job may become failed from downloading.
// A queued or running task becomes expired if the service returns no state of it for hours, because it does not know
// the task or answers with an error of its own. It also becomes expired if two answers report an end other than failed.
// The same applies to a task that for minutes runs beside an error, or has an unknown state and progress 100: its
// content is requested first. In these cases its reserve stays open ([Unsettled]). Such a task is polled at every
// start, and occasionally, while its clip may exist. If the service knows it after all, the job continues from expired
// as from unconfirmed.
//
// No end without a file is final for the user. A job that failed, expired or was rejected and has a task is polled
// again, once and free, by [Engine.WatchAgain], [Engine.Track] or [Engine.Adopt], and continues from queued,
// in_progress or completed. The ledger is then corrected by what the service proves.
//
// # What may be spent
//
// Whether a job may be sent is decided only in the transaction that inserts or releases it: [Engine.Submit],
// [Engine.SendAgain], [Engine.OneMore], [Engine.Release] and [Engine.KeyChanged]. [Engine.Revise] checks a held job
// again. The used amounts of today and this month are the sum of charges, of reserved and unconfirmed amounts, of tasks
// of earlier days that still run, and of the estimates of all jobs that are being sent or will be sent without the
// user: waiting jobs, jobs that a pause holds, and jobs that continue when another job is saved. A job that is held for
// a missing key is checked when there is a key. The limit of a click applies to all of its jobs, even if they are sent
// in parts. No job is sent for more than the agreed amount in its row, which includes a maximum ([Terms].MaxCost): if
// prices have risen by its turn, the user is asked. A click is refused if its pictures would be gone before its turn
// ([FrameExpiredError]).
// A click of another program is also checked against its grant ([db.Grant]), with the amounts of the program's own
// jobs, and again whenever the engine releases its jobs automatically. If the grant does not cover it, or the user
// would have to be asked, the whole click waits for approval. Jobs that the user approved are not checked against a
// grant again. A grant in another currency than the prices covers nothing. A click to which a caller gave an ID is made
// once ([Terms].Click).
// All amounts are in the currency of the profile's price table; days and months follow the stored time zone of the
// library. If a click exceeds a budget, or the limit of a click, nothing is made and *[AdmissionError] contains the
// reason; the [Agreement] to exactly those amounts permits it. An admitted job is not checked again when its turn
// comes: it has counted as used since.
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
// Amounts come from the profile's current price table, those of an answer from the table at the time of its request.
// Without a price the entry has no amount. Every change is one transaction of one job (records.change; admission.go for
// changes that check budgets). After it the engine's lists are updated and the events sent, in the order of the
// commits. Every state survives a restart.
//
// # The faults
//
// Each fault is listed below its outcome: the displayed state and the state of the job, its hold reason or code, and
// the message that the user reads. Its entries in the ledger and the tests that prove it follow. The tests of faulttest
// run the whole program against a service in a separate process. That service also offers HTTP/2 and resets streams;
// tests of interrupted transfers also run over plain HTTP/1.1. In every row the service has seen the request once, or
// not at all if the row states so.
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
// Waiting (waiting, hosting): A picture could not be uploaded to the image host: …. It is tried again by itself.
// Nothing has been sent or charged.
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
// Held (held, frame_gone): The address of a picture expired before the job’s turn. Nothing has been sent or charged.
// Edit it and use an address that works.
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
// Held (held, after_frame): The last frame of the job before it could not be used: …. Nothing has been sent or charged.
// Send it to try again, or edit it.
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
// Rejected (rejected, no_balance): Your balance at the service is too low. Nothing was charged. Top it up, then send
// the request again. The service says: “…”
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
// Unconfirmed (unconfirmed, timeout): The request was sent, but no answer arrived in time. The service may have
// accepted and charged it. Viviscope never re-sends automatically.
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
// Expired (expired, artifact_gone): The service deleted this clip before it could be saved. It keeps clips for about 7
// days.
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
// In the ledger, u is unconfirmed, r a reserve, c a charge, f a refund. A job that is still downloading has its reserve
// and its charge. It is tried again for as long as the service keeps its files, and ends as listed above. A task of the
// profile that was made elsewhere is tracked like every other (TestTrackBringsInATaskMadeElsewhere).
//
// # Goroutines
//
// Six loops run between Start and Stop: the outbox, the scheduler of all polls, the downloads, the removal of hosted
// pictures, the jobs that come after others, and the status. The first three start a goroutine for each piece of work.
// Their number is limited by the places of a profile, by the scheduler, and by the turns of the downloads. Next to each
// download runs a goroutine that measures its rate, and cancels it if it is too slow while others wait. At the start,
// one more goroutine checks the folder once for leftovers of a killed program. Commands commit on the caller's
// goroutine. Events are delivered on a goroutine that committed, in the order of the commits. Nothing sleeps: every
// wait uses the injected [Clock], so that a test can simulate a day quickly.
package jobs
