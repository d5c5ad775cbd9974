/** Where a record that the search found is shown. */
import type { SearchHit, SearchType } from '../../../domain/search.ts';

const PATHS: Readonly<Record<SearchType, { readonly route: string; readonly kind: string }>> = {
  accounts: { route: '/accounts/:id/edit', kind: 'Account' },
  assets: { route: '/assets/view/:id', kind: 'Asset' },
  'savings-accounts': { route: '/savings-accounts/:id/edit', kind: 'Savings Account' },
  'broker-cash-balances': { route: '/broker-cash-balances/:id/edit', kind: 'Broker Cash' },
  properties: { route: '/properties/edit/:id', kind: 'Property' },
  transactions: { route: '/transactions/edit/:id', kind: 'Transaction' },
};

/** The route pattern of a kind of record. */
export function routeOf(type: SearchType): string {
  return PATHS[type].route;
}

/** What a kind of record is called. */
export function kindOf(type: SearchType): string {
  return PATHS[type].kind;
}

export function pathOf({ type, id }: Pick<SearchHit, 'type' | 'id'>): string {
  return PATHS[type].route.replace(':id', encodeURIComponent(id));
}
