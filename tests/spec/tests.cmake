# The specification, rule by rule: every test is named after its rule. It uses koord.h
# if possible, else the module that implements the rule.
koord_test_program(spec_tests ${CMAKE_CURRENT_LIST_DIR} koord::koord koord_wire koord_agent koord_cpu koord_kubelet koord_numa koord_device koord_object koord_topology
  koord_wording koord_base koord_json)

find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT KOORD_SANITIZE)
  set(rules R01 R02 R03 R04 R05 R06 R07 R08 R09 R10 R11 R12 R13 R14 R15 R16 R17 R20 R21 R22 R23 R24 R25 R26 R27 R28
    R29 R30 R31 R32 R33 R34 R35 R36 R37 R38 R39 R40 R45 R46 R47 R48 R49 R50 R55 R56 R57 R58 R59 R60 R65 R66 R70 R71
    R72 R73 R74 R75 R76 R77 R78 R79 R80 R81 R82 R90 R91 R92 R93 R94 R95 R96 R97 R98 R99 R100 R101 R102 R103 R104
    R105 R106 R107 R108 R109 R110 R111 R112 R113 R114 R115 R116 R117 R118 S01 S02 S03 S04 S05 S06 S07 S08 S09 S10 S11 S12
    S13 S14 S15 S16 S17 S18 S19 S20 S21 S22 S23 S24 S25 S26 S27 S28 S29 S30 S31 S32)
  list(JOIN rules "," rules)
  add_test(NAME spec.rules COMMAND Python3::Interpreter -B
    ${PROJECT_SOURCE_DIR}/tools/dev/spec_rules.py --require ${rules})
  set_tests_properties(spec.rules PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED: shared data")
endif()
