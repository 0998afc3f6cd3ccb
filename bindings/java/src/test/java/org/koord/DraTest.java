package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Devices for the claims of a pod. */
class DraTest {
  private static DraAlternative request(int number, int count) {
    return new DraAlternative().request(number).count(count);
  }

  /** Two GPUs that divide their memory, and a whole one with a taint. */
  private static DraInventory gpus() {
    DraDevice shared = new DraDevice(0, DraDeviceFlag.SHARED.code(), 0, 0, 0);
    DraDevice tainted = new DraDevice(1, 0, 1, 1, 0);
    assertTrue(shared.shared());
    assertFalse(shared.allocated() || tainted.unusable());
    DraCapacity memory =
        new DraCapacity(0, 7, 40, 0, DraPolicy.VALUES, DraCapacityFlag.HAS_DEFAULT.code(), 10, 0, 0, 0);
    assertTrue(memory.hasDefault());
    assertFalse(memory.hasMax() || memory.hasStep());
    return new DraInventory()
        .devices(List.of(shared, shared, tainted))
        .taints(List.of(new DraTaint(2, 100)))
        .attributes(List.of(new DraAttribute(0, 1, 5), new DraAttribute(1, 1, 5)))
        .capacities(List.of(memory))
        .validValues(List.of(new DraAmount(0, 7, 10), new DraAmount(0, 7, 20)))
        .counters(List.of(new DraAmount(0, 0, 2)))
        .consumedCounters(List.of(new DraAmount(0, 0, 1), new DraAmount(1, 0, 1)));
  }

  @Test
  void claimsGetDevices() {
    DraClaims claims =
        new DraClaims()
            .alternative(request(0, 1), CpuSet.parse("0-2"))
            .alternative(request(1, 1), CpuSet.parse("1"))
            .amounts(List.of(new DraAmount(0, 7, 12)))
            .constraint(
                new DraConstraint().kind(DraConstraintKind.MATCH).attribute(1), CpuSet.parse("0-1"));
    try (DraAllocation allocation = DraAllocation.create()) {
      DraInfo info = allocation.run(gpus(), claims);
      assertEquals(DraOutcome.ALLOCATED, info.outcome());
      assertFalse(info.truncated());
      assertEquals(
          List.of(new DraResult(0, 0, 0, 0), new DraResult(0, 1, 1, 1)), allocation.results());
      assertEquals(List.of(new DraAmount(0, 7, 20)), allocation.amounts());
    }
  }

  @Test
  void refusalsNameWhatWouldFit() {
    DraClaims claims = new DraClaims().alternative(request(0, 3), CpuSet.parse("0-2"));
    try (DraAllocation allocation = DraAllocation.create()) {
      DraInfo info =
          allocation.run(gpus(), claims, new DraOptions().remedies(true).any(true).maxSteps(1000));
      assertEquals(DraReason.TOO_FEW_DEVICES, info.reason());
      assertEquals(1, info.tainted());
      assertTrue(info.tolerateTaints() && info.fewerDevices());
      assertFalse(info.dropConstraint() || info.freeDevices());
      assertEquals(List.of(), allocation.results());
      DraAlternative late = new DraAlternative().claim(1).admin(true).all(true).tolerated(1);
      DraClaims gap = new DraClaims().alternative(late, CpuSet.parse("0"));
      assertThrows(KoordException.Invalid.class, () -> allocation.run(gpus(), gap));
    }
  }
}
