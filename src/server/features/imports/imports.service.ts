import type { Answer, Body } from '#contract/endpoint.ts';
import type { ImportPreview, removeImport, updateImport } from '#contract/imports.ts';
import type { TableAnswers } from '#contract/tables.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { importConfirmation } from './import-confirmation.service.ts';
import { discard, keptFile, storedRows } from './import-parts.service.ts';
import { refusedRows } from './import-previews.service.ts';
import { undoImport } from './import-undo.service.ts';
import { type ImportDeps, type ImportedFile, openImports, storedOf, wireOf } from './open-imports.service.ts';
import type { ReadRows } from './stored-import.rules.ts';

export type ImportsService = ReturnType<typeof importsService>;

const invalid = (field: string): AppError => new AppError('importsApi.400', { fields: [{ field, code: 'validation.choice' }] });

/** Brings in what another program or another account has exported: a preview first, then all of it or nothing (decision 72). */
export function importsService(deps: ImportDeps) {
  const { work, access, limits } = deps;
  const open = openImports(deps);
  return {
    /** Reads a file. 429 while another one is being read, or at the limit; 422 for a file that cannot be read. */
    create: (caller: Caller, file: ImportedFile, signal: AbortSignal): Promise<ImportPreview> =>
      limits.run(caller.userId, signal, () => open.read(caller, file, signal)),

    async list(caller: Caller): Promise<ImportPreview[]> {
      return (await work.repos.imports.list(caller.userId, open.now())).map(wireOf);
    },

    /** Null while no file is being read. */
    async readRows(caller: Caller): Promise<ReadRows | null> {
      const content = await work.repos.imports.findReading(caller.userId, open.now());
      return content === undefined ? null : (JSON.parse(content) as ReadRows);
    },

    /** 409 once it is confirmed; 404 for a vehicle of somebody else. */
    async update(caller: Caller, id: number, body: Body<typeof updateImport>): Promise<ImportPreview> {
      const row = await open.find(caller, id);
      if (row.status === 'done') throw new AppError('importsApi.done');
      const stored = storedOf(row);
      for (const { index, target, fields } of body.vehicles) {
        if (index >= stored.head.vehicles.length) throw invalid('index');
        if (typeof target === 'number') await access.find(caller, target);
        const before = stored.answers[index];
        stored.answers[index] = { target: target ?? before?.target, fields: { ...before?.fields, ...fields } };
      }
      const content = JSON.stringify(await open.preview(caller, id, stored));
      // Another tab has answered something else meanwhile, or ended the preview.
      if (!(await work.repos.imports.update(row, { content }, open.now()))) return this.update(caller, id, body);
      return wireOf({ ...row, content });
    },

    /** Reads the table of a preview with other answers: a new preview, with what was said about its vehicles if they are the same. */
    async readAgain(caller: Caller, id: number, answers: TableAnswers, signal: AbortSignal): Promise<ImportPreview> {
      const row = await open.find(caller, id);
      if (row.status === 'done') throw new AppError('importsApi.done');
      const { head, answers: vehicles } = storedOf(row);
      if (!head.table) throw new AppError('importsApi.404');
      const file = { name: row.file_name, content: keptFile({ imports: work.repos.imports, importId: id }) };
      return limits.run(caller.userId, signal, () => open.read(caller, file, signal, { id, answers, head, vehicles }));
    },

    /** 409 if there is nothing to add, or if the account has changed since the preview. */
    confirm: importConfirmation(deps, open),

    /** Discards a preview, or takes away what the import has added. */
    async remove(caller: Caller, id: number): Promise<Answer<typeof removeImport>> {
      await open.find(caller, id);
      return work.inTransaction(async (repos) => {
        const row = await repos.imports.lock(caller.userId, id, open.now());
        if (!row) throw new AppError('importsApi.404');
        const { added } = storedOf(row);
        if (added) return undoImport(repos, caller, row, added);
        await discard(repos.imports, id);
        return { removed: 0, keptCount: 0, kept: [] };
      });
    },

    /** All rows that cannot be taken, some hundred at a time. */
    async refused(caller: Caller, id: number) {
      const row = await open.find(caller, id);
      const judge = row.status === 'done' ? undefined : () => open.judgeOf(caller, storedOf(row));
      return { fileName: row.file_name, rows: refusedRows(storedRows(work.repos.imports, id, storedOf(row)), judge) };
    },
  };
}
