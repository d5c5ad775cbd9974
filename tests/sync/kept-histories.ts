/** Histories that once did not hold on a plain server, as they were found, with what they showed. */
import type { History } from './model-history.ts';

/** Found with seed 7 on a plain server: a crash over an edit, then another edit, asked the user about the user's own change. */
export const EDIT_AFTER_CRASHED_EDIT: History = {
  devices: 1,
  isKnown: true,
  hasTab: false,
  steps: [
    { action: 'create', device: 0, pick: 871, round: { writes: [32, 95, 72, 38, 42], reads: [] } },
    { action: 'edit', device: 0, pick: 2, round: null },
    { action: 'crash', device: 2, pick: 148, round: { writes: [12, 23, 84, 14, 77], reads: [93, 58, 47] } },
    { action: 'edit', device: 0, pick: 991, round: null },
    { action: 'create', device: 2, pick: 640, round: null },
    { action: 'crash', device: 2, pick: 2, round: null },
    { action: 'wait', device: 1, pick: 184, round: null },
    { action: 'create', device: 2, pick: 413, round: { writes: [55, 89, 24], reads: [] } },
  ],
};

/**
 * Found with seed 101 on a plain server: a create loses its reply, and another device edits the record before the first
 * could find it by its content. It is sent once more: the specification leaves no way to know it again, so the device
 * says that it may be there twice.
 */
export const EDITED_BEFORE_FOUND: History = {
  devices: 2,
  isKnown: false,
  hasTab: true,
  steps: [
    { action: 'create', device: 0, pick: 374, round: { writes: [20, 59, 64], reads: [13, 46, 16, 1, 90, 47] } },
    { action: 'edit', device: 1, pick: 596, round: { writes: [51, 4, 89, 12, 61], reads: [] } },
    { action: 'nothing', device: 1, pick: 3, round: { writes: [50, 56, 47, 36, 33], reads: [] } },
    { action: 'edit', device: 1, pick: 4, round: { writes: [49, 9, 13], reads: [4, 29, 0, 12, 25] } },
    { action: 'create', device: 0, pick: 470, round: { writes: [38, 16, 45, 36, 31], reads: [] } },
    { action: 'create', device: 0, pick: 240, round: { writes: [81, 14, 34, 25], reads: [] } },
    { action: 'nothing', device: 2, pick: 365, round: { writes: [91, 5, 75, 85], reads: [74, 48, 17, 60] } },
    { action: 'account', device: 0, pick: 320, round: { writes: [95, 5, 57, 64, 19, 15], reads: [] } },
    { action: 'crash', device: 0, pick: 99, round: { writes: [6, 11, 37, 27], reads: [] } },
    { action: 'edit', device: 1, pick: 642, round: { writes: [81, 72, 66], reads: [70, 95, 5, 76] } },
    { action: 'create', device: 1, pick: 744, round: { writes: [88, 56, 24, 56], reads: [] } },
  ],
};

/** Found with seed 10149 on a plain server: nothing was wrong but the model, which held on to an amount that its user gave up by choosing theirs. */
export const THEIRS_GIVES_UP_MINE: History = {
  devices: 3,
  isKnown: true,
  hasTab: false,
  steps: [
    { action: 'remove', device: 0, pick: 796, round: { writes: [49, 89, 92, 83], reads: [26, 50, 49, 68, 46, 14] } },
    { action: 'create', device: 3, pick: 215, round: null },
    { action: 'setClock', device: 2, pick: 162, round: { writes: [82, 72, 45, 47, 58], reads: [] } },
    { action: 'edit', device: 0, pick: 394, round: { writes: [38, 33, 55], reads: [] } },
    { action: 'crash', device: 3, pick: 668, round: null },
    { action: 'edit', device: 4, pick: 728, round: null },
    { action: 'backUp', device: 1, pick: 759, round: null },
    { action: 'edit', device: 3, pick: 272, round: null },
    { action: 'nothing', device: 4, pick: 445, round: { writes: [51, 62, 90, 4, 3, 37], reads: [] } },
    { action: 'edit', device: 1, pick: 750, round: { writes: [42, 36, 22, 36, 80], reads: [] } },
    { action: 'edit', device: 3, pick: 957, round: { writes: [21, 78, 15], reads: [] } },
    { action: 'undo', device: 4, pick: 850, round: { writes: [60, 1, 66, 71, 87, 97], reads: [] } },
  ],
};

