/**
 * The statements that a holder can make for the allowances of a year, each with its present value and how it is saved.
 */
import type { AllowanceGap, AllowanceKind } from '../../../domain/allowances/allowance.ts';
import { ISA_TYPES } from '../../../domain/allowances/statements.ts';
import type { IsaType } from '../../../domain/allowances/isa-allowance.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { parseTaxYear, type TaxYear } from '../../../domain/values/tax-year.ts';
import type { CashIsaView, HolderAllowancesView, IsaView } from '../../../workers/api/worker-api.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { stateCashIsa, stateHolder, stateYear } from '../../data/records/holder-statements.ts';
import { stateOtherIncome } from '../../data/records/income-statements.ts';
import { optionsOf } from '../../ui/forms/select-field.tsx';
import { cashIsaName } from './allowance-words.ts';
import { poundsOf, type Statement } from './statement-form.tsx';

const ISA_LABELS: Readonly<Record<IsaType, string>> = {
  stocksAndShares: 'Stocks and shares ISA',
  cash: 'Cash ISA',
  lisa: 'Lifetime ISA',
  juniorIsa: 'Junior ISA',
};

const FLEXIBILITY = [
  { value: 'yes', label: 'Flexible' },
  { value: 'no', label: 'Not flexible' },
];

const typed = (amount: number | null | undefined): string => (amount == null ? '' : String(amount));

/** All that can be stated, in the order of the allowances. */
export function statementsOf(
  view: HolderAllowancesView,
  accounts: readonly Account[],
  years: readonly TaxYear[],
): readonly Statement[] {
  return [
    subscriptionsStatement(view),
    ...view.cashIsas.map((isa) => cashIsaStatement(view, isa)),
    ...view.isas.filter(({ taxWrapper }) => taxWrapper === 'ISA').map((isa) => flexibilityStatement(view, isa)),
    dateOfBirthStatement(view),
    ...pensionStatements(view, years),
    otherIncomeStatement(view),
    ...(accounts.length < 2 ? [] : [spouseStatement(view, accounts)]),
  ];
}

function subscriptionsStatement({ accountId, taxYear, year }: HolderAllowancesView): Statement {
  const db = currentDatabase();
  return {
    key: 'subscriptions',
    name: `other ISA subscriptions for ${taxYear}`,
    isStated: year.subscriptions !== null,
    fields: ISA_TYPES.map((type, index) => ({
      label: ISA_LABELS[type],
      is: 'money',
      value: typed(year.subscriptions?.[type]),
      ...(index === 0 && { hint: 'Cash paid in that is not recorded here; leave empty if none' }),
    })),
    save: async (texts) => {
      const [stocksAndShares, cash, lisa, juniorIsa] = (texts ?? []).map(poundsOf);
      const none = poundsOf('');
      return await stateYear(db, accountId, taxYear, {
        subscriptions:
          texts === null
            ? null
            : {
                stocksAndShares: stocksAndShares ?? none,
                cash: cash ?? none,
                lisa: lisa ?? none,
                juniorIsa: juniorIsa ?? none,
              },
      });
    },
  };
}

function cashIsaStatement({ accountId, taxYear }: HolderAllowancesView, isa: CashIsaView): Statement {
  const db = currentDatabase();
  return {
    key: `cashIsa ${isa.savingsAccountId}`,
    name: `what was paid into ${cashIsaName(isa)} in ${taxYear}`,
    isStated: isa.paidIn !== null,
    fields: [
      {
        label: `Paid into ${cashIsaName(isa)}`,
        hint: 'Without transfers from other ISAs, and less payments that a flexible ISA lets you make again; leave empty if none',
        is: 'money',
        value: typed(isa.paidIn),
      },
    ],
    save: async (texts) => {
      const { savingsAccountId } = isa;
      return await stateCashIsa(db, { accountId, savingsAccountId }, taxYear, texts && poundsOf(texts[0]));
    },
  };
}

/** `interactive investor, ISA` as `the ISA at interactive investor`. */
function isaWithArticle(name: string): string {
  const end = name.lastIndexOf(', ');
  return end === -1 ? name : `the ${name.slice(end + 2)} at ${name.slice(0, end)}`;
}

function flexibilityStatement(
  { accountId, holder }: HolderAllowancesView,
  { id, brokerId, taxWrapper, name, isFlexible }: IsaView,
): Statement {
  const db = currentDatabase();
  return {
    key: `flexible ${id}`,
    name: `whether ${isaWithArticle(name)} is flexible`,
    isStated: isFlexible !== null,
    fields: [
      {
        label: name,
        is: FLEXIBILITY,
        value: isFlexible === null ? '' : isFlexible ? 'yes' : 'no',
        hint: "See the ISA's terms; in a flexible ISA, withdrawals can be paid in again",
      },
    ],
    save: async (texts) => {
      const others = holder.isas.filter((isa) => isa.brokerId !== brokerId || isa.taxWrapper !== taxWrapper);
      const stated = texts === null ? [] : [{ brokerId, taxWrapper, isFlexible: texts[0] === 'yes' }];
      return await stateHolder(db, accountId, { isas: [...others, ...stated] });
    },
  };
}

