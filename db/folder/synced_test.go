package folder

import "testing"

func TestSyncedBy(t *testing.T) {
	for path, want := range map[string]string{
		`C:\Users\ann\OneDrive\Pictures\Viviscope`:                         "OneDrive",
		`C:\Users\ann\OneDrive - Company (1)\Bilder\Viviscope`:             "OneDrive - Company (1)",
		"/home/ann/Dropbox/Viviscope":                                      "Dropbox",
		"/Users/ann/Library/Mobile Documents/com~apple~CloudDocs/Pictures": "Mobile Documents",
		"/home/ann/dropbox":                                                "dropbox",
		`C:\Users\ann\Pictures\Viviscope`:                                  "",
		"/home/ann/my dropbox notes/Viviscope":                             "",
		"/home/onedrivefan/Pictures":                                       "",
		"/home/notOneDrive/Pictures":                                       "",
		"":                                                                 "",
		"/":                                                                "",
	} {
		if got := SyncedBy(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
