import styles from './chart.module.css';
import { ChartFrame, type ChartTexts } from './chart-frame.tsx';
import { scaleTop } from './chart-scale.ts';

export interface Stack {
  /** A day, month or year; also the key. */
  when: string;
  /** From the bottom to the top. */
  values: readonly number[];
}

interface StackedChartProps extends ChartTexts {
  /** Names of the parts, from the bottom to the top; at most two. */
  parts: readonly string[];
  stacks: readonly Stack[];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** A bar of several parts for each day, month or year, with a legend. */
export function StackedChart({ parts, stacks, textOf, scaleOf = textOf, ...texts }: StackedChartProps) {
  const top = scaleTop(stacks.map(({ values }) => sumOf(values)));
  const step = 100 / stacks.length;
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        {parts.map((name, part) => (
          <li key={name} data-part={part}>
            {name}
          </li>
        ))}
      </ul>
      <ChartFrame {...texts} scaleOf={scaleOf} top={top} ends={[stacks[0]?.when, stacks.at(-1)?.when]}>
        {stacks.map(({ when, values }, index) =>
          values.map((value, part) => (
            <rect
              key={`${when} ${parts[part]}`}
              data-part={part}
              x={index * step + step * 0.15}
              width={step * 0.7}
              y={100 - (100 * sumOf(values.slice(0, part + 1))) / top}
              height={(100 * value) / top}
            >
              <title>{`${texts.nameOf(when)}, ${parts[part]}: ${textOf(value)}`}</title>
            </rect>
          )),
        )}
      </ChartFrame>
    </>
  );
}
