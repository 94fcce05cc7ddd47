export const webhooks = {
  'webhooks.title': 'Webhooks',
  'webhooks.deliveries': 'View deliveries',
  'webhooks.none': 'Nothing has been sent to this app yet.',
  'webhooks.nothing': 'This app is not subscribed to any events.',
  'webhooks.state.delivering': 'Up to date',
  'webhooks.state.behind': 'Behind by {count, plural, one {# event} other {# events}}',
  'webhooks.state.failing': 'Retrying',
  'webhooks.state.paused': 'Paused',
  'webhooks.state.ended': 'Ended',
  'webhooks.about.delivering': 'All events that the app is subscribed to have been delivered.',
  'webhooks.about.behind':
    'This many events of your shop are not processed yet. Not all of them may be for this app.',
  'webhooks.about.failing':
    'The next event could not be delivered. It is retried at growing intervals; later events wait, so ' +
    'that their order is kept.',
  'webhooks.about.paused':
    'The app could not be reached for too long. Its events are kept, and the oldest is retried every ' +
    'hour. Once the app accepts it, the others follow in order.',
  'webhooks.about.ended': 'The app is not installed anymore and receives nothing.',
  'webhooks.failing': 'Failing since',
  'webhooks.because': 'Reason',
  'webhooks.attempts': 'Attempts so far',
  'webhooks.next': 'Next attempt',
  'webhooks.next.now': 'Now',
  'webhooks.behind': 'Behind by',
  'webhooks.behind.count': '{count, plural, one {# event} other {# events}} of the shop',
  'webhooks.kept': 'Events are kept until',
  'webhooks.answered': 'The app answered {status}',

  'chart.begins': 'Counted by the hour of UTC: each day begins at {time}.',
  'webhooks.health': 'Webhook deliveries',
  'webhooks.health.lead': 'By when they were first tried, by hour or day ({zone}).',
  'webhooks.health.sum': '{delivered} delivered, {waiting} waiting, {failed} failed',
  'webhooks.health.when': 'When',
  'webhooks.health.deliveries': 'Deliveries',
  'webhooks.health.delivered': 'Delivered',
  'webhooks.health.waiting': 'Waiting or retrying',
  'webhooks.health.failed': 'Failed',
  'webhooks.health.delay': 'Delay',
  'webhooks.health.p95': 'Delay of 95 %, up to',
  'webhooks.health.empty.title': 'No deliveries in this time',
  'webhooks.health.empty.lead': 'As soon as an event is sent to an app, you see it here.',

  'webhooks.tryNow': 'Try now',
  'webhooks.tryNow.done': 'The event is sent again. If the app takes it, the others follow.',
  'webhooks.paused.unknown':
    'The API of your shop does not answer, so it is not known whether apps receive their events.',
  'webhooks.paused.title':
    '{count, plural, one {An app can’t be reached: its events are waiting} other {# apps can’t be ' +
    'reached: their events are waiting}}',
  'webhooks.paused.app': '{app}, since {time}; its events are kept until {until}',
  'webhooks.paused.more': '{count, plural, one {and one more} other {and # more}}',
} as const;
