# A node's admission, below koord.h. Histories of pods are drawn with a generator of their own whose seed
# is fixed.
koord_test_program(kubelet_tests ${CMAKE_CURRENT_LIST_DIR} koord_kubelet koord_numa koord_cpu koord_object
  koord_topology koord_wording koord_base)
