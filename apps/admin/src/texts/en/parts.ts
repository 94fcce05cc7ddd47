/** What several screens use. */
export const parts = {
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.done': 'Done',
  'action.copy': 'Copy',
  'action.copied': 'Copied',
  'action.copyFailed': 'Copying was refused; select the text and copy it.',
  'action.retry': 'Try again',
  'action.save': 'Save',
  'action.pending': 'Working …',

  'loading.label': 'Loading …',
  'error.start': 'The admin panel can’t be opened right now',
  'error.title': 'This could not be loaded',
  'error.unknown': 'Not everything could be loaded',
  'error.offline': 'The server could not be reached. Check your connection, then try again.',
  'error.away': 'The service is busy or being restarted. It usually comes back within seconds.',
  'error.noAnswer': 'No answer came in time. It may have been done all the same: look before you try again.',
  'error.notFound': 'It does not exist, or no longer.',
  'error.role': 'Your role in this shop does not allow this.',
  'error.forbidden': 'This is not allowed.',
  'error.unexpected': 'Something went wrong on the server.',
  'error.screen':
    'This screen stopped working. Load it again; if that does not help, tell whoever runs this platform.',
  'error.requestId': 'Request id: {id}',
  'error.form': 'This could not be saved',

  'pager.label': 'Pages',
  'pager.previous': 'Previous',
  'pager.next': 'Next',
  'pager.first': 'Back to the start',

  'time.never': 'Never',
  'time.utc': '{time} UTC',

  'scopes.all': 'Full access',
  'scopes.all.sentence': 'Everything the API offers, also what will be added later',
  'scopes.new': 'New',
  'scopes.dropped': 'Dropped',
  'scopes.resource.meta': 'Meta data',
  'scopes.of': '{count} of “{of}”',
  'scopes.count': '{count, plural, one {# scope} other {# scopes}}',
} as const;
