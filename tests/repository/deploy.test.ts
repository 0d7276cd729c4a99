import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { prometheusMetrics } from '#server/ports/prometheus.ts';
import { SECRETS, SETTING_NAMES } from '#server/settings/settings.ts';
import { metricNames } from '#tests/support/prometheus.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string }[];
}

const ALERTS = (parse(read('deploy/prometheus/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const DASHBOARD = JSON.parse(read('deploy/grafana/carnet.json')) as { panels: Panel[] };
const OPERATIONS = read('docs/operations.md');

let known: Set<string>;
/** The metrics that an expression or a text names, without the parts of a histogram. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:carnet|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));
const unknownIn = (text: string): string[] => metricsIn(text).filter((name) => !known.has(name));

beforeAll(async () => {
  const metrics = prometheusMetrics({ version: '1', schema: '1', database: 'sqlite' }, ROOT);
  known = new Set(metricNames((await metrics.read()).text));
});

test('the check detects a metric that does not exist', () => {
  expect(unknownIn('rate(carnet_nothing_total[5m]) + rate(carnet_http_request_duration_seconds_bucket[5m])')).toEqual([
    'carnet_nothing_total',
  ]);
});

describe('the alert rules', () => {
  test.each(ALERTS.map((rule) => [rule.alert, rule] as const))(
    '%s names metrics that exist and is explained',
    (name, { expr, labels, annotations }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(metricsIn(expr).length + Number(expr.startsWith('up'))).toBeGreaterThan(0);
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(OPERATIONS).toContain(`\`${name}\``);
    },
  );
});

describe('the dashboard', () => {
  test.each(DASHBOARD.panels.map((panel) => [panel.title, panel] as const))('%s names metrics that exist', (_, { targets }) => {
    for (const { expr } of targets) {
      expect(metricsIn(expr).length).toBeGreaterThan(0);
      expect(unknownIn(expr)).toEqual([]);
    }
  });

  test('shows every metric of Carnet', () => {
    const shown = new Set(DASHBOARD.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))));
    const alerted = new Set(ALERTS.flatMap(({ expr }) => metricsIn(expr)));
    const own = [...known].filter((name) => name.startsWith('carnet_'));
    expect(own.filter((name) => !shown.has(name) && !alerted.has(name))).toEqual([]);
  });

  test('has panels with different ids that do not overlap', () => {
    expect(new Set(DASHBOARD.panels.map(({ id }) => id)).size).toBe(DASHBOARD.panels.length);
    const cells = DASHBOARD.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of DASHBOARD.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});

describe('docs/operations.md', () => {
  test('lists every setting and no other', () => {
    const listed = [...OPERATIONS.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(SETTING_NAMES.toSorted());
    for (const name of SECRETS) expect(/^\*\*Secrets in files\.\*\*.*$/m.exec(OPERATIONS)?.[0]).toContain(`\`${name}\``);
  });

  test('lists every metric and no other', () => {
    const own = [...known].filter((name) => name.startsWith('carnet_'));
    expect(own.filter((name) => !OPERATIONS.includes(`\`${name}\``))).toEqual([]);
    expect(unknownIn(OPERATIONS)).toEqual([]);
  });

  test('lists no alert that does not exist', () => {
    const names = [...OPERATIONS.matchAll(/`(Carnet[A-Z]\w+)`/g)].map(([, name]) => name);
    expect(names.filter((name) => !ALERTS.some(({ alert }) => alert === name))).toEqual([]);
  });
});
