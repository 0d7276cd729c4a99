import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const exportData = endpoint({
  method: 'GET',
  path: '/api/export',
  access: 'user',
  summary:
    'Get everything that the account keeps as one ZIP, on every tariff: `carnet.json` (its schema is docs/export.schema.json), and a folder for each vehicle, hidden and archived ones included, with its photo and one CSV per kind of entry in the language of the request. At most 5 per hour, one at a time.',
  answer: z.object({ name: z.string(), parts: z.custom<AsyncIterable<Uint8Array>>() }),
  file: 'application/zip',
  unexpectedError: 'exportApi.500',
  errors: ['exportApi.limit', 'exportApi.running'],
});
