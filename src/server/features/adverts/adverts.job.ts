import { HOUR } from '#contract/time.ts';
import type { Job } from '../../infra/jobs/jobs.service.ts';
import type { AdvertsService } from './adverts.service.ts';

/** Deletes uploaded images that no advert uses. */
export const advertImagesJob = (adverts: Pick<AdvertsService, 'sweepImages'>): Job => ({
  name: 'adverts.images',
  every: HOUR,
  async run() {
    await adverts.sweepImages();
    return true;
  },
});
