/** Reads the text format of Prometheus. */
export interface Series {
  /** Name and labels as written. */
  key: string;
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^(?<key>(?<name>\w+)(?:\{(?<labels>.*)\})?) (?<value>\S+)$/;

export const seriesOf = (text: string): Series[] =>
  text.split('\n').flatMap((line) => {
    const { key = '', name = '', labels = '', value } = LINE.exec(line)?.groups ?? {};
    if (!name || line.startsWith('#')) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text] as const);
    return [{ key, name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

/** The value of one series; 0 if it does not exist. */
export function metricOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const found = seriesOf(text).filter(
    (series) => series.name === name && Object.entries(labels).every(([label, value]) => series.labels[label] === value),
  );
  if (found.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} fits ${found.length} series.`);
  return found[0]?.value ?? 0;
}

/** The names of all metrics, including those without a value yet. */
export const metricNames = (text: string): string[] => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '']) => name);
