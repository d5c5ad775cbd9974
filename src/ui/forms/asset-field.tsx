import { type Ref, useState } from 'react';
import type { AssetHit } from '../../../domain/lists/asset-search.ts';
import { Combobox } from './combobox.tsx';
import { useHitSearch } from '../hooks/use-hit-search.ts';

/** Finds at most `limit` assets by part of their name, ISIN or SEDOL, best first. */
export type SearchAssets = (text: string, limit: number) => Promise<readonly AssetHit[]>;

export interface AssetFieldProps {
  readonly label: string;
  /** The picked asset's name; empty when nothing is picked or its name is not known. */
  readonly name?: string;
  readonly searchAssets: SearchAssets;
  readonly onPick: (hit: AssetHit) => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Picks an asset by typing its name or ISIN; leaving the box restores the picked name. */
export function AssetField({
  name = '',
  searchAssets,
  onPick,
  onBlur,
  placeholder = 'Start typing asset name or ISIN to search...',
  ...look
}: AssetFieldProps) {
  const [text, setText] = useState(name);
  const { items, search } = useHitSearch(searchAssets);
  return (
    <Combobox
      {...look}
      placeholder={placeholder}
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
      onBlur={() => {
        if (name !== '') setText(name);
        onBlur?.();
      }}
    />
  );
}
