package lang

// Source returns the English of a whole sentence that was said in the language in use: a log is read by others than the person at the
// window. "" where no catalog has it, such as a sentence with something filled in.
func Source(said string) string {
	c := inUse.Load()
	if c.catalog == nil {
		return said
	}
	for english, known := range c.catalog.GetDomain().GetTranslations() {
		if known.Trs[0] == said {
			return english
		}
	}
	return ""
}
