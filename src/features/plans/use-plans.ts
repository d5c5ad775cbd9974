import { useRef, useState } from 'react';
import { parseAmount, type Percent, type Pounds, type Price } from '../../../domain/values/amount.ts';
import { HOUSEHOLD, type Targets } from '../../../domain/plans/own-targets.ts';
import type { PlanAnswer } from '../../../domain/plans/plan.ts';
import type { PlanRequest, RequestedGoal } from '../../../workers/api/worker-api.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readPlanTargets, storePlanTargets } from '../../data/device/local-settings.ts';
import { listOwnTargets } from '../../data/records/own-targets.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { amountFaultText } from '../../ui/texts/amount-fault-text.ts';
import { compute } from '../../compute/compute.ts';
import type { GoalKind } from './plan-words.ts';

/** In place of a key for the server's targets. */
export const SERVER = 'server';
const NONE: ReadonlyMap<string, Targets> = new Map();

/** What is typed and chosen; amounts are text. */
export interface PlanInputs {
  readonly kind: GoalKind;
  readonly accountId: string;
  readonly spouseAccountId: string;
  readonly amount: string;
  readonly withinExemptAmount: boolean;
  /** Whose targets are aimed at: `server`, `household`, or an account id. */
  readonly targetsOf: string;
  readonly keepsSmallSteps: boolean;
  /** Of brokers whose charge was typed. */
  readonly charges: Readonly<Record<string, string>>;
  /** Of securities, by ISIN, whose price was typed. */
  readonly prices: Readonly<Record<string, string>>;
}

export type PlanState =
  | { readonly step: 'idle' }
  /** `done` is the part that is worked out, from 0 to 1. */
  | { readonly step: 'working'; readonly done: number }
  | { readonly step: 'stopped' }
  | { readonly step: 'failed' }
  | { readonly step: 'answered'; readonly answer: PlanAnswer };

export interface Planner {
  readonly inputs: PlanInputs;
  /** Stated beside the server's, by `household` or account id. */
  readonly ownTargets: ReadonlyMap<string, Targets>;
  readonly change: (change: Partial<PlanInputs>) => void;
  readonly state: PlanState;
  /** Null while the input is not a goal. */
  readonly request: PlanRequest | null;
  readonly work: () => Promise<void>;
  readonly stop: () => void;
}

/** Goals that need an amount; a loss may do without. */
export function takesAmount(kind: GoalKind): boolean {
  return kind === 'makeGain' || kind === 'harvestLoss' || kind === 'raiseCash' || kind === 'bedAndIsa';
}

function readPounds(text: string): Pounds | null {
  const amount = parseAmount(text);
  return typeof amount === 'number' && amount >= 0 ? (amount as number as Pounds) : null;
}

/** What is wrong with a typed amount; null for a correct one, and while nothing is typed. */
export function amountFault(label: string, text: string): string | null {
  if (text.trim() === '' || readPounds(text) !== null) return null;
  return amountFaultText(label, text, 'an amount in pounds of 0 or more');
}

function readPrice(text: string): Price | null {
  const amount = parseAmount(text);
  return typeof amount === 'number' && amount > 0 ? (amount as number as Price) : null;
}

/** What is wrong with a typed price; null for a correct one, and while nothing is typed. */
export function priceFault(label: string, text: string): string | null {
  if (text.trim() === '' || readPrice(text) !== null) return null;
  return amountFaultText(label, text, 'an amount in pounds above 0');
}

/** What is typed, read one by one, without what is empty; null where one cannot be read. */
function readAll<T>(
  texts: Readonly<Record<string, string>>,
  read: (text: string) => T | null,
): Record<string, T> | null {
  const found: Record<string, T> = {};
  for (const [id, text] of Object.entries(texts)) {
    if (text.trim() === '') continue;
    const value = read(text);
    if (value === null) return null;
    found[id] = value;
  }
  return found;
}

/** Of a holder alone, or of everybody; null while the targets are not stated. */
function targetGoalOf(
  targetsOf: string,
  ownTargets: Planner['ownTargets'],
  accountIds: readonly string[],
): RequestedGoal | null {
  const goal = { kind: 'tradesToTarget', cash: [] } as const;
  if (targetsOf === SERVER) return { ...goal, accountIds, targetsOf: null };
  if (!ownTargets.has(targetsOf)) return null;
  return { ...goal, accountIds: targetsOf === HOUSEHOLD ? accountIds : [targetsOf], targetsOf };
}

