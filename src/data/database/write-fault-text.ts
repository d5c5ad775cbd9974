/** The English sentences for a write that did not happen: what went wrong, and what to do. */
import { fieldLabel } from '../../../domain/records/issue-text.ts';
import type { WriteFault, Written } from './write.ts';

/** Why the device can store nothing now. */
const STORAGE = {
  storageFull: 'Storage full: this device has no room for the change.',
  storageErased: "The browser has erased this device's copy of your records, which is being fetched again.",
  appOutdated: 'A newer version of Holdfast is open in another tab. Reload this page.',
  storageUnavailable: 'The browser does not allow access to its storage. Reload this page.',
} as const;

/** What to show for a fault; null where the screen's own message says everything. */
export function writeFaultText(fault: WriteFault): string | null {
  switch (fault.code) {
    case 'storageFull':
      return `${STORAGE.storageFull} Nothing was saved; what you typed is still here.`;
    case 'storageErased':
      return `${STORAGE.storageErased} Nothing was saved; what you typed is still here, so save again in a moment.`;
    case 'appOutdated':
    case 'storageUnavailable':
      return `${STORAGE[fault.code]} Nothing was saved.`;
    case 'notFound':
      return 'This record was deleted in the meantime. Nothing was saved.';
    case 'tooLate':
      return 'Too late: the change has been sent already.';
    case 'taken':
      return `Already in use: ${fault.name}. Nothing was saved.`;
    case 'changedMeanwhile':
      return `Changed meanwhile in another tab or on another device: ${fault.fields.length === 0 ? 'the two versions cannot be combined' : fault.fields.map(fieldLabel).join(', ')}. Nothing was saved. Save again to replace it with your version.`;
    case 'interrupted':
    case 'inUse':
      return null;
  }
}

/** Why a write did not happen, or `otherwise` where its fault has no words; null is an error that was told already. */
export function notWrittenText(
  refused: Extract<Written<unknown>, { readonly ok: false }> | null,
  otherwise: string,
): string {
  return (refused && writeFaultText(refused.fault)) ?? otherwise;
}

/** What to show for a fault of an import, of which nothing was added. */
export function importFaultText(fault: WriteFault): string {
  return `${importFault(fault)} Nothing was added.`;
}

function importFault(fault: WriteFault): string {
  switch (fault.code) {
    case 'storageFull':
    case 'storageErased':
    case 'appOutdated':
    case 'storageUnavailable':
      return STORAGE[fault.code];
    case 'notFound':
      return 'A record that the file changes has been deleted.';
    case 'inUse':
      return 'A record that is in use would change.';
    case 'taken':
      return `Already in use: ${fault.name}.`;
    case 'changedMeanwhile':
      return 'Records that the file changes or cancels have changed since this preview.';
    case 'interrupted':
      return 'The import was cancelled.';
    case 'tooLate':
      return 'The import was interrupted.';
  }
}
