/** Where a record that the search found is opened. */
import type { DeviceSearchType, SearchHit } from '../../../domain/lists/search.ts';

type Hit = Pick<SearchHit<DeviceSearchType>, 'type' | 'id' | 'title'>;

interface Place {
  readonly route: string;
  readonly kind: string;
  /** Where the route does not name the record. */
  readonly to?: (hit: Hit) => string;
}

const PLACES: Readonly<Record<DeviceSearchType, Place>> = {
  accounts: { route: '/accounts/:id/edit', kind: 'Account' },
  assets: { route: '/assets/view/:id', kind: 'Asset' },
  'savings-accounts': { route: '/savings-accounts/:id/edit', kind: 'Savings Account' },
  'broker-cash-balances': { route: '/broker-cash-balances/:id/edit', kind: 'Broker Cash' },
  properties: { route: '/properties/edit/:id', kind: 'Property' },
  'bank-names': {
    route: '/admin/bank-names',
    kind: 'Bank Name',
    to: ({ title }) => `/admin/bank-names?search=${encodeURIComponent(title)}`,
  },
  transactions: { route: '/transactions/edit/:id', kind: 'Transaction' },
};

/** The route pattern of a kind of record. */
export function routeOf(type: DeviceSearchType): string {
  return PLACES[type].route;
}

/** What a kind of record is called. */
export function kindOf(type: DeviceSearchType): string {
  return PLACES[type].kind;
}

export function pathOf(hit: Hit): string {
  const { route, to } = PLACES[hit.type];
  return to?.(hit) ?? route.replace(':id', encodeURIComponent(hit.id));
}
