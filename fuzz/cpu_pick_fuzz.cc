// koord_cpu_pick on machines of every shape: it grants exactly what was asked, out of what may be
// used, in the shape that was required, and refuses only when it must.
#include <cstring>
#include <numeric>
#include <string>

#include "machines.h"

using namespace koord::fuzz;
using koord::CpuSet;

namespace {

struct Asked {
  koord_cpu_request request{};
  Words available, preferred;
  Words sets;                        // all of them, as the call takes them
  std::vector<uint16_t> ref_counts;  // empty: NULL
  std::vector<koord_numa_grant> hint;
};

struct Answer {
  koord_status status = KOORD_OK;
  Words out;
  koord_refusal refusal{};
  std::vector<koord_numa_grant> hint;
  CpuSet picked() const { return CpuSet::from_words(out); }
};

template <typename T>
T *or_null(std::vector<T> &values) {
  return values.empty() ? nullptr : values.data();
}
template <typename T>
const T *or_null(const std::vector<T> &values) {
  return values.empty() ? nullptr : values.data();
}

Asked read_request(Bytes &in, const Machine &machine) {
  Asked asked;
  asked.request = KOORD_INIT(koord_cpu_request);
  asked.request.flags = in.u8() & (KOORD_PICK_REQUIRED | KOORD_PICK_FEWEST_L3);
  asked.request.profile = in.between(0, 1);
  asked.request.bind_policy = in.between(0, 2);
  asked.request.exclusive_policy = in.between(0, 2);
  asked.request.numa_strategy = in.between(0, 2);
  asked.request.words = machine.info.words + static_cast<uint32_t>(in.between(0, 7) == 1);
  if (asked.request.words > KOORD_MAX_CPUS / 64) asked.request.words = KOORD_MAX_CPUS / 64;
  const size_t words = asked.request.words;
  asked.available = asked.sets = read_set(in, machine, words);
  const auto read_more = [&](koord_pick_set_flags flag) -> Words {
    if (in.between(0, 3) != 1) return {};
    const Words set = read_set(in, machine, words);
    asked.request.sets |= flag;
    asked.sets.insert(asked.sets.end(), set.begin(), set.end());
    return set;
  };
  asked.request.cpus =
      static_cast<uint32_t>(in.between(0, static_cast<int>(machine.info.cpus) + 2));
  const int odd = in.between(0, 31);
  if (odd == 1) asked.request.cpus = INT32_MAX;
  asked.preferred = read_more(KOORD_PICK_SET_PREFERRED);
  read_more(KOORD_PICK_SET_CORE_HELD);
  read_more(KOORD_PICK_SET_NODE_HELD);
  if (in.between(0, 3) == 1) {
    asked.request.max_ref_count = odd == 2 ? INT32_MAX : static_cast<uint32_t>(in.between(0, 4));
    Random random(in.u16());
    asked.ref_counts.resize(words * 64);
    for (uint16_t &count : asked.ref_counts)
      count = static_cast<uint16_t>(random.next() % (odd == 3 ? 65536 : 4));
  }
  return asked;
}

// NUMA nodes of the machine in ascending order, each with what it may give.
void read_hint(Bytes &in, const Machine &machine, Asked &asked) {
  if (in.between(0, 2) != 1) return;
  std::vector<koord_numa_node> nodes(machine.info.numa_nodes);
  size_t count = 0;
  FUZZ_CHECK(koord_topology_get_numa_nodes(machine.topology.get(), nodes.data(),
                                           sizeof(koord_numa_node), nodes.size(), &count,
                                           nullptr) == KOORD_OK);
  for (const koord_numa_node &node : nodes) {
    const int kind = in.between(0, 7);
    koord_numa_grant grant{};
    grant.numa_node = node.numa_node;
    grant.available_milli = -1;
    grant.granted_milli = 12345;  // must be written
    if (kind == 0) continue;
    if (kind == 1) grant.available_milli = static_cast<int64_t>(in.u16());
    if (kind == 2) grant.available_milli = int64_t{1000} * in.u8();
    if (kind == 3) grant.available_milli = INT64_MAX;
    asked.hint.push_back(grant);
  }
  asked.request.grant_stride = sizeof(koord_numa_grant);
  asked.request.grant_count = static_cast<uint32_t>(asked.hint.size());
}

Answer pick(const Machine &machine, const Asked &asked) {
  Answer answer;
  answer.out.assign(asked.request.words, 0xdeadbeef);
  answer.hint = asked.hint;
  std::memset(&answer.refusal, 0x55, sizeof answer.refusal);
  koord_error err{};
  answer.status = koord_cpu_pick(machine.topology.get(), &asked.request, asked.sets.data(),
                                 or_null(asked.ref_counts), or_null(answer.hint), answer.out.data(),
                                 &answer.refusal, &err);
  check_result(answer.status, err);
  FUZZ_CHECK_WITH(answer.status == KOORD_OK, err.message);  // every request here is valid
  return answer;
}

void check_same(const Answer &a, const Answer &b) {
  FUZZ_CHECK(a.out == b.out);
  FUZZ_CHECK(std::memcmp(&a.refusal, &b.refusal, sizeof a.refusal) == 0);
  for (size_t i = 0; i < a.hint.size(); ++i)
    FUZZ_CHECK(std::memcmp(&a.hint[i], &b.hint[i], sizeof a.hint[i]) == 0);
}

class Checker {
 public:
  Checker(const Machine &machine, const Asked &asked, const Answer &answer)
      : machine_(machine),
        request_(asked.request),
        asked_(asked),
        answer_(answer),
        usable_(CpuSet::from_words(asked.available) & machine.all),
        picked_(answer.picked()),
        wanted_(static_cast<int>(asked.request.cpus)) {}