function dateOfBirthStatement({ accountId, holder }: HolderAllowancesView): Statement {
  const db = currentDatabase();
  return {
    key: 'dateOfBirth',
    name: 'date of birth',
    isStated: holder.dateOfBirth !== null,
    fields: [{ label: 'Date of birth', is: 'date', value: holder.dateOfBirth ?? '' }],
    save: async (texts) =>
      await stateHolder(db, accountId, { dateOfBirth: texts === null ? null : parseIsoDate(texts[0] ?? '') }),
  };
}

/** Membership, contributions, income and withdrawals, on which the pension allowances depend. */
function pensionStatements(
  { accountId, taxYear, holder, year }: HolderAllowancesView,
  years: readonly TaxYear[],
): readonly Statement[] {
  const db = currentDatabase();
  return [
    {
      key: 'pensionKnownFrom',
      name: 'first year of pension membership',
      isStated: holder.pensionKnownFrom !== null,
      fields: [
        {
          label: 'First year',
          hint: 'The first tax year as a member of a pension scheme, from which all contributions are recorded here',
          is: years.filter((one) => one <= taxYear).map((one) => ({ value: one, label: one })),
          value: holder.pensionKnownFrom ?? '',
        },
      ],
      save: async (texts) =>
        await stateHolder(db, accountId, { pensionKnownFrom: texts === null ? null : parseTaxYear(texts[0] ?? '') }),
    },
    {
      key: 'pensionContributions',
      name: `other pension contributions for ${taxYear}`,
      isStated: year.pensionContributions !== null,
      fields: [
        {
          label: 'Contributions',
          hint: 'Including tax relief and employer contributions, without contributions recorded here',
          is: 'money',
          value: typed(year.pensionContributions),
        },
      ],
      save: async (texts) =>
        await stateYear(db, accountId, taxYear, { pensionContributions: texts === null ? null : poundsOf(texts[0]) }),
    },
    {
      key: 'pensionIncome',
      name: `income for the pension taper in ${taxYear}`,
      isStated: year.pensionIncome !== null,
      fields: [
        {
          label: 'Threshold income',
          hint: 'Income of the year less own pension contributions',
          is: 'money',
          value: typed(year.pensionIncome?.threshold),
        },
        {
          label: 'Adjusted income',
          hint: 'Income of the year plus employer pension contributions',
          is: 'money',
          value: typed(year.pensionIncome?.adjusted),
        },
      ],
      save: async (texts) =>
        await stateYear(db, accountId, taxYear, {
          pensionIncome: texts === null ? null : { threshold: poundsOf(texts[0]), adjusted: poundsOf(texts[1]) },
        }),
    },
    {
      key: 'flexiblyAccessedOn',
      name: 'first flexible pension payment',
      isStated: holder.flexiblyAccessedOn !== null,
      fields: [
        {
          label: 'Day of the first payment',
          hint: 'When money above the tax-free part was first drawn flexibly',
          is: 'date',
          value: holder.flexiblyAccessedOn ?? '',
        },
      ],
      save: async (texts) =>
        await stateHolder(db, accountId, { flexiblyAccessedOn: texts === null ? null : parseIsoDate(texts[0] ?? '') }),
    },
  ];
}

function otherIncomeStatement({ accountId, taxYear, otherIncome }: HolderAllowancesView): Statement {
  const db = currentDatabase();
  return {
    key: 'otherIncome',
    name: `other income for ${taxYear}`,
    isStated: otherIncome !== null,
    fields: [
      {
        label: 'Other income',
        hint: 'Pay, pensions and rents before tax, without the dividends and interest recorded here',
        is: 'money',
        value: typed(otherIncome),
      },
    ],
    save: async (texts) => await stateOtherIncome(db, accountId, taxYear, texts === null ? null : poundsOf(texts[0])),
  };
}

function spouseStatement({ accountId, holder }: HolderAllowancesView, accounts: readonly Account[]): Statement {
  const db = currentDatabase();
  return {
    key: 'spouse',
    name: 'spouse or civil partner',
    isStated: holder.spouseAccountId !== null,
    fields: [
      {
        label: 'Spouse or civil partner',
        is: optionsOf(accounts.filter(({ id }) => id !== accountId)),
        value: holder.spouseAccountId ?? '',
      },
    ],
    save: async (texts) => await stateHolder(db, accountId, { spouseAccountId: texts?.[0] ?? null }),
  };
}

/** Which statements close a gap of an allowance, by their keys; those of one ISA begin with `flexible` or `cashIsa`. */
export function closes(key: string, gap: AllowanceGap, kind: AllowanceKind): boolean {
  switch (gap) {
    case 'otherSubscriptions':
      return key === 'subscriptions';
    case 'cashIsaPayments':
      return key.startsWith('cashIsa ');
    case 'flexibility':
      return key.startsWith('flexible ');
    case 'dateOfBirth':
      return key === 'dateOfBirth';
    case 'income':
      // Asked for once, at the first allowance that depends on it.
      return kind !== 'savings' && key === (kind === 'pension' ? 'pensionIncome' : 'otherIncome');
    case 'pensionMembership':
      return key === 'pensionKnownFrom';
    case 'pensionContributions':
      return key === 'pensionContributions';
    case 'movedSubscriptions':
    case 'definedBenefits':
    case 'alternativeAllowance':
    case 'notFinal':
      return false;
  }
}
