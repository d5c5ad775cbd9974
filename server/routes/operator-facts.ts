/** The facts that the operator has added. */
import { operatorFactRoutes as routes } from '../../contract/operator-facts.ts';
import { done } from '../outcome.ts';
import { readOperatorFacts } from '../store/shared-records/operator-facts.ts';
import { serve, type Api } from './serve.ts';

export function serveOperatorFacts(api: Api): void {
  serve(api, routes.get, async (_input, { db }) => {
    const {
      facts: { excessIncome, monthlyRates },
      version,
    } = await readOperatorFacts(db);
    return done({ excessIncome: [...excessIncome], monthlyRates: [...monthlyRates], version });
  });
}
