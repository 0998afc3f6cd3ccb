package main

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

func TestForwardedConnectionsCanBeCut(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() { // says everything back
		for {
			conn, err := server.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(conn, conn) }()
		}
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	c := &connections{open: map[*net.TCPConn]bool{}}
	go func() { _ = c.serve(listener, server.Addr().String()) }()

	say := func(conn net.Conn) error {
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := conn.Write([]byte("hello")); err != nil {
			return err
		}
		heard := make([]byte, 5)
		if _, err := io.ReadFull(conn, heard); err != nil {
			return err
		}
		if string(heard) != "hello" {
			t.Errorf("heard %q", heard)
		}
		return nil
	}
	for range 3 {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if err := say(conn); err != nil {
			t.Fatal(err)
		}
		if count := c.cut(); count != 2 {
			t.Errorf("cut %d", count)
		}
		if err := say(conn); !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
			t.Errorf("after the cut: %v", err)
		}
		_ = conn.Close()
		for deadline := time.Now().Add(10 * time.Second); c.count() > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("connections that were cut are still counted")
			}
		}
	}
}

func (c *connections) count() int {
	c.Lock()
	defer c.Unlock()
	return len(c.open)
}
