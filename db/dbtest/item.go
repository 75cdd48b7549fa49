package dbtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"viviscope/db"
)

// item describes one asset to generate, with the data of its job.
type item struct {
	asset   db.Asset
	kind    db.JobKind // "": imported
	job     string     // ref of the job: that of its first item
	items   int        // number of items of the job
	click   string
	from    []string // refs of the input pictures
	trashed bool
}

// end is the creation time of the newest asset.
var end = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// End returns the creation time of the newest asset in a generated library. The oldest is two years older.
func End() time.Time { return end }

// maker generates items in the order of their creation.
type maker struct {
	r        *rand.Rand
	n, made  int
	pictures []string // refs of the newest pictures, as inputs of edits and clips
}

func newMaker(seed uint64, n int) *maker {
	return &maker{r: rand.New(rand.NewPCG(seed, 0x76697669)), n: n}
}

// ref returns 32 hex digits for a number, always the same.
func ref(what string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", what, n))
	return hex.EncodeToString(sum[:16])
}

// click generates the results of one click: up to four items, and no more than are left to make.
func (m *maker) click() []item {
	if m.r.IntN(100) < 3 {
		return []item{m.imported()}
	}
	size := min([...]int{1, 1, 1, 2, 4, 4}[m.r.IntN(6)], m.n-m.made)
	first := m.item()
	first.click, first.items = ref("click", m.made), 1
	first.asset.Prompt = m.prompt()
	if m.r.IntN(100) < 55 {
		m.clip(&first)
	} else {
		m.picture(&first)
	}
	var all []item
	for i := range size {
		it := first
		if i > 0 {
			it.asset = m.item().asset
			a := first.asset
			a.ID = it.asset.ID
			a.Ref = it.asset.Ref
			a.CreatedAt = it.asset.CreatedAt
			a.Path = it.asset.Path
			a.SHA256 = it.asset.SHA256
			a.Bytes = it.asset.Bytes
			it.asset = a
		}
		if it.kind.IsVideo() { // a job each
			it.job = it.asset.Ref
		} else { // one job for all of them
			it.job, it.items, it.asset.ItemIndex = first.asset.Ref, size, i
			it.asset.Ref = db.AssetRef(it.job, i)
		}
		m.annotate(&it)
		all = append(all, it)
	}
	if first.asset.Kind == db.Picture {
		m.pictures = append(m.pictures, all[0].asset.Ref)
		if len(m.pictures) > 400 {
			m.pictures = m.pictures[200:]
		}
	}
	return all
}

// item returns an asset with only its ids, time and size in bytes.
func (m *maker) item() item {
	m.made++
	span := 2 * 365 * 24 * time.Hour
	at := end.Add(-span + time.Duration(float64(span)*float64(m.made)/float64(m.n))).Truncate(time.Millisecond)
	a := db.Asset{ID: int64(m.made), Ref: ref("asset", m.made), CreatedAt: at}
	a.SHA256 = a.Ref + a.Ref
	a.Bytes = 200_000 + m.r.Int64N(4_000_000)
	return item{asset: a}
}

func (m *maker) imported() item {
	it := m.item()
	a := &it.asset
	a.Kind, a.MIME, a.Width, a.Height = db.Picture, "image/png", 1600+m.r.IntN(2400), 1200+m.r.IntN(1200)
	a.Name = fmt.Sprintf("%s %04d.png", m.pick([]string{"IMG", "DSC", "Scan", "Bildschirmfoto", "截图"}), m.made)
	m.annotate(&it)
	return it
}

func (m *maker) clip(it *item) {
	a := &it.asset
	it.kind, a.Kind, a.MIME, a.Model = db.TextToVideo, db.Clip, "video/mp4", m.pick(clipModels)
	a.Width, a.Height = m.shape([...]int{720, 720, 1080}[m.r.IntN(3)])
	a.Seconds, a.FPS, a.HasAudio = [...]float64{5.041, 5.041, 8.041, 10.041, 15.041}[m.r.IntN(5)], 24, m.r.IntN(10) < 6
	if len(m.pictures) > 0 && m.r.IntN(10) < 3 {
		it.kind, it.from = db.FramesToVideo, []string{m.pick(m.pictures)}
	}
	m.seed(a)
	cost := int64(a.Seconds) * int64(a.Height) * 777
	a.CostMicros, a.CostCurrency = &cost, "CNY"
}

func (m *maker) picture(it *item) {
	a := &it.asset
	it.kind, a.Kind, a.MIME, a.Model = db.TextToImage, db.Picture, "image/png", m.pick(pictureModels)
	a.Width, a.Height = m.shape([...]int{1024, 1024, 2160}[m.r.IntN(3)])
	if len(m.pictures) > 0 && m.r.IntN(10) < 4 {
		it.kind, it.from = db.EditImage, []string{m.pick(m.pictures)}
	}
	m.seed(a)
	cost := 140_000 + m.r.Int64N(600_000)
	a.CostMicros, a.CostCurrency = &cost, "CNY"
	if m.made > m.n-m.n/300-20 { // links expire after a day
		a.Link, a.LinkExpires = "https://files.example.com/"+a.Ref+".png", a.CreatedAt.Add(24*time.Hour)
	}
}

// shape returns a random size with the given shorter side.
func (m *maker) shape(side int) (width, height int) {
	r := [...][2]int{{16, 9}, {16, 9}, {16, 9}, {9, 16}, {1, 1}, {4, 3}, {3, 4}, {21, 9}}[m.r.IntN(8)]
	if r[0] >= r[1] {
		return side * r[0] / r[1] / 8 * 8, side
	}
	return side, side * r[1] / r[0] / 8 * 8
}

func (m *maker) seed(a *db.Asset) {
	if m.r.IntN(10) < 7 {
		n := m.r.Int64N(1 << 31)
		a.Seed = &n
	}
}

// annotate adds random annotations of a user to an asset.
func (m *maker) annotate(it *item) {
	a := &it.asset
	a.Starred = m.r.IntN(100) < 6
	it.trashed = m.r.IntN(100) < 2
	if m.r.IntN(100) < 20 {
		for range 1 + m.r.IntN(3) {
			a.Tags = append(a.Tags, m.pick(tagNames))
		}
	}
	if m.r.IntN(100) < 2 {
		a.Note = m.pick(noteTexts)
	}
}

func (m *maker) pick(all []string) string { return all[m.r.IntN(len(all))] }

// prompt returns a random prompt: most in English, many in other scripts, some with a unique word.
func (m *maker) prompt() string {
	parts := []string{}
	add := func(n int, from []string) {
		for range n {
			parts = append(parts, m.pick(from))
		}
	}
	separator := ", "
	switch roll := m.r.IntN(100); {
	case roll < 70:
		parts = append(parts, m.pick(subjects)+" "+m.pick(places))
		add(1, lights)
		add(1, cameras)
		add(1, styles)
		add(1+m.r.IntN(4), extras)
	case roll < 80:
		separator = "，"
		add(3+m.r.IntN(3), chinese)
	case roll < 84:
		separator = "、"
		add(3+m.r.IntN(3), japanese)
	case roll < 86:
		add(3, korean)
	case roll < 90:
		add(3+m.r.IntN(3), russian)
	case roll < 94:
		add(3+m.r.IntN(3), german)
	case roll < 98:
		add(3+m.r.IntN(3), french)
	default:
		add(3, arabic)
	}
	if m.r.IntN(5) == 0 {
		parts = append(parts, fmt.Sprintf("take%d", m.made))
	}
	return strings.Join(parts, separator)
}
