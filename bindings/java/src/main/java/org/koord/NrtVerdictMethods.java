package org.koord;

/** Methods derived from a node's refusal. */
interface NrtVerdictMethods extends Answer {}
