import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { auditRepo } from '../../infra/audit/audit.repo.ts';
import { auditService } from '../../infra/audit/audit.service.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { advertImagesJob } from './adverts.job.ts';
import { advertsRepo } from './adverts.repo.ts';
import { advertsRoutes } from './adverts.routes.ts';
import { advertsService } from './adverts.service.ts';

export function advertsFeature({ store, clock }: Deps, { images }: { images: ImagesService }): Feature {
  const work = workOf(store, (db) => ({ adverts: advertsRepo(db), audit: auditRepo(db), images: imagesRepo(db) }));
  const adverts = advertsService({ work, images, audit: auditService({ clock }), clock });
  return {
    routes: advertsRoutes(adverts),
    jobs: [advertImagesJob(adverts)],
    findContent: async () => ({ hasAdverts: await adverts.hasShown() }),
  };
}
