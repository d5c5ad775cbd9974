/** What every chart over days shares: its axis of days, its axis of figures, its tooltip. */
import type { Chart, ChartOptions } from 'chart.js';
import { fromDayNumber, type IsoDate, toDayNumber } from '../../../domain/values/dates.ts';
import { formatDate } from '../texts/date-text.ts';
import type { ChartColours } from './chart-colours.ts';
import { dateTicks } from './chart-ticks.ts';

type Scales = NonNullable<ChartOptions<'line'>['scales']>;
type Scale = NonNullable<Scales[string]>;
type TooltipOptions = NonNullable<NonNullable<ChartOptions<'line'>['plugins']>['tooltip']>;
/** A dataset's point as a tooltip gets it. */
type TooltipItem = Parameters<NonNullable<NonNullable<TooltipOptions['callbacks']>['label']>>[0];

/** Pixels that a date takes on the axis. */
const TICK_WIDTH = 90;

export function chartFont(colours: ChartColours) {
  return { family: colours.font, size: 12 };
}

/** Between the picture and a text behind it, in pixels. */
export const TEXT_GAP = 8;

/** The room that the widest of the texts takes behind the picture, in pixels. */
export function textRoom({ ctx }: Chart, texts: readonly string[], colours: ChartColours): number {
  ctx.save();
  ctx.font = canvasFont(colours);
  const widest = Math.max(0, ...texts.map((text) => ctx.measureText(text).width));
  ctx.restore();
  return widest === 0 ? 0 : TEXT_GAP + Math.ceil(widest);
}

/** The font of a text that is drawn beside those of chart.js. */
export function canvasFont(colours: ChartColours): string {
  const { family, size } = chartFont(colours);
  return `${size}px ${family}`;
}

/** A caption of the chart or of an axis. */
export function chartTitle(colours: ChartColours, text: string | undefined) {
  return { display: text !== undefined, color: colours.muted, font: chartFont(colours), text: text ?? '' };
}

/** Days from the first to the last, with ticks at round dates. */
export function dayScale(
  first: IsoDate | undefined,
  last: IsoDate | undefined,
  colours: ChartColours,
  title?: string,
): Scale {
  return {
    type: 'linear',
    // A range of one day has no width to draw on; the chart then makes room around it.
    ...(first !== undefined &&
      last !== undefined &&
      first !== last && { min: toDayNumber(first), max: toDayNumber(last) }),
    title: chartTitle(colours, title),
    grid: { display: false },
    border: { color: colours.line },
    ticks: {
      color: colours.muted,
      font: chartFont(colours),
      maxRotation: 0,
      autoSkip: false,
      callback: (_value, index, ticks) => (ticks[index] as { label?: string } | undefined)?.label ?? '',
    },
    afterBuildTicks: (axis) => {
      if (first === undefined || last === undefined) return;
      axis.ticks = dateTicks(first, last, Math.max(3, Math.floor(axis.width / TICK_WIDTH))).map(({ day, label }) => ({
        value: day,
        label,
      }));
    },
  };
}

/** Figures; without words for them, because they are hidden, the axis has none. */
export function figureScale(format: ((value: number) => string) | null, colours: ChartColours, title?: string): Scale {
  return {
    title: chartTitle(colours, title),
    grid: { color: colours.line, lineWidth: 1 },
    border: { display: false },
    ticks: {
      display: format !== null,
      color: colours.muted,
      font: chartFont(colours),
      maxTicksLimit: 6,
      callback: (value) => format?.(Number(value)) ?? '',
    },
  };
}

/** The look of every tooltip. */
export function tooltipLook(colours: ChartColours) {
  const font = chartFont(colours);
  return {
    backgroundColor: colours.raised,
    borderColor: colours.line,
    borderWidth: 1,
    titleColor: colours.ink,
    bodyColor: colours.ink,
    titleFont: font,
    bodyFont: font,
    displayColors: false,
  };
}

/** The day above, and below it what `label` says of the point and `detail` of the day. */
export function dayTooltip(
  colours: ChartColours,
  enabled: boolean,
  label: (item: TooltipItem) => string,
  detail?: (index: number) => string[],
): TooltipOptions {
  return {
    ...tooltipLook(colours),
    enabled,
    callbacks: {
      title: ([item]) => (item === undefined ? '' : formatDate(fromDayNumber(item.parsed.x ?? 0))),
      label,
      afterBody: ([item]) => (item === undefined ? [] : (detail?.(item.dataIndex) ?? [])),
    },
  };
}
