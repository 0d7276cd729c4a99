import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanLine } from '#contract/plan.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const load = () => import('./fulfilled-lines.tsx');
const FulfilledLines = lazyPart(async () => {
  const [{ FulfilledLines: component }] = await Promise.all([load(), loadTexts(['plan'])]);
  return component;
});

interface Fulfilling {
  /** The work or the title as typed. */
  name: string;
  /** A line by distance needs a reading. */
  hasReading: boolean;
}

/** Offers the lines of the plan that a new entry fulfils, and stamps those that stay ticked when it is saved. Nothing is loaded without a name. */
export function useFulfilledLines(
  vehicleId: number,
  { name, hasReading }: Fulfilling,
): { ticks: ReactNode; stamp: (entryId: number) => void } {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const ticked = useRef<readonly PlanLine[]>([]);
  return {
    ticks: name.trim() !== '' && (
      <Suspense fallback={null}>
        <FulfilledLines
          vehicleId={vehicleId}
          name={name}
          hasReading={hasReading}
          onChange={(lines) => {
            ticked.current = lines;
          }}
        />
      </Suspense>
    ),
    stamp(entryId) {
      const lines = ticked.current;
      if (lines.length > 0) void load().then(({ fulfil }) => fulfil({ vehicleId, entryId, lines, i18n, client }));
    },
  };
}
