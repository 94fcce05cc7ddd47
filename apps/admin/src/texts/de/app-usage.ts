import type { appUsage as english } from '../en/app-usage';
import type { Translation } from '../translation';

export const appUsage: Translation<typeof english> = {
  'developerApps.installations': 'Installationen',
  'developerApps.installations.none': 'In keinem Shop installiert',
  'developerApps.installations.shop': 'Shop',
  'developerApps.installations.used': 'Zuletzt verwendet',
  'developerApps.installations.requests': 'Anfragen, 7 Tage',
  'developerApps.installations.delivered': 'Zugestellt, 7 Tage',
  'developerApps.installations.undelivered': 'Wartend oder fehlgeschlagen',
  'developerApps.installations.errors': 'Fehler, 7 Tage',

  'developerApps.requests': 'Anfragen',
  'developerApps.requests.lead': 'Der letzten Tage, aus allen Shops.',
  'developerApps.requests.nothing': 'Keine Anfragen zu diesem Filter',
  'developerApps.requests.leftOut':
    '{count, plural, one {# Anfrage} other {# Anfragen}} davor nicht aufbewahrt: zu viele in einer Minute',
  'developerApps.requests.filter': 'Anfragen filtern',
  'developerApps.requests.filter.all': 'Alle',
  'developerApps.requests.filter.method': 'Methode',
  'developerApps.requests.filter.since': 'Zeitraum',
  'developerApps.requests.filter.hour': 'Letzte Stunde',
  'developerApps.requests.filter.day': 'Letzte 24 Stunden',
  'developerApps.requests.none': 'Noch keine Anfragen',
  'developerApps.requests.time': 'Zeit',
  'developerApps.requests.request': 'Anfrage',
  'developerApps.requests.status': 'Antwort',
  'developerApps.requests.duration': 'Dauer',
  'developerApps.requests.id': 'Anfrage-ID',

  'developerApps.deprecated': 'Verwendete veraltete Funktionen',
  'developerApps.deprecated.lead': 'Anfragen Ihrer App, die etwas verwenden, das entfällt.',
  'developerApps.deprecated.none': 'Ihre App verwendet nichts Veraltetes',
  'developerApps.deprecated.feature': 'Funktion',
  'developerApps.deprecated.day': 'Tag',
  'developerApps.deprecated.requests': 'Anfragen',
  'developerApps.deprecated.sunset': 'Entfällt am',

  'developerApps.contract': 'Vertrag',
  'developerApps.contract.lead': 'Namen der API, die Ihre App verwendet.',
  'developerApps.contract.published': 'Namen der API, die Ihre App verwendet, veröffentlicht am',
  'developerApps.contract.none': 'Kein Vertrag ist veröffentlicht',
  'developerApps.contract.noFindings': 'Die API unterstützt jeden Namen im Vertrag',
  'developerApps.contract.name': 'Name',
  'developerApps.contract.state': 'Stand',
  'developerApps.contract.deprecated': 'Veraltet',
  'developerApps.contract.undeclared': 'Entfernt',
};
