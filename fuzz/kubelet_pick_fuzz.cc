// koord_kubelet_pick on machines of every shape: it grants exactly what was asked, never CPUs that
// are not free or reserved, whole cores where only whole cores may go, and refuses only when it
// must.
#include <cstring>
#include <string>

#include "machines.h"

using namespace koord::fuzz;
using koord::CpuSet;

namespace {

struct Asked {
  koord_kubelet_request request{};
  size_t words = 0;
  Words shared;
  Words reserved, reusable;       // empty: not given
  std::vector<int32_t> affinity;  // the NUMA nodes of the request's
};

struct Answer {
  koord_status status = KOORD_OK;
  Words out;
  koord_refusal refusal{};
};

Asked read_request(Bytes &in, const Machine &machine) {
  Asked asked;
  asked.request = KOORD_INIT(koord_kubelet_request);
  asked.request.options = in.u8() & 63;
  asked.words = machine.info.words + static_cast<size_t>(in.between(0, 7) == 1);
  asked.shared = read_set(in, machine, asked.words);
  asked.request.cpus =
      static_cast<uint32_t>(in.between(0, static_cast<int>(machine.info.cpus) + 2));
  if (in.between(0, 31) == 1) asked.request.cpus = INT32_MAX;
  if (in.between(0, 2) == 1) asked.reserved = read_set(in, machine, asked.words);
  if (in.between(0, 3) == 1) asked.reusable = read_set(in, machine, asked.words);
  if (in.between(0, 1) == 1) {
    std::vector<koord_numa_node> nodes(machine.info.numa_nodes);
    size_t count = 0;
    FUZZ_CHECK(koord_topology_get_numa_nodes(machine.topology.get(), nodes.data(),
                                             sizeof(koord_numa_node), nodes.size(), &count,
                                             nullptr) == KOORD_OK);
    for (size_t i = 0; i < count && i < 64; ++i)
      if (in.flag()) {
        asked.affinity.push_back(nodes[i].numa_node);
        asked.request.affinity |= uint64_t{1} << i;
      }
  }
  return asked;
}

Answer pick(const Machine &machine, const Asked &asked) {
  koord_kubelet_request request = asked.request;
  Words sets = asked.shared;
  const auto add = [&](const Words &words, uint32_t flag) {
    if (words.empty()) return;
    request.sets |= flag;
    sets.insert(sets.end(), words.begin(), words.end());
  };
  add(asked.reserved, KOORD_KUBELET_SET_RESERVED);
  add(asked.reusable, KOORD_KUBELET_SET_REUSABLE);
  Answer answer;
  answer.out.assign(asked.words, 0xdeadbeef);
  std::memset(&answer.refusal, 0x55, sizeof answer.refusal);
  koord_error err{};
  answer.status = koord_kubelet_pick(machine.topology.get(), &request, sets.data(), asked.words,
                                     answer.out.data(), &answer.refusal, &err);
  check_result(answer.status, err);
  return answer;
}

bool exclude_each_other(uint32_t options) {
  const auto both = [&](uint32_t pair) { return (options & pair) == pair; };
  return both(KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY |
              KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES) ||
         both(KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA |
              KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES) ||
         both(KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE |
              KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES) ||
         both(KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE |
              KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA);
}

class Checker {
 public:
  Checker(const Machine &machine, const Asked &asked, const Answer &answer)
      : machine_(machine),
        asked_(asked),
        refusal_(answer.refusal),
        free_(((CpuSet::from_words(asked.shared) - CpuSet::from_words(asked.reserved)) |
               CpuSet::from_words(asked.reusable)) &
              machine.all),
        picked_(CpuSet::from_words(answer.out)),
        wanted_(static_cast<int>(asked.request.cpus)) {}

  void check() const {
    check_refusal();
    check_needless_refusal();
    if (refusal_.reason != KOORD_REASON_NONE) {
      FUZZ_CHECK(picked_.empty());
      return;
    }
    FUZZ_CHECK_WITH(picked_.is_subset_of(free_), (picked_ - free_).to_string());
    FUZZ_CHECK_WITH(picked_.count() == wanted_,
                    std::to_string(picked_.count()) + " for " + std::to_string(wanted_));
    check_affinity();
    check_whole_cores();
  }

 private:
  bool option(uint32_t bit) const { return (asked_.request.options & bit) != 0; }

