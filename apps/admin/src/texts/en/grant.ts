/** The grant screen, and what is said of apps on several screens. */
export const grant = {
  'grant.loading': 'Install an app',
  'grant.title.new': 'Install “{app}”?',
  'grant.title.changed': 'Change what “{app}” may do?',
  'grant.title.same': 'Install “{app}” again?',
  'grant.lead.new': 'An app asks for access to your shop. Agree only if you know who made it.',
  'grant.lead.changed':
    'The app is installed in your shop already. It asks for other access than you have given it.',
  'grant.lead.same':
    'The app is installed in your shop already. Nothing about its access would change; it would get a new token, and the old one ends.',
  'grant.parties': 'Who is asking, and for which shop',
  'grant.app': 'App',
  'grant.shop': 'Shop',
  'grant.maker': 'by {maker}',

  'grant.scopes.able': 'It will be able to',
  'grant.scopes.added': 'New: it will be able to',
  'grant.scopes.dropped': 'Dropped: it will no longer be able to',
  'grant.scopes.kept': 'As before: it can still',
  'grant.scopes.none': 'It asks for no access to the data of your shop.',
  'grant.events': 'It will be told when',

  'grant.personal.title': 'It will be able to read personal data of your customers',
  'grant.personal': 'Names, email addresses or postal addresses. Read the privacy policy of the app.',
  'grant.personal.noPolicy': 'Names, email addresses or postal addresses. The app names no privacy policy.',

  'grant.changed.title': 'The app has changed what it asks for',
  'grant.changed.lead': 'Nothing was installed. Please look again before you agree.',
  'grant.changed.added': 'Since you looked, it also asks to',
  'grant.changed.dropped': 'It no longer asks to',
  'grant.changed.same': 'What you see below is all that it asks for now.',

  'grant.next': 'You are taken to {host} next. You can uninstall the app at any time under “Apps”.',
  'grant.person': 'You are signed in as {email}.',
  'grant.install': 'Install',
  'grant.installAgain': 'Install again',
  'grant.update': 'Change access',
  'grant.hasty.title': 'Not yet',
  'grant.hasty': 'This page had only just come to the front. Press the button once more if you mean it.',

  'grant.unknown.title': 'There is no such app',
  'grant.unknown.lead':
    'The link that brought you here is wrong or incomplete, or the app has been taken away by its maker. Nothing was installed.',
  'grant.unknown.apps': 'Go to your apps',

  'scopes.resource.installations': 'The app itself',
} as const;
