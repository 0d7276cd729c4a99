import {
  confirmImport,
  createImport,
  getReadRows,
  getRefusedRows,
  listImports,
  readTableAgain,
  removeImport,
  updateImport,
} from '#contract/imports.ts';
import { type Route, route } from '../../http/route.ts';
import type { ImportsService } from './imports.service.ts';
import { refusedCsv } from './refused-csv.rules.ts';

export const importsRoutes = (service: ImportsService): Route[] => [
  route(createImport, async ({ caller, upload, signal }) => ({ data: await service.create(caller, upload, signal) })),
  route(listImports, async ({ caller }) => ({ data: await service.list(caller) })),
  route(getReadRows, async ({ caller }) => ({ data: await service.readRows(caller) })),
  route(updateImport, async ({ caller, params, body }) => ({ data: await service.update(caller, params.importId, body) })),
  route(readTableAgain, async ({ caller, params, body, signal }) => ({
    data: await service.readAgain(caller, params.importId, body, signal),
  })),
  route(confirmImport, async ({ caller, params }) => ({ data: await service.confirm(caller, params.importId) })),
  route(removeImport, ({ caller, params }) => service.remove(caller, params.importId)),
  route(getRefusedRows, async ({ caller, params, language }) => refusedCsv(await service.refused(caller, params.importId), language)),
];
