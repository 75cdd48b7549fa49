package jobs

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"viviscope/client/guard"
	"viviscope/db"
)

// Each job is bound to the account that it was ordered with, by a salted hash of its key ([db.Job].Account). With
// another key of the same profile it is neither sent nor polled nor fetched: another account would pay for it, or be
// asked about a task that is not its own. A user who replaced the key of one account lets the job go on with the new
// one, by [Engine.Release] or [Engine.WatchAgain].

// saltBytes is the length of the salt of an account.
const saltBytes = 8

// newAccount returns a hash of a key with a new salt; "" where there is no key.
func newAccount(key string) string {
	if key == "" {
		return ""
	}
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	return saltedKey(hex.EncodeToString(salt), key)
}

// saltedKey returns the salt and the hash, in hex.
func saltedKey(salt, key string) string {
	sum := sha256.Sum256([]byte(salt + key))
	return salt + hex.EncodeToString(sum[:])
}

// isAccount reports whether a key is the one of an account, or one of them is not known.
func isAccount(account, key string) bool {
	if account == "" || key == "" {
		return true
	}
	salt := account[:min(len(account), 2*saltBytes)]
	return strings.EqualFold(account, saltedKey(salt, key))
}

// newAccount returns an account for the key of a connection.
func (con *connection) newAccount() string { return newAccount(con.key) }

// checkAccount returns ErrOtherKey where a service works with another key than the one of an account.
func checkAccount(svc Service, account string) error {
	if con, ok := svc.(*connection); ok && !isAccount(account, con.key) {
		return ErrOtherKey
	}
	return nil
}

// accountPatience is how long a click waits for the key that it is bound to. A keychain may be locked.
const accountPatience = time.Second

// account returns an account for the key that a profile has now; "" where the key cannot be had at once.
func (c *connections) account(ctx context.Context, profileID int64) string {
	ctx, cancel := context.WithTimeout(ctx, accountPatience)
	defer cancel()
	if !c.connection(profileID).mu.TryLock() {
		return "" // the key is being looked up
	}
	c.connection(profileID).mu.Unlock()
	account := ""
	_ = guard.Do("key", func() error { // a keychain that fails is met again when the job is sent
		svc, err := c.get(ctx, profileID)
		if con, ok := svc.(*connection); err == nil && ok {
			account = con.newAccount()
		}
		return err
	})
	return account
}

// OrderedWithOtherKey reports whether a job is paused because the key of its profile has changed since it was ordered.
func OrderedWithOtherKey(j db.Job) bool {
	return j.ErrorCode == CodeOtherKey && in(j.State, db.Held, db.Queued, db.InProgress, db.Completed, db.Downloading)
}
