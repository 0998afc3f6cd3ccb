#include "wording/sentence.h"

#include "base/reason_facts.h"
#include "wording/claim_sentence.h"
#include "wording/device_sentence.h"
#include "wording/node_sentence.h"
#include "wording/peer_sentence.h"
#include "wording/refusal_words.h"
#include "wording/spec_sentence.h"

namespace koord {

std::string_view object_name(Object object) noexcept {
  switch (object) {
    case Object::kMachine:
      return "machine";
    case Object::kCpu:
      return "cpu";
    case Object::kCore:
      return "core";
    case Object::kL3:
      return "l3";
    case Object::kNumaNode:
      return "numaNode";
    case Object::kSocket:
      return "socket";
    case Object::kMilliCpu:
      return "milliCPU";
    case Object::kPolicy:
      return "policy";
    case Object::kBytes:
      return "byte";
    case Object::kUnit:
      return "unit";
    case Object::kContainer:
      return "container";
    case Object::kPod:
      return "pod";
    case Object::kDevice:
      return "device";
    case Object::kInitContainer:
      return "initContainer";
    case Object::kResources:
      return "resources";
  }
  return "unknown";
}

std::string to_sentence(const Refusal &refusal, const RefusalNames &names) {
  const RefusalWords words(refusal, names);
  const std::string peers = peer_sentence(refusal, words);
  if (!peers.empty()) return peers;
  switch (facts_of(refusal.reason).topic) {
    case Topic::kDevices:
      return device_sentence(refusal, words);
    case Topic::kRunning:
      return node_sentence(refusal);
    case Topic::kClaims:
      return claim_sentence(refusal, words);
    case Topic::kCpus:
    case Topic::kNuma:
    case Topic::kWhole:
    case Topic::kNothing:
      break;
  }
  return spec_sentence(refusal, words);
}

}  // namespace koord
