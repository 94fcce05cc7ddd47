export const reductions = {
  'reductions.unused':
    '{count, plural, one {One permission was} other {# permissions were}} not used in the last 30 days.',
  'reductions.unused.of':
    '“{name}” did not use {count, plural, one {one permission} other {# permissions}} in the last 30 days.',
  'reductions.unused.longer': '{count, plural, one {One} other {#}} of them not even in the last 90 days.',
  'reductions.reduce': 'Reduce',
  'reductions.title':
    'Remove {count, plural, one {one unused permission} other {# unused permissions}} of “{name}”?',
  'reductions.text.app':
    'The app keeps working. None of its requests of the last 30 days needed these permissions. You can undo this ' +
    'for 30 days.',
  'reductions.text.token':
    'The token keeps its text. None of its requests of the last 30 days needed these permissions. You can undo this ' +
    'for 30 days.',
  'reductions.done': 'Removed the unused permissions of “{name}”',
  'reductions.removed': '{count, plural, one {One permission} other {# permissions}} removed on {time}.',
  'reductions.removed.of':
    '{count, plural, one {One permission} other {# permissions}} of “{name}” removed on {time}.',
  'reductions.undo': 'Undo',
  'reductions.undo.title':
    'Restore {count, plural, one {the removed permission} other {# removed permissions}}?',
  'reductions.undo.text.app': 'The app gets back the permissions that it still asks for.',
  'reductions.undo.text.token': 'The token gets the permissions back within a second.',
  'reductions.undone': 'Restored the permissions of “{name}”',
} as const;
