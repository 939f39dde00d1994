// SPDX-License-Identifier: Apache-2.0
//
// A library whose constructor calls the program that loads it (fork_in_constructor.c).
void in_constructor(void);

__attribute__((constructor)) static void made(void) { in_constructor(); }
