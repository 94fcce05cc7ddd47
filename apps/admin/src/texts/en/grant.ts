export const grant = {
  'grant.title.new': 'Install “{app}”?',
  'grant.title.changed': 'Update permissions of “{app}”?',
  'grant.title.same': 'Install “{app}” again?',
  'grant.lead.new': 'An app asks for access to your shop. Agree only if you know its developer.',
  'grant.lead.changed': 'The app is already installed in your shop. It asks for different permissions.',
  'grant.lead.same':
    'The app is already installed in your shop. Its permissions stay the same; it gets a new token, and ' +
    'the old one ends.',
  'grant.parties': 'Who is asking, and for which shop',
  'grant.app': 'App',
  'grant.shop': 'Shop',
  'grant.maker': 'by {maker}',

  'grant.agent.title': 'An AI agent of {domain} asks for access',
  'grant.agent':
    'Agree only if you have just connected this agent yourself. It acts on its own within these permissions. You can ' +
    'suspend or uninstall it under Apps.',
  'grant.agent.loopback':
    'Access is given to a program on this device. Any program on the device can claim to be this agent.',

  'grant.scopes.able': 'It will be able to',
  'grant.scopes.added': 'New: it will be able to',
  'grant.scopes.dropped': 'Removed: it will no longer be able to',
  'grant.scopes.kept': 'As before: it can still',
  'grant.scopes.view': 'View',
  'grant.scopes.edit': 'Edit',
  'grant.scopes.none': 'It asks for no access to the data of your shop.',
  'grant.optional': 'You decide whether it can also',
  'grant.optional.lead': 'The app is meant to work without these permissions. You can change them later.',
  'grant.optional.requested': 'Asked for now',
  'grant.events': 'It will be notified when',

  'grant.personal.title': 'It will be able to read personal data of your customers',
  'grant.personal': 'Names, email addresses or postal addresses. Read the privacy policy of the app.',
  'grant.personal.noPolicy': 'Names, email addresses or postal addresses. The app names no privacy policy.',

  'grant.unreviewed.title':
    '{count, plural, one {One permission was not reviewed} other {# permissions were not reviewed}}',
  'grant.unreviewed':
    'The operator of this platform reviewed this app with fewer permissions. The others are marked below.',

  'grant.changed.title': 'The app has changed the permissions it asks for',
  'grant.changed.lead': 'Nothing was installed. Review them again before you agree.',
  'grant.changed.added': 'It now also asks to',
  'grant.changed.dropped': 'It no longer asks to',
  'grant.changed.same': 'Below is everything that it asks for now.',
  'grant.changedInShop.title': 'The permissions of the app in your shop have changed',
  'grant.changedInShop.lead':
    'Somebody changed them while this page was open, so your consent was not applied. Review them again before you ' +
    'agree.',
  'grant.changedInShop.removed': 'It may no longer',

  'grant.next': 'Next, you are taken to {host}. You can uninstall the app at any time under “Apps”.',
  'grant.person': 'You are signed in as {email}.',
  'grant.install': 'Install',
  'grant.installAgain': 'Install again',
  'grant.update': 'Update permissions',
  'grant.stepUp.title': 'Nothing was installed yet',
  'grant.stepUp':
    'Your last sign-in was more than ten minutes ago. Click again, then confirm that it is you.',
  'grant.hasty.title': 'Not yet',
  'grant.hasty': 'This page had only just appeared. Click again if you agree.',

  'grant.unknown.title': 'This app does not exist',
  'grant.unknown.lead':
    'The link is wrong or incomplete, or the developer has deleted the app. Nothing was installed.',
  'grant.unknown.apps': 'Go to your apps',
} as const;
