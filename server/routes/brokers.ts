/** Brokers (000 §7.5, 002 §7). */
import { brokerRoutes } from '../../contract/brokers.ts';
import { done } from '../outcome.ts';
import {
  brokerUsage,
  createBroker,
  findBroker,
  listBrokers,
  removeBroker,
  updateBroker,
} from '../store/shared-records/brokers.ts';
import { serve, type Api } from './serve.ts';

export function serveBrokers(api: Api): void {
  serve(api, brokerRoutes.list, async (_input, { db }) => done(await listBrokers(db)));
  serve(api, brokerRoutes.usage, async (_input, { db }) => done(await brokerUsage(db)));
  serve(api, brokerRoutes.get, async ({ params }, { db }) => await findBroker(db, params.id));
  serve(
    api,
    brokerRoutes.create,
    async ({ body }, { db, services }) => await createBroker(db, { ...body, id: body.id ?? services.newId() }),
  );
  serve(
    api,
    brokerRoutes.update,
    async ({ params, body }, { db, ifVersion }) => await updateBroker(db, params.id, body, ifVersion),
  );
  serve(
    api,
    brokerRoutes.remove,
    async ({ params }, { db, ifVersion, now }) => await removeBroker(db, params.id, ifVersion, now),
  );
}
