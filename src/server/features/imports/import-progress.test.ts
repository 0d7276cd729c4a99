import { describe, expect, test } from 'vitest';
import { AppError } from '#server/app-error.ts';
import type { UserId } from '#server/authorized.ts';
import type { ImportReader } from '#server/ports/import-reader.ts';
import { DATABASES, testApp } from '#tests/support/app.ts';
import { aUser } from '#tests/support/builders.ts';
import { uploadFile } from '#tests/support/imports.ts';
import { importsRepo } from './imports.repo.ts';

describe.each(DATABASES)('progress of reading a file on %s', { timeout: 60_000 }, (kind) => {
  test('is shown in all processes, once a second, until the file is a preview or cannot be read', async () => {
    let read: ImportReader['read'] = () => Promise.reject(new AppError('importsApi.damaged'));
    const slow = { read: (...args: Parameters<typeof read>) => read(...args), readStatement: () => Promise.reject(new Error('unused')) };
    const updates: string[] = [];
    const app = await testApp(kind, {
      imports: slow,
      onQuery: ({ sql }) => void (sql.startsWith('update "imports"') && updates.push(sql)),
    });
    const user = await aUser(app);
    const progress = async () => (await app.request('GET', '/api/imports/progress', { token: user.token })).body.data;
    const shown: unknown[] = [];
    read = async (_, __, onPart) => {
      shown.push(await progress());
      for (const [position, name] of (['entries', 'entries', 'refused', 'photo'] as const).entries()) {
        await onPart({ vehicle: position, name, rows: 500, bytes: new Uint8Array() });
        shown.push(await progress());
        const at = app.clock.now();
        app.clock.now = () => at + 600;
      }
      throw new AppError('importsApi.damaged');
    };
    expect((await uploadFile(app, user, 'x')).body.code).toBe('importsApi.damaged');
    expect(shown).toEqual([{ rows: 0 }, { rows: 0 }, { rows: 0 }, { rows: 1_500 }, { rows: 1_500 }]);
    expect(await progress()).toBe(null);
    expect(updates.filter((sql) => sql.includes('"content"'))).toHaveLength(1);

    // A file of another process was read first.
    const head = { source: 'carnet', currency: null, vehicles: [{ fields: {} }], isOldestFirst: true, table: null };
    read = async () => {
      await importsRepo(app.store.db).endOthers(user.id as UserId, 0);
      return head as never;
    };
    expect((await uploadFile(app, user, 'x')).body.code).toBe('importsApi.running');
    expect((await app.request('GET', '/api/imports', { token: user.token })).body.data).toEqual([]);
    await app.close();
  });
});
