package sandbox

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

	"viviscope/client"
)

// ErrInUse says that another sandbox already works in the folder.
var ErrInUse = errors.New("the sandbox folder is in use by another program")

// The names in the folder. Clips and pictures are named after their ids, which this package makes itself.
const (
	journalFile  = "journal.jsonl"
	damagedFile  = "journal.damaged"
	identityFile = "sandbox.json"
	lockFile     = "sandbox.lock"
	clipDir      = "clips"
	pictureDir   = "pictures"
	hostedDir    = "hosted"
	partSuffix   = ".part"
)

// record is one line of the journal: what changed at one moment, with its ledger entries, so that a power cut can never
// keep one without the other. Later lines about the same task or picture replace earlier ones.
type record struct {
	Task    *Task    `json:"task,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Entries []Entry  `json:"entries,omitempty"`
}

// store is the folder of a sandbox. Its methods are not safe for concurrent use, except writeFile, open and remove.
type store struct {
	root    *os.Root
	temp    string // folder to delete at the end; "" when the caller named one
	lock    *flock.Flock
	journal *os.File
	size    int64 // length of the journal up to its last whole line
}

// openStore opens or makes the folder; "" makes one that close deletes.
func openStore(dir string) (*store, error) {
	st := new(store)
	var err error
	if dir == "" {
		if dir, err = os.MkdirTemp("", "viviscope-sandbox-"); err != nil {
			return nil, fmt.Errorf("make sandbox folder: %w", err)
		}
		st.temp = dir
	} else if err = os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make sandbox folder: %w", err)
	}
	if err := st.open(dir); err != nil {
		st.close()
		return nil, err
	}
	return st, nil
}

func (st *store) open(dir string) error {
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("lock sandbox folder: %w", err)
	}
	if !ok {
		return ErrInUse
	}
	st.lock = lock
	if st.root, err = os.OpenRoot(dir); err != nil {
		return fmt.Errorf("open sandbox folder: %w", err)
	}
	for _, d := range []string{clipDir, pictureDir, hostedDir} {
		if err := st.root.Mkdir(d, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("make sandbox folder %s: %w", d, err)
		}
	}
	return nil
}

// close gives the folder back. It can be called on a half-opened store.
func (st *store) close() error {
	var errs []error
	if st.journal != nil {
		errs = append(errs, st.journal.Close())
	}
	if st.root != nil {
		errs = append(errs, st.root.Close())
	}
	if st.lock != nil {
		errs = append(errs, st.lock.Unlock())
	}
	if st.temp != "" {
		errs = append(errs, os.RemoveAll(st.temp))
	}
	return errors.Join(errs...)
}

// load reads the journal and hands every record to fn. A torn last line is what a crash leaves and is dropped; a
// journal that is damaged before its end is kept aside and read up to there (damaged is true).
func (st *store) load(fn func(record)) (damaged bool, err error) {
	b, err := st.root.ReadFile(journalFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("read sandbox journal: %w", err)
	}
	rest := b
	for len(rest) > 0 {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		if !whole {
			break
		}
		var r record
		if json.Unmarshal(line, &r) != nil {
			damaged = true
			break
		}
		fn(r)
		rest = after
	}
	if damaged {
		if _, err := st.writeFile(damagedFile, func(w io.Writer) error { _, err := w.Write(b); return err }); err != nil {
			return true, err
		}
	}
	return damaged, nil
}

// begin writes a new journal with the given records and keeps it open for append.
func (st *store) begin(records []record) error {
	_, err := st.writeFile(journalFile, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, r := range records {
			if err := enc.Encode(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("write sandbox journal: %w", err)
	}
	if st.journal, err = st.root.OpenFile(journalFile, os.O_RDWR, 0o600); err != nil {
		return fmt.Errorf("open sandbox journal: %w", err)
	}
	if st.size, err = st.journal.Seek(0, io.SeekEnd); err != nil {
		return fmt.Errorf("open sandbox journal: %w", err)
	}
	return nil
}

// append writes one record and returns when it is on disk. On error the journal is as it was before.
func (st *store) append(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode sandbox record: %w", err)
	}
	line = append(line, '\n')
	if _, err = st.journal.WriteAt(line, st.size); err == nil {
		err = st.journal.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write sandbox journal: %w", err), st.journal.Truncate(st.size))
	}
	st.size += int64(len(line))
	return nil
}

// written is what writeFile made.
type written struct {
	bytes int64
	etag  string // strong validator from the content, with its quotes
}

// writeFile makes a file that is either whole and on disk, or not there.
func (st *store) writeFile(name string, fill func(io.Writer) error) (written, error) {
	part := name + partSuffix
	f, err := st.root.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return written{}, err
	}
	sum := &counter{hash: sha256.New()}
	buf := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<16)
	err = fill(buf)
	if err == nil {
		err = buf.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = st.root.Rename(part, name)
	}
	if err == nil {
		err = st.syncDir(path.Dir(name))
	}
	if err != nil {
		return written{}, errors.Join(err, ignoreNotExist(st.root.Remove(part)))
	}
	return written{bytes: sum.n, etag: `"` + hex.EncodeToString(sum.hash.Sum(nil)[:16]) + `"`}, nil
}

func (st *store) openFile(name string) (*os.File, error) { return st.root.Open(name) }

func (st *store) remove(name string) error { return ignoreNotExist(st.root.Remove(name)) }

// keepOnly deletes every file of a folder that keep does not want: what a crash or an expiry left behind.
func (st *store) keepOnly(dir string, keep func(name string) bool) error {
	d, err := st.root.Open(dir)
	if err != nil {
		return err
	}
	names, err := d.Readdirnames(-1)
	err = errors.Join(err, d.Close())
	for _, name := range names {
		if !keep(name) {
			err = errors.Join(err, st.remove(path.Join(dir, name)))
		}
	}
	return err
}

// syncDir makes a rename last through a power cut. Windows has no such call and needs none.
func (st *store) syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := st.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// counter hashes and counts what is written.
type counter struct {
	hash hash.Hash
	n    int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return c.hash.Write(p)
}

func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// The kinds of an [Entry].
const (
	Reserve = "reserve" // a task was accepted
	Charge  = "charge"  // a task was completed (closes its reserve), or a picture was made
	Refund  = "refund"  // a task failed (closes its reserve)
)

// Entry is one row of the service's ledger. It is never changed. Amounts are millionths of a currency unit and never
// negative: the kind gives the sign.
type Entry struct {
	ID           int64           `json:"id"` // 1, 2, 3, …
	Kind         string          `json:"kind"`
	TaskID       string          `json:"task_id,omitempty"`
	PictureID    string          `json:"picture_id,omitempty"`
	Model        string          `json:"model"`
	Quantity     json.RawMessage `json:"quantity"`    // {"seconds":5} or the token counts
	UnitMicros   int64           `json:"unit_micros"` // price of one second; 0 for pictures
	AmountMicros int64           `json:"amount_micros"`
	Currency     string          `json:"currency"`
	At           time.Time       `json:"at"`
}

// taskEntry is an entry about a task: reserve, charge and refund of one task are always the same amount.
func taskEntry(kind string, t *Task, at time.Time) Entry {
	e := t.Request.Estimate(Prices())
	return Entry{
		Kind: kind, TaskID: t.ID, Model: t.Request.Model, Quantity: e.Quantity,
		UnitMicros: int64(e.Unit), AmountMicros: int64(e.Amount), Currency: currency, At: at,
	}
}

// pictureEntry is the charge of a picture, by its usage.
func pictureEntry(p *Picture, u usage) Entry {
	e := Prices().ChargeImage(client.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, TotalTokens: u.TotalTokens,
		InputTextTokens: u.InputDetails.TextTokens, InputImageTokens: u.InputDetails.ImageTokens,
		Split: true, Known: true,
	})
	return Entry{
		Kind: Charge, PictureID: p.ID, Model: p.Model, Quantity: e.Quantity,
		AmountMicros: int64(e.Amount), Currency: currency, At: p.CreatedAt,
	}
}

// LedgerTotals are sums of the ledger in millionths of a currency unit.
type LedgerTotals struct {
	Reserved int64 `json:"reserved_micros"` // reserves without an end
	Charged  int64 `json:"charged_micros"`
	Refunded int64 `json:"refunded_micros"`
}

func totals(entries []Entry) LedgerTotals {
	var t LedgerTotals
	for _, e := range entries {
		switch e.Kind {
		case Reserve:
			t.Reserved += e.AmountMicros
		case Charge:
			t.Charged += e.AmountMicros
			if e.TaskID != "" {
				t.Reserved -= e.AmountMicros
			}
		case Refund:
			t.Refunded += e.AmountMicros
			t.Reserved -= e.AmountMicros
		}
	}
	return t
}

// Ledger returns every entry in the order in which they were made. The caller owns the slice.
func (s *Server) Ledger() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settleLocked()
	return append([]Entry(nil), s.state.entries...)
}

func (s *Server) getLedger(w http.ResponseWriter, _ *http.Request) {
	entries := s.Ledger()
	if entries == nil {
		entries = []Entry{}
	}
	s.answer(w, http.StatusOK, struct {
		Object   string       `json:"object"`
		Currency string       `json:"currency"`
		Totals   LedgerTotals `json:"totals"`
		Data     []Entry      `json:"data"`
	}{"list", currency, totals(entries), entries})
}

// currency is what the sandbox counts in. Nobody pays it.
const currency = "CNY"

// Prices returns what the sandbox "charges": figures of the size that services of this kind ask, so that estimates and
// totals look as they will with a real one. The token prices give the reference figures of interface 8.
func Prices() client.PriceTable {
	rates := []struct {
		model                        string
		hd, fullHD, hdLoud, fullLoud client.Micros // 0: not offered
	}{
		{"clip-3.0", 700_000, 1_100_000, 950_000, 1_450_000},
		{"clip-3.0-omni", 800_000, 1_250_000, 1_050_000, 1_600_000},
		{"clip-2.6", 560_000, 900_000, 0, 1_200_000},
		{"clip-3.0-turbo", 350_000, 550_000, 0, 0},
		{"clip-o1", 600_000, 950_000, 0, 0},
		{"clip-2.5", 400_000, 650_000, 0, 0},
	}
	table := client.PriceTable{
		Currency: currency,
		Tokens: &client.TokenPrices{
			InputTextPerMillion:  5_000_000,
			InputImagePerMillion: 40_000_000,
			OutputPerMillion:     40_000_000,
		},
	}
	for _, r := range rates {
		for _, tier := range []struct {
			resolution string
			audio      bool
			price      client.Micros
		}{
			{client.Resolution720P, false, r.hd},
			{client.Resolution1080P, false, r.fullHD},
			{client.Resolution720P, true, r.hdLoud},
			{client.Resolution1080P, true, r.fullLoud},
		} {
			if tier.price > 0 {
				table.Video = append(table.Video, client.VideoRate{
					Model: r.model, Resolution: tier.resolution, Audio: tier.audio, PerSecond: tier.price,
				})
			}
		}
	}
	return table
}
