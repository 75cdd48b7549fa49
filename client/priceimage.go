package client

// ImageRate is the price of one picture of a size and a quality, for a service that is charged by picture, or whose prices are
// known by what pictures cost.
type ImageRate struct {
	Model      string `json:"model,omitempty"` // "": of any model
	Size       string `json:"size"`            // a class: "1024", "2K" or "4K"
	Quality    string `json:"quality"`         // low, medium, high, xhigh or max
	Edit       bool   `json:"edit,omitempty"`  // of an edit, with what is sent along
	PerPicture Micros `json:"per_picture"`
}

// The classes of sizes. Larger sizes cost more (interface 2.4), and a price is known by class only.
const (
	Size1024 = "1024" // up to 1536 by 1024 pixels: square, landscape and portrait
	Size2K   = "2K"   // up to 2048 by 2048
	Size4K   = "4K"
)

// SizeClass returns the class of a picture of w by h pixels, by how many these are.
func SizeClass(w, h int) string {
	switch pixels := int64(max(w, 0)) * int64(max(h, 0)); {
	case pixels <= 1536*1024:
		return Size1024
	case pixels <= 2048*2048:
		return Size2K
	}
	return Size4K
}

// PicturesQuantity is the Quantity of a call that is charged by picture.
type PicturesQuantity struct {
	Pictures int    `json:"pictures"`
	Size     string `json:"size"` // a class
	Quality  string `json:"quality"`
}

// PictureRate finds the price of one picture; false where the table has none. The price of a gateway's own name for a model
// goes before that of the model it stands for, and that one before a price of any model. An empty quality is medium. An edit
// is never priced as a new picture.
func (t PriceTable) PictureRate(r ImageRequest, edit bool, w, h int) (ImageRate, bool) {
	class, quality := SizeClass(w, h), r.Quality
	if quality == "" {
		quality = "medium"
	}
	for _, model := range []string{r.Model, r.Rules(), ""} {
		for _, rate := range t.Images {
			if rate.Model == model && rate.Size == class && rate.Quality == quality && rate.Edit == edit && rate.PerPicture >= 0 {
				return rate, true
			}
		}
	}
	return ImageRate{}, false
}

// byPicture prices a number of pictures.
func (t PriceTable) byPicture(rate ImageRate, pictures int) Estimate {
	e := Estimate{Reference: t.Reference, Quantity: quantity(PicturesQuantity{Pictures: pictures, Size: rate.Size, Quality: rate.Quality})}
	if pictures < 1 || rate.PerPicture > maxCharge/Micros(pictures) {
		return e
	}
	e.Unit, e.Amount, e.Known = rate.PerPicture, rate.PerPicture*Micros(pictures), true
	return e
}

// Charge prices a finished picture call, as the request was estimated: by picture where the table has such a price, and else by
// the tokens of its usage. pictures is how many came; none is charged as one, because the call was. Where the request cannot be
// read any more (nil), the usage alone decides.
func (t PriceTable) Charge(r Request, pictures int, u Usage) Estimate {
	var rate ImageRate
	ok := false
	switch r := r.(type) {
	case ImageRequest:
		w, h := r.Dimensions()
		rate, ok = t.PictureRate(r, false, w, h)
	case EditRequest:
		w, h := r.Dimensions()
		rate, ok = t.PictureRate(r.ImageRequest, true, w, h)
	}
	if ok {
		return t.byPicture(rate, max(pictures, 1))
	}
	return t.ChargeImage(u)
}

// ReferenceTable returns starting values for pictures: the figures of interface 8 (about 0.03, 0.06, 1.9 and 0.07 units a
// picture), marked as such, and the token prices by which these can be explained, for every other size and quality. A service
// does not publish what a second of video costs: those prices are left for a person to enter.
func ReferenceTable(currency string) PriceTable {
	return PriceTable{
		Currency: currency, Reference: true,
		Images: []ImageRate{
			{Size: Size1024, Quality: "low", PerPicture: 30_000},
			{Size: Size1024, Quality: "medium", PerPicture: 60_000},
			{Size: Size4K, Quality: "max", PerPicture: 1_900_000},
			{Size: Size1024, Quality: "low", Edit: true, PerPicture: 70_000},
		},
		Tokens: &TokenPrices{InputTextPerMillion: 5_000_000, InputImagePerMillion: 40_000_000, OutputPerMillion: 40_000_000},
	}
}
