import { describe, expect, it } from 'vitest';
import { realServer } from '../device/real-server.ts';
import * as onExtended from './kept-histories-extended.ts';
import * as kept from './kept-histories.ts';
import { extendedModel, plainModel } from './model-server.ts';
import { play } from './model.ts';

describe('a history that once failed', () => {
  // Sync rule 5.10
  it('joins an edit with an earlier one that arrived although its sender crashed', async () => {
    await play(kept.EDIT_AFTER_CRASHED_EDIT, plainModel('location'));
  });

  it('reverts an edit that had arrived without a reply, beside what another device changed', async () => {
    await play(kept.REVERTED_AFTER_LOST_REPLY, plainModel('location'));
  });

  // Sync rule 1.4
  it('reads a record once more when the tab was frozen over it, before it changes what a plain server overwrites', async () => {
    await play(kept.FROZEN_BEFORE_ITS_CHANGE, plainModel('body'));
  });

  // Sync rule 5.13
  it.each([
    ['lets go of what its user gave up by choosing theirs', kept.THEIRS_GIVES_UP_MINE],
    ['leaves no receipt behind of a transaction that was deleted', kept.TRANSACTION_WITH_RECEIPT_REMOVED],
    [
      'removes an account that was deleted elsewhere with its records without asking',
      kept.ACCOUNT_GONE_WITH_ITS_RECORDS,
    ],
    ['lets a price go with its property whose tab died right after making both', kept.DIED_AFTER_MAKING_A_PRICE],
    ['asks before a deletion behind an edit that was merged with a change elsewhere', kept.REMOVED_BEHIND_MERGED_EDIT],
    ['removes a record that was deleted elsewhere after its user had chosen theirs', kept.CHOSEN_JUST_BEFORE_GONE],
    ['gives an account that was deleted elsewhere to each user who wants it back', kept.WANTED_BACK_AND_KEPT],
    [
      'does not look without end for a lost price of a property that was deleted elsewhere',
      kept.LOST_PRICE_OF_DELETED_PROPERTY,
    ],
  ])('%s', async (_what, history) => {
    await play(history, plainModel('nothing'));
  });

  it('doubles a record on a plain server only with the warning that it may be there twice', async () => {
    const { doubled, warnings } = await play(kept.EDITED_BEFORE_FOUND, plainModel('body'));
    expect(doubled).toHaveLength(1);
    expect(warnings).toBeGreaterThan(0);
  });

  it.each([
    [
      'does not take an extended server for a plain one because of an accident in its first answer',
      onExtended.FIRST_QUESTION_FAILED,
    ],
    ['notices that the server was set back before the device ever pulled', onExtended.SET_BACK_BEFORE_FIRST_PULL],
    ['asks before an acknowledged amount is reset to that of a backup', onExtended.EDIT_AFTER_RESTORE],
    ['sends an import into an account that a backup has lost after the account', onExtended.IMPORT_INTO_LOST_ACCOUNT],
    [
      'makes an account that was deleted elsewhere again for an import into it, under its own id',
      onExtended.IMPORT_INTO_DELETED_ACCOUNT,
    ],
    [
      'brings an account that its user had edited and deleted back as the importing device knew it',
      onExtended.IMPORT_INTO_EDITED_AND_DELETED_ACCOUNT,
    ],
    [
      'has a broker that its user had edited and deleted as the backup of a server that was set back knows it',
      onExtended.RESTORED_AFTER_EDIT_AND_DELETION,
    ],
    ['lets go of what the user of another device gave up by choosing mine', onExtended.MINE_GIVES_UP_THEIRS],
    [
      'sends and deletes a receipt that was removed after its first try, and asks nobody about its file',
      onExtended.RECEIPT_REMOVED_AFTER_FIRST_TRY,
    ],
    [
      'shows what another device made of a record whose creation is answered late',
      onExtended.ANSWERED_AFTER_ANOTHERS_EDIT,
    ],
    [
      'keeps what its user keeps of a server that was set back, as it was on that device',
      onExtended.KEPT_AFTER_SET_BACK,
    ],
    [
      'deletes the rows of an import that was undone between two tries of sending it',
      onExtended.IMPORT_UNDONE_BETWEEN_TRIES,
    ],
    // Sync rule 7.2
    [
      'shows what another device keeps of a restored server where its user had deleted it before answering',
      onExtended.DELETED_BEFORE_ANSWERING,
    ],
    // Sync rule 6.7
    ['sends a row by itself that was put back after its chunk had left', onExtended.ROW_PUT_BACK_AFTER_ITS_CHUNK],
    [
      'removes what another device deleted before a server was set back and answered an edit once more',
      onExtended.EDIT_ANSWERED_AFTER_DELETION,
    ],
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
