import { Registry } from 'prom-client';
import { Durations, RequestMetrics } from './index';

const printed = (metrics: RequestMetrics) => {
  const registry = new Registry();
  metrics.register(registry);
  return registry.metrics();
};

it('RequestMetrics counts requests by route, method and status, with one label for all unknown routes', async () => {
  const metrics = new RequestMetrics();
  metrics.add('GET', '/api/meta/:id', 200, 3);
  metrics.add('GET', '/api/meta/:id', 200, 4);
  metrics.add('GET', '/api/meta/:id', 404, 1);
  metrics.add('DELETE', '/api/meta/:id', 204, 1);
  metrics.add('GET', undefined, 404, 1);
  const lines = (await printed(metrics)).split('\n');
  expect(lines.filter((line) => line.startsWith('storewright_http_requests_total'))).toEqual([
    'storewright_http_requests_total{method="GET",route="/api/meta/:id",status="200"} 2',
    'storewright_http_requests_total{method="GET",route="/api/meta/:id",status="404"} 1',
    'storewright_http_requests_total{method="DELETE",route="/api/meta/:id",status="204"} 1',
    'storewright_http_requests_total{method="GET",route="none",status="404"} 1',
  ]);
});

it('Durations counts a duration in every bucket whose upper bound is at least the duration', () => {
  const durations = new Durations();
  for (const ms of [0.5, 1, 1.1, 9_000, 60_000]) durations.add(ms);
  const samples = [...durations.samples('x', { route: '/' })];
  const bucket = (le: string) => samples.find(({ labels }) => labels['le'] === le)?.value;
  expect([bucket('0.001'), bucket('0.0025'), bucket('5'), bucket('10'), bucket('+Inf')]).toEqual([
    2, 3, 3, 4, 5,
  ]);
  const value = (name: string) => samples.find(({ metricName }) => metricName === name)?.value;
  expect(value('x_sum')).toBeCloseTo(69.0026);
  expect(value('x_count')).toBe(5);
});

it('RequestMetrics prints durations as a Prometheus histogram', async () => {
  const metrics = new RequestMetrics();
  metrics.add('GET', '/x', 200, 2);
  const text = await printed(metrics);
  expect(text).toContain('# TYPE storewright_http_request_seconds histogram\n');
  expect(text).toContain('storewright_http_request_seconds_bucket{method="GET",route="/x",le="0.001"} 0\n');
  expect(text).toContain('storewright_http_request_seconds_bucket{method="GET",route="/x",le="+Inf"} 1\n');
  expect(text).toContain('storewright_http_request_seconds_sum{method="GET",route="/x"} 0.002\n');
});
