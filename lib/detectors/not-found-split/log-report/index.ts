export { ROUTE_MISSES } from './bounds';
export { LogCollector } from './collect';
export type { CountedText, LogCampaign, LogEstimate, LogHost, LogPath, LogReport } from './report';
export type { DistinctCount } from './distinct';
