export const device = {
  'device.signIn.title': 'Sign in to continue',
  'device.signIn.lead': 'A device waits for your decision. Sign in here first, then decide.',
  'device.enter.title': 'Sign in a device',
  'device.enter.lead': 'Enter the code that the device shows.',
  'device.code': 'Code',
  'device.code.missing': 'Enter the code.',
  'device.next': 'Continue',
  'device.none.title': 'No device waits with this code',
  'device.none': 'Codes are valid once, for 10 minutes. Start again on the device.',
  'device.limited':
    'Too many codes were wrong. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'device.sign_in.title': 'Sign in this device?',
  'device.sign_in.lead':
    'It can then do what is listed below, as {email}, for 90 days or until you end its session.',
  'device.confirmation.title': 'Confirm this command?',
  'device.confirmation.lead': 'A device that is signed in as {email} is about to make a protected change.',
  'device.warning.title': 'Did you start this yourself?',
  'device.confirmation.warning':
    'Confirm only if you just ran this command and your terminal shows this code. If somebody sent you the ' +
    'code or the link, they are trying to change your apps.',
  'device.sign_in.warning':
    'Allow it only if you ran “storewright login” or “storewright dev” just now and your terminal shows this ' +
    'code. If somebody sent you the code or the link, they are trying to get into your account.',
  'device.command': 'Command',
  'device.name': 'Device',
  'device.unnamed': 'Did not give a name',
  'device.program': 'Program',
  'device.programOn': '{program} on {system}',
  'device.unknown': 'Unknown',
  'device.network': 'Network',
  'device.may': 'Access',
  'device.sign_in.may':
    'It can list your apps and shops, change texts, permissions and icons of your apps, read their requests, ' +
    'and manage your test shops. It asks you here before it creates or deletes an app, a secret or a token. ' +
    'It cannot see orders or customers, or change how you sign in.',
  'device.confirmation.may':
    'For 10 minutes it can register, change and delete your apps, create secrets for them, and install them ' +
    'and create tokens in your test shops.',
  'device.address': 'Address',
  'device.otherNetwork': '{address}, not the network that you use now',
  'device.since': 'Asked',
  'device.hasty.title': 'Not yet',
  'device.hasty': 'This page had only just appeared. Click again if you allow it.',
  'device.sign_in.allow': 'Allow',
  'device.confirmation.allow': 'Confirm',
  'device.deny': 'Deny',
  'device.confirmation.allowed.title': 'The command is confirmed',
  'device.confirmation.allowed': 'Return to the terminal; you can close this page.',
  'device.confirmation.denied.title': 'The command was denied',
  'device.confirmation.denied':
    'If you did not run it, end the session of the device under Account. You can close this page.',
  'device.sign_in.allowed.title': 'The device is signed in',
  'device.sign_in.allowed': 'Return to it; you can close this page. Its session is listed under Account.',
  'device.sign_in.denied.title': 'The device was not signed in',
  'device.sign_in.denied': 'You can close this page.',
} as const;
