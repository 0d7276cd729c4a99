import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { aRevenue, noRevenue } from '#tests/support/revenue-answers.ts';
import { RevenueReport } from './revenue-report.tsx';

function shown(revenue = aRevenue()) {
  const page = show(<RevenueReport revenue={revenue} />, { language: 'en' });
  const say = (key: string, values = {}) => page.say(`adminReports:revenue.${key}`, values);
  const rowsOf = (name: string) => {
    const [, ...rows] = within(screen.getByRole('table', { name: say(`${name}.title`), hidden: true })).getAllByRole('row', {
      hidden: true,
    });
    return rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
  };
  const textOf = (label: string, index = 0) => screen.getAllByText(label)[index]?.nextElementSibling?.textContent;
  return { ...page, say, rowsOf, textOf };
}

test('sums the tariffs, and shows each of them', () => {
  const { say, textOf } = shown();
  const values = (label: string) => [0, 1, 2].map((index) => textOf(label, index));
  expect(values(say('now.monthly'))).toEqual(['$48.50', '$21.00', '$27.50']);
  expect(values(say('now.paying'))).toEqual(['10', '7', '3']);
  expect(values(say('now.ending', { days: 30 }))).toEqual(['3', '2', '1']);
  expect(values(say('now.atStake'))).toEqual(['$15.25', '$6.00', '$9.25']);
  expect(values(say('now.users'))).toEqual(['1,234', '9', '4']);
});

test('has each chart as a table too, the newest month first, and its definition below', () => {
  const { say, rowsOf } = shown();
  expect(rowsOf('paid').slice(0, 2)).toEqual([
    ['December 2026 11 payments', '$33.00', '$0.00', '$33.00', '$33.00'],
    ['November 2026 10 payments', '$30.00', '$108.50', '$138.50', '$30.00'],
  ]);
  for (const name of ['paid', 'conversion', 'churn']) {
    expect(rowsOf(name)).toHaveLength(12);
    expect(screen.getByRole('img', { name: say(`${name}.title`) }).querySelectorAll('rect').length).toBe(name === 'paid' ? 24 : 10);
    expect(screen.getByText(say(`${name}.hint`))).toBeDefined();
  }
  expect(screen.getByText(say('paid.total', { value: '$306.50' }))).toBeDefined();
});

test('gives no share for months that are open, and for those with nothing to divide by', () => {
  const { say, rowsOf } = shown();
  expect(rowsOf('conversion').map((cells) => cells.at(-1))).toEqual(['–', '–', ...Array.from({ length: 9 }, () => '25%'), '–']);
  expect(rowsOf('conversion')[0]).toEqual([`December 2026 ${say('open')}`, '40', '10', '–']);
  expect(rowsOf('churn')[2]).toEqual(['October 2026', '8', '2', '25%']);
  expect(screen.getAllByText(say('total', { value: '25%' }))).toHaveLength(2);
});

test('shows users and no charts before the first payment', () => {
  const { say } = shown(noRevenue());
  expect(screen.getByText(say('empty.title'))).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getAllByText('$0.00')).toHaveLength(6);
});
