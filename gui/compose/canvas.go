package compose

import (
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/lang"
)

// canvas connects the form with the edit canvas, which holds the first picture of an edit. It belongs to the window's
// goroutine.
type canvas struct {
	*draft
	editor EditCanvas
	way    order.CanvasDelivery // how the picture is sent, as last passed to the canvas
	kind   db.JobKind           // the kind that was last passed to the canvas
}

// show passes the current kind of job, and how its picture is sent, to the canvas if that has changed.
func (c *canvas) show(env order.Env) {
	if c.kind != c.form.Kind {
		c.kind = c.form.Kind
		c.editor.ShowKind(c.kind)
	}
	d := c.form.Edit
	d.Canvas, d.WithoutMarks = c.onCanvas, false
	if c.held != nil { // its pictures are not beside the one on the canvas
		d.Pictures = [order.MaxEditPictures]order.Slot{}
	}
	way := d.CanvasDelivery(env)
	if c.way != way {
		c.way = way
		c.editor.SetWay(way)
	}
}

// open shows the edit and opens pictures on the canvas.
func (c *canvas) open(pictures ...order.Slot) {
	c.turn(db.EditImage)
	c.focusPrompt()
	c.editor.Open(pictures)
}

// openAsset shows the edit and opens a picture of the library on the canvas.
func (c *canvas) openAsset(a db.Asset) {
	c.turn(db.EditImage)
	c.focusPrompt()
	c.editor.OpenAsset(a)
}

// restoreFrom moves the first picture of a recalled edit to the canvas, with its marks if they were stored.
func (c *canvas) restoreFrom(job db.Job) {
	if job.Kind != db.EditImage || !c.canvasIsFirst() || c.form.Edit.Pictures[0].Empty() {
		return
	}
	f, first := c.form, c.form.Edit.Pictures[0]
	f.Edit.Remove(0)
	c.set(f)
	if order.Drawn(job) {
		c.editor.Restore(job)
		return
	}
	c.open(first)
}

// placeOthers moves the pictures of the slots onto the picture on the canvas.
func (c *canvas) placeOthers() {
	pictures := c.form.Edit.Inputs()
	if len(pictures) == 0 {
		return
	}
	c.removeOthers()
	c.editor.Place(pictures)
}

// removeOthers empties the slots beside the canvas. It can be undone.
func (c *canvas) removeOthers() {
	before := c.form
	c.Edit(func(f *order.Form) { f.Edit.Pictures = [order.MaxEditPictures]order.Slot{} })
	c.notices.undoable(lang.L("The other pictures were removed."), recallShown, func() {
		c.Edit(func(f *order.Form) { f.Edit.Pictures = before.Edit.Pictures })
	})
}
