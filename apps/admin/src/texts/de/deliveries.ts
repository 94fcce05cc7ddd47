import type { deliveries as english } from '../en/deliveries';
import type { Translation } from '../translation';

export const deliveries: Translation<typeof english> = {
  'deliveries.title': 'Zustellungen',
  'deliveries.title.of': 'Zustellungen an „{app}“',
  'deliveries.back': 'Zurück zur App',
  'deliveries.list': 'Zustellungen',
  'deliveries.refused': 'Diese Liste gibt es nicht',
  'deliveries.missing.title': 'Diese App gibt es hier nicht',
  'deliveries.empty.title': 'Noch keine Zustellungen',
  'deliveries.empty.lead':
    'Sobald ein abonniertes Ereignis eintritt, steht es hier mit der Antwort der App. Mit einem ' +
    'Testereignis prüfen Sie, ob es ankommt.',
  'deliveries.none.title': 'Nichts gefunden',
  'deliveries.none.lead': 'Keine Zustellung passt zu diesem Filter.',
  'deliveries.clear': 'Alles anzeigen',

  'deliveries.filter.status': 'Zustellungen filtern',
  'deliveries.filter.all': 'Alle',
  'deliveries.filter.type': 'Ereignis',
  'deliveries.filter.type.all': 'Alle Ereignisse',

  'deliveries.column.when': 'Zeit',
  'deliveries.column.event': 'Ereignis',
  'deliveries.column.status': 'Status',
  'deliveries.column.answer': 'Antwort',
  'deliveries.column.duration': 'Dauer',
  'deliveries.column.attempts': 'Versuche',
  'deliveries.status.waiting': 'Wartet',
  'deliveries.status.retrying': 'Wird wiederholt',
  'deliveries.status.delivered': 'Zugestellt',
  'deliveries.status.failed': 'Fehlgeschlagen',
  'deliveries.status.skipped': 'Übersprungen',
  'deliveries.kind.again': 'Erneut gesendet',
  'deliveries.kind.test': 'Test',
  'deliveries.sequence': 'Nr. {sequence}',

  'deliveries.object': '{type} …{id}',

  'deliveries.select': '{type} {sequence} auswählen',
  'deliveries.again': 'Erneut senden',
  'deliveries.again.count': '{count, plural, one {# Ereignis} other {# Ereignisse}} erneut senden',
  'deliveries.again.title':
    '{count, plural, one {# Ereignis erneut senden?} other {# Ereignisse erneut senden?}}',
  'deliveries.again.text':
    'Die App erhält {count, plural, one {es} other {jedes davon}} noch einmal, auch was sie schon ' +
    'angenommen hat. An den unveränderten IDs erkennt sie Wiederholungen.',
  'deliveries.again.done':
    '{count, plural, one {# Ereignis wird} other {# Ereignisse werden}} erneut gesendet',
  'deliveries.again.failed':
    '{count, plural, one {# Ereignis konnte} other {# Ereignisse konnten}} nicht erneut gesendet werden',

  'deliveries.skip': 'Ereignis überspringen',
  'deliveries.skip.title': 'Dieses Ereignis überspringen?',
  'deliveries.skip.text':
    'Die App erhält dieses Ereignis nicht, und spätere Ereignisse folgen sofort. Sie finden das Ereignis ' +
    'unter „Übersprungen“ und können es erneut senden.',
  'deliveries.skip.done': 'Das Ereignis wurde übersprungen',

  'deliveries.range': 'Bereich erneut senden',
  'deliveries.range.title': 'Einen Bereich von Ereignissen erneut senden',
  'deliveries.range.lead':
    'Für eine App, die Ereignisse verloren hat. Sie erhält jedes noch einmal mit derselben ID; was sie ' +
    'nicht abonniert, wird ausgelassen.',
  'deliveries.range.none':
    'Die App erhält keines dieser Ereignisse, sie sind nicht mehr im Protokoll, oder es sind mehr als 1.000.',
  'deliveries.range.first': 'Von Nummer',
  'deliveries.range.last': 'Bis Nummer',
  'deliveries.range.number': 'Geben Sie eine ganze Zahl ab 1 ein.',
  'deliveries.range.order': 'Geben Sie mindestens {first} ein.',
  'deliveries.range.most':
    'Höchstens {count, plural, one {# Ereignis} other {# Ereignisse}}, 1.000 auf einmal.',
  'deliveries.range.unknown': 'Gemeint sind die Nummern der Ereignisse des Shops, 1.000 auf einmal.',

  'deliveries.test': 'Testereignis senden',
  'deliveries.test.title': 'Testereignis senden',
  'deliveries.test.lead':
    'Es wird wie jedes andere Ereignis signiert und gesendet und enthält ein echtes Objekt Ihres Shops. ' +
    'Seine „sequence“ ist null; daran erkennt die App den Test.',
  'deliveries.test.none':
    'Für diese App gibt es kein Ereignis zum Testen. Sie empfängt, was ihr Entwickler registriert hat ' +
    'und was sie lesen darf.',
  'deliveries.test.type': 'Ereignis',
  'deliveries.test.id': 'ID des Objekts',
  'deliveries.test.id.description':
    'Das Ereignis enthält dieses Objekt in seinem jetzigen Zustand ({resource}). In Ihrem Shop ändert sich nichts.',
  'deliveries.test.id.newest': 'Das neueste ist bereits eingetragen.',
  'deliveries.test.id.none': 'Davon gibt es in Ihrem Shop noch keines. Die App bekommt deshalb ein Beispiel.',
  'deliveries.test.example':
    'Die App bekommt ein Beispiel dieses Ereignisses. In Ihrem Shop ändert sich nichts.',
  'deliveries.test.send': 'Senden',
  'deliveries.test.another': 'Noch eines senden',
  'deliveries.test.look': 'Ganze Zustellung ansehen',
  'deliveries.test.waiting': 'Unterwegs …',
  'deliveries.test.waiting.long':
    'Die Zustellung wartet schon eine Weile. Hält das an, läuft möglicherweise der Dienst nicht, der Webhooks sendet.',
  'deliveries.test.delivered': 'Zugestellt: Die App hat nach {duration} mit {status} geantwortet',
  'deliveries.test.failed': 'Nicht zugestellt',

  'deliveries.one': 'Zustellung',
  'deliveries.one.back': 'Alle Zustellungen',
  'deliveries.one.missing.title': 'Diese Zustellung gibt es nicht',
  'deliveries.one.missing.lead': 'Zustellungen werden so lange aufbewahrt wie ihre Ereignisse: 30 Tage.',
  'deliveries.one.kind': 'Art',
  'deliveries.one.kind.event': 'Ereignis im Shop',
  'deliveries.one.kind.again': 'Manuell erneut gesendet',
  'deliveries.one.kind.test': 'Manueller Test',
  'deliveries.one.id': 'webhook-id',
  'deliveries.one.sequence': 'Nummer im Shop',
  'deliveries.one.resource': 'Objekt',
  'deliveries.one.created': 'Zuerst gesendet',
  'deliveries.one.next': 'Nächster Versuch',
  'deliveries.request': 'Anfrage',
  'deliveries.request.lead': 'Wie sie zuletzt gesendet wurde.',
  'deliveries.request.none': 'Es wurde noch nichts gesendet.',
  'deliveries.request.url': 'URL',
  'deliveries.request.headers': 'Header',
  'deliveries.request.body': 'Body',
  'deliveries.request.form': 'Darstellung des Body',
  'deliveries.request.pretty': 'Formatiert',
  'deliveries.request.exact': 'Unverändert',
  'deliveries.request.hidden': 'Der Body wird nicht angezeigt: Dafür ist die Berechtigung {scope} nötig.',
  'deliveries.request.gone': 'Der Body wird nicht angezeigt: Das Ereignis ist nicht mehr gespeichert.',
  'deliveries.attempts': 'Versuche',
  'deliveries.attempts.lead': 'Der neueste zuerst.',
  'deliveries.attempts.none': 'Noch kein Versuch.',
  'deliveries.attempts.all': 'Alle {count} anzeigen',
  'deliveries.attempt': 'Versuch {number}',
  'deliveries.attempt.answer': 'Antwort auf Versuch {number}',
  'deliveries.attempt.empty': 'Die Antwort war leer.',
  'deliveries.attempt.beginning': 'Das erste Kilobyte der Antwort als Text.',
};
