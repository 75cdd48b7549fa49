package wording

import (
	"strings"
	"testing"
)

func TestSyncedFoldersAreWarnedOf(t *testing.T) {
	if got := SyncWarning(`C:\Users\ann\OneDrive\Pictures\Viviscope`); !strings.HasPrefix(got, "OneDrive is synced") {
		t.Errorf("warning %q", got)
	}
	if got := SyncWarning(`C:\Users\ann\Pictures\Viviscope`); got != "" {
		t.Errorf("warning %q", got)
	}
}
