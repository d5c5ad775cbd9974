import { useState } from 'react';
import type { AssetHit } from '../../../workers/worker-api.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { type SearchAssets, useAssetSearch } from './use-asset-search.ts';

export interface AssetFieldProps {
  readonly label: string;
  /** The picked asset's name; empty when nothing is picked or its name is not known. */
  readonly name: string;
  readonly searchAssets: SearchAssets;
  readonly onPick: (hit: AssetHit) => void;
  readonly onBlur: () => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Picks an asset by typing its name or ISIN; leaving the box brings the picked name back. */
export function AssetField({ label, name, searchAssets, onPick, onBlur, error, hint }: AssetFieldProps) {
  const [text, setText] = useState(name);
  const { items, search } = useAssetSearch(searchAssets);
  return (
    <Combobox
      label={label}
      width="wide"
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
        onPick(hit);
      }}
      placeholder="Start typing asset name or ISIN to search..."
      required
      error={error}
      hint={hint}
      onBlur={() => {
        if (name !== '') setText(name);
        onBlur();
      }}
    />
  );
}
