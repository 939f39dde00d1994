// SPDX-License-Identifier: Apache-2.0
// See user_default.hpp. In a file of the user, our lines stand between two marks, at the top: the .bashrc of Debian
// ends early for commands that ssh executes. A file that we have made says so, and goes when they go.

#include "user_default.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "environment.hpp"
#include "message.hpp"
#include "text_file.hpp"

namespace rondo::cli {
namespace fs = std::filesystem;
namespace {

constexpr char kBegin[] = "# >>> rondo >>> (by `rondo system enable`; `rondo system disable` removes it)\n";
constexpr char kNewFile[] = "# The file was made for these lines.\n";
constexpr char kEnd[] = "# <<< rondo <<<\n";

enum class Language { Sh, Fish, Systemd };

struct Place {
  fs::path file;
  Language language;
  bool is_wanted;  // other places are looked at only to see whether something of ours is left there
  const char* readers;
};

fs::path home() {
  if (const std::string home = variable("HOME"); !home.empty()) {
    return home;
  }
  const passwd* entry = getpwuid(geteuid());
  if (entry == nullptr) {
    throw Failure(kExitFailure, "this user has no home folder", "set HOME");
  }
  return entry->pw_dir;
}

fs::path folder_of(const char* name, const fs::path& otherwise) {
  const std::string value = variable(name);
  return value.empty() ? otherwise : fs::path(value);
}

std::vector<Place> places() {
  const fs::path root = home();
  const fs::path config = folder_of("XDG_CONFIG_HOME", root / ".config");
  const fs::path zsh = folder_of("ZDOTDIR", root);
  const std::string shell = fs::path(variable("SHELL")).filename();
  const auto is_there = [](const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
  };
  // bash reads the first of .bash_profile, .bash_login and .profile only.
  const fs::path bash_profile = root / ".bash_profile";
  const fs::path bash_login = root / ".bash_login";
  const fs::path bashrc = root / ".bashrc";
  const fs::path zshenv = zsh / ".zshenv";
  const bool uses_zsh = shell == "zsh" || is_there(zshenv) || is_there(zsh / ".zshrc");
  return {
      {root / ".profile", Language::Sh, true, "login shells: sh, dash, bash; graphical sessions"},
      {bash_profile, Language::Sh, is_there(bash_profile), "login shells: bash"},
      {bash_login, Language::Sh, is_there(bash_login), "login shells: bash"},
      {bashrc, Language::Sh, shell == "bash" || is_there(bashrc), "bash in a terminal; commands by ssh"},
      {zshenv, Language::Sh, uses_zsh, "zsh"},
      {config / "fish/conf.d/rondo.fish", Language::Fish, shell == "fish" || is_there(config / "fish"), "fish"},
      {config / "environment.d/60-rondo.conf", Language::Systemd, true,
       "services and graphical sessions of systemd, from the next login"},
  };
}

// What the three languages can hold between double quotes without an escape.
void require_plain(const std::string& path) {
  const bool is_plain = std::none_of(path.begin(), path.end(), [](unsigned char c) {
    return c < ' ' || c == '"' || c == '\\' || c == '$' || c == '`' || c == '!' || c == ':' || c == ';' || c == '\'';
  });
  if (!is_plain) {
    throw Failure(kExitFailure, "the folder " + path + " has a character in its name that shells give a meaning",
                  "move Rondo to a folder without such characters");
  }
}

std::string lines_for(Language language, const std::string& faces) {
  switch (language) {
    case Language::Sh:
      return "case \":${LD_LIBRARY_PATH-}:\" in\n"
             "  *:\"" +
             faces +
             "\":*) ;;\n"
             "  *) export LD_LIBRARY_PATH=\"" +
             faces +
             "${LD_LIBRARY_PATH:+:${LD_LIBRARY_PATH}}\" ;;\n"
             "esac\n";
    case Language::Fish:
      return "contains -- \"" + faces + "\" $LD_LIBRARY_PATH; or set -gx --path --prepend LD_LIBRARY_PATH \"" + faces +
             "\"\n";
    case Language::Systemd:
      return "LD_LIBRARY_PATH=\"" + faces + "${LD_LIBRARY_PATH:+:${LD_LIBRARY_PATH}}\"\n";
  }
  return {};
}

struct Found {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_whole_file = false;
};

// Our lines in a file's text.
std::optional<Found> find_block(const std::string& text) {
  const std::size_t begin = text.find(kBegin);
  const std::size_t end = begin == std::string::npos ? begin : text.find(kEnd, begin);
  if (end == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t behind = end + sizeof kEnd - 1;
  const bool was_made = text.compare(begin + sizeof kBegin - 1, sizeof kNewFile - 1, kNewFile) == 0;
  return Found{begin, behind, was_made && begin == 0 && behind == text.size()};
}

std::string without_block(std::string text) {
  if (const auto found = find_block(text)) {
    text.erase(found->begin, found->end - found->begin);
  }
  return text;
}

std::string faces_in(const std::string& text) {
  const auto found = find_block(text);
  if (!found) {
    return {};
  }
  // The first text between double quotes that begins as a path does, up to what follows in each of the languages.
  const std::size_t begin = text.find("\"/", found->begin) + 1;
  return begin == 0 ? std::string{} : text.substr(begin, text.find_first_of("\"$", begin) - begin);
}

bool enable_in(const Place& place, const std::string& faces) {
  const std::optional<std::string> old = read_text(place.file);
  const auto found = old ? find_block(*old) : std::nullopt;
  const bool is_new = !old || (found && found->is_whole_file);
  const std::string block = kBegin + std::string(is_new ? kNewFile : "") + lines_for(place.language, faces) + kEnd;
  const std::string text = block + without_block(old.value_or(""));
  if (old == text) {
    return false;
  }
  replace_text(place.file, text);
  return true;
}

bool disable_in(const Place& place) {
  const std::optional<std::string> old = read_text(place.file);
  const auto found = old ? find_block(*old) : std::nullopt;
  if (!found) {
    return false;
  }
  if (found->is_whole_file) {
    // The folders that are ours, if they are empty: conf.d and fish, or environment.d, and .config.
    remove_with_folders(place.file, place.language == Language::Fish ? 3 : place.language == Language::Systemd ? 2 : 0);
  } else {
    replace_text(place.file, without_block(*old));
  }
  return true;
}

}  // namespace

std::vector<StartupFile> startup_files() {
  std::vector<StartupFile> files;
  for (const Place& place : places()) {
    const std::string faces = faces_in(read_text(place.file).value_or(""));
    if (place.is_wanted || !faces.empty()) {
      files.push_back({place.file, place.readers, faces});
    }
  }
  return files;
}

bool enable_for_user(const fs::path& faces) {
  require_plain(faces.string());
  bool has_changed = false;
  for (const Place& place : places()) {
    if (place.is_wanted) {
      has_changed |= enable_in(place, faces.string());
    }
  }
  return has_changed;
}

bool disable_for_user() {
  bool has_changed = false;
  for (const Place& place : places()) {
    has_changed |= disable_in(place);
  }
  return has_changed;
}

}  // namespace rondo::cli
