import type { shell as english } from '../en/shell';
import type { Translation } from '../translation';

export const shell: Translation<typeof english> = {
  'product.name': 'Storewright',
  'page.title': '{page} · {shop}',
  'page.title.plain': '{page} · Storewright',

  'navigation.label': 'Hauptmenü',
  'navigation.open': 'Menü öffnen',
  'navigation.close': 'Menü schließen',
  'navigation.skip': 'Zum Inhalt springen',
  'navigation.home': 'Startseite',
  'navigation.group.settings': 'Einstellungen',
  'navigation.general': 'Allgemein',
  'navigation.group.developer': 'Entwickler',
  'navigation.apiAccess': 'API-Zugriff',
  'navigation.people': 'Team',
  'navigation.orders': 'Bestellungen',
  'navigation.products': 'Produkte',
  'navigation.customers': 'Kunden',
  'navigation.codes': 'Codes',
  'navigation.group.apps': 'Apps und Daten',
  'navigation.apps': 'Apps',
  'navigation.myApps': 'Meine Apps',
  'navigation.testShops': 'Testshops',
  'navigation.meta': 'Metadaten',
  'navigation.activity': 'Aktivität',
  'account.menu': 'Ihr Konto',
  'account.settings': 'Konto',
  'account.signOut': 'Abmelden',

  'signIn.title': 'Anmelden',
  'signIn.lead': 'beim Adminpanel von {shop}',
  'signIn.email': 'E-Mail',
  'signIn.password': 'Passwort',
  'signIn.showPassword': 'Passwort anzeigen',
  'signIn.hidePassword': 'Passwort verbergen',
  'signIn.submit': 'Anmelden',
  'signIn.refused': 'E-Mail und Passwort passen nicht zusammen.',
  'signIn.limited':
    'Zu viele fehlgeschlagene Anmeldungen. Versuchen Sie es in {minutes, plural, one {# Minute} other {# ' +
    'Minuten}} erneut.',
  'signIn.missing.email': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'signIn.missing.password': 'Geben Sie Ihr Passwort ein.',
  'signIn.code': 'Code',
  'signIn.code.lead': 'Aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes.',
  'signIn.code.missing': 'Geben Sie den Code ein.',
  'signIn.code.wrong': 'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten.',
  'signIn.code.submit': 'Bestätigen',
  'passkey.use': 'Mit Passkey anmelden',
  'passkey.refused':
    'Dieser Passkey ist hier nicht bekannt, oder es hat zu lange gedauert. Versuchen Sie es erneut.',
  'stepUp.title': 'Zugriff bestätigen',
  'stepUp.lead': 'Ihre letzte Anmeldung ist mehr als zehn Minuten her. Bestätigen Sie, dass Sie es sind.',
  'stepUp.refused': 'Das ist nicht Ihr Passwort.',
  'stepUp.submit': 'Bestätigen',
  'signIn.again.title': 'Ihre Sitzung ist beendet',
  'signIn.again.lead': 'Melden Sie sich erneut an, um fortzufahren. Ihre Eingaben bleiben erhalten.',
  'signIn.again.leave': 'Seite verlassen',

  'switcher.open': 'Shop wechseln',
  'switcher.label': 'Ihre Shops',
  'switcher.search': 'Ihre Shops durchsuchen',
  'switcher.empty': 'Sie sind noch in keinem Shop Mitglied',
  'switcher.none': 'Kein Shop heißt so',
  'switcher.failed': 'Der andere Shop lässt sich nicht öffnen',
  'createShop.open': 'Shop erstellen',
  'createShop.title': 'Shop erstellen',
  'createShop.name': 'Name',
  'createShop.name.missing': 'Geben Sie einen Namen ein.',
  'createShop.domain': 'Adresse',
  'createShop.domain.lead':
    'Der Shop ist dann unter {address} zu finden. Kleinbuchstaben, Ziffern und Bindestriche. Sie lässt ' +
    'sich später nicht ändern.',
  'createShop.domain.wrong':
    'Geben Sie Kleinbuchstaben, Ziffern und innen Bindestriche ein, höchstens 63 Zeichen.',
  'createShop.zone': 'Zeitzone',
  'createShop.currency': 'Standardwährung',
  'createShop.submit': 'Shop erstellen',

  'shop.factor.title': 'Dieser Shop verlangt einen zweiten Faktor',
  'shop.factor.lead':
    'Richten Sie in Ihrem Konto eine Authenticator-App oder einen Passkey ein und versuchen Sie es dann erneut.',
  'shop.factor.setUp': 'Zum Konto',
  'shop.none.title': 'Sie sind kein Mitglied dieses Shops',
  'shop.none.lead':
    'Sie sind als {email} angemeldet, und der Shop „{domain}“ gehört nicht dazu. Melden Sie sich mit ' +
    'einem anderen Konto an oder bitten Sie einen Inhaber des Shops um eine Einladung.',
  'notFound.title': 'Diese Seite gibt es nicht',
  'notFound.lead': 'Sie wurde möglicherweise verschoben, oder die Adresse ist falsch.',
  'notFound.home': 'Zur Startseite',

  'grant.loading': 'App installieren',

  'people.role': 'Rolle',
  'people.role.owner': 'Inhaber',
  'people.role.administrator': 'Administrator',
  'people.role.staff': 'Mitarbeiter',
  'people.role.read_only': 'Nur Lesen',
  'people.role.owner.description': 'Alles, auch wer Inhaber ist.',
  'people.role.administrator.description': 'Alles, außer wer Inhaber ist.',
  'people.role.staff.description': 'Nur was Sie auswählen.',
  'people.role.read_only.description': 'Kann alles ansehen und nichts ändern.',
  'people.changed.now': 'Ihre Rolle in diesem Shop wurde geändert: {role}',
  'people.notAllowed.title': 'Sie haben keinen Zugriff auf diese Seite',
  'people.notAllowed.lead':
    'Ihre Rolle: {role}. Bitten Sie einen Inhaber oder Administrator dieses Shops um Zugriff.',
};
