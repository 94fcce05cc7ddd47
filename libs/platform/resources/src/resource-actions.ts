import type { Resource } from '@storewright/json-api';
import { type Action, isScope } from '@storewright/scopes';

/**
 * Whether the resource has a route for the action: what can't be sent can't be created or updated, and what
 * has no scope for it isn't deleted.
 */
export function canDo({ type, create, update }: Resource, action: Action): boolean {
  switch (action) {
    case 'post':
      return create !== undefined;
    case 'patch':
      return update !== undefined;
    case 'delete':
      return isScope(`${type}.delete`);
    default:
      return true;
  }
}