  void check() const {
    check_refusal();
    check_arm();
    check_needless_refusal();
    if (answer_.refusal.reason != KOORD_REASON_NONE) {
      FUZZ_CHECK(picked_.empty());
      for (const koord_numa_grant &grant : answer_.hint) FUZZ_CHECK(grant.granted_milli == 0);
      return;
    }
    FUZZ_CHECK_WITH(picked_.is_subset_of(usable_), (picked_ - usable_).to_string());
    FUZZ_CHECK_WITH(picked_.count() == wanted_,
                    std::to_string(picked_.count()) + " for " + std::to_string(wanted_));
    check_shape();
    check_hint();
    check_preferred();
    check_evenness();
  }

 private:
  // The words of a refusal exist and its numbers say why.
  void check_refusal() const {
    const koord_refusal &refusal = answer_.refusal;
    if (refusal.reason == KOORD_REASON_NONE) return;
    FUZZ_CHECK(refusal.profile == request_.profile);
    FUZZ_CHECK(std::string_view(koord_reason_get_name(refusal.reason, refusal.profile)) !=
               "Unknown");
    char text[512];
    size_t needed = 0;
    FUZZ_CHECK(koord_refusal_format(&refusal, text, sizeof text, &needed, nullptr) == KOORD_OK);
    FUZZ_CHECK(needed == std::strlen(text));
    check_line(text);
    FUZZ_CHECK(refusal.best >= 0);
    // Upstream has no other reason where the shape is what lacks.
    if (refusal.reason == KOORD_REASON_NOT_ENOUGH_CPUS && (spec() || !required()))
      FUZZ_CHECK(refusal.best < refusal.needed);
  }

  bool required() const { return (request_.flags & KOORD_PICK_REQUIRED) != 0; }
  bool spec() const { return request_.profile == KOORD_PROFILE_SPEC; }
  bool arm() const { return spec() && machine_.architecture.starts_with("a"); }
  koord_bind_policy bind() const {
    return arm() ? KOORD_BIND_POLICY_FULL_PCPUS : request_.bind_policy;
  }

  // The proposal knows two policies on ARM; asking for others is refused, and only there.
  void check_arm() const {
    const koord_reason reason = answer_.refusal.reason;
    const bool no_bind =
        arm() && wanted_ > 0 && request_.bind_policy == KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
    const bool no_exclusive = arm() && wanted_ > 0 && !no_bind &&
                              request_.exclusive_policy == KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
    FUZZ_CHECK((reason == KOORD_REASON_BIND_POLICY_UNSUPPORTED) == no_bind);
    FUZZ_CHECK((reason == KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED) == no_exclusive);
  }

