#!/usr/bin/env python3
"""registry.py BUSYBOX PORTFILE: a registry that serves one image under every name: a static busybox with its commands as links.
Writes its port on loopback to PORTFILE."""
import gzip
import hashlib
import http.server
import io
import json
import subprocess
import sys
import tarfile

KINDS = "application/vnd.oci.image."


def layer(busybox):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.add(busybox, "bin/busybox")
        for name in subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split():
            if name != "busybox":
                link = tarfile.TarInfo("bin/" + name)
                link.type, link.linkname = tarfile.SYMTYPE, "busybox"
                archive.addfile(link)
    return data.getvalue()


class Image:
    def __init__(self, busybox):
        self.blobs = {}
        raw = layer(busybox)
        config = {"architecture": "amd64", "os": "linux", "config": {"Env": ["PATH=/bin"], "Cmd": ["sleep", "2147483647"]},
                  "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(raw).hexdigest()]}}
        manifest = {"schemaVersion": 2, "mediaType": KINDS + "manifest.v1+json",
                    "config": self.add("config.v1+json", json.dumps(config).encode()),
                    "layers": [self.add("layer.v1.tar+gzip", gzip.compress(raw, 1))]}
        self.manifest = self.add("manifest.v1+json", json.dumps(manifest).encode())["digest"]

    def add(self, kind, data):
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        self.blobs[digest] = (KINDS + kind, data)
        return {"mediaType": KINDS + kind, "digest": digest, "size": len(data)}


def handler(image):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.split("?")[0].split("/")[-1]
            kind, data = image.blobs.get(name if name.startswith("sha256:") else image.manifest, (None, None))
            if data is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Docker-Content-Digest", "sha256:" + hashlib.sha256(data).hexdigest())
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(data)

        do_HEAD = do_GET

    return Handler


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(Image(sys.argv[1])))
    with open(sys.argv[2], "w") as file:
        file.write(str(server.server_port))
    server.serve_forever()
