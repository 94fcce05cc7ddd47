import type { home as english } from '../en/home';
import type { Translation } from '../translation';

export const home: Translation<typeof english> = {
  'home.title': 'Startseite',
  'home.lead': 'Bestellungen und was Apps und Skripte in {shop} tun.',

  'home.tasks': 'Zu erledigen',
  'home.tasks.done': 'Im Moment ist nichts zu tun.',
  'home.tasks.failed': '{task}: konnte nicht geladen werden.',
  'home.tasks.name.fulfill': 'Zu versendende Bestellungen',
  'home.tasks.name.unpaid': 'Unbezahlte Bestellungen',
  'home.tasks.name.outOfStock': 'Nicht vorrätige Varianten',
  'home.tasks.name.permissions': 'Apps, die mehr Berechtigungen verlangen',
  'home.tasks.name.undelivered': 'Apps, die ihre Ereignisse nicht empfangen',
  'home.tasks.name.tokens': 'Ungenutzte Zugriffstoken',
  'home.tasks.fulfill': '{count, plural, one {Bestellung zu versenden} other {Bestellungen zu versenden}}',
  'home.tasks.unpaid': '{count, plural, one {unbezahlte Bestellung} other {unbezahlte Bestellungen}}',
  'home.tasks.outOfStock':
    '{count, plural, one {Variante ist nicht vorrätig} other {Varianten sind nicht vorrätig}}',
  'home.tasks.permissions':
    '{count, plural, one {App verlangt mehr Berechtigungen} other {Apps verlangen mehr Berechtigungen}}',
  'home.tasks.undelivered':
    '{count, plural, one {App empfängt ihre Ereignisse nicht} other {Apps empfangen ihre Ereignisse nicht}}',
  'home.tasks.tokens':
    '{count, plural, one {Zugriffstoken wurde} other {Zugriffstoken wurden}} lange nicht verwendet',

  'home.late.title': 'Die Shop-API antwortet noch nicht',
  'home.late':
    'Status der Webhooks, Metadaten und Bestellungen folgen, sobald sie antwortet. ' +
    'Apps, Token und Anfragen sind aktuell.',

  'home.steps.title': 'Nächste Schritte',
  'home.steps.lead': '{done} von {all} erledigt',
  'home.steps.done': 'Erledigt',
  'home.steps.open': 'Noch offen',
  'home.steps.unknown': 'Noch nicht bekannt',
  'home.steps.token.title': 'Zugriffstoken erstellen',
  'home.steps.token.text': 'Damit liest und schreibt Ihr Skript die Daten dieses Shops.',
  'home.steps.token.action': 'API-Zugriff',
  'home.steps.meta.title': 'Erste Metadaten hinzufügen',
  'home.steps.meta.text':
    'Ergänzen Sie Bestellungen, Produkte oder Kunden um beliebige Daten und durchsuchen Sie sie nach Schlüsseln.',
  'home.steps.meta.action': 'Metadaten',
  'home.steps.app.title': 'App installieren',
  'home.steps.app.text':
    'Öffnen Sie den Installationslink: Sie sehen, was die App anfordert, bevor Sie zustimmen. Oder ' +
    'registrieren Sie eine eigene App.',
  'home.steps.app.action': 'Apps',

  'home.apps': 'Installierte Apps',
  'home.apps.none': 'Noch keine',
  'home.apps.link': 'Alle Apps ansehen',
  'home.tokens': 'Aktive Token',
  'home.tokens.split': '{own} eigene, {apps} von Apps',
  'home.requests': 'Anfragen',
  'home.errors': 'Fehler',
  'home.period': 'in den letzten {days} Tagen',
  'home.errors.share': '{share} aller Anfragen',

  'home.orders.title': 'Bestellungen der letzten {days} Tage',
  'home.orders.lead': 'Nach dem Tag der Bestellung ({zone}), ohne stornierte Bestellungen.',
  'home.orders.day': 'Tag',
  'home.orders.turnover': 'Umsatz',
  'home.orders.refunded': 'Erstattet',
  'home.orders.orders': 'Bestellungen',
  'home.orders.currency': 'Währung',
  'home.orders.sum': '{turnover} aus {orders, plural, one {# Bestellung} other {# Bestellungen}}',
  'home.orders.empty.title': 'Keine Bestellungen in den letzten {days} Tagen',
  'home.orders.empty.lead': 'Sobald jemand bestellt, sehen Sie hier Anzahl und Wert der Bestellungen.',

  'home.traffic.title': 'Anfragen der letzten {days} Tage',
  'home.traffic.lead': 'Von Apps und Zugriffstoken, pro Tag. Einige Sekunden verzögert.',
  'home.traffic.empty.title': 'Keine Anfragen in den letzten {days} Tagen',
  'home.traffic.empty.lead':
    'Sobald eine App oder ein Skript die API dieses Shops aufruft, sehen Sie es hier.',
  'home.traffic.legend.good': 'Beantwortet',
  'home.traffic.legend.errors': 'Fehler',
  'home.traffic.chart': 'Anfragen pro Tag: {days}',
  'home.traffic.day':
    '{day}: {requests, plural, one {# Anfrage} other {# Anfragen}}, {errors, plural, one {# Fehler} other {# Fehler}}',
  'home.traffic.column.name': 'App oder Token',
  'home.traffic.column.days': 'Pro Tag',
  'home.traffic.column.requests': 'Anfragen',
  'home.traffic.column.client': 'Abgelehnt (4xx)',
  'home.traffic.column.server': 'Fehlgeschlagen (5xx)',
  'home.traffic.kind.app': 'App',
  'home.traffic.kind.token': 'Zugriffstoken',
  'home.traffic.unnamed': 'Nicht mehr vorhanden',
};