function goalOf(
  inputs: PlanInputs,
  accountIds: readonly string[],
  ownTargets: Planner['ownTargets'],
): RequestedGoal | null {
  const { kind, accountId, spouseAccountId, withinExemptAmount } = inputs;
  if (kind === 'trySale') return null;
  if (kind === 'tradesToTarget') return targetGoalOf(inputs.targetsOf, ownTargets, accountIds);
  if (accountId === '') return null;
  const amount = readPounds(inputs.amount);
  switch (kind) {
    case 'useExemptAmount':
      return { kind, accountId };
    case 'harvestLoss':
      return inputs.amount.trim() === '' ? { kind, accountId, amount: null } : amount && { kind, accountId, amount };
    case 'makeGain':
    case 'raiseCash':
      return amount && { kind, accountId, amount };
    case 'bedAndIsa':
      return amount && { kind, accountId, subscription: amount, withinExemptAmount };
    case 'shareWithSpouse':
      return spouseAccountId === '' || spouseAccountId === accountId ? null : { kind, accountId, spouseAccountId };
  }
}

function requestOf(
  inputs: PlanInputs,
  accountIds: readonly string[],
  ownTargets: Planner['ownTargets'],
): PlanRequest | null {
  const goal = goalOf(inputs, accountIds, ownTargets);
  if (goal === null) return null;
  const [charges, prices] = [readAll(inputs.charges, readPounds), readAll(inputs.prices, readPrice)];
  if (charges === null || prices === null) return null;
  return { goal, assumptions: { charges, prices, spread: 0 as Percent, keepsSmallSteps: inputs.keepsSmallSteps } };
}

/** Whose targets this device aimed at last, where they still can be aimed at. */
function rememberedTargets(accountIds: readonly string[]): string | null {
  const remembered = readPlanTargets();
  return [SERVER, HOUSEHOLD, ...accountIds].find((known) => known === remembered) ?? null;
}

/** The state of planning; of it only the choice of targets is stored. */
export function usePlanner(accountIds: readonly string[]): Planner {
  const { data: ownTargets = NONE } = useStored(async () => await listOwnTargets(currentDatabase()), []);
  const [typed, setTyped] = useState<Omit<PlanInputs, 'targetsOf'> & { readonly targetsOf: string | null }>({
    kind: 'useExemptAmount',
    accountId: '',
    spouseAccountId: '',
    amount: '',
    withinExemptAmount: true,
    targetsOf: null,
    keepsSmallSteps: false,
    charges: {},
    prices: {},
  });
  const [state, setState] = useState<PlanState>({ step: 'idle' });
  const run = useRef(0);
  const inputs: PlanInputs = {
    ...typed,
    // Most have one account holder.
    accountId: typed.accountId === '' ? (accountIds[0] ?? '') : typed.accountId,
    targetsOf: typed.targetsOf ?? rememberedTargets(accountIds) ?? (ownTargets.has(HOUSEHOLD) ? HOUSEHOLD : SERVER),
  };
  const request = requestOf(inputs, accountIds, ownTargets);
  const work = async (): Promise<void> => {
    if (request === null) return;
    const own = (run.current += 1);
    const isCurrent = (): boolean => run.current === own;
    setState({ step: 'working', done: 0 });
    try {
      const answer = await compute().plan(request, (done) => {
        if (isCurrent()) setState({ step: 'working', done });
        return isCurrent();
      });
      if (isCurrent()) setState(answer === null ? { step: 'stopped' } : { step: 'answered', answer });
    } catch (error) {
      tellFault(error);
      if (isCurrent()) setState({ step: 'failed' });
    }
  };
  return {
    inputs,
    ownTargets,
    state,
    request,
    work,
    change: (change) => {
      if (change.targetsOf !== undefined) storePlanTargets(change.targetsOf);
      setTyped({ ...typed, ...change });
      // The result must belong to what is typed.
      run.current += 1;
      setState({ step: 'idle' });
    },
    stop: () => {
      run.current += 1;
      setState({ step: 'stopped' });
    },
  };
}
