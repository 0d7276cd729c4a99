import { STATEMENT_BYTES, STATEMENT_TIME } from '#contract/limits.ts';
import { fromCents } from '#contract/money.ts';
import type { Statement, StatementLine } from '#contract/statements.ts';
import type { Currency } from '#contract/tariffs.ts';
import { PRICE_CURRENCY } from '#contract/transfers.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { StatementAnswers, StatementHead, StatementRow } from '../../imports/statement-file.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { ImportReader } from '../../ports/import-reader.ts';
import type { AdminOrderRepos } from '../orders/admin-orders.service.ts';
import { meantCodes, similarCodes } from '../orders/meant-codes.rules.ts';
import type { StatementPaymentsService, StatementUndo } from '../orders/statement-payments.service.ts';
import type { PaymentRepos } from '../payments/payments.service.ts';
import { type MatchedOrder, newMatching, type Proposal, type ReadLine, readLines } from './statement-match.rules.ts';
import { chunksOf, missingText, ordersByCode, waitingOrders } from './statement-orders.service.ts';
import type { StatementRecord, StatementsRepo } from './statements.repo.ts';

export type StatementRepos = AdminOrderRepos & PaymentRepos & { statements: StatementsRepo };

interface Deps {
  work: Work<StatementRepos>;
  reader: Pick<ImportReader, 'readStatement'>;
  payments: StatementPaymentsService;
  clock: Clock;
}

interface StoredStatement {
  fileName: string;
  currency: Currency;
  head: StatementHead;
}

export interface ConfirmedLine {
  line: number;
  order_code: string | null;
  reason?: string | null | undefined;
}

export type LineUndo = Omit<StatementUndo, 'key'> & { line: number };

const NAME_MAX = 200;
/** Lines after which others get a turn. */
const PART = 200;

/** The content of a file, until it is too large. */
async function* limited(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > STATEMENT_BYTES) throw new AppError('statementsApi.413');
    yield chunk;
  }
}

const LIMITS = ['importsApi.tooMuch', 'importsApi.413'];

function asOwn(error: unknown): never {
  if (error instanceof AppError && LIMITS.includes(error.code)) throw new AppError('statementsApi.tooMuch', { cause: error });
  throw error;
}

const refused = (row: StatementRow): StatementLine => ({
  ...{ line: row.line, paid_on: row.day, amount: row.cents === null ? null : fromCents(row.cents), currency: row.currency || null },
  ...{ payer: row.payer, purpose: row.purpose, group: 'refused', reason: row.reason ?? 'unknownCurrency' },
  ...{ income_id: null, order_code: null, email: null, missing: null },
});

type Judgement = Pick<StatementLine, 'group' | 'reason' | 'income_id' | 'order_code' | 'email' | 'missing'>;

const proposed = ({ currency }: ReadLine, { group, reason, order }: Proposal): Judgement => ({
  ...{ group, reason, income_id: null, order_code: order?.code ?? null, email: order?.email ?? null },
  missing: missingText(order, currency),
});

const recorded = ({ id, order_code, email }: StatementRecord): Judgement => ({
  ...{ group: 'known', reason: null, income_id: id, order_code, email, missing: null },
});

const lineOf = ({ line, day, cents, currency, payer, purpose }: ReadLine, judgement: Judgement): StatementLine => ({
  ...{ line, paid_on: day, amount: fromCents(cents), currency, payer, purpose, ...judgement },
});

/** What the lines may be, as the orders are now. */
async function judged(repos: StatementRepos, { head, currency }: StoredStatement): Promise<StatementLine[]> {
  const lines = readLines(head.rows, currency);
  const records = new Map<string, StatementRecord>();
  for (const keys of chunksOf(lines.map(({ key }) => key)))
    for (const record of await repos.statements.listRecords(keys)) records.set(record.statement_key, record);
  const knownOf = ({ key }: ReadLine) => (records.get(key)?.corrected_by === null ? records.get(key) : undefined);
  const codesOf = new Map<ReadLine, { meant: string[]; similar: string[] }>();
  for (const [n, line] of lines.entries()) {
    if (n % PART === 0) await nextTurn();
    const meant = meantCodes(line.purpose);
    codesOf.set(line, { meant, similar: knownOf(line) ? [] : similarCodes(line.purpose) });
  }
  const all = [...new Set([...codesOf.values()].flatMap(({ meant, similar }) => [...meant, ...similar]))];
  const orders = await ordersByCode(repos, all);
  const found = (codes: readonly string[] = []): MatchedOrder[] => codes.flatMap((code) => orders.get(code) ?? []);
  const matching = newMatching({ waiting: await waitingOrders(repos), isCorrected: ({ key }) => records.has(key) });
  const results = new Map<number, StatementLine>();
  for (const line of lines) {
    const { meant, similar } = codesOf.get(line) ?? { meant: [], similar: [] };
    const record = knownOf(line);
    const judgement = record ? recorded(record) : proposed(line, matching.propose(line, found(meant), found(similar), meant.length > 0));
    results.set(line.line, lineOf(line, judgement));
  }
  return head.rows.map((row) => results.get(row.line) ?? refused(row));
}

