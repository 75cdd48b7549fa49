package media

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestMemoryEvictsLeastRecentlyUsed(t *testing.T) {
	m := newMemory(3 * 64 * 64 * 4)
	for i := range 3 {
		m.put(key{fmt.Sprint(i), 64}, scene(64, 64))
	}
	m.get(key{"0", 64})
	m.put(key{"3", 64}, scene(64, 64))
	for content, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true} {
		if got := m.get(key{content, 64}) != nil; got != want {
			t.Errorf("%s kept: %v, want %v", content, got, want)
		}
	}
}

func TestMemoryNearestSize(t *testing.T) {
	m := newMemory(1 << 20)
	m.put(key{"a", 64}, scene(64, 64))
	m.put(key{"a", 192}, scene(192, 192))
	if got := m.nearest("a", 256).Rect.Dx(); got != 192 {
		t.Errorf("nearest to 256 is %d wide, want 192", got)
	}
	if got := m.nearest("a", 100).Rect.Dx(); got != 64 {
		t.Errorf("nearest to 100 is %d wide, want 64", got)
	}
	if m.nearest("b", 64) != nil {
		t.Error("nearest of what is not kept")
	}
}

func TestMemoryStaysWithinLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMemory(rapid.Int64Range(0, 100_000).Draw(t, "bound"))
		for range rapid.IntRange(1, 200).Draw(t, "puts") {
			k := key{fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "content")), 64 * rapid.IntRange(1, 4).Draw(t, "px")}
			m.put(k, scene(rapid.IntRange(1, 128).Draw(t, "w"), 64))
			if rapid.IntRange(0, 9).Draw(t, "other bound") == 0 {
				m.setLimit(rapid.Int64Range(0, 100_000).Draw(t, "bound"))
			}
		}
		var bytes int64
		for _, e := range m.byContent {
			for _, im := range e.sizes {
				bytes += int64(len(im.Pix))
			}
		}
		if bytes != m.bytes || bytes > m.limit {
			t.Fatalf("holds %d bytes (says %d) of %d", bytes, m.bytes, m.limit)
		}
	})
}

func TestCacheLimitFollowsWindow(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          int64
	}{
		{320, 200, minCacheBytes}, {1120, 720, 1120 * 720 * 4 * cachedScreens},
		{1440, 900, 1440 * 900 * 4 * cachedScreens},
		{3840, 2160, 3840 * 2160 * 4 * cachedScreens}, {7680, 4320, maxCacheBytes},
	} {
		if got := cacheLimit(c.width * c.height); got != c.want {
			t.Errorf("%dx%d: %d bytes, want %d", c.width, c.height, got, c.want)
		}
	}
}
