package org.koord;

/** What follows from the reason of a node: the same as of a verdict. */
interface NodePreemptionMethods extends VerdictMethods {}
