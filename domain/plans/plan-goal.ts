/** The plans for any goal. */
import { planBedAndIsa } from './bed-and-isa.ts';
import { planGain } from './gain-plans.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanWork } from './plan-work.ts';
import type { PlanAnswer, PlanGoal } from './plan.ts';
import { planCash } from './raise-cash.ts';
import { planShare } from './share-with-spouse.ts';
import { planTarget } from './trades-to-target.ts';

/** The work of planning a goal; it starts when the first portion is requested. */
export function planWork(book: PlanBook, goal: PlanGoal): PlanWork {
  switch (goal.kind) {
    case 'useExemptAmount':
    case 'makeGain':
    case 'harvestLoss':
      return planGain(book, goal);
    case 'raiseCash':
      return planCash(book, goal);
    case 'bedAndIsa':
      return planBedAndIsa(book, goal);
    case 'shareWithSpouse':
      return planShare(book, goal);
    case 'tradesToTarget':
      return planTarget(book, goal);
  }
}

/** The plans for a goal, all at once. */
export function planGoal(book: PlanBook, goal: PlanGoal): PlanAnswer {
  const work = planWork(book, goal);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
