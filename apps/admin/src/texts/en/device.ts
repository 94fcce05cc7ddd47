export const device = {
  'device.signIn.title': 'Sign in to continue',
  'device.signIn.lead': 'A device asks to be signed in as you. Sign in here first, then decide.',
  'device.enter.title': 'Sign in a device',
  'device.enter.lead': 'Enter the code that the device shows.',
  'device.code': 'Code',
  'device.code.missing': 'Enter the code.',
  'device.next': 'Continue',
  'device.none.title': 'No device waits with this code',
  'device.none': 'Codes are valid once, for 10 minutes. Start again on the device.',
  'device.limited':
    'Too many codes were wrong. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'device.title': 'Sign in this device?',
  'device.lead': 'It can then do what is listed below, as {email}, until you end its session.',
  'device.warning.title': 'Did you start this yourself?',
  'device.warning':
    'Allow it only if you ran “storewright login” just now and it shows this code. If somebody sent you ' +
    'the code or the link, they are trying to get into your account.',
  'device.name': 'Device',
  'device.unnamed': 'Did not give a name',
  'device.program': 'Program',
  'device.programOn': '{program} on {system}',
  'device.unknown': 'Unknown',
  'device.network': 'Network',
  'device.may': 'Access',
  'device.may.text':
    'It can list your apps and shops, change permissions and icons of your apps, read their requests, ' +
    'and manage your test shops. It cannot create apps or tokens, see orders or customers, or change how ' +
    'you sign in.',
  'device.address': 'Address',
  'device.otherNetwork': '{address}, not the network that you use now',
  'device.since': 'Asked',
  'device.hasty.title': 'Not yet',
  'device.hasty': 'This page had only just appeared. Click again if you allow it.',
  'device.allow': 'Allow',
  'device.deny': 'Deny',
  'device.allowed.title': 'The device is signed in',
  'device.allowed': 'Return to it; you can close this page. Its session is listed under Account.',
  'device.denied.title': 'The device was not signed in',
  'device.denied': 'You can close this page.',
} as const;
