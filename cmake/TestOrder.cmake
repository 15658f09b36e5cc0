# The order of the tests keeps the processors busy until the end: the longest begin first. Tests that mostly wait (for elections, silent peers,
# people's clocks) take turns, and other tests compute meanwhile. So tests/project/run.py starts more tests than there are processors.
get_property(tests DIRECTORY PROPERTY TESTS)
foreach(test IN LISTS tests)
  if(test MATCHES "^(server_cluster|server_journal|hostile_clients|robots_run|deploy|chaos|cluster_.*)$")
    set_tests_properties(${test} PROPERTIES COST 200 RESOURCE_LOCK waiting)
  elseif(test MATCHES "^(browser_play_(access|lasting|matches|sizes)|browser_replay|install)$")
    set_tests_properties(${test} PROPERTIES COST 110)
  elseif(test MATCHES "^(kit_.*|server_sim_.*|server_lobby|bindings_(go|node|python)|browser_.*)$")
    set_tests_properties(${test} PROPERTIES COST 80)
  elseif(test MATCHES "^(flowviz|play|validate|mlf|package)$")
    set_tests_properties(${test} PROPERTIES COST 50)
  endif()
endforeach()
