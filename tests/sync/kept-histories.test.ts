import { describe, expect, it } from 'vitest';
import { realServer } from '../device/real-server.ts';
import { EDIT_AFTER_CRASHED_EDIT, EDITED_BEFORE_FOUND, FIRST_QUESTION_FAILED, SET_BACK_BEFORE_FIRST_PULL } from './kept-histories.ts';
import { play } from './model.ts';
import { extendedModel, plainModel } from './play-histories.ts';

describe('a history that once did not hold', () => {
  it('joins an edit with an earlier one that arrived although its sender crashed', async () => {
    await play(EDIT_AFTER_CRASHED_EDIT, plainModel('location'));
  });

  it('doubles a record on a plain server only with the warning that it may be there twice', async () => {
    const { doubled, warnings } = await play(EDITED_BEFORE_FOUND, plainModel('body'));
    expect(doubled).toHaveLength(1);
    expect(warnings).toBeGreaterThan(0);
  });

  it.each([
    ['does not take an extended server for a plain one because of an accident in its first answer', FIRST_QUESTION_FAILED],
    ['notices that the server was set back before the device ever pulled', SET_BACK_BEFORE_FIRST_PULL],
  ])('%s', async (_what, history) => {
    const server = await realServer();
    try {
      await server.newUser();
      expect(await play(history, await extendedModel(server))).toMatchObject({ doubled: [] });
    } finally {
      await server.close();
    }
  });
});
