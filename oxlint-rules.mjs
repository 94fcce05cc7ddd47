/**
 * How TypeORM is used. The names stand for its repositories alone: nothing of ours is called so, as the linter knows no types here.
 */

/** `repository.save` and `repository['save']`. */
function nameOf({ property, computed }) {
  return computed ? property.value : property.name;
}

function noMembers(names, message) {
  return {
    meta: { type: 'problem', schema: [], messages: { refused: message } },
    create: (context) => ({
      MemberExpression(node) {
        const name = nameOf(node);
        if (names.includes(name)) context.report({ node, messageId: 'refused', data: { name } });
      },
    }),
  };
}

const noIn = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { refused: 'In makes a statement for each length of its list: use Any.' },
  },
  create: (context) => ({
    'ImportDeclaration[source.value="typeorm"] > ImportSpecifier[imported.name="In"]': (node) =>
      context.report({ node, messageId: 'refused' }),
    'MemberExpression[property.name="In"]': (node) => context.report({ node, messageId: 'refused' }),
  }),
};

const noUnsynchronizedEntity = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { refused: 'synchronize hides the table from the comparison of entities with the database.' },
  },
  create: (context) => ({
    'Decorator Property[key.name="synchronize"], Decorator Property[key.value="synchronize"]': (node) =>
      context.report({ node, messageId: 'refused' }),
  }),
};

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
    'no-in': noIn,
    'no-unsynchronized-entity': noUnsynchronizedEntity,
  },
};
