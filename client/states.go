package client

import (
	"strings"
)

// The states of a video task: the four of the interface, and StatusEnded for other final states of services. A failed
// task is refunded (interface 3). It is unknown whether an ended task was charged.
const (
	StatusQueued     = "queued"
	StatusInProgress = "in_progress"
	StatusCompleted  = "completed"
	StatusFailed     = "failed"
	StatusEnded      = "ended"
)

// wordsOfState lists the words that services use for each state, in the spelling of normalizeState.
var wordsOfState = map[string][]string{
	StatusQueued: {"", "queued", "pending", "submitted", "not_start", "not_started", "created", "waiting", "queueing",
		"in_queue", "scheduled", "accepted", "throttled"},
	StatusInProgress: {"in_progress", "processing", "running", "generating", "rendering", "started", "starting",
		"preparing", "working", "active", "retrying", "dreaming"},
	StatusCompleted: {"completed", "complete", "succeeded", "succeed", "success", "successful", "done", "finished"},
	StatusFailed:    {"failed", "failure", "fail", "error", "errored", "refunded"},
	StatusEnded: {"ended", "cancelled", "canceled", "expired", "rejected", "aborted", "abort", "timeout", "timed_out",
		"timedout", "incomplete", "interrupted", "terminated", "stopped", "killed", "deleted", "denied", "blocked",
		"filtered", "content_filtered", "content_filter", "content_blocked", "content_moderated", "request_moderated",
		"moderated", "moderation_blocked", "moderation_failed", "policy_violation", "censored", "nsfw", "unsafe"},
}

// stateOfWord is the inverse of wordsOfState.
var stateOfWord = func() map[string]string {
	all := map[string]string{}
	for state, words := range wordsOfState {
		for _, w := range words {
			all[w] = state
		}
	}
	return all
}()

// normalizeState returns the word for a state in a uniform spelling: "TASK_STATUS_TIMED-OUT" becomes "timed_out".
func normalizeState(word string) string {
	word = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(word)))
	for _, prefix := range []string{"task_status_", "job_state_", "state_", "status_"} {
		word = strings.TrimPrefix(word, prefix)
	}
	return word
}

// StatusOf returns the state for the word that a service uses. It treats an unknown word as StatusInProgress, because
// treating it as an end would lose a paid clip.
func StatusOf(word string) string {
	if state, known := stateOfWord[normalizeState(word)]; known {
		return state
	}
	return StatusInProgress
}

// IsEnd reports whether a state is final without a clip.
func IsEnd(status string) bool { return status == StatusFailed || status == StatusEnded }
