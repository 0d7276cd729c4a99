import type { Db } from '../../db/store.ts';

/** The period that an order paid for, and whether it is still in force. */
export interface FollowedPeriod {
  id: number;
  tariff_start_date: string;
  tariff_end_date: string;
  is_in_force: 0 | 1;
  continued_at: string | null;
}

export const periodsRepo = (db: Db) => ({
  /** The periods that the completed orders of a user paid for. */
  async listPaid(userId: number): Promise<FollowedPeriod[]> {
    return db
      .selectFrom('orders')
      .select(['id', 'tariff_start_date', 'tariff_end_date', 'is_in_force', 'continued_at'])
      .where('user_id', '=', userId)
      .where('status', '=', 'completed')
      .where('tariff_end_date', 'is not', null)
      .$narrowType<{ tariff_start_date: string; tariff_end_date: string }>()
      .execute();
  },
  async update({ id, is_in_force, continued_at }: Pick<FollowedPeriod, 'id' | 'is_in_force' | 'continued_at'>): Promise<void> {
    await db.updateTable('orders').set({ is_in_force, continued_at }).where('id', '=', id).execute();
  },
});

export type PeriodsRepo = ReturnType<typeof periodsRepo>;
