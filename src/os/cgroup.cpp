// SPDX-License-Identifier: Apache-2.0
//
// /proc/self/cgroup names the process's group in each hierarchy, /proc/self/mountinfo where a hierarchy is mounted;
// the quota is in one file (version 2: cpu.max) or two (version 1: cpu.cfs_quota_us and cpu.cfs_period_us) of each
// group.
#include "os/cgroup.hpp"

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace rondo::os {
namespace {

// Text functions that use only members which cannot throw: substr(), and starts_with(), which calls it, would need
// the C++ library.
using Text = std::string_view;

Text first_part(Text text, size_t length) { return {text.data(), length}; }

bool starts_with(Text text, Text start) {
  return text.size() >= start.size() && first_part(text, start.size()) == start;
}

// On the heap, because the first thread that uses OpenMP may have a stack of no more than PTHREAD_STACK_MIN.
class Path {
 public:
  Path() = default;
  ~Path() { free(text_); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

  // False when it does not fit or memory is refused; the path is then unusable.
  bool set(Text a, Text b, Text c = {}) {
    const size_t length = a.size() + b.size() + c.size();
    if (length >= PATH_MAX) return false;
    free(text_);
    text_ = static_cast<char*>(malloc(length + 1));
    if (text_ == nullptr) return false;
    char* end = text_;
    for (const Text part : {a, b, c}) {
      if (part.empty()) continue;  // its data() may be null
      memcpy(end, part.data(), part.size());
      end += part.size();
    }
    *end = '\0';
    return true;
  }
  const char* text() const { return text_; }

 private:
  char* text_ = nullptr;
};

// The lines of a small file, without their ends.
class Lines {
 public:
  Lines(const char* root, const char* path) {
    Path full;
    if (full.set(root, path)) file_ = fopen(full.text(), "re");
  }
  ~Lines() {
    free(line_);
    if (file_ != nullptr) fclose(file_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  bool next(Text* line) {
    if (file_ == nullptr) return false;
    ssize_t length = getline(&line_, &capacity_, file_);
    if (length < 0) return false;
    if (length > 0 && line_[length - 1] == '\n') --length;
    *line = Text(line_, static_cast<size_t>(length));
    return true;
  }

 private:
  FILE* file_ = nullptr;
  char* line_ = nullptr;
  size_t capacity_ = 0;
};

// Cuts and returns what stands before the next `separator`; all of it when there is none.
Text take(Text* rest, char separator) {
  const size_t end = rest->find(separator);
  const bool is_last = end == Text::npos;
  const Text head = first_part(*rest, is_last ? rest->size() : end);
  rest->remove_prefix(is_last ? rest->size() : end + 1);
  return head;
}

bool lists(Text comma_separated, Text word) {
  while (!comma_separated.empty()) {
    if (take(&comma_separated, ',') == word) return true;
  }
  return false;
}

// A hierarchy of groups: that of version 2, or of version 1's cpu controller.
struct Hierarchy {
  bool is_version_2;
  bool has_group = false;
  bool is_mounted = false;
  Path group = {};  // the process's
  Path mount = {};
  Path top = {};  // which of its groups appears where it is mounted
};
using Hierarchies = Hierarchy[2];

void find_groups(const char* root, Hierarchies& hierarchies) {
  Lines lines(root, "/proc/self/cgroup");
  for (Text line; lines.next(&line);) {
    const Text number = take(&line, ':');
    const Text controllers = take(&line, ':');
    for (Hierarchy& hierarchy : hierarchies) {
      const bool is_it = hierarchy.is_version_2 ? number == "0" && controllers.empty() : lists(controllers, "cpu");
      if (is_it && !hierarchy.has_group) hierarchy.has_group = hierarchy.group.set(line, "");
    }
  }
}

// A line of mountinfo is "36 25 0:31 /top /mount/point rw,relatime shared:9 - cgroup cgroup rw,cpu". The kernel takes
// tens of microseconds to write a usual machine's.
void find_mounts(const char* root, Hierarchies& hierarchies) {
  Lines lines(root, "/proc/self/mountinfo");
  for (Text line; lines.next(&line);) {
    const size_t separator = line.find(" - ");
    if (separator == Text::npos) continue;
    Text fields = first_part(line, separator);
    Text rest = line;
    rest.remove_prefix(separator + 3);
    const Text type = take(&rest, ' ');
    take(&rest, ' ');  // the mounted source
    const Text super_options = take(&rest, ' ');
    for (Hierarchy& hierarchy : hierarchies) {
      const bool is_it = hierarchy.is_version_2 ? type == "cgroup2" : type == "cgroup" && lists(super_options, "cpu");
      if (!is_it || hierarchy.is_mounted) continue;
      for (int i = 0; i < 3; ++i) take(&fields, ' ');
      const Text mount_root = take(&fields, ' ');
      const Text mount_point = take(&fields, ' ');
      hierarchy.is_mounted =
          hierarchy.top.set(mount_root == "/" ? Text() : mount_root, "") && hierarchy.mount.set(mount_point, "");
    }
  }
}

bool read_first_line(const char* root, Text directory, Text name, char* out, size_t out_bytes) {
  Path path;
  if (!path.set(directory, "/", name)) return false;
  Lines lines(root, path.text());
  Text line;
  if (!lines.next(&line) || line.size() >= out_bytes) return false;
  memcpy(out, line.data(), line.size());
  out[line.size()] = '\0';
  return true;
}

// 0: this group sets no limit.
unsigned limit_of_group(const char* root, Text directory, bool is_version_2) {
  char text[64];
  long long quota = 0;
  long long period = 0;
  if (is_version_2) {
    if (!read_first_line(root, directory, "cpu.max", text, sizeof text)) return 0;
    if (sscanf(text, "%lld %lld", &quota, &period) != 2) return 0;  // "max 100000" stops at the first field
  } else {
    if (!read_first_line(root, directory, "cpu.cfs_quota_us", text, sizeof text)) return 0;
    if (sscanf(text, "%lld", &quota) != 1) return 0;  // -1: no limit
    if (!read_first_line(root, directory, "cpu.cfs_period_us", text, sizeof text)) return 0;
    if (sscanf(text, "%lld", &period) != 1) return 0;
  }
  if (quota <= 0 || period <= 0) return 0;
  const long long processors = (quota - 1) / period + 1;
  return processors > INT_MAX ? 0 : static_cast<unsigned>(processors);
}

unsigned tighter(unsigned a, unsigned b) {
  if (a == 0) return b;
  if (b == 0) return a;
  return a < b ? a : b;
}

unsigned limit_of_hierarchy(const char* root, const Hierarchy& hierarchy) {
  const auto& [is_version_2, has_group, is_mounted, group, mount, top] = hierarchy;
  if (!has_group || !is_mounted) return 0;

  // Inside a container, the group's path may be the one seen from outside, of which only the lower part is mounted
  // here.
  Text below = group.text();
  const Text top_text = top.text();
  if (starts_with(below, top_text)) below.remove_prefix(top_text.size());
  if (starts_with(below, "/..")) below = {};  // the process has been moved out of its namespace's root
  if (below == "/") below = {};

  Path directory;
  if (!directory.set(mount.text(), below)) return 0;
  Text walk = directory.text();
  const size_t mount_length = strlen(mount.text());
  unsigned limit = 0;
  while (true) {
    limit = tighter(limit, limit_of_group(root, walk, is_version_2));
    if (walk.size() <= mount_length) return limit;
    const size_t slash = walk.rfind('/');
    walk = first_part(walk, slash < mount_length ? mount_length : slash);
  }
}

}  // namespace

unsigned cgroup_cpu_limit(const char* root) {
  Hierarchies hierarchies = {{.is_version_2 = true}, {.is_version_2 = false}};
  find_groups(root, hierarchies);
  find_mounts(root, hierarchies);
  return tighter(limit_of_hierarchy(root, hierarchies[0]), limit_of_hierarchy(root, hierarchies[1]));
}

}  // namespace rondo::os
