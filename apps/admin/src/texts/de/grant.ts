import type { grant as english } from '../en/grant';
import type { Translation } from '../translation';

export const grant: Translation<typeof english> = {
  'grant.title.new': '„{app}“ installieren?',
  'grant.title.changed': 'Berechtigungen von „{app}“ ändern?',
  'grant.title.same': '„{app}“ erneut installieren?',
  'grant.lead.new':
    'Eine App bittet um Zugriff auf Ihren Shop. Stimmen Sie nur zu, wenn Sie den Entwickler kennen.',
  'grant.lead.changed':
    'Die App ist in Ihrem Shop bereits installiert. Sie fordert andere Berechtigungen an, als Sie ihr gegeben haben.',
  'grant.lead.same':
    'Die App ist in Ihrem Shop bereits installiert. Die Berechtigungen bleiben gleich; sie bekommt einen ' +
    'neuen Token, der alte endet.',
  'grant.parties': 'Wer anfragt und für welchen Shop',
  'grant.app': 'App',
  'grant.shop': 'Shop',
  'grant.maker': 'von {maker}',

  'grant.agent.title': 'Ein KI-Agent von {domain} bittet um Zugriff',
  'grant.agent':
    'Stimmen Sie nur zu, wenn Sie diesen Agenten gerade selbst verbunden haben. Er handelt im Rahmen dieser ' +
    'Berechtigungen selbstständig. Unter „Apps“ können Sie ihn sperren oder deinstallieren.',
  'grant.agent.loopback':
    'Den Zugriff erhält ein Programm auf diesem Gerät. Jedes Programm auf dem Gerät kann sich als dieser Agent ' +
    'ausgeben.',

  'grant.scopes.able': 'Die App kann dann',
  'grant.scopes.added': 'Neu: Die App kann dann',
  'grant.scopes.dropped': 'Entfällt: Die App kann nicht mehr',
  'grant.scopes.kept': 'Wie bisher: Die App kann weiterhin',
  'grant.scopes.view': 'Ansehen',
  'grant.scopes.edit': 'Bearbeiten',
  'grant.scopes.none': 'Die App fordert keinen Zugriff auf die Daten Ihres Shops an.',
  'grant.optional': 'Sie entscheiden, ob die App außerdem kann',
  'grant.optional.lead':
    'Die App soll auch ohne diese Berechtigungen funktionieren. Sie können sie später ändern.',
  'grant.optional.requested': 'Jetzt angefragt',
  'grant.events': 'Die App wird benachrichtigt, wenn',

  'grant.personal.title': 'Die App kann personenbezogene Daten Ihrer Kunden lesen',
  'grant.personal': 'Namen, E-Mail-Adressen oder Anschriften. Lesen Sie die Datenschutzerklärung der App.',
  'grant.personal.noPolicy':
    'Namen, E-Mail-Adressen oder Anschriften. Die App nennt keine Datenschutzerklärung.',

  'grant.unreviewed.title':
    '{count, plural, one {Eine Berechtigung wurde nicht geprüft} other {# Berechtigungen wurden nicht geprüft}}',
  'grant.unreviewed':
    'Der Betreiber der Plattform hat diese App mit weniger Berechtigungen geprüft. Die übrigen sind unten ' +
    'markiert.',

  'grant.changed.title': 'Die App hat ihre Anforderungen geändert',
  'grant.changed.lead': 'Es wurde nichts installiert. Prüfen Sie sie erneut, bevor Sie zustimmen.',
  'grant.changed.added': 'Seit Ihrer Prüfung fordert sie zusätzlich an',
  'grant.changed.dropped': 'Nicht mehr angefordert',
  'grant.changed.same': 'Unten sehen Sie alles, was sie jetzt anfordert.',
  'grant.changedInShop.title': 'Die Berechtigungen der App in Ihrem Shop haben sich geändert',
  'grant.changedInShop.lead':
    'Jemand hat sie geändert, während diese Seite offen war. Ihre Zustimmung wurde nicht übernommen. Prüfen Sie die ' +
    'Berechtigungen erneut.',
  'grant.changedInShop.removed': 'Sie darf nicht mehr',

  'grant.next':
    'Sie werden anschließend zu {host} weitergeleitet. Unter „Apps“ können Sie die App jederzeit deinstallieren.',
  'grant.person': 'Sie sind als {email} angemeldet.',
  'grant.install': 'Installieren',
  'grant.installAgain': 'Erneut installieren',
  'grant.update': 'Berechtigungen ändern',
  'grant.stepUp.title': 'Noch wurde nichts installiert',
  'grant.stepUp':
    'Ihre letzte Anmeldung ist mehr als zehn Minuten her. Klicken Sie noch einmal und bestätigen Sie ' +
    'dann, dass Sie es sind.',
  'grant.hasty.title': 'Noch nicht',
  'grant.hasty': 'Diese Seite war gerade erst sichtbar. Klicken Sie erneut, wenn Sie zustimmen möchten.',

  'grant.unknown.title': 'Diese App gibt es nicht',
  'grant.unknown.lead':
    'Der Link ist falsch oder unvollständig, oder der Entwickler hat die App gelöscht. Es wurde nichts installiert.',
  'grant.unknown.apps': 'Zu Ihren Apps',
};
