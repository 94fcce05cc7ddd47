export * from './durations';
export * from './own-metrics';
export * from './process-metrics';
export * from './request-metrics';
export * from './scraped';
