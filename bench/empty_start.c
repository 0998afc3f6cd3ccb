/* A program that can load libraries, and loads none: what the kernel and the loader take of every program. */
#include <dlfcn.h>
#include <stddef.h>

int main(void) { return dlopen(NULL, RTLD_NOW) == NULL; }
