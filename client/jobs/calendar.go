package jobs

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// settingZone is the name of the setting that holds the [zone] of a library.
const settingZone = "limit_zone"

// zone is the time zone in which the days and months of the spending limits begin. It belongs to the library and not to
// the process: a scheduled command may run in another zone, and would begin a new day too early or too late.
type zone struct {
	Name   string `json:"name"`   // IANA; "" if the system does not name it
	Offset int    `json:"offset"` // seconds east of UTC, where the name is not known
}

// zoneOf returns the zone of a moment's location.
func zoneOf(now time.Time) zone {
	_, offset := now.Zone()
	name := now.Location().String()
	if name == "Local" {
		name = localZone()
	}
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		name = ""
	}
	return zone{name, offset}
}

// localZone returns the IANA name of the computer's zone; "" if it cannot be found.
func localZone() string {
	if name, set := os.LookupEnv("TZ"); set { // as package time reads it
		return cmp.Or(strings.TrimPrefix(name, ":"), "UTC")
	}
	target, err := filepath.EvalSymlinks("/etc/localtime")
	if err != nil {
		return ""
	}
	_, name, _ := strings.Cut(filepath.ToSlash(target), "/zoneinfo/")
	return name
}

func (z zone) location() *time.Location {
	if z.Name != "" {
		if l, err := time.LoadLocation(z.Name); err == nil {
			return l
		}
	}
	return time.FixedZone("", z.Offset)
}

// calendar counts the days and months of the spending limits in the zone of the library.
type calendar struct {
	*lifetime
	lib  Library
	zone atomic.Pointer[time.Location] // nil before the start
}

// readZone reads the zone of the library. If the library has none, readZone stores the zone of this process.
func (c *calendar) readZone(ctx context.Context) error {
	var z zone
	there, err := c.lib.Setting(ctx, settingZone, &z)
	if err != nil {
		return fmt.Errorf("read setting %s: %w", settingZone, err)
	}
	if !there {
		return c.useLocalZone(ctx)
	}
	c.zone.Store(z.location())
	return nil
}

// useLocalZone implements [Engine.UseLocalTimeZone].
func (c *calendar) useLocalZone(ctx context.Context) error {
	z := zoneOf(c.clock.Now())
	var was zone
	there, err := c.lib.Setting(ctx, settingZone, &was)
	if err == nil && (!there || was != z) {
		err = c.lib.SetSetting(ctx, settingZone, z)
	}
	if err != nil {
		return fmt.Errorf("write setting %s: %w", settingZone, err)
	}
	c.zone.Store(z.location())
	return nil
}

// limitTime returns the current time in the zone of the limits.
func (c *calendar) limitTime() time.Time {
	now := c.clock.Now()
	if l := c.zone.Load(); l != nil {
		return now.In(l)
	}
	return now
}
