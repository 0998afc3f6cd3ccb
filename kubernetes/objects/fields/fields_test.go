package fields

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type inner struct {
	Name string `json:"name"`
}

type document struct {
	Count  int              `json:"count,omitempty"`
	Small  int8             `json:"small"`
	Size   uint32           `json:"size"`
	Large  uint64           `json:"large"`
	Is     bool             `json:"is"`
	Wait   metav1.Duration  `json:"wait"`
	Raw    json.RawMessage  `json:"raw"`
	List   []inner          `json:"list"`
	ByName map[string]inner `json:"byName"`

	Amounts map[string]resource.Quantity `json:"amounts"`
	Pointer *inner                       `json:"pointer"`
}

// A document that passes can be decoded, and the error of any other one names the field.
func TestCheck(t *testing.T) {
	for text, expected := range map[string]string{
		`{}`:       "",
		`null`:     "",
		`[]`:       `found [], expected fields, as in count: ...`,
		`{"is":1}`: `is: found 1, expected true or false`,
		`{"count":-5,"small":-127,"size":4294967295,"large":9007199254740991,"wait":"5s","raw":{"a":[]},"list":[{"name":"x"}],"byName":{"a":{}}}`: "",
		`{"count":"x"}`:                   `count: found "x", expected a whole number`,
		`{"count":1.5}`:                   `count: found 1.5, expected a whole number`,
		`{"count":1e300}`:                 `count: found 1e+300, expected a whole number below 9007199254740992`,
		`{"count":-1e300}`:                `count: found -1e+300, expected a whole number above -9007199254740992`,
		`{"small":128}`:                   `small: found 128, expected a whole number below 128`,
		`{"size":-1}`:                     `size: found -1, expected a whole number that is not negative`,
		`{"size":4294967296}`:             `size: found 4294967296, expected a whole number below 4294967296`,
		`{"large":[]}`:                    `large: found [], expected a whole number that is not negative`,
		`{"wait":"soon"}`:                 `wait: found "soon", expected a duration, as in 5s`,
		`{"wait":null}`:                   `wait: found null, expected a duration, as in 5s`,
		`{"raw":[]}`:                      `raw: found [], expected fields`,
		`{"raw":"x"}`:                     `raw: found "x", expected fields`,
		`{"list":{}}`:                     `list: found {}, expected a list`,
		`{"list":[{},{"name":[]}]}`:       `list[1].name: found [], expected a text`,
		`{"list":[{"nam":""}]}`:           `unknown field "list[0].nam": did you mean name?`,
		`{"byName":[]}`:                   `byName: found [], expected names with values`,
		`{"byName":{"a":{"quantity":1}}}`: `unknown field "byName[a].quantity"`,
		`{"amounts":{"cpu":4,"memory":"16Gi","part":0.5}}`: "",
		`{"amounts":{"cpu":"4x"}}`:                         `amounts[cpu]: found "4x", expected an amount, as in 4 or 16Gi`,
		`{"amounts":{"cpu":true}}`:                         `amounts[cpu]: found true, expected an amount, as in 4 or 16Gi`,
		`{"pointer":{"name":"x"}}`:                         "",
		`{"pointer":null}`:                                 "",
		`{"pointer":{"nam":"x"}}`:                          `unknown field "pointer.nam": did you mean name?`,
		`{"COUNT":1}`:                                      `unknown field "COUNT": did you mean count?`,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(text, err)
		}
		found := ""
		if err := Check(reflect.TypeFor[document](), value, ""); err != nil {
			found = err.Error()
		}
		if found != expected {
			t.Errorf("%s: found %s, expected %s", text, found, expected)
		}
		if err := json.Unmarshal([]byte(text), &document{}); found == "" && err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := Check(reflect.TypeFor[document](), map[string]any{"count": int64(-5)}, ""); err != nil { // as Kubernetes' decoder reads it
		t.Error(err)
	}
	if err := Check(reflect.TypeFor[time.Duration](), true, "a.b"); err == nil || err.Error() != "a.b: found true, expected a whole number" {
		t.Error(err)
	}
}