async function wireOf(repos: StatementRepos, id: number, stored: StoredStatement): Promise<Statement> {
  const { columns, encoding, open_days, open_numbers, is_answered, answers } = stored.head;
  return {
    ...{ id, file_name: stored.fileName, columns, encoding, open_days, open_numbers, is_answered, currency: stored.currency },
    ...{ day_order: answers.day_order ?? null, decimal: answers.decimal ?? null },
    lines: await judged(repos, stored),
  };
}

export type StatementsService = ReturnType<typeof statementsService>;

/** Bank statements: what each line may be, and the payments that are recorded from them (decision 85). */
export function statementsService({ work, reader, payments, clock }: Deps) {
  const { repos } = work;

  async function find(id: number): Promise<StoredStatement> {
    const content = await repos.statements.find(id, isoTime(clock.now() - STATEMENT_TIME));
    if (content === undefined) throw new AppError('statementsApi.404');
    return JSON.parse(content) as StoredStatement;
  }

  /** The currency of most accounts that are in none of the prices. */
  const currencyOfAccounts = async (): Promise<Currency> =>
    (await repos.payments.list()).find(({ transfer_currency }) => transfer_currency !== null)?.transfer_currency ?? PRICE_CURRENCY;

  return {
    /** Reads a file, with answers about its columns, which are kept. 413 and 422 for a file that cannot be read. */
    async create(
      file: { name: string; content: AsyncIterable<Uint8Array> },
      answers: StatementAnswers,
      signal: AbortSignal,
    ): Promise<Statement> {
      const mappings = await repos.statements.listMappings();
      const kept = Object.fromEntries(mappings.map((each) => [each.table_key, JSON.parse(each.answers) as StatementAnswers]));
      const head = await reader.readStatement(limited(file.content), { answers, kept }, signal).catch(asOwn);
      if (answers.columns && head.is_answered) await repos.statements.keepMapping(head.key, JSON.stringify(answers));
      const fileName = file.name.replace(/[\p{C}]/gu, '').slice(0, NAME_MAX);
      const stored = { fileName, currency: head.answers.currency ?? (await currencyOfAccounts()), head };
      return wireOf(repos, await repos.statements.insert(isoTime(clock.now()), JSON.stringify(stored)), stored);
    },

    /** Records lines, each in a transaction of its own, so that one that cannot be recorded does not hold up the others. */
    async confirm(admin: AdminCaller, id: number, confirmed: readonly ConfirmedLine[]) {
      const stored = await find(id);
      const lines = new Map(readLines(stored.head.rows, stored.currency).map((line) => [line.line, line]));
      const failed: { line: number; code: string }[] = [];
      let recorded = 0;
      for (const { line: number, order_code, reason } of confirmed) {
        try {
          const line = lines.get(number);
          if (!line) throw new AppError('incomeApi.404');
          if (await payments.record(admin, { ...line, order_code, reason })) recorded += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.push({ line: number, code: error.fields[0]?.code ?? error.code });
        }
      }
      return { data: await wireOf(repos, id, stored), recorded, failed };
    },

    /** Takes back a recorded line. */
    async undo(admin: AdminCaller, id: number, { line: number, ...undo }: LineUndo): Promise<Statement> {
      const stored = await find(id);
      const line = readLines(stored.head.rows, stored.currency).find((each) => each.line === number);
      if (!line) throw new AppError('incomeApi.404');
      await payments.undo(admin, { ...undo, key: line.key });
      return wireOf(repos, id, stored);
    },
  };
}
