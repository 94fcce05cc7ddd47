export const apps = {
  'apps.installAgain': 'Install again',
  'apps.title': 'Apps',
  'apps.lead': 'Apps installed in this shop, their permissions and their status.',
  'apps.install': 'Install app',
  'apps.list': 'Apps of this shop',
  'apps.filter': 'Filter apps',
  'apps.filter.installed': 'Installed',
  'apps.filter.permissions_changed': 'New permissions',
  'apps.filter.uninstalled': 'Uninstalled',
  'apps.empty.title': 'No apps installed',
  'apps.empty.lead':
    'Apps add features to your shop. Open the install link from the app’s developer: you see the ' +
    'permissions it asks for, and decide.',
  'apps.empty.own': 'Register your own app',
  'apps.none.title': 'Nothing found',
  'apps.none.lead': 'No apps in this view.',

  'apps.column.app': 'App',
  'apps.column.access': 'Permissions',
  'apps.column.connection': 'Status',
  'apps.column.since': 'Installed',
  'apps.column.until': 'Uninstalled',
  'apps.column.lastUsed': 'Last used',
  'apps.column.actions': 'Actions',

  'apps.connection.waiting': 'Connecting',
  'apps.connection.exchanged': 'Connected',
  'apps.connection.kept': 'Connected',
  'apps.connection.expired': 'Not connected',
  'apps.connection.revoked': 'Revoked',
  'apps.connection.suspended': 'Suspended',
  'apps.connection.uninstalled': 'Uninstalled',

  'apps.notice.waiting.title': 'The app has not fetched its token yet',
  'apps.notice.waiting':
    'When you agreed, it got a nonce to exchange for its token. The nonce expires {time}. This page ' +
    'updates by itself.',
  'apps.notice.expired.title': 'The app did not fetch its token in time',
  'apps.notice.expired':
    'Its nonce has expired, so it can’t reach your shop. Install it again. If this happens again, ' +
    'contact the developer.',
  'apps.notice.kept.title': 'The app did not fetch its newest token',
  'apps.notice.kept': 'It continues with the previous one. No action is needed.',
  'apps.notice.revoked.title': 'The app’s token was revoked',
  'apps.notice.revoked':
    'By the app itself, or for security: see Activity. The app can’t reach your shop until you install it again.',
  'apps.notice.uninstalled.title': 'This app is not installed anymore',
  'apps.notice.uninstalled': 'It can’t reach your shop. The data that it stored there is kept.',

  'apps.app': 'App',
  'apps.back': 'All apps',
  'apps.about': 'About this app',
  'apps.access': 'Permissions',
  'apps.accessBefore': 'Former permissions',
  'apps.access.unused':
    '{count, plural, one {One permission was} other {# permissions were}} not used in the last 30 days.',
  'apps.reduce': 'Reduce',
  'apps.reduce.title':
    'Remove {count, plural, one {one unused permission} other {# unused permissions}} of “{app}”?',
  'apps.reduce.text':
    'The app keeps working. None of its requests of the last 30 days needed these permissions. You can undo this ' +
    'for 30 days.',
  'apps.reduce.done': 'Removed the unused permissions of “{app}”',
  'apps.reduce.removed': '{count, plural, one {One permission} other {# permissions}} removed on {time}.',
  'apps.reduce.undo': 'Undo',
  'apps.reduce.undo.title':
    'Restore {count, plural, one {the removed permission} other {# removed permissions}}?',
  'apps.reduce.undo.text': 'The app gets back the permissions that it still asks for.',
  'apps.reduce.undone': 'Restored the permissions of “{app}”',
  'apps.scope.used': 'last used on {day}',
  'apps.scope.unused': 'not used in the last {days} days',
  'apps.scope.notYet': 'not used yet',
  'apps.access.none': 'None: it has no access to the data of your shop.',
  'apps.fact.maker': 'Developer',
  'apps.fact.host': 'Website',
  'apps.fact.events': 'Events',
  'apps.fact.events.none': 'None',
  'apps.asks.title': '“{app}” asks for different permissions',
  'apps.asks.lead':
    '{added, plural, =0 {} one {One permission is new. } other {# permissions are new. }}{dropped, ' +
    'plural, =0 {} one {One is removed. } other {# are removed. }}Nothing changes until you agree.',
  'apps.asks.review': 'Review',
  'apps.changed': 'Permissions changed',
  'apps.link.privacy_url': 'Privacy policy',
  'apps.link.support_url': 'Support',
  'apps.fact.description': 'Description',
  'apps.fact.links': 'Links',
  'apps.parts': 'Sections of the app',
  'apps.part.overview': 'Overview',
  'apps.part.permissions': 'Permissions',
  'apps.part.activity': 'Activity',
  'apps.record': 'What the app read and wrote',
  'apps.record.lead': 'Requests of the last 100 days, by type and day (UTC).',
  'apps.record.empty': 'The app has sent no requests yet',
  'apps.record.csv': 'Download as CSV',
  'apps.record.byType': 'Requests by type',
  'apps.record.day': 'Day',
  'apps.record.type': 'Type',
  'apps.record.reads': 'Reads',
  'apps.record.writes': 'Writes',
  'apps.record.networks': 'Networks of the requests',
  'apps.record.network': 'Network',
  'apps.record.first': 'First use',
  'apps.record.last': 'Last use',
  'apps.record.log': 'Log',
  'apps.part.webhooks': 'Webhooks',
  'apps.part.data': 'Data',
  'apps.data.personal': 'Personal data that the app can read',
  'apps.data.personal.none': 'None: its permissions give no access to personal data of your customers.',
  'apps.data.noPolicy': 'The app names no privacy policy.',
  'apps.data.uninstall': 'After you uninstall it',
  'apps.data.uninstall.lead':
    'Its access ends within a second. What it stored in your shop is kept. Ask its developer to delete ' +
    'what it stored on its own servers.',
  'apps.missing.title': 'This app does not exist here',
  'apps.missing.lead': 'Its developer may have deleted it, or the address is wrong.',

  'apps.suspend': 'Suspend',
  'apps.suspend.title': 'Suspend “{app}”?',
  'apps.suspend.text':
    'Its requests are rejected within a second, and its webhooks wait. It stays installed, and you can resume it ' +
    'at any time. Owners and the developer get an email about it.',
  'apps.suspend.done': '“{app}” suspended',
  'apps.suspended.title': '“{app}” is suspended',
  'apps.suspended.text': 'Its requests are rejected and its webhooks wait, for up to 30 days.',
  'apps.resume': 'Resume',
  'apps.resume.title': 'Resume “{app}”?',
  'apps.resume.text':
    'Its token works again at once. Waiting webhooks follow within a minute, the oldest first.',
  'apps.resume.done': '“{app}” resumed',

  'apps.approvals': 'Approvals',
  'apps.approvals.none': 'The app applies its changes without your approval.',
  'apps.approvals.some': 'You approve these changes before they are applied:',
  'apps.approvals.list': 'Proposed changes',
  'apps.approvals.edit': 'Select changes',
  'apps.approvals.edit.of': 'Approve changes of “{app}”',
  'apps.approvals.lead': 'The app must ask for your approval before it can:',
  'apps.approvals.done': 'Approvals of “{app}” saved',
  'apps.networks': 'Allowed networks',
  'apps.networks.every': 'The app may send requests from everywhere.',
  'apps.networks.ofShop': 'In your shop, the app may send requests only from:',
  'apps.networks.ofDeveloper': 'The developer limits the app to requests from:',
  'apps.networks.edit': 'Edit networks',
  'apps.networks.edit.of': 'Edit networks of “{app}”',
  'apps.networks.description':
    'Addresses or networks of the app’s servers, such as 203.0.113.0/24, one per line. Ask the developer for them. ' +
    'If empty, the networks of the developer apply.',
  'apps.networks.done': 'Networks of “{app}” saved',

  'apps.uninstall': 'Uninstall',
  'apps.uninstall.of': 'Uninstall “{app}”',
  'apps.uninstall.title': 'Uninstall “{app}”?',
  'apps.uninstall.text':
    'Its token ends within a second. The data that it stored in your shop is kept. You can install it ' +
    'again from its install link.',
  'apps.uninstall.used': 'Last used {time}.',
  'apps.uninstall.done': '“{app}” uninstalled',
} as const;
