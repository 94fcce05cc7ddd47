/** The apps that the person develops. */
export const developerApps = {
  'developerApps.title': 'My apps',
  'developerApps.lead': 'Apps that you develop. Owners of any shop install them from their install link.',
  'developerApps.list': 'My apps',
  'developerApps.register': 'Register app',
  'developerApps.empty.title': 'No apps registered yet',
  'developerApps.empty.lead':
    'Register an app to get its id, its secret and the link that shop owners install it from.',
  'developerApps.app': 'App',
  'developerApps.back': 'All my apps',
  'developerApps.missing.title': 'There is no such app',
  'developerApps.missing.lead': 'None of your apps has this address. It may have been deleted.',

  'developerApps.column.name': 'Name',
  'developerApps.column.scopes': 'Access',
  'developerApps.column.host': 'Installs to',
  'developerApps.column.created': 'Created',
  'developerApps.column.updated': 'Changed',
  'developerApps.id': 'App id',
  'developerApps.shops': 'Installed in',
  'developerApps.shops.count': '{count, plural, =0 {no shop yet} one {# shop} other {# shops}}',

  'developerApps.installations': 'Installations',
  'developerApps.installations.none': 'No shop has it installed',
  'developerApps.installations.shop': 'Shop',
  'developerApps.installations.used': 'Last used',
  'developerApps.installations.requests': 'Requests, 7 days',
  'developerApps.installations.errors': 'Errors, 7 days',
  'developerApps.installations.webhooks.active': 'Delivering',
  'developerApps.installations.webhooks.paused': 'Paused',

  'developerApps.link': 'Install link',
  'developerApps.link.of': 'install link of “{app}”',
  'developerApps.link.open': 'Open',
  'developerApps.link.lead':
    'For this shop. Owners of other shops find the same path at the address of their own admin panel. A “state” that you add to the link comes back on your install URL.',

  'developerApps.field.name': 'Name',
  'developerApps.field.name.description': 'Shop owners read it when they decide about your app.',
  'developerApps.field.name.missing': 'Give the app a name.',
  'developerApps.field.install_url': 'Install URL',
  'developerApps.field.install_url.description':
    'Where an owner’s browser goes after agreeing, with a nonce that your server exchanges for a token. https, or http for localhost.',
  'developerApps.field.install_url.example': 'https://app.example/install',
  'developerApps.field.install_url.missing': 'Enter the address that owners are sent to.',
  'developerApps.field.scopes': 'Access',
  'developerApps.field.scopes.description': 'What the app asks for. Owners agree to all of it or to nothing.',
  'developerApps.field.webhook_url': 'Webhook URL (optional)',
  'developerApps.field.webhook_url.description': 'Where events are to be posted to.',
  'developerApps.field.webhook_url.example': 'https://app.example/webhooks',
  'developerApps.field.webhook_events': 'Events',
  'developerApps.field.webhook_events.description': 'What the app wants to be told of.',
  'developerApps.field.webhook_events.unseen':
    'An app is told only of what it may read. Tick the access to read these, too: {events}.',
  'developerApps.field.webhook_events.nowhere': 'Without a webhook URL these events have nowhere to go.',
  'developerApps.field.require_proof': 'Require a proof with every request',
  'developerApps.field.require_proof.description':
    'Requests with the app’s tokens then carry a Secret-Proof made with its secret: a token that leaks is of no use alone.',
  'developerApps.field.require_secret': 'Require client authentication at installation',
  'developerApps.field.require_secret.description':
    'The app then exchanges its nonce with its id and secret: a nonce that leaks is of no use alone.',

  'developerApps.new.title': 'Register an app',
  'developerApps.made.title': '“{app}” is registered',
  'developerApps.made.done': 'Go to the app',
  'developerApps.credentials': 'Credentials',
  'developerApps.secret': 'Secret',
  'developerApps.secret.once': 'Copy the secret now: it is shown this once',
  'developerApps.secret.keep':
    'Keep it on your server. Should you lose it, make a new one on the page of the app.',
  'developerApps.next': 'What comes next',
  'developerApps.next.install': 'An owner opens the install link and agrees.',
  'developerApps.next.nonce':
    'The owner’s browser arrives at your install URL with a nonce, good for ten minutes.',
  'developerApps.next.exchange': 'Your server exchanges it for its token, once:',
  'developerApps.next.call': 'With that token it calls the API of the shop.',

  'developerApps.edit.title': 'What it says of itself',
  'developerApps.edit.done': 'The app is saved',
  'developerApps.edit.discard': 'Discard changes',
  'developerApps.edit.consent':
    'The app is installed in {shops, plural, one {# shop} other {# shops}}. Other access holds in a shop once its owner has agreed to it at the install link.',
  'developerApps.newer.title': 'Somebody else has changed this app meanwhile',
  'developerApps.newer.lead':
    'Nothing was saved yet, and what you typed is still here. Below is what they changed it to; look at it, then save.',
  'developerApps.newer.conflict': 'You have changed this, too; yours stands in the form.',
  'developerApps.newer.take': 'Use theirs',
  'developerApps.newer.take.of': 'Use theirs: {field}',
  'developerApps.newer.on': 'on',
  'developerApps.newer.off': 'off',
  'developerApps.newer.none': 'none',

  'developerApps.secrets': 'Secrets',
  'developerApps.secrets.lead': 'Two work side by side while you replace one with the next.',
  'developerApps.secrets.generation': 'Secret',
  'developerApps.secrets.number': 'No. {generation}',
  'developerApps.secrets.ends': 'Works until',
  'developerApps.secrets.current': 'Current',
  'developerApps.rotate': 'New secret',
  'developerApps.rotate.title': 'Make a new secret?',
  'developerApps.rotate.text':
    'The current secret works for another 24 hours, so that you can put the new one in place without a break.',
  'developerApps.rotate.older': 'No. {generation}, which is being replaced already, ends at once.',
  'developerApps.rotated.title': 'The new secret',
  'developerApps.rotated.text': 'The one before works until {time}.',

  'developerApps.secrets.none': 'It has none yet.',
  'developerApps.webhookSecret': 'Webhook secret',
  'developerApps.webhookSecrets': 'Webhook secrets',
  'developerApps.webhookSecrets.lead': 'Your receiver knows by their signature that events come from here.',
  'developerApps.webhookRotate': 'New webhook secret',
  'developerApps.webhookRotate.title': 'Make a new webhook secret?',
  'developerApps.webhookRotate.text':
    'For another 24 hours each event carries two signatures, one of each secret, so that your receiver may know either.',
  'developerApps.webhookRotated.title': 'The new webhook secret',
  'developerApps.webhookRotated.text': 'Until {time} events are signed with the one before, too.',

  'developerApps.receive': 'Receive events',
  'developerApps.receive.deliveries': 'Deliveries in this shop',
  'developerApps.receive.verify': 'Check that an event is genuine',
  'developerApps.receive.docs': 'Webhooks in the documentation',
  'developerApps.receive.verify.lead':
    'Over the body as it came, byte for byte. Answer 2xx within 15 seconds and do the work afterwards; the next event comes when this one is answered.',
  'developerApps.receive.sdk': 'With the SDK',
  'developerApps.receive.library': 'With a library',
  'developerApps.receive.plain': 'Without',
  'developerApps.receive.how': 'How it is checked',
  'developerApps.receive.listen': 'On your own machine, without a tunnel',
  'developerApps.receive.listen.lead':
    'Reads the events of this shop and posts each to your machine, signed as it will be later. It needs a token of the app with {scope} and the access to read what the events are about.',
  'developerApps.receive.command': 'Command',

  'developerApps.delete': 'Delete app',
  'developerApps.delete.lead': 'It is uninstalled everywhere, and its secrets are gone.',
  'developerApps.delete.title': 'Delete “{app}”?',
  'developerApps.delete.action': 'Delete',
  'developerApps.delete.text':
    '{shops, plural, =0 {No shop has it installed.} one {It is installed in # shop, and is uninstalled there.} other {It is installed in # shops, and is uninstalled in all of them.}} Its tokens end within a second. This can’t be undone.',
  'developerApps.delete.done': '“{app}” is deleted',
} as const;
