import { useWatch } from 'react-hook-form';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import { DeviceOnly } from './device-only.tsx';

/** Says under a form's choice of a wrapper that a junior ISA stays on this device, where the server does not know it. */
export function JuniorIsaNote({ name = 'taxWrapper' }: { readonly name?: string }) {
  return useWatch({ name }) === ('JISA' satisfies TaxWrapper) ? <DeviceOnly what="juniorIsas" /> : null;
}
