package compose

import (
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/form"

	"fyne.io/fyne/v2"
)

// click is one press of a button with its result. Its order is the one whose price was shown. It is passed unchanged
// from the button through the questions to the rows.
type click struct {
	key      requestKey
	account  form.Account
	word     string // of the button that was pressed, with the price
	template string // of its prompts, see [db.Job]
	order    order.Order
	shown    jobs.Agreement // to the price on the button; the user is asked if the price has changed
	canvas   order.Canvas   // what lay on the canvas at the press
	// of the canvas at the press, where the order needs it; called away from the window's goroutine
	picture func() (Baked, error)
	list    func() fyne.CanvasObject // of its prompts, for the question; nil: it makes one job
	look    bool                     // the user confirms the list of jobs at any price
	revises *db.Job                  // the held job that the order is for; nil: it makes new ones
	hold    bool                     // the jobs are held, so the user is not asked
	fit     bool                     // jobs that do not fit a budget are held; once, see [jobs.Terms]
	done    func()                   // called on the window's goroutine when what follows is known; see finish

	orders   []jobs.Order // with the data of the pictures, which is read once
	made     []db.Job
	saved    bool  // the held job was changed, whatever became of the rest
	tooLarge bool  // what was drawn is too much to be kept with the jobs
	err      error // why no job was made, or let go
}

// requestKey identifies what a click was made from. A second press with the same key is a repeated press, not another
// click.
type requestKey struct {
	profile    int64
	asked      order.Form // of the form: what [order.Form.Asked] leaves
	held       int64      // the held job that the form was of; 0: it made new ones
	otherModel int64      // the job that is made on the other model; 0: it is the form, or a list
	batch      batchText
}

// press identifies the press of a click, see [spend.Sender.Press]. Seeds move on with each click and are left out.
type press struct {
	key  requestKey
	hold bool
}

func (c *click) pressed() press {
	key := c.key
	key.asked.Text.Seed, key.asked.Frames.Seed = order.SeedDraft{}, order.SeedDraft{}
	return press{key, c.hold}
}

// keyOf returns the key of a click on the form as it is.
func keyOf(d *draft) requestKey {
	k := requestKey{profile: d.account.ID, asked: d.form.RequestOnly()}
	if d.held != nil {
		k.held = d.held.job.ID
	}
	return k
}

// newClick returns a click on the button of an order, at the price that is shown.
func newClick(d *draft, o order.Order, key requestKey) *click {
	q := d.tariff.Quote(o)
	shown := jobs.Quote{Profile: d.account.Profile, Currency: d.tariff.Currency, Each: make([]*int64, q.Jobs),
		Total: int64(q.Total), Known: q.Known}
	return &click{key: key, account: d.account, order: o, word: d.tariff.Button(o, q), shown: shown.PriceAgreement()}
}
