/** Webhooks of an app: how far they have got, their log, tests. */
export const webhooks = {
  'webhooks.title': 'Webhooks',
  'webhooks.deliveries': 'See the deliveries',
  'webhooks.none': 'Nothing has been sent to this app so far.',
  'webhooks.nothing': 'This app wants to be told of nothing.',
  'webhooks.state.delivering': 'Up to date',
  'webhooks.state.behind': 'Behind by {count, plural, one {# event} other {# events}}',
  'webhooks.state.failing': 'Trying again',
  'webhooks.state.paused': 'Paused',
  'webhooks.state.ended': 'Ended',
  'webhooks.about.delivering': 'Everything that the app subscribes to has been delivered.',
  'webhooks.about.behind':
    'So many events of your shop have not been looked at yet; not all of them need be for this app.',
  'webhooks.about.failing':
    'The next event could not be delivered. It is tried again, ever more rarely; those after it wait, so that their order holds.',
  'webhooks.about.paused':
    'The app was not reached for too long. Its events are kept and the oldest is tried each hour; when it is taken, the others follow in their order.',
  'webhooks.about.ended': 'The app is not installed any more, and receives nothing.',
  'webhooks.failing': 'Failing since',
  'webhooks.because': 'Because',
  'webhooks.attempts': 'Attempts so far',
  'webhooks.next': 'Next attempt',
  'webhooks.next.now': 'Now',
  'webhooks.behind': 'Behind by',
  'webhooks.behind.count': '{count, plural, one {# event} other {# events}} of the shop',
  'webhooks.kept': 'Events are kept until',
  'webhooks.answered': 'The app answered {status}',

  'webhooks.tryNow': 'Try now',
  'webhooks.tryNow.done': 'The event is sent again. If the app takes it, the others follow.',
  'webhooks.paused.unknown':
    'The API of your shop does not answer, so it is not known whether apps receive their events.',
  'webhooks.paused.title':
    '{count, plural, one {An app is not reached: its events wait} other {# apps are not reached: their events wait}}',
  'webhooks.paused.app': '{app}, since {time}; its events are kept until {until}',
  'webhooks.paused.more': '{count, plural, one {and one more} other {and # more}}',
} as const;
