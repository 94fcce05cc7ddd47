export const testShops = {
  'testShops.title': 'Test shops',
  'testShops.lead': 'Shops of your own in which you try apps.',
  'testShops.count': '{count} of {most} test shops',
  'testShops.contents':
    'A test shop has products, codes, 100 customers and 300 orders of the last eighteen months. You are ' +
    'its owner; nobody else sees it.',
  'testShops.empty.title': 'No test shops yet',
  'testShops.none.title': 'There are no test shops on this platform',
  'testShops.none.lead': 'Its operator does not offer them.',

  'testShops.column.name': 'Name',
  'testShops.column.api': 'API address',
  'testShops.column.status': 'Status',
  'testShops.column.created': 'Created',
  'testShops.column.actions': 'Actions',
  'testShops.api.of': 'API address of “{name}”',
  'testShops.status.preparing': 'Being filled',
  'testShops.status.ready': 'Ready',
  'testShops.status.resetting': 'Being reset',
  'testShops.status.removing': 'Being removed',
  'testShops.late': 'Takes longer than usual. It is tried again every minute.',

  'testShops.create': 'Create test shop',
  'testShops.create.title': 'Create a test shop',
  'testShops.create.done': '“{name}” is being filled',
  'testShops.open': 'Open',
  'testShops.open.of': 'Open “{name}”',
  'testShops.install': 'Install app',
  'testShops.install.title': 'Install an app in “{name}”',
  'testShops.install.app': 'App',
  'testShops.install.link': 'Install link',
  'testShops.install.lead': 'Open it as the owner of the test shop: you sign in there and agree.',
  'testShops.install.open': 'Open install link',
  'testShops.install.none': 'No apps registered yet',
  'testShops.install.register': 'Register app',
  'testShops.reset': 'Reset',
  'testShops.reset.title': 'Reset “{name}”?',
  'testShops.reset.text':
    'Everything that apps and people have made in it goes, and it is filled again. Installations, access ' +
    'tokens and members stay. This can’t be undone.',
  'testShops.reset.done': '“{name}” is being reset',
  'testShops.remove': 'Remove',
  'testShops.remove.title': 'Remove “{name}”?',
  'testShops.remove.text':
    'It closes immediately, and everything in it goes, installations and access tokens too. Its address ' +
    'is free again in five minutes; until then it counts. This can’t be undone.',
  'testShops.remove.done': '“{name}” is being removed',
} as const;
