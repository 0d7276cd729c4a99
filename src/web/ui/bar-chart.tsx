import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { scaleTop } from './chart-scale.ts';

export interface Bar {
  /** A day, month or year; also the key. */
  when: string;
  value: number;
}

/** A bar for each day, month or year. */
export function BarChart({ bars, textOf, scaleOf = textOf, ...texts }: ChartTexts & { bars: readonly Bar[] }) {
  const top = scaleTop(bars.map(({ value }) => value));
  const step = 100 / bars.length;
  return (
    <ChartFrame {...texts} scaleOf={scaleOf} top={top} ends={[bars[0]?.when, bars.at(-1)?.when]}>
      {bars.map(({ when, value }, index) => (
        <rect key={when} x={index * step + step * 0.15} width={step * 0.7} y={100 - (100 * value) / top} height={(100 * value) / top}>
          <title>{`${texts.nameOf(when)}: ${textOf(value)}`}</title>
        </rect>
      ))}
    </ChartFrame>
  );
}
