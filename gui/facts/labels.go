package facts

import "viviscope/gui/lang"

// The labels of facts.

func modelLabel() string     { return lang.L("Model") }
func madeLabel() string      { return lang.X("at this time", "Made") }
func askedLabel() string     { return lang.L("Asked for") }
func deliveredLabel() string { return lang.L("Delivered") }
func seedLabel() string      { return lang.L("Seed") }
func fileLabel() string      { return lang.X("noun", "File") }
func checkedLabel() string   { return lang.L("Checked") }
func costLabel() string      { return lang.X("noun", "Cost") }
func copyLabel() string      { return lang.L("Service copy") }
func taskLabel() string      { return lang.L("Task ID") }

// hashLabel is the name of the hash, which is the same everywhere.
const hashLabel = "SHA-256"
