package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// writeImage writes an image with nothing but a static busybox, as an OCI layout. It is the sandbox's image, too.
func writeImage(path, name string) error {
	busybox, err := exec.LookPath("busybox")
	if err != nil {
		return err
	}
	program, err := os.ReadFile(busybox)
	if err != nil {
		return err
	}
	blobs := map[string][]byte{}
	blob := func(kind string, data []byte) map[string]any {
		digest := fmt.Sprintf("%x", sha256.Sum256(data))
		blobs["blobs/sha256/"+digest] = data
		return map[string]any{"mediaType": "application/vnd.oci.image." + kind, "digest": "sha256:" + digest, "size": len(data)}
	}
	layer := blob("layer.v1.tar", archive(map[string][]byte{"bin/busybox": program, "etc/passwd": []byte("root:x:0:0:root:/:/bin/busybox\n")}, 0o755))
	config := blob("config.v1+json", encode(map[string]any{"architecture": runtime.GOARCH, "os": "linux",
		"config": map[string]any{"Env": []string{"PATH=/bin"}, "Entrypoint": []string{"/bin/busybox", "sleep", "2147483647"}},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []any{layer["digest"]}}}))
	manifest := blob("manifest.v1+json", encode(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
		"config": config, "layers": []any{layer}}))
	manifest["annotations"] = map[string]string{"io.containerd.image.name": name, "org.opencontainers.image.ref.name": name}
	blobs["oci-layout"] = []byte(`{"imageLayoutVersion":"1.0.0"}`)
	blobs["index.json"] = encode(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": []any{manifest}})
	return os.WriteFile(path, archive(blobs, 0o644), 0o600)
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // maps of texts and numbers
	}
	return text
}

func archive(files map[string][]byte, mode int64) []byte {
	var out bytes.Buffer
	writer := tar.NewWriter(&out)
	for name, data := range files {
		if err := writer.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(data)), Typeflag: tar.TypeReg}); err != nil {
			panic(err) // names are short
		}
		_, _ = writer.Write(data)
	}
	_ = writer.Close()
	return out.Bytes()
}
