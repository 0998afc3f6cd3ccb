// The amounts and names of a refusal as text.
#pragma once

#include <string>

#include "wording/sentence.h"

namespace koord {

class RefusalWords {
 public:
  // `names` provides the names that only a cluster knows.
  RefusalWords(const Refusal &refusal, const RefusalNames &names);

  // Empty if unknown here.
  const std::string &resource() const noexcept { return resource_; }
  const std::string &device_type() const noexcept { return type_; }
  std::string device_noun() const;           // "GPU", "RDMA device", "device"
  std::string devices(int64_t n) const;      // "2 GPUs"
  std::string amount(int64_t n) const;       // "8 CPUs", "16Gi of memory", "4 of example.com/nic"
  std::string bare_amount(int64_t n) const;  // beside an amount with its unit: "8", "16Gi", "4"
  // Return the spelling of annotations.
  std::string bind_policy() const;
  std::string exclusive_policy() const;

 private:
  std::string of_resource() const;

  Object object_;
  uint8_t bind_policy_;  // numbers of koord.h
  uint8_t exclusive_policy_;
  bool whole_cpus_;  // all milli-CPU amounts are whole CPUs
  std::string resource_;
  std::string type_;
};

}  // namespace koord
