/* Macros that pin layouts and numbers. */
#ifndef KOORD_PINS_H
#define KOORD_PINS_H

#define KOORD_EXPERIMENTAL 1
#include "koord.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " changed its size")
#define FIELD(type, name, offset, size)                                                   \
  _Static_assert(offsetof(type, name) == (offset) && sizeof(((type *)0)->name) == (size), \
                 #type "." #name " moved")
#define CONSTANT(name, value) _Static_assert((name) == (value), #name " renumbered")

#endif
