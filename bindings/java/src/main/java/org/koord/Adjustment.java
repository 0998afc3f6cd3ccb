package org.koord;

import java.util.ArrayList;
import java.util.List;

/** Changes to a container at a stage of its life (docs/operate/hooks.md). Immutable. */
public final class Adjustment extends AdjustmentCalls {
  Adjustment(long address) {
    super(address);
  }

  /** {@return variables such as "NAME=value"} */
  public List<String> env() {
    return texts(AdjustmentList.ENV, info().env());
  }

  /** {@return names for the Container Device Interface, such as "nvidia.com/gpu=GPU-..."} */
  public List<String> cdiDevices() {
    return texts(AdjustmentList.CDI_DEVICES, info().cdiDevices());
  }

  /** {@return paths of device nodes, such as "/dev/infiniband/uverbs0"} */
  public List<String> deviceNodes() {
    return texts(AdjustmentList.DEVICE_NODES, info().deviceNodes());
  }

  private List<String> texts(AdjustmentList list, int count) {
    List<String> texts = new ArrayList<>(count);
    for (int item = 0; item < count; item++) {
      texts.add(text(list, item));
    }
    return List.copyOf(texts);
  }
}
