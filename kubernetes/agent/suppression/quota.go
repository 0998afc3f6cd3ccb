package suppression

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/cgroups"
)

// quotaPeriod is the library's period, in microseconds.
const quotaPeriod = 100000

// beQuota is the CFS quota of the control group of BestEffort. A mark file identifies a quota set
// by the agent, so that only this one is removed when suppression by quota is switched off.
type beQuota struct {
	groups *cgroups.Groups
	mark   string // path of the mark, beside node-state.json; it does not survive a reboot
}

// files returns the files of version 1: quota and period. Version 2 has both in one file; period is
// then "".
func (q *beQuota) files() (quota, period string, err error) {
	group, err := q.groups.Path(koord.KubeQOSBestEffort, "", "")
	if err != nil {
		return "", "", err
	}
	if q.groups.IsV2() {
		return q.groups.File("", group, "cpu.max"), "", nil
	}
	return q.groups.File("cpu", group, "cpu.cfs_quota_us"), q.groups.File("cpu", group, "cpu.cfs_period_us"), nil
}

// read returns the quota in microseconds of a period of 100 ms. It is 0 or less if there is none.
func (q *beQuota) read() (int64, error) {
	file, periodFile, err := q.files()
	if err != nil {
		return 0, err
	}
	return readQuota(file, periodFile)
}

// readQuota returns the quota of a group, in microseconds of 100 ms. It is 0 or less if there is
// none. Version 2 has no file of the period.
func readQuota(file, periodFile string) (int64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	words := strings.Fields(string(text))
	if periodFile != "" {
		period, err := os.ReadFile(periodFile)
		if err != nil {
			return 0, err
		}
		words = append(words, strings.TrimSpace(string(period)))
	}
	if len(words) == 2 && words[0] == "max" {
		return -1, nil
	}
	if len(words) == 2 {
		quota, err := strconv.ParseInt(words[0], 10, 64)
		period, err2 := strconv.ParseInt(words[1], 10, 64)
		if err == nil && err2 == nil && period > 0 {
			if quota < 0 {
				return -1, nil
			}
			return quota * quotaPeriod / period, nil
		}
	}
	return 0, fmt.Errorf("%s: found %q, expected a quota and a period", file, strings.Join(words, " "))
}

// floor returns the lowest quota that the kernel accepts: with version 1 the largest of a nested
// group; 0 for any.
func (q *beQuota) floor() (int64, error) {
	file, periodFile, err := q.files()
	if err != nil || periodFile == "" {
		return 0, err
	}
	most, top := int64(0), filepath.Dir(file)
	err = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the group has ended
		}
		if err != nil || !entry.IsDir() || path == top {
			return err
		}
		quota, err := readQuota(filepath.Join(path, filepath.Base(file)), filepath.Join(path, filepath.Base(periodFile)))
		if err == nil {
			most = max(most, quota)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return most, err
}

// write sets the quota; 0 or less removes it. The mark is written first, so that the quota can be
// removed after any failure.
func (q *beQuota) write(quota int64) error {
	file, periodFile, err := q.files()
	if err != nil {
		return err
	}
	if quota > 0 {
		if err := os.WriteFile(q.mark, nil, 0o600); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("%d %d", quota, quotaPeriod)
	switch {
	case periodFile == "" && quota <= 0:
		text = "max"
	case periodFile != "" && quota <= 0:
		text = "-1"
	case periodFile != "":
		// The period is written first: the kernel rejects a quota above the parent's share of its
		// period.
		if err := writeInto(periodFile, strconv.Itoa(quotaPeriod)); err != nil {
			return err
		}
		text = strconv.FormatInt(quota, 10)
	}
	return writeInto(file, text)
}

// removeOwnQuota removes a quota that the agent set under an earlier configuration.
func (q *beQuota) removeOwnQuota() error {
	if _, err := os.Lstat(q.mark); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := q.write(-1); err != nil {
		return err
	}
	return os.Remove(q.mark)
}

// writeInto writes to an existing file.
func writeInto(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
