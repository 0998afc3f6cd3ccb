import org.koord.BindPolicy;
import org.koord.CpuPicker;
import org.koord.CpuRequest;
import org.koord.KoordException;
import org.koord.Topology;

/** A user's first program: builds a synthetic machine, picks four CPUs in whole cores, prints them. */
public final class Pick {
  public static void main(String[] arguments) {
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:4 pu:2")) {
      CpuRequest request = new CpuRequest().cpus(4).bindPolicy(BindPolicy.FULL_PCPUS).required(true);
      CpuPicker.Pick picked = CpuPicker.pick(machine, request, machine.cpuset());
      if (!picked.granted() || !picked.cpus().toString().equals("0-3")) {
        throw new AssertionError(picked);
      }
      System.out.println(picked.cpus());
    }
    try (Topology nonsense = Topology.fromSynthetic("nonsense")) {
      throw new AssertionError(nonsense);
    } catch (KoordException expected) {
      System.out.println(expected.getMessage());
    }
  }
}
