// Command proxy passes TCP connections on. At SIGUSR1 it cuts all of them, in the middle of whatever they carry: requests
// without answers, watches without an end.
//
//	proxy -listen 127.0.0.1:8443 -to 127.0.0.1:6443
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// connections are those that are open, client's and server's.
type connections struct {
	sync.Mutex
	open map[*net.TCPConn]bool
}

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address")
	to := flag.String("to", "", "address of the server")
	flag.Parse()
	if err := run(*listen, *to); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
}

func run(listen, to string) error {
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	c := &connections{open: map[*net.TCPConn]bool{}}
	cuts := make(chan os.Signal, 1)
	signal.Notify(cuts, syscall.SIGUSR1)
	go func() {
		for range cuts {
			fmt.Println("proxy: cut", c.cut())
		}
	}()
	return c.serve(listener, to)
}

func (c *connections) serve(listener net.Listener, to string) error {
	for {
		client, err := listener.Accept()
		if err != nil {
			return err
		}
		go c.pass(client.(*net.TCPConn), to)
	}
}

// pass on what comes on a connection, both ways, until one of them ends.
func (c *connections) pass(client *net.TCPConn, to string) {
	defer c.drop(client)
	dialed, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	server := dialed.(*net.TCPConn)
	defer c.drop(server)
	c.Lock()
	c.open[client], c.open[server] = true, true
	c.Unlock()
	ended := make(chan struct{}, 2)
	for _, way := range [][2]*net.TCPConn{{client, server}, {server, client}} {
		go func() {
			_, _ = io.Copy(way[1], way[0])
			ended <- struct{}{}
		}()
	}
	<-ended
}

func (c *connections) drop(conn *net.TCPConn) {
	_ = conn.Close()
	c.Lock()
	defer c.Unlock()
	delete(c.open, conn)
}

// cut resets all connections; what was not sent yet is lost.
func (c *connections) cut() (count int) {
	c.Lock()
	defer c.Unlock()
	for conn := range c.open {
		_ = conn.SetLinger(0)
		_ = conn.Close()
		count++
	}
	return count
}