  // Without a hint and a required policy, whatever is available can be had.
  void check_needless_refusal() const {
    const koord_reason reason = answer_.refusal.reason;
    if (reason == KOORD_REASON_BIND_POLICY_UNSUPPORTED ||
        reason == KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED)
      return;
    if (wanted_ == 0) FUZZ_CHECK(reason == KOORD_REASON_NONE);
    if (wanted_ > usable_.count()) FUZZ_CHECK(reason != KOORD_REASON_NONE);
    if (asked_.hint.empty() && (!required() || bind() == KOORD_BIND_POLICY_DEFAULT))
      FUZZ_CHECK((reason == KOORD_REASON_NONE) == (wanted_ <= usable_.count()));
    // Whole cores under a required FullPCPUs: any multiple that there is. Upstream takes preferred
    // CPUs first, though they may be parts of cores.
    const int threads = spec() || asked_.preferred.empty() ? uniform_threads(machine_) : 0;
    if (asked_.hint.empty() && required() && bind() == KOORD_BIND_POLICY_FULL_PCPUS && threads > 0)
      FUZZ_CHECK((reason == KOORD_REASON_NONE) ==
                 (wanted_ % threads == 0 && wanted_ <= whole_cores(threads) * threads));
    if (spec() && required() && bind() == KOORD_BIND_POLICY_FULL_PCPUS && threads > 0)
      FUZZ_CHECK((reason == KOORD_REASON_SMT_ALIGNMENT) == (wanted_ % threads != 0));
    if (asked_.hint.empty() && required() && bind() == KOORD_BIND_POLICY_SPREAD_BY_PCPUS)
      FUZZ_CHECK((reason == KOORD_REASON_NONE) ==
                 (wanted_ <= places(machine_, usable_, &koord_cpu::core_index)));
  }

  std::vector<int> per_core(const CpuSet &cpus) const {
    std::vector<int> counts(machine_.info.cores);
    for (const koord_cpu &row : machine_.rows)
      counts[static_cast<size_t>(row.core_index)] += cpus.contains(row.cpu) ? 1 : 0;
    return counts;
  }

  int whole_cores(int threads) const {
    int n = 0;
    for (const int count : per_core(usable_)) n += count == threads ? 1 : 0;
    return n;
  }

  // Upstream calls a core whole when as many of its CPUs are free as the average core has.
  void check_shape() const {
    if (!required()) return;
    const bool whole =
        bind() == KOORD_BIND_POLICY_FULL_PCPUS && (spec() || uniform_threads(machine_) > 0);
    const std::vector<int> taken = per_core(picked_);
    const std::vector<int> threads = per_core(machine_.all);
    for (size_t core = 0; core < taken.size(); ++core) {
      if (bind() == KOORD_BIND_POLICY_SPREAD_BY_PCPUS) FUZZ_CHECK(taken[core] <= 1);
      if (whole) FUZZ_CHECK(taken[core] == 0 || taken[core] == threads[core]);
    }
  }

  void check_hint() const {
    if (asked_.hint.empty() || wanted_ == 0) return;
    int64_t granted = 0;
    for (size_t i = 0; i < answer_.hint.size(); ++i) {
      const koord_numa_grant &grant = answer_.hint[i];
      const bool homeless_too = grant.numa_node == 0;  // CPUs without a node count for node 0
      CpuSet here = where(machine_, picked_, &koord_cpu::numa_node, grant.numa_node);
      if (homeless_too) here |= where(machine_, picked_, &koord_cpu::numa_node, -1);
      FUZZ_CHECK(grant.granted_milli == int64_t{1000} * here.count());
      if (asked_.hint[i].available_milli >= 0)
        FUZZ_CHECK(grant.granted_milli <= asked_.hint[i].available_milli);
      granted += grant.granted_milli;
    }
    FUZZ_CHECK(granted == int64_t{1000} * wanted_);  // so none comes from elsewhere
  }

