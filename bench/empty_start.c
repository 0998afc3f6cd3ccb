/* A program that can load libraries and loads none, for the cost of the kernel and the loader in every program. */
#include <dlfcn.h>
#include <stddef.h>

int main(void) { return dlopen(NULL, RTLD_NOW) == NULL; }
