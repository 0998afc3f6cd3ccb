// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * The allocations of one pod, by container; {@link Kubelet#admit} and {@link Kubelet#judge} write
 * it. One handle serves any number of calls, and allocates only for a pod larger than all before. A
 * new handle has no containers.
 */
public final class Admission extends Handle {
  Admission(long address) {
    super(address, KoordRaw::koord_admission_free, true);
  }

  /**
   * Creates an admission without containers.
   *
   * @return the admission
   */
  public static Admission create() {
    try (Frame f = Frame.open()) {
      Memory admissionOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_admission_new(admissionOut.address(), f.error()));
      return f.made(admissionOut, Admission::new);
    }
  }

  /**
   * Copies a row for each container of the pod, init containers first; all zero if the pod was
   * refused.
   *
   * @return the rows
   */
  public List<KubeletContainer> containers() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_kubelet_container_size, KubeletContainer::read, (rows_,
          capacity_, count_) -> KoordRaw.koord_admission_get_containers(at, rows_,
          KoordRaw.koord_kubelet_container_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes the exclusive CPUs of a container: none if it shares CPUs or the pod was refused. {@code
   * container} is a row of {@link Admission#containers}.
   *
   * @param container the container
   * @return the cpus
   * @throws KoordException.Invalid no such container
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpus(int container) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_admission_get_cpus(at, Frame.count("container", container),
          cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Copies the devices of a pod's containers, by container, then by number; none if the pod was
   * refused. Devices of an init container that a later one has, too, are listed for both.
   *
   * @return the rows
   */
  public List<PluginDevice> devices() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_plugin_device_size, PluginDevice::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_admission_get_devices(at, rows_,
          KoordRaw.koord_plugin_device_size, capacity_, count_, f.error()));
    }
  }
}
