import copy

import koord
from koord import LadderMaterial, Reason

try:
    koord.Ladder(rungs=65)
    raise AssertionError("made")
except koord.LimitError as error:
    assert str(error) == "options.rungs: 65, at most 64", error
ladder = koord.Ladder(rungs=9, material=LadderMaterial.STEEL)
again = copy.copy(ladder)
ladder.close()
assert len(again.rungs) == 9
assert again.rungs[8].height == 2700 and again.rungs[8].material is LadderMaterial.STEEL
refusal = again.reach(3000)
assert refusal and refusal.reason is Reason.LADDER_TOO_SHORT and refusal.best == 2700
assert again.reach(2000) is None
print("Python: 9 rungs")
