import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AuthorizedVehicleId, ChangeableVehicleId } from '../../authorized.ts';
import { withOtherUnit } from '../../db/other-unit.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type PlanLineRow = Pick<Selectable<Tables['plan_lines']>, (typeof LINE_COLUMNS)[number]>;
/** The columns that a request writes. */
export type PlanLineFields = Pick<Selectable<Tables['plan_lines']>, (typeof FIELDS)[number]>;
export type NewPlanLine = Insertable<Tables['plan_lines']> & { vehicle_id: ChangeableVehicleId };
export type NewCompletion = Insertable<Tables['plan_completions']> & { vehicle_id: ChangeableVehicleId };

/** A completion; the day and the reading of one by an entry are those of the entry. */
export type CompletionRow = Pick<Selectable<Tables['plan_completions']>, (typeof COMPLETION_COLUMNS)[number]>;

const FIELDS = [
  ...(['title', 'kind', 'mode', 'every_months', 'every_days', 'every_distance', 'due_on', 'due_at', 'due_at_on'] as const),
  ...(['is_end_of_month', 'start_on', 'start_at', 'lead_days', 'lead_distance', 'expected_cost', 'currency'] as const),
] as const;
const LINE_COLUMNS = ['id', 'vehicle_id', ...FIELDS, 'snoozed_until', 'created_at', 'changed_at'] as const;
const COMPLETION_COLUMNS = [
  ...(['id', 'line_id', 'entry_id', 'performed_on', 'reading', 'is_skip', 'is_extra'] as const),
  ...(['closes_on', 'closes_at', 'created_at'] as const),
] as const;
/** Tenths of the vehicle's unit. */
const LINE_DISTANCES = ['every_distance', 'due_at', 'start_at', 'lead_distance'] as const;
const COMPLETION_DISTANCES = ['reading', 'closes_at'] as const;

const completions = (db: Db) => ({
  /** Also those of deleted entries. */
  async listCompletions(vehicleIds: readonly AuthorizedVehicleId[]): Promise<CompletionRow[]> {
    return db.selectFrom('plan_completions').select(COMPLETION_COLUMNS).where('vehicle_id', 'in', vehicleIds).execute();
  },
  async countCompletions(vehicleId: ChangeableVehicleId): Promise<number> {
    const { count } = await db
      .selectFrom('plan_completions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async findCompletion(lineId: number, entryId: number): Promise<{ id: number } | undefined> {
    return db.selectFrom('plan_completions').select('id').where('line_id', '=', lineId).where('entry_id', '=', entryId).executeTakeFirst();
  },
  async insertCompletion(row: NewCompletion): Promise<{ id: number }> {
    return db.insertInto('plan_completions').values(row).returning('id').executeTakeFirstOrThrow();
  },
  /** False if it does not exist. */
  async deleteCompletion(vehicleId: ChangeableVehicleId, lineId: number, id: number): Promise<boolean> {
    const rows = await db
      .deleteFrom('plan_completions')
      .where('id', '=', id)
      .where('line_id', '=', lineId)
      .where('vehicle_id', '=', vehicleId)
      .returning('id')
      .execute();
    return rows.length > 0;
  },
});

/** The lines of plans and their completions. */
export const planRepo = (db: Db) => ({
  async list(vehicleIds: readonly AuthorizedVehicleId[]): Promise<PlanLineRow[]> {
    return db.selectFrom('plan_lines').select(LINE_COLUMNS).where('vehicle_id', 'in', vehicleIds).orderBy('id').execute();
  },
  async find(vehicleId: AuthorizedVehicleId, id: number): Promise<PlanLineRow | undefined> {
    return db.selectFrom('plan_lines').select(LINE_COLUMNS).where('id', '=', id).where('vehicle_id', '=', vehicleId).executeTakeFirst();
  },
  async count(vehicleId: ChangeableVehicleId): Promise<number> {
    const { count } = await db
      .selectFrom('plan_lines')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('vehicle_id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async insert(rows: readonly NewPlanLine[]): Promise<{ id: number }[]> {
    return db.insertInto('plan_lines').values(rows).returning('id').execute();
  },
  async update(
    vehicleId: ChangeableVehicleId,
    id: number,
    change: Partial<PlanLineFields> & Pick<Updateable<Tables['plan_lines']>, 'changed_at' | 'snoozed_until'>,
  ): Promise<void> {
    await db
      .updateTable('plan_lines')
      .set(withOtherUnit('plan_lines', change))
      .where('id', '=', id)
      .where('vehicle_id', '=', vehicleId)
      .execute();
  },
  /** With its completions; false if it does not exist. */
  async delete(vehicleId: ChangeableVehicleId, id: number): Promise<boolean> {
    const rows = await db.deleteFrom('plan_lines').where('id', '=', id).where('vehicle_id', '=', vehicleId).returning('id').execute();
    return rows.length > 0;
  },
  ...completions(db),
});

export type PlanRepo = ReturnType<typeof planRepo>;

/** What a change of the vehicle's unit or type does to its plan. */
export const planUnitsRepo = (db: Db) => ({
  /** Whether the plan has rules by distance, whether any distance or reading has a fraction, and the largest one in tenths. */
  async findFacts(vehicleId: AuthorizedVehicleId): Promise<{ any: boolean; fractions: boolean; highest: number }> {
    const largest = (columns: readonly string[]) => columns.map((column) => sql<number>`coalesce(max(${sql.ref(column)}), 0)`.as(column));
    const fractions = (columns: readonly string[]) => {
      const some = columns.map((column) => sql`coalesce(${sql.ref(column)}, 0) % 10 <> 0`);
      return sql<number>`coalesce(sum(case when ${sql.join(some, sql` or `)} then 1 else 0 end), 0)`.as('fractions');
    };
    const [lines, stamps] = [
      await db
        .selectFrom('plan_lines')
        .select([...largest(LINE_DISTANCES), fractions(LINE_DISTANCES)])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirstOrThrow(),
      await db
        .selectFrom('plan_completions')
        .select([...largest(COMPLETION_DISTANCES), fractions(COMPLETION_DISTANCES)])
        .where('vehicle_id', '=', vehicleId)
        .executeTakeFirstOrThrow(),
    ];
    const { fractions: ofLines = 0, ...distances } = lines as Record<string, number>;
    const { fractions: ofStamps = 0, ...readings } = stamps as Record<string, number>;
    const highest = Math.max(...Object.values(distances), ...Object.values(readings));
    return { any: highest > 0, fractions: ofLines + ofStamps > 0, highest };
  },
});

export type PlanUnitsRepo = ReturnType<typeof planUnitsRepo>;
