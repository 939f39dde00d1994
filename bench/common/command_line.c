/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line of the demo and the bench programs: FORM, then `--name value` pairs with a range each.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

static void print_help(const char* program, const measure_form* forms, size_t n_forms, const measure_option* options,
                       size_t n_options) {
  printf("usage: %s FORM [OPTION]...\nforms:\n", program);
  for (size_t i = 0; i < n_forms; i++) printf("  %-14s %s\n", forms[i].name, forms[i].text);
  puts("options (all optional):");
  for (size_t i = 0; i < n_options; i++) {
    printf("  --%-12s %s", options[i].name, options[i].text);
    if (!options[i].no_value) printf(" (default %lld)", *options[i].value);
    putchar('\n');
  }
}

static void usage_error(const char* program, const char* cause, const char* word) {
  fprintf(stderr, "%s: %s '%s'; --help lists what is known\n", program, cause, word);
  exit(2);
}

static long long read_number(const char* program, const measure_option* option, const char* text) {
  char* end = NULL;
  errno = 0;
  const long long value = strtoll(text, &end, 10);
  if (errno || end == text || *end || value < option->minimum || value > option->maximum) {
    fprintf(stderr, "%s: --%s takes a whole number from %lld to %lld, not '%s'\n", program, option->name,
            option->minimum, option->maximum, text);
    exit(2);
  }
  return value;
}

static const measure_option* find_option(const char* program, const char* word, const measure_option* options,
                                         size_t n_options) {
  if (!strncmp(word, "--", 2))
    for (size_t i = 0; i < n_options; i++)
      if (!strcmp(word + 2, options[i].name)) return &options[i];
  usage_error(program, "unknown option", word);
  return NULL;
}

size_t measure_command_line(int argc, char** argv, const measure_form* forms, size_t n_forms,
                            const measure_option* options, size_t n_options) {
  const char* slash = strrchr(argv[0], '/');
  const char* program = slash ? slash + 1 : argv[0];
  if (argc < 2 || !strcmp(argv[1], "--help")) {
    print_help(program, forms, n_forms, options, n_options);
    exit(argc < 2 ? 2 : 0);
  }
  size_t form = 0;
  while (form < n_forms && strcmp(argv[1], forms[form].name)) form++;
  if (form == n_forms) usage_error(program, "unknown form", argv[1]);
  for (int i = 2; i < argc; i++) {
    const measure_option* option = find_option(program, argv[i], options, n_options);
    if (option->no_value) {
      *option->value = 1;
      continue;
    }
    if (i + 1 == argc) usage_error(program, "no value after", argv[i]);
    *option->value = read_number(program, option, argv[++i]);
  }
  return form;
}
