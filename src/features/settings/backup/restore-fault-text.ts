import type { RestoreFault } from '../../../../workers/api/worker-api.ts';

const FAULTS: Readonly<Record<Exclude<RestoreFault['code'], 'notWritten'>, string>> = {
  notOurs: 'This is not an export of Holdfast.',
  newer: 'This export was made by a newer version of Holdfast. Update this one first.',
  damaged: 'This export is damaged: a record or file in it has changed since it was saved.',
  needsPassphrase: 'This export is encrypted. Enter its passphrase.',
  wrongPassphrase: 'The passphrase is wrong, or the file was changed.',
  notEmpty:
    'You already have records. An export can be restored only where there are none; accounts without records do not count.',
  missingBanks:
    'This server does not know the banks of the savings accounts. Ask its administrator to add them, then restore again.',
  missingBrokers:
    'This server does not know the brokers of the transactions. Ask its administrator to add them, then restore again.',
};

/** Why nothing, or not everything, was restored. */
export function faultText(fault: RestoreFault): string {
  return fault.code === 'notWritten'
    ? `Not everything was restored. ${fault.message} Restore again to continue where it stopped.`
    : FAULTS[fault.code];
}
