import { noFilters, queryOf } from './request-query';

it('queryOf returns the API’s filter parameters for the request log and omits empty filters', () => {
  expect(queryOf(noFilters)).toBe('');
  const since = '2026-11-21T00:00:00.000Z';
  expect(queryOf({ status: '4xx', method: 'GET', shop_domain: 'a&b', span: 'day', since })).toBe(
    '&filter[status]=4xx&filter[method]=GET&filter[shop_domain]=a%26b&filter[since]=2026-11-21T00%3A00%3A00.000Z',
  );
});
