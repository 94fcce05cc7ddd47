/**
 * How TypeORM is used. The names stand for its repositories alone: nothing of ours is called so, as the linter knows no types here.
 */

/** `listenersOf`: what finds an offence, and hands over its node, and the name where the message has it. */
function rule(message, listenersOf) {
  return {
    meta: { type: 'problem', schema: [], messages: { refused: message } },
    create: (context) =>
      listenersOf((node, name) => context.report({ node, messageId: 'refused', data: { name } })),
  };
}

/** `repository.save` and `repository['save']`. */
function nameOf({ property, computed }) {
  return computed ? property.value : property.name;
}

const noMembers = (names, message) =>
  rule(message, (refuse) => ({
    MemberExpression(node) {
      const name = nameOf(node);
      if (names.includes(name)) refuse(node, name);
    },
  }));

export default {
  meta: { name: 'typeorm' },
  rules: {
    'no-hydrating-write': noMembers(
      ['save', 'remove', 'softRemove', 'recover', 'upsert'],
      '{{name}} reads before it writes, or writes what a row does not have: use insert, update or delete.',
    ),
    'no-entity-manager': noMembers(
      ['manager'],
      'A manager of TypeORM has no context: use database.of(context, …) or database.transaction(context, …).',
    ),
    'no-in': rule('In makes a statement for each length of its list: use Any.', (refuse) => ({
      'ImportDeclaration[source.value="typeorm"] > ImportSpecifier[imported.name="In"]': (node) =>
        refuse(node),
      'MemberExpression[property.name="In"]': (node) => refuse(node),
    })),
    'no-unsynchronized-entity': rule(
      'synchronize hides the table from the comparison of entities with the database.',
      (refuse) => ({
        'Decorator Property[key.name="synchronize"], Decorator Property[key.value="synchronize"]': (node) =>
          refuse(node),
      }),
    ),
  },
};
