/** Histories that once did not hold, as they were found, with what they showed. */
import type { History } from './model.ts';

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
