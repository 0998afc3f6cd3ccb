# A node's admission, below koord.h. Histories of pods are random, from a generator with a fixed seed.
koord_test_program(kubelet_tests ${CMAKE_CURRENT_LIST_DIR} koord_kubelet koord_numa koord_cpu koord_object
  koord_topology koord_wording koord_base)
