import type { developerApps as english } from '../en/developer-apps';
import type { Translation } from '../translation';

export const developerApps: Translation<typeof english> = {
  'developerApps.title': 'Meine Apps',
  'developerApps.lead':
    'Apps, die Sie entwickeln. Inhaber beliebiger Shops installieren sie über den Installationslink.',
  'developerApps.list': 'Meine Apps',
  'developerApps.register': 'App registrieren',
  'developerApps.empty.title': 'Noch keine Apps registriert',
  'developerApps.empty.lead':
    'Registrieren Sie eine App und Sie erhalten ihre ID, ihr Secret und den Installationslink für Shopinhaber.',
  'developerApps.app': 'App',
  'developerApps.back': 'Alle meine Apps',
  'developerApps.missing.title': 'Diese App gibt es nicht',
  'developerApps.missing.lead': 'Keine Ihrer Apps hat diese Adresse. Sie wurde möglicherweise gelöscht.',

  'developerApps.column.name': 'Name',
  'developerApps.column.scopes': 'Berechtigungen',
  'developerApps.column.host': 'Website',
  'developerApps.column.created': 'Erstellt',
  'developerApps.column.updated': 'Aktualisiert',
  'developerApps.id': 'App-ID',
  'developerApps.shops': 'Installiert in',
  'developerApps.shops.count': '{count, plural, =0 {noch keinem Shop} one {# Shop} other {# Shops}}',

  'developerApps.link': 'Installationslink',
  'developerApps.link.of': 'Installationslink von „{app}“',
  'developerApps.link.open': 'In diesem Shop installieren',
  'developerApps.link.shop': 'Domain des Shops',
  'developerApps.link.lead':
    'Der Inhaber des Shops öffnet ihn, meldet sich an und stimmt zu. Ein „state“, den Sie an den Link ' +
    'anhängen, kommt an Ihrer Installations-URL wieder an.',

  'developerApps.field.name': 'Name',
  'developerApps.field.name.description': 'Shopinhaber sehen ihn, wenn sie über Ihre App entscheiden.',
  'developerApps.field.name.missing': 'Geben Sie einen Namen ein.',
  'developerApps.field.install_url': 'Installations-URL',
  'developerApps.field.install_url.description':
    'Dorthin gelangt der Browser des Inhabers nach der Zustimmung, mit einer Nonce, die Ihr Server gegen ' +
    'einen Token tauscht. https, oder http für localhost.',
  'developerApps.field.install_url.example': 'https://app.example/install',
  'developerApps.field.install_url.missing':
    'Geben Sie die Adresse ein, zu der Inhaber weitergeleitet werden.',
  'developerApps.field.description': 'Beschreibung (optional)',
  'developerApps.field.description.description':
    'Was die App tut. Shopinhaber lesen das, bevor sie zustimmen.',
  'developerApps.field.privacy_url': 'Datenschutzerklärung (optional)',
  'developerApps.field.privacy_url.description': 'Inhaber finden den Link, bevor sie zustimmen.',
  'developerApps.field.privacy_url.example': 'https://app.example/privacy',
  'developerApps.field.support_url': 'Support (optional)',
  'developerApps.field.support_url.description': 'Wo Inhaber Hilfe zu Ihrer App bekommen.',
  'developerApps.field.support_url.example': 'https://app.example/support',
  'developerApps.field.scopes': 'Berechtigungen',
  'developerApps.field.scopes.description':
    'Was die App anfordert. Inhaber stimmen allem zu oder nichts, außer bei optionalen Berechtigungen.',
  'developerApps.field.optional_scopes': 'Optionale Berechtigungen',
  'developerApps.field.optional_scopes.description':
    'Inhaber wählen sie einzeln aus und können sie entziehen. Die App muss ohne sie funktionieren.',
  'developerApps.field.webhook_url': 'Webhook-URL (optional)',
  'developerApps.field.webhook_url.description': 'An diese Adresse werden Ereignisse gesendet (POST).',
  'developerApps.field.webhook_url.example': 'https://app.example/webhooks',
  'developerApps.field.webhook_events': 'Ereignisse',
  'developerApps.field.webhook_events.description': 'Was die App abonniert.',
  'developerApps.field.webhook_events.unseen':
    'Eine App empfängt nur, was sie lesen darf. Wählen Sie auch die Leseberechtigungen für: {events}.',
  'developerApps.field.webhook_events.nowhere':
    'Ohne Webhook-URL werden diese Ereignisse nirgendwohin gesendet.',
  'developerApps.field.require_proof': 'Nachweis bei jeder Anfrage verlangen',
  'developerApps.field.require_proof.description':
    'Anfragen mit den Token der App brauchen dann einen Secret-Proof, der mit ihrem Secret gebildet ' +
    'wird: Ein bekannt gewordener Token allein ist nutzlos.',
  'developerApps.field.require_secret': 'Client-Authentifizierung bei der Installation verlangen',
  'developerApps.field.require_secret.description':
    'Die App tauscht ihre Nonce dann mit ID und Secret ein: Eine bekannt gewordene Nonce allein ist nutzlos.',
  'developerApps.field.allowed_networks': 'Erlaubte Netzwerke',
  'developerApps.field.allowed_networks.description':
    'Adressen oder Netzwerke Ihrer Server, etwa 203.0.113.0/24, je Zeile eines. Die Token der App sind anderswo ' +
    'nutzlos. Ein Shop kann andere Netzwerke festlegen. Ohne Eintrag sind Anfragen von überall erlaubt.',

  'developerApps.new.title': 'App registrieren',
  'developerApps.made.title': '„{app}“ ist registriert',
  'developerApps.made.done': 'Zur App',
  'developerApps.credentials': 'Zugangsdaten',
  'developerApps.secret': 'Secret',
  'developerApps.secret.once': 'Kopieren Sie das Secret jetzt: Es wird nur dieses eine Mal angezeigt',
  'developerApps.secret.keep':
    'Bewahren Sie es auf Ihrem Server auf. Wenn Sie es verlieren, erneuern Sie es auf der Seite der App.',
  'developerApps.next': 'Nächste Schritte',
  'developerApps.next.install': 'Ein Inhaber öffnet den Installationslink und stimmt zu.',
  'developerApps.next.nonce':
    'Der Browser des Inhabers kommt mit einer Nonce zu Ihrer Installations-URL. Sie gilt zehn Minuten.',
  'developerApps.next.exchange': 'Ihr Server tauscht sie einmal gegen seinen Token:',
  'developerApps.next.call': 'Mit diesem Token ruft er die API des Shops auf.',

  'developerApps.parts': 'App',
  'developerApps.part.overview': 'Übersicht',
  'developerApps.part.permissions': 'Berechtigungen',
  'developerApps.part.webhooks': 'Webhooks',
  'developerApps.part.usage': 'Nutzung',
  'developerApps.part.settings': 'Einstellungen',
  'developerApps.part.activity': 'Aktivität',

  'developerApps.calls': 'Erste Anfragen',
  'developerApps.calls.lead': 'Füllen Sie die ersten Zeilen aus und fügen Sie den Rest in eine Shell ein.',
  'developerApps.calls.exchange': 'Nonce gegen einen Token tauschen',
  'developerApps.calls.request': 'Anfrage an den Shop',
  'developerApps.docs': 'Dokumentation',
  'developerApps.docs.quickStart': 'Schnellstart',
  'developerApps.docs.installFlow': 'Ablauf der Installation',
  'developerApps.docs.shopApi': 'Shop-API',
  'developerApps.docs.webhooks': 'Webhooks',
  'developerApps.docs.sdk': 'SDK',
  'developerApps.docs.errors': 'Fehler',

  'developerApps.activity': 'Aktivität',
  'developerApps.activity.lead': 'Änderungen der App und ihrer Secrets und wartende Webhooks.',

  'developerApps.edit.settings': 'Allgemein',
  'developerApps.edit.permissions': 'Berechtigungen',
  'developerApps.edit.webhooks': 'Webhooks',
  'developerApps.edit.done': '„{app}“ gespeichert',
  'developerApps.edit.consent':
    'Die App ist in {shops, plural, one {# Shop} other {# Shops}} installiert. Geänderte Berechtigungen ' +
    'gelten in einem Shop, sobald der Inhaber ihnen über den Installationslink zugestimmt hat.',
  'developerApps.newer.title': 'Jemand anderes hat diese App inzwischen geändert',
  'developerApps.newer.lead':
    'Es wurde noch nichts gespeichert, Ihre Eingaben sind erhalten. Unten sehen Sie die andere Änderung; ' +
    'prüfen Sie sie und speichern Sie dann.',
  'developerApps.newer.conflict': 'Das haben Sie auch geändert; im Formular steht Ihr Wert.',
  'developerApps.newer.take': 'Andere übernehmen',
  'developerApps.newer.take.of': 'Andere übernehmen: {field}',
  'developerApps.newer.on': 'an',
  'developerApps.newer.off': 'aus',
  'developerApps.newer.none': 'keine',

  'developerApps.secrets': 'Secrets',
  'developerApps.secrets.lead': 'Während Sie ein Secret ersetzen, gelten zwei nebeneinander.',
  'developerApps.secrets.generation': 'Secret',
  'developerApps.secrets.number': 'Nr. {generation}',
  'developerApps.secrets.ends': 'Gültig bis',
  'developerApps.secrets.current': 'Aktuell',
  'developerApps.rotate': 'Secret erneuern',
  'developerApps.rotate.title': 'Secret erneuern?',
  'developerApps.rotate.text':
    'Das aktuelle Secret gilt, bis das neue verwendet wird, höchstens 24 Stunden. Geben Sie das neue allen Ihren ' +
    'Servern, bevor einer es verwendet.',
  'developerApps.rotate.older': 'Nr. {generation}, das bereits ersetzt wird, endet sofort.',
  'developerApps.rotated.title': 'Das neue Secret',
  'developerApps.rotated.text': 'Das vorherige gilt bis {time}.',

  'developerApps.secrets.none': 'Noch keines.',
  'developerApps.webhookSecret': 'Webhook-Secret',
  'developerApps.webhookSecrets': 'Webhook-Secrets',
  'developerApps.webhookSecrets.lead':
    'An ihrer Signatur erkennt Ihr Empfänger, dass Ereignisse von hier stammen.',
  'developerApps.webhookRotate': 'Webhook-Secret erneuern',
  'developerApps.webhookRotate.title': 'Webhook-Secret erneuern?',
  'developerApps.webhookRotate.text':
    'Jedes Ereignis trägt noch 24 Stunden lang zwei Signaturen, eine von jedem Secret. Ihr Empfänger ' +
    'kann beide prüfen.',
  'developerApps.webhookRotated.title': 'Das neue Webhook-Secret',
  'developerApps.webhookRotated.text': 'Bis {time} werden Ereignisse zusätzlich mit dem vorherigen signiert.',

  'developerApps.receive': 'Ereignisse empfangen',
  'developerApps.receive.deliveries': 'Zustellungen in diesem Shop',
  'developerApps.receive.verify': 'Signatur eines Ereignisses prüfen',
  'developerApps.receive.docs': 'Webhooks in der Dokumentation',
  'developerApps.receive.verify.lead':
    'Über den Body, Byte für Byte wie empfangen. Antworten Sie innerhalb von 15 Sekunden mit 2xx und ' +
    'erledigen Sie die Arbeit danach; das nächste Ereignis kommt erst nach Ihrer Antwort.',
  'developerApps.receive.sdk': 'Mit dem SDK',
  'developerApps.receive.library': 'Mit einer Bibliothek',
  'developerApps.receive.plain': 'Ohne',
  'developerApps.receive.how': 'Art der Prüfung',
  'developerApps.receive.listen': 'Auf Ihrem Rechner, ohne Tunnel',
  'developerApps.receive.listen.lead':
    'Liest die Ereignisse dieses Shops und sendet sie an Ihren Rechner, signiert wie später im Betrieb. ' +
    'Nötig ist ein Token der App mit {scope} und der Leseberechtigung für die Objekte der Ereignisse.',
  'developerApps.receive.command': 'Befehl',

  'developerApps.icon': 'Symbol',
  'developerApps.icon.lead':
    'Shop-Inhaber sehen es neben dem Namen. Quadratisches PNG, JPEG oder WebP, 128 bis 1.200 Pixel.',
  'developerApps.icon.choose': 'Datei auswählen',
  'developerApps.icon.chosen': 'Vorschau von {file}. Noch nicht gespeichert.',
  'developerApps.icon.save': 'Symbol speichern',
  'developerApps.icon.saved': 'Symbol von „{app}“ gespeichert',
  'developerApps.icon.none': 'Ohne Symbol sehen Inhaber den ersten Buchstaben des Namens.',
  'developerApps.icon.remove': 'Symbol entfernen',
  'developerApps.icon.remove.title': 'Symbol von „{app}“ entfernen?',
  'developerApps.icon.remove.text': 'Inhaber sehen dann den ersten Buchstaben des Namens.',
  'developerApps.icon.remove.done': 'Symbol von „{app}“ entfernt',
  'developerApps.icon.problem.type': 'Wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
  'developerApps.icon.problem.bytes': 'Diese Datei ist größer als 256 KB. Wählen Sie eine kleinere.',
  'developerApps.icon.problem.unreadable': 'Diese Datei ist kein lesbares Bild. Wählen Sie eine andere.',
  'developerApps.icon.problem.size':
    'Dieses Bild hat {width} × {height} Pixel. Wählen Sie ein quadratisches mit 128 bis 1.200 Pixeln.',

  'developerApps.part.listing': 'Eintrag',
  'developerApps.listing': 'Eintrag im App-Verzeichnis',
  'developerApps.listing.lead':
    'Shop-Inhaber finden eingetragene Apps unter Apps. Der Betreiber prüft jede Version.',
  'developerApps.listing.status.unlisted': 'Nicht eingetragen',
  'developerApps.listing.status.listed': 'Eingetragen',
  'developerApps.listing.status.hidden': 'Ausgeblendet',
  'developerApps.listing.hidden': 'Der Betreiber hat die App ausgeblendet',
  'developerApps.listing.rejected': 'Die letzte Version wurde abgelehnt',
  'developerApps.listing.waiting': 'Eine Version wartet auf ihre Prüfung',
  'developerApps.listing.waiting.lead': 'Die Entscheidung sehen Sie hier.',
  'developerApps.listing.waiting.changed':
    'Ihre neueren Änderungen gehören nicht dazu. Ziehen Sie die Version zurück, um sie einzureichen.',
  'developerApps.listing.changed': 'Sie haben Änderungen, die Shop-Inhaber nicht sehen',
  'developerApps.listing.changed.lead':
    'Das Verzeichnis zeigt die freigegebene Version, bis eine neue freigegeben ist.',
  'developerApps.listing.missing': 'Es fehlt noch: {attributes}.',
  'developerApps.listing.submit': 'Zur Prüfung einreichen',
  'developerApps.listing.submitted': 'Eintrag eingereicht',
  'developerApps.listing.withdraw': 'Zurückziehen',
  'developerApps.listing.withdrawn': 'Einreichung zurückgezogen',
  'developerApps.listing.texts': 'Texte',
  'developerApps.listing.saved': 'Eintrag von „{app}“ gespeichert',
  'developerApps.listing.field.name': 'Name im Verzeichnis',
  'developerApps.listing.field.tagline': 'Kurzbeschreibung',
  'developerApps.listing.field.description': 'Beschreibung',
  'developerApps.listing.field.categories': 'Kategorien',
  'developerApps.listing.field.developer_name': 'Entwickler',
  'developerApps.listing.field.support_url': 'Support-Adresse',
  'developerApps.listing.field.privacy_url': 'Adresse der Datenschutzerklärung',
  'developerApps.listing.field.screenshots': 'Screenshots',
  'developerApps.listing.categories': 'Kategorien, höchstens {count}',
  'developerApps.listing.screenshots.lead':
    '1 bis 8 Bilder. PNG, JPEG oder WebP, 320 bis 2.560 Pixel, höchstens 512 KB.',
  'developerApps.listing.screenshots.add': 'Screenshot hinzufügen',
  'developerApps.listing.screenshots.forward': 'Nach vorn',
  'developerApps.listing.screenshots.forward.of': 'Nach vorn: Screenshot {number}',
  'developerApps.listing.screenshots.remove': 'Entfernen',
  'developerApps.listing.screenshots.remove.of': 'Entfernen: Screenshot {number}',
  'developerApps.listing.preview': 'Vorschau',
  'developerApps.listing.preview.lead': 'Ihr gespeicherter Entwurf, wie Shop-Inhaber ihn sehen werden.',
  'developerApps.domain': 'Ihre Domain',
  'developerApps.domain.lead': 'Eine bestätigte Domain steht bei allen Ihren Apps neben Ihrem Namen.',
  'developerApps.domain.name': 'Domain',
  'developerApps.domain.invalid': 'Geben Sie eine Domain wie app.example ein, ohne https:// und Pfad.',
  'developerApps.domain.add': 'Domain hinzufügen',
  'developerApps.domain.status.pending': 'Nicht bestätigt',
  'developerApps.domain.status.verified': 'Bestätigt',
  'developerApps.domain.status.lost': 'Nachweis verloren',
  'developerApps.domain.problem.absent': 'Weder der Eintrag noch die Datei wurde gefunden.',
  'developerApps.domain.problem.unreachable': 'Ihre Nameserver oder Ihr Webserver haben nicht geantwortet.',
  'developerApps.domain.how':
    'Legen Sie einen TXT-Eintrag oder eine Datei mit diesem Wert an. Er muss bleiben: Die Plattform prüft ihn täglich.',
  'developerApps.domain.record': 'TXT-Eintrag',
  'developerApps.domain.file': 'Oder Datei',
  'developerApps.domain.value': 'Wert',
  'developerApps.domain.check': 'Jetzt prüfen',
  'developerApps.domain.remove': 'Domain entfernen',

  'developerApps.delete': 'App löschen',
  'developerApps.delete.lead': 'Sie wird überall deinstalliert, ihre Secrets werden gelöscht.',
  'developerApps.delete.title': '„{app}“ löschen?',
  'developerApps.delete.action': 'Löschen',
  'developerApps.delete.text':
    '{shops, plural, =0 {Kein Shop hat sie installiert.} one {Sie ist in # Shop installiert und wird ' +
    'dort deinstalliert.} other {Sie ist in # Shops installiert und wird in allen deinstalliert.}} Ihre ' +
    'Token enden innerhalb einer Sekunde. Das kann nicht rückgängig gemacht werden.',
  'developerApps.delete.done': '„{app}“ gelöscht',
};
