/** Valid requests for users' own access. */
import { PASSWORD } from './test-app.ts';
import type { World } from './world.ts';

export const USER_CASES = {
  'user.profile': {},
  'user.updateProfile': {
    body: () => ({ firstName: 'New', surname: 'Name', email: 'admin@example.org' }),
  },
  'user.changePassword': {
    body: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD, keepOtherSessions: true }),
  },
  'user.sessions': {},
  'user.endSession': { params: (world: World) => ({ id: world.session }) },
  'user.endOtherSessions': {},
  // Refused, so that the tests over all routes keep their user.
  'user.remove': { body: () => ({ password: PASSWORD, email: 'other@example.org' }) },
};
