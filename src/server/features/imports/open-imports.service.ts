import { IMPORT_NEW, type ImportPreview } from '#contract/imports.ts';
import { IMPORT_NAME_MAX, IMPORT_TIME } from '#contract/limits.ts';
import type { TableAnswers } from '#contract/tables.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { FileHead } from '../../imports/drafts.ts';
import type { ImagesService, StorableImage } from '../../infra/images/images.service.ts';
import { isoTime } from '../../ports/clock.ts';
import type { ImportReader } from '../../ports/import-reader.ts';
import type { Tokens } from '../../ports/tokens.ts';
import type { AccountLimitService } from '../buckets/account-limit.service.ts';
import { judges, type PreviewDeps } from './import-judge.service.ts';
import { discard, storedRows } from './import-parts.service.ts';
import { previewOf } from './import-previews.service.ts';
import type { WriteRepos } from './import-writes.service.ts';
import type { ImportChange, ImportRow, UpdatedImport } from './imports.repo.ts';
import { PLACEHOLDER } from './placeholder.rules.ts';
import type { ReadRows, StoredImport } from './stored-import.rules.ts';
import { tableMappings } from './table-mappings.service.ts';

export interface ImportDeps extends PreviewDeps {
  work: Work<WriteRepos>;
  images: ImagesService;
  reader: ImportReader;
  tokens: Tokens;
  limits: Pick<AccountLimitService, 'run'>;
}

export interface ImportedFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

export const storedOf = ({ content }: ImportRow): StoredImport => JSON.parse(content);

function tableOf({ table }: StoredImport['head']): ImportPreview['table'] {
  if (!table) return null;
  const { key, ...wire } = table;
  return wire;
}

export function wireOf(row: ImportRow): ImportPreview {
  const { preview, head } = storedOf(row);
  const status = row.status === 'done' ? 'done' : 'open';
  return { id: row.id, status, source: row.source, fileName: row.file_name, expiresAt: row.expires_at, ...preview, table: tableOf(head) };
}

/** A table that is read with other answers, and its preview. */
export interface ReadAgain extends Pick<StoredImport, 'head'> {
  id: number;
  answers: TableAnswers;
  vehicles: StoredImport['answers'];
}

const isSame = (one: Pick<FileHead, 'vehicles'>, other: Pick<FileHead, 'vehicles'>): boolean =>
  JSON.stringify(one.vehicles) === JSON.stringify(other.vehicles);

export type OpenImports = ReturnType<typeof openImports>;

/** Seconds after which another attempt is worth it. */
const RUNNING_RETRY = 10;

/** Milliseconds between two updates of what is shown while a file is read. */
const PROGRESS = 1_000;

