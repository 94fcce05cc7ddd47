import type { webhooks as english } from '../en/webhooks';
import type { Translation } from '../translation';

export const webhooks: Translation<typeof english> = {
  'webhooks.title': 'Webhooks',
  'webhooks.deliveries': 'Zustellungen ansehen',
  'webhooks.none': 'An diese App wurde noch nichts gesendet.',
  'webhooks.nothing': 'Diese App abonniert keine Ereignisse.',
  'webhooks.state.delivering': 'Aktuell',
  'webhooks.state.behind': '{count, plural, one {# Ereignis} other {# Ereignisse}} im Rückstand',
  'webhooks.state.failing': 'Wird wiederholt',
  'webhooks.state.paused': 'Pausiert',
  'webhooks.state.ended': 'Beendet',
  'webhooks.about.delivering': 'Alle Ereignisse, die die App abonniert, sind zugestellt.',
  'webhooks.about.behind':
    'So viele Ereignisse Ihres Shops sind noch nicht verarbeitet. Nicht alle müssen für diese App sein.',
  'webhooks.about.failing':
    'Das nächste Ereignis konnte nicht zugestellt werden. Es wird in wachsenden Abständen wiederholt; ' +
    'die folgenden warten, damit die Reihenfolge stimmt.',
  'webhooks.about.paused':
    'Die App war zu lange nicht erreichbar. Ihre Ereignisse werden aufbewahrt, das älteste wird ' +
    'stündlich versucht. Nimmt die App es an, folgen die anderen der Reihe nach.',
  'webhooks.about.ended': 'Die App ist nicht mehr installiert und empfängt nichts.',
  'webhooks.failing': 'Fehler seit',
  'webhooks.because': 'Grund',
  'webhooks.attempts': 'Bisherige Versuche',
  'webhooks.next': 'Nächster Versuch',
  'webhooks.next.now': 'Jetzt',
  'webhooks.behind': 'Rückstand',
  'webhooks.behind.count': '{count, plural, one {# Ereignis} other {# Ereignisse}} des Shops',
  'webhooks.kept': 'Ereignisse werden aufbewahrt bis',
  'webhooks.answered': 'Die App hat mit {status} geantwortet',

  'chart.begins': 'Nach Stunden in UTC gezählt: Jeder Tag beginnt um {time}.',
  'webhooks.health': 'Webhook-Zustellungen',
  'webhooks.health.lead': 'Nach dem ersten Versuch, pro Stunde oder Tag ({zone}).',
  'webhooks.health.sum': '{delivered} zugestellt, {waiting} ausstehend, {failed} fehlgeschlagen',
  'webhooks.health.when': 'Zeit',
  'webhooks.health.deliveries': 'Zustellungen',
  'webhooks.health.delivered': 'Zugestellt',
  'webhooks.health.waiting': 'Wartet oder wird wiederholt',
  'webhooks.health.failed': 'Fehlgeschlagen',
  'webhooks.health.delay': 'Verzögerung',
  'webhooks.health.p95': 'Verzögerung von 95 %, höchstens',
  'webhooks.health.empty.title': 'Keine Zustellungen in dieser Zeit',
  'webhooks.health.empty.lead': 'Sobald ein Ereignis an eine App gesendet wird, sehen Sie es hier.',

  'webhooks.tryNow': 'Jetzt versuchen',
  'webhooks.tryNow.done': 'Das Ereignis wird erneut gesendet. Nimmt die App es an, folgen die anderen.',
  'webhooks.paused.unknown':
    'Die API Ihres Shops antwortet nicht. Daher ist nicht bekannt, ob Apps ihre Ereignisse empfangen.',
  'webhooks.paused.title':
    '{count, plural, one {Eine App ist nicht erreichbar: Ihre Ereignisse warten} other {# Apps sind ' +
    'nicht erreichbar: Ihre Ereignisse warten}}',
  'webhooks.paused.app': '{app}, seit {time}; Ereignisse werden aufbewahrt bis {until}',
  'webhooks.paused.more': '{count, plural, one {und eine weitere} other {und # weitere}}',
};
