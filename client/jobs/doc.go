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
//	workers    sender, poller, downloader (clips pictures landing), chains, takechecks, tidy, pool
//	decisions  admission (terms: budgets; clicks: the same click twice; grants quotes lineage inputs forecast),
//	           uploader hostCleanup claims incoming recovery
//	service    connections clockWatch pause bindings
//	rows       records (step outcome entries taskprices prices calendar), and below them bus status lifetime
//	lists      outbox watches fetches history linkExpiry; below them stateless functions: states requests codes …
//
// # The states
//
//	Submit ─▶ waiting ◀──▶ held                            nothing was sent; the user releases held jobs
//	             ▼           ▲
//	          sending ───────┤ not sent; 429; 401
//	             │ one POST  └▶ rejected                   the service refused the request
//	             ├─ no or unclear answer ─▶ unconfirmed ─▶ (user) rejected │ expired │ queued …
//	             ├─ a picture ─▶ saving ─▶ saved │ expired ─▶ (the user retries the links) saving
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
// So does a task with an unclear state for minutes: an error beside a running state, or an unknown state with progress
// 100. Its content is requested first. In these cases the reserve stays open ([Unsettled]). Such a task is polled at
// every start, and occasionally, while its clip may exist. If the service knows it after all, the job continues from
// expired as from unconfirmed.
//
// No end without a file is final for the user. [Engine.WatchAgain], [Engine.Track] and [Engine.Adopt] poll the task of
// a failed, expired or rejected job again, once and free. If the task exists, the job continues from queued,
// in_progress or completed, and the ledger is corrected.
//
// # What may be spent
//
// Whether a job may be sent is decided only in the transaction that inserts or releases it: [Engine.Submit],
// [Engine.SendAgain], [Engine.OneMore], [Engine.Release] and [Engine.KeyChanged]. [Engine.Revise] checks a held job
// again. The used amounts of today and this month are sums of charges, of reserved and unconfirmed amounts, of tasks of
// earlier days that still run, and of estimates. Estimates count for all jobs that are being sent or will be sent
// without the user: waiting jobs, jobs that a pause holds, and jobs that continue when another job is saved. A job that
// is held for a missing key is checked when there is a key. The limit of a click applies to all of its jobs, even if
// they are sent in parts. No job is sent for more than the agreed amount in its row, which includes a maximum
// ([Terms].MaxCost): if prices have risen by its turn, the user is asked. A click is refused if its pictures would be
// gone before its turn ([FrameExpiredError]). A click of another program is also checked against its grant
// ([db.Grant]), with the amounts of the program's own jobs, and again whenever the engine releases its jobs
// automatically. If the grant does not cover it, or the user would have to be asked, the whole click waits for
// approval. Jobs that the user approved are not checked against a grant again. A grant in another currency than the
// prices covers nothing. A click to which a caller gave an ID is made once ([Terms].Click). All amounts are in the
// currency of the profile's price table; days and months follow the stored time zone of the library. If a click exceeds
// a budget, or the limit of a click, nothing is made and *[AdmissionError] contains the reason; the [Agreement] to
// exactly those amounts permits it. An admitted job is not checked again when its turn comes: it has counted as used
// since.
//
// # What is committed, and when
//
//	move                          in the same transaction
//	a picture is to be hosted     its name at the host, before a byte of it leaves; the job still waits
//	a picture is hosted           its link; the job still waits
//	a result is delivered         the picture in the request of the next job: held ▶ waiting, or the hold of a
//	                              new job; the frame of a clip is in the library before
//	waiting ▶ sending             the time, and the count of the [db.Lineage]; the [SentLog] records it; then,
//	                              and only then, the one request is sent
//	sending ▶ queued …            task id, reserve
//	sending ▶ saving              the links, or the names of the synced files with the bytes; charge by usage
//	sending ▶ saving, at a start  the names of the synced files of an uncommitted answer; charge, no amount
//	sending ▶ unconfirmed         unconfirmed entry with the possible cost
//	… ▶ completed                 charge of the reserve's amount
//	… ▶ failed                    refund of the reserve's amount
//	downloading, saving ▶ saved   the asset; its file is in the library before
//	unconfirmed ▶ rejected        void
//	unconfirmed ▶ expired         charge (the user: "it was charged")
//	unconfirmed ▶ queued …        void and reserve (the user: "I have the task ID")
//	downloading ▶ failed          a correction of the charge
//	expired ▶ completed, failed   as above; a correction if the user or the service had reported the opposite
//	failed, rejected ▶ completed  a correction of the refunded or voided amount
//	a tracked task ▶ …            the job, its reserve and the changes of its first answer ([Engine.Track])
//
// Amounts come from the profile's current price table. Amounts of an answer come from the table at the time of its
// request. Without a price the entry has no amount. Every change is one transaction of one job (records.change;
// admission.go for changes that check budgets). After it the engine's lists are updated and the events sent, in the
// order of the commits. Every state survives a restart.
//
// # The faults
//
// Each fault is listed below its outcome: the displayed state, the state of the job with its hold reason or code, and
// the message that the user reads. Each row names the ledger entries and the tests. The tests of faulttest run the
// whole program against a service in a separate process. That service also offers HTTP/2 and resets streams. Tests of
// interrupted transfers also run over plain HTTP/1.1. In every row the service has received the request once, or not at
// all if the row states so.
//
// Held (held, not_sent): There was no connection. Nothing has been sent or charged.
//
//	host name unknown, connection refused, no network:    -    faulttest.TestUnreachableServiceHoldsJob, TestOutcomes
//	nothing was sent
//	certificate that is not trusted: nothing was sent     -    faulttest.TestUntrustedCertificateHoldsJob
//	the server supports only HTTP/2: nothing was sent     -    faulttest.TestResetStreamIsNotResent
//
// Held (held, no_key): There is no key for this profile. Nothing has been sent or charged.
//
//	the keychain is locked or missing                     -    faulttest.TestLockedKeychainHoldsJob
//
// Held (held, key_refused): The service refused the key (401). Nothing was charged.
//
//	401, also during a run: all jobs of the profile wait  -    faulttest.TestKeyRefusedDuringRun,
//	until the key is repaired                                  TestRefusedKeyPausesEverything
//	a late answer to an earlier request does not prove    -    TestLateAnswerDoesNotClearRefusedKey
//	that the key works
//	there is a key again, but the budgets are used up:    -    TestJobsHeldForKeyAreAdmittedWithKey
//	held over budget
//	401 to a request sent before the key changed: only    -    TestLateRefusalDoesNotAffectNewKey
//	its job waits
//
// Waiting (waiting, hosting): A picture could not be uploaded to the image host: …. It is tried again by itself.
// Nothing has been sent or charged.
//
//	the host is unreachable or has a fault: retried for   -    TestUnreachableHostIsRetried
//	about a quarter of an hour, once per board
//
// Held (held, hosting): A picture could not be uploaded to the image host: …. Nothing has been sent or charged. Test
// the host in Settings, then send the job, or edit it.
//
//	the host refuses a picture, or hangs                  -    TestFailedUploadHoldsJob,
//	                                                           TestHangingUploadIsCancelledByHold
//	the profile has no host any more                      -    TestMissingHostHoldsJob
//	the program stops or dies during an upload: uploaded  -    TestRestartDuringUpload, TestNoObjectIsLeftAtHost,
//	again, sent once, nothing left at the host                 TestCrashDuringUploadLeavesNoObject
//	the job is discarded during the upload: an object     -    TestObjectUploadedDuringRemovalIsRemoved
//	that appears after its removal is removed too
//
// Held (held, rate_limit): The service had too many requests (429). It may be sent now. Nothing was charged.
//
//	429 without Retry-After, with a body or without       -    faulttest.TestAnswersToPaidRequest
//
// Held (held, rate_limit): The service asks to wait until … (429). Nothing was charged.
//
//	429 with seconds or a date, with a body or without    -    faulttest.TestAnswersToPaidRequest,
//	                                                           TestRateLimitHonoursRetryAfter
//
// Held (held, frame_gone): The address of a picture expired before the job’s turn. Nothing has been sent or charged.
// Edit it and use an address that works.
//
//	the link of a picture works for less than ten         -    TestJobWithExpiredLinkIsHeld
//	minutes at the job's turn
//	… at the expected turn: the click or the release is   -    TestClickWithExpiringLinkIsRefused
//	refused
//
// Waiting (held, after): Waits for job …. Nothing has been sent or charged. It is sent when that job is saved.
//
//	the program dies at any moment of a chain: the chain  -    TestChainSurvivesRestartAfterEveryCommit
//	continues, and no frame is imported twice
//	two jobs of a board use the same local picture: it    -    TestBoardUploadsSharedPictureOnce,
//	is uploaded once, also after a crash                       TestKillDuringBoardUploadLeavesOneObject
//
// Held (held, after_failed): The job before it, …, was not saved. Nothing has been sent or charged. Edit it and
// choose its picture yourself, or remove it.
//
//	the previous job fails, is rejected or expires        -    TestJobIsHeldWhenPredecessorFails,
//	                                                           faulttest.TestChainStopsAtFailedJob
//
// Held (held, after_unconfirmed): The job before it, …, is unconfirmed. Nothing has been sent or charged. It
// continues if that job is saved after all.
//
//	the previous job is unconfirmed                       -    TestJobIsHeldWhenPredecessorFails,
//	                                                           faulttest.TestChainStopsAtFailedJob
//	the task of the previous job is found: waiting jobs   -    TestChainContinuesAfterAdoption
//	are admitted again, and held if the user must be
//	asked
//
// Held (held, after_removed): The job before it was removed. Nothing has been sent or charged. Edit it and choose its
// picture yourself, or remove it.
//
//	the previous job is discarded                         -    TestJobIsHeldWhenPredecessorFails
//
// Held (held, after_frame): The last frame of the job before it could not be used: …. Nothing has been sent or charged.
// Send it to try again, or edit it.
//
//	no decoder, or a damaged or missing clip: retried     -    TestJobIsHeldWhenPredecessorFails,
//	for a quarter of an hour first                             TestTemporaryDeliveryFaultIsRetried
//
// Held (held, approval): Needs your approval (asked by …). Nothing has been sent or charged.
//
//	another program exceeds its grant, asks at an         -    TestClientSpendsWithinGrant, TestCheckGrant,
//	unknown price, or always needs approval; the grant         TestRandomHistoryKeepsGrants,
//	has another currency; the price has risen                  TestApproval, TestGrantCurrencyMustMatchPrices,
//	                                                           TestPriceIncreaseHoldsWaitingJob
//	the engine would release the job automatically, and   -    TestAutomaticReleaseChecksGrant
//	the grant does not cover it
//	clients are disabled while the job waits              -    TestStopClients
//	the client repeats the click ID: it gets the same     -    TestRepeatedClickReturnsSameJobs,
//	jobs, also after a rebuild                                 TestConcurrentClicksMakeOneJob,
//	                                                           TestRebuildKeepsClickIDs
//
// Held (held, restored): This library is a copy, or was restored from one. It may have been sent and charged since.
// Look at the service before you send it.
//
//	the database is older than the last request: its      -    TestRestoredLibraryHoldsUnsentJobs,
//	waiting jobs may have been sent                            TestKillIsNotDetectedAsRestore
//	two copies of the library are used in turn or at      -    TestAlternatingCopiesSendJobOnce,
//	once                                                       TestConcurrentCopiesSendJobOnce
//	the account has no log of the library, and the        -    TestLibraryOfOtherAccountIsHeld
//	library has waiting jobs
//	a click ID that was sent and is no longer in the      -    TestClickLostByRestoreIsRefused
//	library: the click is refused
//
// Rejected (rejected, http_400): The service says: “…”
//
//	400, 403, 404, 413, 422, 425                          -    faulttest.TestAnswersToPaidRequest
//	307, 308; 301 or 302 to the same path at another      -    faulttest.TestAnswersToPaidRequest
//	host
//	401 from the service behind a gateway: only this job  -    faulttest.TestGatewayKey401RejectsOneJob
//	a field type that this service does not accept: the   -    TestRefusedFormatCanBeSwitched
//	card offers the other request format
//
// Rejected (rejected, no_balance): Your balance at the service is too low. Nothing was charged. Top it up, then send
// the request again. The service says: “…”
//
//	402, or 403 with a code for an empty balance          -    faulttest.TestAnswersToPaidRequest
//
// Unconfirmed (unconfirmed, no_answer): The request was sent, but the connection was lost before an answer arrived. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	cut at any byte: status line, headers, JSON           u    faulttest.TestPaidAnswerCutAtEveryByte
//	connection lost before, during or after the answer,   u    faulttest.TestLostPaidAnswerIsUnconfirmed
//	also by a reset
//	an HTTP/2 server ends the stream: REFUSED_STREAM,     u    faulttest.TestResetStreamIsNotResent
//	PROTOCOL_ERROR, INTERNAL_ERROR, CANCEL, GOAWAY
//
// Unconfirmed (unconfirmed, timeout): The request was sent, but no answer arrived in time. The service may have
// accepted and charged it. Viviscope never re-sends automatically.
//
//	the connection hangs before, during or after the      u    faulttest.TestHangingPaidAnswerIsUnconfirmed,
//	headers, or in the body                                    TestHangingSubmissionIsUnconfirmedAfterStop
//
// Unconfirmed (unconfirmed, http_502): The request was sent, but the answer (502) does not say what happened. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	408, 500 to 504, 511, 52x, with or without a time     u    faulttest.TestAnswersToPaidRequest
//	303 and any other redirect, e.g. of a captive portal  u    faulttest.TestAnswersToPaidRequest
//	200 with HTML, a captive portal's page, an empty or   u    faulttest.TestAnswersToPaidRequest,
//	partial body, or without a task                            faulttest.TestLostPaidAnswerIsUnconfirmed
//
// Unconfirmed (unconfirmed, model_not_found): The service says: “…” It may still have accepted and charged the request.
// Viviscope never re-sends automatically.
//
//	5xx with a message of the service, also about an      u    faulttest.TestAnswersToPaidRequest
//	unknown model
//
// Unconfirmed (unconfirmed, no_picture): The request was sent, but the answer is not a picture. The service may have
// accepted and charged it. Viviscope never re-sends automatically.
//
//	200 without a readable picture                        u    TestPictures
//
// Unconfirmed (unconfirmed, program_ended): The request was sent, but Viviscope quit before an answer arrived. The
// service may have accepted and charged it. Viviscope never re-sends automatically.
//
//	the program dies before the answer arrives            u    TestRestartInEveryState, TestStopCommitsCutRequests
//	sent again from two windows at once: one job          u    TestConcurrentSendAgainMakesOneJob
//
// Failed (failed, task_failed): The service says: “…”
//
//	the task fails, with a reason or without one          r f  faulttest.TestFailedTaskIsRefunded,
//	                                                           TestSingleFailedAnswerDoesNotEndTask
//	the task was completed, and then its content is       r c  TestCompletedTaskThatFailsIsRefunded
//	refused
//	polls return no state, and the content request        r f  TestAnswersWithoutStateExpireTask
//	reports the failure
//
// Unknown at the service (expired, task_unknown): The service no longer knows this task. Check there whether it was
// charged.
//
//	the service does not know the task for hours, or      r    faulttest.TestUnknownTaskIsGivenUp,
//	after the clip's lifetime                                  TestUnknownTaskExpiresAfterHours,
//	                                                           TestUnknownTaskExpiresAfterClipLifetime
//
// No state from the service (expired, no_state): The service gives no state for this task: “…”. Check there whether it
// was charged.
//
//	polls return an error instead of a state, for hours   r    TestAnswersWithoutStateExpireTask
//
// Ended by the service (expired, ended): The service ended this task: “…”. Check there whether it was charged.
//
//	aborted, timeout, expired, content_filtered, nsfw …,  r    faulttest.TestGatewayTaskEnds,
//	twice, without content                                     faulttest.TestEndedTaskWithContentIsSaved
//	an error beside a running state, or an unknown state  r    faulttest.TestGatewayTaskEnds
//	with progress 100, for ten minutes
//
// Expired (expired, artifact_gone): The service deleted this clip before it could be saved. It keeps clips for about 7
// days.
//
//	the lifetime is over by the service's clock, and a    r c  TestWrongClockDoesNotExpireFiles
//	gateway answers 5xx for an hour
//	the content was deleted: artifact_gone, twice         r c  faulttest.TestDeletedContentExpiresJob,
//	                                                           TestDeletedClipIsExpired, TestBare410DoesNotEndClip
//	the computer slept for eight days                     r c  faulttest.TestComputerSleepsPastClipLifetime
//	a tracked task, deleted before its length is known:   r c  TestExpiredTrackedTaskIsCharged
//	charged, without an amount
//
// Expired (expired, link_dead): The link to this picture expired before it could be saved. The service keeps links for
// 24 hours.
//
//	the link of a picture has expired or is always        c    faulttest.TestDeletedContentExpiresJob,
//	refused                                                    TestDeadLinkExpiresJob
//	refused after its lifetime; the link stays in the     c    TestLostLinkCanBeRetried
//	row for a retry
//	a signed link with an earlier expiry                  c    TestSignedLinkExpiryIsUsed
//
// Damaged as delivered (saved, as_delivered): The service delivered this clip damaged and will not send another. It is
// kept as it is and may play in part or in another app.
//
//	the same incomplete clip is delivered twice           r c  faulttest.TestClipDamagedTwiceIsKept
//	a damaged clip is delivered, then deleted             r c  faulttest.TestClipDamagedTwiceIsKept
//	bytes of a picture that cannot be decoded             c    TestUndecodablePictureIsKept
//	a clip in an unknown container                        r c  TestClipInOtherContainerIsKept
//
// Saved (saved)
//
//	polls: 408, 425, 429, 5xx, HTML, portal, cut, lost    r c  faulttest.TestUnansweredPollsDoNotEndTask,
//	                                                           TestMissedPollDoesNotEndTask
//	polls that hang in each phase                         r c  faulttest.TestHangingPollIsRetried
//	a gateway answers 404 in JSON for a while, then the   r c  TestGateway404AndWrongKeyDoNotEndTask
//	key of another account is used
//	a task that was given up as unknown, and is known     r c  TestGivenUpTaskCanContinue
//	again
//	an ended task is polled again by the user             r c  TestEndedTaskCanBePolledAgain
//	401 for a while, with the same key                    r c  TestRepairedKeyResumesAllTasks
//	unknown and contradictory states, progress that       r c  faulttest.TestUnknownAndContradictoryStates
//	falls or reaches 100 early
//	content that changes between two ranges               r c  faulttest.TestChangedContentIsNotMixed
//	the network is down for an hour                       r c  faulttest.TestNetworkOutageOfAnHour
//	the computer sleeps for a night                       r c  faulttest.TestComputerSleepsForANight,
//	                                                           TestOverduePollsAreSpread
//	the clock is set back, also during a call             r c  faulttest.TestClockSetBack,
//	                                                           TestClockSetBackDoesNotDelayWork,
//	                                                           TestClockSetBackDuringCall
//	the clock is wrong by months: temporary refusals are  r c  TestWrongClockDoesNotExpireFiles
//	retried, deleted files expire
//	very slow downloads yield to others                   r c  TestSlowDownloadsYield
//	the key is refused while files are downloaded         r c  TestDownloadsWaitForValidKey
//	partial files that a killed program left              r c  TestStartRemovesLeftovers
//	bytes of a picture that cannot be opened for a        c    TestUnopenablePictureIsKept
//	while, e.g. on a disconnected disk
//	bytes of a picture that cannot be decoded, and a      c    TestLinkIsPreferredToUndecodableBytes
//	link that works
//	a power cut during a download: it resumes after the   r c  client.TestDownloadResumesFromSyncedLength,
//	synced bytes, which are recorded regularly                 client.TestDownloadSyncsPeriodically
//	an answer cut after the link of a picture: charged    c    faulttest.TestLostPaidAnswerIsUnconfirmed,
//	at the estimate                                            client.TestParsePicturesOfTruncatedAnswers
//	an answer that is too large for memory                c    client.TestLargeAnswerSpillsToFile,
//	                                                           client.TestLargeAnswerOnFullDisk
//	a resumed range with another date and no ETag         r c  client.TestDownloadStartsOverWhenContentChanged
//	a tracked task with a length that is known late       r c  TestTrackedTaskIsPricedByLength
//	files deleted or renamed while the program runs       r c  faulttest.TestDeletedFilesAreReported
//	the program dies between moving a file into the       r c  TestLandedFileGetsRow
//	library and the commit
//	the program dies after storing the bytes of a         c    TestStoredPictureSurvivesCrash
//	picture and before committing the answer
//	the program dies after any commit                     r c  TestRestartAfterEveryCommit
//	the key of One more is held down, or a double click:  r c  TestOneMoreMakesNewSeed
//	one job
//
// Downloading (downloading, damaged): the download is incomplete
//
//	truncated with a matching length, longer than         r c  faulttest.TestUnusableContentIsRetried,
//	announced, HTML, another type, empty                       faulttest.TestUnusablePictureIsRetried
//
// Downloading (downloading, no_answer): connection lost
//
//	cut in the headers or in the body, with a length or   r c  faulttest.TestUnusableContentIsRetried
//	without one
//
// Downloading (downloading, timeout): no answer in time
//
//	content that hangs in each phase                      r c  faulttest.TestHangingDownloadIsRetried
//
// Downloading (downloading, http_425): …
//
//	content that is not ready, an expired signed link,    r c  faulttest.TestUnusableContentIsRetried,
//	5xx, a redirect loop                                       TestFailingDownloadIsReported
//	a redirect to another origin: never from https to     r c  faulttest.TestContentRedirectDropsKey
//	http, never with the key
//
// Downloading (downloading, http_401): the service refuses the key (401)
//
//	401 for the content                                   r c  faulttest.TestUnusableContentIsRetried
//
// Downloading (downloading, disk_full): the disk is full
//
//	no space for a file: saved when there is space        r c  faulttest.TestFullDisk, faulttest.TestRealFullDisk
//	no space for an answer: the job stays sending until   r c  faulttest.TestFullDisk,
//	it can be committed                                        TestAnswerIsStoredWhenDiskHasSpace
//	no space for a click: not made and not sent           -    faulttest.TestFullDisk
//	no space while a task runs: the pool status reports   r c  TestFullDiskIsReportedWhileTaskRuns
//	it, and the job continues when there is space
//
// Downloading (downloading, file): …
//
//	a folder that cannot be written                       r c  faulttest.TestUnwritableFolder
//
// The library’s database is damaged (ErrDamaged)
//
//	detected at the start; the last backup, or a rebuild  -    faulttest.TestDamagedDatabaseIsRestored
//	from the folder, restores everything that was paid
//	for
//
// This library is already open (ErrLocked)
//
//	two programs on one library                           -    faulttest.TestSecondProgramIsRefused
//
// Ledger entries: u is unconfirmed, r a reserve, c a charge, f a refund, - none. A job that is still downloading has
// its reserve and its charge. The download is retried as long as the service keeps the files, and ends as listed above.
// A task that another program made is tracked like every other (TestTrackImportsTask).
//
// # Goroutines
//
// Seven loops run between Start and Stop: the outbox, the scheduler of all polls, the downloads, the removal of hosted
// pictures, the jobs that come after others, the checks of saved clips, and the status. The first three start a
// goroutine for each piece of work. Their number is limited by the places of a profile, by the scheduler, and by the
// turns of the downloads. Next to each download runs a goroutine that measures its rate, and cancels it if it is too
// slow while others wait. At the start, one more goroutine checks the folder once for leftovers of a killed program.
// Commands commit on the caller's goroutine. Events are delivered on a goroutine that committed, in the order of the
// commits. Nothing sleeps: every wait uses the injected [Clock], so that a test can simulate a day quickly.
package jobs
