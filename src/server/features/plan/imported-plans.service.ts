export type { ImportedPlansRepo } from './imported-plans.repo.ts';
