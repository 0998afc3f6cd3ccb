# The merges compared with worked examples, with the algorithm of the other
# projects for every combination, and with recorded answers.
koord_test_program(numa_tests ${CMAKE_CURRENT_LIST_DIR} koord_numa koord_object koord_topology
                       koord_wording koord_base koord_json)
