// Package settings is the screen where profiles are set (their keys, further models, limits, image hosting and pace of
// watching), and what holds for all of them: the library, the look, the language and the proxy.
//
// A key that was entered is never shown again, not even its end. Where the system has no keychain the screen says so
// plainly and offers this session only, or a file that only this account can read; a key is never written anywhere else.
//
// There is one page per topic (screen.go), made of rows (rows.go). That of profiles (profile.go) has a card for each profile and, below
// them, sections with the forms of the chosen one (hosting.go, limits.go, models.go). What is typed for a profile stays in its forms until
// it is saved, whichever profile is shown meanwhile.
package settings

import (
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/resources"
)

// Deps is what the screen needs from the rest of the program.
type Deps struct {
	Window
	Profiles   Profiles
	Library    Library
	Clients    Clients
	Tokens     Tokens
	Engine     Engine
	Approvals  Approvals
	Program    Program
	TextScales []float32 // the sizes of text that are offered, 1: 100 %
	Refresh    func()    // asks for an update soon where the screen is in front; any goroutine
	ShowPrices func()    // shows the price table of the profile in use
}

// Window is the window that the screen is in: *gui.Shell.
type Window interface {
	action.Host
	Look() resources.Variant
	SetLook(v resources.Variant)
	TextScale() float32
	SetTextScale(v float32)
	ReduceMotion() bool
	SetReduceMotion(on bool)
	Notify() bool // a job that ends behind the window is announced
	SetNotify(on bool)
}

// Profiles keeps profiles and their keys. All calls may wait for the disk, the keychain or the network, so they are made off the
// window's goroutine.
type Profiles interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	// Connect is as [Connect] has it, and makes a further profile.
	Connect(ctx context.Context, baseURL, key string, where keys.Place, anyway bool) (profile int64, report client.Report, err error)
	SaveProfile(ctx context.Context, p db.Profile) (db.Profile, error) // refuses to move a profile whose jobs still run
	KeyPlace(ctx context.Context, p db.Profile) keys.Place
	SaveKey(ctx context.Context, profile int64, key string, where keys.Place) error // keys.ErrUnavailable: no keychain
	RemoveKey(ctx context.Context, profile int64) error
	Test(ctx context.Context, profile int64) (client.Report, error)
	Models(ctx context.Context, profile int64) ([]string, error) // that the service lists; the call is free
	Use(ctx context.Context, profile int64) error                // new jobs go to this profile

	// ChangeProfile changes settings of a profile, but not its address, in its row as it stands when it is called.
	ChangeProfile(ctx context.Context, profile int64, change func(*db.Profile)) error

	SaveHosting(ctx context.Context, profile int64, c hosting.Config) error
	TestHosting(ctx context.Context, profile int64) (hosting.Report, error) // of what is saved; keys.ErrNone: no secret
	HostSecretPlace(ctx context.Context, p db.Profile) (place keys.Place, since time.Time)
	// SaveHostSecret keeps a secret for the host of c and for no other. keys.ErrUnavailable: no keychain.
	SaveHostSecret(ctx context.Context, profile int64, c hosting.Config, secret string, where keys.Place) error
	RemoveHostSecret(ctx context.Context, profile int64) error
}

// Library is what the screen tells about the library, and does with it. *db.Library is one. All but Dir is called off the
// window's goroutine.
type Library interface {
	Dir() string
	Storage(ctx context.Context) (db.Storage, error)
	Usage(ctx context.Context) (folder.Usage, error)
	ClearThumbs(ctx context.Context, idle bool) (folder.Use, error)
	Sweep(ctx context.Context) (db.SweepReport, error)
	TrashDays(ctx context.Context) (int, error)
	SetTrashDays(ctx context.Context, days int) error
	EmptyTrash(ctx context.Context) (int, error)
}

// Program is what is set for the program on this computer, whatever library is open. What takes a context may wait for a keychain
// and is called off the window's goroutine, as is Playback; the rest answers at once.
type Program interface {
	Version() string
	Executable() string       // the file to start it by
	Playback() string         // what makes the posters of clips here, in words
	Actions() []action.Action // among them those that the page has buttons for

	Language() string              // the tag of the language that was chosen; "": as the system
	SystemLanguage() string        // the tag of the window's language that suits the system
	SetLanguage(tag string)        // for the next start; "": as the system
	MissingFont(tag string) string // says what to do where the system has no letters for a language; "": it has them
	Restart()

	Proxy() client.ProxySetting
	// SetProxy uses another proxy, "" for that of the system. Errors: client.ErrProxyAddress; keys.ErrUnavailable where the address holds
	// a login and no keychain answers.
	SetProxy(ctx context.Context, address string) error
	Tray() bool                                 // closing the window leaves the program in the tray
	SetTray(ctx context.Context, on bool) error // fails where the desktop shows no tray
}
