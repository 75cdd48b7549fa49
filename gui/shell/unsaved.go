package shell

import (
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// unsavedLead begins the notice for changes that cannot be saved.
func unsavedLead() string { return lang.L("Your last changes are not saved.") }

// Unsaved implements [action.Host]. Any goroutine.
func (s *Shell) Unsaved(source any, err error) {
	if s.deps.ReadOnly { // the status bar shows that nothing is saved
		return
	}
	s.mu.Lock()
	if s.unsaved == nil {
		s.unsaved = map[any]error{}
	}
	s.unsaved[source] = err
	if err == nil {
		delete(s.unsaved, source)
	}
	s.mu.Unlock()
	s.Post(s.showUnsaved)
	s.live.reload() // how much room is free has changed
}

// showUnsaved shows in the status bar and in a notice why changes cannot be saved, or takes both away.
func (s *Shell) showUnsaved() {
	s.mu.Lock()
	var why error
	for _, err := range s.unsaved {
		why = err
	}
	s.mu.Unlock()
	was, _ := s.live.Unsaved.Get() // bindings in memory do not fail
	switch {
	case why == nil:
		put(s.live.Unsaved, "")
		s.Unsay(unsavedLead())
	case was == "":
		put(s.live.Unsaved, lang.L("Changes are not saved"))
		s.Say(kit.ToneErr, unsavedLead(), wording.Fault(why)+" "+lang.L("Saving is tried again automatically."))
	}
}
