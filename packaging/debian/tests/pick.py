"""A user's first program: builds a synthetic machine, picks four CPUs in whole cores, prints them."""
import koord

with koord.Topology.from_synthetic("pack:2 numa:1 core:4 pu:2") as machine:
    picked = koord.pick(machine, 4, bind_policy=koord.BindPolicy.FULL_PCPUS, required=True)
    assert picked and str(picked.cpus) == "0-3", picked
    refused = koord.pick(machine, 17, bind_policy=koord.BindPolicy.FULL_PCPUS, required=True)
    assert not refused and str(refused.refusal), refused
    assert "<svg" in machine._repr_svg_()
try:
    koord.Topology.from_synthetic("nonsense")
except koord.KoordError as error:
    assert str(error), error
else:
    raise SystemExit("nonsense is a machine")
print(koord.__version__, picked.cpus)
