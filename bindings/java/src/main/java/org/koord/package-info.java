/**
 * libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 *
 * <p>Handles ({@link org.koord.Topology}, {@link org.koord.Cluster}, ...) hold memory of the
 * library: close them, preferably in try-with-resources. A handle that is not closed is freed some
 * time after the garbage collector finds it. Closing twice is allowed, and using a closed handle
 * throws {@link java.lang.IllegalStateException}. Closing a handle while another thread is in a
 * call does not block: the memory is freed when that call ends.
 *
 * <p>Every class except builders is thread-safe; calls that exclude each other wait. Options are
 * immutable. Use a builder in one thread only.
 *
 * <p>A call that fails throws {@link org.koord.KoordException} with the library's message. A
 * request that does not fit is not a failure: the result has a {@link org.koord.Refusal}. Arguments
 * are never null unless their description says so.
 *
 * <p>CPU numbers are the kernel's, and sets of them are {@link org.koord.CpuSet}. Amounts are
 * milli-CPU for CPU, bytes for memory, and units for everything else.
 */
package org.koord;
