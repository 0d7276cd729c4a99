import type { Histogram, Registry } from 'prom-client';

type LabelValue = string | number;

interface Definition<Labels extends readonly string[]> {
  name: string;
  help: string;
  labelNames: Labels;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
}

/** What was observed with the same labels. */
interface Series {
  labels: Record<string, LabelValue>;
  /** By bucket; the last are those above all bounds. */
  counts: number[];
  sum: number;
}

/** The series by the value of the first label, then by that of the second, and so on. */
interface Branch {
  next: Map<LabelValue, Branch>;
  series?: Series;
}

/**
 * A histogram that prom-client renders; returns the function that observes a value. Many values are observed per request, and prom-client
 * takes ten times as long for each: it joins the labels to a key and converts the bound to a text.
 */
export function histogram<const Labels extends readonly string[]>(registry: Registry, definition: Definition<Labels>) {
  const { name, help, labelNames, buckets } = definition;
  const root: Branch = { next: new Map() };
  const all: Series[] = [];
  const add = (values: readonly LabelValue[]): Series => {
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? '']));
    const series = { labels, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
    all.push(series);
    return series;
  };
  const metric = { name, get: async () => ({ name, help, type: 'histogram', values: all.flatMap((one) => rendered(name, buckets, one)) }) };
  registry.registerMetric(metric as unknown as Histogram);

  return (value: number, ...values: { [Index in keyof Labels]: LabelValue }): void => {
    let branch = root;
    for (const label of values) branch = branch.next.get(label) ?? grow(branch, label);
    branch.series ??= add(values);
    let bucket = 0;
    while (value > (buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    const { series } = branch;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  };
}

function grow(branch: Branch, label: LabelValue): Branch {
  const next: Branch = { next: new Map() };
  branch.next.set(label, next);
  return next;
}

/** Buckets are cumulative in the format of Prometheus. */
function rendered(name: string, buckets: readonly number[], { labels, counts, sum }: Series) {
  let count = 0;
  const upTo = [...buckets, '+Inf'].map((le, bucket) => {
    count += counts[bucket] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [...upTo, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: count }];
}
