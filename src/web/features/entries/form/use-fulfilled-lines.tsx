import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanLine } from '#contract/plan.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { loadTexts } from '../../../i18n/browser-texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { AskedLine } from './fulfilled-lines.tsx';

const load = () => import('./fulfilled-lines.tsx');
const FulfilledLines = lazyPart(async () => {
  const [{ FulfilledLines: component }] = await Promise.all([load(), loadTexts(['plan'])]);
  return component;
});
const WhichOccurrence = lazyPart(async () => (await load()).WhichOccurrence);

interface Fulfilling {
  /** The work or the title as typed. */
  name: string;
  /** A line by distance needs a reading. */
  hasReading: boolean;
  unit: ReadingUnit;
}

/**
 * Offers the lines of the plan that a new entry fulfils, and stamps those that stay ticked when it is saved; `question` asks which date of a
 * fixed line is meant if that is not clear, and belongs outside the form. Nothing is loaded without a name.
 */
export function useFulfilledLines(
  vehicleId: number,
  { name, hasReading, unit }: Fulfilling,
): { ticks: ReactNode; stamp: (entryId: number) => void; question: ReactNode } {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const ticked = useRef<readonly PlanLine[]>([]);
  const [questions, setQuestions] = useState<readonly AskedLine[]>([]);
  const [asked] = questions;
  const next = () => setQuestions((all) => all.slice(1));
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
      void (async () => {
        for (const line of lines) {
          const { fulfil } = await load();
          const question = await fulfil({ vehicleId, entryId, i18n, client }, line);
          if (question) setQuestions((all) => [...all, question]);
        }
      })();
    },
    question: asked && (
      <Suspense fallback={null}>
        <WhichOccurrence
          key={`${asked.entryId}-${asked.line.id}`}
          asked={asked}
          unit={unit}
          onClose={next}
          onChosen={async (occurrence) => {
            const { fulfil } = await load();
            await fulfil({ vehicleId, entryId: asked.entryId, i18n, client }, asked.line, occurrence);
            next();
          }}
        />
      </Suspense>
    ),
  };
}