  void check_refusal() const {
    if (refusal_.reason == KOORD_REASON_NONE) return;
    FUZZ_CHECK(refusal_.profile == KOORD_PROFILE_KUBELET);
    FUZZ_CHECK(std::string_view(koord_reason_get_name(refusal_.reason, KOORD_PROFILE_KUBELET)) !=
               "Unknown");
    char text[512];
    size_t needed = 0;
    FUZZ_CHECK(koord_refusal_format(&refusal_, text, sizeof text, &needed, nullptr) == KOORD_OK);
    FUZZ_CHECK(needed == std::strlen(text));
    check_line(text);
    if (refusal_.reason != KOORD_REASON_SMT_ALIGNMENT) FUZZ_CHECK(refusal_.best < refusal_.needed);
  }

  void check_needless_refusal() const {
    const koord_reason reason = refusal_.reason;
    if (wanted_ == 0) FUZZ_CHECK(reason == KOORD_REASON_NONE);
    if (wanted_ > free_.count()) FUZZ_CHECK(reason != KOORD_REASON_NONE);
    if (!option(KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY)) {
      FUZZ_CHECK((reason == KOORD_REASON_NONE) == (wanted_ <= free_.count()));
      return;
    }
    const int threads = uniform_threads(machine_);
    if (threads > 0) FUZZ_CHECK((reason == KOORD_REASON_SMT_ALIGNMENT) == (wanted_ % threads != 0));
  }

  CpuSet hinted() const {
    CpuSet cpus;
    for (const int32_t node : asked_.affinity)
      cpus |= where(machine_, machine_.all, &koord_cpu::numa_node, node);
    if (!option(KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET)) return cpus;
    CpuSet sockets;
    for (const koord_cpu &row : machine_.rows)
      if (cpus.contains(row.cpu))
        sockets |= where(machine_, machine_.all, &koord_cpu::socket, row.socket);
    return sockets;
  }

  // What the hinted NUMA nodes, or their sockets, can give comes from there. kubelet too takes
  // CPUs without a node for node 0's, so machines that have some are left out.
  void check_affinity() const {
    if (!where(machine_, machine_.all, &koord_cpu::numa_node, -1).empty()) return;
    const CpuSet near = free_ & hinted();
    FUZZ_CHECK(picked_.count_and(near) >= std::min(wanted_, near.count()));
  }

  // full-pcpus-only, all of whose free CPUs are whole cores: whole cores are given. By L3 group it
  // can only give what a group has of a core.
  void check_whole_cores() const {
    const int threads = uniform_threads(machine_);
    if (!option(KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY) || threads == 0 || !asked_.affinity.empty())
      return;
    if (option(KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE) && l3_cuts_cores()) return;
    if (split_cores(free_, threads) == 0) FUZZ_CHECK(split_cores(picked_, threads) == 0);
  }

  bool l3_cuts_cores() const {
    std::vector<int32_t> l3_of(machine_.info.cores, -2);
    for (const koord_cpu &row : machine_.rows) {
      int32_t &l3 = l3_of[static_cast<size_t>(row.core_index)];
      if (l3 != -2 && l3 != row.l3) return true;
      l3 = row.l3;
    }
    return false;
  }

  int split_cores(const CpuSet &cpus, int threads) const {
    std::vector<int> taken(machine_.info.cores);
    for (const koord_cpu &row : machine_.rows)
      taken[static_cast<size_t>(row.core_index)] += cpus.contains(row.cpu) ? 1 : 0;
    int n = 0;
    for (const int count : taken) n += count != 0 && count != threads ? 1 : 0;
    return n;
  }

  const Machine &machine_;
  const Asked &asked_;
  const koord_refusal &refusal_;
  const CpuSet free_;
  const CpuSet picked_;
  const int wanted_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const Machine machine = read_machine(in);
  const Asked asked = read_request(in, machine);
  const Answer answer = pick(machine, asked);
  const Answer again = pick(machine, asked);
  FUZZ_CHECK(answer.status == again.status && answer.out == again.out);
  FUZZ_CHECK((answer.status == KOORD_E_INVALID) == exclude_each_other(asked.request.options));
  if (answer.status != KOORD_OK) {
    for (const uint64_t word : answer.out) FUZZ_CHECK(word == 0xdeadbeef);
    return 0;
  }
  FUZZ_CHECK(std::memcmp(&answer.refusal, &again.refusal, sizeof answer.refusal) == 0);
  Checker(machine, asked, answer).check();
  return 0;
}
