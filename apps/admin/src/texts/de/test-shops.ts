import type { testShops as english } from '../en/test-shops';
import type { Translation } from '../translation';

export const testShops: Translation<typeof english> = {
  'testShops.title': 'Testshops',
  'testShops.lead': 'Eigene Shops, in denen Sie Apps ausprobieren.',
  'testShops.count': '{count} von {most} Testshops',
  'testShops.contents':
    'Ein Testshop hat Produkte, Codes, 100 Kunden und 300 Bestellungen der letzten achtzehn Monate. Sie ' +
    'sind der Inhaber; niemand sonst sieht ihn.',
  'testShops.empty.title': 'Noch keine Testshops',
  'testShops.none.title': 'Auf dieser Plattform gibt es keine Testshops',
  'testShops.none.lead': 'Der Betreiber bietet keine an.',

  'testShops.column.name': 'Name',
  'testShops.column.api': 'API-Adresse',
  'testShops.column.status': 'Status',
  'testShops.column.created': 'Erstellt',
  'testShops.column.actions': 'Aktionen',
  'testShops.api.of': 'API-Adresse von „{name}“',
  'testShops.status.preparing': 'Wird gefüllt',
  'testShops.status.ready': 'Bereit',
  'testShops.status.resetting': 'Wird zurückgesetzt',
  'testShops.status.removing': 'Wird entfernt',
  'testShops.late': 'Dauert länger als üblich. Es wird jede Minute erneut versucht.',

  'testShops.create': 'Testshop erstellen',
  'testShops.create.title': 'Testshop erstellen',
  'testShops.create.done': '„{name}“ wird gefüllt',
  'testShops.open': 'Öffnen',
  'testShops.open.of': '„{name}“ öffnen',
  'testShops.install': 'App installieren',
  'testShops.install.title': 'App installieren in „{name}“',
  'testShops.install.app': 'App',
  'testShops.install.link': 'Installationslink',
  'testShops.install.lead':
    'Öffnen Sie ihn als Inhaber des Testshops: Sie melden sich dort an und stimmen zu.',
  'testShops.install.open': 'Installationslink öffnen',
  'testShops.install.none': 'Noch keine Apps registriert',
  'testShops.install.register': 'App registrieren',
  'testShops.reset': 'Zurücksetzen',
  'testShops.reset.title': '„{name}“ zurücksetzen?',
  'testShops.reset.text':
    'Alles, was Apps und Personen darin angelegt haben, geht verloren, und er wird neu gefüllt. ' +
    'Installationen, Zugriffstoken und Mitglieder bleiben. Das kann nicht rückgängig gemacht werden.',
  'testShops.reset.done': '„{name}“ wird zurückgesetzt',
  'testShops.remove': 'Entfernen',
  'testShops.remove.title': '„{name}“ entfernen?',
  'testShops.remove.text':
    'Er wird sofort geschlossen, und alles darin geht verloren, auch Installationen und Zugriffstoken. ' +
    'Seine Adresse ist nach fünf Minuten wieder frei; bis dahin zählt er mit. Das kann nicht rückgängig ' +
    'gemacht werden.',
  'testShops.remove.done': '„{name}“ wird entfernt',
};
