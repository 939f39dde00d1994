// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

namespace rondo::model {

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return "load";
    case Kind::Store:
      return "store";
    case Kind::Flush:
      return "flush";
    case Kind::Write:
      return "write";
    case Kind::Modify:
      return "modify";
    case Kind::Fence:
      return "fence";
    case Kind::LightFence:
      return "light fence";
    case Kind::HeavyBegin:
      return "heavy fence begins";
    case Kind::Interrupt:
      return "interrupted by a heavy fence";
    case Kind::HeavyEnd:
      return "heavy fence ends";
    case Kind::FutexWait:
      return "futex wait";
    case Kind::FutexResume:
      return "futex resume";
    case Kind::FutexWake:
      return "futex wake";
    case Kind::Pause:
      return "pause";
  }
  return "?";
}

}  // namespace rondo::model
