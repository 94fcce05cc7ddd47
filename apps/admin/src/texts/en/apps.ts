/** The apps of the shop. */
export const apps = {
  'apps.title': 'Apps',
  'apps.lead': 'What you have installed in this shop, what each may do, and whether it is at work.',
  'apps.list': 'Apps of this shop',
  'apps.filter': 'Which apps',
  'apps.filter.installed': 'Installed',
  'apps.filter.uninstalled': 'Uninstalled',
  'apps.empty.title': 'No apps installed',
  'apps.empty.lead':
    'An app adds something to your shop. Its maker gives you an install link: it opens a page here that says what the app wants to do, and you decide.',
  'apps.empty.own': 'Register an app of your own',
  'apps.none.title': 'Nothing here',
  'apps.none.lead': 'No app has been uninstalled so far.',

  'apps.column.app': 'App',
  'apps.column.access': 'Access',
  'apps.column.connection': 'State',
  'apps.column.since': 'Installed',
  'apps.column.until': 'Uninstalled',
  'apps.column.lastUsed': 'Last used',
  'apps.column.actions': 'Actions',

  'apps.connection.waiting': 'Waiting for exchange',
  'apps.connection.exchanged': 'Connected',
  'apps.connection.kept': 'Connected',
  'apps.connection.expired': 'Not connected',
  'apps.connection.revoked': 'Revoked',
  'apps.connection.uninstalled': 'Uninstalled',

  'apps.notice.waiting.title': 'The app has not come for its token yet',
  'apps.notice.waiting':
    'It was given a nonce when you agreed, and has to exchange that for its token: its time ends {time}. This page follows by itself.',
  'apps.notice.expired.title': 'The app did not come for its token in time',
  'apps.notice.expired':
    'Its nonce has expired, so it can’t reach your shop. Install it again, and tell its maker if it happens again.',
  'apps.notice.kept.title': 'The app did not come for its newest token',
  'apps.notice.kept': 'It goes on with the one it had before. You need not do anything.',
  'apps.notice.revoked.title': 'The app’s token was revoked',
  'apps.notice.revoked':
    'The app has given it back, or it was ended for safety; the activity of your shop says which. Until you install the app again it can’t reach your shop.',
  'apps.notice.uninstalled.title': 'This app is no longer installed',
  'apps.notice.uninstalled': 'It can’t reach your shop. What it has stored there is still there.',

  'apps.app': 'App',
  'apps.back': 'All apps',
  'apps.about': 'About this app',
  'apps.access': 'It can',
  'apps.accessBefore': 'It could',
  'apps.access.none': 'Nothing: it has no access to the data of your shop.',
  'apps.fact.maker': 'Maker',
  'apps.fact.host': 'Lives at',
  'apps.fact.events': 'Is told when',
  'apps.fact.events.none': 'It is told of nothing',
  'apps.asks.title': '“{app}” asks for other access by now',
  'apps.asks.lead':
    '{added, plural, =0 {} one {One thing is new. } other {# things are new. }}{dropped, plural, =0 {} one {One is dropped. } other {# are dropped. }}Until you agree, everything stays as it is.',
  'apps.asks.review': 'Review',
  'apps.changed': 'Permissions changed',
  'apps.changed.title':
    '{count, plural, one {An app asks for other permissions} other {# apps ask for other permissions}}',
  'apps.changed.review': 'Review “{app}”',
  'apps.link.privacy_url': 'Privacy policy',
  'apps.link.support_url': 'Support',
  'apps.fact.description': 'Description',
  'apps.fact.links': 'Links',
  'apps.missing.title': 'There is no such app here',
  'apps.missing.lead': 'It may have been taken away by its maker, or the address has a mistake in it.',

  'apps.uninstall': 'Uninstall',
  'apps.uninstall.of': 'Uninstall “{app}”',
  'apps.uninstall.title': 'Uninstall “{app}”?',
  'apps.uninstall.text':
    'Its token ends within a second. What it has stored in your shop stays. You can install it again from its install link.',
  'apps.uninstall.used': 'It was last used {time}.',
  'apps.uninstall.done': '“{app}” is uninstalled',
} as const;
