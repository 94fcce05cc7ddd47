import type { NoticeTexts } from './notice-texts';

export const deNotices: NoticeTexts = {
  roles: { owner: 'Inhaber', administrator: 'Administrator', staff: 'Mitarbeiter', read_only: 'nur Lesen' },
  personAdvice:
    'Wenn Sie es nicht waren, ändern Sie sofort Ihr Passwort im Adminpanel unter „Konto“ oder wenden ' +
    'Sie sich an den Betreiber der Plattform.',
  listingAdvice:
    'Das Adminpanel zeigt den Eintrag, seine Versionen und die Gründe des Betreibers unter „Meine Apps“.',
  leakAdvice:
    'Möglicherweise hatten andere diesen Text. Finden Sie die Stelle, an der er veröffentlicht wurde, etwa ein ' +
    'öffentliches Repository oder ein Protokoll, und sehen Sie im Adminpanel unter „Aktivität“ nach unerwarteten ' +
    'Anfragen.',
  erasureAdvice: {
    erasure_due:
      'Löschen Sie die Daten und bestätigen Sie es mit POST /api/erasure_receipts und der ID dieser Anfrage. ' +
      'Die Bestätigung weist sich mit ID und Geheimnis der App oder mit ihrem OAuth-Token aus.',
    erasure_overdue:
      'Das Adminpanel des Shops zeigt den Eintrag unter „Aktivität“. Fragen Sie den Entwickler der App, ' +
      'oder deinstallieren Sie die App.',
  },
  shopAdvice:
    'Wenn Sie das nicht erwartet haben, fragen Sie die Person und sehen Sie im Adminpanel des Shops ' +
    'unter „Aktivität“ nach. Wenn Ihr eigener Name in dieser E-Mail steht und Sie es nicht waren, ' +
    'ändern Sie sofort Ihr Passwort.',
  texts: {
    erasure_due: ({ shop, name, reference }) => [
      `${name} muss Daten von ${shop} löschen`,
      `Der Shop ${shop} bittet Ihre App ${name}, Daten zu löschen und das innerhalb von 30 Tagen nach der Anfrage ` +
        `zu bestätigen. Die ID der Anfrage ist ${reference}.`,
    ],
    erasure_overdue: ({ shop, name }) => [
      `${name} hat eine Löschung nicht bestätigt`,
      `Die App ${name} hat nicht innerhalb von 30 Tagen bestätigt, dass sie Daten Ihres Shops ${shop} gelöscht hat.`,
    ],
    password_changed: () => [
      'Ihr Passwort wurde geändert',
      'Das Passwort Ihres Kontos wurde geändert, und alle Geräte wurden abgemeldet. Das alte ' +
        'Passwort funktioniert nicht mehr.',
    ],
    email_changed: () => [
      'Ihre E-Mail-Adresse wurde geändert',
      'Die Änderung der E-Mail-Adresse Ihres Kontos wurde an beiden Adressen bestätigt. Mit dieser ' +
        'hier meldet sich niemand mehr an.',
    ],
    totp_turned_on: () => [
      'Zwei-Faktor-Authentifizierung wurde eingeschaltet',
      'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Ab jetzt brauchen Sie ihren Code, um sich anzumelden.',
    ],
    totp_turned_off: () => [
      'Zwei-Faktor-Authentifizierung wurde ausgeschaltet',
      'Die Authenticator-App wurde aus Ihrem Konto entfernt. Sie melden sich wieder ohne Code an.',
    ],
    recovery_codes_made: () => [
      'Neue Wiederherstellungscodes wurden erstellt',
      'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten funktionieren nicht mehr.',
    ],
    recovery_code_used: () => [
      'Ein Wiederherstellungscode wurde verwendet',
      'Jemand hat sich mit einem Ihrer Wiederherstellungscodes in Ihrem Konto angemeldet. Er ' +
        'funktioniert kein zweites Mal.',
    ],
    passkey_added: ({ name }) => [
      'Ein Passkey wurde hinzugefügt',
      `Ihrem Konto wurde der Passkey ${name} hinzugefügt. Er meldet ohne Ihr Passwort an.`,
    ],
    passkey_removed: ({ name }) => [
      'Ein Passkey wurde entfernt',
      `Aus Ihrem Konto wurde der Passkey ${name} entfernt.`,
    ],
    second_factors_reset: () => [
      'Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      'Der Betreiber der Plattform hat die Authenticator-App, die Wiederherstellungscodes und alle ' +
        'Passkeys Ihres Kontos entfernt und Sie überall abgemeldet.',
    ],
    new_device_signed_in: ({ device, address }) => [
      'Neue Anmeldung in Ihrem Konto',
      'Jemand hat sich in Ihrem Konto auf einem Gerät angemeldet, das noch nie angemeldet war: ' +
        `${device}, mit der Adresse ${address}.`,
    ],
    device_allowed: ({ device, address }) => [
      'Ein Gerät wurde zugelassen',
      `Sie haben einem Gerät erlaubt, sich mit einem Code in Ihrem Konto anzumelden: ${device}, mit ` +
        `der Adresse ${address}.`,
    ],
    app_registered: ({ name }) => [
      `Sie haben die App ${name} registriert`,
      `Die App ${name} wurde mit Ihrem Konto registriert und hat ein Secret.`,
    ],
    app_changed: ({ name }) => [
      `Die App ${name} wurde geändert`,
      `Mit Ihrem Konto wurde geändert, wohin die App ${name} ihre Tokens oder Ereignisse bekommt ` +
        'oder wie diese geschützt sind.',
    ],
    app_secret_made: ({ name }) => [
      `Neues Secret für die App ${name}`,
      `Mit Ihrem Konto wurde ein neues Secret für die App ${name} erstellt. Das alte funktioniert, bis das neue ` +
        'verwendet wird, höchstens 24 Stunden.',
    ],
    webhook_secret_made: ({ name }) => [
      `Neues Webhook-Secret für die App ${name}`,
      `Mit Ihrem Konto wurde ein neues Secret für die Webhooks der App ${name} erstellt. Das alte ` +
        'funktioniert noch 24 Stunden.',
    ],
    listing_approved: ({ name }) => [
      `Der Eintrag von ${name} wurde genehmigt`,
      `Der Betreiber der Plattform hat den Eintrag der App ${name} genehmigt. Das App-Verzeichnis zeigt ` +
        'die genehmigte Version.',
    ],
    listing_rejected: ({ name }) => [
      `Der Eintrag von ${name} wurde abgelehnt`,
      `Der Betreiber der Plattform hat die eingereichte Version des Eintrags der App ${name} abgelehnt. ` +
        'Sie können den Entwurf ändern und erneut einreichen.',
    ],
    listing_hidden: ({ name }) => [
      `Die App ${name} wurde ausgeblendet`,
      `Der Betreiber der Plattform hat die App ${name} aus dem App-Verzeichnis ausgeblendet. Shops, die ` +
        'die App installiert haben, behalten sie.',
    ],
    listing_restored: ({ name }) => [
      `Die App ${name} ist wieder im Verzeichnis`,
      `Der Betreiber der Plattform zeigt die App ${name} wieder im App-Verzeichnis.`,
    ],
    app_installed: ({ shop, actor, name }) => [
      `Die App ${name} wurde in ${shop} installiert`,
      `${actor} hat die App ${name} im Shop ${shop} installiert oder ihr weitere Berechtigungen gegeben.`,
    ],
    app_suspended: ({ shop, actor, name }) => [
      `Die App ${name} wurde in ${shop} angehalten`,
      `${actor} hat die App ${name} im Shop ${shop} angehalten. Die App behält ihre Installation und ihr Token, aber ` +
        'ihre Anfragen werden abgelehnt und ihre Webhooks warten, bis jemand die App fortsetzt.',
    ],
    app_resumed: ({ shop, actor, name }) => [
      `Die App ${name} arbeitet in ${shop} wieder`,
      `${actor} hat die App ${name} im Shop ${shop} fortgesetzt. Ihr Token gilt wieder, und ihre Webhooks werden ` +
        'zugestellt.',
    ],
    app_networks_widened: ({ shop, actor, name }) => [
      `Die App ${name} darf in ${shop} weitere Netzwerke verwenden`,
      `${actor} hat der App ${name} erlaubt, Anfragen an den Shop ${shop} aus weiteren Netzwerken zu senden.`,
    ],
    api_suspended: ({ shop, actor }) => [
      `Alle Apps und Zugriffstoken von ${shop} wurden angehalten`,
      `${actor} hat alle Apps und Zugriffstoken des Shops ${shop} angehalten. Ihre Anfragen werden abgelehnt, bis ` +
        'jemand sie im Adminpanel unter „Allgemein“ fortsetzt.',
    ],
    api_resumed: ({ shop, actor }) => [
      `Die Apps und Zugriffstoken von ${shop} gelten wieder`,
      `${actor} hat die Apps und Zugriffstoken des Shops ${shop} fortgesetzt. Einzeln angehaltene Apps bleiben ` +
        'angehalten.',
    ],
    access_token_made: ({ shop, actor, name }) => [
      `Neues Zugriffstoken für ${shop}`,
      `${actor} hat das Zugriffstoken ${name} für den Shop ${shop} erstellt. Wer es hat, kann die ` +
        'API des Shops verwenden.',
    ],
    access_token_changed: ({ shop, actor, name }) => [
      `Ein Zugriffstoken von ${shop} hat mehr Berechtigungen`,
      `${actor} hat dem Zugriffstoken ${name} des Shops ${shop} weitere Berechtigungen gegeben. Wer es hat, ` +
        'kann sie verwenden.',
    ],
    access_token_networks_widened: ({ shop, actor, name }) => [
      `Das Zugriffstoken ${name} von ${shop} gilt in weiteren Netzwerken`,
      `${actor} hat das Zugriffstoken ${name} des Shops ${shop} in weiteren Netzwerken erlaubt. Wer es hat, kann es ` +
        'von dort verwenden.',
    ],
    access_token_rotated: ({ shop, actor, name }) => [
      `Das Zugriffstoken ${name} von ${shop} wurde ersetzt`,
      `${actor} hat dem Zugriffstoken ${name} des Shops ${shop} einen neuen Text gegeben. Der alte Text gilt, ` +
        'bis der neue verwendet wird, höchstens 24 Stunden. Wer den neuen Text hat, kann die API des Shops verwenden.',
    ],
    role_changed: ({ shop, actor, name, role }) => [
      `Eine Rolle in ${shop} wurde geändert`,
      `${actor} hat die Rolle von ${name} im Shop ${shop} geändert. Die Rolle ist jetzt: ${role}.`,
    ],
    shop_role_changed: ({ shop, actor, name }) => [
      `Die Rolle ${name} in ${shop} wurde geändert`,
      `${actor} hat die Rolle ${name} im Shop ${shop} geändert. Alle Mitglieder mit dieser Rolle haben die neuen ` +
        'Berechtigungen.',
    ],
    second_factor_not_required: ({ shop, actor }) => [
      `${shop} verlangt keinen zweiten Faktor mehr`,
      `${actor} hat die Einstellungen des Shops ${shop} geändert: Mitglieder können sich ohne zweiten Faktor anmelden.`,
    ],
    member_joined: ({ shop, actor, email, role }) => [
      `Jemand ist jetzt Mitglied von ${shop}`,
      `${actor} (${email}) hat eine Einladung angenommen und ist Mitglied des Shops ${shop}. Die Rolle ist: ${role}.`,
    ],
    member_removed: ({ shop, actor, name }) => [
      `Jemand ist nicht mehr Mitglied von ${shop}`,
      `${name} ist kein Mitglied des Shops ${shop} mehr. Das hat ${actor} getan.`,
    ],
    access_token_leaked: ({ shop, name }) => [
      `Ein Zugriffstoken von ${shop} wurde veröffentlicht`,
      `Das Zugriffstoken ${name} des Shops ${shop} wurde an einer öffentlichen Stelle gefunden und gemeldet. Es ` +
        'wurde widerrufen. Programme, die es verwenden, brauchen ein neues Token, das Sie im Adminpanel unter ' +
        '„API-Zugriff“ erstellen.',
    ],
    app_token_leaked: ({ shop, name }) => [
      `Das Token der App ${name} wurde veröffentlicht`,
      `Das Token der App ${name} für den Shop ${shop} wurde an einer öffentlichen Stelle gefunden und gemeldet. Es ` +
        'wurde widerrufen, die App hat also keinen Zugriff. Ihr Entwickler wurde benachrichtigt. Installieren Sie ' +
        'die App erneut, wenn sie kein neues Token anfordert.',
    ],
    agent_tokens_replayed: ({ shop, name }) => [
      `Der Zugriff des Agenten ${name} wurde beendet`,
      `Ein Token des Agenten ${name} für den Shop ${shop} wurde zweimal verwendet. Möglicherweise wurde es kopiert, ` +
        'deshalb wurden alle Token dieser Verbindung widerrufen. Verbinden Sie den Agenten erneut, wenn Sie dem ' +
        'Gerät vertrauen, auf dem er läuft.',
    ],
    own_app_token_leaked: ({ name }) => [
      `Ein Token Ihrer App ${name} wurde veröffentlicht`,
      `Ein Token Ihrer App ${name} wurde an einer öffentlichen Stelle gefunden und gemeldet. Es wurde widerrufen. ` +
        'Das Adminpanel zeigt den betroffenen Shop unter der Aktivität Ihres Kontos.',
    ],
    app_secret_leaked: ({ name }) => [
      `Das Secret Ihrer App ${name} wurde veröffentlicht`,
      `Das Secret Ihrer App ${name} wurde an einer öffentlichen Stelle gefunden und gemeldet. Es wurde gesperrt. ` +
        'Erstellen Sie im Adminpanel unter „Meine Apps“ ein neues, und ersetzen Sie Tokens, die die App mit dem ' +
        'alten Secret angefordert hat.',
    ],
    session_leaked: () => [
      'Sie wurden abgemeldet, weil Ihre Sitzung veröffentlicht wurde',
      'Der Text, der Ihre Anmeldung beweist, wurde an einer öffentlichen Stelle gefunden und gemeldet. Die Sitzung ' +
        'wurde beendet, und das Gerät muss sich neu anmelden.',
    ],
    device_session_replayed: () => [
      'Die Anmeldung eines Geräts wurde beendet',
      'Ein Token eines Geräts, das mit Ihrem Konto angemeldet ist, wurde zweimal verwendet. Möglicherweise ' +
        'wurde es kopiert, deshalb wurde die Sitzung des Geräts beendet. Melden Sie das Gerät erneut an, wenn Sie ' +
        'ihm vertrauen.',
    ],
    access_token_expiring: ({ shop, name }) => [
      `Ein ungenutztes Zugriffstoken von ${shop} läuft ab`,
      `Das Zugriffstoken ${name} des Shops ${shop} wurde seit langem von keiner Anfrage verwendet. Es läuft in ` +
        'sieben Tagen ab, wenn kein Programm es verwendet. Wenn es kein Programm braucht, müssen Sie nichts tun.',
    ],
    canary_token_used: ({ shop, name, device, address }) => [
      `Jemand hat das Köder-Token ${name} verwendet`,
      `Eine Anfrage hat das Köder-Token ${name} des Shops ${shop} verwendet. Sie kam von der Adresse ${address} und ` +
        `dem Programm ${device} und bekam keine Daten. Wer sie gesendet hat, hat die Stelle gelesen, an der Sie das ` +
        'Token versteckt haben.',
    ],
    canary_token_reported: ({ shop, name }) => [
      `Das Köder-Token ${name} wurde gefunden`,
      `Das Köder-Token ${name} des Shops ${shop} wurde an einer öffentlichen Stelle gefunden und gemeldet. Wer es ` +
        'veröffentlicht hat, hat die Stelle gelesen, an der Sie das Token versteckt haben.',
    ],
  },
};
