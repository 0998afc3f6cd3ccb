import org.koord.*;

class Use {
  static void check(boolean condition) {
    if (!condition) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) {
    try {
      Ladder.create(new LadderOptions().rungs(65)).close();
      throw new AssertionError("made");
    } catch (KoordException.Limit limit) {
      check(limit.getMessage().contains("options.rungs: 65, at most 64"));
    }
    Ladder ladder = Ladder.create(new LadderOptions().rungs(9).material(LadderMaterial.STEEL));
    try (Ladder again = ladder.share()) {
      ladder.close();
      check(again.rungs().size() == 9);
      check(again.rungs().get(8).height() == 2700);
      check(again.rungs().get(8).material() == LadderMaterial.STEEL);
      Refusal refusal = again.reach(3000);
      check(refusal.reason() == Reason.LADDER_TOO_SHORT && refusal.best() == 2700);
    }
    System.out.println("Java: 9 rungs");
  }
}
