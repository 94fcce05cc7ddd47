/** @isolated because it reads the metrics of a process that has just started. */

import { limitNames } from '@storewright/access';
import { countersWithoutSeries, labelValues } from '@storewright/api-testing';
import { processMetrics } from '@storewright/metrics';
import { authApi, type TestService } from './testing/test-service';

let service: TestService;
let metrics: string;
beforeAll(async () => {
  service = await authApi();
  metrics = await processMetrics.metrics();
});
afterAll(() => service.stop());

describe('metrics of an auth API after its start', () => {
  it('contain a time series for each counter', () => {
    expect(countersWithoutSeries(metrics)).toEqual([]);
  });

  it('contain a time series for each declared limit of the auth API and each nonce outcome', () => {
    const own = limitNames.filter((name) => name.startsWith('auth-api:'));
    expect(labelValues(metrics, 'storewright_limits_reached_total', 'limit').sort()).toEqual(own.sort());
    expect(labelValues(metrics, 'storewright_nonces_total', 'outcome')).toEqual([
      'made',
      'exchanged',
      'refused',
    ]);
  });
});
