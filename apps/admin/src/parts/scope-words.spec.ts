import { createIntl } from 'react-intl';
import { de } from '../texts/de';
import { addTexts, loadTexts, type Texts } from '../texts/catalogue';
import { resourceName, translated } from './scope-words';

const intl = createIntl({ locale: 'de', messages: de });
const t: Texts = (id, values) => intl.formatMessage({ id }, values);
const listed = (id: string) => ({
  ...{ type: 'scopes', id },
  attributes: { resource: id.split('.')[0]!, sentence: 'read single things', personal_data: true },
});

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadTexts('de');
  await addTexts(['scopes']);
});

describe('resourceName and translated', () => {
  it('return the names and sentences of scopes in the panel’s language', () => {
    expect(resourceName(t, 'webhook_deliveries')).toBe('Webhook-Zustellungen');
    expect(translated(t, listed('orders.get')).attributes).toEqual({
      resource: 'orders',
      sentence: 'einzelne Bestellungen lesen, mit den Kontaktdaten darin',
      personal_data: true,
    });
  });

  it('return the API’s English texts for unknown resources and scopes', () => {
    expect(resourceName(t, 'gift_wraps')).toBe('Gift wraps');
    expect(translated(t, listed('gift_wraps.get'))).toEqual(listed('gift_wraps.get'));
  });
});
