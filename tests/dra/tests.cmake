# The allocator of ResourceClaims: worked examples, and answers compared with all possible allocations of random problems.
koord_test_program(dra_tests ${CMAKE_CURRENT_LIST_DIR} koord_dra koord_base)
