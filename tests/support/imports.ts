import type { ExportFile } from '#contract/export-file.ts';
import type { Answer, TestApp } from './app.ts';
import type { TestUser } from './builders.ts';
import { askForExport } from './exports.ts';

type Holder = Pick<TestUser, 'token'>;

export function uploadFile(app: TestApp, { token }: Holder, bytes: Uint8Array | string, name = 'Carnet.zip'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return app.request('POST', '/api/imports', { token, form });
}

/** The ZIP that the user downloads. */
export const exportedZip = async (app: TestApp, user: Holder): Promise<Buffer> => (await askForExport(app, user)).rawPayload;

export const confirmImport = (app: TestApp, { token }: Holder, id: number): Promise<Answer> =>
  app.request('POST', `/api/imports/${id}/confirm`, { token });

/** The vehicles of an export without times. */
export const comparable = ({ vehicles }: Pick<ExportFile, 'vehicles'>): unknown =>
  JSON.parse(JSON.stringify(vehicles), (name, value) =>
    /At$/.test(name) && !/^(dueAt|startAt|closesAt)$/.test(name) ? value !== null : value,
  );