/** Found with seed 710001 on a plain server: the test server kept the receipts of a transaction that was deleted. */
export const TRANSACTION_WITH_RECEIPT_REMOVED: History = {
  devices: 2,
  isKnown: true,
  hasTab: true,
  steps: [
    { action: 'make', device: 0, pick: 3, round: { writes: [25, 37, 98, 53, 61, 23], reads: [7, 85, 52] } },
    { action: 'make', device: 4, pick: 155, round: { writes: [26, 61, 69, 6], reads: [81, 68, 0, 30] } },
    { action: 'create', device: 0, pick: 754, round: { writes: [75, 90, 82, 81, 95], reads: [24, 32, 27] } },
    { action: 'make', device: 3, pick: 82, round: { writes: [84, 41, 4, 7, 92], reads: [] } },
    { action: 'remove', device: 1, pick: 783, round: { writes: [42, 85, 0], reads: [] } },
    { action: 'create', device: 2, pick: 991, round: { writes: [17, 6, 46], reads: [] } },
    { action: 'setClock', device: 0, pick: 9, round: { writes: [23, 46, 88, 58, 2, 66], reads: [] } },
    { action: 'make', device: 0, pick: 0, round: { writes: [99, 19, 13, 9], reads: [] } },
  ],
};

/** Found with seed 380296355 on a plain server: an account was deleted elsewhere with all that was in it, and its user was asked whether to keep it because its records were looked at after it. */
export const ACCOUNT_GONE_WITH_ITS_RECORDS: History = {
  devices: 4,
  isKnown: false,
  hasTab: true,
  steps: [
    { action: 'make', device: 0, pick: 955, round: { writes: [56, 81, 96, 58, 4, 80], reads: [] } },
    { action: 'die', device: 3, pick: 8, round: null },
    { action: 'drop', device: 3, pick: 272, round: { writes: [2, 95, 73, 37, 0, 3], reads: [] } },
    { action: 'setClock', device: 3, pick: 1, round: null },
    { action: 'all', device: 0, pick: 961, round: null },
    { action: 'remove', device: 4, pick: 328, round: null },
    { action: 'edit', device: 4, pick: 214, round: { writes: [6, 35, 53], reads: [87, 99, 41] } },
    { action: 'remove', device: 3, pick: 432, round: { writes: [48, 81, 91, 40, 4, 65], reads: [] } },
    { action: 'crash', device: 1, pick: 194, round: { writes: [5, 4, 93, 84, 87, 59], reads: [] } },
    { action: 'nothing', device: 3, pick: 43, round: null },
    { action: 'drop', device: 4, pick: 309, round: null },
    { action: 'edit', device: 1, pick: 640, round: { writes: [41, 2, 83, 55, 57, 74], reads: [99, 85, 5] } },
  ],
};

/** Found with seed 20281140 on a plain server: nothing was wrong but the model, which did not note what a price hangs on when the tab died right after writing it. */
export const DIED_AFTER_MAKING_A_PRICE: History = {
  devices: 2,
  isKnown: false,
  hasTab: false,
  steps: [
    { action: 'dieMaking', device: 0, pick: 243, round: null },
    { action: 'drop', device: 0, pick: 842, round: null },
  ],
};

/** Found with seed 920000001 on a plain server: a price whose creation was lost was looked for without end after its property had been deleted elsewhere. */
export const LOST_PRICE_OF_DELETED_PROPERTY: History = {
  devices: 2,
  isKnown: true,
  hasTab: false,
  steps: [
    { action: 'make', device: 1, pick: 994, round: null },
    { action: 'nothing', device: 1, pick: 0, round: { writes: [0, 0, 81], reads: [] } },
    { action: 'nothing', device: 0, pick: 0, round: { writes: [], reads: [] } },
    { action: 'drop', device: 0, pick: 352, round: null },
  ],
};

