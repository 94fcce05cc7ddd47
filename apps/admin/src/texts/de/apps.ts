import type { apps as english } from '../en/apps';
import type { Translation } from '../translation';

export const apps: Translation<typeof english> = {
  'apps.installAgain': 'Erneut installieren',
  'apps.title': 'Apps',
  'apps.lead': 'Was in diesem Shop installiert ist, was jede App darf und ob sie verbunden ist.',
  'apps.install': 'App installieren',
  'apps.list': 'Apps dieses Shops',
  'apps.filter': 'Apps filtern',
  'apps.filter.installed': 'Installiert',
  'apps.filter.permissions_changed': 'Neue Berechtigungen',
  'apps.filter.uninstalled': 'Deinstalliert',
  'apps.empty.title': 'Keine Apps installiert',
  'apps.empty.lead':
    'Eine App erweitert Ihren Shop. Der Entwickler gibt Ihnen einen Installationslink: Er öffnet hier ' +
    'eine Seite, die zeigt, was die App darf, und Sie entscheiden.',
  'apps.empty.own': 'Eigene App registrieren',
  'apps.none.title': 'Nichts gefunden',
  'apps.none.lead': 'Keine Apps in dieser Ansicht.',

  'apps.column.app': 'App',
  'apps.column.access': 'Berechtigungen',
  'apps.column.connection': 'Status',
  'apps.column.since': 'Installiert',
  'apps.column.until': 'Deinstalliert',
  'apps.column.lastUsed': 'Zuletzt verwendet',
  'apps.column.actions': 'Aktionen',

  'apps.connection.waiting': 'Verbindung steht aus',
  'apps.connection.exchanged': 'Verbunden',
  'apps.connection.kept': 'Verbunden',
  'apps.connection.expired': 'Nicht verbunden',
  'apps.connection.revoked': 'Widerrufen',
  'apps.connection.suspended': 'Angehalten',
  'apps.connection.uninstalled': 'Deinstalliert',

  'apps.notice.waiting.title': 'Die App hat ihren Token noch nicht abgeholt',
  'apps.notice.waiting':
    'Mit Ihrer Zustimmung hat sie eine Nonce bekommen, die sie gegen ihren Token tauscht. Die Frist ' +
    'endet {time}. Diese Seite aktualisiert sich von selbst.',
  'apps.notice.expired.title': 'Die App hat ihren Token nicht rechtzeitig abgeholt',
  'apps.notice.expired':
    'Ihre Nonce ist abgelaufen, sie kann Ihren Shop nicht erreichen. Installieren Sie sie erneut. Wenn ' +
    'es wieder passiert, wenden Sie sich an den Entwickler.',
  'apps.notice.kept.title': 'Die App hat ihren neuesten Token nicht abgeholt',
  'apps.notice.kept': 'Sie verwendet weiter den vorherigen. Sie müssen nichts tun.',
  'apps.notice.revoked.title': 'Der Token der App wurde widerrufen',
  'apps.notice.revoked':
    'Von der App selbst oder aus Sicherheitsgründen; die Aktivität Ihres Shops zeigt, was zutrifft. Bis ' +
    'Sie die App erneut installieren, kann sie Ihren Shop nicht erreichen.',
  'apps.notice.uninstalled.title': 'Diese App ist nicht mehr installiert',
  'apps.notice.uninstalled':
    'Sie kann Ihren Shop nicht erreichen. Ihre gespeicherten Daten bleiben erhalten.',

  'apps.app': 'App',
  'apps.back': 'Alle Apps',
  'apps.about': 'Über diese App',
  'apps.access': 'Berechtigungen',
  'apps.accessBefore': 'Frühere Berechtigungen',
  'apps.scope.used': 'zuletzt benutzt am {day}',
  'apps.scope.unused': 'in den letzten {days} Tagen nicht benutzt',
  'apps.scope.notYet': 'noch nicht benutzt',
  'apps.access.none': 'Keine: Sie hat keinen Zugriff auf die Daten Ihres Shops.',
  'apps.fact.maker': 'Entwickler',
  'apps.fact.host': 'Website',
  'apps.fact.domain': 'Domain',
  'apps.agent': 'KI-Agent',
  'apps.agent.of': 'KI-Agent · {domain}',
  'apps.fact.events': 'Ereignisse',
  'apps.fact.events.none': 'Keine',
  'apps.asks.title': '„{app}“ fordert andere Berechtigungen an',
  'apps.asks.lead':
    '{added, plural, =0 {} one {Eine Berechtigung ist neu. } other {# Berechtigungen sind neu. ' +
    '}}{dropped, plural, =0 {} one {Eine entfällt. } other {# entfallen. }}Bis Sie zustimmen, bleibt ' +
    'alles, wie es ist.',
  'apps.asks.review': 'Prüfen',
  'apps.changed': 'Berechtigungen geändert',
  'apps.link.privacy_url': 'Datenschutzerklärung',
  'apps.link.support_url': 'Support',
  'apps.fact.description': 'Beschreibung',
  'apps.fact.links': 'Links',
  'apps.parts': 'Bereiche der App',
  'apps.part.overview': 'Übersicht',
  'apps.part.permissions': 'Berechtigungen',
  'apps.part.activity': 'Aktivität',
  'apps.record': 'Was die App gelesen und geschrieben hat',
  'apps.record.lead': 'Anfragen der letzten 100 Tage nach Typ und Tag (UTC).',
  'apps.record.empty': 'Die App hat noch keine Anfragen gesendet',
  'apps.record.csv': 'Als CSV herunterladen',
  'apps.record.byType': 'Anfragen nach Typ',
  'apps.record.day': 'Tag',
  'apps.record.type': 'Typ',
  'apps.record.reads': 'Gelesen',
  'apps.record.writes': 'Geschrieben',
  'apps.record.customers': 'Kunden, deren Daten sie gelesen hat',
  'apps.record.customers.count': 'Kunden',
  'apps.record.customers.some': 'Beispiele',
  'apps.record.customers.link': 'Kunde {number} vom {day}',
  'apps.record.networks': 'Netzwerke der Anfragen',
  'apps.record.network': 'Netzwerk',
  'apps.record.first': 'Erste Nutzung',
  'apps.record.last': 'Letzte Nutzung',
  'apps.record.log': 'Protokoll',
  'apps.part.webhooks': 'Webhooks',
  'apps.part.data': 'Daten',
  'apps.data.personal': 'Personenbezogene Daten, die die App lesen kann',
  'apps.data.personal.none':
    'Keine: Ihre Berechtigungen geben keinen Zugriff auf personenbezogene Daten Ihrer Kunden.',
  'apps.data.noPolicy': 'Die App nennt keine Datenschutzerklärung.',
  'apps.data.uninstall': 'Nachdem Sie sie deinstalliert haben',
  'apps.data.uninstall.lead':
    'Ihr Zugriff endet innerhalb einer Sekunde. Was sie in Ihrem Shop gespeichert hat, bleibt erhalten. ' +
    'Der Entwickler muss innerhalb von 30 Tagen bestätigen, dass Ihre Daten von den Servern der App ' +
    'gelöscht sind.',
  'apps.missing.title': 'Diese App gibt es hier nicht',
  'apps.missing.lead': 'Der Entwickler hat sie möglicherweise gelöscht, oder die Adresse ist falsch.',

  'apps.suspend': 'Anhalten',
  'apps.suspend.title': '„{app}“ anhalten?',
  'apps.suspend.text':
    'Ihre Anfragen werden binnen einer Sekunde abgelehnt, und ihre Webhooks warten. Sie bleibt installiert, und Sie ' +
    'können sie jederzeit fortsetzen. Inhaber und Entwickler bekommen eine E-Mail darüber.',
  'apps.suspend.done': '„{app}“ angehalten',
  'apps.suspended.title': '„{app}“ ist angehalten',
  'apps.suspended.text': 'Ihre Anfragen werden abgelehnt, und ihre Webhooks warten bis zu 30 Tage.',
  'apps.resume': 'Fortsetzen',
  'apps.resume.title': '„{app}“ fortsetzen?',
  'apps.resume.text':
    'Ihr Token gilt sofort wieder. Wartende Webhooks folgen binnen einer Minute, die ältesten zuerst.',
  'apps.resume.done': '„{app}“ fortgesetzt',

  'apps.approvals': 'Freigaben',
  'apps.approvals.none': 'Die App übernimmt ihre Änderungen ohne Ihre Freigabe.',
  'apps.approvals.some': 'Diese Änderungen geben Sie frei, bevor sie übernommen werden:',
  'apps.approvals.list': 'Vorgeschlagene Änderungen',
  'apps.approvals.edit': 'Änderungen auswählen',
  'apps.approvals.edit.of': 'Änderungen von „{app}“ freigeben',
  'apps.approvals.lead': 'Die App braucht Ihre Freigabe, bevor sie Folgendes tun darf:',
  'apps.approvals.done': 'Freigaben von „{app}“ gespeichert',
  'apps.limits': 'Tageslimits',
  'apps.limits.requests': 'Anfragen pro Tag',
  'apps.limits.writes': 'Änderungen pro Tag',
  'apps.limits.none': 'Kein Limit',
  'apps.limits.used': 'Heute {used, number} von {limit, number} genutzt',
  'apps.limits.edit': 'Limits bearbeiten',
  'apps.limits.edit.of': 'Tageslimits von „{app}“ bearbeiten',
  'apps.limits.lead':
    'Über einem Limit werden Anfragen der App bis Mitternacht (UTC) abgelehnt. Ein leeres Feld bedeutet kein Limit.',
  'apps.limits.done': 'Tageslimits von „{app}“ gespeichert',
  'apps.networks': 'Erlaubte Netzwerke',
  'apps.networks.every': 'Die App darf Anfragen von überall senden.',
  'apps.networks.ofShop': 'In Ihrem Shop darf die App Anfragen nur von hier senden:',
  'apps.networks.ofDeveloper': 'Der Entwickler erlaubt Anfragen der App nur von hier:',
  'apps.networks.edit': 'Netzwerke bearbeiten',
  'apps.networks.edit.of': 'Netzwerke bearbeiten: „{app}“',
  'apps.networks.description':
    'Adressen oder Netzwerke der Server der App, etwa 203.0.113.0/24, je Zeile eines. Fragen Sie den Entwickler ' +
    'danach. Ohne Eintrag gelten die Netzwerke des Entwicklers.',
  'apps.networks.done': 'Netzwerke von „{app}“ gespeichert',

  'apps.uninstall': 'Deinstallieren',
  'apps.uninstall.of': '„{app}“ deinstallieren',
  'apps.uninstall.title': '„{app}“ deinstallieren?',
  'apps.uninstall.text':
    'Der Token der App endet innerhalb einer Sekunde. Ihre Daten in Ihrem Shop bleiben. Über den ' +
    'Installationslink können Sie sie erneut installieren.',
  'apps.uninstall.used': 'Zuletzt verwendet: {time}.',
  'apps.uninstall.done': '„{app}“ deinstalliert',
};
