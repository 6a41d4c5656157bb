// Asks go-trafilatura for the text of each page: a line of JSON in, a line of JSON out, one page at a time.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/markusmobius/go-trafilatura"
)

type page struct {
	ID   string  `json:"id"`
	URL  *string `json:"url"`
	HTML string  `json:"html"`
}

type answer struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Title string  `json:"title"`
	Error string  `json:"error,omitempty"`
	Ms    float64 `json:"ms"`
	CPUMs float64 `json:"cpuMs"`
}

// Processor time of all threads, in milliseconds.
func cpuMs() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func extract(asked page) (given answer) {
	given.ID = asked.ID
	start, cpuStart := time.Now(), cpuMs()
	defer func() {
		if fault := recover(); fault != nil {
			given.Error = fmt.Sprint(fault)
		}
		given.Ms = float64(time.Since(start).Nanoseconds()) / 1e6
		given.CPUMs = cpuMs() - cpuStart
	}()
	options := trafilatura.Options{EnableFallback: true, ExcludeComments: true}
	if asked.URL != nil {
		options.OriginalURL, _ = url.Parse(*asked.URL)
	}
	result, err := trafilatura.Extract(strings.NewReader(asked.HTML), options)
	if err != nil {
		given.Error = err.Error()
	} else if result != nil {
		given.Text, given.Title = result.ContentText, result.Metadata.Title
	}
	return given
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var asked page
		if err == nil {
			err = json.Unmarshal(line, &asked)
		}
		if err == nil {
			err = out.Encode(extract(asked))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
