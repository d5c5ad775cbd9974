/** Histories that once did not hold on our own server, as they were found, with what they showed. */
import type { History } from './model-history.ts';

/**
 * Found with seed 2002 on an extended server: an accident in the answer to the first question for its extensions made a
 * device take it for a plain one, and send a create without its key and id.
 */
export const FIRST_QUESTION_FAILED: History = {
  devices: 2,
  isKnown: false,
  hasTab: true,
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
  devices: 3,
  isKnown: false,
  hasTab: true,
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

/** Found with seed 720001 on an extended server: a receipt was removed after its upload had been refused for the moment, and its file was then called damaged. */
export const RECEIPT_REMOVED_AFTER_FIRST_TRY: History = {
  devices: 2,
  isKnown: false,
  hasTab: false,
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

/** Made by hand for an extended server: an edit of what the backup had older, sent before the device had read the server that was restored from a backup, took the older amount over. */
export const EDIT_AFTER_RESTORE: History = {
  devices: 1,
  isKnown: true,
  hasTab: false,
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
  devices: 2,
  isKnown: false,
  hasTab: true,
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
  devices: 2,
  isKnown: false,
  hasTab: false,
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
  devices: 4,
  isKnown: true,
  hasTab: true,
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
  devices: 2,
  isKnown: true,
  hasTab: false,
  steps: [
    { action: 'die', device: 0, pick: 236, round: { writes: [0, 51], reads: [] } },
    { action: 'nothing', device: 0, pick: 0, round: { writes: [87], reads: [] } },
    { action: 'nothing', device: 1, pick: 0, round: { writes: [], reads: [] } },
    { action: 'edit', device: 1, pick: 0, round: { writes: [], reads: [] } },
    { action: 'dieMaking', device: 0, pick: 800, round: null },
  ],
};

/** Made by hand for an extended server: an import was undone while its sending was to be tried again, and its rows came back with the second try. */
export const IMPORT_UNDONE_BETWEEN_TRIES: History = {
  devices: 2,
  isKnown: true,
  hasTab: false,
  steps: [
    { action: 'account', device: 0, pick: 1, round: { writes: [], reads: [] } },
    { action: 'import', device: 0, pick: 1, round: { writes: [85], reads: [] } },
    { action: 'undoImport', device: 0, pick: 0, round: { writes: [], reads: [] } },
  ],
};

/** A change of one device is lost with a server that was restored from a backup; another changes and deletes the record, and the first keeps it. */
export const KEPT_AFTER_SET_BACK: History = {
  devices: 2,
  isKnown: false,
  hasTab: true,
  kinds: [5],
  common: 1,
  steps: [
    { action: 'change', device: 4, pick: 84, round: null },
    { action: 'backUp', device: 0, pick: 546, round: null },
    { action: 'edit', device: 4, pick: 299, round: { writes: [], reads: [] } },
    { action: 'change', device: 3, pick: 724, round: null },
    { action: 'drop', device: 3, pick: 260, round: null },
    { action: 'restore', device: 0, pick: 756, round: null },
  ],
};

/**
 * Found with seed 20311146: a server that was restored from a backup told that another device had deleted the record, and the device noted
 * only that it was absent. The answer to its repeated edit, kept in the backup, then showed the record again, and nobody else had it.
 */
export const EDIT_ANSWERED_AFTER_DELETION: History = {
  devices: 2,
  isKnown: true,
  hasTab: true,
  kinds: [8],
  common: 2,
  steps: [
    { action: 'edit', device: 4, pick: 0, round: { writes: [67, 21, 75, 33, 0], reads: [] } },
    { action: 'backUp', device: 3, pick: 5, round: { writes: [42, 57, 43], reads: [68, 62, 6] } },
    { action: 'change', device: 2, pick: 0, round: null },
    { action: 'wait', device: 3, pick: 243, round: { writes: [42, 47, 82], reads: [] } },
    { action: 'restore', device: 2, pick: 994, round: null },
    { action: 'remove', device: 2, pick: 995, round: null },
    { action: 'remove', device: 0, pick: 548, round: null },
  ],
};

/** Found with seed 30301144: an account edited and removed without a connection came back with another's import, without the edit, and was called a loss. */
export const IMPORT_INTO_EDITED_AND_DELETED_ACCOUNT: History = {
  devices: 4,
  isKnown: true,
  hasTab: true,
  kinds: [7, 8, 5],
  common: 1,
  steps: [
    { action: 'change', device: 0, pick: 456, round: null },
    { action: 'change', device: 3, pick: 460, round: null },
    { action: 'change', device: 1, pick: 883, round: { writes: [71, 57, 33, 53, 7, 41], reads: [] } },
    { action: 'drop', device: 1, pick: 370, round: null },
    { action: 'import', device: 2, pick: 225, round: null },
    { action: 'change', device: 4, pick: 229, round: null },
    { action: 'drop', device: 0, pick: 408, round: null },
    { action: 'undo', device: 2, pick: 0, round: null },
  ],
};

/** Found with seed 30311149: a broker edited and removed without a connection came back with a server that was restored from a backup, without the edit, and was called a loss. */
export const RESTORED_AFTER_EDIT_AND_DELETION: History = {
  devices: 2,
  isKnown: false,
  hasTab: false,
  kinds: [9],
  common: 3,
  steps: [
    { action: 'backUp', device: 3, pick: 336, round: null },
    { action: 'dieMaking', device: 3, pick: 57, round: null },
    { action: 'make', device: 1, pick: 799, round: { writes: [1, 71, 54, 52, 20], reads: [] } },
    { action: 'change', device: 0, pick: 131, round: null },
    { action: 'edit', device: 1, pick: 380, round: { writes: [31, 78, 63, 79], reads: [] } },
    { action: 'dieMaking', device: 4, pick: 197, round: { writes: [39, 40, 42], reads: [] } },
    { action: 'crash', device: 1, pick: 422, round: { writes: [11, 68, 32, 42, 43], reads: [] } },
    { action: 'drop', device: 3, pick: 901, round: { writes: [78, 77, 34], reads: [] } },
    { action: 'restore', device: 1, pick: 881, round: null },
  ],
};

/** Found with seed 425110019: the user removed a row of an import between two tries of sending it, and put it back after the second, which had left without it: no server ever heard of the row. */
export const ROW_PUT_BACK_AFTER_ITS_CHUNK: History = {
  devices: 3,
  isKnown: false,
  hasTab: true,
  kinds: [6, 0],
  common: 0,
  believer: -1,
  steps: [
    { action: 'import', device: 3, pick: 506, round: { writes: [99, 81], reads: [] } },
    { action: 'remove', device: 0, pick: 579, round: { writes: [], reads: [] } },
    { action: 'undo', device: 4, pick: 369, round: null },
  ],
};

/**
 * Found with seed 992003 on an extended server: a user deletes a property whose prices a restored server had lost, before
 * they are asked about these; another user keeps them, and the first device never showed them again.
 */
export const DELETED_BEFORE_ANSWERING: History = {
  devices: 2,
  isKnown: false,
  hasTab: false,
  steps: [
    { action: 'startOver', device: 1, pick: 37, round: null },
    { action: 'restore', device: 0, pick: 0, round: null },
    { action: 'create', device: 0, pick: 0, round: null },
    { action: 'create', device: 0, pick: 0, round: null },
    { action: 'create', device: 0, pick: 0, round: null },
    { action: 'create', device: 0, pick: 0, round: null },
  ],
  kinds: [3],
  common: 3,
  backedUp: 'before',
  late: 1,
  believer: -1,
  chunkRows: 1,
};
