import { entityNoun } from '../../data/entities/entity-words.ts';
import type { UnreadList } from '../../data/database/meta.ts';
import { Banner } from '../../ui/messages/banner.tsx';

/** In words: `The server refused to list cash balances: Unknown sort field.` */
function refusalWords({ entity, message }: UnreadList): string {
  return `The server refused to list ${entityNoun(entity, 2)}: ${message.replace(/\.$/u, '')}.`;
}

/** The lists that the server refused at the last pull; everything else was read. */
export function UnreadLists({ lists }: { readonly lists: readonly UnreadList[] }) {
  return lists.map((list) => (
    <Banner key={list.entity} tone="warning">
      {refusalWords(list)} This device's copies were kept and may be out of date. Everything else was synced.
    </Banner>
  ));
}
