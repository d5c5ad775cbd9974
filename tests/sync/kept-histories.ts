/** Histories that once did not hold, as they were found, with what they showed. */
import type { History } from './model-history.ts';

/** Found with seed 7 on a plain server: a crash over an edit, then another edit, asked the user about the user's own change. */
export const EDIT_AFTER_CRASHED_EDIT: History = {
  devices: 1, isKnown: true, hasTab: false,
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
  devices: 2, isKnown: false, hasTab: true,
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

/**
 * Found with seed 2002 on an extended server: an accident in the answer to the first question for its extensions made a
 * device take it for a plain one, and send a create without its key and id.
 */
export const FIRST_QUESTION_FAILED: History = {
  devices: 2, isKnown: false, hasTab: true,
  steps: [
    { action: 'wait', device: 1, pick: 677, round: { writes: [3, 49, 25, 7, 47], reads: [47, 93, 12, 67, 64, 91] } },
    { action: 'import', device: 0, pick: 232, round: { writes: [25, 76, 71], reads: [] } },
    { action: 'die', device: 2, pick: 776, round: { writes: [41, 22, 59, 12, 49, 25], reads: [] } },
    { action: 'edit', device: 0, pick: 306, round: null },
    { action: 'all', device: 0, pick: 936, round: null },
    { action: 'die', device: 4, pick: 208, round: null },
    { action: 'create', device: 2, pick: 964, round: { writes: [86, 63, 91], reads: [92, 27, 68] } },
  ],
};

/**
 * Found with seed 2121764609 on an extended server: rows were sent before the device had ever pulled, and the server came
 * back from a backup before it did. The epoch was first learnt by a pull, so nobody noticed, and a full reading removed them.
 */
export const SET_BACK_BEFORE_FIRST_PULL: History = {
  devices: 3, isKnown: false, hasTab: true,
  steps: [
    { action: 'die', device: 2, pick: 31, round: null },
    { action: 'account', device: 1, pick: 734, round: null },
    { action: 'signOut', device: 0, pick: 469, round: { writes: [28, 98, 4], reads: [] } },
    { action: 'create', device: 3, pick: 144, round: null },
    { action: 'backUp', device: 0, pick: 743, round: { writes: [93, 98, 1, 14, 68], reads: [10, 9, 10, 17] } },
    { action: 'import', device: 4, pick: 934, round: null },
    { action: 'crash', device: 3, pick: 6, round: null },
    { action: 'restore', device: 3, pick: 947, round: { writes: [58, 85, 44, 84, 71, 89], reads: [] } },
    { action: 'crash', device: 0, pick: 412, round: { writes: [60, 25, 94, 32, 53], reads: [] } },
  ],
};

/** Found with seed 10149 on a plain server: nothing was wrong but the model, which held on to an amount that its user gave up by choosing theirs. */
export const THEIRS_GIVES_UP_MINE: History = {
  devices: 3, isKnown: true, hasTab: false,
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
  devices: 2, isKnown: true, hasTab: true,
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

/** Found with seed 720001 on an extended server: a receipt was removed after its upload had been refused for the moment, and its file was then called damaged. */
export const RECEIPT_REMOVED_AFTER_FIRST_TRY: History = {
  devices: 2, isKnown: false, hasTab: false,
  steps: [
    { action: 'change', device: 2, pick: 566, round: null },
    { action: 'make', device: 2, pick: 51, round: { writes: [13, 1, 61], reads: [] } },
    { action: 'create', device: 3, pick: 72, round: null },
    { action: 'all', device: 0, pick: 216, round: null },
    { action: 'make', device: 2, pick: 596, round: null },
    { action: 'create', device: 3, pick: 190, round: null },
    { action: 'create', device: 2, pick: 827, round: { writes: [97, 82, 39, 16], reads: [] } },
    { action: 'make', device: 0, pick: 409, round: null },
    { action: 'signOut', device: 2, pick: 308, round: null },
    { action: 'drop', device: 0, pick: 536, round: { writes: [33, 83, 25, 64], reads: [] } },
    { action: 'change', device: 1, pick: 767, round: { writes: [85, 84, 1, 14], reads: [] } },
  ],
};

/** Found with seed 380296355 on a plain server: an account was deleted elsewhere with all that was in it, and its user was asked whether to keep it because its records were looked at after it. */
export const ACCOUNT_GONE_WITH_ITS_RECORDS: History = {
  devices: 4, isKnown: false, hasTab: true,
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

/** Made by hand for an extended server: an edit of what the backup had older, sent before the device had read the server that was set back, took the older amount over. */
export const EDIT_AFTER_SET_BACK: History = {
  devices: 1, isKnown: true, hasTab: false,
  steps: [
    { action: 'create', device: 0, pick: 1, round: { writes: [], reads: [] } },
    { action: 'backUp', device: 0, pick: 1, round: null },
    { action: 'edit', device: 0, pick: 1, round: { writes: [], reads: [] } },
    { action: 'restore', device: 0, pick: 1, round: null },
    { action: 'edit', device: 0, pick: 3, round: { writes: [], reads: [] } },
  ],
};

/** Found with seed 381601744 on an extended server: an import went to a server that had been set back before its account was there again, and the server made another account of that name. */
export const IMPORT_INTO_LOST_ACCOUNT: History = {
  devices: 2, isKnown: false, hasTab: true,
  steps: [
    { action: 'restore', device: 4, pick: 9, round: { writes: [94, 13, 24, 55], reads: [] } },
    { action: 'backUp', device: 0, pick: 385, round: null },
    { action: 'change', device: 1, pick: 993, round: { writes: [5, 18, 94, 25], reads: [] } },
    { action: 'die', device: 1, pick: 980, round: { writes: [48, 35, 0, 29, 48, 68], reads: [] } },
    { action: 'create', device: 4, pick: 745, round: { writes: [70, 71, 45, 91, 40, 60], reads: [1, 17, 94, 67, 80] } },
    { action: 'make', device: 0, pick: 713, round: null },
    { action: 'import', device: 1, pick: 600, round: { writes: [0, 22, 74, 19, 47], reads: [] } },
    { action: 'die', device: 2, pick: 230, round: null },
    { action: 'restore', device: 4, pick: 1, round: { writes: [9, 29, 43], reads: [] } },
    { action: 'undo', device: 3, pick: 211, round: null },
    { action: 'change', device: 2, pick: 995, round: null },
    { action: 'make', device: 0, pick: 4, round: null },
  ],
};

/** Found with seed 324679682 on an extended server: an import met an account that another device had deleted meanwhile, and the server made one of that name under another id than the rows had here. */
export const IMPORT_INTO_DELETED_ACCOUNT: History = {
  devices: 2, isKnown: false, hasTab: false,
  steps: [
    { action: 'edit', device: 4, pick: 218, round: { writes: [47, 85, 91, 40], reads: [] } },
    { action: 'crash', device: 3, pick: 872, round: null },
    { action: 'make', device: 2, pick: 950, round: { writes: [69, 16, 61, 74, 63, 14], reads: [9, 37, 54, 83, 16] } },
    { action: 'make', device: 3, pick: 453, round: { writes: [83, 38, 29, 71, 16, 43], reads: [] } },
    { action: 'create', device: 1, pick: 331, round: { writes: [86, 24, 65, 36, 78, 15], reads: [] } },
    { action: 'import', device: 2, pick: 669, round: { writes: [52, 87, 72], reads: [] } },
    { action: 'undo', device: 3, pick: 914, round: { writes: [21, 45, 67, 46], reads: [] } },
    { action: 'drop', device: 1, pick: 149, round: { writes: [99, 82, 11, 24], reads: [] } },
    { action: 'all', device: 4, pick: 893, round: null },
    { action: 'make', device: 2, pick: 695, round: { writes: [94, 58, 82, 30, 64, 11], reads: [] } },
    { action: 'make', device: 1, pick: 58, round: null },
  ],
};

/** Found with seed 359579129 on an extended server: nothing was wrong but the model, which held on to an amount that another device's user gave up by choosing mine. */
export const MINE_GIVES_UP_THEIRS: History = {
  devices: 4, isKnown: true, hasTab: true,
  steps: [
    { action: 'create', device: 4, pick: 448, round: null },
    { action: 'die', device: 1, pick: 628, round: { writes: [60, 31, 44, 2], reads: [] } },
    { action: 'edit', device: 1, pick: 616, round: null },
    { action: 'die', device: 4, pick: 444, round: { writes: [65, 60, 15], reads: [] } },
    { action: 'edit', device: 4, pick: 493, round: { writes: [96, 16, 86], reads: [] } },
    { action: 'crash', device: 2, pick: 787, round: { writes: [70, 96, 42, 20, 30], reads: [] } },
    { action: 'change', device: 4, pick: 519, round: { writes: [44, 63, 12, 54], reads: [] } },
    { action: 'backUp', device: 3, pick: 543, round: { writes: [78, 47, 10, 57, 73, 81], reads: [] } },
    { action: 'restore', device: 3, pick: 194, round: { writes: [32, 54, 32], reads: [] } },
    { action: 'remove', device: 2, pick: 270, round: { writes: [41, 18, 0, 43, 77, 29], reads: [] } },
    { action: 'create', device: 2, pick: 729, round: { writes: [98, 89, 99, 52, 50], reads: [] } },
    { action: 'undo', device: 4, pick: 50, round: { writes: [7, 33, 64, 74], reads: [95, 82, 3, 99, 25] } },
  ],
};

/** Found with seed 20261123 on an extended server: a create whose reply was lost was answered as the first time, after another device's edit had been pulled, and that edit was not shown again. */
export const ANSWERED_AFTER_ANOTHERS_EDIT: History = {
  devices: 2, isKnown: true, hasTab: false,
  steps: [
    { action: 'die', device: 0, pick: 236, round: { writes: [0, 51], reads: [] } },
    { action: 'nothing', device: 0, pick: 0, round: { writes: [87], reads: [] } },
    { action: 'nothing', device: 1, pick: 0, round: { writes: [], reads: [] } },
    { action: 'edit', device: 1, pick: 0, round: { writes: [], reads: [] } },
    { action: 'dieMaking', device: 0, pick: 800, round: null },
  ],
};

/** Found with seed 20281140 on a plain server: nothing was wrong but the model, which did not note what a price hangs on when the tab died right after writing it. */
export const DIED_AFTER_MAKING_A_PRICE: History = {
  devices: 2, isKnown: false, hasTab: false,
  steps: [
    { action: 'dieMaking', device: 0, pick: 243, round: null },
    { action: 'drop', device: 0, pick: 842, round: null },
  ],
};

/** Made by hand for an extended server: an import was taken back while its sending was to be tried again, and its rows came back with the second try. */
export const IMPORT_TAKEN_BACK_BETWEEN_TRIES: History = {
  devices: 2, isKnown: true, hasTab: false,
  steps: [
    { action: 'account', device: 0, pick: 1, round: { writes: [], reads: [] } },
    { action: 'import', device: 0, pick: 1, round: { writes: [85], reads: [] } },
    { action: 'takeBack', device: 0, pick: 0, round: { writes: [], reads: [] } },
  ],
};

/** Found with seed 920000001 on a plain server: a price whose creation was lost was looked for without end after its property had been deleted elsewhere. */
export const LOST_PRICE_OF_DELETED_PROPERTY: History = {
  devices: 2, isKnown: true, hasTab: false,
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
  devices: 4, isKnown: true, hasTab: true, kinds: [5], common: 3,
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
  devices: 2, isKnown: true, hasTab: false, kinds: [8], common: 3,
  steps: [
    { action: 'edit', device: 2, pick: 629, round: CALM },
    { action: 'edit', device: 3, pick: 440, round: CALM },
    { action: 'remove', device: 0, pick: 601, round: CALM },
    { action: 'wait', device: 2, pick: 640, round: CALM },
  ],
};

/** A change of one device is lost with a server that was set back; another changes and deletes the record, and the first keeps it. */
export const KEPT_AFTER_SET_BACK: History = {
  devices: 2, isKnown: false, hasTab: true, kinds: [5], common: 1,
  steps: [
    { action: 'change', device: 4, pick: 84, round: null },
    { action: 'backUp', device: 0, pick: 546, round: null },
    { action: 'edit', device: 4, pick: 299, round: CALM },
    { action: 'change', device: 3, pick: 724, round: null },
    { action: 'drop', device: 3, pick: 260, round: null },
    { action: 'restore', device: 0, pick: 756, round: null },
  ],
};
