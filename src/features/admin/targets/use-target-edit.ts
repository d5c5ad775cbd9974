import { useState } from 'react';
import type { TargetAllocation } from '../../../../domain/records/records.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { saveRecord } from '../../../data/records/records.ts';
import { readTargetPercentage } from './target-allocation-rules.ts';
import type { WriteNotice } from '../shared/use-write-notice.ts';

/** What is typed for the target with this id. */
interface Edit {
  readonly id: string;
  readonly text: string;
  readonly fault: string | null;
}

export interface TargetEdit {
  readonly text: string;
  readonly fault: string | null;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** Edits the percentage of one row of the table at a time. */
export function useTargetEdit(tell: WriteNotice['tell']): {
  readonly start: (target: TargetAllocation) => void;
  /** The edit of a target; null where another one or none is edited. */
  readonly editOf: (target: TargetAllocation) => TargetEdit | null;
} {
  const [edit, setEdit] = useState<Edit | null>(null);

  const save = async ({ id, assetCategory }: TargetAllocation, text: string) => {
    const reading = readTargetPercentage(text);
    if (!reading.ok) {
      setEdit({ id, text, fault: reading.message });
      return;
    }
    const fields = { id, assetCategory, targetPercentage: reading.value };
    const written = await saveRecord(currentDatabase(), 'targetAllocation', fields);
    if (tell(written, 'updated', 'Failed to update allocation')) setEdit(null);
  };
  return {
    start: (target) => {
      setEdit({ id: target.id, text: String(target.targetPercentage), fault: null });
    },
    editOf: (target) =>
      edit?.id === target.id
        ? {
            text: edit.text,
            fault: edit.fault,
            type: (text) => {
              setEdit({ ...edit, text, fault: null });
            },
            save: () => void save(target, edit.text),
            cancel: () => {
              setEdit(null);
            },
          }
        : null,
  };
}