/** Previews that wait for a confirmation. */
export function openImports(deps: ImportDeps) {
  const { work, clock, images, reader } = deps;
  const judgeOf = judges(deps);
  const mappings = tableMappings(deps);
  const now = (): string => isoTime(clock.now());

  async function find(caller: Caller, id: number): Promise<ImportRow> {
    const row = await work.repos.imports.find(caller.userId, id, now());
    if (!row || row.status === 'reading') throw new AppError('importsApi.404');
    return row;
  }

  /** Computes the preview. */
  async function preview(caller: Caller, id: number, stored: StoredImport): Promise<StoredImport> {
    return { ...stored, preview: await previewOf(storedRows(work.repos.imports, id, stored), stored, await judgeOf(caller, stored)) };
  }

  /** Makes a file that was read the preview of its user, the only one, and returns the ids of those that have ended. */
  function openOnly(caller: Caller, row: UpdatedImport, change: ImportChange, again: ReadAgain | undefined): Promise<number[]> {
    return work.inTransaction(async ({ imports, vehicles }) => {
      // In another tab a file may be read at the same time.
      await vehicles.lockOwner(caller.userId);
      // Its file may have been read while its parts were being deleted.
      if (again && (await imports.lock(caller.userId, again.id, now()))?.status !== 'open') throw new AppError('importsApi.404');
      if (!(await imports.update(row, { ...change, status: 'open' }, now())))
        throw new AppError('importsApi.running', { retryAfter: RUNNING_RETRY });
      return imports.endOthers(caller.userId, row.id);
    });
  }

  /** Stores how many rows of a file have been read, at most once a second, also for other processes. */
  function progressOf(row: UpdatedImport): (more: number) => Promise<void> {
    let rows = 0;
    let last = clock.now();
    return async (more) => {
      rows += more;
      if (clock.now() < last + PROGRESS) return;
      last = clock.now();
      const content = JSON.stringify({ rows } satisfies ReadRows);
      if (!(await work.repos.imports.update(row, { content }, now())))
        throw new AppError('importsApi.running', { retryAfter: RUNNING_RETRY });
      row.content = content;
    };
  }

  /** With answers about a table, or those that the user has given about an earlier one with the same columns. */
  async function read(caller: Caller, { name, content }: ImportedFile, signal: AbortSignal, again?: ReadAgain): Promise<ImportPreview> {
    const { imports } = work.repos;
    const tables = { answers: again?.answers ?? null, kept: again ? {} : await mappings.all(caller.userId) };
    const file_name = name.replace(/[\p{C}]/gu, '').slice(0, IMPORT_NAME_MAX);
    const times = { created_at: now(), expires_at: isoTime(clock.now() + IMPORT_TIME) };
    const reading = { status: 'reading', content: JSON.stringify({ rows: 0 } satisfies ReadRows) } as const;
    const id = await imports.insert({ user_id: caller.userId, ...reading, source: 'carnet', file_name, ...times });
    const row: UpdatedImport = { id, ...reading };
    const showRows = progressOf(row);
    let ended: number[] = [];
    let key: string | undefined;
    try {
      let position = 0;
      const head = await reader.read({ content, tables }, signal, async (part) => {
        await imports.insertPart({ import_id: id, position, ...part });
        position += 1;
        if (part.name !== 'photo' && part.name !== 'file') await showRows(part.rows);
      });
      if (head.vehicles.length === 0) throw new AppError('importsApi.empty');
      const { source, ...rest } = head;
      const answers = again && isSame(again.head, rest) ? again.vehicles : [];
      const stored = await preview(caller, id, { head: rest, answers, preview: {} as StoredImport['preview'] });
      ended = await openOnly(caller, row, { source, content: JSON.stringify(stored) }, again);
      key = head.table?.key;
    } catch (error) {
      // A file in another tab was read first.
      if (!(await imports.endReading(id))) throw new AppError('importsApi.running', { cause: error, retryAfter: RUNNING_RETRY });
      await discard(imports, id);
      throw error;
    }
    if (again && key !== undefined) await mappings.keep(caller.userId, key, again.answers);
    for (const other of ended) await discard(imports, other);
    return wireOf(await find(caller, id));
  }

  return { find, judgeOf, preview, read, now, photosOf: photosOf(work, images) };
}

/** The photos of new vehicles, ready to be stored; those without one get a plain picture. */
const photosOf =
  (work: ImportDeps['work'], images: ImagesService) =>
  async (id: number, { preview: { vehicles } }: StoredImport): Promise<Map<number, StorableImage>> => {
    const { imports } = work.repos;
    const photos = new Map<number, StorableImage>();
    const parts = (await imports.listParts(id)).filter(({ name }) => name === 'photo');
    for (const [index, { target, reason, missing }] of vehicles.entries()) {
      if (target !== IMPORT_NEW || reason !== null || missing.length > 0) continue;
      const part = parts.find(({ vehicle }) => vehicle === index);
      const bytes = part && (await imports.findBytes(id, part.position));
      const own = bytes && (await images.prepare(bytes).catch(unlessInvalid));
      photos.set(index, own ?? (await images.prepare(PLACEHOLDER)));
    }
    return photos;
  };

/** A picture that cannot be read is replaced. */
function unlessInvalid(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'imageApi.422') return undefined;
  throw error;
}
