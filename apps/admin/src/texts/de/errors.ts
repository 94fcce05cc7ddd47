import type { errors as english } from '../en/errors';
import type { Translation } from '../translation';

export const errors: Translation<typeof english> = {
  'error.attribute.address': 'Geben Sie eine Anschrift mit höchstens 500 Zeichen ein.',
  'error.attribute.allowed_networks':
    'Geben Sie bis zu 20 Adressen oder Netzwerke ein, etwa 203.0.113.7 oder 203.0.113.0/24, je Zeile eines.',
  'error.attribute.alt_text': 'Geben Sie eine Beschreibung mit höchstens 500 Zeichen ein.',
  'error.attribute.amount': 'Geben Sie einen Betrag größer als 0 ein, den die Bestellung zulässt.',
  'error.attribute.body': 'Geben Sie einen Kommentar mit 1 bis 65.535 Zeichen ein.',
  'error.attribute.carrier': 'Geben Sie einen Namen mit höchstens 255 Zeichen ein.',
  'error.attribute.line_items': 'Geben Sie ganze Zahlen ein, höchstens so viele, wie vom Artikel übrig sind.',
  'error.attribute.reference': 'Geben Sie eine Referenz mit höchstens 255 Zeichen ein.',
  'error.attribute.tracking_number': 'Geben Sie eine Nummer mit höchstens 255 Zeichen ein.',
  'error.attribute.tracking_url':
    'Geben Sie eine Adresse mit höchstens 2.000 Zeichen ein, wie https://versand.example/track/123.',
  'error.attribute.areas': 'Wählen Sie mindestens einen Bereich aus.',
  'error.attribute.billing_address': 'Prüfen Sie die Rechnungsadresse: Ein Teil fehlt oder ist zu lang.',
  'error.attribute.cancel_reason': 'Geben Sie einen Grund mit höchstens 255 Zeichen ein.',
  'error.attribute.categories': 'Wählen Sie 1 bis 3 Kategorien aus.',
  'error.attribute.code': 'Prüfen Sie den Code: Er ist falsch oder hat eine unzulässige Form.',
  'error.attribute.compare_at_amount': 'Geben Sie einen Betrag ab 0 ein.',
  'error.attribute.currency_code': 'Wählen Sie eine Währung.',
  'error.attribute.current_password': 'Das ist nicht Ihr aktuelles Passwort.',
  'error.attribute.default_address': 'Prüfen Sie die Adresse: Ein Teil fehlt oder ist zu lang.',
  'error.attribute.description': 'Diese Beschreibung ist zu lang.',
  'error.attribute.developer_name': 'Geben Sie einen Namen mit höchstens 100 Zeichen in einer Zeile ein.',
  'error.attribute.domain':
    'Wählen Sie eine andere Adresse: Diese ist vergeben, reserviert oder enthält andere Zeichen als a–z, ' +
    '0–9 und Bindestriche.',
  'error.attribute.email': 'Geben Sie eine E-Mail-Adresse ein, wie name@example.com.',
  'error.attribute.ends_at': 'Geben Sie einen Zeitpunkt nach dem Beginn ein.',
  'error.attribute.expires_at': 'Wählen Sie einen Tag in der Zukunft.',
  'error.attribute.file_id': 'Dieses Bild ist nicht mehr verfügbar. Laden Sie es erneut hoch.',
  'error.attribute.first_name': 'Geben Sie einen Namen mit höchstens 255 Zeichen ein.',
  'error.attribute.handle': 'Geben Sie nur Kleinbuchstaben, Ziffern und Bindestriche ein.',
  'error.attribute.initial_amount': 'Geben Sie einen Betrag über 0 ein.',
  'error.attribute.install_url':
    'Geben Sie eine https-Adresse ohne Benutzernamen, Platzhalter und „#“ ein, etwa https://app.example/install.',
  'error.attribute.inventory_quantity': 'Geben Sie eine ganze Zahl von höchstens 1.000.000.000 ein.',
  'error.attribute.last_name': 'Geben Sie einen Namen mit höchstens 255 Zeichen ein.',
  'error.attribute.minimum_subtotal_amount': 'Geben Sie einen Betrag ab 0 ein.',
  'error.attribute.name': 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  'error.attribute.note': 'Geben Sie eine Notiz mit höchstens 65.535 Zeichen ein.',
  'error.attribute.password':
    'Wählen Sie ein anderes Passwort: lang, schwer zu erraten, aus keinem Datenleck bekannt, ohne Ihren ' +
    'Namen und Ihre E-Mail-Adresse und nicht das bisherige.',
  'error.attribute.phone': 'Geben Sie eine Telefonnummer mit 3 bis 32 Zeichen ein, wie +49 30 123456.',
  'error.attribute.price_amount': 'Geben Sie einen Betrag ab 0 ein.',
  'error.attribute.privacy_url': 'Geben Sie eine https-Adresse ein, wie https://app.example/privacy.',
  'error.attribute.refunded_amount': 'Geben Sie einen Betrag ein, der nicht höher ist als der bezahlte.',
  'error.attribute.resource_id': 'Es gibt kein Objekt mit dieser ID, oder die ID hat mehr als 64 Zeichen.',
  'error.attribute.resource_type': 'Geben Sie einen Typ mit höchstens 64 Zeichen ein.',
  'error.attribute.optional_scopes': 'Wählen Sie Berechtigungen aus, die es gibt.',
  'error.attribute.scopes': 'Wählen Sie Berechtigungen aus, die es gibt und die Sie selbst haben.',
  'error.attribute.screenshots': 'Wählen Sie höchstens 8 verschiedene Screenshots.',
  'error.attribute.shipping_address': 'Prüfen Sie die Lieferadresse: Ein Teil fehlt oder ist zu lang.',
  'error.attribute.sku': 'Geben Sie eine SKU mit höchstens 255 Zeichen ein.',
  'error.attribute.starts_at': 'Geben Sie einen Zeitpunkt vor dem Ende ein.',
  'error.attribute.support_email': 'Geben Sie eine E-Mail-Adresse ein, etwa hilfe@example.com.',
  'error.attribute.support_phone':
    'Geben Sie eine Telefonnummer mit höchstens 32 Zeichen ein, etwa +49 30 123456.',
  'error.attribute.support_url': 'Geben Sie eine https-Adresse ein, wie https://app.example/support.',
  'error.attribute.tagline': 'Geben Sie einen Satz mit höchstens 80 Zeichen ein.',
  'error.attribute.tags': 'Geben Sie höchstens 250 Tags ein, jedes einmal und mit höchstens 255 Zeichen.',
  'error.attribute.second_factor_required': 'Richten Sie zuerst in Ihrem Konto einen zweiten Faktor ein.',
  'error.attribute.time_zone': 'Wählen Sie eine Zeitzone.',
  'error.attribute.title': 'Geben Sie einen Titel mit höchstens 255 Zeichen ein.',
  'error.attribute.usage_limit': 'Geben Sie eine ganze Zahl von 1 bis 1.000.000.000 ein.',
  'error.attribute.usage_limit_per_customer': 'Geben Sie eine ganze Zahl von 1 bis 1.000.000.000 ein.',
  'error.attribute.daily_request_limit': 'Geben Sie eine ganze Zahl von 1 bis 1.000.000.000 ein.',
  'error.attribute.daily_write_limit': 'Geben Sie eine ganze Zahl von 1 bis 1.000.000.000 ein.',
  'error.attribute.user_code':
    'Dieser Code ist falsch oder abgelaufen. Geben Sie den Code ein, den das Gerät jetzt anzeigt.',
  'error.attribute.value': 'Geben Sie einen Wert über 0 ein; ein Prozentsatz ist höchstens 100.',
  'error.attribute.webhook_events': 'Wählen Sie Ereignisse aus, die es gibt.',
  'error.attribute.webhook_url': 'Geben Sie eine https-Adresse im öffentlichen Internet ein.',

  'error.code.already_exists': 'Das gibt es bereits. Geben Sie einen anderen Wert ein.',
  'error.code.csrf_refused': 'Diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es erneut.',
  'error.code.data_too_large':
    'Das sind zu viele Daten für ein Metaobjekt. Speichern Sie große Inhalte anderswo.',
  'error.code.events_expired': 'Diese Ereignisse sind nicht mehr gespeichert.',
  'error.code.idempotency_in_progress':
    'Das wird gerade noch ausgeführt. Warten Sie einen Moment und versuchen Sie es erneut.',
  'error.code.idempotency_key_reused':
    'Das wurde bereits gesendet. Laden Sie die Seite neu, um zu sehen, was daraus wurde.',
  'error.code.illegal_transition':
    'Das ist im aktuellen Status nicht möglich. Laden Sie die Seite neu, um zu sehen, ob jemand anderes ' +
    'ihn geändert hat.',
  'error.code.insufficient_role': 'Ihre Rolle in diesem Shop erlaubt das nicht.',
  'error.code.device_not_allowed':
    'Geräte, die sich mit einem Code anmelden, können das nicht. Benutzen Sie das Admin-Panel.',
  'error.code.insufficient_scope': 'Ihre Rolle in diesem Shop erlaubt das nicht.',
  'error.code.internal_error': 'Auf dem Server ist ein Fehler aufgetreten.',
  'error.code.invalid_attribute': 'Prüfen Sie diesen Wert.',
  'error.code.invalid_credentials': 'E-Mail-Adresse und Passwort passen nicht zusammen.',
  'error.code.invalid_file':
    'Diese Datei kann nicht importiert werden. Speichern Sie sie als CSV in UTF-8 mit einer Kopfzeile.',
  'error.code.invalid_icon':
    'Wählen Sie ein quadratisches PNG, JPEG oder WebP mit 128 bis 1.200 Pixeln und höchstens 256 KB, das ' +
    'sich nicht bewegt.',
  'error.code.invalid_image':
    'Wählen Sie ein PNG, JPEG oder WebP mit 320 bis 2.560 Pixeln und höchstens 512 KB, das sich nicht bewegt.',
  'error.code.invalid_key': 'Ein Schlüssel hat 1 bis 255 Zeichen, die alle gespeichert werden können.',
  'error.code.invalid_query_parameter': 'Ein Teil dieser Adresse ist nicht verständlich.',
  'error.code.invalid_relationship':
    'Etwas, worauf sich das bezieht, fehlt oder kann nicht verwendet werden.',
  'error.code.invalid_text': 'Dieser Text enthält ein Zeichen, das nicht gespeichert werden kann.',
  'error.code.invalid_token': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  'error.code.invitation_ended':
    'Diese Einladung wurde verwendet oder zurückgezogen oder ist abgelaufen. Bitten Sie um eine neue.',
  'error.code.last_owner':
    'Ein Shop behält mindestens einen Inhaber. Machen Sie zuerst jemand anderes zum Inhaber.',
  'error.code.nesting_too_deep': 'Das ist zu tief verschachtelt.',
  'error.code.approval_not_supported': 'Diese Änderung kann nicht zur Freigabe vorgeschlagen werden.',
  'error.code.approver_required': 'Nur ein Mitglied des Shops kann das freigeben.',
  'error.code.daily_limit_exceeded':
    'Die App hat die Anfragen oder Änderungen verbraucht, die der Shop ihr pro Tag erlaubt. Nach Mitternacht (UTC) ' +
    'funktioniert sie wieder.',
  'error.code.too_many_proposals': 'Die App hat schon die Höchstzahl vorgeschlagener Änderungen.',
  'error.code.network_not_allowed': 'Aus Ihrem Netzwerk ist das nicht erlaubt.',
  'error.code.not_found': 'Das gibt es nicht oder nicht mehr.',
  'error.code.number_out_of_range':
    'Diese Zahl ist zu groß, um sie genau zu speichern. Geben Sie sie als Text ein.',
  'error.code.overloaded': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich erneut.',
  'error.code.payload_too_large': 'Das ist zu viel, um es auf einmal zu speichern.',
  'error.code.precondition_failed': 'Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu.',
  'error.code.rate_limited': 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  'error.code.request_timeout':
    'Die Anfrage kam nicht rechtzeitig an. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'error.code.rows_locked': 'Andere ändern dies gerade. Versuchen Sie es gleich erneut.',
  'error.code.second_factor_required': 'Geben Sie den Code Ihrer Authenticator-App ein.',
  'error.code.limit_reached':
    'Mehr davon sind nicht möglich. Entfernen Sie etwas, das Sie nicht mehr brauchen.',
  'error.code.shop_limit_reached': 'Sie haben so viele Shops, wie der Betreiber der Plattform erlaubt.',
  'error.code.shop_not_found': 'Unter dieser Adresse gibt es keinen Shop.',
  'error.code.second_factor_missing':
    'Ihr Shop verlangt einen zweiten Faktor. Richten Sie ihn in Ihrem Konto ein und versuchen Sie es erneut.',
  'error.code.api_suspended': 'Alle Apps und Zugriffstoken dieses Shops sind angehalten.',
  'error.code.app_suspended': 'Diese App ist im Shop angehalten.',
  'error.code.shop_suspended': 'Der Shop ist gesperrt. Wenden Sie sich an den Betreiber der Plattform.',
  'error.code.step_up_required': 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es erneut.',
  'error.code.still_referenced': 'Es wird verwendet und kann nicht gelöscht werden.',
  'error.code.too_many_keys': 'Das sind zu viele Schlüssel für ein Metaobjekt. Verwenden Sie mehrere.',
  'error.code.too_many_members': 'Das ist zu viel, um es auf einmal zu speichern.',
  'error.code.unauthorized': 'Melden Sie sich an, um das zu tun.',
  'error.code.unavailable': 'Der Dienst ist nicht erreichbar. Versuchen Sie es gleich erneut.',
  'error.code.uri_too_long':
    'Das ist zu viel für eine Suche. Verwenden Sie weniger oder kürzere Bedingungen.',
  'error.code.wrong_recipient':
    'Die Einladung ist für eine andere E-Mail-Adresse. Melden Sie sich mit jenem Konto an.',

  'error.filter.invalid_key': 'Eine Bedingung hat keinen Schlüssel.',
  'error.filter.invalid_operator':
    'Eine Bedingung hat einen Operator, den es nicht gibt. Es gibt =, !=, >, >=, < und <=.',
  'error.filter.invalid_text': 'Eine Bedingung enthält ein Zeichen, das nicht gespeichert werden kann.',
  'error.filter.invalid_value':
    'Eine Bedingung vergleicht mit etwas anderem als einem Text, einer Zahl oder wahr und falsch.',
  'error.filter.missing_value': 'Eine Bedingung hat einen Operator, aber keinen Wert zum Vergleichen.',
  'error.filter.no_condition': 'Eine Bedingung ist kein Objekt mit „key“, „operator“ und „value“.',
  'error.filter.no_json': 'Die Bedingungen in dieser Adresse sind kein JSON.',
  'error.filter.no_order': 'Wahr und falsch haben keine Reihenfolge. Vergleichen Sie sie mit = oder !=.',
  'error.filter.number_out_of_range': 'Eine Bedingung hat eine zu große Zahl.',
  'error.filter.too_many_conditions': 'Eine Suche hat höchstens 16 Bedingungen.',
  'error.filter.unknown_member':
    'Eine Bedingung hat einen unbekannten Teil. Es gibt „key“, „operator“ und „value“.',

  'error.parameter.filter[q]': 'Suchen Sie nach ein bis acht Wörtern.',
  'error.parameter.page[after]': 'Diese Stelle der Liste ist nicht mehr gültig.',
  'error.parameter.page[before]': 'Diese Stelle der Liste ist nicht mehr gültig.',
  'error.parameter.page[size]': 'Eine Seite hat 1 bis 100 Zeilen.',
  'error.parameter.sort': 'So lässt sich die Liste nicht sortieren.',
};
