import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getReadRows, type ImportPreview, listImports } from '#contract/imports.ts';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys, USER_DATA } from '../../api/keys.ts';

/** The preview that waits, and what was imported in the last day, newest first. */
export const importsQuery = () =>
  queryOptions({
    queryKey: keys.imports,
    queryFn: async ({ signal }): Promise<ImportPreview[]> => (await unwrap(call(listImports, { signal }))).data,
  });

const PROGRESS = 1_000;

/** How much of a file has been read, while it is shown. */
export const readRowsQuery = () =>
  queryOptions({
    queryKey: [...keys.imports, 'progress'],
    queryFn: async ({ signal }) => (await unwrap(call(getReadRows, { signal }))).data,
    refetchInterval: PROGRESS,
    retry: false,
    gcTime: 0,
  });

/** Shows an answer at once: a new preview replaces the one that waited. */
export function keepImport(client: QueryClient, preview: ImportPreview): void {
  client.setQueryData(importsQuery().queryKey, (before: ImportPreview[] = []) => [
    preview,
    ...before.filter(({ id, status }) => id !== preview.id && status === 'done'),
  ]);
}

/** After entries were added or taken away: everything that shows them is stale. */
export async function afterImport(client: QueryClient): Promise<void> {
  await Promise.all([...USER_DATA, keys.imports].map((queryKey) => client.invalidateQueries({ queryKey })));
}
