/**
 * libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 *
 * <p>Handles ({@link org.koord.Topology}, {@link org.koord.Cluster}, ...) hold memory of the library:
 * close them, best in try-with-resources. One that is forgotten is freed some time after the garbage
 * collector found it. Closing twice is fine, use after closing throws {@link
 * java.lang.IllegalStateException}, and closing while another thread is in a call waits for nobody:
 * the memory goes when that call is over.
 *
 * <p>Every class may be used by any number of threads; what may not run at the same time waits for
 * each other. Options are immutable; builders are the exception: set them in one thread.
 *
 * <p>A call that fails throws {@link org.koord.KoordException} with the library's sentence. A request
 * that does not fit is no failure: the answer has a {@link org.koord.Refusal}. Arguments are never
 * null unless their description says so.
 *
 * <p>CPU numbers are the kernel's and sets of them {@link org.koord.CpuSet}; amounts of CPU are
 * milli-CPU, of memory bytes, of everything else units.
 */
package org.koord;
