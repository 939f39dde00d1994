/* SPDX-License-Identifier: Apache-2.0
 *
 * A library with HOG_BYTES of static thread-local storage, as static_tls.c loads them.
 */
__thread char rondo_hog[HOG_BYTES] __attribute__((tls_model("initial-exec")));
char* rondo_hog_address(void) { return rondo_hog; }
