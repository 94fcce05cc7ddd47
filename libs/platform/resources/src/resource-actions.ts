import type { Resource } from '@storewright/json-api';
import { type Action, isScope } from '@storewright/scopes';

/**
 * True if the resource has a route for the action. Create and update require a DTO, and delete requires a
 * scope.
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