  bool distributes() const {
    return spec() && request_.numa_strategy == KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY;
  }

  // Preferred CPUs go first where nothing else decides.
  void check_preferred() const {
    if (asked_.preferred.empty() || required() || !asked_.hint.empty()) return;
    const CpuSet first = CpuSet::from_words(asked_.preferred) & usable_;
    FUZZ_CHECK(picked_.count_and(first) == std::min(wanted_, first.count()));
  }

  // DistributeEvenly: no NUMA node gives two CPUs more than another that still had some. Preferred
  // CPUs and exclusive policies come first.
  void check_evenness() const {
    if (!distributes() || !asked_.hint.empty() || bind() == KOORD_BIND_POLICY_FULL_PCPUS ||
        required() || request_.exclusive_policy != KOORD_EXCLUSIVE_POLICY_NONE)
      return;
    const CpuSet first = CpuSet::from_words(asked_.preferred);
    std::vector<std::pair<int, int>> nodes;  // given, available
    for (const koord_cpu &row : machine_.rows) {
      if (first.contains(row.cpu)) continue;
      const auto node = static_cast<size_t>(std::max(row.numa_node, 0));
      if (node >= nodes.size()) nodes.resize(node + 1);
      nodes[node].first += picked_.contains(row.cpu) ? 1 : 0;
      nodes[node].second += usable_.contains(row.cpu) ? 1 : 0;
    }
    for (const auto &[given, available] : nodes)
      for (const auto &[other_given, other_available] : nodes)
        FUZZ_CHECK(given == available || other_given <= given + 1);
  }

  const Machine &machine_;
  const koord_cpu_request &request_;
  const Asked &asked_;
  const Answer &answer_;
  const CpuSet usable_;
  const CpuSet picked_;
  const int wanted_;
};

int split_cores(const Machine &machine, const CpuSet &cpus) {
  std::vector<std::pair<int, int>> cores(machine.info.cores);  // taken, all
  for (const koord_cpu &row : machine.rows) {
    auto &[taken, all] = cores[static_cast<size_t>(row.core_index)];
    taken += cpus.contains(row.cpu) ? 1 : 0;
    ++all;
  }
  int n = 0;
  for (const auto &[taken, all] : cores) n += taken != 0 && taken != all ? 1 : 0;
  return n;
}

// NUMA nodes with CPUs of the set; CPUs without one count for node 0.
int nodes_of(const Machine &machine, const CpuSet &cpus) {
  const bool joined = !where(machine, cpus, &koord_cpu::numa_node, -1).empty() &&
                      !where(machine, cpus, &koord_cpu::numa_node, 0).empty();
  return places(machine, cpus, &koord_cpu::numa_node) - (joined ? 1 : 0);
}

// Fewest L3 groups may cost nothing: not in NUMA nodes, not in split cores, not in answers.
void check_fewest_l3(const Machine &machine, Asked asked, const Answer &answer) {
  if ((asked.request.flags & KOORD_PICK_FEWEST_L3) == 0) return;
  asked.request.flags &= ~uint32_t{KOORD_PICK_FEWEST_L3};
  const Answer plain = pick(machine, asked);
  FUZZ_CHECK(plain.refusal.reason == answer.refusal.reason);
  if (plain.refusal.reason != KOORD_REASON_NONE) return;
  const CpuSet a = answer.picked();
  const CpuSet b = plain.picked();
  FUZZ_CHECK(nodes_of(machine, a) <= nodes_of(machine, b));
  FUZZ_CHECK(places(machine, a, &koord_cpu::l3) <= places(machine, b, &koord_cpu::l3));
  FUZZ_CHECK(split_cores(machine, a) <= split_cores(machine, b));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes in(data, size);
  const Machine machine = read_machine(in);
  Asked asked = read_request(in, machine);
  read_hint(in, machine, asked);
  const Answer answer = pick(machine, asked);
  check_same(answer, pick(machine, asked));
  Checker(machine, asked, answer).check();
  check_fewest_l3(machine, asked, answer);
  return 0;
}
