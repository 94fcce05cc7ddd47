/** @isolated because it reads the metrics of a process that has just started. */

import { limitNames } from '@storewright/access';
import { countersWithoutSeries, labelValues, type TestApi } from '@storewright/api-testing';
import { processMetrics } from '@storewright/metrics';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let metrics: string;
beforeAll(async () => {
  api = await startShopApi({ RATE_LIMIT_PER_MINUTE: '100' });
  metrics = await processMetrics.metrics();
});
afterAll(() => api.close());

describe('metrics of a shop API process that has just started', () => {
  it('contain a time series for each counter', () => {
    expect(countersWithoutSeries(metrics)).toEqual([]);
  });

  it('contain a time series for each rate limit and for each reason to omit a request from the request log', () => {
    const own = limitNames.filter((name) => name.startsWith('shop-api:'));
    expect(labelValues(metrics, 'storewright_limits_reached_total', 'limit').sort()).toEqual(own.sort());
    expect(labelValues(metrics, 'storewright_request_log_left_out_total', 'reason')).toEqual([
      'app',
      'all',
      'unwritten',
    ]);
  });
});