/**
 * Found with seed 4004 on a plain server: an edit whose request was lost and then the deletion of the same bank name,
 * while another device changed it too. The edit was merged with that, and the deletion took it for seen.
 */
export const REMOVED_BEHIND_MERGED_EDIT: History = {
  devices: 4,
  isKnown: true,
  hasTab: true,
  kinds: [5],
  common: 3,
  steps: [
    { action: 'change', device: 1, pick: 810, round: { writes: [77, 86, 58, 45], reads: [] } },
    { action: 'drop', device: 0, pick: 427, round: null },
    { action: 'setClock', device: 1, pick: 371, round: null },
    { action: 'setClock', device: 1, pick: 996, round: { writes: [46, 69, 52, 85, 55, 63], reads: [52, 53, 69] } },
    { action: 'edit', device: 1, pick: 818, round: { writes: [3, 24, 56, 66, 85, 11], reads: [85, 10, 36, 1] } },
    { action: 'drop', device: 1, pick: 726, round: { writes: [11, 81, 90, 61, 62, 49], reads: [] } },
    { action: 'change', device: 0, pick: 4, round: { writes: [95, 89, 63, 96, 94], reads: [] } },
  ],
};

const CALM = { writes: [], reads: [] };

/** An edit met a change elsewhere; its user chooses theirs when that is already deleted as well. */
export const CHOSEN_JUST_BEFORE_GONE: History = {
  devices: 2,
  isKnown: true,
  hasTab: false,
  kinds: [8],
  common: 3,
  steps: [
    { action: 'edit', device: 2, pick: 629, round: CALM },
    { action: 'edit', device: 3, pick: 440, round: CALM },
    { action: 'remove', device: 0, pick: 601, round: CALM },
    { action: 'wait', device: 2, pick: 640, round: CALM },
  ],
};

/** Found with seed 40321156: an edit arrived without a reply and was reverted by another, while another device changed the record: the arrived edit was taken for that device's, and stayed. */
export const REVERTED_AFTER_LOST_REPLY: History = {
  devices: 2,
  isKnown: false,
  hasTab: false,
  kinds: [5, 1],
  common: 1,
  believer: -1,
  steps: [
    { action: 'make', device: 1, pick: 999, round: { writes: [26, 98, 43, 97], reads: [] } },
    { action: 'change', device: 3, pick: 0, round: null },
    { action: 'create', device: 3, pick: 279, round: { writes: [51, 24, 63, 70], reads: [] } },
    { action: 'change', device: 1, pick: 6, round: null },
    { action: 'change', device: 0, pick: 578, round: null },
  ],
};

/** Found with seed 525110011: a tab was frozen between its look at a record and its change of it, in which another device changed the record: that change went without a word. */
export const FROZEN_BEFORE_ITS_CHANGE: History = {
  devices: 2,
  isKnown: false,
  hasTab: true,
  kinds: [3, 5],
  common: 2,
  believer: -1,
  steps: [
    { action: 'edit', device: 4, pick: 9, round: null },
    { action: 'freeze', device: 1, pick: 984, round: null },
    { action: 'edit', device: 3, pick: 310, round: null },
    { action: 'edit', device: 3, pick: 849, round: { writes: [], reads: [] } },
  ],
};

/** Found with seed 725110038: an account that was deleted elsewhere was wanted back by one user who had edited it, and kept by another who had a transaction in it, each of whom gets one. */
export const WANTED_BACK_AND_KEPT: History = {
  devices: 4,
  isKnown: false,
  hasTab: false,
  kinds: [7, 9],
  common: 1,
  believer: -1,
  steps: [
    { action: 'drop', device: 0, pick: 170, round: null },
    { action: 'die', device: 3, pick: 80, round: null },
    { action: 'account', device: 1, pick: 151, round: null },
    { action: 'change', device: 1, pick: 540, round: null },
  ],
};
