package compose

import (
	"viviscope/gui/compose/form"
)

// part makes the parts of the composer, each with no more of Deps than it needs. keep makes what saves a setting.
func (s *Screen) part(keep func(name string) *saver) {
	d := s.d
	said := newNotices(d.Runtime, s.refit)
	s.editing = &editing{Runtime: d.Runtime, notices: said, saver: keep(draftsName), render: s.render, form: form.New()}
	s.window = &viewport{of: d.Canvas}
	s.submitter, s.listSaver = jobSubmitter{d.Engine, d.File, d.Picture, d.Log}, keep(listName)
	s.drawing = &drawing{editing: s.editing, Easel: d.Easel, asset: d.Asset, toPrompt: s.Focus}
	s.slots = &slots{editing: s.editing, Window: d.Window, Leads: d.Leads, window: s.window, drawing: s.drawing, refit: s.refit,
		previews: newPreviewLoader(previewDeps{d.Runtime, d.Pictures}, s.render), uploads: &uploads{d.Live, s.render, map[int64]*upload{}}}
	s.writing = newWriting(d, s.window, said, keep)
	s.window.covering = s.writing.slash.close
	s.charges = &charges{Runtime: d.Runtime, read: d.Samples, changed: s.render}
}
