import type { Detector } from '@/lib/domain/detector';
import type { NotFoundDetail } from '@/lib/domain/not-found-detail';
import { splitNotFound } from './detect';
import { defaultParams, type NotFoundParams } from './params';

export { classifyBatch } from './batch';
export { classifyNotFound, type NotFoundContext, type NotFoundRequest, type NotFoundVerdict } from './classify';
export { compareNotFound } from './compare';
export { statusFacts } from './advice';
export type { NotFoundParams } from './params';

/** Which 404s are scanner noise, which are lost routes, which are the applications' own? */
export const notFoundSplit = {
  id: 'not-found-split',
  title: '404 split',
  needs: {
    required: ['not-found'],
    optional: ['route-misses', 'instance-requests', 'route-table-size', 'route-table-updated', 'host-successes', 'scrape-up'],
    traces: { statuses: [404], limit: 1500 },
  },
  defaults: defaultParams,
  run: splitNotFound,
} as const satisfies Detector<'not-found-split', NotFoundParams, NotFoundDetail>;
