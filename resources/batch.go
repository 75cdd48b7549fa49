package resources

import _ "embed"

//go:embed batch/example.csv
var batchExample string

// BatchExample returns a list of jobs as CSV with every column, to begin from.
func BatchExample() string { return batchExample }
