export { Durations } from './durations';
export { OwnMetrics } from './own-metrics';
export { collectProcessMetrics, processCounter, processMetrics } from './process-metrics';
export { RequestMetrics } from './request-metrics';
export { addScraped, type Sample } from './scraped';
