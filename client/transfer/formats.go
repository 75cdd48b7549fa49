package transfer

// Format is a format in which a board is exported.
type Format struct {
	Name   string // in the command line and in calls of other programs
	Ending string // extension of its file; "": a folder
	Title  string // a proper name, which is not translated; "": the window has a translated one
	First  bool   // chosen until the user chooses

	write func(Timeline) []byte // makes the document; nil: files of the library are copied
}

// Formats are the formats in which a board is exported, in the order in which they are offered.
var Formats = []Format{
	{Name: "film", Ending: ".mp4", First: true},
	{Name: "clips", First: true},
	{Name: "otio", Ending: ".otio", Title: "OpenTimelineIO", First: true, write: Timeline.OTIO},
	{Name: "fcpxml", Ending: ".fcpxml", Title: "FCPXML", write: Timeline.FCPXML},
	{Name: "srt", Ending: ".srt", write: Timeline.SRT},
}

// FormatNames returns the names of all formats for a message: "film, clips, otio, fcpxml and srt".
func FormatNames() string {
	names := ""
	for i, f := range Formats {
		switch i {
		case 0:
			names = f.Name
		case len(Formats) - 1:
			names += " and " + f.Name
		default:
			names += ", " + f.Name
		}
	}
	return names
}

// FilmOptions select the parts of a board's export.
type FilmOptions struct {
	Film   bool `json:"film,omitempty"`
	Clips  bool `json:"clips,omitempty"`
	OTIO   bool `json:"otio,omitempty"`
	FCPXML bool `json:"fcpxml,omitempty"`
	SRT    bool `json:"srt,omitempty"`
}

// FirstFilmOptions returns the options of an export for which nothing was chosen.
func FirstFilmOptions() FilmOptions {
	var o FilmOptions
	for _, f := range Formats {
		*o.Wants(f.Name) = f.First
	}
	return o
}

// Wants returns a pointer to the option of a format of [Formats]; nil for an unknown name.
func (o *FilmOptions) Wants(format string) *bool {
	return map[string]*bool{"film": &o.Film, "clips": &o.Clips, "otio": &o.OTIO, "fcpxml": &o.FCPXML, "srt": &o.SRT}[format]
}
