import { exportData } from '#contract/export.ts';
import { type Route, route } from '../../http/route.ts';
import type { ExportService } from './export.service.ts';

export const exportRoutes = (service: ExportService): Route[] => [
  route(exportData, ({ caller, language, signal }) => service.create(caller, { language, signal })),
];
