/** The one English sentence for a write that did not happen: what went wrong, and what to do. */
import { fieldLabel } from '../../domain/issue-text.ts';
import type { WriteFault } from './write.ts';

/** What to show for a fault; null where the screen's own message says all there is to say. */
export function writeFaultText(fault: WriteFault): string | null {
  switch (fault.code) {
    case 'storageFull':
      return 'Storage full: this device has no room for the change. Nothing was saved; what you typed is still here.';
    case 'storageErased':
      return 'The browser has erased this device’s copy of your records, which is being fetched again. Nothing was saved; what you typed is still here, so save again in a moment.';
    case 'appOutdated':
      return 'A newer version of Holdfast is open in another tab. Reload this page to save.';
    case 'storageUnavailable':
      return 'The browser gives no access to its storage. Reload the page; nothing was saved.';
    case 'notFound':
      return 'This record has been deleted meanwhile. Nothing was saved.';
    case 'tooLate':
      return 'Too late: the change has been sent already.';
    case 'taken':
      return `That is in use already: ${fault.name}. Nothing was saved.`;
    case 'changedMeanwhile':
      return `Changed meanwhile in another tab or on another device: ${fault.fields.length === 0 ? 'what was saved there does not go with this' : fault.fields.map(fieldLabel).join(', ')}. Nothing was saved. Save again to put what you typed in its place.`;
    case 'interrupted':
    case 'inUse':
      return null;
  }
}
