import { getNote, putNote, removeNote, restoreNote } from '#contract/notes.ts';
import { type Route, route } from '../../http/route.ts';
import type { NotesService } from './notes.service.ts';

export const notesRoutes = (notes: NotesService): Route[] => [
  route(getNote, async ({ caller, params }) => ({ data: await notes.find(caller, params.vehicleId) })),
  route(putNote, async ({ caller, params, body }) => ({ data: await notes.update(caller, params.vehicleId, body) })),
  route(removeNote, async ({ caller, params }) => {
    await notes.remove(caller, params.vehicleId);
    return {};
  }),
  route(restoreNote, async ({ caller, params }) => ({ data: await notes.restore(caller, params.vehicleId) })),
];
