import { listPath, wishesOf } from '../../parts/store/list-address';
import { deliveryList } from './address';

describe('URL of the deliveries screen', () => {
  const definition = deliveryList('7', () => ['meta.updated']);
  const pathOf = (search: string) => listPath(definition, search, 'Europe/Berlin');

  it('contains the API’s filter parameters', () => {
    const { values } = wishesOf(definition, '?filter[status]=failed&filter[event_type]=meta.updated');
    expect(values).toEqual({ 'filter[status]': 'failed', 'filter[event_type]': 'meta.updated' });
    expect(pathOf('?filter[event_type]=meta.updated')).toContain('&filter%5Bevent_type%5D=meta.updated');
  });

  it('requests one installation’s deliveries without a total, newest first', () => {
    expect(pathOf('?filter[status]=failed&filter[kind]=test&filter[installation]=8')).toBe(
      '/api/webhook_deliveries?filter%5Binstallation%5D=7&sort=-id&filter%5Bstatus%5D=failed',
    );
  });

  it('requests the oldest deliveries first after the user sorts by time', () => {
    expect(pathOf('?sort=id&page[after]=a%2B')).toBe(
      '/api/webhook_deliveries?filter%5Binstallation%5D=7&sort=id&page%5Bafter%5D=a%2B',
    );
  });
});
