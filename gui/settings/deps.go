// Package settings is the screen of the profiles (address, key, models, limits, image hosting, polling) and of what
// applies to all of them: the library, the window, automation and the proxy.
//
// An entered key is never shown again, not even its end. If the system has no keychain, the screen shows that. It
// offers to use the key for this session only, or to store it in a file that only this account can read. A key is never
// written anywhere else.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	screen                                 the pages and the way to them
//	profiles, library, window, automation  one page each; profiles has cards, and sections with the forms of a profile
//	profileform, watching, limits,         the forms of a profile; each keeps what was typed until it is saved
//	models, hosting
//	connect, grant, secret, proxy, report  sheets, and rows that do more than show a setting
//	rows, state, host, deps                the rows of all pages, what is read, and the rest of the program
package settings

import (
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/jobs"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/resources"
)

// Deps are the dependencies of the screen.
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
	Refresh    func()    // asks for an update soon, if the screen is in front; any goroutine
	ShowPrices func()    // shows the price table of the profile in use
}

// Window is the window of the screen. *shell.Shell is one.
type Window interface {
	action.Host
	Look() resources.Variant
	SetLook(v resources.Variant)
	TextScale() float32
	SetTextScale(v float32)
	ReduceMotion() bool
	SetReduceMotion(on bool)
	Notify() bool // a job that ends while the window is in the background is announced
	SetNotify(on bool)
}

// Profiles stores profiles and their keys. Its methods may wait for the disk, the keychain or the network, so they are
// called off the window's goroutine.
type Profiles interface {
	Profiles(ctx context.Context) ([]db.Profile, error)
	// Connect is a [Connect] that adds a profile.
	Connect(ctx context.Context, baseURL, key string, where keys.Location, anyway bool) (profile int64,
		report client.Report, err error)
	SaveProfile(ctx context.Context, p db.Profile) (db.Profile, error) // refuses to move a profile whose jobs still run
	KeyPlace(ctx context.Context, p db.Profile) keys.Location
	// keys.ErrUnavailable: no keychain
	SaveKey(ctx context.Context, profile int64, key string, where keys.Location) error
	RemoveKey(ctx context.Context, profile int64) error
	Test(ctx context.Context, profile int64) (client.Report, error)
	Models(ctx context.Context, profile int64) ([]string, error) // that the service lists; the call is free
	Use(ctx context.Context, profile int64) error                // new jobs go to this profile

	// ChangeProfile changes settings of a profile, except its address. It applies the change to the currently stored
	// row.
	ChangeProfile(ctx context.Context, profile int64, change func(*db.Profile)) error

	SaveHosting(ctx context.Context, profile int64, c hosting.Config) error
	TestHosting(ctx context.Context, profile int64) (hosting.Report, error) // of what is saved; keys.ErrNone: no secret
	HostSecretPlace(ctx context.Context, p db.Profile) (place keys.Location, since time.Time)
	// SaveHostSecret stores a secret for the host of c and for no other. keys.ErrUnavailable: no keychain.
	SaveHostSecret(ctx context.Context, profile int64, c hosting.Config, secret string, where keys.Location) error
	RemoveHostSecret(ctx context.Context, profile int64) error
}

// Library is the part of the library that the screen uses. *db.Library is one. Its methods except Dir are called off
// the window's goroutine.
type Library interface {
	Dir() string
	Storage(ctx context.Context) (db.Storage, error)
	Usage(ctx context.Context) (folder.Usage, error)
	ClearThumbs(ctx context.Context, idle bool) (folder.PartUsage, error)
	Sweep(ctx context.Context) (db.SweepReport, error)
	TrashDays(ctx context.Context) (int, error)
	SetTrashDays(ctx context.Context, days int) error
	EmptyTrash(ctx context.Context) (int, error)
}

// Program has the settings of this computer, which do not depend on the library. Playback and methods with a context
// may wait, so they are called off the window's goroutine.
type Program interface {
	Version() string
	Executable() string       // the file to start it by
	Playback() string         // what makes the posters of clips here, in words
	Actions() []action.Action // among them those that the page has buttons for

	Language() string              // the tag of the language that was chosen; "": as the system
	SystemLanguage() string        // the tag of the window's language that suits the system
	SetLanguage(tag string)        // for the next start; "": as the system
	MissingFont(tag string) string // what to do if the system has no font for a language; "": it has one
	Restart()

	Proxy() client.ProxySetting
	// SetProxy uses another proxy, "" for that of the system. Errors: client.ErrProxyAddress; keys.ErrUnavailable if
	// the address has a login and the keychain does not respond.
	SetProxy(ctx context.Context, address string) error
	Tray() bool                                 // closing the window leaves the program in the tray
	SetTray(ctx context.Context, on bool) error // fails where the desktop shows no tray
}

// Connect tests an address with a key and stores both as a profile; anyway: even if the test fails. It waits for the
// network. If the keychain does not respond, it returns keys.ErrUnavailable, and the user may choose this session only
// or a file.
type Connect = func(ctx context.Context, baseURL, key string, where keys.Location, anyway bool) (profile int64,
	report client.Report, err error)

// Clients stores the other programs that may use the library and what each may spend: *db.Library. All calls are made
// off the window's goroutine.
type Clients interface {
	Clients(ctx context.Context) ([]db.Client, error)
	Grants(ctx context.Context, client string) ([]db.Grant, error)
	SaveClient(ctx context.Context, c db.Client, grants []db.Grant) error
	Jobs(ctx context.Context, f db.JobFilter) ([]db.Job, error)
	Budget() db.BudgetReader
	Setting(ctx context.Context, name string, into any) (bool, error)
	SetSetting(ctx context.Context, name string, value any) error
}

// Tokens stores the tokens by which clients authenticate: automation.Tokens. Its calls wait for the disk.
type Tokens interface {
	New(ctx context.Context, library, client string) (hash string, err error)
	Delete(ctx context.Context, library, client string) error
}

// Engine stops the unsent jobs of a client, where name "" means all clients, and prices orders of a profile; no orders:
// its limits alone.
type Engine interface {
	StopClients(ctx context.Context, name string) error
	Price(ctx context.Context, profile int64, orders []jobs.Order) (jobs.Quote, error)
}

// Approvals asks the user about a click that waits for approval. *jobs.Jobs is one.
type Approvals interface{ Review(click string) }
