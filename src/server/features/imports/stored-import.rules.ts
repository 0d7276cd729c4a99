import type { ImportPreview } from '#contract/imports.ts';
import type { FileHead } from '../../imports/drafts.ts';
import type { VehicleAnswer } from './placement.rules.ts';

/** A vehicle that was added, and how it was then. */
export interface AddedVehicle {
  id: number;
  shape: string;
}

/** What is stored of an import while its file is being read. */
export interface ReadRows {
  rows: number;
}

/** What is stored of an import beside its rows. */
export interface StoredImport {
  head: Omit<FileHead, 'source'>;
  answers: (VehicleAnswer | undefined)[];
  preview: PreviewContent;
  /** Once it is confirmed. */
  added?: { at: string; vehicles: AddedVehicle[]; values: { vehicleId: number; day: string }[] };
}

/** The part of a preview that is computed. */
export type PreviewContent = Omit<ImportPreview, 'id' | 'status' | 'source' | 'fileName' | 'expiresAt' | 'table'>;
