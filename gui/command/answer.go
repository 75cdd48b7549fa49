package command

import (
	"encoding/json"

	"viviscope/client/automation"
)

// callAndPrint makes one call and prints its answer unchanged, including members that this version does not know.
func (r *invocation) callAndPrint(name string, args any) (exit int, err error) {
	var raw json.RawMessage
	err = r.call(name, args, &raw)
	if refs, ok := args.(map[string]any)["refs"].([]string); ok && name == "wait" && r.wasInterrupted(err) {
		if now := r.reread(automation.JobsArgs{Refs: refs}); len(now.Jobs) > 0 {
			return r.printAnswer(now)
		}
	}
	if err != nil || raw == nil {
		return 0, err
	}
	return r.printAnswer(raw)
}
