/** The search over everything (000 §7.4). */
import { searchRoutes } from '../../contract/search.ts';
import { SEARCH_TYPES } from '../../domain/lists/search.ts';
import { done } from '../outcome.ts';
import { searchEverything } from '../store/queries/search.ts';
import { serve, type Api } from './serve.ts';

export function serveSearch(api: Api): void {
  serve(api, searchRoutes.all, async ({ query: { query, types, page, pageSize } }, { db, caller }) =>
    done(await searchEverything(db, caller.userId, query, types ?? SEARCH_TYPES, page, pageSize)),
  );
}
