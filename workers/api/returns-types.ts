/** Returns as the worker returns them. Types only, for the page too. */
import type { IsoDate } from '../../domain/values/dates.ts';
import type { AssetCategory, TaxWrapper } from '../../domain/fields/enums.ts';
import type { BridgePart } from '../../domain/returns/answers/bridge.ts';
import type { CashSince } from '../../domain/returns/book/ledgers-from-events.ts';
import type { PeriodChoice, ReturnsPeriod } from '../../domain/returns/figures/periods.ts';
import type { BridgeLineView, ReturnsView, ScopeDimension } from '../../domain/returns/answers/returns-view.ts';
import type { ReturnsScope } from '../../domain/returns/book/scope.ts';

/** A scope and period; own dates are given as checked days. */
export interface ReturnsRequest {
  readonly scope: ReturnsScope;
  readonly period: Exclude<PeriodChoice, 'own'> | ReturnsPeriod;
  readonly benchmark: string | null;
  readonly splitBy: ScopeDimension;
}

/** Holdings can be requested for named periods only. */
export type HoldingReturnsPeriod = Exclude<PeriodChoice, 'own'>;

export interface NamedSecurity {
  readonly isin: string;
  readonly name: string;
}

/** The choices: everything that was ever held. */
export interface ReturnsChoices {
  readonly accountIds: readonly string[];
  readonly brokerIds: readonly string[];
  readonly taxWrappers: readonly TaxWrapper[];
  readonly categories: readonly AssetCategory[];
  /** By name. */
  readonly holdings: readonly NamedSecurity[];
  /** Securities with a price, by name. */
  readonly benchmarks: readonly NamedSecurity[];
}

export interface ReturnsAnswer extends ReturnsView {
  /** The brokers and wrappers in which cash counts, and since when. */
  readonly cashSince: readonly CashSince[];
  readonly asOf: IsoDate;
  readonly choices: ReturnsChoices;
}

export interface ReturnsLinesRequest extends Omit<ReturnsRequest, 'benchmark' | 'splitBy'> {
  readonly part: BridgePart;
}

export interface ReturnsLine extends BridgeLineView {
  /** Null for cash. */
  readonly assetName: string | null;
}
