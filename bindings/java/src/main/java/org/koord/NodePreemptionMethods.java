package org.koord;

/** Methods derived from a node's reason, as for a verdict. */
interface NodePreemptionMethods extends VerdictMethods {}
