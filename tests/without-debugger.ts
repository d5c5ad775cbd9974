/** React notes for a debugger where each element was made: a tenth of these tests' time, which nobody looks at here. */
import * as React from 'react';

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    // After ten thousand elements in a second React stops by itself.
    get: () => Infinity,
    set: (_counted: number) => {
      // React counts up, and begins again each second.
    },
  });
}
