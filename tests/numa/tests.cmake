#The merges against worked examples, against the peers' own way through every combination, and against
#recorded answers.
koord_test_program(numa_tests ${CMAKE_CURRENT_LIST_DIR} koord_numa koord_object koord_topology
                       koord_wording koord_base koord_json)
