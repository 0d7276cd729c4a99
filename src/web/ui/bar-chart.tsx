import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { scaleTop } from './chart-scale.ts';

export interface Bar {
  /** A day, month or year; also the key. */
  when: string;
  value: number;
  /** Paler: not all of it is counted. */
  isPartial?: boolean;
}

interface BarChartProps extends ChartTexts {
  bars: readonly Bar[];
  /** The text below a bar; by default only the first and the last bar are named. */
  tickOf?: (when: string, index: number) => string;
}

/** A bar for each day, month or year. */
export function BarChart({ bars, tickOf, textOf, scaleOf = textOf, ...texts }: BarChartProps) {
  const top = scaleTop(bars.map(({ value }) => value));
  const step = 100 / bars.length;
  return (
    <ChartFrame
      {...texts}
      {...(tickOf && { ticks: bars.map(({ when }, index) => ({ when, text: tickOf(when, index) })) })}
      scaleOf={scaleOf}
      top={top}
      ends={[bars[0]?.when, bars.at(-1)?.when]}
    >
      {bars.map(({ when, value, isPartial }, index) => (
        <rect
          key={when}
          data-partial={isPartial || undefined}
          x={index * step + step * 0.15}
          width={step * 0.7}
          y={100 - (100 * Math.max(0, value)) / top}
          height={(100 * Math.max(0, value)) / top}
        >
          <title>{`${texts.nameOf(when)}: ${textOf(value)}`}</title>
        </rect>
      ))}
    </ChartFrame>
  );
}
