package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

func bomCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bom", flag.ContinueOnError)
	binary := flags.String("binary", "", "the built program")
	about := flags.String("about", "FyneApp.toml", "where name and version of the program stand")
	epoch := flags.Int64("epoch", 0, "the time of the bill, in `seconds` since 1970")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var app struct {
		Details struct{ Name, ID, Version string }
	}
	if _, err := toml.DecodeFile(*about, &app); err != nil {
		return fmt.Errorf("read %s: %w", *about, err)
	}
	b, err := modulesOf(*binary)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(newBill(app.Details.Name, app.Details.Version, time.Unix(*epoch, 0).UTC(), b))
}

// bill is a bill of materials as CycloneDX 1.6 writes it (ECMA-424), as far as it is used here. It has no serial number: that
// would have to be random.
type bill struct {
	Schema      string      `json:"$schema"`
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type     string         `json:"type"`
	Ref      string         `json:"bom-ref"`
	Name     string         `json:"name"`
	Version  string         `json:"version"`
	Hashes   []hash         `json:"hashes,omitempty"`
	Licences []licenceEntry `json:"licenses"`
	URL      string         `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licenceEntry struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

func newBill(name, version string, at time.Time, b built) bill {
	own := "pkg:generic/" + strings.ToLower(name) + "@" + version
	list := bill{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{
			Timestamp: at.Format(time.RFC3339),
			Component: component{Type: "application", Ref: own, Name: name, Version: version, Licences: licenceEntries("MIT"), URL: own},
		},
	}
	for _, m := range b.Modules {
		c := component{Type: "library", Ref: m.URL, Name: m.Path, Version: m.Version, Licences: licenceEntries(m.licences()...), URL: m.URL}
		// "h1:" is the SHA-256 of a listing of the module's files (golang.org/x/mod/sumdb/dirhash), in base64.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		list.Components = append(list.Components, c)
	}
	return list
}

func licenceEntries(ids ...string) []licenceEntry {
	var list []licenceEntry
	for _, id := range ids {
		if id == notice {
			continue
		}
		var e licenceEntry
		e.Licence.ID = id
		list = append(list, e)
	}
	return list
}
