package collect

import (
	"bufio"
	"encoding/json"
	"io"

	"sigs.k8s.io/yaml"
)

// WriteJSON writes a List with one object on each line.
func WriteJSON(out io.Writer, objects []Object) error {
	buffer := bufio.NewWriter(out)
	buffer.WriteString(`{"apiVersion":"v1","kind":"List","metadata":{},"items":[`)
	for i, object := range objects {
		if i > 0 {
			buffer.WriteByte(',')
		}
		buffer.WriteByte('\n')
		text, err := json.Marshal(object)
		if err != nil {
			return err
		}
		buffer.Write(text)
	}
	buffer.WriteString("\n]}\n")
	return buffer.Flush()
}

// WriteYAML writes a document for each object.
func WriteYAML(out io.Writer, objects []Object) error {
	buffer := bufio.NewWriter(out)
	for _, object := range objects {
		text, err := yaml.Marshal(object)
		if err != nil {
			return err
		}
		buffer.WriteString("---\n")
		buffer.Write(text)
	}
	return buffer.Flush()
}
