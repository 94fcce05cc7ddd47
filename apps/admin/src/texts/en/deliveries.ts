export const deliveries = {
  'deliveries.title': 'Deliveries',
  'deliveries.title.of': 'Deliveries to “{app}”',
  'deliveries.back': 'Back to the app',
  'deliveries.list': 'Deliveries',
  'deliveries.refused': 'This list does not exist',
  'deliveries.missing.title': 'This app does not exist here',
  'deliveries.empty.title': 'No deliveries yet',
  'deliveries.empty.lead':
    'Events that the app is subscribed to are listed here with the app’s answers. Send a test event to ' +
    'see whether it arrives.',
  'deliveries.none.title': 'Nothing found',
  'deliveries.none.lead': 'No deliveries match this filter.',
  'deliveries.clear': 'Show all',

  'deliveries.filter.status': 'Filter deliveries',
  'deliveries.filter.all': 'All',
  'deliveries.filter.type': 'Event',
  'deliveries.filter.type.all': 'All events',

  'deliveries.column.when': 'Time',
  'deliveries.column.event': 'Event',
  'deliveries.column.status': 'Status',
  'deliveries.column.answer': 'Answer',
  'deliveries.column.duration': 'Duration',
  'deliveries.column.attempts': 'Attempts',
  'deliveries.status.waiting': 'Waiting',
  'deliveries.status.retrying': 'Retrying',
  'deliveries.status.delivered': 'Delivered',
  'deliveries.status.failed': 'Failed',
  'deliveries.status.skipped': 'Skipped',
  'deliveries.kind.again': 'Sent again',
  'deliveries.kind.test': 'Test',
  'deliveries.sequence': 'No. {sequence}',

  'deliveries.object': '{type} …{id}',

  'deliveries.select': 'Select {type} {sequence}',
  'deliveries.again': 'Send again',
  'deliveries.again.count': 'Send {count, plural, one {# event} other {# events}} again',
  'deliveries.again.title': '{count, plural, one {Send # event again?} other {Send # events again?}}',
  'deliveries.again.text':
    'The app receives {count, plural, one {it} other {each of them}} once more, even what it has already ' +
    'accepted. The ids stay the same, so that it can recognize repeats.',
  'deliveries.again.done': '{count, plural, one {# event is} other {# events are}} being sent again',
  'deliveries.again.failed': '{count, plural, one {# event} other {# events}} could not be sent again',

  'deliveries.skip': 'Skip event',
  'deliveries.skip.title': 'Skip this event?',
  'deliveries.skip.text':
    'The app won’t receive this event, and later events follow immediately. You can find the event under ' +
    '“Skipped” and send it again.',
  'deliveries.skip.done': 'The event was skipped',

  'deliveries.range': 'Send a range again',
  'deliveries.range.title': 'Send a range of events again',
  'deliveries.range.lead':
    'For an app that has lost events. It receives each one again with the same id; events that it is not ' +
    'subscribed to are left out.',
  'deliveries.range.none':
    'The app receives none of these events, they are no longer in the log, or there are more than 1,000.',
  'deliveries.range.first': 'From number',
  'deliveries.range.last': 'To number',
  'deliveries.range.number': 'Enter a whole number, 1 or more.',
  'deliveries.range.order': 'Enter {first} or more.',
  'deliveries.range.most': 'At most {count, plural, one {# event} other {# events}}, 1,000 at a time.',
  'deliveries.range.unknown': 'Use the numbers of the shop’s events, 1,000 at a time.',

  'deliveries.test': 'Send a test event',
  'deliveries.test.title': 'Send a test event',
  'deliveries.test.lead':
    'It is signed and sent like any other event, with a real object of your shop. Its sequence is null: ' +
    'this is how the app recognizes a test.',
  'deliveries.test.none':
    'There is no event to test for this app. It receives what its developer has registered and what it may read.',
  'deliveries.test.type': 'Event',
  'deliveries.test.id': 'Object id',
  'deliveries.test.id.description':
    'The event carries this object as it is now ({resource}). Nothing in your shop changes.',
  'deliveries.test.id.newest': 'The newest one is filled in.',
  'deliveries.test.id.none': 'Your shop has none of these yet, so the app gets an example.',
  'deliveries.test.example': 'The app gets an example of this event. Nothing in your shop changes.',
  'deliveries.test.send': 'Send',
  'deliveries.test.another': 'Send another',
  'deliveries.test.look': 'View delivery',
  'deliveries.test.waiting': 'Sending …',
  'deliveries.test.waiting.long':
    'It has been waiting for a while. The worker that sends webhooks may not be running.',
  'deliveries.test.delivered': 'Delivered: the app answered {status} after {duration}',
  'deliveries.test.failed': 'Not delivered',

  'deliveries.one': 'Delivery',
  'deliveries.one.back': 'All deliveries',
  'deliveries.one.missing.title': 'This delivery does not exist',
  'deliveries.one.missing.lead': 'Deliveries are kept for 30 days, like their events.',
  'deliveries.one.kind': 'Type',
  'deliveries.one.kind.event': 'Event',
  'deliveries.one.kind.again': 'Sent again manually',
  'deliveries.one.kind.test': 'Manual test',
  'deliveries.one.id': 'webhook-id',
  'deliveries.one.sequence': 'Event number',
  'deliveries.one.resource': 'Object',
  'deliveries.one.created': 'First sent',
  'deliveries.one.next': 'Next attempt',
  'deliveries.request': 'Request',
  'deliveries.request.lead': 'As last sent.',
  'deliveries.request.none': 'Nothing has been sent yet.',
  'deliveries.request.url': 'URL',
  'deliveries.request.headers': 'Headers',
  'deliveries.request.body': 'Body',
  'deliveries.request.form': 'Body format',
  'deliveries.request.pretty': 'Formatted',
  'deliveries.request.exact': 'Raw',
  'deliveries.request.hidden': 'The body is hidden: viewing it needs the permission {scope}.',
  'deliveries.request.gone': 'The body is not available: the event is no longer stored.',
  'deliveries.attempts': 'Attempts',
  'deliveries.attempts.lead': 'Newest first.',
  'deliveries.attempts.none': 'No attempts yet.',
  'deliveries.attempts.all': 'Show all {count}',
  'deliveries.attempt': 'Attempt {number}',
  'deliveries.attempt.answer': 'Answer to attempt {number}',
  'deliveries.attempt.empty': 'The answer was empty.',
  'deliveries.attempt.beginning': 'The first kilobyte of the answer, as text.',
} as const;
