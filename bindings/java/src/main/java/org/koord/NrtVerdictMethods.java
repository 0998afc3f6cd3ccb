package org.koord;

/** What follows from the refusal of a node. */
interface NrtVerdictMethods extends Answer {}
