import { useState } from 'react';
import { Combobox } from '../../ui/combobox.tsx';
import { useHitSearch } from '../../ui/use-hit-search.ts';
import type { AssetHit } from '../../../workers/worker-api.ts';

export type SearchAssets = (text: string, limit: number) => Promise<readonly AssetHit[]>;

export interface AssetChoiceProps {
  readonly label: string;
  readonly searchAssets: SearchAssets;
  readonly disabled: boolean;
  readonly onChoose: (hit: AssetHit) => void;
}

/** Finds the asset for a security that a file names in words of its own. */
export function AssetChoice({ label, searchAssets, disabled, onChoose }: AssetChoiceProps) {
  const [text, setText] = useState('');
  const { items, search } = useHitSearch(searchAssets);
  return (
    <Combobox
      label={label}
      text={text}
      onTextChange={(typed) => {
        setText(typed);
        search(typed);
      }}
      items={items}
      itemKey={(hit) => hit.id}
      itemText={(hit) => hit.name}
      itemNote={(hit) => hit.isin}
      onPick={(hit) => {
        setText(hit.name);
        onChoose(hit);
      }}
      disabled={disabled}
      placeholder="Choose asset: type its name or ISIN"
    />
  );
}
